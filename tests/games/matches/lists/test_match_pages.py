import json
import random
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from itertools import product
from typing import Any
from uuid import UUID

import psycopg
import pytest
from django.db import transaction

from games.matches.accounts.tokens import digest
from games.matches.lists import match_pages
from games.matches.lists.match_pages import Filter
from games.matches.lobby import lobby
from games.matches.models.matches import Lobby
from games.matches.models.service import Listing
from tests.support.cast import RPW, SAS, Person, answer_first_prompt, match_of, new_match, person
from tests.support.chance import UNKNOWN_ID
from tests.support.plans import rows_read
from tests.support.relay import catch_up


def listed(who: Person | None = None, *, limit: int = match_pages.MOST_MATCHES, **wanted: Any) -> list[str]:
    found = match_pages.read(None if who is None else digest(who.token), Filter(**wanted), limit=limit)
    return [json.loads(row)[0] for row in found.rows]


def test_a_new_match_is_listed_once_the_relay_has_run() -> None:
    alice = person("Alice")
    match_id, _ = lobby.create(alice.id, new_match(), key=None)
    # Other tests have made more matches than a page holds, and ids of this one need not be the newest.
    assert listed(player=alice.id) == []
    catch_up()
    assert listed(game="rock-paper-wizard", status="open", player=alice.id) == [match_id]
    assert listed(status="active", player=alice.id) == []


def test_waiting_for_me_lists_matches_that_ask_me_and_only_these() -> None:
    alice, bob, carol = person("Alice"), person("Bob"), person("Carol")
    match_id = match_of(alice, bob, carol)
    catch_up()
    assert listed(alice, is_waiting=True) == [match_id]
    answer_first_prompt(match_id, alice, 0)
    catch_up()
    assert listed(alice, is_waiting=True) == []
    assert listed(bob, is_waiting=True) == [match_id]
    assert listed(alice, is_mine=True) == [match_id]


def test_an_unlisted_match_is_found_by_its_players_only() -> None:
    alice = person("Alice")
    match_id, _ = lobby.create(alice.id, new_match(visibility="unlisted"), key=None)
    catch_up()
    assert match_id not in listed()
    assert listed(alice, is_mine=True) == [match_id]


def test_matches_are_found_by_when_they_were_made_whatever_else_is_asked() -> None:
    alice, bob = person("Alice"), person("Bob")
    made = [match_of(alice, bob, game=SAS) for _ in range(4)]
    catch_up()
    times = [datetime.fromtimestamp((UUID(one).int >> 80) / 1000, UTC) for one in made]
    for number, since in enumerate(times):
        expected = [one for one, at in zip(made, times, strict=True) if at >= since]
        assert set(listed(player=alice.id, since=since)) == set(expected), number
        for wanted in ({"is_mine": True}, {"game": SAS, "player": bob.id}, {"status": "active", "player": bob.id}):
            assert set(listed(alice, since=since, **wanted)) == set(expected)
            assert set(listed(alice, until=since, **wanted)) == set(made) - set(expected)
    assert listed(player=alice.id, since=times[0], until=times[0]) == []
    far = datetime(1900, 1, 1, tzinfo=UTC)
    assert set(listed(player=alice.id, since=far)) == set(made)
    assert listed(player=alice.id, until=far) == []


def test_pages_follow_each_other_without_gap_or_repeat() -> None:
    alice = person("Alice")
    made = [lobby.create(alice.id, new_match(), key=None)[0] for _ in range(5)]
    catch_up()
    first = listed(alice, is_mine=True, limit=3)
    second = listed(alice, is_mine=True, before=first[-1], limit=3)
    assert first + second == sorted(made, reverse=True)


FILLED = """
INSERT INTO matches_listing (match_id, version, game, status, visibility, player_ids, waiting_player_ids, holders, document)
SELECT gen_random_uuid(), 1, CASE WHEN n % 2 = 0 THEN 'cave' ELSE 'rock-paper-wizard' END, 'finished', 'private',
       array[gen_random_uuid()], '{}', '{}', '{}' FROM generate_series(1, 10000) n
"""


@pytest.mark.parametrize(
    "wanted",
    [
        *({"is_mine": True}, {"is_waiting": True}, {"is_mine": True, "before": "f" * 8 + UNKNOWN_ID[8:]}),
        *({}, {"game": "cave"}, {"status": "finished"}, {"game": "cave", "status": "finished"}),
    ],
    ids=str,
)
def test_a_list_walks_past_no_matches_that_are_not_in_it(superuser: psycopg.Connection, wanted: dict[str, Any]) -> None:
    asked = match_pages.statement(digest(person("Alice").token), Filter(**wanted), limit=100)
    with superuser.transaction(force_rollback=True):
        superuser.execute("DELETE FROM matches_listing")
        superuser.execute(FILLED)
        assert rows_read(superuser, ["matches_listing"], *asked) <= 100


MANY_PUBLIC = """
INSERT INTO matches_listing
    (match_id, version, game, status, visibility, has_bots, length, player_ids, waiting_player_ids, holders, document)
SELECT gen_random_uuid(), 1, CASE WHEN n % 2 = 0 THEN 'cave' ELSE 'rock-paper-wizard' END, 'finished', 'public', true, 9,
       array[gen_random_uuid()], '{}', '{}', '{}' FROM generate_series(1, 20000) n
"""


