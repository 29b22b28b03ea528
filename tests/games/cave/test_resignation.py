import pytest

from games.cave import GAME
from games.cave.agenda.jobs import Arrive, ExploreArea
from games.cave.agenda.questions import BeforeFight, ClaimingReward, Counterspell, PickingCharacter, StartingTurn
from games.cave.decide import start
from games.cave.evolve import evolve
from games.cave.moves import Attack, Cancel, Cast, CastAt, Pass, Roll
from games.cave.prompts import prompts
from games.cave.state import Asking, Finished
from games.core.chance import Chance
from games.core.moves import Resign
from tests.games.cave.scene import Played, assert_refused, do, hero, play, scene

ELSEWHERE = hero("C6", "K9")


def duel() -> Played:
    """Seat 0 attacks seat 1; seat 2 looks on from elsewhere."""
    state = scene(hero("C1", "S2", gold=0), hero("C7", "S2"), ELSEWHERE)
    return do(state, Arrive(seat=0)).then(0, Attack(target=1, psychic=False))


def test_cave_r23_10_who_resigns_on_his_turn_passes_it_on() -> None:
    left = play(scene(hero(gold=3, objects=("J40",)), ELSEWHERE, hero("C3", "K9")), 0, Resign())

    assert left.types == [
        "question_closed",
        "seat_resigned",
        "adventurer_died",
        "turn_ended",
        "turn_started",
        "question_put",
    ]
    assert left.board.ground("S1").cards == ("J40",)
    assert left.board.ground("S1").gold == 3
    assert left.board.adventurers[0] is None
    assert left.question == StartingTurn(seat=1)


def test_cave_r23_10_resigning_off_turn_leaves_the_prompt_of_another_as_it_is() -> None:
    state = scene(hero(), ELSEWHERE, hero("C3", "K9"))
    left = play(state, 2, Resign())

    assert isinstance(left.state, Asking)
    assert prompts(left.state)[0].id == prompts(state)[0].id


def test_cave_r23_10_the_defender_who_resigns_is_not_fought() -> None:
    asked = duel()
    assert isinstance(asked.question, BeforeFight)
    left = asked.then(1, Resign())

    assert left.of("duel_decided") == []
    assert left.question == StartingTurn(seat=2)


def test_cave_r24_2_prompts_about_what_the_dead_was_doing_close() -> None:
    asked = duel()
    left = asked.then(0, Resign())

    assert left.one("question_closed").kind == "before_fight"
    assert left.question == StartingTurn(seat=1)


def test_cave_r23_10_the_reward_of_a_victor_who_resigns_is_the_default() -> None:
    state = scene(hero("C1", "S2", gold=2), hero("C3", "S2"), ELSEWHERE)
    won = do(state, Arrive(seat=0)).then(0, Attack(target=1, psychic=False), dice=(1, 6))
    assert won.question == ClaimingReward(seat=1, loser=0, by="strength")
    left = won.then(1, Resign())

    assert left.hero(0).gold == 1
    assert left.board.ground("S2").gold == 2
    assert left.question == StartingTurn(seat=2)


def test_cave_r23_12_who_resigns_before_a_spell_lets_it_pass_and_the_others_go_on_being_asked() -> None:
    caster = hero("C8", "S2", spells=("Z03",), endurance=2)
    state = scene(caster, hero("C3", "K9", spells=("Z04",)), hero("C5", "K9", spells=("Z05",)))
    cast = play(state, 0, Cast(spell="Z03"))
    assert cast.question == Counterspell(seat=0, waiting=(1, 2))
    left = cast.then(1, Resign())
    passed = left.then(2, Pass())

    assert left.one("reaction_passed").seat == 1
    assert left.question == Counterspell(seat=0, waiting=(2,))
    assert passed.hero().endurance == 4
    assert passed.question == StartingTurn(seat=0, cast_done=True)


def test_cave_r23_10_a_caster_who_resigns_takes_his_spell_with_him() -> None:
    caster = hero("C8", "S2", spells=("Z02",))
    state = scene(caster, hero("C3", "K9", spells=("Z04",)), ELSEWHERE)
    left = play(state, 0, CastAt(spell="Z02", target=2)).then(0, Resign())

    assert left.board.spells.discard == ("Z02",)
    assert left.board.being_cast is None
    assert left.hero(2).lose_turn == 0
    assert left.question == StartingTurn(seat=1)


