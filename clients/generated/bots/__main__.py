"""Play a match of each game to its end: python -m bots URL [GAME …]"""

import sys
from collections.abc import Callable, Mapping

from bots import cave, rock_paper_wizard, spell_a_spell
from bots.table import Table, Wish, sit_down

GAMES: Mapping[str, tuple[Wish, Callable[[Table], None], Callable[[Table], str]]] = {
    bot.WISH.game: (bot.WISH, bot.play, bot.told) for bot in (rock_paper_wizard, spell_a_spell, cave)
}


def main() -> None:
    url, *named = sys.argv[1:]
    for game in named or GAMES:
        wish, play, told = GAMES[game]
        table = sit_down(url, wish)
        play(table)
        ended = table.now()
        if ended.outcome is None:
            raise SystemExit(f"{game} has no outcome: {ended.status}")
        sys.stdout.write(f"{game}: {ended.outcome.reason} after {ended.version} events, {told(table)}\n")


if __name__ == "__main__":
    main()
