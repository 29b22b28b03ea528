from datetime import timedelta

import pytest
from django.db.models.functions import Now
from standardwebhooks.webhooks import Webhook as Verifier
from standardwebhooks.webhooks import WebhookVerificationError

from games.matches.models.notices import Dispatch, Webhook
from games.matches.notices import webhooks
from tests.games.matches.notices.scene import hook, match_with, said, send
from tests.support.cast import Person, person
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


def test_for_a_day_deliveries_are_signed_by_the_old_secret_too_and_then_no_more(
    alice: Person, receiver: Receiver
) -> None:
    old = hook(alice, receiver)
    new = webhooks.rotate(alice.id, str(old.id), key=None)
    assert new.secret != old.secret
    webhooks.test(alice.id, str(old.id))
    assert send() == 1
    Webhook.objects.filter(id=old.id).update(previous_until=Now())
    Dispatch.objects.filter(webhook=old).update(state="delivered")
    webhooks.test(alice.id, str(old.id))
    assert send() == 1
    both, alone = receiver.received
    for secret in (old.secret, new.secret):
        Verifier(secret).verify(both.body, dict(both.headers))
    Verifier(new.secret).verify(alone.body, dict(alone.headers))
    with pytest.raises(WebhookVerificationError):
        Verifier(old.secret).verify(alone.body, dict(alone.headers))


def test_a_secret_is_shown_once_and_a_repeat_changes_it_no_further(alice: Person, receiver: Receiver) -> None:
    webhook = hook(alice, receiver)
    answer = alice.post(f"/me/webhooks/{webhook.id}/secret", Idempotency_Key="k")
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "no-store")
    again = alice.post(f"/me/webhooks/{webhook.id}/secret", Idempotency_Key="k")
    assert (again.status_code, again.json()["code"]) == (409, "already_created")
    assert Webhook.objects.get(id=webhook.id).secret == answer.json()["secret"]
    assert "secret" not in alice.get(f"/me/webhooks/{webhook.id}").json()


def test_a_webhook_is_changed_and_keeps_its_secret(alice: Person, receiver: Receiver) -> None:
    webhook = hook(alice, receiver)
    Webhook.objects.filter(id=webhook.id).update(
        failures=9, failing_since=Now(), disabled_at=Now(), disabled_for="failing"
    )
    path = f"/me/webhooks/{webhook.id}"
    same = alice.patch(path, {"kinds": ["match_ended", "your_turn"]}).json()
    assert (same["kinds"], same["disabled_for"]) == (["your_turn", "match_ended"], "failing")
    with receiving() as other:
        changed = alice.patch(path, {"url": other.url, "format": "standard"})
        assert (changed.status_code, changed.json()["url"]) == (200, other.url)
        assert (changed.json()["disabled_at"], changed.json()["failing_since"]) == (None, None)
        webhooks.test(alice.id, str(webhook.id))
        assert send() == 1
        (got,) = other.received
    Verifier(webhook.secret).verify(got.body, dict(got.headers))
    assert receiver.received == []


def test_what_a_webhook_cannot_be_changed_to_is_refused_and_changes_nothing(alice: Person, receiver: Receiver) -> None:
    webhook, bob = hook(alice, receiver), person("Bob")
    path = f"/me/webhooks/{webhook.id}"
    for who, wish, expected in (
        (alice, {"url": "https://10.0.0.1/x"}, (422, "address_not_allowed")),
        (alice, {"kinds": []}, (400, "invalid_request")),
        (alice, {"secret": "whsec_x"}, (400, "invalid_request")),
        (bob, {"kinds": ["your_turn"]}, (404, "webhook_not_found")),
    ):
        answer = who.patch(path, wish)
        assert (answer.status_code, answer.json()["code"]) == expected
    assert bob.post(f"{path}/secret").status_code == 404
    kept = Webhook.objects.get(id=webhook.id)
    assert (kept.url, kept.kinds, kept.secret) == (webhook.url, webhook.kinds, webhook.secret)
