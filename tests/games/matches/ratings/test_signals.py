"""Signals to moderators: which pairs of players show them, and which do not."""

import random
from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.utils.timezone import now

from events.randomness import new_seed
from events.store import new_id
from games.matches import tasks
from games.matches.accounts import seen
from games.matches.accounts.tokens import digest
from games.matches.models.people import SeenFrom
from games.matches.models.rated import RatingChange
from games.matches.models.service import Listing
from games.matches.profiles import deletion
from games.matches.quotas.callers import called_from
from games.matches.ratings import signals
from games.matches.ratings.signals import ADDRESS, BROWSER, FAVOURED, GAINED, REPEATED, SHORT, SIGNS, PairFigures
from tests.support.cast import RPW, Person, account_holder, person

pytestmark = pytest.mark.usefixtures("no_ratings")

USUAL = 100


@pytest.fixture(autouse=True)
def _without_rows_of_others() -> Iterator[None]:
    SeenFrom.objects.all().delete()
    yield
    SeenFrom.objects.all().delete()


def ended(
    order: Sequence[Person], *, length: int = USUAL, gain: float = 1.0, days_ago: int = 1, game: str = RPW
) -> None:
    """A rated match that was judged: who came in where, the first first; the winner gains, the others lose."""
    match_id, at = UUID(new_id()), now() - timedelta(days=days_ago)
    nothing: dict[str, Any] = {"player_ids": [], "waiting_player_ids": [], "holders": {}, "document": {}}
    Listing.objects.create(
        match_id=match_id, version=length, game=game, status="finished", visibility="private", **nothing
    )
    for place, one in enumerate(order, 1):
        RatingChange.objects.create(
            match_id=match_id,
            player_id=one.id,
            game=game,
            finished_at=at,
            place=place,
            players=len(order),
            mu_before=25,
            sigma_before=8,
            mu=25 + (gain if place == 1 else -gain),
            sigma=8,
            matches=1,
        )


def pair(one: Person, other: Person) -> PairFigures:
    (found,) = [pair for pair in signals.pairs(player=one.id) if pair.other == other.id]
    return found


def signs(one: Person, other: Person) -> set[str]:
    return set(pair(one, other).signs)


def seen_from(who: Person, network: str) -> None:
    noted = seen.Seen()
    with called_from(network):
        noted.note(who.id, digest(who.token), seen.today())
    noted.flush()


def test_players_of_a_common_circle_show_no_sign() -> None:
    pick = random.Random(new_seed(16))
    people = [account_holder(f"P{number}") for number in range(8)]
    for number in range(160):
        # Everybody wins alike often, whoever else sits there.
        order = [people[number % 8], *pick.sample([one for one in people if one is not people[number % 8]], 3)]
        ended(order, length=pick.randint(80, 120))
    assert [one for one in signals.pairs() if set(one.signs) - {FAVOURED}] == []
    assert len(signals.pairs(player=people[0].id)) == 7


def test_two_who_play_each_other_and_hardly_anybody_else_are_a_repeated_pair() -> None:
    alice, bob, carol = account_holder("Alice"), account_holder("Bob"), account_holder("Carol")
    for number in range(12):
        ended([alice, bob] if number % 2 else [bob, alice])
    for _ in range(3):
        ended([carol, alice])
    assert REPEATED in signs(alice, bob)
    found = pair(alice, bob)
    assert (found.matches, found.all_matches, found.won, found.share) == (12, 15, 6, 80)
    assert [one.other for one in signals.pairs(player=carol.id)] == []


def test_rating_that_was_gained_from_one_player_alone_is_told_in_points() -> None:
    alice, bob = account_holder("Alice"), account_holder("Bob")
    others = [account_holder(name) for name in ("Carol", "Dora", "Eve")]
    for _ in range(6):
        ended([alice, bob], gain=2.0)
    for _ in range(3):
        for other in others:
            ended([other, alice])
    found = pair(alice, bob)
    assert GAINED in found.signs
    assert (found.gained_share, found.points) == (100, 12 * 42)
    assert GAINED not in signs(bob, alice)


def test_short_matches_in_which_the_same_player_comes_in_last_are_a_sign_for_the_other() -> None:
    alice, bob, carol = account_holder("Alice"), account_holder("Bob"), account_holder("Carol")
    for _ in range(20):
        ended([carol, alice])
    for number in range(12):
        ended([alice, bob], length=10 if number < 3 else USUAL)
    assert SHORT not in signs(alice, bob)
    ended([alice, bob], length=10)
    assert SHORT in signs(alice, bob)
    assert (pair(alice, bob).short, pair(bob, alice).short) == (4, 0)


