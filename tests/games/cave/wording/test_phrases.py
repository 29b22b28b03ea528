"""Effects in words: nothing is left out, and each step is told as it stands on a thing."""

import pytest

from games.cave.components import cards, chambers
from games.cave.components.areas import AREAS
from games.cave.effects import steps as s
from games.cave.effects.parser import parse
from games.cave.texts import TEXTS
from games.cave.wording.phrases import told


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
