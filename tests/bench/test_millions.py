"""The matches of `bench.millions` are true, and what is asked most often reads no more where there are more of them."""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest

from bench.millions import calls, fill, plans, played
from bench.millions.calls import Table
from bench.millions.plans import Statement
from bench.web.handled import Caller
from games.matches.audit import audits, rejudgement
from games.matches.background import consumers
from games.matches.models.matches import Lobby
from games.matches.models.service import Deadline
from games.matches.quotas import tally
from tests.support.cast import match_of, person
from tests.support.relay import catch_up

ROWS = 5_000
# A whole match, and whatever the tests before have left unfinished.
FEW = 400
# Those that have a row, or more, for each match, player or notice.
MANY = {
    *("match_head", "event", "event_secret", "command", "snapshot"),
    *("matches_lobby", "matches_listing", "matches_deadline", "matches_botturn", "matches_audit", "matches_told"),
    *("matches_hostedmatch", "matches_takenseat", "matches_invitation", "matches_standingorder"),
    *("matches_player", "matches_token", "matches_notice", "matches_dispatch", "matches_vacation"),
    *("matches_quotause", "matches_matchnotices", "matches_noticesettings"),
}
ASIDE = "UPDATE {table} SET claimed_until = 'infinity' WHERE match_id <> %s AND claimed_until IS NULL"
BACK = "UPDATE {table} SET claimed_until = NULL WHERE claimed_until = 'infinity'"
# What other tests have left to be done would be done by every question here, and each reads the whole of a small table.
FILL = """
DELETE FROM outbox WHERE match_id <> '{match}';
DELETE FROM delivery WHERE match_id <> '{match}';
DELETE FROM matches_quarantine;
CREATE TEMPORARY TABLE one ON COMMIT DROP AS
    SELECT n, overlay(gen_random_uuid()::text PLACING 'ffff' || lpad(to_hex(n), 4, '0') FROM 1 FOR 8)::uuid AS id,
        gen_random_uuid() AS player FROM generate_series(1, {rows}) AS n;
INSERT INTO match_head (match_id, version, hash, at, audited) SELECT id, 3, '', now(), n % 2 = 0 FROM one;
INSERT INTO event (match_id, version, at, type, hash, body)
    SELECT id, v, now(), 'moved', '', repeat('x', 300)::bytea FROM one, generate_series(1, 3) AS v;
INSERT INTO event_secret (match_id, version, index, audience, salt, part)
    SELECT id, v, 0, '{{0}}', '', '' FROM one, generate_series(1, 3) AS v;
INSERT INTO command (match_id, first_version, last_version, actor, key, request_hash)
    SELECT id, v, v, player::text, v::text, '' FROM one, generate_series(1, 3) AS v;
INSERT INTO snapshot (match_id, version, code, hash, state, mac) SELECT id, 3, 'code', '', '', '' FROM one;
INSERT INTO matches_player (id, handle, handle_key, kind, password, email, confirmed_email, locale, is_operator,
        revision, sign_up_key, upgrade_key, upgrade_hash, shows_presence, created_at)
    SELECT player, 'p' || n, 'p' || n, 'guest', '', n || '@example.org', '', 'en', false, 0, '', '', '', true, now() FROM one;
INSERT INTO matches_token (id, player_id, digest, label, scopes, creation_key, created_at)
    SELECT player, player, sha256(n::text::bytea), '', '{{read}}', '', now() FROM one;
INSERT INTO matches_lobby (match_id, creator_id, creation_key, request_hash, name, visibility, start, held, rematch_of)
    SELECT id, player, n, '', '', 'public', 'auto', '{{}}', gen_random_uuid() FROM one;
INSERT INTO matches_listing (match_id, version, game, status, visibility, player_ids, waiting_player_ids, holders, document)
    SELECT id, 3, CASE n % 50 WHEN 0 THEN 'cave' WHEN 1 THEN 'spell-a-spell' ELSE 'rock-paper-wizard' END,
        CASE WHEN n % 20 = 0 THEN 'open' WHEN n > {rows} / 2 THEN 'active' ELSE 'finished' END,
        CASE n % 10 WHEN 0 THEN 'private' ELSE 'public' END, array[player], '{{}}', '{{}}', '{{}}' FROM one;
INSERT INTO matches_deadline (match_id, version, due_at) SELECT id, 3, now() + n * interval '1 h' FROM one;
INSERT INTO matches_botturn (match_id, version, due_at, attended) SELECT id, 3, now() + n * interval '1 h', true FROM one;
INSERT INTO matches_audit (match_id, version, hash, checks, failed, checked_at) SELECT id, 3, '', '{{}}', false, now() - n * interval '1 s'
    FROM one;
INSERT INTO matches_told (match_id, version) SELECT id, 3 FROM one;
INSERT INTO matches_hostedmatch (match_id, player_id, address, bots, departed, made_at)
    SELECT id, player, '', false, false, now() FROM one;
INSERT INTO matches_takenseat (match_id, player_id, taken_at) SELECT id, player, now() FROM one;
INSERT INTO matches_invitation (id, match_id, creation_key, request_hash, digest, expires_at, replaces)
    SELECT id, id, '', '', sha256(n::text::bytea), now(), false FROM one;
INSERT INTO matches_standingorder (match_id, player_id, sitting, kinds, skips) SELECT id, player, 1, '{{}}', '{{}}' FROM one;
INSERT INTO matches_notice (id, player_id, match_id, game, kind, about, at, read_at)
    SELECT id, player, id, 'cave', 'your_turn', '', now(), CASE WHEN n % 2 = 0 THEN now() END FROM one;
INSERT INTO matches_dispatch (id, notice_id, player_id, channel, state, attempts, available_at, created_at, last_error)
    SELECT id, id, player, 'mail', 'delivered', 1, now(), now(), '' FROM one;
INSERT INTO matches_matchnotices (player_id, match_id, kinds) SELECT player, id, '{{}}' FROM one;
INSERT INTO matches_noticesettings (player_id, mail_kinds) SELECT player, '{{}}' FROM one;
INSERT INTO matches_vacation (id, player_id, starts_at, ends_at) SELECT player, player, now(), now() FROM one;
INSERT INTO matches_quotause (who, day, events) SELECT 'player ' || player, now()::date, 1 FROM one;
ANALYZE;
"""


