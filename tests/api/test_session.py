"""The page's session: a token in a cookie, which counts for the page's own calls and for nobody else's."""

import logging

import pytest
from pytest_django import Settings

from events.store import new_id
from games.matches.models.people import Token
from tests.api.browsing import OWN, PASSWORD, Browser, handle
from tests.api.origins import PAGE, listed, preflight
from tests.support.cast import STRANGER, Person, match_of, person


@pytest.fixture(autouse=True)
def _quick_hashes(settings: Settings) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


def guest() -> Browser:
    browser = Browser()
    assert browser.call("POST", "/session/players", {"handle": handle()}).status_code == 201
    return browser


def test_a_guest_is_made_in_one_call_and_then_plays_without_ever_seeing_a_token() -> None:
    browser = Browser()
    made = browser.call("POST", "/session/players", {"handle": handle(), "locale": "he"})
    cookie = made.cookies["tabularium"]
    assert (cookie["httponly"], cookie["samesite"], cookie["path"], cookie["domain"]) == (True, "Strict", "/", "")
    assert (made.headers["Cache-Control"], cookie.value.startswith("tab_")) == ("no-store", True)
    assert browser.call("GET", "/me").json() == made.json()
    assert made.json()["kind"] == "guest"
    wish = {"game": "rock-paper-wizard", "seats": 3}
    assert browser.call("POST", "/matches", wish, {**OWN, "Idempotency-Key": "k"}).status_code == 201


def test_behind_tls_the_cookie_is_for_this_host_and_for_tls_alone(settings: Settings) -> None:
    settings.PUBLIC_URL = "https://play.example.org"
    made = Browser().call("POST", "/session/players", {"handle": handle()})
    assert list(made.cookies) == ["__Host-tabularium"]
    assert made.cookies["__Host-tabularium"]["secure"] is True


