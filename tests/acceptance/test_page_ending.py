"""How a match ends on the page, how one's turn calls, and that nothing ends in silence; in a browser: `make browser`."""

import os
from typing import Any

import pytest

from clients.api import sign_up
from tests.acceptance.conftest import Running
from tests.acceptance.test_page_table import person
from tests.web.browser import Visitor, chromium
from tests.web.screens import CALL, FINISHED, PLAY, WIDE, Findings

__all__ = ["chromium"]

pytestmark = pytest.mark.skipif(os.environ.get("BROWSER") != "1", reason="the page is played by `make browser`")

TITLE = "() => document.title.startsWith('● Your move')"
# All that the live region has said so far.
LISTEN = """() => {
    window.heard = [];
    const voice = document.getElementById("voice");
    new MutationObserver(all => all.forEach(one => one.addedNodes.forEach(node => window.heard.push(node.textContent))))
        .observe(voice, {childList: true});
}"""
ANSWERED = "() => document.activeElement?.matches('.ask h2') && document.activeElement.textContent"
# The longest name that there may be, in the widest letter.
WIDEST = "W" * 24


def ended(visitor: Visitor, **wishes: Any) -> str:
    """A match that the visitor has played to its end."""
    made = visitor.page.evaluate(CALL, ["POST", "/matches", {**FINISHED, "bots": ["random", "random"], **wishes}])
    match = str(made["id"])
    visitor.page.evaluate(CALL, ["POST", f"/matches/{match}/start", {}])
    visitor.page.evaluate(PLAY, [match, 100])
    return match


def test_a_match_that_ends_shows_who_won_how_it_ran_and_its_best_moments(service: Running, chromium: Any) -> None:
    visitor = person(service, chromium)
    match = ended(visitor, visibility="public")
    asked: list[str] = []
    visitor.page.on("request", lambda one: asked.append(one.url))
    visitor.go(f"matches/{match}")
    visitor.page.wait_for_selector(".outcome svg.run polyline", state="attached")
    told = visitor.page.evaluate(CALL, ["GET", f"/matches/{match}", {}])
    names = visitor.page.locator(".seats .name").all_inner_texts()
    places = visitor.page.locator(".places .name").all_inner_texts()
    assert places == [names[seat] for level in told["outcome"]["ranking"] for seat in level]
    view = visitor.page.evaluate(CALL, ["GET", f"/matches/{match}/view", {}])
    gold = {names[one["seat"]]: str(one["gold"]) for one in view["state"]["wizards"]}
    assert visitor.page.locator(".places .points").all_inner_texts() == [gold[name] for name in places]
    assert visitor.page.locator(".outcome polyline").count() == len(names)
    findings = Findings()
    findings.look(visitor.page, "over")
    assert not findings.lines, "\n".join(findings.lines)
    # Each moment leads into the replay, which plays what led to it.
    link = visitor.page.locator(".moments a").first
    at, _, plays = link.get_attribute("href").partition("at=")[2].partition("&")
    assert plays == "play=true"
    link.click()
    visitor.page.wait_for_selector(".replay .slider")
    visitor.page.wait_for_function("at => Number(document.querySelector('.slider input').value) > at", arg=int(at))
    # No table that goes on fetches any of it.
    before = len(asked)
    visitor.practise("rock-paper-wizard")
    assert not [one for one in asked[before:] if "ending" in one]
    visitor.leave()


def test_once_more_takes_one_click_and_seats_whoever_clicks(service: Running, chromium: Any) -> None:
    visitor = person(service, chromium)
    before = ended(visitor)
    visitor.go(f"matches/{before}")
    visitor.page.locator(".outcome button.again").click()
    visitor.page.wait_for_url(lambda url: "/matches/" in url and before not in url)
    visitor.page.wait_for_selector(".ask .choices button")
    seats = visitor.page.locator(".seats li")
    assert "(you)" in seats.first.inner_text()
    visitor.leave()


def test_who_is_called_to_a_rematch_sees_it_where_the_match_ended_and_joins_by_one_click(
    service: Running, chromium: Any
) -> None:
    alice, bob = person(service, chromium), person(service, chromium)
    made = alice.page.evaluate(
        CALL, ["POST", "/matches", {**FINISHED, "seats": 3, "bots": ["random"], "start": "auto"}]
    )
    match = str(made["id"])
    bob.page.evaluate(CALL, ["POST", f"/matches/{match}/join", {}])
    for one in (alice, bob):
        one.page.evaluate(CALL, ["POST", f"/matches/{match}/resign", {}])
    for one in (alice, bob):
        one.go(f"matches/{match}")
        one.page.wait_for_selector(".outcome button.again")
    alice.page.locator(".outcome button.again").click()
    alice.page.wait_for_selector(".waiting")
    handle = alice.page.evaluate(CALL, ["GET", "/me", {}])["handle"]
    bob.page.wait_for_function(
        "name => document.querySelector('.outcome .wants')?.textContent.includes(name)", arg=handle
    )
    bob.page.locator(".outcome button.again").click()
    bob.page.wait_for_function("match => !location.pathname.includes(match)", arg=match)
    bob.page.wait_for_selector(".at-table")
    assert len(bob.page.evaluate(CALL, ["GET", bob.page.evaluate("() => location.pathname"), {}])["seats"]) == 3
    for one in (alice, bob):
        one.leave()


