"""What holds in every match (section 14 of the rules page), held against random ones that resign or let time pass."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from events.format.canon import canon
from games.cave import GAME
from games.cave.agenda.questions import DiscardingSpell, DroppingExcess
from games.cave.chapters.totals import object_limit, spell_limit
from games.cave.components.board import BY_ID as AREAS
from games.cave.components.board import GATE_ON
from games.cave.components.cards import BY_ID as CARDS
from games.cave.components.cards import stack_of
from games.cave.components.characters import characters_of
from games.cave.rules.clauses import CLAUSES
from games.cave.state import Asking, Board, Finished, State, with_hero
from games.core.chance import Chance
from games.core.errors import RuleBroken
from games.core.events import Event
from games.core.moves import Resign
from games.core.testing.stacked import no_draws
from games.registry import find
from tests.games.cave.random_matches import folded, random_match
from tests.games.cave.scene import Played

Step = tuple[State | None, Event, State]


def folding(match: Played) -> Iterator[Step]:
    """Each event with the state before and after it."""
    before: State | None = None
    game = find(GAME.slug, str(match.board.rules))
    for event in match.events:
        after = game.evolve(before, event)
        yield before, event, after
        before = after


def batches(match: Played) -> Iterator[State]:
    """The states in which somebody is asked, and the last one."""
    for _, _, state in folding(match):
        if isinstance(state, Asking | Finished):
            yield state


MATCHES = st.builds(
    random_match,
    st.integers(2, 6),
    st.integers(0, 10**9),
    resigning=st.sampled_from([0.0, 0.002]),
    idling=st.sampled_from([0.0, 0.3, 0.9]),
    max_rounds=st.sampled_from([3, 40]),
    selection=st.sampled_from(["random", "pick"]),
    rules=st.sampled_from(["1", "2"]),
)
# Whole matches are played for each example, so the time of one says nothing.
some = settings(max_examples=12)


def every_card(board: Board) -> Counter[str]:
    """All cards on the table but those set aside, wherever they are."""
    found: Counter[str] = Counter()
    for pile in (board.cave, board.adventure, board.spells):
        found.update([*pile.stack, *pile.discard, *(seen.card for seen in pile.top)])
    for ground in board.grounds:
        found.update(ground.cards)
    for hero in board.adventurers:
        if hero is not None:
            found.update([*hero.owned, *hero.spells, *hero.trophies])
    return found + Counter([board.being_cast] if board.being_cast else [])


@some
@given(MATCHES)
def test_invariant_1_each_card_is_in_exactly_one_place(match: Played) -> None:
    cards = Counter([*stack_of("cave"), *stack_of("adventure"), *stack_of("spells")])

    assert all(every_card(state.board) == cards for _, _, state in folding(match))


@some
@given(MATCHES)
def test_invariant_2_stats_keep_to_their_floors_and_the_living_have_endurance(match: Played) -> None:
    for state in batches(match):
        for hero in filter(None, state.board.adventurers):
            who = characters_of(state.board.rules)[hero.character]
            assert hero.strength >= who.strength
            assert hero.power >= who.power
            assert hero.gold >= 0
            assert hero.endurance >= 1


@some
@given(MATCHES)
def test_invariant_3_nobody_is_over_a_limit_unless_asked_what_goes(match: Played) -> None:
    for state in batches(match):
        if isinstance(state, Asking) and isinstance(state.question, DroppingExcess | DiscardingSpell):
            continue
        for seat, hero in enumerate(state.board.adventurers):
            if hero is not None and isinstance(state, Asking):
                assert len(hero.objects) <= object_limit(state.board, seat)
                assert len(hero.spells) <= spell_limit(state.board, seat)


def moves_made(match: Played) -> Iterator[list[Step]]:
    """The events of each move: from the distance die, or the first step, to what ends it."""
    move: list[Step] = []
    for step in folding(match):
        kind = step[1].type
        if kind == "turn_started":
            move = []
        elif kind in ("carried", "turn_ended"):
            yield move
            move = []
        else:
            move.append(step)


@some
@given(MATCHES)
def test_invariant_4_a_move_is_a_path_as_long_as_the_die_or_shorter_for_a_cause_told(match: Played) -> None:
    for move in moves_made(match):
        events: list[Any] = [event for _, event, _ in move]
        steps = [event for event in events if event.type == "step_taken"]
        path = [steps[0].before, *(step.after for step in steps)] if steps else []
        assert len(set(path)) == len(path)
        assert all(second.before == first.after for first, second in pairwise(steps))
        dice = [event.dice[0] for event in events if event.type == "die_rolled" and event.purpose == "distance"]
        if dice and any(event.type in ("card_drawn", "turn_ended", "chamber_identified") for event in events):
            stopped = any(event.type == "move_stopped" for event in events)
            assert 1 <= len(steps) <= dice[0]
            assert len(steps) == dice[0] or stopped


@some
@given(MATCHES)
def test_invariant_4_each_step_uses_an_edge_and_crosses_no_closed_gate(match: Played) -> None:
    for before, event, _ in folding(match):
        if event.type == "step_taken":
            step: Any = event
            assert before is not None
            assert step.after in AREAS[step.before].exits
            gate = GATE_ON.get((step.before, step.after))
            assert gate is None or gate in before.board.gates_open


@some
@given(MATCHES)
def test_invariant_5_gates_only_open_and_the_crystal_chamber_is_found_once(match: Played) -> None:
    for before, after in pairwise(state.board for _, _, state in folding(match)):
        assert set(before.gates_open) <= set(after.gates_open)
        if before.crystal_area is not None:
            assert after.crystal_area == before.crystal_area
        elif after.crystal_area is not None:
            assert AREAS[after.crystal_area].kind == "chamber"


@some
@given(MATCHES)
def test_invariant_6_somebody_is_asked_until_the_end_and_nothing_is_accepted_after_it(match: Played) -> None:
    for state in batches(match):
        assert bool(GAME.prompts(state)) == isinstance(state, Asking)
    for seat in range(match.board.seats):
        with pytest.raises(RuleBroken):
            GAME.decide(match.state, seat, Resign(), Chance(bytes(32)))


@some
@given(MATCHES)
def test_invariant_7_seven_cave_cards_carried_out_are_one_power(match: Played) -> None:
    seats = match.board.seats
    cards, paid = [0] * seats, [0] * seats
    for _, event, state in folding(match):
        told: Any = event
        if event.type == "character_dealt":
            cards[told.seat] = paid[told.seat] = 0
        elif event.type == "cave_cards_counted":
            cards[told.seat] += told.cards
        elif event.type == "stat_changed" and "CAVE-2.4" in event.rules:
            paid[told.seat] += told.after - told.before
        if isinstance(state, Asking):
            assert paid == [count // 7 for count in cards]
            assert all(hero.cave_cards in range(7) for hero in state.board.adventurers if hero)


@some
@given(MATCHES)
def test_invariant_8_trophies_make_one_strength_for_each_full_seven_points(match: Played) -> None:
    for before, event, after in folding(match):
        if event.type == "trophies_exchanged":
            told: Any = event
            assert before is not None
            assert told.points == sum(CARDS[card].value or 0 for card in told.cards)
            assert told.strength == told.points // 7 >= 1
            assert len(before.board.hero(told.seat).trophies) - len(after.board.hero(told.seat).trophies) == len(
                told.cards
            )


SUMS = {
    "fight_decided": (("addends", "sum"), ("enemy_addends", "enemy_sum")),
    "duel_decided": (("addends", "sum"), ("enemy_addends", "enemy_sum")),
    "gate_tried": (("addends", "total"),),
    "trial_decided": (("addends", "total"),),
    "stat_tested": (("addends", "total"),),
}


@some
@given(MATCHES)
def test_each_sum_is_what_its_addends_come_to_and_each_of_them_cites_a_clause(match: Played) -> None:
    for event in match.events:
        for addends, total in SUMS.get(event.type, ()):
            found = getattr(event, addends)
            assert sum(addend["amount"] for addend in found) == getattr(event, total)
            assert all(addend["clause"] in CLAUSES and addend["amount"] > 0 for addend in found)


@some
@given(MATCHES)
def test_invariant_9_healing_keeps_under_the_cap_and_a_cure_is_one_gold_for_one_wound(match: Played) -> None:
    gold = endurance = 0
    for before, event, _ in folding(match):
        told: Any = event
        if event.type != "stat_changed" or not {"CAVE-4.6", "CAVE-4.6b"} & set(event.rules):
            continue
        if told.stat == "endurance":
            assert before is not None
            assert told.before < told.after <= before.board.hero(told.seat).cap
        if "CAVE-4.6b" in event.rules:
            gold += told.before - told.after if told.stat == "gold" else 0
            endurance += told.after - told.before if told.stat == "endurance" else 0
    assert gold == endurance


@some
@given(MATCHES)
def test_invariant_10_no_view_has_a_spell_of_another_hand_but_those_that_all_have_counted(match: Played) -> None:
    for state in batches(match):
        counted = {spell for one in state.board.counted for spell in one.cards}
        for viewer in (None, *range(state.board.seats)):
            view = GAME.view(state, viewer)
            shown = canon({name: value for name, value in view.items() if name != "known_spells"})
            assert {spell for one in view.get("known_spells", ()) for spell in one["cards"]} == counted
            for seat, hero in enumerate(state.board.adventurers):
                if hero is not None and seat != viewer:
                    assert not any(f'"{spell}"'.encode() in shown for spell in hero.spells)


@some
@given(MATCHES)
def test_invariant_10_a_hand_exchanged_for_cards_of_the_stack_opens_the_same_prompts_for_the_same_seats(
    match: Played,
) -> None:
    for state in batches(match):
        other = _with_other_hand(state)
        if other is not None:
            seat, swapped = other
            asked, told = GAME.prompts(state), GAME.prompts(swapped)
            assert {at: (prompt.id, prompt.kind) for at, prompt in asked.items()} == {
                at: (prompt.id, prompt.kind) for at, prompt in told.items()
            }
            for viewer in (None, *(at for at in range(state.board.seats) if at != seat)):
                assert GAME.view(state, viewer) == GAME.view(swapped, viewer)


def _with_other_hand(state: State) -> tuple[int, State] | None:
    """The same match, but the first spell of somebody's hand lies in the stack and one of the stack in the hand."""
    pile = state.board.spells
    for seat, hero in enumerate(state.board.adventurers):
        if hero is not None and hero.spells and pile.stack:
            mine, other = hero.spells[0], pile.stack[0]
            board = with_hero(state.board, seat, replace(hero, spells=(other, *hero.spells[1:])))
            stack = tuple(sorted((mine, *pile.stack[1:])))
            return seat, replace(state, board=replace(board, spells=replace(pile, stack=stack)))
    return None


