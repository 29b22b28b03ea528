"""How long does it take to find every word of a hand of Spell-a-Spell?"""

import random
import time
from collections.abc import Sequence

from bench import figures
from games.spell_a_spell.components.laying import FOG
from games.spell_a_spell.components.spelling import LETTERS
from games.spell_a_spell.lexicon.entries import lexicon, newest

HANDS = 500
# Cards and fog cards among them: a hand as it is dealt, a bewitched one, and the worst there is.
HELD = ((6, 0), (7, 2), (15, 3))


def main() -> None:
    figures.heading("cards", "fog among them", f"ms, median of {HANDS} hands (least to most)")
    for cards, fogs in HELD:
        figures.row(str(cards), str(fogs), figures.spread(milliseconds_a_hand(cards, fogs)))


def milliseconds_a_hand(cards: int, fogs: int) -> Sequence[float]:
    """One figure for each of `HANDS` hands of so many cards, so many of them fog, the same hands every time."""
    deal, words = random.Random(0), lexicon(newest())  # noqa: S311, nobody plays with these hands
    times = []
    for _ in range(HANDS):
        hand = [*deal.choices(LETTERS, k=cards - fogs), *[FOG] * fogs]
        began = time.perf_counter()
        words.words(hand)
        times.append((time.perf_counter() - began) * 1000)
    return times


if __name__ == "__main__":
    main()
