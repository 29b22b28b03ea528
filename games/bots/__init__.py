"""Graded bots: they look ahead in states that their seat can imagine, and know no game."""
