"""Writes players' notices from a match's stream. Running again over the same events writes nothing twice."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from uuid import UUID

from django.db import connection, transaction
from django.db.models.functions import Now

from events import store
from events.store import StoredEvent, new_id
from games.matches.accounts.players import locked
from games.matches.autoplay import declines
from games.matches.errors import TooManyInvitations
from games.matches.models.ids import as_uuid
from games.matches.models.matches import Invitation, Lobby
from games.matches.models.notices import Notice, NoticeProgress
from games.matches.models.people import DELETED, Player
from games.matches.notices import channels
from games.matches.notices.kinds import (
    INVITED,
    WHILE_OPEN,
    Wanted,
    next_warning,
    of_events,
    of_prompts,
    of_rematch,
    still_open,
)
from games.matches.quotas import storage
from games.matches.quotas.tally import tally
from games.matches.stream.loading import Loaded, load_each

NOTICES = "notices"
SWEEP_LIMIT = 200
# From one player to one other.
MOST_INVITATIONS_A_DAY = 10


def tell(match_ids: Collection[str]) -> None:
    """Write the notices that new events of these matches and the present time cause; inside a transaction."""
    claimed = _claimed(match_ids)
    if not claimed:
        return
    streams = store.load_each({str(told.match_id): told.version for told, _ in claimed})
    kept = _kept([told.match_id for told, _ in claimed if told.version == 0])
    _write(
        [
            (
                loaded,
                [
                    *_wanted(loaded, streams[loaded.match.id].events),
                    *of_rematch(loaded.match, kept.get(told.match_id, {})),
                ],
            )
            for told, loaded in claimed
        ]
    )
    _close_answered([loaded for _, loaded in claimed])
    _note(claimed)


def _wanted(loaded: Loaded, untold: Iterable[StoredEvent]) -> Iterator[Wanted]:
    # The stream may have grown since the match was loaded.
    new = (event.envelope for event in untold if event.version <= loaded.match.head.version)
    seated = loaded.match.table.seated
    yield from of_events(new, {seat: seated[seat] for seat in loaded.holders})
    ordered = {one.prompt.id for one in declines.ordered(loaded)}
    yield from of_prompts(loaded.match, loaded.now, ordered=ordered)


def _kept(new: Collection[UUID]) -> dict[UUID, dict[int, str]]:
    """Of matches that have told nothing yet, those that are rematches: for whom they keep which seats."""
    if not new:
        return {}
    rows = Lobby.objects.filter(match_id__in=new).exclude(rematch_of=None).values_list("match_id", "held")
    return {match_id: {int(seat): player for seat, player in held.items()} for match_id, held in rows}


NOTE = """
UPDATE matches_told AS told SET version = greatest(told.version, new.version), remind_at = new.remind_at
FROM unnest(%s::uuid[], %s::integer[], %s::timestamptz[]) AS new (match_id, version, remind_at)
WHERE told.match_id = new.match_id
"""


def _note(claimed: Iterable[tuple[NoticeProgress, Loaded]]) -> None:
    """Store each match's position in the stream, and the time of its next reminder."""
    rows = [(told.match_id, one.match.head.version, next_warning(one.match, one.now)) for told, one in claimed]
    with connection.cursor() as cursor:
        cursor.execute(NOTE, list(map(list, zip(*rows, strict=True))))


def _claimed(match_ids: Collection[str]) -> list[tuple[NoticeProgress, Loaded]]:
    """How far each match has told its events, and the match; without those that are not there or cannot be folded.

    The rows are held until the end of the transaction, because the sweep and the consumer may come to one match at
    once; in one order, or two workers could wait for each other. The matches are loaded after that: an older reading
    would show prompts as open that have been answered since.
    """
    waiting = NoticeProgress.objects.filter(match_id__in=list(match_ids)).order_by("match_id").select_for_update()
    rows = list(waiting)
    if len(rows) < len(match_ids):
        fresh = set(load_each(match_ids)) - {str(told.match_id) for told in rows}
        NoticeProgress.objects.bulk_create(
            [NoticeProgress(match_id=match_id) for match_id in sorted(fresh)], ignore_conflicts=True
        )
        rows = list(waiting.all())
    found = load_each([str(told.match_id) for told in rows])
    return [(told, found[str(told.match_id)]) for told in rows if str(told.match_id) in found]


