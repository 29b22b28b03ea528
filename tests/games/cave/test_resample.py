"""A sample is a match as it may really stand, as far as its seat can tell; the contract suite holds the rest."""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import permutations
from typing import Any

import pytest

from games.cave import GAME
from games.cave.bots_2 import resample as resample_of_version_2
from games.cave.components.cards import DECKS, stack_of
from games.cave.events.incidents import BelongingDiscarded, CardDrawn, CardsPeeked, DeckRenewed, SpellDrawn
from games.cave.evolve import evolve
from games.cave.moves import OrderCards
from games.cave.resample import resample
from games.cave.state import Board, State, with_hero, without
from games.core.chance import Chance
from games.core.testing.playing import Playout, play
from tests.games.cave.scene import Played, carry_out, hero, scene

OPTIONS: tuple[dict[str, Any], ...] = (
    {"max_rounds": 25},
    {"max_rounds": 8, "character_selection": "pick", "elimination": "none"},
)
EVERY = 4
SAMPLES = 300


@lru_cache(maxsize=1)
def matches() -> tuple[Playout, ...]:
    """Random ones of all sizes and options; with an odd seed seats resign."""
    return tuple(
        play(GAME, seats=seats, seed=seats + at, options=options, max_moves=3000)
        for seats in range(GAME.min_seats, GAME.max_seats + 1)
        for at, options in enumerate(OPTIONS)
    )


def positions() -> Iterator[tuple[Playout, State]]:
    """Every so many positions, and the ends."""
    for match in matches():
        yield from ((match, step.after) for step in match.steps[::EVERY])
        yield match, match.steps[-1].after


def test_cave_r23_13_a_sample_shows_its_seat_the_same_view_and_asks_it_the_same() -> None:
    for match, state in positions():
        for seat in range(match.seats):
            sample = resample(GAME.view(state, seat), seat, Chance(b"sample"))
            assert GAME.view(sample, seat) == GAME.view(state, seat)
            assert GAME.prompts(sample).get(seat) == GAME.prompts(state).get(seat)
            assert {*GAME.prompts(sample)} == {*GAME.prompts(state)}


def test_cave_r23_13_matches_that_differ_in_secrets_alone_give_equal_samples() -> None:
    paired = Counter[str]()
    for match, state in positions():
        for seat in range(match.seats):
            for secret, twin in twins(state, seat):
                assert twin != state
                assert resample(GAME.view(twin, seat), seat, Chance(b"twin")) == resample(
                    GAME.view(state, seat), seat, Chance(b"twin")
                )
                paired[secret] += 1

    assert min(paired["hand"], paired["top"]) > 20


def twins(state: State, seat: int) -> Iterator[tuple[str, State]]:
    """The same match with a card of another hand, or of a top that others have seen, changed for one of the stack."""
    board = state.board
    for other, who in enumerate(board.adventurers):
        if who is not None and who.spells and other != seat and board.spells.stack:
            mine, stack = who.spells[0], board.spells.stack
            changed = with_hero(board, other, replace(who, spells=(stack[0], *who.spells[1:])))
            pile = replace(board.spells, stack=tuple(sorted((mine, *stack[1:]))))
            yield "hand", replace(state, board=replace(changed, spells=pile))
    for deck in ("cave", "adventure"):
        pile = board.pile(deck)
        if pile.top and seat not in pile.top[0].seats and pile.stack and pile.stack[0] != pile.top[0].card:
            first = replace(pile.top[0], card=pile.stack[0])
            stack = tuple(sorted((pile.top[0].card, *pile.stack[1:])))
            changes: Any = {deck: replace(pile, top=(first, *pile.top[1:]), stack=stack)}
            yield "top", replace(state, board=replace(board, **changes))


def test_a_sample_has_every_card_of_the_game_once() -> None:
    every = Counter(card for deck in DECKS for card in stack_of(deck))
    for number, (match, state) in enumerate(positions()):
        seat = number % match.seats
        assert cards_of(resample(GAME.view(state, seat), seat, Chance(b"whole")).board) == every


def cards_of(board: Board) -> Counter[str]:
    """All cards, wherever they lie."""
    cards = Counter([board.being_cast] if board.being_cast else [])
    for pile in (board.cave, board.adventure, board.spells):
        cards.update((*pile.stack, *(seen.card for seen in pile.top), *pile.discard))
    for ground in board.grounds:
        cards.update(ground.cards)
    for who in board.adventurers:
        cards.update((*who.owned, *who.trophies, *who.spells) if who else ())
    return cards


# Out of sight of seat 0 are two copies of J01 and one of J05, one of them on top; and four spells, two in a hand.
CAVE, SPELLS = ("J01", "J01", "J05"), ("Z01", "Z04", "Z05", "Z07")


def secretive() -> State:
    discards = (*without(stack_of("cave"), *CAVE), "Z02", "Z06", "Z08")
    mine, other = hero(spells=("Z03",)), hero("C6", "K9", spells=SPELLS[:2])
    return scene(mine, other, discards=discards, tops={"cave": [("J01", (1,))]})


def of_hand(board: Board) -> Sequence[str]:
    return board.hero(1).spells


