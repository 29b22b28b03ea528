import json
import logging
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher
from django.db import connection
from django.test import Client
from pytest_django import Settings

from events.store import new_id
from games.matches.accounts import passwords, tickets
from games.matches.accounts.players import upgrade
from games.matches.accounts.tokens import SIGN_UP_SCOPES
from games.matches.concurrency.turns import Turns
from games.matches.errors import PlayerNotFound
from games.matches.models.people import Player, Token
from games.matches.profiles import changes, deletion
from tests.support.cast import RPW, STRANGER, Person, person
from tests.support.races import at_once

PASSWORD = "correct horse battery"
NOWHERE = new_id()


@pytest.fixture(autouse=True)
def _quick_hashes(settings: Settings) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


def fresh(name: str) -> str:
    return f"{name}_{new_id()[-12:]}"


def account(name: str, **more: Any) -> Person:
    made = STRANGER.post("/players", {"handle": fresh(name), "password": PASSWORD, **more}).json()
    return Person(id=made["player"]["id"], handle=made["player"]["handle"], token=made["token"])


def log_in(handle: str, password: str = PASSWORD, *, scopes: tuple[str, ...] = ("read",), **headers: str) -> Any:
    wish = {"handle": handle, "password": password, "label": "laptop", "scopes": list(scopes)}
    return STRANGER.post("/tokens", wish, **headers)


def told(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


# Guesses


def guess(number: int, handle: str) -> Any:
    """A wrong password for a handle, from an address by its number."""
    body = json.dumps({"password": "a guess 123", "label": "x", "scopes": ["read"], "handle": handle})
    return Client(REMOTE_ADDR=f"192.0.2.{number}").post("/api/v1/tokens", body, content_type="application/json")


@pytest.mark.usefixtures("one_minute")
def test_log_ins_under_one_handle_are_counted_wherever_they_come_from(settings: Settings) -> None:
    settings.RATE_LIMITS = {
        **settings.RATE_LIMITS,
        "sign_up": {"token": 99, "address": 99, "handle": 99, "handle_anywhere": 3},
    }
    handle = fresh("nobody")
    answers = [guess(number, name) for number, name in enumerate((handle, handle.upper(), handle, handle.title()))]
    assert [told(answer) for answer in answers] == [(401, "wrong_credentials")] * 3 + [(429, "rate_limited")]
    assert int(answers[-1].headers["Retry-After"]) > 0
    assert guess(9, fresh("another")).status_code == 401


@pytest.mark.usefixtures("one_minute")
def test_guesses_from_one_address_do_not_keep_the_owner_of_a_handle_out(settings: Settings) -> None:
    settings.RATE_LIMITS = {
        **settings.RATE_LIMITS,
        "sign_up": {"token": 99, "address": 99, "handle": 3, "handle_anywhere": 99},
    }
    handle = fresh("nobody")
    assert [told(guess(1, handle)) for _ in range(4)][2:] == [(401, "wrong_credentials"), (429, "rate_limited")]
    assert told(guess(2, handle)) == (401, "wrong_credentials")


@pytest.mark.usefixtures("one_minute")
def test_guesses_that_are_refused_to_an_address_count_for_no_other(settings: Settings) -> None:
    settings.RATE_LIMITS = {
        **settings.RATE_LIMITS,
        "sign_up": {"token": 99, "address": 99, "handle": 2, "handle_anywhere": 4},
    }
    handle = fresh("nobody")
    assert [told(guess(1, handle))[0] for _ in range(5)] == [401, 401, 429, 429, 429]
    assert [told(guess(2, handle))[0] for _ in range(3)] == [401, 401, 429]


def test_more_guesses_than_can_be_checked_are_told_when_to_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passwords, "_turns", Turns(0, of_one=0))
    answer = log_in(fresh("nobody"))
    assert (told(answer), answer.headers["Retry-After"]) == ((503, "too_busy"), "2")


# Sign up and look up


def test_sign_up_with_a_password_makes_an_account_and_says_where_it_is() -> None:
    handle = fresh("Alice")
    answer = STRANGER.post("/players", {"handle": handle, "password": PASSWORD, "email": "a@example.org"})
    made = answer.json()["player"]
    assert (answer.status_code, made["kind"]) == (201, "account")
    assert answer.headers["Location"] == f"/api/v1/players/{made['id']}"
    assert answer.headers["Cache-Control"] == "no-store"
    assert STRANGER.get(f"/players/{made['id']}").json().keys() == {"id", "handle", "kind", "created_at"}


