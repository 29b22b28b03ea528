"""Recorded playthroughs put into the store as matches."""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

import orjson

from events import store
from events.store import EMPTY, Command, Draft, new_id
from games import clocks
from games.core.chance import Chance
from games.core.codec import move_to_json
from games.core.definition import GameDefinition, State
from games.core.events import Event
from games.core.moves import Resign
from games.matches import making, recording
from tests.games.playthroughs import game_of, header_of, move_of, moves_of


def store_playthrough(text: str) -> str:
    """The id of a match with the events of a playthrough; its seed is not what they were drawn from."""
    match_id, header = new_id(), header_of(text)
    drafts = list(_drafts(game_of(header), header, moves_of(text)))
    # Somebody has to have taken the seats.
    command = Command(actor=new_id(), key="golden", request_hash=bytes(32))
    store.append(match_id, expected=EMPTY, at=datetime(2026, 11, 21, tzinfo=UTC), drafts=drafts, command=command)
    return match_id


def key_of(text: str) -> bytes:
    """The key that a playthrough's draws were made with."""
    return bytes.fromhex(header_of(text)["key"])


def _drafts(game: GameDefinition, header: Mapping[str, str], moves: list[str]) -> Iterator[Draft]:
    seats, options, chance = int(header["seats"]), orjson.loads(header["options"]), Chance(bytes.fromhex(header["key"]))
    yield making.match_created(game, seats=seats, options=options, clock=clocks.NONE, seed=bytes(32))
    yield from (making.seat_taken(seat, None) for seat in range(seats))
    yield Draft(type="match_started", data={"entropies": [None] * seats})
    events = game.start(options, seats, chance)
    yield from recording.drafts_of(events, by="system", move=None)
    state = _after(game, None, events)
    for number, line in enumerate(moves, 1):
        seat, move = move_of(game, line)
        asked = game.prompts(state).get(seat)
        prompt = {} if asked is None or isinstance(move, Resign) else {"prompt": asked.id}
        events = game.decide(state, seat, move, chance)
        drafts = recording.drafts_of(events, by="clock" if move.type in game.clock_only else "player", move=number)
        yield from recording.with_move(drafts, seat=seat, move={**prompt, **move_to_json(move)})
        state = _after(game, state, events)
    outcome = game.outcome(state)
    assert outcome is not None
    yield recording.match_ended(outcome)


def _after(game: GameDefinition, state: State | None, events: Any) -> State:
    event: Event
    for event in events:
        state = game.evolve(state, event)
    return state
