"""What is asked again and again, by day and by night, reads what it finds and nothing that grows with the matches."""

import os
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import psycopg
import pytest
from django.db import connection

from events import outbox
from games.matches.accounts import mails
from games.matches.audit import audits
from games.matches.autoplay import deadlines, sweep
from games.matches.background import due
from games.matches.lists import listings, queries
from games.matches.notices import courier, mailer, writer
from games.matches.notices.delivery import leases
from games.matches.ratings import judging
from games.matches.status import figures
from tests.support.cast import person
from tests.support.plans import rows_read

ROWS = 5_000
# Beside these rows the tests before have left some, and one that is due may have to be passed over. Where they may have
# left any number, those are taken away until the end of the transaction.
FEW = 300
FILLED = (
    *("match_head", "matches_audit", "matches_deadline", "matches_botturn", "matches_told", "matches_accountmail"),
    *("matches_askedmail", "matches_dispatch", "matches_ratedmatch", "outbox", "delivery"),
)

EARLIER = "now() - n * interval '1 s'"
LATER = "now() + interval '1 hour' + n * interval '1 s'"
FILL = """
DELETE FROM outbox;
DELETE FROM delivery;
DELETE FROM matches_deadline;
DELETE FROM matches_botturn;
UPDATE match_head SET audited = true WHERE NOT audited;
CREATE TEMPORARY TABLE one ON COMMIT DROP AS SELECT n, gen_random_uuid() AS id FROM generate_series(1, {rows}) AS n;
INSERT INTO match_head (match_id, version, hash, at, audited) SELECT id, 1, '', now(), true FROM one;
INSERT INTO matches_audit (match_id, version, hash, checks, failed, checked_at)
    SELECT id, 1, '', '{{}}', false, {earlier} FROM one;
INSERT INTO matches_deadline (match_id, version, due_at) SELECT id, 1, {later} FROM one;
INSERT INTO matches_botturn (match_id, version, due_at, attended) SELECT id, 1, {later}, n % 2 = 0 FROM one;
INSERT INTO matches_deadline (match_id, version, due_at) SELECT gen_random_uuid(), 1, {earlier} FROM one WHERE n <= 40;
INSERT INTO matches_botturn (match_id, version, due_at, attended)
    SELECT gen_random_uuid(), 1, {earlier}, n % 2 = 0 FROM one WHERE n <= 40;
INSERT INTO matches_told (match_id, version, remind_at) SELECT id, 1, {later} FROM one;
INSERT INTO matches_accountmail
    (id, purpose, player_id, email, created_at, expires_at, sent_at, sends, attempts, available_at)
    SELECT id, 'reset', '{player}', n || '@example.org', now(), {later}, now(), 1, 1, now() FROM one;
INSERT INTO matches_askedmail (mailbox, player_id, network, asked_at)
    SELECT n::text, id, '', now() - n * interval '1 s' FROM one;
INSERT INTO matches_dispatch (id, player_id, channel, state, attempts, available_at, created_at, last_error)
    SELECT id, '{player}', 'mail', 'delivered', 1, now(), now(), '' FROM one;
INSERT INTO matches_ratedmatch (match_id, game, finished_at, places, state, reason, annulled_by)
    SELECT id, 'cave', {earlier}, '[]', 'counted', '', '' FROM one;
INSERT INTO matches_ratedmatch (match_id, game, finished_at, places, state, reason, annulled_by)
    SELECT gen_random_uuid(), 'cave', now() + n * interval '1 s', '[]', 'waiting', '', '' FROM one WHERE n <= 40;
ANALYZE {filled};
"""


@pytest.fixture(scope="module")
def full() -> Iterator[psycopg.Connection[Any]]:
    """A database full of matches in few of which anything is due; all of it is gone when the transaction ends."""
    someone = person("Alice").id
    with psycopg.connect(os.environ["DATABASE_SUPERUSER_URL"]) as filled:
        filled.execute(
            FILL.format(filled=", ".join(FILLED), rows=ROWS, earlier=EARLIER, later=LATER, player=someone).encode()
        )
        yield filled
        filled.rollback()


Asked = tuple[str, Sequence[object] | Mapping[str, object]]


def lease(of: leases.Lease, **values: object) -> Asked:
    claim = leases.CLAIM.format(free=of.free, table=of.table, until=of.until)
    return claim, {"lease": of.seconds, **values}


CLAIM = {"seconds": 5, "limit": 20, "but": []}
PERIODIC: Mapping[str, Asked] = {
    "clocks": (sweep.CLOCKS, CLAIM),
    "turns": (sweep.TURNS, CLAIM),
    "what beat looks at": (due.LOOK, ()),
    "what is delivered": (outbox.DUE, [listings.LISTINGS, 200]),
    "what is old": (deadlines.FORGET_OLD_NEWS, {"consumer": deadlines.DEADLINES}),
    "as_of": (queries.AS_OF, {"consumer": listings.LISTINGS}),
    "webhooks": lease(courier.LEASE, limit=16, push=False, untried=4, failing=4, of_player=4, under_way=[]),
    "notices by mail": lease(mailer.NOTICES),
    "mails about accounts": lease(mailer.ACCOUNT_MAILS, most=7),
    "ratings that come late": (judging.LATE, {"games": ["cave"], "before": datetime.now(UTC)}),
    "what is late": (figures.LAGS, []),
    "what waits": (figures.STANDING, []),
    "dispatches that wait": (figures.DISPATCHES, []),
    "audits": (audits.LONGEST_UNSEEN, {"limit": 100}),
    "audits while files are out of reach": (audits.WARM_LONGEST_UNSEEN, {"limit": 100}),
}


@pytest.mark.parametrize("name", PERIODIC)
def test_what_is_asked_again_and_again_reads_nothing_that_grows_with_the_matches(
    name: str, full: psycopg.Connection[Any]
) -> None:
    with full.transaction(force_rollback=True):
        assert rows_read(full, FILLED, *PERIODIC[name]) <= FEW


def test_so_do_the_questions_of_django_s_making(full: psycopg.Connection[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def noted(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        asked.append(psycopg.ClientCursor(full).mogrify(sql, params))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(noted):
        writer.to_remind()
        mails.expand_wishes()
        mails.forget_expired()
        figures.beats()
    assert len(asked) >= 4
    with full.transaction(force_rollback=True):
        for statement in asked:
            assert rows_read(full, FILLED, statement) <= FEW, statement
