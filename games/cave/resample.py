"""The door for sampling: a match as it may really stand, as far as one seat can tell (CAVE-R23.13).

Hidden are the spells in other hands, and on the stacks what the seat has not seen there. All that lies open is as it is
shown; what is out of sight is drawn fairly. Spells that were drawn before the used spells became the stack are none of
those, and cards that the seat has seen on top are there in some order, where another has changed it.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from games.cave.agenda.tasks import Question, Task, from_json
from games.cave.components.areas import AREAS
from games.cave.components.card import Deck
from games.cave.components.cards import BY_ID as CARDS
from games.cave.components.cards import DECKS, stack_of
from games.cave.state import (
    Adventurer,
    Asking,
    Board,
    Counted,
    Finished,
    Ground,
    Pile,
    Running,
    Seen,
    Shuffled,
    State,
    Turn,
)
from games.core.chance import Chance
from games.core.codec import frozen

Hands = Mapping[int, tuple[str, ...]]


def resample(view: Mapping[str, Any], seat: int, chance: Chance) -> State:
    """A state that shows `seat` this view, by the counts of which every card out of sight is as likely anywhere."""
    shown = cast(Mapping[str, Any], frozen(view))
    unseen = {deck: _unseen(shown, deck) for deck in DECKS}
    hands = _hands(shown, seat, unseen["spells"], chance)
    piles = {deck: _pile(shown, deck, seat, unseen[deck], chance) for deck in DECKS}
    return _state(shown, _board(shown, hands, piles))


def _unseen(shown: Mapping[str, Any], deck: Deck) -> list[str]:
    """The cards of a deck that lie nowhere in the viewer's sight, in canonical order."""
    left = Counter(stack_of(deck))
    left.subtract(card for card in _in_sight(shown) if card is not None and CARDS[card].deck == deck)
    return [*left.elements()]


def _in_sight(shown: Mapping[str, Any]) -> Iterator[str | None]:
    yield from shown["your_spells"]
    yield shown["being_cast"]
    for known in (*shown["you_know_on_top"].values(), shown["known_spells"]):
        yield from (card for one in known for card in one["cards"] if card not in shown["your_spells"])
    for cards in (*shown["discards"].values(), *shown["you_have_seen"].values()):
        yield from cards
    for area in shown["areas"].values():
        yield from area["lying"]
    for hero in shown["adventurers"]:
        for place in ("objects", "friends", "trophies"):
            yield from hero[place] or ()


def _hands(shown: Mapping[str, Any], seat: int, unseen: list[str], chance: Chance) -> Hands:
    """The spells of each seat; those of the others are taken out of the unseen ones, or of those that all know of."""
    groups = [
        (one["held"], [card for card in one["cards"] if card not in shown["your_spells"]])
        for one in shown["known_spells"]
    ]
    hands = {}
    for hero in shown["adventurers"]:
        owner, count = hero["seat"], hero["spell_count"] or 0
        if owner == seat:
            hands[owner] = shown["your_spells"]
            continue
        known = [card for held, cards in groups for card in _taken(cards, held[owner], chance)]
        hands[owner] = (*known, *_taken(unseen, count - len(known), chance))
    return hands


def _pile(shown: Mapping[str, Any], deck: Deck, seat: int, unseen: list[str], chance: Chance) -> Pile:
    """A stack whose top others have seen has cards there that are not the viewer's to know."""
    seats = shown["seen_by"].get(deck, ())
    seen: list[str | None] = [*(shown["you_have_seen"].get(deck) or (None,) * len(seats))]
    known = shown["you_know_on_top"].get(deck, ())
    for one in known:
        for card in one["cards"]:
            # Those of the fewest places come first, so that there is one for each.
            seen[chance.one_of([place for place in range(one["depth"]) if seen[place] is None])] = card
    drawn = iter(_taken(unseen, sum(card is None for card in seen), chance))
    top = tuple(Seen(card or next(drawn), by) for card, by in zip(seen, seats, strict=True))
    shuffled = tuple(Shuffled(seat, one["cards"], one["depth"]) for one in known)
    return Pile(stack=tuple(unseen), top=top, discard=shown["discards"][deck], shuffled=shuffled)


def _taken(unseen: list[str], count: int, chance: Chance) -> tuple[str, ...]:
    """Cards drawn from the unseen ones, which they leave."""
    cards = chance.some_of(unseen, count)
    for card in cards:
        unseen.remove(card)
    return tuple(cards)


def _board(shown: Mapping[str, Any], hands: Hands, piles: Mapping[Deck, Pile]) -> Board:
    return Board(
        rules=shown.get("rules", 1),
        orders=shown.get("orders", ()),
        max_rounds=shown["max_rounds"],
        picking=shown["character_selection"] == "pick",
        eliminates=shown["elimination"] == "rulebook",
        adventurers=tuple(_adventurer(hero, hands[hero["seat"]]) for hero in shown["adventurers"]),
        out=tuple(hero["out"] for hero in shown["adventurers"]),
        pool=shown["unused_characters"],
        cave=piles["cave"],
        adventure=piles["adventure"],
        spells=piles["spells"],
        grounds=tuple(_ground(shown["areas"].get(area.id)) for area in AREAS),
        gone=shown["gone"],
        resigned=shown["resigned"],
        gates_open=shown["gates_open"],
        crystal_area=shown["crystal"]["area"],
        crystal_owner=shown["crystal"]["owner"],
        being_cast=shown["being_cast"],
        first_seat=shown["first_seat"],
        round=shown["round"],
        turn=_turn(shown["turn"], shown["turn_so_far"]),
        questions=shown["questions"],
        counted=tuple(Counted(one["cards"], one["held"]) for one in shown["known_spells"]),
    )


def _adventurer(hero: Mapping[str, Any], spells: tuple[str, ...]) -> Adventurer | None:
    if hero["character"] is None:
        return None
    told = ("character", "area", "entered_from", "strength", "power", "endurance", "gold", "cave_cards")
    owned = ("objects", "friends", "trophies")
    return Adventurer(
        **{name: hero[name] for name in (*told, *owned)},
        **hero["penalties"],
        cap=hero["healing_cap"],
        bonus=hero["next_test_bonus"],
        spells=spells,
    )


def _ground(area: Mapping[str, Any] | None) -> Ground:
    return Ground(area["lying"], area["gold"]) if area else Ground()


def _turn(seat: int | None, so_far: Mapping[str, Any] | None) -> Turn | None:
    if seat is None or so_far is None:
        return None
    kept = ("path", "left", "carried", "opened", "dark_pact", "second_wind")
    return Turn(
        seat=seat, held=so_far["spells_held"], cast=so_far["spells_cast"], **{name: so_far[name] for name in kept}
    )


def _state(shown: Mapping[str, Any], board: Board) -> State:
    ended, agenda = shown["outcome"], _agenda(shown["agenda"])
    if ended is not None:
        return Finished(board, ended["reason"], ended["winners"])
    if not agenda:
        return Running(board)
    question = agenda[-1]
    assert isinstance(question, Question)
    return Asking(board, question, tuple(agenda[:-1]))


def _agenda(tasks: Sequence[Mapping[str, Any]]) -> list[Task]:
    return [from_json(task) for task in tasks]
