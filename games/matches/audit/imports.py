"""A match file becomes a stored match: to be viewed, replayed and audited, never to be played on."""

from django.db import IntegrityError, transaction

from events.envelope import SecretRow
from events.errors import Conflict
from events.format.canon import canon
from events.restoring import Written, restore
from games.matches.models.matches import NOBODY, Lobby
from games.table.events import MatchEnded
from games.verify.matchfile import Entry, MatchFile, NotAMatchFile, read
from games.verify.verifier import verify

NAME_LENGTH = 80


class CannotImport(Exception):
    """The file stays outside; the message says why."""


def import_file(data: bytes, *, name: str = "", visibility: str = "public") -> str:
    """Store the match of a complete, unredacted and valid file; its id. `CannotImport` says why not."""
    try:
        file = read(data)
    except NotAMatchFile as refused:
        raise CannotImport(f"not valid at version {refused.flaw.version}: {refused.flaw.reason}") from None
    _check(file)
    try:
        # Together: a lobby row without a stream would be a match cut short at its creation.
        with transaction.atomic():
            _make_lobby(file.match, name[:NAME_LENGTH], visibility)
            restore(file.match, [_written(entry) for entry in file.entries])
    except (Conflict, IntegrityError):
        raise CannotImport(f"there is a match {file.match} here already") from None
    return file.match


def _check(file: MatchFile) -> None:
    if (flaw := verify(file).flaw) is not None:
        raise CannotImport(f"not valid at version {flaw.version}: {flaw.reason}")
    if not file.complete or file.entries[-1].envelope["type"] != MatchEnded.type:
        raise CannotImport("the match has not been played to its end")
    if file.redacted_for is not None:
        raise CannotImport("something in the file is still sealed")


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
