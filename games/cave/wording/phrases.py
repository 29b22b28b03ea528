"""Effects in words: what a card, an area or a chamber says, in each language, made from its steps.

A step is told so that it fits a button ("Choose to …") and history alike: in English by a verb, in Hebrew and Polish by
a noun. A whole text is told in sentences of its own.
"""

from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from games.cave.components.card import Card
from games.cave.effects import passives
from games.cave.effects import steps as s
from games.cave.texts import TEXTS
from games.cave.texts.keys import Key
from games.cave.wording.names import AREA_NAMES
from games.core.languages import BY_CODE

ENEMIES = ("animal", "monster", "spirit")
# Which turns are lost, by what the text stands on: on an event's card the present one is the first of them (CAVE-10.2),
# on a place it ends and the next ones are lost (CAVE-10.2a).
LOST_TURNS = {"event": "lose_turn_now", **dict.fromkeys(("area", "chamber", "stranger", "place"), "lose_turn_here")}


def origin_of(card: Card) -> str:
    """The kind of thing that the text of a card stands on, as `Chain.origin` names it."""
    return "enemy" if card.type in ENEMIES else card.type


def told(steps: s.Steps, language: str, origin: str) -> str:
    """A whole text in sentences, in `language`; `origin` is the kind of thing it stands on."""
    return " ".join(_sentence(_Teller(language, origin).step(step)) for step in steps)


def phrase(step: s.Step, language: str, origin: str) -> str:
    """A step by itself, as it fits into a sentence; a price as it is paid."""
    teller = _Teller(language, origin)
    return teller.option(step) if isinstance(step, s.Pay) else teller.step(step)


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


class _Teller:
    """Tells steps in one language, as they stand on one kind of thing."""

    def __init__(self, language: str, origin: str) -> None:
        self._language, self._origin = language, origin

    def step(self, step: s.Step) -> str:
        match step:
            case s.LoseTurn():
                return self._say(LOST_TURNS.get(self._origin, step.op), step)
            case s.SetAside() if self._origin == "crystal":
                return self._say("prize", step)
            case s.Pay():
                return self._say("offer", step)
            case _:
                return self._say(step.op, step)

    def _say(self, key: str, part: s.Step | s.Branch | s.Case) -> str:
        values: dict[str, str | int | None] = {
            item.name: self._value(getattr(part, item.name)) for item in fields(part)
        }
        if isinstance(part, s.Branch | passives.Armour):
            values["faces"] = str(part.low) if part.low == part.high else f"{part.low}-{part.high}"
        return TEXTS.told(self._language, "phrases", key, values)

    def _text(self, key: Key) -> str:
        return TEXTS[key][self._language]

    def _value(self, value: Any) -> str | int | None:
        if isinstance(value, tuple):
            return self._list(value) if value else None
        return AREA_NAMES[value][self._language] if value in AREA_NAMES else value

    def _list(self, items: Sequence[Any]) -> str:
        """Branches and cases one after the other, options as alternatives, steps in their order."""
        first = items[0]
        if isinstance(first, s.Branch | s.Case):
            kind = "branch" if isinstance(first, s.Branch) else "case"
            return BY_CODE[self._language].between.join(self._say(kind, item) for item in items)
        if isinstance(first, tuple):
            return self._text("lists.or").join(self._option(option) for option in items)
        if isinstance(first, str):
            return self._text("lists.either").join(TEXTS.table("alignments")[item][self._language] for item in items)
        # Beside something else nothing is not worth telling.
        told = [item for item in items if item != s.Nothing()] or items
        return self._text("lists.and").join(self.step(item) for item in told)

    def _option(self, option: s.Steps) -> str:
        return self._text("lists.and").join(self.option(step) for step in option)

    def option(self, step: s.Step) -> str:
        """A step as an option: nothing is something that one does, and a price is paid by choosing it."""
        match step:
            case s.Nothing():
                return self._say("idle", step)
            case s.Pay(n, (s.Nothing(),)):
                return self._say("pay", s.Pay(n, ()))
            case s.Pay():
                return self._say("pay", step)
            case _:
                return self.step(step)
