"""The checks of a verifier's rules: `need` raises `Broken` if a condition does not hold."""

import re
from collections.abc import Mapping
from typing import Any, TypeAlias

from games.table.standing import Standing
from games.table.state import ACTIVE

Envelope: TypeAlias = Mapping[str, Any]
# The check that a claim belongs to by default: whether the rules lead from event to event.
REPLAY = "replay"


class Broken(Exception):
    """An event breaks a rule. The reason may quote sealed values, so only the holder of the file may see it."""

    def __init__(self, reason: str, *, check: str = REPLAY) -> None:
        super().__init__(reason)
        self.reason, self.check = reason, check


def need(condition: object, reason: str, *, check: str = REPLAY) -> None:
    """Go on if the condition holds; `Broken` if not."""
    if not condition:
        raise Broken(reason, check=check)


def is_count(value: object) -> bool:
    """Whether a value is an integer, not below 0, and not a truth value."""
    return type(value) is int and value >= 0


def is_written(form: re.Pattern[str], value: object) -> bool:
    """Whether a value is a text of this form, from its beginning to its end."""
    return isinstance(value, str) and form.fullmatch(value) is not None


def is_audience(value: object) -> bool:
    """Whether a value is a list of seats in rising order."""
    return isinstance(value, list) and all(map(is_count, value)) and value == sorted(set(value))


def is_running(standing: Standing) -> None:
    """`Broken` unless the match has begun and goes on."""
    need(standing.table.status == ACTIVE, "the match is not running")


def is_no_move(envelope: Envelope) -> None:
    """`Broken` where the event belongs to a move, or draws."""
    need(envelope["move"] is None and envelope["draws"] is None, "this is no move")
