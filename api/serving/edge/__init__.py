"""The web process: the event loop reads requests, refuses some, hands some on, and gives the rest to threads."""
