"""Which draws may be opened while a match runs: those that everybody can read off the event that made them."""

from collections.abc import Iterator
from typing import Any

import pytest

from games.cave import GAME as CAVE
from games.core.chance import Chance
from games.core.codec import encode
from games.core.definition import GameDefinition
from games.core.events import SEALED_FOR, Event
from games.core.testing import playing
from games.registry import GAMES

NEWEST = [list(versions.values())[-1] for versions in GAMES.values()]
Drawn = tuple[int, int]


class Noted(Chance):
    """Chance that keeps what was drawn, by number: of how many values, and which."""

    def __init__(self, key: bytes, next_draw: int, drawn: dict[int, Drawn]) -> None:
        super().__init__(key, next_draw)
        self.drawn = drawn

    def below(self, n: int) -> int:
        number, value = self.next_draw, super().below(n)
        self.drawn[number] = n, value
        return value


def played(
    game: GameDefinition, seats: int, seed: int, patch: pytest.MonkeyPatch
) -> Iterator[tuple[Event, list[Drawn]]]:
    """The events of a match that drew, each with its draws."""
    drawn: dict[int, Drawn] = {}
    patch.setattr(playing.Step, "chance", lambda step: Noted(step.key, step.next_draw, drawn))
    patch.setattr(playing, "Chance", lambda key: Noted(key, 0, drawn) if len(key) == 32 else Chance(key))
    steps = playing.play(game, seats=seats, seed=seed, options={}, max_moves=400).steps
    for event in (event for step in steps for event in step.events if event.draws is not None):
        assert event.draws is not None
        yield event, [drawn[event.draws.first + place] for place in range(event.draws.count)]


@pytest.mark.parametrize("game", NEWEST, ids=lambda game: game.slug)
def test_an_event_whose_draws_are_opened_seals_nothing(game: GameDefinition) -> None:
    assert game.public_draws
    for type in game.public_draws:
        fields: Any = game.event_classes[type].__dataclass_fields__
        assert not [name for name, item in fields.items() if SEALED_FOR in item.metadata], type


@pytest.mark.parametrize("game", NEWEST, ids=lambda game: game.slug)
def test_the_public_part_tells_each_draw_and_out_of_how_many_values(
    game: GameDefinition, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So whoever learns a draw's word learns nothing that the event does not say: no list stands between them."""
    met = set()
    for seats in (game.min_seats, game.max_seats):
        for event, drawn in played(game, seats, seats, monkeypatch):
            if (reading := game.public_draws.get(event.type)) is not None:
                met.add(event.type)
                assert list(reading.shown(encode(event).data, seats)) == drawn, event
    assert met == {*game.public_draws}


def test_a_die_of_cave_is_open_and_a_card_from_a_stack_or_a_hand_is_not() -> None:
    assert set(CAVE.public_draws) == {"die_rolled", "first_seat_drawn"}
