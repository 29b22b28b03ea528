"""What a match that has ended tells of its game: every draw, who began, who won, and how long it took."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.cave.events.course import FirstSeatDrawn
from games.core.chance import Chance
from games.rock_paper_wizard.events.course import FirstPlayerDrawn
from games.spell_a_spell.events.course import RunStarted
from games.table.events import MatchStarted
from games.table.standing import time_of
from games.table.state import FINISHED
from games.verify.match_file import Entry
from games.verify.replay import Judge

# The event whose first draw says who begins.
OPENINGS = {
    "rock-paper-wizard": FirstPlayerDrawn.type,
    "spell-a-spell": RunStarted.type,
    "cave": FirstSeatDrawn.type,
}
# Of a draw what it was made for (an event's type) and of how many values; from 0.
Kind = tuple[str, int]
Drawn = tuple[int, int]


class NotCounted(Exception):
    """Nothing can be told of the match: it has not ended, its seed is sealed, or it cannot be followed."""


@dataclass(frozen=True, kw_only=True)
class MatchFacts:
    """Of one match. `opener` is the seat that chance let begin; `draws` are the values by kind, in their order.

    The draws of a fork are those that it made itself; those before belong to the match that it goes on from.
    """

    game: str
    seats: int
    moves: int
    seconds: int
    opener: int | None
    winners: Sequence[int]
    draws: Mapping[Kind, Sequence[int]]


class _NotingChance(Chance):
    """Tells what was drawn, by the number of the draw: what was taken back and drawn again is there once."""

    def __init__(self, chance: Chance, noted: dict[int, Drawn]) -> None:
        super().__init__(chance._key, chance.next_draw, origins=chance._origins)
        self._noted = noted

    def below(self, n: int) -> int:
        number, value = self.next_draw, super().below(n)
        self._noted[number] = n, value
        return value


@dataclass(kw_only=True)
class _NotingJudge(Judge):
    noted: dict[int, Drawn] = field(default_factory=dict)

    def _chance(self) -> Chance:
        return _NotingChance(super()._chance(), self.noted)


def of_match(match: str, entries: Sequence[Entry], *, outside: tuple[type[Exception], ...] = ()) -> MatchFacts:
    """The facts of a match from its whole history; `NotCounted`. Errors of the kinds `outside` are raised."""
    judge = _NotingJudge(match=match, entries=entries)
    try:
        judge.run()
    except outside:
        raise
    except Exception as error:
        # Broken, or of rules whose code is not here or fails: the verifier says which.
        raise NotCounted from error
    table = judge.standing.table
    if table.status != FINISHED or judge.seed is None or judge.is_blind or table.outcome is None:
        raise NotCounted
    started = next(time_of(one.envelope) for one in entries if one.envelope["type"] == MatchStarted.type)
    by_kind, opener = _by_kind(table.game, entries, judge.noted, judge.seed.carried)
    return MatchFacts(
        game=table.game,
        seats=table.seats,
        moves=judge.standing.moves,
        seconds=int((judge.standing.at - started).total_seconds()),
        opener=opener,
        winners=tuple(table.outcome["winners"]),
        draws=by_kind,
    )


def _by_kind(
    game: str, entries: Sequence[Entry], noted: Mapping[int, Drawn], carried: int
) -> tuple[dict[Kind, list[int]], int | None]:
    """The draws by what they were made for, as the events say; and the first one that says who begins."""
    made_for: dict[int, str] = {}
    for entry in entries:
        draws: Any = entry.envelope["draws"]
        if draws is not None:
            made_for |= dict.fromkeys(range(draws["first"], draws["first"] + draws["count"]), entry.envelope["type"])
    found: dict[Kind, list[int]] = {}
    opener = None
    for number, what in sorted(made_for.items()):
        if number not in noted:
            continue
        n, value = noted[number]
        if opener is None and what == OPENINGS.get(game):
            opener = value
        # What has one value alone is no chance.
        if n > 1 and number >= carried:
            found.setdefault((what, n), []).append(value)
    return found, opener
