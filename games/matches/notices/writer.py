"""Writes players' notices from a match's stream. Running again over the same events writes nothing twice."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import connection, transaction
from django.db.models.functions import Now

from events import spans
from events.statements import fetch
from events.store import new_id
from games.matches.accounts.keeping_away import KEPT_AWAY
from games.matches.accounts.players import locked
from games.matches.autoplay import declines
from games.matches.errors import TooManyInvitations
from games.matches.models.ids import as_uuid
from games.matches.models.matches import Invitation, Lobby
from games.matches.models.notices import Notice, NoticeProgress
from games.matches.models.people import BOT, DELETED, Player
from games.matches.models.waiting import CalledTable
from games.matches.notices import channels
from games.matches.notices.kinds import (
    CALLED,
    INVITED,
    MOST_INVITATIONS_OUT_A_DAY,
    WHILE_OPEN,
    WITHHELD,
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
    kept = _kept([loaded.match.id for version, loaded in claimed if version == 0])
    _write(
        [
            (loaded, [*_wanted(loaded, version), *of_rematch(loaded.match, kept.get(loaded.match.id, {}))])
            for version, loaded in claimed
        ]
    )
    _note([loaded for _, loaded in claimed])


def _wanted(loaded: Loaded, told: int) -> Iterator[Wanted]:
    new = (event.envelope for event in loaded.events_after(told))
    seated = loaded.match.table.seated
    yield from of_events(new, {seat: seated[seat] for seat in loaded.holders})
    ordered = {one.prompt.id for one in declines.ordered(loaded)}
    yield from of_prompts(loaded.match, loaded.now, ordered=ordered)


def _kept(new: Collection[str]) -> dict[str, dict[int, str]]:
    """Of matches that have told nothing yet, those that are rematches: for whom they keep which seats.

    But for players who keep away whoever made the rematch.
    """
    if not new:
        return {}
    rows = Lobby.objects.filter(match_id__in=new).exclude(rematch_of=None)
    return {
        str(match_id): {int(seat): player for seat, player in held.items() if not KEPT_AWAY.has(player, str(maker))}
        for match_id, held, maker in rows.values_list("match_id", "held", "creator_id")
    }


NOTE = """
WITH closed AS (
    UPDATE matches_notice SET read_at = %(now)s
     WHERE match_id = ANY(%(matches)s::uuid[]) AND kind = ANY(%(kinds)s) AND read_at IS NULL
       AND (match_id, about) NOT IN (SELECT * FROM unnest(%(of)s::uuid[], %(open)s::text[]))
)
UPDATE matches_told AS told SET version = greatest(told.version, new.version), remind_at = new.remind_at
FROM unnest(%(matches)s::uuid[], %(versions)s::integer[], %(remind_at)s::timestamptz[])
    AS new (match_id, version, remind_at)
WHERE told.match_id = new.match_id
"""


def _note(matches: Sequence[Loaded]) -> None:
    """Store each match's position in the stream, and the time of its next reminder.

    Mark notices of closed prompts, and of seats that are no longer free, as read.
    """
    asked = [(loaded.match.id, about) for loaded in matches for about in still_open(loaded.match)]
    values: dict[str, Any] = {
        "now": matches[0].now,
        "matches": [loaded.match.id for loaded in matches],
        "versions": [loaded.match.head.version for loaded in matches],
        "remind_at": [next_warning(loaded.match, loaded.now) for loaded in matches],
        "kinds": list(WHILE_OPEN),
        "of": [match_id for match_id, _ in asked],
        "open": [about for _, about in asked],
    }
    with connection.cursor() as cursor:
        cursor.execute(NOTE, values)


TOLD = "SELECT match_id::text, version FROM matches_told WHERE match_id = ANY(%s::uuid[]) ORDER BY match_id FOR UPDATE"


def _claimed(match_ids: Collection[str]) -> list[tuple[int, Loaded]]:
    """Up to which version each match has told its events, and the match with those that come after.

    Without those that are not there or cannot be folded.

    The rows are held until the end of the transaction, because the sweep and the consumer may come to one match at
    once; in one order, or two workers could wait for each other. The matches are loaded after that: an older reading
    would show prompts as open that have been answered since.
    """
    told: dict[str, int] = dict(fetch(TOLD, (list(match_ids),)))
    if len(told) < len(match_ids):
        fresh = set(load_each(match_ids)) - told.keys()
        NoticeProgress.objects.bulk_create(
            [NoticeProgress(match_id=match_id) for match_id in sorted(fresh)], ignore_conflicts=True
        )
        told = dict(fetch(TOLD, (list(match_ids),)))
    found = load_each(told, since=told)
    return [(version, found[match_id]) for match_id, version in told.items() if match_id in found]


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

    `TooManyInvitations` when this sender has invited them too often within a day: no player fills another's inbox. A
    sender whom they keep away is refused nothing more and nothing less, and they are not told.
    """
    locked(str(invited.id))
    sent = Notice.objects.filter(player=invited, kind__in=(INVITED, WITHHELD), sender_id=sender)
    lately = sent.filter(at__gt=Now() - timedelta(days=1))
    if lately.count() >= MOST_INVITATIONS_A_DAY:
        raise TooManyInvitations(most=MOST_INVITATIONS_A_DAY)
    is_withheld, is_enough = KEPT_AWAY.has(str(invited.id), sender), _has_enough_invitations(invited)
    notice = Notice(
        id=UUID(new_id()),
        player=invited,
        match_id=UUID(loaded.match.id),
        game=loaded.match.table.game,
        seat=invitation.seat,
        kind=WITHHELD if is_withheld else INVITED,
        about=str(invitation.id),
        sender_id=sender,
        due_at=invitation.expires_at,
        at=loaded.now,
    )
    stored = _store([notice])
    if is_withheld:
        Notice.objects.filter(pk=notice.pk).update(read_at=loaded.now)
    # Who invites answers for the bytes, or strangers could use up a player's.
    told = [(notice, 0)] if is_withheld else _hand_out(stored, loaded.now, by_mail_alone=is_enough)
    tally.count_stored(sender, sum(storage.STORED["notice"] + deliveries for _, deliveries in told))


