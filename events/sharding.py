"""The store on Citus: a match's rows lie together in a shard, on one node, and all else stays on the coordinator.

A statement about one match is routed to its node. An append as it stands (`events/statements.py`) would be pulled to
the coordinator, table by table; so on Citus it is a function, which runs whole where the match is. What claims or moves
rows of several matches in one statement is refused there, and has a form of its own beside the plain one.
"""

from functools import cache

from django.db import connections, transaction
from django.db.backends.utils import CursorWrapper

from events.roles import OWNER
from events.statements import Statement, fetch

# In the order in which they are distributed: the others lie with the first one's rows.
TABLES = ("match_head", "event", "event_secret", "command", "snapshot", "outbox")
# A shard is what a rebalance moves, and what many looks over all matches ask one by one.
SHARDS = 32

# Asked in two statements: without the extension there is no such table to name.
HAS_EXTENSION = "SELECT to_regclass('pg_catalog.pg_dist_partition') IS NOT NULL"
IS_DISTRIBUTED = "SELECT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = 'match_head'::regclass)"

# The values of `events.statements.ADVANCE`, in its order; no hash is expected of a match that begins. One row at a
# time: each is then routed by the shortest of Citus's ways, whose plan the node keeps.
APPEND_FUNCTION = """
CREATE OR REPLACE FUNCTION append_events(
    match uuid, before integer, last integer, moment timestamptz, new_hash bytea,
    who text, its_key text, its_hash bytea,
    seats smallint[], types text[], hashes bytea[], bodies bytea[],
    versions integer[], places smallint[], audiences text[], salts bytea[], parts bytea[], expected bytea
) RETURNS integer LANGUAGE plpgsql AS $$
BEGIN
    IF expected IS NULL THEN
        INSERT INTO match_head (match_id, version, hash, at) VALUES (match, last, new_hash, moment)
        ON CONFLICT DO NOTHING;
    ELSE
        UPDATE match_head SET version = last, hash = new_hash, at = moment
        WHERE match_id = match AND version = before AND hash = expected AND at <= moment;
    END IF;
    IF NOT FOUND THEN
        RETURN 0;
    END IF;
    FOR place IN 1 .. cardinality(types) LOOP
        INSERT INTO event (match_id, version, at, seat, type, hash, body)
        VALUES (match, before + place, moment, seats[place], types[place], hashes[place], bodies[place]);
    END LOOP;
    FOR place IN 1 .. cardinality(parts) LOOP
        INSERT INTO event_secret (match_id, version, index, audience, salt, part)
        VALUES (match, versions[place], places[place], audiences[place]::smallint[], salts[place], parts[place]);
    END LOOP;
    IF who IS NOT NULL THEN
        INSERT INTO command (match_id, first_version, last_version, actor, key, request_hash)
        VALUES (match, before + 1, last, who, its_key, its_hash);
    END IF;
    INSERT INTO outbox (match_id, version, at) VALUES (match, last, moment);
    RETURN 1;
END
$$
"""
SIGNATURE = """append_events(uuid, integer, integer, timestamptz, bytea, text, text, bytea, smallint[], text[], bytea[],
    bytea[], integer[], smallint[], text[], bytea[], bytea[], bytea)"""

# Citus sends the call to the match's node as it is, in one round trip and outside of any transaction of its own.
APPEND = Statement(
    b"events_append_at_shard",
    b"SELECT append_events($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)",
    runs_elsewhere=True,
)

# A statement that each node carries out and commits by itself; whether all of them have.
EVERYWHERE = "SELECT coalesce(bool_and(success), false) FROM run_command_on_all_nodes(%s)"

# Citus hands a table's rights on, but not those on single columns.
COLUMN_RIGHTS = """
SELECT 'GRANT ' || privilege_type || ' (' || string_agg(quote_ident(attname), ', ') || ') ON '
    || attrelid::regclass || ' TO ' || grantee::regrole
FROM pg_attribute, aclexplode(attacl) WHERE attrelid = %s::regclass GROUP BY attrelid, grantee, privilege_type
"""


HAS_COLD = "SELECT EXISTS (SELECT FROM cold_match)"


class NoCitus(Exception):
    """The server has no Citus in this database."""


class ColdMatches(Exception):
    """There are cold matches, whose files are not read on Citus."""


@cache
def is_distributed() -> bool:
    """Whether the store lies on Citus, as this process has found it when it first asked."""
    return bool(fetch(HAS_EXTENSION, ())[0][0]) and bool(fetch(IS_DISTRIBUTED, ())[0][0])


def distribute(*, shards: int = SHARDS) -> bool:
    """Distribute the store by match, with all that it holds; False where that was done before.

    Raises `NoCitus`, and `ColdMatches` before anything is changed.

    As the owner, on the coordinator of a cluster whose nodes have the extension and the roles. Nothing may be written
    meanwhile, and every process has to start anew after it.
    """
    with transaction.atomic(using=OWNER), connections[OWNER].cursor() as cursor:
        cursor.execute(HAS_EXTENSION)
        if not cursor.fetchone()[0]:
            raise NoCitus
        cursor.execute(IS_DISTRIBUTED)
        if cursor.fetchone()[0]:
            return False
        cursor.execute(HAS_COLD)
        if cursor.fetchone()[0]:
            raise ColdMatches
        cursor.execute(f"SET LOCAL citus.shard_count TO {shards:d}")
        # Tables and functions in one transaction: over one connection to each node.
        cursor.execute("SET LOCAL citus.multi_shard_modify_mode TO sequential")
        # The guards are triggers, which Citus would refuse for what they might do; ours only refuse.
        cursor.execute("SET LOCAL citus.enable_unsafe_triggers TO on")
        for table in TABLES:
            _distribute_table(cursor, table)
        cursor.execute(APPEND_FUNCTION)
        cursor.execute("SELECT create_distributed_function(%s, '$1', %s)", [SIGNATURE, TABLES[0]])
    return True


def _distribute_table(cursor: CursorWrapper, table: str) -> None:
    cursor.execute(COLUMN_RIGHTS, [table])
    grants = [grant for (grant,) in cursor.fetchall()]
    beside = TABLES[0] if table != TABLES[0] else "none"
    cursor.execute("SELECT create_distributed_table(%s, 'match_id', colocate_with => %s)", [table, beside])
    for grant in grants:
        cursor.execute(grant)
