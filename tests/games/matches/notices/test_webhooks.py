from datetime import timedelta

from django.db.models.functions import Now
from standardwebhooks.webhooks import Webhook as Verifier

from games.matches.models.notices import Dispatch
from games.matches.notices import webhooks
from tests.games.matches.notices.scene import hook, match_with, said, send
from tests.support.cast import Person
from tests.support.receiver import Receiver, receiving


def test_only_the_kinds_that_were_asked_for_are_sent(alice: Person, receiver: Receiver) -> None:
    hook(alice, receiver, "your_turn")
    match_with(alice)
    assert send() == 1
    (body,) = said(receiver)
    assert (body["type"], body["data"]["prompt"]) == ("your_turn", "p1.0")


def test_each_notice_goes_to_each_webhook_of_its_player_under_one_id(alice: Person, receiver: Receiver) -> None:
    with receiving() as other:
        hook(alice, receiver)
        hook(alice, other)
        match_with(alice)
        assert send() == 4
        ids = [sorted(got.headers["webhook-id"] for got in one.received) for one in (receiver, other)]
    assert ids[0] == ids[1]
    assert len(set(ids[0])) == 2


def test_a_test_is_signed_and_carries_nothing(alice: Person, receiver: Receiver) -> None:
    webhook = hook(alice, receiver)
    webhooks.test(alice.id, str(webhook.id))
    assert send() == 1
    (got,) = receiver.received
    body = Verifier(webhook.secret).verify(got.body, dict(got.headers))
    assert (body["type"], body["data"]) == ("test", {})


def test_a_test_that_waits_is_sent_at_once_instead_of_another(alice: Person, receiver: Receiver) -> None:
    webhook = hook(alice, receiver)
    first = webhooks.test(alice.id, str(webhook.id))
    Dispatch.objects.filter(id=first.id).update(attempts=3, available_at=Now() + timedelta(hours=1))
    again = webhooks.test(alice.id, str(webhook.id))
    assert (again.id, again.attempts) == (first.id, 0)
    assert send() == 1
    assert webhooks.test(alice.id, str(webhook.id)).id != first.id


def test_a_webhook_keeps_its_latest_tests_alone(alice: Person, receiver: Receiver) -> None:
    webhook = hook(alice, receiver)
    match_with(alice)
    made = []
    for _ in range(webhooks.KEPT_TESTS + 3):
        made.append(webhooks.test(alice.id, str(webhook.id)).id)
        Dispatch.objects.filter(id=made[-1]).update(state="delivered")
    kept = Dispatch.objects.filter(webhook=webhook, notice=None).order_by("id")
    assert [one.id for one in kept] == made[3:]
    assert Dispatch.objects.filter(webhook=webhook).exclude(notice=None).exists()


def test_a_webhook_that_was_deleted_is_not_called(alice: Person, receiver: Receiver) -> None:
    webhook = hook(alice, receiver)
    match_with(alice)
    webhooks.delete(alice.id, str(webhook.id))
    assert send() == 0
    assert receiver.received == []
