from collections.abc import Sequence

import pytest

from games.cave import GAME
from games.cave import moves as m
from games.cave.agenda.jobs import Fight, Instruct
from games.cave.agenda.questions import Taking
from games.core.codec import encode
from games.core.events import Event
from tests.games.cave.scene import carry_out, do, hero, play, scene
from tests.games.told import sentence


def told(events: Sequence[Event], type: str, language: str) -> str:
    """The first event of this type as its seat reads it."""
    fact = next(encode(event) for event in events if event.type == type)
    private = [{"part": part} for _, part in fact.parts]
    return sentence(GAME, {"type": type, "seat": fact.seat, "data": fact.data, "private": private}, language)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Seat 0 decides to take the card."),
        ("he", "החלטה של מושב 0: לקחת את הקלף."),
        ("pl", "Miejsce 0 postanawia wziąć Kartę."),
    ],
)
def test_cave_r13_4a_history_tells_a_taken_card_by_a_verb(language: str, said: str) -> None:
    taken = play(scene(hero(), question=Taking(seat=0, card="J40"), lying={"S1": ("J40",)}), 0, m.Take())

    assert told(taken.events, "choice_made", language) == said


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Seat 0 chooses to gain 1 strength."),
        ("he", "בחירה של מושב 0: קבלת נקודת כוח אחת."),
        ("pl", "Miejsce 0 wybiera: 1 punkt Siły więcej."),
    ],
)
def test_cave_r25_12_history_tells_which_option_was_picked(language: str, said: str) -> None:
    chosen = carry_out("choose(gain(gold,1) | gain(strength,1) | none)").then(0, m.Choose(option=1))

    assert told(chosen.events, "choice_made", language) == said


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "This time Chamber K2 is: Demons' Den."),
        ("he", "הפעם חדר K2 הוא: מאורת השדים."),
        ("pl", "Tym razem Komnata K2 to: Pieczara Demonów."),
    ],
)
def test_cave_12_4_history_names_a_chamber_once(language: str, said: str) -> None:
    found = do(scene(hero("C2", "K2")), Instruct(seat=0), dice=(4, 6, 1))

    assert told(found.events, "chamber_identified", language) == said


def test_cave_r17_1_history_tells_an_evasion() -> None:
    state = scene(hero("C5"), lying={"S1": ("J01",)})
    evaded = do(state, Fight(seat=0, by="strength", cards=("J01",))).then(0, m.Evade(ability="beast_speech"))

    assert told(evaded.events, "evaded", "pl").startswith("Miejsce 0 wymyka się (Mowa zwierząt): Nietoperz Krwiopijca")
