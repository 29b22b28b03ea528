"""The facts of a match, and what each of them does to the board."""
