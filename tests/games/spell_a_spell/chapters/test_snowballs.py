from collections.abc import Sequence
from typing import Any

import pytest

from games.core.moves import Resign
from games.core.records import replace
from games.core.testing import StackedChance
from games.spell_a_spell.components.cards import of_kind
from games.spell_a_spell.state import Defending, Replying, Turn, without
from tests.games.spell_a_spell.scene import (
    DECLINE,
    END,
    FIREWALL,
    SANDSTORM,
    SNOWBALL,
    Played,
    assert_refused,
    cast,
    listed,
    play,
    scene,
    stacked,
    types_asked,
)


class LowestChance(StackedChance):
    """Chance that always picks the first: the lowest letter of a hand, so that no effect card is stolen."""

    def one_of(self, items: Sequence[Any]) -> Any:
        self.next_draw += 1
        return items[0]


def turn_of(played: Played) -> int:
    assert isinstance(played.state, Turn)
    return played.state.seat


def chain(*thefts: int, hands: int = 8, **options: Any) -> Played:
    """Three seats throw snowball after snowball, nobody defends; one throw more than `thefts` is declined."""
    letters = ["אבגדהוזח", "טיכלמנסע", "פצקרשתאב"]
    snowballs = [" snowball snowball", " snowball snowball", " snowball"]
    state = scene(*(f"{word[:hands]}{balls}" for word, balls in zip(letters, snowballs, strict=True)), **options)
    moves: list[Any] = [(0, SNOWBALL)]
    for number in range(len(thefts)):
        target = (number + 1) % 3
        last = number == len(thefts) - 1
        moves += [(target, DECLINE), (target, DECLINE if last else SNOWBALL)]
    return play(state, *moves, chance=LowestChance())


def test_v7_sas_35_a_snowball_takes_one_card_and_the_turn_goes_back_under_the_spell() -> None:
    played = play(scene("אב snowball", "גדה", spell="מלך"), (0, SNOWBALL), (1, DECLINE), (1, DECLINE))

    assert played.types == [
        "effect_played",
        "snowball_thrown",
        "window_opened",
        "window_declined",
        "cards_stolen",
        "window_opened",
        "window_declined",
        "snowball_round_ended",
    ]
    assert played.sizes() == [3, 2]
    assert turn_of(played) == 0
    assert played.table.spell is not None


def test_v8_sas_36_the_neighbour_replies_and_takes_two_from_his_left() -> None:
    state = scene("אב snowball", "גדה snowball", "פצק")
    played = play(
        state, (0, SNOWBALL), (1, DECLINE), (1, SNOWBALL), (2, DECLINE), (2, DECLINE), chance=stacked("L-ג-1")
    )

    assert [(e.seat, e.target, e.count) for e in played.of("cards_stolen")] == [(0, 1, 1), (1, 2, 2)]
    assert turn_of(played) == 0


def test_sas_36_the_kth_snowball_takes_k_over_the_initiator_too() -> None:
    played = chain(1, 2, 3, 4, 5)

    assert [event.takes for event in played.of("snowball_thrown")] == [1, 2, 3, 4, 5]
    assert [(e.seat, e.target, e.count) for e in played.of("cards_stolen")] == [
        (0, 1, 1),
        (1, 2, 2),
        (2, 0, 3),
        (0, 1, 4),
        (1, 2, 5),
    ]
    assert len(played.table.discard) == 5


def test_sas_36_with_the_cap_no_snowball_takes_more_than_two() -> None:
    assert [event.count for event in chain(1, 2, 3, 4, 5, snowball_growth="capped_at_2").of("cards_stolen")] == [
        1,
        2,
        2,
        2,
        2,
    ]


def test_v9_sas_40_a_firewall_of_the_target_stops_theft_and_round_and_leaves_the_spell() -> None:
    played = play(scene("אב snowball", "גד firewall", spell="מלך"), (0, SNOWBALL), (1, FIREWALL))

    assert played.of("cards_stolen") == []
    assert played.one("snowball_round_ended").reason == "firewall"
    assert played.sizes() == [2, 2]
    assert played.table.spell is not None
    assert turn_of(played) == 0


def test_sas_40_earlier_thefts_of_the_round_stand() -> None:
    state = scene("אב snowball", "גד snowball", "פצ firewall")
    played = play(state, (0, SNOWBALL), (1, DECLINE), (1, SNOWBALL), (2, FIREWALL), chance=stacked("L-ג-1"))

    assert played.sizes() == [3, 1, 2]
    assert played.one("snowball_round_ended").seat == 0


