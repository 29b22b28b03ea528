"""Codes, tokens and their refusals, as an attacker would try them."""

import base64
import json
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.utils.timezone import now
from pytest_django import Settings

from config.environment.limits import alike
from games.matches.accounts.tokens import APP_SCOPES, digest
from games.matches.models.people import Player, Token
from games.matches.models.third_parties import AppAccess, AppCode, AppRefresh
from tests.api.oauth.apps import (
    BACK,
    FORM,
    VERIFIER,
    as_app,
    browser_of,
    challenge,
    consented,
    parameters,
    registered,
    tokens,
)
from tests.support.cast import Person, account_holder, bot, create
from tests.support.races import at_once

# The key that oauthlib's own documentation gives for a missing client.
ERRORS = {"invalid_request", "invalid_grant", "invalid_client", "invalid_scope", "unsupported_grant_type"}


def assert_refused(answer: Any, error: str, status: int = 400) -> None:
    """As RFC 6749 has it in section 5.2."""
    told = json.loads(answer.content)
    assert (answer.status_code, told["error"]) == (status, error), told
    assert answer.headers["Content-Type"].startswith("application/json")
    assert answer.headers["Cache-Control"] == "no-store"


def question(who: Person, query: str) -> Any:
    return browser_of(who).call("POST", "/session/authorization-question", {"query": query})


def works(told: dict[str, Any]) -> bool:
    return bool(as_app(told).get("/matches?mine=true").status_code == 200)


@pytest.mark.parametrize("grant", ["authorization_code", "refresh_token"])
def test_a_nul_in_the_name_of_an_app_is_nobody_s(grant: str) -> None:
    headers = {"Authorization": "Basic " + base64.b64encode(b"\0:").decode()}
    form = {"grant_type": grant, "code": "x", "refresh_token": "x", "redirect_uri": BACK}
    answer = Client().post(
        "/oauth/token", "&".join(f"{name}={value}" for name, value in form.items()), FORM, headers=headers
    )
    assert_refused(answer, "invalid_client", 401)


# Access


def test_an_app_gets_tokens_by_a_code_and_calls_the_api_with_them() -> None:
    app, alice = registered(), account_holder("Alice")
    answer = app.redeem(consented(app, alice))
    told = answer.json()
    assert set(told) == {"access_token", "expires_in", "token_type", "scope", "refresh_token", "player"}
    assert (told["token_type"], told["expires_in"], told["scope"], told["player"]) == (
        *("Bearer", 3600, "read play"),
        alice.id,
    )
    assert (answer.headers["Cache-Control"], answer.headers["Pragma"]) == ("no-store", "no-cache")
    assert works(told)


def test_a_token_of_an_app_is_good_for_its_scopes_as_a_player_s_own_is() -> None:
    app, alice = registered(), account_holder("Alice")
    theirs = as_app(tokens(app, alice, scope="read play"))
    match = create(account_holder("Bob").id)
    assert theirs.post(f"/matches/{match}/join").status_code == 200
    assert theirs.post("/matches", {"game": "cave", "seats": 3}).json()["code"] == "insufficient_scope"
    host = as_app(tokens(app, alice, scope="host"))
    assert host.post("/matches", {"game": "cave", "seats": 3}).status_code == 201
    assert host.post(f"/matches/{match}/leave").json()["code"] == "insufficient_scope"


ACCOUNT = [
    ("GET", "/me"),
    ("PATCH", "/me"),
    ("DELETE", "/me"),
    ("POST", "/me/upgrade"),
    ("PUT", "/me/bot"),
    ("GET", "/me/tokens"),
    ("DELETE", "/me/tokens"),
    ("GET", "/me/archive"),
    ("GET", "/me/apps"),
    ("POST", "/me/apps"),
    ("GET", "/me/app-access"),
    ("DELETE", "/me/app-access/x"),
    ("POST", "/me/email-confirmations"),
    ("POST", "/me/stream-tickets"),
    ("GET", "/me/webhooks"),
    ("POST", "/session/authorization"),
    ("POST", "/session/device-authorization"),
]


