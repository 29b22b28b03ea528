"""What is asked for a new match: a shape for each game, with its options and the clocks written out.

The default of an object stands beside a reference to it: generators refuse one in the object, and pass over this one.
"""

from collections.abc import Mapping
from typing import Any

from api import bodies
from api.openapi.shapes import Shape, ref
from api.openapi.unions import by_game, const, union
from games.core.definition import GameDefinition
from games.core.description import camel
from games.registry import GAMES, newest
from games.table.clocks import CLOCK_SCHEMA, NO_CLOCK

_MODES: Mapping[str, str] = {"none": "NoClock", "per_move": "MoveClock", "bank": "BankClock"}


def with_clock(shape: Mapping[str, Any]) -> Shape:
    """The request with the shape of a clock written out, which the service judges only together with the game."""
    return {
        **shape,
        "properties": {
            **shape["properties"],
            "clock": {**ref("ClockWish"), "default": shape["properties"]["clock"]["default"]},
        },
    }


def _clocks() -> Mapping[str, Shape]:
    modes: Any = CLOCK_SCHEMA["oneOf"]
    by_mode = {mode["properties"]["mode"]["const"]: mode for mode in modes}
    shapes = {_MODES[mode]: _of_mode(mode, shape) for mode, shape in by_mode.items()}
    clocks = {
        "description": "Unless told there is none.",
        **union("mode", {mode: ref(_MODES[mode]) for mode in by_mode}),
    }
    return {**shapes, "ClockWish": clocks}


def _of_mode(mode: str, shape: Shape) -> Shape:
    named = shape["properties"]
    # What the service judges beside the schema: a bot of the clock is asked for, and who resigns has no autopilot.
    needs = {
        "bot": {"properties": {"on_timeout": {"const": "bot"}}, "required": ["on_timeout"]},
        "autopilot": {"properties": {"on_timeout": {"enum": ["default_move", "bot"]}}},
    }
    told = {name: need for name, need in needs.items() if name in named}
    return {
        **({"dependentSchemas": told} if told else {}),
        **shape,
        "properties": {**named, "mode": {**const(mode), **named["mode"]}},
    }


def _matches() -> Mapping[str, Shape]:
    shapes: dict[str, Shape] = {}
    for slug in GAMES:
        options = f"{camel(slug)}OptionsWish"
        shapes[options] = {"description": "Each has a default.", **newest(slug).options_schema}
        wish = with_clock(bodies.NEW_MATCH)
        rules = newest(slug)
        seats = {**wish["properties"]["seats"], "minimum": rules.min_seats, "maximum": rules.max_seats}
        own_options = {**ref(options), "default": {}}
        fields = {
            **wish["properties"],
            "game": {**wish["properties"]["game"], **const(slug)},
            "seats": seats,
            "options": own_options,
            "rules": {**wish["properties"]["rules"], "enum": [*GAMES[slug], None]},
        }
        fields["bots"] = {**wish["properties"]["bots"], "maxItems": rules.max_seats - 1}
        shapes[f"{camel(slug)}MatchWish"] = {**wish, "properties": fields, "allOf": [*_fewer_bots(rules), _RATED]}
    return {**shapes, "MatchWish": by_game("MatchWish")}


# Checkers of examples take a shape with fields for all that there may be, also that of a condition.
_OPEN: Shape = {"additionalProperties": True}
# `games.matches.lobby.rated_terms` judges it.
_RATED: Shape = {
    "if": {"properties": {"rated": {"const": True}}, "required": ["rated"]},
    "then": {
        "properties": {
            "visibility": {"const": "public"},
            "clock": {"not": {"properties": {"mode": {"const": NO_CLOCK}}}},
            "bots": {"maxItems": 0},
            "fill": {"type": "null"},
        },
        "required": ["clock"],
        **_OPEN,
    },
}


def _fewer_bots(rules: GameDefinition) -> list[Shape]:
    """Of each table fewer bots than seats, one condition for each size."""
    return [
        {
            "if": {"properties": {"seats": {"const": seats}}},
            "then": {"properties": {"bots": {"maxItems": seats - 1}}, **_OPEN},
        }
        for seats in range(rules.min_seats, rules.max_seats)
    ]


CLOCKS = _clocks()
MATCHES = _matches()
