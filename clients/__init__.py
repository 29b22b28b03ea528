"""Clients of the public API: they know its contract, no rules and nothing of this server's code."""