def test_with_all_that_an_app_can_be_given_it_reaches_nothing_of_the_account() -> None:
    told = tokens(registered(), account_holder("Alice"), scope=" ".join(APP_SCOPES))
    assert told["scope"] == "read play host"
    for method, path in ACCOUNT:
        answer = as_app(told)._call(method, path, "{}", {})
        assert (answer.status_code, answer.json()["code"]) == (403, "insufficient_scope"), (method, path)


def test_a_call_with_an_app_s_token_counts_as_one_with_a_token_of_the_player_s_own() -> None:
    told = tokens(registered(), account_holder("Alice"))
    one, own = as_app(told).get("/matches"), account_holder("Bob").get("/matches")
    assert one.headers["RateLimit-Policy"] == own.headers["RateLimit-Policy"]
    assert one.headers["RateLimit-Policy"].startswith('"reads"')


def test_an_access_token_ends_after_an_hour_and_no_refresh_token_is_one() -> None:
    told = tokens(registered(), account_holder("Alice"))
    assert as_app({**told, "access_token": told["refresh_token"]}).get("/matches").json()["code"] == "invalid_token"
    row = Token.objects.get(digest=digest(told["access_token"]))
    assert timedelta(minutes=59) < (row.expires_at or now()) - now() <= timedelta(hours=1)
    Token.objects.filter(id=row.id).update(expires_at=now())
    assert as_app(told).get("/matches").json()["code"] == "invalid_token"


def test_no_token_is_taken_from_an_address_or_a_body() -> None:
    app, alice = registered(), account_holder("Alice")
    told = tokens(app, alice)
    for address in (f"/api/v1/matches?access_token={told['access_token']}", "/api/v1/matches?mine=true"):
        assert Client().get(address).status_code in (400, 401)
    code = consented(app, alice)
    assert_refused(app.post(f"/oauth/token?code={code}", grant_type="authorization_code"), "invalid_request")
    assert_refused(app.post(f"/oauth/revoke?token={told['access_token']}"), "invalid_request")
    assert works(told)


# Where users are sent back to


BACKS = [
    "https://app.example/back",
    "https://app.example:8443/back?app=1",
    "http://127.0.0.1/back",
    "http://[::1]:9000/back",
    "com.example.app:/back",
]
WRONG = [
    ("https://app.example/back", "https://app.example/back/"),
    ("https://app.example/back", "https://app.example/backdoor"),
    ("https://app.example/back", "https://app.example/back/../evil"),
    ("https://app.example/back", "https://app.example/"),
    ("https://app.example/back", "https://app.example/back?next=https://evil.example"),
    ("https://app.example/back", "https://app.example/back?"),
    ("https://app.example/back", "https://app.example/back#"),
    ("https://app.example/back", "https://app.example/back#evil"),
    ("https://app.example/back", "https://app.example.evil.example/back"),
    ("https://app.example/back", "https://evil.example/back"),
    ("https://app.example/back", "https://app.example@evil.example/back"),
    ("https://app.example/back", "https://evil@app.example/back"),
    ("https://app.example/back", "https://app.example\\@evil.example/back"),
    ("https://app.example/back", "https://evil.example\\@app.example/back"),
    ("https://app.example/back", "https://app.example:443/back"),
    ("https://app.example/back", "https://app.example:8443/back"),
    ("https://app.example/back", "http://app.example/back"),
    ("https://app.example/back", "https://APP.example/back"),
    ("https://app.example/back", "HTTPS://app.example/back"),
    ("https://app.example/back", "//app.example/back"),
    ("https://app.example/back", "/back"),
    ("https://app.example/back", "javascript:alert(1)"),
    ("https://app.example/back", " https://app.example/back"),
    ("https://app.example/back", "https://app.example/back\n"),
    ("https://app.example/back", "https://app.exa\tmple/back"),
    ("https://app.example/back", "https://app.example/back;x=1"),
    ("https://app.example/back", "https://app.example/%62ack"),
    ("http://127.0.0.1/back", "http://127.0.0.1.evil.example/back"),
    ("http://127.0.0.1/back", "http://127.0.0.1:9@evil.example/back"),
    ("http://127.0.0.1/back", "http://localhost:9/back"),
    ("http://127.0.0.1/back", "http://127.1/back"),
    ("http://127.0.0.1/back", "https://127.0.0.1/back"),
    ("http://127.0.0.1/back", "http://127.0.0.1:9/other"),
    ("http://127.0.0.1/back", "http://[::1]/back"),
    ("com.example.app:/back", "com.example.app://back"),
    ("com.example.app:/back", "com.example.evil:/back"),
]


