import threading
import time

import pytest
from django.db import connection
from pytest_django import Settings

from config.environment.mail import mail_settings
from games.matches.models.notices import PENDING, Dispatch
from games.matches.notices import mailer
from games.matches.notices.delivery import smtp
from tests.games.matches.notices.scene import confirmed, fresh, told_match
from tests.support import mail_server
from tests.support.cast import Person, person
from tests.support.mail_server import MailServer


def three_mails(alice: Person) -> None:
    """Of one match, due now."""
    people = [alice, person("Bob"), person("Carol")]
    for who in people:
        confirmed(who, fresh(who.id))
    told_match(*people)
    Dispatch.objects.exclude(notice__kind="match_started").delete()
    assert Dispatch.objects.filter(state=PENDING).count() == 3


def spoken_to(server: MailServer, settings: Settings, scheme: str = "smtp") -> None:
    for name, value in mail_settings(f"{scheme}://127.0.0.1:{server.port}").items():
        setattr(settings, name, value)


def test_a_run_ends_when_the_mail_server_says_nothing_and_one_mail_alone_has_failed(
    alice: Person, settings: Settings
) -> None:
    three_mails(alice)
    with mail_server.serving() as server:
        spoken_to(server, settings)
        settings.EMAIL_TIMEOUT = 0.2
        assert mailer.run() == 0
        assert server.connections == 1
    assert sorted(Dispatch.objects.values_list("attempts", "last_error")) == [(0, ""), (0, ""), (1, "mail_failed")]


@pytest.mark.parametrize("scheme", ["smtp", "smtps"])
def test_a_mail_server_that_says_a_byte_now_and_then_is_cut_off(
    scheme: str, alice: Person, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(smtp, "ALL_SECONDS", 0.5)
    three_mails(alice)
    with mail_server.serving(mail_server.dripping) as server:
        spoken_to(server, settings, scheme)
        settings.EMAIL_TIMEOUT = 600
        started = time.monotonic()
        assert mailer.run() == 0
        assert time.monotonic() - started < 300
        assert server.connections == 1


def test_while_one_run_waits_for_the_mail_server_no_other_begins(alice: Person, settings: Settings) -> None:
    three_mails(alice)
    with mail_server.serving() as server:
        spoken_to(server, settings)
        settings.EMAIL_TIMEOUT = 600

        def run() -> None:
            mailer.run()
            connection.close()

        first = threading.Thread(target=run)
        first.start()
        until = time.monotonic() + 60
        while not server.connections:
            assert time.monotonic() < until
            time.sleep(0.02)
        assert mailer.run() == 0
        assert server.connections == 1
    first.join()


def test_an_address_that_the_server_refuses_ends_no_run(alice: Person, settings: Settings) -> None:
    def refusing(connected: object, over: threading.Event) -> None:
        wire = connected.makefile("rwb", buffering=0)  # type: ignore[attr-defined]
        wire.write(b"220 mail.example\r\n")
        for line in wire:
            wire.write({b"RCPT": b"550 nobody\r\n", b"QUIT": b"221 bye\r\n"}.get(line[:4].upper(), b"250 ok\r\n"))

    three_mails(alice)
    with mail_server.serving(refusing) as server:
        spoken_to(server, settings)
        assert mailer.run() == 0
        assert server.connections == 3
    assert set(Dispatch.objects.values_list("attempts", flat=True)) == {1}
