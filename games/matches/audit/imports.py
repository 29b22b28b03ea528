"""A match file becomes a stored match: to be viewed, replayed and audited, never to be played on."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from uuid import UUID

from django.db import IntegrityError, transaction

from events.envelope import SecretRow
from events.errors import Conflict
from events.format.canon import canon
from events.restoring import Written, restore
from games.matches.accounts.handles import name_fault
from games.matches.autoplay.awaited_rounds import chains as believed_chains
from games.matches.models.matches import NOBODY, Lobby
from games.table.events import MatchEnded
from games.table.standing import time_of
from games.verify.match_file import Entry, MatchFile, NotAMatchFile, read
from games.verify.report import Report
from games.verify.verifier import verify

NAME_LENGTH = 80
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
# Of an id, a UUIDv7: milliseconds since the epoch stand above these.
BITS_BELOW_TIME = 80


class CannotImport(Exception):
    """The file stays outside; the message says why."""


@dataclass(frozen=True, kw_only=True)
class Imported:
    """The match's id, and how many moves are only known to be legal, because nobody can ask their bots again."""

    match: str
    unjudged: int


def import_file(data: bytes, *, now: datetime, name: str = "", visibility: str = "public") -> Imported:
    """Store the match of a complete, unredacted and valid file. `CannotImport` says why not."""
    _check_name(name)
    try:
        file = read(data)
    except NotAMatchFile as refused:
        raise CannotImport(f"not valid at version {refused.flaw.version}: {refused.flaw.reason}") from None
    report = _check(file)
    _check_time(file, now)
    try:
        # Together: a lobby row without a stream would be a match cut short at its creation.
        with transaction.atomic():
            _make_lobby(file.match, name, visibility)
            restore(file.match, [_written(entry) for entry in file.entries])
    except (Conflict, IntegrityError):
        raise CannotImport(f"there is a match {file.match} here already") from None
    return Imported(match=file.match, unjudged=sum(report.other_bots.values()))


def _check_name(name: str) -> None:
    if len(name) > NAME_LENGTH:
        raise CannotImport(f"a name has at most {NAME_LENGTH} characters")
    if (fault := name_fault(name)) is not None:
        raise CannotImport(fault)


def _check_time(file: MatchFile, now: datetime) -> None:
    """Lists are in the order of ids, which begin with their time: one of the future would stand first for ever."""
    made = UUID(file.match).int >> BITS_BELOW_TIME
    if made > (now - EPOCH) // timedelta(milliseconds=1) or time_of(file.entries[-1].envelope) > now:
        raise CannotImport("the match is of a time that has not come yet")


def _check(file: MatchFile) -> Report:
    report = verify(file, chains=believed_chains())
    if (flaw := report.flaw) is not None:
        raise CannotImport(f"not valid at version {flaw.version}: {flaw.reason}")
    if not file.complete or file.entries[-1].envelope["type"] != MatchEnded.type:
        raise CannotImport("the match has not been played to its end")
    if file.redacted_for is not None:
        raise CannotImport("something in the file is still sealed")
    return report


def _make_lobby(match_id: str, name: str, visibility: str) -> None:
    Lobby.objects.create(
        match_id=match_id,
        creator_id=NOBODY,
        creation_key=f"import {match_id}",
        request_hash=b"",
        name=name,
        visibility=visibility,
    )


def _written(entry: Entry) -> Written:
    version, seals = entry.envelope["version"], entry.envelope["seals"]
    secrets = [
        SecretRow(
            version,
            opening["index"],
            seals[opening["index"]]["audience"],
            bytes.fromhex(opening["salt"]),
            canon(opening["part"]),
        )
        for opening in entry.openings
    ]
    return Written(envelope=entry.envelope, hash=bytes.fromhex(entry.hash), secrets=secrets)
