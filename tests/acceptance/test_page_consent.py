"""Apps of others on the page: an app asks, a device shows a code, and the profile takes the access away."""

import os
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import httpx
import pytest

from tests.acceptance.conftest import Running
from tests.acceptance.test_page_queue import looked_at
from tests.acceptance.test_page_ratings import call, member
from tests.acceptance.test_page_safety import origin
from tests.api.oauth.apps import VERIFIER, challenge
from tests.web.browser import Visitor, chromium
from tests.web.screens import Findings

__all__ = ["chromium"]

pytestmark = pytest.mark.skipif(os.environ.get("BROWSER") != "1", reason="the page is played by `make browser`")

DEVICE = "urn:ietf:params:oauth:grant-type:device_code"


def form(service: Running, path: str, **fields: str) -> Any:
    return httpx.post(f"{service.url}{path}", data=fields).json()


def answer(service: Running, tokens: Any) -> int:
    """What a call is told that an app makes with its access token."""
    headers = {"Authorization": f"Bearer {tokens['access_token']}"}
    return httpx.get(f"{service.url}/api/v1/matches?mine=true", headers=headers).status_code


def address(app: Any, **changed: str) -> str:
    asked = {
        "response_type": "code",
        "client_id": app["client_id"],
        "redirect_uri": app["redirect_uris"][0],
        "scope": "read play host",
        "state": "s1",
        "code_challenge": challenge(),
        "code_challenge_method": "S256",
        **changed,
    }
    return "oauth/authorize?" + urlencode(asked)


def registered(visitor: Visitor, service: Running) -> Any:
    # A room of ours is in the place of the app's own page: it is on this machine, and so needs no https.
    back = f"{service.url}/luck"
    return call(
        *(visitor, "POST", "/me/apps"),
        {"name": "Tabularium for the train", "redirect_uris": [back], "device_flow": True},
    )


def test_an_app_is_let_in_by_the_page_and_put_out_on_the_profile(service: Running, chromium: Any) -> None:
    maker, player = member(service, chromium), member(service, chromium)
    app, page = registered(maker, service), player.page
    player.go(address(app))
    page.wait_for_selector("h1:has-text('An app wants to act for you')")
    assert page.get_by_text("Tabularium for the train").is_visible()
    assert page.get_by_text(service.url, exact=True).is_visible()
    looked_at(player, "consent")
    page.get_by_role("button", name="Allow").click()
    page.wait_for_url("**/luck?code=*")
    told = {name: values[0] for name, values in parse_qs(urlsplit(page.url).query).items()}
    assert told["state"] == "s1"
    tokens = form(
        service,
        "/oauth/token",
        grant_type="authorization_code",
        client_id=app["client_id"],
        code=told["code"],
        redirect_uri=app["redirect_uris"][0],
        code_verifier=VERIFIER,
    )
    assert answer(service, tokens) == 200
    player.go("me")
    page.wait_for_selector("h2:has-text('Apps with access')")
    looked_at(player, "consent-profile")
    page.get_by_role("button", name="Remove access").click()
    page.wait_for_selector("h2:has-text('Apps with access')", state="detached")
    assert answer(service, tokens) == 401
    maker.leave()
    player.leave()


def test_who_refuses_goes_back_without_a_code(service: Running, chromium: Any) -> None:
    player = member(service, chromium)
    app = registered(player, service)
    player.go(address(app))
    player.page.get_by_role("button", name="Refuse").click()
    player.page.wait_for_url("**/luck?error=access_denied*")
    player.go(address(app, scope="account"))
    player.page.get_by_role("button", name="Back to the app").click()
    player.page.wait_for_url("**/luck?error=invalid_scope*")
    player.go(address(app, redirect_uri="https://evil.example/"))
    player.page.wait_for_selector(".trouble")
    assert player.page.get_by_role("button", name="Allow").count() == 0
    player.leave()


def test_a_stranger_logs_in_first_and_comes_back_to_the_question(service: Running, chromium: Any) -> None:
    maker, stranger = member(service, chromium), Visitor(chromium, service.url)
    stranger.go(address(registered(maker, service)))
    stranger.page.get_by_role("main").get_by_role("link", name="Log in").click()
    stranger.page.get_by_role("button", name="guest").first.click()
    stranger.page.wait_for_selector("h1:has-text('An app wants to act for you')")
    maker.leave()
    stranger.leave()


