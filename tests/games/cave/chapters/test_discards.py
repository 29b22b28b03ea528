from games.cave import moves as m
from tests.games.cave.scene import carry_out, hero, ignored


def test_cave_r25_6_a_random_discard_takes_what_chance_picks_and_shows_it() -> None:
    played = carry_out("discard_cards(spell,1,random)", hero("C8", spells=("Z05", "Z01")), picks=["Z01"])

    assert played.hero().spells == ("Z05",)
    assert played.one("belonging_discarded").card == "Z01"
    assert played.one("belonging_discarded").draws is not None
    assert played.board.spells.discard == ("Z01",)


def test_cave_r25_6_who_has_nothing_of_the_kind_loses_nothing() -> None:
    assert ignored(carry_out("discard_cards(spell,1,random)")) == "nothing_to_discard"


def test_cave_r25_6_by_own_choice_the_owner_names_the_cards_one_after_the_other() -> None:
    asked = carry_out("discard_cards(object,2,own)", hero(objects=("J38", "P21", "J40")))
    assert asked.question.kind == "discard_cards"

    once = asked.then(0, m.DiscardCard(card="P21"))
    assert once.question.kind == "discard_cards"

    twice = once.then(0, m.DiscardCard(card="J38"))
    assert twice.hero().objects == ("J40",)
    assert twice.board.adventure.discard == ("P21",)
    assert twice.board.cave.discard == ("J38",)


def test_cave_r25_6_friends_go_to_the_discard_of_their_own_deck() -> None:
    played = carry_out("discard_cards(friend,1,own)", hero(friends=("P25",)))

    assert played.hero().friends == ()
    assert played.board.adventure.discard == ("P25",)
