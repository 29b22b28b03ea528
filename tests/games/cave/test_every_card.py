from collections.abc import Sequence
from typing import Any

import pytest

from games.cave import moves as m
from games.cave.agenda.jobs import DrawCards, ExploreArea, Fight, Instruct
from games.cave.agenda.questions import AboutToExplore
from games.cave.components.cards import BY_ID, CARDS
from games.cave.state import Adventurer
from games.core.moves import Move
from tests.games.cave.scene import Played, do, hero, play, scene

ENEMIES = [card.id for card in CARDS if card.type in ("animal", "monster", "spirit")]
OWNED = [card.id for card in CARDS if card.type in ("object", "magic_object", "friend")]
GOLD = [card.id for card in CARDS if card.type == "gold"]

Answer = tuple[Move, Sequence[int]]


def turned_up(
    card: str, who: Adventurer, *answers: Answer, dice: Sequence[int] = (), picks: Sequence[str] = ()
) -> Played:
    """The card is drawn in a corridor, and what it asks is answered; the events of all of it."""
    of_cave = BY_ID[card].deck == "cave"
    played = do(
        scene(who), DrawCards(seat=0, cave=int(of_cave), adventure=int(not of_cave)), dice=dice, picks=[card, *picks]
    )
    for move, rolled in answers:
        following = play(played.state, 0, move, dice=rolled)
        played = Played((*played.events, *following.events), following.state)
    return played


@pytest.mark.parametrize("card", ENEMIES)
def test_cave_r14_4_and_r15_2_each_enemy_can_be_beaten_and_becomes_a_trophy_unless_it_is_a_spirit(card: str) -> None:
    played = turned_up(card, hero(strength=9, power=9), dice=(6, 1))
    fight = played.one("fight_decided")

    assert (fight.sum, fight.enemy_sum, fight.result) == (15, 1 + (BY_ID[card].value or 0), "won")
    if BY_ID[card].type == "spirit":
        assert played.board.pile(BY_ID[card].deck).discard == (card,)
        assert played.hero().trophies == ()
    else:
        assert played.hero().trophies == (card,)


@pytest.mark.parametrize("card", ENEMIES)
def test_cave_r14_4_and_r15_1_each_enemy_can_win_and_stays_lying(card: str) -> None:
    played = turned_up(card, hero(), dice=(1, 6))

    assert played.one("fight_decided").result == "lost"
    assert played.hero().endurance == 3
    assert played.board.ground("S1").cards == (card,)
    assert "turn_ended" in played.types


@pytest.mark.parametrize(
    ("card", "changed"),
    [("J13", {"gold": 4}), ("J14", {"gold": 2}), ("J18", {"power": 10}), ("J19", {"power": 10, "spells": ("Z05",)})],
)
def test_cave_r25_9_who_beats_such_an_enemy_gets_what_its_text_says(card: str, changed: dict[str, Any]) -> None:
    picks = ("Z05",) if "spells" in changed else ()
    played = turned_up(card, hero(strength=9, power=9), dice=(6, 1), picks=picks)

    assert {name: getattr(played.hero(), name) for name in changed} == changed


@pytest.mark.parametrize(
    ("card", "changed"), [("J04", {"slow": 1}), ("J07", {"gold": 0}), ("J10", {"lose_turn": 2}), ("P12", {"gold": 0})]
)
def test_cave_r25_9_who_loses_to_such_an_enemy_suffers_what_its_text_says(card: str, changed: dict[str, Any]) -> None:
    played = turned_up(card, hero(), dice=(1, 6))

    assert {name: getattr(played.hero(), name) for name in changed} == changed


def test_cave_r25_9_the_nightmare_takes_a_spell_at_random() -> None:
    asked = turned_up("P15", hero("C8", spells=("Z05", "Z01")))
    lost = play(asked.state, 0, m.StandAndFight(), dice=(1, 6), picks=["Z01"])

    assert lost.hero().spells == ("Z05",)