@pytest.mark.parametrize(("known", "asked"), WRONG)
def test_nobody_is_sent_where_the_app_has_not_registered(known: str, asked: str) -> None:
    app, alice = registered(redirect_uris=[known]), account_holder("Alice")
    for accept in (True, False):
        told = browser_of(alice).call(
            *("POST", "/session/authorization"),
            {"query": app.query(redirect_uri=asked), "accept": accept},
        )
        assert (told.status_code, told.json()["code"]) == (400, "authorization_refused")
        assert "evil" not in told.content.decode()
    # An error is no reason to send anybody there either.
    assert question(alice, app.query(redirect_uri=asked, scope="account")).json()["code"] == "authorization_refused"


@pytest.mark.parametrize("back", BACKS)
def test_users_go_back_to_registered_addresses(back: str) -> None:
    app, alice = registered(redirect_uris=[back]), account_holder("Alice")
    app.back = back
    told = browser_of(alice).call("POST", "/session/authorization", {"query": app.query(), "accept": True})
    assert told.json()["redirect_uri"].startswith(back)
    assert app.redeem(parameters(told.json()["redirect_uri"])["code"]).status_code == 200


@pytest.mark.parametrize("host", ["127.0.0.1", "[::1]"])
def test_a_program_on_the_player_s_machine_takes_any_port_and_names_it_again_at_the_end(host: str) -> None:
    app, alice = registered(redirect_uris=[f"http://{host}/back"]), account_holder("Alice")
    app.back = f"http://{host}:49152/back"
    code = consented(app, alice)
    assert_refused(app.redeem(code, redirect_uri=f"http://{host}:49153/back"), "invalid_request")
    assert app.redeem(code).status_code == 200


@pytest.mark.parametrize(
    "address",
    [
        "http://app.example/back",
        "http://localhost/back",
        "https://app.example/back#there",
        "https://user@app.example/back",
        "https://*.example/back",
        "https://app.example\\@evil.example/",
        "https:/app.example/back",
        "https://",
        "javascript:alert(1)",
        "javascript:/alert(1)",
        "data:/text",
        "file:/etc/passwd",
        "app:/back",
        "com.example.app://back",
        "com.example.app:back",
        "/back",
        "https://app.example/back two",
        "https://app.example/\u05d0",
        "https://app.example/\n",
        "",
    ],
)
def test_no_app_registers_an_address_that_can_lead_elsewhere(address: str) -> None:
    told = account_holder("Maker").post("/me/apps", {"name": "Train", "redirect_uris": [address]})
    assert (told.status_code, told.json()["code"]) == (400, "invalid_request")


# Proof Key for Code Exchange


@pytest.mark.parametrize(
    ("changed", "error"),
    [
        ({"code_challenge": None, "code_challenge_method": None}, "invalid_request"),
        ({"code_challenge": None}, "invalid_request"),
        ({"code_challenge_method": None}, "invalid_request"),
        ({"code_challenge_method": "plain"}, "invalid_request"),
        ({"code_challenge_method": "plain", "code_challenge": VERIFIER}, "invalid_request"),
        ({"code_challenge_method": "s256"}, "invalid_request"),
        ({"code_challenge": ""}, "invalid_request"),
        ({"code_challenge": "short"}, "invalid_request"),
        ({"code_challenge": challenge() + "="}, "invalid_request"),
        ({"code_challenge": "x" * 200}, "invalid_request"),
        ({"response_type": "token"}, "unsupported_response_type"),
        ({"response_type": "none"}, "unauthorized_client"),
        ({"response_type": "code token"}, "unauthorized_client"),
        ({"response_type": "id_token"}, "unsupported_response_type"),
        ({"response_type": None}, "invalid_request"),
        ({"scope": "account"}, "invalid_scope"),
        ({"scope": "read operate"}, "invalid_scope"),
        ({"scope": "read openid"}, "invalid_scope"),
        ({"scope": "*"}, "invalid_scope"),
    ],
)
def test_what_cannot_be_given_is_told_to_the_app_and_nothing_is(changed: dict[str, str | None], error: str) -> None:
    app, alice = registered(), account_holder("Alice")
    told = question(alice, app.query(**changed)).json()
    assert (told["scopes"], told["redirect_uri"]) == ([], BACK)
    assert parameters(told["refusal"])["error"] == error
    assert parameters(told["refusal"])["state"] == "s1"
    answer = browser_of(alice).call("POST", "/session/authorization", {"query": app.query(**changed), "accept": True})
    assert answer.json()["redirect_uri"] == told["refusal"]
    assert not AppCode.objects.filter(application__client_id=app.id).exists()


