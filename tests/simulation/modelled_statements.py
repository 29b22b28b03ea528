"""What each of the service's statements means, on rows in memory: the simulation's PostgreSQL.

A statement is known by its very text, so one that changes is not known any more and ends the simulation
(`UnknownStatement`). `test_modelled_statements.py` runs the same random statements here and on the real server, and
compares what they return and what they leave.
"""

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from struct import Struct, unpack_from
from typing import Any, NamedTuple
from uuid import UUID

import psycopg

from events import outbox, snapshots, store
from events.statements import ADVANCE, ADVANCE_BY_ONE, CREATE
from games.matches import access
from games.matches.autoplay import deadlines, sweep
from games.matches.notices import courier, writer
from games.matches.notices.delivery import leases
from games.matches.quotas import storage
from games.matches.stream import quarantine
from tests.simulation import simple_sql
from tests.simulation.shared_rows import Row, RowTransaction, SharedRows

MICROSECOND, SECOND = timedelta(microseconds=1), timedelta(seconds=1)
TABLES = (
    "outbox",
    "delivery",
    "matches_deadline",
    "matches_botturn",
    "matches_told",
    "matches_notice",
    "matches_dispatch",
    "matches_webhook",
    "snapshot",
    # What is read here and written by nobody.
    "matches_player",
    "matches_lobby",
    "matches_standingorder",
    "matches_noticesettings",
    "matches_matchnotices",
)
Found = list[tuple[Any, ...]]
Values = Any


CLAIM_WEBHOOKS = leases.CLAIM.format(table=courier.LEASE.table, until=courier.LEASE.until, free=courier.LEASE.free)
SNAPSHOT = ("match", "version", "code", "hash", "state", "mac")


class UnknownStatement(BaseException):
    """The service has run a statement whose meaning is not written here."""


class Answered(NamedTuple):
    """The rows that a statement returns, and how many it has written."""

    rows: Found
    written: int = 0


@dataclass
class StoredStream:
    """A match's rows of the event store, which only ever grow; every append is a transaction of its own."""

    version: int = 0
    hash: bytes = b""
    at: datetime | None = None
    # Version, hash, body; and version, index, audience, salt, part.
    events: list[tuple[int, bytes, bytes]] = field(default_factory=list)
    times: list[datetime] = field(default_factory=list)
    secrets: list[tuple[int, int, list[int], bytes, bytes]] = field(default_factory=list)
    # Actor, key, request's hash, first and last version.
    commands: list[tuple[str, str, bytes, int, int]] = field(default_factory=list)
    by_key: dict[tuple[str, str], tuple[str, str, bytes, int, int]] = field(default_factory=dict)


