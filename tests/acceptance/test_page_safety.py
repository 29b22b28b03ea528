"""The page against those who wish it ill, in a browser, against the whole service: `make browser`."""

import json
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from tests.acceptance.conftest import Running
from tests.web.browser import Visitor, chromium
from tests.web.screens import MODES, SCREENS, begin, shown

__all__ = ["chromium"]

pytestmark = pytest.mark.skipif(os.environ.get("BROWSER") != "1", reason="the page is played by `make browser`")

MARKUP = (
    "<img class=xss src=x onerror=alert(1)><b class=xss>\"'`--></style></script><script class=xss>alert(1)</script>"
)
# Wherever the API has words of somebody's, or of a rule's: all of them are shown as they are written.
WORDS = {"handle", "name", "label", "detail", "title", "description", "text", "word", "url", "email", "endpoint"}
LANGUAGES = {"en", "he", "pl"}
INJECTED = "() => document.querySelectorAll('.xss, [onerror], a[href^=javascript]').length"


def spoilt(value: Any, key: str = "") -> Any:
    """An answer of the API with markup for every word in it; what programs read is left as it is."""
    if isinstance(value, dict):
        return {name: spoilt(one, name if name not in LANGUAGES else "name") for name, one in value.items()}
    if isinstance(value, list):
        # Pieces of sentences are texts, or name something that has a text.
        return [MARKUP if isinstance(one, str) and key in ("text", "label") else spoilt(one, key) for one in value]
    return MARKUP if isinstance(value, str) and key in WORDS else value


def dialogs_of(visitor: Visitor) -> list[str]:
    """What scripts have said by dialogs, from now on."""
    said: list[str] = []

    def hear(dialog: Any) -> None:
        said.append(dialog.message)
        dialog.dismiss()

    visitor.page.on("dialog", hear)
    return said


def test_no_answer_of_the_api_makes_an_element_or_runs_on_any_screen(service: Running, chromium: Any) -> None:
    visitor = Visitor(chromium, service.url)
    player = begin(visitor)
    dialogs = dialogs_of(visitor)
    spoils = 0

    def spoil(route: Any) -> None:
        nonlocal spoils
        if route.request.method != "GET" or "stream" in route.request.url or "export" in route.request.url:
            route.fallback()
            return
        answer = route.fetch()
        if "json" not in answer.headers.get("content-type", ""):
            route.fulfill(response=answer)
            return
        spoils += 1
        # The address of another's schema is no word.
        text = answer.json()
        route.fulfill(response=answer, body=json.dumps(spoilt(text)))

    visitor.page.route("**/api/v1/**", spoil)
    for name in SCREENS:
        # The match file has to be whole to be checked, and without a connection nothing is asked for.
        if name not in ("verify", "offline"):
            with shown(player, name, MODES[0]) as page:
                assert page.evaluate(INJECTED) == 0, name
                # Neither of these tells anything that the API has.
                assert "onerror=alert(1)" in page.content() or name in {"login", "unknown"}, name
    assert dialogs == []
    assert spoils > len(SCREENS)
    visitor.leave()


def test_no_field_of_any_form_makes_an_element_or_runs(service: Running, chromium: Any) -> None:
    visitor = Visitor(chromium, service.url)
    dialogs = dialogs_of(visitor)
    player = begin(visitor, moves={})
    for name in ("profile", "login", "lobby", "waiting", "table-spell-a-spell"):
        with shown(player, name, MODES[0]) as page:
            for place in range(page.locator("main form").count()):
                form = page.locator("main form").nth(place)
                if not form.is_visible():
                    continue
                for field in form.locator("input:not([type]), input[type=text], input[type=password]").all():
                    field.evaluate("one => one.removeAttribute('maxlength')")
                    field.fill(MARKUP)
                for field in form.locator("input[type=email], input[type=url]").all():
                    field.evaluate("(one, text) => { one.type = 'text'; one.value = text }", MARKUP)
                form.evaluate("one => one.requestSubmit()")
                page.wait_for_function("() => document.querySelector('main')?.getAttribute('aria-busy') !== 'true'")
                assert page.evaluate(INJECTED) == 0, (name, place)
    assert dialogs == []
    visitor.leave()


