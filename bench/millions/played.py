"""Real matches, played in memory by the service's own rules, as rows of the store; and copies of them.

A played match has its own draws, salts, seals, hashes and commands, so it passes an audit and a replay. A copy has
another id, other times and other players. Its seals, chain and commands are correct, but its draws are those of the
played match; only an audit or a replay can tell.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any, NamedTuple
from uuid import UUID

from events import envelope
from events.envelope import EventRow, SecretRow
from events.format.canon import canon
from events.format.chain import GENESIS, event_hash, timestamp
from events.format.seal import seal_digest
from events.randomness import new_key
from events.store import NewEvent, StoredEvent
from games.core.chance import Chance
from games.core.codec import move_from_json
from games.core.json import JSONObject
from games.matches.lobby.creation import CREATION_KEY
from games.matches.lobby.lobby import Founding, NewMatch, SeatWish, first_events
from games.matches.notices.kinds import MATCH_ENDED, MATCH_STARTED, YOUR_TURN
from games.matches.stream import drafts as drafting
from games.matches.stream.commands import command, fingerprint
from games.matches.stream.decisions import decide
from games.matches.stream.drafts import of_table
from games.matches.stream.loading import Loaded
from games.matches.stream.state import Match, advance, closed, fold
from games.table.events import SeatTaken

ENDED, RUNNING, WAITING, OVERDUE = "ended", "running", "waiting", "overdue"
# Of a hundred matches so many are of each kind; those that are overdue are few, and as many in every database.
KINDS = (*[ENDED] * 80, *[RUNNING] * 17, *[WAITING] * 3)
# Of a hundred so many are of each game, by which a match has some two hundred events.
GAMES = (*["rock-paper-wizard"] * 70, *["spell-a-spell"] * 27, *["cave"] * 3)
SEATS: Mapping[str, Sequence[int]] = {"rock-paper-wizard": (3, 4, 5), "spell-a-spell": (2, 3, 4), "cave": (2, 3, 4)}
VISIBILITIES = (*["public"] * 85, *["private"] * 10, *["unlisted"] * 5)
# A running match has been played up to so many events.
RUNNING_EVENTS = {"rock-paper-wizard": 100, "spell-a-spell": 200, "cave": 500}
WEEK: JSONObject = {"mode": "per_move", "seconds": 7 * 24 * 3600}
SOON: JSONObject = {"mode": "per_move", "seconds": 30, "strikes": 20}
# How long ago matches of a kind have begun, in hours, at least and at most: a week's clock has not run out.
BEGUN = {ENDED: (48, 365 * 24), RUNNING: (24, 72), WAITING: (0, 72), OVERDUE: (24, 72)}
LONGEST_PAUSE_SECONDS = 120
# As long as the service keeps them.
NOTICES = timedelta(days=90)


@dataclass(frozen=True, kw_only=True)
class People:
    """The players of a database: `count` of them, the first of whom sits in one of `first_in` matches."""

    count: int
    first_in: int

    def seated(self, seats: int, pick: Chance) -> list[str]:
        """Different players for so many seats."""
        others = pick.some_of(range(1, self.count), seats)
        first = [0] if pick.below(self.first_in) == 0 else []
        return [player_id(number) for number in [*first, *others][:seats]]


def player_id(number: int) -> str:
    return str(UUID(bytes=sha256(b"player %d" % number).digest()[:16]))


def token_of(number: int) -> str:
    """The secret of a player's token."""
    return f"millions-{number}"


class Happened(NamedTuple):
    """An event's row with what its columns repeat."""

    at: datetime
    row: EventRow
    seat: int | None
    type: str


class Called(NamedTuple):
    """What an append leaves of its call."""

    first: int
    last: int
    actor: str
    request: bytes


@dataclass(kw_only=True)
class Played:
    """One match; `copy_of` is the match whose draws it has, if they are not its own."""

    id: str
    kind: str
    players: Sequence[str]
    new: NewMatch
    at: datetime
    copy_of: str = ""
    events: list[Happened] = field(default_factory=list)
    calls: list[Called] = field(default_factory=list)
    match: Match = field(init=False)

    @property
    def length(self) -> int:
        return len(self.events)

    def appended(self, player: str, request: bytes, drafts: Sequence[NewEvent]) -> list[StoredEvent]:
        """What an append of these drafts by a player leaves."""
        first, stamp = self.length + 1, timestamp(self.at)
        new = []
        for version, draft in enumerate(drafts, first):
            row, event = envelope.write(draft, match=self.id, version=version, at=stamp, previous=self.hash)
            self.events.append(Happened(self.at, row, draft.seat, draft.type))
            new.append(event)
        self.calls.append(Called(first, self.length, player, request))
        return new

    @property
    def hash(self) -> bytes:
        return self.events[-1].row.hash if self.events else GENESIS

    @property
    def request(self) -> bytes:
        """The fingerprint of the call that has made the match."""
        return fingerprint("create", vars(self.new))


