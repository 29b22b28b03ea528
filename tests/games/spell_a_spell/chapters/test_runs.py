from collections import Counter
from typing import Any

import pytest

from games.core.chance import Chance
from games.core.errors import RuleBroken
from games.core.events import Draws
from games.core.prompts import violations
from games.spell_a_spell import GAME, GAME_1
from games.spell_a_spell.components.cards import DECK_SIZE, DECKS, NEWEST_DECK
from games.spell_a_spell.components.spelling import LETTERS
from games.spell_a_spell.lexicon.entries import FIRST, newest
from games.spell_a_spell.state import Turn
from tests.games.spell_a_spell.scene import ALL, END, RULEBOOK, Played, cast, play, scene, started, written

# Section 9 of the rules page.
SAS76 = "א4 ב4 ג2 ד2 ה4 ו7 ז1 ח3 ט2 י6 כ2 ל4 מ5 נ5 ס2 ע2 פ4 צ2 ק3 ר6 ש3 ת3"


def refused_at_start(seats: int, **options: Any) -> RuleBroken:
    with pytest.raises(RuleBroken) as caught:
        GAME.start(GAME.options(options), seats, Chance(bytes(32)))
    return caught.value


def test_sas_1_there_are_ninety_different_cards_76_letters_3_fog_and_11_effects() -> None:
    faces = Counter(DECKS[NEWEST_DECK].values())

    assert len(ALL) == DECK_SIZE == 90
    assert sum(faces[letter] for letter in LETTERS) == 76
    assert (faces["fog"], faces["sandstorm"], faces["firewall"], faces["snowball"]) == (3, 3, 3, 5)


def test_sas_2_the_letters_are_those_of_the_deck_table_and_every_letter_occurs() -> None:
    faces = Counter(DECKS["sas76.v1"].values())

    assert " ".join(f"{letter}{faces[letter]}" for letter in LETTERS) == SAS76


def test_sas_2_the_first_event_pins_the_deck_table_and_the_lexicon() -> None:
    options = started(2).events[0].options  # type: ignore[attr-defined]

    assert options["deck"] == "sas76.v1"
    assert options["lexicon"] == newest()
    assert options == GAME.options(RULEBOOK)


def test_sas_3_a_card_stands_for_its_letter_in_the_last_place_too() -> None:
    assert play(scene("קופ", "א"), (0, cast("קוף"))).one("word_cast").word == "קוף"


@pytest.mark.parametrize("seats", [1, 6])
def test_sas_4_a_match_starts_with_two_to_five_players_only(seats: int) -> None:
    refusal = refused_at_start(seats)

    assert (refusal.code, refusal.clause, refusal.params) == ("wrong_number_of_seats", "SAS-4", {"seats": seats})
    assert (GAME.min_seats, GAME.max_seats) == (2, 5)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_sas_5_each_player_is_dealt_six_and_the_rest_is_the_deck(seats: int) -> None:
    new = started(seats)

    assert new.sizes() == [6] * seats
    assert len(new.table.deck) == 90 - 6 * seats
    assert sorted([*new.table.deck, *(card for player in new.table.players for card in player.hand)]) == sorted(ALL)
    assert [event.count for event in new.of("cards_dealt")] == [6] * seats


def test_sas_5_each_card_dealt_has_a_draw_of_its_own() -> None:
    new = started(2)

    assert [event.draws for event in new.of("cards_dealt")] == [Draws(first=1, count=6), Draws(first=7, count=6)]


def test_sas_5_effect_cards_in_an_opening_hand_do_nothing_by_themselves() -> None:
    new = started(2, 0, "FX-SNOW-1", "FX-SAND-1", "FX-FIRE-1", "L-א-1", "L-א-2", "L-א-3")

    assert new.faces(0) == "אאא sandstorm firewall snowball"
    assert new.types == ["run_started", "cards_dealt", "cards_dealt", "turn_started"]


@pytest.mark.parametrize(("dealer", "first"), [(0, 1), (1, 2), (2, 0)])
def test_sas_6_the_dealer_is_drawn_and_the_player_on_his_left_starts(dealer: int, first: int) -> None:
    new = started(3, dealer)

    assert new.table.dealer == dealer
    assert new.events[0].draws == Draws(first=0, count=1)
    assert isinstance(new.state, Turn)
    assert new.state.seat == first


def test_v26_sas_46_seven_for_all_deals_seven_and_bewitches_to_eight() -> None:
    new = started(3, hand_size=7)
    under = scene("אבגדהוז", "א", spell="מלך", hand_size=7)

    assert new.sizes() == [7, 7, 7]
    assert {event.rules for event in new.of("cards_dealt")} == {("SAS-5", "SAS-46")}
    assert play(under, (0, END)).sizes()[0] == 8


