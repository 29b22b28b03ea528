"""Every move goes through here, whoever makes it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeGuard

from events import store
from events.errors import Conflict
from events.store import Draft
from games import table
from games.core.chance import Chance
from games.core.codec import move_from_json, move_to_json
from games.core.errors import RuleBroken
from games.core.events import Event
from games.core.json import JSON, JSONObject
from games.core.moves import Move, Resign
from games.core.prompts import Violation, violations
from games.matches import clocks, quarantine, recording, road
from games.matches.clocks import Due
from games.matches.errors import (
    DeadlinePassed,
    InvalidMove,
    MatchNotActive,
    NotYourSeat,
    StalePrompt,
    VersionMovedOn,
)
from games.matches.match import Loaded, Match, load
from games.matches.recording import fingerprint
from games.matches.rights import check_not_quarantined, seat_of
from games.matches.road import CLOCK, Actor, Request, Taken

NO_KEY = bytes(32)


@dataclass(frozen=True, kw_only=True)
class Sent:
    """A move as a player sends it: `body` is `{"prompt", "type", …}`.

    `only_at`, if given, is a set of (version, seat): the match must be at such a version for that seat.
    """

    body: JSONObject
    only_at: frozenset[tuple[int, int]] | None = None

    @property
    def prompt(self) -> JSON:
        return self.body.get("prompt")


def play(match_id: str, player: str, sent: Sent, *, key: str | None) -> Taken:
    """Play a move from the player's seat.

    Refused in the order of the contract: `NotSeated`, `MatchNotActive`, `DeadlinePassed`, `StalePrompt`,
    `NotYourSeat`, `InvalidMove`, `VersionMovedOn`, then `RuleBroken`. On any refusal nothing of it is recorded.
    """

    def judge(loaded: Loaded) -> list[Draft]:
        seat = _seat_at_play(loaded, player)
        _let_the_clock_play(loaded, sent.prompt)
        move = _checked(loaded.match, seat, sent)
        return _decided(loaded.match, seat, move, by="player", body=sent.body)

    actor = Actor(by="player", name=player)
    return road.take(Request(match=match_id, actor=actor, key=key, hash=fingerprint("move", sent.body)), judge)


def check(match_id: str, player: str, sent: Sent) -> None:
    """Refuse a move exactly as `play` would; nothing is recorded, drawn or revealed, and the clock does not play."""
    loaded = load(match_id)
    seat = _seat_at_play(loaded, player)
    _check_in_time(loaded, clocks.passed(loaded.match.deadlines, loaded.now), sent.prompt)
    move = _checked(loaded.match, seat, sent)
    # Whether a move is legal hangs on no draw, so a chance that is not the match's own says nothing about it.
    with quarantine.guard(match_id, loaded.match.head.version):
        loaded.match.game.decide(loaded.match.state, seat, move, Chance(NO_KEY))


def resign(match_id: str, player: str, *, key: str | None) -> Taken:
    """Leave a running match for good; legal at any time before its end."""

    def judge(loaded: Loaded) -> list[Draft]:
        seat = _seat_at_play(loaded, player)
        _let_the_clock_play(loaded, None)
        return _decided(loaded.match, seat, Resign(), by="player", body=move_to_json(Resign()))

    actor = Actor(by="player", name=player)
    return road.take(Request(match=match_id, actor=actor, key=key, hash=fingerprint("resign")), judge)


def expire(match_id: str) -> int:
    """Play the default move for every prompt of a match whose time is up; how many there were."""
    loaded = load(match_id)
    due = clocks.passed(loaded.match.deadlines, loaded.now)
    for item in due:
        _time_out(match_id, item)
    return len(due)


def _time_out(match_id: str, due: Due) -> None:
    """The clock's move, once: its key is the prompt, and whoever comes second finds it answered."""

    def judge(loaded: Loaded) -> list[Draft]:
        if due not in clocks.passed(loaded.match.deadlines, loaded.now):
            raise StalePrompt(prompt=due.prompt)
        check_not_quarantined(match_id)
        with quarantine.guard(match_id, loaded.match.head.version):
            move = loaded.match.game.default_move(loaded.match.state, due.seat)
        body = {"prompt": due.prompt, **move_to_json(move)}
        number = loaded.match.moves + 1
        timed_out = Draft(type="timed_out", data={"prompt": due.prompt}, seat=due.seat, by="clock", move=number)
        try:
            return _decided(loaded.match, due.seat, move, by="clock", body=body, ahead=[timed_out])
        except RuleBroken as refused:
            # A kernel that refuses its own default would hold the clock up for ever.
            with quarantine.guard(match_id, loaded.match.head.version):
                raise AssertionError(refused.code) from None

    request = Request(match=match_id, actor=CLOCK, key=due.prompt, hash=fingerprint("timeout", due.prompt))
    try:
        road.take(request, judge)
    except StalePrompt:
        return


