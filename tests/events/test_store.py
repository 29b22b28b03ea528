from datetime import UTC, datetime, timedelta, timezone
from types import SimpleNamespace
from typing import Any

import psycopg
import pytest
from django.db import connection, transaction
from hypothesis import example, given, settings
from hypothesis import strategies as st

from events import envelope, statements, store
from events.errors import Conflict, InsideTransaction, TimeWentBack
from events.format.canon import NotCanonical, canon
from events.format.chain import GENESIS, event_hash
from events.models import Event, MatchHead
from events.store import (
    EMPTY,
    Command,
    Head,
    NewEvent,
    Part,
    Recorded,
    append,
    commands,
    find_command,
    is_recorded,
    load,
    new_id,
)
from tests.events.streams import AT, CREATED, MOVED, grown, head_of, rows

audiences = st.sets(st.integers(0, 300)).map(lambda seats: tuple(sorted(seats)))
BY_ALICE: dict[str, Any] = {"actor": "alice", "key": "k", "request_hash": b"h"}
NOTHING: dict[str, list[Any]] = {"match_head": [], "event": [], "event_secret": [], "command": [], "outbox": []}


def test_new_ids_are_version_7_in_lower_case_and_rise() -> None:
    ids = [new_id() for _ in range(100)]
    assert all(each[14] == "7" and each == each.lower() for each in ids)
    assert ids == sorted(set(ids))


def test_an_unknown_match_is_an_empty_stream_with_the_database_s_clock(superuser: psycopg.Connection[Any]) -> None:
    before = superuser.execute("SELECT clock_timestamp()").fetchone()
    stream = load(new_id())
    after = superuser.execute("SELECT clock_timestamp()").fetchone()
    assert (stream.head, stream.events) == (EMPTY, ())
    assert before
    assert after
    assert before[0] < stream.now < after[0]
    assert stream.now.tzinfo is UTC


def test_creation_and_the_next_append_are_loaded_as_they_were_returned() -> None:
    match = new_id()
    first = append(match, expected=EMPTY, at=AT, drafts=[CREATED, MOVED])
    then = append(
        match, expected=head_of(first), at=AT, drafts=[MOVED, NewEvent(type="turn_ended", data={"a": (1, ())})]
    )
    stream = load(match)
    assert stream.events == first + then
    assert stream.head == head_of(then)
    assert [event.version for event in stream.events] == [1, 2, 3, 4]
    assert stream.events[3].envelope["data"] == {"a": [1, []]}


