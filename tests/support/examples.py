"""How many examples a property is tried on: all with `LONG=1`, as in CI, and else a third, drawn anew in every run."""

import os


def examples(most: int) -> int:
    """So many of `most` in this run; a failure is repeated with the same `LONG` (`tests/support/failures.py`)."""
    return most if os.environ.get("LONG") else -(-most // 3)
