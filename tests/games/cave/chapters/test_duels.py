import pytest

from games.cave import moves as m
from games.cave.agenda.jobs import Arrive, Fight
from games.cave.state import Adventurer
from tests.games.cave.scene import NOBODY, Played, assert_refused, default, do, hero, offered, scene


def attack(who: Adventurer, other: Adventurer, *, psychic: bool = False, dice: tuple[int, ...] = ()) -> Played:
    asked = do(scene(who, other), Arrive(seat=0))
    return asked.then(0, m.Attack(target=1, psychic=psychic), dice=dice)


def prizes(played: Played, seat: int = 0) -> list[object]:
    return [move["prize"] for move in offered(played.state, seat) if move["type"] == "claim"]


def test_cave_12_2_12_2a_and_r16_1_the_one_who_arrives_attacks_and_the_higher_sum_wins() -> None:
    won = attack(hero("C4"), hero("C2"), dice=(5, 1))

    assert (won.one("duel_decided").sum, won.one("duel_decided").enemy_sum) == (9, 4)
    assert won.one("duel_decided").winner == 0
    assert won.question.kind == "victor_reward"


def test_cave_r16_1_equal_sums_are_a_draw_and_the_turn_ends() -> None:
    drawn = attack(hero("C4"), hero("C2"), dice=(1, 2))

    assert drawn.one("duel_decided").winner is None
    assert "turn_ended" in drawn.types


def test_cave_r16_2_the_winner_chooses_endurance_gold_or_an_object() -> None:
    asked = attack(hero("C4"), hero("C2", objects=("J38",)), dice=(5, 1))

    assert set(map(str, prizes(asked))) == {"endurance", "gold", "J38"}
    assert asked.then(0, m.Claim(prize="endurance")).hero(1).endurance == 3
    assert asked.then(0, m.Claim(prize="gold")).hero().gold == 3
    assert asked.then(0, m.Claim(prize="J38")).hero().objects == ("J38",)
    assert default(asked.state, 0) == m.Claim(prize="gold")


def test_cave_3_4_gold_of_another_adventurer_is_taken_from_him() -> None:
    taken = attack(hero("C4"), hero("C2"), dice=(5, 1)).then(0, m.Claim(prize="gold"))

    assert (taken.hero(0).gold, taken.hero(1).gold) == (3, 0)


def test_cave_r16_2_the_attacked_one_wins_in_the_same_way_and_the_attackers_turn_ends() -> None:
    asked = attack(hero("C4"), hero("C2"), dice=(1, 6))
    taken = asked.then(1, m.Claim(prize="gold"))

    assert asked.question.seats == (1,)
    assert taken.one("turn_started").seat == 1


def test_cave_r16_2_armour_may_prevent_the_loss_in_a_strength_fight_only() -> None:
    beaten = hero("C2", objects=("J39",), gold=0)
    strong = attack(hero("C4"), beaten, dice=(5, 1)).then(0, m.Claim(prize="endurance"), dice=(6,))
    psychic = attack(hero("C5"), beaten, psychic=True, dice=(5, 1)).then(0, m.Claim(prize="endurance"))

    assert (strong.hero(1).endurance, psychic.hero(1).endurance) == (4, 3)


def test_cave_r16_2a_what_the_winner_may_not_own_is_not_offered_and_with_nothing_else_it_is_endurance() -> None:
    beaten = attack(hero("C8", strength=6), hero("C2", objects=("J43",), gold=0), dice=(5, 1))

    assert beaten.hero(1).endurance == 3
    assert "choice_made" in beaten.types
    assert beaten.question.kind == "start_action"


def test_cave_r16_3_the_victor_does_not_pick_up_what_the_dead_one_drops() -> None:
    killed = attack(hero("C4"), hero("C2", endurance=1, gold=5, objects=("J38",)), dice=(5, 1))
    dead = killed.then(0, m.Claim(prize="endurance"), picks=["C6"])

    assert dead.board.ground("S1").cards == ("J38",)
    assert dead.board.ground("S1").gold == 5
    assert dead.hero(0).gold == 2
    assert "turn_ended" in dead.types


def test_cave_r16_5_attacks_are_allowed_on_the_entrance_too() -> None:
    asked = do(scene(hero("C4", "E"), hero("C2", "E")), Arrive(seat=0))

    assert {"type": "attack", "target": 1, "psychic": False} in offered(asked.state, 0)


