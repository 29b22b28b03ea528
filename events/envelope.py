"""Events as rows and back: envelopes and their sealed parts, in canonical JSON (`docs/api/secrets.md`)."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import orjson
from msgspec import Struct

from events.format.canon import JSON, canon, canon_checking
from events.format.chain import event_hash
from events.format.seal import seal_digest
from events.randomness import new_salt

AUTHORS = frozenset({"player", "bot", "clock", "system"})
SNAKE_CASE = re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)*")


# Structs, because a frozen dataclass takes ten times as long to make, and a move makes some twenty of these.
class Part(Struct, frozen=True, kw_only=True):
    """A secret part of an event and the seats that may open it, in rising order; `()` is the server alone."""

    audience: tuple[int, ...]
    part: Mapping[str, JSON]


class Draft(Struct, frozen=True, kw_only=True):
    """An event to be appended; the store gives it version, time, seals and hash.

    `by` is one of `AUTHORS`, `move` the number of the move in the match (from 1), `draws` is `{"first", "count"}`.
    """

    type: str
    data: Mapping[str, JSON]
    schema: int = 1
    seat: int | None = None
    by: str = "system"
    move: int | None = None
    draws: Mapping[str, JSON] | None = None
    parts: tuple[Part, ...] = ()


class Opening(Struct, frozen=True, kw_only=True):
    """A sealed part with what it takes to check its seal; `index` is its place in the envelope's `seals`."""

    index: int
    audience: tuple[int, ...]
    salt: bytes
    part: dict[str, Any]


class StoredEvent(Struct, frozen=True, kw_only=True):
    """An event as the store holds it, with every opening: the caller decides what a seat may see of them."""

    version: int
    envelope: dict[str, Any]
    hash: bytes
    openings: tuple[Opening, ...]


class SecretRow(NamedTuple):
    """A sealed part as the table holds it: its `place` is an opening's index, `part` is canonical."""

    version: int
    place: int
    audience: Sequence[int]
    salt: bytes
    part: bytes


class EventRow(NamedTuple):
    """An event as the table holds it; `body` is canonical and is what was hashed."""

    version: int
    body: bytes
    hash: bytes
    secrets: Sequence[SecretRow]


def write(draft: Draft, *, match: str, version: int, at: str, previous: bytes) -> EventRow:
    """The row of an event that follows the hash `previous`; draws a fresh salt for each sealed part."""
    _check(draft)
    secrets = [_secret(part, version=version, index=index) for index, part in enumerate(draft.parts)]
    envelope = {
        "match": match,
        "version": version,
        "type": draft.type,
        "schema": draft.schema,
        "seat": draft.seat,
        "by": draft.by,
        "at": at,
        "move": draft.move,
        "draws": None if draft.draws is None else dict(draft.draws),
        "data": dict(draft.data),
        "seals": [_seal(match, secret) for secret in secrets],
    }
    body = canon_checking(envelope, draft.schema, draft.seat, draft.move, envelope["draws"], envelope["data"])
    return EventRow(version, body, event_hash(previous, body), secrets)


def read(row: EventRow) -> StoredEvent:
    """The event a row holds. Nothing is checked: that is the verifier's work."""
    openings = tuple(
        Opening(index=secret.place, audience=tuple(secret.audience), salt=secret.salt, part=orjson.loads(secret.part))
        for secret in row.secrets
    )
    return StoredEvent(version=row.version, envelope=orjson.loads(row.body), hash=row.hash, openings=openings)


def _secret(part: Part, *, version: int, index: int) -> SecretRow:
    if tuple(sorted(set(part.audience))) != part.audience:
        raise ValueError("an audience lists seats in rising order")
    return SecretRow(version, index, part.audience, new_salt(), canon(dict(part.part)))


def _seal(match: str, secret: SecretRow) -> dict[str, object]:
    # The part is canonical already, and an array's canonical form is that of its members.
    place = canon_checking([match, secret.version, secret.place, secret.audience], secret.audience)
    content = place[:-1] + b"," + secret.part + b"]"
    return {"audience": secret.audience, "digest": seal_digest(secret.salt, content)}


def _check(draft: Draft) -> None:
    if not SNAKE_CASE.fullmatch(draft.type):
        raise ValueError("an event's type is snake_case")
    if draft.by not in AUTHORS:
        raise ValueError("an event's author is player, bot, clock or system")