def test_whom_one_keeps_away_is_neither_named_for_a_rematch_nor_joined(service: Running, chromium: Any) -> None:
    alice, bob = person(service, chromium), person(service, chromium)
    made = alice.page.evaluate(CALL, ["POST", "/matches", {**FINISHED, "bots": ["random"], "start": "auto"}])
    match = str(made["id"])
    bob.page.evaluate(CALL, ["POST", f"/matches/{match}/join", {}])
    for one in (alice, bob):
        one.page.evaluate(CALL, ["POST", f"/matches/{match}/resign", {}])
    handle, who = (bob.page.evaluate(CALL, ["GET", "/me", {}])[name] for name in ("handle", "id"))
    rematch = bob.page.evaluate(CALL, ["POST", f"/matches/{match}/rematch", {}])["id"]
    alice.page.evaluate(CALL, ["PUT", f"/me/blocks/{who}", {}])
    with alice.page.expect_response("**/me/blocks"):
        alice.go(f"matches/{match}")
    alice.page.locator(".outcome button.again").wait_for()
    assert handle not in alice.page.locator(".outcome .choices").inner_text()
    alice.page.locator(".outcome button.again").click()
    alice.page.wait_for_function("match => !location.pathname.includes(match)", arg=match)
    alice.page.wait_for_selector(".waiting")
    assert rematch not in alice.page.url
    for one in (alice, bob):
        one.leave()


def test_a_match_is_taken_along_as_a_film(service: Running, chromium: Any) -> None:
    visitor = person(service, chromium)
    visitor.go(f"matches/{ended(visitor)}")
    with visitor.page.expect_download(timeout=120_000) as found:
        visitor.page.locator(".outcome button.film").click()
    assert found.value.suggested_filename.endswith((".webm", ".mp4"))
    path = found.value.path()
    assert path.stat().st_size > 10_000
    visitor.leave()


def test_ones_turn_calls_in_the_title_and_the_new_question_has_the_focus(service: Running, chromium: Any) -> None:
    visitor = Visitor(chromium, service.url)
    visitor.practise("rock-paper-wizard")
    visitor.page.wait_for_function(TITLE)
    assert visitor.page.locator(".status").inner_text() == "Your move"
    visitor.page.evaluate(LISTEN)
    first = visitor.page.locator(".log li").count()
    visitor.page.locator(".ask .choices button").first.click()
    visitor.page.wait_for_function("before => document.querySelectorAll('.log li').length > before + 5", arg=first)
    visitor.page.wait_for_function(ANSWERED)
    # All that has happened was said, and not the question alone.
    match = visitor.page.url.rpartition("/")[2]
    items = visitor.page.evaluate(CALL, ["GET", f"/matches/{match}/events?limit=500", {}])["items"]
    applied = [one for one in items if one["type"] in ("gestures_revealed", "gold_scored")]
    said = " ".join(visitor.page.evaluate("() => window.heard"))
    names = visitor.page.locator(".seats .name").all_inner_texts()
    for one in applied:
        text = "".join(names[piece["seat"]] if "seat" in piece else piece["text"] for piece in one["text"])
        assert text in said
    visitor.go()
    visitor.page.wait_for_function("() => !document.title.startsWith('●')")
    visitor.leave()


PASSWORD = "correct horse battery"


def logged_in(service: Running, chromium: Any, name: str) -> tuple[Visitor, str, str]:
    """Who has an account, logged in at the page; with the handle, and a token of the same player."""
    handle, token = sign_up(service.url, name)
    service.api(token).post("/me/upgrade", {"password": PASSWORD})
    visitor = Visitor(chromium, service.url)
    visitor.log_in(handle, PASSWORD)
    return visitor, handle, token


