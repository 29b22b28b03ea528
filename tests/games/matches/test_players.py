"""Guests who never come back are deleted, and nobody else."""

from datetime import timedelta
from typing import Any

import pytest
from pytest_django import Settings

from games.matches import players, tasks
from games.matches.accounts import seen
from games.matches.lists import listings
from games.matches.models.notices import Webhook
from games.matches.models.people import ACCOUNT, DELETED, GUEST, Player, Token
from games.matches.notices import webhooks
from games.matches.notices.webhooks import NewWebhook
from games.matches.stream.loading import load
from tests.cast import Person, create, match_of, person

DAYS = 90


def idle(*people: Person, days: int = DAYS + 1) -> None:
    """As if they had not called for so long."""
    seen.seen.flush()
    ids = [who.id for who in people]
    Player.objects.filter(id__in=ids).update(seen_on=seen.today() - timedelta(days=days))


def kind(who: Person) -> str:
    return Player.objects.get(id=who.id).kind


@pytest.fixture(autouse=True)
def _nobody_else() -> None:
    """Other tests' guests were here today."""
    Player.objects.filter(kind=GUEST).update(seen_on=seen.today())


def test_a_guest_who_did_not_come_back_is_deleted_with_all_they_had_and_leaves_their_lobby() -> None:
    alice, bob = person("Alice"), person("Bob")
    lobby = create(alice.id)
    webhooks.create(alice.id, NewWebhook(url="https://hooks.example.org/", kinds=[], format="standard"), key=None)
    listings.project_listings([lobby])
    idle(alice)
    assert players.expire_guests(days=DAYS) == 1
    assert (kind(alice), kind(bob)) == (DELETED, GUEST)
    assert not Token.objects.filter(player_id=alice.id).exists()
    assert not Webhook.objects.filter(player_id=alice.id).exists()
    assert load(lobby).seat_of(alice.id) is None
    assert alice.get("/me").status_code == 401


@pytest.mark.parametrize(
    "fields",
    [{"kind": ACCOUNT}, {"confirmed_email": "alice@example.org"}, {"is_operator": True}],
    ids=["an account", "a confirmed address", "an operator"],
)
def test_whoever_can_come_back_by_other_means_stays(fields: dict[str, Any]) -> None:
    alice = person("Alice")
    Player.objects.filter(id=alice.id).update(**fields)
    idle(alice)
    players.expire_guests(days=DAYS)
    assert kind(alice) == fields.get("kind", GUEST)
    Player.objects.filter(id=alice.id).update(is_operator=False)


def test_a_guest_who_sits_in_a_running_match_stays_until_it_ends() -> None:
    cast = [person(name) for name in ("Alice", "Bob", "Carol")]
    listings.project_listings([match_of(*cast)])
    idle(*cast)
    players.expire_guests(days=DAYS)
    assert {kind(who) for who in cast} == {GUEST}


def test_a_guest_of_whom_no_day_is_noted_counts_as_here_today() -> None:
    alice = person("Alice")
    Player.objects.filter(id=alice.id).update(seen_on=None)
    players.expire_guests(days=0)
    assert kind(alice) == GUEST
    assert Player.objects.get(id=alice.id).seen_on == seen.today()


def test_one_guest_who_cannot_be_deleted_keeps_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    alice, bob = person("Alice"), person("Bob")
    idle(alice, bob)
    delete = players.delete

    def failing(player_id: str) -> None:
        if player_id == alice.id:
            raise KeyError
        delete(player_id)

    monkeypatch.setattr(players, "delete", failing)
    assert players.expire_guests(days=DAYS) == 1
    assert (kind(alice), kind(bob)) == (GUEST, DELETED)


def test_the_task_does_what_the_setting_says_and_nothing_at_0(settings: Settings) -> None:
    alice = person("Alice")
    idle(alice)
    settings.GUEST_DAYS = 0
    assert tasks.expire_guests() == 0
    settings.GUEST_DAYS = DAYS
    assert tasks.expire_guests() == 1
    assert kind(alice) == DELETED
