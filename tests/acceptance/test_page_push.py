"""Notices that a browser shows while the page is closed: `make browser`. What carries them is the courier's test."""

import os
from typing import Any

import pytest

from tests.acceptance.conftest import Running
from tests.acceptance.offline import installed
from tests.web.browser import Visitor, chromium

__all__ = ["chromium"]

pytestmark = pytest.mark.skipif(os.environ.get("BROWSER") != "1", reason="the page is played by `make browser`")

KEYS = {
    "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    "auth": "BTBZMqHH6r4Tts7J_aSIgg",
}
# No browser of the tests reaches its maker's server, so the maker's part is played; all else is the page's own.
MAKER = """keys => {
    let made = null;
    const manager = PushManager.prototype;
    manager.getSubscription = async () => made;
    manager.subscribe = async (wishes) => {
        if (!wishes.userVisibleOnly || wishes.applicationServerKey.length !== 87) throw new Error("no key");
        const endpoint = "https://push.example.org/" + crypto.randomUUID();
        const options = {applicationServerKey: null};
        made = {endpoint, options, toJSON: () => ({endpoint, keys, expirationTime: null}),
                unsubscribe: async () => Boolean(made = null) };
        return made;
    };
}"""


def test_a_browser_is_asked_to_show_notices_and_to_stop(service: Running, chromium: Any) -> None:
    visitor = Visitor(chromium, service.url)
    visitor.context.grant_permissions(["notifications"], origin=service.url)
    visitor.practise("rock-paper-wizard")
    installed(visitor)
    visitor.page.evaluate(MAKER, KEYS)
    visitor.page.get_by_role("link", name="Profile").click()
    visitor.page.get_by_role("button", name="Notify me here").click()
    visitor.page.locator("li", has_text="This browser ").wait_for()
    assert not visitor.page.get_by_role("button", name="Notify me here").count()
    visitor.page.locator("li", has_text="This browser ").get_by_role("button").click()
    visitor.page.get_by_role("button", name="Notify me here").wait_for()
    visitor.leave()


def test_a_message_is_shown_and_a_tap_leads_to_its_match(service: Running, chromium: Any) -> None:
    visitor = Visitor(chromium, service.url)
    visitor.context.grant_permissions(["notifications"], origin=service.url)
    match = visitor.practise("rock-paper-wizard")
    visitor.go()
    installed(visitor)
    (worker,) = visitor.context.service_workers
    told = {"text": "Your turn", "match": match, "url": f"{service.url}/matches/{match}"}
    worker.evaluate("told => dispatchEvent(new PushEvent('push', {data: JSON.stringify(told)}))", told)
    shown = """async () => (await (await navigator.serviceWorker.ready).getNotifications())
        .map(one => [one.body, one.tag, one.data])"""
    visitor.page.wait_for_function(f"async () => (await ({shown})()).length")
    assert visitor.page.evaluate(shown) == [["Your turn", match, told["url"]]]
    # What is told later takes its place.
    worker.evaluate(
        "told => dispatchEvent(new PushEvent('push', {data: JSON.stringify(told)}))", {**told, "text": "Now"}
    )
    visitor.page.wait_for_function(f"async () => (await ({shown})())[0]?.[0] === 'Now'")
    assert len(visitor.page.evaluate(shown)) == 1
    worker.evaluate(
        """async () => {
            const [notification] = await registration.getNotifications();
            dispatchEvent(new NotificationEvent("notificationclick", {notification}));
        }"""
    )
    visitor.page.wait_for_url(f"**/matches/{match}")
    visitor.leave()
