"""Cups: several matches that belong together, from the first entry to the table of results."""
