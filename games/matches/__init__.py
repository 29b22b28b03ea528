"""The table: who sits where, whose turn it is, what the time is. Knows every game by its contract only."""
