"""A browser that has logged in to an account before logs in whatever strangers guess."""

import hashlib
import itertools
import json
from typing import Any

import pytest
import redis
from django.test import Client
from pytest_django import Settings

from games.matches.accounts import passwords, seen
from games.matches.accounts.handles import handle_key
from games.matches.accounts.players import log_in
from games.matches.models.people import Player, SeenFrom
from tests.api.browsing import OWN, PASSWORD, Browser, handle

pytestmark = pytest.mark.usefixtures("one_minute")
COOKIE = "tabularium-known"


@pytest.fixture(autouse=True)
def _quotas(settings: Settings) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    few = {"token": 99, "address": 12, "handle": 3, "handle_anywhere": 15, "known": 2, "known_address": 4}
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, "sign_up": few}


_numbers = itertools.count()


def address() -> str:
    """One that no test has called from: tests of one minute share their counts."""
    number = next(_numbers)
    return f"10.9.{number // 256}.{number % 256}"


def browser_at(where: str) -> Browser:
    browser = Browser()
    browser.client.defaults["REMOTE_ADDR"] = where
    return browser


def owner(where: str = "") -> tuple[str, Browser]:
    """An account, and the browser in which it was made, logged out."""
    name, browser = handle("Owner"), browser_at(where or address())
    assert browser.call("POST", "/session/players", {"handle": name, "password": PASSWORD}).status_code == 201
    assert browser.call("DELETE", "/session").status_code == 204
    return name, browser


def log_in_at(browser: Browser, name: str, password: str = PASSWORD) -> tuple[int, str]:
    answer = browser.call("POST", "/session", {"handle": name, "password": password})
    return answer.status_code, answer.json().get("code", "")


def guess(where: str, name: str, path: str = "/session", **more: Any) -> int:
    body = json.dumps({"handle": name, "password": "a guess 123", **more})
    client = Client(REMOTE_ADDR=where)
    return client.post(f"/api/v1{path}", body, content_type="application/json", headers=OWN).status_code


def test_guesses_from_many_addresses_keep_no_owner_out_of_a_browser_that_is_known() -> None:
    name, browser = owner()
    statuses = [guess(where, name) for where in [address() for _ in range(6)] for _ in range(3)]
    # So many guesses of strangers a minute are looked at, wherever they come from.
    assert (statuses.count(401), statuses.count(429)) == (15, 3)
    assert log_in_at(browser_at(address()), name) == (429, "rate_limited")
    assert log_in_at(browser, name) == (201, "")
    assert guess(address(), name, "/tokens", label="x", scopes=["read"]) == 429


def guessed_at(name: str) -> None:
    """So often that no stranger's guess is looked at any more, wherever it comes from."""
    for where in [address() for _ in range(6)]:
        for _ in range(3):
            guess(where, name)
    assert guess(address(), name) == 429


@pytest.mark.parametrize("path", ["/session", "/tokens"])
def test_guesses_from_many_addresses_keep_no_owner_out_where_they_logged_in_last(path: str) -> None:
    (name, _), home, elsewhere = owner(), address(), address()
    wish = {"handle": name, "password": PASSWORD} | ({"label": "x", "scopes": ["read"]} if path == "/tokens" else {})
    assert browser_at(elsewhere).call("POST", path, wish).status_code == 201
    assert browser_at(home).call("POST", path, wish).status_code == 201
    guessed_at(name)
    # A new browser, and a program.
    assert log_in_at(browser_at(home), name) == (201, "")
    assert browser_at(home).call("POST", "/tokens", {**wish, "label": "y", "scopes": ["read"]}).status_code == 201
    assert log_in_at(browser_at(elsewhere), name) == (429, "rate_limited")


