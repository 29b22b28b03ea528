"""Envelopes and the hash chain over them (`docs/api/secrets.md`)."""

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from events.format.canon import canon
from events.format.chain import GENESIS, event_hash
from games.table.claims import Broken, is_audience, is_count, is_written, need
from games.table.events import LAST
from games.verify.match_file import Entry, MatchFile
from games.verify.report import CHAIN, Flaw

FIELDS = {"match", "version", "type", "schema", "seat", "by", "at", "move", "draws", "data", "seals"}
AUTHORS = ("player", "bot", "clock", "system")
SNAKE_CASE = re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)*")
MATCH_ID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}")
# Later versions of Python read 24:00 as the next midnight: what is a time must not depend on them.
TIME = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T(?:[01][0-9]|2[0-3]):[0-9]{2}:[0-9]{2}\.[0-9]{6}Z")
DIGEST = re.compile(r"[0-9a-f]{64}")


def check(file: MatchFile) -> Flaw | None:
    """Find the first event with a wrong form, place, time or hash; then check whether first and last line fit."""
    previous, before = GENESIS, ""
    for version, entry in enumerate(file.entries, 1):
        try:
            check_envelope(entry.envelope)
            previous = _linked(file, entry, version, previous, before)
        except Broken as broken:
            return Flaw(check=CHAIN, version=version, reason=broken.reason)
        before = entry.envelope["at"]
    return _ends(file, previous.hex())


def check_envelope(envelope: Mapping[str, Any]) -> None:
    """`Broken` if an envelope does not have the shape of the format."""
    need(envelope.keys() == FIELDS, "the envelope has not the fields of the format")
    need(is_count(envelope["version"]), "the version is no number")
    need(is_written(SNAKE_CASE, envelope["type"]), "the type is not in snake case")
    need(is_count(envelope["schema"]) and envelope["schema"] >= 1, "the schema is no number from 1")
    need(envelope["seat"] is None or is_count(envelope["seat"]), "the seat is no number")
    need(envelope["by"] in AUTHORS, "nobody of that name writes events")
    need(_is_time(envelope["at"]), "the time is not one of the format")
    need(envelope["move"] is None or (is_count(envelope["move"]) and envelope["move"] >= 1), "the move is no number")
    need(_are_draws(envelope["draws"]), "the draws are not first and count")
    need(isinstance(envelope["data"], dict), "the data is no object")
    need(isinstance(envelope["seals"], list), "the seals are no list")
    for seal in envelope["seals"]:
        need(_is_seal(seal), "a seal is not audience and digest")


def _linked(file: MatchFile, entry: Entry, version: int, previous: bytes, before: str) -> bytes:
    envelope = entry.envelope
    need(envelope["match"] == file.match, "the event is of another match")
    need(envelope["version"] == version, f"the event says that it is version {envelope['version']}")
    need(envelope["at"] >= before, "the time goes back")
    found = event_hash(previous, canon(envelope))
    need(entry.hash == found.hex(), "the hash does not follow from the event and the hash before it")
    return found


def _ends(file: MatchFile, head: str) -> Flaw | None:
    first, last = file.entries[0].envelope, file.entries[-1].envelope
    named = {"game": first["data"].get("game"), "rules": first["data"].get("rules")}
    if not is_written(MATCH_ID, file.match) or named != {"game": file.game, "rules": file.rules}:
        return Flaw(check=CHAIN, version=0, reason="the first line names another match than the first event")
    if is_count(file.redacted_for) and not _is_seat(file.redacted_for, first["data"].get("seats")):
        return Flaw(check=CHAIN, version=0, reason="the first line names a seat that the match has not")
    said = (file.version, file.head, file.complete)
    if said != (len(file.entries), head, last["type"] in LAST):
        return Flaw(check=CHAIN, version=len(file.entries), reason="the last line is not about the last event")
    return None


def _is_seat(seat: Any, seats: Any) -> bool:
    return is_count(seats) and seat < seats


def _is_time(value: object) -> bool:
    if not is_written(TIME, value):
        return False
    try:
        datetime.fromisoformat(str(value))
    except ValueError:
        return False
    return True


def _are_draws(value: object) -> bool:
    if value is None:
        return True
    known = isinstance(value, dict) and value.keys() == {"first", "count"} and all(map(is_count, value.values()))
    return known and value["count"] >= 1  # type: ignore[index]


def _is_seal(seal: object) -> bool:
    if not (isinstance(seal, dict) and seal.keys() == {"audience", "digest"} and is_written(DIGEST, seal["digest"])):
        return False
    return is_audience(seal["audience"])
