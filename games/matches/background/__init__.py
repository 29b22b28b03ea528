"""The work of tasks: consumers of every append, what is due, quarantines, and what is forgotten."""