EVENTS = [
    ("J20", hero("C4"), (1,), {"endurance": 3, "lose_turn": 0}),
    ("J20", hero("C4"), (3,), {"endurance": 4, "lose_turn": 0}),
    ("J20", hero("C4"), (5,), {"endurance": 4, "lose_turn": 0}),
    ("J21", hero(), (), {"slow": 1}),
    ("J23", hero(), (2, 1), {"endurance": 4}),
    ("J23", hero(), (2, 2), {"endurance": 3}),
    ("J25", hero(), (), {"power": 4}),
    ("P16", hero(), (), {"gold": 2}),
    ("J31", hero(), (1,), {"gold": 1}),
    ("J31", hero(), (4,), {"gold": 2}),
    ("J31", hero(), (6,), {"gold": 3}),
    ("J31", hero("C4"), (6,), {"gold": 5}),
]


@pytest.mark.parametrize(("card", "who", "dice", "changed"), EVENTS)
def test_cave_r28_each_event_and_stranger_that_asks_nothing_does_what_it_says_and_is_discarded(
    card: str, who: Adventurer, dice: Sequence[int], changed: dict[str, Any]
) -> None:
    played = turned_up(card, who, dice=dice)

    assert {name: getattr(played.hero(), name) for name in changed} == changed
    assert played.board.pile(BY_ID[card].deck).discard == (card,)


def test_cave_r28_darkness_slows_everybody() -> None:
    played = turned_up("J21", hero())

    assert [event.seat for event in played.of("penalty_set")] == [0, 1]


@pytest.mark.parametrize("card", ["J26", "P18"])
def test_cave_r28_an_echo_and_an_inspiration_bring_a_spell(card: str) -> None:
    assert turned_up(card, hero("C5"), picks=["Z06"]).hero().spells == ("Z06",)


def test_cave_r28_the_tremor_carries_one_to_a_corridor_and_is_discarded_before() -> None:
    played = do(
        scene(hero()), DrawCards(seat=0, cave=1, adventure=0), dice=(6, 1), picks=["J22", "X1", "J01", "J40", "J42"]
    )

    assert played.one("carried").after == "X1"
    assert played.types.index("card_discarded") < played.types.index("carried")


def test_cave_r28_the_river_carries_one_to_the_entrance() -> None:
    assert turned_up("J24", hero()).hero().area == "E"


ASKING = [
    ("J27", hero(endurance=1), m.Choose(option=0), (), {"endurance": 3}),
    ("J27", hero(endurance=1), m.Choose(option=2), (), {"endurance": 1}),
    ("J28", hero(strength=6), m.Choose(option=0), (6, 1), {"strength": 7}),
    ("J28", hero(), m.Choose(option=1), (), {"gold": 0, "lose_turn": 0}),
    ("J28", hero(), m.Choose(option=2), (), {"lose_turn": 1}),
    ("J29", hero(gold=2), m.Choose(option=0), (), {"gold": 0, "bonus": 2}),
    ("J29", hero(gold=2), m.Choose(option=2), (), {"gold": 2, "bonus": 0}),
    ("P17", hero(), m.Choose(option=0), (), {"endurance": 3}),
    ("P17", hero(), m.Choose(option=1), (), {"endurance": 4, "lose_turn": 0}),
    ("P19", hero(endurance=1), m.Pay(), (), {"gold": 0, "endurance": 3}),
    ("P19", hero(endurance=1), m.Decline(), (), {"gold": 1, "endurance": 1}),
    ("P20", hero(gold=2), m.Choose(option=0), (), {"gold": 0, "strength": 4}),
    ("P20", hero(gold=2), m.Choose(option=1), (4,), {"gold": 2, "strength": 3}),
    ("P20", hero(gold=2), m.Choose(option=1), (5,), {"gold": 2, "strength": 4}),
]


@pytest.mark.parametrize(("card", "who", "answer", "dice", "changed"), ASKING)
def test_cave_r28_each_card_that_asks_does_what_was_chosen_and_is_discarded(
    card: str, who: Adventurer, answer: Move, dice: Sequence[int], changed: dict[str, Any]
) -> None:
    played = turned_up(card, who, (answer, dice))

    assert {name: getattr(played.hero(), name) for name in changed} == changed
    assert played.board.pile(BY_ID[card].deck).discard == (card,)


def test_cave_r28_the_seer_shows_three_cave_cards() -> None:
    played = turned_up("J30", hero(), picks=["J12", "J40", "J25"])

    assert [seen.card for seen in played.board.cave.top] == ["J12", "J40", "J25"]


