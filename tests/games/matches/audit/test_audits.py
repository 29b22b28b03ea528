import logging
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from events import ledger
from events.models import Command, MatchHead
from events.store import new_id
from games import registry
from games.core.bots import EASY
from games.matches import tasks
from games.matches.audit import audits, imports, shard_walks
from games.matches.autoplay import timeouts
from games.matches.errors import MatchNotFound, RulesUnknown
from games.matches.lobby import lobby
from games.matches.models.service import Audit
from games.matches.play import submission
from games.matches.stream import snapshots
from games.matches.stream.loading import keep_snapshot, load, recent
from games.verify.report import CHECKS
from tests.games.matches.audit.tampering import ALL_OK, GUARDED, TAMPERING, Superuser, changed, checks, version_column
from tests.games.verify.files import Scribe
from tests.support.cast import Person, match_of, person, play_some

SEALED = {**dict.fromkeys(CHECKS, "sealed"), "chain": "ok"}
CLOCK = {"mode": "per_move", "seconds": 60, "on_timeout": "default_move"}


def test_a_match_that_has_ended_holds_in_every_check(finished: str) -> None:
    stored = load(finished)
    found = audits.examine(finished)
    assert found.checks == ALL_OK
    assert (found.head, found.events) == (stored.match.head.hash.hex(), stored.match.head.version)


def test_a_running_match_holds_as_far_as_it_is_open(running: str) -> None:
    assert checks(running) == SEALED


def test_every_kind_of_command_holds(cast: tuple[Person, ...], later: Callable[[float], None]) -> None:
    match_id = match_of(*cast, clock=CLOCK, start="manual")
    lobby.leave(match_id, cast[2].id, key="left")
    lobby.join(match_id, cast[2].id, lobby.SeatWish(seat=2, entropy="x"), key="back")
    lobby.start(match_id, cast[0].id, key=None)
    assert checks(match_id) == SEALED
    play_some(match_id, cast, moves=1)
    later(60)
    timeouts.expire(match_id)
    submission.resign(match_id, cast[0].id, key="enough")
    assert checks(match_id) == SEALED
    submission.resign(match_id, cast[1].id, key=None)
    assert checks(match_id) == ALL_OK


def test_a_cancelled_match_keeps_its_seed(cast: tuple[Person, ...]) -> None:
    match_id = match_of(cast[0], cast[1], cast[2], start="manual")
    lobby.cancel(match_id, cast[0].id, key=None)
    assert checks(match_id) == {"chain": "ok", "seals": "sealed", "chance": "sealed", "replay": "ok"}


def columns(superuser: Superuser, *tables: str) -> set[tuple[str, str]]:
    query = """SELECT table_name, column_name FROM information_schema.columns
               WHERE table_schema = 'public' AND table_name = ANY(%s)"""
    return {(table, column) for table, column in superuser.execute(query, [list(tables)]).fetchall()}


def test_every_column_of_history_is_tampered_with_below(superuser: Superuser) -> None:
    assert columns(superuser, *GUARDED) == {place for place in TAMPERING if place[0] in GUARDED}


