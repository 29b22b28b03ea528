"""The door for sampling: hands, deck, votes, and which of the same cards lie where, as one seat may imagine them.

What the seat remembers holds in every sample; what it does not know is drawn fairly.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from games.core.chance import Chance
from games.core.records import replace
from games.spell_a_spell.components.cards import DECKS, EFFECTS, FACE
from games.spell_a_spell.components.spelling import normal
from games.spell_a_spell.knowledge import Fact, Lying, Memory
from games.spell_a_spell.memory import BLANK, faces_of
from games.spell_a_spell.resampling.recollection import EFFORT, Effort, Forgotten, Open, recalled
from games.spell_a_spell.resampling.reconstruction import Cards, View, reconstructed
from games.spell_a_spell.state import State


def resample(view: View, seat: int, chance: Chance, effort: Effort = EFFORT) -> State:
    """A state that `seat` cannot tell from the real one; every card it has not seen is as likely in each place.

    Of cards that lie open by their faces alone, words and effects, it is drawn which of the same ones they are.
    """
    memory = _memory(view["known_cards"])
    try:
        cards = _Dealing(view, seat, memory, chance, effort).cards()
    except Forgotten:
        # A bot that thinks of what cannot be plays on; one that fails would stop its match.
        cards = _Dealing(view, seat, BLANK, chance, effort).cards()
    memories = tuple(memory if other == seat else None for other in range(len(view["players"])))
    return reconstructed(view, seat, cards, chance, memories)


def _memory(known: View) -> Memory:
    """What the view says that its seat remembers."""
    return Memory(
        lying=tuple(Lying(one["card"], one["seat"]) for one in known["lying"]),
        sizes=tuple(known["sizes"]),
        facts=tuple(_fact(fact) for fact in known["facts"]),
    )


def _fact(shown: View) -> Fact:
    return Fact(
        kind=shown["kind"],
        seat=shown["seat"],
        target=shown["target"],
        count=shown["count"],
        faces=tuple(shown["faces"]),
        cards=tuple(shown["cards"]),
        got=tuple(shown["got"]),
        to=tuple(shown["to"]),
    )


class _Dealing:
    """One sample while its cards are dealt.

    A word that lies open for the vote counts to the hand that it came from until all is dealt. `free` are the cards
    that the seat has never seen, `open` what is known of those that lie open by their faces.
    """

    def __init__(self, view: View, seat: int, memory: Memory, chance: Chance, effort: Effort) -> None:
        self.view, self.chance, self.proposed = view, chance, view["proposed"]
        self.players, self.laid = view["players"], view["known_cards"]["open_word"]
        self.free = self._unseen(memory)
        self.open: dict[Open, list[str]] = {}
        for one in memory.lying:
            self.open.setdefault((one.seat, FACE[one.card]), []).append(one.card)
        told, laid = self._all_told(memory), self._laid_before(memory)
        self.course = recalled(told, seat, laid, _count(self.free), chance, effort)
        for place, cards in self.course.open.items():
            self.open.setdefault(place, []).extend(cards)

    def cards(self) -> Cards:
        """Deal all; there is a way, because the real one is one."""
        piles = tuple(self._pile(shown) for shown in self.players)
        discard = tuple(self._lay(None, face) for face in EFFECTS for _ in range(self.view["discard"][face]))
        shown = [[self._one_of(face) for face in faces] for faces in self.course.shown]
        hands = [
            [*(player["hand"] or ()), *self.course.hands[seat], *shown[seat], *self._some(self.course.free[seat])]
            for seat, player in enumerate(self.players)
        ]
        laid = self._taken_out(hands) if self.proposed else ()
        return Cards(hands=tuple(map(tuple, hands)), piles=piles, discard=discard, deck=tuple(self.free), laid=laid)

    def _unseen(self, memory: Memory) -> list[str]:
        """The cards that the seat has never seen."""
        seen = {*self.laid, *(one.card for one in memory.lying)}
        for shown in self.players:
            seen.update(shown["hand"] or (), shown["score_pile"] or ())
        for fact in memory.facts:
            seen.update(fact.cards, fact.got)
        return [card for card in DECKS[self.view["options"]["deck"]] if card not in seen]

    def _all_told(self, memory: Memory) -> Memory:
        """The facts that there are, and the word that lies open now."""
        if not memory.facts:
            memory = replace(memory, sizes=tuple(map(self._size, self.players)))
        if not self.proposed or self.laid:
            return memory
        shown = Fact(kind="shown", seat=self.proposed["seat"], faces=tuple(_faces(self.proposed)))
        return replace(memory, facts=(*memory.facts, shown))

    def _size(self, shown: View) -> int:
        """How many cards of the hand are out of sight."""
        lying = self.proposed["length"] if self.proposed and self.proposed["seat"] == shown["seat"] else 0
        return 0 if shown["hand"] is not None else shown["hand_size"] + lying

    def _laid_before(self, memory: Memory) -> Counter[str]:
        """By face, the cards never seen that lay open before the facts began."""
        lying = Counter({face: count for face, count in self.view["discard"].items() if count})
        for word in self.view["words"]:
            if self.players[word["seat"]]["score_pile"] is None:
                lying.update(_faces(word))
        lying.subtract(FACE[one.card] for one in memory.lying)
        for fact in memory.facts:
            lying.subtract(fact.faces if fact.kind == "laid" else ())
        return lying

    def _one_of(self, face: str) -> str:
        """A card of this face that was never seen, out of those that are left."""
        card = self.chance.one_of([card for card in self.free if FACE[card] == face])
        self.free.remove(card)
        return card

    def _some(self, count: int) -> Iterator[str]:
        """So many cards never seen, whatever is on them."""
        for _ in range(count):
            card = self.chance.one_of(self.free)
            self.free.remove(card)
            yield card

    def _lay(self, seat: int | None, face: str) -> str:
        """The next card of this face in what lies open."""
        known = self.open.get((seat, face))
        return known.pop() if known else self._one_of(face)

    def _pile(self, shown: View) -> tuple[str, ...]:
        """The cards that the seat has scored in this run: those of its words."""
        if shown["score_pile"] is not None:
            return tuple(shown["score_pile"])
        words = (word for word in self.view["words"] if word["seat"] == shown["seat"])
        return tuple(self._lay(shown["seat"], face) for word in words for face in _faces(word))

    def _taken_out(self, hands: Sequence[list[str]]) -> tuple[str, ...]:
        """The cards of the word that lies open; where its hand is out of sight, out of that hand."""
        if self.laid:
            return tuple(self.laid)
        hand, laid = hands[self.proposed["seat"]], []
        for face in _faces(self.proposed):
            card = self.chance.one_of([card for card in hand if FACE[card] == face])
            hand.remove(card)
            laid.append(card)
        return tuple(laid)


def _count(cards: Sequence[str]) -> Counter[str]:
    return Counter(FACE[card] for card in cards)


def _faces(word: View) -> Sequence[str]:
    """What the cards of a word show, in reading order."""
    return faces_of(normal(word["word"]).key, word["fogs"])
