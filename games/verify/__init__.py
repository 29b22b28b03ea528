"""Checks a match from its file alone: `python -m games.verify FILE`. No Django, no database."""
