import os
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.db.models.functions import Now
from standardwebhooks.webhooks import Webhook as Verifier

from games.matches.models.notices import DELIVERED, PENDING, Dispatch, Notice, Webhook
from games.matches.notices import courier, webhooks, writer
from games.matches.notices.delivery import http_post, signatures
from games.matches.notices.delivery.http_post import PostResult, PostSettings
from tests.games.matches.notices.scene import CALLER, dispatches, hook, make_due, match_with, send, states
from tests.support import receiver as receivers
from tests.support.asserting import wait_until
from tests.support.cast import Person, match_of, person
from tests.support.receiver import Receiver, receiving

PROJECT = Path(__file__).parents[4]


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
        Verifier(signatures.new_secret()).verify(got.body, dict(got.headers))


def hangs(handler: Any, over: threading.Event) -> None:
    """No answer until it is over."""
    over.wait(60)


def drips(handler: Any, over: threading.Event) -> None:
    """A header that does not end before it is over."""
    handler.wfile.write(b"HTTP/1.1 200 OK\r\nX-Long: ")
    while not over.wait(0.05):
        handler.wfile.write(b"a")
        handler.wfile.flush()


BAD = {
    "hangs": hangs,
    "drips": drips,
    "500": 500,
    "410": 410,
    "20 MB": receivers.huge,
    "endless headers": receivers.endless_headers,
    "no HTTP": receivers.no_http,
}


@pytest.mark.parametrize("behaviour", BAD.values(), ids=BAD.keys())
def test_a_bad_receiver_harms_nobody_else(behaviour: Any, alice: Person) -> None:
    over, gave_up = threading.Event(), 30.0
    bad_one = partial(behaviour, over=over) if behaviour in (hangs, drips) else behaviour
    with receiving(bad_one) as bad, receiving() as good:
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
            if len(arrived) == 2:
                over.set()

        good.answer = note
        send(PostSettings(loopback=True, seconds=gave_up))
    assert len(arrived) == 2
    # Both came while the bad one was still being waited for.
    assert max(arrived) < gave_up


def waiting(who: Person, receiver: Receiver, *, count: int, failures: int = 0) -> None:
    """So many webhooks of a player, each with something to send, that have failed so often in a row."""
    for _ in range(count):
        webhook = hook(who, receiver)
        webhooks.test(who.id, str(webhook.id))
        since = Now() if failures else None
        Webhook.objects.filter(id=webhook.id).update(failures=failures, failing_since=since)


def owners(errands: list[courier.Errand]) -> Counter[str]:
    return Counter(str(errand.webhook.player_id) for errand in errands)


def trust(**which: Any) -> None:
    """As if these had taken something long ago."""
    Webhook.objects.filter(**which).update(trusted_from=Now() - timedelta(days=1))


