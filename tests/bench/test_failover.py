"""The checker of `make failover` finds what it looks for, and nothing in a history that is as it should be."""

import json
from pathlib import Path
from typing import Any

import pytest

from bench.failover import broken, judge
from bench.failover.journal import Heard, Journal, heard
from bench.failover.rounds import Fault, waits
from events import statements, store
from tests.cast import legal, match_of, person


@pytest.fixture
def taken() -> dict[str, Any]:
    """A move as its player has noted it."""
    cast = [person(name) for name in ("Alice", "Bob", "Carol")]
    match_id = match_of(*cast)
    answer = cast[0].post(f"/matches/{match_id}/moves", legal(match_id, 0)[0], Idempotency_Key="k")
    assert answer.status_code == 201
    return {"match": match_id, "player": cast[0].id, "key": "k", "text": answer.content.decode()}


def lost(*moves: dict[str, Any]) -> int:
    return len([*judge.lost_moves(Heard(moves=[*moves]))])


def test_a_move_is_lost_whose_key_or_whose_events_are_not_there(taken: dict[str, Any]) -> None:
    told = json.loads(taken["text"])
    told["events"][-1]["hash"] = "00" * 32
    assert lost(taken, taken) == 0
    assert lost({**taken, "key": "another"}) == 1
    assert lost({**taken, "text": json.dumps(told)}) == 1
    # Two answers to one key, one of which is not true.
    assert lost(taken, {**taken, "text": json.dumps(told)}) >= 1


def test_a_stream_has_a_gap_where_it_left_out_repeated_or_made_up_an_event(taken: dict[str, Any]) -> None:
    stored = [[event.envelope["version"], event.hash.hex()] for event in store.load(taken["match"]).events]

    def found(told: list[list[Any]]) -> int:
        return len([*judge.gaps(Heard(reads=[{"match": taken["match"], "told": told}]))])

    assert found(stored) == 0
    wrong = (stored[:-1], stored[1:], [*stored, stored[-1]], stored[:2] + stored[3:], [*stored[:-1], [9, "00"]])
    assert [found(one) for one in wrong] == [1] * len(wrong)


def test_what_players_note_is_read_as_it_was(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal")
    journal.note("player", id="p", token="t")
    journal.note("hook", player="p")
    journal.note("move", match="m")
    journal.note("fault", status=500)
    assert heard(tmp_path / "journal") == Heard(
        moves=[{"match": "m"}], faults=[{"status": 500}], tokens={"p": "t"}, hooked={"p"}
    )


def test_the_wait_after_a_failure_ends_with_a_move_that_was_sent_after_it() -> None:
    moves = [{"sent": 1.0, "came": 3.2}, {"sent": 3.5, "came": 4.0}, {"sent": 3.1, "came": 5.0}]
    faults = [Fault(what="primary", at=2.0, done=3.0), Fault(what="standby", at=6.0, done=6.0)]
    assert dict(waits(faults, moves)) == {"primary": 2.0, "standby": float("inf")}


def test_the_store_can_still_be_broken_as_the_checker_has_to_find(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (statements, store):
        for name in ("ADVANCE", "ADVANCE_BY_ONE"):
            monkeypatch.setattr(module, name, getattr(module, name))
    broken.append()
    for one in (statements.ADVANCE, statements.ADVANCE_BY_ONE):
        assert broken.HEAD not in one.sql
        assert one.sql.count(b"ON CONFLICT DO NOTHING") == 2