def _seat_at_play(loaded: Loaded, player: str) -> int:
    seat = seat_of(loaded, player)
    if loaded.match.table.status != table.ACTIVE:
        raise MatchNotActive(status=loaded.match.table.status)
    check_not_quarantined(loaded.match.id)
    return seat


def _let_the_clock_play(loaded: Loaded, prompt: object) -> None:
    """A late move plays the expiry first; `DeadlinePassed` when the late prompt is the move's own."""
    due = clocks.passed(loaded.match.deadlines, loaded.now)
    for item in due:
        _time_out(loaded.match.id, item)
    _check_in_time(loaded, due, prompt)
    if due:
        raise Conflict(loaded.match.id, loaded.match.head.version)


def _check_in_time(loaded: Loaded, due: Sequence[Due], prompt: object) -> None:
    if any(item.prompt == prompt for item in due) or _clock_answered(loaded, prompt):
        raise DeadlinePassed(prompt=str(prompt))


def _clock_answered(loaded: Loaded, prompt: object) -> bool:
    if loaded.match.table.clock["mode"] == "none" or not _is_prompt_id(prompt) or prompt in loaded.match.opened:
        return False
    return store.find_command(loaded.match.id, CLOCK.name, prompt) is not None


def _checked(match: Match, seat: int, sent: Sent) -> Move:
    _check_prompt(match, seat, sent.prompt)
    move = _read(match, sent.body)
    if sent.only_at is not None and (match.head.version, seat) not in sent.only_at:
        raise VersionMovedOn(version=match.head.version)
    if move.type in match.game.clock_only:
        raise RuleBroken("clock_only_move", clause=match.game.clock_only[move.type])
    return move


def _check_prompt(match: Match, seat: int, prompt: object) -> None:
    if not isinstance(prompt, str):
        raise InvalidMove([Violation(pointer="/prompt", code="required", detail="A move names its prompt.")])
    asked = next((asked for asked, open_prompt in match.prompts.items() if open_prompt.id == prompt), None)
    if asked is None:
        raise StalePrompt(prompt=prompt if _is_prompt_id(prompt) else "…")
    if asked != seat:
        raise NotYourSeat(prompt=prompt)


def _is_prompt_id(prompt: object) -> TypeGuard[str]:
    return isinstance(prompt, str) and re.fullmatch(r"p[0-9]{1,9}\.[0-9]{1,2}", prompt) is not None


def _read(match: Match, sent: JSONObject) -> Move:
    """The move that the body means, held against the general schema of its type."""
    body = {name: value for name, value in sent.items() if name != "prompt"}
    schema = match.game.move_schemas.get(str(body.get("type")))
    if schema is None:
        known = ", ".join(sorted(match.game.move_schemas))
        raise InvalidMove([Violation(pointer="/type", code="enum", detail=f"The move types are {known}.")])
    if wrong := violations(schema, body):
        raise InvalidMove(wrong)
    return move_from_json(match.game.move_classes, body)


def _decided(
    match: Match, seat: int, move: Move, *, by: str, body: JSONObject, ahead: Sequence[Draft] = ()
) -> list[Draft]:
    """The drafts of an accepted move: the table's own ahead, the kernel's, and the end of the match if it is one."""
    number = match.moves + 1
    with quarantine.guard(match.id, match.head.version):
        events = match.game.decide(match.state, seat, move, match.chance())
        outcome = match.game.outcome(_after(match, events))
        drafts = [*ahead, *recording.drafts_of(events, by=by, move=number)]
        drafts = recording.with_move(drafts, seat=seat, move=body)
    return drafts if outcome is None else [*drafts, recording.match_ended(outcome)]


def _after(match: Match, events: Sequence[Event]) -> object:
    state = match.state
    for event in events:
        state = match.game.evolve(state, event)
    return state
