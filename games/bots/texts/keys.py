"""The keys of `en.json`, for mypy: `make languages` writes this file."""

from typing import Literal

# fmt: off
Section = Literal[
    "names", "about",
]
Key = Literal[
    "names.random", "names.steady", "names.easy", "names.medium", "names.hard", "about.random", "about.steady",
    "about.easy", "about.medium", "about.hard",
]
