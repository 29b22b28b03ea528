import json
from typing import Any

from events.format.canon import canon
from games.cave.components import chambers
from games.cave.content import CONTENT
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


def test_cave_0_9_the_crystal_is_told_as_the_prize_and_not_as_out_of_play() -> None:
    crystal = next(card["effect"]["words"]["en"] for card in BOOK["cards"] if card["id"] == "J50")

    assert "not in play" not in crystal
    assert "wins" in crystal
