"""The whole service as `make serve` runs it: with a crowd, with an audience, with bots, and idle."""
