"""A seat takes back its last move, as long as nobody could have learned anything from it."""
