"""What games tell their bots, held against their own doors."""

import pytest

from games import registry
from games.core.testing.playing import play


@pytest.mark.parametrize("slug", ["rock-paper-wizard", "spell-a-spell", "cave"])
def test_a_playout_asks_the_seats_that_the_prompts_ask(slug: str) -> None:
    game = registry.newest(slug)
    assert game.bot is not None
    for seats in range(game.min_seats, game.max_seats + 1):
        for step in play(game, seats=seats, seed=seats, options={}, max_moves=300).steps:
            asked = [seat for seat, prompt in game.prompts(step.after).items() if not prompt.optional]
            assert sorted(game.bot.asked(step.after)) == sorted(asked)