@pytest.mark.parametrize(
    "path",
    [
        "login?next=javascript:alert(1)",
        "login?next=https://evil.example/",
        "login?next=//evil.example/",
        "login?next=%5C%5Cevil.example",
        "lobby?game=<img src=x onerror=alert(1)>",
        "matches/00000000-0000-7000-8000-000000000000/replay?at=<b class=xss>&seat=<b class=xss>",
        "join/<b class=xss>#<img src=x onerror=alert(1)>",
    ],
)
def test_no_address_runs_or_leads_elsewhere(path: str, service: Running, chromium: Any) -> None:
    visitor = Visitor(chromium, service.url)
    asked: list[str] = []
    visitor.context.on("request", lambda one: asked.append(one.url))
    visitor.page.on("dialog", lambda dialog: asked.append(f"dialog {dialog.message}"))
    visitor.go(path)
    buttons = visitor.page.locator("main button.main")
    if buttons.count() and path.startswith("login"):
        # As after a renewal of the service, when the next way through the page is one of the browser's.
        visitor.page.evaluate(
            "async () => (await import(document.scripts[0].src.replace('app.js', 'installed.js'))).state.isRenewed = true"
        )
        buttons.first.click()
        visitor.page.wait_for_url(lambda now: "login" not in now)
    assert visitor.page.evaluate(INJECTED) == 0
    assert all(one.startswith((service.url, "data:")) for one in asked), asked
    visitor.leave()


@contextmanager
def origin(text: str) -> Iterator[int]:
    """A page of somebody else's, at every address of a port of this machine."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(text.encode())

        def log_message(self, *_: Any) -> None:
            """Silence."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_port
        server.shutdown()


# All that a page of another origin may try with a visitor's rights; what each told it.
ATTACK = """async (api) => {
    const wish = JSON.stringify({game: "cave", seats: 2, name: "Mallory's"});
    const tries = {};
    const attempt = async (name, address, wishes) => {
        try { tries[name] = (await fetch(api + address, wishes)).status } catch { tries[name] = "blocked" }
    };
    await attempt("json", "/matches", {method: "POST", credentials: "include", body: wish, headers: {"Content-Type": "application/json"}});
    await attempt("text", "/matches", {method: "POST", credentials: "include", mode: "no-cors", body: wish, headers: {"Content-Type": "text/plain"}});
    await attempt("plain", "/matches", {method: "POST", credentials: "include", mode: "no-cors", body: wish});
    await attempt("header", "/matches", {method: "POST", credentials: "include", body: wish,
        headers: {"Content-Type": "application/json", "Tabularium-Page": "-"}});
    await attempt("read", "/me", {credentials: "include"});
    await attempt("read with header", "/me", {credentials: "include", headers: {"Tabularium-Page": "-"}});
    await attempt("log out", "/session", {method: "DELETE", credentials: "include"});
    await attempt("log in", "/session", {method: "POST", credentials: "include", mode: "no-cors", body: "{}"});
    await attempt("delete", "/me", {method: "DELETE", credentials: "include"});
    navigator.sendBeacon(api + "/matches", new Blob([wish], {type: "text/plain"}));
    for (const [type, value] of [["text/plain", wish], ["application/x-www-form-urlencoded", ""], ["multipart/form-data", ""]]) {
        const frame = document.body.appendChild(Object.assign(document.createElement("iframe"), {name: "frame" + type}));
        const form = document.body.appendChild(Object.assign(document.createElement("form"), {
            method: "POST", enctype: type, action: api + "/matches", target: frame.name}));
        form.append(Object.assign(document.createElement("input"), {name: value || "game", value: "cave"}));
        form.submit();
    }
    await new Promise(done => setTimeout(done, 500));
    return tries;
}"""


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"], ids=["another port", "another site"])
def test_a_page_of_another_origin_can_neither_act_nor_read_nor_log_out(
    host: str, service: Running, chromium: Any
) -> None:
    visitor = Visitor(chromium, service.url)
    visitor.practise("cave")
    mine = "() => fetch('/api/v1/matches?mine=true', {headers: {'Tabularium-Page': '-'}}).then(one => one.json())"
    # The lists follow the page.
    service.wait_for(lambda: len(visitor.page.evaluate(mine)["items"]) == 1, seconds=30)
    before = visitor.page.evaluate(mine)["items"]
    with origin("<!doctype html><body>") as port:
        other = visitor.context.new_page()
        other.goto(f"http://{host}:{port}/")
        tries = other.evaluate(ATTACK, f"{service.url}/api/v1")
    # An opaque answer is 0: nothing can be read of it.
    assert {name: told for name, told in tries.items() if told not in ("blocked", 0)} == {}
    assert [one["id"] for one in visitor.page.evaluate(mine)["items"]] == [one["id"] for one in before]
    visitor.leave()


