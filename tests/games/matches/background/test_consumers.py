from io import StringIO
from typing import Any

import psycopg
import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection

from events import outbox, snapshots, store
from games.matches.background import consumers
from games.matches.models.service import Deadline, Listing
from games.matches.stream import loading
from games.matches.stream import snapshots as kept_states
from games.matches.stream.loading import load
from games.matches.stream.state import Match, fold
from tests.games.matches.audit.tampering import changed
from tests.support.cast import answer_first_prompt, match_of, person
from tests.support.relay import catch_up
from tests.support.round_trips import round_trips


@pytest.mark.parametrize("consumer", consumers.CONSUMERS)
def test_many_matches_that_have_moved_cost_a_consumer_as_many_statements_as_one(
    consumer: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    cast = [person(name) for name in ("Alice", "Bob", "Carol")]
    matches = [match_of(*cast) for _ in range(8)]
    made = round_trips(monkeypatch)

    def statements(moved: list[str], *, seat: int) -> int:
        for match_id in moved:
            answer_first_prompt(match_id, cast[seat], seat)
        while outbox.relay([consumer]):
            pass
        made.clear()
        assert consumers.catch_up(consumer) == len(moved)
        return len(made)

    # Nothing of other tests waits, nor comes due later because it failed, and everything is folded.
    while outbox.relay([consumer]) or consumers.catch_up(consumer):
        pass
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM delivery WHERE consumer = %s", [consumer])
    for match_id in matches:
        load(match_id)
    one = statements(matches[:1], seat=0)
    assert statements(matches, seat=1) == one, made


def test_rebuilding_from_the_streams_gives_the_rows_that_the_relay_gave() -> None:
    clock = {"mode": "per_move", "seconds": 600, "on_timeout": "default_move"}
    alice, bob, carol = person("Alice"), person("Bob"), person("Carol")
    match_id = match_of(alice, bob, carol, clock=clock)
    answer_first_prompt(match_id, bob, 1)
    catch_up()
    relayed = (
        Listing.objects.filter(match_id=match_id).values().get(),
        Deadline.objects.values().get(match_id=match_id),
    )
    Listing.objects.all().delete()
    Deadline.objects.all().delete()
    consumers.rebuild(store.matches())
    assert relayed == (
        Listing.objects.filter(match_id=match_id).values().get(),
        Deadline.objects.values().get(match_id=match_id),
    )


def test_rebuilding_from_the_streams_keeps_a_snapshot_of_every_long_match_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    match_id = match_of(person("Alice"), person("Bob"), person("Carol"))
    monkeypatch.setattr(kept_states, "EVERY", 1)
    catch_up()
    kept = snapshots.newest_version(match_id, code=kept_states.CODE)
    consumers.rebuild(store.matches())
    assert snapshots.newest_version(match_id, code=kept_states.CODE) == kept == load(match_id).match.head.version


def rebuilt(matches: list[str]) -> list[str]:
    """What a rebuild says of each of these matches."""
    found = consumers.rebuild(matches)
    assert [match_id for match_id, _ in found] == matches
    return [verdict for _, verdict in found]


def test_a_rebuild_passes_over_what_cannot_be_read_and_says_so(superuser: psycopg.Connection[Any]) -> None:
    matches = [match_of(person("Alice"), person("Bob"), person("Carol")) for _ in range(3)]
    Listing.objects.filter(match_id__in=matches).delete()
    with changed(superuser, "event", matches[1], f"UPDATE event SET body = 'x' WHERE match_id = '{matches[1]}'"):
        assert rebuilt(matches) == ["projected", "failed", "projected"]
    listed = Listing.objects.filter(match_id__in=matches).values_list("match_id", flat=True)
    assert {str(match_id) for match_id in listed} == {matches[0], matches[2]}


def test_a_rebuild_says_of_no_match_that_cannot_be_folded_that_it_was_projected(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    matches = [match_of(person("Alice"), person("Bob"), person("Carol")) for _ in range(3)]

    def folded(match_id: str, *rest: Any) -> Match:
        if match_id == matches[1]:
            raise ZeroDivisionError
        return fold(match_id, *rest)

    monkeypatch.setattr(loading, "fold", folded)
    assert rebuilt(matches) == ["projected", "failed", "projected"]


def test_the_command_that_rebuilds_fails_where_a_match_did(monkeypatch: pytest.MonkeyPatch) -> None:
    match_of(person("Alice"), person("Bob"), person("Carol"))
    monkeypatch.setattr(consumers, "_project", lambda _: 1 // 0)
    with pytest.raises(CommandError, match="cannot be read or folded"):
        call_command("rebuild_projections", anew=True, verbosity=0, stdout=StringIO())
