"""Events and moves as JSON and back."""

from collections.abc import Mapping
from dataclasses import fields
from functools import cache
from types import UnionType
from typing import Any, Literal, TypeVar, Union, cast, get_args, get_origin

from msgspec import Struct

from events.format.canon import SCALARS
from games.core.events import SEALED_FOR, SERVER, Draws, Event
from games.core.json import JSON, JSONObject
from games.core.moves import Move
from games.core.records import replace

M = TypeVar("M", bound=Move)
# The last stands in tuple[str, ...].
PLAIN = frozenset({*SCALARS, Ellipsis})
ENVELOPE_FIELDS = frozenset({"seat", "draws"})


class Fact(Struct, frozen=True, kw_only=True):
    """A kernel's event in the form that is stored: `parts` are (audience, secret part) pairs; `()` is the server."""

    type: str
    schema: int
    seat: int | None
    draws: Draws | None
    data: JSONObject
    parts: tuple[tuple[tuple[int, ...], JSONObject], ...]


def encode(event: Event) -> Fact:
    """Split an event into its public part and one sealed part per audience."""
    data: dict[str, JSON] = {}
    parts: dict[str, dict[str, JSON]] = {}
    for name, audience in _places(type(event)):  # type: ignore[arg-type]
        place = data if audience is None else parts.setdefault(audience, {})
        place[name] = getattr(event, name)
    return Fact(
        type=event.type,
        schema=event.schema,
        seat=event.seat,
        draws=event.draws,
        data=data,
        parts=tuple((_audience(event, name), part) for name, part in parts.items()),
    )


# Where it is called mypy takes the hash of a frozen dataclass for that of its class.
@cache
def _places(made: type[Event]) -> tuple[tuple[str, str | None], ...]:
    """The fields of an event class, each with the audience of its seal; None means public."""
    told = [item for item in fields(made) if item.name not in ENVELOPE_FIELDS]
    return tuple((item.name, item.metadata.get(SEALED_FOR)) for item in told)


def decode(classes: Mapping[str, type[Event]], fact: Fact) -> Event:
    """The event from its stored form `fact`, the reverse of `encode`; an unknown type is a KeyError."""
    values: dict[str, object] = {name: frozen(value) for name, value in fact.data.items()}
    for _, part in fact.parts:
        values.update((name, frozen(value)) for name, value in part.items())
    return classes[fact.type](seat=fact.seat, draws=fact.draws, **values)  # type: ignore[arg-type]


def canonical(event: Event) -> Event:
    """The event with its objects in the order of canonical JSON, as it comes back from storage.

    An event that is folded while a move is decided is not read from storage again, so a different order would show in
    responses.
    """
    names = _with_objects(type(event))  # type: ignore[arg-type]
    changed: dict[str, Any] = {name: _ordered(getattr(event, name)) for name in names}
    return replace(event, **changed) if changed else event


@cache
def _with_objects(made: type[Event]) -> tuple[str, ...]:
    """The few fields of an event class whose declared type may contain an object."""
    return tuple(item.name for item in fields(made) if item.name not in ENVELOPE_FIELDS and not _is_plain(item.type))


def _is_plain(declared: Any) -> bool:
    """Whether values of a declared type contain no keys to order: numbers, texts and the like, and tuples of these."""
    if get_origin(declared) in (tuple, Union, UnionType):
        return all(map(_is_plain, get_args(declared)))
    return declared in PLAIN or get_origin(declared) is Literal


def _ordered(value: JSON) -> JSON:
    if type(value) in SCALARS:
        return value
    if isinstance(value, tuple):
        return tuple([_ordered(item) for item in value])
    if isinstance(value, Mapping):
        return {key: _ordered(value[key]) for key in sorted(value)}
    return value


def move_to_json(move: Move) -> JSONObject:
    """`{"type": …, field: value, …}`, as a client sends it without the prompt: with lists for tuples."""
    return {"type": move.type, **{item.name: _thawed(getattr(move, item.name)) for item in fields(move)}}


def move_from_json(classes: Mapping[str, type[M]], body: JSONObject) -> M:
    """The move of a body; the caller has checked the body against the type's schema."""
    values = {name: frozen(value) for name, value in body.items() if name != "type"}
    return classes[cast(str, body["type"])](**values)


def frozen(value: JSON) -> JSON:
    """The value with tuples for lists, so that a decoded event equals the one that was encoded."""
    if type(value) in SCALARS:
        return value
    if isinstance(value, (list, tuple)):
        return tuple([frozen(item) for item in value])
    if isinstance(value, Mapping):
        return {key: frozen(item) for key, item in value.items()}
    return value


def _thawed(value: JSON) -> JSON:
    return [_thawed(item) for item in value] if isinstance(value, tuple) else value


def _audience(event: Event, name: str) -> tuple[int, ...]:
    if name == SERVER:
        return ()
    seats = getattr(event, name)
    return (seats,) if isinstance(seats, int) else tuple(sorted(seats))
