"""The page without a connection, in a browser, against the whole service: `make browser`."""

import os
from typing import Any

import pytest

from clients.api import sign_up
from tests.acceptance.conftest import Running
from tests.acceptance.offline import installed
from tests.web.browser import Visitor, chromium

__all__ = ["chromium"]

pytestmark = pytest.mark.skipif(os.environ.get("BROWSER") != "1", reason="the page is played by `make browser`")

STATES = "async () => (await caches.keys()).filter(name => name.startsWith('state '))"
SAVED = """async () => {
    const texts = [];
    for (const name of await caches.keys()) if (name.startsWith("state ")) {
        const cache = await caches.open(name);
        for (const one of await cache.keys()) texts.push(one.url + await (await cache.match(one)).text());
    }
    return texts.join();
}"""

HOME_SAVED = """async () => {
    for (const name of await caches.keys()) if (name.startsWith("state "))
        for (const one of await (await caches.open(name)).keys()) if (one.url.includes("/matches?mine=true")) return true;
    return false;
}"""


def test_what_was_seen_last_is_shown_without_a_connection_and_says_from_when_it_is(
    service: Running, chromium: Any
) -> None:
    visitor = Visitor(chromium, service.url)
    match = visitor.practise("rock-paper-wizard")
    installed(visitor)
    visitor.go()
    # It is kept once the page is idle.
    visitor.page.wait_for_function(HOME_SAVED)
    visitor.go(f"matches/{match}")
    visitor.page.locator(".ask .choices button").first.click()
    visitor.page.wait_for_selector(".ask .choices button")
    visitor.page.goto(f"{service.url}/matches/{match}/replay")
    visitor.page.wait_for_selector(".replay .slider")
    seats = visitor.page.locator(".board").text_content()
    visitor.context.set_offline(True)
    # Loaded anew, by its address, as after a night.
    visitor.page.reload()
    visitor.page.wait_for_selector(".replay .slider")
    assert visitor.page.locator(".board").text_content() == seats
    banner = visitor.page.locator(".banner.offline")
    assert banner.locator("time").get_attribute("datetime")
    for path, there in (
        (f"matches/{match}", ".at-table .log summary"),
        ("", ".cards"),
        ("lobby", "form.sheet, .trouble"),
    ):
        visitor.go(path)
        visitor.page.wait_for_selector(there)
        assert banner.count() == 1, path
    visitor.context.set_offline(False)
    visitor.go(f"matches/{match}")
    visitor.page.wait_for_selector(".ask .choices button")
    banner.wait_for(state="detached")
    visitor.leave()


def test_a_move_made_where_the_page_was_opened_without_a_connection_is_sent_once(
    service: Running, chromium: Any
) -> None:
    visitor = Visitor(chromium, service.url)
    match = visitor.practise("rock-paper-wizard")
    installed(visitor)
    visitor.page.reload()
    visitor.page.wait_for_selector(".ask .choices button")
    sent: list[str] = []
    visitor.context.on("requestfinished", lambda one: sent.append(one.url) if one.url.endswith("/moves") else None)
    visitor.context.set_offline(True)
    visitor.page.reload()
    visitor.page.locator(".ask .choices button").first.click()
    visitor.page.wait_for_selector(".ask .sending")
    # Closed and opened again it is still there, and goes out as soon as it can.
    visitor.page.reload()
    visitor.page.wait_for_selector(".ask .sending")
    visitor.context.set_offline(False)
    visitor.page.wait_for_function("() => localStorage.getItem('unsent') === '[]'")
    visitor.page.wait_for_selector(".ask .choices button")
    assert sent == [f"{service.url}/api/v1/matches/{match}/moves"]
    visitor.leave()


def test_whoever_logs_in_next_finds_nothing_of_the_player_before(service: Running, chromium: Any) -> None:
    visitor = Visitor(chromium, service.url)
    match = visitor.practise("rock-paper-wizard")
    installed(visitor)
    alice = visitor.page.evaluate("localStorage.getItem('player')")
    assert visitor.page.evaluate(STATES) == [f"state {alice}"]
    assert match in visitor.page.evaluate(SAVED)
    visitor.go("me")
    visitor.page.get_by_role("button", name="Log out").click()
    visitor.page.wait_for_function("() => localStorage.getItem('player') === null")
    visitor.page.wait_for_function(f"async () => String(await ({STATES})()) === 'state -'")
    assert match not in visitor.page.evaluate(SAVED)
    visitor.practise("cave")
    bob = visitor.page.evaluate("localStorage.getItem('player')")
    visitor.page.wait_for_function(f"async () => String(await ({STATES})()) === 'state {bob}'")
    assert alice not in visitor.page.evaluate(SAVED)
    visitor.context.set_offline(True)
    visitor.page.goto(f"{service.url}/matches/{match}")
    visitor.page.wait_for_selector(".trouble")
    assert not visitor.page.locator(".ask").count()
    visitor.leave()


def test_an_unsent_move_waits_for_its_own_player(service: Running, chromium: Any) -> None:
    visitor = Visitor(chromium, service.url)
    match = visitor.practise("rock-paper-wizard")
    visitor.context.set_offline(True)
    visitor.page.locator(".ask .choices button").first.click()
    visitor.page.wait_for_selector(".ask .sending")
    kept = visitor.page.evaluate("localStorage.getItem('unsent')")
    # The session ends elsewhere, and somebody else takes the browser.
    visitor.context.clear_cookies()
    taken: list[int] = []
    visitor.context.on("response", lambda one: taken.append(one.status) if one.url.endswith("/moves") else None)
    visitor.context.set_offline(False)
    visitor.page.wait_for_function("() => localStorage.getItem('player') === null")
    visitor.practise("cave")
    assert visitor.page.evaluate("localStorage.getItem('unsent')") == kept
    assert set(taken) <= {401}
    assert match in kept
    visitor.leave()


def test_neither_tokens_nor_addresses_of_webhooks_are_kept(service: Running, chromium: Any) -> None:
    handle, token = sign_up(service.url, "Keeper")
    service.api(token).post("/me/upgrade", {"password": "correct horse battery"})
    service.api(token).post("/me/webhooks", {"url": "https://hooks.example.org/secret-path"})
    visitor = Visitor(chromium, service.url)
    visitor.log_in(handle, "correct horse battery")
    visitor.go("me")
    visitor.page.get_by_text("secret-path").wait_for()
    visitor.go()
    kept = visitor.page.evaluate(SAVED)
    assert handle in kept
    assert "secret-path" not in kept
    assert "/me/tokens" not in kept
    visitor.leave()


def test_the_worker_throws_away_other_editions_and_the_service_is_asked_for_every_page(
    service: Running, chromium: Any
) -> None:
    visitor = Visitor(chromium, service.url)
    visitor.go()
    installed(visitor)
    # As if it had been another edition's.
    visitor.page.evaluate("caches.open('shell of-before')")
    visitor.page.evaluate("async () => (await navigator.serviceWorker.ready).unregister()")
    visitor.go()
    installed(visitor)
    (edition,) = {part.split("/")[0] for part in visitor.page.content().split("/static/")[1:]}
    shells = "async () => String((await caches.keys()).filter(name => name.startsWith('shell ')))"
    visitor.page.wait_for_function(f"async () => await ({shells})() === 'shell {edition}'")
    answered: list[bool] = []
    visitor.context.on(
        "response", lambda one: answered.append(one.from_service_worker) if one.url.endswith("/lobby") else None
    )
    visitor.go("lobby")
    # The page is answered by the worker, and the worker by the service.
    assert sorted(answered) == [False, True]
    visitor.leave()
