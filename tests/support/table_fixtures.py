"""Fixtures of every test that plays at the table; the conftests of `games/matches` and `behaviours` take them up."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection

from events import store
from events.store import Stream
from games.matches.audit import audits
from games.matches.models.matches import NOBODY, Lobby
from games.matches.models.rated import RatedMatch, Rating, RatingChange
from games.matches.models.waiting import CalledTable, StandingWish
from games.matches.stream import loading, quarantine
from tests.support.cast import Person, person
from tests.support.chance import ids_drawn
from tests.support.relay import catch_up

Cast = tuple[Person, Person, Person]
Later = Callable[[float], None]


@pytest.fixture
def cast() -> Cast:
    return person("Alice"), person("Bob"), person("Carol")


@pytest.fixture
def empty_queue() -> None:
    """Nobody whom an earlier test has left waiting is seated with those of this one."""
    StandingWish.objects.all().delete()
    CalledTable.objects.all().delete()


@pytest.fixture
def all_listed() -> None:
    """Nothing waits to be listed; other tests may have left news of matches whose rules nobody here knows."""
    catch_up()
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM delivery")


@pytest.fixture
def no_ratings(all_listed: None) -> Iterator[None]:
    """No rated match of another test is there, and none of this one is left to others."""

    def forget() -> None:
        for model in (RatedMatch, Rating, RatingChange):
            model._default_manager.all().delete()

    forget()
    yield
    forget()


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Later:
    """Moves the clock that the table reads ahead by some seconds; the rest is the database's own."""
    ahead = timedelta()

    def load(match_id: str, **span: Any) -> Stream:
        stream = store.load(match_id, **span)
        return replace(stream, now=stream.now + ahead)

    def load_each(after: Mapping[str, int], **more: Any) -> dict[str, Stream]:
        return {match: replace(found, now=found.now + ahead) for match, found in store.load_each(after, **more).items()}

    shifted = {"load": load, "load_each": load_each}

    class Shifted:
        def __getattr__(self, name: str) -> object:
            return shifted.get(name) or getattr(store, name)

    monkeypatch.setattr(loading, "store", Shifted())

    def move(seconds: float) -> None:
        nonlocal ahead
        ahead += timedelta(seconds=seconds)

    return move


@pytest.fixture(autouse=True)
def _every_match_that_was_played_holds() -> Iterator[None]:
    """Whatever a test makes the table do, the match that comes of it is audited when the test is over."""
    yield
    for lobby in Lobby.objects.filter(match_id__in=ids_drawn()).exclude(creator_id=NOBODY):
        match_id = str(lobby.match_id)
        # Without a stream it is a creation that was cut short; what was set aside had a kernel broken on purpose.
        if store.load(match_id).events and not quarantine.quarantined([match_id]):
            found = audits.examine(match_id)
            assert not found.failed, found
