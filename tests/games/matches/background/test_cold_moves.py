"""Moving matches into files: which, in which steps, and what a run that is cut off leaves."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path
from typing import Any
from uuid import UUID

import psycopg
import pytest
from django.core.files.storage import storages
from django.core.management import CommandError, call_command
from django.db import connection, connections

from events import store
from events.cold import contents, files, moving, register
from events.cold.moving import CannotMove
from games.matches import tasks
from games.matches.audit import audits, daily_heads
from games.matches.audit.heads_file import Published, digest
from games.matches.background import cold_moves, consumers, retention
from games.matches.heads import log_writing
from games.matches.lists import paces
from games.matches.lobby import lobby
from games.matches.management.commands.move_cold import months_before
from games.matches.models.logged import LogProgress
from games.matches.models.matches import NOBODY
from games.matches.models.notices import MatchNotices
from games.matches.models.service import Audit, PlayedPace
from games.matches.stream import quarantine
from games.matches.stream.loading import load
from games.verify.verifier import verify_bytes
from tests.games.matches.audit.tampering import changed
from tests.support import cold
from tests.support.cast import STRANGER, Person, create, match_of, play_some, resign_all
from tests.support.relay import catch_up

CLOCK = {"mode": "per_move", "seconds": 3600}
NEVER = datetime(9999, 1, 1, tzinfo=UTC)


def over(cast: tuple[Person, ...], *, moves: int = 6, **wishes: Any) -> str:
    match_id = match_of(*cast, **wishes)
    play_some(match_id, cast, moves=moves)
    resign_all(match_id, cast)
    return match_id


def is_there(match_id: str) -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT EXISTS (SELECT FROM event WHERE match_id = %s)", [match_id])
        return bool(cursor.fetchone()[0])


@pytest.fixture
def no_log() -> Iterator[None]:
    """The log of heads has closed no day, as where there is none."""
    before = LogProgress.objects.values().first()
    LogProgress.objects.all().delete()
    yield
    LogProgress.objects.all().delete()
    if before:
        LogProgress.objects.create(**before)


@pytest.mark.usefixtures("no_log")
def test_due_are_matches_that_ended_before_a_time_and_wait_for_nothing(cast: tuple[Person, ...]) -> None:
    running, ended, aside = match_of(*cast), over(cast), over(cast)
    news = over(cast)
    catch_up(consumers.CONSUMERS)
    quarantine.set_aside(aside, 1, "wrong", at="fold")
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO outbox SELECT match_id, version, at FROM match_head WHERE match_id = %s", [news])
    at = load(ended).match.at
    assert {running, ended, aside, news} & set(cold_moves.due(NEVER)) == {ended}
    assert ended not in set(cold_moves.due(at))
    assert ended in set(cold_moves.due(at + timedelta(microseconds=1)))
    cold.make_cold(ended)
    assert ended not in set(cold_moves.due(NEVER))


@pytest.mark.usefixtures("no_log")
def test_a_match_waits_until_the_log_of_heads_has_closed_its_last_day(cast: tuple[Person, ...]) -> None:
    match_id = over(cast)
    catch_up(consumers.CONSUMERS)
    day = load(match_id).match.at.date()
    for closed, is_due in ((day - timedelta(days=1), False), (day, False), (day + timedelta(days=1), True)):
        LogProgress.objects.update_or_create(id=1, defaults={"day": closed, "is_first": False})
        assert (match_id in set(cold_moves.due(NEVER))) is is_due


def test_the_file_makes_the_match_file(cast: tuple[Person, ...]) -> None:
    match_id = over(cast)
    exported = STRANGER.get(f"/matches/{match_id}/export").content
    moved = cold.make_cold(match_id)
    row = register.find([match_id])[match_id]
    assert contents.match_file(contents.unpack(files.read(match_id, row.file))) == exported
    assert (moved.events, moved.size) == (row.version, cold.path_of(match_id).stat().st_size)
    assert verify_bytes(exported).flaw is None


class Killed(BaseException):
    """The process ends here."""


STEPS: dict[str, tuple[Any, str]] = {
    "before the file": (contents, "pack"),
    "before it is written": (files, "write"),
    "before it is read back": (files, "read_back"),
    "before it is compared": (contents, "unpack"),
    "before the transaction": (moving, "enter"),
}


@pytest.mark.parametrize("step", STEPS)
def test_a_run_that_is_cut_off_loses_nothing_and_the_next_goes_on(
    step: str, cast: tuple[Person, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id = over(cast)
    before = store.load(match_id).events

    def end(*_: Any, **__: Any) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(*STEPS[step], end)
        with pytest.raises(Killed):
            cold_moves.move(match_id)
    assert is_there(match_id)
    assert store.load(match_id).events == before
    cold.make_cold(match_id)
    assert not is_there(match_id)
    assert store.load(match_id).events == before


@pytest.mark.parametrize("statement", ["INSERT INTO cold_match", "DELETE FROM event_secret", "DELETE FROM snapshot"])
def test_a_transaction_that_is_cut_off_changes_nothing(statement: str, cast: tuple[Person, ...]) -> None:
    match_id = over(cast)
    before = store.load(match_id).events

    def execute(run: Callable[..., Any], sql: str, *more: Any) -> Any:
        done = run(sql, *more)
        if statement in sql:
            raise Killed
        return done

    with connections["owner"].execute_wrapper(execute), pytest.raises(Killed):
        cold_moves.move(match_id)
    assert store.load(match_id).events == before
    assert register.find([match_id]) == {}
    cold.make_cold(match_id)
    assert store.load(match_id).events == before


def test_after_the_transaction_nothing_is_left_to_do(cast: tuple[Person, ...]) -> None:
    match_id = over(cast)
    cold.make_cold(match_id)
    assert cold_moves.move(match_id) is None


def test_half_a_file_of_a_run_before_is_written_anew(cast: tuple[Person, ...]) -> None:
    match_id = over(cast)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(moving, "enter", lambda *_, **__: False)
        cold_moves.move(match_id)
    (path,) = cold_folder().rglob(f"{match_id}*")
    path.write_bytes(path.read_bytes()[:100])
    cold.make_cold(match_id)
    assert load(match_id).match.is_over


def cold_folder() -> Path:
    return Path(storages["cold"].path(""))


def test_what_comes_back_otherwise_than_it_was_written_moves_nothing(
    cast: tuple[Person, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id = over(cast)
    pack = contents.pack
    monkeypatch.setattr(contents, "pack", lambda whole: pack(whole).replace(b'"by":"player"', b'"by":"system"'))
    with pytest.raises(CannotMove, match="does not have its rows"):
        cold_moves.move(match_id)
    assert is_there(match_id)


@pytest.mark.parametrize(
    ("table", "change", "reason"),
    [
        ("event", "type = type || 'x'", "the match has not ended|does not have the rows"),
        ("event", "seat = coalesce(seat, 0) + 1", "does not have the rows"),
        ("event", "at = at + interval '1 microsecond'", "does not have the rows"),
        ("event", "hash = set_byte(hash, 0, get_byte(hash, 0) # 1)", "does not have its rows"),
        ("event_secret", "salt = set_byte(salt, 0, get_byte(salt, 0) # 1)", "does not have its rows"),
        ("event_secret", "audience = audience || 5::smallint", "does not have its rows"),
        ("match_head", "hash = set_byte(hash, 0, get_byte(hash, 0) # 1)", "damaged|does not lead"),
        ("event", "body = CASE version WHEN 2 THEN '{}' ELSE body END", "cannot be read"),
        ("event", "at = 'infinity'", "cannot be read"),
        ("event_secret", "index = index + 100", "cannot be read|does not have its rows|damaged"),
    ],
)
def test_a_history_that_was_changed_stays_where_it_is(
    table: str, change: str, reason: str, cast: tuple[Person, ...], superuser: psycopg.Connection[Any]
) -> None:
    match_id = over(cast)
    with changed(superuser, table, match_id, f"UPDATE {table} SET {change} WHERE match_id = '{match_id}'"):
        with pytest.raises(CannotMove, match=reason):
            cold_moves.move(match_id)
        assert is_there(match_id)


def test_rows_that_come_back_beside_a_file_fail_the_audit(
    cast: tuple[Person, ...], superuser: psycopg.Connection[Any]
) -> None:
    match_id = over(cast)
    rows = superuser.execute("SELECT * FROM event WHERE match_id = %s AND version = 1", [match_id]).fetchall()
    cold.make_cold(match_id)
    superuser.execute("INSERT INTO event VALUES (%s, %s, %s, %s, %s, %s, %s)", rows[0])
    try:
        assert audits.examine(match_id).checks["chain"] == 1
    finally:
        superuser.execute("ALTER TABLE event DISABLE TRIGGER event_rows_stay")
        superuser.execute("DELETE FROM event WHERE match_id = %s", [match_id])
        superuser.execute("ALTER TABLE event ENABLE ALWAYS TRIGGER event_rows_stay")
    assert not audits.examine(match_id).failed


def test_a_head_that_was_changed_since_fails_the_audit(
    cast: tuple[Person, ...], superuser: psycopg.Connection[Any]
) -> None:
    match_id = over(cast)
    cold.make_cold(match_id)
    change = f"UPDATE match_head SET hash = set_byte(hash, 0, get_byte(hash, 0) # 1) WHERE match_id = '{match_id}'"
    with changed(superuser, "match_head", match_id, change):
        assert isinstance(audits.examine(match_id).checks["chain"], int)


def test_a_cold_match_without_a_head_is_found(cast: tuple[Person, ...], superuser: psycopg.Connection[Any]) -> None:
    match_id = over(cast)
    cold.make_cold(match_id)
    with changed(superuser, "match_head", match_id, f"DELETE FROM match_head WHERE match_id = '{match_id}'"):
        assert match_id in audits.headless(1000)
        assert audits.examine(match_id).failed
    assert match_id not in audits.headless(1000)


def test_the_published_heads_of_a_day_are_the_same(cast: tuple[Person, ...]) -> None:
    match_id = over(cast)
    day = load(match_id).match.at.date()
    before = list(daily_heads.lines(day, None))
    heads = [
        Published(match=digest(match_id), version=event.version, head=event.hash.hex())
        for event in load(match_id).events
    ]
    cold.make_cold(match_id)
    assert list(daily_heads.lines(day, None)) == before
    assert daily_heads.missed(heads) == []
    wrong = [
        Published(match=digest(match_id), version=1, head="00" * 32),
        Published(match=digest(match_id), version=heads[-1].version + 1, head="00" * 32),
    ]
    assert [line.split()[2:] for line in daily_heads.missed(wrong)] == [
        ["has", "another", "history", "up", "to", "version", "1"],
        f"stood at version {heads[-1].version + 1} and was cut back behind it".split(),
    ]
    with cold.damaged(match_id, None):
        assert "is missing" in daily_heads.missed(heads[:1])[0]


def test_of_a_match_that_went_on_after_the_day_the_file_tells_where_it_stood(cast: tuple[Person, ...]) -> None:
    match_id = over(cast)
    events = load(match_id).events
    last = load(match_id).match.at
    cold.make_cold(match_id)
    row = register.find([match_id])[match_id]
    until = max(event.version for event in events if event.envelope["at"] < events[-1].envelope["at"])
    day = {"start": last - timedelta(days=1), "end": last}
    assert daily_heads._last_of_the_day(row, day) == (match_id, until, events[until - 1].hash)
    assert daily_heads._last_of_the_day(row, {"start": last, "end": last}) is None


def test_the_log_of_heads_that_begins_later_has_the_end_of_a_cold_match(cast: tuple[Person, ...]) -> None:
    match_id = over(cast)
    head = load(match_id).match.head
    cold.make_cold(match_id)
    values: dict[str, Any] = {
        "start": log_writing.BEGINNING,
        "end": NEVER,
        "after": before_of(match_id),
        "limit": 1,
        "nobody": NOBODY,
        "ended": "match_ended",
    }
    with connection.cursor() as cursor:
        cursor.execute(log_writing.OF_A_DAY, values)
        ((found, is_wanted, _, version, hash_),) = cursor.fetchall()
    assert (found, is_wanted, version, hash_) == (match_id, True, head.version, head.hash.hex())


def before_of(match_id: str) -> str:
    return str(UUID(int=UUID(match_id).int - 1))


def test_what_was_arranged_for_a_cold_match_goes_in_its_time(cast: tuple[Person, ...]) -> None:
    match_id = create(cast[0].id)
    lobby.cancel(match_id, cast[0].id, key=None)
    MatchNotices.objects.create(match_id=match_id, player_id=cast[0].id, kinds=[])
    cold.make_cold(match_id)
    retention.forget(days=1)
    assert MatchNotices.objects.filter(match_id=match_id).exists()
    retention.forget(days=0)
    assert not MatchNotices.objects.filter(match_id=match_id).exists()


def test_rebuilt_projections_of_a_cold_match_are_the_same(
    cast: tuple[Person, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id = over(cast, clock=CLOCK, moves=12)
    catch_up()

    def noted() -> Any:
        rows = PlayedPace.objects.filter(match_id=match_id).order_by("player_id")
        return list(rows.values_list("player_id", "moves", "late"))

    before = noted(), STRANGER.get(f"/matches/{match_id}").json()["seats"]
    assert before[0]
    cold.make_cold(match_id)
    PlayedPace.objects.filter(match_id=match_id).delete()
    # No match is cold so soon but here.
    monkeypatch.setattr(paces, "STILL_WARM", timedelta(0))
    assert consumers.rebuild([match_id]) == [(match_id, consumers.REBUILT)]
    assert (noted(), STRANGER.get(f"/matches/{match_id}").json()["seats"]) == before


def told(*arguments: str) -> str:
    out = StringIO()
    call_command("move_cold", *arguments, stdout=out)
    return out.getvalue()


def test_the_command_says_how_many_would_move_and_moves_none(cast: tuple[Person, ...]) -> None:
    match_id = over(cast)
    # Other tests may have left matches of long ago.
    due = list(cold_moves.due(months_before(datetime.now(UTC), 1)))
    assert told("--months", "1", "--dry-run") == f"{len(due)} matches would move\n"
    assert match_id not in due
    assert all(map(is_there, [match_id, *due]))


def vacuumed() -> dict[str, int]:
    """How often each table of rows that move was vacuumed by a command."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname, vacuum_count FROM pg_stat_user_tables WHERE relname = ANY(%s)", [[*moving.TABLES]]
        )
        return dict(cursor.fetchall())


