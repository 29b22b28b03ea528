"""The bots of version 1, which imagined hands without what their seat remembers: stored matches are judged by them.

What stands here and in `bot.py` must not change what they pick (`tests/games/bots/test_same_picks.py`).
"""

from collections.abc import Iterable, Sequence

from games.core.chance import Chance
from games.core.records import replace
from games.spell_a_spell import bots_2
from games.spell_a_spell.components.cards import DECKS, EFFECTS, FACE
from games.spell_a_spell.components.spelling import normal
from games.spell_a_spell.memory import faces_of
from games.spell_a_spell.resampling.reconstruction import Cards, View, reconstructed
from games.spell_a_spell.state import State


def resample(view: View, seat: int, chance: Chance) -> State:
    """A state by what lies open now and nothing else: every card out of sight is as likely in each place."""
    unseen = _Unseen(view, chance)
    proposed = view["proposed"]
    laid = unseen.some(_faces(proposed)) if proposed else ()
    discard = unseen.some(face for face in EFFECTS for _ in range(view["discard"][face]))
    piles = tuple(_pile(view, shown, unseen) for shown in view["players"])
    hands = tuple(
        unseen.any(shown["hand_size"]) if shown["hand"] is None else tuple(shown["hand"]) for shown in view["players"]
    )
    cards = Cards(hands=hands, piles=piles, discard=discard, deck=unseen.rest(), laid=laid)
    return reconstructed(view, seat, cards, chance)


class _Unseen:
    """The cards whose place the seat does not know, by what is drawn of them."""

    def __init__(self, view: View, chance: Chance) -> None:
        seen = {
            card for shown in view["players"] for pile in (shown["hand"], shown["score_pile"]) for card in pile or ()
        }
        self._left = [card for card in DECKS[view["options"]["deck"]] if card not in seen]
        self._chance = chance

    def some(self, faces: Iterable[str]) -> tuple[str, ...]:
        """A card for each face."""
        return tuple(self._one([card for card in self._left if FACE[card] == face]) for face in faces)

    def any(self, count: int) -> tuple[str, ...]:
        """So many cards, whatever is on them."""
        return tuple(self._one(self._left) for _ in range(count))

    def rest(self) -> tuple[str, ...]:
        """All that is left."""
        return tuple(self._left)

    def _one(self, cards: Sequence[str]) -> str:
        card = self._chance.one_of(cards)
        self._left.remove(card)
        return card


def _faces(word: View) -> Sequence[str]:
    return faces_of(normal(word["word"]).key, word["fogs"])


def _pile(view: View, shown: View, unseen: _Unseen) -> tuple[str, ...]:
    """The cards that the seat has scored in this run: those of its words."""
    if shown["score_pile"] is not None:
        return tuple(shown["score_pile"])
    return unseen.some(face for word in view["words"] if word["seat"] == shown["seat"] for face in _faces(word))


BOT = replace(bots_2.BOT, version="1", resample=resample)
