"""A seat's clock stops in its player's quiet hours and on vacation; `games/table/stoppages.py` does the arithmetic."""
