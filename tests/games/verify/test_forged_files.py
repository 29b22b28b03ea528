"""No forged file passes: against the chain, the seal, the draw, the move judged again, or the head that was kept."""

import copy
import itertools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from events.format.canon import canon
from events.format.chain import GENESIS, event_hash
from games.verify.match_file import NotAMatchFile
from games.verify.report import CHAIN, CHANCE, REPLAY, SEALS, Flaw
from games.verify.verifier import verify_bytes
from tests.games.verify.files import Line, mended, played, values, written
from tests.support.examples import examples

SCRIBE = played("rock-paper-wizard", seed=11)
FILE, HEAD = SCRIBE.file(), SCRIBE.events[-1].hash.hex()
OTHER = played("rock-paper-wizard", seed=12).file()
RUNNING = played("rock-paper-wizard", seed=11, moves=9)
LINES = FILE.splitlines(keepends=True)
EVENTS = len(LINES) - 2
RECORDED = Path(__file__).parents[2] / "recorded"
numbers = st.integers(0, 2**31)


def flaw(data: bytes, head: str | None = None) -> Flaw | None:
    try:
        return verify_bytes(data, head=head).flaw
    except NotAMatchFile as refused:
        return refused.flaw


def forged(change: Callable[[list[Line]], None], data: bytes = FILE) -> bytes:
    """The file with a change to its lines, and every seal and hash made to fit again."""
    lines = values(data)
    change(lines)
    return mended(lines)


def entry(lines: list[Line], type: str, which: int = 0) -> Line:
    return [line for line in lines[1:-1] if line["envelope"]["type"] == type][which]


def test_the_true_files_are_valid() -> None:
    assert flaw(FILE, HEAD) is flaw(OTHER) is flaw(RUNNING.file(0)) is None
    assert mended(values(FILE)) == FILE


@settings(max_examples=examples(400))
@given(numbers, st.integers(1, 255))
def test_any_byte_changed_is_found(place: int, change: int) -> None:
    data = bytearray(FILE)
    data[place % len(data)] ^= change
    assert flaw(bytes(data)) is not None


@settings(max_examples=examples(150))
@given(numbers, st.integers(1, 255), st.sampled_from([None, 0, 1, 2]))
def test_any_byte_changed_in_a_running_match_is_found_by_whoever_may_see_it(
    place: int, change: int, seat: int | None
) -> None:
    data = bytearray(RUNNING.file(seat))
    data[place % len(data)] ^= change
    # Before a seat has sealed anything its file is a spectator's, but for the word that says whose it is.
    assert flaw(bytes(data)) is not None


@settings(max_examples=examples(100))
@given(numbers, st.integers(0, 255))
def test_any_byte_put_in_or_taken_out_is_found(place: int, byte: int) -> None:
    place %= len(FILE)
    assert flaw(FILE[:place] + bytes([byte]) + FILE[place:]) is not None
    assert flaw(FILE[:place] + FILE[place + 1 :]) is not None


@settings(max_examples=examples(100))
@given(numbers)
def test_a_file_cut_off_anywhere_is_found(place: int) -> None:
    assert flaw(FILE[: place % len(FILE)]) is not None


@settings(max_examples=examples(100))
@given(numbers, numbers)
def test_lines_in_another_order_are_found(one: int, other: int) -> None:
    lines, one, other = list(LINES), one % len(LINES), other % len(LINES)
    assume(lines[one] != lines[other])
    lines[one], lines[other] = lines[other], lines[one]
    assert flaw(b"".join(lines)) is not None


@settings(max_examples=examples(100))
@given(numbers, st.booleans())
def test_a_line_left_out_or_doubled_is_found(place: int, doubled: bool) -> None:
    place %= len(LINES)
    lines = [*LINES[:place], *[LINES[place]] * (2 * doubled), *LINES[place + 1 :]]
    assert flaw(b"".join(lines)) is not None


@settings(max_examples=examples(100))
@given(numbers)
def test_two_files_spliced_are_found(place: int) -> None:
    other = OTHER.splitlines(keepends=True)
    place = 1 + place % (min(len(LINES), len(other)) - 2)
    assert flaw(b"".join([*LINES[:place], *other[place:]])) is not None


