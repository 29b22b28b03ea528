"""A delivery that fails is tried again, until it is given up or its webhook disabled."""

from datetime import UTC, datetime, timedelta

from django.db.models.functions import Now

from games.matches.models.notices import DELIVERED, DROPPED, FAILED, PENDING, Dispatch, Webhook
from games.matches.notices import courier, webhooks
from games.matches.notices.delivery.http_post import PostResult
from tests.games.matches.notices.scene import dispatches, hook, make_due, match_with, send, states
from tests.support.cast import Person
from tests.support.receiver import Receiver


def test_a_failure_is_tried_again_later_and_later_under_the_same_id_and_body(alice: Person, receiver: Receiver) -> None:
    webhook = hook(alice, receiver, "match_started")
    match_with(alice)
    receiver.answer = 500
    waits = []
    for _ in range(4):
        before = datetime.now(UTC)
        assert send() == 0
        after = datetime.now(UTC)
        assert send() == 0
        (dispatch,) = dispatches(webhook)
        # It was told some time between the two.
        waits.append([(dispatch.available_at - one).total_seconds() for one in (before, after)])
        make_due()
    for (longest, shortest), gap in zip(waits, courier.RETRIES.gaps, strict=False):
        assert 0.75 * gap < longest
        assert shortest < 1.25 * gap
    receiver.answer = 204
    assert send() == 1
    assert len({(got.headers["webhook-id"], got.body) for got in receiver.received}) == 1
    assert len(receiver.received) == 5
    (dispatch,) = dispatches(webhook)
    assert (dispatch.state, dispatch.attempts, dispatch.last_status) == (DELIVERED, 5, 204)
    webhook.refresh_from_db()
    assert (webhook.failures, webhook.failing_since) == (0, None)


def test_the_gaps_grow_over_three_days_and_are_spread() -> None:
    whole = sum((courier.RETRIES.gap(failures, 0) for failures in range(1, len(courier.RETRIES.gaps) + 1)), timedelta())
    assert timedelta(days=3) < whole < timedelta(days=4)
    gaps = [courier.RETRIES.gap(failures, 0) for failures in range(1, len(courier.RETRIES.gaps) + 1)]
    assert gaps == sorted(gaps)
    assert courier.RETRIES.gap(3, -1) < courier.RETRIES.gap(3, 0) < courier.RETRIES.gap(3, 1)


def test_after_the_last_gap_a_delivery_is_given_up(alice: Person, receiver: Receiver) -> None:
    webhook = hook(alice, receiver, "match_started")
    match_with(alice)
    receiver.answer = 500
    Dispatch.objects.filter(webhook=webhook).update(attempts=len(courier.RETRIES.gaps))
    send()
    (dispatch,) = dispatches(webhook)
    assert (dispatch.state, dispatch.last_status, dispatch.last_error) == (FAILED, 500, "refused")
    make_due()
    send()
    assert len(receiver.received) == 1


def test_410_disables_at_once_and_drops_what_waits(alice: Person, receiver: Receiver) -> None:
    webhook = hook(alice, receiver)
    match_with(alice)
    receiver.answer = 410
    send()
    webhook.refresh_from_db()
    assert (webhook.disabled_for, webhook.disabled_at is None) == ("gone", False)
    assert states(webhook) == [DROPPED, DROPPED]
    match_with(alice)
    assert send() == 0
    assert len(receiver.received) == 1
    assert len(states(webhook)) == 2


def test_who_has_failed_for_three_days_is_disabled_and_not_before(alice: Person, receiver: Receiver) -> None:
    webhook = hook(alice, receiver)
    match_with(alice)
    receiver.answer = 500
    for days, disabled in ((2.9, ""), (3.1, "failing")):
        Webhook.objects.filter(id=webhook.id).update(failing_since=Now() - timedelta(days=days), failures=9)
        make_due()
        send()
        webhook.refresh_from_db()
        assert webhook.disabled_for == disabled
    assert PENDING not in states(webhook)


def test_a_receiver_that_fails_is_left_alone_for_a_while_whatever_else_is_due(
    alice: Person, receiver: Receiver
) -> None:
    hook(alice, receiver)
    match_with(alice)
    receiver.answer = 500
    send()
    send()
    assert len(receiver.received) == 1


def test_a_resend_goes_out_under_the_same_id_whatever_became_of_it(alice: Person, receiver: Receiver) -> None:
    webhook = hook(alice, receiver, "match_started")
    match_with(alice)
    send()
    (dispatch,) = dispatches(webhook)
    again = webhooks.resend(alice.id, str(webhook.id), str(dispatch.id))
    assert (again.state, again.attempts) == (PENDING, 0)
    assert send() == 1
    first, second = receiver.received
    assert (first.headers["webhook-id"], first.body) == (second.headers["webhook-id"], second.body)


def test_a_resend_to_a_receiver_that_has_failed_goes_out_at_once(alice: Person, receiver: Receiver) -> None:
    webhook = hook(alice, receiver, "match_started")
    match_with(alice)
    receiver.answer = 500
    send()
    receiver.answer = 204
    assert send() == 0
    (dispatch,) = dispatches(webhook)
    webhooks.resend(alice.id, str(webhook.id), str(dispatch.id))
    assert send() == 1


def test_a_resend_asked_for_while_a_call_is_under_way_is_not_lost(alice: Person, receiver: Receiver) -> None:
    webhook = hook(alice, receiver, "match_started")
    match_with(alice)
    Dispatch.objects.filter(webhook=webhook).update(attempts=3)
    (errand,) = courier.WEBHOOKS.claim(5)
    webhooks.resend(alice.id, str(webhook.id), str(errand.dispatch.id))
    courier.record(errand, PostResult(status=204), jitter=0)
    assert states(webhook) == [PENDING]
