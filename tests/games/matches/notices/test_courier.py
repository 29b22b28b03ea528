import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.db.models.functions import Now
from standardwebhooks.webhooks import Webhook as Verifier

from games.matches.models.notices import DELIVERED, DROPPED, FAILED, PENDING, Dispatch, Notice, Webhook
from games.matches.notices import courier, preferences, signing, webhooks, writer
from games.matches.notices.posting import Answer, Caller
from games.matches.stream.loading import load
from tests import receiver as receivers
from tests.cast import Person, match_of, person
from tests.games.matches.notices.acting import CALLER, hook, make_due, move, send, told_match
from tests.receiver import Receiver, receiving

PROJECT = Path(__file__).parents[4]


@pytest.fixture
def alice() -> Person:
    return person("Alice")


def dispatches(webhook: Webhook) -> list[Dispatch]:
    return list(Dispatch.objects.filter(webhook=webhook).order_by("id"))


def states(webhook: Webhook) -> list[str]:
    return [dispatch.state for dispatch in dispatches(webhook)]


def said(receiver: Receiver) -> list[Any]:
    return [json.loads(got.body) for got in receiver.received]


def match_with(alice: Person) -> str:
    return told_match(alice, person("Bob"), person("Carol"))


def test_the_published_vector_of_standard_webhooks_is_signed_as_published() -> None:
    secret, message = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "msg_p5jXN8AQM9LWM0D4loKWxJek"
    signed = signing.signature(secret, message, 1614265330, b'{"test": 2432232314}')
    assert signed == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_what_arrives_is_verified_by_the_public_library_and_nothing_else_is(alice: Person, receiver: Receiver) -> None:
    webhook = hook(alice, receiver, "match_started")
    match_id = match_with(alice)
    assert send() == 1
    (got,) = receiver.received
    body = Verifier(webhook.secret).verify(got.body, dict(got.headers))
    notice = Notice.objects.get(player_id=alice.id, kind="match_started")
    assert body == {
        "type": "match_started",
        "timestamp": notice.at.strftime("%Y-%m-%dT%H:%M:%S.%fZ"),
        "data": {
            "notice": str(notice.id),
            "match": match_id,
            "game": "rock-paper-wizard",
            "seat": 0,
            "prompt": None,
            "due_at": None,
        },
    }
    assert got.headers["webhook-id"] == str(notice.id)
    for changed in (got.body.replace(b"match_started", b"match_ended"), got.body + b" "):
        with pytest.raises(Exception, match="signature"):
            Verifier(webhook.secret).verify(changed, dict(got.headers))
    with pytest.raises(Exception, match="signature"):
        Verifier(signing.new_secret()).verify(got.body, dict(got.headers))


def test_only_the_kinds_that_were_asked_for_are_sent(alice: Person, receiver: Receiver) -> None:
    hook(alice, receiver, "your_turn")
    match_with(alice)
    assert send() == 1
    (body,) = said(receiver)
    assert (body["type"], body["data"]["prompt"]) == ("your_turn", "p1.0")


@pytest.mark.parametrize(("locale", "words"), [("en", "it is your turn"), ("he", "תורך לשחק"), ("pl", "twoja kolej")])
def test_the_chat_format_is_a_sentence_in_the_player_s_language(
    locale: str, words: str, alice: Person, receiver: Receiver
) -> None:
    alice.patch("/me", {"locale": locale})
    hook(alice, receiver, "your_turn", form="chat")
    match_with(alice)
    send()
    (body,) = said(receiver)
    assert words in body["content"]
    assert body["content"] == body["text"]
    assert body["allowed_mentions"] == {"parse": []}


def test_a_notice_whose_prompt_was_answered_meanwhile_is_not_sent(alice: Person, receiver: Receiver) -> None:
    webhook = hook(alice, receiver, "your_turn")
    move(match_with(alice), 0)
    assert send() == 0
    assert receiver.received == []
    assert states(webhook) == [DROPPED]


def test_a_match_that_was_silenced_stays_in_the_inbox(alice: Person, receiver: Receiver) -> None:
    hook(alice, receiver)
    match_id = match_of(alice, person("Bob"), person("Carol"))
    preferences.change(alice.id, mail=None, matches={match_id: ["match_ended"]})
    writer.tell_now(match_id)
    assert send() == 0
    assert Notice.objects.filter(player_id=alice.id).count() == 2
    match_with(alice)
    assert send() == 2


def test_what_was_silenced_while_it_was_on_its_way_is_not_sent(alice: Person, receiver: Receiver) -> None:
    webhook = hook(alice, receiver)
    match_id = match_with(alice)
    preferences.change(alice.id, mail=None, matches={match_id: []})
    assert send() == 0
    assert states(webhook) == [DROPPED, DROPPED]


