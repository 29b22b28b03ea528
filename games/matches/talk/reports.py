"""Reports: what players tell moderators about others. Whoever is reported is not told, not even that there is one."""

from collections.abc import Sequence

from django.db import transaction
from django.db.models.functions import Now

from events.store import new_id
from games.core.prompts import Violation
from games.matches.accounts.players import locked, present
from games.matches.errors import KeyReused, MessageNotFound, NotAllowed, TooManyReports
from games.matches.models.talk import ChatMessage, PlayerReport
from games.matches.quotas import storage
from games.matches.stream.commands import fingerprint
from games.matches.stream.loading import Loaded
from games.matches.talk import written_text
from games.matches.talk.chat import place

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
    message: tuple[Loaded, str, int] | None = None,
    key: str | None = None,
) -> tuple[PlayerReport, bool]:
    """Tell moderators about a player, with a match, or a message of theirs that the reporter can read.

    A message is named by its match, room and number. Returns the report, and whether the same request had made it
    before. Raises what `chat.place` does, `PlayerNotFound`, `NotAllowed` for
    oneself, `MessageNotFound`, `TooManyReports`, `QuotaExceeded`, `KeyReused`.
    """
    request = fingerprint(player, kind, text, match, None if message is None else message[1:])
    if (before := _made_before(reporter, key, request)) is not None:
        return before, True
    about = present(player)
    if str(about.id) == reporter:
        raise NotAllowed([Violation(pointer="/player", code="self", detail="Nobody reports themselves.")])
    said = None if message is None else _message(reporter, *message, str(about.id))
    with transaction.atomic():
        locked(reporter)
        # Again under the lock: both may have been sent at once.
        if (before := _made_before(reporter, key, request)) is not None:
            return before, True
        if PlayerReport.objects.filter(reporter__id=reporter, state=PlayerReport.OPEN).count() >= MOST_OPEN:
            raise TooManyReports(most=MOST_OPEN)
        quoted = "" if said is None else said.text or said.reaction
        storage.admit_stored("report", player=reporter, texts=[text, quoted])
        made = PlayerReport.objects.create(
            id=new_id(),
            reporter_id=reporter,
            player=about,
            kind=kind,
            text=written_text.kept(text),
            match_id=match,
            message=said,
            quoted=quoted,
            made_at=Now(),
            creation_key=key,
            request_hash=None if key is None else request,
        )
    made.refresh_from_db()
    return made, False


def of_reporter(player: str) -> Sequence[PlayerReport]:
    """The reports that a player has made and that are still kept, newest first."""
    return list(PlayerReport.objects.filter(reporter__id=player).order_by("-made_at", "-id"))


def erase(player: str) -> None:
    """Forget who has made a player's reports and what they were quoted with, as part of deleting their account."""
    PlayerReport.objects.filter(reporter__id=player).update(reporter=None)
    PlayerReport.objects.filter(player_id=player).update(quoted="", message=None)


def _made_before(reporter: str, key: str | None, request: bytes) -> PlayerReport | None:
    if key is None:
        return None
    found = PlayerReport.objects.filter(reporter__id=reporter, creation_key=key).first()
    if found is not None and bytes(found.request_hash or b"") != request:
        raise KeyReused
    return found


def _message(reporter: str, loaded: Loaded, room: str, number: int, player: str) -> ChatMessage:
    there = place(loaded, reporter, room)
    found = ChatMessage.objects.filter(match_id=there.match, room=there.room, number=number, player_id=player).first()
    if found is None:
        raise MessageNotFound
    return found
