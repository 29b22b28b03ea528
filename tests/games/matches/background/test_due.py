from collections.abc import Iterator
from datetime import timedelta

import psycopg
import pytest
from django.db import connection
from django.db.models import F
from django.db.models.functions import Now

from events import outbox
from events.store import new_id
from games.matches.background import consumers, due
from games.matches.models.notices import CONFIRM, PUSH, STANDARD, AccountMail, Dispatch, NoticeProgress, Webhook
from games.matches.models.rated import RatedMatch
from games.matches.models.service import BotTurn, Deadline
from games.matches.models.waiting import StandingWish
from tests.support.cast import Person, person
from tests.support.round_trips import round_trips

SECOND = timedelta(seconds=1)
# All that the look reads.
TABLES = (
    *("outbox", "delivery", "matches_deadline", "matches_botturn", "matches_told", "matches_dispatch"),
    *("matches_accountmail", "matches_askedmail", "matches_standingwish", "matches_ratedmatch", "matches_awaitedround"),
)
# Entries and tables of a cup hold on to its row.
CUPS = "UPDATE matches_cup SET look_at = NULL"


@pytest.fixture(autouse=True)
def _nothing_due(superuser: psycopg.Connection) -> Iterator[None]:
    """Other tests leave news behind; nobody needs it."""
    for table in TABLES:
        superuser.execute(f"DELETE FROM {table}")
    superuser.execute(CUPS)
    yield
    for table in TABLES:
        superuser.execute(f"DELETE FROM {table}")


@pytest.fixture
def alice() -> Person:
    return person("Alice")


def webhook(alice: Person, **fields: object) -> Webhook:
    hook = Webhook(id=new_id(), player_id=alice.id, url="", kinds=[], format=STANDARD, secret="", **fields)
    hook.creation_key = str(hook.id)
    hook.save()
    return hook


def account_mail(**fields: object) -> AccountMail:
    plain = {"id": new_id(), "purpose": CONFIRM, "email": "a@example.org", "expires_at": Now() + 60 * SECOND}
    return AccountMail.objects.create(**{**plain, "available_at": Now(), **fields})


def test_with_nothing_to_do_nothing_is_due_and_it_costs_one_statement(monkeypatch: pytest.MonkeyPatch) -> None:
    made = round_trips(monkeypatch)
    assert due.look() == due.DueTasks(tasks=frozenset(), next_clock=None)
    assert len(made) == 1


def test_an_append_is_due_to_be_handed_on_and_then_to_each_consumer(superuser: psycopg.Connection) -> None:
    superuser.execute("INSERT INTO outbox VALUES (%s, 1, now())", [new_id()])
    assert due.look().tasks == {"relay"}
    outbox.relay(list(consumers.CONSUMERS))
    assert due.look().tasks == {"project_listings", "project_deadlines", "tell_notices"}
    superuser.execute("UPDATE delivery SET available_at = now() + interval '1 hour' WHERE consumer <> 'notices'")
    assert due.look().tasks == {"tell_notices"}
    superuser.execute("UPDATE delivery SET parked_at = now()")
    assert due.look().tasks == frozenset()


def test_a_clock_that_runs_out_is_due_and_the_next_is_told_ahead() -> None:
    Deadline.objects.create(match_id=new_id(), version=1, due_at=Now() + 3600 * SECOND)
    found = due.look()
    assert (found.tasks, found.next_clock is not None and 3000 < found.next_clock <= 3600) == (frozenset(), True)
    late = Deadline.objects.create(match_id=new_id(), version=1, due_at=Now() - SECOND)
    assert due.look().tasks == {due.CLOCKS}
    Deadline.objects.filter(match_id=late.match_id).update(claimed_until=Now() + 60 * SECOND)
    assert due.look().tasks == frozenset()
    Deadline.objects.filter(match_id=late.match_id).update(claimed_until=Now() - SECOND)
    assert due.look().tasks == {due.CLOCKS}


def test_a_turn_of_a_bot_is_due_unless_it_is_being_played() -> None:
    turn = BotTurn.objects.create(match_id=new_id(), version=1, due_at=Now() - SECOND, attended=False)
    assert due.look().tasks == {"play_bots"}
    BotTurn.objects.filter(match_id=turn.match_id).update(claimed_until=Now() + 60 * SECOND)
    assert due.look().tasks == frozenset()


