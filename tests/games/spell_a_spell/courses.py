"""The perfect memory of Spell-a-Spell: a sample is right where some course of the run, as the seat was told it, leads to it.

Written apart from the kernel, which draws one course forward: here all are tried, towards the places of the sample.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from games.core.testing.memories import Told
from games.spell_a_spell import state as sas
from games.spell_a_spell.components.cards import DECKS, FACE, NEWEST_DECK

# A hand is its seat; a score pile is `pile 2`; the discard pile and the deck are places too.
Place = int | str
Step = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class World:
    """Where the cards are that the seat has ever seen; of hands, what they hold besides.

    `shown` are by seat the faces of cards never seen that the hand was seen to hold, `free` how many more there are.
    """

    where: Mapping[str, Place]
    shown: tuple[tuple[str, ...], ...]
    free: tuple[int, ...]

    def key(self) -> Any:
        return frozenset(self.where.items()), self.shown, self.free

    def held(self, seat: int) -> list[str]:
        return [card for card, place in self.where.items() if place == seat]

    def put(self, card: str, place: Place) -> "World":
        return replace(self, where={**self.where, card: place})

    def more(self, seat: int, count: int) -> "World":
        free = list(self.free)
        free[seat] += count
        return replace(self, free=tuple(free))

    def with_shown(self, seat: int, faces: Iterable[str]) -> "World":
        return replace(self, shown=(*self.shown[:seat], tuple(sorted(faces)), *self.shown[seat + 1 :]))

    def without_unseen(self, seat: int, face: str) -> "World | None":
        """One card of this face that was never seen leaves the hand."""
        if face in self.shown[seat]:
            left = Counter(self.shown[seat]) - Counter([face])
            return self.with_shown(seat, left.elements())
        return self.more(seat, -1) if self.free[seat] else None


class SpellASpell:
    """Whether any course of the run explains a sample: all that the seat was told is played again, card by card.

    What the seat cannot tell apart, which known card was laid or taken, or one never seen, is tried all ways.
    Cards that lie open for a vote are still the hand's. Score piles are looked at as sets: when one of the same cards
    was laid makes no difference.
    """

    def __init__(self, seats: int, seat: int) -> None:
        self.seats, self.own = seats, seat
        self._begin()

    def _begin(self) -> None:
        """All cards are the deck; `base` is what is certain, `steps` what has followed since it is not."""
        self.base = World({}, ((),) * self.seats, (0,) * self.seats)
        self.steps: list[Step] = []
        self.laid: list[list[str]] = [[] for _ in range(self.seats)]
        self.spent: list[str] = []
        self.laid_open: tuple[str, ...] = ()

    def told(self, event: Told) -> None:
        if event.type == "run_started":
            self._begin()
        for step in self._steps(event):
            ways = [] if self.steps else [*_ways(self.base, step)]
            if len(ways) == 1:
                self.base = ways[0]
            else:
                self.steps.append(step)
        if event.type == "word_proposed":
            self.laid_open = tuple(event.fields.get("cards", ()))
        elif event.type in ("word_cast", "word_refused", "seat_resigned"):
            self.laid_open = ()

    def _steps(self, event: Told) -> Iterator[Step]:
        """What the event says of single cards."""
        said, seat = event.fields, event.seat
        match event.type:
            case "cards_dealt" | "cards_drawn":
                cards = said.get("cards") or said["open_cards"]
                yield from [("appear", card, seat) for card in cards] if cards else [("draw", seat, said["count"])]
            case "word_proposed":
                yield "hold", seat, _faces(said)
            case "word_cast":
                assert seat is not None
                self.laid[seat] += _faces(said)
                yield from self._lays(event, _faces(said), said.get("cards"), f"pile {seat}")
            case "effect_played":
                self.spent.append(said["effect"])
                yield from self._lays(event, [said["effect"]], [said["card"]] if "card" in said else None, "discard")
            case "hand_passed" if "cards" in said:
                # Nothing has moved yet.
                yield "look", seat, said["cards"]
            case "hands_rotated":
                yield "turn", dict(zip(said["givers"], said["receivers"], strict=True))
            case "cards_stolen":
                cards, target = said.get("cards") or said["open_cards"], said["target"]
                if cards:
                    yield from [("move", card, target, seat) for card in cards]
                elif said["count"]:
                    yield "steal", seat, target, said["count"]

    def _lays(self, event: Told, faces: list[str], cards: list[str] | None, place: str) -> Iterator[Step]:
        if cards is not None:
            yield from [("put", card, place) for card in cards]
        else:
            yield from [("lay", event.seat, face, place) for face in faces]

    def contradiction(self, sample: sas.State) -> str | None:
        """What of the sample cannot be: what lies open, how many cards there are, or that no course leads to it."""
        lying = dict(_places(sample))
        where = {card: place for place, cards in lying.items() for card in cards}
        if sorted(card for cards in lying.values() for card in cards) != sorted(DECKS[NEWEST_DECK]):
            return "it is not all cards once"
        for seat in range(self.seats):
            if [FACE[card] for card in lying[f"pile {seat}"]] != self.laid[seat]:
                return f"seat {seat} has laid {self.laid[seat]}, not {lying[f'pile {seat}']}"
        if sorted(FACE[card] for card in lying["discard"]) != sorted(self.spent):
            return f"{self.spent} were played, not {lying['discard']}"
        if self.laid_open and isinstance(sample, sas.Voting) and sample.cards != self.laid_open:
            return f"{self.laid_open} lie open, not {sample.cards}"
        return None if self._explained(where) else f"no course of the run leads to {where}, from {self.base}"

    def _explained(self, where: Mapping[str, Place]) -> bool:
        """Whether a course leads there: known cards lie where they do, and hands hold what they were seen to hold."""
        reach = _reach(self.steps, where, self.seats)
        tried = set[Any]()
        todo = [(0, self.base)]
        while todo:
            at, world = todo.pop()
            if any(place not in reach[at][card] for card, place in world.where.items()):
                continue
            if at == len(self.steps):
                if _holds(world, where):
                    return True
                continue
            if (at, key := world.key()) in tried:
                continue
            tried.add((at, key))
            assert len(tried) < MANY, "too many ways to try"
            todo += [(at + 1, after) for after in _ways(world, self.steps[at])]
        return False


# So many worlds are tried before the test gives up, and fails.
MANY = 300_000


def _ways(world: World, step: Step) -> Iterator[World]:
    """What may have become of the world by the step."""
    match step:
        case "appear", card, seat:
            yield world.put(card, seat)
        case "draw", seat, count:
            yield world.more(seat, count)
        case "put", card, place:
            yield world.put(card, place)
        case "hold", seat, faces:
            missing = Counter[str](faces)
            missing.subtract(FACE[card] for card in world.held(seat))
            missing.subtract(world.shown[seat])
            new = [*(+missing).elements()]
            if len(new) <= world.free[seat]:
                yield world.with_shown(seat, [*world.shown[seat], *new]).more(seat, -len(new))
        case "lay", seat, face, place:
            if (after := world.without_unseen(seat, face)) is not None:
                yield after
            yield from (world.put(card, place) for card in world.held(seat) if FACE[card] == face)
        case "move", card, target, thief:
            if (after := _out_of(world, card, target)) is not None:
                yield after.put(card, thief)
        case "look", seat, cards:
            seen: World | None = world if {*world.held(seat)} <= {*cards} else None
            for card in cards:
                seen = seen and (after.put(card, seat) if (after := _out_of(seen, card, seat)) else None)
            if seen and not seen.shown[seat] and not seen.free[seat]:
                yield seen
        case "turn", to:
            came = {receiver: giver for giver, receiver in to.items()}
            order = [came.get(seat, seat) for seat in range(len(world.free))]
            yield World(
                {card: to.get(place, place) for card, place in world.where.items()},
                tuple(world.shown[seat] for seat in order),
                tuple(world.free[seat] for seat in order),
            )
        case "steal", thief, target, count:
            yield from _thefts(world, thief, target, count)


def _out_of(world: World, card: str, seat: int) -> World | None:
    """The card is in this hand: a known one, or one that was never seen."""
    if card in world.where:
        return world if world.where[card] == seat else None
    return world.without_unseen(seat, FACE[card])


def _thefts(world: World, thief: int, target: int, count: int) -> Iterator[World]:
    held = world.held(target)
    for known in range(min(count, len(held)) + 1):
        for shown in range(min(count - known, len(world.shown[target])) + 1):
            rest = count - known - shown
            if rest > world.free[target]:
                continue
            for faces in {*combinations(world.shown[target], shown)}:
                left = Counter(world.shown[target]) - Counter(faces)
                after = world.with_shown(target, left.elements()).with_shown(thief, [*world.shown[thief], *faces])
                after = after.more(target, -rest).more(thief, rest)
                for cards in combinations(held, known):
                    yield replace(after, where={**world.where, **dict.fromkeys(cards, thief)})


def _holds(world: World, where: Mapping[str, Place]) -> bool:
    """Whether the hands of the sample are those of the world, by what was never seen of them too."""
    for seat, shown in enumerate(world.shown):
        unseen = [FACE[card] for card, place in where.items() if place == seat and card not in world.where]
        if len(unseen) != len(shown) + world.free[seat] or Counter(shown) - Counter(unseen):
            return False
    return all(where[card] == place for card, place in world.where.items())


def _reach(steps: Sequence[Step], where: Mapping[str, Place], seats: int) -> list[dict[str, Collection[Place]]]:
    """Where each card may be before each step, so that it can come to where it lies at last."""
    places: dict[str, Collection[Place]] = {card: {place} for card, place in where.items()}
    reach = [places]
    for step in reversed(steps):
        places = {**places}
        match step:
            case "appear", card, _:
                places[card] = ()
            case "put", card, _:
                places[card] = range(seats)
            case "move", card, target, _:
                places[card] = {target}
            case "look", seat, cards:
                for card in places:
                    places[card] = {seat} if card in cards else {*places[card]} - {seat}
            case "turn", to:
                back = {receiver: giver for giver, receiver in to.items()}
                places = {card: {back.get(place, place) for place in after} for card, after in places.items()}
            case "lay", seat, face, place:
                for card, after in places.items():
                    if FACE[card] == face and place in after:
                        places[card] = {*after, seat}
            case "steal", thief, target, _:
                for card, after in places.items():
                    if thief in after:
                        places[card] = {*after, target}
        reach.append(places)
    return reach[::-1]


def _faces(word: Mapping[str, Any]) -> list[str]:
    return ["fog" if at in word["fogs"] else letter for at, letter in enumerate(word["key"])]


def _places(state: sas.State) -> Iterator[tuple[Place, tuple[str, ...]]]:
    """Where everything lies in a sample."""
    table = state.table
    for seat, player in enumerate(table.players):
        laid = state.cards if isinstance(state, sas.Voting) and state.proposed.seat == seat else ()
        yield seat, (*player.hand, *laid)
        yield f"pile {seat}", player.pile
    yield "deck", table.deck
    yield "discard", table.discard
