"""Another player takes the seat of one who is away: all who are there consent, unless the absent player invites.

The newcomer sits down by `SeatTaken` in a match that runs: `taken_over` is what that event means then.
"""
