"""What must hold of all that readers of streams and receivers of webhooks were told. It needs Django set up."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import pairwise
from typing import Any

from django.db import connection

from events import store
from games.matches.models.notices import DROPPED, Dispatch, Notice
from games.matches.notices.kinds import of_events
from games.matches.presentation.resources import openings
from games.matches.stream.loading import load
from tests.failover.in_stead import answered_in_stead
from tests.failover.journal import Heard

# So late a reader is told an event at most, who comes back wherever they are cut off: the longest failure takes 22 s.
TOLD_SECONDS = 60.0
# What is sent again, because nobody knows of the first time, is sent 4 s later at the soonest.
AGAIN_SECONDS = 2.0


def gaps(found: Heard) -> Iterator[str]:
    """Streams that left something out, told something twice, or told what is not so.

    What passes by itself in the end comes after the readers have gone.
    """
    for read in found.reads:
        stored = [(event.envelope["version"], event.hash.hex()) for event in store.load(read["match"]).events]
        told = [(version, hashed) for version, hashed, *_ in read["told"]]
        if told != stored[: len(told)]:
            place = next(n for n, (a, b) in enumerate(zip(told, [*stored, None], strict=False)) if a != b)
            yield f"match {read['match']}: a reader was told {told[place]} where {stored[place : place + 1]} stands"
        elif len(told) < len(stored) and {*range(len(told) + 1, len(stored) + 1)} - _in_stead(read["match"]):
            yield f"match {read['match']}: a reader was told {len(told)} of {len(stored)} events"


def _in_stead(match: str) -> set[int]:
    """The versions that nobody's call appended."""
    return {version for one in answered_in_stead(match) for version in range(one.first_version, one.last_version + 1)}


def lost_readers(found: Heard) -> Iterator[str]:
    """Readers who never said that they had all."""
    through = [read["reader"] for read in found.reads]
    for one in found.reading:
        if (times := through.count(one["reader"])) != 1:
            yield f"match {one['match']}: the reader {one['reader']} came to its end {times} times"


def late_tellings(found: Heard) -> Iterator[str]:
    """Readers who were told an event long after it had happened."""
    for read in found.reads:
        at = {event.envelope["version"]: _seconds(event.envelope["at"]) for event in store.load(read["match"]).events}
        late = [told - at[version] for version, _, _, told in read["told"] if version in at]
        if max(late, default=0.0) > TOLD_SECONDS:
            yield f"match {read['match']}: a reader was told an event {max(late):.0f} s late"


def leaks(found: Heard) -> Iterator[str]:
    """Streams that told a reader another seat's secrets before the end, or kept back those of their own."""
    for read in found.reads:
        loaded, events = load(read["match"]), store.load(read["match"]).events
        by_version = {event.envelope["version"]: event for event in events}
        over = _seconds(events[-1].envelope["at"]) if loaded.match.is_over else float("inf")
        seat = loaded.seat_of(read["player"] or None)
        for version, _, private, at in read["told"]:
            if version not in by_version:
                continue
            own = openings(by_version[version], seat=seat, ended=False)
            if any(one not in private for one in own):
                yield f"match {read['match']}: seat {seat} was not told its own of version {version}"
            if at < over and any(one not in own for one in private):
                yield f"match {read['match']}: seat {seat} was told others' secrets of version {version}"


def _seconds(time: str) -> float:
    return datetime.fromisoformat(time).timestamp()


def wrong_notices(found: Heard) -> Iterator[str]:
    """Notices that never came, came to somebody else, under another id than they have, or twice in a moment."""
    stored = {str(one.id): one for one in Notice.objects.filter(player_id__in=found.hooked)}
    came: defaultdict[str, list[float]] = defaultdict(list)
    ids: defaultdict[tuple[str, ...], set[str]] = defaultdict(set)
    for one in found.told:
        came[one["id"]].append(one["at"])
        ids[one["player"], one["match"], one["type"], one["about"]].add(one["id"])
        if one["id"] not in stored:
            yield f"a webhook told of the notice {one['id']}, which is not there"
        elif (as_told := _as_told(one)) != (as_stored := _as_stored(stored[one["id"]])):
            yield f"the notice {one['id']} came in as {as_told} and is {as_stored}"
    for what, found_ids in ids.items():
        if len(found_ids) > 1:
            yield f"one notice came in under {len(found_ids)} ids: {what}"
    for notice, times in came.items():
        if any(after - before < AGAIN_SECONDS for before, after in pairwise(times)):
            yield f"the notice {notice} came in twice in a moment"
    sent = (
        Dispatch.objects.filter(notice__in=list(stored.values()))
        .exclude(state=DROPPED)
        .values_list("notice_id", "state")
    )
    for dispatched, state in sent:
        if str(dispatched) not in came:
            yield f"the notice {dispatched} is {state} and never came in"


def _as_told(one: dict[str, Any]) -> tuple[object, ...]:
    return one["notice"], one["player"], one["match"], one["type"], one["seat"], one["about"]


def _as_stored(one: Notice) -> tuple[object, ...]:
    about = one.about if one.about.startswith("p") else ""
    return str(one.id), str(one.player_id), str(one.match_id), one.kind, one.seat, about


def unwritten_notices(matches: Sequence[str]) -> Iterator[str]:
    """What the events of matches call for, and their players were not told."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT match_id::text FROM outbox")
        on_the_way = {match for (match,) in cursor.fetchall()}
        cursor.execute("SELECT match_id::text FROM delivery")
        on_the_way |= {match for (match,) in cursor.fetchall()}
    for match in matches:
        if match in on_the_way:
            continue
        loaded = load(match)
        events = [event.envelope for event in store.load(match).events if event.version <= loaded.match.head.version]
        seated = {seat: loaded.match.table.seated[seat] for seat in loaded.holders}
        wanted = {(loaded.holders[one.seat], one.kind, one.about) for one in of_events(events, seated)}
        rows = Notice.objects.filter(match_id=match).values_list("player_id", "kind", "about")
        missing = wanted - {(str(player), kind, about) for player, kind, about in rows}
        if missing:
            kinds = sorted({kind for _, kind, _ in missing})
            yield f"match {match}: {len(missing)} notices were never written: {', '.join(kinds)}"
