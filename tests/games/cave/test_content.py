import json
from typing import Any

import pytest

from events.format.canon import canon
from games.cave.components import cards, chambers
from games.cave.components.areas import AREAS
from games.cave.content import CONTENT
from games.cave.effects import steps as s
from games.cave.effects.parser import parse
from games.cave.texts import TEXTS
from games.cave.wording.phrases import told
from games.cave.wording.terms import EFFECTS, TERMS
from games.core.languages import LANGUAGES
from tests.support.three import in_three

BOOK: Any = CONTENT


def test_the_content_is_plain_json() -> None:
    assert canon(json.loads(canon(CONTENT))) == canon(CONTENT)


def test_cave_r26_1_the_board_can_be_drawn_from_the_content() -> None:
    areas = {area["id"]: area for area in BOOK["board"]["areas"]}

    assert len(areas) == 47
    assert in_three(areas["S4"]) == {
        "id": "S4",
        "kind": "corridor",
        "names": {"en": "Crossways", "he": "פרשת דרכים", "pl": "Rozstaje"},
        "x": 4,
        "y": 1,
        "exits": ("U2", "S5", "E", "S3"),
        "draw": 1,
        "deck": "either",
        "instruction": None,
    }
    assert len(BOOK["board"]["edges"]) == 53
    assert {gate["id"]: gate["edge"] for gate in BOOK["board"]["gates"]}["G4"] == ("T2", "K8")


def test_the_content_gives_each_effect_as_a_string_as_steps_and_in_words() -> None:
    effects = {card["id"]: card["effect"] for card in BOOK["cards"]}

    assert in_three(effects["J28"]) == {
        "text": "choose(fight(strength,7,win: gain(strength,1)) | pay(1: none) | lose_turn(1))",
        "steps": [
            {
                "op": "choose",
                "options": [
                    [{"op": "fight", "by": "strength", "n": 7, "win": [{"op": "gain", "stat": "strength", "n": 1}]}],
                    [{"op": "pay", "n": 1, "steps": [{"op": "none"}]}],
                    [{"op": "lose_turn", "n": 1}],
                ],
            }
        ],
        "words": {
            "en": "Choose to fight an enemy of strength 7 (if won, gain 1 strength), or pay 1 gold, "
            "or lose the rest of this turn and the next one.",
            "he": "בחירה: קרב נגד אויב שכוחו 7 (בניצחון – קבלת נקודת כוח אחת), או תשלום של שק זהב אחד, "
            "או אובדן שארית התור הזה והתור הבא.",
            "pl": "Do wyboru: Walka z Wrogiem o Sile 7 (wygrana daje 1 punkt Siły więcej), "
            "albo zapłata 1 mieszka złota, albo utrata reszty tej tury i następnej.",
        },
    }
    assert effects["J01"] is None


def test_the_content_has_all_cards_characters_and_chamber_tables() -> None:
    assert sum(card["count"] for card in BOOK["cards"]) == 100
    assert len(BOOK["characters"]) == 8
    assert BOOK["characters"][0]["abilities"] == ("no_spells", "devour", "feast")
    assert BOOK["chamber_table"] == ["dread", "temple", "grotto", "demons", "gladiators", "abyss"]
    assert BOOK["second_table"][2:4] == ["abyss", "crystal_chamber"]
    assert {chamber["id"] for chamber in BOOK["chambers"]} == set(chambers.BY_ID)


@pytest.mark.parametrize("language", ["en", "he", "pl"])
def test_each_effect_is_told_in_words_with_nothing_left_out(language: str) -> None:
    texts = [*(card.steps for card in cards.CARDS), *(area.steps for area in AREAS)]
    for steps in (*texts, *(kind.steps for kind in chambers.BY_ID.values())):
        words = told(steps, language, "place")
        assert bool(words) == bool(steps)
        assert "{" not in words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            "roll(1-2: lose(endurance,1) + lose_turn(1) | 3-6: none)",
            "Roll a die – 1-2: lose 1 endurance and lose the rest of this turn; 3-6: nothing happens.",
        ),
        ("go(area:M5)", "Go to Corridor M5."),
        ("armour(6-6)", "After a lost strength fight, roll a die: on 6 no endurance is lost, though the turn ends."),
        ("heal(all)", "Heal all wounds."),
        (
            "restrict(evil,neutral) + bonus(power,2,psychic)",
            "Only for evil or neutral adventurers. Add 2 to power in psychic fights.",
        ),
        ("if(alignment=evil: gain(power,1) + discard)", "Evil adventurers: gain 1 power and the card is discarded."),
    ],
)
def test_words_are_made_of_the_steps(text: str, words: str) -> None:
    assert told(parse(text), "en", "event") == words


def test_there_is_a_phrase_for_each_step_of_the_vocabulary() -> None:
    words = {kind.op for kind in vars(s).values() if isinstance(kind, type) and hasattr(kind, "op")}

    assert words <= set(TEXTS.table("phrases"))


def test_every_id_of_a_component_and_every_step_of_its_text_has_a_name_in_each_language() -> None:
    ids = {component["id"] for kind in ("characters", "abilities", "cards", "chambers") for component in BOOK[kind]}
    ids |= {area.id for area in AREAS} | {"G1", "G2", "G3", "G4"}

    assert ids <= set(TERMS)
    assert TERMS["S1"]["pl"] == "Korytarz S1"
    assert EFFECTS["lose(gold,1)"]["en"] == "lose 1 gold"
    assert all(list(names) == list(LANGUAGES) and all(names.values()) for names in TERMS.values())


def test_cave_0_9_the_crystal_is_told_as_the_prize_and_not_as_out_of_play() -> None:
    crystal = next(card["effect"]["words"]["en"] for card in BOOK["cards"] if card["id"] == "J50")

    assert "not in play" not in crystal
    assert "wins" in crystal


@pytest.mark.parametrize(
    ("origin", "words"),
    [
        ("event", "Lose the rest of this turn."),
        ("stranger", "Lose the rest of this turn and the next one."),
        ("enemy", "Lose the next turn."),
        ("spell", "Lose the next turn."),
    ],
)
def test_cave_10_2_and_10_2a_a_lost_turn_is_told_as_the_one_it_is(origin: str, words: str) -> None:
    assert told(parse("lose_turn(1)"), "en", origin) == words


def test_cave_10_2_an_option_that_costs_a_turn_has_a_name_for_each_kind_of_text() -> None:
    assert TERMS["lose_turn(1)@event"]["en"] != TERMS["lose_turn(1)@stranger"]["en"]
