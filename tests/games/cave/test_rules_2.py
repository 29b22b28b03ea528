"""What version 2 of the rules has otherwise (docs/rulings/cave-fewer-questions.md, cave-characters.md)."""

import random
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.cave import GAME, GAME_1
from games.cave import moves as m
from games.cave.agenda.jobs import Chain, Defeat, Fight, SetOff
from games.cave.agenda.questions import AboutToExplore, Paying, SecondWind, SplittingDraw, StartingTurn, Taking
from games.cave.chapters.movement import walks
from games.cave.components.area import Area
from games.cave.components.areas import AREAS, GATES
from games.cave.components.characters import BY_ID, characters_of
from games.cave.state import Asking, Board, Turn
from games.core.chance import Chance
from games.core.codec import move_from_json, move_to_json
from games.core.records import replace
from tests.games.cave.scene import Played, assert_refused, default, do, hero, offered, play, scene

ORDERS = ((), ())
FREE_MOVER = hero("C2", "S1", power=6, entered_from=None)


def types(state: Asking, seat: int = 0) -> set[object]:
    return {move["type"] for move in offered(state, seat)}


def by_rules_2(state: Asking, orders: tuple[tuple[str, ...], ...] = ORDERS) -> Asking:
    return replace(state, board=replace(state.board, rules=2, orders=orders))


def test_cave_r27_1a_four_characters_start_with_other_numbers() -> None:
    changed = {one.id: one.strength for one in characters_of(2).values() if one != BY_ID[one.id]}

    assert changed == {"C3": 3, "C5": 3, "C7": 4, "C8": 3}
    assert all(replace(one, strength=0) == replace(BY_ID[one.id], strength=0) for one in characters_of(2).values())
    assert {one["id"]: one["strength"] for one in GAME.content["characters"]} == {
        one.id: one.strength for one in characters_of(2).values()
    }
    assert {one["id"]: one["strength"] for one in GAME_1.content["characters"]} == {
        one.id: one.strength for one in BY_ID.values()
    }


@pytest.mark.parametrize(("rules", "floor"), [(1, 2), (2, 3)])
def test_cave_r27_1a_and_1_3_own_strength_falls_no_lower_than_its_start_by_the_rules_of_the_match(
    rules: int, floor: int
) -> None:
    state = scene(hero("C3", strength=floor + 1))
    state = replace(state, board=replace(state.board, rules=rules, orders=ORDERS if rules == 2 else ()))
    lost = do(state, Chain(seat=0, text="lose(strength,3)", source="J31", origin="stranger"))

    assert lost.hero().strength == floor


def test_cave_r27_1a_views_of_rules_1_have_nothing_of_rules_2() -> None:
    state = scene(hero())

    assert {"rules", "orders"} & set(GAME.view(state, 0)) == set()
    assert GAME.view(by_rules_2(state), 0)["rules"] == 2


def test_cave_r23_1a_a_turn_that_only_a_roll_begins_is_not_asked_for() -> None:
    state = by_rules_2(scene(FREE_MOVER))
    begun = do(state, StartingTurn(seat=0), dice=(2,))

    assert begun.question.kind == "first_step"
    assert do(scene(FREE_MOVER), StartingTurn(seat=0)).question.kind == "start_action"


@pytest.mark.parametrize("spells", [("Z03",), ("Z04",)])
def test_cave_r23_1a_whoever_might_cast_is_asked_whatever_the_hand_and_may_be_skipped_where_nothing_fits(
    spells: tuple[str, ...],
) -> None:
    state = by_rules_2(scene(replace(FREE_MOVER, spells=spells)))
    begun = do(state, StartingTurn(seat=0))

    assert begun.question.kind == "start_action"
    assert isinstance(begun.state, Asking)
    assert GAME.prompts(begun.state)[0].forced == (len({*types(begun.state)} - {"drop_object"}) == 1)