def test_a_lost_session_says_so_and_the_move_is_sent_after_the_next_log_in(service: Running, chromium: Any) -> None:
    visitor, handle, _ = logged_in(service, chromium, "Loser")
    match = visitor.practise("rock-paper-wizard")
    taken: list[int] = []
    visitor.context.on("response", lambda one: taken.append(one.status) if one.url.endswith("/moves") else None)
    # The session ends elsewhere.
    visitor.context.clear_cookies()
    choice = visitor.page.locator(".ask .choices button").first
    choice.click()
    banner = visitor.page.locator(".banner.lost")
    banner.wait_for()
    assert "Your move is kept" in visitor.page.locator(".ask").inner_text()
    assert match in visitor.page.evaluate("localStorage.getItem('unsent')")
    banner.locator("a").click()
    form = visitor.page.locator("form").first
    form.locator("input[name=handle]").fill(handle)
    form.locator("input[name=password]").fill(PASSWORD)
    form.locator("button.main").click()
    visitor.page.wait_for_url(f"**/matches/{match}")
    visitor.page.wait_for_function("() => localStorage.getItem('unsent') === '[]'")
    banner.wait_for(state="detached")
    assert taken[0] == 401
    assert [one for one in taken if one != 401] == [201]
    visitor.leave()


def test_what_was_chosen_is_still_in_its_field_after_the_next_log_in(service: Running, chromium: Any) -> None:
    visitor, handle, token = logged_in(service, chromium, "Writer")
    match = visitor.practise("spell-a-spell")
    field = visitor.page.locator(".ask form.word input").first
    field.fill("שלום")
    (mine,) = service.api(token).get("/me/tokens")["items"][:1]
    # A page that is opened with a session which is over says so at once.
    visitor.context.clear_cookies()
    visitor.page.evaluate("() => dispatchEvent(new Event('online'))")
    visitor.page.locator("nav a[href$=me]").click()
    visitor.page.locator(".banner.lost").wait_for()
    visitor.go(f"login?next=matches/{match}")
    form = visitor.page.locator("form").first
    form.locator("input[name=handle]").fill(handle)
    form.locator("input[name=password]").fill(PASSWORD)
    form.locator("button.main").click()
    visitor.page.wait_for_selector(".ask form.word input")
    assert field.input_value() == "שלום"
    assert mine
    visitor.leave()


def test_what_is_wrong_with_a_form_is_told_at_its_field_in_plain_words(service: Running, chromium: Any) -> None:
    visitor = person(service, chromium, language="pl")
    visitor.go("me")
    form = visitor.page.locator("form:has(input[autocomplete=new-password])").first
    handle = form.locator("input[name=handle]")
    handle.fill("Maximilian_von_Habsburg_Loth_32")
    form.locator("input[name=password]").fill(PASSWORD)
    form.locator("button.main").click()
    wrong = form.locator("label:has(input[name=handle]) .wrong")
    wrong.wait_for()
    assert "od 3 do 24" in wrong.inner_text()
    assert not visitor.page.locator(".trouble").count()
    assert handle.get_attribute("aria-describedby") == wrong.get_attribute("id")
    assert visitor.page.evaluate("() => document.activeElement.name") == "handle"
    handle.press_sequentially("x")
    wrong.wait_for(state="detached")
    visitor.leave()


@pytest.mark.parametrize("language", ["en", "he", "pl"])
def test_an_unknown_address_is_a_page_in_the_readers_language(service: Running, chromium: Any, language: str) -> None:
    visitor = Visitor(chromium, service.url, language=language)
    for address in ("nowhere", "matches/no-match"):
        visitor.go(address)
        visitor.page.wait_for_selector(".button")
        assert visitor.page.evaluate("document.documentElement.lang") == language
    visitor.leave()


def test_no_screen_scrolls_sideways_at_360_pixels_with_the_longest_names(service: Running, chromium: Any) -> None:
    handle, token = sign_up(service.url, "W")
    host = service.api(token)
    host.post("/me/upgrade", {"password": PASSWORD, "handle": WIDEST})
    assert handle != WIDEST
    visitor = Visitor(chromium, service.url, width=360)
    visitor.log_in(WIDEST, PASSWORD)
    host.post("/matches", {"game": "cave", "seats": 3, "name": WIDEST * 2})
    over = ended(visitor, name=WIDEST * 2)
    wide = []
    screens = [
        "",
        "lobby",
        "me",
        "login",
        "nowhere",
        f"matches/{over}",
        f"matches/{over}/replay",
        f"embed/matches/{over}",
    ]
    for game in ("rock-paper-wizard", "spell-a-spell", "cave"):
        screens.append(f"matches/{visitor.practise(game)}")
    for screen in screens:
        visitor.go(screen)
        visitor.page.wait_for_selector(".board > *, form, .cards, .button, .sheet")
        if visitor.page.evaluate(WIDE) > 0:
            wide.append(screen)
    assert not wide
    visitor.leave()
