"""Writes history as bytes that can be proved (`docs/api/secrets.md`). Knows no store and no game."""
