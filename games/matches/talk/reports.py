"""Reports: what players tell moderators about others. Whoever is reported is not told, not even that there is one."""

from collections.abc import Sequence

from django.db import transaction
from django.db.models.functions import Now

from events.store import new_id
from games.core.prompts import Violation
from games.matches.accounts.players import locked, present
from games.matches.errors import MessageNotFound, NotAllowed, TooManyReports
from games.matches.models.talk import ChatMessage, PlayerReport
from games.matches.quotas import storage
from games.matches.talk.chat import Place

KINDS = ("abuse", "cheating", "stalling", "collusion", "handle", "other")
MOST_CHARACTERS = 1_000
# Of one player's, that wait for a moderator.
MOST_OPEN = 20


def report(
    reporter: str,
    player: str,
    kind: str,
    text: str,
    *,
    match: str | None = None,
    message: tuple[Place, int] | None = None,
) -> PlayerReport:
    """Tell moderators about a player, with a match, or a message of theirs that the reporter can read.

    Raises `PlayerNotFound`, `NotAllowed` for oneself, `MessageNotFound`, `TooManyReports`, `QuotaExceeded`.
    """
    about = present(player)
    if str(about.id) == reporter:
        raise NotAllowed([Violation(pointer="/player", code="self", detail="Nobody reports themselves.")])
    said = None if message is None else _message(*message, str(about.id))
    with transaction.atomic():
        locked(reporter)
        if PlayerReport.objects.filter(reporter__id=reporter, state=PlayerReport.OPEN).count() >= MOST_OPEN:
            raise TooManyReports(most=MOST_OPEN)
        storage.admit_stored("report", player=reporter)
        made = PlayerReport.objects.create(
            id=new_id(),
            reporter_id=reporter,
            player=about,
            kind=kind,
            text=text,
            match_id=match,
            message=said,
            quoted="" if said is None else said.text or said.reaction,
            made_at=Now(),
        )
    made.refresh_from_db()
    return made


def of_reporter(player: str) -> Sequence[PlayerReport]:
    """The reports that a player has made and that are still kept, newest first."""
    return list(PlayerReport.objects.filter(reporter__id=player).order_by("-made_at", "-id"))


def erase(player: str) -> None:
    """Forget who has made a player's reports and what they were quoted with, as part of deleting their account."""
    PlayerReport.objects.filter(reporter__id=player).update(reporter=None)
    PlayerReport.objects.filter(player_id=player).update(quoted="", message=None)


def _message(there: Place, number: int, player: str) -> ChatMessage:
    found = ChatMessage.objects.filter(match_id=there.match, room=there.room, number=number, player_id=player).first()
    if found is None:
        raise MessageNotFound
    return found
