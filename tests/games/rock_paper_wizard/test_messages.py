from typing import Any

import pytest

from games.rock_paper_wizard import GAME
from games.rock_paper_wizard.cards import CARDS
from games.rock_paper_wizard.events import ChoiceMade, EffectApplied, GesturesRevealed
from games.rock_paper_wizard.messages import TERMS
from games.rock_paper_wizard.spells import NOT_LIVE
from tests.games.rock_paper_wizard.scene import ALL
from tests.games.told import sentence


def test_rpw_24_the_reveal_is_told_seat_by_seat() -> None:
    shown = {"gestures": [{"spell": "fireball", "target": 2}, None, {"spell": "ice_storm", "target": 0}]}

    assert told(GesturesRevealed.type, shown) == (
        "All gestures are shown at once, by seat: "
        "Seat 0 Fireball on Seat 2; Seat 1 nothing; Seat 2 Ice Storm on Seat 0."
    )


def test_rpw_33_an_effect_is_told_with_what_held_it_up() -> None:
    changes = [{"wizard": 1, "of": "pos", "before": 2, "after": 0}]
    shown = {"effect": "push", "amount": 5, "changes": changes, "ignored": "end_of_track"}

    assert told(EffectApplied.type, shown, language="pl") == (
        "Efekt: odepchnięcie w stronę wyjścia (ile: 5). Co z tego wyszło: miejsce 1, pole z 2 na 0. "
        "Co przeszkodziło: koniec toru."
    )


@pytest.mark.parametrize(
    ("private", "choice"), [([], "? on seat ?"), ([{"spell": "fear", "target": 1}], "Fear on seat 1")]
)
def test_rpw_21_a_choice_is_told_to_its_owner_alone(private: list[dict[str, Any]], choice: str) -> None:
    assert told(ChoiceMade.type, {}, private=private) == f"Seat 0 is ready; its choice: {choice}."


def test_rpw_18_every_id_that_a_line_can_show_has_a_name() -> None:
    ignored = {
        "end_of_track",
        "too_little_gold",
        "nobody_poorer",
        "target_is_caster",
        "already_wild",
        *NOT_LIVE.values(),
    }
    effects = {step.op for card in CARDS for step in card.steps}

    assert {*ALL, *ignored, *effects, *GAME.reasons, "play_on", "pos", "gold", "red", "green", "blue"} == TERMS.keys()


def told(type: str, data: dict[str, Any], *, private: list[dict[str, Any]] | None = None, language: str = "en") -> str:
    openings = [{"index": index, "part": part} for index, part in enumerate(private or [])]
    return sentence(GAME, {"type": type, "seat": 0, "data": data, "private": openings}, language)
