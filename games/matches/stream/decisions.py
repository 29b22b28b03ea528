"""From a move to what it appends: the table's own events, the kernel's, and the end of the match if it is one."""

from collections.abc import Sequence

from events.store import Draft
from games.core.definition import Outcome
from games.core.events import Event
from games.core.json import JSONObject
from games.core.moves import Move
from games.matches.stream import quarantine
from games.matches.stream.drafts import drafts_of, match_ended, with_move
from games.matches.stream.state import Match
from games.table.state import EVENT_TYPES, SEAT_RESIGNED, abandoned, book


def decided(
    match: Match, seat: int, move: Move, *, by: str, body: JSONObject, ahead: Sequence[Draft] = ()
) -> list[Draft]:
    """The drafts of an accepted move of `seat`, those `ahead` first; `RuleBroken` when the rules refuse it."""
    number = match.moves + 1
    with quarantine.guard(match.id, match.head.version):
        events = match.game.decide(match.state, seat, move, match.chance())
        drafts = [*ahead, *drafts_of(events, by=by, move=number)]
        outcome = match.game.outcome(_after(match, events)) or _abandoned(match, drafts)
        drafts = with_move(drafts, seat=seat, move=body)
    return drafts if outcome is None else [*drafts, match_ended(outcome)]


def _after(match: Match, events: Sequence[Event]) -> object:
    state = match.state
    for event in events:
        state = match.game.evolve(state, event)
    return state


def _abandoned(match: Match, drafts: Sequence[Draft]) -> Outcome | None:
    """The end that the table finds after what is about to be appended."""
    lobby, resigned = match.table, set(match.resigned)
    for draft in drafts:
        if draft.type in EVENT_TYPES:
            lobby = book(lobby, {"type": draft.type, "seat": draft.seat, "data": draft.data})
        elif draft.type == SEAT_RESIGNED and draft.seat is not None:
            resigned.add(draft.seat)
    return abandoned(lobby, resigned)
