"""What an operator with all keys of the machine tries, who finds it, and what they say. One test for each attempt.

The keys are those of database, service and log: every hash, seal and signature that the operator makes is good. Signing
for a seat is tried where seats sign (the table's feature of signed moves).
"""

import hashlib
import json
import shutil
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from games.core.chance import Chance, commitment, derive_key
from games.headlog.log_entries import LogEntry, match_digest
from games.headlog.witness import Witness, add_checkpoint_body
from games.table.standing import time_of
from games.verify import drand, log_check
from games.verify.__main__ import main as verify
from games.verify.drand import QUICKNET
from games.verify.match_file import read
from games.verify.verifier import verify_bytes
from tests.games.headlog.logs import KEY, ORIGIN, WITNESSES, Log, encoded, entry
from tests.games.headlog.test_command import told as headlog
from tests.games.verify.files import Line, mended, values
from tests.games.verify.test_opened_draws import opened_of
from tests.games.verify.test_opened_draws import running as played_openly
from tests.support.small_beacon import PUBLISHED
from tests.web.log_readers import Case, asked, finding, match_of
from tests.web.test_live_draws import on_the_page as page_of_draws
from tests.web.verifiers import Case as FileCase
from tests.web.verifiers import browsers

RECORDED = Path(__file__).parents[1] / "recorded"
BEACON = (RECORDED / "rock-paper-wizard-beacon.ndjson").read_bytes()
PLAYED = (RECORDED / "rock-paper-wizard-rematch.ndjson").read_bytes()
ROUND = 1000
Out = pytest.CaptureFixture[str]

has_node = pytest.mark.skipif(shutil.which("node") is None, reason="node is not here to run the page's verifier")


def forged(base: bytes, change: Callable[[list[Line]], object]) -> bytes:
    """The file with a change to its lines, and every seal and hash made to fit again: the operator can do that."""
    lines = values(base)
    change(lines)
    return mended(lines)


def of_type(lines: list[Line], kind: str) -> dict[str, Any]:
    envelope: dict[str, Any] = next(line for line in lines[1:-1] if line["envelope"]["type"] == kind)["envelope"]
    return envelope


def said(capsys: Out, tmp_path: Path, data: bytes, *more: object) -> tuple[int, str]:
    """What the verifier on the command line says first."""
    file = tmp_path / "match.ndjson"
    file.write_bytes(data)
    status = verify([str(one) for one in (file, *more)])
    return status, capsys.readouterr().out.splitlines()[0]


def on_the_page(case: Case) -> tuple[str, str]:
    found = finding(case)
    return found["is"], found.get("says", "")


def with_seed(lines: list[Line], number: int) -> bytes:
    """Another seed, and the commitment to it; the seed."""
    seed = hashlib.sha256(f"seed {number}".encode()).digest()
    lines[1]["envelope"]["data"]["commitment"] = commitment(seed)
    lines[1]["openings"][0]["part"]["seed"] = seed.hex()
    return seed


def lobby() -> list[Line]:
    """The match with a beacon before its start."""
    lines = values(BEACON)
    start: int = of_type(lines, "match_started")["version"]
    return [*lines[:start], lines[-1]]


# Choosing among ten seeds


def test_ten_seeds_tried_once_the_round_is_out_are_found_by_the_verifier_at_event_1(
    capsys: Out, tmp_path: Path
) -> None:
    def later(lines: list[Line]) -> None:
        with_seed(lines, 3)
        shift = drand.time_of(QUICKNET, ROUND) - time_of(lines[1]["envelope"]) + timedelta(seconds=1)
        for line in lines[1:-1]:
            line["envelope"]["at"] = (time_of(line["envelope"]) + shift).strftime("%Y-%m-%dT%H:%M:%S.%fZ")

    assert said(capsys, tmp_path, forged(BEACON, later)) == (
        1,
        "not valid at version 1: the beacon's round was out before the match was created (chance)",
    )