@some
@given(MATCHES)
def test_invariant_11_the_events_alone_make_the_same_state_without_a_draw(match: Played) -> None:
    with no_draws():
        assert folded(list(match.events), str(match.board.rules)) == match.state


@some
@given(MATCHES)
def test_invariant_12_before_the_crystal_is_found_only_resigning_puts_out_and_afterwards_one_dies_once(
    match: Played,
) -> None:
    deaths: Counter[int] = Counter()
    for before, event, _ in folding(match):
        if event.type == "seat_eliminated":
            assert before is not None
            assert before.board.crystal_area is not None
        if event.type == "adventurer_died" and before is not None and before.board.crystal_area is not None:
            deaths[int(event.seat or 0)] += 1
    assert all(count == 1 for count in deaths.values())


@some
@given(MATCHES)
def test_invariant_13_turns_go_round_and_a_skipped_one_uses_up_one_penalty(match: Played) -> None:
    last: int | None = None
    for before, event, after in folding(match):
        if event.type not in ("turn_started", "turn_skipped"):
            continue
        assert before is not None
        assert event.seat is not None
        out, seats = before.board.out, before.board.seats
        if last is not None:
            order = [(last + step) % seats for step in range(1, seats + 1)]
            assert event.seat == next(seat for seat in order if out[seat] is None)
        if event.type == "turn_skipped":
            assert before.board.hero(event.seat).lose_turn - after.board.hero(event.seat).lose_turn == 1
        last = event.seat


@some
@given(st.integers(2, 6), st.integers(0, 10**9), st.integers(1, 12))
def test_invariant_14_time_running_out_alone_ends_the_match_by_the_round_limit(
    seats: int, seed: int, max_rounds: int
) -> None:
    match = random_match(seats, seed, resigning=0.0, idling=1.0, max_rounds=max_rounds, selection="random")

    assert match.board.round <= max_rounds


@some
@given(MATCHES)
def test_invariant_16_an_ended_match_has_a_reason_and_a_ranking_that_names_each_seat_once(match: Played) -> None:
    ended = GAME.outcome(match.state)

    assert ended is not None
    assert ended.reason in ("crystal", "last_survivor", "max_rounds")
    assert sorted(seat for group in ended.ranking for seat in group) == list(range(match.board.seats))
    assert ended.winners == () or ended.ranking[0] == ended.winners
