"""What a player may do at the table beside playing, in a browser: orders, absence, newcomers, pauses. `make browser`."""

import os
from typing import Any

import pytest

from clients.api import Problem, sign_up
from tests.acceptance.conftest import Running
from tests.web.browser import Visitor, chromium

__all__ = ["chromium"]

pytestmark = pytest.mark.skipif(os.environ.get("BROWSER") != "1", reason="the page is played by `make browser`")

RPW = "rock-paper-wizard"


def person(service: Running, chromium: Any, **wishes: Any) -> Visitor:
    """A guest, on the page."""
    visitor = Visitor(chromium, service.url, **wishes)
    visitor.go("login")
    visitor.page.locator("button.main").first.click()
    visitor.page.wait_for_selector("nav a[href$=me]")
    return visitor


def sit(visitor: Visitor, match: str) -> None:
    visitor.go(f"matches/{match}")
    visitor.page.locator(".waiting button.main").click()


def test_standing_orders_are_given_and_withdrawn(service: Running, chromium: Any) -> None:
    visitor = Visitor(chromium, service.url)
    match = visitor.practise("cave")

    def ordered() -> str:
        visitor.page.locator("details.orders > summary").click()
        return str(visitor.page.locator("[data-kind=counterspell]").input_value())

    for way in ("decline", "skip", "ask"):
        visitor.go(f"matches/{match}")
        ordered()
        with visitor.page.expect_response(lambda one: one.request.method == "PUT" and one.ok):
            visitor.page.locator("[data-kind=counterspell]").select_option(way)
        visitor.go(f"matches/{match}")
        assert ordered() == way
    visitor.leave()


def test_an_absent_player_comes_back_by_a_button(service: Running, chromium: Any) -> None:
    visitor, other = person(service, chromium), service.api(sign_up(service.url, "Other")[1])
    clock = {"mode": "per_move", "seconds": 3, "strikes": 1}
    match = other.post("/matches", {"game": "spell-a-spell", "seats": 2, "clock": clock})["id"]
    sit(visitor, match)
    back = visitor.page.locator(".ask .banner button")

    def is_away() -> bool:
        for asked in other.get(f"/matches/{match}/prompts")["items"]:
            other.post(f"/matches/{match}/moves", asked["moves"][-1]["legal"][0])
        return bool(back.count())

    service.wait_for(is_away, seconds=30)
    back.click()
    visitor.page.wait_for_selector(".log li:has-text('back')")
    visitor.leave()


def test_those_at_the_table_pause_and_let_a_newcomer_take_an_absent_players_seat(
    service: Running, chromium: Any
) -> None:
    host = service.api(sign_up(service.url, "Host")[1])
    clock = {"mode": "per_move", "seconds": 12, "strikes": 1}
    match = host.post(
        "/matches", {"game": RPW, "seats": 3, "clock": clock, "visibility": "private", "start": "manual"}
    )["id"]
    here = [person(service, chromium), person(service, chromium, language="pl")]
    for one in here:
        sit_by(one, host.post(f"/matches/{match}/invitations")["invitation"], match)
    host.post(f"/matches/{match}/start")
    for one in here:
        one.page.locator(".ask .choices button").first.click()
    # The host's time is up, and nobody asks them for a pause.
    one, two = (each.page for each in here)
    one.wait_for_selector("details.more")
    one.wait_for_selector(".seats li:has-text('away')")
    one.locator("details.more > summary").click()
    one.get_by_text("Ask for a pause").click()
    two.locator(".ask .banner button").click()
    one.wait_for_selector(".ask .banner:has-text('paused')")
    # A link to the seat of the absent, to which the other has to agree.
    one.get_by_text("Invite somebody to the seat of").click()
    link = one.locator("input[readonly]").input_value()
    two.locator(".ask .banner:has-text('Zaproszono') button").click()
    one.wait_for_function("() => !document.querySelector('.ask').textContent.includes('Still to agree')")
    newcomer = person(service, chromium, language="he")
    newcomer.page.goto(link)
    newcomer.page.locator("button.main").click()
    newcomer.page.wait_for_selector(".at-table .ask")
    # They go on once all three want it.
    for each in (one, two, newcomer.page):
        each.locator(".ask .banner button").first.click()
    for each in (*here, newcomer):
        each.page.wait_for_selector(".ask .choices button")
        each.leave()


