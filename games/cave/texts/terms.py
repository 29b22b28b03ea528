"""Names for every id that the history of a match may mention (`GameDefinition.terms`)."""

from collections.abc import Iterator

from games.cave.components import chambers
from games.cave.components.abilities import ABILITIES
from games.cave.components.areas import AREAS, GATES
from games.cave.components.cards import CARDS
from games.cave.components.characters import CHARACTERS
from games.cave.effects import steps as s
from games.cave.effects.nesting import inner
from games.cave.effects.writer import term_of
from games.cave.texts.phrases import AREA_NAMES, PHRASES, origin_of, phrase
from games.cave.texts.words import WORDS
from games.core.languages import LANGUAGES
from games.core.messages import Table, said

# What enters a sum, or changes a value, besides stats, cards, areas and abilities.
SOURCES: Table = {
    "die": said("the die", "הקובייה", "kostka"),
    "next_test_bonus": said("the bonus for this test", "התוספת למבחן הזה", "premia do tego testu"),
    "cave_cards": said("seven Cave cards", "שבעה קלפי מערה", "siedem Kart Jaskini"),
    "cure": said("the cure at the Entrance", "הריפוי בפתח המערה", "leczenie przy Wejściu"),
    "trial_of_strength": said("the trial of strength", "ניסיון הכוח", "próba Siły"),
    "trial_of_power": said("the trial of power", "ניסיון העוצמה", "próba Mocy"),
    "trial_of_wealth": said("the trial of wealth", "ניסיון העושר", "próba zasobności"),
    "idle": PHRASES["idle"],
}


def _parts(steps: s.Steps) -> Iterator[s.Step]:
    for step in steps:
        yield step
        for steps_within in inner(step):
            yield from _parts(steps_within)


def _effects() -> Iterator[tuple[s.Step, str]]:
    """Every step of every text, and the kind of thing that the text stands on."""
    texts = [*((card.steps, origin_of(card)) for card in CARDS), *((area.steps, "area") for area in AREAS)]
    texts.extend((kind.steps, "chamber") for kind in chambers.BY_ID.values())
    for steps, origin in texts:
        yield from ((step, origin) for step in _parts(steps))


EFFECTS: Table = {
    term_of(step, origin): {language: phrase(step, language, origin) for language in LANGUAGES}
    for step, origin in _effects()
}

TERMS: Table = {
    **EFFECTS,
    **WORDS,
    **SOURCES,
    **AREA_NAMES,
    **{gate.id: said(f"gate {gate.id}", f"שער {gate.id}", f"Wrota {gate.id}") for gate in GATES},
    **{card.id: said(card.en, card.he, card.pl) for card in CARDS},
    **{who.id: said(who.en, who.he, who.pl) for who in CHARACTERS},
    **{kind.id: said(kind.en, kind.he, kind.pl) for kind in chambers.BY_ID.values()},
    **{ability.id: ability.names for ability in ABILITIES},
}