def test_cave_r23_1a_the_second_wind_is_used_without_a_question() -> None:
    fight = Fight(seat=0, by="strength", cards=("J01",))
    asked = SecondWind(seat=0, fight=fight)
    lost = do(by_rules_2(scene(hero("C6"), lying={"S1": ("J01",)})), asked, dice=(6, 1))

    assert lost.of("ability_used")
    assert do(scene(hero("C6"), lying={"S1": ("J01",)}), asked).question.kind == "second_wind"
    assert Defeat.do not in lost.types


def ends_by_rules_1(board: Board, left: int) -> set[tuple[str, ...]]:
    """Every way that the questions of rules 1 lead a free mover, chambers never holding it."""
    state = replace(scene(hero()), board=replace(board, rules=1, orders=()))
    begun = do(state, SetOff(seat=0, left=left, mode="free"))
    found, waiting = set(), [(begun, _steps(begun))]
    while waiting:
        played, way = waiting.pop()
        if played.question.kind not in ("first_step", "branch"):
            found.add(way)
            continue
        kind = m.FirstStep if played.question.kind == "first_step" else m.TakeBranch
        for move in offered(played.state, 0):
            if move["type"] != kind.type:
                continue
            after = _gone(played, kind(to=str(move["to"])))
            waiting.append((after, (*way, *_steps(after))))
    return found


def _steps(played: Played) -> tuple[str, ...]:
    return tuple(event.after for event in played.of("step_taken"))


class NeverHeld(Chance):
    def die(self) -> int:
        return 1


def _gone(played: Played, move: m.FirstStep | m.TakeBranch) -> Played:
    decision = GAME.decide(played.state, 0, move, NeverHeld(bytes(32)))
    return Played(tuple(decision.events), decision.state)


@pytest.mark.parametrize("seed", range(12))
def test_cave_r22_10_a_free_mover_names_the_whole_way_and_each_way_of_rules_1_is_listed(seed: int) -> None:
    rng = random.Random(seed)
    area = rng.choice([one for one in AREAS if one.kind != "chamber"])
    came = rng.choice([None, *area.exits])
    left = rng.randint(1, 4)
    # Who holds a spell is asked before exploring, so that the turn goes no further.
    who = hero("C8", area.id, power=6, entered_from=came, spells=("Z03", "Z07"))
    state = by_rules_2(scene(who))
    turn = Turn(seat=0, held=(2, 0), cast=(0, 0))
    board = replace(state.board, turn=turn)

    listed = walks(board, 0, left)
    ways = ends_by_rules_1(board, left)

    named = {(*one.over, one.to) for one in listed}
    assert named <= ways
    told = {_stops_of((area.id, *way)) for way in named}
    assert told == {_stops_of((area.id, *way)) for way in ways}
    assert len(told) == len(listed)


Stop = tuple[str, str]
EXITS = {area.id: area.exits for area in AREAS}
GATES_AT = {edge: gate.id for gate in GATES for edge in (gate.edge, gate.edge[::-1])}


def stops(gone: tuple[str, ...], came: str | None, left: int, closed: frozenset[str]) -> set[tuple[Stop, ...]]:
    """A second reading of the page: where a move of `left` areas may end, or be held, and from where each is entered.

    The first step goes anywhere but through a closed gate. Further on one never turns back; where all ways were gone
    already, or a closed gate is tried, the move ends (CAVE-R22.3a to R22.6). Who came is not asked in the end.
    """
    found: set[tuple[Stop, ...]] = set()
    for to in EXITS[gone[-1]]:
        if (gone[-1], to) in GATES_AT and GATES_AT[gone[-1], to] in closed and to != came:
            continue
        found |= {_merged((gone[-1], to), rest) for rest in _onward((*gone, to), left - 1, closed)}
    return found


def _onward(gone: tuple[str, ...], left: int, closed: frozenset[str]) -> set[tuple[Stop, ...]]:
    here, new = gone[-1], [to for to in EXITS[gone[-1]] if to not in gone]
    if not left or not new:
        return {()}
    found: set[tuple[Stop, ...]] = set()
    for to in new:
        if GATES_AT.get((here, to)) in closed:
            found.add(())
        else:
            found |= {_merged((here, to), rest) for rest in _onward((*gone, to), left - 1, closed)}
    return found


