"""Codes that confirm an address or set a new password, and the mails that carry them."""

import re
from collections import Counter
from datetime import UTC, datetime, timedelta

import pytest
from django.core import mail
from django.core.mail import EmailMessage
from django.db import connection
from django.db.models import F
from django.db.models.functions import Now
from django.test.utils import CaptureQueriesContext

from events.store import new_id
from games.matches.accounts import mail_limits, mails
from games.matches.accounts.players import sign_up
from games.matches.errors import TooMuchMail
from games.matches.models.notices import AccountMail, AskedMail
from games.matches.models.people import Player
from games.matches.notices import mailer
from games.matches.quotas.callers import called_from
from tests.games.matches.notices.scene import _nothing_due, confirmed, fresh, sent
from tests.support.cast import STRANGER, Person, person

__all__ = ["_nothing_due"]

PASSWORD = "correct horse battery"
CODE = re.compile(r"^((?:cnf|rst)_\S+)$", re.MULTILINE)


def account(email: str) -> Person:
    made, token = sign_up(f"Acc_{new_id()[-12:]}", locale="en", key=None, password=PASSWORD)
    confirmed(Person(id=str(made.id), handle="", token=""), email)
    return Person(id=str(made.id), handle=str(made.handle), token=token)


def code_in(message: EmailMessage) -> str:
    found = CODE.search(str(message.body))
    assert found is not None
    return found[1]


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
    for _ in range(mails.MOST_A_DAY + 3):
        STRANGER.post("/password-resets", {"email": address})
        mailer.run()
    assert Counter(code_in(message)[:4] for message in sent())["rst_"] == mails.MOST_A_DAY
    # Nor do wishes for new passwords keep anybody from confirming.
    with called_from("192.0.2.1"):
        assert mails.ask_confirmation(who.id) == address


def test_an_address_is_the_same_however_it_is_capitalized() -> None:
    address, mallory = fresh("victim"), person("Mallory")
    answers = []
    for again in range(mails.MOST_A_DAY + 1):
        mallory.patch("/me", {"email": address[:again].upper() + address[again:]})
        answers.append(mallory.post("/me/email-confirmations").status_code)
    assert answers == [202] * mails.MOST_A_DAY + [409]


def test_a_mailbox_is_the_same_however_it_is_tagged_dotted_or_quoted() -> None:
    name, _, host = fresh("victim").partition("@")
    keys = {
        mail_limits.mailbox_key(f"{one}@{host}")
        for one in (name, name.upper(), f"{name}+1", f"{name}+a+b", name.replace(".", ""), f'"{name}"', f'"{name}+1"')
    }
    assert keys == {mail_limits.mailbox_key(f"{name}@{host.upper()}")}
    assert mail_limits.mailbox_key(f"other@{host}") not in keys


def asked_from(network: str, email: str, who: Person | None = None) -> int:
    """The status that a player, or a new guest, gets who asks for a confirmation of this address from a network."""
    who = who or person("Guest")
    Player.objects.filter(id=who.id).update(email=email)
    with called_from(network):
        try:
            mails.ask_confirmation(who.id)
        except TooMuchMail:
            return 409
    return 202


def test_who_deletes_the_account_and_makes_another_gets_no_more_mail_sent() -> None:
    address, answers = fresh("victim"), []
    for number in range(2 * mails.MOST_A_DAY):
        mallory = person("Mallory")
        mallory.patch("/me", {"email": address.replace("@", f"+{number}@")})
        answers.append(mallory.post("/me/email-confirmations").status_code)
        mailer.run()
        assert mallory.delete("/me").status_code == 204
    assert Counter(answers) == {202: mails.MOST_A_DAY, 409: mails.MOST_A_DAY}
    assert len(mail.outbox) == mails.MOST_A_DAY


def test_a_player_has_a_few_confirmations_a_day_sent_to_all_addresses_together() -> None:
    mallory, most = person("Mallory"), mail_limits.MOST_OF_PLAYER
    answers = [asked_from(f"192.0.2.{number}", fresh(f"a{number}"), mallory) for number in range(most + 2)]
    assert answers == [202] * most + [409] * 2


def test_a_network_has_some_confirmations_a_day_sent_for_all_its_players_together() -> None:
    most = mail_limits.MOST_OF_NETWORK
    answers = [asked_from("192.0.2.7", fresh(f"a{number}")) for number in range(most + 2)]
    assert answers == [202] * most + [409] * 2
    assert asked_from("192.0.2.8", fresh("b")) == 202


