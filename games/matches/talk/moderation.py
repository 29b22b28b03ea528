"""What moderators do: close reports, take messages, names and handles away, warn, silence, answer appeals.

Nobody decides in a matter of their own: one in which a player reports, or is reported, whose id is noted for the login.
"""

from datetime import timedelta
from typing import Any

from django.db import transaction
from django.db.models.functions import Now

from events.store import new_id
from games.matches.accounts import players
from games.matches.accounts.players import locked
from games.matches.models.cups import CupRow
from games.matches.models.matches import Lobby
from games.matches.models.people import DELETED, Player
from games.matches.models.talk import ModeratorPlayer, PlayerReport, Sanction
from games.matches.talk import chat

# So many days a silence may last.
DAYS = (1, 7, 30)
KEPT = timedelta(days=365)


class OwnMatter(Exception):
    """The moderator is one of those concerned, or has taken the decision that is appealed against."""


class Decided(Exception):
    """Another moderator was faster."""


@transaction.atomic
def close(report: PlayerReport, *, by: str, decision: str) -> None:
    """Close a report, and say what was decided and why. Raises `OwnMatter`, `Decided`."""
    _assert_not_own(by, report.player, report.reporter)
    still = PlayerReport.objects.filter(id=report.id, state=PlayerReport.OPEN)
    if not still.update(state=PlayerReport.CLOSED, closed_at=Now(), closed_by=by, decision=decision[:200]):
        raise Decided


@transaction.atomic
def warn(report: PlayerReport, *, by: str, reason: str) -> None:
    """Warn the player who was reported, who is told the reason, and close the report. Raises `OwnMatter`, `Decided`."""
    close(report, by=by, decision=f"Warned: {reason}")
    _sanction(report.player, Sanction.WARNING, by, reason, report=report)


@transaction.atomic
def silence(report: PlayerReport, *, by: str, reason: str, days: int) -> None:
    """Keep the player from writing to others for some days, tell them why, and close the report.

    Raises `OwnMatter`, `Decided`.
    """
    close(report, by=by, decision=f"Silenced for {days} days: {reason}")
    _sanction(report.player, Sanction.SILENCE, by, reason, report=report, until=Now() + timedelta(days=days))


@transaction.atomic
def take_handle_away(player: str, *, by: str, reason: str) -> Player:
    """Call a player by a number until they choose another handle than theirs, and tell them why.

    The player as they are now. `PlayerNotFound` for none, and for one who was deleted.
    """
    named = locked(player)
    taken = named.handle
    players.give_number(named)
    players.save(named)
    _sanction(named, Sanction.HANDLE, by, reason, handle=taken)
    return named


@transaction.atomic
def take_name_away(named: Lobby | CupRow, *, by: str, reason: str) -> None:
    """Leave a match, or a cup and what is played of it now, without the name that its maker gave, who is warned.

    Raises `OwnMatter`; `Decided` where it has no name.
    """
    maker = Player.objects.filter(id=named.host_id if isinstance(named, CupRow) else named.creator_id).first()
    _assert_not_own(by, maker)
    if not type(named)._default_manager.filter(pk=named.pk).exclude(name="").update(name=""):
        raise Decided
    if isinstance(named, CupRow):
        Lobby.objects.filter(match_id__in=named.tables.values("match_id")).update(name="")
    if maker is not None and maker.kind != DELETED:
        _sanction(maker, Sanction.WARNING, by, reason)


@transaction.atomic
def take_message_away(report: PlayerReport, *, by: str, reason: str) -> None:
    """Show the message that was reported no longer, and close the report. Raises `OwnMatter`, `Decided`."""
    close(report, by=by, decision=f"Message taken away: {reason}")
    if report.message is not None:
        chat.take_away(report.message)


@transaction.atomic
def answer(sanction: Sanction, *, by: str, reason: str, is_lifted: bool, may_be_own: bool = False) -> None:
    """Answer an appeal, and lift the decision or let it stand.

    `may_be_own` where nobody else could: there is one moderator. Raises `OwnMatter`, `Decided`.
    """
    _assert_not_own(by, sanction.player, None if sanction.report is None else sanction.report.reporter)
    if sanction.made_by == by and not may_be_own:
        raise OwnMatter
    still = Sanction.objects.filter(id=sanction.id, answered_at=None).exclude(appealed_at=None)
    lifted_at = Now() if is_lifted else None
    if not still.update(answer=reason, answered_at=Now(), answered_by=by, lifted_at=lifted_at):
        raise Decided


def forget() -> None:
    """Delete reports that were closed, and decisions that were taken and have ended, a year ago."""
    before = Now() - KEPT
    PlayerReport.objects.filter(closed_at__lt=before).delete()
    Sanction.objects.filter(made_at__lt=before, until__lt=Now()).delete()
    Sanction.objects.filter(made_at__lt=before, until=None).delete()


def _sanction(player: Player, kind: str, by: str, reason: str, **more: Any) -> None:
    Sanction.objects.create(id=new_id(), player=player, kind=kind, reason=reason, made_at=Now(), made_by=by, **more)


def _assert_not_own(by: str, *concerned: Player | None) -> None:
    players = [one for one in concerned if one is not None]
    if ModeratorPlayer.objects.filter(login=by, player__in=players).exists():
        raise OwnMatter
