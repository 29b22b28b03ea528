"""What is due: which tasks have work, by one statement that reads the first entry of an index for each of them."""

from dataclasses import dataclass

from events import outbox
from events.sharding import is_distributed
from events.statements import fetch
from games.matches.autoplay.deadlines import DEADLINES
from games.matches.lists.listings import LISTINGS
from games.matches.notices import mailer
from games.matches.notices.writer import NOTICES

# In the order of the statement's columns, but for the clocks, whose column says in how many seconds the next runs out.
TASKS = (
    "relay",
    "project_deadlines",
    "project_listings",
    "tell_notices",
    "remind",
    "play_bots",
    "send_webhooks",
    "send_pushes",
    "send_mails",
    "seat_players",
    "rate_matches",
    "run_cups",
    "look_for_rounds",
)
CLOCKS = "sweep_deadlines"

# What somebody has claimed is at work already; it is due again when the claim has lapsed.
_LOOK = """
WITH news AS MATERIALIZED (SELECT consumer
    FROM unnest(ARRAY['{deadlines}', '{listings}', '{notices}']) AS named (consumer), LATERAL
    (SELECT FROM delivery WHERE delivery.consumer = named.consumer
        AND parked_at IS NULL AND available_at <= statement_timestamp() LIMIT 1) AS due)
SELECT
    {outbox},
    '{deadlines}' IN (SELECT consumer FROM news),
    '{listings}' IN (SELECT consumer FROM news),
    '{notices}' IN (SELECT consumer FROM news),
    EXISTS (SELECT FROM matches_told WHERE remind_at <= statement_timestamp()),
    EXISTS (SELECT FROM matches_botturn
        WHERE due_at <= statement_timestamp() AND (claimed_until IS NULL OR claimed_until <= statement_timestamp())
        ORDER BY attended DESC, due_at LIMIT 1),
    EXISTS (SELECT FROM {receivers} AND format <> 'push'),
    EXISTS (SELECT FROM {receivers} AND format = 'push'),
    EXISTS (SELECT FROM matches_dispatch
        WHERE state = 'pending' AND webhook_id IS NULL AND available_at <= statement_timestamp())
    OR EXISTS (SELECT FROM matches_accountmail
        WHERE sent_at IS NULL AND player_id IS NOT NULL AND available_at <= statement_timestamp()
            AND expires_at > statement_timestamp() AND attempts <= {retries})
    OR EXISTS (SELECT FROM matches_accountmail WHERE player_id IS NULL)
    OR EXISTS (SELECT FROM matches_accountmail WHERE expires_at < statement_timestamp() - interval '1 day')
    OR EXISTS (SELECT FROM matches_askedmail WHERE asked_at < statement_timestamp() - interval '1 day'),
    EXISTS (SELECT FROM matches_standingwish WHERE look_at <= statement_timestamp()),
    EXISTS (SELECT FROM matches_ratedmatch WHERE state = 'waiting'),
    EXISTS (SELECT FROM matches_cup WHERE look_at <= statement_timestamp()),
    EXISTS (SELECT FROM matches_awaitedround WHERE look_at <= statement_timestamp()),
    (SELECT extract(epoch FROM due_at - statement_timestamp())::float FROM matches_deadline
        WHERE claimed_until IS NULL OR claimed_until <= statement_timestamp() ORDER BY due_at LIMIT 1)
"""
_RECEIVERS = """matches_dispatch JOIN matches_webhook ON matches_webhook.id = webhook_id
        WHERE state = 'pending' AND available_at <= statement_timestamp()
            AND disabled_at IS NULL AND greatest(not_before, paused_until) <= statement_timestamp()"""
# Without values to bind: PostgreSQL would plan it anew for them at each look, which takes six times as long.
# Its plan is kept until the statistics of a table change.
_PARTS = {
    "deadlines": DEADLINES,
    "listings": LISTINGS,
    "notices": NOTICES,
    "receivers": _RECEIVERS,
    "retries": len(mailer.RETRIES.gaps),
}
LOOK = _LOOK.format(outbox="EXISTS (SELECT FROM outbox)", **_PARTS)
# Where the outbox lies on all nodes of Citus it is asked by itself.
LOOK_BESIDE_SHARDS = _LOOK.format(outbox="false", **_PARTS)


@dataclass(frozen=True, kw_only=True)
class DueTasks:
    """The tasks that have work now, and in how many seconds the next clock runs out; None when none runs."""

    tasks: frozenset[str]
    next_clock: float | None


def look() -> DueTasks:
    """What is due now."""
    distributed = is_distributed()
    ((*has_work, next_clock),) = fetch(LOOK_BESIDE_SHARDS if distributed else LOOK, ())
    if distributed:
        has_work[0] = outbox.has_rows()
    tasks = {name for name, has in zip(TASKS, has_work, strict=True) if has}
    if next_clock is not None and next_clock <= 0:
        tasks.add(CLOCKS)
    return DueTasks(tasks=frozenset(tasks), next_clock=next_clock)