def test_each_notice_goes_to_each_webhook_of_its_player_under_one_id(alice: Person, receiver: Receiver) -> None:
    with receiving() as other:
        hook(alice, receiver)
        hook(alice, other)
        match_with(alice)
        assert send() == 4
        ids = [sorted(got.headers["webhook-id"] for got in one.received) for one in (receiver, other)]
    assert ids[0] == ids[1]
    assert len(set(ids[0])) == 2


def test_a_failure_is_tried_again_later_and_later_under_the_same_id_and_body(alice: Person, receiver: Receiver) -> None:
    webhook = hook(alice, receiver, "match_started")
    match_with(alice)
    receiver.answer = 500
    waits = []
    for _ in range(4):
        assert send() == 0
        assert send() == 0
        (dispatch,) = dispatches(webhook)
        waits.append((dispatch.available_at - datetime.now(UTC)).total_seconds())
        make_due()
    for wait, gap in zip(waits, courier.GAPS, strict=False):
        assert 0.75 * gap < wait < 1.25 * gap
    receiver.answer = 204
    assert send() == 1
    assert len({(got.headers["webhook-id"], got.body) for got in receiver.received}) == 1
    assert len(receiver.received) == 5
    (dispatch,) = dispatches(webhook)
    assert (dispatch.state, dispatch.attempts, dispatch.last_status) == (DELIVERED, 5, 204)
    webhook.refresh_from_db()
    assert (webhook.failures, webhook.failing_since) == (0, None)


def test_the_gaps_grow_over_three_days_and_are_spread() -> None:
    whole = sum((courier.gap(failures, 0) for failures in range(1, len(courier.GAPS) + 1)), timedelta())
    assert timedelta(days=3) < whole < timedelta(days=4)
    gaps = [courier.gap(failures, 0) for failures in range(1, len(courier.GAPS) + 1)]
    assert gaps == sorted(gaps)
    assert courier.gap(3, -1) < courier.gap(3, 0) < courier.gap(3, 1)


def test_after_the_last_gap_a_delivery_is_given_up(alice: Person, receiver: Receiver) -> None:
    webhook = hook(alice, receiver, "match_started")
    match_with(alice)
    receiver.answer = 500
    Dispatch.objects.filter(webhook=webhook).update(attempts=len(courier.GAPS))
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


BAD = {
    "hangs": receivers.hanging,
    "drips": receivers.dripping,
    "500": 500,
    "410": 410,
    "20 MB": receivers.huge,
    "endless headers": receivers.endless_headers,
    "no HTTP": receivers.no_http,
}


@pytest.mark.parametrize("behaviour", BAD.values(), ids=BAD.keys())
def test_a_bad_receiver_harms_nobody_else(behaviour: Any, alice: Person) -> None:
    with receiving(behaviour) as bad, receiving() as good:
        for _ in range(3):
            hook(person("Mallory"), bad)
        mallories = list(Webhook.objects.values_list("player_id", flat=True))
        cast = [Person(id=str(player), handle="", token="") for player in mallories]
        hook(alice, good)
        hidden = [match_of(*cast) for _ in range(3)]
        for match_id in hidden:
            writer.tell_now(match_id)
        match_with(alice)
        arrived: list[float] = []
        started = time.monotonic()

        def note(handler: Any) -> None:
            arrived.append(time.monotonic() - started)
            receivers.plain(204)(handler)

        good.answer = note
        send(Caller(loopback=True, seconds=2.0))
    assert len(arrived) == 2
    # Both came while the bad one was still being waited for.
    assert max(arrived) < 1.5


def waiting(who: Person, receiver: Receiver, *, count: int, failures: int = 0) -> None:
    """So many webhooks of a player, each with something to send, that have failed so often in a row."""
    for _ in range(count):
        webhook = hook(who, receiver)
        webhooks.test(who.id, str(webhook.id))
        since = Now() if failures else None
        Webhook.objects.filter(id=webhook.id).update(failures=failures, failing_since=since)


def owners(errands: list[courier.Errand]) -> Counter[str]:
    return Counter(str(errand.webhook.player_id) for errand in errands)


