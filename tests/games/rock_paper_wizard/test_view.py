from typing import Any

import pytest

from events.format.canon import canon
from games.core.codec import encode
from games.core.moves import Resign
from games.rock_paper_wizard import GAME
from games.rock_paper_wizard.state import State
from tests.games.rock_paper_wizard.scene import (
    NOTHING,
    asked,
    cast,
    choose,
    play,
    random_match,
    scene,
    started,
)

VIEWERS = (None, 0, 1, 2)


def seen(state: State, viewer: int | None) -> Any:
    return GAME.view(state, viewer)


def test_the_view_of_a_new_match() -> None:
    new = started(3, "fireball", "fear", "passwall", 2)

    assert seen(new.state, None) == {
        "step": "learn",
        "round": 1,
        "questions": 1,
        "max_rounds": 60,
        "idle_rounds": 0,
        "first_player": 2,
        "wizards": [
            {"seat": seat, "wizard": key, "pos": 5, "gold": 3, "resigned": False, "ready": False, "defaulted": False}
            for seat, key in enumerate(("wizard_red", "wizard_yellow", "wizard_blue"))
        ],
        "book": ("passwall", "fear", "fireball"),
        "discard": (),
        "deck_size": 20,
        "gestures": [],
        "known_wild": [],
        "caster": None,
        "receiver_wanted": None,
        "your_choice": None,
        "outcome": None,
    }


@pytest.mark.parametrize("viewer", VIEWERS)
def test_rpw_21_the_view_shows_who_is_ready_and_a_choice_to_its_chooser_only(viewer: int | None) -> None:
    shown = seen(play(scene(), (1, choose("fear", 2))).state, viewer)

    assert [wizard["ready"] for wizard in shown["wizards"]] == [False, True, False]
    assert shown["your_choice"] == ({"spell": "fear", "target": 2} if viewer == 1 else None)


@pytest.mark.parametrize("viewer", [None, 0, 2])
def test_property_8_before_the_reveal_nobody_else_sees_what_a_seat_chose(viewer: int | None) -> None:
    one = play(scene(), (1, choose("fear", 2))).state
    other = play(scene(), (1, choose("fireball", 0))).state

    assert one != other
    assert canon(seen(one, viewer)) == canon(seen(other, viewer))
    assert GAME.prompts(one) == GAME.prompts(other)


@pytest.mark.parametrize("viewer", VIEWERS)
def test_property_8_a_resigned_chooser_leaves_no_trace_of_the_choice(viewer: int | None) -> None:
    one, other = (play(scene(), (1, choose(*pick)), (1, Resign())) for pick in (("fear", 2), ("fireball", 0)))

    assert canon(seen(one.state, viewer)) == canon(seen(other.state, viewer))


@pytest.mark.parametrize("viewer", VIEWERS)
def test_property_8_no_view_tells_which_wild_card_of_a_pair_is_held(viewer: int | None) -> None:
    state = scene(gold=(1, 4, 2), book=("charm_person", "fear", "fireball"))
    spells = {0: ("charm_person", 1), 1: ("fear", 2), 2: ("fear", 1)}
    one, other = (cast(state, spells, *held) for held in (("polymorph", "passwall"), ("misty_step", "ice_storm")))

    assert asked(one) != asked(other)
    assert canon(seen(one.state, viewer)) == canon(seen(other.state, viewer))
    assert GAME.prompts(one.state) == GAME.prompts(other.state)


@pytest.mark.parametrize("viewer", VIEWERS)
def test_property_8_no_view_tells_which_card_antimagic_field_drew(viewer: int | None) -> None:
    state = scene(gold=(4, 1, 2), book=("charm_person", "antimagic_field", "fireball"))
    spells = {0: ("antimagic_field", 2), 1: ("charm_person", 0), 2: ("fireball", 0)}
    one, other = (cast(state, spells, held) for held in ("polymorph", "misty_step"))

    assert asked(one) != asked(other)
    assert canon(seen(one.state, viewer)) == canon(seen(other.state, viewer))
    for left, right in zip(one.events, other.events, strict=True):
        a, b = encode(left), encode(right)
        assert (a.type, a.seat, a.draws, a.data) == (b.type, b.seat, b.draws, b.data)
        assert [audience for audience, _ in a.parts] == [audience for audience, _ in b.parts]


