"""Every move goes through here, whoever makes it."""

from collections.abc import Sequence

from events import store
from events.errors import Conflict
from events.store import Draft
from games.core.codec import move_from_json, move_to_json
from games.core.errors import RuleBroken
from games.core.events import Event
from games.core.json import JSONObject
from games.core.moves import Move, Resign
from games.core.prompts import Violation, violations
from games.matches import clocks, quarantine, recording, road, table
from games.matches.clocks import Due
from games.matches.errors import (
    DeadlinePassed,
    InvalidMove,
    MatchNotActive,
    MatchQuarantined,
    NotSeated,
    NotYourSeat,
    StalePrompt,
)
from games.matches.match import Loaded, Match, load
from games.matches.recording import fingerprint
from games.matches.road import CLOCK, Actor, Request, Taken


def play(match_id: str, player: str, sent: JSONObject, *, key: str | None) -> Taken:
    """Play the move `sent` (`{"prompt", "type", …}`) from the player's seat.

    Refused in the order of the contract: `NotSeated`, `MatchNotActive`, `DeadlinePassed`, `StalePrompt`,
    `NotYourSeat`, `InvalidMove`, then `RuleBroken`. On any refusal nothing is recorded.
    """

    def judge(loaded: Loaded) -> list[Draft]:
        seat = _seat_at_play(loaded, player)
        _let_the_clock_play(loaded, sent.get("prompt"))
        _check_prompt(loaded.match, seat, sent.get("prompt"))
        return _decided(loaded.match, seat, _read(loaded.match, sent), by="player", body=sent)

    actor = Actor(by="player", name=player)
    return road.take(Request(match=match_id, actor=actor, key=key, hash=fingerprint("move", sent)), judge)


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
        _check_not_quarantined(match_id)
        with quarantine.guard(match_id, loaded.match.head.version):
            move = loaded.match.game.default_move(loaded.match.state, due.seat)
        body = {"prompt": due.prompt, **move_to_json(move)}
        number = loaded.match.moves + 1
        timed_out = Draft(type="timed_out", data={"prompt": due.prompt}, seat=due.seat, by="clock", move=number)
        return _decided(loaded.match, due.seat, move, by="clock", body=body, ahead=[timed_out])

    request = Request(match=match_id, actor=CLOCK, key=due.prompt, hash=fingerprint("timeout", due.prompt))
    try:
        road.take(request, judge)
    except StalePrompt:
        return


def _seat_at_play(loaded: Loaded, player: str) -> int:
    seat = loaded.seat_of(player)
    if seat is None:
        raise NotSeated
    if loaded.match.table.status != table.ACTIVE:
        raise MatchNotActive(status=loaded.match.table.status)
    _check_not_quarantined(loaded.match.id)
    return seat


def _check_not_quarantined(match_id: str) -> None:
    if quarantine.is_quarantined(match_id):
        raise MatchQuarantined


def _let_the_clock_play(loaded: Loaded, prompt: object) -> None:
    """A late move plays the expiry first; `DeadlinePassed` when the late prompt is the move's own."""
    due = clocks.passed(loaded.match.deadlines, loaded.now)
    for item in due:
        _time_out(loaded.match.id, item)
    if _is_clocked(loaded.match) and (any(item.prompt == prompt for item in due) or _clock_answered(loaded, prompt)):
        raise DeadlinePassed(prompt=str(prompt))
    if due:
        raise Conflict(loaded.match.id, loaded.match.head.version)


def _is_clocked(match: Match) -> bool:
    return match.table.clock["mode"] != "none"


def _clock_answered(loaded: Loaded, prompt: object) -> bool:
    if not isinstance(prompt, str) or prompt in loaded.match.opened:
        return False
    return store.find_command(loaded.match.id, CLOCK.name, prompt) is not None


def _check_prompt(match: Match, seat: int, prompt: object) -> None:
    if not isinstance(prompt, str):
        raise InvalidMove([Violation(pointer="/prompt", code="required", detail="A move names its prompt.")])
    asked = next((asked for asked, open_prompt in match.prompts.items() if open_prompt.id == prompt), None)
    if asked is None:
        raise StalePrompt(prompt=prompt)
    if asked != seat:
        raise NotYourSeat(prompt=prompt)


def _read(match: Match, sent: JSONObject) -> Move:
    """The move that the body means, held against the general schema of its type."""
    body = {name: value for name, value in sent.items() if name != "prompt"}
    schema = match.game.move_schemas.get(str(body.get("type")))
    if schema is None:
        known = ", ".join(sorted(match.game.move_schemas))
        raise InvalidMove([Violation(pointer="/type", code="enum", detail=f"The move types are {known}.")])
    if wrong := violations(schema, body):
        raise InvalidMove(wrong)
    move = move_from_json(match.game.move_classes, body)
    if move.type in match.game.clock_only:
        raise RuleBroken("clock_only_move", clause=match.game.clock_only[move.type])
    return move


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