def sit_by(visitor: Visitor, invitation: str, match: str) -> None:
    visitor.go(f"join/{match}#{invitation}")
    visitor.page.locator("button.main").click()
    visitor.page.wait_for_selector(".at-table")


FOLLOWED = """() => {
    const box = document.querySelector(".map"), frame = box.getBoundingClientRect();
    const {x, y} = document.querySelector(".here").getBoundingClientRect();
    const isIn = x > frame.left && x < frame.right && y > frame.top && y < frame.bottom;
    return {isIn, left: box.scrollLeft, top: box.scrollTop, more: box.scrollHeight - box.clientHeight};
}"""


def test_the_map_opens_at_ones_adventurer_and_is_left_where_one_looks(service: Running, chromium: Any) -> None:
    visitor = Visitor(chromium, service.url, width=360)
    visitor.practise("cave")
    visitor.page.wait_for_function("() => document.querySelector('.map .here')")
    # Everybody begins at the entrance, which is at the bottom.
    opened = visitor.page.evaluate(FOLLOWED)
    assert opened["isIn"]
    assert opened["more"] > 300
    assert opened["top"] > opened["more"] - 80
    visitor.page.evaluate("() => document.querySelector('.map').scrollTo(0, 0)")
    # Drawn anew, and nobody has moved.
    visitor.page.evaluate("() => dispatchEvent(new Event('offline'))")
    visitor.page.evaluate("() => dispatchEvent(new Event('online'))")
    assert visitor.page.evaluate(FOLLOWED)["top"] == 0
    # Wherever else one goes from there is out of sight.
    visitor.page.locator(".ask .choices button").first.click()
    visitor.page.wait_for_function(f"() => ({FOLLOWED})().isIn")
    visitor.leave()


def test_an_invitation_by_name_is_taken_back(service: Running, chromium: Any) -> None:
    visitor = person(service, chromium)
    handle, token = sign_up(service.url, "Friend")
    friend = service.api(token)
    visitor.go("lobby?game=cave")
    visitor.page.locator("form.sheet summary").click()
    visitor.page.locator("select[name=visibility]").select_option("private")
    visitor.page.locator("form.sheet button.main").click()
    form = visitor.page.locator("form:has(input[name=handle])")
    form.locator("input").fill(handle)
    form.locator("button").click()
    # It is still there when the page is opened anew.
    visitor.page.locator(".invited li", has_text=handle).wait_for()
    service.wait_for(lambda: bool(friend.get("/me/notices")["items"]), seconds=20)
    told = friend.get("/me/notices")["items"][0]
    visitor.page.reload()
    visitor.page.locator(".invited button").click()
    visitor.page.wait_for_selector(".invited", state="detached")
    match = visitor.page.url.rpartition("/")[2]
    with pytest.raises(Problem) as refused:
        friend.post(f"/matches/{match}/join", {"invitation": told["invitation"]})
    assert refused.value.status in (403, 404)
    visitor.leave()


def test_a_host_says_which_bots_come_and_play_for_those_who_do_not(service: Running, chromium: Any) -> None:
    visitor = person(service, chromium)
    visitor.go("lobby?game=spell-a-spell")
    form = visitor.page.locator("form.sheet")
    form.locator("summary").click()
    form.locator("select:has(option[value=per_move])").select_option("per_move")
    form.locator("select[name=late]").select_option("easy")
    form.locator("select[name=autopilot]").select_option("hard")
    form.locator("label:has(select):has(option[value=medium]) select:not([name])").select_option("medium")
    form.locator("input[name=after]").fill("0.5")
    form.locator("input[name=pace]").fill("2")
    form.locator("button.main").click()
    visitor.page.wait_for_selector(".waiting")
    made = visitor.page.evaluate("async () => (await fetch('/api/v1' + location.pathname)).json()")
    clock = made["clock"]
    assert (clock["on_timeout"], clock["bot"], clock["autopilot"], made["pace"]) == ("bot", "easy", "hard", 2)
    assert (made["fill"]["bot"], made["status"]) == ("medium", "open")
    visitor.leave()