def test_who_wins_more_often_where_another_sits_than_chance_explains_is_favoured() -> None:
    alice, bob = account_holder("Alice"), account_holder("Bob")
    others = [account_holder(f"P{number}") for number in range(6)]
    for number in range(40):
        one, other = others[number % 6], others[(number + 1) % 6]
        # A third of the others, and nearly all that bob sits in.
        ended([alice, one, other] if number % 3 == 0 else [one, alice, other])
        ended([alice, one, bob] if number % 10 else [one, alice, bob])
    assert FAVOURED in signs(alice, bob)
    assert FAVOURED not in signs(bob, alice)
    assert pair(alice, bob).unlikely > 5


def test_accounts_that_come_from_one_address_on_the_same_day_show_it_and_guests_are_not_noted() -> None:
    alice, bob, carol = account_holder("Alice"), account_holder("Bob"), account_holder("Carol")
    guest = person("Guest")
    for _ in range(5):
        ended([alice, bob, carol])
    for who, network in ((alice, "192.0.2.7"), (bob, "192.0.2.7"), (carol, "192.0.2.8"), (guest, "192.0.2.7")):
        seen_from(who, network)
    assert ADDRESS in signs(alice, bob)
    assert ADDRESS in signs(bob, alice)
    assert ADDRESS not in signs(alice, carol)
    noted = {str(one) for one in SeenFrom.objects.values_list("player_id", flat=True)}
    assert noted == {alice.id, bob.id, carol.id}
    assert not SeenFrom.objects.filter(address__contains="192.").exists()
    SeenFrom.objects.filter(player_id=bob.id).update(day=seen.today() - timedelta(days=1))
    assert ADDRESS not in signs(alice, bob)


def test_accounts_that_log_in_with_one_browser_show_it_on_whatever_day() -> None:
    alice, bob, carol = account_holder("Alice"), account_holder("Bob"), account_holder("Carol")
    for _ in range(5):
        ended([alice, bob, carol])
    seen.note_browser(alice.id, ["a"])
    SeenFrom.objects.filter(player_id=alice.id).update(day=seen.today() - timedelta(days=9))
    seen.note_browser(bob.id, ["b", "a"])
    seen.note_browser(carol.id, ["c"])
    assert BROWSER in signs(alice, bob)
    assert BROWSER in signs(bob, alice)
    assert BROWSER not in signs(alice, carol)
    # A browser is no address.
    assert ADDRESS not in signs(alice, bob)


def test_addresses_go_after_a_month_and_with_the_account() -> None:
    alice, bob = account_holder("Alice"), account_holder("Bob")
    for who in (alice, bob):
        seen_from(who, "192.0.2.7")
    SeenFrom.objects.filter(player_id=alice.id).update(day=seen.today() - seen.KEPT - timedelta(days=1))
    tasks.forget_quotas()
    assert [str(one.player_id) for one in SeenFrom.objects.all()] == [bob.id]
    deletion.delete(bob.id)
    assert not SeenFrom.objects.exists()


def test_only_the_last_months_count_and_few_matches_say_nothing() -> None:
    alice, bob = account_holder("Alice"), account_holder("Bob")
    for _ in range(20):
        ended([alice, bob], days_ago=signals.DAYS + 1)
    for _ in range(signals.LEAST - 1):
        ended([alice, bob])
    assert (signals.pairs(), signals.pairs(player=alice.id)) == ([], [])
    ended([alice, bob])
    assert len(signals.pairs(player=alice.id)) == 1


def test_the_pairs_with_the_most_signs_stand_first() -> None:
    alice, bob, carol, dora = map(account_holder, ("Alice", "Bob", "Carol", "Dora"))
    for _ in range(12):
        ended([alice, bob])
        ended([carol, dora] if _ % 2 else [dora, carol])
    seen_from(alice, "192.0.2.7")
    seen_from(bob, "192.0.2.7")
    found = signals.pairs()
    assert {found[0].one, found[0].other} == {alice.id, bob.id}
    counts = [len(one.signs) for one in found]
    assert counts == sorted(counts, reverse=True)
    assert set().union(*(one.signs for one in found)) <= set(SIGNS)
