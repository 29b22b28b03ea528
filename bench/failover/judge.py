"""What must hold after a failover, of what is stored, what players have on disk, and what they are answered.

It needs Django set up on the service's own database.
"""

import json
import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlsplit

from django.db import OperationalError, close_old_connections, connection

from bench.failover.journal import Heard, Journal
from bench.failover.players import Player
from events import store
from games.matches.audit import audits
from games.matches.models.notices import DROPPED, Dispatch, Notice
from games.matches.stream.commands import is_tied
from games.matches.stream.loading import load
from tests.timing import timeouts_of

# What is due this long after the last failure should have been played.
LATE_SECONDS = 3.0
# So many keys are sent again at a time.
AT_ONCE = 6


def lost_moves(found: Heard) -> Iterator[str]:
    """Moves that players were told of, and that are not there once with the very events that they were told."""
    answers: defaultdict[tuple[str, str, str], set[str]] = defaultdict(set)
    for move in found.moves:
        answers[move["match"], move["player"], move["key"]].add(move["text"])
    known = {match: _stored(match) for match in {match for match, _, _ in answers}}
    for (match, player, key), texts in answers.items():
        if len(texts) != 1:
            yield f"match {match}: two answers to one key"
        told = json.loads(next(iter(texts)))["events"]
        hashes, keys = known[match]
        if keys[player, key] != 1:
            times = keys[player, key]
            yield f"match {match}: a move that was taken is there {times} times (version {told[-1]['version']})"
        wrong = [event["version"] for event in told if hashes.get(event["version"]) != event["hash"]]
        if wrong:
            yield f"match {match}: version {wrong[0]} is not what its player was told"


def _stored(match: str) -> tuple[dict[int, str], Counter[tuple[str, str]]]:
    stream = store.load(match)
    commands = store.commands(match, up_to=stream.head.version)
    hashes = {event.envelope["version"]: event.hash.hex() for event in stream.events}
    return hashes, Counter((one.actor, one.key) for one in commands if is_tied(match, one))


def changed_answers(found: Heard, urls: Sequence[str], journal: Journal) -> list[str]:
    """Keys that are answered otherwise than they were: each is sent once more."""
    once = {(move["match"], move["player"], move["key"]): move for move in found.moves}

    def wrong(move: dict[str, Any]) -> str:
        address = f"203.2.{int(move['player'][-2:], 16)}.1"
        player = Player(urls, address, journal, random.Random(move["key"]))
        player.token = found.tokens[move["player"]]
        again = player.call("POST", f"/matches/{move['match']}/moves", move["body"], move["key"])
        if again.status == 201 and again.text == move["text"]:
            return ""
        return (
            f"match {move['match']}: a key is answered {again.status} {again.text[:200]!r}, was {move['text'][:200]!r}"
        )

    with ThreadPoolExecutor(AT_ONCE) as pool:
        return [line for line in pool.map(wrong, once.values()) if line]


def broken_chains() -> Iterator[str]:
    """Matches that fail their audit."""
    for match in store.matches():
        found = audits.examine(match)
        if found.failed:
            yield f"match {match} fails its audit: {dict(found.checks)}"


def gaps(found: Heard) -> Iterator[str]:
    """Streams that left something out, told something twice, or told what is not so."""
    for read in found.reads:
        stored = [(event.envelope["version"], event.hash.hex()) for event in store.load(read["match"]).events]
        told = [(version, hashed) for version, hashed in read["told"]]
        if told != stored[: len(told)]:
            place = next(n for n, (a, b) in enumerate(zip(told, [*stored, None], strict=False)) if a != b)
            yield f"match {read['match']}: a reader was told {told[place]} where {stored[place : place + 1]} stands"
        elif len(told) < len(stored):
            yield f"match {read['match']}: a reader was told {len(told)} of {len(stored)} events"


def wrong_notices(found: Heard) -> Iterator[str]:
    """Notices that are missing, or came in under another id than they have."""
    ids: defaultdict[tuple[str, str, str], set[str]] = defaultdict(set)
    for one in found.told:
        ids[one["match"], one["type"], one["about"]].add(one["id"])
    came = {one["id"] for one in found.told}
    stored = Notice.objects.filter(player_id__in=found.hooked)
    known = {str(notice.id) for notice in stored}
    for what in sorted(came - known):
        yield f"a webhook told of the notice {what}, which is not there"
    sent = Dispatch.objects.filter(notice__in=stored).exclude(state=DROPPED).values_list("notice_id", "state")
    for notice, state in sent:
        if str(notice) not in came:
            yield f"the notice {notice} is {state} and never came in"
    yield from _untold()


def _untold() -> Iterator[str]:
    """Seats of matches that have ended, whose players were not told."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT match_id::text FROM outbox UNION SELECT match_id::text FROM delivery")
        on_the_way = {match for (match,) in cursor.fetchall()}
    for match in store.matches():
        loaded = load(match)
        if loaded.match.table.outcome is None or match in on_the_way:
            continue
        told = set(Notice.objects.filter(match_id=match, kind="match_ended").values_list("player_id", flat=True))
        missing = set(loaded.holders.values()) - {str(player) for player in told}
        if missing:
            yield f"match {match}: {len(missing)} players were never told that it has ended"


# What has not been handed on yet comes to the lists in a moment.
BEHIND = """
SELECT head.match_id::text, head.version, row.version FROM match_head AS head
LEFT JOIN matches_listing AS row USING (match_id) WHERE row.version IS DISTINCT FROM head.version
    AND NOT EXISTS (SELECT FROM outbox WHERE outbox.match_id = head.match_id)
    AND NOT EXISTS (SELECT FROM delivery WHERE delivery.match_id = head.match_id AND consumer = 'listings')
"""


def stale_lists(urls: Sequence[str], journal: Journal) -> Iterator[str]:
    """Rows of the lists that are behind their matches, and lists that say themselves that they are old."""
    with connection.cursor() as cursor:
        cursor.execute(BEHIND)
        for match, version, listed in cursor.fetchall():
            yield f"match {match} is at version {version} and listed at {listed}"
    for url in urls:
        listed = Player([url], "203.3.0.1", journal, random.Random(0)).get("/matches")
        age = (datetime.now(UTC) - datetime.fromisoformat(listed["as_of"])).total_seconds()
        if age > LATE_SECONDS:
            yield f"the list of {urlsplit(url).netloc} is {age:.0f} s old"


def overdue() -> Iterator[str]:
    """Clocks that have run out and were not played."""
    for match in store.matches():
        loaded = load(match)
        for clock in () if loaded.match.is_over else loaded.match.deadlines:
            late = (loaded.now - clock.due_at).total_seconds()
            if late > LATE_SECONDS:
                yield f"match {match}: the clock of {clock.prompt} ran out {late:.0f} s ago"


def wrong_clocks() -> Iterator[str]:
    """Clocks that were played early, or twice."""
    for match in store.matches():
        events = store.load(match).events
        if all(event.envelope["type"] != "timed_out" for event in events):
            continue
        try:
            timeouts_of(match, events)
        except AssertionError as error:
            yield f"match {match}: {error}"


def is_quiet(hooked: Sequence[str]) -> bool:
    """Whether nothing is left to be handed on, told or sent; a database that is away is not."""
    try:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT NOT EXISTS (SELECT FROM outbox) AND NOT EXISTS (SELECT FROM delivery) AND NOT EXISTS"
                " (SELECT FROM matches_dispatch WHERE state = 'pending' AND player_id = ANY(%s::uuid[]))",
                [list(hooked)],
            )
            return bool(cursor.fetchone()[0])
    except OperationalError:
        close_old_connections()
        return False
