"""Seats players who want a match now or soon with whoever else does, by standing wishes over a few standard sets."""
