"""Who is let in: bounds on requests, streams and connections, in all, of one address and of one player."""