def test_strangers_of_one_network_keep_no_owner_from_confirming_and_a_mailbox_has_an_end() -> None:
    address = fresh("victim")
    strangers = [asked_from("192.0.2.7", address) for _ in range(12)]
    assert strangers == [202] * mail_limits.MOST_TO_MAILBOX + [409] * 7
    owner = person("Owner")
    assert [asked_from("198.51.100.1", address, owner) for _ in range(2)] == [202, 409]
    others = [asked_from(f"203.0.113.{number}", address) for number in range(12)]
    assert others.count(202) == mail_limits.MOST_WITH_NEWCOMERS - mail_limits.MOST_TO_MAILBOX - 1
    code = next(code_in(message) for message in reversed(sent()) if message.to == [address])
    assert code.startswith("cnf_")


def test_what_was_asked_for_is_forgotten_after_a_day_and_counts_no_more() -> None:
    address = fresh()
    for number in range(mail_limits.MOST_TO_MAILBOX):
        assert asked_from("192.0.2.7", address.replace("@", f"+{number}@")) == 202
    assert asked_from("192.0.2.7", address) == 409
    AskedMail.objects.update(asked_at=Now() - timedelta(days=1, minutes=1))
    assert asked_from("192.0.2.7", address) == 202
    mailer.run()
    assert AskedMail.objects.count() == 1


def test_no_row_holds_a_mailbox_or_a_network_in_words() -> None:
    address = fresh("secret")
    assert asked_from("192.0.2.7", address) == 202
    ((mailbox, network),) = AskedMail.objects.values_list("mailbox", "network")
    assert re.fullmatch("[0-9a-f]{32}", mailbox)
    assert re.fullmatch("[0-9a-f]{32}", network)


def test_a_new_password_is_set_by_the_code_from_the_mail_and_every_token_is_revoked() -> None:
    address = fresh()
    who = account(address)
    assert STRANGER.post("/password-resets", {"email": address.upper()}).status_code == 202
    (message,) = sent()
    assert (message.to, who.handle in str(message.body)) == ([address], True)
    code = code_in(message)
    assert f"/api/mail/reset#{code}" in str(message.body)
    weak = STRANGER.post("/password-resets/complete", {"token": code, "password": "password"})
    assert weak.json()["code"] == "value_not_allowed"
    same = STRANGER.post("/password-resets/complete", {"token": code, "password": who.handle})
    assert same.json()["code"] == "value_not_allowed"
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
    who = account(address)
    STRANGER.post("/password-resets", {"email": address})
    mailer.run()
    AccountMail.objects.filter(player_id=who.id).update(created_at=Now() - timedelta(days=2))
    STRANGER.post("/password-resets", {"email": address})
    mailer.run()
    first, second = (code_in(message) for message in mail.outbox)
    assert first != second
    assert STRANGER.post("/password-resets/complete", {"token": second, "password": PASSWORD}).status_code == 204
    assert STRANGER.post("/password-resets/complete", {"token": first, "password": PASSWORD}).status_code == 404


def test_strangers_who_ask_for_codes_leave_the_owner_an_open_one_however_often_they_ask() -> None:
    address = fresh("victim")
    who = account(address)
    for _ in range(3 * mails.MOST_A_DAY):
        STRANGER.post("/password-resets", {"email": address})
        mailer.run()
        # Half an hour later.
        codes = AccountMail.objects.filter(player_id=who.id)
        codes.update(expires_at=F("expires_at") - timedelta(minutes=30))
    assert len(mail.outbox) == mails.MOST_A_DAY
    (code,) = {code_in(message) for message in mail.outbox}
    assert len({message.extra_headers["Message-ID"] for message in mail.outbox}) == mails.MOST_A_DAY
    assert STRANGER.post("/password-resets/complete", {"token": code, "password": PASSWORD}).status_code == 204
    # And after a code was used there is another.
    STRANGER.post("/password-resets", {"email": address})
    assert code_in(sent()[-1]) != code


def test_an_old_code_is_not_kept_open_for_ever() -> None:
    address = fresh()
    who = account(address)
    STRANGER.post("/password-resets", {"email": address})
    mailer.run()
    AccountMail.objects.filter(player_id=who.id).update(created_at=Now() - timedelta(days=1, minutes=1))
    STRANGER.post("/password-resets", {"email": address})
    assert len({code_in(message) for message in sent()}) == 2


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
    mailer.run()
    assert not AccountMail.objects.filter(player_id=alice.id).exists()