def test_ten_seeds_tried_with_an_earlier_time_are_found_by_whoever_kept_the_hash_of_event_1(
    capsys: Out, tmp_path: Path
) -> None:
    kept = values(BEACON)[1]["hash"]
    for number in range(10):
        lines = lobby()
        with_seed(lines, number)
        assert said(capsys, tmp_path, mended(lines))[0] == 0, "by itself it is a true history"
        status, line = said(capsys, tmp_path, mended(lines), "--head", kept)
        assert (status, "the head that was kept is none of this match (chain)" in line) == (1, True)


def test_ten_lobbies_made_in_time_are_found_by_nobody_and_only_the_times_of_seats_tell() -> None:
    """Not found: docs/decisions/052-beacon.md. Each is a true history, and the operator lets people join the best."""
    out_at, dice = drand.time_of(QUICKNET, ROUND), set()
    for number in range(10):
        lines = lobby()
        seed = with_seed(lines, number)
        assert verify_bytes(mended(lines)).flaw is None
        key = derive_key(seed, lines[0]["match"], [], PUBLISHED[ROUND])
        dice.add(tuple(Chance(key).below(6) for _ in range(2)))
    assert len(dice) > 3, "there is something to choose"
    seats = [line["envelope"] for line in values(BEACON)[1:-1] if line["envelope"]["type"] == "seat_taken"]
    assert all(time_of(one) < out_at for one in seats), "who sat down before the round was out could not be chosen for"


# Changing a day's last match


def other_end(base: bytes) -> bytes:
    """The match with another last move: its times are a second later."""

    def change(lines: list[Line]) -> None:
        last = lines[-2]["envelope"]["at"]
        for line in lines[1:-1]:
            if line["envelope"]["at"] == last:
                line["envelope"]["at"] = (time_of(line["envelope"]) + timedelta(seconds=1)).strftime(
                    "%Y-%m-%dT%H:%M:%S.%fZ"
                )

    return forged(base, change)


def day_of(data: bytes) -> Log:
    """The log of a day whose last entry is this match's."""
    file = read(data)
    last = LogEntry(match_digest(file.match), len(file.entries), file.entries[-1].hash)
    return Log([*map(entry, range(20)), last])


def test_a_day_s_last_match_that_was_changed_is_found_by_the_verifier_with_the_log(capsys: Out, tmp_path: Path) -> None:
    changed, log = other_end(PLAYED), tmp_path / "log.json"
    assert verify_bytes(changed).flaw is None, "the file alone is a true history"
    log.write_text(day_of(PLAYED).of_match(read(PLAYED).match))
    version = len(read(PLAYED).entries)
    assert said(capsys, tmp_path, changed, "--log", log, "--log-key", KEY.public) == (
        1,
        f"not valid at version {version}: entry 20 of the log has another head at this version (log)",
    )


@has_node
def test_a_day_s_last_match_that_was_changed_is_found_by_the_page(tmp_path: Path) -> None:
    version = len(read(PLAYED).entries)
    assert on_the_page(asked(match_of(read(other_end(PLAYED))), day_of(PLAYED))) == (
        "otherHead",
        f"At event {version}, entry 20 of the log has another hash: the match was rewritten, or the log was.",
    )
    # The operator changes the log too: a browser that saw it before finds that.
    told, text = on_the_page(asked(match_of(read(other_end(PLAYED))), day_of(other_end(PLAYED)), seen=day_of(PLAYED)))
    assert (told, text) == (
        "twoStories",
        f"Of its first 21 entries there are two logs that differ: {ORIGIN} tells two stories.",
    )


def test_a_day_that_was_changed_in_the_log_too_is_found_by_the_witness(tmp_path: Path) -> None:
    true, false = day_of(PLAYED), day_of(other_end(PLAYED))
    witness = Witness(tmp_path, WITNESSES[0], [KEY.public], lambda: 1_764_300_000)
    assert witness.add_checkpoint(add_checkpoint_body(0, [], true.note())).status == 200
    grown = Log([*false.entries, entry(21)])
    for log in (false, grown):
        reply = witness.add_checkpoint(add_checkpoint_body(21, encoded(log.consistency(21)), log.note()))
        assert reply.status == 422
    assert "is not shown to continue the one of size 21: an entry below 21 was changed or dropped" in reply.text
    # It keeps what the log has signed: the proof that it told two stories.
    assert len(list(tmp_path.glob("refused-*"))) == 2


