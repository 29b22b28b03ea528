"""Limits on requests, streams and connections: in total, per address and per player."""
