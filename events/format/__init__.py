"""How history is written down as bytes that can be proved (`docs/api/secrets.md`); it knows no store and no game."""