# Splitting the log for two readers


def split() -> tuple[Log, Log]:
    return Log(30), Log([*map(entry, range(7)), entry(99), *map(entry, range(8, 30))])


def test_a_log_that_was_split_is_found_by_two_readers_who_compare(capsys: Out, tmp_path: Path) -> None:
    mine, theirs = split()
    kept, new = tmp_path / "kept", tmp_path / "new.json"
    kept.write_text(theirs.note())
    new.write_text(mine.answer(30))
    assert headlog(capsys, "continues", kept, new, "--log-key", KEY.public) == (
        1,
        f"not proved: {ORIGIN}: the checkpoint of size 30 has another root than the one known of this size: the log"
        " tells two stories\n",
    )


@has_node
def test_a_log_that_was_split_is_found_by_the_page_that_is_given_the_other_reader_s_checkpoint() -> None:
    mine, theirs = split()
    last = LogEntry(match_digest(read(PLAYED).match), len(read(PLAYED).entries), read(PLAYED).entries[-1].hash)
    case = asked(match_of(read(PLAYED)), Log([*mine.entries, last]), other=theirs.note())
    assert on_the_page(case) == (
        "rewritten",
        "The log of 31 entries does not continue the one of 30: one of the first 30 was changed or dropped.",
    )


def test_a_log_that_was_split_gets_no_second_cosignature_and_is_found_by_a_reader_who_demands_one(
    tmp_path: Path, capsys: Out
) -> None:
    mine, theirs = split()
    witness = Witness(tmp_path / "w", WITNESSES[0], [KEY.public], lambda: 1_764_300_000)
    (tmp_path / "w").mkdir()
    assert witness.add_checkpoint(add_checkpoint_body(0, [], mine.note())).status == 200
    reply = witness.add_checkpoint(add_checkpoint_body(30, [], theirs.note()))
    assert (reply.status, "the log tells two stories" in reply.text) == (422, True)
    kept, new, known = tmp_path / "kept", tmp_path / "new.json", tmp_path / "witnesses"
    kept.write_text(theirs.note(10))
    new.write_text(theirs.answer(10))
    known.write_text(f"{WITNESSES[0].public}\n")
    more = ("--log-key", KEY.public, "--witnesses", known, "--cosignatures", 1)
    assert headlog(capsys, "continues", kept, new, *more) == (
        1,
        "not proved: the checkpoint has 0 cosignatures of known witnesses, and 1 are needed\n",
    )


# Reordering draws


def swap_draws(lines: list[Line]) -> None:
    """Two events exchange the numbers of their draws: the results stay where they suit."""
    first, second = [line["envelope"] for line in lines[1:-1] if line["envelope"]["draws"]][:2]
    first["draws"], second["draws"] = second["draws"], first["draws"]


def test_draws_in_another_order_are_found_by_the_verifier(capsys: Out, tmp_path: Path) -> None:
    status, line = said(capsys, tmp_path, forged(PLAYED, swap_draws))
    version = next(line for line in values(PLAYED)[1:-1] if line["envelope"]["draws"])["envelope"]["version"]
    assert (status, line) == (1, f"not valid at version {version}: the draws are others (chance)")


@has_node
def test_draws_in_another_order_are_found_by_the_page(tmp_path: Path) -> None:
    version = next(line for line in values(PLAYED)[1:-1] if line["envelope"]["draws"])["envelope"]["version"]
    (found,) = browsers([FileCase(forged(PLAYED, swap_draws))], tmp_path)
    assert found["checks"]["chance"][0] == version


# Leaving a beacon out


def test_a_signature_that_was_left_out_is_found_by_the_verifier_at_the_start(capsys: Out, tmp_path: Path) -> None:
    data = forged(BEACON, lambda lines: of_type(lines, "match_started")["data"].pop("beacon"))
    version = of_type(values(BEACON), "match_started")["version"]
    assert said(capsys, tmp_path, data) == (
        1,
        f"not valid at version {version}: the beacon's round is missing, or comes though it was missed (chance)",
    )


