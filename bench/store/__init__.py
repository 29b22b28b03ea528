"""The cost of an append, of a load and of the work after them, compared with the bare server and another package."""
