"""From what the kernel and the table decide to what the store appends."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from events.store import Draft, Part
from games.core.chance import Chance, derive_key
from games.core.codec import encode
from games.core.definition import GameDefinition, Outcome
from games.core.events import Event
from games.core.json import JSON, JSONObject


def drafts_of(events: Iterable[Event], *, by: str, move: int | None) -> list[Draft]:
    """A kernel's events as drafts; `move` is the number of the move that caused them, None at the start."""
    return [_draft(event, by=by, move=move) for event in events]


def with_move(drafts: Sequence[Draft], *, seat: int, move: JSONObject) -> list[Draft]:
    """The drafts with the move that caused them sealed for its seat in the first (`format.md`, Events and seals)."""
    first, *rest = drafts
    return [replace(first, parts=(Part(audience=(seat,), part={"move": move}), *first.parts)), *rest]


def start_drafts(
    match_id: str, *, game: GameDefinition, options: JSONObject, seed: bytes, entropies: list[str | None]
) -> list[Draft]:
    """`match_started` and the kernel's set-up; `entropies` in seat order fix the match's chance from here on."""
    chance = Chance(derive_key(seed, match_id, entropies))
    started = Draft(type="match_started", data={"entropies": entropies})
    return [started, *drafts_of(game.start(options, len(entropies), chance), by="system", move=None)]


def match_ended(outcome: Outcome) -> Draft:
    """The last event of a match that was played; everything sealed is open from here."""
    ranking: list[JSON] = [list(place) for place in outcome.ranking]
    return Draft(
        type="match_ended",
        data={"reason": outcome.reason, "ranking": ranking, "winners": list(outcome.winners)},
    )


def _draft(event: Event, *, by: str, move: int | None) -> Draft:
    fact = encode(event)
    return Draft(
        type=fact.type,
        schema=fact.schema,
        seat=fact.seat,
        by=by,
        move=move,
        draws=None if fact.draws is None else {"first": fact.draws.first, "count": fact.draws.count},
        data=fact.data,
        parts=tuple(Part(audience=audience, part=part) for audience, part in fact.parts),
    )