def of_top(board: Board) -> Sequence[str]:
    return [seen.card for seen in board.cave.top]


@pytest.mark.parametrize(("place", "unseen"), [(of_hand, SPELLS), (of_top, CAVE)])
def test_cave_r23_11_every_card_out_of_sight_is_as_likely_as_its_copies(
    place: Callable[[Board], Sequence[str]], unseen: Sequence[str]
) -> None:
    view = GAME.view(secretive(), 0)
    samples = [resample(view, 0, Chance(number.to_bytes(32, "big"))).board for number in range(SAMPLES)]
    drawn = Counter(card for board in samples for card in place(board))

    assert {*drawn} == {*unseen}
    for card, copies in Counter(unseen).items():
        expected = drawn.total() * copies / len(unseen)
        deviation = (expected * (1 - expected / SAMPLES)) ** 0.5
        assert abs(drawn[card] - expected) < 3 * deviation


def test_cave_r23_13_a_view_has_no_word_of_who_holds_what_is_out_of_sight() -> None:
    shown = json.dumps(GAME.view(secretive(), 0))

    assert not any(card in shown for card in (*SPELLS, *CAVE))


SEEN = ("J05", "J13", "J24")


def put_in_order() -> Played:
    """Seat 1 has seen the top of the Cave stack, and seat 0 has put it in another order."""
    known = {"cave": tuple((card, (1,)) for card in SEEN)}
    looking: Any = carry_out(
        "peek_reorder(choice,3)",
        hero(area="W2"),
        hero("C6", "K9"),
        source="Z08",
        origin="spell",
        deck="cave",
        tops=known,
    )
    ordered: Played = looking.then(0, OrderCards(cards=SEEN[::-1]))
    return ordered


def tops(state: State, seat: int) -> set[tuple[str, ...]]:
    view = json.loads(json.dumps(GAME.view(state, seat)))
    samples = (resample(view, seat, Chance(b"tops", number << 16)) for number in range(SAMPLES))
    return {tuple(seen.card for seen in sample.board.cave.top) for sample in samples}


def test_cave_r25_17a_who_saw_cards_before_another_put_them_in_order_knows_which_lie_there() -> None:
    ordered = put_in_order().state

    assert tops(ordered, 0) == {SEEN[::-1]}
    assert tops(ordered, 1) == {*permutations(SEEN)}
    assert GAME.view(ordered, None)["you_know_on_top"] == {}
    drawn = evolve(ordered, CardDrawn(seat=0, area="W2", deck="cave", card=SEEN[-1]))
    assert tops(drawn, 1) == {*permutations(SEEN[:2])}


def test_cave_r25_17a_of_cards_that_fewer_are_drawn_from_each_is_on_top_no_longer_than_it_may_be() -> None:
    ordered = put_in_order().state
    for card in SEEN[::-1]:
        ordered = evolve(ordered, CardDrawn(seat=0, area="W2", deck="cave", card=card))
    assert GAME.view(ordered, 1)["you_know_on_top"] == {}


def test_cave_r25_17a_who_looks_again_knows_the_order_again() -> None:
    ordered = put_in_order().state
    again = evolve(ordered, CardsPeeked(seat=1, deck="cave", count=2, cards=SEEN[:0:-1]))

    assert tops(again, 1) == {SEEN[::-1]}


def test_cave_r23_11_spells_in_hands_when_the_used_ones_become_the_stack_are_none_of_those() -> None:
    used = tuple(card for card in stack_of("spells") if card not in ("Z01", "Z03", "Z05"))
    mine, other, third = hero(spells=("Z03",)), hero("C6", "K9", spells=("Z01",)), hero("C3", "K9", spells=("Z05",))
    state = scene(mine, other, third, discards=used, stacks={"spells": ()})
    renewed = evolve(state, DeckRenewed(deck="spells", count=len(used)))
    drawn = evolve(renewed, SpellDrawn(seat=1, spell=used[0]))

    assert GAME.view(drawn, None)["known_spells"] == [{"cards": ("Z01", "Z03", "Z05"), "held": (1, 1, 1)}]
    view = json.loads(json.dumps(GAME.view(drawn, 0)))
    hands = Counter(resample(view, 0, Chance(b"hands", number << 16)).board.hero(1).spells for number in range(SAMPLES))
    assert {first for first, _ in hands} == {"Z01", "Z05"}
    assert {second for _, second in hands} == {*used}
    spent = evolve(drawn, BelongingDiscarded(seat=1, card="Z01", rules=("CAVE-9.6",)))
    assert GAME.view(spent, 0)["known_spells"] == [{"cards": ("Z03", "Z05"), "held": (1, 0, 1)}]


def test_cave_r23_13_the_bots_of_version_2_forget_both() -> None:
    """Stored matches are judged by what they picked."""
    view = json.loads(json.dumps(GAME.view(put_in_order().state, 1)))
    samples = [resample_of_version_2(view, 1, Chance(b"tops", number << 16)) for number in range(40)]
    assert {tuple(seen.card for seen in sample.board.cave.top) for sample in samples} - {*permutations(SEEN)}
