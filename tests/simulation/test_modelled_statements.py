"""The simulation's PostgreSQL against the real one: the same random statements, the same answers, the same rows."""

import os
import random
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import psycopg
import pytest

from events import outbox, snapshots, store
from events.envelope import NewEvent, Part
from events.format.chain import timestamp
from events.statements import FORMATS
from events.store import EMPTY, Command, Head, new_id
from games.matches.autoplay import deadlines, sweep
from games.matches.notices import writer
from games.matches.stream import quarantine
from tests.simulation.modelled_statements import CLAIM_WEBHOOKS, ModelledPostgres
from tests.simulation.shared_rows import RowTransaction

STORED = ("match_head", "event", "event_secret", "command", "matches_quarantine")
ROWS = {
    "outbox": ("match_id", "version", "at"),
    "delivery": ("consumer", "match_id", "version", "attempts", "available_at", "parked_at", "error", "since"),
    "matches_deadline": ("match_id", "version", "due_at", "claimed_until"),
    "matches_botturn": ("match_id", "version", "due_at", "attended", "claimed_until"),
    "matches_told": ("match_id", "version", "remind_at"),
    "matches_notice": ("player_id", "match_id", "kind", "about", "read_at"),
    "matches_webhook": ("id", "player_id", "not_before", "paused_until", "failures", "trusted_from"),
    "matches_dispatch": ("id", "notice_id", "channel", "state", "attempts", "available_at", "done_at"),
}
# As Django writes it.
BEGIN_TELLING = (
    'INSERT INTO "matches_told" ("match_id", "version", "remind_at") SELECT * FROM'
    " UNNEST((%s)::uuid[], (%s)::integer[], (%s)::timestamp with time zone[]) ON CONFLICT DO NOTHING"
)
WEBHOOKS = (
    'SELECT "matches_webhook"."id", "matches_webhook"."failures" FROM "matches_webhook" WHERE'
    ' ("matches_webhook"."disabled_at" IS NULL AND "matches_webhook"."player_id" IN (%s))'
)
RECORD = (
    'UPDATE "matches_dispatch" SET "attempts" = %s, "state" = %s, "done_at" = %s WHERE'
    ' ("matches_dispatch"."attempts" = %s AND "matches_dispatch"."id" = %s AND "matches_dispatch"."state" = %s)'
)
HEALTH = 'UPDATE "matches_webhook" SET "failures" = %s, "trusted_from" = NULL WHERE "matches_webhook"."id" = %s'
HAND_OUT = (
    'INSERT INTO "matches_dispatch" ("id", "notice_id", "webhook_id", "player_id", "channel", "state", "attempts",'
    ' "available_at", "created_at", "done_at", "last_status", "last_error")'
    " VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s) ON CONFLICT DO NOTHING"
)
CONSUMERS = ("deadlines", "notices", "probe")
DAY = timedelta(days=1)
STEPS = 250
SCHEMA = "simulated"