def test_the_secret_stands_in_no_answer_and_in_no_line_of_the_log(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    browser = guest()
    answers = [
        browser.call("GET", "/me"),
        browser.call("GET", "/me/tokens"),
        browser.call("POST", "/me/upgrade", {"password": PASSWORD}),
        browser.call("POST", "/session", {"handle": "nobody_here", "password": PASSWORD}),
        browser.call("POST", "/matches", {"game": browser.secret}),
    ]
    told = b"".join(answer.content + str(answer.headers).encode() for answer in answers[:4])
    assert browser.secret.encode() not in told
    assert browser.secret not in caplog.text
    assert browser.secret not in str([record.__dict__ for record in caplog.records])


# Pages of others


def test_a_page_of_another_origin_cannot_act_with_the_cookie() -> None:
    browser = guest()
    foreign = [
        {"Origin": PAGE, "Sec-Fetch-Site": "cross-site"},
        {"Origin": PAGE},
        {"Origin": "http://sub.testserver", "Sec-Fetch-Site": "same-site"},
        # A form sends neither.
        {},
        # Another port of this host is the same site, and no own page.
        {**OWN, "Sec-Fetch-Site": "same-site"},
        {**OWN, "Sec-Fetch-Site": "cross-site"},
    ]
    wish = {"game": "rock-paper-wizard", "seats": 3}
    for headers in foreign:
        refused = browser.call("POST", "/matches", wish, headers)
        assert (refused.status_code, refused.json()["code"]) == (401, "not_authenticated"), headers
        assert browser.call("GET", "/me", headers=headers).status_code == 401, headers
    assert browser.call("GET", "/matches?mine=true").json()["items"] == []


def test_no_page_of_another_origin_may_send_the_header() -> None:
    for asked in ("tabularium-page", "content-type,tabularium-page"):
        answer = preflight("/api/v1/matches", "POST", asked)
        assert "tabularium-page" not in listed(answer, "Access-Control-Allow-Headers")
        assert "Access-Control-Allow-Credentials" not in answer.headers


@pytest.mark.parametrize("headers", [{}, {"Origin": PAGE}, {**OWN, "Sec-Fetch-Site": "cross-site"}])
def test_another_page_can_log_nobody_in_or_out(headers: dict[str, str]) -> None:
    browser = guest()
    before = browser.secret
    for method, path, body in (
        ("POST", "/session", {"handle": "Mallory", "password": PASSWORD}),
        ("POST", "/session/players", {"handle": handle("Mallory")}),
        ("DELETE", "/session", {}),
    ):
        refused = browser.call(method, path, body, headers)
        assert (refused.status_code, refused.json()["code"], list(refused.cookies)) == (403, "not_the_page", [])
    assert browser.secret == before
    assert browser.call("GET", "/me").status_code == 200


def test_an_answer_by_cookie_is_cached_for_that_session_alone() -> None:
    for path in ("/me", "/matches"):
        varies = {word.strip() for word in guest().call("GET", path).headers["Vary"].split(",")}
        assert {"Authorization", "Cookie", "Tabularium-Page"} <= varies


# Beside tokens


def test_a_token_goes_before_the_cookie_and_works_as_ever() -> None:
    browser, alice = guest(), person("Alice")
    by_token = browser.call("GET", "/me", headers={**OWN, "Authorization": f"Bearer {alice.token}"})
    assert by_token.json()["id"] == alice.id
    wrong = browser.call("GET", "/me", headers={**OWN, "Authorization": "Bearer tab_wrong"})
    assert (wrong.status_code, wrong.json()["code"]) == (401, "invalid_token")


def test_a_session_is_listed_and_revoked_like_any_token() -> None:
    browser = guest()
    (listed_one,) = browser.call("GET", "/me/tokens").json()["items"]
    assert listed_one["label"] == "browser"
    assert browser.call("DELETE", f"/me/tokens/{listed_one['id']}").status_code == 204
    for path in ("/me", "/matches", f"/matches/{new_id()}"):
        gone = browser.call("GET", path)
        assert (gone.status_code, gone.json()["code"]) == (401, "invalid_token")


def test_logging_out_revokes_the_token_and_takes_the_cookie_even_where_it_was_worth_nothing() -> None:
    browser = guest()
    secret = browser.secret
    assert browser.call("DELETE", "/session").status_code == 204
    assert browser.secret == ""
    assert Person(id="", handle="", token=secret).get("/me").status_code == 401
    browser.client.cookies["tabularium"] = "tab_worthless"
    assert browser.call("GET", "/matches").status_code == 401
    ended = browser.call("DELETE", "/session")
    assert (ended.status_code, ended.cookies["tabularium"]["max-age"]) == (204, 0)


def test_logging_in_ends_the_session_before_and_keeps_others() -> None:
    name = handle()
    first, second = Browser(), Browser()
    first.call("POST", "/session/players", {"handle": name, "password": PASSWORD})
    second.call("POST", "/session", {"handle": name, "password": PASSWORD})
    old = first.secret
    assert first.call("POST", "/session", {"handle": name, "password": PASSWORD}).json()["handle"] == name
    assert first.secret != old
    assert len(first.call("GET", "/me/tokens").json()["items"]) == 2
    assert second.call("GET", "/me").status_code == 200
    assert Token.objects.filter(player__handle=name).count() == 2


def test_a_session_is_begun_anew_before_the_browser_forgets_it() -> None:
    browser = guest()
    secret = browser.secret
    kept = browser.call("PUT", "/session")
    cookie = kept.cookies["tabularium"]
    assert (kept.status_code, cookie.value, cookie["max-age"]) == (204, secret, 400 * 24 * 3600)
    assert (cookie["httponly"], cookie["samesite"], kept.headers["Cache-Control"]) == (True, "Strict", "no-store")
    assert browser.call("PUT", "/session", headers={}).json()["code"] == "not_the_page"
    browser.client.cookies["tabularium"] = "tab_worthless"
    refused = browser.call("PUT", "/session")
    assert (refused.status_code, refused.json()["code"], list(refused.cookies)) == (401, "invalid_token", [])


def test_logging_out_everywhere_else_keeps_this_session_alone() -> None:
    name = handle()
    first, second = Browser(), Browser()
    first.call("POST", "/session/players", {"handle": name, "password": PASSWORD})
    second.call("POST", "/session", {"handle": name, "password": PASSWORD})
    stranger = guest()
    assert first.call("DELETE", "/me/tokens").status_code == 204
    assert [one.call("GET", "/me").status_code for one in (first, second, stranger)] == [200, 401, 200]
    assert len(first.call("GET", "/me/tokens").json()["items"]) == 1


def test_a_wrong_password_begins_nothing() -> None:
    refused = guest().call("POST", "/session", {"handle": "nobody_here", "password": "wrong and wrong"})
    assert (refused.status_code, refused.json()["code"], list(refused.cookies)) == (401, "wrong_credentials", [])


def test_a_guest_becomes_an_account_and_stays_logged_in() -> None:
    browser = guest()
    assert browser.call("POST", "/me/upgrade", {"password": PASSWORD}).json()["kind"] == "account"
    assert browser.call("GET", "/me").json()["kind"] == "account"


def test_the_cookie_shows_its_player_s_own_side_of_a_match_and_a_stranger_s_without_the_header() -> None:
    browser, bob, carol = guest(), person("Bob"), person("Carol")
    me = browser.call("GET", "/me").json()
    match = match_of(Person(id=me["id"], handle=me["handle"], token=""), bob, carol)
    assert browser.call("GET", f"/matches/{match}").json()["you"] == 0
    assert browser.call("GET", f"/matches/{match}/view").json()["seat"] == 0
    assert browser.call("GET", f"/matches/{match}", headers={}).json()["you"] is None
    assert STRANGER.get(f"/matches/{match}").json()["you"] is None
    ticket = browser.call("POST", "/me/stream-tickets", {"match": match})
    assert ticket.status_code == 201


@pytest.mark.usefixtures("one_minute")
def test_calls_by_cookie_are_counted_for_its_token(settings: Settings) -> None:
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, "reads": {"token": 1, "address": 1_000_000}}
    first, second = guest(), guest()
    assert [first.call("GET", "/me").status_code for _ in range(2)] == [200, 429]
    assert second.call("GET", "/me").status_code == 200
