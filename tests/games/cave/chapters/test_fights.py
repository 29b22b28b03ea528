import pytest

from games.cave import moves as m
from games.cave.agenda.jobs import Arrive, Fight, MeetCards
from games.cave.state import Adventurer
from tests.games.cave.scene import Played, default, do, hero, offered, refused, scene

NOBODY = hero("C3", "K9")


def fight(who: Adventurer, *cards: str, dice: tuple[int, ...] = (), by: str = "strength") -> Played:
    return do(scene(who, NOBODY, lying={"S1": cards}), Fight(seat=0, by=by, cards=cards), dice=dice)


def test_cave_r14_1_enemies_with_strength_fight_with_strength_and_spirits_with_power() -> None:
    def meeting(card: str) -> Played:
        state = scene(hero("C4"), NOBODY, lying={"S1": (card,)})
        return do(state, MeetCards(seat=0, lying=(card,)), dice=(3, 3))

    assert meeting("J01").one("fight_decided").by == "strength"
    assert meeting("J15").one("fight_decided").by == "power"


def test_cave_r14_2_the_adventurer_rolls_first_then_the_enemy_each_adding_its_strength() -> None:
    fought = fight(hero("C4"), "J09", dice=(5, 2))

    assert [event.purpose for event in fought.of("die_rolled")] == ["fight", "enemy"]
    assert (fought.one("fight_decided").sum, fought.one("fight_decided").enemy_sum) == (9, 8)


def test_cave_r14_2a_who_can_neither_evade_nor_cast_is_not_asked() -> None:
    assert "question_put" in fight(hero("C5"), "J01").types[:1]
    assert fight(hero("C4"), "J01", dice=(3, 3)).types[0] == "die_rolled"


def test_cave_r14_3a_the_best_weapon_is_used_without_a_question() -> None:
    fought = fight(hero("C4", objects=("P21", "J38")), "J09", dice=(1, 1))

    assert fought.one("fight_decided").sum == 4 + 2 + 1


def test_cave_1_6_and_1_1_total_strength_adds_what_is_owned_and_stores_none_of_it() -> None:
    who = hero("C4", objects=("J45",), friends=("P25",))
    fought = fight(who, "J09", dice=(1, 1))

    assert fought.one("fight_decided").sum == 4 + 1 + 2 + 1
    assert fought.hero().strength == 4


def test_cave_2_5_and_2_1_total_power_adds_what_is_owned_and_stores_none_of_it() -> None:
    fought = fight(hero("C4", objects=("J42", "J44")), "J15", dice=(1, 1), by="power")

    assert fought.one("fight_decided").sum == 2 + 1 + 2 + 1
    assert fought.hero().power == 2


def test_cave_r14_5a_of_a_group_all_are_killed_or_none() -> None:
    won, lost = fight(hero("C4", strength=9), "J01", "J02", dice=(6, 1)), fight(hero("C4"), "J01", "J02", dice=(1, 6))

    assert won.hero().trophies == ("J01", "J02")
    assert lost.board.ground("S1").cards == ("J01", "J02")


def test_cave_4_0_4_2_and_r14_4_a_lost_fight_costs_1_endurance_and_the_turn() -> None:
    lost = fight(hero("C4"), "J12", dice=(1, 6))

    assert lost.one("stat_changed").rules == ("CAVE-R14.4",)
    assert lost.hero().endurance == 3
    assert "turn_ended" in lost.types


def test_cave_r14_6_one_armour_rolls_the_best_and_outside_its_faces_it_does_not_hold() -> None:
    held = fight(hero("C4", objects=("P23", "J39")), "J12", dice=(1, 6, 4))
    broken = fight(hero("C4", objects=("P23", "J39")), "J12", dice=(1, 6, 3))

    assert held.one("armour_held").card == "J39"
    assert (held.hero().endurance, broken.hero().endurance) == (4, 3)


def test_cave_r14_8_what_the_victor_does_besides_happens_though_armour_held_and_not_on_a_draw() -> None:
    held = fight(hero("C4", objects=("J39",)), "J07", dice=(1, 6, 6))
    drawn = fight(hero("C4"), "J07", dice=(3, 3))

    assert (held.hero().endurance, held.hero().gold) == (4, 1)
    assert drawn.one("fight_decided").result == "drawn"
    assert drawn.hero().gold == 2


