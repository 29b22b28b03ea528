"""The log of all heads: a match's entries, and the newest checkpoint."""

import base64
from collections.abc import Sequence

from django.conf import settings
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api import requests
from api.answers.head_log import EntryStamp, HeadLog, LoggedEntry, LogStamp, MatchLog
from api.bodies import MAX_VERSION
from api.http import entity_tags
from api.views.base import ForEverybody, known_match
from events.format.chain import timestamp
from games.matches.access import Known
from games.matches.heads import log_reading
from games.matches.heads.log_reading import ProvedEntry, ReadableTimestamp


class LogView(ForEverybody):
    """The newest signed checkpoint, with a proof that it continues the one that the caller has kept."""

    def get(self, request: Request) -> Response:
        asked = requests.query(request, "from")
        found = log_reading.latest()
        size = found.size if found else 0
        old = requests.log_size(asked, size)
        body: HeadLog = {
            "keys": list(found.keys) if found else [],
            "size": size,
            "checkpoint": found.note if found else None,
            "consistency": None if old is None else _encoded(log_reading.consistency(old, size)),
            "timestamp": _stamp(log_reading.last_timestamp(size)),
            "files": f"{settings.PUBLIC_URL}/log",
        }
        return entity_tags.of_content(request, body)


class MatchLogView(APIView):
    """The entries of a match, each with its proof."""

    def get(self, request: Request, match: str) -> Response:
        requests.query(request)
        known = known_match(request, match)
        found = log_reading.latest()
        entries = log_reading.of_match(known.id, version=_last(known), size=found.size) if found else []
        body: MatchLog = {
            "match": known.id,
            "checkpoint": found.note if found else None,
            "entries": list(map(_entry, entries)),
            "timestamp": _entry_stamp(entries, found.size if found else 0),
        }
        return entity_tags.of_content(request, body)


def _last(known: Known) -> int:
    """The latest version of the match that the caller may know; for most matches the log has no later one."""
    is_open = known.until is None and known.lobby.delay is None
    return MAX_VERSION if is_open else known.load().match.head.version


def _entry(entry: ProvedEntry) -> LoggedEntry:
    return {
        "index": entry.index,
        "version": entry.version,
        "head": entry.head,
        "kind": entry.kind,
        "logged_at": timestamp(entry.at),
        "path": _encoded(entry.path),
    }


def _stamp(found: ReadableTimestamp | None) -> LogStamp | None:
    if found is None:
        return None
    answer = base64.b64encode(found.answer).decode()
    return {"checkpoint": found.note, "answer": answer, "at": timestamp(found.at)}


def _entry_stamp(entries: Sequence[ProvedEntry], size: int) -> EntryStamp | None:
    found = log_reading.timestamp_of(entries[-1].index, size) if entries else None
    stamp = _stamp(found[0]) if found else None
    return {**stamp, "path": _encoded(found[1])} if found and stamp else None


def _encoded(hashes: Sequence[bytes]) -> list[str]:
    return [base64.b64encode(one).decode() for one in hashes]
