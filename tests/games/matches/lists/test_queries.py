import pytest
from django.core.management import call_command
from django.db import connection

from events import outbox
from games.matches.autoplay import deadlines
from games.matches.consumers import PROJECTIONS
from games.matches.lists import listings, queries
from games.matches.lists.queries import Filter
from games.matches.lobby import lobby
from games.matches.models.service import Deadline, Listing
from games.matches.play import moves
from games.matches.play.moves import Sent
from games.matches.stream.loading import load
from tests.cast import Person, match_of, new_match, person


def catch_up() -> None:
    while outbox.relay(list(PROJECTIONS)):
        pass
    while listings.catch_up() or deadlines.catch_up():
        pass


def listed(**wanted: str) -> list[str]:
    return [str(row.match_id) for row in queries.list_matches(Filter(**wanted), limit=500)]


def answer_first_prompt(match_id: str, who: Person, seat: int) -> None:
    prompt = load(match_id).match.prompts[seat]
    moves.play(match_id, who.id, Sent(body={"prompt": prompt.id, **prompt.moves[0].legal[0]}), key=None)


def test_a_new_match_is_listed_once_the_relay_has_run() -> None:
    match_id, _ = lobby.create(person("Alice").id, new_match(), key=None)
    assert match_id not in listed()
    catch_up()
    assert match_id in listed(game="rock-paper-wizard", status="open")
    assert match_id not in listed(status="active")


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


def test_as_of_is_the_time_of_the_oldest_event_not_yet_listed() -> None:
    catch_up()
    match_id, _ = lobby.create(person("Alice").id, new_match(), key=None)
    assert queries.listings_as_of() == load(match_id).match.at
    catch_up()
    assert queries.listings_as_of() > load(match_id).match.at


def test_parked_news_does_not_hold_as_of_back() -> None:
    catch_up()
    match_id, _ = lobby.create(person("Alice").id, new_match(), key=None)
    made_at = load(match_id).match.at
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM outbox WHERE match_id = %s", [match_id])
        news = "INSERT INTO delivery (match_id, version, consumer, attempts) VALUES (%s, 1, %s, 12)"
        cursor.execute(news, [match_id, listings.LISTINGS])
        assert queries.listings_as_of() == made_at
        cursor.execute("UPDATE delivery SET parked_at = now() WHERE match_id = %s", [match_id])
        assert queries.listings_as_of() > made_at
        cursor.execute("DELETE FROM delivery WHERE match_id = %s", [match_id])


def test_a_row_never_goes_back_to_an_older_version() -> None:
    alice, bob, carol = person("Alice"), person("Bob"), person("Carol")
    match_id = match_of(alice, bob, carol)
    listings.project_listing(match_id, 0)
    Listing.objects.filter(match_id=match_id).update(version=10_000)
    listings.project_listing(match_id, 0)
    assert Listing.objects.get(match_id=match_id).version == 10_000


def test_news_of_deadlines_is_forgotten_where_the_row_knows_it_and_told_where_it_does_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cast = [person(name) for name in ("Alice", "Bob", "Carol")]
    known, news = (match_of(*cast, clock={"mode": "per_move", "seconds": 600}) for _ in range(2))
    catch_up()
    for match_id in (known, news):
        answer_first_prompt(match_id, cast[0], 0)
    deadlines.put_deadline(load(known))
    while outbox.relay(list(PROJECTIONS)):
        pass
    told: list[str] = []
    monkeypatch.setattr(deadlines, "project_deadline", lambda match_id, _version: told.append(match_id))
    deadlines.catch_up()
    assert told == [news]


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
    call_command("rebuild_projections", verbosity=0)
    assert relayed == (
        Listing.objects.filter(match_id=match_id).values().get(),
        Deadline.objects.values().get(match_id=match_id),
    )
