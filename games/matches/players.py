"""Changing a player's settings and deleting the account, as far as that reaches into matches."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from games.matches import quotas
from games.matches.accounts.players import locked, rename, require_valid, save
from games.matches.lists import queries
from games.matches.lobby import departures
from games.matches.models.notices import AccountMail, MatchNotices, Notice, NoticeSettings, Webhook
from games.matches.models.people import DELETED, HandleLook, Player, StandingOrder
from games.matches.play import time_off


def change(player_id: str, wishes: Mapping[str, Any]) -> Player:
    """Change some of handle, email (None: have none), locale, whether presence is shown, quiet hours and vacation.

    Raises `Invalid`, `HandleTaken`, `QuietHoursTooSoon`, `VacationSpent`, `QuotaExceeded`. What stops clocks counts in
    the player's running matches once the matches have been told; a caller who is cut off before that can ask again.
    """
    require_valid(handle=wishes.get("handle"), email=wishes.get("email"))
    if reaches_into_matches(wishes):
        quotas.admit_events(player_id)
    with transaction.atomic():
        player = locked(player_id)
        if "email" in wishes:
            player.email = wishes["email"] or ""
        player.locale = wishes.get("locale") or player.locale
        player.shows_presence = wishes.get("shows_presence", player.shows_presence)
        rename(player, wishes.get("handle"))
        if "quiet_hours" in wishes:
            time_off.wish_quiet_hours(player, wishes["quiet_hours"])
        if "vacation" in wishes:
            time_off.wish_vacation(player, wishes["vacation"])
        save(player)
    if reaches_into_matches(wishes):
        time_off.tell_all(player_id)
    return player


def reaches_into_matches(wishes: Mapping[str, Any]) -> bool:
    """Whether these changes are told to each match in which the player sits."""
    return bool(wishes.keys() & {"quiet_hours", "vacation"})


def delete(player_id: str) -> None:
    """Delete the account: open lobbies are left, running matches resigned, the handle is free again.

    The player stays behind the seats, emptied. A seat in a quarantined match is neither left nor resigned.
    """
    # Seats first: a caller who is cut off here can ask again.
    _give_up_seats(player_id)
    with transaction.atomic():
        player = locked(player_id)
        # Whatever a player has besides is empty by default.
        kept = {"id": player.id, "created_at": player.created_at, "revision": player.revision + 1}
        Player(**kept, handle=None, handle_key=None, kind=DELETED).save(force_update=True)
        player.tokens.all().delete()
        for model in (HandleLook, Notice, NoticeSettings, MatchNotices, Webhook, AccountMail, StandingOrder):
            model._default_manager.filter(player=player).delete()
        player.vacations.all().delete()
    # Once more: a request that came in before may have taken a seat meanwhile. One that takes a seat
    # from here on gives it up itself.
    _give_up_seats(player_id)


def _give_up_seats(player_id: str) -> None:
    for match_id in queries.unfinished_matches_of(player_id):
        departures.give_up(match_id, player_id)
