import pytest

from games.cave import GAME
from games.cave import moves as m
from games.cave.components.characters import CHARACTERS
from games.cave.effects.parser import BARE, BUILDERS
from games.cave.state import Adventurer, Finished
from games.core.chance import Chance
from games.core.codec import encode
from tests.games.cave.scene import default, do, hero, kinds, offered, play, scene

STEP = m.Step(to="K1")


def test_cave_10_0_and_10_1_a_turn_is_a_move_and_then_what_is_met_there_and_passes_on_clockwise() -> None:
    moved = play(scene(hero("C4", "S1", entered_from="S2")), 0, STEP, dice=(4, 6, 1))

    assert moved.types[0] == "choice_made"
    assert moved.types.index("step_taken") < moved.types.index("chamber_identified")
    assert moved.types[-3:] == ["turn_ended", "turn_started", "question_put"]
    assert moved.one("turn_started").seat == 1


def test_cave_0_12a_after_the_last_seat_comes_seat_0_again() -> None:
    ended = do(scene(hero(), hero("C6", "K9"), hero("C8", "K9"), turn=2))

    assert ended.one("turn_started").seat == 0


def test_cave_10_1b_a_skipped_turn_is_only_booked() -> None:
    skipped = do(scene(hero(), hero("C6", "K9", lose_turn=2)))

    assert skipped.types == ["turn_ended", "turn_skipped", "turn_started", "question_put"]
    assert skipped.one("turn_skipped").left == 1
    assert skipped.question.seats == (0,)


def test_cave_10_1a_limits_are_judged_at_once_wherever_they_are_passed() -> None:
    state = scene(hero("C8", objects=("J42",), power=5, spells=("Z01", "Z02", "Z03")))
    dropped = play(state, 0, m.DropObject(card="J42"))

    assert dropped.question.kind == "discard_spell"


def test_cave_4_6b_a_cure_takes_the_whole_turn_and_pays_and_heals_together() -> None:
    cured = play(scene(hero("C4", "E", endurance=3)), 0, m.Cure())

    assert [event.stat for event in cured.of("stat_changed")] == ["gold", "endurance"]
    assert "step_taken" not in cured.types
    assert cured.one("turn_started").seat == 1


def test_cave_4_6c_nobody_is_bound_to_be_cured() -> None:
    assert kinds(hero("C4", "E", endurance=1)) == {"roll", "step", "cure"}


def test_cave_4_6d_a_raised_cap_is_cured_up_to() -> None:
    assert "cure" in kinds(hero("C4", "E", endurance=4, cap=5))
    assert "cure" not in kinds(hero("C4", "E", endurance=5, cap=5))


def test_cave_3_0_3_2_3_3_and_3_4a_gold_pays_and_what_is_paid_or_found_is_the_banks() -> None:
    cured = play(scene(hero("C4", "E", endurance=3, gold=1)), 0, m.Cure())

    assert cured.hero().gold == 0
    assert cured.hero(1).gold == 1
    assert cured.board.ground("E").gold == 0


@pytest.mark.parametrize(
    ("who", "wish"),
    [
        (hero("C4", "E", endurance=3), m.Cure()),
        (hero("C4", "S1"), m.Step(to="S2")),
        (hero("C4", "S1", power=6), m.Roll()),
        (hero("C4", "W1", power=6), m.Roll()),
    ],
)
def test_cave_r23_3_the_clock_cures_steps_or_rolls_and_never_tries_a_gate(who: Adventurer, wish: object) -> None:
    assert default(scene(who), 0) == wish


def test_cave_r23_2_a_decision_is_a_prompt_to_one_seat_with_typed_moves_and_dice_stand_in_the_events() -> None:
    state = scene(hero("C4", "S1", power=6))
    prompt = GAME.prompts(state)[0]
    rolled = play(state, 0, m.Roll(), dice=(2,))

    assert set(GAME.prompts(state)) == {0}
    assert [form.type for form in prompt.moves] == ["roll"]
    assert rolled.one("die_rolled").dice == (2,)
    assert rolled.one("die_rolled").draws is not None


def test_cave_r23_8_leftmost_is_first_in_branch_order() -> None:
    rolled = play(scene(hero("C4", "S4", power=6, entered_from="E")), 0, m.Roll(), dice=(1,))

    assert default(rolled.state, 0) == m.FirstStep(to="S3")


def test_cave_r27_17_the_warlock_may_give_endurance_for_a_spell_once_a_turn() -> None:
    pact = play(scene(hero("C8")), 0, m.DarkPact(), picks=["Z05"])

    assert (pact.hero().endurance, pact.hero().spells) == (3, ("Z05",))
    assert "dark_pact" not in {move["type"] for move in offered(pact.state, 0)}
    assert "dark_pact" not in kinds(hero("C8", endurance=1))
    assert "dark_pact" not in kinds(hero("C8", power=5, spells=("Z01", "Z02")))


def test_cave_r21_4_and_r21_4a_after_the_last_round_the_match_ends_without_a_winner() -> None:
    ended = do(scene(hero("C4", "E", gold=9), hero("C6", "K9"), turn=1, round=3, max_rounds=3))

    assert isinstance(ended.state, Finished)
    assert (ended.state.reason, ended.state.winners) == ("max_rounds", ())
    assert do(scene(hero("C4", "E"), hero("C6", "K9"), turn=1, round=3, max_rounds=0)).board.round == 4


def test_cave_r21_4a_the_round_goes_on_when_the_first_seat_is_out() -> None:
    gone = (None, hero("C6", "K9"), hero("C4", "K9"))
    ended = do(scene(*gone, turn=2, out=("resigned", None, None), gone=(0,), round=5))

    assert ended.board.round == 6


def test_cave_r23_14_every_draw_of_chance_stands_in_an_event_with_its_number() -> None:
    events = GAME.start(GAME.options({}), 4, Chance(bytes(32)))
    drawn = [event.draws for event in events if event.draws is not None]

    assert [draw.first for draw in drawn] == list(range(len(drawn)))
    assert {"first_seat_drawn", "character_dealt"} <= {event.type for event in events if event.draws}


def test_cave_9_2_and_9_2a_a_spell_drawn_is_sealed_for_its_owner_and_the_number_is_public() -> None:
    drawn = play(scene(hero("C8")), 0, m.DarkPact(), picks=["Z05"])
    fact = encode(drawn.one("spell_drawn"))

    assert fact.parts == (((0,), {"spell": "Z05"}),)
    assert "spell" not in fact.data
    shown = GAME.view(drawn.state, 1)["adventurers"]
    assert isinstance(shown, list)
    assert shown[0]["spell_count"] == 1


def test_cave_7_0_and_7_0a_each_adventurer_has_an_alignment_and_no_step_changes_it() -> None:
    assert {who.alignment for who in CHARACTERS} == {"good", "neutral", "evil"}
    assert not {word for word in (*BARE, *BUILDERS) if "align" in word}