def test_an_append_parses_nothing_of_what_it_has_written(monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: list[bytes] = []
    monkeypatch.setattr(envelope, "orjson", SimpleNamespace(loads=lambda text: parsed.append(text)))
    (event,) = append(new_id(), expected=EMPTY, at=AT, drafts=[MOVED])
    assert (event.envelope["data"], parsed) == (MOVED.data, [])


def test_loading_reads_each_row_once_whatever_the_planner_believes_of_the_tables() -> None:
    match = new_id()
    grown(match, CREATED, *[MOVED] * 20)
    with connection.cursor() as cursor:
        cursor.execute(
            f"EXPLAIN (ANALYZE, FORMAT JSON) {store.LOAD}", {"match": match, "after": 0, "until": store.NO_END}
        )
        ((plan,),) = cursor.fetchall()
    assert {node["Actual Loops"] for node in nodes_of(plan[0]["Plan"])} == {1}


def nodes_of(plan: dict[str, Any]) -> list[dict[str, Any]]:
    return [plan, *(node for part in plan.get("Plans", []) for node in nodes_of(part))]


@given(st.lists(st.tuples(st.none() | st.integers(0, 5), st.lists(audiences, max_size=3)), min_size=1, max_size=3))
@example([(None, [()])])
@example([(3, [(0, 2)])])
@example([(3, [])])
@example([(None, [(1,)]), (4, [])])
@settings(max_examples=30)
def test_appends_of_every_shape_are_loaded_as_they_were_returned(
    shape: list[tuple[int | None, list[tuple[int, ...]]]],
) -> None:
    match = new_id()
    drafts = [
        NewEvent(
            type="turn_taken",
            seat=seat,
            data={"n": number},
            parts=tuple(Part(audience=audience, part={"n": [number]}) for audience in parts),
        )
        for number, (seat, parts) in enumerate(shape)
    ]
    first = append(match, expected=EMPTY, at=AT, drafts=drafts)
    then = append(match, expected=head_of(first), at=AT, drafts=drafts, command=Command(**BY_ALICE))
    assert load(match).events == first + then
    assert load(match).head == head_of(then)
    rows = Event.objects.filter(match_id=match).order_by("version").values_list("version", "seat", "type", "hash", "at")
    assert [(*row[:3], bytes(row[3]), row[4]) for row in rows] == [
        (event.version, event.envelope["seat"], "turn_taken", event.hash, AT) for event in first + then
    ]
    assert [recorded.first_version for recorded in commands(match, up_to=9)] == [len(first) + 1]


def test_openings_come_back_with_their_salts_in_the_order_of_the_parts() -> None:
    match = new_id()
    parts = tuple(Part(audience=(seat,), part={"hand": [seat]}) for seat in range(6))
    append(match, expected=EMPTY, at=AT, drafts=[NewEvent(type="dealt", data={}, parts=parts), CREATED])
    dealt, created = load(match).events
    assert [(opening.index, opening.audience, opening.part) for opening in dealt.openings] == [
        (seat, (seat,), {"hand": [seat]}) for seat in range(6)
    ]
    assert [opening.audience for opening in created.openings] == [()]


def test_after_leaves_out_the_events_up_to_it_and_keeps_the_head() -> None:
    match = new_id()
    head = grown(match, CREATED, MOVED, MOVED)
    assert [event.version for event in load(match, after=1).events] == [2, 3]
    assert load(match, after=3).events == ()
    assert load(match, after=3).head == head


def test_the_stored_body_is_canonical_and_the_chain_runs_through_it(superuser: psycopg.Connection[Any]) -> None:
    match = new_id()
    head = grown(match, CREATED, MOVED, MOVED)
    previous = GENESIS
    for event, (body,) in zip(
        load(match).events,
        superuser.execute("SELECT body FROM event WHERE match_id = %s ORDER BY version", [match]),
        strict=True,
    ):
        assert body == canon(event.envelope)
        previous = event_hash(previous, body)
        assert event.hash == previous
    assert head == Head(3, previous)


def test_columns_repeat_the_body(superuser: psycopg.Connection[Any]) -> None:
    match = new_id()
    grown(match, CREATED, MOVED)
    found = superuser.execute("SELECT type, seat, at FROM event WHERE match_id = %s ORDER BY version", [match])
    assert found.fetchall() == [("match_created", None, AT), ("spell_chosen", 1, AT)]


def test_a_time_of_another_zone_is_stored_as_the_same_instant(superuser: psycopg.Connection[Any]) -> None:
    match = new_id()
    (event,) = append(match, expected=EMPTY, at=AT.astimezone(timezone(timedelta(hours=5))), drafts=[CREATED])
    assert event.envelope["at"] == "2026-11-21T12:00:00.250000Z"
    assert superuser.execute("SELECT at FROM event WHERE match_id = %s", [match]).fetchone() == (AT,)


def test_one_append_leaves_one_row_in_the_outbox_at_its_last_version(superuser: psycopg.Connection[Any]) -> None:
    match = new_id()
    grown(match, CREATED, MOVED, MOVED)
    assert [(row[1]) for row in rows(superuser, match)["outbox"]] == [3]


def test_an_append_to_a_stale_head_is_a_conflict_and_stores_nothing(superuser: psycopg.Connection[Any]) -> None:
    match = new_id()
    stale = grown(match, CREATED)
    grown(match, MOVED, expected=stale)
    before = rows(superuser, match)
    with pytest.raises(Conflict):
        grown(match, MOVED, expected=stale, key="k")
    assert rows(superuser, match) == before


def test_an_append_to_the_right_version_with_another_hash_is_a_conflict(superuser: psycopg.Connection[Any]) -> None:
    match = new_id()
    head = grown(match, CREATED)
    before = rows(superuser, match)
    with pytest.raises(Conflict):
        grown(match, MOVED, expected=Head(head.version, bytes(32)), key="k")
    assert rows(superuser, match) == before


def test_a_stream_is_created_once(superuser: psycopg.Connection[Any]) -> None:
    match = new_id()
    grown(match, CREATED)
    before = rows(superuser, match)
    with pytest.raises(Conflict):
        grown(match, CREATED, key="k")
    assert rows(superuser, match) == before


@pytest.mark.parametrize("expected", [Head(1, bytes(32)), Head(0, b"x" * 32)])
def test_an_append_to_a_stream_that_is_not_there_is_a_conflict(
    expected: Head, superuser: psycopg.Connection[Any]
) -> None:
    match = new_id()
    with pytest.raises(Conflict):
        grown(match, MOVED, expected=expected, key="k")
    assert rows(superuser, match) == NOTHING


def test_a_key_that_its_actor_has_used_is_a_conflict_that_does_not_quote_it(
    superuser: psycopg.Connection[Any],
) -> None:
    match = new_id()
    head = grown(match, CREATED, key="my-own-key")
    before = rows(superuser, match)
    with pytest.raises(Conflict) as refused:
        grown(match, MOVED, expected=head, key="my-own-key")
    assert rows(superuser, match) == before
    assert "my-own-key" not in str(refused.value)
    assert refused.value.__cause__ is None


def test_a_key_is_free_for_another_actor_and_another_match() -> None:
    first, second = new_id(), new_id()
    head = grown(first, CREATED, key="k")
    grown(second, CREATED, key="k")
    bob = Command(actor="bob", key="k", request_hash=b"h")
    append(first, expected=head, at=AT, drafts=[MOVED], command=bob)
    assert [each.actor for each in commands(first, up_to=9)] == ["alice", "bob"]


def test_a_command_is_found_by_its_key_with_the_versions_it_appended() -> None:
    match = new_id()
    head = grown(match, CREATED, MOVED, key="first")
    grown(match, MOVED, MOVED, MOVED, expected=head, key="second")
    assert find_command(match, "alice", "second") == Recorded(
        actor="alice", key="second", request_hash=b"h", first_version=3, last_version=5
    )
    assert find_command(match, "alice", "third") is None
    assert [is_recorded(match, actor=actor, first_version=3) for actor in ("alice", "bob")] == [True, False]
    assert not is_recorded(match, actor="alice", first_version=4)
    assert find_command(match, "bob", "second") is None
    assert find_command(new_id(), "alice", "second") is None


def test_commands_are_those_that_began_by_a_version_in_order() -> None:
    match = new_id()
    head = grown(match, CREATED, key="z")
    head = grown(match, MOVED, MOVED, expected=head, key="m")
    head = grown(match, MOVED, expected=head)
    grown(match, MOVED, expected=head, key="a")
    assert [each.key for each in commands(match, up_to=5)] == ["z", "m", "a"]
    assert [each.key for each in commands(match, up_to=2)] == ["z", "m"]
    assert commands(match, up_to=0) == ()


@pytest.mark.parametrize("text", ["a\0b", "\ud800"])
def test_a_key_the_database_cannot_hold_is_refused_and_not_cut_short(
    text: str, superuser: psycopg.Connection[Any]
) -> None:
    match = new_id()
    with pytest.raises(Exception, match=r"0x00|surrogates"):
        grown(match, CREATED, key=text)
    assert rows(superuser, match) == NOTHING


def test_keys_hold_any_other_text() -> None:
    match, key = new_id(), "ק'\"\\{},%s $1"
    grown(match, CREATED, key=key)
    assert find_command(match, "alice", key) is not None


def test_append_refuses_to_run_inside_a_transaction(superuser: psycopg.Connection[Any]) -> None:
    match = new_id()
    with transaction.atomic(), pytest.raises(InsideTransaction):
        grown(match, CREATED)
    assert rows(superuser, match) == NOTHING


def test_an_earlier_time_than_the_last_event_s_is_refused_and_the_same_is_not() -> None:
    match = new_id()
    head = grown(match, CREATED)
    with pytest.raises(TimeWentBack):
        append(match, expected=head, at=AT - timedelta(microseconds=1), drafts=[MOVED])
    append(match, expected=head, at=AT, drafts=[MOVED])


def test_a_stale_head_is_a_conflict_also_with_an_earlier_time() -> None:
    match = new_id()
    stale = grown(match, CREATED)
    grown(match, MOVED, expected=stale)
    with pytest.raises(Conflict):
        append(match, expected=stale, at=AT - timedelta(days=1), drafts=[MOVED])


@pytest.mark.parametrize(
    ("match", "drafts"),
    [("01940000-0000-7000-8000-00000000000A", [CREATED]), ("x", [CREATED]), ("", [CREATED])],
)
def test_a_match_id_that_is_not_a_lower_case_uuid_is_refused(match: str, drafts: list[NewEvent]) -> None:
    with pytest.raises(ValueError, match="match id"):
        append(match, expected=EMPTY, at=AT, drafts=drafts)


def test_an_append_of_no_events_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one event"):
        append(new_id(), expected=EMPTY, at=AT, drafts=[])


def test_an_append_without_a_time_zone_is_refused() -> None:
    with pytest.raises(ValueError, match="time zone"):
        append(new_id(), expected=EMPTY, at=datetime(2026, 11, 21), drafts=[CREATED])


def test_when_one_draft_is_outside_the_format_none_is_stored(superuser: psycopg.Connection[Any]) -> None:
    match = new_id()
    bad: Any = {"share": 0.5}
    with pytest.raises(NotCanonical):
        grown(match, CREATED, NewEvent(type="scored", data=bad), key="k")
    assert rows(superuser, match) == NOTHING


def test_an_append_is_one_prepared_statement_with_a_plan_that_is_kept() -> None:
    match = new_id()
    head = grown(match, CREATED)
    for _ in range(20):
        head = grown(match, MOVED, expected=head, key=str(head.version))
    with connection.cursor() as cursor:
        cursor.execute("SELECT generic_plans, custom_plans FROM pg_prepared_statements WHERE name = 'events_advance'")
        ((generic, custom),) = cursor.fetchall()
    assert generic >= 15
    assert custom <= 5


def test_reading_many_streams_is_not_planned_anew_for_each_list_of_them() -> None:
    matches = [new_id() for _ in range(3)]
    for match in matches:
        grown(match, CREATED)
    before = plans_of("%unnest%wanted%LATERAL%")
    for count in range(12):
        found = store.load_each(dict.fromkeys(matches[: 1 + count % 3], 0))
        assert all(stream.head.version == 1 for stream in found.values())
    after = plans_of("%unnest%wanted%LATERAL%")
    # Other tests may have asked by a connection that has prepared it before, or again after a rollback.
    made = [
        tuple(now - then for now, then in zip(plans, before.get(name, (0, 0)), strict=True))
        for name, plans in after.items()
    ]
    generic, custom = map(sum, zip(*made, strict=True))
    assert generic >= 7
    assert custom <= 5


def plans_of(statement: str) -> dict[str, tuple[int, int]]:
    """How often the server has gone by a plan it had, and how often it made one, by prepared statement."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT name, generic_plans, custom_plans FROM pg_prepared_statements WHERE statement LIKE %s", [statement]
        )
        return {name: (generic, custom) for name, generic, custom in cursor.fetchall()}


@pytest.mark.parametrize("statement", [statements.CREATE, statements.ADVANCE, statements.ADVANCE_BY_ONE])
def test_an_append_reads_no_table_but_the_heads_and_sends_no_row_back(statement: statements.Statement) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (GENERIC_PLAN, VERBOSE, FORMAT JSON) {statement.sql.decode()}")
        ((plan,),) = cursor.fetchall()
    top, *nodes = nodes_of(plan[0]["Plan"])
    scanned = {
        node["Relation Name"] for node in nodes if node["Node Type"].endswith("Scan") and "Relation Name" in node
    }
    assert scanned <= {"match_head"}
    assert (top["Node Type"], top["Relation Name"], top.get("Output", [])) == ("ModifyTable", "outbox", [])


def test_a_time_before_the_year_from_which_postgresql_counts_is_stored_as_it_is() -> None:
    match, early = new_id(), datetime(1969, 7, 20, 20, 17, 40, 1, tzinfo=UTC)
    append(match, expected=EMPTY, at=early, drafts=[CREATED])
    assert (Event.objects.get(match_id=match).at, MatchHead.objects.get(match_id=match).at) == (early, early)


def test_append_works_without_prepared_statements_for_poolers_that_cannot_keep_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = new_id()
    monkeypatch.setattr(statements.store_connection().connection, "prepare_threshold", None)
    monkeypatch.setattr(statements, "_prepare", None)
    head = grown(match, CREATED, key="first")
    assert grown(match, MOVED, expected=head) == load(match).head
    assert find_command(match, "alice", "first") is not None


def test_append_prepares_again_what_a_rollback_has_dropped() -> None:
    match = new_id()
    head = grown(match, CREATED)
    head = grown(match, MOVED, expected=head)
    with transaction.atomic():
        load(match)
        transaction.set_rollback(True)
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_prepared_statements WHERE name LIKE 'events%'")
        assert cursor.fetchone() == (0,)
    grown(new_id(), CREATED)
    head = grown(match, MOVED, expected=head)
    assert load(match).head == head


def test_a_new_connection_takes_the_place_of_a_closed_one() -> None:
    match = new_id()
    head = grown(match, CREATED)
    connection.close()
    head = grown(match, MOVED, expected=head)
    assert load(match).head == head


def test_fsync_and_synchronous_commit_stay_on() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('fsync'), current_setting('synchronous_commit')")
        assert cursor.fetchone() == ("on", "on")
