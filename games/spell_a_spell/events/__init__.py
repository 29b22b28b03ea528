"""The facts of a match."""
