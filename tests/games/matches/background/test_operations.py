from dataclasses import replace
from io import StringIO
from typing import Any, cast

import pytest
from django.core.management import CommandError, call_command

from games import registry
from games.matches.background import operations
from games.matches.errors import MatchNotFound, MatchQuarantined
from games.matches.lists import listings
from games.matches.models.service import Deadline, Listing, Quarantine
from games.matches.play import submission
from tests.support.cast import RPW, match_of, person


def broken(*_: Any) -> Any:
    raise ZeroDivisionError


def test_a_released_match_has_its_clock_again() -> None:
    match_id = match_of(person("Alice"), person("Bob"), person("Carol"), clock={"mode": "per_move", "seconds": 60})
    Quarantine.objects.create(match_id=match_id, version=1, error="seen before")
    operations.release(match_id)
    assert not Quarantine.objects.filter(match_id=match_id).exists()
    assert Deadline.objects.filter(match_id=match_id).exists()


def test_a_match_that_cannot_be_folded_is_not_released(monkeypatch: pytest.MonkeyPatch) -> None:
    match_id = match_of(person("Alice"), person("Bob"), person("Carol"))
    Quarantine.objects.create(match_id=match_id, version=1, error="seen before")
    monkeypatch.setattr(registry, "GAMES", {RPW: {"1": replace(registry.GAMES[RPW]["1"], evolve=cast(Any, broken))}})
    with pytest.raises(MatchQuarantined):
        operations.release(match_id)
    assert Quarantine.objects.get(match_id=match_id).error == "seen before"


def test_a_match_without_a_stream_is_not_released() -> None:
    nothing = person("Alice").id
    with pytest.raises(MatchNotFound):
        operations.release(nothing)


def command(name: str, match_id: str) -> str:
    said = StringIO()
    call_command(name, match_id, stdout=said)
    return said.getvalue()


def test_an_operator_sets_a_match_aside_and_lets_it_go_on() -> None:
    alice = person("Alice")
    match_id = match_of(alice, person("Bob"), person("Carol"), clock={"mode": "per_move", "seconds": 60})
    listings.project_listings([match_id])

    assert command("quarantine", match_id) == f"{match_id} is set aside\n"
    with pytest.raises(MatchQuarantined):
        submission.resign(match_id, alice.id, key=None)
    assert Listing.objects.get(match_id=match_id).status == "quarantined"
    assert not Deadline.objects.filter(match_id=match_id).exists()

    assert command("release", match_id) == f"{match_id} goes on\n"
    submission.resign(match_id, alice.id, key=None)
    assert Listing.objects.get(match_id=match_id).status == "active"
    assert Deadline.objects.filter(match_id=match_id).exists()


def test_a_match_that_cannot_be_folded_is_set_aside_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    match_id = match_of(person("Alice"), person("Bob"), person("Carol"))
    monkeypatch.setattr(registry, "GAMES", {RPW: {"1": replace(registry.GAMES[RPW]["1"], evolve=cast(Any, broken))}})
    command("quarantine", match_id)
    with pytest.raises(CommandError, match="is not released: match_quarantined"):
        command("release", match_id)


@pytest.mark.parametrize("name", ["quarantine", "release"])
def test_a_match_that_is_not_there_is_named(name: str) -> None:
    with pytest.raises(CommandError, match="match_not_found"):
        command(name, person("Alice").id)
