"""A player's settings, and the deletion of the account, as far as they reach into matches."""