def _merged(step: Stop, rest: tuple[Stop, ...]) -> tuple[Stop, ...]:
    """Of a step with what follows it: it counts where it is the last, or ends on a chamber, whose roll may hold."""
    return (step, *rest) if not rest or step[1].startswith("K") else rest


@settings(max_examples=200)
@given(
    st.sampled_from(AREAS),
    st.integers(1, 6),
    st.sets(st.sampled_from([gate.id for gate in GATES])),
    st.data(),
)
def test_cave_r22_10_the_ways_listed_are_those_of_a_second_reading_of_the_page(
    area: Area, left: int, opened: set[str], data: st.DataObject
) -> None:
    gates = frozenset(gate.id for gate in GATES)
    # By a closed gate nobody can have come.
    reached = [to for to in area.exits if GATES_AT.get((area.id, to)) not in gates - opened]
    came = data.draw(st.sampled_from([None, *reached]))
    state = by_rules_2(scene(hero("C8", area.id, power=6, entered_from=came)))
    turn = Turn(seat=0, held=(0, 0), cast=(0, 0))
    board = replace(state.board, turn=turn, gates_open=tuple(sorted(opened)))

    listed = [_stops_of((area.id, *one.over, one.to)) for one in walks(board, 0, left)]

    assert len({*listed}) == len(listed)
    assert {*listed} == stops((area.id,), came, left, gates - opened)


def _stops_of(way: tuple[str, ...]) -> tuple[Stop, ...]:
    return tuple(step for step in pairwise(way) if step[1] == way[-1] or step[1].startswith("K"))


def test_cave_r22_10_the_way_is_walked_and_a_chamber_may_hold_the_walker() -> None:
    state = by_rules_2(scene(hero("C8", "X2", power=6, entered_from=None)))
    asked = do(state, SetOff(seat=0, left=2, mode="free"))
    walk = next(one for one in walks(asked.board, 0, 2) if one.over == ("K10",))

    assert _walked(asked, walk, 6) == ("K10",)
    assert _walked(asked, walk, 1) == ("K10", walk.to)


def _walked(played: Played, walk: m.WalkTo, face: int) -> tuple[str, ...]:
    class Falls(Chance):
        def die(self) -> int:
            return face

    decision = GAME.decide(played.state, 0, walk, Falls(bytes(32)))
    return _steps(Played(tuple(decision.events), decision.state))


def test_cave_r22_10_the_clock_takes_the_leftmost_way_and_other_ways_are_refused() -> None:
    asked = do(by_rules_2(scene(FREE_MOVER)), SetOff(seat=0, left=3, mode="free"))
    first = walks(asked.board, 0, 3)[0]

    assert default(asked.state, 0) == first
    assert_refused(asked.state, 0, m.WalkTo(to=first.to, over=("E", "E")), "not_offered")
    assert_refused(asked.state, 0, m.FirstStep(to=first.to), "not_asked")


def taking(card: str, **more: Any) -> Asking:
    state = scene(hero("C2", **more), question=Taking(seat=0, card=card), lying={"S1": (card,)})
    return by_rules_2(state)


def test_cave_r23_15_who_always_takes_is_not_asked_about_what_there_is_room_for() -> None:
    first = play(taking("J36"), 0, m.AlwaysTake())
    again = do(by_rules_2(taking("J36"), (("take",), ())), Taking(seat=0, card="J36"))

    assert first.board.orders[0] == ("take",)
    assert first.hero().objects == ("J36",)
    assert again.hero().objects == ("J36",)


def test_cave_r23_15_over_the_limit_who_always_takes_is_asked() -> None:
    full = taking("J36", objects=("J37", "J38", "J39", "J40"))
    asked = do(by_rules_2(full, (("take",), ())), Taking(seat=0, card="J36"))

    assert asked.question.kind == "take"


