import re
import smtplib
from collections import Counter
from datetime import UTC, datetime, timedelta
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
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from config.mail import mail_settings
from games.matches.accounts import mails
from games.matches.accounts.players import sign_up
from games.matches.models.notices import DELIVERED, DROPPED, FAILED, PENDING, AccountMail, Dispatch, Notice
from games.matches.models.people import Player
from games.matches.notices import mailing, preferences, relevance
from tests.cast import STRANGER, Person, person
from tests.games.matches.notices.acting import confirmed, make_due, move, told_match, trio

PASSWORD = "correct horse battery"
CODE = re.compile(r"^((?:cnf|rst)_\S+)$", re.MULTILINE)


@pytest.fixture
def alice() -> Person:
    return person("Alice")


def account(email: str) -> Person:
    made, token = sign_up(f"Acc_{datetime.now(UTC):%f}", locale="en", key=None, password=PASSWORD)
    confirmed(Person(id=str(made.id), handle="", token=""), email)
    return Person(id=str(made.id), handle=str(made.handle), token=token)


def fresh(name: str = "alice") -> str:
    """An address of this test alone."""
    return f"{name}.{datetime.now(UTC):%H%M%S%f}@example.org"


def match_with(alice: Person) -> str:
    return told_match(alice, person("Bob"), person("Carol"))


def sent() -> list[EmailMessage]:
    mailing.run()
    box: list[EmailMessage] = mail.outbox
    return box


def code_in(message: EmailMessage) -> str:
    found = CODE.search(str(message.body))
    assert found is not None
    return found[1]


def test_notices_go_to_a_confirmed_address_and_to_no_other(alice: Person) -> None:
    bob = person("Bob")
    confirmed(alice, "alice@example.org")
    Player.objects.filter(id=bob.id).update(email="bob@example.org")
    told_match(alice, bob, person("Carol"))
    assert {tuple(message.to) for message in sent()} == {("alice@example.org",)}
    assert len(mail.outbox) == 2


def test_whoever_has_lost_his_seat_is_not_called_to_its_move(alice: Person) -> None:
    confirmed(alice, fresh())
    match_with(alice)
    notice = Notice.objects.get(player_id=alice.id, kind="your_turn")
    assert relevance.is_open(notice)
    # As if somebody else sat there since.
    Notice.objects.filter(id=notice.id).update(player_id=person("Mallory").id)
    notice.refresh_from_db()
    assert not relevance.is_open(notice)


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


def test_a_mail_is_not_sent_when_its_prompt_was_answered_meanwhile(alice: Person) -> None:
    confirmed(alice, "alice@example.org")
    move(match_with(alice), 0)
    assert ["started" in message.subject for message in sent()] == [True]


def test_a_mail_about_a_turn_waits_a_while(alice: Person, settings: Settings) -> None:
    settings.TURN_MAIL_DELAY_SECONDS = 60
    confirmed(alice, "alice@example.org")
    match_with(alice)
    assert ["started" in message.subject for message in sent()] == [True]
    make_due(player_id=alice.id)
    assert len(sent()) == 2


def test_each_kind_can_be_left_out(alice: Person) -> None:
    confirmed(alice, "alice@example.org")
    preferences.change(alice.id, mail=["your_turn"], matches={})
    match_with(alice)
    assert ["turn" in message.subject for message in sent()] == [True]


def test_one_click_stops_the_mails_and_a_mere_look_does_not(alice: Person) -> None:
    confirmed(alice, "alice@example.org")
    match_with(alice)
    (message, *_) = sent()
    headers = message.extra_headers
    assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    address = headers["List-Unsubscribe"].strip("<>")
    assert address in str(message.body)
    path = address.removeprefix("http://127.0.0.1:8000")
    page = Client().get(path, headers={"Accept-Language": "he"})
    assert (page.status_code, page["Content-Language"], 'dir="rtl"' in page.content.decode()) == (200, "he", True)
    assert preferences.of_player(alice.id).mail != ()
    clicked = Client().post(path, "List-Unsubscribe=One-Click", content_type="application/x-www-form-urlencoded")
    assert clicked.status_code == 200
    assert preferences.of_player(alice.id).mail == ()
    match_with(alice)
    assert len(sent()) == 2


def test_what_was_unsubscribed_while_it_was_on_its_way_is_not_sent(alice: Person) -> None:
    confirmed(alice, "alice@example.org")
    match_with(alice)
    preferences.unsubscribe(preferences.unsubscribe_token(alice.id))
    assert sent() == []


def test_a_token_that_is_not_ours_stops_nothing(alice: Person) -> None:
    token = preferences.unsubscribe_token(alice.id)
    other = preferences.unsubscribe_token(person("Bob").id)
    for wrong in ("", "x", alice.id, alice.id + "." + other.partition(".")[2], token + "x"):
        for answer in (Client().get(f"/api/mail/unsubscribe/{wrong}"), Client().post(f"/api/mail/unsubscribe/{wrong}")):
            assert answer.status_code == 404
    assert preferences.of_player(alice.id).mail != ()


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
    for attempt in range(1, len(mailing.GAPS) + 2):
        assert mailing.run() == 0
        assert mailing.run() == 0
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

    def killed(message: EmailMessage) -> bool:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(mailing, "_handed_over", killed)
        with pytest.raises(Killed):
            mailing.run()
    assert len(sent()) == 1
    make_due(player_id=alice.id, state=PENDING)
    assert len(sent()) == 2
    assert set(Dispatch.objects.filter(player_id=alice.id).values_list("state", flat=True)) == {DELIVERED}


