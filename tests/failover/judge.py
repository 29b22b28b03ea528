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
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import urlopen

from django.db import OperationalError, close_old_connections, connection

from events import outbox, store
from games.matches.accounts.players import with_handle
from games.matches.audit import audits
from games.matches.lobby.creation import CREATION_KEY
from games.matches.models.matches import Lobby
from games.matches.models.notices import Webhook
from games.matches.models.people import Player, Token
from games.matches.stream.commands import is_tied
from games.matches.stream.loading import load
from tests.failover.in_stead import answered_in_stead
from tests.failover.journal import CREATE, JOIN, MOVE, Heard, Journal, is_refusal, is_taken
from tests.failover.players import Player as Caller
from tests.support.timing import timeouts_of

# What is due this long after the last failure should have been played.
LATE_SECONDS = 3.0
# A node that says how it is takes less.
READY_SECONDS = 10.0
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
        player = Caller(urls, address, journal, random.Random(move["key"]))
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


def wrong_commands(found: Heard) -> Iterator[str]:
    """What is stored of players' calls and should not be, or not like this.

    A call that was refused in the end left nothing, one that was taken is there once, and none is there that nobody
    sent, but for what the service answers in a player's stead. Of calls without a final answer at most one is there.
    """
    sent = {_place(one) for one in found.sent}
    taken = {_place(one) for one in found.taken(MOVE) + found.taken(JOIN)}
    refused = {_place(one): one for one in found.refused}
    players = set(found.tokens)
    made = {json.loads(one["text"])["id"] for one in found.taken(CREATE)}
    known = {match: _stored(match)[1] for match in sorted(made | {match for match, _, _ in sent if match})}
    in_stead = {match: {(match, one.actor, one.key) for one in answered_in_stead(match)} for match in known}
    for match, keys in known.items():
        for (player, key), times in keys.items():
            place = match, player, key
            if player in players and key != CREATION_KEY and place not in sent and place not in in_stead[match]:
                yield f"match {match}: a call is stored that its player never sent ({key})"
            if times > 1:
                yield f"match {match}: one call is stored {times} times ({key})"
            if place in refused and place not in taken:
                yield f"match {match}: a call that was answered {_said(refused[place])} is stored ({key})"
    for match, player, key in sorted(taken):
        if (player, key) not in known[match]:
            yield f"match {match}: a call that was taken is not stored ({key})"


def _place(call: dict[str, Any]) -> tuple[str, str, str]:
    return call["match"], call["player"], call["key"]


def _said(answer: dict[str, Any]) -> str:
    return f"{answer['status']} {answer['text'][:200]!r}"


def wrong_sign_ups(found: Heard) -> Iterator[str]:
    """Sign-ups that were taken and are not there, or were refused and are there; lost webhooks too."""
    players = list(Player.objects.filter(id__in=found.tokens))
    known = {str(one.id): one.handle for one in players}
    tokens = Token.objects.filter(player__in=players).values_list("player_id", flat=True)
    with_token = set(map(str, tokens))
    for one in found.signed_up:
        if is_refusal(one) and with_handle(one["handle"]):
            yield f"the sign-up of {one['handle']} was answered {_said(one)} and is there"
        if is_taken(one) and (known.get(one["id"]) != one["handle"] or one["id"] not in with_token):
            yield f"the player {one['id']} has signed up as {one['handle']} and is not there"
    hooks = {str(hook) for hook in Webhook.objects.values_list("id", flat=True)}
    yield from (f"the webhook {one['id']} is not there" for one in found.hooks if one["id"] not in hooks)


def wrong_creations(found: Heard) -> Iterator[str]:
    """Matches that were made and are not there, or are there and were refused or never asked for."""
    rows = Lobby.objects.filter(creator_id__in=found.tokens)
    stored = {(str(row.creator_id), row.creation_key): str(row.match_id) for row in rows}
    # A row without a stream is a creation that was cut short.
    stored = {call: match for call, match in stored.items() if store.load(match).head.version}
    asked = {(one["player"], one["key"]) for one in found.sent if one["what"] == CREATE}
    for player, key in sorted(stored.keys() - asked):
        yield f"match {stored[player, key]}: made by nobody's call ({key})"
    taken = {(one["player"], one["key"]) for one in found.taken(CREATE)}
    for one in found.answers:
        call = one["player"], one["key"]
        if one["what"] != CREATE:
            continue
        if is_taken(one) and stored.get(call) != json.loads(one["text"])["id"]:
            yield f"match {json.loads(one['text'])['id']}: was made and is not there under its call"
        if is_refusal(one) and call in stored and call not in taken:
            yield f"match {stored[call]}: its creation was answered {_said(one)}"


# Each by itself: where the store lies on Citus its heads are on other nodes than the lists.
HEADS = "SELECT match_id::text, version FROM match_head ORDER BY match_head.match_id"
LISTED = "SELECT match_id::text, version FROM matches_listing"
# What has not been handed on yet comes to the lists in a moment.
ON_THE_WAY = (
    "SELECT match_id::text FROM outbox",
    "SELECT match_id::text FROM delivery WHERE consumer = 'listings'",
)


def stale_lists(urls: Sequence[str], journal: Journal) -> Iterator[str]:
    """Rows of the lists that are behind their matches, and lists that say themselves that they are old."""
    with connection.cursor() as cursor:
        cursor.execute(HEADS)
        heads, waiting = cursor.fetchall(), set()
        for question in ON_THE_WAY:
            cursor.execute(question)
            waiting |= set(cursor.fetchall())
        cursor.execute(LISTED)
        listed = dict(cursor.fetchall())
    for match, version in heads:
        if listed.get(match) != version and (match,) not in waiting:
            yield f"match {match} is at version {version} and listed at {listed.get(match)}"
    for url in urls:
        page = Caller([url], "203.3.0.1", journal, random.Random(0)).get("/matches")
        age = (datetime.now(UTC) - datetime.fromisoformat(page["as_of"])).total_seconds()
        if age > LATE_SECONDS:
            yield f"the list of {urlsplit(url).netloc} is {age:.0f} s old"


def unready(urls: Sequence[str]) -> Iterator[str]:
    """Nodes whose `/readyz` is not 200, with what they say."""
    for url in urls:
        try:
            urlopen(f"{url}/readyz", timeout=READY_SECONDS).close()
        except HTTPError as error:
            yield f"{urlsplit(url).netloc} is not ready: {error.code} {error.read(500)!r}"
        except OSError as error:
            yield f"{urlsplit(url).netloc} does not say whether it is ready: {error}"


def overdue() -> Iterator[str]:
    """Clocks that have run out and were not played."""
    for match in store.matches():
        loaded = load(match)
        for clock in () if loaded.match.is_over else loaded.match.deadlines:
            late = (loaded.now - clock.due_at).total_seconds()
            if late > LATE_SECONDS:
                yield f"match {match}: the clock of {clock.prompt} ran out {late:.0f} s ago"


def wrong_clocks(matches: Sequence[str]) -> Iterator[str]:
    """Clocks that were played early, or twice."""
    for match in matches:
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
                "SELECT NOT EXISTS (SELECT FROM delivery) AND NOT EXISTS"
                " (SELECT FROM matches_dispatch WHERE state = 'pending' AND player_id = ANY(%s::uuid[]))",
                [list(hooked)],
            )
            return bool(cursor.fetchone()[0]) and not outbox.has_rows()
    except OperationalError:
        close_old_connections()
        return False