@pytest.mark.parametrize("deck", ["cave", "adventure"])
def test_cave_r23_15_who_has_named_a_stack_is_not_asked_for_one(deck: str) -> None:
    area = next(one for one in AREAS if one.deck == "either" and one.draw)
    state = by_rules_2(scene(hero("C2", area.id), question=SplittingDraw(seat=0)))
    drawn = GAME.decide(
        state, 0, move_from_json(GAME.move_classes, {"type": "always_draw", "deck": deck}), Chance(b"d")
    )
    first = [event for event in drawn.events if event.type == "card_drawn"]

    assert first
    assert {event.deck for event in first} == {deck}  # type: ignore[attr-defined]
    assert drawn.state.board.orders[0] == (deck,)


def test_cave_r23_15_an_order_ends_at_any_own_question_which_stands_again() -> None:
    state = by_rules_2(scene(hero("C2")), (("take", "cave"), ()))
    kinds = [move["kind"] for move in offered(state, 0) if move["type"] == "ask_again"]
    ended = play(state, 0, m.AskAgain(kind="take"))

    assert kinds == ["take", "split_draw"]
    assert ended.board.orders[0] == ("cave",)
    assert ended.question.kind == "start_action"
    assert_refused(ended.state, 0, m.AskAgain(kind="take"), "not_offered")


def at_the_forge(orders: tuple[tuple[str, ...], ...] = ORDERS, **more: Any) -> Asking:
    offer = Chain(seat=0, text="pay(3: gain(strength,1))", source="S5", origin="area")
    return by_rules_2(scene(hero("C2", "S5", gold=7, **more), question=Paying(seat=0, chain=offer)), orders)


def test_cave_r23_15_who_always_declines_an_areas_offer_is_not_asked_there_any_more() -> None:
    asked = at_the_forge()
    first = play(asked, 0, m.AlwaysDecline(area="S5"))
    again = do(at_the_forge((("S5",), ())), asked.question)
    elsewhere = do(at_the_forge((("S3",), ())), asked.question)

    assert types(asked) == {"pay", "decline", "always_decline"}
    assert (first.board.orders[0], first.hero().gold) == (("S5",), 7)
    assert again.hero().gold == 7
    assert getattr(again.state, "question", None) != asked.question
    assert elsewhere.question == asked.question


def test_cave_r23_15_who_is_asked_again_about_offers_is_asked_at_every_area() -> None:
    ended = play(at_the_forge((("take", "S3", "S5"), ())), 0, m.AskAgain(kind="pay"))

    assert ended.board.orders[0] == ("take",)
    assert ended.question.kind == "pay"


def test_cave_r23_15_the_offer_of_a_card_is_declined_each_time() -> None:
    offer = Chain(seat=0, text="pay(2: raise_endurance(1))", source="J32", origin="stranger")
    state = by_rules_2(scene(hero("C2", "S1", gold=7), question=Paying(seat=0, chain=offer)))

    assert types(state) == {"pay", "decline"}


@pytest.mark.parametrize("deck", ["cave", "adventure"])
@pytest.mark.parametrize("spells", [(), ("Z03",)])
def test_cave_r23_15_who_ends_the_order_before_drawing_chooses_the_stack_again(
    deck: str, spells: tuple[str, ...]
) -> None:
    area = next(one for one in AREAS if one.deck == "either" and one.draw)
    state = scene(hero("C3", area.id, spells=spells), question=AboutToExplore(seat=0))
    again = play(by_rules_2(state, ((deck,), ())), 0, m.AskAgain(kind="split_draw"))
    if spells:
        assert again.question.kind == "before_explore"
        again = again.then(0, m.GoOn())

    assert again.question.kind == "split_draw"
    assert not again.of("card_drawn")


def test_cave_r23_15_rules_1_know_no_orders() -> None:
    take = scene(hero("C2"), question=Taking(seat=0, card="J36"), lying={"S1": ("J36",)})

    assert types(take) == {"take", "leave"}
    assert not {"always_take", "always_draw", "always_decline", "ask_again", "walk"} & set(GAME_1.move_classes)
    assert move_to_json(m.AlwaysTake())["type"] == "always_take"
