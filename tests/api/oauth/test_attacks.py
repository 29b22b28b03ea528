"""Attacks across the parts of the protocol: one thing in another's place, a race with a revocation, what is smuggled in."""

import base64
import json
from itertools import permutations
from typing import Any

import pytest
from django.test import Client

from api.http import session
from tests.api.oauth.apps import (
    BACK,
    FORM,
    VERIFIER,
    App,
    browser_of,
    challenge,
    consented,
    parameters,
    registered,
    tokens,
)
from tests.api.oauth.test_protocol import assert_refused, works
from tests.api.oauth.test_user_codes import GRANT, answered, begun, poll
from tests.support.cast import Person, account_holder


@pytest.fixture
def app() -> App:
    return registered(device_flow=True)


@pytest.fixture
def alice() -> Person:
    return account_holder("Alice")


def test_no_secret_of_one_grant_is_taken_for_one_of_another(app: App, alice: Person) -> None:
    told, device = tokens(app, alice), begun(app)
    assert answered(alice, device["user_code"]).status_code == 204
    secrets = {
        "code": consented(app, alice),
        "access": told["access_token"],
        "refresh_token": told["refresh_token"],
        "device_code": device["device_code"],
        "user_code": device["user_code"],
    }
    grants = {"code": "authorization_code", "refresh_token": "refresh_token", "device_code": GRANT}
    for field, other in permutations(secrets, 2):
        if field in grants:
            more = {"redirect_uri": BACK, "code_verifier": VERIFIER} if field == "code" else {}
            answer = app.token(grant_type=grants[field], **{field: secrets[other]}, **more)
            assert json.loads(answer.content)["error"] in ("invalid_grant", "invalid_request"), (field, other)
    # None of the tries has cost the player anything.
    assert works(told)
    assert app.redeem(secrets["code"]).status_code == 200
    assert poll(app, device).status_code == 200


def test_a_method_that_is_named_at_the_end_weakens_no_challenge(app: App, alice: Person) -> None:
    code = consented(app, alice)
    for more in ({"code_challenge_method": "plain"}, {"code_challenge": challenge(), "code_challenge_method": "plain"}):
        assert_refused(app.redeem(code, code_verifier=challenge(), **more), "invalid_grant")


@pytest.mark.parametrize(
    "state", ["x&code=stolen&iss=https://evil.example", "x#code=1", "x\u2028y", "%0d%0aLocation:", "+ &="]
)
def test_a_state_that_looks_like_parameters_comes_back_as_it_was_and_adds_none(
    app: App, alice: Person, state: str
) -> None:
    for accept in (True, False):
        body = {"query": app.query(state=state), "accept": accept}
        answer = browser_of(alice).call("POST", "/session/authorization", body).json()
        told = parameters(answer["redirect_uri"])
        assert told["state"] == state
        assert "evil" not in told["iss"]
        assert set(told) == ({"code", "state", "iss"} if accept else {"error", "state", "iss"})


def test_a_registered_address_with_our_parameters_in_it_does_not_speak_for_us(alice: Person) -> None:
    back = "https://app.example/back?iss=https://evil.example&app=1"
    app = registered(redirect_uris=[back])
    app.back = back
    body = {"query": app.query(), "accept": True}
    told = parameters(browser_of(alice).call("POST", "/session/authorization", body).json()["redirect_uri"])
    assert told["app"] == "1"
    assert "evil" not in told["iss"]


@pytest.mark.parametrize(
    "smuggled",
    [
        *("&request=e30.e30.&request_uri=https://evil.example/r", "&response_mode=fragment", "&prompt=none"),
        *("&resource=https://evil.example&claims={}", "&login_hint=alice&id_token_hint=x", "&display=popup&nonce=1"),
    ],
)
def test_what_other_protocols_would_read_changes_nothing(app: App, alice: Person, smuggled: str) -> None:
    query = app.query(scope="read") + smuggled
    question = browser_of(alice).call("POST", "/session/authorization-question", {"query": query}).json()
    assert (question["scopes"], question["redirect_uri"]) == (["read"], BACK)
    told = browser_of(alice).call("POST", "/session/authorization", {"query": query, "accept": True}).json()
    assert told["redirect_uri"].startswith(f"{BACK}?")
    redeemed = app.redeem(parameters(told["redirect_uri"])["code"], scope="read play host account").json()
    assert redeemed["scope"] == "read"
    assert "id_token" not in redeemed


