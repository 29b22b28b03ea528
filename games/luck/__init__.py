"""What chance did in matches that have ended: every draw again, and whether all of them together look like chance.

Anybody can compute the same from match files: `python -m games.luck FILE…`.
"""
