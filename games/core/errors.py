"""Refusals by the rules: a kernel's published table of them, and the exception."""

from collections.abc import Container, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from games.core.json import JSON
from games.core.messages import Table, Texts


@dataclass(frozen=True, kw_only=True)
class Refusal:
    """A published reason to refuse: the clause that it stands on, and a sentence for the player in each language.

    `{name}` in a sentence stands for the parameter of that name.
    """

    clause: str
    texts: Texts


class RuleBroken(Exception):
    """The rules forbid this move in this state; nothing was recorded.

    `code` is stable, snake_case and published; `clause` is the id of the rule of record (`RPW-19`).
    `params` may be shown to the player who tried, so they say nothing that the player may not know.
    """

    def __init__(self, code: str, *, clause: str, **params: JSON) -> None:
        super().__init__(f"{code} (rule {clause})")
        self.code, self.clause, self.params = code, clause, params


def refusals(clauses: Mapping[str, str], texts: Table) -> Mapping[str, Refusal]:
    """A kernel's table of refusals by code, from the clause and the texts of each; a KeyError without texts."""
    return MappingProxyType({code: Refusal(clause=clause, texts=texts[code]) for code, clause in clauses.items()})


def refused(refusals: Mapping[str, Refusal], code: str, **params: JSON) -> RuleBroken:
    """The error with this code and its clause from the table; a KeyError for a code that is not published."""
    return RuleBroken(code, clause=refusals[code].clause, **params)


def require_in_play(
    refusals: Mapping[str, Refusal], seat: int, *, over: bool, seats: int, playing: Container[int]
) -> None:
    """Refuse a move after the end, of a seat that does not exist, and of a resigned seat."""
    if over:
        raise refused(refusals, "match_is_over")
    if not 0 <= seat < seats:
        raise refused(refusals, "no_such_seat")
    if seat not in playing:
        raise refused(refusals, "seat_resigned")
