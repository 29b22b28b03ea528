"""Has an authority stamp checkpoints of the log (RFC 3161), and keeps its answers.

At most one an hour: authorities serve many, and a stamp proves all entries before it. Whatever the authority does, the
log goes on without it.
"""

import http.client
import logging
from collections.abc import Callable
from datetime import datetime, timedelta

from django.conf import settings

from events.statements import fetch
from games.headlog import timestamps
from games.headlog.checkpoints import NotProved
from games.headlog.signed_notes import read_note
from games.matches.heads import outside
from games.matches.heads.outside import OutsideReply
from games.matches.models.logged import LogTimestamp

log = logging.getLogger(__name__)

QUERY_TYPE = "application/timestamp-query"
BETWEEN = timedelta(hours=1)
# An authority whose clock goes further from the database's is wrong, or one of them is.
MOST_APART = timedelta(minutes=10)
# The newest checkpoint, if it is not stamped yet, and the one that was stamped last is old enough.
DUE = """
SELECT newest.size, newest.note, statement_timestamp() FROM
    (SELECT size, note, at FROM matches_logcheckpoint ORDER BY size DESC LIMIT 1) AS newest
WHERE NOT EXISTS (SELECT FROM matches_logtimestamp AS stamped
    WHERE stamped.size = newest.size OR stamped.at > statement_timestamp() - %s::interval)
"""

# Posts a request to an address; OSError where nobody answers.
Post = Callable[[str, bytes, str], OutsideReply]


def run(post: Post = outside.post) -> int:
    """Have the newest checkpoint stamped, if it is time for that; how many were: 0 or 1."""
    for size, note, now in fetch(DUE, (BETWEEN,)) if settings.LOG_TIMESTAMP_URL else ():
        try:
            answer, at = _stamped(read_note(note).text, now, post)
        except (OSError, http.client.HTTPException, ValueError, NotProved) as error:
            # What the authority says is the operators' business; of other failures the kind is enough.
            said = str(error) if isinstance(error, NotProved) else type(error).__name__
            log.error("the checkpoint of size %d got no timestamp: %s", size, said)
            return 0
        LogTimestamp.objects.get_or_create(size=size, defaults={"answer": answer, "at": at})
        return 1
    return 0


def _stamped(text: str, now: datetime, post: Post) -> tuple[bytes, datetime]:
    """An answer that holds, and its time."""
    query = timestamps.query(text)
    reply = post(settings.LOG_TIMESTAMP_URL, query.body, QUERY_TYPE)
    if reply.status != 200:
        raise NotProved(f"the authority answered {reply.status}")
    roots = timestamps.roots_in(settings.LOG_TIMESTAMP_ROOTS)
    at = timestamps.stamped_at(text, reply.body, roots, query.nonce)
    if abs(at - now) > MOST_APART:
        raise NotProved(f"the authority stamped {at:%Y-%m-%d %H:%M:%S}, and it is {now:%Y-%m-%d %H:%M:%S}")
    return reply.body, at