def test_v10_sas_37_after_the_round_the_spell_must_still_be_answered() -> None:
    state = scene("אב snowball", "גדה", spell="מלך")
    played = play(state, (0, SNOWBALL), (1, DECLINE), (1, DECLINE), (0, END))

    assert played.one("seat_bewitched").seat == 0
    assert played.sizes()[0] == 7


def test_v11_sas_40_the_english_example_of_two_players() -> None:
    state = scene("אב snowball", "גד snowball firewall", on=1, spell="מלך")
    played = play(state, (1, SNOWBALL), (0, DECLINE), (0, SNOWBALL), (1, FIREWALL), chance=stacked("L-א-1"))

    assert [(event.seat, event.count) for event in played.of("cards_stolen")] == [(1, 1)]
    assert [event.takes for event in played.of("snowball_thrown")] == [1, 2]
    assert turn_of(played) == 1
    assert played.table.spell is not None
    assert_refused(played.state, 1, cast("אי"), "hand_cannot_lay", "SAS-10")


def test_v18_sas_38_who_loses_his_only_snowball_cannot_reply() -> None:
    state = scene("אב snowball", "גד snowball")
    played = play(state, (0, SNOWBALL), (1, DECLINE), chance=stacked("FX-SNOW-2"))

    assert isinstance(played.state, Replying)
    assert listed(played.state, 1) == [{"type": "decline"}]
    assert_refused(played.state, 1, SNOWBALL, "effect_not_in_hand", "SAS-31")


def test_v18_sas_38_a_firewall_can_be_used_before_the_theft_only() -> None:
    opened = play(scene("אב snowball", "גד firewall"), (0, SNOWBALL))
    assert {"type": "play_effect", "effect": "firewall"} in listed(opened.state, 1)

    after = play(opened.state, (1, DECLINE), chance=stacked("L-ג-1"))
    assert listed(after.state, 1) == [{"type": "decline"}]
    assert_refused(after.state, 1, FIREWALL, "only_a_snowball_now", "SAS-38")


def test_sas_38_before_the_theft_no_snowball_can_be_thrown() -> None:
    opened = play(scene("אב snowball", "גד snowball sandstorm"), (0, SNOWBALL))

    for effect in (SNOWBALL, SANDSTORM):
        assert_refused(opened.state, 1, effect, "only_a_firewall_now", "SAS-38")


def test_v19_sas_39_fewer_cards_than_due_are_all_taken_and_the_round_ends() -> None:
    moves = [(0, SNOWBALL), (1, DECLINE), (1, SNOWBALL), (2, DECLINE), (2, SNOWBALL), (0, DECLINE)]
    played = play(scene("א snowball", "דהו snowball", "פצק snowball"), *moves, chance=LowestChance())

    assert played.of("cards_stolen")[-1].count == 2
    assert played.one("snowball_round_ended").reason == "empty_hand"
    assert played.sizes()[0] == 0


def test_v19_sas_39_an_empty_hand_has_no_window_and_ends_the_round() -> None:
    played = play(scene("אב snowball", ""), (0, SNOWBALL))

    assert played.types == ["effect_played", "snowball_thrown", "snowball_round_ended"]
    assert played.one("snowball_round_ended").reason == "empty_hand"
    assert turn_of(played) == 0


def test_v27_sas_37_who_steals_the_missing_letters_may_resist_with_them() -> None:
    state = scene("קו snowball", "פא", spell="מלך")
    played = play(state, (0, SNOWBALL), (1, DECLINE), (1, DECLINE), (0, cast("קוף")), chance=stacked("L-פ-1"))

    assert played.one("spell_ended").reason == "resisted"


def test_v30_sas_38_a_target_without_answers_is_asked_in_both_windows_all_the_same() -> None:
    opened = play(scene("אב snowball", "גדה"), (0, SNOWBALL))
    assert isinstance(opened.state, Defending)
    assert listed(opened.state, 1) == [{"type": "decline"}]

    taken = play(opened.state, (1, DECLINE))
    assert isinstance(taken.state, Replying)
    assert listed(taken.state, 1) == [{"type": "decline"}]
    assert taken.sizes()[1] == 2


def test_sas_37_a_reply_is_free_also_for_who_holds_a_snowball() -> None:
    state = scene("אב snowball", "גד snowball")
    played = play(state, (0, SNOWBALL), (1, DECLINE), (1, DECLINE), chance=stacked("L-ג-1"))

    assert played.one("snowball_round_ended").reason == "declined"


def test_sas_39_stolen_cards_join_the_hand_and_nobody_refills_during_the_round() -> None:
    played = play(scene("אבגדהו snowball", "יכ"), (0, SNOWBALL), (1, DECLINE), (1, DECLINE))

    assert played.sizes() == [7, 1]
    assert played.of("cards_drawn") == []


