"""Makes JSON Schemas (2020-12) of a game's input and output from its classes.

Clients must tolerate unknown fields and values: a closed set of words is under `x-extensible-enum`, and no object
forbids further fields. Where one word distinguishes the members of a union, `discriminator` names its field and maps
each word to its member, as in OpenAPI.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from inspect import cleandoc
from types import NoneType, UnionType
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Literal,
    NotRequired,
    TypeAlias,
    TypedDict,
    Union,
    get_args,
    get_origin,
    is_typeddict,
)
from typing import get_type_hints as hints_of

from games.core.events import SEALED_FOR, Event
from games.core.languages import LANGUAGES
from games.core.messages import Texts
from games.core.moves import Move

Shape = dict[str, Any]

_PLAIN: Mapping[Any, Shape] = {
    NoneType: {"type": "null"},
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    str: {"type": "string"},
    Any: {},
    object: {},
}
# The class variables that are shown beside the fields.
_WORDS = ("op", "do")
# What the envelope of an event says of every event.
_ENVELOPE = frozenset({"seat", "draws"})


class Nothing(TypedDict):
    """No fields."""


@dataclass(frozen=True, kw_only=True)
class PromptShape:
    """What a kind of prompt is about, as a typed dict, and the moves that may answer it."""

    moves: tuple[type[Move], ...]
    about: type = Nothing


@dataclass(frozen=True, kw_only=True)
class Shapes:
    """The types of a game's output: its `state` for a seat or a spectator, its `content`, its prompts by kind.

    `names` has a name for each union that becomes a shape of its own, and for each class whose name another class has
    too.
    """

    state: type
    content: type
    prompts: Mapping[str, PromptShape]
    names: Mapping[Any, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Named:
    """Metadata of an annotation: the shape is the definition of this name."""

    name: str


@dataclass(frozen=True)
class As:
    """Metadata of an annotation: the schema is that of another type, which the code does not use."""

    hint: Any


def record_type(name: str, hints: Mapping[str, Any], description: str = "") -> Any:
    """A typed dict of these fields, where no class declares them."""
    made: Any = TypedDict(name, dict(hints))  # type: ignore[misc]
    made.__doc__ = description
    return made


if TYPE_CHECKING:
    Names: TypeAlias = Texts
else:
    # Its fields are the languages there are.
    Names = record_type("Names", dict.fromkeys(LANGUAGES, str), "A name in each language.")


@dataclass(frozen=True)
class Definitions:
    """The schemas of classes by name; a reference to one is `reference` with the name put in."""

    reference: str
    names: Mapping[Any, str] = field(default_factory=dict)
    shapes: dict[str, Shape] = field(default_factory=dict)
    _made: dict[str, object] = field(default_factory=dict)

    def ref(self, name: str) -> Shape:
        return {"$ref": self.reference.format(name=name)}

    def add(self, name: str, shape: Shape) -> Shape:
        """The reference to a shape that is kept under this name."""
        self.shapes[name] = shape
        return self.ref(name)

    def of(self, hint: Any) -> Shape:
        """The shape of a type, as an annotation has it."""
        if hint in _PLAIN:
            return dict(_PLAIN[hint])
        if is_typeddict(hint) or is_dataclass(hint):
            return self.named(self.names.get(hint, hint.__name__), hint)
        if hint in self.names:
            return self._named_union(self.names[hint], hint)
        origin, inner = get_origin(hint), get_args(hint)
        if origin is NotRequired:
            return self.of(inner[0])
        if origin is Annotated:
            return self._annotated(inner[0], inner[1:])
        if origin is Literal:
            return _words(inner)
        if origin in (Union, UnionType):
            return self._union(inner)
        if origin is tuple and inner[-1] is not Ellipsis:
            return {
                "type": "array",
                "items": self._union(tuple(dict.fromkeys(inner))),
                "minItems": len(inner),
                "maxItems": len(inner),
            }
        if isinstance(origin, type) and issubclass(origin, Sequence):
            return self._list(inner[0])
        if isinstance(origin, type) and issubclass(origin, Mapping):
            return {"type": "object", "additionalProperties": self.of(inner[1]) or True}
        raise TypeError(f"{hint} has no shape")

    def named(self, name: str, made: type) -> Shape:
        """The reference to the shape of a class, under this name."""
        if self._made.setdefault(name, made) is not made:
            raise TypeError(f"{made} and {self._made[name]} are both {name}")
        if name not in self.shapes:
            # Its place, because fields may be of the same class.
            self.shapes[name] = {}
            self.shapes[name] = self.record(doc(made), dict(_fields(made)), optional=_optional(made))
        return self.ref(name)

    def _named_union(self, name: str, hint: Any) -> Shape:
        if name not in self.shapes:
            self.shapes[name] = {}
            self.shapes[name] = self._union(get_args(hint))
        return self.ref(name)

    def record(self, description: str, hints: Mapping[str, Any], optional: frozenset[str] = frozenset()) -> Shape:
        """The shape of an object that has these fields."""
        return {
            "type": "object",
            **({"description": description} if description else {}),
            "properties": {name: self.of(hint) for name, hint in hints.items()},
            "required": [name for name in hints if name not in optional],
        }

    def one_of(self, tag: str, members: Mapping[str, Shape]) -> Shape:
        """The union of references by the word that their field `tag` has."""
        mapping = {word: member["$ref"] for word, member in members.items()}
        return {"oneOf": list(members.values()), "discriminator": {"propertyName": tag, "mapping": mapping}}

    def _list(self, item: Any) -> Shape:
        return {"type": "array", "items": self.of(item)}

    def _annotated(self, hint: Any, metadata: Sequence[object]) -> Shape:
        for each in metadata:
            if isinstance(each, Named):
                return self.ref(each.name)
            if isinstance(each, As):
                return self.of(each.hint)
        said = [each for each in metadata if isinstance(each, str)]
        return {**self.of(hint), **({"description": said[0]} if said else {})}

    def _union(self, members: Sequence[Any]) -> Shape:
        present = [member for member in members if member is not NoneType]
        shapes = [self.of(member) for member in present]
        tag = _tag(present) if len(present) > 1 else None
        if tag:
            shapes = [self.one_of(tag[0], dict(zip(tag[1], shapes, strict=True)))]
        shapes += [{"type": "null"}] if len(present) < len(members) else []
        return shapes[0] if len(shapes) == 1 else {"anyOf": shapes}


def doc(made: type) -> str:
    """The docstring of a class; empty where a dataclass has only its generated signature."""
    said = made.__dict__.get("__doc__") or ""
    return "" if said.startswith(f"{made.__name__}(") else cleandoc(said)


def public(made: type[Event]) -> dict[str, Any]:
    """The public fields of an event, by name, with their types."""
    hints = hints_of(made, include_extras=True)
    return {
        item.name: hints[item.name]
        for item in fields(made)
        if item.name not in _ENVELOPE and SEALED_FOR not in item.metadata
    }


def parts(made: type[Event]) -> list[dict[str, Any]]:
    """The sealed fields of an event, part by part, by name, with their types."""
    hints = hints_of(made, include_extras=True)
    found: dict[str, dict[str, Any]] = {}
    for item in fields(made):
        if SEALED_FOR in item.metadata:
            found.setdefault(item.metadata[SEALED_FOR], {})[item.name] = hints[item.name]
    return list(found.values())


def tolerant(schema: Any) -> Any:
    """The schema of a request as that of a response: it allows further words, and further fields of objects."""
    if isinstance(schema, list | tuple):
        return [tolerant(member) for member in schema]
    if not isinstance(schema, Mapping):
        return schema
    kept = {name: tolerant(inner) for name, inner in schema.items() if name not in ("additionalProperties", "enum")}
    return {**_words(schema["enum"]), **kept} if "enum" in schema else kept


def _words(known: Sequence[Any]) -> Shape:
    """The schema of these values: open to further ones, but a single value is fixed."""
    if len(known) == 1:
        return {"const": known[0], **_PLAIN[type(known[0])]}
    kinds = [_PLAIN[kind]["type"] for kind in dict.fromkeys(map(type, known))]
    return {"type": kinds[0] if len(kinds) == 1 else kinds, "x-extensible-enum": list(known)}


def _fields(made: Any) -> Iterator[tuple[str, Any]]:
    """The fields of a typed dict or a dataclass; first the field with the word of its class, if it has one."""
    hints = hints_of(made, include_extras=True)
    if is_typeddict(made):
        yield from hints.items()
        return
    yield from ((name, Literal[getattr(made, name)]) for name in _WORDS if name in hints)
    yield from ((item.name, hints[item.name]) for item in fields(made))


def _optional(made: Any) -> frozenset[str]:
    return frozenset(made.__optional_keys__) if is_typeddict(made) else frozenset()


def _tag(members: Sequence[Any]) -> tuple[str, list[str]] | None:
    """The field whose word distinguishes these classes, and the word of each class."""
    if not all(is_typeddict(member) or is_dataclass(member) for member in members):
        return None
    known = [{name: get_args(hint) for name, hint in _fields(made) if get_origin(hint) is Literal} for made in members]
    for name in known[0]:
        words = [found.get(name, ()) for found in known]
        if all(len(word) == 1 for word in words) and len({*words}) == len(members):
            return name, [word[0] for word in words]
    return None