def _has_enough_invitations(invited: Player) -> bool:
    """Whether a person was sent so many invitations within a day that further ones interrupt them no more.

    A bot is a program, which nothing interrupts, and which may know of invitations by its webhook alone.
    """
    if invited.kind == BOT:
        return False
    lately = Notice.objects.filter(player=invited, kind=INVITED, at__gt=Now() - timedelta(days=1))
    return lately.count() >= MOST_INVITATIONS_OUT_A_DAY


def tell_called(tables: Collection[CalledTable], players: Mapping[UUID, Collection[str]]) -> None:
    """Write the notices of tables (by id) that wait for these players to say that they are there.

    Inside a transaction.
    """
    reached = _reached({player for some in players.values() for player in some})
    notices = [
        Notice(
            id=UUID(new_id()),
            player_id=UUID(player),
            match_id=table.match_id,
            game=table.game,
            kind=CALLED,
            due_at=table.confirm_by,
            at=table.called_at,
        )
        for table in tables
        for player in players[table.match_id]
        if player in reached
    ]
    if notices:
        _put(notices, reached)


COLUMNS = ("id", "player_id", "match_id", "game", "seat", "kind", "about", "sender_id", "due_at", "at")
PUT = f"""
INSERT INTO matches_notice ({", ".join(COLUMNS)})
SELECT * FROM unnest(%s::uuid[], %s::uuid[], %s::uuid[], %s::text[], %s::integer[], %s::text[], %s::text[], %s::uuid[],
    %s::timestamptz[], %s::timestamptz[])
ON CONFLICT DO NOTHING RETURNING id
"""  # noqa: S608, of constants


def _store(notices: Collection[Notice]) -> list[Notice]:
    """Store the notices that are not there yet. Returns these."""
    with connection.cursor() as cursor:
        cursor.execute(PUT, [[getattr(notice, column) for notice in notices] for column in COLUMNS])
        fresh = {notice_id for (notice_id,) in cursor.fetchall()}
    return [notice for notice in notices if notice.id in fresh]


def _hand_out(notices: Sequence[Notice], now: datetime, *, by_mail_alone: bool = False) -> Sequence[tuple[Notice, int]]:
    """Write the notices' dispatches. Returns each notice with the bytes of these."""
    ways = Counter(way.notice_id for way in channels.hand_out(notices, now, by_mail_alone=by_mail_alone))
    return [(one, ways[one.id] * storage.STORED["delivery"]) for one in notices]


def _write(wanted: Sequence[tuple[Loaded, Sequence[Wanted]]]) -> None:
    called = [(loaded, one, one.player or loaded.holders.get(one.seat)) for loaded, wishes in wanted for one in wishes]
    reached = _reached({player for _, _, player in called if player is not None})
    notices = [
        _notice(loaded, one, player) for loaded, one, player in called if player is not None and player in reached
    ]
    if notices:
        _put(notices, reached)


def _put(notices: Sequence[Notice], reached: Mapping[str, bool]) -> None:
    """Store notices with their dispatches, and count their bytes; `reached` says to whom any channel leads."""
    fresh, now = _store(notices), notices[0].at
    # Who has no channel costs no statement more.
    by_channels = [notice for notice in fresh if reached[str(notice.player_id)]]
    for notice in by_channels:
        spans.noticed(str(notice.id))
    alone = [notice for notice in fresh if not reached[str(notice.player_id)]]
    # A transaction that fails is repeated, and counted twice then: it is rare, and a day's count of bytes is rough.
    size = storage.STORED["notice"]
    for notice, deliveries in [*_hand_out(by_channels, now), *((one, 0) for one in alone)]:
        tally.count_told(str(notice.match_id), str(notice.player_id), notice=size, deliveries=deliveries)


def _notice(loaded: Loaded, one: Wanted, player: str) -> Notice:
    return Notice(
        id=UUID(new_id()),
        player_id=UUID(player),
        match_id=UUID(loaded.match.id),
        game=loaded.match.table.game,
        seat=one.seat,
        kind=one.kind,
        about=one.about,
        due_at=one.due_at,
        at=loaded.now,
    )


REACHED = """
SELECT id::text, (email <> '' AND email = confirmed_email)
    OR EXISTS (SELECT FROM matches_webhook WHERE player_id = player.id AND disabled_at IS NULL)
FROM matches_player AS player WHERE id = ANY(%s::uuid[]) AND kind <> %s ORDER BY id FOR NO KEY UPDATE OF player
"""


def _reached(holders: Iterable[str]) -> Mapping[str, bool]:
    """The holders that are players and not deleted, and whether any channel leads to each; a bot may hold a seat too.

    They stay until the end of the transaction, so that no notice is left with a player who is gone. All are taken in
    one order, or two matches told at once could wait for each other.
    """
    ids = [holder for holder in holders if as_uuid(holder) is not None]
    return dict(fetch(REACHED, (ids, DELETED))) if ids else {}
