"""Ratings: what a player's public matches with others say of their strength, computed in the order of their ends."""
