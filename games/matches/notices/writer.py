"""From a match's stream to its players' notices. It may run again over the same events: no player is told twice."""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models.functions import Now

from events.store import new_id
from games.matches.accounts.players import locked
from games.matches.autoplay import declines
from games.matches.errors import MatchNotFound, MatchQuarantined, TooManyInvitations
from games.matches.models.ids import as_uuid
from games.matches.models.matches import Invitation
from games.matches.models.notices import Notice, Told
from games.matches.models.people import DELETED, Player
from games.matches.notices import channels
from games.matches.notices.kinds import INVITED, OF_OPEN_PROMPTS, Wanted, next_warning, of_events, of_prompts
from games.matches.stream.loading import Loaded, load

NOTICES = "notices"
SWEEP_LIMIT = 200
# From one player to one other.
MOST_INVITATIONS_A_DAY = 10


def tell(match_id: str, _version: int = 0) -> None:
    """Write the notices that new events, and the time by now, call for."""
    try:
        told, loaded = _claimed(match_id)
    except (MatchNotFound, MatchQuarantined):
        return
    new = (event.envelope for event in loaded.events_after(told.version))
    ordered = {prompt.id for prompt in declines.ordered(loaded)}
    wanted = [*of_events(new, loaded.holders), *of_prompts(loaded.match, loaded.now, ordered=ordered)]
    _write(loaded, wanted)
    _close_answered(match_id, [prompt.id for prompt in loaded.match.prompts.values()], loaded.now)
    told.version = max(told.version, loaded.match.head.version)
    told.remind_at = next_warning(loaded.match, loaded.now)
    told.save()


def _claimed(match_id: str) -> tuple[Told, Loaded]:
    """How far a match has told its events, and the match.

    The row is held until the end of the transaction, because the sweep and the consumer may come to one match at once.
    The match is loaded after that: an older reading would show prompts as open that have been answered since.
    """
    waiting = Told.objects.select_for_update().filter(match_id=match_id)
    told = waiting.first()
    if told is None:
        load(match_id)
        Told.objects.get_or_create(match_id=match_id)
        told = waiting.get()
    return told, load(match_id)


def tell_now(match_id: str) -> None:
    """`tell` in a transaction of its own: for reminders, which no event brings."""
    with transaction.atomic():
        tell(match_id)


def to_remind() -> Sequence[str]:
    """Matches in which a player's time runs short now, the longest waiting first."""
    due = Told.objects.filter(remind_at__lte=Now()).order_by("remind_at").values_list("match_id", flat=True)
    return [str(match_id) for match_id in due[:SWEEP_LIMIT]]


def tell_invited(loaded: Loaded, invited: Player, invitation: Invitation, *, sender: str) -> None:
    """Tell a player of an invitation that was made for them; inside a transaction.

    `TooManyInvitations` when this sender has invited them too often within a day: no player fills another's inbox.
    """
    locked(str(invited.id))
    lately = Notice.objects.filter(player=invited, kind=INVITED, sender_id=sender, at__gt=Now() - timedelta(days=1))
    if lately.count() >= MOST_INVITATIONS_A_DAY:
        raise TooManyInvitations(most=MOST_INVITATIONS_A_DAY)
    notice = Notice(
        id=new_id(),
        player=invited,
        match_id=loaded.match.id,
        game=loaded.match.table.game,
        seat=invitation.seat,
        kind=INVITED,
        about=str(invitation.id),
        sender_id=sender,
        due_at=invitation.expires_at,
        at=loaded.now,
    )
    _store([notice], loaded.now)


def _store(notices: Collection[Notice], now: datetime) -> None:
    """Store the notices that are not there yet, and hand those out to their channels."""
    Notice.objects.bulk_create(notices, ignore_conflicts=True)
    fresh = Notice.objects.filter(id__in=[notice.id for notice in notices])
    channels.hand_out(list(fresh), now)


def _write(loaded: Loaded, wanted: Iterable[Wanted]) -> None:
    present = _present(loaded.holders.values())
    notices = [
        Notice(
            id=new_id(),
            player_id=loaded.holders[one.seat],
            match_id=loaded.match.id,
            game=loaded.match.table.game,
            seat=one.seat,
            kind=one.kind,
            about=one.about,
            due_at=one.due_at,
            at=loaded.now,
        )
        for one in wanted
        if loaded.holders.get(one.seat) in present
    ]
    if notices:
        _store(notices, loaded.now)


def _close_answered(match_id: str, open_prompts: Collection[str], now: datetime) -> None:
    """Mark the notices of prompts that are not open any more as read."""
    waiting = Notice.objects.filter(match_id=match_id, kind__in=OF_OPEN_PROMPTS, read_at=None)
    waiting.exclude(about__in=open_prompts).update(read_at=now)


def _present(holders: Iterable[str]) -> set[str]:
    """The holders that are players and not deleted: a bot of the service may hold a seat too.

    They stay until the end of the transaction, so that no notice is left with a player who is gone. All are taken in
    one order, or two matches told at once could wait for each other.
    """
    ids = [holder for holder in holders if as_uuid(holder) is not None]
    there = Player.objects.filter(id__in=ids).exclude(kind=DELETED).order_by("id").select_for_update(no_key=True)
    return {str(found) for found in there.values_list("id", flat=True)}
