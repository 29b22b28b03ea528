"""How a kernel says no."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.core.json import JSON


@dataclass(frozen=True, kw_only=True)
class Refusal:
    """A published reason to refuse: the clause that it stands on, and a sentence for the player in en, he and pl.

    `{name}` in a sentence stands for the parameter of that name.
    """

    clause: str
    texts: Mapping[str, str]


class RuleBroken(Exception):
    """The rules forbid this move in this state; nothing was recorded.

    `code` is stable, snake_case and published; `clause` is the id of the rule of record (`RPW-19`).
    `params` may be shown to the player who tried, so they say nothing that the player may not know.
    """

    def __init__(self, code: str, *, clause: str, **params: JSON) -> None:
        super().__init__(f"{code} (rule {clause})")
        self.code, self.clause, self.params = code, clause, params
