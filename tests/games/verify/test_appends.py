"""What belongs together is in one append, and nothing else is: the events of an append share their time."""

import copy
from collections.abc import Callable
from typing import Any

import pytest

from games.table.features.quiet_hours.events import ClockChanged
from games.table.stoppages import Stops
from games.verify.verifier import verify_bytes
from tests.games.verify.files import TICK, Line, Scribe, mended, played, values
from tests.games.verify.tables import GAME, assert_refuted, assert_valid, event, scribe

Change = Callable[[list[Line]], None]


def lobby(change: Change, of: Scribe | None = None) -> bytes:
    """The file of a match that has just started after a change to its lines, with every hash made to fit."""
    lines = values((of or scribe()).file(whole=True))
    change(lines)
    return mended(lines)


def envelope(line: Line) -> dict[str, Any]:
    return line["envelope"]  # type: ignore[no-any-return]


def after_first(lines: list[Line], **more: Any) -> Line:
    """An event of the table's own like the one by which the first seat was taken, a second later."""
    line = copy.deepcopy(lines[2])
    line["envelope"].update({"at": "2026-11-21T12:00:01.000000Z", **more})
    return line


def no_creator(lines: list[Line]) -> None:
    lines[2:-1] = []


def called_off_by_nobody(lines: list[Line]) -> None:
    lines[2:-1] = [after_first(lines, type="match_cancelled", seat=None, by="system", data={})]


def creator_sits_down_later(lines: list[Line]) -> None:
    lines[2:-1] = [after_first(lines)]


def bots_alone(lines: list[Line]) -> None:
    for line in lines[2:5]:
        envelope(line)["data"].update(bot="random", entropy=None)
    started = next(line for line in lines[5:-1] if envelope(line)["type"] == "match_started")
    envelope(started)["data"]["entropies"] = [None] * 3


def bot_first(lines: list[Line]) -> None:
    envelope(lines[2])["data"].update(bot="random", entropy=None)
    lines[3:-1] = []


def left_to_nobody(lines: list[Line]) -> None:
    lines[3:-1] = [after_first(lines, type="seat_left", data={})]


def left_to_a_bot(lines: list[Line]) -> None:
    bot = after_first(lines, seat=1, data={"entropy": None, "bot": "random"})
    left = after_first(lines, type="seat_left", data={}, at="2026-11-21T12:00:02.000000Z")
    lines[3:-1] = [bot, left]


def bot_leaves(lines: list[Line]) -> None:
    bot = after_first(lines, seat=1, data={"entropy": None, "bot": "random"})
    left = after_first(lines, type="seat_left", data={}, seat=1, at="2026-11-21T12:00:02.000000Z")
    lines[3:-1] = [bot, left]


def all_sit_down_at_once(lines: list[Line]) -> None:
    for line in lines[2:5]:
        envelope(line)["at"] = envelope(lines[2])["at"]


def all_at_one_time(lines: list[Line]) -> None:
    for line in lines[1:-1]:
        envelope(line)["at"] = envelope(lines[1])["at"]


def fork_of_itself(lines: list[Line]) -> None:
    data = envelope(lines[1])["data"]
    match = envelope(lines[1])["match"]
    data["forked_from"] = {"match": match, "version": 9, "head": "0" * 64, "resigned": [], "eliminated": []}
    envelope(lines[1])["seals"].append({"audience": [], "digest": "0" * 64})
    lines[1]["openings"].append({"index": 1, "salt": "00" * 16, "part": {"origins": []}})
    lines[3:-1] = []


FALSE: dict[str, tuple[Change, str]] = {
    "a match that nobody has created": (no_creator, "seat_taken comes next in the same append"),
    "called off by nobody": (called_off_by_nobody, "seat_taken comes next in the same append"),
    "a creator who sits down later": (creator_sits_down_later, "seat_taken comes next in the same append"),
    "bots alone": (bots_alone, "a player sits down before any bot"),
    "a bot first": (bot_first, "a player sits down before any bot"),
    "a lobby left to nobody": (left_to_nobody, "match_cancelled comes next in the same append"),
    "a lobby left to a bot": (left_to_a_bot, "match_cancelled comes next in the same append"),
    "a bot that leaves": (bot_leaves, "no bot leaves a seat"),
    "players who sit down at once": (all_sit_down_at_once, "one player sits down at a time"),
    "a match at one time": (all_at_one_time, "one player sits down at a time"),
    "a fork of itself": (fork_of_itself, "no match is a fork of itself"),
}


@pytest.mark.parametrize("name", FALSE)
def test_a_lobby_that_no_service_writes_is_refuted(name: str) -> None:
    change, expected = FALSE[name]
    found = verify_bytes(lobby(change)).flaw
    assert found is not None
    assert expected in found.reason, found


def started_as_the_last_sat_down(lines: list[Line]) -> None:
    for line in lines[5:-1]:
        envelope(line)["at"] = envelope(lines[4])["at"]


def left_and_called_off(lines: list[Line]) -> None:
    left = after_first(lines, type="seat_left", data={})
    lines[3:-1] = [left, after_first(lines, type="match_cancelled", seat=None, by="system", data={})]


def with_bots_from_the_first(lines: list[Line]) -> None:
    for line in lines[2:5]:
        envelope(line)["at"] = envelope(lines[1])["at"]


TRUE: dict[str, tuple[Change, Scribe]] = {
    "started when it is full": (started_as_the_last_sat_down, scribe()),
    "left by the last, and called off": (left_and_called_off, scribe()),
    "created with bots": (with_bots_from_the_first, Scribe(GAME, 3, bots=[1, 2])),
}


@pytest.mark.parametrize("name", TRUE)
def test_what_stands_in_one_append_is_valid(name: str) -> None:
    change, of = TRUE[name]
    assert verify_bytes(lobby(change, of)).flaw is None


def test_the_wishes_of_its_players_are_told_as_a_match_starts_in_the_order_of_the_seats() -> None:
    for seats, expected in (((0, 2), None), ((2, 0), "two appends have one time")):
        of = scribe()
        stops = Stops(vacation=(of.now, of.now + TICK))
        changed = ClockChanged(reason="started", stops=stops).data
        of.now -= TICK
        of.append([event("clock_changed", seat, **changed) for seat in seats])
        if expected is None:
            assert_valid(of)
        else:
            assert_refuted(of, expected)


def test_two_moves_have_two_times() -> None:
    of = scribe()
    for seat in (0, 1):
        of.move(seat, of.legal(seat)[0])
        of.now -= TICK
    assert_refuted(of, "two appends have one time")


def test_a_move_and_its_taking_back_have_two_times() -> None:
    of = scribe()
    of.move(0, of.legal(0)[0])
    of.now -= TICK
    of.append([event("move_taken_back", 0, taken_back=1)])
    assert_refuted(of, "two appends have one time")


@pytest.mark.parametrize("seat", [None, 0])
def test_who_cannot_see_the_moves_finds_two_at_one_time_too(seat: int | None) -> None:
    of = played("rock-paper-wizard", seed=11, moves=9)
    assert verify_bytes(of.file(seat)).flaw is None
    lines = values(of.file(seat))
    moves = [line for line in lines[1:-1] if envelope(line)["move"] in (3, 4)]
    for line in moves:
        envelope(line)["at"] = envelope(moves[-1])["at"]
    found = verify_bytes(mended(lines)).flaw
    assert found is not None
    assert found.reason == "two appends have one time"