def leave_out(lines: list[Line]) -> None:
    lines[0]["format"] = "tabularium/1"
    of_type(lines, "match_created")["data"].pop("beacon")
    of_type(lines, "match_started")["data"].pop("beacon")


def test_a_beacon_that_was_left_out_altogether_has_other_draws_and_is_found_by_the_verifier(
    capsys: Out, tmp_path: Path
) -> None:
    status, line = said(capsys, tmp_path, forged(BEACON, leave_out))
    assert (status, line.startswith("not valid at version "), line.endswith("(chance)")) == (1, True, True)


@has_node
def test_a_beacon_that_was_left_out_is_found_by_the_page(tmp_path: Path) -> None:
    left = forged(BEACON, lambda lines: of_type(lines, "match_started")["data"].pop("beacon"))
    (found,) = browsers([FileCase(left)], tmp_path)
    assert found["checks"]["chance"] == [
        of_type(values(BEACON), "match_started")["version"],
        "the beacon's round is missing, or comes though it was missed",
    ]


def test_a_match_made_without_a_beacon_says_nothing_of_one_and_its_head_is_another(capsys: Out, tmp_path: Path) -> None:
    """An operator may play without one: the verdict then lacks the line `beacon`, and a kept head is none of it."""
    file = tmp_path / "match.ndjson"
    file.write_bytes(PLAYED)
    assert verify([str(file)]) == 0
    assert "\nbeacon " not in capsys.readouterr().out
    lines = lobby()
    lines[0]["format"] = "tabularium/1"
    of_type(lines, "match_created")["data"].pop("beacon")
    assert said(capsys, tmp_path, mended(lines))[0] == 0, "by itself it is a true history"
    status, line = said(capsys, tmp_path, mended(lines), "--head", values(BEACON)[1]["hash"])
    assert (status, "the head that was kept is none of this match" in line) == (1, True)


def test_what_was_saved_of_the_log_is_checked_by_the_log_s_key_alone() -> None:
    """Each attempt above has a good signature: what finds it is never that a signature is bad."""
    log = day_of(PLAYED)
    trusted = log_check.Trusted(saved=Path(), keys=[KEY.public])
    assert isinstance(
        log_check.check(read(PLAYED), log.of_match(read(PLAYED).match).encode(), trusted), log_check.Logged
    )


# Reordering draws while the match runs


def exchanged(lines: list[Line]) -> int:
    """A die gets what a later one showed, by its number: which event it is."""
    rolled = [one["envelope"] for one in lines[1:-1] if one["envelope"]["type"] == "die_rolled"]
    dice = [one for one in rolled if len(one["data"]["dice"]) == 1]
    first, later = next((one, two) for one in dice for two in dice if one["data"]["dice"] < two["data"]["dice"])
    first["data"]["dice"], later["data"]["dice"] = later["data"]["dice"], first["data"]["dice"]
    return int(min(first["version"], later["version"]))


def test_draws_that_were_exchanged_are_found_while_the_match_runs_by_the_open_secrets(
    capsys: Out, tmp_path: Path
) -> None:
    """Without open draws a reader cannot see it before the end: the seed is sealed."""
    draws, running = tmp_path / "draws.json", played_openly("cave")
    draws.write_text(json.dumps({"items": opened_of("cave")}))
    honest = running.file()
    assert said(capsys, tmp_path, honest, "--draws", draws) == (0, "valid")
    lines = values(honest)
    version = exchanged(lines)
    forged_file = mended(lines)
    assert said(capsys, tmp_path, forged_file)[0] == 0, "by itself it is a true history so far"
    status, told = said(capsys, tmp_path, forged_file, "--draws", draws)
    assert (status, told.startswith(f"not valid at version {version}: draw ")) == (1, True)


@has_node
def test_the_page_finds_exchanged_draws_at_the_same_event(tmp_path: Path) -> None:
    running = played_openly("cave")
    lines = values(running.file())
    version = exchanged(lines)
    (found,) = page_of_draws([(mended(lines), opened_of("cave"))], tmp_path)
    assert (found[0], "gives another value" in found[1]) == (version, True)
