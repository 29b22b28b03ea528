"""The base of a kernel's events, and of their sealed fields."""

from dataclasses import dataclass, field
from typing import Any, ClassVar

SEALED_FOR = "sealed_for"
SERVER = "server"


@dataclass(frozen=True, kw_only=True)
class Draws:
    """Which draws of the match's chance an event used: `count` of them from number `first` on."""

    first: int
    count: int


@dataclass(frozen=True, kw_only=True)
class Event:
    """A fact of the rules, named in the past tense, which never changes.

    A subclass sets `type` (snake_case; it can never be changed) and adds fields with JSON values, with tuples for
    lists. A field made by `sealed` is secret; every other field is public. `seat` is the seat that acts, `rules` the
    clauses that produced the event, `draws` the chance it used.
    """

    type: ClassVar[str]
    schema: ClassVar[int] = 1

    rules: tuple[str, ...]
    seat: int | None = None
    draws: Draws | None = None


def sealed(audience: str) -> Any:
    """A secret field of an event.

    `audience` is `SERVER` (nobody before the end), or the name of a public field of the same event that holds the
    seat, or the seats, who may open it. Fields with one audience share one sealed part.
    """
    return field(metadata={SEALED_FOR: audience})