@settings(max_examples=examples(100))
@given(numbers)
def test_two_files_spliced_with_mended_hashes_are_found(place: int) -> None:
    mine, other = values(FILE), values(OTHER)
    place = 2 + place % (min(len(mine), len(other)) - 4)
    spliced = [*mine[:place], *other[place:]]
    for line in spliced[1:-1]:
        line["envelope"]["match"] = mine[0]["match"]
    assert flaw(mended(spliced)) is not None


@settings(max_examples=examples(150))
@given(numbers, st.data())
def test_a_forged_event_with_every_later_hash_mended_is_refuted_by_the_head_that_was_kept(
    place: int, data: st.DataObject
) -> None:
    lines = values(FILE)
    envelope = lines[1 + place % EVENTS]["envelope"]
    name = data.draw(st.sampled_from(sorted(envelope.keys() - {"version", "seals", "match"})))
    change(envelope, name)
    found = flaw(mended(lines), HEAD)
    assert found is not None


@settings(max_examples=examples(150))
@given(numbers, st.data())
def test_a_forged_event_of_the_rules_with_mended_hashes_is_refuted_by_the_rules_alone(
    place: int, data: st.DataObject
) -> None:
    lines = values(FILE)
    ruled = [line["envelope"] for line in lines[1:-1] if isinstance(line["envelope"]["data"].get("rules"), list)]
    envelope = ruled[place % len(ruled)]
    # Who sat at the clock, and when, no rule can say.
    name = data.draw(st.sampled_from(["type", "schema", "seat", "move", "draws", "data"]))
    change(envelope, name)
    assert flaw(mended(lines)) is not None


@settings(max_examples=examples(150))
@given(numbers, numbers)
def test_a_forged_sealed_part_with_mended_seals_and_hashes_is_refuted_by_the_rules_alone(
    place: int, which: int
) -> None:
    lines = values(FILE)
    sealed = [opening for line in lines[1:-1] for opening in line["openings"]]
    part = sealed[place % len(sealed)]["part"]
    name = sorted(part)[which % len(part)]
    part[name] = other_value(part[name])
    assert flaw(mended(lines)) is not None


@settings(max_examples=examples(60))
@given(numbers)
def test_an_event_left_out_with_mended_versions_is_refuted_by_the_rules_alone(place: int) -> None:
    lines = values(FILE)
    del lines[1 + place % EVENTS]
    assert flaw(mended(lines)) is not None


@settings(max_examples=examples(60))
@given(numbers)
def test_two_events_swapped_with_mended_versions_are_refuted_by_the_rules_alone(place: int) -> None:
    lines = values(FILE)
    place = 1 + place % (EVENTS - 1)
    one, other = lines[place], lines[place + 1]
    # Two seats that sat down together may have come in either order, but for what the times say.
    assume(one["envelope"]["type"] != "seat_taken" or other["envelope"]["type"] != "seat_taken")
    lines[place : place + 2] = [other, one]
    assert flaw(mended(lines)) is not None


def change(envelope: Any, name: str) -> None:
    """Another value in one field; one deep down where it is an object."""
    if name == "data" and envelope["data"]:
        inner = sorted(envelope["data"])[0]
        envelope["data"][inner] = other_value(envelope["data"][inner])
    elif name == "at":
        envelope["at"] = "2027" + envelope["at"][4:]
    elif name == "by":
        envelope["by"] = "bot" if envelope["by"] != "bot" else "player"
    else:
        envelope[name] = other_value(envelope[name])


def other_value(value: Any) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        return f"{value}x"
    if isinstance(value, list):
        return [*value, 7]
    if isinstance(value, dict):
        return (
            {**value, "forged": 1} if not value else {**value, sorted(value)[0]: other_value(value[sorted(value)[0]])}
        )
    return 0


def set_by_path(path: str, value: Any, type: str, which: int = 0, data: bytes = FILE) -> bytes:
    def put(lines: list[Line]) -> None:
        *steps, last = path.split(".")
        place: Any = entry(lines, type, which)
        for step in steps:
            place = place[int(step)] if step.isdigit() else place[step]
        place[last] = value

    return forged(put, data)


