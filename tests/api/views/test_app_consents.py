"""The page's questions about apps: they are the page's alone, and show what is asked and by whom."""

from typing import Any

import pytest
from django.test import Client

from tests.api.browsing import OWN, Browser
from tests.api.oauth.apps import App, browser_of, registered
from tests.support.cast import account_holder, person

CALLS = [
    ("/session/authorization-question", lambda app: {"query": app.query()}),
    ("/session/authorization", lambda app: {"query": app.query(), "accept": True}),
    ("/session/device-question", lambda app: {"user_code": "BBBB-BBBB"}),
    ("/session/device-authorization", lambda app: {"user_code": "BBBB-BBBB", "accept": True}),
]


@pytest.fixture
def app() -> App:
    return registered()


def test_the_page_is_told_who_asks_for_what_and_where_one_goes_back_to(app: App) -> None:
    told = browser_of(person("Guest")).call("POST", "/session/authorization-question", {"query": app.query()})
    assert told.headers["Cache-Control"] == "no-store"
    shown = told.json()
    assert shown["app"]["name"] == "Train"
    assert shown["app"]["registered_by"]["handle"] == app.owner.handle
    assert (shown["scopes"], shown["redirect_uri"], shown["refusal"]) == (["read", "play"], app.back, None)


def test_what_a_request_says_besides_is_passed_over(app: App) -> None:
    query = f"{app.query()}&nonce={'x' * 300}&claims=%7B&response_mode=fragment&prompt=none&resource=https://x.example"
    told = browser_of(person("Guest")).call("POST", "/session/authorization", {"query": query, "accept": True})
    assert "#" not in told.json()["redirect_uri"]


@pytest.mark.parametrize(("path", "body"), CALLS)
def test_a_page_of_another_origin_can_neither_ask_nor_agree(app: App, path: str, body: Any) -> None:
    browser = browser_of(account_holder("Alice"))
    for headers in (
        {},
        {"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"},
        {**OWN, "Sec-Fetch-Site": "cross-site"},
        {**OWN, "Sec-Fetch-Site": "same-site"},
    ):
        answer = browser.call("POST", path, body(app), headers)
        assert (answer.status_code, answer.json()["code"]) == (401, "not_authenticated"), headers
    form = browser.client.post(f"/api/v1{path}", "query=x&accept=true", content_type="text/plain", headers=OWN)
    assert form.status_code == 415


@pytest.mark.parametrize(("path", "body"), CALLS)
def test_no_token_agrees_in_the_page_s_place_and_nobody_does_without_a_session(app: App, path: str, body: Any) -> None:
    alice = account_holder("Alice")
    for headers in ({}, OWN):
        answer = alice.post(path, body(app), **headers)
        assert (answer.status_code, answer.json()["code"]) == (403, "not_the_page")
    assert Browser().call("POST", path, body(app)).json()["code"] == "not_authenticated"


@pytest.mark.parametrize(
    "query", ["", "client_id", "client_id=a&client_id=b", "%", "&" * 200, "client_id=%00", "client_id=nobody"]
)
def test_a_question_that_names_no_app_is_none(app: App, query: str) -> None:
    told = browser_of(account_holder("Alice")).call("POST", "/session/authorization-question", {"query": query})
    assert (told.status_code, told.json()["code"]) == (400, "authorization_refused")


def test_a_refusal_quotes_nothing_of_what_was_sent(app: App) -> None:
    told = browser_of(account_holder("Alice")).call("POST", "/session/authorization-question", {"query": 7, "x": "y"})
    assert told.status_code == 400
    long = "s3cret" * 1000
    told = browser_of(account_holder("Alice")).call("POST", "/session/authorization-question", {"query": long})
    assert "s3cret" not in told.content.decode()


@pytest.mark.parametrize(
    "path", ["/oauth/authorize", "/device", "/embed/oauth/authorize", "/embed/device", "/embed//device"]
)
def test_no_page_may_be_laid_over_the_question(path: str) -> None:
    answer = Client().get(path, headers={"Accept": "text/html"})
    assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]


def test_other_pages_may_still_be_shown_within_others() -> None:
    answer = Client().get("/embed/matches/01950000-0000-7000-8000-000000000000", headers={"Accept": "text/html"})
    assert "frame-ancestors *" in answer.headers["Content-Security-Policy"]