@pytest.mark.parametrize("viewer", VIEWERS)
def test_rpw_29_a_held_wild_card_shows_its_source_and_aim_and_no_card_not_even_to_its_owner(viewer: int | None) -> None:
    state = scene(gold=(1, 4, 2), book=("charm_person", "fear", "fireball"))
    played = cast(state, {0: ("charm_person", 1), 1: ("fear", 2), 2: ("fear", 1)}, "polymorph", "passwall")

    assert seen(played.state, viewer)["gestures"] == [
        {"source": "book", "card": "charm_person", "aim": 1, "state": "released"},
        {"source": "wild", "card": None, "aim": 2, "state": "pointing"},
        {"source": "wild", "card": None, "aim": 1, "state": "pointing"},
    ]


def test_rpw_46_a_wild_card_turned_up_is_shown() -> None:
    state: State = scene()
    played = cast(scene(), {0: ("fear", 1), 1: ("fear", 0)}, "polymorph", "passwall")

    for event in played.events:
        state = GAME.evolve(state, event)
        if event.type == "spell_begun":
            break

    shown = seen(state, None)
    assert (shown["step"], shown["caster"]) == ("resolve", 0)
    assert [gesture["card"] for gesture in shown["gestures"]] == ["polymorph", None, None]


def test_rpw_23_a_seat_the_clock_answered_for_is_shown_until_the_refresh() -> None:
    state = scene(gold=(1, 4, 2), book=("charm_person", "fear", "fireball"))
    learning = play(state, (2, NOTHING)).state
    resolving = cast(state, {0: ("charm_person", 1), 1: ("fear", 0)}).state
    refreshed = cast(state, {}).state

    defaulted = [
        [wizard["defaulted"] for wizard in seen(at, None)["wizards"]] for at in (learning, resolving, refreshed)
    ]
    assert defaulted == [[False, False, True], [False, False, True], [False, False, False]]


def test_rpw_65_a_resigned_seat_is_not_shown_as_one_the_clock_answered_for() -> None:
    state = scene(gold=(1, 4, 2, 3), resigned=[3], book=("charm_person", "fear", "fireball", "passwall"))

    shown = seen(cast(state, {0: ("charm_person", 1), 1: ("fear", 0)}).state, None)

    assert [wizard["defaulted"] for wizard in shown["wizards"]] == [False, False, True, False]


def test_the_view_of_a_question_names_who_is_asked_and_how_much_is_given() -> None:
    question = asked(cast(scene(gold=(1, 4, 2), book=("charm_person", "fear", "fireball")), {0: ("charm_person", 1)}))

    shown = seen(question, None)

    assert (shown["step"], shown["caster"]) == ("resolve", 0)
    assert shown["receiver_wanted"] == {"chooser": 1, "amount": 2}


def test_the_view_of_a_finished_match_shows_its_outcome() -> None:
    played = cast(scene(pos=(9, 6, 3), gold=(22, 3, 6)), {})

    shown = seen(played.state, None)

    assert (shown["step"], shown["your_choice"]) == ("finished", None)
    assert shown["outcome"] == {"reason": "goal", "ranking": ((0,), (1, 2)), "winners": (0,)}


def test_rpw_65_a_resigned_wizard_is_shown_as_such() -> None:
    shown = seen(play(scene(), (1, Resign())).state, 0)

    assert [wizard["resigned"] for wizard in shown["wizards"]] == [False, True, False]


def test_the_steps_of_a_round_are_shown_after_each_of_its_events() -> None:
    state: State = scene()
    steps = []
    for event in cast(scene(), {0: ("fear", 1), 1: ("fear", 0)}).events:
        state = GAME.evolve(state, event)
        steps.append(seen(state, None)["step"])

    assert list(dict.fromkeys(steps)) == ["learn", "cast", "resolve", "score", "refresh"]
    assert steps[-1] == "learn"


def test_a_view_of_every_state_of_a_match_is_canonical_json_and_shows_no_card_of_the_deck() -> None:
    match = random_match(6, 1, resigning=0.02, idling=0.1)
    state = None
    for event in match.events:
        state = GAME.evolve(state, event)
        shown = seen(state, None)
        canon(shown)
        assert shown["deck_size"] == len(state.board.deck)
        assert not {card for card in state.board.deck if f'"{card}"'.encode() in canon({**shown, "gestures": None})}
