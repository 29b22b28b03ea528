"""Guests who never come back are deleted, and nobody else."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from pytest_django import Settings

from games.matches import tasks
from games.matches.accounts import seen
from games.matches.lists import listings
from games.matches.models.notices import Webhook
from games.matches.models.people import ACCOUNT, DELETED, GUEST, Player, Token
from games.matches.notices import webhooks
from games.matches.notices.webhooks import NewWebhook
from games.matches.profiles import deletion
from games.matches.stream.loading import load
from tests.support.cast import Person, create, match_of, person

DAYS = 90


def idle(*people: Person, days: int = DAYS + 1) -> None:
    """As if they had not called for so long."""
    seen.seen.flush()
    ids = [who.id for who in people]
    Player.objects.filter(id__in=ids).update(seen_on=seen.today() - timedelta(days=days))


def when_seats_are_given_up(monkeypatch: pytest.MonkeyPatch, do: Callable[[], object]) -> list[str]:
    """Do something as soon as the first guest's seats are given up; whose they were, once that is done."""
    give_up, first = deletion._give_up_seats, list[str]()

    def given_up(player_id: str) -> None:
        if not first:
            first.append(player_id)
            do()
        give_up(player_id)

    monkeypatch.setattr(deletion, "_give_up_seats", given_up)
    return first


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
    assert deletion.expire_guests(days=DAYS) == 1
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
    deletion.expire_guests(days=DAYS)
    assert kind(alice) == fields.get("kind", GUEST)
    Player.objects.filter(id=alice.id).update(is_operator=False)


def test_a_guest_who_sits_in_a_running_match_stays_until_it_ends() -> None:
    cast = [person(name) for name in ("Alice", "Bob", "Carol")]
    listings.project_listings([match_of(*cast)])
    idle(*cast)
    deletion.expire_guests(days=DAYS)
    assert {kind(who) for who in cast} == {GUEST}


def test_a_guest_of_whom_no_day_is_noted_counts_as_here_today() -> None:
    alice = person("Alice")
    Player.objects.filter(id=alice.id).update(seen_on=None)
    deletion.expire_guests(days=0)
    assert kind(alice) == GUEST
    assert Player.objects.get(id=alice.id).seen_on == seen.today()


def test_one_guest_who_cannot_be_deleted_keeps_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    alice, bob = person("Alice"), person("Bob")
    idle(alice, bob)
    give_up = deletion._give_up_seats

    def failing(player_id: str) -> None:
        if player_id == alice.id:
            raise KeyError
        give_up(player_id)

    monkeypatch.setattr(deletion, "_give_up_seats", failing)
    assert deletion.expire_guests(days=DAYS) == 1
    assert (kind(alice), kind(bob)) == (GUEST, DELETED)


def test_a_guest_who_comes_back_while_others_are_deleted_stays_with_their_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    alice, bob = person("Alice"), person("Bob")
    lobbies = {who.id: create(who.id) for who in (alice, bob)}
    listings.project_listings(list(lobbies.values()))
    idle(alice, days=DAYS + 2)
    idle(bob)
    comes_back = when_seats_are_given_up(monkeypatch, lambda: bob.get("/me"))
    assert deletion.expire_guests(days=DAYS) == 1
    assert comes_back == [alice.id]
    assert (kind(alice), kind(bob)) == (DELETED, GUEST)
    assert load(lobbies[bob.id]).seat_of(bob.id) is not None


def test_a_guest_who_comes_back_as_they_are_about_to_be_deleted_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    alice = person("Alice")
    idle(alice)
    when_seats_are_given_up(monkeypatch, lambda: alice.get("/me"))
    assert deletion.expire_guests(days=DAYS) == 0
    assert kind(alice) == GUEST


def test_a_guest_whom_another_worker_has_deleted_meanwhile_is_no_error(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    alice, bob = person("Alice"), person("Bob")
    idle(alice, days=DAYS + 2)
    idle(bob)
    when_seats_are_given_up(monkeypatch, lambda: deletion.delete(bob.id))
    assert deletion.expire_guests(days=DAYS) == 1
    assert (kind(alice), kind(bob)) == (DELETED, DELETED)
    assert [record for record in caplog.records if record.name == deletion.log.name] == []


def test_the_guests_who_were_away_are_found_by_an_index() -> None:
    with connection.cursor() as cursor:
        # What could be done without the index, or with it but not in its order, is left to a planner without a choice.
        cursor.execute("SET enable_seqscan = off; SET enable_bitmapscan = off; SET enable_sort = off")
        try:
            cursor.execute(f"EXPLAIN {deletion.IDLE_GUESTS}", {"before": seen.today(), "limit": 10})
            plan = "\n".join(line for (line,) in cursor.fetchall())
        finally:
            cursor.execute("RESET enable_seqscan; RESET enable_bitmapscan; RESET enable_sort")
    assert "guest_by_day" in plan
    assert "Sort" not in plan


def test_the_task_does_what_the_setting_says_and_nothing_at_0(settings: Settings) -> None:
    alice = person("Alice")
    idle(alice)
    settings.GUEST_DAYS = 0
    assert tasks.expire_guests() == 0
    settings.GUEST_DAYS = DAYS
    assert tasks.expire_guests() == 1
    assert kind(alice) == DELETED
