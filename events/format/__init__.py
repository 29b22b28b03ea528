"""How history is written down as bytes that can be proved (`format.md`); it knows no store and no game."""