def test_the_command_moves_what_is_due_and_names_what_stays(
    cast: tuple[Person, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = over(cast), match_of(*cast)
    monkeypatch.setattr(cold_moves, "due", lambda _: iter([first, second]))
    out, before = StringIO(), vacuumed()
    with pytest.raises(CommandError, match="1 matches stay in the database"):
        call_command("move_cold", "--months", "6", "--vacuum", stdout=out)
    # Each table that has lost rows, once; and none where it is not asked for, or nothing has moved.
    assert before.keys() == {"event", "event_secret", "snapshot"}
    assert vacuumed() == {table: count + 1 for table, count in before.items()}
    with suppress(CommandError):
        call_command("move_cold", "--months", "6", "--vacuum", stdout=StringIO())
    third = over(cast)
    monkeypatch.setattr(cold_moves, "due", lambda _: iter([third]))
    call_command("move_cold", "--months", "6", stdout=StringIO())
    assert not is_there(third)
    assert vacuumed() == {table: count + 1 for table, count in before.items()}
    assert "1 matches moved" in out.getvalue()
    assert f"{second} stays: the match has not ended" in out.getvalue()
    cold.forget_all()
    assert load(first).match.is_over


def test_the_check_names_each_file_that_is_missing(cast: tuple[Person, ...]) -> None:
    match_id = over(cast)
    cold.make_cold(match_id)
    assert told("--check") == ""
    out = StringIO()
    with cold.damaged(match_id, None), pytest.raises(CommandError, match="1 files of cold matches"):
        call_command("move_cold", "--check", stdout=out)
    assert out.getvalue().startswith(f"match {match_id} is cold, and its file ")
    assert out.getvalue().endswith(" is missing\n")


def test_the_check_says_once_that_no_storage_is_named(cast: tuple[Person, ...], settings: Any) -> None:
    cold.make_cold(over(cast))
    settings.STORAGES = {}
    with pytest.raises(CommandError, match="there are cold matches, and COLD_STORAGE does not say where"):
        told("--check")


def test_the_audit_names_a_file_that_is_missing_and_one_that_is_out_of_reach(
    cast: tuple[Person, ...], settings: Any
) -> None:
    match_id = over(cast)
    cold.make_cold(match_id)
    out = StringIO()
    with cold.damaged(match_id, None), pytest.raises(CommandError, match="1 of 1 matches fail"):
        call_command("audit_matches", match_id, stdout=out)
    assert out.getvalue().startswith(f"match {match_id} is cold, and its file ")
    assert f"{match_id} fails chain at version 1\n" in out.getvalue()
    call_command("audit_matches", match_id, stdout=StringIO())
    out, there = StringIO(), settings.STORAGES
    settings.STORAGES = {}
    with pytest.raises(CommandError, match="1 of 1 matches are in files that cannot be read now"):
        call_command("audit_matches", match_id, stdout=out)
    assert out.getvalue() == f"match {match_id} is cold, and COLD_STORAGE names no storage to be used here\n"
    settings.STORAGES = there


@pytest.fixture
def all_others_seen() -> None:
    """Every match that there is has just been looked at."""
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO matches_audit (match_id, version, hash, checks, failed, checked_at)"
            " SELECT match_id, version, hash, '{}', false, now() FROM match_head"
            " ON CONFLICT (match_id) DO UPDATE SET checked_at = now()"
        )
        cursor.execute("UPDATE match_head SET audited = true")


@pytest.mark.parametrize("was_audited", [True, False])
@pytest.mark.usefixtures("all_others_seen")
def test_files_out_of_reach_take_no_night_from_the_audit_of_other_matches(
    was_audited: bool, cast: tuple[Person, ...], settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    out_of_reach = [over(cast) for _ in range(tasks.UNREAD_FILES + 2)]
    warm = over(cast)
    for match_id in [*out_of_reach, warm]:
        if was_audited:
            audits.examine(match_id)
    long_ago = datetime(2026, 1, 1, tzinfo=UTC)
    Audit.objects.filter(match_id__in=out_of_reach).update(checked_at=long_ago)
    Audit.objects.filter(match_id=warm).update(checked_at=long_ago + timedelta(days=1))
    for match_id in out_of_reach:
        cold.make_cold(match_id)
    monkeypatch.setattr(tasks, "SAMPLE_LIMIT", len(out_of_reach))
    before = Audit.objects.get(match_id=warm).checked_at if was_audited else None
    asked: list[str] = []
    monkeypatch.setattr(audits, "examine", told_to(asked, audits.examine))
    there = settings.STORAGES
    settings.STORAGES = {}
    tasks.audit_sample()
    settings.STORAGES = there
    assert len({*asked} & {*out_of_reach}) == tasks.UNREAD_FILES
    assert Audit.objects.get(match_id=warm).checked_at != before
    # Once their storage is back they have their turn.
    tasks.audit_sample()
    assert not Audit.objects.filter(match_id__in=out_of_reach, checked_at=long_ago).exists()
    assert Audit.objects.filter(match_id__in=out_of_reach).count() == len(out_of_reach)


def told_to(asked: list[str], before: Callable[[str], Any]) -> Callable[[str], Any]:
    """The same call, whose matches are noted."""

    def noting(match_id: str) -> Any:
        asked.append(match_id)
        return before(match_id)

    return noting


def test_a_storage_that_takes_no_file_is_named_and_no_match_is_called_cold_that_is_not(
    cast: tuple[Person, ...], settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id = over(cast)
    there = settings.STORAGES
    settings.STORAGES = {}
    with pytest.raises(CannotMove, match=r"^COLD_STORAGE names no storage to be used here$"):
        cold_moves.move(match_id)
    settings.STORAGES = there

    def fail(*_: Any, **__: Any) -> Any:
        raise RuntimeError("a secret")

    for step, reason in (("save", "written"), ("open", "written")):
        with monkeypatch.context() as patch:
            patch.setattr(type(storages["cold"]), step, fail)
            with pytest.raises(CannotMove, match=f"^its file cannot be {reason}: RuntimeError$"):
                cold_moves.move(match_id)
    with monkeypatch.context() as patch:
        patch.setattr(files, "_bytes_of", fail)
        with pytest.raises(CannotMove, match=r"^its file \S+ cannot be read: RuntimeError$"):
            cold_moves.move(match_id)
    assert is_there(match_id)


def test_without_a_storage_the_command_names_the_setting(settings: Any) -> None:
    settings.STORAGES = {}
    with pytest.raises(CommandError, match="set COLD_STORAGE"):
        told("--months", "6")


@pytest.mark.parametrize(
    ("at", "months", "expected"),
    [
        ("2026-11-28", 6, "2026-05-28"),
        ("2026-03-31", 1, "2026-02-28"),
        ("2026-01-15", 1, "2025-12-15"),
        ("2024-02-29", 12, "2023-02-28"),
    ],
)
def test_months_are_calendar_months(at: str, months: int, expected: str) -> None:
    assert months_before(datetime.fromisoformat(at), months) == datetime.fromisoformat(expected)
