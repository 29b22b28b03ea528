"""Claims about how events are told: a line for each type, a name for each id that may stand in one."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields

from games.core.codec import encode
from games.core.definition import GameDefinition
from games.core.events import Event
from games.core.json import JSON
from games.core.lines import NO, YES
from games.core.testing.claims import ContractBroken, placeholders
from games.core.testing.facts import LANGUAGES
from games.core.testing.playing import Evidence

NOT_TOLD = frozenset({"rules", "draws"})


def check_lines(evidence: Evidence) -> None:
    """Each type of event has a line in English, Hebrew and Polish, with the same placeholders, each a field of it."""
    game = evidence.game
    if untold := game.event_classes.keys() - game.lines.keys():
        raise ContractBroken(f"the events {sorted(untold)} have no line")
    for name, texts in game.lines.items():
        if lacking := [language for language in LANGUAGES if not texts.get(language)]:
            raise ContractBroken(f"the line of {name} has no text in {', '.join(lacking)}")
        wanted = [placeholders(texts[language]) for language in LANGUAGES]
        if any(one != wanted[0] for one in wanted):
            raise ContractBroken(f"the texts of the line of {name} have different placeholders")
        _check_place(game, name, wanted[0])


def check_terms(evidence: Evidence) -> None:
    """Each term has a name in English, Hebrew and Polish."""
    for name, names in evidence.game.terms.items():
        if lacking := [language for language in LANGUAGES if not names.get(language)]:
            raise ContractBroken(f"the term {name} has no name in {', '.join(lacking)}")


def check_told_events(evidence: Evidence) -> None:
    """Whatever a line shows of the events that were played is a number, has a name, or is free text."""
    game, free = evidence.game, evidence.terms.free_text
    for event in (event for playout in evidence.playouts for step in playout.steps for event in step.events):
        for place, value in _told(game, event):
            if isinstance(value, str) and value not in game.terms and place not in free:
                raise ContractBroken(f"{place} shows {value!r}, which is not in game.terms")
            if isinstance(value, Mapping):
                raise ContractBroken(
                    f"{place} shows {dict(value)!r}: its line lacks it, or shows what it does not have"
                )


def _check_place(game: GameDefinition, name: str, wanted: set[str]) -> None:
    """A line is that of an event or of a field of one; what stands in an object is seen only when it is told."""
    type, _, field = name.partition(".")
    if type not in game.event_classes:
        raise ContractBroken(f"the line of {name} is of no event of the game")
    own = {item.name for item in fields(game.event_classes[type])} - NOT_TOLD
    if strange := {field} - own if field else wanted - own:
        raise ContractBroken(f"the line of {name} names {sorted(strange)}, which {type} does not have")


def _told(game: GameDefinition, event: Event) -> Iterator[tuple[str, JSON]]:
    """The values that the line of an event shows, each with its place; an object only where no line can tell it."""
    fact = encode(event)
    values: dict[str, JSON] = {"seat": event.seat, **fact.data}
    for _, part in fact.parts:
        values.update(part)
    for name in sorted(placeholders(game.lines[event.type]["en"])):
        yield from _leaves(game, f"{event.type}.{name}", values[name])


def _leaves(game: GameDefinition, place: str, value: JSON) -> Iterator[tuple[str, JSON]]:
    if isinstance(value, bool):
        yield place, YES if value else NO
    elif isinstance(value, str) or value is None:
        yield place, value
    elif isinstance(value, Mapping):
        inner = placeholders(game.lines[place]["en"]) if place in game.lines else {""}
        if not inner <= value.keys():
            yield place, value
            return
        for name in sorted(inner):
            yield from _leaves(game, f"{place}.{name}", value[name])
    elif isinstance(value, Sequence):
        for item in value:
            yield from _leaves(game, place, item)
