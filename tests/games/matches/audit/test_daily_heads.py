import errno
import hashlib
import os
import random
import sys
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from io import StringIO
from itertools import count
from pathlib import Path
from typing import Any

import orjson
import psycopg
import pytest
from django.core.management import CommandError, call_command

from events.format.canon import canon
from events.store import EMPTY, Head, NewEvent, append, new_id
from games.matches.audit import daily_heads, imports
from games.matches.management.commands.publish_heads import INCOMPLETE
from games.verify.verifier import verify_bytes
from tests.games.verify.files import played

Lines = list[dict[str, Any]]

# So far apart that what one test writes, some days before and after its own, lies in the days of no other.
_days = (date(1970, 1, 1) + timedelta(days=20 * number) for number in count(1))


@pytest.fixture
def day() -> date:
    """A day of long ago that no other test has written in, nor in those around it."""
    return next(_days)


def grown(match: str, day: date, *, hour: int = 12, expected: Head = EMPTY) -> Head:
    at = datetime(day.year, day.month, day.day, hour, tzinfo=UTC)
    (event,) = append(match, expected=expected, at=at, drafts=[NewEvent(type="happened", data={})])
    return Head(event.version, event.hash)


def published(day: date, folder: Path) -> Lines:
    path = daily_heads.publish(day, folder, now=datetime.now(UTC))
    text = path.read_bytes()
    lines = [orjson.loads(line) for line in text.splitlines()]
    assert b"".join(canon(line) + b"\n" for line in lines) == text
    return lines


def digest(match: str) -> str:
    return hashlib.sha256(match.encode()).hexdigest()


def test_a_day_s_file_has_the_last_head_of_every_match_that_moved(day: date, tmp_path: Path) -> None:
    one, other, later = new_id(), new_id(), new_id()
    first = grown(one, day - timedelta(days=1))
    second = grown(one, day, hour=0, expected=first)
    third = grown(one, day, hour=23, expected=second)
    grown(one, day + timedelta(days=1), hour=0, expected=third)
    alone = grown(other, day)
    grown(later, day + timedelta(days=1), hour=0)
    header, *lines = published(day, tmp_path)
    assert header == {"format": "tabularium-heads/1", "date": day.isoformat(), "previous": None}
    expected = {digest(one): third, digest(other): alone}
    assert {line["match"]: Head(line["version"], bytes.fromhex(line["head"])) for line in lines} == expected
    assert [line["match"] for line in lines] == sorted(expected)


def test_every_file_is_linked_to_the_one_before(day: date, tmp_path: Path) -> None:
    published(day, tmp_path)
    name = f"heads-{day.isoformat()}.ndjson"
    # Two days without a file stand between.
    header, *_ = published(day + timedelta(days=3), tmp_path)
    assert header["previous"] == {"file": name, "sha256": hashlib.sha256((tmp_path / name).read_bytes()).hexdigest()}


