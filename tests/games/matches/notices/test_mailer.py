import re
import smtplib
from datetime import timedelta
from email import message_from_bytes
from email.message import Message
from email.policy import default
from pathlib import Path
from urllib.parse import urljoin

import pytest
from django.core import mail
from django.core.mail import EmailMessage
from django.db import connection
from django.db.models.functions import Now
from django.test import Client
from pytest_django import Settings

from config.environment.mail import mail_settings
from games.matches.accounts import mails
from games.matches.models.notices import DELIVERED, DROPPED, FAILED, PENDING, AccountMail, Dispatch, Notice
from games.matches.models.people import Player
from games.matches.notices import kinds, mailer
from tests.games.matches.notices.scene import confirmed, fresh, make_due, match_with, sent, told_match
from tests.support.cast import Person, person


def test_notices_go_to_a_confirmed_address_and_to_no_other(alice: Person) -> None:
    bob = person("Bob")
    confirmed(alice, "alice@example.org")
    Player.objects.filter(id=bob.id).update(email="bob@example.org")
    told_match(alice, bob, person("Carol"))
    assert {tuple(message.to) for message in sent()} == {("alice@example.org",)}
    assert len(mail.outbox) == 2


def test_a_changed_address_gets_nothing_until_it_is_confirmed(alice: Person) -> None:
    confirmed(alice, "alice@example.org")
    match_with(alice)
    alice.patch("/me", {"email": "other@example.org"})
    assert sent() == []
    assert set(Dispatch.objects.filter(player_id=alice.id).values_list("state", flat=True)) == {DROPPED}
    assert alice.get("/me").json()["email_confirmed"] is False


@pytest.mark.parametrize(("locale", "word"), [("en", "turn"), ("he", "תורך"), ("pl", "kolej")])
def test_mails_speak_the_player_s_language(locale: str, word: str, alice: Person) -> None:
    confirmed(alice, "alice@example.org")
    alice.patch("/me", {"locale": locale})
    match_with(alice)
    assert any(word in message.subject and word in str(message.body) for message in sent())


def test_a_mail_about_a_turn_waits_a_while(alice: Person, settings: Settings) -> None:
    settings.TURN_MAIL_DELAY_SECONDS = 60
    confirmed(alice, "alice@example.org")
    match_with(alice)
    assert ["started" in message.subject for message in sent()] == [True]
    make_due(player_id=alice.id)
    assert len(sent()) == 2


def invited(who: Person, guests: int, each: int) -> None:
    for _ in range(guests):
        guest = person("Guest")
        match_id = guest.post("/matches", {"game": "rock-paper-wizard", "seats": 3}).json()["id"]
        for _ in range(each):
            guest.post(f"/matches/{match_id}/invitations", {"player": who.id})


def test_invitations_by_however_many_guests_bring_a_player_few_mails_and_all_stand_in_the_inbox(alice: Person) -> None:
    confirmed(alice, fresh())
    invited(alice, guests=4, each=3)
    assert len(sent()) == kinds.MOST_INVITATIONS_OUT_A_DAY
    assert Notice.objects.filter(player_id=alice.id).count() == 12
    dropped = Dispatch.objects.filter(player_id=alice.id, state=DROPPED)
    assert set(dropped.values_list("last_error", flat=True)) == {"too_much_mail"}
    Dispatch.objects.filter(player_id=alice.id).update(done_at=Now() - timedelta(days=1))
    invited(alice, guests=1, each=1)
    assert len(sent()) == kinds.MOST_INVITATIONS_OUT_A_DAY + 1


def test_an_address_gets_no_more_than_so_many_mails_a_day_whoever_causes_them_and_whose_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(mailer, "MOST_NOTICES_A_DAY", 3)
    address, alice, ada = fresh(), person("Alice"), person("Ada")
    confirmed(alice, address)
    confirmed(ada, address.upper())
    for _ in range(3):
        told_match(alice, ada, person("Carol"))
        mailer.run()
    assert len(mail.outbox) == 3


def test_the_same_notice_has_the_same_message_id_on_every_attempt(alice: Person) -> None:
    confirmed(alice, "alice@example.org")
    match_with(alice)
    Dispatch.objects.filter(player_id=alice.id, notice__kind="your_turn").delete()
    sent()
    Dispatch.objects.filter(player_id=alice.id).update(state=PENDING)
    make_due(player_id=alice.id)
    first, second = sent()
    notice = Notice.objects.get(player_id=alice.id, kind="match_started")
    assert first.extra_headers["Message-ID"] == second.extra_headers["Message-ID"] == f"<{notice.id}@127.0.0.1>"


@pytest.mark.parametrize("purpose", ["notice", "account"])
def test_an_address_that_fits_into_no_mail_holds_up_no_other(
    purpose: str, alice: Person, caplog: pytest.LogCaptureFixture
) -> None:
    mallory = person("Mallory")
    for who, address in ((mallory, f"m@b{'ü' * 70}.com"), (alice, fresh())):
        Player.objects.filter(id=who.id).update(email=address)
        if purpose == "account":
            mails.ask_confirmation(who.id)
        else:
            confirmed(who, address)
    if purpose == "notice":
        told_match(mallory, alice, person("Carol"))
    assert {tuple(message.to) for message in sent()} == {(Player.objects.get(id=alice.id).email,)}
    if purpose == "account":
        assert AccountMail.objects.get(player_id=mallory.id).attempts == 1
    else:
        assert set(Dispatch.objects.filter(player_id=mallory.id).values_list("attempts", flat=True)) == {1}
    assert "ü" not in caplog.text


