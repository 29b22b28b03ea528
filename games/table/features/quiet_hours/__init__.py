"""A seat's clock stands still in its player's quiet hours and on vacation; `games/table/stoppages.py` computes."""
