"""Slug and rules version to game; the only module that lists the games."""

from collections.abc import Mapping

from games import cave, rock_paper_wizard, spell_a_spell
from games.core.definition import GameDefinition

# Every rules version that a stored match may pin, oldest first within a game: none is ever taken out.
_DEFINITIONS = (cave.GAME_1, cave.GAME, rock_paper_wizard.GAME, spell_a_spell.GAME_1, spell_a_spell.GAME)

GAMES: Mapping[str, Mapping[str, GameDefinition]] = {
    slug: {game.rules: game for game in _DEFINITIONS if game.slug == slug}
    for slug in sorted({game.slug for game in _DEFINITIONS})
}


def find(slug: str, rules: str) -> GameDefinition:
    """The version `rules` of game `slug`; a KeyError when there is none."""
    return GAMES[slug][rules]


def newest(slug: str) -> GameDefinition:
    """The version that a new match of `slug` pins; a KeyError for an unknown game."""
    return list(GAMES[slug].values())[-1]
