"""What an operator with all keys tries on a match with a beacon, and what the verifier says to it."""

import hashlib
import json
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from games.core.chance import commitment, derive_key
from games.table.events import MatchStarted
from games.table.standing import time_of
from games.verify import drand
from games.verify.__main__ import main
from games.verify.drand import KNOWN, QUICKNET
from games.verify.report import CHANCE, OK, Flaw
from games.verify.verifier import verify_bytes
from tests.games.verify.files import Line, mended, played, values, written
from tests.support.small_beacon import CHAIN, PUBLISHED, signature
from tests.support.stack import SMALL_BEACON

RECORDED = Path(__file__).parents[2] / "recorded"
BEACON = (RECORDED / "rock-paper-wizard-beacon.ndjson").read_bytes()
MISSED = (RECORDED / "rock-paper-wizard-beacon-missed.ndjson").read_bytes()
ROUND = 1000


def flaw(data: bytes) -> Flaw | None:
    return verify_bytes(data, chains=[*KNOWN, CHAIN]).flaw


def entry(lines: list[Line], type: str) -> Line:
    return next(line for line in lines[1:-1] if line["envelope"]["type"] == type)


def forged(base: bytes, change: Callable[[list[Line]], None]) -> bytes:
    """The file with a change to its lines, and every seal and hash made to fit again."""
    lines = values(base)
    change(lines)
    return mended(lines)


def data_of(lines: list[Line], type: str) -> Any:
    return entry(lines, type)["envelope"]["data"]


@pytest.mark.parametrize("number", PUBLISHED)
def test_published_rounds_of_quicknet_hold_and_no_other_round_has_their_signature(number: int) -> None:
    assert drand.holds(QUICKNET, number, PUBLISHED[number])
    assert not drand.holds(QUICKNET, number + 1, PUBLISHED[number])
    assert not drand.holds(CHAIN, number, PUBLISHED[number])


def test_the_randomness_of_a_published_round_is_the_hash_of_its_signature() -> None:
    # As https://api.drand.sh told it beside the signature.
    told = "fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd"
    assert hashlib.sha256(bytes.fromhex(PUBLISHED[1000])).hexdigest() == told


@pytest.mark.parametrize("wrong", ["", "00", "00" * 48, "ff" * 48, "c0" + "00" * 47, "80" + "00" * 47, "11" * 96])
def test_what_is_no_signature_at_all_holds_for_no_round(wrong: str) -> None:
    assert not drand.holds(QUICKNET, ROUND, wrong)


@pytest.mark.parametrize("number", [1, 2, 999, 1000, 10**9])
def test_the_first_round_after_a_moment_is_out_later_and_the_one_before_is_not(number: int) -> None:
    out = drand.time_of(QUICKNET, number)
    assert drand.first_after(QUICKNET, out) == number + 1
    assert drand.first_after(QUICKNET, out - timedelta(microseconds=1)) == number
    assert drand.first_after(QUICKNET, drand.time_of(QUICKNET, 1) - timedelta(days=9)) == 1


@pytest.mark.parametrize("name", ["rock-paper-wizard", "spell-a-spell", "cave"])
def test_a_match_with_a_published_round_is_valid_and_its_draws_are_not_those_without(name: str) -> None:
    file = (RECORDED / f"{name}-beacon.ndjson").read_bytes()
    report = verify_bytes(file)
    assert (report.flaw, report.checks[CHANCE], report.beacon) == (None, OK, "round 1000 of quicknet")
    started = values(file)
    without = forged(file, lambda lines: data_of(lines, MatchStarted.type).pop("beacon"))
    found = flaw(without)
    assert found is not None
    assert found.version == started.index(entry(started, MatchStarted.type))


def test_a_round_left_out_is_found_at_the_start() -> None:
    def leave_out(lines: list[Line]) -> None:
        data_of(lines, "match_started").pop("beacon")

    found = flaw(forged(BEACON, leave_out))
    assert found is not None
    assert (found.check, found.reason) == (CHANCE, "the beacon's round is missing, or comes though it was missed")


def test_a_round_that_comes_though_it_was_missed_is_found() -> None:
    def put_in(lines: list[Line]) -> None:
        data_of(lines, "match_started")["beacon"] = PUBLISHED[ROUND]

    found = flaw(forged(MISSED, put_in))
    assert found is not None
    assert found.check == CHANCE


def test_a_match_that_was_to_wait_does_not_begin_without() -> None:
    def wait(lines: list[Line]) -> None:
        data_of(lines, "match_created")["beacon"]["otherwise"] = "wait"

    found = flaw(forged(MISSED, wait))
    assert found is not None
    assert "match_started" in values(MISSED)[found.version]["envelope"]["type"]


