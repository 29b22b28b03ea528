"""The hand is the control: a phone, a finger, and no list of moves. `make browser`."""

import os
import random
from typing import Any

import pytest

from clients.api import sign_up
from tests.acceptance.conftest import Running
from tests.acceptance.hands import Taps
from tests.acceptance.phone import MOST_SHIFTED, WATCH_SHIFTS, phone, sit_down
from tests.web.browser import Visitor, chromium

__all__ = ["chromium"]

pytestmark = pytest.mark.skipif(os.environ.get("BROWSER") != "1", reason="the page is played by `make browser`")

LONGEST = 600
# How the match is shortened, and after how many taps a player of words gives up on finding one.
GAMES: dict[str, tuple[dict[str, Any], int]] = {
    "rock-paper-wizard": ({"max_rounds": 2}, 1000),
    "spell-a-spell": ({}, 12),
    "cave": ({"max_rounds": 2}, 1000),
}
# What can be tapped and lies, in part at least, below the question.
COVERED = """() => {
    const ask = document.querySelector(".ask").getBoundingClientRect();
    return [...document.querySelectorAll(".board .may")].filter(one => one.checkVisibility({ visibilityProperty: true }))
        .filter(one => {
            const { left, right, top, bottom } = one.getBoundingClientRect();
            return bottom > ask.top + 1 && top < ask.bottom - 1 && right > ask.left && left < ask.right;
        }).map(one => `${one.className}: ${one.textContent.trim()}`);
}"""
# Words in the line below the board that are cut off, and buttons in it that are not wholly in the window.
CUT = """() => {
    const lines = [...document.querySelectorAll(".ask :is(h2, .picked)")].filter(one => getComputedStyle(one).position !== "absolute");
    const buttons = [...document.querySelectorAll(".ask button, .ask a")].filter(one => one.checkVisibility());
    return [...lines.filter(one => one.scrollHeight > one.clientHeight + 1),
        ...buttons.filter(one => { const { left, right, bottom } = one.getBoundingClientRect();
            return left < 0 || right > innerWidth || bottom > innerHeight; }).filter(one => !one.closest(".moves"))]
        .map(one => one.textContent.trim());
}"""
# How far the player's own sheet goes below the question, where that begins at the top of the page.
SHEET = """() => {
    scrollTo(0, 0);
    const ask = document.querySelector(".ask:has(.prompt)"), mine = document.querySelector(".board .hero.mine");
    return ask && mine && { asked: ask.querySelector("h2").textContent, moves: ask.querySelectorAll(".moves button").length,
        below: Math.round(mine.getBoundingClientRect().bottom - ask.getBoundingClientRect().top) };
}"""
QUESTIONS = 8
LAID = ".board .laying .place.may"


@pytest.mark.parametrize("game", GAMES)
def test_a_match_is_played_by_taps_alone(service: Running, chromium: Any, game: str) -> None:
    options, tires = GAMES[game]
    visitor, anybody = phone(service, chromium), service.api()
    match = sit_down(service, visitor, game, **options)
    visitor.page.evaluate(WATCH_SHIFTS)
    hand = Taps(random.Random(game), tires)

    def is_over() -> bool:
        hand.act(visitor, match)
        return bool(anybody.get(f"/matches/{match}")["status"] == "finished")

    service.wait_for(is_over, seconds=LONGEST)
    visitor.page.wait_for_selector(".ask a[href$=replay]")
    assert hand.counts["#confirm"]
    # And nothing of the page moves of itself meanwhile, nor when the match ends.
    shifted = visitor.page.evaluate("() => window.shifted")
    assert shifted["worst"] <= MOST_SHIFTED, shifted
    # Few moves stand open below the picture.
    assert not hand.counts[".ask:not(.folded) .moves button"] or game != "rock-paper-wizard"
    visitor.leave()


@pytest.mark.parametrize(("game", "seats"), [("rock-paper-wizard", 3), ("rock-paper-wizard", 6), ("spell-a-spell", 3)])
@pytest.mark.parametrize("language", ["en", "he"])
def test_the_question_covers_nothing_that_it_asks_about(
    service: Running, chromium: Any, game: str, seats: int, language: str
) -> None:
    visitor = phone(service, chromium, language)
    sit_down(service, visitor, game, seats)
    assert visitor.page.evaluate(COVERED) == []
    # Nor once something is chosen.
    visitor.page.locator(".board .may >> visible=true").first.tap()
    visitor.page.locator(".ask .picked, .ask .ready").first.wait_for()
    assert visitor.page.evaluate(COVERED) == []
    visitor.leave()