def test_a_sign_up_token_can_do_everything_but_operate() -> None:
    alice = person("Alice")
    items = alice.get("/me/tokens").json()["items"]
    assert [(token["label"], token["scopes"]) for token in items] == [("sign-up", list(SIGN_UP_SCOPES))]


@pytest.mark.parametrize("nowhere", ["01940000-0000-7000-8000-00000000dead", "no-id"])
def test_a_player_who_is_not_there_is_404(nowhere: str) -> None:
    assert told(STRANGER.get(f"/players/{nowhere}")) == (404, "player_not_found")


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"password": "short"}, "/password"),
        ({"password": 12345678901}, "/password"),
        ({"password": "x" * 257}, "/password"),
        ({"email": "nobody"}, "/email"),
        ({"email": ""}, "/email"),
        ({"locale": "fr"}, "/locale"),
        ({"kind": "account"}, "/kind"),
    ],
)
def test_a_bad_sign_up_is_refused_where_it_is_wrong(body: dict[str, Any], pointer: str) -> None:
    answer = STRANGER.post("/players", {"handle": fresh("Bad"), **body})
    assert told(answer) == (400, "invalid_request")
    assert {wrong["pointer"] for wrong in answer.json()["errors"]} == {pointer}


# Log in


def test_who_knows_the_password_gets_a_token_with_the_scopes_he_names() -> None:
    alice = account("Alice")
    answer = log_in(alice.handle.upper(), scopes=("play", "read"))
    made = answer.json()
    assert answer.status_code == 201
    assert (made["label"], made["scopes"]) == ("laptop", ["read", "play"])
    assert answer.headers["Cache-Control"] == "no-store"
    again = Person(id=alice.id, handle=alice.handle, token=made["token"])
    assert again.get("/matches?mine=true").status_code == 200


