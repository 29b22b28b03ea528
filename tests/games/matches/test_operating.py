from dataclasses import replace
from typing import Any, cast

import pytest

from games import registry
from games.matches import operating
from games.matches.errors import MatchNotFound, MatchQuarantined
from games.matches.models import Deadline, Quarantine
from tests.cast import RPW, match_of, person


def broken(*_: Any) -> Any:
    raise ZeroDivisionError


def test_a_released_match_has_its_clock_again() -> None:
    match_id = match_of(person("Alice"), person("Bob"), person("Carol"), clock={"mode": "per_move", "seconds": 60})
    Quarantine.objects.create(match_id=match_id, version=1, error="seen before")
    operating.release(match_id)
    assert not Quarantine.objects.filter(match_id=match_id).exists()
    assert Deadline.objects.filter(match_id=match_id).exists()


def test_a_match_that_cannot_be_folded_is_not_released(monkeypatch: pytest.MonkeyPatch) -> None:
    match_id = match_of(person("Alice"), person("Bob"), person("Carol"))
    Quarantine.objects.create(match_id=match_id, version=1, error="seen before")
    monkeypatch.setattr(registry, "GAMES", {RPW: {"1": replace(registry.GAMES[RPW]["1"], evolve=cast(Any, broken))}})
    with pytest.raises(MatchQuarantined):
        operating.release(match_id)
    assert Quarantine.objects.get(match_id=match_id).error == "seen before"


def test_a_match_without_a_stream_is_not_released() -> None:
    nothing = person("Alice").id
    with pytest.raises(MatchNotFound):
        operating.release(nothing)
