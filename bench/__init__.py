"""What an append costs, against what the server can do at most, and finding words. Run it with `python -m bench`."""