def test_cave_r14_8_each_enemy_of_the_group_does_what_its_text_says() -> None:
    lost = fight(hero("C4"), "J04", "J07", dice=(1, 6))

    assert (lost.hero().slow, lost.hero().gold) == (1, 1)


def test_cave_r14_7_enemies_without_a_card_give_no_trophy_and_are_no_monsters() -> None:
    hunter = do(
        scene(hero("C6"), NOBODY), Fight(seat=0, by="strength", value=3, source="N2", origin="area"), dice=(6, 1)
    )

    assert hunter.one("fight_decided").sum == 4 + 6
    assert hunter.hero().trophies == ()


def test_cave_r17_2_and_r25_23a_enemies_without_a_card_cannot_be_evaded() -> None:
    shaman = do(
        scene(hero("C5", spells=("Z01",)), NOBODY, discards=("Z04", "Z05")),
        Fight(seat=0, by="strength", value=3, source="N2", origin="area"),
        dice=(6, 1),
    )

    assert "question_put" not in shaman.types[: shaman.types.index("fight_decided")]


def test_cave_r15_1a_a_psychic_draw_ends_the_turn_and_costs_nothing() -> None:
    drawn = fight(hero("C4"), "J14", dice=(3, 3), by="power")

    assert drawn.one("fight_decided").result == "drawn"
    assert drawn.hero().endurance == 4
    assert "turn_ended" in drawn.types


def test_cave_r17_1_r17_1a_and_r27_12_the_shaman_may_evade_animals_and_exploring_goes_on() -> None:
    state = scene(hero("C5"), NOBODY, lying={"S1": ("J01", "J40")})
    asked = do(state, MeetCards(seat=0, lying=("J01", "J40")))
    evaded = asked.then(0, m.Evade(ability="beast_speech"))

    assert asked.question.kind == "before_fight"
    assert evaded.one("evaded").cards == ("J01",)
    assert evaded.question.kind == "take"


def test_cave_r17_1_invisibility_covers_all_attackers_on_the_area_at_once() -> None:
    state = scene(hero("C8", spells=("Z01",)), NOBODY, lying={"S1": ("J01", "J16", "J15", "J40")}, discards=("Z04",))
    asked = do(state, MeetCards(seat=0, lying=("J01", "J16", "J40"), drawn=("J15",)))
    evaded = asked.then(0, m.Cast(spell="Z01"))

    assert evaded.one("evaded").cards == ("J01", "J16", "J15")
    assert evaded.of("fight_decided") == []
    assert evaded.hero().cave_cards == 1
    assert evaded.board.ground("S1").cards == ("J01", "J16", "J15", "J40")
    assert evaded.question.kind == "take"


def test_cave_r17_1b_who_evades_some_fights_the_rest_in_the_same_fight() -> None:
    asked = fight(hero("C5"), "J01", "J06")
    rest = asked.then(0, m.Evade(ability="beast_speech"), dice=(6, 1))

    assert rest.one("fight_decided").cards == ("J06",)


def test_cave_r27_12_monsters_and_spirits_cannot_be_spoken_to() -> None:
    assert "question_put" not in fight(hero("C5"), "J06", dice=(3, 3)).types[:1]


def test_cave_r27_7_the_priestess_has_1_power_more_against_spirits() -> None:
    other = hero("C4", "K9")
    priestess = do(
        scene(hero("C3"), other, lying={"S1": ("J15",)}), Fight(seat=0, by="power", cards=("J15",)), dice=(1, 1)
    )
    demon = do(
        scene(hero("C3"), other), Fight(seat=0, by="power", value=5, source="demons", origin="chamber"), dice=(1, 1)
    )

    assert priestess.one("fight_decided").sum == 4 + 1 + 1
    assert demon.one("fight_decided").sum == 4 + 1 + 1


@pytest.mark.parametrize(("card", "sum"), [("J06", 4 + 1 + 1), ("J01", 4 + 1)])
def test_cave_r27_13_the_hunter_has_1_strength_more_where_a_monster_fights(card: str, sum: int) -> None:
    fought = fight(hero("C6", strength=4), card, dice=(1, 1))

    assert fought.one("fight_decided").sum == sum


