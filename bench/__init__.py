"""What an append costs, measured against what the server can do at most. Run it with `python -m bench`."""
