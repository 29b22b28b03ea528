"""Claims about types: what a game shows is of the schemas that are made of its types, to the letter."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache
from typing import Any

import orjson
from jsonschema import Draft202012Validator, ValidationError
from jsonschema.protocols import Validator
from jsonschema.validators import extend

from games.core.codec import encode
from games.core.definition import GameDefinition, shown_outcome
from games.core.description import document
from games.core.schemas import Shape
from games.core.testing.claims import ContractBroken
from games.core.testing.playing import Evidence

# Of each type of event so many are looked at, and then those alone that are built otherwise than all before.
LOOKED_AT = 20


def check_shown(evidence: Evidence) -> None:
    """Views, the content and the options with their defaults are of their schemas."""
    game, types = evidence.game, _types(evidence)
    types.hold(types.index["content"], {"game": game.slug, "rules": game.rules, **game.content}, "the content")
    for given in evidence.terms.options:
        types.hold(types.index["options"], game.options(given), f"the options {given}")
    for position in evidence.sample:
        for seat in (None, *range(position.playout.seats)):
            types.hold(types.index["state"], game.view(position.state, seat), f"{position}: the view of {seat}")


def check_shown_endings(evidence: Evidence) -> None:
    """So is the last view of every match, and its outcome."""
    game, types = evidence.game, _types(evidence)
    for playout in evidence.playouts:
        state = playout.steps[-1].after
        if ended := shown_outcome(game.outcome(state)):
            types.hold(types.index["outcome"], ended, f"{playout}: the outcome")
            types.hold(types.index["state"], game.view(state, None), f"{playout}: the last view")


def check_event_types(evidence: Evidence) -> None:
    """The public part of every event is of the schema of its type, and each sealed part of one of its own."""
    types = _types(evidence)
    for type, values in _parts_of_events(evidence):
        told = types.index["events"].get(type)
        if told is None:
            raise ContractBroken(f"the event {type} has no schema")
        for value, schema in zip(values, (told["data"], *told["private"]), strict=True):
            types.hold(schema, value, f"the event {type}")


def check_prompt_types(evidence: Evidence) -> None:
    """Every prompt is of a kind that has a shape, as is what it is about, and lists types of moves that may answer."""
    types = _types(evidence)
    index = types.index
    for position in evidence.sample:
        for prompt in position.prompts.values():
            asked = index["prompts"].get(prompt.kind)
            if asked is None or not {move.type for move in prompt.moves} <= {*asked["moves"]}:
                listed = [move.type for move in prompt.moves]
                raise ContractBroken(f"{position}: {prompt.kind} lists {listed}, and its shape is {asked}")
            types.hold(asked["about"], prompt.about, f"{position}: what {prompt.kind} is about")
            for body in (body for move in prompt.moves for body in move.legal[:LOOKED_AT]):
                types.hold(index["moves"][body["type"]], body, f"{position}: the listed move {body}")


def closed(shape: Any) -> Any:
    """The shape without the tolerance that clients owe: no field and no word beside those that are listed."""
    if isinstance(shape, list):
        return [closed(member) for member in shape]
    if not isinstance(shape, dict):
        return shape
    strict = {"enum" if name == "x-extensible-enum" else name: closed(member) for name, member in shape.items()}
    if "properties" in shape and shape.get("type") == "object":
        strict.setdefault("additionalProperties", False)
    return strict


def _one_of(validator: Validator, members: Any, instance: Any, schema: Any) -> Iterator[ValidationError]:
    """Of a union that a word tells apart only the member of that word is looked at: each fault is told where it is."""
    discriminator = schema.get("discriminator")
    if discriminator is None or not isinstance(instance, Mapping):
        yield from Draft202012Validator.VALIDATORS["oneOf"](validator, members, instance, schema) or ()
        return
    word = instance.get(discriminator["propertyName"])
    if word not in discriminator["mapping"]:
        yield ValidationError(f"{word!r} is no {discriminator['propertyName']} of the union")
    else:
        yield from validator.descend(instance, {"$ref": discriminator["mapping"][word]})  # type: ignore[attr-defined]


def exact(document: Any, **settings: Any) -> Callable[[str], Any]:
    """What holds values against the schemas of one document: for each reference into it a validator.

    A value that was right once is not looked at again: most of what is shown is what was shown before.
    """
    right: set[tuple[str, bytes]] = set()

    def _ref(validator: Validator, reference: str, instance: Any, schema: Any) -> Iterator[ValidationError]:
        # Not sorted: the same value in another order is only looked at once more.
        value = reference, orjson.dumps(instance)
        if value in right:
            return
        wrong = list(Draft202012Validator.VALIDATORS["$ref"](validator, reference, instance, schema) or ())
        if not wrong:
            right.add(value)
        yield from wrong

    made: Any = extend(Draft202012Validator, validators={"oneOf": _one_of, "$ref": _ref})  # type: ignore[no-untyped-call]
    return cache(lambda reference: made({"$ref": reference, **document}, **settings))


def _parts_of_events(evidence: Evidence) -> Iterator[tuple[str, tuple[Any, ...]]]:
    seen: dict[str, int] = {}
    built: set[bytes] = set()
    for event in (event for playout in evidence.playouts for step in playout.steps for event in step.events):
        fact = encode(event)
        values = (fact.data, *(part for _, part in fact.parts))
        build = orjson.dumps([event.type, _build(values)], option=orjson.OPT_SORT_KEYS)
        seen[event.type] = seen.get(event.type, 0) + 1
        if seen[event.type] <= LOOKED_AT or build not in built:
            yield event.type, values
        built.add(build)


def _build(value: Any) -> Any:
    """What a value is made of, whatever it says."""
    if isinstance(value, Mapping):
        return {name: _build(inner) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return sorted({orjson.dumps(_build(item), option=orjson.OPT_SORT_KEYS).decode() for item in value})
    return type(value).__name__


class _Types:
    """A game's schemas without tolerance, and values held against them."""

    def __init__(self, game: GameDefinition) -> None:
        self.index = document(game)
        self._validator = exact({"$defs": closed(self.index["$defs"])})

    def hold(self, schema: Shape, value: object, what: str) -> None:
        """Fail with `what` unless the value, as JSON, is of the schema that this reference names."""
        for error in self._validator(schema["$ref"]).iter_errors(orjson.loads(orjson.dumps(value))):
            raise ContractBroken(f"{what} is not of its schema: {error.json_path} {error.message}")


@lru_cache(maxsize=4)
def _types(evidence: Evidence) -> _Types:
    return _Types(evidence.game)
