from collections import Counter
from typing import Any

import pytest

from events.format.canon import canon
from games.core.languages import LANGUAGES
from games.core.prompts import violations
from games.rock_paper_wizard import GAME
from games.rock_paper_wizard.components.cards import BY_ID, CARDS
from games.rock_paper_wizard.meta import WIZARDS
from tests.games.rock_paper_wizard.scene import cast, scene
from tests.support.three import in_three

CONTENT: Any = GAME.content


def test_rpw_2_there_are_23_different_cards_numbered_in_order_7_blue_10_red_6_green() -> None:
    assert [card.no for card in CARDS] == list(range(1, 24))
    assert len(BY_ID) == 23
    assert Counter(card.colour for card in CARDS) == {"blue": 7, "red": 10, "green": 6}


def test_rpw_68_red_cards_attack_green_ones_are_about_gold_and_blue_ones_defend_or_move() -> None:
    kinds = {(card.colour, card.kind) for card in CARDS}

    assert kinds == {("red", "attack"), ("green", "gold"), ("blue", "defence"), ("blue", "movement")}


def test_the_content_gives_each_card_with_its_names_and_its_steps() -> None:
    cards = {card["id"]: card for card in CONTENT["cards"]}

    assert len(cards) == 23
    assert in_three(cards["meteor_swarm"]) == {
        "no": 13,
        "id": "meteor_swarm",
        "names": {"en": "Meteor Swarm", "he": "מטר מטאורים", "pl": "Rój meteorów"},
        "colour": "red",
        "kind": "attack",
        "gesture": {
            "en": "open hand, fingers spread",
            "he": "יד פתוחה, אצבעות פרושות",
            "pl": "otwarta dłoń, rozstawione palce",
        },
        "text": {
            "en": "Push the target 1, and 2 more for each card between this one and the deck.",
            "he": "דחיפת המטרה 1, ועוד 2 על כל קלף בין הקלף הזה לערימה.",
            "pl": "Odepchnięcie celu o 1 i jeszcze o 2 za każdą kartę między tą a talią.",
        },
        "ops": [["push", "target", {"per_card_between": [1, 2]}]],
    }
    assert cards["polymorph"]["ops"] == [["push", "target", "gold_gap"]]
    assert cards["telekinesis"]["ops"] == [["place", "target", "caster", -1]]
    assert cards["fear"]["ops"] == [["push", "target", {"per_poorer": 2}]]


def test_the_content_names_every_term_in_every_language() -> None:
    for key, names in CONTENT["terms"].items():
        assert list(names) == list(LANGUAGES), key
        assert all(names.values()), key
    assert set(WIZARDS) <= set(CONTENT["terms"])
    assert {f"card_{card.colour}" for card in CARDS} <= set(CONTENT["terms"])


def test_the_content_gives_the_board() -> None:
    assert CONTENT["board"] == {
        "spaces": [0, 10],
        "start": 5,
        "exit_area": [0, 2],
        "treasure_area": [8, 10],
        "reentry": {"exit": 3, "treasure": 7},
    }


def test_the_content_is_canonical_json() -> None:
    assert canon(CONTENT)


def test_the_names_stand_in_every_language() -> None:
    assert list(GAME.names) == list(LANGUAGES)
    assert (GAME.slug, GAME.rules) == ("rock-paper-wizard", "1")


@pytest.mark.parametrize(
    ("options", "valid"), [({}, True), ({"max_rounds": 0}, True), ({"max_rounds": -1}, False), ({"x": 1}, False)]
)
def test_rpw_67_max_rounds_is_an_option_from_0_with_60_as_its_default(options: dict[str, int], valid: bool) -> None:
    assert (violations(GAME.options_schema, options) == ()) is valid
    assert GAME.options({}) == {"max_rounds": 60}


def test_rpw_68_a_kind_changes_no_rule_two_cards_of_one_kind_and_colour_share_the_book() -> None:
    played = cast(scene(book=("fireball", "feeblemind", "fear")), {}, "polymorph")

    assert played.board.book == ("polymorph", "fireball", "feeblemind")
