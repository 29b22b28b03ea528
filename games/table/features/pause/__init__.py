"""A match is paused by consent of every seat with a present player."""
