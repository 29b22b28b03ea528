"""REST over the table: reads a request, calls one service, answers."""
