"""What a seat with a perfect memory knows, game by game, by what it was told alone: the contract suite asks it.

Written apart from the kernels: each walks the events as its seat is shown them, and knows the rules of what they move.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from games.cave import state as cave_state
from games.cave.components.cards import DECKS as DECKS_OF_CAVE
from games.cave.components.cards import stack_of
from games.core.testing.memories import Told
from games.rock_paper_wizard import state as rpw
from games.rock_paper_wizard.components.cards import CARDS as RPW_CARDS
from games.spell_a_spell import state as sas
from games.spell_a_spell.cards import DECKS, FACE, NEWEST_DECK

Places = frozenset[str]
Cards = frozenset[str]


class SpellASpell:
    """Facts of the form: at least so many of these cards lie in these places.

    A hand is `hand 2`, a score pile `pile 2`; the discard pile and the deck are places too. Cards that lie open for a
    vote are still the hand's.
    """

    def __init__(self, seats: int, seat: int) -> None:
        self.own = f"hand {seat}"
        self.facts: dict[tuple[Cards, Places], int] = {}
        self.sizes = Counter[str]()
        self.laid_open: tuple[str, ...] = ()

    def told(self, event: Told) -> None:
        said, hand = event.fields, f"hand {event.seat}"
        match event.type:
            case "run_started":
                self.facts, self.sizes = {}, Counter()
            case "cards_dealt" | "cards_drawn":
                self._draws(hand, said["count"], said.get("cards") or said["open_cards"])
            case "word_proposed":
                self.laid_open = tuple(said.get("cards", ()))
                for face, count in Counter(_faces(said)).items():
                    self._knows(_of(face), [hand], count)
            case "word_cast":
                self._lays(hand, _faces(said), f"pile {event.seat}", said.get("cards"))
            case "effect_played":
                self._lays(hand, [said["effect"]], "discard", [said["card"]] if "card" in said else None)
            case "hand_passed" if "cards" in said:
                # Nothing has moved yet.
                self._learns(said["cards"], hand, hand, whole=True)
            case "hands_rotated":
                self._rotates(said["givers"], said["receivers"])
            case "cards_stolen":
                cards = said.get("cards") or said["open_cards"]
                self._steals(hand, f"hand {said['target']}", said["count"], cards)
        if event.type in ("word_cast", "word_refused", "seat_resigned"):
            self.laid_open = ()
        self._tidy()

    def contradiction(self, sample: sas.State) -> str | None:
        where = {card: place for place, cards in _places(sample) for card in cards}
        for (cards, places), count in self.facts.items():
            if sum(where[card] in places for card in cards) < count:
                lying = {card: where[card] for card in sorted(cards)[:12]}
                return f"{count} of {sorted(cards)} lie in {sorted(places)}, not {lying}"
        if self.laid_open and isinstance(sample, sas.Voting) and sample.cards != self.laid_open:
            return f"{self.laid_open} lie open, not {sample.cards}"
        return None

    def _knows(self, cards: Collection[str], places: Collection[str], count: int) -> None:
        if count > self.facts.get(key := (frozenset(cards), frozenset(places)), 0):
            self.facts[key] = count

    def _learns(self, cards: Collection[str], origin: str, place: str, *, whole: bool = False) -> None:
        """These cards were at their origin, all that was there if `whole`, and are in this place now.

        What was known of cards among which they were holds for the rest.
        """
        gone, facts, self.facts = frozenset(cards), self.facts, {}
        for (known, places), count in facts.items():
            less = len(known & gone) if origin in places else 0
            if known - gone:
                self._knows(known - gone, places - {origin} if whole else places, count - less)
        for card in cards:
            self._knows([card], [place], 1)
        if whole:
            self._knows(cards, [place], len(gone))

    def _draws(self, hand: str, count: int, cards: list[str] | None) -> None:
        self.sizes[hand] += count
        if cards is not None:
            self._learns(cards, "deck", hand)

    def _lays(self, hand: str, faces: list[str], place: str, cards: list[str] | None) -> None:
        if cards is not None:
            self.sizes[hand] -= len(cards)
            self._learns(cards, hand, place)
            return
        for face in faces:
            # Where a hand holds none but these cards, it is one of them that is laid.
            laid = {
                (known & _of(face), frozenset({place}))
                for (known, places), count in self.facts.items()
                if places == {hand} and count == self.sizes[hand]
            }
            self.sizes[hand] -= 1
            for (known, places), count in [*self.facts.items()]:
                if hand in places and place not in places and known & _of(face):
                    self._weaken(known, places, 1)
                    self._knows(known, places | {place}, count)
            for key in laid:
                self.facts[key] = self.facts.get(key, 0) + 1

    def _weaken(self, known: Cards, places: Places, by: int) -> None:
        self.facts[known, places] -= by
        if self.facts[known, places] < 1:
            del self.facts[known, places]

    def _rotates(self, givers: list[int], receivers: list[int]) -> None:
        to = {f"hand {giver}": f"hand {receiver}" for giver, receiver in zip(givers, receivers, strict=True)}
        facts, self.facts = self.facts, {}
        for (known, places), count in facts.items():
            self._knows(known, [to.get(place, place) for place in places], count)
        self.sizes = Counter({to.get(place, place): count for place, count in self.sizes.items()})

    def _steals(self, thief: str, target: str, count: int, cards: list[str] | None) -> None:
        before = self.sizes[target]
        self.sizes[target] -= count
        self.sizes[thief] += count
        if cards is not None:
            self._learns(cards, target, thief)
            return
        for (known, places), least in [*self.facts.items()]:
            if target in places and thief not in places:
                self._weaken(known, places, min(count, least))
                self._knows(known, places | {thief}, least)
                if count == before:
                    self._knows(known, (places - {target}) | {thief}, least)

    def _tidy(self) -> None:
        """Leave out what a fact about the same cards and fewer places says as well."""
        by_cards: dict[Cards, list[tuple[Places, int]]] = {}
        for (known, places), count in self.facts.items():
            by_cards.setdefault(known, []).append((places, count))
        self.facts = {
            (known, places): count
            for known, said in by_cards.items()
            for places, count in said
            if not any(fewer < places and more >= count for fewer, more in said)
        }


def _faces(word: Mapping[str, Any]) -> list[str]:
    return ["fog" if at in word["fogs"] else letter for at, letter in enumerate(word["key"])]


def _of(face: str) -> Cards:
    """All cards with this face."""
    return frozenset(card for card in DECKS[NEWEST_DECK] if FACE[card] == face)


def _places(state: sas.State) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Where everything lies in a sample."""
    table = state.table
    for seat, player in enumerate(table.players):
        laid = state.cards if isinstance(state, sas.Voting) and state.proposed.seat == seat else ()
        yield f"hand {seat}", (*player.hand, *laid)
        yield f"pile {seat}", player.pile
    yield "deck", table.deck
    yield "discard", table.discard


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