def test_what_nobody_has_foreseen_of_one_mail_holds_up_no_other(
    alice: Person, caplog: pytest.LogCaptureFixture
) -> None:
    bob = person("Bob")
    for who in (alice, bob):
        confirmed(who, fresh(who.handle))
    told_match(alice, bob, person("Carol"))
    Notice.objects.filter(player_id=alice.id).update(game="gone")
    assert {tuple(message.to) for message in sent()} == {(Player.objects.get(id=bob.id).email,)}
    assert "a mail could not be written: KeyError" in caplog.text


def test_a_mail_server_that_fails_is_asked_again_later_and_given_up_in_the_end(
    alice: Person, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    confirmed(alice, "alice@example.org")
    match_with(alice)
    Dispatch.objects.filter(player_id=alice.id, notice__kind="your_turn").delete()
    for attempt in range(1, len(mailer.RETRIES.gaps) + 2):
        assert mailer.run() == 0
        assert mailer.run() == 0
        dispatch = Dispatch.objects.get(player_id=alice.id)
        assert dispatch.attempts == attempt
        make_due(player_id=alice.id)
    assert (dispatch.state, dispatch.last_error) == (FAILED, "mail_failed")
    assert "alice@example.org" not in caplog.text
    assert "ConnectionRefusedError" in caplog.text


def test_what_a_killed_worker_held_is_sent_when_its_claim_has_run_out(
    alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    confirmed(alice, "alice@example.org")
    match_with(alice)

    class Killed(BaseException):
        pass

    def killed(message: EmailMessage) -> Exception | None:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(mailer, "_fault", killed)
        with pytest.raises(Killed):
            mailer.run()
    assert len(sent()) == 1
    make_due(player_id=alice.id, state=PENDING)
    assert len(sent()) == 2
    assert set(Dispatch.objects.filter(player_id=alice.id).values_list("state", flat=True)) == {DELIVERED}


@pytest.mark.parametrize("name", ["confirm", "reset"])
@pytest.mark.parametrize("language", ["en", "he", "pl"])
def test_the_pages_behind_the_links_change_nothing_by_themselves(name: str, language: str) -> None:
    page = Client().get(f"/api/mail/{name}", headers={"Accept-Language": language})
    text = page.content.decode()
    assert (page.status_code, page["Cache-Control"], page["Referrer-Policy"]) == (200, "no-store", "no-referrer")
    assert f'lang="{language}"' in text
    assert "$" not in text
    for target in re.findall(r'(?:src|href)="([^"]+)"', text):
        assert Client().get(urljoin(f"/api/mail/{name}", target)).status_code == 200
    called = re.findall(r'data-call="([^"]+)"', text)
    assert [Client().get(f"/api/v1/{call}").status_code for call in called] == [405]
    assert Client().post(f"/api/mail/{name}").status_code == 405


def test_other_pages_of_mails_there_are_not() -> None:
    assert Client().get("/api/mail/nothing").status_code == 404


@pytest.fixture
def folder(settings: Settings, tmp_path: Path) -> Path:
    settings.EMAIL_BACKEND = mail_settings(f"file:{tmp_path}")["EMAIL_BACKEND"]
    settings.EMAIL_FILE_PATH = str(tmp_path)
    return tmp_path


def test_by_default_mails_are_files_that_a_mail_program_can_read(alice: Person, folder: Path) -> None:
    confirmed(alice, "alice@example.org")
    alice.patch("/me", {"locale": "he"})
    match_with(alice)
    assert mailer.run() == 2
    # Two mails of one second may share a file, each with a line behind it.
    texts = [text for file in folder.iterdir() for text in file.read_bytes().split(b"-" * 79 + b"\n") if text]
    assert len(texts) == 2
    read: list[Message] = [message_from_bytes(text, policy=default) for text in texts]
    assert any("תורך" in str(one["Subject"]) for one in read)
    assert all(one["To"] == "alice@example.org" for one in read)


def test_smtp_is_spoken_to_the_server_that_the_setting_names() -> None:
    named = mail_settings("smtp://user:p%40ss@mail.example.org:2525")
    assert named == {
        "EMAIL_BACKEND": "games.matches.notices.delivery.smtp.Backend",
        "EMAIL_HOST": "mail.example.org",
        "EMAIL_PORT": 2525,
        "EMAIL_HOST_USER": "user",
        "EMAIL_HOST_PASSWORD": "p@ss",
        "EMAIL_USE_SSL": False,
        "EMAIL_USE_TLS": True,
        "EMAIL_TIMEOUT": 20,
    }
    assert mail_settings("smtps://mail.example.org")["EMAIL_PORT"] == 465
    assert issubclass(smtplib.SMTPException, OSError)
    for wrong in ("", "file:", "http://user:secret@mail.example.org"):
        with pytest.raises(ValueError, match="MAIL_URL") as caught:
            mail_settings(wrong)
        assert "secret" not in str(caught.value)


def test_each_claim_takes_one_mail_whatever_the_database_plans(alice: Person) -> None:
    confirmed(alice, "alice@example.org")
    for _ in range(3):
        match_with(alice)
    Dispatch.objects.filter(notice__kind="your_turn").delete()
    with connection.cursor() as cursor:
        # What is left is a loop, in which a plain subquery would run once for each row.
        for way in ("hashjoin", "mergejoin", "hashagg", "sort", "material", "memoize", "indexscan", "bitmapscan"):
            cursor.execute(f"SET enable_{way} = off")
        try:
            assert len(sent()) == 3
        finally:
            # The next connection plans as ever.
            connection.close()
