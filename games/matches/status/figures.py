"""Service health: which processes work, what waits, and how often things have happened. All of it from PostgreSQL."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db import connection

from events.sharding import is_distributed

# The kinds of processes that work without being asked: for lists and notices, news, clocks, bots, webhooks and mail,
# streams; and a live process that has heard what it said to itself.
WORKER, RELAY, CLOCK, BOTS, COURIER, LIVE = "worker", "relay", "clock", "bots", "courier", "live"
LISTENING = "listening"
# No process: the last backup that was verified.
BACKUP = "backup"
# The tally of attempts to send notices; its labels are a way and an outcome with a space between.
DISPATCHED = "dispatches"
# The tally that is written to find out whether anything can be.
READINESS = "readiness"

# Written at most every two seconds, however often it is called.
BEAT = """
INSERT INTO matches_heartbeat (name, at) VALUES (%s, statement_timestamp())
ON CONFLICT (name) DO UPDATE SET at = excluded.at WHERE matches_heartbeat.at < excluded.at - interval '2 seconds'
"""

ADD = """
INSERT INTO matches_tally (name, label, value) SELECT * FROM unnest(%s::text[], %s::text[], %s::bigint[])
ON CONFLICT (name, label) DO UPDATE SET value = matches_tally.value + excluded.value
"""

# The first entry of an index each.
LAGS = """
SELECT
    (SELECT coalesce(extract(epoch FROM statement_timestamp() - min(at)), 0)::float FROM outbox),
    (SELECT coalesce(extract(epoch FROM statement_timestamp() - min(due_at)), 0)::float FROM matches_deadline
        WHERE due_at < statement_timestamp())
"""

# Parked news is counted by itself, and makes nothing late. Of bots there are two kinds in one index.
STANDING = """
SELECT
    (SELECT count(*) FROM outbox),
    (SELECT coalesce(extract(epoch FROM statement_timestamp() - least(
        (SELECT min(due_at) FROM matches_botturn WHERE attended AND due_at < statement_timestamp()),
        (SELECT min(due_at) FROM matches_botturn WHERE NOT attended AND due_at < statement_timestamp()))), 0)::float),
    (SELECT count(*) FROM matches_quarantine),
    (SELECT count(*) FROM matches_audit WHERE failed),
    (SELECT count(*) FROM matches_webhook WHERE disabled_at IS NOT NULL),
    (SELECT count(*) FROM matches_webhook WHERE disabled_at IS NULL)
"""

DELIVERIES = """
SELECT consumer, count(*) FILTER (WHERE parked_at IS NULL), count(*) FILTER (WHERE parked_at IS NOT NULL)
FROM delivery WHERE consumer = ANY(%s) GROUP BY consumer
"""

# Late by what it has been due for; a delivery that waits after a failure is not due.
DISPATCHES = """
SELECT CASE WHEN channel = 'mail' THEN 'mail' ELSE 'webhook' END AS way, count(*),
    coalesce(extract(epoch FROM statement_timestamp() - min(available_at)), 0)::float
FROM matches_dispatch WHERE state = 'pending' GROUP BY way
"""

BEATS = "SELECT name, extract(epoch FROM statement_timestamp() - at)::float FROM matches_heartbeat"

TALLIES = "SELECT name, label, value FROM matches_tally"

# PostgreSQL counts inserts anyway; counting the rows would take longer every day.
INSERTED = "SELECT relname, n_tup_ins FROM pg_stat_user_tables WHERE relname IN ('event', 'command')"
# The same where the tables lie in shards of Citus; those of a shard that has moved count anew.
INSERTED_AT_SHARDS = " UNION ALL ".join(
    f"SELECT '{table}', coalesce(sum(result::bigint), 0)::bigint FROM run_command_on_placements('{table}',"  # noqa: S608
    " $$SELECT pg_stat_get_tuples_inserted('%s'::regclass)$$)"
    for table in ("event", "command")
)


@dataclass(frozen=True, kw_only=True)
class Lags:
    """How many seconds the oldest append has waited for the relay, and how late the clock is that ran out first."""

    outbox: float
    deadlines: float


@dataclass(frozen=True, kw_only=True)
class Backlog:
    """What waits. A lag is the age, in seconds, of the oldest item that should have been dealt with."""

    outbox_rows: int
    outbox_lag: float
    deadline_lag: float
    bot_lag: float
    quarantined: int
    failed_audits: int
    webhooks_disabled: int
    webhooks_enabled: int


@dataclass(frozen=True, kw_only=True)
class ServiceMetrics:
    """All that is measured; `deliveries` is (waiting, parked) by consumer, `dispatches` (waiting, lag) by way."""

    standing: Backlog
    deliveries: Mapping[str, tuple[int, int]]
    dispatches: Mapping[str, tuple[int, float]]
    beats: Mapping[str, float]
    tallies: Mapping[tuple[str, str], int]
    inserted: Mapping[str, int]


def beat(name: str) -> None:
    """A process of this kind is at work."""
    with connection.cursor() as cursor:
        cursor.execute(BEAT, [name])


def add(counts: Mapping[tuple[str, str], int]) -> None:
    """Add to how often things have happened, by name and label; labels come from short lists of ours."""
    if not counts:
        return
    # In one order for all processes, or two of them could wait for each other.
    ordered = sorted(counts.items())
    names, labels = [name for (name, _), _ in ordered], [label for (_, label), _ in ordered]
    with connection.cursor() as cursor:
        cursor.execute(ADD, [names, labels, [count for _, count in ordered]])


def lags() -> Lags:
    """How late the relay and the clocks are."""
    with connection.cursor() as cursor:
        cursor.execute(LAGS)
        outbox, deadlines = cursor.fetchone()
    return Lags(outbox=outbox, deadlines=deadlines)


def standing() -> Backlog:
    """What waits now."""
    late = lags()
    with connection.cursor() as cursor:
        cursor.execute(STANDING)
        rows, bot_lag, quarantined, failed_audits, disabled, enabled = cursor.fetchone()
    return Backlog(
        outbox_rows=rows,
        outbox_lag=late.outbox,
        deadline_lag=late.deadlines,
        bot_lag=bot_lag,
        quarantined=quarantined,
        failed_audits=failed_audits,
        webhooks_disabled=disabled,
        webhooks_enabled=enabled,
    )


def beats() -> dict[str, float]:
    """How many seconds ago each kind of process was at work."""
    with connection.cursor() as cursor:
        cursor.execute(BEATS)
        return dict(cursor.fetchall())


def figures(consumers: list[str]) -> ServiceMetrics:
    """Everything that `/metrics` tells."""
    with connection.cursor() as cursor:
        cursor.execute(DELIVERIES, [consumers])
        deliveries = {name: (waiting, parked) for name, waiting, parked in cursor.fetchall()}
        cursor.execute(DISPATCHES)
        dispatches = {way: (count, max(lag, 0.0)) for way, count, lag in cursor.fetchall()}
        cursor.execute(TALLIES)
        tallies = {(name, label): value for name, label, value in cursor.fetchall()}
        cursor.execute(INSERTED_AT_SHARDS if is_distributed() else INSERTED)
        inserted = dict(cursor.fetchall())
    return ServiceMetrics(
        standing=standing(),
        deliveries=deliveries,
        dispatches=dispatches,
        beats=beats(),
        tallies=tallies,
        inserted=inserted,
    )
