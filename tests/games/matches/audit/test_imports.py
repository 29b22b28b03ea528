from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.core.management import CommandError, call_command

from events.store import new_id
from games.matches.audit import audits
from games.matches.audit.imports import CannotImport, import_file
from games.matches.background import consumers
from games.matches.lists import listings
from games.matches.models.matches import Lobby
from games.matches.models.service import Listing
from games.matches.presentation import export, views
from games.matches.stream.loading import load
from games.registry import GAMES
from games.table.stoppages import Quiet, Stops
from games.verify.__main__ import UNREADABLE
from games.verify.__main__ import main as verify
from games.verify.match_file import LARGEST
from games.verify.report import CHECKS
from tests.games.verify.files import PER_MOVE, Scribe, mended, played, values
from tests.support.cast import STRANGER, Person, match_of, person, play_some

SLUG = "rock-paper-wizard"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "match.ndjson"
    path.write_bytes(played(SLUG, number=new_number()).file())
    return path


def new_number() -> int:
    return int(new_id().replace("-", "")[-12:], 16)


def imported(path: Path, *arguments: str) -> str:
    told = StringIO()
    call_command("import_match", str(path), *arguments, stdout=told)
    return told.getvalue().removeprefix("imported ").strip()


def taken(data: bytes) -> str:
    return import_file(data, now=datetime.now(UTC)).match


def exported(match_id: str) -> bytes:
    loaded = load(match_id)
    return b"".join(export.lines(loaded.match, loaded.events, None))


def test_an_imported_match_is_stored_as_its_file_has_it(file: Path) -> None:
    match_id = imported(file)
    assert exported(match_id) == file.read_bytes()
    assert audits.examine(match_id).checks == dict.fromkeys(CHECKS, "ok")


def test_an_imported_match_can_be_looked_at_and_is_nobody_s(file: Path) -> None:
    match_id = imported(file, "--name", "from afar")
    shown = STRANGER.get(f"/matches/{match_id}").json()
    assert (shown["status"], shown["name"], shown["waiting_for"]) == ("imported", "from afar", [])
    assert [seat["player"] for seat in shown["seats"]] == [None] * 3
    assert shown["outcome"] is not None
    assert shown["chance"]["seed"] is not None
    view = STRANGER.get(f"/matches/{match_id}/view?seat=all").json()
    assert (view["status"], view["version"]) == ("imported", shown["version"])
    assert STRANGER.get(f"/matches/{match_id}/view?seat=1&at=20").json()["state"]
    assert STRANGER.get(f"/matches/{match_id}/events?limit=2").json()["items"][0]["private"]
    assert STRANGER.get(f"/matches/{match_id}/export").content == file.read_bytes()
    assert STRANGER.get(f"/matches/{match_id}/audit").json()["replay"] == "ok"


def test_an_imported_match_stands_in_the_lists_as_imported(file: Path) -> None:
    match_id = imported(file)
    listings.project_listings([match_id])
    assert Listing.objects.get(match_id=match_id).status == "imported"
    listed = STRANGER.get("/matches?status=imported&limit=500").json()["items"]
    assert [item["status"] for item in listed if item["id"] == match_id] == ["imported"]


def test_nobody_moves_in_an_imported_match(file: Path) -> None:
    match_id, alice = imported(file), person("Alice")
    move = {"prompt": "p1.0", "type": "choose_spell", "spell": "fireball", "target": 1}
    for refused in (
        alice.post(f"/matches/{match_id}/moves", move),
        alice.post(f"/matches/{match_id}/moves?dry_run=true", move),
        alice.post(f"/matches/{match_id}/resign"),
    ):
        assert (refused.status_code, refused.json()["code"]) == (409, "match_not_active")
        assert refused.json()["params"] == {"status": "imported"}
    for call in ("join", "start", "cancel", "leave"):
        assert alice.post(f"/matches/{match_id}/{call}").status_code in (403, 409)
    assert exported(match_id) == file.read_bytes()