@pytest.mark.parametrize("how", ["renamed", "deleted"])
def test_a_handle_that_has_passed_to_another_player_keeps_no_place_where_the_one_before_logged_in(how: str) -> None:
    (name, _), home = owner(), address()
    before = browser_at(home)
    assert log_in_at(before, name) == (201, "")
    if how == "renamed":
        assert before.call("PATCH", "/me", {"handle": handle("Renamed")}).status_code == 200
    else:
        assert before.call("DELETE", "/me").status_code == 204
    assert (
        browser_at(address()).call("POST", "/session/players", {"handle": name, "password": PASSWORD}).status_code
        == 201
    )
    guessed_at(name)
    assert guess(home, name) == 429


def test_a_player_who_takes_another_handle_and_the_old_one_back_has_their_place_still() -> None:
    (name, _), home = owner(), address()
    browser = browser_at(home)
    assert log_in_at(browser, name) == (201, "")
    for wish in (handle("Renamed"), name):
        assert browser.call("PATCH", "/me", {"handle": wish}).status_code == 200
    guessed_at(name)
    assert log_in_at(browser_at(home), name) == (201, "")


def test_no_handle_and_no_address_can_be_read_from_what_is_kept_of_the_last_log_in(settings: Settings) -> None:
    server, home = redis.Redis.from_url(settings.RATE_LIMIT_REDIS_URL), address()
    before = {*server.scan_iter("rate:last_address:*")}
    (name, _) = owner()
    assert log_in_at(browser_at(home), name) == (201, "")
    kept = {*server.scan_iter("rate:last_address:*")} - before
    digests = {
        hashlib.sha256(text.encode()).hexdigest()[:32].encode()
        for text in (handle_key(name), f"{handle_key(name)} {home}")
    }
    assert len(kept) == 1
    for one in kept:
        assert not digests & {one.rpartition(b":")[2], server.get(one)}
        assert 0 < server.ttl(one) <= 30 * 24 * 3600


@pytest.mark.parametrize("path", ["/session", "/tokens"])
def test_where_somebody_logged_in_last_they_have_turns_of_their_own_at_passwords(
    monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    lines: list[tuple[str, bool]] = []
    take = passwords._turns.take

    def taken(who: str, **given: Any) -> Any:
        lines.append((who, given["is_known"]))
        return take(who, **given)

    (name, _), home, elsewhere = owner(), address(), address()
    monkeypatch.setattr(passwords._turns, "take", taken)
    wish = {"handle": name, "password": PASSWORD} | ({"label": "x", "scopes": ["read"]} if path == "/tokens" else {})
    for where in (home, home, elsewhere):
        assert browser_at(where).call("POST", path, wish).status_code == 201
    (first, _), _, (last, _) = lines
    assert lines == [(first, False), (f"known {first}", True), (last, False)]
    assert last != first


def test_who_guesses_where_the_owner_logged_in_last_has_as_many_guesses_as_before() -> None:
    (name, _), home = owner(), address()
    assert log_in_at(browser_at(home), name) == (201, "")
    assert [guess(home, name) for _ in range(3)] == [401, 401, 429]


def test_strangers_of_its_own_address_keep_no_known_browser_out() -> None:
    where = address()
    name, browser = owner(where)
    while guess(where, handle("nobody")) != 429:
        pass
    assert log_in_at(browser_at(where), name) == (429, "rate_limited")
    assert log_in_at(browser, name) == (201, "")


def test_a_known_browser_has_only_so_many_guesses_and_they_count_for_no_stranger() -> None:
    name, browser = owner()
    assert [log_in_at(browser, name, "wrong and wrong")[0] for _ in range(3)] == [401, 401, 429]
    assert log_in_at(browser_at(address()), name) == (201, "")


def test_a_browser_is_known_for_its_own_account_alone() -> None:
    name, _ = owner()
    _, eves = owner()
    for where in [address() for _ in range(6)]:
        for _ in range(3):
            guess(where, name)
    assert log_in_at(eves, name) == (429, "rate_limited")


def test_a_new_password_makes_every_browser_a_stranger() -> None:
    where = address()
    name, browser = owner(where)
    Player.objects.filter(handle=name).update(password="md5$other$hash")
    for _ in range(3):
        guess(where, name)
    assert log_in_at(browser, name) == (429, "rate_limited")


def test_people_share_a_browser_and_the_last_four_accounts_are_known() -> None:
    names = [owner()[0] for _ in range(5)]
    browser = Browser()
    for name in names:
        browser.client.defaults["REMOTE_ADDR"] = address()
        assert log_in_at(browser, name) == (201, "")
    cookie = browser.client.cookies[COOKIE]
    assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "Strict", "/")
    assert cookie["max-age"] == 400 * 24 * 3600
    assert len(cookie.value.split(".")) == 4


