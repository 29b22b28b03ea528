import psycopg
import pytest
from django.db import connection

from events import outbox
from games.matches.lists import listings, queries
from games.matches.lobby import lobby
from games.matches.lobby.lobby import SeatWish
from games.matches.stream.loading import load
from tests.support.cast import new_match, person
from tests.support.plans import rows_read
from tests.support.relay import catch_up


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
        assert rows_read(superuser, ["outbox", "delivery"], queries.AS_OF, {"consumer": listings.LISTINGS}) <= 2
