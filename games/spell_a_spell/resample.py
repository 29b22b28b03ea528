"""The door for sampling: hands, deck, votes, and which of the same cards lie where, as one seat may imagine them.

What the seat remembers holds in every sample; what it does not know is drawn fairly.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from games.core.chance import Chance
from games.spell_a_spell.cards import DECKS, EFFECTS, FACE
from games.spell_a_spell.imagining import Cards, View, imagined
from games.spell_a_spell.knowledge import DISCARD, HAND, PILE, Among, Known, Least, Memory, Place, Unseen
from games.spell_a_spell.memory import faces_of
from games.spell_a_spell.spelling import normal
from games.spell_a_spell.state import State

# A card that lies open by its face alone, and where.
Open = tuple[Place, str]


def resample(view: View, seat: int, chance: Chance) -> State:
    """A state that `seat` cannot tell from the real one; every card it has not seen is as likely in each place.

    Of cards that lie open by their faces alone, words and effects, it is drawn which of the same ones they are.
    """
    cards = _Dealing(view, seat, chance).cards()
    memories = tuple(_memory(view) if other == seat else None for other in range(len(view["players"])))
    return imagined(view, seat, cards, chance, memories)


def _memory(view: View) -> Memory:
    """What the view says that its seat remembers."""
    known, proposed = view["known_cards"], view["proposed"]
    # Cards that the seat sees laid are told with those that it remembers.
    laid = Place(HAND, proposed["seat"]) if proposed and view["players"][proposed["seat"]]["hand"] is not None else None
    cards = (
        Known(one["card"], tuple((_place(place), place["odds"]) for place in one["places"])) for one in known["cards"]
    )
    return Memory(
        unseen=tuple(Unseen(one["least"], one["most"]) for one in known["unseen"]),
        cards=tuple(card for card in cards if card.odds[0][0] != laid),
        least=tuple(Least(one["face"], frozenset(one["seats"]), one["count"]) for one in known["faces"]),
        among=tuple(
            Among(frozenset(one["cards"]), frozenset(map(_place, one["places"])), one["count"])
            for one in known["among"]
        ),
    )


def _place(shown: View) -> Place:
    return Place(shown["kind"], shown["seat"])


class _Dealing:
    """One sample while its cards are dealt.

    A word that lies open for the vote counts to the hand that it came from until all is dealt. `hands` has the cards
    dealt to hands so far, `open` those dealt to what lies open by faces; `room` is left in each.
    """

    def __init__(self, view: View, seat: int, chance: Chance) -> None:
        self.view, self.chance = view, chance
        self.known, self.proposed = view["known_cards"], view["proposed"]
        self.hands: dict[int, list[str]] = {shown["seat"]: [] for shown in view["players"]}
        self.open: dict[Open, list[str]] = {}
        self.where: dict[str, Place] = {}
        self.room: Counter[int] = Counter()
        for shown in view["players"]:
            self.room[shown["seat"]] = shown["hand_size"] if shown["hand"] is None else 0
        if self.proposed:
            self.room[self.proposed["seat"]] += self.proposed["length"]
        self.slots = Counter(self._lying())
        self.lying = Counter(face for _, face in self.slots.elements())
        self.free = self._unseen()
        self.left = Counter(FACE[card] for card in self.free)

    def cards(self) -> Cards:
        """Deal all; there is a way, because the real one is one."""
        sure = [one for one in self.known["cards"] if len(one["places"]) == 1]
        for one in sure:
            self._put(one["card"], _place(one["places"][0]))
        unsure = [one for one in self.known["cards"] if len(one["places"]) > 1]
        # In any order, or the last ones would go where the others have left room.
        if not self._dealt(self.chance.some_of(unsure, len(unsure))):
            raise AssertionError("the seat remembers what cannot be")
        players = self.view["players"]
        piles = tuple(self._pile(shown) for shown in players)
        discard = tuple(self._lay(Place(DISCARD), face) for face in EFFECTS for _ in range(self.view["discard"][face]))
        hands = [self._filled(shown) for shown in players]
        laid = self._taken_out(hands) if self.proposed else ()
        return Cards(hands=tuple(map(tuple, hands)), piles=piles, discard=discard, deck=tuple(self.free), laid=laid)

    def _lying(self) -> Iterator[Open]:
        """What lies open by its face alone."""
        for word in self.view["words"]:
            if self.view["players"][word["seat"]]["score_pile"] is None:
                for face in _faces(word):
                    yield Place(PILE, word["seat"]), face
        for face, count in self.view["discard"].items():
            yield from [(Place(DISCARD), face)] * count

    def _unseen(self) -> list[str]:
        """The cards that the seat has never seen."""
        seen = {one["card"] for one in self.known["cards"]}
        for shown in self.view["players"]:
            seen.update(shown["hand"] or (), shown["score_pile"] or ())
        return [card for card in DECKS[self.view["options"]["deck"]] if card not in seen]

    def _dealt(self, unsure: Sequence[Mapping[str, Any]]) -> bool:
        """Deal the cards whose place is unsure by their odds, another way where one leads nowhere."""
        if not self._possible(unsure):
            return False
        if not unsure:
            return self._shown_faces_dealt()
        card, places = unsure[0]["card"], list(unsure[0]["places"])
        while places:
            place = places.pop(self.chance.weighted([one["odds"] for one in places]))
            if self._fits(card, _place(place)):
                self._put(card, _place(place))
                if self._dealt(unsure[1:]):
                    return True
                self._take_back(card, _place(place))
        return False

    def _fits(self, card: str, place: Place) -> bool:
        if place.kind == HAND and place.seat is not None:
            return self.room[place.seat] > 0
        return self.slots[place, FACE[card]] > 0

    def _put(self, card: str, place: Place) -> None:
        self.where[card] = place
        if place.kind == HAND and place.seat is not None:
            self.hands[place.seat].append(card)
            self.room[place.seat] -= 1
        else:
            self.open.setdefault((place, FACE[card]), []).append(card)
            self.slots[place, FACE[card]] -= 1
            self.lying[FACE[card]] -= 1

    def _take_back(self, card: str, place: Place) -> None:
        if place.kind == HAND and place.seat is not None:
            self.hands[place.seat].remove(card)
            self.room[place.seat] += 1
        else:
            self.open[place, FACE[card]].remove(card)
            self.slots[place, FACE[card]] += 1
            self.lying[FACE[card]] += 1

    def _possible(self, unsure: Sequence[Mapping[str, Any]]) -> bool:
        """Whether cards never seen can take the room that those which are still unsure may leave."""
        hands, faces = Counter[int](), Counter[str]()
        may = {one["card"]: {_place(place) for place in one["places"]} for one in unsure}
        for one in unsure:
            face, places = FACE[one["card"]], [_place(place) for place in one["places"]]
            hands.update(place.seat for place in places if place.kind == HAND and place.seat is not None)
            faces[face] += any(place.kind != HAND for place in places)
        return (
            all(
                one["least"] <= self.room[seat] and self.room[seat] - hands[seat] <= one["most"]
                for seat, one in enumerate(self.known["unseen"])
            )
            and all(count - faces[face] <= self.left[face] for face, count in self.lying.items())
            and all(self._holds(one, may) for one in self.known["among"])
        )

    def _holds(self, among: View, may: Mapping[str, set[Place]]) -> bool:
        """Whether so many of these cards lie there, or still may."""
        places = {_place(place) for place in among["places"]}
        lying = sum(not places.isdisjoint(may.get(card) or {self.where[card]}) for card in among["cards"])
        least: int = among["count"]
        return lying >= least

    def _shown_faces_dealt(self) -> bool:
        """Deal cards never seen to hands that were seen to hold more of a face than those dealt so far."""
        put: list[tuple[str, int]] = []
        for face, seats, count in self._least():
            missing = count - sum(FACE[card] == face for seat in seats for card in self.hands[seat])
            for _ in range(missing):
                rooms = [self.room[seat] for seat in seats]
                if not any(rooms) or self.left[face] <= self.lying[face]:
                    for card, seat in put:
                        self._take_back(card, Place(HAND, seat))
                        self.free.append(card)
                        self.left[FACE[card]] += 1
                    return False
                seat = seats[self.chance.weighted(rooms)]
                card = self._one_of(face)
                self._put(card, Place(HAND, seat))
                put.append((card, seat))
        return True

    def _least(self) -> list[tuple[str, list[int], int]]:
        """How many cards of a face some hands hold at least, those of the fewest hands first."""
        least = [(one["face"], list(one["seats"]), one["count"]) for one in self.known["faces"]]
        if self.proposed:
            shown = Counter(_faces(self.proposed))
            least += [(face, [self.proposed["seat"]], count) for face, count in shown.items()]
        return sorted(least, key=lambda one: len(one[1]))

    def _one_of(self, face: str) -> str:
        """A card of this face that was never seen, out of those that are left."""
        card = self.chance.one_of([card for card in self.free if FACE[card] == face])
        self.free.remove(card)
        self.left[face] -= 1
        return card

    def _lay(self, place: Place, face: str) -> str:
        """The next card of this face in what lies open."""
        dealt = self.open.get((place, face))
        return dealt.pop() if dealt else self._one_of(face)

    def _pile(self, shown: View) -> tuple[str, ...]:
        """The cards that the seat has scored in this run: those of its words."""
        if shown["score_pile"] is not None:
            return tuple(shown["score_pile"])
        words = (word for word in self.view["words"] if word["seat"] == shown["seat"])
        return tuple(self._lay(Place(PILE, shown["seat"]), face) for word in words for face in _faces(word))

    def _filled(self, shown: View) -> list[str]:
        """The hand, filled up with cards never seen; a word that lies open is among them still."""
        hand = [*(shown["hand"] or ()), *self.hands[shown["seat"]]]
        for _ in range(self.room[shown["seat"]]):
            card = self.chance.one_of(self.free)
            self.free.remove(card)
            hand.append(card)
        return hand

    def _taken_out(self, hands: Sequence[list[str]]) -> tuple[str, ...]:
        """The cards of the word that lies open, out of the hand that they came from."""
        seat = self.proposed["seat"]
        # Of a hand that is seen, those cards are known that lie open.
        lying = [*self.hands[seat]] if self.view["players"][seat]["hand"] is not None else None
        laid = []
        for face in _faces(self.proposed):
            alike = [card for card in (hands[seat] if lying is None else lying) if FACE[card] == face]
            card = self.chance.one_of(alike) if lying is None else alike[0]
            hands[seat].remove(card)
            if lying is not None:
                lying.remove(card)
            laid.append(card)
        return tuple(laid)


def _faces(word: View) -> Sequence[str]:
    """What the cards of a word show, in reading order."""
    return faces_of(normal(word["word"]).key, word["fogs"])