@pytest.mark.parametrize("which", ["first", "middle", "last"])
@pytest.mark.parametrize("state", ["finished", "running"])
@pytest.mark.parametrize("place", TAMPERING, ids=".".join)
def test_tampering_with_any_column_is_found(
    place: tuple[str, str], state: str, which: str, superuser: Superuser, request: pytest.FixtureRequest
) -> None:
    match_id = request.getfixturevalue(state)
    before = checks(match_id)
    table, column = place
    by = version_column(table)
    versions = superuser.execute(f"SELECT {by} FROM {table} WHERE match_id = %s ORDER BY 1", [match_id]).fetchall()
    (version,) = versions[{"first": 0, "middle": len(versions) // 2, "last": -1}[which]]
    change = f"UPDATE {table} SET {column} = {TAMPERING[place]} WHERE match_id = '{match_id}' AND {by} = {version}"
    with changed(superuser, table, match_id, change):
        found = audits.examine(match_id)
        assert found.failed
        expected = "seals" if table == "event_secret" else "chain"
        assert isinstance(found.checks[expected], int), found.checks
    assert checks(match_id) == before


@pytest.mark.parametrize("table", GUARDED)
@pytest.mark.parametrize("state", ["finished", "running"])
def test_a_row_that_is_gone_is_missed(
    table: str, state: str, superuser: Superuser, request: pytest.FixtureRequest
) -> None:
    match_id, by = request.getfixturevalue(state), version_column(table)
    rows = superuser.execute(f"SELECT {by} FROM {table} WHERE match_id = %s", [match_id]).fetchall()
    for (version,) in rows:
        with changed(
            superuser, table, match_id, f"DELETE FROM {table} WHERE match_id = '{match_id}' AND {by} = {version}"
        ):
            assert audits.examine(match_id).failed, version


@pytest.mark.parametrize("table", ["event", "event_secret", "match_head"])
def test_with_a_whole_table_gone_the_audit_still_answers(table: str, finished: str, superuser: Superuser) -> None:
    with changed(superuser, table, finished, f"DELETE FROM {table} WHERE match_id = '{finished}'"):
        assert audits.examine(finished).failed


@pytest.mark.parametrize("body", ["", "{", "[]", "{}", '{"at":1.5}', '{"data":[],"seals":7}', '{"seals":[7]}'])
@pytest.mark.parametrize("version", [1, 4])
def test_a_body_of_any_bytes_is_found_and_named(body: str, version: int, finished: str, superuser: Superuser) -> None:
    change = f"UPDATE event SET body = '{body}'::bytea WHERE match_id = '{finished}' AND version = {version}"
    with changed(superuser, "event", finished, change):
        assert set(checks(finished).values()) == {version}


NESTED = "('{{\"a\":' || repeat('[', {0}) || repeat(']', {0}) || '}}')::bytea"


@pytest.mark.parametrize(
    "part",
    ["'{\"seed\":1.5}'", "'{\"seed\":12345678901234567890}'", "'7'", "''", *map(NESTED.format, (253, 900, 5000))],
)
def test_a_sealed_part_of_any_bytes_is_found_and_named(part: str, finished: str, superuser: Superuser) -> None:
    change = f"UPDATE event_secret SET part = {part} WHERE match_id = '{finished}' AND version = 1"
    with changed(superuser, "event_secret", finished, change):
        assert checks(finished)["seals"] == 1


@pytest.mark.parametrize("at", ["infinity", "-infinity", "20000-01-01", "0044-03-15 BC"])
@pytest.mark.parametrize("table", ["event", "outbox", "match_head"])
def test_a_time_that_no_event_can_have_is_found(at: str, table: str, finished: str, superuser: Superuser) -> None:
    row = f"SELECT min(version) FROM {table} WHERE match_id = '{finished}'"
    (version,) = superuser.execute(row).fetchone() or (None,)
    change = f"UPDATE {table} SET at = '{at}' WHERE match_id = '{finished}' AND version = {version}"
    with changed(superuser, table, finished, change):
        assert checks(finished)["chain"] == version


def test_a_copy_that_says_the_same_in_other_bytes_is_found(finished: str, superuser: Superuser) -> None:
    change = f"UPDATE event_secret SET part = part || ' '::bytea WHERE match_id = '{finished}' AND version = 1"
    with changed(superuser, "event_secret", finished, change):
        assert checks(finished) == {**ALL_OK, "seals": 1}


def test_a_snapshot_of_another_history_is_found(finished: str, superuser: Superuser) -> None:
    superuser.execute("INSERT INTO snapshot VALUES (%s, 5, 'code', %s, '', '')", [finished, bytes(32)])
    try:
        assert checks(finished) == {**ALL_OK, "replay": 5}
    finally:
        superuser.execute("DELETE FROM snapshot WHERE match_id = %s", [finished])


def test_a_kept_state_that_the_events_do_not_fold_to_is_found(
    finished: str, superuser: Superuser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapshots, "EVERY", 1)
    stored = load(finished).match
    keep_snapshot(stored)
    assert checks(finished) == ALL_OK
    other = """UPDATE snapshot SET state = convert_to(
               replace(convert_from(state, 'UTF8'), '"finished"', '"cancelled"'), 'UTF8') WHERE match_id = %s"""
    try:
        superuser.execute(other, [finished])
        assert checks(finished) == {**ALL_OK, "replay": stored.head.version}
        superuser.execute("UPDATE snapshot SET state = 'x' WHERE match_id = %s", [finished])
        assert checks(finished) == {**ALL_OK, "replay": stored.head.version}
    finally:
        superuser.execute("DELETE FROM snapshot WHERE match_id = %s", [finished])


def test_a_verdict_is_remembered_for_its_head_and_written_over_by_an_audit(finished: str, superuser: Superuser) -> None:
    assert audits.examine(finished).checks == ALL_OK
    change = f"UPDATE event SET seat = 2 WHERE match_id = '{finished}' AND version = 1"
    with changed(superuser, "event", finished, change):
        assert audits.verdict(finished).checks == ALL_OK
        audits.examine(finished)
        assert audits.verdict(finished).checks == {**ALL_OK, "chain": 1}
        Audit.objects.filter(match_id=finished).update(checks=ALL_OK, checked_at="2026-01-01T00:00:00Z")
        assert audits.verdict(finished).checks == {**ALL_OK, "chain": 1}
    audits.examine(finished)


def test_a_verdict_on_another_head_is_not_told(cast: tuple[Person, ...]) -> None:
    match_id = match_of(*cast)
    before = audits.verdict(match_id)
    play_some(match_id, cast, moves=1)
    assert audits.verdict(match_id).events > before.events


def test_there_is_no_verdict_on_no_match() -> None:
    with pytest.raises(MatchNotFound):
        audits.verdict(new_id())


@pytest.fixture
def only(finished: str, running: str) -> None:
    """All matches of the suite but these two have just been looked at."""
    with connection.cursor() as cursor:
        cursor.execute(
            """INSERT INTO matches_audit (match_id, version, hash, checks, failed, checked_at)
               SELECT match_id, version, hash, '{}', false, now() FROM match_head
               ON CONFLICT (match_id) DO UPDATE SET checked_at = now()"""
        )
        cursor.execute("UPDATE match_head SET audited = match_id <> ALL(%s::uuid[])", [[finished, running]])
    Audit.objects.filter(match_id__in=[finished, running]).delete()


@pytest.mark.usefixtures("only")
@pytest.mark.parametrize("place", [place for place in TAMPERING if place[0] in GUARDED], ids=".".join)
def test_the_sampler_finds_tampering_in_matches_that_have_ended_and_that_run(
    place: tuple[str, str],
    finished: str,
    running: str,
    superuser: Superuser,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    table, column = place
    by = version_column(table)
    change = (
        "UPDATE {0} SET {1} = {2} WHERE match_id = '{3}' AND {4} = (SELECT max({4}) FROM {0} WHERE match_id = '{3}')"
    )
    monkeypatch.setattr(tasks, "SAMPLE_LIMIT", 2)
    with changed(superuser, table, running, change.format(table, column, TAMPERING[place], running, by)):
        assert tasks.audit_sample() == 2
    failed = dict(Audit.objects.filter(match_id__in=[finished, running]).values_list("match_id", "failed"))
    assert {str(match_id): failed for match_id, failed in failed.items()} == {finished: False, running: True}
    told = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert told
    for record in told:
        assert vars(record)["match"] == running
        assert vars(record)["version"] >= 1
        assert vars(record)["check"] in CHECKS


@pytest.mark.usefixtures("only")
def test_the_sampler_looks_first_at_what_was_seen_longest_ago(finished: str, running: str) -> None:
    assert set(audits.longest_unseen(2)) == {finished, running}
    audits.examine(running)
    assert audits.longest_unseen(1) == [finished]
    assert tasks.SAMPLE_LIMIT >= 100


def test_a_sample_has_the_newest_first_and_then_others_that_a_seed_draws_again(cast: tuple[Person, ...]) -> None:
    for _ in range(6):
        match_of(*cast)
    newest = [str(one) for one in MatchHead.objects.order_by("-at", "match_id").values_list("match_id", flat=True)[:2]]
    assert audits.sample(0, "a seed") == []
    assert audits.sample(1, "a seed") == newest[:1]
    drawn = [tuple(audits.sample(4, f"seed {number}")) for number in range(12)]
    assert drawn == [tuple(audits.sample(4, f"seed {number}")) for number in range(12)]
    assert {one[:2] for one in drawn} == {tuple(newest)}
    assert {len(set(one)) for one in drawn} == {4}
    assert len(set(drawn)) > 1


def test_operators_audit_a_sample_and_are_told_how_to_draw_it_again() -> None:
    told = StringIO()
    call_command("audit_matches", "--sample", "0", "--seed", "fair", stdout=told)
    call_command("audit_matches", "--sample", "0", stdout=told)
    again, new = told.getvalue().splitlines()
    assert again == "0 matches audited, none fails (half of them the newest, half drawn by --seed fair)"
    assert re.fullmatch(r".* \(half of them the newest, half drawn by --seed [0-9a-f]{8}\)", new)


def test_verdicts_read_in_pieces_are_all_verdicts_from_the_oldest_on(
    finished: str, running: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    verdicts = Audit.objects.order_by("checked_at", "match_id")
    for match_id in (finished, running, finished):
        audits.examine(match_id)
    # Of two at one time the one with the smaller id comes first.
    Audit.objects.filter(match_id__in=(finished, running)).update(checked_at=datetime.now(UTC))
    expected = [str(match_id) for match_id in verdicts.values_list("match_id", flat=True)]
    monkeypatch.setattr(shard_walks, "AT_ONCE", 1 + len(expected) // 3)
    assert [match for piece in shard_walks._verdicts("true") for match in piece] == expected
    monkeypatch.setattr(shard_walks, "AT_ONCE", 1)
    assert [match for piece in shard_walks._verdicts("true") for match in piece] == expected


def test_a_match_whose_verdict_was_deleted_is_found_again(running: str, superuser: Superuser) -> None:
    audits.examine(running)
    assert running not in audits.unremembered(10)
    superuser.execute("DELETE FROM matches_audit WHERE match_id = %s", [running])
    assert running not in audits.longest_unseen(100_000)
    assert audits.unremembered(10) == [running]
    tasks.audit_headless()
    assert audits.unremembered(10) == []
    assert Audit.objects.filter(match_id=running).exists()


def test_a_match_that_has_lost_its_head_is_found_and_fails(
    finished: str, running: str, superuser: Superuser, caplog: pytest.LogCaptureFixture
) -> None:
    audits.examine(running)
    with changed(superuser, "match_head", running, f"DELETE FROM match_head WHERE match_id = '{running}'"):
        assert running not in audits.longest_unseen(100_000)
        assert audits.headless(10) == [running]
        assert tasks.audit_headless() == 1
        kept = Audit.objects.get(match_id=running)
        assert (kept.failed, bytes(kept.hash), isinstance(kept.checks["chain"], int)) == (True, b"", True)
        told = [vars(record)["match"] for record in caplog.records if record.levelno == logging.ERROR]
        assert set(told) == {running}
        with pytest.raises(CommandError, match="1 of 1 matches fail"):
            call_command("audit_matches", "--limit", "1", stdout=StringIO())
    assert audits.headless(10) == []
    assert tasks.audit_headless() == 0
    assert not audits.examine(running).failed


@pytest.mark.usefixtures("finished", "running")
def test_the_walk_through_all_streams_reads_a_key_of_each_and_no_event() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(DISTINCT match_id) FROM event")
        (streams,) = cursor.fetchone()
        # The tables of tests are small, so the planner is told that they are not.
        cursor.execute("SET enable_seqscan = off")
        try:
            cursor.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {audits.HEADLESS}", {"limit": 10})
            (plan,) = cursor.fetchone()
        finally:
            connection.close()
    steps = [step for step in nodes(plan[0]["Plan"]) if step.get("Relation Name") == "event"]
    assert {(step["Node Type"], step["Index Name"]) for step in steps} == {("Index Only Scan", "event_pkey")}
    # The first, one after each, and after the last none.
    assert sum(step["Actual Loops"] for step in steps) == 1 + streams
    assert all(step["Actual Rows"] <= 1 for step in steps)


def nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield plan
    for below in plan.get("Plans", ()):
        yield from nodes(below)


@pytest.mark.usefixtures("only")
def test_a_match_whose_audit_breaks_off_delays_no_other(
    finished: str, running: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def read(match_id: str) -> ledger.Ledger:
        if match_id == running:
            raise RuntimeError("a secret")
        return true_read(match_id)

    true_read = ledger.read
    monkeypatch.setattr(ledger, "read", read)
    monkeypatch.setattr(tasks, "SAMPLE_LIMIT", 2)
    assert tasks.audit_sample() == 1
    assert Audit.objects.filter(match_id=finished).exists()
    assert "RuntimeError" in caplog.text
    assert "a secret" not in caplog.text


def test_a_move_of_a_version_of_the_bots_that_this_node_does_not_know_is_left_to_one_that_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scribe = Scribe(registry.newest("rock-paper-wizard"), 3, match=new_id(), bots=[2], bot=EASY)
    scribe.move(2, scribe.legal(2)[0], "bot")
    for seat in (1, 0):
        scribe.move(seat, {"type": "resign"})
    assert scribe.game.bot is not None
    older = replace(scribe.game, bot=replace(scribe.game.bot, version="older", retired=frozenset()))
    match_id = imports.import_file(scribe.file(), now=datetime.now(UTC)).match
    monkeypatch.setitem(registry.GAMES, older.slug, {older.rules: older})
    with pytest.raises(RulesUnknown):
        audits.examine(match_id)
    assert not Audit.objects.filter(match_id=match_id).exists()
    told = StringIO()
    with pytest.raises(CommandError, match="left to a node"):
        call_command("audit_matches", match_id, stdout=told)
    assert told.getvalue() == f"{match_id} is not audited, its rules are unknown here\n"


def test_operators_audit_named_matches(finished: str, running: str, superuser: Superuser) -> None:
    told = StringIO()
    call_command("audit_matches", finished, running, stdout=told)
    assert told.getvalue() == "2 matches audited, none fails\n"
    change = f"UPDATE event SET type = 'x' WHERE match_id = '{running}' AND version = 3"
    with (
        changed(superuser, "event", running, change),
        pytest.raises(CommandError, match="1 of 2 matches fail"),
    ):
        call_command("audit_matches", finished, running, stdout=told)
    assert f"{running} fails chain at version 3\n" in told.getvalue()


def test_operators_are_told_of_every_match_that_is_not_there_and_the_others_are_audited(
    finished: str, running: str
) -> None:
    told, gone, other = StringIO(), new_id(), new_id()
    Audit.objects.filter(match_id=running).delete()
    with pytest.raises(CommandError, match="2 of 4 matches are not there"):
        call_command("audit_matches", gone, finished, other, running, gone, stdout=told)
    assert told.getvalue().splitlines() == [f"there is no match {one}" for one in (gone, other)]
    assert Audit.objects.filter(match_id=running).exists()


def cut_back(superuser: Superuser, match_id: str, version: int) -> None:
    """Leave of a match what it was at this version, consistently in every table."""
    with superuser.transaction():
        for table in GUARDED:
            superuser.execute(f"ALTER TABLE {table} DISABLE TRIGGER {table}_rows_stay")
        for table in ("event", "event_secret", "outbox", "snapshot", "command"):
            by = "last_version" if table == "command" else "version"
            superuser.execute(f"DELETE FROM {table} WHERE match_id = %s AND {by} > %s", [match_id, version])
        superuser.execute(
            """UPDATE match_head SET version = event.version, hash = event.hash, at = event.at FROM event
               WHERE event.match_id = match_head.match_id AND event.version = %s AND match_head.match_id = %s""",
            [version, match_id],
        )
        if not version:
            superuser.execute("DELETE FROM match_head WHERE match_id = %s", [match_id])
        for table in GUARDED:
            superuser.execute(f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {table}_rows_stay")


@pytest.fixture
def doomed(cast: tuple[Person, ...], superuser: Superuser) -> Iterator[str]:
    """A match whose history the test cuts; afterwards nothing is left of it."""
    match_id = match_of(*cast)
    play_some(match_id, cast, moves=4)
    yield match_id
    cut_back(superuser, match_id, 0)
    Audit.objects.filter(match_id=match_id).delete()
    recent.clear()


def last_append(match_id: str) -> int:
    """The version before the last append: a history may end there."""
    (before,) = Command.objects.filter(match_id=match_id).order_by("-first_version").values_list("first_version")[0]
    return int(before) - 1


def test_a_match_that_was_cut_back_fails_night_after_night(doomed: str, superuser: Superuser) -> None:
    assert not audits.examine(doomed).failed
    before = last_append(doomed)
    cut_back(superuser, doomed, before)
    for _ in range(3):
        assert checks(doomed) == {**SEALED, "chain": before + 1}
    assert audits.verdict(doomed).failed


def test_a_match_that_went_on_otherwise_after_it_was_cut_back_fails(
    doomed: str, cast: tuple[Person, ...], superuser: Superuser
) -> None:
    sound = audits.examine(doomed)
    cut_back(superuser, doomed, last_append(doomed))
    recent.clear()
    play_some(doomed, cast, moves=6, seed=7)
    assert load(doomed).match.head.version > sound.events
    for _ in range(2):
        assert checks(doomed)["chain"] == sound.events


def test_a_match_that_was_never_audited_has_no_earlier_head_to_lose(doomed: str, superuser: Superuser) -> None:
    cut_back(superuser, doomed, last_append(doomed))
    assert checks(doomed) == SEALED


def test_a_head_that_was_put_back_after_tampering_is_no_loss(doomed: str, superuser: Superuser) -> None:
    audits.examine(doomed)
    change = f"UPDATE match_head SET version = version + 1, hash = 'x' WHERE match_id = '{doomed}'"
    with changed(superuser, "match_head", doomed, change):
        assert audits.examine(doomed).failed
    assert checks(doomed) == SEALED


def test_a_match_that_grows_while_another_audit_runs_is_not_missed(
    doomed: str, cast: tuple[Person, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    true_read = ledger.read

    def slow(match_id: str) -> ledger.Ledger:
        rows = true_read(match_id)
        play_some(match_id, cast, moves=1, seed=3)
        monkeypatch.setattr(ledger, "read", true_read)
        assert not audits.examine(match_id).failed
        return rows

    monkeypatch.setattr(ledger, "read", slow)
    assert not audits.examine(doomed).failed
    assert not audits.examine(doomed).failed


def test_a_deleted_match_is_found_at_night_and_listed(
    doomed: str, superuser: Superuser, caplog: pytest.LogCaptureFixture
) -> None:
    audits.examine(doomed)
    cut_back(superuser, doomed, 0)
    assert doomed not in audits.longest_unseen(100_000)
    assert audits.gone(10) == [doomed]
    assert tasks.audit_headless() == 1
    assert {vars(record)["match"] for record in caplog.records if record.levelno == logging.ERROR} == {doomed}
    assert Audit.objects.get(match_id=doomed).failed
    said = StringIO()
    with pytest.raises(CommandError, match="1 of 1 matches fail"):
        call_command("audit_matches", "--limit", "1", stdout=said)
    assert f"{doomed} fails chain at version 1\n" in said.getvalue()


def test_a_player_who_is_deleted_makes_no_audit_fail() -> None:
    cast = [person(name) for name in ("Dora", "Egon", "Fryda")]
    match_id = match_of(*cast)
    play_some(match_id, cast)
    assert not audits.examine(match_id).failed
    assert cast[1].delete("/me").status_code == 204
    assert checks(match_id) == ALL_OK
    assert match_id not in audits.gone(100_000)
