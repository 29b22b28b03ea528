"""The tables of the app; Django finds its models through this package."""

from games.matches.models import (
    counted,
    cups,
    logged,
    matches,
    notices,
    people,
    rated,
    service,
    talk,
    third_parties,
    waiting,
)

__all__ = [
    "counted",
    "cups",
    "logged",
    "matches",
    "notices",
    "people",
    "rated",
    "service",
    "talk",
    "third_parties",
    "waiting",
]