def test_a_device_is_connected_by_its_code(service: Running, chromium: Any) -> None:
    player = member(service, chromium)
    app, page = registered(player, service), player.page
    device = form(service, "/oauth/device_authorization", client_id=app["client_id"], scope="read play")
    player.go("device")
    page.wait_for_selector("h1:has-text('Connect a device')")
    looked_at(player, "consent-device")
    page.get_by_label("Code").fill("BBBBBBBB")
    page.get_by_role("button", name="Next", exact=True).click()
    page.wait_for_selector(".trouble")
    page.get_by_label("Code").fill(device["user_code"].lower())
    page.get_by_role("button", name="Next", exact=True).click()
    page.get_by_role("button", name="Allow").click()
    page.wait_for_selector("text=Done. Your device goes on by itself")
    polled = form(
        service, "/oauth/token", grant_type=DEVICE, client_id=app["client_id"], device_code=device["device_code"]
    )
    assert polled["scope"] == "read play"
    player.leave()


def test_a_player_registers_changes_and_deletes_an_app_on_the_profile(service: Running, chromium: Any) -> None:
    maker = member(service, chromium)
    page = maker.page
    maker.go("me")
    page.click("summary:has-text('Register an app')")
    page.get_by_label("Name, as players will see it").fill("Train")
    addresses = page.get_by_label("Addresses that players come back to")
    addresses.fill("http://localhost/back")
    button = page.get_by_role("button", name="Register an app")
    button.click()
    page.wait_for_selector(".wrong:has-text('An address is https')")
    addresses.fill("http://127.0.0.1/back\nhttps://app.example/back")
    page.get_by_label("It keeps a secret").check()
    button.click()
    page.click("summary:has-text('Train')")
    page.wait_for_selector("code:has-text('tab_s_')")
    looked_at(maker, "own-app-made")
    (app,) = call(maker, "GET", "/me/apps")["items"]
    assert app["redirect_uris"] == ["http://127.0.0.1/back", "https://app.example/back"]
    assert (app["name"], app["secret"], app["device_flow"]) == ("Train", True, False)
    own = page.locator("details", has=page.locator("summary", has_text="Train"))
    own.get_by_label("It shows a code").check()
    own.get_by_label("Name, as players will see it").fill("Tram")
    own.get_by_role("button", name="Save").click()
    page.wait_for_selector("summary:has-text('Tram')")
    (app,) = call(maker, "GET", "/me/apps")["items"]
    assert (app["name"], app["secret"], app["device_flow"]) == ("Tram", True, True)
    page.click("summary:has-text('Delete this app')")
    page.get_by_role("button", name="Delete this app").click()
    page.wait_for_selector("summary:has-text('Tram')", state="detached")
    assert call(maker, "GET", "/me/apps")["items"] == []
    maker.leave()


def test_the_question_is_for_everybody_in_every_language_and_on_a_phone(service: Running, chromium: Any) -> None:
    player = member(service, chromium)
    app, page, findings = registered(player, service), player.page, Findings()
    for width, height in ((1280, 800), (360, 740)):
        page.set_viewport_size({"width": width, "height": height})
        for language, theme in (("en", "light"), ("he", "dark"), ("he", "light"), ("pl", "dark")):
            page.evaluate("wish => Object.assign(localStorage, wish)", {"language": language, "theme": theme})
            for room, there in ((address(app), ".consent"), ("device", ".consent"), ("me", ".packed")):
                player.go(room)
                page.wait_for_selector(there)
                page.evaluate("document.querySelectorAll('#page details').forEach(one => { one.open = true; })")
                name = room.split("?")[0].replace("/", "-")
                findings.look(page, f"{name} {language} {theme} {width}")
                looked_at(player, f"consent-{name}-{language}-{theme}-{width}")
    assert not findings.lines, "\n".join(findings.lines)
    player.leave()


def test_no_page_of_the_same_site_shows_the_question_in_a_frame(service: Running, chromium: Any) -> None:
    player = member(service, chromium)
    app = registered(player, service)
    for path in ("embed/luck", address(app), f"embed/{address(app)}", "device", "embed/device"):
        with origin(f"<!doctype html><iframe width=900 height=700 src='{service.url}/{path}'></iframe>") as port:
            player.page.goto(f"http://127.0.0.1:{port}/")
            ours = player.page.frame_locator("iframe").locator("#page h1").first
            if path == "embed/luck":
                ours.wait_for(state="attached")
            else:
                player.page.wait_for_timeout(1000)
                assert ours.count() == 0, path
    # The browser says in its console that it has refused.
    player.context.close()
