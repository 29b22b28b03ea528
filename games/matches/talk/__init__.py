"""Talk: chat beside the matches, reports to moderators, and what they decide."""
