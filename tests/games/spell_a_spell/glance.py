"""The table of Spell-a-Spell in a few lines, for recorded matches."""

from collections.abc import Iterator

from games.spell_a_spell import GAME
from games.spell_a_spell.state import State
from tests.games.spell_a_spell.scene import written


def glance(state: State) -> Iterator[str]:
    table, shown = state.table, GAME.view(state, None)
    spell = f"{table.spell.word} on {table.spell.on}" if table.spell else "-"
    yield f"run {table.run} {shown['phase']}, turn {shown['turn']}, spell {spell}, deck {len(table.deck)}"
    yield f"hands {' / '.join(written(player.hand) or '-' for player in table.players)}"
    yield f"scores {' '.join(str(player.score) for player in table.players)}, idle passes {len(table.passes)}"