@pytest.mark.parametrize(
    ("verifier", "error"),
    [
        (None, "invalid_request"),
        ("", "invalid_request"),
        (VERIFIER[:-1], "invalid_grant"),
        (VERIFIER + "x", "invalid_grant"),
        (challenge(), "invalid_grant"),
        ("\u05d0" * 43, "invalid_grant"),
    ],
)
def test_a_code_is_worth_nothing_without_the_verifier(verifier: str | None, error: str) -> None:
    app, alice = registered(), account_holder("Alice")
    code = consented(app, alice)
    answer = app.redeem(code, code_verifier=verifier)
    assert answer.json()["error"] in (error, "invalid_grant")
    assert answer.status_code == 400
    assert app.redeem(code).status_code == 200


# Codes


def test_a_second_use_of_a_code_ends_all_that_came_of_the_first() -> None:
    app, alice = registered(), account_holder("Alice")
    code = consented(app, alice)
    first = app.redeem(code).json()
    second = app.refresh(first["refresh_token"]).json()
    assert works(second)
    assert_refused(app.redeem(code), "invalid_grant")
    assert not works(second)
    assert_refused(app.refresh(second["refresh_token"]), "invalid_grant")


def test_of_two_at_once_one_gets_tokens_and_then_nobody_has_any() -> None:
    app, alice = registered(), account_holder("Alice")
    code = consented(app, alice)
    answers = at_once(*[lambda: registered_again(app).redeem(code)] * 4)
    statuses = sorted(answer.status_code for answer in answers)  # type: ignore[attr-defined]
    assert statuses == [200, 400, 400, 400]
    assert not AppAccess.objects.filter(application__client_id=app.id).exists()
    assert not Token.objects.filter(player_id=alice.id, access__isnull=False).exists()


def registered_again(app: Any) -> Any:
    """The same app with a client of its own."""
    return type(app)(app.owner, app.id, app.secret, app.back)


def test_a_code_ends_after_a_minute() -> None:
    app, alice = registered(), account_holder("Alice")
    code = consented(app, alice)
    AppCode.objects.filter(application__client_id=app.id).update(expires=now())
    assert_refused(app.redeem(code), "invalid_grant")


def test_a_code_is_its_app_s_alone_and_another_s_try_takes_nothing_away() -> None:
    app, other, alice = registered(), registered(), account_holder("Alice")
    code = consented(app, alice)
    assert_refused(other.redeem(code), "invalid_grant")
    told = app.redeem(code).json()
    assert_refused(other.redeem(code), "invalid_grant")
    assert works(told)


def test_a_code_goes_with_the_address_that_it_was_sent_to() -> None:
    app, alice = registered(redirect_uris=[BACK, f"{BACK}/2"]), account_holder("Alice")
    for changed in (f"{BACK}/2", f"{BACK}/", None):
        assert app.redeem(consented(app, alice), redirect_uri=changed).json()["error"] in ERRORS


def test_an_app_learns_who_has_answered_with_a_code_and_with_a_refusal() -> None:
    app, alice = registered(redirect_uris=[f"{BACK}?iss=https://evil.example"]), account_holder("Alice")
    app.back = f"{BACK}?iss=https://evil.example"
    app2 = registered()
    issuer = Client().get("/.well-known/oauth-authorization-server").json()["issuer"]
    for accept, told in ((True, "code"), (False, "error")):
        answer = browser_of(alice).call("POST", "/session/authorization", {"query": app2.query(), "accept": accept})
        found = parameters(answer.json()["redirect_uri"])
        assert (found["iss"], found["state"]) == (issuer, "s1")
        assert told in found
    assert found["error"] == "access_denied"
    answer = browser_of(alice).call("POST", "/session/authorization", {"query": app.query(), "accept": True})
    assert parameters(answer.json()["redirect_uri"])["iss"] == issuer


