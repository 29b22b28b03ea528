from datetime import date, timedelta

import pytest
from pytest_django import Settings

from games.matches.accounts import seen, tokens
from games.matches.accounts.seen import Seen
from games.matches.accounts.tokens import digest
from games.matches.models.people import Player, Token
from tests.support.cast import Person, person
from tests.support.round_trips import round_trips

LONG_AGO = date(2026, 1, 1)


@pytest.fixture
def alice() -> Person:
    seen.seen.flush()
    who = person("Alice")
    Player.objects.filter(id=who.id).update(seen_on=LONG_AGO)
    return who


def day_of(who: Person) -> date | None:
    return Player.objects.get(id=who.id).seen_on


def test_a_call_with_a_token_is_noted_by_the_day_also_one_to_a_match(
    alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    alice.get("/me")
    seen.seen.flush()
    assert day_of(alice) == seen.today()
    bob = person("Bob")
    match_id = bob.post("/matches", {"game": "rock-paper-wizard", "seats": 3}).json()["id"]
    seen.seen.flush()
    Player.objects.filter(id=bob.id).update(seen_on=LONG_AGO)
    monkeypatch.setattr(seen, "seen", Seen())
    bob.get(f"/matches/{match_id}")
    seen.seen.flush()
    assert day_of(bob) == seen.today()


def test_a_process_notes_a_player_once_a_day_and_never_an_earlier_one(
    alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    noted, today = Seen(), seen.today()
    noted.note(alice.id, digest(alice.token), today)
    noted.flush()
    made = round_trips(monkeypatch)
    noted.note(alice.id, digest(alice.token), today)
    noted.flush()
    assert len(made) == 0
    noted.note(alice.id, digest(alice.token), today + timedelta(days=1))
    noted.flush()
    assert day_of(alice) == today + timedelta(days=1)
    Seen().note(alice.id, digest(alice.token), today)
    late = Seen()
    late.note(alice.id, digest(alice.token), today)
    late.flush()
    assert day_of(alice) == today + timedelta(days=1)


def test_a_token_tells_the_day_of_its_last_use_and_none_before_that_is_known(alice: Person) -> None:
    Player.objects.filter(id=alice.id).update(kind="account")
    tokens.issue(Player.objects.get(id=alice.id), label="other", scopes=["read"])
    alice.get("/me")
    seen.seen.flush()
    told = {one["label"]: one["last_used_on"] for one in alice.get("/me/tokens").json()["items"]}
    assert told == {"sign-up": seen.today().isoformat(), "other": None}
    Seen().note(alice.id, digest(alice.token), LONG_AGO)
    assert Token.objects.get(digest=digest(alice.token)).last_used_on == seen.today()


def test_each_token_of_a_player_is_noted(alice: Person) -> None:
    _, secret = tokens.issue(Player.objects.get(id=alice.id), label="other", scopes=["read"])
    noted = Seen()
    for one in (alice.token, secret, alice.token):
        noted.note(alice.id, digest(one), seen.today())
    noted.flush()
    days = Token.objects.filter(player_id=alice.id).values_list("last_used_on", flat=True)
    assert list(days) == [seen.today(), seen.today()]


def test_a_guest_who_was_away_for_so_long_that_they_may_be_deleted_is_noted_before_their_call_is_answered(
    alice: Person, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    match_id = person("Bob").post("/matches", {"game": "rock-paper-wizard", "seats": 3}).json()["id"]
    for path in ("/me", f"/matches/{match_id}"):
        monkeypatch.setattr(seen, "seen", Seen())
        Player.objects.filter(id=alice.id).update(seen_on=seen.today() - timedelta(days=settings.GUEST_DAYS))
        assert alice.get(path).status_code == 200
        assert day_of(alice) == seen.today()


def test_what_cannot_be_noted_without_a_database_is_noted_later(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    noted = Seen()
    noted.note(alice.id, digest(alice.token), seen.today())
    with monkeypatch.context() as patch:
        patch.setattr(seen, "SEEN", "SELECT 1 / 0 -- %(day)s %(players)s")
        noted.flush()
    assert day_of(alice) == LONG_AGO
    noted.flush()
    assert day_of(alice) == seen.today()
