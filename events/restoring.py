"""Stores streams that were written elsewhere, unchanged: versions, times, salts and hashes."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, connection, transaction

from events.envelope import SecretRow
from events.errors import Conflict
from events.format.canon import canon
from events.format.chain import GENESIS, event_hash

HEAD = "INSERT INTO match_head (match_id, version, hash, at) VALUES (%s, %s, %s, %s)"
EVENT = "INSERT INTO event (match_id, version, at, seat, type, hash, body) VALUES (%s, %s, %s, %s, %s, %s, %s)"
SECRET = "INSERT INTO event_secret (match_id, version, index, audience, salt, part) VALUES (%s, %s, %s, %s, %s, %s)"
OUTBOX = "INSERT INTO outbox (match_id, version, at) VALUES (%s, %s, %s)"


@dataclass(frozen=True, kw_only=True)
class Written:
    """An event as its file has it: the envelope, the hash after it, and every sealed part with its salt."""

    envelope: dict[str, Any]
    hash: bytes
    secrets: Sequence[SecretRow]


def restore(match: str, events: Sequence[Written]) -> None:
    """Store a whole stream at once, with no commands: it was played elsewhere.

    Raises `Conflict` when there is a stream of this id, ValueError when the hashes do not follow from the events.
    """
    bodies = _linked(events)
    last = events[-1].envelope
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(HEAD, [match, last["version"], events[-1].hash, last["at"]])
            cursor.executemany(EVENT, [_event(match, one, body) for one, body in zip(events, bodies, strict=True)])
            cursor.executemany(SECRET, [_secret(match, secret) for one in events for secret in one.secrets])
            cursor.execute(OUTBOX, [match, last["version"], last["at"]])
    except IntegrityError:
        # The server's message would quote the row.
        raise Conflict(match, 0) from None


def _linked(events: Sequence[Written]) -> list[bytes]:
    previous, bodies = GENESIS, []
    for one in events:
        bodies.append(canon(one.envelope))
        previous = event_hash(previous, bodies[-1])
        if previous != one.hash:
            raise ValueError(f"the hash of version {one.envelope['version']} does not follow")
    return bodies


def _event(match: str, one: Written, body: bytes) -> tuple[Any, ...]:
    envelope = one.envelope
    return match, envelope["version"], envelope["at"], envelope["seat"], envelope["type"], one.hash, body


def _secret(match: str, secret: SecretRow) -> tuple[Any, ...]:
    return match, secret.version, secret.place, list(secret.audience), secret.salt, secret.part