# Refresh


def test_a_refresh_token_changes_with_each_use_and_the_access_token_before_is_worth_nothing() -> None:
    app, alice = registered(), account_holder("Alice")
    first = tokens(app, alice)
    second = app.refresh(first["refresh_token"]).json()
    assert second["refresh_token"] != first["refresh_token"]
    assert second["access_token"] != first["access_token"]
    assert (second["scope"], second["player"]) == ("read play", alice.id)
    assert (works(first), works(second)) == (False, True)


def test_a_second_use_of_a_refresh_token_ends_all_of_its_family_and_no_other() -> None:
    app, alice = registered(), account_holder("Alice")
    first, elsewhere = tokens(app, alice), tokens(app, alice)
    second = app.refresh(first["refresh_token"]).json()
    third = app.refresh(second["refresh_token"]).json()
    assert works(third)
    assert_refused(app.refresh(first["refresh_token"]), "invalid_grant")
    assert_refused(app.refresh(third["refresh_token"]), "invalid_grant")
    assert (works(third), works(elsewhere)) == (False, True)


def test_of_two_refreshes_at_once_one_counts_and_the_other_is_a_second_use() -> None:
    app, alice = registered(), account_holder("Alice")
    first = tokens(app, alice)
    answers = at_once(*[lambda: registered_again(app).refresh(first["refresh_token"])] * 3)
    assert sorted(answer.status_code for answer in answers) == [200, 400, 400]  # type: ignore[attr-defined]
    assert not Token.objects.filter(player_id=alice.id, access__isnull=False).exists()


def test_a_refresh_gives_no_more_than_was_agreed_to() -> None:
    app, alice = registered(), account_holder("Alice")
    told = tokens(app, alice, scope="read")
    for scope in ("read play", "account", "read host", "operate"):
        assert_refused(app.refresh(told["refresh_token"], scope=scope), "invalid_scope", 400)
    narrow = tokens(app, alice, scope="read play")
    narrowed = app.refresh(narrow["refresh_token"], scope="read").json()
    assert narrowed["scope"] == "read"
    # What was given up does not come back.
    assert_refused(app.refresh(narrowed["refresh_token"], scope="read play"), "invalid_scope")


def test_a_refresh_token_is_its_app_s_alone() -> None:
    app, other, alice = registered(), registered(), account_holder("Alice")
    told = tokens(app, alice)
    assert_refused(other.refresh(told["refresh_token"]), "invalid_grant")
    new = app.refresh(told["refresh_token"]).json()
    # Nor does another's try with a used one end anything.
    assert_refused(other.refresh(told["refresh_token"]), "invalid_grant")
    assert works(new)


def test_a_refresh_token_that_nobody_used_for_sixty_days_is_worth_nothing() -> None:
    app, alice = registered(), account_holder("Alice")
    told = tokens(app, alice)
    AppAccess.objects.filter(application__client_id=app.id).update(expires=now() - timedelta(days=60))
    assert_refused(app.refresh(told["refresh_token"]), "invalid_grant")


# Apps with a secret


def basic(app: Any, secret: str) -> dict[str, str]:
    return {"Authorization": "Basic " + base64.b64encode(f"{app.id}:{secret}".encode()).decode()}


def test_an_app_with_a_secret_has_to_know_it() -> None:
    app, alice = registered(secret=True), account_holder("Alice")
    code = consented(app, alice)
    asked = {"grant_type": "authorization_code", "code": code, "redirect_uri": BACK, "code_verifier": VERIFIER}
    assert_refused(app.token(**asked), "invalid_client", 401)
    assert_refused(app.token(**asked, client_secret="wrong"), "invalid_client", 401)
    assert_refused(app.token(**asked, client_secret=""), "invalid_client", 401)
    assert_refused(app.post("/oauth/token", headers=basic(app, "wrong"), **asked), "invalid_client", 401)
    told = app.post("/oauth/token", headers=basic(app, str(app.secret)), **asked)
    assert told.status_code == 200
    refresh = told.json()["refresh_token"]
    assert_refused(app.refresh(refresh), "invalid_client", 401)
    assert app.refresh(refresh, client_secret=app.secret).status_code == 200


