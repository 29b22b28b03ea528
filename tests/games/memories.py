"""What a seat with a perfect memory knows, game by game, by what it was told alone: the contract suite asks it.

Written apart from the kernels: each walks the events as its seat is shown them, and knows the rules of what they move.
"""

from collections import Counter
from collections.abc import Collection, Iterator
from typing import Any

from games.cave import state as cave_state
from games.cave.components.cards import DECKS as DECKS_OF_CAVE
from games.cave.components.cards import stack_of
from games.core.testing.memories import Told
from games.rock_paper_wizard import state as rpw
from games.rock_paper_wizard.components.cards import CARDS as RPW_CARDS
from tests.games.spell_a_spell.courses import SpellASpell


class RockPaperWizard:
    """For each wild card that is pointed unseen, which cards it may be; the rest lies open or in the deck."""

    def __init__(self, seats: int, seat: int) -> None:
        self.deck = {card.id for card in RPW_CARDS}
        self.book: list[str] = []
        self.discard: set[str] = set()
        self.wild: dict[int, set[str]] = {}
        self.own: Any = None
        self.seat = seat

    def told(self, event: Told) -> None:
        said = event.fields
        match event.type:
            case "card_placed":
                self._opens(said["card"])
                self.book.insert(0, said["card"])
            case "card_rejected":
                self._opens(said["card"])
                self.discard.add(said["card"])
            case "book_card_retired":
                self.book.remove(said["card"])
                self.discard.add(said["card"])
            case "discard_became_deck":
                # Whatever was in the deck has been drawn.
                self.deck, self.discard = self.discard, set()
            case "choice_made" if "spell" in said:
                self.own = said["spell"], said["target"]
            case "seat_resigned" if event.seat == self.seat:
                self.own = None
            case "gestures_revealed":
                self.own, self.wild = None, {}
            case "wild_card_drawn":
                assert event.seat is not None
                self.wild[event.seat] = {*self.deck}
            case "gesture_made_wild":
                self.wild[said["wizard"]] = {*self.deck}
            case "spell_begun" if said["wild"]:
                assert event.seat is not None
                self.wild.pop(event.seat)
                self._opens(said["card"])
            case "gesture_cancelled" if said["card"]:
                self.wild.pop(said["wizard"])
                self._opens(said["card"])
                self.discard.add(said["card"])
            case "wild_card_discarded":
                self.discard.add(said["card"])

    def _opens(self, card: str) -> None:
        self.deck.discard(card)
        for cards in self.wild.values():
            cards.discard(card)

    def contradiction(self, sample: rpw.State) -> str | None:
        board = sample.board
        if not {*board.deck} <= self.deck or [*board.book] != self.book or {*board.discard} != self.discard:
            return f"the deck is of {sorted(self.deck)}, not {board.deck}; book {self.book}, discard {self.discard}"
        for seat, cards in self.wild.items():
            if board.gestures[seat].live and board.gestures[seat].card not in cards:
                return f"the wild card of seat {seat} is one of {sorted(cards)}, not {board.gestures[seat].card}"
        if self.own and isinstance(sample, rpw.Learning) and sample.answers[self.seat] != rpw.Choice(*self.own):
            return f"the seat has chosen {self.own}, not {sample.answers[self.seat]}"
        return None


class Cave:
    """Where each spell may be, and the cards that were seen on top: in their places, or among so many."""

    def __init__(self, seats: int, seat: int) -> None:
        self.seat = seat
        self.spells = {spell: {"stack"} for spell in stack_of("spells")}
        self.tops: dict[str, list[str | None]] = {deck: [] for deck in DECKS_OF_CAVE}
        self.among: dict[str, list[tuple[Counter[str], int]]] = {deck: [] for deck in DECKS_OF_CAVE}

    def told(self, event: Told) -> None:
        said = event.fields
        match event.type:
            case "spell_drawn" if "spell" in said:
                self.spells[said["spell"]] = {f"hand {event.seat}"}
            case "spell_drawn":
                for places in self.spells.values():
                    if "stack" in places:
                        places.add(f"hand {event.seat}")
            case "spell_cast":
                self.spells[said["spell"]] = {"air"}
            case "spell_cancelled":
                self.spells |= {said["spell"]: {"discard"}, said["cancelled"]: {"discard"}}
            case "spell_resolved":
                self.spells[said["spell"]] = {"discard"}
            case "belonging_discarded" if said["card"] in self.spells:
                self.spells[said["card"]] = {"discard"}
            case "adventurer_died":
                self.spells |= {spell: {"discard"} for spell in said["spells"]}
            case "deck_renewed":
                self._renews(said["deck"])
            case "card_drawn":
                self._draws(said["deck"], said["card"])
            case "cards_peeked" if "cards" in said:
                self._peeks(said["deck"], said["cards"])
            case "stack_ordered":
                self._orders(said["deck"], said["count"], said.get("order"))

    def _renews(self, deck: str) -> None:
        """The stack has run out: what may have been there is in a hand."""
        self.tops[deck], self.among[deck] = [], []
        if deck == "spells":
            for spell, places in self.spells.items():
                self.spells[spell] = {"stack"} if places == {"discard"} else places - {"stack"}

    def _draws(self, deck: str, card: str) -> None:
        self.tops[deck] = self.tops[deck][1:]
        self.among[deck] = [(known - Counter([card]), depth - 1) for known, depth in self.among[deck]]

    def _peeks(self, deck: str, cards: list[str]) -> None:
        self.tops[deck] = [*cards, *self.tops[deck][len(cards) :]]
        self.among[deck] = [(known - Counter(cards), depth) for known, depth in self.among[deck] if depth > len(cards)]

    def _orders(self, deck: str, count: int, order: list[str] | None) -> None:
        top = self.tops[deck]
        if order is not None:
            self.tops[deck] = [*order, *top[count:]]
            return
        seen = Counter(card for card in top[:count] if card is not None)
        inner = [known for known, depth in self.among[deck] if depth <= count]
        outer = [(known, depth) for known, depth in self.among[deck] if depth > count]
        self.among[deck] = [(sum(inner, seen), count), *outer]
        self.tops[deck] = [*[None] * min(count, len(top)), *top[count:]]

    def contradiction(self, sample: cave_state.State) -> str | None:
        board = sample.board
        for place, spells in _spells(board):
            for spell in spells:
                if place not in self.spells[spell]:
                    return f"{spell} lies in {sorted(self.spells[spell])}, not in {place}"
        for deck in DECKS_OF_CAVE:
            cards = [seen.card for seen in board.pile(deck).top]
            if any(known not in (None, card) for known, card in zip(self.tops[deck], cards, strict=False)):
                return f"on top of {deck} lie {self.tops[deck]}, not {cards}"
            for known, depth in self.among[deck]:
                if known - Counter(cards[:depth]):
                    return f"among the top {depth} of {deck} are {sorted(known.elements())}, not {cards[:depth]}"
        return None


def _spells(board: cave_state.Board) -> Iterator[tuple[str, Collection[str]]]:
    yield "stack", board.spells.stack
    yield "discard", board.spells.discard
    yield "air", [board.being_cast] if board.being_cast else []
    for seat, who in enumerate(board.adventurers):
        yield f"hand {seat}", who.spells if who else ()


def rock_paper_wizard(seats: int, seat: int) -> RockPaperWizard:
    return RockPaperWizard(seats, seat)


def cave(seats: int, seat: int) -> Cave:
    return Cave(seats, seat)


def spell_a_spell(seats: int, seat: int) -> SpellASpell:
    return SpellASpell(seats, seat)