class ModelledPostgres:
    """The service's tables, and a method for each of its statements."""

    def __init__(self) -> None:
        self.rows = SharedRows(*TABLES)
        self.streams: defaultdict[str, StoredStream] = defaultdict(StoredStream)
        # By the digest of a token its player; who exists, and whether a channel leads to them.
        self.tokens: dict[bytes, str] = {}
        self.reached: dict[str, bool] = {}
        # By match the keys of its notices, and of some that came to nothing: an index.
        self.notices_of: dict[str, dict[tuple[str, str, str, str], None]] = {}
        # Told of each append once it is committed: match, version, time.
        self.appended: Callable[[str, int], None] = lambda *_: None
        self.notified: Callable[[str, int], None] = lambda *_: None
        self.meanings: dict[str, Callable[..., Answered]] = {
            **dict.fromkeys((one.sql.decode() for one in (CREATE, ADVANCE, ADVANCE_BY_ONE)), self._append),
            store.LOAD: self._load,
            store._load_beside(quarantine.IS_SET_ASIDE): self._load_guarded,
            store._load_beside(access.CALL): self._load_called,
            store.LOAD_EACH.format(beside=quarantine.EACH_SET_ASIDE): self._load_each,
            store.LATER_THAN: self._later_than,
            store.FIND_COMMAND: self._find_command,
            store.COMMANDS: self._commands,
            outbox.RELAY: self._relay,
            outbox.DUE: self._due,
            outbox.CLAIM: self._claim_deliveries,
            outbox.NEWEST: self._newest,
            outbox.DONE: self._done,
            outbox.POSTPONE: self._postpone,
            deadlines.PUT: self._put_deadlines,
            deadlines.FORGET_OLD_NEWS: self._forget_old_news,
            sweep.CLOCKS: self._claim_clocks,
            sweep.TURNS: self._claim_turns,
            sweep.AWAITED: self._claim_awaited,
            sweep.GIVE_BACK: self._give_back,
            writer.TOLD: self._told,
            writer.REACHED: self._reached,
            writer.PUT: self._put_notices,
            writer.NOTE: self._note,
            CLAIM_WEBHOOKS: self._claim_webhooks,
            storage.FULL: self._nothing,
            snapshots.NEWEST: self._newest_snapshot,
            snapshots.NEWEST_VERSIONS: self._newest_snapshots,
            snapshots.PUT_FOR_OLDER: self._put_snapshot,
        }
        self._parsed: dict[bytes, bool] = {}

    def run(self, sql: str, values: Values, tx: RowTransaction, now: datetime) -> Answered:
        """Carry out a statement in a transaction; what it raises is psycopg's."""
        meaning = self.meanings.get(sql)
        if meaning is None:
            simple = simple_sql.meaning(sql)
            if simple is None:
                raise UnknownStatement(sql)

            def meaning(values: Values, tx: RowTransaction, now: datetime) -> Answered:
                return Answered(*simple(values, tx, now))

            self.meanings[sql] = meaning
        return meaning(values, tx, now)

    # The event store.

    def _append(self, values: Sequence[bytes | None], tx: RowTransaction, now: datetime) -> Answered:
        given = [b"" if value is None else bytes(value) for value in values]
        match, expected, version = str(UUID(bytes=given[0])), _number(given[1]), _number(given[2])
        at = store.YEAR_2000 + int.from_bytes(given[3], "big", signed=True) * MICROSECOND
        stream = self.streams.get(match)
        # Which of the three it is, by the number of its values.
        is_one, is_new = len(values) == 15, len(values) == 17
        if is_new:
            if stream is not None and stream.version:
                return Answered([])
        elif (
            stream is None
            or stream.version != expected
            or stream.hash != given[-1]
            or stream.at is None
            or stream.at > at
        ):
            return Answered([])
        key = (given[5].decode(), given[6].decode())
        if values[5] is not None and stream is not None and key in stream.by_key:
            raise psycopg.errors.UniqueViolation("command_pkey")
        stream = self.streams[match]
        if is_one:
            stream.events.append((version, given[4], given[10]))
            audience = [int.from_bytes(one, "big") for one in _items(given[11]) if one is not None]
            stream.secrets.append((version, 0, audience, given[12], given[13]))
        else:
            hashes, bodies = _items(given[10]), _items(given[11])
            stream.events += zip(range(expected + 1, version + 1), hashes, bodies, strict=True)  # type: ignore[arg-type]
            columns = [_items(one) for one in given[12:17]]
            for of, place, audience_, salt, part in zip(*columns, strict=True):
                stream.secrets.append((_number(of), _number(place), _seats(audience_), salt, part))
        stream.times += [at] * (version - expected)
        stream.version, stream.hash, stream.at = version, given[4], at
        if values[5] is not None:
            recorded = (*key, given[7], expected + 1, version)
            stream.commands.append(recorded)
            stream.by_key[key] = recorded
        tx.put("outbox", (at, match, version), {"match_id": match, "version": version, "at": at})
        tx.at_commit.append(lambda: self.appended(match, version))
        return Answered([], 1)

    def _rows_of(self, match: str, after: int, until: int, now: datetime, beside: tuple[Any, ...]) -> Found:
        stream = self.streams.get(match)
        head = (None, None) if stream is None else (stream.version, stream.hash)
        rows: Found = [(0, head[0], None, head[1], None, None, now, *beside)]
        if stream is None or after >= stream.version:
            return rows
        empty = (None,) * len(beside)
        rows += [
            (1, version, None, hash_, body, None, None, *empty) for version, hash_, body in stream.events[after:until]
        ]
        begin = bisect_right(stream.secrets, after, key=lambda one: one[0])
        for version, index, audience, salt, part in stream.secrets[begin:]:
            if version > until:
                break
            rows.append((2, version, index, salt, part, audience, None, *empty))
        return rows

    def _load(self, values: Values, tx: RowTransaction, now: datetime) -> Answered:
        return Answered(self._rows_of(values["match"], values["after"], values["until"], now, ()))

    def _load_guarded(self, values: Values, tx: RowTransaction, now: datetime) -> Answered:
        return Answered(self._rows_of(values["match"], values["after"], values["until"], now, (False,)))

    def _load_called(self, values: Values, tx: RowTransaction, now: datetime) -> Answered:
        """Whose token it is, what they did under the key; every match is public, and nobody sees it later."""
        match = values["match"]
        player = self.tokens.get(values["digest"])
        stream = self.streams.get(match)
        found = None if stream is None or player is None else stream.by_key.get((player, values["key"]))
        called = found or (None,) * 5
        token = (None,) * 4 if player is None else (player, ["play"], "en", None)
        lobby = (UUID(match), "", "public", "{}", None, False)
        beside = (False, *called, *token, *lobby, None, None)
        return Answered(self._rows_of(match, values["after"], values["until"], now, beside))

    def _load_each(self, values: Values, tx: RowTransaction, now: datetime) -> Answered:
        rows: Found = []
        for match, after in sorted(zip(values["matches"], values["after"], strict=True)):
            first, *rest = self._rows_of(match, after, store.NO_END, now, ())
            rows.append((match, *first, False))
            rows += [(match, *row, None) for row in rest]
        return Answered(rows)

    def _later_than(self, values: Values, tx: RowTransaction, now: datetime) -> Answered:
        match, version, hash_, at = values
        stream = self.streams.get(match)
        is_later = (
            stream is not None
            and (stream.version, stream.hash) == (version, hash_)
            and stream.at is not None
            and stream.at > datetime.fromisoformat(at)
        )
        return Answered([()] if is_later else [])

    def _find_command(self, values: Values, tx: RowTransaction, now: datetime) -> Answered:
        match, actor, key = values
        found = self.streams[match].by_key.get((actor, key)) if match in self.streams else None
        return Answered([] if found is None else [found])

    def _commands(self, values: Values, tx: RowTransaction, now: datetime) -> Answered:
        match, up_to = values
        commands = self.streams[match].commands if match in self.streams else []
        return Answered([one for one in commands if one[3] <= up_to])

    def _snapshots(self, tx: RowTransaction, match: str, code: str, before: int) -> list[Row]:
        """A match's snapshots that this code made before a version, oldest first."""
        rows = [row for _, row in tx.rows("snapshot") if row["match"] == match and row["code"] == code]
        return sorted((row for row in rows if row["version"] < before), key=lambda row: row["version"])

    def _newest_snapshot(self, values: Values, tx: RowTransaction, now: datetime) -> Answered:
        match, code, before = values
        found = self._snapshots(tx, match, code, before)
        return Answered([tuple(row[name] for name in ("version", "hash", "state", "mac")) for row in found[-1:]])

    def _newest_snapshots(self, values: Values, tx: RowTransaction, now: datetime) -> Answered:
        matches, code, before = values
        wanted = set(matches)
        newest: dict[str, int] = {}
        for _, row in tx.rows("snapshot"):
            match, version = row["match"], row["version"]
            if match in wanted and row["code"] == code and version < before:
                newest[match] = max(version, newest.get(match, 0))
        return Answered(sorted(newest.items()))

    def _put_snapshot(self, values: Values, tx: RowTransaction, now: datetime) -> Answered:
        match, version, past = values["match"], values["version"], values["past"]
        tx.lock("snapshot", (match, version))
        older = self._delete(
            tx, "snapshot", lambda row: row["match"] == match and row["version"] < version and row["version"] % past
        )
        tx.put("snapshot", (match, version), {name: values[name] for name in SNAPSHOT})
        return older

    # The relay and the consumers' claims.

    def _relay(self, values: Values, tx: RowTransaction, now: datetime) -> Answered:
        candidates = sorted(tx.rows("outbox"), key=lambda one: one[0])[: values["limit"]]
        matches = dict.fromkeys(row["match_id"] for _, row in candidates)
        claimed = {match for match in matches if tx.try_advisory(f"relay {match}")}
        moved: dict[str, list[Row]] = {}
        for key, row in candidates:
            if row["match_id"] in claimed and tx.lock("outbox", key) is not None:
                tx.put("outbox", key, None)
                moved.setdefault(row["match_id"], []).append(row)
        for match, rows in moved.items():
            version, since = max(one["version"] for one in rows), min(one["at"] for one in rows)
            for consumer in values["consumers"]:
                fresh = {"attempts": 0, "available_at": now, "parked_at": None, "error": "", "since": since}
                row = {"consumer": consumer, "match_id": match, "version": version, **fresh}
                tx.insert("delivery", (consumer, match, version), row)
            tx.at_commit.append(lambda match=match, version=version: self.notified(match, version))  # type: ignore[misc]
        return Answered([(sum(map(len, moved.values())), len(moved))])

    def _deliveries(self, tx: RowTransaction, consumer: str) -> dict[str, list[Row]]:
        """By match the rows of a consumer that are not parked, of matches all of whose rows are due."""
        found: dict[str, list[Row]] = {}
        for _, row in tx.rows("delivery"):
            if row["consumer"] == consumer and row["parked_at"] is None:
                found.setdefault(row["match_id"], []).append(row)
        return found

    def _due(self, values: Values, tx: RowTransaction, now: datetime) -> Answered:
        consumer, limit = values
        latest = {
            match: max(row["available_at"] for row in rows) for match, rows in self._deliveries(tx, consumer).items()
        }
        due = sorted((at, match) for match, at in latest.items() if at <= now)
        return Answered([(match,) for _, match in due[:limit]])

    def _claim_deliveries(self, values: Values, tx: RowTransaction, now: datetime) -> Answered:
        matches, consumer = values
        return Answered([(match,) for match in matches if tx.try_advisory(f"deliver {consumer} {match}")])

    def _newest(self, values: Values, tx: RowTransaction, now: datetime) -> Answered:
        consumer, matches = values
        found = self._deliveries(tx, consumer)
        return Answered(
            [
                (match, max(row["version"] for row in found[match]))
                for match in sorted(matches)
                if match in found and max(row["available_at"] for row in found[match]) <= now
            ]
        )

    def _done(self, values: Values, tx: RowTransaction, now: datetime) -> Answered:
        matches, versions, consumer = values
        done = dict(zip(matches, versions, strict=True))
        return self._delete(
            tx,
            "delivery",
            lambda row: row["consumer"] == consumer and row["version"] <= done.get(row["match_id"], 0),
        )

    def _delete(self, tx: RowTransaction, table: str, holds: Callable[[Row], object]) -> Answered:
        count = 0
        for key in [key for key, row in tx.rows(table) if holds(row)]:
            row = tx.lock(table, key)
            if row is not None and holds(row):
                tx.put(table, key, None)
                count += 1
        return Answered([], count)

    def _update(
        self, tx: RowTransaction, table: str, holds: Callable[[Row], bool], change: Callable[[Row], Mapping[str, Any]]
    ) -> Answered:
        count = 0
        for key in [key for key, row in tx.rows(table) if holds(row)]:
            row = tx.lock(table, key)
            if row is not None and holds(row):
                tx.put(table, key, {**row, **change(row)})
                count += 1
        return Answered([], count)

    def _postpone(self, values: Values, tx: RowTransaction, now: datetime) -> Answered:
        def holds(row: Row) -> bool:
            is_it = (row["consumer"], row["match_id"]) == (values["consumer"], values["match"])
            return is_it and row["parked_at"] is None

        counted = values["counted"]

        def change(row: Row) -> Row:
            return {
                "attempts": row["attempts"] + counted,
                "error": values["error"],
                "parked_at": now if row["attempts"] + counted >= values["park_after"] else None,
                "available_at": now + max(10 * (1 - counted), min(2 ** min(row["attempts"], 12), 3600)) * SECOND,
            }

        return self._update(tx, "delivery", holds, change)

    # The rows of the sweeps.

    def _put_deadlines(self, values: Values, tx: RowTransaction, now: datetime) -> Answered:
        count = 0
        for match, version, due_at, turn_at, attended in zip(*values, strict=True):
            clock = {"match_id": match, "version": version, "due_at": due_at, "claimed_until": None}
            self._put_row(tx, "matches_deadline", match, version, None if due_at is None else clock)
            turn = {**clock, "due_at": turn_at, "attended": attended}
            count += self._put_row(tx, "matches_botturn", match, version, None if turn_at is None else turn)
        return Answered([], count)

    def _put_row(self, tx: RowTransaction, table: str, match: str, version: int, row: Row | None) -> bool:
        if row is None:
            # What is newer is not even locked.
            there = tx.get(table, match)
            if there is None or there["version"] > version:
                return False
        there = tx.lock(table, match)
        if there is not None and there["version"] > version:
            return False
        tx.put(table, match, row)
        return row is not None

    def _forget_old_news(self, values: Values, tx: RowTransaction, now: datetime) -> Answered:
        count = 0
        for key, row in list(tx.rows("delivery")):
            match = row["match_id"]
            known = [
                one["version"]
                for table in ("matches_deadline", "matches_botturn")
                if (one := tx.get(table, match)) is not None
            ]
            if row["consumer"] == values["consumer"] and known and row["version"] <= max(known):
                if not tx.is_free("delivery", key):
                    continue
                if tx.lock("delivery", key) is not None:
                    tx.put("delivery", key, None)
                    count += 1
        return Answered([], count)

    def _claim_clocks(self, values: Values, tx: RowTransaction, now: datetime) -> Answered:
        return self._claim(tx, now, values, "matches_deadline", lambda row: (row["due_at"],), only=False)

    def _claim_turns(self, values: Values, tx: RowTransaction, now: datetime) -> Answered:
        return self._claim(tx, now, values, "matches_botturn", _of_turn, only=False)

    def _claim_awaited(self, values: Values, tx: RowTransaction, now: datetime) -> Answered:
        return self._claim(tx, now, values, "matches_botturn", _of_turn, only=True)

    def _claim(
        self, tx: RowTransaction, now: datetime, values: Values, table: str, order: Callable[[Row], Any], *, only: bool
    ) -> Answered:
        def is_free(row: Row) -> bool:
            is_claimed = row["claimed_until"] is not None and row["claimed_until"] > now
            return row["due_at"] <= now and not is_claimed and (not only or row["attended"])

        free = [row for _, row in tx.rows(table) if is_free(row) and row["match_id"] not in values["but"]]
        free.sort(key=lambda row: (order(row), row["match_id"]))
        claimed: Found = []
        for row in free:
            match = row["match_id"]
            if len(claimed) == values["limit"]:
                break
            if tx.is_free(table, match):
                tx.lock(table, match)
                tx.put(table, match, {**row, "claimed_until": now + values["seconds"] * SECOND})
                claimed.append((match,))
        return Answered(claimed, len(claimed))

    def _give_back(self, values: Values, tx: RowTransaction, now: datetime) -> Answered:
        return self._update(
            tx, "matches_botturn", lambda row: row["match_id"] in values["matches"], lambda _: {"claimed_until": None}
        )

    # Notices.

    def _told(self, values: Values, tx: RowTransaction, now: datetime) -> Answered:
        (matches,) = values
        there = [match for match in sorted(set(matches)) if tx.get("matches_told", match) is not None]
        locked = [(match, tx.lock("matches_told", match)) for match in there]
        return Answered([(match, row["version"]) for match, row in locked if row is not None])

    def _nothing(self, values: Values, tx: RowTransaction, now: datetime) -> Answered:
        return Answered([])

    def _reached(self, values: Values, tx: RowTransaction, now: datetime) -> Answered:
        ids, _ = values
        return Answered([(player, self.reached[player]) for player in sorted(set(ids)) if player in self.reached])

    def _put_notices(self, values: Values, tx: RowTransaction, now: datetime) -> Answered:
        (columns,) = values if len(values) == 1 else (values,)
        fresh = []
        for row in zip(*columns, strict=True):
            notice = dict(zip(writer.COLUMNS, row, strict=True))
            key = (str(notice["player_id"]), str(notice["match_id"]), notice["kind"], notice["about"])
            self.notices_of.setdefault(key[1], {})[key] = None
            if tx.insert("matches_notice", key, {**notice, "read_at": None}):
                fresh.append((notice["id"],))
        return Answered(fresh, len(fresh))

    def _claim_webhooks(self, values: Values, tx: RowTransaction, now: datetime) -> Answered:
        """The webhooks with due deliveries, as many of each kind and of each player as there is room for."""
        due = {
            str(row["webhook_id"])
            for _, row in tx.rows("matches_dispatch")
            if row["state"] == "pending" and row["webhook_id"] is not None and row["available_at"] <= now
        }

        def since(row: Row) -> datetime:
            found: datetime = max(row["not_before"], row["paused_until"])
            return found

        def is_free(row: Row) -> bool:
            return row["disabled_at"] is None and since(row) <= now

        def kind(row: Row) -> int:
            if row["failures"]:
                return courier.FAILING
            trusted = row["trusted_from"] is not None and row["trusted_from"] <= now
            return courier.TRUSTED if trusted else courier.UNTRIED

        free = [row for _, row in tx.rows("matches_webhook") if is_free(row) and str(row["id"]) in due]
        free = [row for row in free if (row["format"] == "push") == values["push"]]
        free.sort(key=lambda row: (kind(row), since(row), str(row["id"])))
        busy = set(map(str, values["under_way"]))
        under_way = [row for _, row in tx.rows("matches_webhook") if str(row["id"]) in busy]
        of_player, of_site = Counter(str(row["player_id"]) for row in under_way), Counter(map(_site, under_way))
        of_kind: Counter[int] = Counter()
        room = {courier.UNTRIED: values["untried"], courier.FAILING: values["failing"]}
        turns: list[tuple[int, int, datetime, Row]] = []
        of_both: Counter[tuple[int, str]] = Counter()
        for row in free:
            of_player[str(row["player_id"])] += 1
            if of_player[str(row["player_id"])] > values["of_player"]:
                continue
            of_both[kind(row), _site(row)] += 1
            turn = 0 if kind(row) == courier.TRUSTED else of_site[_site(row)] + of_both[kind(row), _site(row)]
            turns.append((kind(row), turn, since(row), row))
        claimed: Found = []
        for *_, row in sorted(turns, key=lambda one: one[:3]):
            of_kind[kind(row)] += 1
            if of_kind[kind(row)] > room.get(kind(row), len(free)) or len(claimed) == values["limit"]:
                continue
            key = str(row["id"])
            if tx.is_free("matches_webhook", key):
                locked = tx.lock("matches_webhook", key)
                tx.put("matches_webhook", key, {**(locked or row), "not_before": now + values["lease"] * SECOND})
                claimed.append((row["id"], now))
        return Answered(claimed, len(claimed))

    def _note(self, values: Values, tx: RowTransaction, now: datetime) -> Answered:
        matches, kinds = set(values["matches"]), set(values["kinds"])
        still = set(zip(values["of"], values["open"], strict=True))

        def is_closed(row: Row) -> bool:
            match = str(row["match_id"])
            is_one = match in matches and row["kind"] in kinds and row["read_at"] is None
            return is_one and (match, row["about"]) not in still

        for key in [key for match in sorted(matches) for key in self.notices_of.get(match, ())]:
            row = tx.get("matches_notice", key)
            if row is not None and is_closed(row):
                row = tx.lock("matches_notice", key)
                if row is not None and is_closed(row):
                    tx.put("matches_notice", key, {**row, "read_at": values["now"]})
        count = 0
        for match, version, remind_at in zip(values["matches"], values["versions"], values["remind_at"], strict=True):
            row = tx.lock("matches_told", match) if tx.get("matches_told", match) else None
            if row is not None:
                told = {**row, "version": max(row["version"], version), "remind_at": remind_at}
                tx.put("matches_told", match, told)
                count += 1
        return Answered([], count)


def _site(row: Row) -> str:
    host = re.split(r"[/:?#]", str(row["url"]).partition("://")[2], maxsplit=1)[0]
    return ".".join(host.lower().rstrip(".").split(".")[-2:])


def _of_turn(row: Row) -> tuple[bool, datetime]:
    return not row["attended"], row["due_at"]


_HEAD, _LENGTH = Struct("!iiI"), Struct("!i")


def _items(array: bytes) -> list[bytes | None]:
    """The items of an array in PostgreSQL's binary form, of one dimension."""
    if unpack_from("!i", array)[0] == 0:
        return []
    count, place = unpack_from("!i", array, 12)[0], 20
    items: list[bytes | None] = []
    for _ in range(count):
        (length,) = _LENGTH.unpack_from(array, place)
        place += 4
        if length < 0:
            items.append(None)
            continue
        items.append(array[place : place + length])
        place += length
    return items


def _number(value: bytes | None) -> int:
    return int.from_bytes(value or b"", "big")


def _seats(value: bytes | None) -> list[int]:
    inside = (value or b"").decode().strip("{}")
    return [int(one) for one in inside.split(",")] if inside else []
