"""A player signs the moves of their seat: a key is bound to it, and from then on no move is theirs without a signature.

Bots, autopilots and the clock play for a seat as before, and each move says so.
"""
