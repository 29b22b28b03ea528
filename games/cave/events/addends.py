"""What a sum is made of, so that history explains each number of it."""

from collections.abc import Iterable
from typing import TypedDict


class Addend(TypedDict):
    """One thing that entered a sum: its id (a stat, a card, an ability, an area, `die`), how much, by which clause."""

    source: str
    amount: int
    clause: str


Addends = tuple[Addend, ...]


def addend(source: str, amount: int, clause: str) -> Addends:
    """The thing as part of a sum; none if it adds nothing."""
    return (Addend(source=source, amount=amount, clause=clause),) if amount else ()


def sum_of(addends: Iterable[Addend]) -> int:
    return sum(found["amount"] for found in addends)
