"""Finds the rules of a match. During a rolling upgrade an older node does not know all rules."""

import time

from django.conf import settings

from games import registry
from games.core.definition import GameDefinition
from games.matches.errors import RulesUnknown

# So long a match with unknown rules is told of after it was met.
MEMORY_SECONDS = 60.0

now = time.monotonic

# When this process last met something that it does not know: a game and its rules, or an event of them.
met: dict[tuple[str, str], float] = {}


def find(game: str, rules: str) -> GameDefinition:
    """The rules of a match; `RulesUnknown` where another node has to play it."""
    try:
        return registry.find(game, rules)
    except KeyError:
        raise _unknown(game, rules) from None


def offered() -> dict[str, GameDefinition]:
    """By game the rules that a new match pins unless its creator names others: the newest that are not held back; a
    game without any is left out.
    """
    return {slug: [*versions.values()][-1] for slug in registry.GAMES if (versions := choices(slug))}


def choices(game: str) -> dict[str, GameDefinition]:
    """The rules that a new match of a game may pin, oldest first: all that are not held back (`HELD_RULES`).

    During a rolling upgrade, older nodes could not play a match of newer rules.
    """
    return {
        rules: definition
        for rules, definition in registry.GAMES.get(game, {}).items()
        if f"{game}/{rules}" not in settings.HELD_RULES
    }


def unknown_event(game: str, rules: str, event_type: str) -> RulesUnknown:
    """The error for an event that these rules do not have in this process: newer code has written it."""
    return _unknown(game, f"{rules} {event_type}")


def unknown_bots(game: str, rules: str) -> RulesUnknown:
    """The error for a move by a version of the bots that this process does not know: a newer node has picked it."""
    return _unknown(game, f"{rules} bots")


def met_unknown() -> list[str]:
    """Unknown rules and events that this process has met within the last minute."""
    since = now() - MEMORY_SECONDS
    fresh = [(game, what) for (game, what), at in list(met.items()) if at >= since]
    return sorted(f"{game} {what}" for game, what in fresh if what not in registry.GAMES.get(game, {}))


def _unknown(game: str, what: str) -> RulesUnknown:
    met[game, what] = now()
    return RulesUnknown()