@pytest.mark.parametrize(
    "wanted",
    [
        *({"has_bots": False}, {"open_seats": 1}, {"least_events": 10, "status": "finished"}),
        *({"most_events": 8, "game": "cave"}, {"has_bots": False, "game": "cave", "status": "finished"}),
        {"has_bots": False, "is_oldest_first": True},
    ],
    ids=str,
)
def test_a_sieve_that_nothing_passes_looks_at_so_many_matches_and_no_more(
    superuser: psycopg.Connection, wanted: dict[str, Any]
) -> None:
    asked = match_pages.statement(None, Filter(**wanted), limit=100)
    with superuser.transaction(force_rollback=True):
        superuser.execute("DELETE FROM matches_listing")
        superuser.execute(MANY_PUBLIC)
        superuser.execute("ANALYZE matches_listing")
        # Where half of all matches are of the game, PostgreSQL may take the index by status alone: two rows for one.
        several = 3 if "game" in wanted and "status" in wanted else 1
        assert rows_read(superuser, ["matches_listing"], *asked) <= several * match_pages.MOST_SIEVED


GAMES, STATUSES, VISIBILITIES = ("cave", RPW), ("open", "active", "finished"), ("public", "unlisted", "private")


def some_rows(pick: random.Random, people: Sequence[str]) -> list[Listing]:
    """Rows of the lists, any ids and any of these players at each."""

    def row() -> Listing:
        sit = pick.sample(people, pick.randint(0, len(people)))
        return Listing(
            match_id=UUID(int=pick.getrandbits(128)),
            version=1,
            game=pick.choice(GAMES),
            status=pick.choice(STATUSES),
            visibility=pick.choice(VISIBILITIES),
            has_bots=pick.random() < 0.5,
            open_seats=pick.randint(0, 3),
            length=pick.choice([None, 10, 20, 30]),
            player_ids=sit,
            waiting_player_ids=[one for one in sit if pick.random() < 0.5],
            holders={},
            document={},
        )

    return [row() for _ in range(60)]


def belongs(row: Listing, wanted: Filter, viewer: str | None) -> bool:
    """Whether a row is in the list of this filter, by its words."""
    sits = {None, *row.player_ids}
    is_own = wanted.is_mine or wanted.is_waiting
    is_shown = row.visibility == "public" or (wanted.player is not None and viewer in row.player_ids)
    return (
        (is_own or is_shown)
        and wanted.game in (None, row.game)
        and wanted.status in (None, row.status)
        and wanted.player in sits
        and (not wanted.is_mine or viewer in row.player_ids)
        and (not wanted.is_waiting or viewer in row.waiting_player_ids)
        and (wanted.before is None or _is_behind(row.match_id, UUID(wanted.before), wanted))
        and wanted.has_bots in (None, row.has_bots)
        and row.open_seats >= (wanted.open_seats or 0)
        and (wanted.least_events is None or (row.length or 0) >= wanted.least_events)
        and (wanted.most_events is None or (row.length or 99) <= wanted.most_events)
    )


def _is_behind(one: UUID, other: UUID, wanted: Filter) -> bool:
    return one > other if wanted.is_oldest_first else one < other


@pytest.fixture
def only_these() -> Iterator[None]:
    """No other match is listed meanwhile."""
    with transaction.atomic():
        Listing.objects.all().delete()
        yield
        transaction.set_rollback(True)


@pytest.mark.usefixtures("only_these")
def test_every_mix_of_filters_finds_what_all_rows_looked_at_one_by_one_do() -> None:
    pick = random.Random(7)
    people = [person("Alice"), person("Bob"), person("Carol")]
    rows = Listing.objects.bulk_create(some_rows(pick, [one.id for one in people]))
    Lobby.objects.bulk_create(
        Lobby(match_id=row.match_id, creator_id=row.match_id, creation_key="", request_hash=b"") for row in rows
    )
    ordered = sorted(rows, key=lambda row: row.match_id)
    kinds: dict[str, Sequence[Any]] = {"game": GAMES, "status": STATUSES, "player": [one.id for one in people]}
    kinds |= {"is_mine": [True], "is_waiting": [True]}
    kinds |= {"before": [str(pick.choice(rows).match_id), str(UUID(int=pick.getrandbits(128)))]}
    sieves: dict[str, Sequence[Any]] = {"has_bots": [False, True], "open_seats": [1, 2], "is_oldest_first": [True]}
    sieves |= {"least_events": [10, 20], "most_events": [20, 30]}
    for who, chosen in product((None, *people[:2]), product((False, True), repeat=len(kinds))):
        which = dict(zip(kinds, chosen, strict=True)) | {name: pick.random() < 0.3 for name in sieves}
        wanted = Filter(**{name: pick.choice(values) for name, values in (kinds | sieves).items() if which[name]})
        found = [row for row in ordered if belongs(row, wanted, None if who is None else who.id)]
        in_order = found if wanted.is_oldest_first else found[::-1]
        assert listed(who, **vars(wanted), limit=4) == [str(row.match_id) for row in in_order][:4], (who, wanted)


@pytest.mark.usefixtures("only_these")
def test_a_page_says_who_asks_by_their_token_alone() -> None:
    alice = person("Alice")
    caller = match_pages.read(digest(alice.token), Filter(), limit=1).caller
    assert caller is not None
    assert (str(caller.id), caller.locale) == (alice.id, "en")
    assert match_pages.read(None, Filter(), limit=1).caller is None
    assert match_pages.read(digest("tab_nobody"), Filter(is_mine=True), limit=1).rows == ()
