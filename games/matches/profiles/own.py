"""A caller's own account: one statement reads the token, the player and their vacation."""

from datetime import UTC
from typing import NamedTuple

import orjson

from events.statements import fetch
from games.matches.accounts.tokens import HOLDERS, Caller
from games.matches.models.people import Player
from games.matches.play import time_off
from games.matches.play.time_off import TimeOff

FIELDS = (
    *("id", "handle", "kind", "email", "confirmed_email", "locale", "shows_presence", "shows_record"),
    "take_backs",
    *("created_at", "seen_on"),
)
OWN = f"""
SELECT token.scopes, {", ".join(f"player.{name}" for name in FIELDS)}, player.quiet_hours::text,
    statement_timestamp(), off.starts, off.ends
FROM {HOLDERS}
CROSS JOIN LATERAL (
    SELECT array_agg(starts_at ORDER BY id) AS starts, array_agg(ends_at ORDER BY id) AS ends FROM matches_vacation
    WHERE player_id = player.id AND ends_at > date_trunc('year', statement_timestamp(), 'UTC')
) AS off
WHERE token.digest = %(digest)s::bytea
"""  # noqa: S608, all of it is constant


class Own(NamedTuple):
    """The caller, and of their account what they are shown; the player has no other fields."""

    caller: Caller
    player: Player
    time: TimeOff


def read(digest: bytes) -> Own | None:
    """The account of the holder of a token with this digest; None where it is not one of ours."""
    rows = fetch(OWN, {"digest": digest})
    if not rows:
        return None
    ((scopes, *fields, quiet_hours, at, starts, ends),) = rows
    player = Player(
        **dict(zip(FIELDS, fields, strict=True)), quiet_hours=None if quiet_hours is None else orjson.loads(quiet_hours)
    )
    caller = Caller(player.id, scopes, player.locale, player.seen_on)
    vacations = zip(starts or (), ends or (), strict=True)
    return Own(caller, player, time_off.of_vacations(vacations, at.astimezone(UTC)))