PLACES = [
    ("J32", hero(gold=2), (m.Pay(), ()), {"gold": 0, "endurance": 5, "cap": 5}, True),
    ("J32", hero(gold=2), (m.Decline(), ()), {"gold": 2, "endurance": 4, "cap": 4}, True),
    ("J33", hero(), (m.Pay(), (1,)), {"gold": 0, "endurance": 3}, True),
    ("J33", hero(), (m.Pay(), (3,)), {"gold": 0, "endurance": 4}, True),
    ("J33", hero(endurance=2), (m.Pay(), (4,)), {"gold": 0, "endurance": 3}, True),
    ("J33", hero(), (m.Pay(), (5,)), {"gold": 2}, True),
    ("J34", hero("C8"), None, {"power": 6}, False),
    ("J34", hero("C2"), None, {"power": 3, "endurance": 4}, True),
    ("J34", hero("C3"), None, {"endurance": 3}, False),
    ("J35", hero(), (m.Choose(option=2), ()), {"area": "S1"}, True),
    ("J35", hero(), (m.Choose(option=1), ()), {"area": "E"}, True),
    ("J35", hero(), (m.Choose(option=0), (4, 6, 1)), {"area": "K1"}, True),
]


@pytest.mark.parametrize(("card", "who", "answer", "changed", "stays"), PLACES)
def test_cave_r28_each_place_does_what_it_says_and_stays_if_it_says_so(
    card: str, who: Adventurer, answer: Answer | None, changed: dict[str, Any], stays: bool
) -> None:
    played = turned_up(card, who, *([answer] if answer else []))

    assert {name: getattr(played.hero(), name) for name in changed} == changed
    assert played.board.ground("S1").cards == ((card,) if stays else ())
    assert played.board.cave.discard == (() if stays else (card,))


def test_cave_r28_the_well_may_let_one_choose() -> None:
    asked = turned_up("J33", hero(), (m.Pay(), (6,)))

    assert asked.question.kind == "choose"
    assert asked.then(0, m.Choose(option=0)).hero().strength == 4


def test_cave_r24_1_who_dies_at_the_well_leaves_it_lying() -> None:
    asked = do(scene(hero(endurance=1)), DrawCards(seat=0, cave=1, adventure=0), picks=["J33"])
    died = play(asked.state, 0, m.Pay(), dice=(1,), picks=["C8"])

    assert "adventurer_died" in died.types
    assert died.board.ground("S1").cards == ("J33",)


@pytest.mark.parametrize("card", OWNED)
def test_cave_r13_4_each_object_and_friend_can_be_taken_or_left(card: str) -> None:
    asked = turned_up(card, hero())
    taken, left = asked.then(0, m.Take()), asked.then(0, m.LeaveLying())

    assert asked.question.kind == "take"
    assert taken.hero().owned == (card,)
    assert left.board.ground("S1").cards == (card,)


@pytest.mark.parametrize(("card", "who"), [("J43", "C8"), ("J44", "C3")])
def test_cave_5_2_what_an_alignment_may_not_own_stays_lying(card: str, who: str) -> None:
    played = turned_up(card, hero(who))

    assert played.question.kind == "start_action"
    assert played.board.ground("S1").cards == (card,)


@pytest.mark.parametrize("card", GOLD)
def test_cave_r13_4_gold_is_taken_and_its_card_discarded(card: str) -> None:
    played = turned_up(card, hero(), (m.Take(), ()))

    assert played.hero().gold == 1 + (BY_ID[card].value or 0)
    assert played.board.pile(BY_ID[card].deck).discard == (card,)


def _asked_before_fight(spell: str) -> Played:
    state = scene(hero("C5", spells=(spell,)), lying={"S1": ("J01",)}, discards=("Z04",))
    return do(state, Fight(seat=0, by="strength", cards=("J01",)))


def test_cave_z01_invisibility_evades_all_enemies_and_exploring_goes_on() -> None:
    played = _asked_before_fight("Z01").then(0, m.Cast(spell="Z01"))

    assert played.one("evaded").cards == ("J01",)
    assert "fight_decided" not in played.types
    assert played.board.spells.discard == ("Z04", "Z01")


