"""Recorded playthroughs put into the store as matches."""

from datetime import datetime
from itertools import groupby

from events import store
from events.store import EMPTY, Command, Head, NewEvent, Part, StoredEvent, new_id
from tests.games.playthroughs import header_of
from tests.games.verify.files import golden


def store_playthrough(text: str) -> str:
    """The id of a match with the events of a playthrough; its seed is not what they were drawn from."""
    scribe = golden(text, number=int(new_id()[-12:], 16))
    head = EMPTY
    for at, together in groupby(scribe.events, key=lambda event: event.envelope["at"]):
        # Somebody has to have taken the seats.
        command = Command(actor=new_id(), key="golden", request_hash=bytes(32))
        drafts = [_draft(event) for event in together]
        stored = store.append(
            scribe.match, expected=head, at=datetime.fromisoformat(at), drafts=drafts, command=command
        )
        head = Head(stored[-1].version, stored[-1].hash)
    return scribe.match


def key_of(text: str) -> bytes:
    """The key that a playthrough's draws were made with."""
    return bytes.fromhex(header_of(text)["key"])


def _draft(event: StoredEvent) -> NewEvent:
    said = {name: event.envelope[name] for name in ("type", "schema", "seat", "by", "move", "draws", "data")}
    return NewEvent(**said, parts=tuple(Part(audience=one.audience, part=one.part) for one in event.openings))
