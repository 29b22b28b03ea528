"""Automatic players. A bot gets what its seat may see, never a state."""

from collections.abc import Callable, Mapping, Sequence

from games.core.chance import Chance
from games.core.json import JSONObject

# What a bot plays: one of `legal`, or None for the game's default move.
Bot = Callable[[JSONObject, Sequence[JSONObject], Chance], JSONObject | None]


def choose_at_random(view: JSONObject, legal: Sequence[JSONObject], chance: Chance) -> JSONObject | None:
    """Any legal move, all alike; the default where none is listed, as where a word has to be found."""
    return chance.one_of(legal) if legal else None


def choose_default(view: JSONObject, legal: Sequence[JSONObject], chance: Chance) -> JSONObject | None:
    """The game's default move, always."""
    return None


RANDOM, STEADY = "random", "steady"
BOTS: Mapping[str, Bot] = {RANDOM: choose_at_random, STEADY: choose_default}