def test_cave_z05_psychic_blow_adds_power_to_strength() -> None:
    cast = _asked_before_fight("Z05").then(0, m.Cast(spell="Z05"))
    fought = cast.then(0, m.StandAndFight(), dice=(1, 1))

    assert fought.one("fight_decided").sum == 2 + 4 + 1


def test_cave_z02_immobility_costs_another_a_turn() -> None:
    state = scene(hero("C5", spells=("Z02",)), discards=("Z04",))
    played = play(state, 0, m.CastAt(spell="Z02", target=1))

    assert played.hero(1).lose_turn == 1
    assert played.question.kind == "start_action"


def test_cave_z03_healing_cures_its_caster() -> None:
    played = play(scene(hero("C5", spells=("Z03",), endurance=1), discards=("Z04",)), 0, m.Cast(spell="Z03"))

    assert played.hero().endurance == 4


def test_cave_z04_counterspell_cancels_a_spell_and_both_are_discarded() -> None:
    state = scene(hero("C5", spells=("Z03",), endurance=1), hero("C8", "K9", spells=("Z04",)))
    played = play(state, 0, m.Cast(spell="Z03")).then(1, m.Cancel())

    assert played.hero().endurance == 1
    assert set(played.board.spells.discard) == {"Z03", "Z04"}


def test_cave_r23_5_the_caster_is_not_asked_to_answer_his_own_spell() -> None:
    state = scene(hero("C5", spells=("Z03", "Z05"), endurance=1), hero("C8", "K9", spells=("Z02",)))

    assert play(state, 0, m.Cast(spell="Z03")).question.seats == (1,)


def test_cave_z06_rock_parting_opens_a_gate_and_lets_its_caster_through() -> None:
    state = scene(hero("C5", "W1", spells=("Z06",)), discards=("Z04",))
    opened = play(state, 0, m.Cast(spell="Z06"))

    assert opened.board.gates_open == ("G1",)
    through = opened.then(0, m.TryGate(gate="G1", by="open"), picks=["J40", "J42"])
    assert through.hero().area == "W2"


def test_cave_z07_will_o_the_wisp_makes_the_die_lead_another() -> None:
    state = scene(hero("C5", spells=("Z07",)), discards=("Z04",))

    assert play(state, 0, m.CastAt(spell="Z07", target=1)).hero(1).force_die == 1


def test_cave_z08_the_eye_shows_three_cards_and_orders_them() -> None:
    who = hero("C5", "W1", spells=("Z08",))
    asked = Played((), scene(who, question=AboutToExplore(seat=0), discards=("Z04",)))
    seen = asked.then(0, m.CastOnDeck(spell="Z08", deck="cave"), picks=["J12", "J40", "J25"])
    assert seen.question.kind == "eye"

    ordered = seen.then(0, m.OrderCards(cards=("J40", "J12", "J25")))
    assert ordered.one("card_drawn").card == "J40"
    assert [left.card for left in ordered.board.cave.top] == ["J12", "J25"]


AREAS = [
    ("M1", hero("C2", "M1", endurance=2), (), {"endurance": 3}),
    ("D2", hero("C2", "D2"), (1,), {"endurance": 3}),
    ("D2", hero("C2", "D2"), (5,), {"gold": 2}),
    ("D2", hero("C4", "D2"), (6,), {"gold": 5}),
    ("M7", hero("C2", "M7"), (1,), {"lose_turn": 1}),
    ("M7", hero("C2", "M7"), (2,), {"endurance": 3}),
    ("M7", hero("C2", "M7"), (5,), {"gold": 2}),
    ("U6", hero("C4", "U6"), (2,), {"endurance": 3}),
    ("U6", hero("C4", "U6"), (3,), {"endurance": 4}),
    ("U6", hero("C2", "U6"), (), {"endurance": 4}),
    ("E1", hero("C2", "E1"), (1, 1, 6), {"endurance": 3}),
    ("N2", hero("C2", "N2", strength=6), (1, 6, 1), {"endurance": 4}),
    ("N5", hero("C4", "N5"), (2,), {"area": "N5"}),
]


@pytest.mark.parametrize(("area", "who", "dice", "changed"), AREAS)
def test_cave_r26_4_each_area_carries_out_its_instruction(
    area: str, who: Adventurer, dice: Sequence[int], changed: dict[str, Any]
) -> None:
    played = do(scene(who), Instruct(seat=0), dice=dice)

    assert {name: getattr(played.hero(), name) for name in changed} == changed