def test_a_signature_of_another_round_or_chain_is_found() -> None:
    for other in (PUBLISHED[123], signature(ROUND), "00" * 48):

        def exchange(lines: list[Line], other: str = other) -> None:
            data_of(lines, "match_started")["beacon"] = other

        found = flaw(forged(BEACON, exchange))
        assert found is not None
        assert found.check == CHANCE


def test_an_operator_who_makes_ten_matches_once_the_round_is_out_has_to_lie_about_the_time_or_is_found() -> None:
    """The time of event 1 is the operator's word; a player who kept its hash before the round was out refutes it."""
    out = drand.time_of(QUICKNET, ROUND)

    def later(lines: list[Line]) -> None:
        shift = out - time_of(lines[1]["envelope"]) + timedelta(seconds=1)
        for line in lines[1:-1]:
            at = time_of(line["envelope"]) + shift
            line["envelope"]["at"] = at.strftime("%Y-%m-%dT%H:%M:%S.%fZ")

    found = flaw(forged(BEACON, later))
    assert found is not None
    assert (found.check, found.version) == (CHANCE, 1)
    assert "was out before the match was created" in found.reason
    head = json.loads(BEACON.splitlines()[1])["hash"]
    for number in range(10):
        other = forged(BEACON, lambda lines, number=number: another_seed(lines, number))  # type: ignore[misc]
        kept = verify_bytes(other, head=head).flaw
        assert kept is not None


def another_seed(lines: list[Line], number: int) -> None:
    seed = hashlib.sha256(f"seed {number}".encode()).digest()
    first = lines[1]
    first["envelope"]["data"]["commitment"] = commitment(seed)
    first["openings"][0]["part"]["seed"] = seed.hex()


def test_a_match_that_begins_before_its_round_is_out_is_found() -> None:
    def later_round(lines: list[Line]) -> None:
        data_of(lines, "match_created")["beacon"] |= {"chain": CHAIN.hash, "round": far}
        data_of(lines, "match_started")["beacon"] = signature(far)

    far = drand.first_after(CHAIN, drand.time_of(QUICKNET, ROUND) + timedelta(days=400))
    found = verify_bytes(forged(BEACON, later_round), chains=[CHAIN]).checks[CHANCE]
    assert isinstance(found, Flaw)


def test_a_round_is_not_missed_before_its_minute_is_over() -> None:
    def sooner(lines: list[Line]) -> None:
        # A round twenty seconds later was not out for a minute yet.
        data_of(lines, "match_created")["beacon"]["round"] += 20

    found = flaw(forged(MISSED, sooner))
    assert found is not None
    assert (found.check, found.reason) == (CHANCE, "the beacon's round was missed before its time")


@pytest.mark.parametrize(
    "named",
    [
        None,
        {},
        {"chain": QUICKNET.hash, "round": 0, "otherwise": "wait"},
        {"chain": QUICKNET.hash, "round": True, "otherwise": "wait"},
        {"chain": QUICKNET.hash, "round": 1.5, "otherwise": "wait"},
        {"chain": QUICKNET.hash, "round": 10**15, "otherwise": "wait"},
        {"chain": QUICKNET.hash, "round": 1000, "otherwise": "else"},
        {"chain": "x", "round": 1000, "otherwise": "wait"},
        {"chain": QUICKNET.hash, "round": 1000, "otherwise": "wait", "more": 1},
    ],
)
def test_a_beacon_of_another_shape_is_found_at_event_1(named: Any) -> None:
    def name(lines: list[Line]) -> None:
        data_of(lines, "match_created")["beacon"] = named

    try:
        found = flaw(forged(BEACON, name))
    except TypeError:
        # A number that no canonical JSON holds.
        return
    assert found is not None
    assert found.version == 1


def test_a_file_with_a_beacon_is_of_the_third_format_and_one_without_is_not() -> None:
    for base, wrong in ((BEACON, 1), (BEACON, 2), (played("cave", seed=3).file(), 3)):
        lines = values(base)
        lines[0]["format"] = f"tabularium/{wrong}"
        with pytest.raises(Exception, match="the format is not"):
            verify_bytes(written(lines))


def test_a_beacon_changes_the_key() -> None:
    seed = bytes(range(32))
    keys = {derive_key(seed, "m", [None, "x"], beacon) for beacon in (None, "00", "01")}
    assert len(keys) == 3


def test_the_command_tells_of_the_beacon_and_takes_other_chains(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, info = tmp_path / "match.ndjson", tmp_path / "info.json"
    file.write_bytes(BEACON)
    assert main([str(file)]) == 0
    assert "beacon  round 1000 of quicknet\n" in capsys.readouterr().out
    file.write_bytes(MISSED)
    assert main([str(file)]) == 0
    assert "missed (unreachable): the service alone knew" in capsys.readouterr().out
    info.write_text("{}")
    assert main([str(file), "--chain", str(info)]) == 2
    info.write_text(SMALL_BEACON.read_text())
    assert main([str(file), "--chain", str(info)]) == 0
