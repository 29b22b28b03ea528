"""Events as rows and back: envelopes and their sealed parts, in canonical JSON (`docs/api/secrets.md`)."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import orjson
from msgspec import Struct

from events.format.canon import JSON, canon_checking, canonical
from events.format.chain import event_hash
from events.format.seal import seal_digest
from events.randomness import new_salt

AUTHORS = frozenset({"player", "bot", "clock", "system"})
SNAKE_CASE = re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)*")


# Structs, because a frozen dataclass takes ten times as long to make, and a move makes some twenty of these.
class Part(Struct, frozen=True, kw_only=True):
    """A sealed part of an event, and the seats that may open it in rising order; `()` means the server alone."""

    audience: tuple[int, ...]
    part: Mapping[str, JSON]


class NewEvent(Struct, frozen=True, kw_only=True):
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
    """A sealed part with the salt that checks its seal; `index` is its position in the envelope's `seals`."""

    index: int
    audience: tuple[int, ...]
    salt: bytes
    part: dict[str, Any]


class StoredEvent(Struct, frozen=True, kw_only=True):
    """An event as the store holds it, with all openings. The caller decides which of them a seat may see."""

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


class Written(NamedTuple):
    """A new event, as the table holds it and as a reader gets it."""

    row: EventRow
    event: StoredEvent


def write(draft: NewEvent, *, match: str, version: int, at: str, previous: bytes) -> Written:
    """The event that follows the hash `previous`; draws a fresh salt for each sealed part."""
    _check(draft)
    openings = tuple([_opening(part, index) for index, part in enumerate(draft.parts)])
    secrets = [_secret(opening, version) for opening in openings]
    # In the order of canonical JSON, so that this is the object that a reader gets.
    envelope = {
        "at": at,
        "by": draft.by,
        "data": canonical(dict(draft.data)),
        "draws": None if draft.draws is None else canonical(dict(draft.draws)),
        "match": match,
        "move": canonical(draft.move),
        "schema": canonical(draft.schema),
        "seals": [_seal(match, secret) for secret in secrets],
        "seat": canonical(draft.seat),
        "type": draft.type,
        "version": version,
    }
    body = canon_checking(envelope)
    row = EventRow(version, body, event_hash(previous, body), secrets)
    return Written(row, StoredEvent(version=version, envelope=envelope, hash=row.hash, openings=openings))


def read(row: EventRow) -> StoredEvent:
    """The event a row holds. Nothing is checked: that is the verifier's work."""
    openings = tuple(
        Opening(index=secret.place, audience=tuple(secret.audience), salt=secret.salt, part=orjson.loads(secret.part))
        for secret in row.secrets
    )
    return StoredEvent(version=row.version, envelope=orjson.loads(row.body), hash=row.hash, openings=openings)


def _opening(part: Part, index: int) -> Opening:
    if tuple(sorted(set(part.audience))) != part.audience:
        raise ValueError("an audience lists seats in rising order")
    return Opening(index=index, audience=part.audience, salt=new_salt(), part=canonical(dict(part.part)))


def _secret(opening: Opening, version: int) -> SecretRow:
    return SecretRow(version, opening.index, opening.audience, opening.salt, canon_checking(opening.part))


def _seal(match: str, secret: SecretRow) -> dict[str, object]:
    # The part is canonical already, and an array's canonical form is that of its members.
    audience = canonical(secret.audience)
    place = canon_checking([match, secret.version, secret.place, audience])
    content = place[:-1] + b"," + secret.part + b"]"
    return {"audience": audience, "digest": seal_digest(secret.salt, content)}


def _check(draft: NewEvent) -> None:
    if not SNAKE_CASE.fullmatch(draft.type):
        raise ValueError("an event's type is snake_case")
    if draft.by not in AUTHORS:
        raise ValueError("an event's author is player, bot, clock or system")
