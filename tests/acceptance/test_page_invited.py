"""The page behind an invitation, and for whom a waiting room keeps seats; two people in a browser: `make browser`."""

import os
from pathlib import Path
from typing import Any

import pytest

from tests.acceptance.conftest import Running
from tests.acceptance.test_page_table import person
from tests.web.browser import Visitor, chromium
from tests.web.screens import CALL, Findings

__all__ = ["chromium"]

pytestmark = pytest.mark.skipif(os.environ.get("BROWSER") != "1", reason="the page is played by `make browser`")

TABLE = {
    "game": "cave",
    "seats": 4,
    "name": "Ours",
    "visibility": "private",
    "clock": {"mode": "per_move", "seconds": 86400, "on_timeout": "bot", "bot": "easy"},
    "options": {"elimination": "none"},
    "bots": ["easy"],
    "fill": {"after": 3600, "bot": "easy"},
    "pace": 2,
}


def table(host: Visitor, **wishes: Any) -> tuple[str, str]:
    """A private match, and the secret of an invitation to it."""
    match = host.page.evaluate(CALL, ["POST", "/matches", {**TABLE, **wishes}])["id"]
    made = host.page.evaluate(CALL, ["POST", f"/matches/{match}/invitations", {}])
    return str(match), str(made["invitation"])


def looked_at(visitor: Visitor, name: str) -> None:
    findings = Findings()
    findings.look(visitor.page, name)
    if folder := os.environ.get("GALLERY"):
        visitor.page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)
    assert not findings.lines, "\n".join(findings.lines)


def test_who_is_invited_to_a_private_match_sees_it_whole_before_they_sit_down_by_one_click(
    service: Running, chromium: Any
) -> None:
    host, guest = person(service, chromium), Visitor(chromium, service.url, width=360)
    match, secret = table(host)
    kept = person(service, chromium)
    them = kept.page.evaluate(CALL, ["GET", "/me", None])
    host.page.evaluate(CALL, ["POST", f"/matches/{match}/invitations", {"player": them["id"], "seat": 3}])
    me = host.page.evaluate(CALL, ["GET", "/me", None])
    asked: list[str] = []
    guest.page.on("request", lambda one: asked.append(one.url))

    guest.go(f"join/{match}#{secret}")

    guest.page.wait_for_selector(".threshold .facts")
    assert guest.page.locator(".threshold h2").inner_text() == "Ours · Cave"
    assert [one.strip() for one in guest.page.locator(".places li").all_inner_texts()] == [
        f"{me['handle']} (host)",
        "Bot 2",
        "free",
        f"kept for {them['handle']}",
    ]
    told = guest.page.locator(".threshold").inner_text()
    for fact in (
        "1 day for each move",
        "a bot plays",
        "2 seconds",
        f"{me['handle']} invites you",
        "take the free seats in",
    ):
        assert fact in told
    assert guest.page.locator(".option").count() == 1
    looked_at(guest, "threshold phone")
    guest.page.locator(".threshold button.main").click()
    guest.page.wait_for_selector(".waiting")
    assert guest.page.url.endswith(f"/matches/{match}")
    assert not any(secret in one for one in asked)
    # Both are told for whom the last seat is kept.
    for each in (guest, host):
        each.go(f"matches/{match}")
        each.page.wait_for_selector(f".waiting .kept:has-text('{them['handle']}')")
    looked_at(host, "waiting")
    for each in (host, guest, kept):
        each.leave()


def test_who_would_rather_sign_up_first_is_back_at_the_invitation_afterwards(service: Running, chromium: Any) -> None:
    host, guest = person(service, chromium), Visitor(chromium, service.url, language="he")
    match, secret = table(host)
    guest.go(f"join/{match}#{secret}")
    looked_at(guest, "threshold he")
    guest.page.locator(".threshold a.button").click()
    form = guest.page.locator("form").nth(1)
    form.locator("input[name=handle]").fill(f"Anna_{match[-8:]}")
    form.locator("input[name=password]").fill("correct horse battery")
    form.locator("button.main").click()
    guest.page.wait_for_selector(".threshold .places")
    guest.page.locator(".threshold button.main").click()
    guest.page.wait_for_selector(".waiting")
    for each in (host, guest):
        each.leave()


def test_without_a_good_invitation_the_page_says_nothing_of_a_private_match(service: Running, chromium: Any) -> None:
    host, stranger = person(service, chromium), Visitor(chromium, service.url)
    match, _ = table(host)
    stranger.go(f"join/{match}#inv_guess")
    assert stranger.page.locator(".threshold .lead").inner_text().startswith("This invitation is used")
    assert stranger.page.locator(".threshold :is(h2, .places, .facts, .main)").count() == 0
    assert "Ours" not in stranger.page.content()
    for each in (host, stranger):
        each.leave()
