"""What each seat remembers of cards that it was shown and does not hold any more, from what it was shown alone.

Nothing here may depend on a card that the seat was not shown: `view` tells a seat its memory.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from games.core.events import Event
from games.core.records import replace
from games.spell_a_spell import events as e
from games.spell_a_spell.cards import DECK_SIZE, DECKS, FACE, faces
from games.spell_a_spell.knowledge import DISCARD, HAND, PILE, WHOLE, Among, Known, Least, Memory, Place, Unseen
from games.spell_a_spell.laying import FOG
from games.spell_a_spell.state import State, Table


def memory_of(table: Table, seat: int) -> Memory:
    """The memory of a seat; without one, that of a seat that has seen nothing."""
    kept = table.memories[seat] if table.memories else None
    return kept or Memory(unseen=(Unseen(0, DECK_SIZE),) * table.seats)


def remembered(before: State | None, after: State, event: Event) -> State:
    """The state after an event, with what each seat remembers of it."""
    table = after.table
    if isinstance(event, e.RunStarted):
        blank = Memory(unseen=(Unseen(0, 0),) * table.seats)
        return replace(after, table=replace(table, memories=(blank,) * table.seats))
    if before is None or not table.memories or type(event) not in SHOWN:
        return after
    memories = tuple(
        memory and _updated(memory, before.table, table, seat, event) for seat, memory in enumerate(table.memories)
    )
    return replace(after, table=replace(table, memories=memories))


# The events by which cards change places, or show what is on them.
SHOWN = frozenset(
    {e.CardsDealt, e.CardsDrawn, e.WordProposed, e.WordCast, e.EffectPlayed, e.HandsRotated, e.CardsStolen}
)


def _updated(memory: Memory, before: Table, after: Table, seat: int, event: Event) -> Memory:
    if before.options.open_hands:
        return _with_open_hands(memory, seat, event)
    recall = _Recall(memory, before, seat)
    match event:
        case e.CardsDealt() | e.CardsDrawn():
            assert event.seat is not None
            recall.draw(event.seat, event.count)
        case e.WordProposed() if event.seat != seat:
            recall.show(_seat(event), faces_of(event.key, event.fogs))
            # The cards still count to the hand.
            return recall.kept(before)
        case e.WordCast() if event.seat != seat:
            recall.lay(_seat(event), faces_of(event.key, event.fogs), Place(PILE, event.seat))
        case e.EffectPlayed() if event.seat == seat:
            recall.cards[event.card] = {Place(DISCARD): WHOLE}
        case e.EffectPlayed():
            recall.lay(_seat(event), (event.effect,), Place(DISCARD))
        case e.HandsRotated():
            recall.rotate(dict(zip(event.givers, event.receivers, strict=True)), after)
        case e.CardsStolen():
            recall.steal(event)
        case _:
            return memory
    return recall.kept(after)


def _with_open_hands(memory: Memory, seat: int, event: Event) -> Memory:
    """Where hands lie open, who looks on sees which card leaves which hand for where."""
    match event:
        case e.WordCast() if event.seat != seat:
            seen, place = event.cards, Place(PILE, event.seat)
        case e.EffectPlayed():
            seen, place = (event.card,), Place(DISCARD)
        case _:
            return memory
    new = (Known(card, ((place, WHOLE),)) for card in seen)
    return replace(memory, cards=tuple(sorted((*memory.cards, *new), key=lambda known: known.card)))


def faces_of(key: str, fogs: Iterable[int]) -> tuple[str, ...]:
    """What the cards of a word show, in reading order."""
    return tuple(FOG if place in fogs else letter for place, letter in enumerate(key))


def _seat(event: Event) -> int:
    assert event.seat is not None
    return event.seat


Cards = frozenset[str]
Places = frozenset[Place]


class _Recall:
    """The memory of one seat while an event changes it."""

    def __init__(self, memory: Memory, before: Table, seat: int) -> None:
        self.before, self.seat = before, seat
        self.unseen = [*memory.unseen]
        self.cards: dict[str, dict[Place, int]] = {known.card: dict(known.odds) for known in memory.cards}
        self.least: dict[tuple[str, frozenset[int]], int] = {(one.face, one.seats): one.count for one in memory.least}
        self.among: dict[tuple[Cards, Places], int] = {(one.cards, one.places): one.count for one in memory.among}

    def kept(self, after: Table) -> Memory:
        """The memory, without what follows from the rest."""
        sizes = [0 if seat == self.seat else len(player.hand) for seat, player in enumerate(after.players)]
        return Memory(
            unseen=tuple(
                Unseen(min(one.least, size), min(one.most, size)) for one, size in zip(self.unseen, sizes, strict=True)
            ),
            cards=tuple(Known(card, tuple(self.cards[card].items())) for card in sorted(self.cards)),
            least=tuple(
                Least(face, seats, self.least[face, seats])
                for face, seats in sorted(self.least, key=lambda one: (one[0], sorted(one[1])))
                if not self._follows(face, seats)
            ),
            among=tuple(
                Among(cards, places, self.among[cards, places])
                for cards, places in sorted(self.among, key=_written)
                if not self._is_told(cards, places)
            ),
        )

    def draw(self, seat: int, count: int) -> None:
        """Cards of the deck come into the hand of `seat`."""
        self._change(seat, count, count)

    def _change(self, seat: int, least: int, most: int) -> None:
        """So many cards never seen come into the hand of `seat`, or leave it."""
        before = self.unseen[seat]
        self.unseen[seat] = Unseen(max(0, before.least + least), max(0, before.most + most))

    def show(self, seat: int, shown: Iterable[str]) -> None:
        """Cards of these faces are in the hand of `seat`."""
        for face, count in Counter(shown).items():
            self._raise(face, frozenset({seat}), count)

    def lay(self, seat: int, shown: Iterable[str], place: Place) -> None:
        """A card of each of these faces goes from the hand of `seat`; which of the same ones is not shown."""
        for face in shown:
            self._count(face, seat)
            self._lower(face, seat, 1)
            self._lay_one(seat, face, place)

    def _lay_one(self, seat: int, face: str, place: Place) -> None:
        """It is one of those that were seen in the hand, or one that never was: by counting."""
        hand, held = Place(HAND, seat), self._held(face, seat)
        others = self.unseen[seat].most * _copies(self.before, face)
        if not held or others:
            self._change(seat, -1, 0 if held else -1)
        self._gather(hand)
        self._lay_among(hand, place, frozenset(held), sure=not others)
        if len(held) == 1 and not others:
            self.cards[held[0]] = {place: WHOLE}
            return
        whole = DECK_SIZE * len(held) + others
        for card in held:
            odds = self.cards[card]
            here = odds.pop(hand)
            shares = {other: share * whole for other, share in odds.items()}
            shares[hand] = here * (whole - DECK_SIZE)
            shares[place] = shares.get(place, 0) + here * DECK_SIZE
            self.cards[card] = _scaled(shares)

    def _lay_among(self, hand: Place, place: Place, held: Cards, *, sure: bool) -> None:
        """One of the cards `held` has gone from the hand to a pile, if it was none never seen."""
        for (cards, places), count in [*self.among.items()]:
            if hand in places and place not in places and cards & held:
                self._weaken(cards, places, 1)
                self._say(cards, places | {place}, count)
        if held and sure:
            lying = held, frozenset({place})
            self.among[lying] = self.among.get(lying, 0) + 1

    def _gather(self, hand: Place) -> None:
        """Say together of the cards what their places say of each, before one of them may leave this hand."""
        for places in {frozenset(odds) for odds in self.cards.values() if hand in odds}:
            sure = frozenset(card for card, odds in self.cards.items() if odds.keys() <= places)
            self._say(sure, places, len(sure))

    def _say(self, cards: Cards, places: Places, count: int) -> None:
        if count > self.among.get((cards, places), 0):
            self.among[cards, places] = count

    def _weaken(self, cards: Cards, places: Places, by: int) -> None:
        self.among[cards, places] -= by
        if self.among[cards, places] < 1:
            del self.among[cards, places]

    def _take(self, taken: Iterable[str], origin: Place, *, whole: bool = False) -> None:
        """The seat holds these cards now, which were at their origin: all there was if `whole`."""
        gone, among, self.among = frozenset(taken), self.among, {}
        for (cards, places), count in among.items():
            less = len(cards & gone) if origin in places else 0
            if cards - gone and count > less:
                self._say(cards - gone, places - {origin} if whole else places, count - less)

    def _is_told(self, cards: Cards, places: Places) -> bool:
        """Whether the places of each card, or fewer places, say as much."""
        count = self.among[cards, places]
        sure = sum(all(place in places for place in self.cards[card]) for card in cards)
        return sure >= count or any(
            cards == others and fewer < places and least >= count for (others, fewer), least in self.among.items()
        )

    def steal(self, event: e.CardsStolen) -> None:
        """The two who are told know the cards; the others know how many there were."""
        thief, target = _seat(event), event.target
        if self.seat == thief:
            self._take(event.cards, Place(HAND, target))
            for card in event.cards:
                if self.cards.pop(card, None) is None:
                    self._change(target, -1, -1)
                self._lower(FACE[card], target, 1)
        elif self.seat == target:
            for card in event.cards:
                self.cards[card] = {Place(HAND, thief): WHOLE}
                self._lift(FACE[card], thief)
        else:
            self._steal_unseen(thief, target, event.count, of=len(self.before.players[target].hand))

    def _steal_unseen(self, thief: int, target: int, count: int, *, of: int) -> None:
        """Each card of the hand is as likely among those that are taken."""
        hand, taken = Place(HAND, target), Place(HAND, thief)
        for face in {FACE[card] for card, odds in self.cards.items() if hand in odds}:
            self._count(face, target)
        self._gather(hand)
        for (cards, places), least in [*self.among.items()]:
            if hand in places and taken not in places:
                self._weaken(cards, places, min(count, least))
                self._say(cards, places | {taken}, least)
        for (face, seats), least in [*self.least.items()]:
            if target in seats and thief not in seats:
                self._raise(face, seats | {thief}, least + self._among(face, frozenset({thief})))
        for face in {face for face, _ in self.least}:
            self._lower(face, target, count, but=thief)
        for card, odds in self.cards.items():
            if here := odds.get(hand):
                shares = {place: share * of for place, share in odds.items()}
                shares[hand] = here * (of - count)
                shares[taken] = shares.get(taken, 0) + here * count
                self.cards[card] = _scaled(shares)
        there = self.unseen[target]
        seen = min(count, of - there.least)
        self._change(thief, count - seen, min(count, there.most))
        self.unseen[target] = Unseen(max(0, there.least - count), min(there.most, of - count))

    def rotate(self, moves: Mapping[int, int], after: Table) -> None:
        """Whole hands move; the seat knows the one that it gives, and sees the one that it gets."""
        to = {Place(HAND, giver): Place(HAND, receiver) for giver, receiver in moves.items()}
        self.cards = {
            card: {to.get(place, place): share for place, share in odds.items()} for card, odds in self.cards.items()
        }
        self.least = {
            (face, frozenset(moves.get(seat, seat) for seat in seats)): count
            for (face, seats), count in self.least.items()
        }
        self.among = {
            (cards, frozenset(to.get(place, place) for place in places)): count
            for (cards, places), count in self.among.items()
        }
        unseen = [*self.unseen]
        for giver, receiver in moves.items():
            self.unseen[receiver] = unseen[giver]
        if self.seat in moves:
            self._give(moves[self.seat])
            self._get(after.players[self.seat].hand)

    def _give(self, receiver: int) -> None:
        self.unseen[receiver] = Unseen(0, 0)
        for card in self.before.players[self.seat].hand:
            self.cards[card] = {Place(HAND, receiver): WHOLE}

    def _get(self, hand: tuple[str, ...]) -> None:
        """What the seat holds now it sees, so that it lies nowhere else, and nothing else lies there."""
        own, held = Place(HAND, self.seat), Counter(faces(hand))
        self._take(hand, own, whole=True)
        for card in hand:
            self.cards.pop(card, None)
        for card, odds in self.cards.items():
            if odds.pop(own, None) is not None:
                self.cards[card] = _scaled(odds)
        least, self.least = self.least, {}
        for (face, seats), count in least.items():
            seen = held[face] if self.seat in seats else 0
            self._raise(face, seats - {self.seat}, count - seen)

    def _held(self, face: str, seat: int) -> list[str]:
        """The cards of this face that may be in the hand of `seat`, of those that were seen."""
        hand = Place(HAND, seat)
        return [card for card, odds in self.cards.items() if FACE[card] == face and hand in odds]

    def _count(self, face: str, seat: int) -> None:
        """Say of the hands that the known cards of this face lie in how many these are, before one is laid or taken."""
        for card in self._held(face, seat):
            if all(place.kind == HAND for place in self.cards[card]):
                seats = frozenset(place.seat for place in self.cards[card] if place.seat is not None)
                self._raise(face, seats, self._among(face, seats))

    def _among(self, face: str, seats: frozenset[int]) -> int:
        """How many known cards of this face certainly lie in these hands."""
        return sum(
            FACE[card] == face and all(place.kind == HAND and place.seat in seats for place in odds)
            for card, odds in self.cards.items()
        )

    def _raise(self, face: str, seats: frozenset[int], count: int) -> None:
        if count > self.least.get((face, seats), 0):
            self.least[face, seats] = count

    def _lift(self, face: str, seat: int) -> None:
        """A known card of this face has come into the hand of `seat`."""
        for known, seats in self.least:
            self.least[known, seats] += known == face and seat in seats

    def _lower(self, face: str, seat: int, count: int, *, but: int | None = None) -> None:
        """So many cards have left the hand of `seat`, for none of those that hold the hand of `but`."""
        for known, seats in [*self.least]:
            if known == face and seat in seats and but not in seats:
                self.least[known, seats] -= count
                if self.least[known, seats] < 1:
                    del self.least[known, seats]

    def _follows(self, face: str, seats: frozenset[int]) -> bool:
        """Whether the known cards, or fewer hands, say as much."""
        count = self.least[face, seats]
        return self._among(face, seats) >= count or any(
            other == face and fewer < seats and least >= count for (other, fewer), least in self.least.items()
        )


def _written(told: tuple[Cards, Places]) -> tuple[list[str], list[tuple[str, int]]]:
    """An order that is the same everywhere."""
    cards, places = told
    return sorted(cards), sorted((place.kind, place.seat or 0) for place in places)


def _copies(table: Table, face: str) -> int:
    return sum(other == face for other in DECKS[table.options.deck].values())


def _scaled(shares: Mapping[Place, int]) -> dict[Place, int]:
    """Odds that add up to a thousand or a little less, so that they stay small numbers; what may be is never zero."""
    total = sum(shares.values())
    return dict(_in_order({place: max(1, share * WHOLE // total) for place, share in shares.items() if share}))


def _in_order(odds: Mapping[Place, int]) -> Iterator[tuple[Place, int]]:
    return iter(sorted(odds.items(), key=lambda one: (one[0].kind, one[0].seat or 0)))
