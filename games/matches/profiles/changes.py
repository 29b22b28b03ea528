"""A player's own settings: changing them, and telling the matches that they reach into."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.db import transaction

from games.core.prompts import Violation
from games.matches import access
from games.matches.accounts.players import locked, rename, require_valid, save
from games.matches.errors import NotAllowed
from games.matches.models.people import Player
from games.matches.notices import preferences
from games.matches.notices.preferences import Preferences
from games.matches.play import time_off
from games.matches.quotas import admission, storage


def change(player_id: str, wishes: Mapping[str, Any], *, check: Callable[[Player], None] = lambda _: None) -> Player:
    """Change some of handle, email (None: have none), locale, what others are shown, quiet hours and vacation.

    `check` is given the player as they were, under the lock, and may refuse. Raises `Invalid`, `HandleTaken`,
    `Silenced`, `QuietHoursTooSoon`, `VacationSpent`, `QuotaExceeded`. What stops clocks counts in the player's running
    matches once the matches have been told; a caller who is cut off before that can ask again.
    """
    require_valid(handle=wishes.get("handle"), email=wishes.get("email"))
    if reaches_into_matches(wishes):
        admission.admit_events(player_id)
    with transaction.atomic():
        player = locked(player_id)
        check(player)
        if "email" in wishes:
            player.email = wishes["email"] or ""
        player.locale = wishes.get("locale") or player.locale
        player.shows_presence = wishes.get("shows_presence", player.shows_presence)
        player.shows_record = wishes.get("shows_record", player.shows_record)
        player.take_backs = wishes.get("take_backs", player.take_backs)
        rename(player, wishes.get("handle"))
        if "quiet_hours" in wishes:
            time_off.wish_quiet_hours(player, wishes["quiet_hours"])
        if "vacation" in wishes:
            if wishes["vacation"] is not None:
                storage.admit_stored("vacation", player=player_id)
            time_off.wish_vacation(player, wishes["vacation"])
        save(player)
    if reaches_into_matches(wishes):
        time_off.tell_all(player_id)
    return player


def change_notices(
    player_id: str, *, mail: Sequence[str] | None, matches: Mapping[str, Sequence[str] | None]
) -> Preferences:
    """Set the kinds of notices that come by mail (None: leave them), and exceptions by match (None takes one back).

    `NotAllowed` for a match that the player may not know of, or for too many; `QuotaExceeded`.
    """
    if nowhere := access.unknown([match_id for match_id, kinds in matches.items() if kinds is not None], player_id):
        detail = f"You know of no match {nowhere[0]}."
        raise NotAllowed([Violation(pointer="/matches", code="unknown", detail=detail)])
    return preferences.change(player_id, mail=mail, matches=matches)


def reaches_into_matches(wishes: Mapping[str, Any]) -> bool:
    """Whether these changes are told to each match in which the player sits."""
    return bool(wishes.keys() & {"quiet_hours", "vacation"})
