import random
from collections.abc import Sequence
from itertools import product
from uuid import UUID

import psycopg
import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from events import outbox
from games.matches.lists import listings, queries
from games.matches.lists.queries import Filter
from games.matches.lobby import lobby
from games.matches.lobby.lobby import SeatWish
from games.matches.models.service import Listing
from games.matches.stream.loading import load
from tests.support.cast import RPW, answer_first_prompt, match_of, new_match, person
from tests.support.chance import UNKNOWN_ID
from tests.support.plans import rows_read
from tests.support.relay import catch_up


def listed(**wanted: str) -> list[str]:
    return [str(row.match_id) for row in queries.list_matches(Filter(**wanted), limit=500)]


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
    assert listed(waiting_for=alice.id) == [match_id]
    answer_first_prompt(match_id, alice, 0)
    catch_up()
    assert listed(waiting_for=alice.id) == []
    assert listed(waiting_for=bob.id) == [match_id]
    assert listed(mine=alice.id) == [match_id]


def test_an_unlisted_match_is_found_by_its_players_only() -> None:
    alice = person("Alice")
    match_id, _ = lobby.create(alice.id, new_match(visibility="unlisted"), key=None)
    catch_up()
    assert match_id not in listed()
    assert listed(mine=alice.id) == [match_id]


def test_pages_follow_each_other_without_gap_or_repeat() -> None:
    alice = person("Alice")
    made = [lobby.create(alice.id, new_match(), key=None)[0] for _ in range(5)]
    catch_up()
    first = [str(row.match_id) for row in queries.list_matches(Filter(mine=alice.id), limit=3)]
    second = [str(row.match_id) for row in queries.list_matches(Filter(mine=alice.id, before=first[-1]), limit=3)]
    assert first + second == sorted(made, reverse=True)


@pytest.fixture
def all_listed() -> None:
    """Nothing waits to be listed; other tests may have left news of matches whose rules nobody here knows."""
    catch_up()
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM delivery")


@pytest.mark.usefixtures("all_listed")
def test_as_of_is_the_time_of_the_oldest_event_not_yet_listed() -> None:
    match_id, _ = lobby.create(person("Alice").id, new_match(), key=None)
    assert queries.listings_as_of() == load(match_id).match.at
    catch_up()
    assert queries.listings_as_of() > load(match_id).match.at


@pytest.mark.usefixtures("all_listed")
def test_parked_news_does_not_hold_as_of_back() -> None:
    match_id, _ = lobby.create(person("Alice").id, new_match(), key=None)
    made_at = load(match_id).match.at
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM outbox WHERE match_id = %s", [match_id])
        news = "INSERT INTO delivery (match_id, version, consumer, attempts, since) VALUES (%s, 1, %s, 12, %s)"
        cursor.execute(news, [match_id, listings.LISTINGS, made_at])
        assert queries.listings_as_of() == made_at
        cursor.execute("UPDATE delivery SET parked_at = now() WHERE match_id = %s", [match_id])
        assert queries.listings_as_of() > made_at
        cursor.execute("DELETE FROM delivery WHERE match_id = %s", [match_id])


FILLED = """
INSERT INTO matches_listing (match_id, version, game, status, visibility, player_ids, waiting_player_ids, holders, document)
SELECT gen_random_uuid(), 1, CASE WHEN n % 2 = 0 THEN 'cave' ELSE 'rock-paper-wizard' END, 'finished', 'private',
       array[gen_random_uuid()], '{}', '{}', '{}' FROM generate_series(1, 10000) n
"""


