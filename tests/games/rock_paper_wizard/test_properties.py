"""What holds in every match, held against random ones: uniform moves, seats that resign, seats that let time pass."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from events.format.canon import canon
from games.core.chance import Chance
from games.core.codec import decode, encode
from games.core.errors import RuleBroken
from games.core.events import Event
from games.core.moves import Move
from games.core.testing.stacked import no_draws
from games.rock_paper_wizard import GAME
from games.rock_paper_wizard.components.cards import COLOUR
from games.rock_paper_wizard.state import Board, Finished, Learning, Source, State, still_in
from tests.games.rock_paper_wizard.scene import ALL, Played, folded, play, random_match, random_move, started
from tests.support.examples import examples

MATCHES = st.builds(
    random_match,
    st.integers(3, 6),
    st.integers(0, 10**9),
    resigning=st.sampled_from([0.0, 0.02]),
    idling=st.sampled_from([0.0, 0.1, 0.9]),
    max_rounds=st.sampled_from([0, 3, 60]),
)
SEATS_AND_SEED = (st.integers(3, 6), st.integers(0, 10**9))
# Whole matches are played for each example, so the time of one says nothing.
some = settings(max_examples=examples(50))


def folding(match: Played) -> Iterator[tuple[State | None, Event, State]]:
    """Each event with the state before and after it."""
    before: State | None = None
    for event in match.events:
        after = GAME.evolve(before, event)
        yield before, event, after
        before = after


def rounds(match: Played) -> list[list[Event]]:
    """The events of each round, from `round_begun` on."""
    found: list[list[Event]] = []
    for event in match.events:
        if event.type == "round_begun":
            found.append([])
        if found:
            found[-1].append(event)
    return found


def held(board: Board) -> list[str]:
    """The wild cards that are pointed or being resolved."""
    pointed = [gesture.card for gesture in board.gestures if gesture.source is Source.WILD and gesture.live]
    return [str(card) for card in pointed] + ([board.turned_up] if board.turned_up else [])


@some
@given(MATCHES)
def test_property_1_wizards_stand_on_the_track_and_between_the_end_areas_after_a_refresh(match: Played) -> None:
    for _, event, state in folding(match):
        positions = [wizard.pos for wizard in state.board.wizards]
        assert all(0 <= pos <= 10 for pos in positions)
        if event.type == "round_begun":
            assert all(3 <= pos <= 7 for pos in positions)


@some
@given(MATCHES)
def test_properties_2_and_3_gold_is_never_negative_and_only_scoring_and_losing_move_it_to_or_from_the_hoard(
    match: Played,
) -> None:
    hoard = 0
    for before, event, after in folding(match):
        golds = [wizard.gold for wizard in after.board.wizards]
        assert min(golds) >= 0
        total = sum(golds)
        if before is None:
            assert total == 3 * len(golds)
            continue
        change = total - sum(wizard.gold for wizard in before.board.wizards)
        if event.type not in ("gold_scored", "effect_applied") or getattr(event, "effect", "lose") != "lose":
            assert change == 0, event
        hoard -= change
        assert total + hoard == 3 * len(golds)


@some
@given(MATCHES)
def test_property_4_the_same_23_cards_lie_in_deck_discard_pile_book_and_wild_hands(match: Played) -> None:
    for _, _, state in folding(match):
        board = state.board
        assert sorted([*board.deck, *board.discard, *board.book, *held(board)]) == sorted(ALL)
        assert list(board.deck) == [card for card in ALL if card in board.deck]


@some
@given(MATCHES)
def test_property_5_the_book_is_full_in_every_learn_step_has_two_of_a_colour_at_most_and_stands_in_order_of_age(
    match: Played,
) -> None:
    placed = [event.card for event in match.of("card_placed")]
    count = 0
    for _, event, state in folding(match):
        count += event.type == "card_placed"
        if isinstance(state, Learning):
            size = min(state.board.seats, 5)
            assert state.board.book == tuple(reversed(placed[count - size : count]))
            assert max(Counter(COLOUR[card] for card in state.board.book).values()) <= 2


@some
@given(MATCHES)
def test_property_6_a_scoring_pays_0_3_or_5_and_never_less_to_a_wizard_ahead(match: Played) -> None:
    for before, event, _ in folding(match):
        if event.type != "gold_scored":
            continue
        assert before is not None
        amounts: tuple[int, ...] = event.amounts  # type: ignore[attr-defined]
        seats, total = len(amounts), sum(amounts)
        positions = [wizard.pos for wizard in before.board.wizards]
        assert set(amounts) <= {0, 3, 5}
        assert total == 5 * seats if len(set(positions)) == 1 else 8 <= total <= 5 * (seats - 1) + 3
        paid = [amount for _, amount in sorted(zip(positions, amounts, strict=True))]
        assert paid == sorted(paid)


@some
@given(MATCHES)
def test_property_7_each_seat_resolves_at_most_once_a_round_clockwise_from_a_first_player_who_moves_on_each_round(
    match: Played,
) -> None:
    drawn = match.one("first_player_drawn").first_player
    seats = match.board.seats
    for number, events in enumerate(rounds(match)):
        first = (drawn + number) % seats
        order = [((event.seat or 0) - first) % seats for event in events if event.type == "spell_begun"]
        assert order == sorted(set(order))


@some
@given(*SEATS_AND_SEED)
def test_property_8_before_the_reveal_a_view_is_the_same_whatever_the_others_have_chosen(seats: int, seed: int) -> None:
    rng = random.Random(seed)
    state: State = started(seats, key=rng.randbytes(32)).state
    for _ in range(rng.randrange(3 * seats)):
        state = play(state, random_move(state, rng), chance=Chance(rng.randbytes(32))).state
    assume(isinstance(state, Learning) and len(state.missing) > 1)
    assert isinstance(state, Learning)
    chooser = rng.choice(state.missing)
    legal = GAME.prompts(state)[chooser].moves[0].legal
    ends = [play(state, (chooser, chosen(body))).state for body in rng.sample(legal, 2)]

    assert ends[0] != ends[1]
    for viewer in [None, *(seat for seat in range(seats) if seat != chooser)]:
        one, other = (canon(GAME.view(end, viewer)) for end in ends)
        assert one == other
    assert GAME.prompts(ends[0]) == GAME.prompts(ends[1])


@some
@given(MATCHES)
def test_property_9_only_a_live_gesture_is_ever_redirected_cancelled_or_made_wild(match: Played) -> None:
    for before, event, after in folding(match):
        if event.type in ("gesture_redirected", "gesture_cancelled", "gesture_made_wild"):
            assert before is not None
            assert before.board.gestures[event.wizard].live  # type: ignore[attr-defined]
        elif before is not None and before.board.gestures and after.board.gestures:
            changed = [a for a, b in zip(before.board.gestures, after.board.gestures, strict=True) if a != b]
            assert all(gesture.live for gesture in changed)


@some
@given(MATCHES)
def test_property_10_wild_cards_come_in_pairs_or_from_antimagic_field_and_nobody_holds_two(match: Played) -> None:
    for events in rounds(match):
        pairs = [set(event.seats) for event in events if event.type == "wild_pair_formed"]  # type: ignore[attr-defined]
        drawn = [event.seat for event in events if event.type == "wild_card_drawn"]
        made = [event.wizard for event in events if event.type == "gesture_made_wild"]  # type: ignore[attr-defined]
        assert sorted(seat for pair in pairs for seat in pair) == sorted(seat for seat in drawn if seat is not None)
        assert len(drawn) in (0, 2, 4, 6)
        assert len({*drawn, *made}) == len(drawn) + len(made)
        for before, event in pairwise(events):
            if event.type == "gesture_made_wild":
                assert before.type in ("effect_applied", "discard_became_deck")


@some
@given(MATCHES)
def test_property_11_replaying_the_stored_log_gives_the_same_state_and_views_and_draws_nothing(match: Played) -> None:
    stored = [encode(event) for event in match.events]
    with no_draws():
        again = folded([decode(GAME.event_classes, fact) for fact in stored])

    assert again == match.state
    assert hash(again) == hash(match.state)
    for viewer in (None, *range(match.board.seats)):
        assert canon(GAME.view(again, viewer)) == canon(GAME.view(match.state, viewer))


@some
@given(*SEATS_AND_SEED)
def test_property_11_a_refused_move_changes_nothing_and_draws_nothing(seats: int, seed: int) -> None:
    rng = random.Random(seed)
    state = started(seats, key=rng.randbytes(32)).state
    for _ in range(rng.randrange(2 * seats)):
        state = play(state, random_move(state, rng)).state
    before, chance = hash(state), Chance(bytes(32))
    seat, move = rng.randrange(seats), random_move(state, rng)[1]
    asked = GAME.prompts(state).get(seat)
    assume(asked is None or move not in [chosen(body) for body in asked.moves[0].legal])

    with pytest.raises(RuleBroken):
        GAME.decide(state, seat, move, chance)
    assert (hash(state), chance.next_draw) == (before, 0)


@some
@given(MATCHES)
def test_property_12_a_match_ends_after_a_scoring_or_a_resignation_and_nothing_follows(match: Played) -> None:
    state = match.state
    assert isinstance(state, Finished)
    ends = [place for place, (_, _, after) in enumerate(folding(match)) if isinstance(after, Finished)]
    assert ends == [len(match.events) - 1]
    left = [state.board.wizards[seat].gold for seat in still_in(state.board)]
    before = match.events[-2].type
    if state.reason == "last_seat":
        assert (before, len(left)) == ("seat_resigned", 1)
    else:
        assert before == "gold_scored"
    if state.reason == "goal":
        (winner,) = state.winners
        assert state.board.wizards[winner].gold == max(left) >= 25
        assert left.count(max(left)) == 1


@some
@given(MATCHES)
def test_property_12_every_ending_ranks_every_seat_once(match: Played) -> None:
    outcome = GAME.outcome(match.state)

    assert outcome is not None
    assert outcome.reason in GAME.reasons
    assert sorted(seat for place in outcome.ranking for seat in place) == list(range(match.board.seats))
    assert set(outcome.winners) <= set(outcome.ranking[0])
    assert (outcome.winners == ()) is (outcome.reason == "abandoned")


@some
@given(*SEATS_AND_SEED, st.integers(1, 5))
def test_property_13_turning_the_seats_turns_the_whole_match(seats: int, seed: int, by: int) -> None:
    rng = random.Random(seed)
    key = rng.randbytes(32)
    one = started(seats, key=key).state
    other = replace(one, board=replace(one.board, first_player=((one.board.first_player or 0) + by) % seats))
    chances = Chance(key, 100), Chance(key, 100)

    while not isinstance(one, Finished):
        seat, move = random_move(one, rng)
        one = play(one, (seat, move), chance=chances[0]).state
        other = play(other, ((seat + by) % seats, turned(move, by, seats)), chance=chances[1]).state
        for wizard in range(seats):
            assert other.board.wizards[(wizard + by) % seats] == one.board.wizards[wizard]
    assert isinstance(other, Finished)
    assert other.board.discard == one.board.discard
    assert sorted(other.winners) == sorted((seat + by) % seats for seat in one.winners)


@some
@given(MATCHES)
def test_every_event_names_clauses_that_exist_and_each_draw_is_numbered_without_a_gap(match: Played) -> None:
    next_draw = 0
    for event in match.events:
        assert event.rules
        assert set(event.rules) <= set(GAME.clauses)
        if event.draws is not None:
            assert (event.draws.first, event.draws.count) == (next_draw, 1)
            next_draw += 1
    kinds = {event.type for event in match.events if event.draws is not None}
    assert kinds <= {"card_placed", "card_rejected", "first_player_drawn", "wild_card_drawn", "gesture_made_wild"}


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_random_matches_are_as_long_as_the_rules_page_measured(seats: int) -> None:
    expected = {3: 5.9, 4: 6.4, 5: 6.8, 6: 7.1}[seats]
    lengths = [random_match(seats, seed).board.round for seed in range(120)]

    assert abs(sum(lengths) / len(lengths) - expected) < 0.7


def chosen(body: Any) -> Move:
    return GAME.move_classes[body["type"]](**{name: value for name, value in body.items() if name != "type"})


def turned(move: Move, by: int, seats: int) -> Move:
    """The move as it is when every seat number is turned by `by`."""
    name = "target" if hasattr(move, "target") else "receiver"
    return replace(move, **{name: (getattr(move, name) + by) % seats})
