from importlib import import_module

import psycopg

from games.matches.lists import listings
from games.matches.lobby import lobby
from games.matches.models.service import Listing
from games.matches.stream.loading import load
from tests.support.cast import bot, create, join, match_of, person, play_some


def test_a_row_never_goes_back_to_an_older_version() -> None:
    alice, bob, carol = person("Alice"), person("Bob"), person("Carol")
    match_id = match_of(alice, bob, carol)
    listings.project_listings([match_id])
    Listing.objects.filter(match_id=match_id).update(version=10_000)
    listings.project_listings([match_id])
    assert Listing.objects.get(match_id=match_id).version == 10_000


def sieved(match_id: str) -> tuple[bool, int, int | None]:
    """What sieves of lists ask of a match: bots, free seats, length."""
    listings.project_listings([match_id])
    row = Listing.objects.get(match_id=match_id)
    return row.has_bots, row.open_seats, row.length


def test_a_row_says_how_many_seats_are_free_before_the_start_and_how_long_a_match_was_after_its_end() -> None:
    alice, bob, carol = person("Alice"), person("Bob"), person("Carol")
    match_id = create(alice.id)
    assert sieved(match_id) == (False, 2, None)
    join(match_id, bob.id)
    assert sieved(match_id) == (False, 1, None)
    join(match_id, carol.id)
    assert sieved(match_id) == (False, 0, None)
    play_some(match_id, (alice, bob, carol))
    assert sieved(match_id) == (False, 0, load(match_id).match.head.version)


def test_a_match_that_was_called_off_has_no_free_seats_and_no_length() -> None:
    alice = person("Alice")
    match_id = create(alice.id)
    lobby.cancel(match_id, alice.id, key=None)
    assert sieved(match_id) == (False, 0, None)


def test_a_row_says_whether_a_bot_sits_there_of_the_service_or_of_somebody() -> None:
    alice, other = person("Alice"), bot("Other")
    with_ours, with_theirs = create(alice.id), create(alice.id)
    assert alice.post(f"/matches/{with_ours}/bots", {"bot": "easy"}).status_code == 200
    assert sieved(with_ours) == (True, 1, None)
    join(with_theirs, other.id)
    assert sieved(with_theirs) == (True, 1, None)


def test_rows_of_before_the_filters_are_filled_as_new_ones_are(superuser: psycopg.Connection) -> None:
    alice, bob, carol, other = person("Alice"), person("Bob"), person("Carol"), bot("Other")
    over, waiting, with_ours, called_off = match_of(alice, bob, carol), *(create(alice.id) for _ in range(3))
    play_some(over, (alice, bob, carol))
    join(waiting, other.id)
    assert alice.post(f"/matches/{with_ours}/bots", {"bot": "easy"}).status_code == 200
    lobby.cancel(called_off, alice.id, key=None)
    before = [sieved(one) for one in (over, waiting, with_ours, called_off)]
    Listing.objects.update(has_bots=False, open_seats=0, length=None)
    superuser.execute(import_module("games.matches.migrations.0025_list_filters").FILLED)
    after = [Listing.objects.get(match_id=one) for one in (over, waiting, with_ours, called_off)]
    assert [(row.has_bots, row.open_seats, row.length) for row in after] == before
