from games.cave import moves as m
from games.cave.agenda.jobs import Arrive
from games.cave.view import view
from tests.games.cave.scene import assert_refused, default, do, hero, kinds, met, offered, play, scene


def test_cave_5_4_5_4a_6_4_and_6_4a_objects_and_friends_are_left_at_any_own_decision_and_the_prompt_stands_again() -> (
    None
):
    asked = met("C4", "J40", objects=("J36",), friends=("P25",))
    dropped = asked.then(0, m.DropObject(card="J36"))
    left = dropped.then(0, m.LeaveFriend(card="P25"))

    assert left.question.kind == "take"
    assert left.board.ground("S1").cards == ("J40", "J36", "P25")
    assert left.hero().owned == ()


def test_cave_5_1_6_1_and_6_2_what_one_owns_is_public_and_friends_are_any_number() -> None:
    friends = ("J46", "J47", "J48", "P25")
    shown = view(scene(hero("C4", objects=("J36",), friends=friends)), 1)["adventurers"]
    assert isinstance(shown, list)
    assert shown[0]["objects"] == ("J36",)
    assert shown[0]["friends"] == friends


def test_cave_5_3_and_3_5_five_objects_are_too_many_and_gold_is_none() -> None:
    excess = do(scene(hero("C4", gold=9, objects=("J36", "J37", "J38", "J39"))), Arrive(seat=0), picks=[])
    over = do(scene(hero("C4", objects=("J36", "J37", "J38", "J39", "J40"))), Arrive(seat=0))

    assert excess.question.kind == "split_draw"
    assert over.question.kind == "drop_excess"


def test_cave_5_5_the_owner_decides_which_to_keep_and_the_clock_drops_the_newest() -> None:
    over = do(scene(hero("C4", objects=("J36", "J37", "J38", "J39", "J40"))), Arrive(seat=0))
    kept = over.then(0, m.DropExcess(cards=("J36",)))
    assert default(over.state, 0) == m.DropExcess(cards=("J40",))
    assert kept.hero().objects == ("J37", "J38", "J39", "J40")
    assert kept.board.ground("S1").cards == ("J36",)
    assert_refused(over.state, 0, m.DropExcess(cards=("J36", "J37")), "not_offered")


def test_cave_5_3a_the_porter_carries_four_more() -> None:
    objects = ("J36", "J37", "J38", "J39", "J40")

    assert do(scene(hero("C4", objects=objects, friends=("J47",))), Arrive(seat=0)).question.kind == "split_draw"


def test_cave_2_8a_the_owner_chooses_the_clock_discards_the_newest_and_it_lies_face_up() -> None:
    state = scene(hero("C8", objects=("J42",), power=5, spells=("Z01", "Z02", "Z03")))
    asked = play(state, 0, m.DropObject(card="J42"))
    chosen = asked.then(0, m.DiscardSpell(spell="Z01"))

    assert default(asked.state, 0) == m.DiscardSpell(spell="Z03")
    assert chosen.board.spells.discard == ("Z01",)
    assert chosen.hero().spells == ("Z02", "Z03")


def test_cave_9_3_there_is_no_move_that_throws_a_spell_away() -> None:
    assert kinds(hero("C8", spells=("Z01",))) == {"roll", "step", "dark_pact"}


def test_cave_r23_4_a_set_of_trophies_may_be_named_in_any_order_and_is_listed_once() -> None:
    state = scene(hero("C4", strength=4, trophies=("J05", "J06", "P08")))
    listed = [move["cards"] for move in offered(state, 0) if move["type"] == "exchange_trophies"]

    assert play(state, 0, m.ExchangeTrophies(cards=("P08", "J05"))) == play(
        state, 0, m.ExchangeTrophies(cards=("J05", "P08"))
    )
    assert ["J05", "P08"] in listed
    assert ["P08", "J05"] not in listed
    assert_refused(state, 0, m.ExchangeTrophies(cards=("P08", "P08")), "not_offered")


def test_cave_r23_4_and_5_5_what_is_too_much_may_be_named_in_any_order_and_is_listed_once() -> None:
    over = do(scene(hero("C4", objects=("J36", "J37", "J39", "J40", "J41", "J38"))), Arrive(seat=0))
    sets = [move["cards"] for move in offered(over.state, 0) if move["type"] == "drop_excess"]
    dropped = over.then(0, m.DropExcess(cards=("J41", "J36")))

    assert ["J36", "J41"] in sets
    assert len({frozenset(cards) for cards in sets}) == len(sets) == 15
    assert dropped == over.then(0, m.DropExcess(cards=("J36", "J41")))
    assert dropped.hero().objects == ("J37", "J39", "J40", "J38")


def test_cave_r23_4_trophies_may_be_exchanged_at_any_own_decision_and_the_prompt_stands_again() -> None:
    state = scene(hero("C4", trophies=("J05", "J06", "P08")))
    exchanged = play(state, 0, m.ExchangeTrophies(cards=("J05", "P08")))

    assert exchanged.hero().strength == 5
    assert exchanged.hero().trophies == ("J06",)
    assert exchanged.question.kind == "start_action"