def test_cave_r16_1a_attacker_and_defender_are_asked_in_this_order() -> None:
    state = scene(hero("C5", spells=("Z01",)), hero("C8", "S1", spells=("Z05",)), discards=("Z04",))
    asked = do(state, Arrive(seat=0)).then(0, m.Attack(target=1, psychic=False))

    assert asked.question.seats == (0,)
    assert asked.then(0, m.StandAndFight()).question.seats == (1,)


def test_cave_r16_6_of_several_only_one_is_met_and_the_turn_ends() -> None:
    state = scene(hero("C4"), hero("C2"), hero("C8", "S1"))
    met = do(state, Arrive(seat=0)).then(0, m.Attack(target=1, psychic=False), dice=(1, 2))

    assert met.types.count("duel_decided") == 1
    assert "turn_ended" in met.types


def test_cave_r25_23a_invisibility_ends_a_duel_before_the_dice_and_the_turn() -> None:
    state = scene(hero("C4"), hero("C8", "S1", spells=("Z01",)), discards=("Z04",))
    asked = do(state, Arrive(seat=0)).then(0, m.Attack(target=1, psychic=False))
    gone = asked.then(1, m.Cast(spell="Z01"))

    assert gone.one("evaded").opponent == 0
    assert "duel_decided" not in gone.types
    assert "turn_ended" in gone.types


def test_cave_r25_24a_psychic_blow_adds_total_power_to_the_side_that_casts_it() -> None:
    state = scene(hero("C4"), hero("C8", "S1", spells=("Z05",)), discards=("Z04",))
    asked = do(state, Arrive(seat=0)).then(0, m.Attack(target=1, psychic=False))
    blow = asked.then(1, m.Cast(spell="Z05"), dice=(1, 1))

    assert (blow.one("duel_decided").sum, blow.one("duel_decided").enemy_sum) == (5, 2 + 5 + 1)


def test_cave_r25_24a_psychic_blow_is_no_move_of_a_psychic_fight_and_stays_in_a_second_wind() -> None:
    mind = do(
        scene(hero("C5", spells=("Z05",)), NOBODY, discards=("Z04", "Z01"), lying={"S1": ("J15",)}),
        Fight(seat=0, by="power", cards=("J15",)),
        dice=(3, 3),
    )
    assert mind.types[0] == "die_rolled"

    hunter = hero("C6", power=3, spells=("Z05",))
    asked = do(
        scene(hunter, NOBODY, discards=("Z04",), lying={"S1": ("J12",)}), Fight(seat=0, by="strength", cards=("J12",))
    )
    lost = asked.then(0, m.Cast(spell="Z05"), dice=(1, 6))
    again = lost.then(0, m.FightAgain(), dice=(2, 2))
    assert lost.one("fight_decided").sum == 4 + 1 + 3 + 1
    assert again.one("fight_decided").sum == 4 + 1 + 3 + 2


def test_cave_r27_11_shaman_and_warlock_may_attack_with_power_others_not() -> None:
    minds = do(scene(hero("C5"), hero("C2")), Arrive(seat=0))
    others = do(scene(hero("C4"), hero("C2")), Arrive(seat=0))
    psychic = {"type": "attack", "target": 1, "psychic": True}

    assert psychic in offered(minds.state, 0)
    assert psychic not in offered(others.state, 0)
    assert_refused(others.state, 0, m.Attack(target=1, psychic=True), "not_offered")
    assert minds.then(0, m.Attack(target=1, psychic=True), dice=(1, 1)).one("duel_decided").by == "power"


def test_cave_r27_3_devouring_takes_no_psychic_fight() -> None:
    state = scene(hero("C1", power=9), hero("C2", endurance=1, gold=0))
    asked = do(state, Arrive(seat=0))

    assert {"type": "attack", "target": 1, "psychic": True} not in offered(asked.state, 0)


@pytest.mark.parametrize(("face", "fought"), [(4, False), (3, True)])
def test_cave_r27_16_the_thief_slips_away_on_4_to_6(face: int, fought: bool) -> None:
    asked = do(scene(hero("C4"), hero("C7", "S1")), Arrive(seat=0)).then(0, m.Attack(target=1, psychic=False))
    tried = asked.then(1, m.Evade(ability="slip_away"), dice=(face, 3, 4) if fought else (face,))

    assert default(asked.state, 1) == m.Evade(ability="slip_away")
    assert ("duel_decided" in tried.types) is fought
