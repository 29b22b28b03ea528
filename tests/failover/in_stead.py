"""What the service answers in a player's stead, because nothing fits; it goes on when all players have gone."""

from collections.abc import Sequence

from events import store
from games.matches.autoplay.declines import ordered
from games.matches.stream.history import load_at


def answered_in_stead(match: str) -> Sequence[store.Recorded]:
    """The commands of a match that nobody sent, and that were due: its actor was asked what passes by itself."""
    every = store.commands(match, up_to=store.load(match).head.version)
    # The first is the creation.
    return [one for one in every[1:] if one.key.startswith("auto ") and _was_due(match, one)]


def _was_due(match: str, command: store.Recorded) -> bool:
    before = load_at(match, command.first_version - 1)
    asked = [prompt for seat, prompt in before.match.prompts.items() if before.holders.get(seat) == command.actor]
    return any(one.prompt in asked for one in ordered(before))