def play(people: People, kind: str, now: datetime, pick: Chance) -> Played:
    """A match of this kind, as it stands at this time."""
    game = "rock-paper-wizard" if kind == OVERDUE else pick.one_of(GAMES)
    players = people.seated(pick.one_of(SEATS[game]), pick)
    new = NewMatch(
        game=game,
        seats=len(players),
        options={},
        clock=SOON if kind == OVERDUE else WEEK,
        visibility=pick.one_of(VISIBILITIES),
        name="",
        start="auto",
        entropy=None,
    )
    at = _begun(kind, now, pick)
    played = Played(id=_id_at(at), kind=kind, players=players, new=new, at=at)
    _begin(played, 1 + pick.below(new.seats - 1) if kind == WAITING else new.seats, pick)
    if kind in (ENDED, RUNNING):
        _go_on(played, 10**9 if kind == ENDED else 1 + pick.below(RUNNING_EVENTS[game]), pick)
    return played


def _begun(kind: str, now: datetime, pick: Chance) -> datetime:
    least, most = BEGUN[kind]
    return now - timedelta(hours=least, seconds=1 + pick.below((most - least) * 3600), microseconds=pick.below(10**6))


def copy(played: Played, people: People, now: datetime, pick: Chance) -> Played:
    """The same match at another time between other players."""
    at = _begun(played.kind, now, pick)
    others = dict(zip(played.players, people.seated(len(played.players), pick), strict=True))
    copied = replace(played, id=_id_at(at), players=list(others.values()), at=at, copy_of=played.id, events=[])
    copied.match = played.match
    copied.calls = [call._replace(actor=others[call.actor]) for call in played.calls]
    since = at - played.events[0].at
    for one in played.events:
        copied.events.append(_moved(one, since, played.id, copied))
    return copied


def _moved(one: Happened, since: timedelta, before: str, copied: Played) -> Happened:
    at, row = one.at + since, one.row
    body = row.body.replace(before.encode(), copied.id.encode(), 1)
    body = body.replace(timestamp(one.at).encode(), timestamp(at).encode(), 1)
    for secret in row.secrets:
        body = body.replace(_digest(before, secret), _digest(copied.id, secret), 1)
    moved = EventRow(row.version, body, event_hash(copied.hash, body), row.secrets)
    return one._replace(at=at, row=moved)


def _digest(match: str, secret: SecretRow) -> bytes:
    place = canon([match, secret.version, secret.place, secret.audience])
    return seal_digest(secret.salt, place[:-1] + b"," + secret.part + b"]").encode()


def _id_at(at: datetime) -> str:
    """A UUIDv7 of that time."""
    tail = int.from_bytes(new_key(10), "big")
    number = int(at.timestamp() * 1000) << 80 | tail
    number = number & ~(0xF << 76) & ~(0x3 << 62) | 7 << 76 | 2 << 62
    return str(UUID(int=number))


def _begin(played: Played, seated: int, pick: Chance) -> None:
    host, *others = played.players[:seated]
    first = first_events(played.new, Founding(player=host))(played.id, played.at)
    played.match = fold(played.id, played.appended(host, played.request, first))
    for seat, player in enumerate(others, 1):
        _pause(played, pick)
        drafts = [of_table(SeatTaken(seat=seat, entropy=None))]
        if seat == played.new.seats - 1:
            drafts += _started(played.match)
        joined = played.appended(player, fingerprint("join", vars(SeatWish())), drafts)
        played.match = advance(played.match, joined)


def _started(match: Match) -> list[NewEvent]:
    nothing = [None] * match.table.seats
    return drafting.start(match.id, game=match.game, options=match.table.options, seed=match.seed, entropies=nothing)


def _go_on(played: Played, most_events: int, pick: Chance) -> None:
    """Whoever is asked makes any legal move, until the match is over or has so many events."""
    while not played.match.is_over and played.length < most_events:
        _pause(played, pick)
        match, at = played.match, played.at
        seat = pick.one_of(match.waiting_for)
        prompt = match.prompts[seat]
        legal = pick.one_of([legal for asked in prompt.moves for legal in asked.legal])
        body = {"prompt": prompt.id, **legal}
        move = move_from_json(match.game.move_classes, dict(legal))
        loaded = Loaded(match=match, holders={}, now=at, is_set_aside=False)
        plan = decide(loaded, seat, move, by="player", body=body)
        told = played.appended(played.players[seat], fingerprint("move", body), plan.drafts)
        assert plan.after is not None
        played.match = closed(plan.after, told[-1])


