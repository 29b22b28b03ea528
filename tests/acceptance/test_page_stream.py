"""The page lives on its stream, in a browser, against the whole service: `make browser`."""

import json
import os
import re
from typing import Any

import pytest

from tests.acceptance.conftest import Running
from tests.acceptance.test_page_table import person
from tests.web.browser import Visitor, chromium

__all__ = ["chromium"]

pytestmark = pytest.mark.skipif(os.environ.get("BROWSER") != "1", reason="the page is played by `make browser`")

MAKE = """async ([path, body]) => {
    const headers = {"Tabularium-Page": "-", "Content-Type": "application/json"};
    return (await fetch("/api/v1" + path, {method: "POST", headers, body: JSON.stringify(body)})).json();
}"""
VERSION = "(Number(document.querySelector('.at-table .log li')?.value ?? 0))"
SETTLED = f"""version => {VERSION} >= version && !document.querySelector(".ask .sending")"""
TOLD = re.compile(r"/me/stream\?matches=[^&]*&table=true")


def told(page: Any, match: str) -> None:
    """Wait until the stream tells the table of a page."""
    page.wait_for_function(
        "async match => (await import(document.querySelector('script[type=module]').src.replace('app.js', 'live.js'))).tells(match)",
        arg=match,
    )


def version(page: Any) -> int:
    return int(page.evaluate(VERSION))


def seated(service: Running, chromium: Any, game: str, seats: int = 2) -> tuple[list[Visitor], str]:
    """People at a running match, whose pages are told it by their streams."""
    people = [person(service, chromium) for _ in range(seats)]
    made = people[0].page.evaluate(MAKE, ["/matches", {"game": game, "seats": seats}])
    for one in people[1:]:
        one.page.evaluate(MAKE, [f"/matches/{made['id']}/join", {}])
    for one in people:
        open_table(one.page, service, made["id"])
    return people, made["id"]


def open_table(page: Any, service: Running, match: str) -> None:
    page.goto(f"{service.url}/matches/{match}")
    page.wait_for_selector(".board > *")
    told(page, match)


def click(people: list[Visitor], game: str) -> tuple[Visitor, int]:
    """Somebody who is asked plays a listed move; who, and the version before it."""
    buttons = ".ask .prompt .choices button"
    for _ in range(600):
        for one in people:
            if one.page.locator(buttons).count():
                before = version(one.page)
                # The last one that is listed passes, in a game of words.
                found = one.page.locator(buttons)
                (found.last if game == "spell-a-spell" else found.first).click()
                return one, before
        people[0].page.wait_for_timeout(50)
    raise AssertionError("nobody is asked anything")


def test_a_page_that_was_cut_off_goes_on_where_it_was(service: Running, chromium: Any) -> None:
    people, match = seated(service, chromium, "cave")
    away, other = people
    while not other.asked():
        _, before = click([away], "cave")
        for one in people:
            one.page.wait_for_function(SETTLED, arg=before + 1)
    away.context.set_offline(True)
    away.page.wait_for_selector(".banner.offline")
    for _ in range(3):
        if other.asked():
            _, before = click([other], "cave")
            other.page.wait_for_function(SETTLED, arg=before + 1)
    away.context.set_offline(False)
    away.page.wait_for_function(SETTLED, arg=version(other.page))
    told(away.page, match)
    numbers = away.page.locator(".log li").evaluate_all("all => all.map(one => one.value)")
    assert numbers == list(range(numbers[0], numbers[0] - len(numbers), -1))
    for one in people:
        one.leave()


def test_an_older_service_that_tells_no_tables_is_played_as_before(service: Running, chromium: Any) -> None:
    visitor = person(service, chromium)
    streams = 0

    def refuse(route: Any) -> None:
        nonlocal streams
        streams += 1
        wrong = {"pointer": "/query/table", "code": "unknown", "detail": "There is no parameter table here."}
        route.fulfill(status=400, content_type="application/problem+json", body=json.dumps({"errors": [wrong]}))

    visitor.context.route(TOLD, refuse)
    visitor.practise("rock-paper-wizard")
    for _ in range(3):
        before = version(visitor.page)
        visitor.page.locator(".ask .prompt .choices button").first.click()
        visitor.page.wait_for_function(SETTLED, arg=before + 1)
        visitor.page.wait_for_selector(".ask .prompt .choices button")
    assert streams == 1
    visitor.leave()
