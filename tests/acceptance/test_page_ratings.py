"""Rated matches on the page, from the form to the leaderboard: `make browser`."""

import os
from typing import Any

import pytest

from tests.acceptance.conftest import Running
from tests.acceptance.test_page_queue import looked_at
from tests.acceptance.test_page_table import person
from tests.web.browser import Visitor, chromium
from tests.web.screens import CALL

__all__ = ["chromium"]

pytestmark = pytest.mark.skipif(os.environ.get("BROWSER") != "1", reason="the page is played by `make browser`")

GAME = "spell-a-spell"
WISH = {"game": GAME, "seats": 2, "rated": True, "clock": {"mode": "per_move", "seconds": 86400}}


def member(service: Running, chromium: Any, **wishes: Any) -> Visitor:
    """Somebody with an account."""
    visitor = person(service, chromium, **wishes)
    call(visitor, "POST", "/me/upgrade", {"password": "a password of some length"})
    return visitor


def call(visitor: Visitor, verb: str, path: str, body: Any = None) -> Any:
    return visitor.page.evaluate(CALL, [verb, path, body])


def test_a_rated_match_is_made_by_the_form_and_tells_what_it_did(service: Running, chromium: Any) -> None:
    host, other = member(service, chromium), member(service, chromium, width=390, height=844, touch=True)
    host.go(f"lobby?game={GAME}")
    page = host.page
    page.wait_for_selector("form.sheet")
    page.locator("select[name=seats]").select_option("2")
    page.get_by_label("Rated: public, with a clock").check()
    page.locator("form.sheet details summary").first.click()
    assert page.locator("select[name=visibility]").count() == 0
    looked_at(host, "ratings-form")
    page.locator("form.sheet button.main").click()
    page.wait_for_selector(".waiting .rated")
    looked_at(host, "ratings-waiting")
    match_id = page.url.rsplit("/", 1)[-1]
    other.go("lobby")
    other.page.wait_for_selector(f"a[href$='{match_id}'] .rated")
    call(other, "POST", f"/matches/{match_id}/join", {})
    other.go(f"matches/{match_id}")
    page.wait_for_selector(".at-table .head .rated")
    call(other, "POST", f"/matches/{match_id}/resign", {})
    for visitor in (host, other):
        visitor.page.wait_for_selector(".places .rating .up", timeout=20_000)
        assert visitor.page.locator(".places .rating .down").count() == 1
    looked_at(host, "ratings-ending")
    looked_at(other, "ratings-ending-phone")


def test_who_played_enough_stands_on_the_leaderboard_and_their_page_shows_the_course(
    service: Running, chromium: Any
) -> None:
    best, other = member(service, chromium), member(service, chromium)
    for number in range(11):
        made = call(other, "POST", "/matches", WISH)["id"]
        call(best, "POST", f"/matches/{made}/join", {})
        call(best if number == 4 else other, "POST", f"/matches/{made}/resign", {})
    me = call(best, "GET", "/me")["id"]
    told: list[Any] = []
    for _ in range(50):
        best.page.wait_for_timeout(300)
        told = call(best, "GET", f"/players/{me}/ratings")["items"]
        if told and told[0]["matches"] == 11:
            break
    assert told[0]["matches"] == 11
    best.go(f"leaderboards/{GAME}")
    best.page.wait_for_selector(".leaders tr.me")
    assert best.page.locator(".leaders tbody tr").count() == 2
    looked_at(best, "ratings-leaders")
    best.page.locator(".leaders tr.me a").click()
    best.page.wait_for_selector("svg.course")
    looked_at(best, "ratings-player")
    best.page.set_viewport_size({"width": 360, "height": 800})
    looked_at(best, "ratings-player-phone")
    best.page.get_by_role("link", name="Spell-a-Spell").first.click()
    best.page.wait_for_selector(".leaders")
    looked_at(best, "ratings-leaders-phone")
    best.page.evaluate("localStorage.setItem('language', 'he')")
    best.page.reload()
    best.page.wait_for_selector(".leaders")
    looked_at(best, "ratings-leaders-he")
    best.page.get_by_role("link", name="Cave").or_(best.page.get_by_role("link", name="המערה")).first.click()
    best.page.wait_for_function("() => !document.querySelector('.leaders')")


def test_who_is_invited_to_a_rated_match_is_led_to_an_account_first(service: Running, chromium: Any) -> None:
    host, guest = member(service, chromium), person(service, chromium)
    made = call(host, "POST", "/matches", WISH)["id"]
    secret = call(host, "POST", f"/matches/{made}/invitations", {})["invitation"]
    guest.go(f"join/{made}#{secret}")
    guest.page.wait_for_selector(".threshold .facts")
    ways = guest.page.locator(".threshold .choices a.main")
    assert (ways.count(), ways.get_attribute("href")) == (1, "/me")
    assert guest.page.locator(".threshold .choices button").count() == 0