def test_cave_r27_14_the_hunter_may_fight_a_lost_fight_again_and_the_second_result_stands() -> None:
    asked = fight(hero("C6"), "J12", dice=(1, 6))
    won = asked.then(0, m.FightAgain(), dice=(6, 1))
    lost = asked.then(0, m.FightAgain(), dice=(1, 6))
    accepted = asked.then(0, m.Accept())

    assert asked.question.kind == "second_wind"
    assert default(asked.state, 0) == m.FightAgain()
    assert won.hero().trophies == ("J12",)
    assert (lost.hero().endurance, accepted.hero().endurance) == (3, 3)


def test_cave_r27_4_the_cannibal_feasts_on_an_animal_once_a_fight_and_on_nothing_else() -> None:
    def healed(*cards: str) -> int:
        return fight(hero("C1", strength=9, endurance=1), *cards, dice=(6, 1)).hero().endurance

    assert healed("J01", "J02") == 2
    assert healed("J06") == 1


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
    refused(others.state, 0, m.Attack(target=1, psychic=True), "not_offered")
    assert minds.then(0, m.Attack(target=1, psychic=True), dice=(1, 1)).one("duel_decided").by == "power"


def test_cave_r27_3_devouring_takes_no_psychic_fight() -> None:
    state = scene(hero("C1", power=9), hero("C2", endurance=1, gold=0))
    asked = do(state, Arrive(seat=0))

    assert {"type": "attack", "target": 1, "psychic": True} not in offered(asked.state, 0)


@pytest.mark.parametrize(("face", "gold"), [(3, 2), (4, 3), (5, 3)])
def test_cave_12_2b_and_r27_15_the_thief_may_steal_gold_and_her_turn_ends(face: int, gold: int) -> None:
    asked = do(scene(hero("C7"), hero("C2")), Arrive(seat=0))
    stolen = asked.then(0, m.UseAbility(ability="pickpocket", target=1), dice=(face,))

    assert stolen.hero().gold == gold
    assert "turn_ended" in stolen.types


def test_cave_r27_15_on_a_6_she_takes_an_object_of_choice_or_gold() -> None:
    asked = do(scene(hero("C7"), hero("C2", objects=("J38",))), Arrive(seat=0))
    choosing = asked.then(0, m.UseAbility(ability="pickpocket", target=1), dice=(6,))

    assert choosing.question.kind == "pickpocket_take"
    assert choosing.then(0, m.Claim(prize="J38")).hero().objects == ("J38",)
    assert default(choosing.state, 0) == m.Claim(prize="gold")


@pytest.mark.parametrize(("face", "fought"), [(4, False), (3, True)])
def test_cave_r27_16_the_thief_slips_away_on_4_to_6(face: int, fought: bool) -> None:
    asked = do(scene(hero("C4"), hero("C7", "S1")), Arrive(seat=0)).then(0, m.Attack(target=1, psychic=False))
    tried = asked.then(1, m.Evade(ability="slip_away"), dice=(face, 3, 4) if fought else (face,))

    assert default(asked.state, 1) == m.Evade(ability="slip_away")
    assert ("duel_decided" in tried.types) is fought


def test_cave_4_3b_and_r24_3_the_new_adventurer_enters_at_once_with_fresh_values_and_acts_from_its_next_turn() -> None:
    dead = fight(hero("C4", endurance=1, lose_turn=2, slow=1, cave_cards=5, trophies=("J05",)), "J12", dice=(1, 6))
    born = dead.hero()

    assert (born.area, born.entered_from, born.endurance) == ("E", None, 4)
    assert (born.lose_turn, born.slow, born.cave_cards, born.trophies) == (0, 0, 0, ())
    assert dead.one("turn_started").seat == 1


def test_cave_4_3a_and_r23_13_trophies_and_spells_of_the_dead_are_discarded_face_up() -> None:
    asked = fight(hero("C8", endurance=1, spells=("Z02",), trophies=("J05",)), "J12")
    gone = asked.then(0, m.StandAndFight(), dice=(1, 6), picks=["C4"])

    assert gone.board.spells.discard == ("Z02",)
    assert gone.board.cave.discard == ("J05",)


def test_cave_r24_2_an_enemy_that_killed_stays_and_does_nothing_besides() -> None:
    dead = fight(hero("C4", endurance=1, gold=2), "J07", dice=(1, 6))

    assert dead.board.ground("S1").cards == ("J07",)
    assert dead.board.ground("S1").gold == 2
