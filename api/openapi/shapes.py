"""The shapes of answers by the name they have in the OpenAPI document, made from the types of what is answered."""

from collections.abc import Iterator, Mapping
from inspect import cleandoc
from types import ModuleType
from typing import Annotated, Any, is_typeddict

import msgspec
from msgspec import Meta

from api import answers
from games.core.schemas import Names
from games.matches.presentation import shapes as presented
from games.matches.presentation.shapes import MoveAnswer, Object, View, doc

Shape = dict[str, Any]

REFERENCE = "#/components/schemas/{name}"
_MESSAGE = {"$ref": REFERENCE.format(name="StreamMessage")}
# What has no fields of its own, and so is no class.
_OPEN: Mapping[str, Any] = {
    "Schemas": Annotated[
        Object,
        doc(
            "A JSON Schema document (2020-12). `state`, `content`, `options` and `outcome` refer to what is in its "
            "`$defs`; `events`, `prompts` and `moves` do so by type and by kind."
        ),
    ],
    "Clauses": Annotated[dict[str, Names], doc("One-line paraphrases of the rules by clause id, in each language.")],
    "Archive": Annotated[
        str, doc("Lines of JSON (application/x-ndjson), each with the `list` that it is of and its `item`.")
    ],
    "MatchFile": Annotated[str, doc("The match file, one JSON text a line (application/x-ndjson).")],
    "Stream": Annotated[
        str,
        doc(
            "Messages `{id, type, data}`, one a line, each a `StreamMessage`; of Server-Sent Events the fields `id`, "
            "`event` and `data`."
        ),
        Meta(extra_json_schema={"x-message-schema": _MESSAGE, "contentSchema": {"type": "array", "items": _MESSAGE}}),
    ],
    "Document": Annotated[Object, doc("OpenAPI 3.1.")],
}

ID: Shape = msgspec.json.schema(presented.ID)


def ref(name: str) -> Shape:
    """A reference to the shape of this name."""
    return {"$ref": REFERENCE.format(name=name)}


def _shapes() -> Mapping[str, Shape]:
    """The answers as a whole, and what they refer to."""
    wholes = [
        View,
        MoveAnswer,
        presented.ListedMove,
        *(kind for subject in answers.SUBJECTS for kind in _kinds(subject) if kind.__module__ == subject.__name__),
    ]
    _, found = msgspec.json.schema_components(wholes, ref_template=REFERENCE)
    kinds = {kind.__name__: kind for module in (presented, *answers.SUBJECTS) for kind in _kinds(module)}
    fielded = {name: _in_order(shape, kinds[name]) for name, shape in found.items()}
    opened, _ = msgspec.json.schema_components(_OPEN.values(), ref_template=REFERENCE)
    return fielded | dict(zip(_OPEN, opened, strict=True))


def _kinds(module: ModuleType) -> Iterator[type]:
    return (kind for kind in vars(module).values() if is_typeddict(kind))


def _in_order(shape: Shape, kind: type) -> Shape:
    """The shape with its fields as the class has them: msgspec sorts a typed dict's by name."""
    fields = list(kind.__annotations__)
    return {
        "type": "object",
        "description": cleandoc(shape["description"]),
        "properties": {name: shape["properties"][name] for name in fields},
        "required": [name for name in fields if name in shape["required"]],
    }


SHAPES = _shapes()
