"""Streams: what is told to a reader who stays, in which form, and who is told when."""
