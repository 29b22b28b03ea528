"""Pairs of matches that differ in one real secret look alike to everybody who may not know it (I-10, section 6)."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from events.format.canon import canon
from games.core.chance import Chance
from games.core.codec import Fact, encode
from games.core.errors import RuleBroken
from games.core.events import Event
from games.core.moves import Move
from games.core.testing import StackedChance
from games.spell_a_spell import GAME
from games.spell_a_spell.components.cards import canonical
from games.spell_a_spell.moves import CastWord, PlayEffect
from games.spell_a_spell.state import Finished, State, Turn, with_player
from tests.games.spell_a_spell.scene import (
    ACCEPT,
    CHALLENGE,
    DECLINE,
    END,
    FIREWALL,
    SANDSTORM,
    SNOWBALL,
    Played,
    cast,
    play,
    random_move,
    scene,
    stacked,
)

MOVES: Sequence[Move] = (
    END,
    DECLINE,
    ACCEPT,
    CHALLENGE,
    SANDSTORM,
    FIREWALL,
    SNOWBALL,
    cast("קוף"),
    cast("אש", "L-א-1", "L-ש-1"),
)


def told(event: Event, seat: int | None) -> bytes:
    """What the seat is told of an event: the public part, and the sealed ones that are open to it."""
    fact: Fact = encode(event)
    opened = [[audience, part if seat in audience else None] for audience, part in fact.parts]
    draws = [fact.draws.first, fact.draws.count] if fact.draws else None
    return canon([fact.type, fact.seat, draws, fact.data, opened])


def answer(state: State, seat: int, move: Move) -> Any:
    """The refusal, or what all are told: the cards that the mover itself then draws come from what is left."""
    try:
        return [told(event, None) for event in GAME.decide(state, seat, move, Chance(bytes(32))).events]
    except RuleBroken as refusal:
        return (refusal.code, refusal.clause, canon(refusal.params))


def assert_alike(one: State, other: State, knowers: Sequence[int]) -> None:
    """The states differ, and nobody but the knowers can tell: views, prompts, refusals, what their moves are told."""
    assert one != other
    shapes = [
        sorted((seat, prompt.id, prompt.kind, prompt.optional) for seat, prompt in GAME.prompts(state).items())
        for state in (one, other)
    ]
    assert shapes[0] == shapes[1]
    for viewer in [None, *(seat for seat in range(one.table.seats) if seat not in knowers)]:
        assert canon(GAME.view(one, viewer)) == canon(GAME.view(other, viewer))
        if viewer is None:
            continue
        assert GAME.prompts(one).get(viewer) == GAME.prompts(other).get(viewer)
        for move in MOVES:
            assert answer(one, viewer, move) == answer(other, viewer, move), move


def assert_told_alike(one: Played, other: Played, knowers: Sequence[int]) -> None:
    """The events of both are as many, and alike to everybody who is no knower; so are the states they lead to."""
    assert len(one.events) == len(other.events)
    for left, right in zip(one.events, other.events, strict=True):
        for seat in [None, *(seat for seat in range(one.table.seats) if seat not in knowers)]:
            assert told(left, seat) == told(right, seat), left
    assert [encode(event).parts for event in one.events] != [encode(event).parts for event in other.events]
    assert_alike(one.state, other.state, knowers)


@pytest.mark.parametrize("on", [0, 1, 2])
@pytest.mark.parametrize(("one", "other"), [("קופ", "גדה"), ("קופ", "ק firewall snowball"), ("**ז", "גדה")])
def test_i10_a_hand_card_is_known_to_its_holder_alone(on: int, one: str, other: str) -> None:
    hands = ["אבמ snowball", one, "אש sandstorm"], ["אבמ snowball", other, "אש sandstorm"]
    left, right = (scene(*hand, on=on, deck="") for hand in hands)

    assert_alike(left, right, knowers=[1])


def test_i10_hints_of_a_hand_are_seen_by_its_holder_alone() -> None:
    left, right = (scene("אב", hand, "אש", on=1, hints=True, deck="") for hand in ("קופ", "גדה"))

    assert GAME.prompts(left)[1] != GAME.prompts(right)[1]
    assert_alike(left, right, knowers=[1])


def test_i10_a_drawn_card_is_known_to_who_draws_it_alone() -> None:
    state = scene("אבגדהו", "א", "א")
    one, other = (play(state, (0, END), chance=stacked(card)) for card in ("L-ק-1", "FX-FIRE-1"))

    assert_told_alike(one, other, knowers=[0])


def test_i10_dealt_cards_are_known_to_who_is_dealt_them_alone() -> None:
    one, other = (
        Played(tuple(events), fold(events))
        for events in (
            GAME.start(GAME.options({}), 3, StackedChance(0, card, "L-א-1", "L-א-2", "L-ב-1", "L-ב-2", "L-ב-3"))
            for card in ("L-ק-1", "FX-FIRE-1")
        )
    )

    # The other hands are drawn from what the first has left, so only the first is held alike by stacking.
    assert [told(event, 2) for event in one.of("cards_dealt")[:1]] == [
        told(event, 2) for event in other.of("cards_dealt")[:1]
    ]
    assert told(one.of("cards_dealt")[0], 0) != told(other.of("cards_dealt")[0], 0)


def test_i10_a_stolen_card_is_known_to_thief_and_target_alone() -> None:
    opened = play(scene("אב snowball", "קוג", "אש"), (0, SNOWBALL)).state
    one, other = (play(opened, (1, DECLINE), chance=stacked(card)) for card in ("L-ק-1", "L-ו-1"))

    assert_told_alike(one, other, knowers=[0, 1])


def test_sas_38_a_held_firewall_shows_in_no_window() -> None:
    one, other = (play(scene("אב snowball", hand, "אש", spell="מלך"), (0, SNOWBALL)) for hand in ("ג firewall", "גד"))

    assert [told(event, None) for event in one.events] == [told(event, None) for event in other.events]
    assert_alike(one.state, other.state, knowers=[1])


def test_sas_38_a_held_snowball_shows_in_no_window() -> None:
    opened = [scene("אב snowball", hand, "אש") for hand in ("ג snowball", "גד")]
    one, other = (play(state, (0, SNOWBALL), (1, DECLINE), chance=stacked("L-ג-1")).state for state in opened)

    assert_alike(one, other, knowers=[0, 1])
    assert_alike(
        play(one, (1, DECLINE)).state,
        play(other, (1, DECLINE)).state,
        knowers=[1],
    )


ALL_FIREWALLS = ("FX-FIRE-1", "FX-FIRE-2", "FX-FIRE-3")
ALL_SNOWBALLS = ("FX-SNOW-1", "FX-SNOW-2", "FX-SNOW-3", "FX-SNOW-4", "FX-SNOW-5")


def beside(state: Turn, *cards: str) -> Turn:
    """The state with these cards beside the deck."""
    deck = tuple(card for card in state.table.deck if card not in cards)
    return replace(state, table=replace(state.table, deck=deck, discard=cards))


@pytest.mark.parametrize("hands", [("קופ snowball", "קופ*"), ("קופג", "גדהו"), ("ק sandstorm", "ק*")])
def test_sas_52_a_window_for_a_firewall_stays_closed_whatever_the_hand(hands: tuple[str, str]) -> None:
    states = [beside(scene("אבמ snowball", hand, "אש", windows="needed"), *ALL_FIREWALLS) for hand in hands]
    one, other = (play(state, (0, SNOWBALL)) for state in states)

    assert one.types == ["effect_played", "snowball_thrown", "cards_stolen", "window_opened"]
    assert [told(event, 2) for event in one.events] == [told(event, 2) for event in other.events]
    assert_alike(one.state, other.state, knowers=[0, 1])


@pytest.mark.parametrize("hands", [("קופ firewall", "קופ*"), ("קופג", "גדהו")])
def test_sas_52_a_window_for_a_snowball_stays_closed_whatever_the_hand(hands: tuple[str, str]) -> None:
    states = [scene("אבמ snowball", hand, "אש", windows="needed") for hand in hands]
    # The one that is thrown is the last of five.
    thrown = [next(card for card in state.table.players[0].hand if card in ALL_SNOWBALLS) for state in states]
    others = [[card for card in ALL_SNOWBALLS if card != last] for last in thrown]
    one, other = (
        play(beside(state, *left), (0, SNOWBALL), (1, DECLINE)) for state, left in zip(states, others, strict=True)
    )

    assert one.types[-2:] == ["cards_stolen", "snowball_round_ended"]
    assert [told(event, 2) for event in one.events] == [told(event, 2) for event in other.events]
    assert_alike(one.state, other.state, knowers=[0, 1])


@pytest.mark.parametrize(("answer", "gone"), [("firewall", ALL_FIREWALLS[1:]), ("snowball", ALL_SNOWBALLS[2:])])
def test_sas_52_while_one_answer_is_unseen_its_window_opens_whatever_the_hand(
    answer: str, gone: tuple[str, ...]
) -> None:
    # The first of each kind is held or lies in the deck; the snowball that is thrown is the second.
    hands = (f"קופ {answer}", "קופ*")
    states = [beside(scene("אבמ", hand, "אש", windows="needed"), *gone) for hand in hands]
    one, other = (
        play(_with_snowball(state), (0, SNOWBALL), *([] if answer == "firewall" else [(1, DECLINE)]))
        for state in states
    )

    assert one.types[-1] == "window_opened"
    assert [told(event, 2) for event in one.events] == [told(event, 2) for event in other.events]
    assert_alike(one.state, other.state, knowers=[0, 1])


def _with_snowball(state: Turn) -> Turn:
    """The seat on turn has the second snowball."""
    table, (card,) = state.table, ALL_SNOWBALLS[1:2]
    mine = replace(table.players[0], hand=canonical([*table.players[0].hand, card]))
    left = replace(table, deck=tuple(found for found in table.deck if found != card))
    return replace(state, table=with_player(left, 0, mine))


def with_another_hand(state: State, rng: random.Random) -> tuple[int, State] | None:
    """The same match, but for a card in a hand and one in the deck that have changed places."""
    table = state.table
    holders = [seat for seat, player in enumerate(table.players) if player.hand]
    if not holders or not table.deck:
        return None
    seat = rng.choice(holders)
    player = table.players[seat]
    mine, other = rng.choice(player.hand), rng.choice(table.deck)
    hand = canonical([card for card in player.hand if card != mine] + [other])
    deck = canonical([card for card in table.deck if card != other] + [mine])
    return seat, replace(state, table=with_player(replace(table, deck=deck), seat, replace(player, hand=hand)))


def choices(seats: int, seed: int, windows: str, rounds: str) -> Iterator[tuple[State, int, Move, bytes]]:
    """Each move of a random match, in the state that it is made in, with a key for its draws."""
    rng = random.Random(seed)
    wish: dict[str, Any] = {"hints": True, "windows": windows, "rounds": rounds}
    state = fold(GAME.start(GAME.options(wish), seats, Chance(rng.randbytes(32))))
    while not isinstance(state, Finished):
        (seat, move), key = random_move(state, rng), rng.randbytes(32)
        yield state, seat, move, key
        state = GAME.decide(state, seat, move, Chance(key)).state


@settings(max_examples=20)
@given(
    st.integers(2, 5),
    st.integers(0, 10**9),
    st.sampled_from(["needed", "needed", "all"]),
    st.sampled_from(["even", "rulebook"]),
)
def test_sas_38_and_sas_52_a_hidden_card_changes_no_question_and_no_public_event(
    seats: int, seed: int, windows: str, rounds: str
) -> None:
    rng = random.Random(seed)
    for state, seat, move, key in choices(seats, seed, windows, rounds):
        swapped = with_another_hand(state, rng)
        # What its own cards allow a seat to play tells of them.
        if swapped is None or (swapped[0] == seat and isinstance(move, CastWord | PlayEffect)):
            continue
        one, other = (GAME.decide(found, seat, move, Chance(key)) for found in (state, swapped[1]))
        assert [told(event, None) for event in one.events] == [told(event, None) for event in other.events]
        shapes = [
            {at: (prompt.id, prompt.kind, canon(prompt.about)) for at, prompt in GAME.prompts(made.state).items()}
            for made in (one, other)
        ]
        assert shapes[0] == shapes[1]


def test_sas_11_a_vote_is_known_to_its_voter_alone_until_the_vote_closes() -> None:
    opened = play(scene("יצא", "א", "אש", "ב", adjudication="lexicon_vote"), (0, cast("יצא"))).state
    one, other = (play(opened, (1, vote)) for vote in (ACCEPT, CHALLENGE))

    for left, right in zip(one.events, other.events, strict=True):
        assert told(left, 2) == told(right, 2)
        assert told(left, 1) != told(right, 1)
    views = [[canon(GAME.view(played.state, seat)) for seat in (None, 0, 2, 3)] for played in (one, other)]
    assert views[0] == views[1]
    assert GAME.prompts(one.state) == GAME.prompts(other.state)
    assert GAME.view(one.state, 1)["your_vote"] == "accept"
    assert GAME.view(other.state, 1)["your_vote"] == "challenge"


def same_faced(card: str, twin: str, *, rest: str = "") -> list[Turn]:
    """Two states in which seat 0 holds the one or the other of two cards with the same face."""
    base = scene(rest, "אב", "גד", deck="")
    return [
        replace(
            base,
            table=with_player(base.table, 0, replace(base.table.players[0], hand=(one, *base.table.players[0].hand))),
        )
        for one in (card, twin)
    ]


def test_i10_which_of_two_same_cards_lies_in_a_word_is_known_to_its_caster_alone() -> None:
    one, other = (
        play(replace(state, table=state.table), (0, cast("קוף"))) for state in same_faced("L-ק-1", "L-ק-2", rest="ופ")
    )

    assert_told_alike(one, other, knowers=[0])


def test_i10_which_of_two_same_effect_cards_is_played_is_known_to_its_player_alone() -> None:
    one, other = (play(state, (0, SNOWBALL)) for state in same_faced("FX-SNOW-1", "FX-SNOW-2"))

    assert_told_alike(one, other, knowers=[0])


def test_i10_which_of_two_same_cards_is_proposed_is_known_to_its_proposer_alone() -> None:
    states = [
        replace(state, table=replace(state.table, options=scene("א", "א", adjudication="lexicon_vote").table.options))
        for state in same_faced("L-י-1", "L-י-2", rest="צא")
    ]
    one, other = (play(state, (0, cast("יצא"))) for state in states)

    assert_told_alike(one, other, knowers=[0])


def test_sas_32_a_hand_that_moves_is_told_to_giver_and_receiver_alone() -> None:
    one, other = (play(scene("sandstorm", "אב", hand, "גד", deck=""), (0, SANDSTORM)) for hand in ("קופ", "מלכ"))

    assert_told_alike(one, other, knowers=[1, 2])


def test_sas_49_a_resigned_hand_stays_face_down() -> None:
    one, other = (scene("אב", hand, "גד", resigned=[1], deck="") for hand in ("קופ", "מלכ"))

    assert_alike(one, other, knowers=[1])


def opened(event: Event, viewer: int | None) -> list[str]:
    """The cards of an event that are told to the viewer."""
    parts: list[Any] = [part for audience, part in encode(event).parts if viewer in audience]
    return [card for part in parts for card in part.get("cards", [part.get("card")])]


def test_i10_no_view_names_a_card_that_its_seat_does_not_hold_and_was_not_shown() -> None:
    played = play(scene("קופאב snowball", "מלכגד", "הוז"), (0, SNOWBALL), (1, DECLINE), (1, DECLINE), (0, cast("קוף")))
    table = played.table

    for viewer in (None, 0, 1, 2):
        shown = canon(GAME.view(played.state, viewer)).decode()
        own = set(table.players[viewer].hand + table.players[viewer].pile) if viewer is not None else set()
        own |= {card for event in played.events for card in opened(event, viewer)}
        hidden = {*table.deck, *table.discard, *(c for p in table.players for c in p.hand + p.pile)} - own
        assert not [card for card in hidden if f'"{card}"' in shown]
        assert all(f'"{card}"' in shown for card in own)


def test_sas_47_with_open_hands_all_see_all_hands_and_the_deck_stays_closed() -> None:
    state = scene("קופ", "מלכ snowball", open_hands=True)

    for viewer in (None, 0, 1):
        shown: Any = GAME.view(state, viewer)
        assert [player["hand"] for player in shown["players"]] == [player.hand for player in state.table.players]
        assert not [card for card in state.table.deck if f'"{card}"' in canon(shown).decode()]


def test_sas_47_with_open_hands_dealt_drawn_and_stolen_cards_are_public() -> None:
    state = scene("אבגדהו snowball", "קופ", open_hands=True)
    played = play(state, (0, SNOWBALL), (1, DECLINE), (1, DECLINE), (0, END))

    for event in (*played.of("cards_stolen"), *played.of("cards_drawn")):
        assert event.open_cards == event.cards
    dealt = GAME.start(GAME.options({"open_hands": True}), 2, Chance(bytes(32)))[1]
    assert dealt.open_cards == dealt.cards  # type: ignore[attr-defined]


def fold(events: Sequence[Event]) -> State:
    state: State | None = None
    for event in events:
        state = GAME.evolve(state, event)
    assert state is not None
    return state
