"""The keys of `en.json`, for mypy: `make languages` writes this file."""

from typing import Literal

# fmt: off
Section = Literal[
    "confirm", "reset", "unsubscribe", "all",
]
Key = Literal[
    "confirm.title", "confirm.button", "confirm.done", "reset.title", "reset.button", "reset.password", "reset.done",
    "unsubscribe.title", "unsubscribe.button", "unsubscribe.done", "all.failed",
]
