"""Names for every id that the history of a match may mention (`GameDefinition.terms`)."""

from collections.abc import Iterator

from games.cave.components import chambers
from games.cave.components.areas import AREAS
from games.cave.components.cards import CARDS
from games.cave.effects import steps as s
from games.cave.effects.nesting import inner
from games.cave.effects.writer import term_of
from games.cave.texts import TEXTS
from games.cave.wording.names import AREA_NAMES, GATE_NAMES
from games.cave.wording.phrases import origin_of, phrase
from games.core.languages import LANGUAGES
from games.core.messages import Table


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

# What enters a sum or changes a value, besides stats, cards, areas and abilities; and what is chosen with no step.
SOURCES: Table = {**TEXTS.table("sources"), "idle": TEXTS["phrases.idle"]}

TERMS: Table = {
    **EFFECTS,
    **TEXTS.table("words"),
    **SOURCES,
    **TEXTS.table("orders"),
    **AREA_NAMES,
    **GATE_NAMES,
    **TEXTS.table("cards"),
    **TEXTS.table("characters"),
    **TEXTS.table("chambers"),
    **TEXTS.table("abilities"),
}
