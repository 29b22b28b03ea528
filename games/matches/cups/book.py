"""The events of a cup: read, and written one after the other by whoever holds its row."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from events.format.chain import event_hash, timestamp
from events.statements import fetch
from games.cups import running
from games.cups.check import body
from games.cups.running import Cup
from games.matches.errors import CupNotFound
from games.matches.models.cups import CupEvent, CupRow
from games.matches.models.ids import as_uuid


@dataclass
class OpenCup:
    """A cup under the lock of its row, to which events are added; `now` is the time of this transaction."""

    row: CupRow
    cup: Cup
    now: datetime

    @property
    def seed(self) -> bytes:
        """From which all that is drawn follows. It is in no answer before the last event."""
        return bytes(self.row.seed)

    def add(self, type: str, data: Mapping[str, Any]) -> None:
        """Write one more event, and what it makes of the cup."""
        self.cup = running.after(self.cup, self.cup.id, type, data)
        self.row.status, self.row.entered = self.cup.status, len(self.cup.players)
        write(self.row, self.now, type, data)


def write(row: CupRow, now: datetime, type: str, data: Mapping[str, Any]) -> None:
    """Write the next event of a row that is saved by it."""
    version, at = row.version + 1, timestamp(now)
    row.head = event_hash(bytes(row.head), body(str(row.id), version, at, type, data))
    row.version = version
    row.save()
    CupEvent.objects.create(cup=row, version=version, at=at, type=type, data=data, hash=row.head)


def now() -> datetime:
    """The database's time at this moment."""
    ((at,),) = fetch("SELECT clock_timestamp()", ())
    assert isinstance(at, datetime)
    return at


def found(cup_id: str) -> CupRow:
    """The row of a cup; `CupNotFound`."""
    id = as_uuid(cup_id)
    row = None if id is None else CupRow.objects.select_related("host").filter(id=id).first()
    if row is None:
        raise CupNotFound
    return row


def locked(cup_id: str | UUID, now: datetime, *, skip: bool = False) -> OpenCup | None:
    """The cup, whose row is held until the end of the transaction; None where `skip`, and another holds it."""
    id = as_uuid(str(cup_id))
    rows = CupRow.objects.select_for_update(skip_locked=skip, no_key=True)
    row = None if id is None else rows.filter(id=id).first()
    if row is None:
        if skip:
            return None
        raise CupNotFound
    return OpenCup(row=row, cup=read(row), now=now)


def read(row: CupRow) -> Cup:
    """The cup that the events make."""
    stored = CupEvent.objects.filter(cup=row, version__lte=row.version).order_by("version")
    return running.fold(str(row.id), stored.values_list("type", "data"))


def listed(*, game: str | None, status: str | None, player: str | None, before: str | None, limit: int) -> list[CupRow]:
    """Cups, newest first: of a game, in a state, that a player is in as long as they wait or run; older than one."""
    rows = CupRow.objects.order_by("-id").select_related("host")
    if game is not None:
        rows = rows.filter(game=game)
    if status is not None:
        rows = rows.filter(status=status)
    if player is not None:
        rows = rows.filter(entries__player__id=player)
    if before is not None:
        rows = rows.filter(id__lt=before)
    return list(rows[:limit])


def told(row: CupRow) -> list[dict[str, Any]]:
    """The events as everybody may read them."""
    return [
        {"version": one.version, "at": one.at, "type": one.type, "data": one.data, "hash": bytes(one.hash).hex()}
        for one in CupEvent.objects.filter(cup=row).order_by("version")
    ]
