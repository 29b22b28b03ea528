"""What is in the file of a cold match: the match file, without the hashes and digests that follow from the rest.

They are most of what does not compress. Reading computes them again, and so checks the chain as far as its last line.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import orjson

from events.envelope import EventRow, SecretRow
from events.format.canon import canon
from events.format.chain import GENESIS, event_hash
from events.format.seal import seal_digest

EPOCH, MICROSECOND = datetime(1970, 1, 1, tzinfo=UTC), timedelta(microseconds=1)

Line = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class Contents:
    """The first and the last line of a match file, and its events with all that was sealed of them."""

    first: Line
    rows: Sequence[EventRow]
    last: Line


def pack(contents: Contents) -> bytes:
    """The lines of a cold file. What has not the form of the format raises KeyError, TypeError or ValueError."""
    lines = (contents.first, *map(_packed, contents.rows), contents.last)
    return b"".join(canon(line) + b"\n" for line in lines)


def unpack(data: bytes) -> Contents:
    """What `pack` has packed; KeyError, TypeError or ValueError for anything else."""
    first, *events, last = [orjson.loads(line) for line in data.splitlines()]
    return Contents(first=first, rows=list(_rows(first["match"], events)), last=last)


def match_file(contents: Contents) -> bytes:
    """The whole match file, as the verifiers take it (docs/format.md)."""
    lines = (contents.first, *map(_entry, contents.rows), contents.last)
    return b"".join(canon(line) + b"\n" for line in lines)


def rows_digest(rows: Sequence[EventRow]) -> bytes:
    """The digest over all columns of these rows, as the function `rows_digest` of the database computes it."""
    events = b"".join(map(_event_digest, rows))
    secrets = b"".join(_secret_digest(secret) for row in rows for secret in row.secrets)
    return _sha256(_sha256(events) + _sha256(secrets))


def columns(row: EventRow) -> tuple[datetime, int | None, str]:
    """Time, seat and type of an event, which the table repeats beside its body."""
    envelope = orjson.loads(row.body)
    return datetime.fromisoformat(envelope["at"]), envelope["seat"], envelope["type"]


def _packed(row: EventRow) -> Line:
    envelope = orjson.loads(row.body)
    audiences = [seal["audience"] for seal in envelope["seals"]]
    return {"envelope": {**envelope, "seals": audiences}, "openings": _openings(row)}


def _entry(row: EventRow) -> Line:
    return {"envelope": orjson.loads(row.body), "hash": row.hash.hex(), "openings": _openings(row)}


def _openings(row: EventRow) -> list[Line]:
    return [{"index": one.place, "salt": one.salt.hex(), "part": orjson.loads(one.part)} for one in row.secrets]


def _rows(match: str, events: Sequence[Line]) -> Iterator[EventRow]:
    previous = GENESIS
    for version, event in enumerate(events, 1):
        secrets = [_secret(version, event["envelope"]["seals"], opening) for opening in event["openings"]]
        digests = [_seal(match, secret) for secret in secrets]
        body = canon({**event["envelope"], "seals": digests})
        previous = event_hash(previous, body)
        yield EventRow(version, body, previous, secrets)


def _secret(version: int, audiences: Sequence[Sequence[int]], opening: Line) -> SecretRow:
    place = opening["index"]
    return SecretRow(version, place, audiences[place], bytes.fromhex(opening["salt"]), canon(opening["part"]))


def _seal(match: str, secret: SecretRow) -> Mapping[str, Any]:
    sealed = canon([match, secret.version, secret.place, list(secret.audience), orjson.loads(secret.part)])
    return {"audience": list(secret.audience), "digest": seal_digest(secret.salt, sealed)}


def _event_digest(row: EventRow) -> bytes:
    at, seat, kind = columns(row)
    told = f"{row.version} {(at - EPOCH) // MICROSECOND} {'-' if seat is None else seat} {kind}"
    return _sha256(told.encode()) + _sha256(row.hash) + _sha256(row.body)


def _secret_digest(secret: SecretRow) -> bytes:
    audience = ",".join(map(str, secret.audience))
    told = f"{secret.version} {secret.place} {{{audience}}}"
    return _sha256(told.encode()) + _sha256(secret.salt) + _sha256(secret.part)


def _sha256(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()
