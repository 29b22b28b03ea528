from pathlib import Path

import pytest

from games.registry import GAMES
from games.table.registry import EVENT_TYPES
from games.verify import replay, tablerules
from games.verify.report import CHANCE, CHECKS, OK, REPLAY, SEALED, SEALS
from games.verify.verifier import verify_bytes
from tests.games.playthroughs import files
from tests.games.verify.files import Scribe, golden, played

ALL_OK = dict.fromkeys(CHECKS, OK)


@pytest.mark.parametrize("path", files(), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_the_file_of_every_recorded_match_is_valid(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scribe = golden(path.read_text(encoding="utf-8"))
    # A recorded match names its key, not the seed that it was derived from.
    monkeypatch.setattr(replay, "key_of", lambda *_, **__: scribe.key)
    report = verify_bytes(scribe.file(), head=scribe.events[-1].hash.hex())
    assert report.checks == ALL_OK
    assert (report.complete, report.opened) == (True, report.seals)


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("seed", [1, 2])
def test_the_file_of_a_match_of_listed_moves_is_valid(slug: str, seed: int) -> None:
    scribe = played(slug, seed=seed)
    report = verify_bytes(scribe.file(), head=scribe.events[-1].hash.hex())
    assert report.checks == ALL_OK
    assert (report.version, report.head) == (len(scribe.events), scribe.events[-1].hash.hex())


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("moves", [0, 1, 7])
def test_a_running_match_is_valid_as_far_as_it_is_open(slug: str, moves: int) -> None:
    scribe = played(slug, seed=3, moves=moves)
    for seat in (None, *range(scribe.seats)):
        report = verify_bytes(scribe.file(seat))
        assert report.checks == {**ALL_OK, SEALS: SEALED, CHANCE: SEALED, REPLAY: SEALED}
        assert not report.complete
    assert verify_bytes(scribe.file(whole=True)).checks == ALL_OK


def test_a_seat_that_resigns_is_judged_as_well() -> None:
    scribe = Scribe(GAMES["rock-paper-wizard"]["1"], 3)
    scribe.move(1, {"type": "resign"})
    scribe.move(0, {"type": "resign"})
    assert scribe.is_over
    assert verify_bytes(scribe.file()).checks == ALL_OK


def test_a_head_kept_while_the_match_ran_holds_for_the_whole_file() -> None:
    scribe = played("rock-paper-wizard", seed=4)
    assert verify_bytes(scribe.file(), head=scribe.events[20].hash.hex()).flaw is None


def test_every_event_of_the_table_has_a_rule() -> None:
    assert {"match_created", *tablerules.RULES} == EVENT_TYPES
