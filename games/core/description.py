"""JSON Schemas, by name and with an index, for all input and output of one version of a game's rules."""

from dataclasses import fields
from typing import Any, Literal
from typing import get_type_hints as hints_of

from games.core.definition import GameDefinition, ShownOutcome
from games.core.events import Event
from games.core.moves import Move, Resign
from games.core.schemas import Definitions, Shape, doc, parts, public, tolerant

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def document(game: GameDefinition) -> Shape:
    """One JSON Schema document: the index, whose references lead into its `$defs`."""
    found = Definitions("#/$defs/{name}", names_of(game))
    index = describe(game, found)
    return {"$schema": DIALECT, "game": game.slug, "rules": game.rules, **index, "$defs": found.shapes}


def describe(game: GameDefinition, found: Definitions) -> Shape:
    """Return the index of the game's shapes, and add the shapes to `found`.

    `state`, `content`, `options` and `outcome` are references; `events` has, by type, references to the public `data`
    and to the `private` parts. `moves` has references by type. `prompts` has, by kind, what a prompt is `about` and the
    types of moves that may answer it.
    """
    outcome = found.of(ShownOutcome)
    found.shapes["Outcome"]["properties"]["reason"]["x-extensible-enum"] = sorted(game.reasons)
    options = found.add("Options", {"description": "What the match is played with.", **options_of(game)})
    return {
        "state": found.of(game.shapes.state),
        "options": options,
        "outcome": outcome,
        "moves": {type: _move(found, made) for type, made in game.move_classes.items() if made is not Resign},
        "prompts": {
            kind: {"about": found.of(asked.about), "moves": [move.type for move in asked.moves]}
            for kind, asked in game.shapes.prompts.items()
        },
        "events": {type: _event(found, made) for type, made in game.event_classes.items()},
        "content": _content(game, found),
    }


def names_of(game: GameDefinition) -> dict[Any, str]:
    """The names of shapes that are not those of their classes."""
    return {ShownOutcome: "Outcome", game.shapes.state: "State", game.shapes.content: "Content", **game.shapes.names}


def options_of(game: GameDefinition) -> Shape:
    """The options as a match shows them: all of them."""
    shown: Shape = tolerant(game.options_schema)
    return {**shown, "required": list(shown["properties"])}


def camel(name: str) -> str:
    """`choose_spell` and `rock-paper-wizard` as parts of the names of shapes."""
    return "".join(part.capitalize() for part in name.replace("-", "_").split("_"))


def fields_of(made: type[Move]) -> dict[str, Any]:
    """The types of a move's fields by name, `type` first."""
    hints = hints_of(made, include_extras=True)
    return {"type": Literal[made.type], **{item.name: hints[item.name] for item in fields(made)}}


def _move(found: Definitions, made: type[Move]) -> Shape:
    optional = frozenset({item.name for item in fields(made) if item.default is None})
    return found.add(f"{made.__name__}Move", found.record(doc(made), fields_of(made), optional))


def _event(found: Definitions, made: type[Event]) -> Shape:
    name = made.__name__
    sealed = [
        found.add(f"{name}Part{number or ''}", found.record("A sealed part.", part))
        for number, part in enumerate(parts(made))
    ]
    return {"data": found.add(f"{name}Data", found.record(doc(made), public(made))), "private": sealed}


def _content(game: GameDefinition, found: Definitions) -> Shape:
    content = found.of(game.shapes.content)
    shape = found.shapes["Content"]
    shape["properties"] = {"game": {"type": "string", "const": game.slug}, "rules": {"type": "string"}} | shape[
        "properties"
    ]
    shape["required"] = ["game", "rules", *shape["required"]]
    return content