def test_in_a_frame_of_another_page_of_the_same_site_nobody_is_logged_in(service: Running, chromium: Any) -> None:
    visitor = Visitor(chromium, service.url)
    match = visitor.practise("rock-paper-wizard")
    player = visitor.page.evaluate("localStorage.getItem('player')")
    sent: list[str] = []
    with origin(
        f'<!doctype html><iframe width=900 height=700 src="{service.url}/embed/matches/{match}"></iframe>'
    ) as port:
        other = visitor.context.new_page()
        other.on("request", lambda one: sent.append(one.url) if one.all_headers().get("tabularium-page") else None)
        other.goto(f"http://127.0.0.1:{port}/")
        frame = other.frame_locator("iframe")
        frame.locator(".at-table").wait_for()
        assert not frame.locator(".ask .choices button").count()
        assert sent == []
        # Every way out is a window of its own.
        with visitor.context.expect_page() as opened:
            frame.locator(".log .story[open] li:not(.folded) a").last.click()
        opened.value.wait_for_selector(".replay")
        assert frame.locator(".at-table").count()
        assert not frame.locator("header").count()
    # And the player is as much at home as before.
    assert visitor.page.evaluate("localStorage.getItem('player')") == player
    visitor.go(f"matches/{match}")
    visitor.page.wait_for_selector(".ask .choices button")
    visitor.leave()


def is_up(service: Running) -> bool:
    try:
        return bool(service.api().get("/games")["items"])
    except OSError:
        return False


def test_a_page_that_was_asleep_while_the_service_started_anew_loses_and_doubles_no_move(
    service: Running, chromium: Any
) -> None:
    visitor = Visitor(chromium, service.url)
    match = visitor.practise("rock-paper-wizard")
    devtools = visitor.context.new_cdp_session(visitor.page)
    played: list[int] = []
    visitor.page.on("response", lambda one: played.append(one.status) if one.url.endswith("/moves") else None)
    events = "match => fetch(`/api/v1/matches/${match}/events?limit=500`, {headers: {'Tabularium-Page': '-'}}).then(one => one.json())"
    # The line is cut while the move goes out, and the page put to sleep before it can try again.
    visitor.context.set_offline(True)
    visitor.page.locator(".ask .choices button").first.click()
    visitor.page.wait_for_selector(".ask .sending")
    kept = json.loads(visitor.page.evaluate("localStorage.getItem('unsent')"))
    assert len(kept) == 1
    devtools.send("Page.setWebLifecycleState", {"state": "frozen"})
    visitor.context.set_offline(False)
    for name in ("web-1", "web-2", "live"):
        os.kill(service.processes.pid_of(name), signal.SIGKILL)
    service.wait_for(lambda: service.processes.deaths_of("web-1") > 0 and is_up(service), seconds=60)
    assert played == []
    devtools.send("Page.setWebLifecycleState", {"state": "active"})
    visitor.page.wait_for_function("() => localStorage.getItem('unsent') === '[]'")
    visitor.page.wait_for_selector(".ask .choices button")
    assert played == [201]
    made = [
        one
        for one in visitor.page.evaluate(events, match)["items"]
        if one["type"] == "choice_made" and one["seat"] == 0
    ]
    assert len(made) == 1
    visitor.leave()