def test_the_projections_of_an_imported_match_can_be_made_anew(file: Path) -> None:
    match_id = imported(file, "--unlisted")
    for project in consumers.PROJECTIONS.values():
        project([match_id])
    assert views.look(load(match_id), None, seat="all").view()["status"] == "imported"
    assert STRANGER.get(f"/matches/{match_id}").json()["visibility"] == "unlisted"


def test_a_match_is_imported_once(file: Path) -> None:
    imported(file)
    with pytest.raises(CommandError, match="here already"):
        imported(file)


def test_a_match_of_ours_is_not_imported_over_itself(tmp_path: Path) -> None:
    cast = [person(name) for name in ("Alice", "Bob", "Carol")]
    match_id = match_of(*cast, options={"max_rounds": 1})
    play_some(match_id, cast)
    path = tmp_path / "own.ndjson"
    path.write_bytes(exported(match_id))
    with pytest.raises(CommandError, match="here already"):
        imported(path)
    assert load(match_id).holders[0] == cast[0].id


def test_a_stream_without_a_lobby_is_not_written_over(file: Path, superuser: psycopg.Connection[Any]) -> None:
    match_id = values(file.read_bytes())[0]["match"]
    superuser.execute("INSERT INTO match_head VALUES (%s, 1, %s, now())", [match_id, bytes(32)])
    try:
        with pytest.raises(CommandError, match="here already"):
            imported(file)
        assert not Lobby.objects.filter(match_id=match_id).exists()
    finally:
        superuser.execute("DELETE FROM match_head WHERE match_id = %s", [match_id])


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda: b"", "not valid at version 0"),
        (lambda: played(SLUG, number=new_number()).file()[:-1], "not valid at version"),
        (lambda: played(SLUG, number=new_number(), moves=5).file(), "not been played to its end"),
        (lambda: played(SLUG, number=new_number(), moves=5).file(whole=True), "not been played to its end"),
        (lambda: _forged(), "by rules and draws"),
    ],
)
def test_only_whole_and_valid_files_of_finished_matches_come_in(make: Any, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "match.ndjson"
    path.write_bytes(make())
    before = Lobby.objects.count()
    with pytest.raises(CommandError, match=reason):
        imported(path)
    assert Lobby.objects.count() == before


def _forged() -> bytes:
    lines = values(played(SLUG, number=new_number()).file())
    event = next(line for line in lines[1:-1] if line["envelope"]["type"] == "card_placed")
    data = event["envelope"]["data"]
    data["card"] = "fireball" if data["card"] != "fireball" else "imprisonment"
    return mended(lines)


def with_clock(clock: Any) -> bytes:
    lines = values(played(SLUG, number=new_number()).file())
    lines[1]["envelope"]["data"]["clock"] = clock
    return mended(lines)


@pytest.mark.parametrize(
    "clock",
    [
        {"mode": "weird"},
        {"mode": "per_move"},
        {"mode": "per_move", "seconds": "x"},
        {"mode": "bank", "bank_seconds": 10**15},
        {"mode": "per_move", "seconds": 60, "on_timeout": 7},
        {"mode": "bank", "bank_seconds": 9, "increment_seconds": 0, "cap_seconds": 1},
    ],
)
def test_a_match_with_a_clock_that_the_service_has_not_stays_outside(clock: Any) -> None:
    with pytest.raises(CannotImport, match="no such clock"):
        taken(with_clock(clock))


STOPS: Any = {
    "quiet_hours": {"quiet": (Quiet(since=None, from_seconds=60, to_seconds=120),)},
    "vacation": {"vacation": (datetime(2026, 11, 22, tzinfo=UTC), datetime(2026, 11, 23, tzinfo=UTC))},
}
ALL_TIME = {"starts_at": "2026-11-21T00:00:00.000000Z", "ends_at": "9999-12-31T23:59:59.000000Z"}


@pytest.mark.parametrize(
    ("stops", "reason"),
    [
        ({"quiet_hours": [{"since": None, "from_seconds": 2**50, "to_seconds": 120}]}, "of their shape"),
        ({"vacation": ALL_TIME}, "for so long"),
    ],
)
def test_a_match_whose_clocks_cannot_be_computed_stays_outside(stops: Any, reason: str) -> None:
    scribe = Scribe(GAMES[SLUG]["1"], 3, number=new_number(), clock={**PER_MOVE, "quiet_hours": True})
    scribe.stop(0, Stops(**STOPS[next(iter(stops))]))
    scribe.move(1, {"type": "resign"})
    scribe.move(0, {"type": "resign"})
    lines = values(scribe.file())
    assert taken(mended(lines))
    for line in lines[1:-1]:
        if line["envelope"]["type"] == "clock_changed":
            line["envelope"]["data"].update(stops)
    with pytest.raises(CannotImport, match=reason):
        taken(mended(lines))


def test_a_match_of_the_first_years_is_shown_in_times_of_the_format() -> None:
    lines = values(played(SLUG, number=new_number()).file())
    for line in lines[1:-1]:
        line["envelope"]["at"] = "0001" + line["envelope"]["at"][4:]
    shown = STRANGER.get(f"/matches/{taken(mended(lines))}").json()
    assert shown["created_at"].startswith("0001-11-21T")


@pytest.mark.parametrize(
    "name",
    ["a\u202egnp.exe", "two\nlines", "\x1b[2J", "\u200b", "\u2066left", "nul\x00", "\u0301", "a" * 81],
)
def test_a_name_that_no_player_could_give_is_refused(name: str, file: Path) -> None:
    with pytest.raises(CommandError, match=r"name has|name holds"):
        imported(file, "--name", name)
    assert not Lobby.objects.filter(match_id=values(file.read_bytes())[0]["match"]).exists()


def of_id(match_id: str) -> bytes:
    """A file of a match with this id, whose chance is that of the id."""
    scribe = Scribe(GAMES[SLUG]["1"], 3, match=match_id)
    scribe.move(1, {"type": "resign"})
    scribe.move(0, {"type": "resign"})
    return scribe.file()


@pytest.mark.parametrize("first", ["ffffffff-ffff", "{later:012x}"])
def test_a_match_whose_id_is_of_the_future_stays_outside_because_it_would_stand_first_in_every_list(first: str) -> None:
    now = datetime.now(UTC)
    later = int(now.timestamp() * 1000) + 60_000
    known = first.format(later=later).replace("-", "")
    match_id = f"{known[:8]}-{known[8:]}-7000-8000-{new_number():012x}"
    with pytest.raises(CannotImport, match="a time that has not come"):
        import_file(of_id(match_id), now=now)
    assert not Lobby.objects.filter(match_id=match_id).exists()


def test_a_match_that_was_made_elsewhere_a_moment_ago_comes_in() -> None:
    scribe = played(SLUG, number=new_number())
    with pytest.raises(CannotImport, match="a time that has not come"):
        import_file(scribe.file(), now=scribe.now - timedelta(microseconds=1))
    assert import_file(scribe.file(), now=scribe.now).match == scribe.match


def test_the_command_says_of_how_many_moves_nobody_can_ask_the_bots_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    scribe = Scribe(GAMES[SLUG]["1"], 3, number=new_number(), bots=[2])
    scribe.picked_by = "1"
    scribe.move(2, scribe.legal(2)[0], "bot")
    scribe.move(1, {"type": "resign"})
    scribe.move(0, {"type": "resign"})
    path, told = tmp_path / "match.ndjson", StringIO()
    path.write_bytes(scribe.file())
    call_command("import_match", str(path), stdout=StringIO(), stderr=told)
    assert told.getvalue() == "valid in part: 1 moves are only found legal, because their bots are gone\n"
    assert audits.examine(scribe.match).checks == {**dict.fromkeys(CHECKS, "ok"), "replay": "partial"}


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="No such file"):
        imported(tmp_path / "none")


def test_a_file_without_end_is_not_read_on_and_refused_in_the_verifier_s_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    large = tmp_path / "large"
    with large.open("wb") as made:
        made.truncate(LARGEST + 1)
    with pytest.raises(CommandError, match="larger than any match") as refused:
        imported(large)
    assert verify([str(large)]) == UNREADABLE
    assert f"{refused.value}\n" == capsys.readouterr().err


@pytest.fixture(scope="module")
def cast() -> tuple[Person, ...]:
    return person("Alice"), person("Bob"), person("Carol")