@pytest.mark.parametrize(
    "wanted",
    [
        *({"mine": UNKNOWN_ID}, {"waiting_for": UNKNOWN_ID}, {"mine": UNKNOWN_ID, "before": "f" * 8 + UNKNOWN_ID[8:]}),
        *({}, {"game": "cave"}, {"status": "finished"}, {"game": "cave", "status": "finished"}),
    ],
    ids=str,
)
def test_a_list_walks_past_no_matches_that_are_not_in_it(superuser: psycopg.Connection, wanted: dict[str, str]) -> None:
    with CaptureQueriesContext(connection) as asked:
        queries.list_matches(Filter(**wanted), limit=100)
    (statement,) = [one["sql"] for one in asked.captured_queries]
    with superuser.transaction(force_rollback=True):
        superuser.execute("DELETE FROM matches_listing")
        superuser.execute(FILLED)
        assert rows_read(superuser, statement) <= 100


@pytest.mark.usefixtures("all_listed")
def test_as_of_is_that_of_the_oldest_append_when_the_relay_has_moved_several_at_once() -> None:
    alice = person("Alice")
    match_id, _ = lobby.create(alice.id, new_match(), key=None)
    made_at = load(match_id).match.at
    lobby.join(match_id, person("Bob").id, SeatWish(), key=None)
    while outbox.relay([listings.LISTINGS]):
        pass
    assert queries.listings_as_of() == made_at
    catch_up()
    assert queries.listings_as_of() > load(match_id).match.at


def test_as_of_reads_a_row_or_two_however_much_waits(superuser: psycopg.Connection) -> None:
    waiting = "SELECT gen_random_uuid(), 1, %s, now() - n * interval '1 ms' FROM generate_series(1, 5000) AS n"
    with superuser.transaction(force_rollback=True):
        superuser.execute(
            "INSERT INTO outbox (match_id, at, version) SELECT gen_random_uuid(), now() - n * interval '1 ms', 1"
            " FROM generate_series(1, 5000) AS n"
        )
        superuser.execute(f"INSERT INTO delivery (match_id, version, consumer, since) {waiting}", [listings.LISTINGS])
        superuser.execute("ANALYZE outbox, delivery")
        assert rows_read(superuser, queries.PENDING, [listings.LISTINGS]) <= 2


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
            player_ids=sit,
            waiting_player_ids=[one for one in sit if pick.random() < 0.5],
            holders={},
            document={},
        )

    return [row() for _ in range(60)]


def belongs(row: Listing, wanted: Filter) -> bool:
    """Whether a row is in the list of this filter, by its words."""
    sits = {None, *row.player_ids}
    is_own = wanted.mine is not None or wanted.waiting_for is not None
    is_shown = row.visibility == "public" or (wanted.player is not None and wanted.viewer in row.player_ids)
    return (
        (is_own or is_shown)
        and wanted.game in (None, row.game)
        and wanted.status in (None, row.status)
        and {wanted.player, wanted.mine} <= sits
        and wanted.waiting_for in {None, *row.waiting_player_ids}
        and (wanted.before is None or row.match_id < UUID(wanted.before))
    )


def test_every_mix_of_filters_finds_what_all_rows_looked_at_one_by_one_do() -> None:
    pick = random.Random(7)
    people = [str(UUID(int=pick.getrandbits(128))) for _ in range(3)]
    with transaction.atomic():
        Listing.objects.all().delete()
        rows = Listing.objects.bulk_create(some_rows(pick, people))
        newest_first = sorted(rows, key=lambda row: row.match_id, reverse=True)
        kinds: dict[str, Sequence[str]] = {"game": GAMES, "status": STATUSES}
        kinds |= dict.fromkeys(("player", "viewer", "mine", "waiting_for"), people)
        kinds |= {"before": [str(pick.choice(rows).match_id), str(UUID(int=pick.getrandbits(128)))]}
        for chosen in product((False, True), repeat=len(kinds)):
            which = dict(zip(kinds, chosen, strict=True))
            wanted = Filter(**{name: pick.choice(values) for name, values in kinds.items() if which[name]})
            found = [str(row.match_id) for row in queries.list_matches(wanted, limit=4)]
            assert found == [str(row.match_id) for row in newest_first if belongs(row, wanted)][:4], wanted
        transaction.set_rollback(True)
