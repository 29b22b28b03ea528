"""Texts that are made of others: effects in words, and a name for every id."""