def test_sas_39_thief_and_target_know_the_cards() -> None:
    stolen = play(scene("אב snowball", "גדה", "פצ"), (0, SNOWBALL), (1, DECLINE)).one("cards_stolen")

    assert stolen.told == (0, 1)
    assert stolen.open_cards is None


def test_sas_38_only_the_target_answers_and_nothing_else_is_played_meanwhile() -> None:
    opened = play(scene("קופ snowball", "גדה", "פצ"), (0, SNOWBALL))

    assert types_asked(opened.state, 1) == ["decline"]
    assert_refused(opened.state, 2, DECLINE, "nothing_to_decline", "SAS-38")
    for move in (cast("קוף"), END):
        assert_refused(opened.state, 0, move, "not_your_turn", "SAS-6")
    assert_refused(opened.state, 0, SNOWBALL, "not_your_turn", "SAS-6")


def test_sas_8_a_second_snowball_of_the_turn_begins_a_new_round_from_one() -> None:
    state = scene("אב snowball snowball", "גדהו")
    played = play(state, (0, SNOWBALL), (1, DECLINE), (1, DECLINE), (0, SNOWBALL))

    assert [event.number for event in played.of("snowball_thrown")] == [1, 1]


@pytest.mark.parametrize("seat", [0, 1])
def test_sas_49_the_round_ends_when_initiator_or_target_resigns(seat: int) -> None:
    opened = play(scene("אב snowball", "גדה", "פצ", spell="מלך"), (0, SNOWBALL))
    played = play(opened.state, (seat, Resign()))

    assert played.one("snowball_round_ended").reason == "resigned"
    assert played.of("cards_stolen") == []
    assert turn_of(played) == (1 if seat == 0 else 0)


def spent(state: Turn, effect: str, left: int = 0) -> Turn:
    """The state with all cards of this effect but `left` beside the deck, as far as the deck has them."""
    cards = of_kind(state.table.deck, effect)
    gone = cards[: len(cards) - left]
    return replace(state, table=replace(state.table, deck=without(state.table.deck, gone), discard=gone))


def windows(played: Played) -> list[str]:
    return [event.window for event in played.of("window_opened")]


def test_sas_52_with_all_firewalls_beside_the_deck_nobody_is_asked_for_one() -> None:
    state = spent(scene("אב snowball", "גדה", windows="needed"), "firewall")
    played = play(state, (0, SNOWBALL))

    assert windows(played) == ["reply"]
    assert "SAS-52" in played.one("cards_stolen").rules
    assert isinstance(played.state, Replying)


def test_sas_52_with_all_snowballs_beside_the_deck_the_round_ends_with_the_theft() -> None:
    state = spent(scene("אב snowball", "גדה", windows="needed"), "snowball")
    played = play(state, (0, SNOWBALL), (1, DECLINE))

    assert windows(played) == ["defence"]
    ended = played.one("snowball_round_ended")
    assert (ended.reason, ended.rules) == ("no_answer", ("SAS-37", "SAS-52"))
    assert turn_of(played) == 0


@pytest.mark.parametrize("target", ["גדה", "גדה firewall", "גדה snowball"])
def test_sas_52_while_one_card_may_be_held_the_target_is_asked_whatever_it_holds(target: str) -> None:
    hidden = {"firewall": int("firewall" not in target), "snowball": int("snowball" not in target)}
    state = scene("אב snowball", target, windows="needed")
    for effect, left in hidden.items():
        both = state.table.discard
        state = spent(state, effect, left)
        state = replace(state, table=replace(state.table, discard=(*both, *state.table.discard)))

    assert windows(play(state, (0, SNOWBALL), (1, DECLINE))) == ["defence", "reply"]


@pytest.mark.parametrize(
    ("target", "asked"), [("גדה", []), ("גדה firewall", ["defence"]), ("גדה snowball snowball", ["reply"])]
)
def test_sas_52_with_open_hands_only_a_target_that_holds_the_answer_is_asked(target: str, asked: list[str]) -> None:
    state = scene("אב snowball", target, windows="needed", open_hands=True)
    played = play(state, (0, SNOWBALL), *([(1, DECLINE)] if "firewall" in target else []), chance=LowestChance())

    assert windows(played) == asked


def test_sas_52_by_the_rulebook_every_target_with_a_card_is_asked() -> None:
    state = spent(scene("אב snowball", "גדה"), "firewall")

    assert windows(play(state, (0, SNOWBALL))) == ["defence"]