def test_a_file_is_there_as_a_whole_and_kept_or_not_at_all(
    day: date, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    grown(new_id(), day)
    name = f"heads-{day.isoformat()}.ndjson"
    kept: list[bool] = []

    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    def noting(descriptor: int) -> None:
        kept.append((tmp_path / name).exists())
        fsync(descriptor)

    fsync = os.fsync
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(CommandError, match="No space left"):
            call_command("publish_heads", "--date", day.isoformat(), "--out", str(tmp_path))
    assert list(tmp_path.iterdir()) == []
    monkeypatch.setattr(os, "fsync", noting)
    assert len(published(day, tmp_path)) == 2
    assert [path.name for path in tmp_path.iterdir()] == [name]
    # First what is in it, and when it has its name the folder.
    assert kept == [False, True]


@pytest.mark.parametrize(("days", "gap"), [(1, None), (2, ("1",)), (4, ("1", "3"))])
def test_days_without_a_file_are_named_and_tell_in_the_exit_status(
    days: int, gap: tuple[str, ...] | None, day: date, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def publish(day: date) -> int:
        try:
            call_command("publish_heads", "--date", day.isoformat(), "--out", str(tmp_path))
        except CommandError as error:
            sys.stderr.write(str(error))
            return error.returncode
        return 0

    # Before the first file nothing is missing, and a file of later days closes no gap.
    assert publish(day + timedelta(days=days + 5)) == 0
    assert [publish(day - timedelta(days=1)), publish(day)] == [0, 0]
    assert publish(day + timedelta(days=days)) == (0 if gap is None else INCOMPLETE)
    name = f"heads-{day + timedelta(days=days)}.ndjson"
    told = capsys.readouterr()
    assert told.out.splitlines()[-1] == str(tmp_path / name)
    named = " to ".join(str(day + timedelta(days=int(number))) for number in gap or ())
    assert told.err == (f"{name} is written, but there is no file of {named}" if gap else "")


def test_a_file_that_is_there_is_never_changed(day: date, tmp_path: Path) -> None:
    match = new_id()
    head = grown(match, day)
    published(day, tmp_path)
    published(day, tmp_path)
    grown(match, day, hour=13, expected=head)
    before = [path.read_bytes() for path in tmp_path.iterdir()]
    with pytest.raises(daily_heads.CannotPublish, match="says something else"):
        published(day, tmp_path)
    assert [path.read_bytes() for path in tmp_path.iterdir()] == before


def test_a_day_is_written_down_only_when_nothing_of_it_can_come_any_more(tmp_path: Path) -> None:
    day = date(2026, 11, 21)
    for now in ("2026-11-21T23:59:59Z", "2026-11-22T00:04:59Z"):
        with pytest.raises(daily_heads.CannotPublish, match="not over yet"):
            daily_heads.publish(day, tmp_path, now=datetime.fromisoformat(now))
    assert list(tmp_path.iterdir()) == []


def test_no_match_can_be_found_by_the_file_that_names_it(day: date, tmp_path: Path) -> None:
    match = new_id()
    grown(match, day)
    published(day, tmp_path)
    (path,) = tmp_path.iterdir()
    assert match.encode() not in path.read_bytes()


def test_an_imported_match_is_not_ours_to_vouch_for(tmp_path: Path) -> None:
    scribe = played("rock-paper-wizard", number=random.randrange(2**47))
    match = imports.import_file(scribe.file(), now=scribe.now).match
    lines = list(daily_heads.lines(date(2026, 11, 21), None))
    assert digest(match) not in {line["match"] for line in lines[1:]}  # type: ignore[call-overload,index]


def test_a_published_head_refutes_a_match_rewritten_from_its_seed_on() -> None:
    true, rewritten = played("rock-paper-wizard", seed=31), played("rock-paper-wizard", seed=32, number=31)
    assert true.match == rewritten.match
    assert verify_bytes(rewritten.file()).flaw is None
    assert verify_bytes(rewritten.file(), head=true.events[-1].hash.hex()).flaw is not None


def test_the_command_writes_the_file_of_yesterday_or_of_a_day(
    day: date, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("publish_heads", "--date", day.isoformat(), "--out", str(tmp_path))
    assert capsys.readouterr().out == f"{tmp_path / f'heads-{day.isoformat()}.ndjson'}\n"
    for arguments in (["--date", "2999-01-01"], ["--date", day.isoformat(), "--out", str(tmp_path / "none")]):
        with pytest.raises(CommandError):
            call_command("publish_heads", *arguments)


def held(*files: Path, of: Sequence[str] = ()) -> str:
    """What the command says of files of heads."""
    said = StringIO()
    try:
        call_command("audit_matches", *of, "--heads", *map(str, files), stdout=said)
    except CommandError as error:
        said.write(f"{error}\n")
    return said.getvalue()


def test_published_heads_that_stand_are_counted(day: date, tmp_path: Path) -> None:
    one = new_id()
    first = grown(one, day)
    grown(one, day + timedelta(days=1), expected=first)
    grown(new_id(), day)
    files = [daily_heads.publish(day + timedelta(days=n), tmp_path, now=datetime.now(UTC)) for n in (0, 1)]
    assert held(*files) == "3 published heads, all of them in the histories that are stored\n"


def test_a_match_that_was_cut_back_or_deleted_or_written_anew_is_found_by_published_heads(
    day: date, tmp_path: Path, superuser: psycopg.Connection[Any]
) -> None:
    cut, deleted, other, kept = (new_id() for _ in range(4))
    for match in (cut, deleted, other, kept):
        grown(match, day, hour=13, expected=grown(match, day))
    file = daily_heads.publish(day, tmp_path, now=datetime.now(UTC))
    head = "UPDATE match_head SET version = 1, hash = (SELECT hash FROM event WHERE event.match_id = %(match)s AND version = 1)"
    unguarded(superuser, "DELETE FROM event WHERE match_id = %(match)s AND version = 2", cut)
    superuser.execute(head + " WHERE match_id = %(match)s", {"match": cut})
    unguarded(superuser, "DELETE FROM event WHERE match_id = %(match)s", deleted)
    superuser.execute("DELETE FROM match_head WHERE match_id = %(match)s", {"match": deleted})
    unguarded(superuser, "UPDATE event SET hash = sha256(hash) WHERE match_id = %(match)s AND version = 2", other)
    superuser.execute("UPDATE match_head SET hash = sha256(hash) WHERE match_id = %(match)s", {"match": other})

    *lost, last = held(file).splitlines()

    assert set(lost) == {
        f"{file.name}: match {cut} stood at version 2 and was cut back behind it",
        f"{file.name}: the match with the digest {digest(deleted)} stood at version 2 and is gone",
        f"{file.name}: match {other} has another history up to version 2",
    }
    assert last == "3 of 4 published heads are not in the histories that are stored"


def test_matches_that_are_named_beside_files_of_heads_are_the_only_ones_held_against_them(
    day: date, tmp_path: Path
) -> None:
    one, other, still = new_id(), new_id(), new_id()
    grown(other, day, hour=13, expected=grown(one, day) and grown(other, day))
    file = daily_heads.publish(day, tmp_path, now=datetime.now(UTC))
    forged = tmp_path / "forged"
    forged.write_bytes(file.read_bytes().replace(b'"version":2', b'"version":3'))
    stands = "1 published heads, all of them in the histories that are stored\n"
    assert held(forged, of=[one]) == held(forged, of=[one.upper()]) == stands
    assert held(forged, of=[other]) == (
        f"forged: match {other} stood at version 3 and was cut back behind it\n"
        "1 of 1 published heads are not in the histories that are stored\n"
    )
    grown(still, day + timedelta(days=1))
    assert held(file, of=[one, still]) == (
        f"no file has a head of {still}\n1 of 2 matches have no published head here\n"
    )


def test_a_file_that_cannot_be_read_keeps_no_other_from_being_compared(day: date, tmp_path: Path) -> None:
    match = new_id()
    grown(match, day)
    file = daily_heads.publish(day, tmp_path, now=datetime.now(UTC))
    forged = tmp_path / "forged"
    forged.write_bytes(file.read_bytes().replace(b'"version":1', b'"version":2'))
    first, second, last = held(tmp_path / "none", forged).splitlines()
    assert first.startswith(f"{tmp_path / 'none'} is no file of heads: ")
    assert second == f"forged: match {match} stood at version 2 and was cut back behind it"
    assert last == ("1 of 1 published heads are not in the histories that are stored, 1 of 2 files could not be read")


@pytest.mark.parametrize(
    "text", ["", "[]", "no JSON", '{"format":"other"}', '{"format":"tabularium-heads/1"}\n{"match":"00"}']
)
def test_what_is_no_file_of_heads_is_refused(text: str, tmp_path: Path) -> None:
    (tmp_path / "heads").write_text(text)
    assert "is no file of heads" in held(tmp_path / "heads", tmp_path / "not there")


def unguarded(superuser: psycopg.Connection[Any], statement: str, match: str) -> None:
    """Change what is never changed."""
    with superuser.transaction():
        superuser.execute("ALTER TABLE event DISABLE TRIGGER event_rows_stay")
        superuser.execute(statement, {"match": match})
        superuser.execute("ALTER TABLE event ENABLE ALWAYS TRIGGER event_rows_stay")
