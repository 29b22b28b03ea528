"""Quotas per player and per address: what calls may set going, and what they may store (decision 23)."""
