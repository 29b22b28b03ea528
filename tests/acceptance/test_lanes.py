"""The courier as it runs: what one lane waits for holds up no other."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from pytest_django import Settings

from config.celery import app
from config.local_stack.places import PROJECT
from games.matches.models.notices import DELIVERED, PENDING, AccountMail, Dispatch, Webhook
from games.matches.notices import webhooks
from tests.games.matches.notices.scene import confirmed, fresh, hook, told_match
from tests.support import mail_server
from tests.support.asserting import wait_until
from tests.support.cast import person
from tests.support.mail_server import MailServer
from tests.support.receiver import Receiver, receiving

PATIENCE_SECONDS = 120
# Of a mail server's silence the courier bears 20 seconds a mail.
MAILS = 12


@pytest.fixture
def silent_mail_server() -> Iterator[MailServer]:
    with mail_server.serving() as server:
        yield server


@pytest.fixture
def courier(silent_mail_server: MailServer, settings: Settings, tmp_path: Path) -> Iterator[None]:
    """Beat and the courier as `deploy/run` starts them, with nothing due."""
    settings.WEBHOOKS_TO_LOOPBACK, settings.TURN_MAIL_DELAY_SECONDS = True, 0
    for model in (Webhook, Dispatch, AccountMail):
        model._default_manager.all().delete()
    with app.connection_for_write() as broker:
        channel: Any = broker.default_channel
        channel.queue_purge("courier")
    environment = {
        **os.environ,
        "VENV": sys.prefix,
        "WEBHOOKS_TO_LOOPBACK": "1",
        "MAIL_URL": f"smtp://127.0.0.1:{silent_mail_server.port}",
    }
    with (tmp_path / "output").open("wb") as output:
        processes = [
            subprocess.Popen(
                ["deploy/run", name], cwd=PROJECT, env=environment, stdout=output, stderr=output, start_new_session=True
            )
            for name in ("courier", "beat")
        ]
        try:
            yield
        finally:
            ended = [one.poll() for one in processes]
            # All of them before anything is said of one: what is left would go on for ever.
            for one in processes:
                with suppress(ProcessLookupError):
                    os.killpg(one.pid, signal.SIGKILL)
                one.wait()
        assert ended == [None] * len(processes)


@pytest.mark.usefixtures("courier")
def test_a_mail_server_that_takes_connections_in_and_says_nothing_holds_up_no_webhook(
    silent_mail_server: MailServer,
) -> None:
    people = [person("Alice"), person("Bob"), person("Carol")]
    for who in people:
        confirmed(who, fresh(who.id))
    while Dispatch.objects.filter(state=PENDING, webhook=None).count() < MAILS:
        told_match(*people)
    wait_until(lambda: silent_mail_server.connections)
    with receiving() as good:
        webhook = hook(people[0], good)
        for count in range(1, 6):
            webhooks.test(people[0].id, str(webhook.id))
            # Noted too: a test that is asked for while one is still under way is that one.
            wait_until(partial(has_taken, good, webhook, count))
    # Each of the five would have waited for it otherwise.
    assert silent_mail_server.most_at_once == 1


def has_taken(receiver: Receiver, webhook: Webhook, count: int) -> bool:
    noted = Dispatch.objects.filter(webhook=webhook, state=DELIVERED).count()
    return len(receiver.received) == noted == count