@pytest.mark.parametrize("spell", ["Z01", "Z05"])
def test_cave_r23_10_a_defender_who_resigns_after_his_cast_takes_his_spell_with_him(spell: str) -> None:
    state = scene(hero("C2", "S2"), hero("C5", "S2", spells=(spell,)), hero("C3", "K9", spells=("Z03",)))
    cast = do(state, Arrive(seat=0)).then(0, Attack(target=1, psychic=False)).then(1, Cast(spell=spell))
    assert isinstance(cast.question, Counterspell)
    left = cast.then(1, Resign())

    assert left.types[:4] == ["seat_resigned", "adventurer_died", "spell_resolved", "question_closed"]
    assert left.of("evaded") == left.of("duel_decided") == []
    assert left.board.spells.discard == (spell,)
    assert left.question == StartingTurn(seat=2)


def test_cave_r23_10_a_spell_on_one_who_resigns_does_nothing() -> None:
    caster = hero("C8", "S2", spells=("Z02",))
    state = scene(caster, hero("C3", "K9", spells=("Z05",)), ELSEWHERE)
    left = play(state, 0, CastAt(spell="Z02", target=2)).then(2, Resign()).then(1, Pass())

    assert left.board.spells.discard == ("Z02",)
    assert left.of("penalty_set") == []


def test_cave_r23_12_a_cancel_closes_the_prompts_of_the_others_and_discards_both_cards() -> None:
    caster = hero("C8", "S2", spells=("Z02",))
    state = scene(caster, hero("C3", "K9", spells=("Z04",)), hero("C5", "K9", spells=("Z05",)))
    cancelled = play(state, 0, CastAt(spell="Z02", target=2)).then(1, Cancel())

    assert cancelled.board.spells.discard == ("Z02", "Z04")
    assert cancelled.hero(2).lose_turn == 0
    assert cancelled.question == StartingTurn(seat=0, cast_done=True)


def test_cave_r23_10_an_eliminated_player_may_resign_once_and_keeps_his_place() -> None:
    state = scene(hero(), None, ELSEWHERE, out=(None, "eliminated", None), gone=(1,))
    left = play(state, 1, Resign())

    assert left.types == ["seat_resigned"]
    assert left.board.out[1] == "eliminated"
    assert_refused(left.state, 1, Resign(), "seat_resigned")


def test_cave_r23_10_a_player_may_resign_before_he_has_a_character() -> None:
    state = None
    for event in start(GAME.options({"max_rounds": 5, "character_selection": "pick"}), 3, Chance(bytes(32))):
        state = evolve(state, event)
    assert isinstance(state, Asking)
    assert isinstance(state.question, PickingCharacter)
    left = play(state, state.question.seat, Resign())

    assert left.question == PickingCharacter(seat=(state.question.seat + 1) % 3)


def test_cave_r21_2_resigning_leaves_the_last_one_the_winner() -> None:
    assert play(scene(hero(), ELSEWHERE), 0, Resign()).state == Finished(
        play(scene(hero(), ELSEWHERE), 0, Resign()).board, "last_survivor", (1,)
    )


def test_cave_r23_10_one_who_is_met_resigns_while_the_explorer_chooses() -> None:
    asked = do(scene(hero("C7", "S2"), hero("C1", "S2"), ELSEWHERE), Arrive(seat=0))
    left = asked.then(1, Resign())

    assert left.question == asked.question
    assert_refused(left.state, 0, Attack(target=1, psychic=False), "not_asked")


def test_cave_r23_2_who_is_not_asked_is_refused() -> None:
    assert_refused(scene(hero(), ELSEWHERE), 1, Roll(), "not_asked")


def test_cave_r24_2_a_turn_ends_when_its_owner_dies_exploring() -> None:
    dead = do(scene(hero("C7", "U6", endurance=1), ELSEWHERE), ExploreArea(seat=0), dice=(1,), picks=("C4",))

    assert dead.question == StartingTurn(seat=1)


def test_cave_r23_10_who_resigns_leaves_his_things_and_no_successor() -> None:
    state = scene(hero("C4", gold=3, objects=("J38",)), hero("C6", "K9"), hero("C2", "K9"))
    gone = play(state, 0, Resign())

    assert gone.board.adventurers[0] is None
    assert gone.board.ground("S1").gold == 3
    assert "character_dealt" not in gone.types
    assert gone.question.seats == (1,)
