"""Moves that their players sign, on the page: `make browser`."""

import os
from typing import Any

import pytest

from tests.acceptance.conftest import Running
from tests.acceptance.test_page_queue import looked_at
from tests.acceptance.test_page_ratings import call
from tests.acceptance.test_page_table import person
from tests.web.browser import Visitor, chromium

__all__ = ["chromium"]

pytestmark = pytest.mark.skipif(os.environ.get("BROWSER") != "1", reason="the page is played by `make browser`")


def table_of(one: Visitor) -> str:
    """A match against bots, opened."""
    made = call(one, "POST", "/matches", {"game": "rock-paper-wizard", "seats": 3, "bots": ["random", "random"]})
    match_id = str(made["id"])
    one.go(f"matches/{match_id}")
    one.page.wait_for_selector(".at-table .board svg")
    return match_id


def sign(one: Visitor) -> None:
    one.page.once("dialog", lambda dialog: dialog.accept())
    one.page.evaluate("() => { document.querySelector('details.more').open = true; }")
    one.page.get_by_role("button", name="Sign my moves").click()
    one.page.wait_for_selector("details.more :text('Your moves are signed on this device.')", state="attached")


def signatures(one: Visitor, match_id: str) -> list[Any]:
    events = call(one, "GET", f"/matches/{match_id}/events?limit=500")["items"]
    return [part["part"]["signed"] for event in events for part in event["private"] if "signed" in part["part"]]


def move(one: Visitor, match_id: str) -> None:
    """The first move that is listed as a button, taken."""
    before = call(one, "GET", f"/matches/{match_id}")["version"]
    one.page.locator(".ask .moves button").first.click()
    if one.page.locator("#confirm").count():
        one.page.locator("#confirm").click()
    for _ in range(100):
        if call(one, "GET", f"/matches/{match_id}")["version"] > before:
            return
        one.page.wait_for_timeout(100)
    raise AssertionError("the move never came")


def test_a_move_of_who_signs_carries_a_signature_and_the_proof_counts_it(service: Running, chromium: Any) -> None:
    one = person(service, chromium, width=1280, height=800)
    match_id = table_of(one)
    sign(one)
    looked_at(one, "signing-on")
    move(one, match_id)
    assert len(signatures(one, match_id)) == 1

    one.page.once("dialog", lambda dialog: dialog.accept())
    one.page.evaluate("() => { document.querySelector('details.more').open = true; }")
    one.page.get_by_role("button", name="Resign").click()
    # The bots play on to the end, and then all is open.
    for _ in range(300):
        if call(one, "GET", f"/matches/{match_id}")["status"] == "finished":
            break
        one.page.wait_for_timeout(200)
    one.go(f"matches/{match_id}/replay")
    one.page.locator(".proof > summary").click()
    one.page.get_by_role("button", name="Check this match").click()
    one.page.wait_for_selector(".proof :text('2 moves are signed by the keys of the players.')")
    looked_at(one, "signing-proof")


def test_a_device_without_the_key_says_so_and_can_sign_too(service: Running, chromium: Any) -> None:
    one = person(service, chromium, width=390, height=844, touch=True)
    match_id = table_of(one)
    sign(one)
    # As on another device: the same player, and nothing of the key.
    one.page.evaluate(
        """() => new Promise((done) => {
             const open = indexedDB.open("tabularium");
             open.onsuccess = () => {
               const clear = open.result.transaction("seat keys", "readwrite").objectStore("seat keys").clear();
               clear.onsuccess = () => { open.result.close(); done(); };
             };
           })"""
    )
    one.page.reload()
    one.page.wait_for_selector(".banner:has-text('signed on another device')")
    looked_at(one, "signing-elsewhere-phone")
    one.page.once("dialog", lambda dialog: dialog.accept())
    one.page.get_by_role("button", name="Sign here too").click()
    one.page.wait_for_function("() => !document.querySelector('.banner')")
    keys = call(one, "GET", f"/matches/{match_id}")["seats"][0]["keys"]
    assert [key["vouched"] for key in keys] == [False, False]
