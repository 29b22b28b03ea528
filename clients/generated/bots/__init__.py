"""A bot for each game on the generated client: no cast, no dict, checked by mypy --strict."""