def test_a_guest_s_browser_is_not_known_and_no_other_page_uses_a_mark() -> None:
    browser = browser_at(address())
    browser.call("POST", "/session/players", {"handle": handle()})
    assert COOKIE not in browser.client.cookies
    name, known = owner()
    refused = known.call("POST", "/session", {"handle": name, "password": PASSWORD}, {"Sec-Fetch-Site": "cross-site"})
    assert refused.json()["code"] == "not_the_page"


def test_a_token_without_the_password_makes_no_browser_known() -> None:
    name, _ = owner()
    _, secret = log_in(name, PASSWORD, label="x", scopes=("read",), key=None, is_known=False)
    browser = browser_at(address())
    browser.client.cookies["tabularium"] = secret
    assert browser.call("PUT", "/session").status_code == 204
    assert COOKIE not in browser.client.cookies


def test_a_known_browser_that_asks_anew_keeps_its_mark_for_as_long_again() -> None:
    browser = browser_at(address())
    browser.call("POST", "/session/players", {"handle": handle("Owner"), "password": PASSWORD})
    first = browser.client.cookies[COOKIE].value
    renewed = browser.call("PUT", "/session")
    assert renewed.status_code == 204
    assert (renewed.cookies[COOKIE].value, renewed.cookies[COOKIE]["max-age"]) == (first, 400 * 24 * 3600)


def test_behind_tls_the_mark_is_for_this_host_alone(settings: Settings) -> None:
    settings.PUBLIC_URL = "https://play.example.org"
    browser = browser_at(address())
    made = browser.call("POST", "/session/players", {"handle": handle(), "password": PASSWORD})
    assert made.cookies["__Host-tabularium-known"]["secure"] is True


def test_a_mark_says_nothing_of_who_has_an_account_and_costs_no_other_answer() -> None:
    _, browser = owner()
    answers = {log_in_at(browser, name, "wrong and wrong") for name in (handle("nobody"), owner()[0])}
    assert answers == {(401, "wrong_credentials")}
    made, _ = log_in(owner()[0], PASSWORD, label="x", scopes=("read",), key=None, is_known=True)
    assert made.label == "x"


def test_two_accounts_that_log_in_with_one_browser_leave_one_mark_and_other_browsers_none() -> None:
    def marks_of(name: str) -> set[str]:
        rows = SeenFrom.objects.filter(player__handle=name, address__startswith=seen.BROWSER)
        return set(rows.values_list("address", flat=True))

    first, browser = owner()
    second, third = handle("Second"), owner()[0]
    assert browser.call("POST", "/session/players", {"handle": second, "password": PASSWORD}).status_code == 201
    assert marks_of(first) & marks_of(second)
    assert not marks_of(first) & marks_of(third)
    assert len(marks_of(second)) == 2
    # What is kept is no mark: nothing that a browser sends.
    assert not any(one.removeprefix(seen.BROWSER) in str(browser.client.cookies) for one in marks_of(second))


def test_a_guest_who_signs_up_on_the_page_leaves_no_mark() -> None:
    name, browser = handle("Guest"), browser_at(address())
    assert browser.call("POST", "/session/players", {"handle": name}).status_code == 201
    assert not SeenFrom.objects.filter(player__handle=name, address__startswith=seen.BROWSER).exists()
