from collections.abc import Callable, Iterator
from typing import Any

import orjson
import pytest
from django.utils.timezone import now

from api import listed, resources
from games.matches.accounts.tokens import digest
from games.matches.lists import match_pages
from games.matches.lists.match_pages import Filter
from games.matches.lobby import lobby, rematches
from games.matches.models.service import Listing
from games.matches.play import submission
from games.matches.presentation.words import Words
from games.matches.profiles import changes, deletion
from tests.support.cast import RPW, SAS, Person, match_of, new_match, person
from tests.support.relay import catch_up

CLOCKS: list[dict[str, Any]] = [
    {"mode": "none"},
    {"mode": "per_move", "seconds": 600},
    {"mode": "bank", "bank_seconds": 900, "increment_seconds": 5, "cap_seconds": 1800},
]
LANGUAGES = (("en",), ("he",), ("pl",), ("pl", "en", "he"))


@pytest.fixture(scope="module")
def cast() -> list[Person]:
    return [person(name) for name in ("Alice", "Bob", "Carol", "Dave")]


@pytest.fixture(scope="module")
def played(cast: list[Person]) -> None:
    """Matches of every kind that a list shows: games, clocks, visibilities, delays, endings, rematches, players gone."""
    for clock in CLOCKS:
        for visibility in ("public", "unlisted", "private"):
            match_of(*cast[:3], visibility=visibility, clock=clock)
    match_of(*cast[:3], delay={"events": 5})
    match_of(*cast[:3], game=SAS)
    for visibility in ("public", "private"):
        lobby.create(cast[0].id, new_match(visibility=visibility, name='Ω "now":"never", "you":1'), key=None)
    cancelled, _ = lobby.create(cast[1].id, new_match(), key=None)
    lobby.cancel(cancelled, cast[1].id, key=None)
    over = match_of(*cast[:3], delay={"seconds": 60})
    for one in cast[:2]:
        submission.resign(over, one.id, key=None)
    rematches.rematch(over, cast[0].id, key=None)
    gone = person("Gone")
    match_of(gone, *cast[:2])
    deletion.delete(gone.id)
    changes.change(cast[1].id, {"handle": person("Other").handle[:-1] + "x"})
    catch_up()


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], Any]]:
    """The moment at which all is told."""
    moment = now()
    monkeypatch.setattr(resources, "now", lambda: moment)
    yield lambda: moment
    listed.told.clear()


@pytest.mark.usefixtures("played")
def test_a_page_is_byte_for_byte_what_its_rows_say_to_each_caller_in_each_language(
    cast: list[Person], at: Callable[[], Any]
) -> None:
    compared = 0
    for wanted in (
        *(Filter(), Filter(is_mine=True), Filter(is_waiting=True), Filter(player=cast[0].id), Filter(game=RPW)),
        *(Filter(player=cast[1].id, status=status) for status in ("open", "active", "finished", "cancelled")),
    ):
        for who in (None, *cast):
            found = match_pages.read(None if who is None else digest(who.token), wanted, limit=match_pages.MOST_MATCHES)
            rows = {str(row.match_id): row for row in Listing.objects.filter(match_id__in=map(_id, found.rows))}
            viewer = None if who is None else who.id
            for words in map(Words, LANGUAGES):
                told = listed.matches(found.rows, viewer, words, at())
                expected = resources.matches([rows[_id(row)] for row in found.rows], viewer, words)
                assert list(map(orjson.dumps, told)) == list(map(orjson.dumps, expected))
                compared += len(told)
    assert compared > 500


def test_a_match_is_told_anew_where_its_row_is_another(cast: list[Person]) -> None:
    alice = person("Alice")
    match_id, _ = lobby.create(alice.id, new_match(), key=None)
    catch_up()
    before = alice.get("/matches?mine=true").json()["items"]
    renamed = alice.handle[:-1] + "x"
    assert alice.patch("/me", {"handle": renamed}).status_code == 200
    after = alice.get("/matches?mine=true").json()["items"]
    assert [one[0]["seats"][0]["player"]["handle"] for one in (before, after)] == [alice.handle, renamed]
    assert [one[0]["id"] for one in (before, after)] == [match_id] * 2


def _id(row: str) -> str:
    return str(orjson.loads(row)[0])