def test_a_match_that_was_played_is_true_and_of_its_copy_seals_and_chain_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fill, "PIECE", 2)
    monkeypatch.setattr(fill, "COPIES", 2)
    # So short that none has come to its end.
    monkeypatch.setattr(played, "RUNNING_EVENTS", dict.fromkeys(played.RUNNING_EVENTS, 20))
    who = fill.people(events=1)
    fill.make_people(who.count)
    matches, events = fill.stored()
    assert fill.store_piece(who, played.RUNNING) == fill.stored()[1] - events
    assert fill.stored()[0] == matches + 2
    copied = Lobby.objects.exclude(name="").get(name__in=map(str, Lobby.objects.values_list("match_id", flat=True)))
    true, copy = copied.name, str(copied.match_id)
    assert not audits.examine(true).failed
    assert str(rejudgement.rejudge_stored(true)) == "same"
    checks = audits.examine(copy).checks
    assert (checks["chain"], checks["seals"]) == ("ok", "sealed")
    assert consumers.rebuild([true, copy]) == [(true, "projected"), (copy, "projected")]
    assert {str(one) for one in Deadline.objects.values_list("match_id", flat=True)} >= {true, copy}


@pytest.fixture(scope="module")
def table() -> Table:
    """A match that everything is asked of, with news of it and a clock that has run out."""
    cast = [person(name) for name in ("Alice", "Bob", "Carol")]
    return Table(
        match=match_of(*cast, clock={"mode": "per_move", "seconds": 600}),
        players=[(one.id, one.token) for one in cast],
    )


Made = Mapping[str, list[Statement]]


@pytest.fixture(scope="module")
def made(table: Table) -> Made:
    """What each question sends to PostgreSQL."""
    caller = Caller()
    # What tests before have left for any consumer, or the batches here would be theirs.
    catch_up(consumers.CONSUMERS.keys())
    tally.tally.flush()
    asked = {**calls.lists(caller, table), **calls.of_a_match(caller, table), **dict(calls.behind(table))}
    found = {}
    with _aside(table.match):
        for name, ask in asked.items():
            with plans.noted() as sent:
                ask()
            found[name] = plans.reading(sent)
    return found


@contextmanager
def _aside(match: str) -> Iterator[None]:
    """Clocks and bots' turns of all matches but one are another's to play meanwhile: a sweep would play hundreds."""
    with psycopg.connect(os.environ["DATABASE_SUPERUSER_URL"], autocommit=True) as superuser:
        for row in ("matches_deadline", "matches_botturn"):
            superuser.execute(ASIDE.format(table=row).encode(), [match])
        try:
            yield
        finally:
            for row in ("matches_deadline", "matches_botturn"):
                superuser.execute(BACK.format(table=row).encode())


@pytest.fixture(scope="module")
def crowded(table: Table, made: Made) -> Iterator[psycopg.Connection[Any]]:
    """A database of many more matches; they are gone when the transaction ends."""
    assert made
    with psycopg.connect(os.environ["DATABASE_SUPERUSER_URL"]) as filled:
        filled.execute(FILL.format(rows=ROWS, match=table.match).encode())
        yield filled
        filled.rollback()


def test_every_statement_that_is_asked_often_reads_as_little_where_there_are_many_matches(
    made: Made, crowded: psycopg.Connection[Any]
) -> None:
    wrong = []
    for name, asked in made.items():
        for statement in asked:
            with crowded.transaction(force_rollback=True):
                for which, plan in zip(("first", "settled"), plans.plans(crowded, statement), strict=True):
                    if plan.whole & MANY or plan.rows > FEW:
                        wrong.append((name, which, sorted(plan.whole & MANY), plan.rows, statement.text))
    assert not wrong, "\n\n".join(map(str, wrong))
    assert {name for name, asked in made.items() if not asked} <= {"confirm"}
