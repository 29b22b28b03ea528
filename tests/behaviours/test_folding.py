"""Each event is folded once: by the kernel that decides on it, for the judge, the answer and the next request alike."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any, cast

import pytest

from games import registry
from games.core.draft import Draft
from games.core.events import Event
from games.matches.autoplay import timeouts
from games.matches.stream.loading import Loaded, load, recent
from games.matches.stream.serialization import freeze
from games.matches.stream.state import fold, kept_fields
from tests.support.cast import Person, match_of, person, random_move
from tests.support.table_fixtures import Later

GAMES = sorted(registry.GAMES)
CLOCK = {"mode": "per_move", "seconds": 600, "strikes": 2}


class Folds:
    """How often an event was folded: `inside` the kernel while it decided, `outside` by whoever asked it to."""

    def __init__(self) -> None:
        self.inside, self.outside = Counter[str](), Counter[str]()

    def forget(self) -> None:
        self.inside.clear()
        self.outside.clear()


@pytest.fixture(params=GAMES)
def slug(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def folds(slug: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Folds]:
    counted, game, write = Folds(), registry.newest(slug), Draft.write

    def evolve(state: Any, event: Event) -> Any:
        counted.outside[event.type] += 1
        return game.evolve(state, event)

    def written(draft: Draft[Any], event: Event) -> None:
        counted.inside[event.type] += 1
        write(draft, event)

    monkeypatch.setattr(Draft, "write", written)
    monkeypatch.setitem(cast(Any, registry.GAMES[slug]), game.rules, replace(game, evolve=evolve))
    yield counted
    recent.clear()


def table(slug: str) -> tuple[str, list[Person]]:
    people = [person(name) for name in ("Alice", "Bob", "Carol")[: max(2, registry.newest(slug).min_seats)]]
    return match_of(*people, game=slug, clock=CLOCK), people


def stored(match_id: str, after: int) -> Counter[str]:
    """The kernel's events after a version, by type."""
    known = registry.newest(load(match_id).match.game.slug).event_classes
    types = (event.envelope["type"] for event in load(match_id).events_after(after))
    return Counter(type for type in types if type in known)


def look(match_id: str, people: list[Person]) -> None:
    for who in people:
        for path in ("", "/view", "/prompts", "/events?after=0"):
            assert who.get(f"/matches/{match_id}{path}").status_code == 200


def assert_the_same(loaded: Loaded) -> None:
    """What was handed on is what another process folds, down to the order in which objects list their fields."""
    handed_on, folded = loaded.match, fold(loaded.match.id, loaded.events)
    assert handed_on == folded
    assert freeze(kept_fields(handed_on)) == freeze(kept_fields(folded))


def test_a_move_and_the_requests_after_it_fold_each_event_once(slug: str, folds: Folds) -> None:
    match_id, people = table(slug)
    look(match_id, people)
    pick = Random(7)
    for _ in range(40):
        found = random_move(match_id, people, pick)
        if found is None:
            break
        who, body = found
        before = load(match_id).match.head.version
        folds.forget()
        assert who.post(f"/matches/{match_id}/moves", body).status_code == 201
        look(match_id, people)
        assert folds.inside == stored(match_id, before)
        assert not folds.outside
        assert_the_same(load(match_id))


def test_a_timeout_and_the_requests_after_it_fold_each_event_once(slug: str, folds: Folds, later: Later) -> None:
    match_id, people = table(slug)
    look(match_id, people)
    for _ in range(3):
        before = load(match_id).match.head.version
        later(601)
        folds.forget()
        timeouts.expire(match_id)
        look(match_id, people)
        assert folds.inside == stored(match_id, before)
        assert not folds.outside
        assert_the_same(load(match_id))
