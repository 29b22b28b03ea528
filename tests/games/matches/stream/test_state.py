"""What a folded match shows, and to whom."""

from dataclasses import replace
from typing import Any

import pytest

from games import registry
from games.matches.stream import state
from games.matches.stream.cache import Recent
from games.matches.stream.loading import load, recent
from games.matches.stream.state import Match
from tests.support.cast import RPW, legal, match_of
from tests.support.table_fixtures import Cast


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[int | None]:
    """The seats for which the rules have built a view."""
    seats: list[int | None] = []
    game = registry.newest(RPW)

    def view(of: Any, seat: int | None) -> Any:
        seats.append(seat)
        return game.view(of, seat)

    monkeypatch.setitem(registry.GAMES[RPW], game.rules, replace(game, view=view))
    recent.clear()
    return seats


def test_a_view_is_built_once_for_a_seat_and_a_version_whoever_asks_how_often(
    cast: Cast, shown: list[int | None]
) -> None:
    match_id = match_of(*cast)
    for _ in range(2):
        for who in cast:
            assert who.get(f"/matches/{match_id}/view").status_code == 200
    assert sorted(map(str, shown)) == ["0", "1", "2"]
    cast[0].post(f"/matches/{match_id}/moves", legal(match_id, 0)[0])
    views = [who.get(f"/matches/{match_id}/view").json() for who in cast]
    assert sorted(map(str, shown)) == ["0", "0", "1", "1", "2", "2"]
    # What a seat has chosen is shown to no other, from memory either.
    assert [view["seat"] for view in views] == [0, 1, 2]
    assert [view["state"]["your_choice"] is None for view in views] == [False, True, True]


def test_prompts_are_listed_once_for_a_version(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    match_id, game, listed = match_of(*cast), registry.newest(RPW), []
    counted = replace(game, prompts=lambda state: listed.append(state) or game.prompts(state))  # type: ignore[func-returns-value]
    monkeypatch.setitem(registry.GAMES[RPW], game.rules, counted)
    recent.clear()
    asked = [who.get(f"/matches/{match_id}/prompts").json()["items"] for _ in range(2) for who in cast]
    assert [prompt["seat"] for items in asked for prompt in items] == [0, 1, 2, 0, 1, 2]
    assert len(listed) == 1


def test_a_match_that_is_being_decided_on_leaves_no_view_to_the_head_that_it_follows(cast: Cast) -> None:
    now = load(match_of(*cast)).match
    move = now.game.move_classes["choose_spell"]
    listed = now.prompts[0].moves[0].legal[0]
    chosen = now.game.decide(
        now.state, 0, move(**{name: listed[name] for name in listed if name != "type"}), now.chance()
    )
    undecided: Match = replace(now, state=chosen.state)
    before = now.view(0)
    assert undecided.view(0) != before
    assert now.view(0) == before


def test_what_is_kept_is_bounded(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(state, "views", Recent(most=2))
    match = load(match_of(*cast)).match
    for seat in (None, 0, 1, 2):
        match.view(seat)
    assert len(state.views.items()) == 2
