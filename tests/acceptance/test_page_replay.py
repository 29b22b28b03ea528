"""A match looked at again, in a browser: what one knew then, what is new, what can be taken along. `make browser`."""

import os
import random
from pathlib import Path
from typing import Any

import pytest

from clients.api import Api, sign_up
from tests.acceptance.conftest import Running, seat
from tests.web.browser import Visitor, chromium

__all__ = ["chromium"]

pytestmark = pytest.mark.skipif(os.environ.get("BROWSER") != "1", reason="the page is played by `make browser`")

RPW = "rock-paper-wizard"


def ended(service: Running) -> tuple[str, list[Any]]:
    """A match of two rounds, played to its end; its events as everybody may see them now."""
    wish = {"game": RPW, "seats": 3, "options": {"max_rounds": 2}}
    match, tokens = seat(service, wish, sign_up(service.url, "Host")[1])
    apis, pick = [service.api(token) for token in tokens], random.Random(4)
    while service.api().get(f"/matches/{match}")["status"] == "active":
        for one in apis:
            answer(one, match, pick)
    return match, service.api().get(f"/matches/{match}/events?limit=500")["items"]


def answer(api: Api, match: str, pick: random.Random) -> None:
    for asked in api.get(f"/matches/{match}/prompts")["items"]:
        api.post(f"/matches/{match}/moves", pick.choice(asked["moves"][0]["legal"]))


def test_after_the_end_one_reads_what_was_known_then_until_everything_is_wanted(
    service: Running, chromium: Any
) -> None:
    match, events = ended(service)
    chosen = next(event["version"] for event in events if event["type"] == "choice_made")
    visitor = Visitor(chromium, service.url)
    visitor.go(f"matches/{match}/replay?at={chosen}")
    happened = visitor.page.locator(".happened")
    then = happened.inner_text()
    visitor.page.locator("select.eyes").select_option("all")
    visitor.page.wait_for_function("then => document.querySelector('.happened').innerText !== then", arg=then)
    everything = happened.inner_text()
    assert len(everything) > len(then)
    visitor.page.locator("select.eyes").select_option("")
    visitor.page.wait_for_function("then => document.querySelector('.happened').innerText === then", arg=then)
    # The log says no more than the line.
    assert everything not in visitor.page.locator(".log").inner_text()
    visitor.leave()


def test_any_position_is_a_picture_and_a_match_to_play_on(service: Running, chromium: Any, tmp_path: Path) -> None:
    match, events = ended(service)
    visitor = Visitor(chromium, service.url)
    visitor.go("login")
    visitor.page.locator("button.main").first.click()
    visitor.page.wait_for_selector("nav a[href$=me]")
    begun = next(event["version"] for event in events if event["type"] == "round_begun")
    visitor.go(f"matches/{match}/replay?at={begun}")
    for place, kind in enumerate(("svg", "png")):
        with visitor.page.expect_download() as loaded:
            visitor.page.locator("button.picture").nth(place).click()
        loaded.value.save_as(tmp_path / f"board.{kind}")
        assert loaded.value.suggested_filename.endswith(f"-{begun}.{kind}")
    assert (tmp_path / "board.png").read_bytes().startswith(b"\x89PNG")
    shown = visitor.context.new_page()
    shown.goto((tmp_path / "board.svg").as_uri())
    assert shown.locator("foreignObject .rock-paper-wizard").count() == 1
    shown.close()
    visitor.page.locator("button.fork").click()
    visitor.page.wait_for_selector(".waiting select[name=bot] option:has-text('Sprout 🌱 · easy')", state="attached")
    for _ in range(2):
        free = visitor.page.locator(".seats li:has-text('free')").count()
        visitor.page.locator(".waiting form button", has_text="Seat a bot").click()
        visitor.page.wait_for_function(
            "free => [...document.querySelectorAll('.seats li')].filter((one) => /free/.test(one.innerText)).length < free",
            arg=free,
        )
    visitor.page.locator(".waiting button.main").click()
    visitor.page.wait_for_selector(".ask .choices button")
    visitor.leave()


def test_who_comes_back_to_a_table_is_told_and_shown_what_is_new(service: Running, chromium: Any) -> None:
    visitor = Visitor(chromium, service.url)
    tokens = [sign_up(service.url, "Other")[1] for _ in range(2)]
    wish = {"game": RPW, "seats": 3}
    match = service.api(tokens[0]).post("/matches", wish)["id"]
    visitor.go("login")
    visitor.page.locator("button.main").first.click()
    visitor.page.wait_for_selector("nav a[href$=me]")
    visitor.go(f"matches/{match}")
    visitor.page.locator(".waiting button.main").click()
    service.api(tokens[1]).post(f"/matches/{match}/join")
    visitor.page.wait_for_selector(".ask .choices button")
    assert not visitor.page.locator(".since").count()
    seen = visitor.page.evaluate("match => JSON.parse(localStorage.visits).find(([one]) => one === match)[1]", match)
    visitor.go()
    for token in tokens:
        answer(service.api(token), match, random.Random(1))
    visitor.go(f"matches/{match}")
    new = service.api().get(f"/matches/{match}")["version"] - seen
    assert f"({new})" in visitor.page.locator(".since").inner_text()
    assert visitor.page.locator(".log li.new").count() == new
    visitor.page.locator(".since a").click()
    visitor.page.wait_for_selector(".replay .banner")
    assert f"at={seen}" in visitor.page.url
    visitor.page.locator(".replay .banner button.main").click()
    visitor.page.wait_for_function("at => document.querySelector('.slider input').value === String(at)", arg=seen + new)
    visitor.go(f"matches/{match}")
    visitor.page.wait_for_selector(".ask .choices button")
    assert not visitor.page.locator(".since").count()
    visitor.leave()


def test_names_in_the_log_lead_to_their_players_and_the_rest_of_a_line_to_its_position(
    service: Running, chromium: Any
) -> None:
    match, _ = ended(service)
    visitor = Visitor(chromium, service.url, width=390, height=844, touch=True)
    visitor.go(f"matches/{match}")
    line = visitor.page.locator(".log .story[open] li:has(a.name)").last
    line.locator("a.name").first.wait_for()
    version = line.get_attribute("value")
    # Beside the names the whole line is one link, the empty room at its end too.
    size = line.bounding_box()
    assert size is not None
    line.click(position={"x": size["width"] - 3, "y": size["height"] / 2})
    visitor.page.wait_for_url(f"**/replay?at={version}")
    name = visitor.page.locator(".replay .log li a.name:visible").last
    handle = name.inner_text()
    name.click()
    visitor.page.wait_for_url("**/players/*")
    # The replay's own heading stands until the room of the player is drawn.
    visitor.page.locator("h1", has_text=handle).wait_for()
    visitor.leave()
