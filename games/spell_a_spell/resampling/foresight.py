"""What later facts say of earlier moments: where a known card can have been, and how many of a face were left."""

from collections import Counter
from collections.abc import Sequence

from games.spell_a_spell.components.cards import FACE, faces
from games.spell_a_spell.knowledge import Fact

# The place of a card that lies open for good; hands are their seats.
LAID = -1
Places = frozenset[int]


class Foresight:
    """By fact: `new` are the cards that the seat saw for the first time; `later` counts the faces laid afterwards.

    `left` counts by face what the seat never saw, `given` what it parts with afterwards.
    `places` are, of the known cards that may not be anywhere, those where they may be after the fact.
    """

    def __init__(self, facts: Sequence[Fact], seat: int, left: Counter[str]) -> None:
        self._facts, self._seat = facts, seat
        self.new = [*self._first_seen()]
        self.later: list[Counter[str]] = []
        self.given: list[Counter[str]] = []
        self._left: list[Counter[str]] = []
        self.left, later, given = left, Counter[str](), Counter[str]()
        for fact, new in zip(reversed(facts), reversed(self.new), strict=True):
            self.later.append(later)
            self.given.append(given)
            self._left.append(left)
            later = _more(later, fact.faces if fact.kind == "laid" else ())
            given = _more(given, faces(_lost(fact, seat)))
            left = _more(left, faces(new))
        for by_fact in (self.later, self.given, self._left):
            by_fact.reverse()
        self.places: list[dict[str, Places]] = [{} for _ in facts]
        for card in self._watched():
            self._follow_back(card)

    def copies(self, at: int, face: str) -> int:
        """How many cards of this face the seat had not seen before fact `at`, but for those it saw then."""
        return self._left[at][face]

    def _first_seen(self) -> list[tuple[str, ...]]:
        """Those of each fact that came to the seat and were not its own before."""
        known, new = set[str](), []
        for fact in self._facts:
            shown = fact.got if fact.kind == "passed" else fact.cards if fact.seat == self._seat else ()
            new.append(tuple(card for card in shown if card not in known))
            known.update(fact.cards, fact.got)
        return new

    def _watched(self) -> list[str]:
        """The known cards, where the seat saw a hand after one of them had left its sight."""
        released, watched = dict[str, None](), dict[str, None]()
        for fact in self._facts:
            if fact.got or (fact.kind == "taken" and fact.seat == self._seat) or self._moves(fact):
                watched |= released
            released |= dict.fromkeys(_lost(fact, self._seat))
        return [*watched]

    def _moves(self, fact: Fact) -> bool:
        return fact.kind == "passed" and fact.to[self._seat] != self._seat

    def _follow_back(self, card: str) -> None:
        """From the last fact to the first: what each says of where the card was before it."""
        seats = next((len(fact.to) for fact in self._facts if fact.to), self._seat + 1)
        seats = max([seats, *(1 + max(fact.seat or 0, fact.target or 0) for fact in self._facts)])
        anywhere = frozenset(range(LAID, seats)) - {self._seat}
        places: Places = anywhere
        for at in range(len(self._facts) - 1, -1, -1):
            if places != anywhere:
                self.places[at][card] = places
            places = self._before(self._facts[at], card, places, anywhere)

    def _before(self, fact: Fact, card: str, places: Places, anywhere: Places) -> Places:
        match fact.kind:
            case "passed":
                if card in fact.got:
                    return frozenset({fact.to.index(self._seat)})
                if card in fact.cards:
                    return anywhere
                came = {giver for giver, receiver in enumerate(fact.to) if receiver in places}
                return (frozenset(came) | (places & {LAID})) - {self._seat}
            case "taken" if card in fact.cards:
                assert fact.target is not None
                return frozenset({fact.target}) if fact.seat == self._seat else anywhere
            case "taken" if fact.target is not None and not fact.cards and fact.seat in places:
                return places | {fact.target}
            case "laid" if FACE[card] in fact.faces and LAID in places and fact.seat is not None:
                return places | {fact.seat}
            case _:
                return places


def _more(counted: Counter[str], faces: Sequence[str]) -> Counter[str]:
    """The count with these; the same one, which moments share, where there are none."""
    return counted + Counter(faces) if faces else counted


def _lost(fact: Fact, seat: int) -> Sequence[str]:
    """The cards that leave the sight of the seat."""
    return fact.cards if fact.kind == "passed" or fact.target == seat else ()