@pytest.mark.parametrize("language", ["en", "pl"])
def test_ones_own_sheet_in_cave_stays_in_sight_with_each_question(
    service: Running, chromium: Any, language: str
) -> None:
    visitor, anybody = phone(service, chromium, language), service.api()
    match = sit_down(service, visitor, "cave")
    hand, asked = Taps(random.Random(language), LONGEST), set()

    def has_seen_enough() -> bool:
        told = visitor.page.evaluate(SHEET)
        if told:
            asked.add(told["asked"])
            assert told["below"] <= 0, told
        hand.act(visitor, match)
        return len(asked) >= QUESTIONS or bool(anybody.get(f"/matches/{match}")["status"] == "finished")

    service.wait_for(has_seen_enough, seconds=LONGEST)
    assert len(asked) > 1
    visitor.leave()


@pytest.mark.parametrize("language", ["en", "he", "pl"])
def test_the_line_below_a_hand_says_all_and_shows_all_its_buttons(
    service: Running, chromium: Any, language: str
) -> None:
    visitor = phone(service, chromium, language)
    sit_down(service, visitor, "spell-a-spell")
    page = visitor.page
    page.locator(".board .held.may >> visible=true").first.wait_for()
    assert page.evaluate(CUT) == []
    # A word that is begun, which cannot be played yet.
    page.locator(".board .held.may").first.tap()
    page.locator(".ask .begun").wait_for()
    assert page.evaluate(CUT) == []
    page.locator(".ask .change").tap()
    # The end of a turn, with what comes of it.
    page.locator(".board .tap.may").last.tap()
    page.wait_for_selector("#confirm")
    assert page.evaluate(CUT) == []
    visitor.leave()


def test_a_spell_and_a_target_are_two_taps_and_the_line_says_them(service: Running, chromium: Any) -> None:
    visitor = phone(service, chromium)
    sit_down(service, visitor, "rock-paper-wizard")
    spell = visitor.page.locator(".board .card.may b").first.inner_text()
    visitor.page.locator(".board .card.may").first.tap()
    assert spell in visitor.page.locator(".ask .picked").inner_text()
    visitor.page.locator(".board .aim.may").first.tap()
    visitor.page.wait_for_selector("#confirm")
    told = visitor.page.locator(".ask .picked").inner_text()
    assert spell in told
    assert "Bot 2" in told
    visitor.leave()


def test_what_is_chosen_stays_while_others_move(service: Running, chromium: Any) -> None:
    token = sign_up(service.url, "Friend")[1]
    friend, visitor = service.api(token), phone(service, chromium)
    match = friend.post("/matches", {"game": "rock-paper-wizard", "seats": 3})["id"]
    friend.post(f"/matches/{match}/bots", {"bot": "steady"})
    visitor.go("login")
    visitor.page.locator("button.main").first.click()
    visitor.page.wait_for_selector("nav a[href$=me]")
    visitor.go(f"matches/{match}")
    visitor.page.locator(".waiting button.main").first.click()
    visitor.page.locator(".board .card.may").first.wait_for()
    # The bot has chosen; the friend and the visitor are asked.
    visitor.page.wait_for_function("() => document.querySelectorAll('.seats .asked').length === 2")
    visitor.page.locator(".board .card.may").first.tap()
    visitor.page.locator(".board .card.chosen").wait_for()
    (asked,) = friend.get(f"/matches/{match}/prompts")["items"]
    move = {name: one for name, one in asked["moves"][0]["legal"][0].items() if name not in {"label", "text"}}
    friend.post(f"/matches/{match}/moves", {"prompt": asked["prompt"], **move})
    visitor.page.wait_for_function("() => document.querySelectorAll('.seats .asked').length === 1")
    assert visitor.page.locator(".board .card.chosen").count() == 1
    visitor.page.locator(".board .aim.may").first.tap()
    visitor.page.wait_for_selector("#confirm")
    visitor.leave()


def test_all_moves_stay_within_reach_of_the_keyboard(service: Running, chromium: Any) -> None:
    visitor, anybody = phone(service, chromium), service.api()
    match = sit_down(service, visitor, "rock-paper-wizard")
    button = visitor.page.locator(".ask .moves button").first
    visitor.page.locator("h1").focus()
    visitor.page.keyboard.press("m")
    assert button.evaluate("one => one === document.activeElement")
    box = button.bounding_box()
    assert box
    assert box["height"] >= 44
    # There it stays, and is put away and brought back by a tap.
    for is_folded in (True, False):
        visitor.page.locator(".ask .fold").tap()
        assert (visitor.page.locator(".ask.folded").count() == 1) == is_folded
    before = anybody.get(f"/matches/{match}")["version"]
    button.tap()
    service.wait_for(lambda: bool(anybody.get(f"/matches/{match}")["version"] > before), seconds=60)
    visitor.leave()


