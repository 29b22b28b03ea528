"""Devices: what they ask for, how often, and what somebody who guesses or is lured can do."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils.timezone import now
from pytest_django import Settings

from api.oauth import user_codes
from config.environment.limits import alike
from games.matches.models.third_parties import AppDevice
from tests.api.oauth.apps import App, as_app, browser_of, registered
from tests.api.oauth.test_protocol import assert_refused, works
from tests.support.cast import Person, account_holder, bot
from tests.support.races import at_once

GRANT = "urn:ietf:params:oauth:grant-type:device_code"


def begun(app: App, **changed: str) -> dict[str, Any]:
    answer = app.post("/oauth/device_authorization", scope="read play", **changed)
    assert answer.status_code == 200, answer.content
    return dict(answer.json())


def poll(app: App, device: dict[str, Any], *, soon: bool = False) -> Any:
    if not soon:
        AppDevice.objects.filter(application__client_id=app.id).update(asked_at=now() - timedelta(hours=1))
    return app.token(grant_type=GRANT, device_code=device["device_code"])


def asked(who: Person, code: str) -> Any:
    return browser_of(who).call("POST", "/session/device-question", {"user_code": code})


def answered(who: Person, code: str, *, accept: bool = True) -> Any:
    return browser_of(who).call("POST", "/session/device-authorization", {"user_code": code, "accept": accept})


@pytest.fixture
def app() -> App:
    return registered(device_flow=True)


def test_a_device_gets_tokens_once_its_user_has_typed_the_code_and_agreed(app: App) -> None:
    alice, device = account_holder("Alice"), begun(app)
    assert device["verification_uri"].endswith("/device")
    assert "verification_uri_complete" not in device
    assert (device["expires_in"], device["interval"]) == (900, 5)
    assert_refused(poll(app, device), "authorization_pending")
    told = asked(alice, device["user_code"]).json()
    assert (told["app"]["client_id"], told["scopes"], told["redirect_uri"]) == (app.id, ["read", "play"], None)
    assert told["app"]["registered_by"]["id"] == app.owner.id
    assert_refused(poll(app, device), "authorization_pending")
    assert answered(alice, device["user_code"]).status_code == 204
    tokens = poll(app, device).json()
    assert (tokens["scope"], tokens["player"]) == ("read play", alice.id)
    assert works(tokens)
    assert app.refresh(tokens["refresh_token"]).status_code == 200


def test_a_device_s_code_is_changed_for_tokens_once(app: App) -> None:
    device = begun(app)
    answered(account_holder("Alice"), device["user_code"])
    one = [lambda: poll(App(app.owner, app.id), device)] * 3
    assert sorted(answer.status_code for answer in at_once(*one)) == [200, 400, 400]  # type: ignore[attr-defined]
    assert_refused(poll(app, device), "invalid_grant")


def test_a_device_that_is_refused_is_told_so(app: App) -> None:
    alice, device = account_holder("Alice"), begun(app)
    assert answered(alice, device["user_code"], accept=False).status_code == 204
    assert_refused(poll(app, device), "access_denied")
    # And nobody answers a second time.
    assert answered(alice, device["user_code"]).json()["code"] == "device_code_not_found"
    assert_refused(poll(app, device), "access_denied")


def test_a_code_ends_after_a_quarter_of_an_hour_for_the_device_and_for_its_user(app: App) -> None:
    alice, device = account_holder("Alice"), begun(app)
    AppDevice.objects.filter(application__client_id=app.id).update(expires=now())
    assert asked(alice, device["user_code"]).json()["code"] == "device_code_not_found"
    assert answered(alice, device["user_code"]).json()["code"] == "device_code_not_found"
    assert_refused(poll(app, device), "expired_token")


def test_a_device_that_asks_too_often_is_slowed_down_each_time_more(app: App) -> None:
    device = begun(app)
    assert_refused(poll(app, device, soon=True), "authorization_pending")
    assert_refused(poll(app, device, soon=True), "slow_down")
    assert_refused(poll(app, device, soon=True), "slow_down")
    assert AppDevice.objects.get(application__client_id=app.id).interval == 15
    AppDevice.objects.filter(application__client_id=app.id).update(asked_at=now() - timedelta(seconds=14))
    assert_refused(poll(app, device, soon=True), "slow_down")
    assert_refused(poll(app, device), "authorization_pending")


def test_a_device_s_code_is_its_app_s_alone_and_the_user_code_is_none(app: App) -> None:
    other, device = registered(device_flow=True), begun(app)
    answered(account_holder("Alice"), device["user_code"])
    assert_refused(other.token(grant_type=GRANT, device_code=device["device_code"]), "invalid_grant")
    assert_refused(app.token(grant_type=GRANT, device_code=device["user_code"]), "invalid_grant")
    assert_refused(app.token(grant_type=GRANT), "invalid_request")
    assert poll(app, device).status_code == 200


def test_only_apps_that_said_so_ask_by_a_code_and_only_for_what_apps_may_have(app: App) -> None:
    plain = registered()
    assert_refused(plain.post("/oauth/device_authorization", scope="read"), "unauthorized_client")
    assert_refused(plain.token(grant_type=GRANT, device_code="x"), "unauthorized_client")
    assert_refused(app.post("/oauth/device_authorization", scope="read account"), "invalid_scope")
    device = begun(app)
    assert app.owner.patch(f"/me/apps/{app.id}", {"device_flow": False}).status_code == 200
    answered(account_holder("Alice"), device["user_code"])
    assert_refused(poll(app, device), "unauthorized_client")


def test_the_scope_is_what_was_asked_before_whatever_is_said_at_the_end(app: App) -> None:
    device = begun(app)
    answered(account_holder("Alice"), device["user_code"])
    AppDevice.objects.filter(application__client_id=app.id).update(asked_at=None)
    told = app.token(grant_type=GRANT, device_code=device["device_code"], scope="read play host").json()
    assert told["scope"] == "read play"
    assert as_app(told).post("/matches", {"game": "cave", "seats": 3}).json()["code"] == "insufficient_scope"


def test_an_app_with_a_secret_needs_it_on_a_device_too() -> None:
    app = registered(device_flow=True, secret=True)
    assert_refused(app.post("/oauth/device_authorization", scope="read"), "invalid_client", 401)
    assert_refused(app.post("/oauth/device_authorization", scope="read", client_secret="wrong"), "invalid_client", 401)
    device = begun(app, client_secret=str(app.secret))
    answered(account_holder("Alice"), device["user_code"])
    assert_refused(poll(app, device), "invalid_client", 401)
    known = {"grant_type": GRANT, "device_code": device["device_code"], "client_secret": app.secret}
    assert app.token(**known).status_code == 200


@pytest.mark.parametrize("change", [str.lower, lambda code: code.replace("-", ""), lambda code: f" {code} "])
def test_a_code_may_be_typed_as_people_type(app: App, change: Any) -> None:
    assert asked(account_holder("Alice"), change(begun(app)["user_code"])).status_code == 200


def test_codes_are_of_letters_that_nobody_confuses_and_do_not_repeat(app: App) -> None:
    codes = [begun(app)["user_code"] for _ in range(50)]
    assert len(set(codes)) == 50
    assert set("".join(codes)) <= {*user_codes.LETTERS, "-"}
    assert {len(code) for code in codes} == {9}
    # Each place takes many letters.
    assert min(len({code[place] for code in codes}) for place in range(9) if place != 4) > 8


def test_who_tries_codes_is_stopped_whichever_of_their_sessions_they_try_by(app: App, settings: Settings) -> None:
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, "sign_up": {**alike(sign_up=1000)["sign_up"], "handle": 5}}
    mallory, device = account_holder("Mallory"), begun(app)
    # Each of these calls comes from a session of its own.
    told = [asked(mallory, f"BBBBBBB{letter}").status_code for letter in "BCDFGHJ"]
    assert told == [404] * 5 + [429] * 2
    assert answered(mallory, device["user_code"]).status_code == 429
    assert asked(account_holder("Alice"), device["user_code"]).status_code == 200


def test_calls_for_codes_are_counted_as_log_ins_are(app: App) -> None:
    told = asked(account_holder("Alice"), begun(app)["user_code"])
    assert told.headers["RateLimit-Policy"].startswith('"sign_up"')


def test_a_bot_s_account_lets_no_device_in(app: App) -> None:
    device = begun(app)
    assert answered(bot("Machine"), device["user_code"]).json()["code"] == "people_only"
    assert_refused(poll(app, device), "authorization_pending")


def test_a_player_who_is_gone_lets_no_device_in(app: App) -> None:
    alice, device = account_holder("Alice"), begun(app)
    assert answered(alice, device["user_code"]).status_code == 204
    assert alice.delete("/me").status_code == 204
    assert poll(app, device).json()["error"] == "invalid_grant"