def test_a_player_waits_for_a_rated_match_of_a_size_with_near_ratings(service: Running, chromium: Any) -> None:
    one = member(service, chromium, width=390, height=844, touch=True)
    one.go("lobby")
    box = one.page.locator(".finding")
    box.locator("summary").click()
    assert box.get_by_label("play with bots").is_visible()
    box.get_by_label("Seats").select_option("2")
    box.get_by_label("Rating").select_option("200")
    box.get_by_label("Matches played to the end").select_option("90")
    box.get_by_label("Rated matches only").check()
    assert not box.get_by_label("play with bots").is_visible()
    looked_at(one, "ratings-terms")
    for name in ("Spell-a-Spell", "Rock Paper Wizard"):
        box.locator("li", has_text=name).get_by_role("button", name="Now").click()
        one.page.wait_for_selector(f".banner.queue:has-text('{name}'):has-text('Rated')")
    wishes = {wish["game"]: wish for wish in call(one, "GET", "/me/wishes")["items"]}
    asked = {(one["rated"], one["within"], one["least_reliability"], one["bots"]) for one in wishes.values()}
    assert asked == {(True, 200, 90, None)}
    assert wishes[GAME]["seats"] == {"min": 2, "max": 2}
    # No table of this game has two seats.
    assert wishes["rock-paper-wizard"]["seats"]["min"] == 3
    for game in wishes:
        call(one, "DELETE", f"/me/wishes/{game}/live", {})


def test_a_followed_player_stands_on_home_with_the_match_that_they_play(service: Running, chromium: Any) -> None:
    one, other, third = (person(service, chromium) for _ in range(3))
    theirs = call(other, "GET", "/me")
    one.go(f"players/{theirs['id']}")
    one.page.get_by_role("button", name="Follow", exact=True).click()
    one.page.wait_for_selector("button.follow:has-text('Follow no longer')")
    one.go()
    one.page.wait_for_selector(f".followed li:has-text('{theirs['handle']}'):has-text('plays in no public match')")
    made = call(other, "POST", "/matches", {"game": GAME, "seats": 2})["id"]
    call(third, "POST", f"/matches/{made}/join", {})
    for _ in range(20):
        if call(one, "GET", "/me/follows")["items"][0]["match"] == made:
            break
        one.page.wait_for_timeout(300)
    one.go("lobby")
    one.go()
    looked_at(one, "followed")
    one.page.locator(".followed").get_by_role("link", name="plays Spell-a-Spell").click()
    one.page.wait_for_selector(".at-table .board")
    assert one.page.url.endswith(made)
    note = one.page.locator("details.note")
    note.locator("summary").click()
    note.locator("textarea:not([disabled])").fill("Plays long words.")
    note.locator("textarea").blur()
    for _ in range(20):
        if call(one, "GET", f"/matches/{made}/note")["text"] == "Plays long words.":
            break
        one.page.wait_for_timeout(200)
    one.page.reload()
    note.locator("summary").click()
    one.page.wait_for_function("() => document.querySelector('details.note textarea')?.value === 'Plays long words.'")
    looked_at(one, "own-note")
    # Nobody plays on in it.
    call(third, "POST", f"/matches/{made}/resign", {})


def test_a_guest_is_offered_no_rated_match(service: Running, chromium: Any) -> None:
    guest = person(service, chromium)
    guest.go("lobby")
    guest.page.wait_for_selector("form.sheet")
    assert guest.page.get_by_label("Rated: public, with a clock").count() == 0


def test_bots_stand_on_a_board_of_their_own_and_are_challenged_from_their_page(service: Running, chromium: Any) -> None:
    robot, one = member(service, chromium), person(service, chromium, width=390, height=844, touch=True)
    bot = call(robot, "PUT", "/me/bot", {})
    one.go(f"leaderboards/{GAME}?ladder=bots")
    one.page.wait_for_selector("a[aria-current=page]:has-text('Bots')")
    looked_at(one, "bots-leaders")
    one.page.get_by_role("link", name="People", exact=True).click()
    one.page.wait_for_selector("a[aria-current=page]:has-text('People')")
    one.go(f"players/{bot['id']}")
    one.page.wait_for_selector(f"h1:has-text('{bot['handle']} (Bot)')")
    looked_at(one, "bots-player")
    one.page.locator(".challenges").get_by_role("button", name="Spell-a-Spell").click()
    one.page.wait_for_selector(".waiting")
    match_id = one.page.url.rsplit("/", 1)[-1]
    call(robot, "POST", f"/matches/{match_id}/join", {})
    one.page.wait_for_selector(f".at-table :text('{bot['handle']} (Bot)')")
    looked_at(one, "bots-table")