def test_an_app_without_a_secret_has_none_that_is_empty() -> None:
    app, alice = registered(), account_holder("Alice")
    code = consented(app, alice)
    assert_refused(
        app.post("/oauth/token", headers=basic(app, ""), grant_type="authorization_code", code=code),
        "invalid_client",
        401,
    )
    assert_refused(app.redeem(code, client_secret="x"), "invalid_client", 401)
    assert app.redeem(code).status_code == 200


# Revocation


@pytest.mark.parametrize("which", ["access_token", "refresh_token"])
@pytest.mark.parametrize("hint", [None, "access_token", "refresh_token", "nonsense"])
def test_an_app_gives_up_its_access_by_any_of_its_tokens(which: str, hint: str | None) -> None:
    app, alice = registered(), account_holder("Alice")
    told = tokens(app, alice)
    answer = app.post("/oauth/revoke", token=told[which], token_type_hint=hint)
    assert answer.status_code == 200
    assert not works(told)
    assert_refused(app.refresh(told["refresh_token"]), "invalid_grant")


def test_a_refresh_token_of_before_revokes_what_came_of_it_too() -> None:
    app, alice = registered(), account_holder("Alice")
    first = tokens(app, alice)
    second = app.refresh(first["refresh_token"]).json()
    assert app.post("/oauth/revoke", token=first["refresh_token"]).status_code == 200
    assert not works(second)


def test_no_app_revokes_for_another_and_none_learns_whether_a_token_exists() -> None:
    app, other, alice = registered(), registered(), account_holder("Alice")
    told = tokens(app, alice)
    for token in (told["access_token"], told["refresh_token"], alice.token, "tab_nothing"):
        answer = other.post("/oauth/revoke", token=token)
        assert (answer.status_code, answer.content) == (200, b"")
    assert works(told)
    assert alice.get("/me").status_code == 200


# The ends of players and apps


def test_a_player_takes_access_away_and_the_list_forgets_the_app() -> None:
    app, other, alice = registered(), registered(), account_holder("Alice")
    told, elsewhere, code = tokens(app, alice), tokens(other, alice), consented(app, alice)
    assert {item["app"]["client_id"] for item in alice.get("/me/app-access").json()["items"]} == {app.id, other.id}
    assert alice.delete(f"/me/app-access/{app.id}").status_code == 204
    assert [item["app"]["client_id"] for item in alice.get("/me/app-access").json()["items"]] == [other.id]
    assert (works(told), works(elsewhere)) == (False, True)
    assert_refused(app.refresh(told["refresh_token"]), "invalid_grant")
    assert_refused(app.redeem(code), "invalid_grant")
    assert alice.delete(f"/me/app-access/{app.id}").json()["code"] == "app_not_found"


def test_who_logs_out_everywhere_logs_out_apps_too() -> None:
    app, alice = registered(), account_holder("Alice")
    told = tokens(app, alice)
    assert alice.delete("/me/tokens").status_code == 204
    assert not works(told)
    assert_refused(app.refresh(told["refresh_token"]), "invalid_grant")
    assert alice.get("/me").status_code == 200


def test_a_deleted_player_leaves_nothing_to_apps_and_no_app() -> None:
    app, alice, bob = registered(), account_holder("Alice"), account_holder("Bob")
    told, code = tokens(app, alice), consented(app, alice)
    of_alice = registered(alice)
    of_bob = tokens(of_alice, bob)
    assert alice.delete("/me").status_code == 204
    assert not works(told)
    assert_refused(app.refresh(told["refresh_token"]), "invalid_grant")
    assert_refused(app.redeem(code), "invalid_grant")
    # Who registered an app is gone, and so is the app.
    assert not works(of_bob)
    assert_refused(of_alice.refresh(of_bob["refresh_token"]), "invalid_client", 401)
    assert not AppRefresh.objects.filter(user_id__in=[alice.id, bob.id]).exists()


def test_a_deleted_app_can_do_nothing_any_more() -> None:
    app, alice = registered(), account_holder("Alice")
    told, code = tokens(app, alice), consented(app, alice)
    assert app.owner.delete(f"/me/apps/{app.id}").status_code == 204
    assert not works(told)
    assert_refused(app.redeem(code), "invalid_client", 401)
    assert question(alice, app.query()).json()["code"] == "authorization_refused"