def test_a_card_explains_itself_by_tap_by_long_press_by_mouse_and_by_key(service: Running, chromium: Any) -> None:
    visitor = phone(service, chromium)
    sit_down(service, visitor, "rock-paper-wizard")
    page, box = visitor.page, visitor.page.locator(".popover")
    card = page.locator(".board .card.may").first
    name = card.locator("b").inner_text()
    # Its sign explains; nothing is chosen.
    card.locator(".of").tap()
    assert name in box.inner_text()
    assert not page.locator(".board .chosen").count()
    page.locator("header").tap(position={"x": 210, "y": 25})
    assert box.is_hidden()
    at = card.bounding_box()
    assert at
    finger = visitor.context.new_cdp_session(page)
    finger.send(
        "Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": at["x"] + 90, "y": at["y"] + 20}]}
    )
    box.wait_for(state="visible")
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert name in box.inner_text()
    assert not page.locator(".board .chosen").count()
    page.keyboard.press("Escape")
    assert box.is_hidden()
    page.mouse.move(1, 1)
    card.hover()
    box.wait_for(state="visible")
    page.keyboard.press("Escape")
    page.locator("h1").focus()
    page.keyboard.press("i")
    assert box.evaluate("one => one === document.activeElement")
    first = box.inner_text()
    page.keyboard.press("ArrowDown")
    assert box.inner_text() != first
    page.keyboard.press("Escape")
    assert page.evaluate("() => document.activeElement.tagName") == "H1"
    visitor.leave()


def test_letters_are_laid_by_taps_dragged_and_sorted(service: Running, chromium: Any) -> None:
    visitor = phone(service, chromium)
    sit_down(service, visitor, "spell-a-spell", seats=2)
    page, cards = visitor.page, visitor.page.locator(".board .held.may:not(:has(.fog))")
    faces = cards.all_inner_texts()
    cards.nth(0).tap()
    cards.nth(1).tap()
    assert page.locator(LAID).count() == 2
    # Dragged out of the hand it comes into the word; dragged back it leaves it.
    drag(visitor, cards.nth(2), page.locator(LAID).nth(0))
    assert page.locator(LAID).count() == 3
    drag(visitor, page.locator(LAID).nth(0), cards.nth(0))
    assert page.locator(LAID).count() == 2
    page.locator(".board .tool").nth(1).tap()
    assert cards.all_inner_texts() == sorted(faces)
    page.locator(".board .tool").nth(0).tap()
    assert sorted(cards.all_inner_texts()) == sorted(faces)
    visitor.leave()


def drag(visitor: Visitor, of: Any, to: Any) -> None:
    here, there = of.bounding_box(), to.bounding_box()
    visitor.page.mouse.move(here["x"] + here["width"] / 2, here["y"] + here["height"] / 2)
    visitor.page.mouse.down()
    visitor.page.mouse.move(there["x"] + there["width"] / 2, there["y"] + there["height"] / 2, steps=5)
    visitor.page.mouse.up()


def test_a_word_that_cannot_be_laid_cannot_be_sent_and_a_refused_one_stays(service: Running, chromium: Any) -> None:
    visitor = phone(service, chromium)
    sit_down(service, visitor, "spell-a-spell", seats=2)
    page, cards = visitor.page, visitor.page.locator(".board .held.may:not(:has(.fog))")
    send = page.locator(".ask .word button")
    cards.nth(0).tap()
    assert send.is_disabled()
    assert "2" in page.locator(".ask .picked").inner_text()
    # The same letter over and over is no word; whatever is laid, the service is asked to refuse it.
    page.route("**/moves", refuse)
    cards.nth(1).tap()
    send.tap()
    page.locator(".ask .picked.refused").wait_for()
    assert "not a word" in page.locator(".ask .picked.refused").inner_text()
    assert page.locator(".board .laying.refused .place.may").count() == 2
    assert send.is_disabled()
    page.locator(LAID).nth(0).tap()
    assert not page.locator(".refused").count()
    visitor.leave()


def refuse(route: Any) -> None:
    body = '{"type": "about:blank", "title": "Refused", "status": 422, "code": "word_not_in_lexicon", "detail": "It is not a word."}'
    route.fulfill(status=422, content_type="application/problem+json", body=body)