def test_an_address_is_confirmed_by_the_code_that_came_there(alice: Person) -> None:
    address = fresh()
    alice.patch("/me", {"email": address})
    asked = alice.post("/me/email-confirmations")
    assert (asked.status_code, asked.json()) == (202, {"email": address})
    (message,) = sent()
    assert message.to == [address]
    code = code_in(message)
    assert f"/api/mail/confirm#{code}" in str(message.body)
    assert STRANGER.post("/email-confirmations", {"token": code}).status_code == 204
    assert alice.get("/me").json()["email_confirmed"] is True
    assert STRANGER.post("/email-confirmations", {"token": code}).json()["code"] == "mail_token_not_found"


def test_a_code_for_a_former_address_confirms_nothing(alice: Person) -> None:
    alice.patch("/me", {"email": fresh()})
    alice.post("/me/email-confirmations")
    code = code_in(sent()[0])
    alice.patch("/me", {"email": fresh("other")})
    assert STRANGER.post("/email-confirmations", {"token": code}).status_code == 404
    assert alice.get("/me").json()["email_confirmed"] is False


@pytest.mark.parametrize("purpose", ["confirm", "reset"])
def test_codes_that_are_guessed_changed_expired_or_of_the_other_sort_are_refused(purpose: str) -> None:
    who = account(fresh())
    player = Player.objects.get(id=who.id)
    row = AccountMail.objects.create(
        id=who.id, purpose=purpose, player=player, email=player.email, available_at=Now(), expires_at=Now()
    )
    row.expires_at = datetime.now(UTC) + timedelta(hours=1)
    good = mails.token_of(row)
    call = {"confirm": "/email-confirmations", "reset": "/password-resets/complete"}
    more = {"confirm": {}, "reset": {"password": PASSWORD + "!"}}

    def status(token: str, at: str = purpose) -> int:
        answer = STRANGER.post(call[at], {"token": token, **more[at]})
        return int(answer.status_code)

    # It has expired.
    assert status(good) == 404
    row.save()
    other = "reset" if purpose == "confirm" else "confirm"
    swapped = mails.PREFIX[other] + good[4:]
    assert status(good, other) == status(swapped, other) == 404
    for wrong in ("", "x", good[:-5] + "AAAA=", good + "A", "cnf_", good[4:] + "ż"):
        assert status(wrong) == 404
    assert status(good) == 204


def test_an_address_gets_no_more_than_a_few_mails_a_day_whoever_asks() -> None:
    address = fresh("victim")
    for _ in range(2):
        mallory = person("Mallory")
        mallory.patch("/me", {"email": address})
        answers = [mallory.post("/me/email-confirmations").status_code for _ in range(3)]
    assert answers == [202, 202, 409]
    assert len(sent()) == mails.MOST_A_DAY


def test_a_stranger_who_asks_for_mails_of_one_sort_uses_up_none_of_the_other() -> None:
    address = fresh("victim")
    who, mallory = account(address), person("Mallory")
    mallory.patch("/me", {"email": address})
    for _ in range(mails.MOST_A_DAY + 1):
        mallory.post("/me/email-confirmations")
    STRANGER.post("/password-resets", {"email": address})
    codes = [code_in(message)[:4] for message in sent()]
    assert Counter(codes) == {"cnf_": mails.MOST_A_DAY, "rst_": 1}
    for _ in range(mails.MOST_A_DAY):
        STRANGER.post("/password-resets", {"email": address})
    assert Counter(code_in(message)[:4] for message in sent())["rst_"] == mails.MOST_A_DAY
    # Nor do wishes for new passwords keep anybody from confirming.
    AccountMail.objects.filter(purpose="confirm").delete()
    assert who.post("/me/email-confirmations").status_code == 202


def test_an_address_is_the_same_however_it_is_capitalized() -> None:
    address, mallory = fresh("victim"), person("Mallory")
    answers = []
    for again in range(mails.MOST_A_DAY + 1):
        mallory.patch("/me", {"email": address[:again].upper() + address[again:]})
        answers.append(mallory.post("/me/email-confirmations").status_code)
    assert answers == [202] * mails.MOST_A_DAY + [409]