def test_an_app_s_token_is_not_among_the_player_s_own() -> None:
    app, alice = registered(), account_holder("Alice")
    told = tokens(app, alice)
    row = Token.objects.get(digest=digest(told["access_token"]))
    assert str(row.id) not in [item["id"] for item in alice.get("/me/tokens").json()["items"]]
    assert alice.delete(f"/me/tokens/{row.id}").json()["code"] == "token_not_found"
    assert works(told)


def test_a_bot_s_account_gives_no_app_access() -> None:
    app, machine = registered(), bot("Machine")
    told = browser_of(machine).call("POST", "/session/authorization", {"query": app.query(), "accept": True})
    assert (told.status_code, told.json()["code"]) == (403, "people_only")


# Malformed calls


@pytest.mark.parametrize("path", ["/oauth/token", "/oauth/revoke", "/oauth/device_authorization"])
def test_a_malformed_call_is_refused_as_the_protocol_has_it(path: str) -> None:
    app = registered(device_flow=True)
    client = Client(raise_request_exception=False)
    assert_refused(client.post(path, "{}", content_type="application/json"), "invalid_request")
    assert_refused(client.post(path, f"client_id={app.id}&client_id={app.id}", content_type=FORM), "invalid_request")
    assert_refused(client.post(path, "client_id=%00", content_type=FORM), "invalid_request")
    assert_refused(client.get(path), "invalid_request", 405)
    assert_refused(client.put(path, "x", content_type=FORM), "invalid_request", 405)
    for body in ("", "client_id=x", "client_id=%FF", "=&&=", f"client_id={app.id}&scope=account"):
        answer = client.post(path, body, content_type=FORM)
        assert answer.status_code in (400, 401), (body, answer.content)
        assert "error" in answer.json()


def test_who_calls_too_often_is_told_so_by_a_problem_document(settings: Settings) -> None:
    # It is registered by a call that counts too.
    app = registered()
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, **alike(lobby=2)}
    for path in ("/oauth/token", "/oauth/revoke", "/oauth/device_authorization"):
        at = f"192.0.2.{len(path)}"
        said = [app.client.post(path, "x=y", content_type=FORM, REMOTE_ADDR=at).status_code for _ in range(3)]
        assert said[2] == 429, path
        assert app.client.post(path, "x=y", content_type=FORM, REMOTE_ADDR=at).json()["code"] == "rate_limited"


def test_other_ways_to_a_token_are_not_spoken() -> None:
    app, alice = registered(secret=True), account_holder("Alice")
    for grant in ("password", "client_credentials", "urn:ietf:params:oauth:grant-type:jwt-bearer", "", None):
        answer = app.token(
            grant_type=grant, username=alice.handle, password="x", client_secret=app.secret, scope="read"
        )
        assert_refused(answer, "unsupported_grant_type")


@pytest.mark.parametrize(
    "path",
    [
        *(
            "/oauth/introspect",
            "/oauth/applications/",
            "/oauth/authorized_tokens/",
            "/oauth/register",
            "/oauth/userinfo",
        ),
        *("/oauth/.well-known/openid-configuration", "/.well-known/openid-configuration", "/oauth/device/"),
        *("/o/token/", "/o/authorize/", "/oauth/token/", "/oauth/logout/", "/.well-known/oauth-protected-resource"),
    ],
)
def test_nothing_else_of_the_library_is_there(path: str) -> None:
    assert Client().get(path).status_code == 404
    assert Client().post(path).status_code == 404


def test_the_metadata_tell_where_everything_is_and_what_is_spoken() -> None:
    answer = Client().get("/.well-known/oauth-authorization-server")
    told = answer.json()
    assert answer.headers["Content-Type"] == "application/json"
    assert told["code_challenge_methods_supported"] == ["S256"]
    assert told["scopes_supported"] == ["read", "play", "host"]
    assert told["authorization_response_iss_parameter_supported"] is True
    assert told["response_types_supported"] == ["code"]
    assert not {"implicit", "password", "client_credentials"} & set(told["grant_types_supported"])
    for name in ("token", "revocation", "device_authorization"):
        address = told[f"{name}_endpoint"].removeprefix(told["issuer"])
        assert Client().get(address).status_code == 405, name
    page = Client().get(told["authorization_endpoint"].removeprefix(told["issuer"]), headers={"Accept": "text/html"})
    assert page.status_code == 200


