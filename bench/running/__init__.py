"""The whole service as `make serve` runs it: beside crowds, audiences, bots and nobody."""