def tell_now(match_id: str) -> None:
    """`tell` in a transaction of its own: for reminders, which no event brings."""
    with transaction.atomic():
        tell([match_id])


def to_remind() -> Sequence[str]:
    """Matches with a due reminder, the longest waiting first."""
    due = NoticeProgress.objects.filter(remind_at__lte=Now()).order_by("remind_at").values_list("match_id", flat=True)
    return [str(match_id) for match_id in due[:SWEEP_LIMIT]]


def tell_invited(loaded: Loaded, invited: Player, invitation: Invitation, *, sender: str) -> None:
    """Write the notice of an invitation for a player; inside a transaction.

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
    # Who invites answers for the bytes, or strangers could use up a player's.
    tally.count_stored(sender, sum(size for _, size in _store([notice], loaded.now)))


def _store(notices: Collection[Notice], now: datetime) -> Sequence[tuple[Notice, int]]:
    """Store new notices with their dispatches. Returns the new notices and their bytes."""
    Notice.objects.bulk_create(notices, ignore_conflicts=True)
    fresh = list(Notice.objects.filter(id__in=[notice.id for notice in notices]))
    ways = Counter(way.notice_id for way in channels.hand_out(fresh, now))
    return [(one, storage.STORED["notice"] + ways[one.id] * storage.STORED["delivery"]) for one in fresh]


def _write(wanted: Sequence[tuple[Loaded, Sequence[Wanted]]]) -> None:
    called = [(loaded, one, one.player or loaded.holders.get(one.seat)) for loaded, wishes in wanted for one in wishes]
    present = _present({player for _, _, player in called if player is not None})
    notices = [_notice(loaded, one, player) for loaded, one, player in called if player in present]
    if notices:
        # A transaction that fails is repeated, and counted twice then: it is rare, and a day's count of bytes is rough.
        for notice, size in _store(notices, notices[0].at):
            tally.count_told(str(notice.match_id), str(notice.player_id), size)


def _notice(loaded: Loaded, one: Wanted, player: str) -> Notice:
    return Notice(
        id=new_id(),
        player_id=player,
        match_id=loaded.match.id,
        game=loaded.match.table.game,
        seat=one.seat,
        kind=one.kind,
        about=one.about,
        due_at=one.due_at,
        at=loaded.now,
    )


CLOSE = """
UPDATE matches_notice SET read_at = %(now)s
 WHERE match_id = ANY(%(matches)s::uuid[]) AND kind = ANY(%(kinds)s) AND read_at IS NULL
   AND (match_id, about) NOT IN (SELECT * FROM unnest(%(of)s::uuid[], %(open)s::text[]))
"""


def _close_answered(matches: Sequence[Loaded]) -> None:
    """Mark notices of closed prompts, and of seats that are no longer free, as read."""
    asked = [(loaded.match.id, about) for loaded in matches for about in still_open(loaded.match)]
    values = {"matches": [loaded.match.id for loaded in matches], "kinds": list(WHILE_OPEN)}
    values |= {"of": [match_id for match_id, _ in asked], "open": [about for _, about in asked]}
    with connection.cursor() as cursor:
        cursor.execute(CLOSE, {**values, "now": matches[0].now})


def _present(holders: Iterable[str]) -> set[str]:
    """The holders that are players and not deleted: a bot of the service may hold a seat too.

    They stay until the end of the transaction, so that no notice is left with a player who is gone. All are taken in
    one order, or two matches told at once could wait for each other.
    """
    ids = [holder for holder in holders if as_uuid(holder) is not None]
    there = Player.objects.filter(id__in=ids).exclude(kind=DELETED).order_by("id").select_for_update(no_key=True)
    return {str(found) for found in there.values_list("id", flat=True)}
