"""What happens by itself: timeouts, bots, declined prompts, and the sweep that finds what is due."""
