"""The seat takes back its last move, as long as nobody could have learned anything by it."""