def test_a_new_password_is_set_by_the_code_from_the_mail_and_every_token_is_revoked() -> None:
    address = fresh()
    who = account(address)
    assert STRANGER.post("/password-resets", {"email": address.upper()}).status_code == 202
    (message,) = sent()
    assert (message.to, who.handle in str(message.body)) == ([address], True)
    code = code_in(message)
    assert f"/api/mail/reset#{code}" in str(message.body)
    weak = STRANGER.post("/password-resets/complete", {"token": code, "password": "password"})
    assert weak.json()["code"] == "invalid_request"
    same = STRANGER.post("/password-resets/complete", {"token": code, "password": who.handle})
    assert same.json()["code"] == "invalid_request"
    new = "another horse entirely"
    assert STRANGER.post("/password-resets/complete", {"token": code, "password": new}).status_code == 204
    assert who.get("/me").status_code == 401
    log_in = {"handle": who.handle, "label": "x", "scopes": ["read"]}
    assert STRANGER.post("/tokens", {**log_in, "password": PASSWORD}).status_code == 401
    assert STRANGER.post("/tokens", {**log_in, "password": new}).status_code == 201
    again = STRANGER.post("/password-resets/complete", {"token": code, "password": new})
    assert again.json()["code"] == "mail_token_not_found"


def test_a_new_password_makes_older_codes_worthless() -> None:
    address = fresh()
    account(address)
    for _ in range(2):
        STRANGER.post("/password-resets", {"email": address})
        mailing.run()
    first, second = (code_in(message) for message in mail.outbox)
    assert first != second
    assert STRANGER.post("/password-resets/complete", {"token": second, "password": PASSWORD}).status_code == 204
    assert STRANGER.post("/password-resets/complete", {"token": first, "password": PASSWORD}).status_code == 404


def test_a_wish_for_a_new_password_is_answered_alike_and_by_the_same_work_known_or_not() -> None:
    known, unknown = fresh("known"), fresh("unknown")
    account(known)
    answers, statements = [], []
    for address in (known, unknown):
        with CaptureQueriesContext(connection) as seen:
            answers.append(STRANGER.post("/password-resets", {"email": address}))
        told = [re.sub(r"'[^']*'", "?", one["sql"]) for one in seen.captured_queries]
        # A kept connection is checked, and tallies are written, now and then, whoever asks for what.
        statements.append([sql for sql in told if sql != "SELECT 1" and "matches_tally" not in sql])
    assert len(statements[0]) == 1
    one, other = answers
    assert (one.status_code, one.content) == (other.status_code, other.content) == (202, b"")
    assert statements[0] == statements[1]
    assert [message.to for message in sent()] == [[known]]
    # Nothing is kept of an address that nobody has.
    assert not AccountMail.objects.filter(email=unknown).exists()


def test_no_code_goes_to_an_address_that_is_not_confirmed_or_belongs_to_a_guest() -> None:
    unconfirmed, guests = fresh("unconfirmed"), fresh("guest")
    who = account(unconfirmed)
    Player.objects.filter(id=who.id).update(confirmed_email="")
    confirmed(person("Guest"), guests)
    for address in (unconfirmed, guests):
        STRANGER.post("/password-resets", {"email": address})
    assert sent() == []


def test_every_account_of_an_address_gets_a_code_of_its_own() -> None:
    address = fresh()
    handles = {account(address).handle for _ in range(2)}
    STRANGER.post("/password-resets", {"email": address})
    assert {handle for handle in handles for message in sent() if handle in str(message.body)} == handles


def test_an_address_that_only_looks_like_a_confirmed_one_gets_nothing() -> None:
    address = fresh("mike")
    account(address)
    look_alike = address.replace("mike", "mıke")
    STRANGER.post("/password-resets", {"email": look_alike})
    assert all(message.to == [address] for message in sent())


@pytest.mark.parametrize("email", ["", "x", "a@b", "a@example.org\nBcc: b@example.org", "a" * 255])
def test_what_is_no_address_is_refused_and_not_quoted(email: str) -> None:
    refused = STRANGER.post("/password-resets", {"email": email})
    assert refused.status_code == 400
    assert not email or email not in refused.json()["errors"][0]["detail"].split()


def test_addresses_are_forgotten_when_their_mails_have_expired(alice: Person) -> None:
    alice.patch("/me", {"email": fresh()})
    alice.post("/me/email-confirmations")
    AccountMail.objects.filter(player_id=alice.id).update(expires_at=Now() - timedelta(days=2))
    mailing.run()
    assert not AccountMail.objects.filter(player_id=alice.id).exists()


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
    assert mailing.run() == 2
    # Two mails of one second may share a file, each with a line behind it.
    texts = [text for file in folder.iterdir() for text in file.read_bytes().split(b"-" * 79 + b"\n") if text]
    assert len(texts) == 2
    read: list[Message] = [message_from_bytes(text, policy=default) for text in texts]
    assert any("תורך" in str(one["Subject"]) for one in read)
    assert all(one["To"] == "alice@example.org" for one in read)


def test_smtp_is_spoken_to_the_server_that_the_setting_names() -> None:
    named = mail_settings("smtp://user:p%40ss@mail.example.org:2525")
    assert named == {
        "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
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


def test_nobody_else_s_turn_is_mailed() -> None:
    cast = trio()
    for number, one in enumerate(cast):
        confirmed(one, f"seat{number}@example.org")
    move(told_match(*cast), 0)
    turns = [message.to[0] for message in sent() if "turn" in message.subject]
    assert sorted(turns) == ["seat1@example.org", "seat2@example.org"]