def test_pages_of_others_may_ask_for_tokens_and_read_the_metadata() -> None:
    for path in ("/oauth/token", "/oauth/revoke", "/.well-known/oauth-authorization-server"):
        asked = {"Origin": "https://app.example", "Access-Control-Request-Method": "POST"}
        answer = Client().options(path, headers=asked)
        assert answer.headers["Access-Control-Allow-Origin"] == "*", path
        assert "Access-Control-Allow-Credentials" not in answer.headers
    for path in ("/oauth/authorize", "/device"):
        answer = Client().get(path, headers={"Origin": "https://app.example", "Accept": "text/html"})
        assert "Access-Control-Allow-Origin" not in answer.headers


# What is kept


def test_the_database_holds_no_code_and_no_token_as_they_are() -> None:
    app, alice = registered(secret=True, device_flow=True), account_holder("Alice")
    code, unused = consented(app, alice), consented(app, alice)
    first = app.redeem(code, client_secret=app.secret).json()
    second = app.refresh(first["refresh_token"], client_secret=app.secret).json()
    device = app.post("/oauth/device_authorization", client_secret=app.secret, scope="read").json()
    secrets = [
        code,
        unused,
        app.secret,
        device["device_code"],
        device["user_code"],
        device["user_code"].replace("-", ""),
    ]
    secrets += [told[name] for told in (first, second) for name in ("access_token", "refresh_token")]
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'"
            " AND has_table_privilege(oid, 'SELECT')"
        )
        tables = [name for (name,) in cursor.fetchall()]
        assert {
            "matches_app",
            "matches_appcode",
            "matches_appaccess",
            "matches_apprefresh",
            "matches_appdevice",
        } <= set(tables)
        for table in tables:
            for secret in secrets:
                # All columns of a row as one text; bytes stand in it in hexadecimal.
                said = [secret, str(secret).encode().hex()]
                cursor.execute(
                    f'SELECT count(*) FROM "{table}" AS one WHERE one::text LIKE ANY(%s)',
                    [[f"%{text}%" for text in said]],
                )
                assert cursor.fetchone() == (0,), table


def test_it_would_be_found_if_it_were_kept() -> None:
    alice = account_holder("Alice")
    Player.objects.filter(id=alice.id).update(email="tab_r_found@mail.example")
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM matches_player AS one WHERE one::text LIKE ANY(%s)", [["%tab_r_found%"]])
        assert cursor.fetchone() == (1,)


def test_no_secret_stands_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")
    app, alice = registered(secret=True), account_holder("Alice")
    code = consented(app, alice)
    told = app.redeem(code, client_secret=app.secret).json()
    app.redeem(code, client_secret=app.secret)
    app.refresh(told["refresh_token"], client_secret=app.secret)
    app.post("/oauth/revoke", token=told["access_token"], client_secret="wrong")
    said = caplog.text + str([record.__dict__ for record in caplog.records])
    for secret in (code, told["access_token"], told["refresh_token"], app.secret, VERIFIER):
        assert str(secret) not in said


def test_many_players_and_apps_do_not_wait_for_each_other_for_ever() -> None:
    apps, people = [registered() for _ in range(2)], [account_holder("Alice") for _ in range(2)]

    def play(number: int) -> bool:
        app, who = registered_again(apps[number % 2]), people[number // 2 % 2]
        redeemed = app.redeem(consented(app, who))
        if redeemed.status_code == 400:
            # The same player has ended the app's access meanwhile, and with it the code.
            return bool(redeemed.json() == {"error": "invalid_grant"})
        if number % 3 == 0:
            who.delete(f"/me/app-access/{app.id}")
        return app.refresh(redeemed.json()["refresh_token"]).status_code in (200, 400)

    with ThreadPoolExecutor(4) as pool:
        assert all(pool.map(_closing(play), range(12)))


def _closing(work: Any) -> Any:
    def done(number: int) -> Any:
        try:
            return work(number)
        finally:
            connection.close()

    return done