class TwoServers:
    """Two sessions, each of the real server and of the modelled one."""

    def __init__(self, url: str, chance: random.Random) -> None:
        self.chance, self.model = chance, ModelledPostgres()
        self.now = datetime.now(UTC)
        self.real = [psycopg.connect(url, autocommit=True) for _ in range(2)]
        self.open: list[RowTransaction | None] = [None, None]
        self.heads: dict[str, Head] = {}
        self.matches = [new_id() for _ in range(4)]
        self.player = new_id()
        self.players = [new_id(), new_id()]
        self.webhooks: list[dict[str, Any]] = []
        self.done = 0
        # What each kind of outcome was seen, so that the test says what it has tried.
        self.seen: set[str] = set()

    def set_up(self) -> None:
        first = self.real[0]
        first.execute(f"DROP SCHEMA IF EXISTS {SCHEMA} CASCADE")
        first.execute(f"CREATE SCHEMA {SCHEMA}")
        for table in (*STORED, *ROWS, "snapshot"):
            first.execute(f"CREATE TABLE {SCHEMA}.{table} (LIKE public.{table} INCLUDING ALL)")
        for number in range(6):
            self._webhook(number)
        for one in self.real:
            one.execute(f"SET search_path = {SCHEMA}")
            one.execute("SET lock_timeout = '60ms'")

    def _webhook(self, number: int) -> None:
        """One of two players' webhooks, each of another kind, in both servers."""
        webhook, player = UUID(new_id()), UUID(self.players[number % 2])
        texts = dict.fromkeys(("secret", "previous_secret", "rotation_key", "disabled_for"), "")
        # Of those that fail the two that wait longest are of one site.
        texts |= {
            "url": f"https://h{number}.{'ONE' if number == 5 else 'one' if number == 4 else 'two'}.example:8443/x"
        }
        row: dict[str, Any] = {
            "id": webhook,
            "player_id": player,
            "kinds": ["your_turn"],
            "format": "standard",
            **texts,
        }
        row |= {"creation_key": str(number), "failures": number // 3, "disabled_at": None}
        row |= {"trusted_from": self.now - DAY if number == 1 else None, "created_at": self.now}
        row |= {name: self.now - timedelta(hours=2 + number, minutes=5) for name in ("not_before", "paused_until")}
        marks = ", ".join(["%s"] * len(row))
        insert = f"INSERT INTO {SCHEMA}.matches_webhook ({', '.join(row)}) VALUES ({marks})"
        self.real[0].execute(insert, list(row.values()))
        self.model.rows.tables["matches_webhook"][str(webhook)] = row
        self.webhooks.append(row)

    def both(self, session: int, sql: str, values: Any) -> Any:
        """Run a statement on both; what they return, or the name of the error, has to be the same."""
        real = self._outcome(lambda: self._real(session, sql, values))
        modelled = self._outcome(lambda: self._modelled(session, sql, values))
        assert real == modelled, f"{sql}\n{values}"
        self.seen.add(f"{type(real).__name__}" if not isinstance(real, str) else real)
        if isinstance(real, str) and self.open[session] is not None:
            self.end(session, commits=False)
        return real

    def begin(self, session: int) -> None:
        if self.open[session] is None:
            self.real[session].autocommit = False
            self.open[session] = RowTransaction(self.model.rows)

    def end(self, session: int, *, commits: bool) -> None:
        tx = self.open[session]
        if tx is None:
            return
        (self.real[session].commit if commits else self.real[session].rollback)()
        self.real[session].autocommit = True
        if commits:
            tx.commit()
        else:
            tx.end()
        self.open[session] = None

    def compare(self) -> None:
        """Every row that is committed."""
        for table, columns in ROWS.items():
            if self.open != [None, None]:
                return
            found = self.real[0].execute(f"SELECT {', '.join(columns)} FROM {table}").fetchall()
            kept = [tuple(row.get(name) for name in columns) for row in self.model.rows.tables[table].values()]
            assert sorted(map(self._plain, found)) == sorted(map(self._plain, kept)), table

    def _real(self, session: int, sql: str, values: Any) -> Any:
        connection = self.real[session]
        if "$1" in sql:
            result = connection.pgconn.exec_params(sql.encode(), values, None, FORMATS[: len(values)])
            if result.error_field(psycopg.pq.DiagnosticField.SQLSTATE):
                raise psycopg.errors.error_from_result(result)
            return [result.command_tuples or 0]
        cursor = connection.execute(sql, values)
        is_read = cursor.pgresult is not None and cursor.pgresult.status == psycopg.pq.ExecStatus.TUPLES_OK
        return [0, *cursor.fetchall()] if is_read else [cursor.rowcount]

    def _modelled(self, session: int, sql: str, values: Any) -> Any:
        tx = self.open[session] or RowTransaction(self.model.rows)
        try:
            answered = self.model.run(sql, values, tx, self.now)
        except psycopg.Error:
            if self.open[session] is None:
                tx.end()
            raise
        if self.open[session] is None:
            tx.commit()
        return [0 if answered.rows else answered.written, *answered.rows]

    def _outcome(self, work: Any) -> Any:
        try:
            count, *rows = work()
        except psycopg.Error as error:
            return type(error).__name__
        return sorted(map(self._plain, rows)) if rows else [f"{count} written"]

    def _plain(self, row: Any) -> str:
        return repr([self._value(value) for value in row])

    def _value(self, value: Any) -> Any:
        if isinstance(value, datetime):
            ahead = value - self.now
            # No time that is given is near, so that a time near now is the statement's own.
            return "now" if abs(ahead) < timedelta(minutes=30) else value.astimezone(UTC).isoformat()
        if isinstance(value, UUID):
            return str(value)
        return bytes(value) if isinstance(value, memoryview) else value

    # What is tried.

    def a_time(self) -> datetime:
        """Long ago or far ahead, each another: what is due does not depend on how long a statement takes."""
        return (
            self.now
            + self.chance.choice([-1, -1, 1]) * DAY
            + timedelta(hours=1, seconds=self.chance.randrange(10**6) / 20)
        )

    def append(self, session: int) -> None:
        chance, match = self.chance, self.chance.choice(self.matches)
        head = self.heads.get(match, EMPTY)
        if chance.random() < 0.2:
            head = chance.choice([EMPTY, Head(head.version, bytes(32)), Head(head.version + 1, head.hash)])
        at = self.now - 2 * DAY + timedelta(seconds=self.done) if chance.random() < 0.9 else self.now - 3 * DAY
        parts = tuple(Part(audience=(seat,), part={"card": seat}) for seat in range(chance.choice([0, 1, 1, 2])))
        drafts = [
            NewEvent(type="noted", data={"n": number}, seat=chance.choice([None, 1]), parts=parts)
            for number in range(chance.choice([1, 1, 3]))
        ]
        key = f"k{chance.randrange(40)}"
        command = None if chance.random() < 0.1 else Command(actor=self.player, key=key, request_hash=b"request")
        written = store._written(match, head, timestamp(at), drafts)
        rows = [one.row for one in written]
        statement = store._statement(head, rows)
        values = store._values(statement, match, head, at, drafts, rows, command)
        before = self._version(match)
        self.both(session, statement.sql.decode(), values)
        if self._version(match) != before:
            self.heads[match] = Head(rows[-1].version, rows[-1].hash)
            self.seen.add("appended")
        self.both(session, store.LATER_THAN, (match, head.version, head.hash, timestamp(at)))

    def _version(self, match: str) -> int:
        return self.model.streams[match].version if match in self.model.streams else 0

    def read(self, session: int) -> None:
        chance, match = self.chance, self.chance.choice(self.matches)
        span = {"match": match, "after": chance.randrange(12), "until": chance.choice([5, 9, store.NO_END])}
        self.both(session, store.LOAD, span)
        self.both(session, store._load_beside(quarantine.IS_SET_ASIDE), span)
        self.both(session, store.FIND_COMMAND, (match, self.player, f"k{chance.randrange(40)}"))
        self.both(session, store.COMMANDS, (match, chance.randrange(20)))
        each = {"matches": self.matches, "after": [chance.randrange(9) for _ in self.matches]}
        self.both(session, store.LOAD_EACH.format(beside=quarantine.EACH_SET_ASIDE), each)

    def relay(self, session: int) -> None:
        values = {"limit": self.chance.choice([1, 3, 200]), "consumers": list(CONSUMERS), "channel": SCHEMA}
        self.both(session, outbox.RELAY, values)

    def deliver(self, session: int) -> None:
        consumer = self.chance.choice(CONSUMERS)
        self.both(session, outbox.DUE, [consumer, 100])
        self.begin(session)
        self.both(session, outbox.CLAIM, [self.matches, consumer])
        news = self.both(session, outbox.NEWEST, [consumer, self.matches]) if self.open[session] else []
        if self.open[session] and news and news[0].startswith("["):
            done = dict(eval(one) for one in news)
            if self.chance.random() < 0.7:
                self.both(session, outbox.DONE, [list(done), list(done.values()), consumer])
            else:
                match = next(iter(done))
                postponed = {"error": "Failed", "park_after": 2, "consumer": consumer, "match": match}
                postponed["counted"] = self.chance.randrange(2)
                self.both(session, outbox.POSTPONE, postponed)
                self._wait_longer(session, consumer, match)

    def _wait_longer(self, session: int, consumer: str, match: str) -> None:
        """A wait of a second might end between the two servers."""
        tx = self.open[session]
        if tx is not None:
            far = self.now + 5 * DAY
            change = "UPDATE delivery SET available_at = %s WHERE consumer = %s AND match_id = %s AND parked_at IS NULL"
            self.real[session].execute(change, [far, consumer, match])
            for key, row in list(tx.rows("delivery")):
                if key[:2] == (consumer, match) and row["parked_at"] is None:
                    tx.put("delivery", key, {**row, "available_at": far})

    def put(self, session: int) -> None:
        chance = self.chance
        some = chance.sample(self.matches, 2)
        times = [[chance.choice([None, self.a_time()]) for _ in some] for _ in range(2)]
        versions = [chance.randrange(8) for _ in some]
        self.both(session, deadlines.PUT, [some, versions, *times, [chance.random() < 0.5 for _ in some]])

    def claim(self, session: int) -> None:
        values = {
            "seconds": 5,
            "limit": self.chance.choice([1, 2, 20]),
            "but": self.chance.choice([[], self.matches[:1]]),
        }
        self.both(session, self.chance.choice([sweep.CLOCKS, sweep.TURNS, sweep.AWAITED]), values)
        self.both(session, sweep.GIVE_BACK, {"matches": self.chance.sample(self.matches, 2)})

    def forget(self, session: int) -> None:
        self.both(session, deadlines.FORGET_OLD_NEWS, {"consumer": "deadlines"})

    def tell(self, session: int) -> None:
        chance = self.chance
        self.begin(session)
        some = chance.sample(self.matches, 2)
        fresh = [UUID(one) for one in sorted(some)]
        self.both(session, BEGIN_TELLING, ([*fresh], [0, 0], [None, None]))
        if self.open[session]:
            self.both(session, writer.TOLD, [some])
        if self.open[session]:
            self._notices(session, some)

    def _notices(self, session: int, some: list[str]) -> None:
        chance = self.chance
        kinds = [chance.choice(["your_turn", "timed_out"]) for _ in some]
        about = [f"p{chance.randrange(3)}.0" for _ in some]
        ids, players = [UUID(new_id()) for _ in some], [UUID(self.player)] * 2
        none: list[Any] = [None, None]
        columns = [ids, players, list(map(UUID, some)), ["cave"] * 2, [0, 1], kinds, about, none, none, [self.now] * 2]
        self.both(session, writer.PUT, columns)
        if self.open[session]:
            note = {
                "now": self.now,
                "matches": some,
                "versions": [chance.randrange(9) for _ in some],
                "remind_at": [chance.choice([None, self.a_time()]) for _ in some],
                "kinds": ["your_turn"],
                "of": some[:1],
                "open": ["p1.0"],
            }
            self.both(session, writer.NOTE, note)

    def send(self, session: int) -> None:
        chance, to = self.chance, self.chance.choice(self.webhooks)
        notice = UUID(int=chance.randrange(3))
        fresh = [UUID(new_id()), notice, to["id"], to["player_id"], f"webhook {to['id']}", "pending", 0]
        self.both(session, HAND_OUT, [*fresh, self.a_time(), self.now, None, None, ""])
        room = {"untried": chance.choice([0, 1, 5]), "failing": chance.choice([0, 1, 2, 5])}
        room |= {"of_player": chance.choice([1, 4]), "limit": chance.choice([1, 16])}
        busy = chance.choice([[], [to["id"]]])
        self.both(session, CLAIM_WEBHOOKS, {"lease": 1200, "push": False, "under_way": busy, **room})
        known = [row["id"] for row in self.model.rows.tables["matches_dispatch"].values()] or [notice]
        self.both(
            session, RECORD, [1, chance.choice(["delivered", "pending"]), None, 0, chance.choice(known), "pending"]
        )
        self.both(session, HEALTH, [chance.randrange(2), to["id"]])
        self.both(session, WEBHOOKS, [to["player_id"]])
        # Free again, as after the call.
        release = 'UPDATE "matches_webhook" SET "not_before" = %s WHERE "matches_webhook"."id" = %s'
        for row in self.webhooks:
            self.both(session, release, [row["paused_until"], row["id"]])

    def keep(self, session: int) -> None:
        match, version = self.chance.choice(self.matches), self.chance.choice([10, 32, 40, 64, 70])
        values = {"match": match, "version": version, "code": "c", "hash": b"h", "state": b"s", "mac": b"m", "past": 32}
        self.both(session, snapshots.PUT_FOR_OLDER, values)
        self.both(session, snapshots.NEWEST, (match, "c", self.chance.choice([33, store.NO_END])))
        self.both(session, snapshots.NEWEST_VERSIONS, (self.matches, "c", self.chance.choice([33, store.NO_END])))


@pytest.fixture
def servers(superuser: psycopg.Connection, request: pytest.FixtureRequest) -> Iterator[TwoServers]:
    found = TwoServers(superuser.info.dsn + f" password={superuser.info.password}", random.Random(random.random()))
    found.set_up()
    yield found
    for one in found.real:
        with suppress(psycopg.Error):
            one.rollback()
        one.close()
    superuser.execute(f"DROP SCHEMA {SCHEMA} CASCADE")


@pytest.mark.parametrize("number", range(int(os.environ.get("MODELLED", "1"))))
def test_the_modelled_postgresql_answers_and_keeps_what_the_real_one_does(servers: TwoServers, number: int) -> None:
    chance = servers.chance
    inside = [servers.relay, servers.deliver, servers.put, servers.claim, servers.forget, servers.tell, servers.keep]
    inside += [servers.send]
    for servers.done in range(STEPS):
        session = chance.randrange(2)
        if chance.random() < 0.4:
            servers.end(session, commits=chance.random() < 0.7)
        if servers.open[session] is None and chance.random() < 0.5:
            # An append is never part of a transaction.
            chance.choice([servers.append, servers.append, servers.read])(session)
            continue
        if chance.random() < 0.4:
            servers.begin(session)
        chance.choice(inside)(session)
        servers.compare()
    for session in (0, 1):
        servers.end(session, commits=True)
    servers.compare()
    # Otherwise nothing of all this was tried.
    assert {"appended", "list", "LockNotAvailable"} <= servers.seen