def test_a_wish_is_due_when_it_is_to_be_looked_at(alice: Person) -> None:
    wish = StandingWish.objects.create(
        player_id=alice.id,
        game="cave",
        set_name="live",
        seats_min=3,
        seats_max=3,
        since=Now(),
        expires_at=Now() + 60 * SECOND,
        look_at=Now() + 60 * SECOND,
    )
    assert due.look().tasks == frozenset()
    StandingWish.objects.filter(pk=wish.pk).update(look_at=Now())
    assert due.look().tasks == {"seat_players"}


def test_a_rated_match_is_due_until_it_is_judged() -> None:
    match = RatedMatch.objects.create(
        match_id=new_id(), game="cave", finished_at=Now(), places=[], state=RatedMatch.WAITING
    )
    assert due.look().tasks == {"rate_matches"}
    for state in (RatedMatch.COUNTED, RatedMatch.ABANDONED, RatedMatch.ANNULLED):
        RatedMatch.objects.filter(pk=match.pk).update(state=state)
        assert due.look().tasks == frozenset()


def test_a_reminder_is_due_at_its_time() -> None:
    told = NoticeProgress.objects.create(match_id=new_id(), remind_at=Now() + 60 * SECOND)
    assert due.look().tasks == frozenset()
    NoticeProgress.objects.filter(match_id=told.match_id).update(remind_at=Now())
    assert due.look().tasks == {"remind"}


def test_a_notice_is_due_at_a_webhook_that_is_not_left_alone(alice: Person) -> None:
    hook = webhook(alice)
    Dispatch.objects.create(id=new_id(), webhook=hook, player_id=alice.id, channel="w", available_at=Now())
    assert due.look().tasks == {"send_webhooks"}
    Webhook.objects.filter(id=hook.id).update(format=PUSH)
    assert due.look().tasks == {"send_pushes"}
    Webhook.objects.filter(id=hook.id).update(not_before=Now() + 60 * SECOND)
    assert due.look().tasks == frozenset()
    Webhook.objects.filter(id=hook.id).update(not_before=Now(), paused_until=Now() + 60 * SECOND)
    assert due.look().tasks == frozenset()
    Webhook.objects.filter(id=hook.id).update(paused_until=Now(), disabled_at=Now())
    assert due.look().tasks == frozenset()


def test_mails_are_due_those_of_notices_and_those_of_accounts_wishes_and_what_is_to_be_forgotten(
    alice: Person,
) -> None:
    later = Dispatch.objects.create(id=new_id(), player_id=alice.id, channel="mail", available_at=Now() + 60 * SECOND)
    assert due.look().tasks == frozenset()
    Dispatch.objects.filter(id=later.id).update(available_at=Now())
    assert due.look().tasks == {"send_mails"}
    later.delete()
    for fields in ({"player_id": alice.id}, {}, {"sent_at": Now(), "expires_at": Now() - 90_000 * SECOND}):
        mail = account_mail(**fields)
        assert due.look().tasks == {"send_mails"}
        mail.delete()


def test_a_mail_that_was_sent_has_expired_or_has_failed_too_often_is_not_due(alice: Person) -> None:
    for fields in ({"sent_at": Now()}, {"expires_at": Now() - SECOND}, {"attempts": 8}):
        account_mail(player_id=alice.id, **fields)
    assert due.look().tasks == frozenset()


def test_it_is_found_over_a_connection_on_which_no_statement_may_be_prepared(alice: Person) -> None:
    connection.close()
    connection.ensure_connection()
    connection.connection.prepare_threshold = None
    account_mail(player_id=alice.id)
    assert due.look().tasks == {"send_mails"}
    AccountMail.objects.update(attempts=F("attempts") + 8)
    assert due.look().tasks == frozenset()
    connection.close()


def test_the_look_is_planned_once() -> None:
    due.look()
    before = plans()
    for _ in range(10):
        due.look()
    assert plans() == {"planned": before["planned"], "kept": before["kept"] + 10}


def plans() -> dict[str, int]:
    """How often this connection's look has been planned anew, and how often by the plan that is kept."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT sum(custom_plans)::integer, sum(generic_plans)::integer FROM pg_prepared_statements"
            " WHERE statement LIKE '%%news AS MATERIALIZED (SELECT consumer%%'"
        )
        planned, kept = cursor.fetchone() or (0, 0)
    return {"planned": planned, "kept": kept}
