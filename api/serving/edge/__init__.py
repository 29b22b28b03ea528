"""The web process: the event loop reads requests, refuses or hands on, and lets threads answer the others."""
