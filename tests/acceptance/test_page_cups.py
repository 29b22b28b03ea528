"""Cups on the page, from the form to the table of results: `make browser`."""

import os
from typing import Any

import pytest

from tests.acceptance.conftest import Running
from tests.acceptance.test_page_queue import looked_at
from tests.acceptance.test_page_ratings import call, member
from tests.acceptance.test_page_table import person
from tests.web.browser import chromium
from tests.web.screens import Findings

__all__ = ["chromium"]

pytestmark = pytest.mark.skipif(os.environ.get("BROWSER") != "1", reason="the page is played by `make browser`")

WISH = {"set": "live", "seats": {"min": 3, "max": 3}, "places": 3, "system": "swiss", "rounds": 2}


def test_a_cup_of_eight_with_bots_is_made_and_played_to_its_end_by_the_page_alone(
    service: Running, chromium: Any
) -> None:
    host = member(service, chromium)
    page = host.page
    host.go("lobby")
    page.get_by_role("link", name="Cups").click()
    page.wait_for_selector("form.sheet")
    looked_at(host, "cups-list")
    page.get_by_label("Game").select_option("rock-paper-wizard")
    page.locator("select[name=places]").select_option("8")
    page.get_by_label("Name").fill("Friday cup")
    page.get_by_role("button", name="Make the cup").click()
    page.wait_for_selector("h1:has-text('Friday cup')")
    looked_at(host, "cups-open")
    page.get_by_role("button", name="Start now").click()
    page.wait_for_selector(".leaders tbody tr:nth-child(8)")
    page.get_by_role("link", name="To your table").click()
    page.wait_for_selector(".at-table")
    cup_id = call(host, "GET", "/cups?mine=true")["items"][0]["id"]
    page.on("dialog", lambda dialog: dialog.accept())
    page.locator("details.more summary").click()
    page.get_by_role("button", name="Resign").click()
    host.go(f"cups/{cup_id}")
    page.wait_for_selector("text=It is over.", timeout=60_000)
    assert page.locator(".leaders tbody tr").count() == 8
    assert page.locator("section h2:has-text('Round')").count() == 2
    looked_at(host, "cups-over")
    page.set_viewport_size({"width": 360, "height": 800})
    looked_at(host, "cups-over-phone")
    findings = Findings()
    for language, theme in (("he", "light"), ("pl", "dark")):
        page.evaluate("wish => Object.assign(localStorage, wish)", {"language": language, "theme": theme})
        for room, there in ((f"cups/{cup_id}", ".leaders"), ("cups", "form.sheet")):
            host.go(room)
            page.wait_for_selector(there)
            findings.look(page, f"{room} {language} {theme}")
            looked_at(host, f"cups-{there[1:3]}-{language}-{theme}")
    assert not findings.lines, "\n".join(findings.lines)


def test_others_enter_by_one_click_and_who_withdraws_is_marked(service: Running, chromium: Any) -> None:
    people = [member(service, chromium) for _ in range(3)]
    made = call(people[0], "POST", "/cups", {"game": "rock-paper-wizard", **WISH})
    for one in people[1:]:
        one.go(f"cups/{made['id']}")
        one.page.get_by_role("button", name="Enter").click()
        one.page.wait_for_selector("text=/To your table|Leave|You are called/")
    page = people[2].page
    page.wait_for_selector("a:has-text('To your table')", timeout=20_000)
    looked_at(people[2], "cups-running")
    page.get_by_role("button", name="Withdraw").click()
    page.wait_for_selector("text=withdrawn")
    people[0].go(f"cups/{made['id']}")
    people[0].page.wait_for_selector("text=withdrawn")


def test_a_guest_and_a_stranger_read_a_cup_and_are_told_what_it_takes_to_enter(service: Running, chromium: Any) -> None:
    host, guest = member(service, chromium), person(service, chromium)
    made = call(host, "POST", "/cups", {"game": "cave", **WISH})
    guest.go(f"cups/{made['id']}")
    guest.page.wait_for_selector("text=Cups are for players with an account.")
    assert guest.page.get_by_role("button", name="Enter").count() == 0
    guest.go("cups/01940000-0000-7000-8000-00000000dead")
    guest.page.wait_for_selector("text=/nothing|no such|Nothing/i")