@pytest.mark.parametrize(
    ("type", "path", "value", "check", "reason"),
    [
        ("match_created", "envelope.data.game", "chess", REPLAY, "no such game"),
        ("match_created", "envelope.data.rules", "999", REPLAY, "no such game"),
        ("match_created", "envelope.data.seats", 40, REPLAY, "number of seats"),
        ("match_created", "envelope.data.options", {}, REPLAY, "written out"),
        ("match_created", "envelope.data.options", {"max_rounds": "x"}, REPLAY, "no such options"),
        ("match_created", "envelope.data.clock", {}, REPLAY, "no such clock"),
        ("match_created", "envelope.data.commitment", "00" * 32, CHANCE, "committed to"),
        ("match_created", "envelope.data.commitment", "the seed", CHANCE, "nothing is committed to"),
        ("match_created", "envelope.data.pace", 2**53 - 1, REPLAY, "10 seconds at most"),
        ("match_created", "envelope.data.fill", {"after": 9, "bot": "easy"}, REPLAY, "not filled after such a time"),
        ("match_created", "envelope.data.fill", {"after": 2**53 - 1, "bot": "easy"}, REPLAY, "after such a time"),
        ("match_created", "envelope.by", "player", REPLAY, "how match_created looks"),
        ("match_created", "openings.0.part", {"seed": "00" * 32}, CHANCE, "committed to"),
        ("match_created", "openings.0.part", {"seed": "00"}, CHANCE, "32 bytes"),
        ("match_created", "openings.0.part", {"seed": "zz" * 32}, CHANCE, "hex"),
        ("match_created", "openings.0.part", {"seed": 5}, CHANCE, "hex"),
        ("match_created", "openings.0.part", {"sead": "00" * 32}, CHANCE, "no seed"),
        ("seat_taken", "envelope.seat", 1, REPLAY, "not free"),
        ("seat_taken", "envelope.seat", 3, REPLAY, "not free"),
        ("seat_taken", "envelope.seat", None, REPLAY, "not free"),
        ("seat_taken", "envelope.by", "system", REPLAY, "by a player"),
        ("seat_taken", "envelope.data.entropy", "x" * 65, REPLAY, "64 characters"),
        ("seat_taken", "envelope.data", {}, REPLAY, "or null"),
        ("seat_taken", "envelope.data.bot", "easy", REPLAY, "a bot gives nothing"),
        ("seat_taken", "envelope.data.entropy", "another", CHANCE, "the seats gave"),
        ("seat_taken", "envelope.type", "seat_left", REPLAY, "nobody sits there"),
        ("seat_taken", "envelope.type", "match_created", REPLAY, "created once"),
        ("match_started", "envelope.data.entropies", [None, None, None], CHANCE, "the seats gave"),
        ("match_started", "envelope.type", "match_cancelled", REPLAY, "other things than the table's"),
        ("timed_out", "envelope.data.prompt", "p99.0", REPLAY, "not asked this"),
        ("match_created", "envelope.data.note", 1, REPLAY, "other things than the table's"),
        ("seat_taken", "envelope.data.note", 1, REPLAY, "other things than the table's"),
        ("match_started", "envelope.data.note", 1, REPLAY, "other things than the table's"),
        ("timed_out", "envelope.data.note", 1, REPLAY, "other things than the table's"),
        ("seat_taken", "envelope.schema", 2, REPLAY, "one schema of seat_taken"),
        ("timed_out", "envelope.schema", 2, REPLAY, "one schema of timed_out"),
        ("timed_out", "envelope.by", "player", REPLAY, "called by the clock"),
        ("match_ended", "envelope.data.reason", "abandoned", REPLAY, "ends otherwise"),
        ("match_ended", "envelope.data.winners", [0, 1, 2], REPLAY, "ends otherwise"),
        ("match_ended", "envelope.type", "timed_out", REPLAY, "match_ended comes next"),
        ("match_ended", "envelope.at", "2027-01-01T00:00:00.000000Z", REPLAY, "at the same time"),
        ("choice_made", "envelope.seat", 7, REPLAY, "another seat"),
        ("choice_made", "envelope.by", "clock", REPLAY, "when time is up"),
        ("choice_made", "envelope.by", "system", REPLAY, "by a player, a bot or the clock"),
        ("choice_made", "envelope.move", 5000, REPLAY, "comes next"),
        ("choice_made", "openings.0.part", {"move": {"type": "resign"}}, REPLAY, "comes next"),
        ("choice_made", "openings.0.part", {"move": {"type": "resign", "prompt": "p1.9"}}, REPLAY, "nothing else"),
        ("choice_made", "openings.0.part.move.prompt", "p99.0", REPLAY, "not asked"),
        ("choice_made", "openings.0.part.move.spell", "no_spell", REPLAY, "shape"),
        ("choice_made", "openings.0.part", {"note": 1}, REPLAY, "no move"),
        ("choice_made", "envelope.seals.0.audience", [0, 1], REPLAY, "sealed for the seat that made it"),
        ("card_placed", "envelope.draws.first", 17, CHANCE, "draws are others"),
        ("card_placed", "envelope.draws", None, CHANCE, "draws are others"),
        ("card_placed", "envelope.data.card", "fireball", CHANCE, "by rules and draws"),
        ("card_placed", "envelope.data.rules", ["RPW-1"], CHANCE, "by rules and draws"),
        ("round_begun", "envelope.data.round", 2, REPLAY, "by rules and draws"),
    ],
)
def test_what_no_table_would_write_is_named(type: str, path: str, value: Any, check: str, reason: str) -> None:
    data = set_by_path(path, value, type)
    lines = values(data)
    if type == "match_created" and path.split(".")[-1] in ("game", "rules"):
        lines[0][path.split(".")[-1]] = value
    found = verify_bytes(written(lines)).flaw
    assert found is not None
    assert (found.check, reason in found.reason) == (check, True), found


