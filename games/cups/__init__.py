"""Cups: pairings, points and places over several matches, and the events that a cup consists of. Pure.

Everything that chance decides follows from the cup's seed, whose hash is in its first event: when the seed is opened
at the end, anybody can pair every round again (`check.py`).
"""
