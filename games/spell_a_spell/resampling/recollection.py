"""One course of the run that explains all that a seat was shown: which of the cards it has seen went where.

The course is told from the first fact on. Where the facts leave it open, it is drawn which of the known cards was laid
or taken, or one never seen; a choice that leads nowhere is taken back. So no fact is ever contradicted.

The work is bounded by counts, never by the clock: a pick of a bot has to be the same on every machine.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import TypeVar

from games.core.chance import Chance
from games.spell_a_spell.components.cards import DECK_SIZE, EFFECTS, FACE, faces
from games.spell_a_spell.knowledge import Fact, Memory
from games.spell_a_spell.resampling.foresight import LAID, Foresight
from games.spell_a_spell.resampling.repetition import without_repetition

T = TypeVar("T")
# The samples of a pick need one; there are more because several bots may think at once.
SHARED = 8
# A fact, the letters of it that are still to be laid, and the hands: all else about a course follows from these.
Moment = tuple[object, ...]
# Where cards of a face lie open: the score pile of a seat, or the discard pile, which is no seat's.
Open = tuple[int | None, str]


@dataclass(frozen=True, slots=True)
class Effort:
    """How long a course is looked for: the choices of each try, which draws all anew.

    With `notes` the tries after the first note the dead ends that they met, and meet none of them again.
    """

    tries: tuple[int, ...]
    notes: bool


# Few samples need the second try: none in most matches, one in 300 where words are refused and stolen cards are many.
EFFORT = Effort((400, 4000), notes=True)


class Course:
    """Where the cards that the seat has seen lie at one moment.

    By seat: `hands` has the known cards, `shown` the faces of cards never seen that the hand certainly holds, and
    `free` how many cards more there are, which may be any. `open` has the known cards that lie open by their faces,
    `laid` counts by face the cards never seen that do.
    """

    __slots__ = ("free", "hands", "laid", "open", "shown")

    def __init__(self, sizes: Sequence[int], laid: Counter[str]) -> None:
        self.hands: list[list[str]] = [[] for _ in sizes]
        self.shown: list[list[str]] = [[] for _ in sizes]
        self.free = [*sizes]
        self.open: dict[Open, list[str]] = {}
        self.laid = laid

    def copy(self) -> "Course":
        new = Course.__new__(Course)
        new.hands, new.shown = [[*hand] for hand in self.hands], [[*hand] for hand in self.shown]
        new.free, new.laid = [*self.free], self.laid.copy()
        new.open = {place: [*cards] for place, cards in self.open.items()}
        return new

    def where(self, card: str) -> int | None:
        """The seat whose hand the card is in, `LAID`, or None where it is in sight."""
        for seat, hand in enumerate(self.hands):
            if card in hand:
                return seat
        return LAID if any(card in cards for cards in self.open.values()) else None

    def take(self, token: str | None, target: int, thief: int) -> None:
        """A card, one that shows a face, or for None any other goes from hand to hand."""
        if token is None:
            self.free[target] -= 1
            self.free[thief] += 1
        else:
            lists = self.hands if token in FACE else self.shown
            lists[target].remove(token)
            lists[thief].append(token)

    def lose_unseen(self, seat: int, face: str) -> bool:
        """A card of this face, never seen before, leaves the hand: one that was shown, if there is any."""
        if face in self.shown[seat]:
            self.shown[seat].remove(face)
        elif self.free[seat]:
            self.free[seat] -= 1
        else:
            return False
        return True


class Forgotten(Exception):
    """No course was found in the time that a sample may take."""


class _Lost(Exception):
    """Too many choices have led nowhere."""


def recalled(
    memory: Memory, seat: int, laid: Counter[str], left: Counter[str], chance: Chance, effort: Effort
) -> Course:
    """A course of the run, drawn by what is likely at each choice.

    `laid` counts by face the cards that lay open, unseen, before the facts; `left` those that the seat never saw.
    Raises `Forgotten` where the search is given up.
    """
    telling = _Telling(*prepared(memory.facts, seat, tuple(left.items())), seat, chance)
    for telling.choices in effort.tries:
        try:
            course = telling.on(0, Course(memory.sizes, laid.copy()))
        except _Lost:
            telling.notes = effort.notes
            continue
        if course is None:
            break
        return course
    raise Forgotten


@lru_cache(maxsize=SHARED)
def prepared(
    facts: tuple[Fact, ...], seat: int, left: tuple[tuple[str, int], ...]
) -> tuple[tuple[Fact, ...], Foresight]:
    """What all samples of a pick share: the facts that say anything, and what they say of earlier moments."""
    told = without_repetition(facts, seat)
    return told, Foresight(told, seat, Counter(dict(left)))


class _Telling:
    """The courses that the facts allow, tried one after the other.

    `dead` are the moments from which no course goes on, as far as `notes` of them are taken.
    """

    def __init__(self, facts: Sequence[Fact], ahead: Foresight, seat: int, chance: Chance) -> None:
        self.facts, self.ahead, self.seat, self.chance = facts, ahead, seat, chance
        self.choices = 0
        self.notes, self.dead = False, set[Moment]()

    def on(self, at: int, course: Course) -> Course | None:
        """The course up to the end from fact `at` on; None if there is none."""
        while at < len(self.facts):
            fact = self.facts[at]
            if fact.kind == "laid":
                return self._lay(at, sorted(fact.faces, key=_known_in(course, fact)), course)
            if fact.kind == "taken" and not fact.cards and fact.count:
                return self._steal(at, course)
            if not _TOLD[fact.kind](self, at, fact, course):
                return None
            if fact.kind not in _MOVES_NO_KNOWN_CARD and not self._may_be(at, course):
                return None
            if not all(self._are_enough(at, FACE[card], course) for card in self.ahead.new[at]):
                return None
            at += 1
        return course

    def _may_be(self, at: int, course: Course) -> bool:
        """Whether each known card can still come to where it was seen later, and left where it was not."""
        return all(
            (where := course.where(card)) is None or where in places for card, places in self.ahead.places[at].items()
        )

    def _lay(self, at: int, letters: Sequence[str], course: Course) -> Course | None:
        """The letters of a word one by one, those first that no known card can be."""
        fact = self.facts[at]
        seat = _seat(fact)
        for place, face in enumerate(letters):
            held = [
                card
                for card in course.hands[seat]
                if FACE[card] == face and LAID in self.ahead.places[at].get(card, _ANYWHERE)
            ]
            if held:
                return self._choose(at, letters[place:], held, course)
            if not self._lay_unseen(at, face, course):
                return None
        return self.on(at + 1, course) if self._may_be(at, course) else None

    def _choose(self, at: int, letters: Sequence[str], held: list[str], course: Course) -> Course | None:
        """One of the known cards of this face is laid, or one never seen: by counting."""
        moment = self._moment(at, letters, course)
        if moment in self.dead:
            return None
        seat, face = _seat(self.facts[at]), letters[0]
        unseen = course.shown[seat].count(face) * DECK_SIZE + course.free[seat] * self.ahead.copies(at, face)
        options: list[str | None] = [*held, None]
        weights = [DECK_SIZE] * len(held) + [unseen]
        while any(weights):
            drawn = self.chance.weighted(weights)
            card, weights[drawn] = options[drawn], 0
            new = self._branch(course)
            if card is None:
                possible = self._lay_unseen(at, face, new)
            else:
                new.hands[seat].remove(card)
                new.open.setdefault((None if face in EFFECTS else seat, face), []).append(card)
                possible = True
            if possible and (end := self._lay(at, letters[1:], new)):
                return end
        self._note_dead(moment)
        return None

    def _lay_unseen(self, at: int, face: str, course: Course) -> bool:
        if not course.lose_unseen(_seat(self.facts[at]), face):
            return False
        course.laid[face] += 1
        return self._are_enough(at, face, course)

    def _are_enough(self, at: int, face: str, course: Course) -> bool:
        """Whether cards of this face that were never seen suffice for what was and will be laid, and what was shown."""
        laid, ahead = course.laid[face], self.ahead
        known = sum(FACE[card] == face for hand in course.hands for card in hand) + ahead.given[at][face]
        if laid + max(0, ahead.later[at][face] - known) > ahead.left[face]:
            return False
        return laid + sum(hand.count(face) for hand in course.shown) <= ahead.copies(at, face)

    def _steal(self, at: int, course: Course) -> Course | None:
        """Each card of the hand is as likely among those that are taken."""
        fact = self.facts[at]
        thief, target = _seat(fact), fact.target
        assert target is not None
        moment = self._moment(at, (), course)
        if moment in self.dead:
            return None
        for taken in self._thefts(at, target, thief, course):
            new = self._branch(course)
            for token in taken:
                new.take(token, target, thief)
            if self._may_be(at, new) and (end := self.on(at + 1, new)):
                return end
        self._note_dead(moment)
        return None

    def _thefts(self, at: int, target: int, thief: int, course: Course) -> Iterator[Sequence[str | None]]:
        """What may have been taken, in an order that is drawn: card, face that was shown, or None for any other."""
        sure: list[str | None] = []
        unsure: list[str | None] = [*course.shown[target], *[None] * course.free[target]]
        for card in course.hands[target]:
            places = self.ahead.places[at].get(card, _ANYWHERE)
            if target not in places:
                sure.append(card)
            elif thief in places:
                unsure.append(card)
        more = self.facts[at].count - len(sure)
        if 0 <= more <= len(unsure):
            ways = combinations(self.chance.some_of(unsure, len(unsure)), more)
            for rest in _different(ways) if self.notes else ways:
                yield [*sure, *rest]

    def _moment(self, at: int, letters: Sequence[str], course: Course) -> Moment | None:
        """The moment before these letters of fact `at`; None where no notes are taken."""
        if not self.notes:
            return None
        return at, *letters, *map(frozenset, course.hands), *map(tuple, map(sorted, course.shown))

    def _note_dead(self, moment: Moment | None) -> None:
        if moment is not None:
            self.dead.add(moment)

    def _branch(self, course: Course) -> Course:
        self.choices -= 1
        if self.choices < 0:
            raise _Lost
        return course.copy()

    def drawn(self, at: int, fact: Fact, course: Course) -> bool:
        course.free[_seat(fact)] += fact.count
        return True

    def shown(self, at: int, fact: Fact, course: Course) -> bool:
        """The hand holds so many cards of a face: what the known ones are too few for are some never seen."""
        seat = _seat(fact)
        for face, count in Counter(fact.faces).items():
            there = sum(FACE[card] == face for card in course.hands[seat]) + course.shown[seat].count(face)
            for _ in range(count - there):
                course.shown[seat].append(face)
                course.free[seat] -= 1
            if course.free[seat] < 0 or not self._are_enough(at, face, course):
                return False
        return True

    def passed(self, at: int, fact: Fact, course: Course) -> bool:
        """Whole hands move; the seat knows the one that it gives, and sees the one that it gets."""
        own = self.seat
        here = fact.to[own] != own
        if here and not self._is(fact, at, fact.to.index(own), course):
            return False
        course.hands = _moved(course.hands, fact.to)
        course.shown = _moved(course.shown, fact.to)
        course.free = _moved(course.free, fact.to)
        if here:
            receiver = fact.to[own]
            course.hands[receiver], course.shown[receiver], course.free[receiver] = [*fact.cards], [], 0
            course.hands[own], course.shown[own], course.free[own] = [], [], 0
        return True

    def _is(self, fact: Fact, at: int, giver: int, course: Course) -> bool:
        """Whether the hand of the giver may be the one that the seat got."""
        new = self.ahead.new[at]
        known = {*fact.got} - {*new}
        return known == {*course.hands[giver]} and not Counter(course.shown[giver]) - Counter(faces(new))

    def taken(self, at: int, fact: Fact, course: Course) -> bool:
        """A theft of which the seat knows the cards, as the thief or as the one who lost them."""
        thief, target = fact.seat, fact.target
        assert thief is not None
        assert target is not None
        if target == self.seat:
            course.hands[thief] += fact.cards
            return True
        for card in fact.cards:
            if card in self.ahead.new[at]:
                if not course.lose_unseen(target, FACE[card]):
                    return False
            elif card in course.hands[target]:
                course.hands[target].remove(card)
            else:
                return False
        return True


_ANYWHERE = range(LAID, DECK_SIZE)
# Where known cards may be is the same before and after these facts, and so it was looked at with the fact before.
_MOVES_NO_KNOWN_CARD = {"drawn", "shown"}
_TOLD: dict[str, Callable[[_Telling, int, Fact, Course], bool]] = {
    "drawn": _Telling.drawn,
    "shown": _Telling.shown,
    "passed": _Telling.passed,
    "taken": _Telling.taken,
}


def _different(ways: Iterable[tuple[str | None, ...]]) -> Iterator[tuple[str | None, ...]]:
    """Each theft once: cards never seen are all alike."""
    met = set[object]()
    for taken in ways:
        if (counted := frozenset(Counter(taken).items())) not in met:
            met.add(counted)
            yield taken


def _known_in(course: Course, fact: Fact) -> Callable[[str], bool]:
    """Whether a card of this face is known in the hand that lays."""
    held = {FACE[card] for card in course.hands[_seat(fact)]}
    return lambda face: face in held


def _moved(hands: Sequence[T], to: Sequence[int]) -> list[T]:
    return [hands[to.index(seat)] for seat in range(len(to))]


def _seat(fact: Fact) -> int:
    assert fact.seat is not None
    return fact.seat