@pytest.mark.parametrize(
    ("recorded", "type", "path", "value", "check", "reason"),
    [
        ("forked", "match_created", "envelope.data.forked_from", {"match": "x"}, REPLAY, "a fork names match"),
        ("forked", "match_created", "envelope.data.forked_from.version", 0, REPLAY, "a fork names match"),
        ("forked", "match_created", "envelope.data.forked_from.resigned", [4], REPLAY, "a seat was out that there is"),
        (
            "forked",
            "match_created",
            "envelope.data.forked_from.eliminated",
            [4],
            REPLAY,
            "a seat was out that there is",
        ),
        ("forked", "match_created", "openings.1.part", {"keys": []}, CHANCE, "a fork seals its older keys"),
        ("beacon", "match_started", "envelope.data.beacon", "zz" * 48, CHANCE, "signature is not written in hex"),
        ("played", "seat_left", "envelope.by", "clock", REPLAY, "left by its player"),
    ],
)
def test_what_no_table_would_write_of_forks_beacons_and_empty_seats_is_named(
    recorded: str, type: str, path: str, value: Any, check: str, reason: str
) -> None:
    data = (RECORDED / f"rock-paper-wizard-{recorded}.ndjson").read_bytes()
    found = verify_bytes(set_by_path(path, value, type, data=data)).flaw
    assert found is not None
    assert (found.check, reason in found.reason) == (check, True), found


def test_another_move_that_was_just_as_legal_makes_other_events() -> None:
    lines = values(FILE)
    moves = [line for line in lines[1:-1] if line["envelope"]["type"] == "choice_made"]
    target = next(line for line in moves if len(line["openings"]) == 2)
    move = target["openings"][0]["part"]["move"]
    move["target"] = (move["target"] + 1) % 3
    found = flaw(mended(lines))
    assert found is not None
    assert found.version == target["envelope"]["version"]


def test_a_match_rewritten_from_its_seed_on_is_refuted_by_a_kept_head_and_by_nothing_else() -> None:
    rewritten = played("rock-paper-wizard", seed=13)
    assert flaw(rewritten.file()) is None
    found = flaw(rewritten.file(), HEAD)
    assert found is not None
    assert "head that was kept" in found.reason


def test_a_match_that_has_ended_may_not_hide_anything() -> None:
    lines = values(FILE)
    lines[0]["redacted_for"] = "spectator"
    for line in lines[1:-1]:
        line["openings"] = []
    found = flaw(written(lines))
    assert found is not None
    assert found.check == SEALS


def test_a_part_that_is_kept_back_is_missed() -> None:
    lines = values(FILE)
    next(line for line in lines[1:-1] if line["openings"])["openings"].pop()
    found = flaw(written(lines))
    assert found is not None
    assert found.check == SEALS


def test_a_part_opened_to_a_seat_that_may_not_see_it_is_found() -> None:
    mine, all_open = values(RUNNING.file(0)), values(RUNNING.file(whole=True))
    mine[1]["openings"] = all_open[1]["openings"]
    found = flaw(written(mine))
    assert found is not None
    assert (found.check, found.version) == (SEALS, 1)