def _pause(played: Played, pick: Chance) -> None:
    played.at += timedelta(seconds=1 + pick.below(LONGEST_PAUSE_SECONDS), microseconds=pick.below(10**6))


def _key() -> str:
    """As a client makes them."""
    return str(UUID(bytes=new_key(16)))


def _notices(played: Played, now: datetime) -> Iterator[tuple[str, int, str, str, datetime]]:
    """The notices of the match that have not been forgotten: player, seat, kind, about and time."""
    first, last = played.events[0].at, played.events[-1].at
    if played.kind == WAITING or last < now - NOTICES:
        return
    for seat, player in enumerate(played.players):
        yield player, seat, MATCH_STARTED, "", first
        if played.match.is_over:
            yield player, seat, MATCH_ENDED, "", last
        elif seat in played.match.waiting_for:
            yield player, seat, YOUR_TURN, played.match.prompts[seat].id, last


Row = tuple[Any, ...]


class Table(NamedTuple):
    """Rows of a table, with the names and types of their columns."""

    name: str
    columns: Mapping[str, str]
    rows: Sequence[Row]


def tables(several: Sequence[Played], now: datetime) -> Iterator[Table]:
    """What is stored of these matches, what happened first first: as matches lie mixed in a store."""
    heads = [(UUID(one.id), one.length, one.hash, one.events[-1].at) for one in several]
    yield Table("match_head", {"match_id": "uuid", "version": "int4", "hash": "bytea", "at": "timestamptz"}, heads)
    mixed = [(one.at, UUID(match.id), one) for match in several for one in match.events]
    mixed.sort(key=lambda event: event[0])
    yield Table("event", EVENT, [(match, one.row.version, *_columns(one)) for _, match, one in mixed])
    secrets = [
        (match, secret.version, secret.place, list(secret.audience), secret.salt, secret.part)
        for _, match, one in mixed
        for secret in one.row.secrets
    ]
    yield Table("event_secret", SECRET, secrets)
    yield Table("command", COMMAND, [row for one in several for row in _commands(one)])
    yield from _beside(several, now)


EVENT = {"match_id": "uuid", "version": "int4", "at": "timestamptz", "seat": "int2", "type": "text"}
EVENT |= {"hash": "bytea", "body": "bytea"}
SECRET = {"match_id": "uuid", "version": "int4", "index": "int2", "audience": "int2[]", "salt": "bytea"}
SECRET |= {"part": "bytea"}
COMMAND = {"match_id": "uuid", "first_version": "int4", "last_version": "int4", "actor": "text", "key": "text"}
COMMAND |= {"request_hash": "bytea"}
LOBBY = {"match_id": "uuid", "creator_id": "uuid", "creation_key": "text", "request_hash": "bytea", "name": "text"}
LOBBY |= {"visibility": "text", "start": "text", "held": "jsonb"}
HOSTED = {"match_id": "uuid", "player_id": "uuid", "address": "text", "bots": "bool", "departed": "bool"}
HOSTED |= {"made_at": "timestamptz"}
NOTICE = {"id": "uuid", "player_id": "uuid", "match_id": "uuid", "game": "text", "seat": "int4", "kind": "text"}
NOTICE |= {"about": "text", "at": "timestamptz"}


def _columns(one: Happened) -> Row:
    return one.at, one.seat, one.type, one.row.hash, one.row.body


def _commands(played: Played) -> Iterator[Row]:
    match = UUID(played.id)
    for call in played.calls:
        key = CREATION_KEY if call.first == 1 else _key()
        made = command(played.id, actor=call.actor, key=key, request=call.request)
        yield match, call.first, call.last, call.actor, key, made.request_hash


def _beside(several: Sequence[Played], now: datetime) -> Iterator[Table]:
    """What is kept beside the streams."""
    lobby: list[Row] = [
        (UUID(one.id), UUID(one.players[0]), _key(), one.request, one.copy_of, one.new.visibility, "auto", {})
        for one in several
    ]
    yield Table("matches_lobby", LOBBY, lobby)
    told = [(UUID(one.id), one.length) for one in several]
    yield Table("matches_told", {"match_id": "uuid", "version": "int4"}, told)
    hosted = [
        (UUID(one.id), UUID(one.players[0]), "", False, False, one.events[0].at)
        for one in several
        if not one.match.is_over
    ]
    yield Table("matches_hostedmatch", HOSTED, hosted)
    notices = [
        (UUID(_id_at(at)), UUID(player), UUID(one.id), one.new.game, seat, kind, about, at)
        for one in several
        for player, seat, kind, about, at in _notices(one, now)
    ]
    yield Table("matches_notice", NOTICE, notices)