def test_v26_sas_46_seats_of_six_and_seven_deal_thirteen_and_bewitch_to_seven_and_eight() -> None:
    new = started(2, hand_sizes=[6, 7])

    assert new.sizes() == [6, 7]
    for seat, size in ((0, 7), (1, 8)):
        hands = ["אבגדהו", "יכלמנס"]
        under = scene(*hands, on=seat, spell="מלך", hand_sizes=[6, 7])
        assert play(under, (seat, END)).sizes()[seat] == size


@pytest.mark.parametrize(
    ("options", "code", "clause"),
    [
        ({"word_scope": "any"}, "any_word_needs_judges", "SAS-48"),
        ({"end_check": "solver", "adjudication": "free"}, "solver_needs_lexicon", "SAS-43"),
        ({"end_check": "solver", "adjudication": "lexicon_vote"}, "solver_needs_lexicon", "SAS-43"),
        ({"hand_size": 6, "hand_sizes": [6, 7, 6]}, "hand_sizes_twice", "SAS-46"),
        ({"hand_sizes": [6, 7]}, "hand_sizes_wrong_number", "SAS-46"),
    ],
)
def test_sas_43_46_and_48_options_that_contradict_each_other_are_refused(options: Any, code: str, clause: str) -> None:
    refusal = refused_at_start(3, **options)

    assert (refusal.code, refusal.clause) == (code, clause)


@pytest.mark.parametrize("mode", ["lexicon_vote", "free"])
def test_sas_48_any_word_goes_where_the_table_or_nobody_judges(mode: str) -> None:
    assert started(2, word_scope="any", adjudication=mode).types[-1] == "turn_started"


def test_the_defaults_are_those_of_the_rules_page() -> None:
    assert GAME.options({}) == {
        "adjudication": "lexicon",
        "word_scope": "tangible",
        "allow_imaginary": True,
        "max_refused_words": 2,
        "repeat": "not_standing",
        "refill": "to_hand_size",
        "special_refill": "to_hand_size",
        "free_pass_draw": "fill_plus_one",
        "bewitched_hand_cap": False,
        "snowball_growth": "linear",
        "sandstorm": "receive_from_left",
        "end_check": "passes",
        "runs": 1,
        "hand_size": None,
        "hand_sizes": None,
        "open_hands": False,
        "hints": False,
        "deck": "sas76.v1",
        "lexicon": newest(),
        "rounds": "even",
        "windows": "needed",
    }


def test_rules_version_1_has_the_options_of_release_0_1_0() -> None:
    first = GAME_1.options({})

    assert {*GAME.options({})} - {*first} == {"rounds", "windows"}
    assert first["lexicon"] == FIRST
    assert GAME_1.options_schema["properties"]["lexicon"]["enum"] == [FIRST]  # type: ignore[index, call-overload]
    assert violations(GAME_1.options_schema, {"rounds": "rulebook"})
    assert {*GAME.clauses} - {*GAME_1.clauses} == {"SAS-50", "SAS-51", "SAS-52"}
    assert {*GAME.reasons} - {*GAME_1.reasons} == {"full_round"}


@pytest.mark.parametrize(
    "wrong", [{"hand_size": 8}, {"runs": 0}, {"max_refused_words": 0}, {"lexicon": "0" * 64}, {"deck": "sas76.v0"}]
)
def test_values_that_no_option_has_are_outside_its_schema(wrong: Any) -> None:
    assert violations(GAME.options_schema, wrong)


def test_the_scene_of_the_tests_says_what_it_holds() -> None:
    assert written(scene("קופ* snowball", "א").table.players[0].hand) == "ופק* snowball"
    assert isinstance(play(scene("א", "א"), (0, END)), Played)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_sas_51_with_even_rounds_the_first_is_dealt_one_less_and_the_last_one_more(seats: int) -> None:
    begun = started(seats, rounds="even")
    sizes, first = begun.sizes(), (begun.table.dealer + 1) % seats

    assert sizes[first:] + sizes[:first] == [5, *[6] * (seats - 2), 6 if seats == 2 else 7]
    assert {event.count: event.rules for event in begun.of("cards_dealt")}[5] == ("SAS-5", "SAS-51")
    assert [player.hand_size for player in begun.table.players] == [6] * seats


def test_sas_51_one_less_and_one_more_are_of_each_seats_own_hand_size() -> None:
    begun = started(3, 2, rounds="even", hand_sizes=[6, 7, 7])

    assert begun.sizes() == [5, 7, 8]


def test_sas_51_where_seats_have_left_the_first_and_the_last_are_of_those_still_in() -> None:
    played = play(
        scene("א", "א", "א", "א", on=2, deck="", runs=2, rounds="even", resigned=(1,)), (2, END), (3, END), (0, END)
    )

    assert played.types[-1] == "turn_started"
    assert (played.state.seat, played.sizes()) == (3, [6, 0, 7, 5])  # type: ignore[union-attr]