@pytest.mark.parametrize("failures", [0, 1], ids=["untried", "failing"])
def test_webhooks_that_are_not_trusted_take_a_third_of_the_calls_at_most(
    failures: int, alice: Person, receiver: Receiver
) -> None:
    for _ in range(courier.AT_ONCE):
        waiting(person("Mallory"), receiver, count=1, failures=failures)
    first = courier.WEBHOOKS.claim(courier.AT_ONCE)
    assert len(first) == courier.AT_ONCE // 3
    # Those under way count, and a trusted one finds room beside them.
    assert courier.WEBHOOKS.claim(courier.AT_ONCE // 2, first) == []
    waiting(alice, receiver, count=1)
    trust(player_id=alice.id)
    assert owners(courier.WEBHOOKS.claim(courier.AT_ONCE // 2, first)) == {alice.id: 1}
    # What is done makes room again.
    assert len(courier.WEBHOOKS.claim(courier.AT_ONCE, first[2:])) == 2


def test_a_webhook_is_trusted_from_its_first_success_and_after_a_failure_not_for_an_hour(
    alice: Person, receiver: Receiver
) -> None:
    webhook = hook(alice, receiver)
    kinds = []
    for answer in (204, 500, 204, 204):
        webhooks.test(alice.id, str(webhook.id))
        make_due()
        (errand,) = courier.WEBHOOKS.claim(1)
        kinds.append(errand.kind)
        courier.record(errand, PostResult(status=answer), jitter=0)
    webhooks.test(alice.id, str(webhook.id))
    make_due()
    Webhook.objects.update(trusted_from=Now() - timedelta(seconds=1))
    kinds += [errand.kind for errand in courier.WEBHOOKS.claim(1)]
    assert kinds == [courier.UNTRIED, courier.TRUSTED, courier.FAILING, courier.UNTRIED, courier.TRUSTED]


@pytest.mark.parametrize("failures", [0, 1], ids=["untried", "failing"])
def test_sites_take_turns_at_the_places_of_what_is_not_trusted(
    failures: int, alice: Person, receiver: Receiver
) -> None:
    for number in range(courier.UNTRIED_AT_ONCE + 3):
        who = person("Mallory")
        waiting(who, receiver, count=1, failures=failures)
        Webhook.objects.filter(player_id=who.id).update(url=f"https://h{number}.hanging.example:8443/hook")
    first = courier.WEBHOOKS.claim(courier.AT_ONCE)
    waiting(alice, receiver, count=1, failures=failures)
    # All places are taken; the next that is free is for the site that has had none.
    assert courier.WEBHOOKS.claim(courier.AT_ONCE, first) == []
    assert owners(courier.WEBHOOKS.claim(courier.AT_ONCE, first[1:])) == {alice.id: 1}


def test_webhooks_and_browsers_have_places_of_their_own(alice: Person, receiver: Receiver) -> None:
    waiting(alice, receiver, count=2)
    browser = Webhook.objects.order_by("id").last()
    assert browser is not None
    Webhook.objects.filter(id=browser.id).update(format="push")
    (errand,) = courier.WEBHOOKS.claim(courier.AT_ONCE)
    assert errand.webhook.id != browser.id
    claimed = courier.LEASE.claim(limit=16, push=True, untried=4, failing=4, of_player=4, under_way=[])
    assert [webhook_id for webhook_id, _ in claimed] == [str(browser.id)]


def test_of_failing_webhooks_the_one_that_waits_longest_comes_first(alice: Person, receiver: Receiver) -> None:
    for failing_for, due_for in ((9, 1), (2, 3), (5, 2)):
        waiting(alice, receiver, count=1, failures=failing_for)
        Webhook.objects.filter(failures=failing_for).update(
            failing_since=Now() - timedelta(hours=failing_for),
            not_before=Now() - timedelta(minutes=due_for),
            paused_until=Now() - timedelta(minutes=due_for),
        )
    claimed = [errand for _ in range(3) for errand in courier.WEBHOOKS.claim(1)]
    assert [errand.webhook.failures for errand in claimed] == [2, 5, 9]


@pytest.mark.parametrize("failures", [0, 1], ids=["healthy", "failing"])
def test_one_player_s_webhooks_take_a_quarter_of_the_calls_at_most(
    failures: int, alice: Person, receiver: Receiver
) -> None:
    mallory = person("Mallory")
    waiting(mallory, receiver, count=10, failures=failures)
    waiting(alice, receiver, count=1, failures=failures)
    first = courier.WEBHOOKS.claim(courier.AT_ONCE)
    assert owners(first) == {mallory.id: courier.AT_ONCE // 4, alice.id: 1}
    assert courier.WEBHOOKS.claim(courier.AT_ONCE, first) == []
    # What is done makes room again.
    first.remove(next(errand for errand in first if str(errand.webhook.player_id) == mallory.id))
    assert owners(courier.WEBHOOKS.claim(courier.AT_ONCE, first)) == {mallory.id: 1}


def test_a_run_holds_one_player_to_his_part_while_his_addresses_hang() -> None:
    over = threading.Event()

    def hanging(handler: Any) -> None:
        over.wait(30)

    with receiving(hanging) as bad:
        waiting(person("Mallory"), bad, count=10)
        courier.WEBHOOKS.run(PostSettings(loopback=True, seconds=30), seconds=1.0)
        # Nothing is begun any more; what was may still be on its way.
        until = time.monotonic() + 30
        while len(bad.received) < courier.AT_ONCE // 4:
            assert time.monotonic() < until
            time.sleep(0.02)
        over.set()
        assert len(bad.received) == courier.AT_ONCE // 4


def test_while_calls_of_a_run_hang_the_next_run_takes_on_work_and_counts_them(alice: Person) -> None:
    over = threading.Event()

    def hanging(handler: Any) -> None:
        over.wait(60)

    def run(seconds: float) -> None:
        courier.WEBHOOKS.run(PostSettings(loopback=True, seconds=60), seconds=seconds)
        connection.close()

    with receiving(hanging) as bad, receiving() as good:
        for _ in range(6):
            waiting(person("Mallory"), bad, count=1)
        first = threading.Thread(target=run, args=(30.0,))
        first.start()
        try:
            wait_until(lambda: len(bad.received) == courier.UNTRIED_AT_ONCE)
            # Two take on work at once in no process, so this one comes back at once.
            before = time.monotonic()
            courier.WEBHOOKS.run(CALLER, seconds=60)
            assert time.monotonic() - before < 30
            waiting(alice, good, count=1)
            trust(player_id=alice.id)
            wait_until(lambda: len(good.received) == 1)
            assert len(bad.received) == courier.UNTRIED_AT_ONCE
        finally:
            over.set()
            first.join()


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
    (errand,) = courier.WEBHOOKS.claim(5)
    assert courier.WEBHOOKS.claim(5) == []
    assert send() == 0
    webhook.refresh_from_db()
    assert timedelta(seconds=20) < webhook.not_before - datetime.now(UTC) <= timedelta(seconds=courier.LEASE.seconds)
    make_due()
    assert send() == 1
    assert receiver.received[0].headers["webhook-id"] == str(errand.dispatch.notice_id)


def test_a_worker_killed_in_the_middle_of_a_call_leaves_it_to_another(alice: Person) -> None:
    script = (
        "import django; django.setup()\n"
        "from games.matches.notices import courier; from games.matches.notices.delivery.http_post import PostSettings\n"
        "courier.WEBHOOKS.run(PostSettings(loopback=True, seconds=30))"
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


def test_who_is_deleted_while_a_call_is_claimed_is_no_failure(alice: Person, receiver: Receiver) -> None:
    webhook = hook(alice, receiver)
    match_with(alice)
    (errand,) = courier.WEBHOOKS.claim(5)
    webhooks.delete(alice.id, str(webhook.id))
    courier.record(errand, PostResult(status=410), jitter=0)
    assert not Dispatch.objects.filter(notice__player_id=alice.id).exists()


def test_a_webhook_whose_address_turned_private_is_not_called(alice: Person, receiver: Receiver) -> None:
    webhook = hook(alice, receiver, "match_started")
    match_with(alice)
    Webhook.objects.filter(id=webhook.id).update(url="https://hooks.example/")
    asked: list[str] = []

    def resolve(host: str, port: int) -> list[str]:
        asked.append(host)
        return ["10.1.2.3"]

    assert send(PostSettings(resolve=resolve, seconds=CALLER.seconds)) == 0
    (dispatch,) = dispatches(webhook)
    assert (dispatch.last_error, dispatch.last_status, dispatch.state) == ("not_public", None, PENDING)
    assert asked == ["hooks.example"]


def test_a_name_that_does_not_resolve_holds_up_nobody(
    alice: Person, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_post, "RESOLVE_SECONDS", 60.0)
    stuck = hook(person("Mallory"), receiver)
    Webhook.objects.filter(id=stuck.id).update(url="https://never.example/")
    webhooks.test(str(stuck.player_id), str(stuck.id))
    hook(alice, receiver, "match_started")
    match_with(alice)
    delivered, waited_for = threading.Event(), list[bool]()

    def resolve(host: str, port: int) -> list[str]:
        if host == "never.example":
            waited_for.append(delivered.wait(30))
        return ["127.0.0.1"]

    def note(handler: Any) -> None:
        receivers.plain(204)(handler)
        delivered.set()

    receiver.answer = note
    assert send(PostSettings(loopback=True, resolve=resolve, seconds=20)) == 1
    # The other delivery was made while the name was being asked for.
    assert waited_for == [True]


def test_a_call_that_outlasts_its_run_counts_as_a_failure(alice: Person, receiver: Receiver) -> None:
    webhook = hook(alice, receiver)
    Webhook.objects.filter(id=webhook.id).update(url="https://never.example/")
    webhooks.test(alice.id, str(webhook.id))
    over = threading.Event()

    def resolve(host: str, port: int) -> list[str]:
        over.wait(30)
        return []

    assert courier.WEBHOOKS.run(PostSettings(resolve=resolve), seconds=0.1) == 0
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
    assert send(PostSettings(loopback=True, resolve=resolve, seconds=20)) == 1
    assert [dispatch.last_error for dispatch in dispatches(strange)] == ["failed"]
    assert states(broken) == [PENDING]
