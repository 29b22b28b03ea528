"""Tickets for streams: a browser sends no token with `EventSource`, so it asks for a pass that is good once."""

import uuid
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import connection
from django.db.models.functions import Now

from events.randomness import new_token
from games.matches.accounts.tokens import SECRET_BYTES, digest, good
from games.matches.models.people import StreamTicket, Token

PREFIX = "tkt_"
LIFETIME = timedelta(seconds=30)

# One statement, so that of two uses at once, in whatever processes, one finds it.
SPEND = """
DELETE FROM matches_streamticket WHERE digest = %s AND expires_at > statement_timestamp()
    AND match_id IS NOT DISTINCT FROM %s::uuid RETURNING token_id
"""


class Ticket(NamedTuple):
    """A ticket with its secret, which is shown this once only."""

    secret: str
    expires_at: datetime


def issue(token: bytes, match_id: str | None, now: datetime) -> Ticket:
    """A ticket for the stream of a match, or the player's own, by the token with this digest."""
    StreamTicket.objects.filter(expires_at__lt=Now()).delete()
    ticket = Ticket(PREFIX + new_token(SECRET_BYTES), now + LIFETIME)
    StreamTicket.objects.create(
        digest=digest(ticket.secret),
        token=Token.objects.get(digest=token),
        match_id=None if match_id is None else uuid.UUID(match_id),
        expires_at=ticket.expires_at,
    )
    return ticket


def spend(secret: str, match_id: uuid.UUID | None) -> Token | None:
    """The token by which a ticket for this stream was issued; the ticket is worth nothing from now on."""
    with connection.cursor() as cursor:
        cursor.execute(SPEND, [digest(secret), match_id])
        found = cursor.fetchone()
    if found is None:
        return None
    return good().filter(id=found[0]).first()