def test_a_deleted_player_and_three_more_are_refused_alike_and_after_the_same_work(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hashed: list[str] = []
    encode = MD5PasswordHasher.encode

    def counted(self: MD5PasswordHasher, password: str, salt: str) -> str:
        hashed.append(password)
        return encode(self, password, salt)

    right, guest, gone = account("Right"), person("Guest"), account("Gone")
    gone.delete("/me")
    monkeypatch.setattr(MD5PasswordHasher, "encode", counted)
    answers = []
    for handle, password in (
        (right.handle, "wrong horse battery"),
        (guest.handle, PASSWORD),
        (guest.handle, ""),
        (gone.handle, PASSWORD),
        (fresh("Nobody"), PASSWORD),
        ("\u0000\u0000\u0000", PASSWORD),
    ):
        hashed.clear()
        answer = log_in(handle, password)
        answers.append((answer.status_code, answer.content, answer.headers["WWW-Authenticate"], len(hashed)))
    assert len(set(answers)) == 1
    assert answers[0][0] == 401
    assert answers[0][2:] == ('Bearer realm="tabularium"', 1)


@pytest.mark.parametrize(
    ("wish", "pointer"),
    [
        ({"scopes": []}, "/scopes"),
        ({"scopes": ["read", "read"]}, "/scopes"),
        ({"scopes": ["everything"]}, "/scopes/0"),
        ({"label": ""}, "/label"),
        ({"label": "a\u0000b"}, "/label"),
        ({"password": 7}, "/password"),
    ],
)
def test_a_bad_wish_for_a_token_is_refused_where_it_is_wrong(wish: dict[str, Any], pointer: str) -> None:
    body = {"handle": "whoever", "password": PASSWORD, "label": "laptop", "scopes": ["read"], **wish}
    answer = STRANGER.post("/tokens", body)
    assert told(answer) == (400, "invalid_request")
    assert [wrong["pointer"] for wrong in answer.json()["errors"]] == [pointer]


def test_operate_is_for_operators() -> None:
    alice = account("Alice")
    assert told(log_in(alice.handle, scopes=("operate",))) == (403, "not_operator")
    Player.objects.filter(id=alice.id).update(is_operator=True)
    assert log_in(alice.handle, scopes=("operate",)).json()["scopes"] == ["operate"]


def test_a_token_is_never_returned_twice() -> None:
    alice, bob = account("Alice"), account("Bob")
    assert log_in(alice.handle, Idempotency_Key="k").status_code == 201
    assert told(log_in(alice.handle, Idempotency_Key="k")) == (409, "already_created")
    assert told(log_in(alice.handle, scopes=("play",), Idempotency_Key="k")) == (422, "idempotency_key_reused")
    assert told(log_in(alice.handle, "wrong", Idempotency_Key="k")) == (401, "wrong_credentials")
    assert log_in(bob.handle, Idempotency_Key="k").status_code == 201
    assert Token.objects.filter(player_id=alice.id).count() == 2


# Me


def test_me_shows_ones_own_settings() -> None:
    alice = account("Alice", email="alice@example.org", locale="he")
    me = alice.get("/me").json()
    fields = "id handle kind created_at email email_confirmed locale shows_presence shows_record take_backs quiet_hours vacation vacation_seconds_left links"
    assert me.keys() == set(fields.split())
    assert (me["id"], me["email"], me["locale"]) == (alice.id, "alice@example.org", "he")


def test_settings_are_changed_one_by_one() -> None:
    alice, renamed = account("Alice", email="old@example.org"), fresh("Alicja")
    assert alice.patch("/me", {"locale": "pl"}).json()["locale"] == "pl"
    assert alice.patch("/me", {"shows_presence": False}).json()["shows_presence"] is False
    assert alice.patch("/me", {"email": "new@example.org"}).json()["email"] == "new@example.org"
    assert alice.patch("/me", {"handle": renamed}).json()["handle"] == renamed
    assert alice.patch("/me", {"email": None}).json()["email"] is None
    me = alice.patch("/me", {}).json()
    assert (me["handle"], me["locale"], me["email"], me["kind"]) == (renamed, "pl", None, "account")
    assert me["shows_presence"] is False
    assert STRANGER.get(f"/players/{alice.id}").json()["handle"] == renamed


def test_the_revision_counts_what_others_can_see() -> None:
    alice = person("Alice")
    changes: list[Callable[[], Any]] = [
        lambda: alice.patch("/me", {"locale": "pl", "email": "a@example.org", "handle": alice.handle}),
        lambda: alice.patch("/me", {"handle": fresh("Alicja")}),
        lambda: alice.post("/me/upgrade", {"password": PASSWORD}),
        lambda: alice.delete("/me"),
    ]
    counted = []
    for change in changes:
        change()
        counted.append(Player.objects.get(id=alice.id).revision)
    assert counted == [0, 1, 2, 3]


def test_a_change_of_settings_is_refused_as_a_whole() -> None:
    alice, bob = account("Alice"), person("Bob")
    before = alice.get("/me").json()
    assert told(alice.patch("/me", {"locale": "pl", "handle": bob.handle.upper()})) == (409, "handle_taken")
    assert told(alice.patch("/me", {"locale": "pl", "handle": "a b"})) == (400, "invalid_request")
    assert told(alice.patch("/me", {"locale": "pl", "kind": "deleted"})) == (400, "invalid_request")
    assert told(alice.patch("/me", {"locale": None})) == (400, "invalid_request")
    assert alice.get("/me").json() == before


def test_one_may_change_the_case_of_ones_own_handle() -> None:
    alice = person("Alice")
    assert alice.patch("/me", {"handle": alice.handle.upper()}).json()["handle"] == alice.handle.upper()


# Upgrade


def test_a_guest_becomes_an_account_and_keeps_seats_and_token() -> None:
    alice = person("Alice")
    match_id = alice.post("/matches", {"game": RPW, "seats": 3}).json()["id"]
    answer = alice.post("/me/upgrade", {"password": PASSWORD, "email": "a@example.org"})
    assert (answer.status_code, answer.json()["kind"], answer.json()["email"]) == (200, "account", "a@example.org")
    match = alice.get(f"/matches/{match_id}").json()
    assert (match["you"], match["seats"][0]["player"]["kind"]) == (0, "account")
    assert log_in(alice.handle).status_code == 201


def test_an_account_cannot_be_upgraded() -> None:
    alice = account("Alice")
    other = {"password": "another horse battery"}
    assert told(alice.post("/me/upgrade", other)) == (409, "already_account")
    assert told(alice.post("/me/upgrade", other, Idempotency_Key="k")) == (409, "already_account")
    assert log_in(alice.handle).status_code == 201


def test_a_repeated_upgrade_is_answered_alike() -> None:
    alice = person("Alice")
    body = {"password": PASSWORD, "handle": fresh("Alicja")}
    first, again = (alice.post("/me/upgrade", body, Idempotency_Key="up") for _ in range(2))
    assert (again.status_code, again.json()) == (200, first.json())
    assert (first.headers.get("Idempotent-Replayed"), again.headers["Idempotent-Replayed"]) == (None, "true")
    for other in ({**body, "password": "another horse"}, {**body, "email": "a@example.org"}):
        assert told(alice.post("/me/upgrade", other, Idempotency_Key="up")) == (422, "idempotency_key_reused")
    assert told(alice.post("/me/upgrade", body, Idempotency_Key="other")) == (409, "already_account")


def test_an_upgrade_hashes_once_and_never_while_it_holds_the_player(monkeypatch: pytest.MonkeyPatch) -> None:
    alice, hashed = person("Alice"), []

    def spy(name: str) -> None:
        before = getattr(passwords, name)

        def seen(*given: str) -> object:
            hashed.append((name, connection.in_atomic_block))
            return before(*given)

        monkeypatch.setattr(passwords, name, seen)

    spy("hashed")
    spy("opens")
    for _ in range(3):
        alice.post("/me/upgrade", {"password": PASSWORD}, Idempotency_Key="up")
    assert hashed == [("hashed", False), ("opens", False), ("opens", False)]


def test_two_upgrades_at_once_under_one_key_are_one() -> None:
    alice = person("Alice")

    def is_repeat() -> bool:
        return upgrade(alice.id, password=PASSWORD, email=None, handle=None, key="up")[1]

    told = at_once(is_repeat, is_repeat, is_repeat)
    assert (told.count(False), told.count(True)) == (1, 2)


def test_an_upgrade_is_refused_as_a_whole() -> None:
    alice, bob = person("Alice"), person("Bob")
    assert told(alice.post("/me/upgrade", {"password": PASSWORD, "handle": bob.handle})) == (409, "handle_taken")
    assert told(alice.post("/me/upgrade", {"password": alice.handle})) == (422, "value_not_allowed")
    assert told(alice.post("/me/upgrade", {"email": "a@example.org"})) == (400, "invalid_request")
    assert (alice.get("/me").json()["kind"], alice.get("/me").json()["email"]) == ("guest", None)


# Tokens


def test_tokens_are_listed_newest_first_and_paged() -> None:
    alice = account("Alice")
    made = [log_in(alice.handle).json()["id"] for _ in range(3)]
    first = alice.get("/me/tokens?limit=2").json()
    second = alice.get(first["next"].removeprefix("/api/v1")).json()
    assert [token["id"] for token in first["items"] + second["items"]][:3] == made[::-1]
    assert second["next"] is None
    fields = {"id", "label", "scopes", "created_at", "expires_at", "last_used_on"}
    assert {key for token in first["items"] for key in token} == fields


def test_a_revoked_token_is_worthless_at_once() -> None:
    alice = account("Alice")
    made = log_in(alice.handle, scopes=("read", "account")).json()
    other = Person(id=alice.id, handle=alice.handle, token=made["token"])
    assert other.get("/me").status_code == 200
    assert alice.delete(f"/me/tokens/{made['id']}").status_code == 204
    assert told(other.get("/me")) == (401, "invalid_token")
    assert told(other.get("/games")) == (401, "invalid_token")
    assert alice.get("/me").status_code == 200


def test_a_token_of_somebody_else_cannot_be_revoked() -> None:
    alice, bob = person("Alice"), person("Bob")
    (mine,) = alice.get("/me/tokens").json()["items"]
    for nowhere in (mine["id"], new_id(), "no-id"):
        assert told(bob.delete(f"/me/tokens/{nowhere}")) == (404, "token_not_found")
    assert alice.get("/me").status_code == 200


# Secrets


def test_no_answer_no_log_and_no_repr_holds_a_password_or_a_token(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    password, handle = "9-Lives-of-a-Cat", fresh("Alice")
    made = STRANGER.post("/players", {"handle": handle, "password": password, "email": "cat@example.org"})
    alice = Person(id=made.json()["player"]["id"], handle=handle, token=made.json()["token"])
    more = log_in(handle, password)
    guest = person("Guest")
    calls: list[Callable[[], Any]] = [
        lambda: alice.get("/me"),
        lambda: alice.get("/me/tokens"),
        lambda: alice.patch("/me", {"locale": "pl", "password": password}),
        lambda: alice.post("/me/upgrade", {"password": password}),
        lambda: guest.post("/me/upgrade", {"password": password}, Idempotency_Key="k"),
        lambda: guest.post("/me/upgrade", {"password": password}, Idempotency_Key="k"),
        lambda: guest.post("/me/upgrade", {"password": [password]}),
        lambda: STRANGER.post("/players", {"handle": handle, "password": password}),
        lambda: STRANGER.post("/players", {"handle": password, "password": password[:7]}),
        lambda: STRANGER.post("/players", [password]),
        lambda: STRANGER.post("/tokens", {"password": {"is": password}}),
        lambda: log_in(handle, password + "x" * 256),
        lambda: log_in(handle, password + "!"),
        lambda: log_in(handle, password, scopes=("operate",)),
        lambda: STRANGER.get(f"/players/{alice.id}"),
    ]
    answers = [call() for call in calls]
    shown = [f"{answer.content.decode()} {dict(answer.headers)}" for answer in answers] + [caplog.text]
    shown += [
        repr(row) + str(row) for row in (Player.objects.get(id=alice.id), *Token.objects.filter(player_id=alice.id))
    ]
    for secret in (password[:7], alice.token, more.json()["token"], guest.token):
        assert not [text for text in shown if secret in text]
    assert password not in made.content.decode() + more.content.decode()
    assert [text for text in shown[1:] if "cat@example.org" in text] == []


def test_what_is_kept_of_password_and_token_opens_nothing() -> None:
    alice = account("Alice")
    kept = Player.objects.get(id=alice.id)
    (token,) = Token.objects.filter(player_id=alice.id)
    assert PASSWORD not in kept.password
    assert alice.token.encode() not in bytes(token.digest)
    assert len(bytes(token.digest)) == 32


def test_a_wrong_verb_is_405_for_everybody() -> None:
    alice = person("Alice")
    for who in (alice, STRANGER):
        for answer in (
            who.get("/tokens"),
            who.patch("/players"),
            who.post("/me"),
            who.get("/me/upgrade"),
            who.post("/me/tokens"),
            who.get(f"/me/tokens/{new_id()}"),
            who.delete(f"/players/{alice.id}"),
        ):
            assert told(answer) == (405, "method_not_allowed")


@pytest.mark.parametrize(
    ("path", "right"),
    [("/tokens", "POST, OPTIONS"), (f"/matches/{NOWHERE}", "GET, HEAD, OPTIONS"), ("/me/stream", "GET, OPTIONS")],
)
def test_a_wrong_verb_is_405_with_the_right_ones_before_any_token_is_looked_at(path: str, right: str) -> None:
    for token in ("", "Bearer tab_nobodys", "Basic eDp5"):
        answer = Client().trace(f"/api/v1{path}", headers={"Authorization": token})
        assert (*told(answer), answer.headers["Allow"]) == (405, "method_not_allowed", right)


def test_a_wrong_verb_spends_no_ticket() -> None:
    alice = person("Alice")
    ticket = alice.post("/me/stream-tickets", {"match": None}).json()["ticket"]
    assert told(STRANGER.delete(f"/me/stream?ticket={ticket}")) == (405, "method_not_allowed")
    assert tickets.spend(ticket, None) is not None


def test_a_player_deleted_while_he_changes_something_is_not_there() -> None:
    alice = person("Alice")
    alice.delete("/me")
    for late in (
        lambda: changes.change(alice.id, {"locale": "pl"}),
        lambda: upgrade(alice.id, password=PASSWORD, email=None, handle="Alice", key=None),
        lambda: deletion.delete(alice.id),
    ):
        with pytest.raises(PlayerNotFound):
            late()


def test_a_repeated_sign_up_confirms_no_address_language_or_kind() -> None:
    wish = {"handle": person("Alice").handle[:12] + "_hidden", "email": "hidden@example.org", "locale": "pl"}
    assert STRANGER.post("/players", wish, Idempotency_Key="1").status_code == 201
    guesses: tuple[dict[str, Any], ...] = (
        {},
        {"email": "guess@example.org"},
        {"email": None},
        {"locale": "en"},
        {"password": PASSWORD},
    )
    answers = [STRANGER.post("/players", {**wish, **guess}, Idempotency_Key="1") for guess in guesses]
    assert {told(answer) for answer in answers} == {(409, "already_created")}