@pytest.mark.parametrize(
    ("place", "name", "value"),
    [
        (0, "format", "tabularium/2"),
        (0, "match", "019ab000-0000-4000-8000-000000000000"),
        (0, "game", "cave"),
        (0, "redacted_for", True),
        (0, "more", 1),
        (3, "more", 1),
        (3, "openings", [1]),
        (3, "envelope", []),
        (-1, "complete", False),
        (-1, "version", 3),
        (-1, "head", "00" * 32),
        (-1, "more", 1),
    ],
)
def test_every_line_has_exactly_its_fields_and_says_what_is_so(place: int, name: str, value: Any) -> None:
    lines = values(FILE)
    lines[place][name] = value
    assert flaw(written(lines)) is not None


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("type", "Seat Taken"),
        ("schema", 0),
        ("seat", "1"),
        ("by", "alice"),
        ("at", "2026-11-21T12:00:01Z"),
        ("at", "2026-13-21T12:00:01.000000Z"),
        ("move", 0),
        ("draws", {"first": 0}),
        ("draws", {"first": 0, "count": 0}),
        ("data", []),
        ("seals", {}),
        ("seals", [{"audience": [1, 0], "digest": "00" * 32}]),
        ("seals", [{"audience": [], "digest": "00"}]),
        ("seals", [{"audience": "", "digest": "00" * 32}]),
        ("more", 1),
    ],
)
def test_an_envelope_outside_the_format_is_named_with_mended_hashes(name: str, value: Any) -> None:
    found = flaw(forged(lambda lines: lines[2]["envelope"].update({name: value})))
    assert found is not None
    assert (found.check, found.version) == (CHAIN, 2)


@pytest.mark.parametrize("version", [True, None, "1", {}])
def test_a_version_that_is_no_number_is_named_with_mended_hashes(version: Any) -> None:
    lines = values(FILE)
    lines[1]["envelope"]["version"] = version
    previous = GENESIS
    for line in lines[1:-1]:
        previous = event_hash(previous, canon(line["envelope"]))
        line["hash"] = previous.hex()
    lines[-1]["head"] = previous.hex()
    found = flaw(written(lines))
    assert found is not None
    assert (found.check, found.version, found.reason) == (CHAIN, 1, "the version is no number")


@pytest.mark.parametrize("seat", [3, 99, 2**53 - 1])
def test_a_file_for_a_seat_that_the_match_has_not_is_not_valid(seat: int) -> None:
    lines = values(RUNNING.file())
    lines[0]["redacted_for"] = seat
    found = flaw(written(lines))
    assert found is not None
    assert (found.check, found.version) == (CHAIN, 0)


def test_a_time_that_goes_back_is_named() -> None:
    found = flaw(forged(lambda lines: lines[9]["envelope"].update({"at": "2026-11-20T12:00:00.000000Z"})))
    assert found is not None
    assert (found.check, found.version, found.reason) == (CHAIN, 9, "the time goes back")


def test_one_move_has_one_time() -> None:
    lines = values(FILE)
    pairs = itertools.pairwise(lines[1:-1])
    later = next(
        other["envelope"] for one, other in pairs if one["envelope"]["move"] == other["envelope"]["move"] is not None
    )
    for line in lines[later["version"] : -1]:
        line["envelope"]["at"] = "2026-11-22" + line["envelope"]["at"][10:]
    found = flaw(mended(lines))
    assert found is not None
    assert (found.version, found.reason) == (later["version"], "one move has two times")


def test_a_line_that_says_the_same_in_other_bytes_is_found() -> None:
    for other in (LINES[4].replace(b'":', b'": ', 1), LINES[4][:-1] + b"\r\n", b" " + LINES[4]):
        found = flaw(b"".join([*LINES[:4], other, *LINES[5:]]))
        assert found is not None
        assert (found.version, "canonical" in found.reason) == (4, True)


def test_an_event_after_the_end_is_found() -> None:
    def more(lines: list[Line]) -> None:
        lines.insert(-1, copy.deepcopy(lines[-2]))

    found = flaw(forged(more))
    assert found is not None
    assert (found.version, found.reason) == (EVENTS + 1, "an event comes after the end")


def test_a_match_that_stops_before_its_end_is_not_taken_for_one_that_runs() -> None:
    lines = values(FILE)
    del lines[-2]
    lines[-1]["complete"] = False
    found = flaw(mended(lines))
    assert found is not None
    assert "no event says so" in found.reason
