"""Judges and appends a player's move, and a resignation."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeGuard

from events.errors import Conflict
from games.core.chance import Chance
from games.core.codec import move_from_json, move_to_json
from games.core.definition import GameDefinition
from games.core.errors import RuleBroken
from games.core.json import JSON, JSONObject
from games.core.moves import Move, Resign
from games.core.prompts import Violation
from games.matches.autoplay import timeouts
from games.matches.errors import (
    DeadlinePassed,
    InvalidMove,
    MatchNotActive,
    MatchPaused,
    NotYourSeat,
    StalePrompt,
    VersionMovedOn,
)
from games.matches.play import seat_keys
from games.matches.quotas import admission
from games.matches.stream import quarantine
from games.matches.stream.cache import Recent
from games.matches.stream.commands import Appended, execute, request
from games.matches.stream.decisions import decide
from games.matches.stream.drafts import Plan
from games.matches.stream.guards import seat_at_play
from games.matches.stream.loading import Loaded, Reading, load
from games.matches.stream.state import IMPORTED, Match
from games.table import clocks
from games.table.clocks import Due
from games.table.events import PLAYER, TableEvent
from games.table.features.autopilot.events import AutopilotOff
from games.table.seat_signatures import SignedPart

NO_KEY = bytes(32)
# Bodies that a game's schema has accepted, by game, rules version and the body as text: True, 1 and 1.0 are equal and
# not the same. To judge a body is slow, and most bodies have been sent before.
right: Recent[bool] = Recent(most=2_000)
# Longer bodies are not remembered.
MOST_REMEMBERED = 2_000


@dataclass(frozen=True, kw_only=True)
class Sent:
    """A move as a player sends it: `body` is `{"prompt", "type", …}`.

    `only_at`, if given, is a set of (version, seat): the match must be at one of these versions, for that seat.
    `signed` is the player's signature, if the seat signs.
    """

    body: JSONObject
    signed: SignedPart | None = None
    only_at: frozenset[tuple[int, int]] | None = None

    @property
    def prompt(self) -> JSON:
        return self.body.get("prompt")


def play(match_id: str, player: str, sent: Sent, *, key: str | None, reading: Reading | None = None) -> Appended:
    """Play a move from the player's seat; `reading` is what the request has already read of the match.

    Raises these refusals, checked in this order: `NotSeated`, `MatchNotActive`, `MatchPaused`, `DeadlinePassed`,
    `StalePrompt`, `NotYourSeat`, `InvalidMove`, `VersionMovedOn`, `SignatureRequired`, `SignatureInvalid`, then
    `RuleBroken`. A refused move leaves no record.
    """

    def judge(loaded: Loaded) -> Plan:
        seat = _seat_at_play(loaded, player)
        _check_not_paused(loaded.match)
        _let_the_clock_play(loaded, sent.prompt)
        move = _checked(loaded.match, seat, sent)
        seat_keys.check_signed(loaded, seat, sent.body, sent.signed)
        ahead = _taken_back(loaded.match, seat)
        return decide(loaded, seat, move, by=PLAYER, body=sent.body, ahead=ahead, signed=sent.signed)

    what = sent.body if sent.signed is None else [sent.body, sent.signed]
    return execute(request(match_id, player, "move", what, key=key, reading=reading), judge)


def check(match_id: str, player: str, sent: Sent, *, reading: Reading | None = None) -> None:
    """Refuse a move as `play` would, but accept a missing signature, because the move is not made.

    Records, draws and reveals nothing, and plays no timeouts.
    """
    loaded = load(match_id) if reading is None else reading.loaded
    seat = _seat_at_play(loaded, player)
    _check_not_paused(loaded.match)
    _check_in_time(loaded, clocks.passed(loaded.match.deadlines, loaded.now), sent.prompt)
    move = _checked(loaded.match, seat, sent)
    if sent.signed is not None:
        seat_keys.check_signed(loaded, seat, sent.body, sent.signed)
    # Legality depends on no draw, so a chance other than the match's own gives the same answer.
    match = loaded.match
    quarantine.judged(
        match.id, match.head.version, "decide", lambda: match.game.decide(match.state, seat, move, Chance(NO_KEY))
    )


def resign(
    match_id: str, player: str, *, signed: SignedPart | None = None, is_deleted: bool = False, key: str | None
) -> Appended:
    """Leave a running match for good; legal at any time before its end, `signed` where the seat signs.

    A player who `is_deleted`, or who can bind no further key, may leave without a signature; verifiers then report it.
    """

    def judge(loaded: Loaded) -> Plan:
        seat, body = _seat_at_play(loaded, player), move_to_json(Resign())
        _let_the_clock_play(loaded, None)
        if not (is_deleted or (signed is None and seat_keys.is_locked_out(loaded, seat))):
            seat_keys.check_signed(loaded, seat, body, signed)
        return decide(loaded, seat, Resign(), by=PLAYER, body=body, signed=signed)

    what = [] if signed is None else [signed]
    resigned = execute(request(match_id, player, "resign", *what, key=key), judge)
    if not resigned.replayed:
        admission.depart(match_id, player)
    return resigned


def _seat_at_play(loaded: Loaded, player: str) -> int:
    if loaded.is_imported:
        raise MatchNotActive(status=IMPORTED)
    return seat_at_play(loaded, player)


def _check_not_paused(match: Match) -> None:
    if match.table.paused_at is not None:
        raise MatchPaused


def _let_the_clock_play(loaded: Loaded, prompt: object) -> None:
    """Play the timeouts that are due before a late move; `DeadlinePassed` if the move's own prompt is past its
    deadline.
    """
    due = timeouts.catch_up(loaded)
    _check_in_time(loaded, due, prompt)
    if due:
        raise Conflict(loaded.match.id, loaded.match.head.version)


def _check_in_time(loaded: Loaded, due: Sequence[Due], prompt: object) -> None:
    late = {item.prompt for item in due} | loaded.match.table.expired
    if isinstance(prompt, str) and prompt in late:
        raise DeadlinePassed(prompt=prompt)


def _taken_back(match: Match, seat: int) -> list[TableEvent]:
    """A move ends autopilot: its seat's player is back."""
    if seat not in match.table.autopilot:
        return []
    return [AutopilotOff(seat=seat, reason="played", move=match.moves + 1)]


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
    """The move of a body, checked against the general schema of its type."""
    body = {name: value for name, value in sent.items() if name != "prompt"}
    if str(body.get("type")) not in match.game.move_schemas:
        known = ", ".join(sorted(match.game.move_schemas))
        raise InvalidMove([Violation(pointer="/type", code="enum", detail=f"The move types are {known}.")])
    _check_shape(match.game, body)
    return move_from_json(match.game.move_classes, body)


def _check_shape(game: GameDefinition, body: JSONObject) -> None:
    written = f"{game.slug} {game.rules} {body!r}"
    if right.get(written):
        return
    if wrong := game.compiled_moves[str(body["type"])].violations(body):
        raise InvalidMove(wrong)
    if len(written) <= MOST_REMEMBERED:
        right.put(written, True)