@pytest.mark.parametrize(
    ("area", "gold", "changed"), [("S3", 2, {"gold": 0, "spells": ("Z05",)}), ("S5", 3, {"gold": 0, "strength": 2 + 1})]
)
def test_cave_r26_4_the_library_and_the_forge_sell_for_gold(area: str, gold: int, changed: dict[str, Any]) -> None:
    asked = do(scene(hero("C5", area, gold=gold)), Instruct(seat=0))
    paid = asked.then(0, m.Pay(), picks=["Z05"] if area == "S3" else [])

    assert {name: getattr(paid.hero(), name) for name in changed} == changed


def test_cave_r26_4_the_stone_bridge_may_throw_one_down() -> None:
    fallen = do(scene(hero("C4", "N5")), Instruct(seat=0), dice=(1,))

    assert fallen.hero().endurance == 3
    assert fallen.one("carried").after == "M5"
    assert fallen.question.kind == "split_draw"


def test_cave_r26_4_the_entrance_has_nothing_to_carry_out() -> None:
    played = do(scene(hero("C2", "E", endurance=2)), ExploreArea(seat=0))

    assert played.hero().endurance == 2
    assert played.types == ["turn_ended", "turn_started", "question_put"]


CHAMBERS = [
    ((1, 1), {"endurance": 3, "lose_turn": 1}),
    ((1, 3, 1, 6), {"endurance": 3}),
    ((1, 5, 1, 6), {"endurance": 3}),
    ((2, 1), {"endurance": 3}),
    ((2, 2), {"lose_turn": 1}),
    ((2, 3), {"endurance": 4}),
    ((2, 4), {"gold": 2}),
    ((4, 6, 1), {"power": 4}),
    ((6, 1, 1, 2), {"lose_turn": 0}),
    ((6, 3, 6, 6), {"lose_turn": 2}),
]


@pytest.mark.parametrize(("dice", "changed"), CHAMBERS)
def test_cave_r19_2_each_kind_of_chamber_does_what_it_says(dice: Sequence[int], changed: dict[str, Any]) -> None:
    played = do(scene(hero("C2", "K1")), Instruct(seat=0), dice=dice)

    assert {name: getattr(played.hero(), name) for name in changed} == changed


def test_cave_r19_2_the_temple_may_give_a_spell_or_a_choice() -> None:
    assert do(scene(hero("C5", "K1")), Instruct(seat=0), dice=(2, 5), picks=["Z05"]).hero().spells == ("Z05",)

    asked = do(scene(hero("C5", "K1")), Instruct(seat=0), dice=(2, 6))
    assert asked.then(0, m.Choose(option=1)).hero().power == 5


@pytest.mark.parametrize(("option", "changed"), [(0, {"endurance": 4}), (1, {"spells": ("Z05",)}), (2, {"gold": 2})])
def test_cave_r19_2_the_grotto_heals_teaches_or_pays(option: int, changed: dict[str, Any]) -> None:
    asked = do(scene(hero("C5", "K1", endurance=1)), Instruct(seat=0), dice=(3,))
    played = asked.then(0, m.Choose(option=option), picks=["Z05"] if option == 1 else [])

    assert {name: getattr(played.hero(), name) for name in changed} == changed


def test_cave_r19_2_the_gladiators_are_fought_for_strength_or_gold_or_paid_off() -> None:
    asked = do(scene(hero("C4", "K1")), Instruct(seat=0), dice=(5,))
    won = asked.then(0, m.Choose(option=0), dice=(6, 1))

    assert won.then(0, m.Choose(option=0)).hero().strength == 5
    assert won.then(0, m.Choose(option=1)).hero().gold == 4
    assert asked.then(0, m.Choose(option=1)).hero().gold == 1


def test_every_card_in_play_is_played_here() -> None:
    played = {*ENEMIES, *OWNED, *GOLD, "J22", "J24", "J26", "P18", "J30", *(f"Z0{n}" for n in range(1, 9))}
    played |= {row[0] for row in EVENTS} | {row[0] for row in ASKING} | {row[0] for row in PLACES}

    assert {card.id for card in CARDS if not card.set_aside} == played
