from typing import Any

import pytest

from games.rock_paper_wizard import GAME
from games.rock_paper_wizard.chapters.spells import NOT_LIVE
from games.rock_paper_wizard.events.course import ChoiceMade, EffectApplied, GesturesRevealed
from tests.games.rock_paper_wizard.scene import ALL
from tests.games.told import sentence


def test_rpw_24_the_reveal_is_told_seat_by_seat() -> None:
    shown = {"gestures": [{"spell": "fireball", "target": 2}, None, {"spell": "ice_storm", "target": 0}]}

    assert told(GesturesRevealed.type, shown) == (
        "All gestures are shown at once. Seat 0: Fireball at Seat 2; Seat 1: no spell; Seat 2: Ice Storm at Seat 0."
    )


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Seat 1 moves from space 2 to space 0; Seat 2 keeps 3 gold (the track ends there)."),
        ("he", "מושב 1: מעבר ממקום 2 למקום 0; מושב 2: הזהב נשאר 3 (שם נגמר המסלול)."),
        ("pl", "Miejsce 1 przechodzi z pola 2 na pole 0; Miejsce 2 ma nadal 3 sztuki złota (tam kończy się tor)."),
    ],
)
def test_rpw_33_an_effect_is_told_with_what_held_it_up(language: str, said: str) -> None:
    moved = {"wizard": 1, "of": "pos", "before": 2, "after": 0}
    kept = {"wizard": 2, "of": "gold", "before": 3, "after": 3}
    shown = {"effect": "push", "amount": 5, "changes": [moved, kept], "ignored": "end_of_track"}

    assert told(EffectApplied.type, shown, language=language) == said


@pytest.mark.parametrize(("private", "choice"), [([], ""), ([{"spell": "fear", "target": 1}], ": Fear at Seat 1")])
def test_rpw_21_a_choice_is_told_to_its_owner_alone(private: list[dict[str, Any]], choice: str) -> None:
    assert told(ChoiceMade.type, {}, private=private) == f"Seat 0 has chosen{choice}."


def test_rpw_18_every_id_that_a_line_can_show_has_a_name() -> None:
    ignored = {
        "end_of_track",
        "too_little_gold",
        "nobody_poorer",
        "target_is_caster",
        "already_wild",
        *NOT_LIVE.values(),
    }

    assert {*ALL, *ignored, "red", "green", "blue"} == GAME.terms.keys()


def told(type: str, data: dict[str, Any], *, private: list[dict[str, Any]] | None = None, language: str = "en") -> str:
    openings = [{"index": index, "part": part} for index, part in enumerate(private or [])]
    return sentence(GAME, {"type": type, "seat": 0, "data": data, "private": openings}, language)
