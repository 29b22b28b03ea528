"""Events and moves as JSON and back."""

from collections.abc import Mapping
from dataclasses import fields
from functools import cache
from typing import Any, TypeVar, cast

from msgspec import Struct

from events.format.canon import SCALARS
from games.core.events import SEALED_FOR, SERVER, Draws, Event
from games.core.json import JSON, JSONObject
from games.core.moves import Move
from games.core.records import replace

M = TypeVar("M", bound=Move)
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
    """Split an event into what all may know and one sealed part per audience."""
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
    """What events of a class tell, field by field, and the audience that each is sealed for, None being everybody."""
    told = [item for item in fields(made) if item.name not in ENVELOPE_FIELDS]
    return tuple((item.name, item.metadata.get(SEALED_FOR)) for item in told)


def decode(classes: Mapping[str, type[Event]], fact: Fact) -> Event:
    """The event that `encode` made `fact` of; an unknown type is a KeyError."""
    values: dict[str, object] = {name: frozen(value) for name, value in fact.data.items()}
    for _, part in fact.parts:
        values.update((name, frozen(value)) for name, value in part.items())
    return classes[fact.type](seat=fact.seat, draws=fact.draws, **values)  # type: ignore[arg-type]


def canonical(event: Event) -> Event:
    """The event with its objects in the order of canonical JSON, as it comes back from storage.

    What is folded while a move is decided goes on without being read again: an order of its own would show in answers.
    """
    changed: dict[str, Any] = {
        name: _ordered(value)
        for name, _ in _places(type(event))  # type: ignore[arg-type]
        if type(value := getattr(event, name)) not in SCALARS and _holds_an_object(value)
    }
    return replace(event, **changed) if changed else event


def _holds_an_object(value: JSON) -> bool:
    if isinstance(value, tuple):
        return any(_holds_an_object(item) for item in value if type(item) not in SCALARS)
    return isinstance(value, Mapping)


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
    """The move a body of the right shape means; the caller has held it against the type's schema."""
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