def test_failing_webhooks_take_half_of_the_calls_at_most(alice: Person, receiver: Receiver) -> None:
    for _ in range(courier.AT_ONCE):
        waiting(person("Mallory"), receiver, count=1, failures=1)
    first = courier.claim(courier.AT_ONCE)
    assert len(first) == courier.AT_ONCE // 2
    # Those under way count, and a healthy one finds room beside them.
    assert courier.claim(courier.AT_ONCE // 2, first) == []
    waiting(alice, receiver, count=1)
    assert owners(courier.claim(courier.AT_ONCE // 2, first)) == {alice.id: 1}
    # What is done makes room again.
    assert len(courier.claim(courier.AT_ONCE, first[2:])) == 2


def test_of_failing_webhooks_the_one_that_waits_longest_comes_first(alice: Person, receiver: Receiver) -> None:
    for failing_for, due_for in ((9, 1), (2, 3), (5, 2)):
        waiting(alice, receiver, count=1, failures=failing_for)
        Webhook.objects.filter(failures=failing_for).update(
            failing_since=Now() - timedelta(hours=failing_for), not_before=Now() - timedelta(minutes=due_for)
        )
    claimed = [errand for _ in range(3) for errand in courier.claim(1)]
    assert [errand.webhook.failures for errand in claimed] == [2, 5, 9]


@pytest.mark.parametrize("failures", [0, 1], ids=["healthy", "failing"])
def test_one_player_s_webhooks_take_a_quarter_of_the_calls_at_most(
    failures: int, alice: Person, receiver: Receiver
) -> None:
    mallory = person("Mallory")
    waiting(mallory, receiver, count=10, failures=failures)
    waiting(alice, receiver, count=1, failures=failures)
    first = courier.claim(courier.AT_ONCE)
    assert owners(first) == {mallory.id: courier.AT_ONCE // 4, alice.id: 1}
    assert courier.claim(courier.AT_ONCE, first) == []
    # What is done makes room again.
    assert owners(courier.claim(courier.AT_ONCE, first[1:])) == {str(first[0].webhook.player_id): 1}


def test_a_run_holds_one_player_to_his_part_while_his_addresses_hang() -> None:
    over = threading.Event()

    def hanging(handler: Any) -> None:
        over.wait(30)

    with receiving(hanging) as bad:
        waiting(person("Mallory"), bad, count=10)
        courier.run(Caller(loopback=True, seconds=2.0), seconds=1.0)
        over.set()
        assert len(bad.received) == courier.AT_ONCE // 4


def test_one_webhook_has_one_call_at_a_time(alice: Person, receiver: Receiver) -> None:
    at_once: list[int] = []
    inside = 0
    lock = threading.Lock()

    def counting(handler: Any) -> None:
        nonlocal inside
        with lock:
            inside += 1
            at_once.append(inside)
        time.sleep(0.02)
        with lock:
            inside -= 1
        receivers.plain(204)(handler)

    receiver.answer = counting
    hook(alice, receiver)
    for _ in range(3):
        match_with(alice)

    def work() -> None:
        send()
        connection.close()

    workers = [threading.Thread(target=work) for _ in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert at_once == [1] * 6
    assert len({got.headers["webhook-id"] for got in receiver.received}) == 6


def test_a_claim_runs_out_so_that_what_a_killed_worker_held_is_sent(alice: Person, receiver: Receiver) -> None:
    webhook = hook(alice, receiver, "match_started")
    match_with(alice)
    (errand,) = courier.claim(5)
    assert courier.claim(5) == []
    assert send() == 0
    webhook.refresh_from_db()
    assert timedelta(seconds=20) < webhook.not_before - datetime.now(UTC) <= timedelta(seconds=courier.LEASE_SECONDS)
    make_due()
    assert send() == 1
    assert receiver.received[0].headers["webhook-id"] == str(errand.dispatch.notice_id)


def test_a_worker_killed_in_the_middle_of_a_call_leaves_it_to_another(alice: Person) -> None:
    script = (
        "import django; django.setup()\n"
        "from games.matches.notices import courier; from games.matches.notices.posting import Caller\n"
        "courier.run(Caller(loopback=True, seconds=30))"
    )
    with receiving(receivers.hanging) as receiver:
        webhook = hook(alice, receiver, "match_started")
        match_with(alice)
        environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings"}
        with subprocess.Popen([sys.executable, "-c", script], cwd=PROJECT, env=environment) as worker:
            while not receiver.received:
                assert worker.poll() is None
                time.sleep(0.02)
            worker.send_signal(signal.SIGKILL)
        assert states(webhook) == [PENDING]
        receiver.answer = 204
        make_due()
        assert send() == 1
        first, second = receiver.received
    assert (first.headers["webhook-id"], first.body) == (second.headers["webhook-id"], second.body)
    assert states(webhook) == [DELIVERED]


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


def test_a_resend_asked_for_while_a_call_is_under_way_is_not_lost(alice: Person, receiver: Receiver) -> None:
    webhook = hook(alice, receiver, "match_started")
    match_with(alice)
    Dispatch.objects.filter(webhook=webhook).update(attempts=3)
    (errand,) = courier.claim(5)
    webhooks.resend(alice.id, str(webhook.id), str(errand.dispatch.id))
    courier.record(errand, Answer(status=204), jitter=0)
    assert states(webhook) == [PENDING]


def test_a_test_is_signed_and_carries_nothing(alice: Person, receiver: Receiver) -> None:
    webhook = hook(alice, receiver)
    webhooks.test(alice.id, str(webhook.id))
    assert send() == 1
    (got,) = receiver.received
    body = Verifier(webhook.secret).verify(got.body, dict(got.headers))
    assert (body["type"], body["data"]) == ("test", {})


def test_a_webhook_that_was_deleted_is_not_called(alice: Person, receiver: Receiver) -> None:
    webhook = hook(alice, receiver)
    match_with(alice)
    webhooks.delete(alice.id, str(webhook.id))
    assert send() == 0
    assert receiver.received == []


def test_who_is_deleted_while_a_call_is_claimed_is_no_failure(alice: Person, receiver: Receiver) -> None:
    webhook = hook(alice, receiver)
    match_with(alice)
    (errand,) = courier.claim(5)
    webhooks.delete(alice.id, str(webhook.id))
    courier.record(errand, Answer(status=410), jitter=0)


def test_a_webhook_whose_address_turned_private_is_not_called(alice: Person, receiver: Receiver) -> None:
    webhook = hook(alice, receiver, "match_started")
    match_with(alice)
    Webhook.objects.filter(id=webhook.id).update(url="https://hooks.example/")
    asked: list[str] = []

    def resolve(host: str, port: int) -> list[str]:
        asked.append(host)
        return ["10.1.2.3"]

    assert send(Caller(resolve=resolve, seconds=CALLER.seconds)) == 0
    (dispatch,) = dispatches(webhook)
    assert (dispatch.last_error, dispatch.last_status, dispatch.state) == ("not_public", None, PENDING)
    assert asked == ["hooks.example"]


def test_bodies_hold_no_secret_of_the_match(alice: Person, receiver: Receiver) -> None:
    hook(alice, receiver)
    match_id = match_with(alice)
    send()
    told = b"".join(got.body for got in receiver.received).decode()
    loaded = load(match_id)
    assert loaded.match.seed.hex() not in told
    assert not any(opening.salt.hex() in told for event in loaded.events for opening in event.openings)
    assert alice.token not in told
    assert alice.handle not in told


def test_a_name_that_never_resolves_holds_up_nobody(alice: Person, receiver: Receiver) -> None:
    stuck = hook(person("Mallory"), receiver)
    Webhook.objects.filter(id=stuck.id).update(url="https://never.example/")
    webhooks.test(str(stuck.player_id), str(stuck.id))
    hook(alice, receiver, "match_started")
    match_with(alice)
    over = threading.Event()

    def resolve(host: str, port: int) -> list[str]:
        if host == "never.example":
            over.wait(30)
        return ["127.0.0.1"]

    started = time.monotonic()
    assert courier.run(Caller(loopback=True, resolve=resolve, seconds=1), seconds=1) == 1
    assert time.monotonic() - started < 4
    over.set()


def test_a_call_that_outlasts_its_run_counts_as_a_failure(alice: Person, receiver: Receiver) -> None:
    webhook = hook(alice, receiver)
    Webhook.objects.filter(id=webhook.id).update(url="https://never.example/")
    webhooks.test(alice.id, str(webhook.id))
    over = threading.Event()

    def resolve(host: str, port: int) -> list[str]:
        over.wait(30)
        return []

    assert courier.run(Caller(resolve=resolve), seconds=0.1) == 0
    over.set()
    (dispatch,) = dispatches(webhook)
    assert (dispatch.attempts, dispatch.last_error, dispatch.state) == (1, "timed_out", PENDING)
    webhook.refresh_from_db()
    assert webhook.failing_since is not None


def test_what_nobody_has_foreseen_of_one_webhook_holds_up_no_other(
    alice: Person, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = hook(person("Mallory"), receiver)
    webhooks.test(str(broken.player_id), str(broken.id))
    strange = hook(person("Trent"), receiver)
    webhooks.test(str(strange.player_id), str(strange.id))
    Webhook.objects.filter(id=strange.id).update(url="https://strange.example/")
    hook(alice, receiver, "match_started")
    match_with(alice)
    packed = courier._packed

    def failing(dispatch: Dispatch, webhook: Webhook, now: datetime) -> courier.Errand:
        if str(webhook.id) == str(broken.id):
            raise KeyError
        return packed(dispatch, webhook, now)

    def resolve(host: str, port: int) -> list[str]:
        if host == "strange.example":
            raise MemoryError
        return ["127.0.0.1"]

    monkeypatch.setattr(courier, "_packed", failing)
    assert send(Caller(loopback=True, resolve=resolve, seconds=1)) == 1
    assert [dispatch.last_error for dispatch in dispatches(strange)] == ["failed"]
    assert states(broken) == [PENDING]