def test_a_code_that_was_on_its_way_is_worth_nothing_once_the_access_is_taken_away(app: App, alice: Person) -> None:
    tokens(app, alice)
    code, device = consented(app, alice), begun(app)
    assert answered(alice, device["user_code"]).status_code == 204
    assert alice.delete(f"/me/app-access/{app.id}").status_code == 204
    assert_refused(app.redeem(code), "invalid_grant")
    assert json.loads(poll(app, device).content)["error"] in ("invalid_grant", "expired_token", "access_denied")


def test_a_code_that_was_on_its_way_is_worth_nothing_once_its_player_logs_out_everywhere(
    app: App, alice: Person
) -> None:
    code, device = consented(app, alice), begun(app)
    assert answered(alice, device["user_code"]).status_code == 204
    assert alice.delete("/me/tokens").status_code == 204
    assert_refused(app.redeem(code), "invalid_grant")
    assert json.loads(poll(app, device).content)["error"] in ("invalid_grant", "expired_token", "access_denied")


def test_an_answered_question_of_a_device_cannot_be_answered_again_by_somebody_else(app: App, alice: Person) -> None:
    mallory, device = account_holder("Mallory"), begun(app)
    assert answered(alice, device["user_code"]).status_code == 204
    for accept in (True, False):
        assert answered(mallory, device["user_code"], accept=accept).json()["code"] == "device_code_not_found"
    assert poll(app, device).json()["player"] == alice.id
    refused = begun(app)
    assert answered(alice, refused["user_code"], accept=False).status_code == 204
    assert answered(mallory, refused["user_code"]).json()["code"] == "device_code_not_found"
    assert_refused(poll(app, refused), "access_denied")


def test_a_session_of_a_player_is_no_client_and_gets_no_tokens(alice: Person) -> None:
    """A page that has a player's browser post a form to us: the cookie goes along, and counts for nothing."""
    app = registered(secret=True)
    code = consented(app, alice)
    browser = browser_of(app.owner)
    assert session.cookie() in browser.client.cookies
    app.client = browser.client
    assert_refused(app.redeem(code), "invalid_client", 401)
    bearer = {"Authorization": f"Bearer {app.owner.token}"}
    fields = {"grant_type": "authorization_code", "code": code, "redirect_uri": BACK, "code_verifier": VERIFIER}
    assert_refused(app.post("/oauth/token", headers=bearer, **fields), "invalid_client", 401)


def test_the_secret_of_one_app_opens_no_code_of_another(alice: Person) -> None:
    ours, theirs = registered(secret=True), registered(secret=True)
    code = consented(ours, alice)
    known = base64.b64encode(f"{theirs.id}:{theirs.secret}".encode()).decode()
    asked = {"grant_type": "authorization_code", "code": code, "redirect_uri": BACK, "code_verifier": VERIFIER}
    for named in (ours, theirs):
        answer = named.post("/oauth/token", headers={"Authorization": f"Basic {known}"}, **asked)
        assert answer.status_code in (400, 401), answer.content
        assert "access_token" not in answer.json()
    assert ours.redeem(code, client_secret=ours.secret).status_code == 200


@pytest.mark.parametrize(
    "spell", [str.upper, lambda one: f"{{{one}}}", lambda one: f"urn:uuid:{one}", lambda one: f"{one} "]
)
def test_an_app_has_one_spelling_of_its_id(app: App, alice: Person, spell: Any) -> None:
    body = {"query": app.query(client_id=spell(app.id))}
    told = browser_of(alice).call("POST", "/session/authorization-question", body)
    assert (told.status_code, told.json()["code"]) == (400, "authorization_refused")
    assert app.token(client_id=spell(app.id), grant_type="refresh_token", refresh_token="tab_r_x").status_code in (
        400,
        401,
    )


def test_huge_fields_are_refused_before_anything_is_computed(app: App, alice: Person) -> None:
    code = consented(app, alice)
    huge = "A" * 60_000
    assert app.redeem(huge).status_code in (400, 413)
    for field in ("code_verifier", "redirect_uri", "client_id"):
        assert app.redeem(code, **{field: huge}).status_code in (400, 401, 413), field
    assert app.redeem(code).status_code == 200


def test_a_form_of_another_type_is_none_whatever_is_in_it(app: App, alice: Person) -> None:
    code = consented(app, alice)
    fields = {"grant_type": "authorization_code", "client_id": app.id, "code": code, "redirect_uri": BACK}
    body = json.dumps({**fields, "code_verifier": VERIFIER})
    for kind in ("application/json", "text/plain", "multipart/form-data; boundary=x", f"{FORM}x"):
        assert_refused(Client().post("/oauth/token", body, content_type=kind), "invalid_request")
    assert app.redeem(code).status_code == 200
