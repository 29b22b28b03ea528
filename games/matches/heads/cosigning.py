"""Sends checkpoints of the log to witnesses, and keeps their cosignatures (C2SP tlog-witness).

The addresses are the operators' own choice, so they are not vetted as those of webhooks are.
"""

import base64
import http.client
import logging
from collections.abc import Callable
from typing import NamedTuple

from django.conf import settings
from django.db import transaction

from games.headlog.signed_notes import NotANote, Note, PublicKey, read_note, read_signatures, signed_at
from games.headlog.witness import SIZE_TYPE, add_checkpoint_body
from games.matches.heads import log_reading, outside
from games.matches.models.logged import LogCheckpoint, LogWitness

log = logging.getLogger(__name__)

CONFLICT = 409


class WitnessReply(NamedTuple):
    """What a witness answered."""

    status: int
    content_type: str
    text: str


# Posts a body to an address; OSError where nobody answers.
Post = Callable[[str, bytes], WitnessReply]


def run(post: Post | None = None) -> int:
    """Have each witness cosign the newest checkpoint, if it has not; how many have."""
    newest = LogCheckpoint.objects.order_by("-size").first() if settings.LOG_WITNESSES else None
    if newest is None:
        return 0
    note = read_note(newest.note + newest.cosignatures)
    missing = [one for one in settings.LOG_WITNESSES if signed_at(note, one.key) is None]
    return sum(_cosigned(newest, one.key, one.url, post or _post) for one in missing)


def _cosigned(newest: LogCheckpoint, key: PublicKey, url: str, post: Post) -> bool:
    known = LogWitness.objects.filter(name=key.name).first()
    try:
        reply = _asked(newest, known.size if known else 0, url, post)
        if reply.status == CONFLICT and reply.content_type.startswith(SIZE_TYPE):
            reply = _asked(newest, int(reply.text), url, post)
        lines = _good(newest, key, reply)
    except (OSError, http.client.HTTPException, ValueError) as error:
        # What it says of our log is the operators' business; of other failures the kind is enough.
        said = str(error) if isinstance(error, _Refused) else type(error).__name__
        log.error("witness %s has not cosigned size %d: %s", key.name, newest.size, said)
        return False
    _keep(newest.size, key, lines)
    return True


class _Refused(ValueError):
    """The witness does not sign; the message is its own."""


def _asked(newest: LogCheckpoint, old: int, url: str, post: Post) -> WitnessReply:
    if old > newest.size:
        raise _Refused(f"it has seen size {old}: the log has gone back")
    path = [base64.b64encode(one).decode() for one in log_reading.consistency(old, newest.size)]
    return post(f"{url}/add-checkpoint", add_checkpoint_body(old, path, newest.note))


def _good(newest: LogCheckpoint, key: PublicKey, reply: WitnessReply) -> str:
    """The witness's own lines, each checked."""
    if reply.status != 200:
        raise _Refused(f"{reply.status} {reply.text.strip()[:300]!r}")
    text = read_note(newest.note).text
    own = tuple(one for one in read_signatures(reply.text) if (one.name, one.key_id) == (key.name, key.key_id))
    if signed_at(Note(text, own), key) is None:
        raise NotANote("the answer has no cosignature by its key")
    return "".join(map(str, own))


@transaction.atomic
def _keep(size: int, key: PublicKey, lines: str) -> None:
    LogWitness.objects.update_or_create(name=key.name, defaults={"size": size})
    row = LogCheckpoint.objects.select_for_update().get(size=size)
    if lines not in row.cosignatures:
        row.cosignatures, row.cosigned = row.cosignatures + lines, row.cosigned + 1
        row.save(update_fields=["cosignatures", "cosigned"])


def _post(url: str, body: bytes) -> WitnessReply:
    reply = outside.post(url, body, "text/plain; charset=utf-8")
    return WitnessReply(reply.status, reply.content_type, reply.body.decode(errors="replace"))
