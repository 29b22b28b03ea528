"""Home, a first match with help, and the ways to a table, in a browser. `make browser`."""

import os
import re
from typing import Any

import pytest

from tests.acceptance.conftest import Running
from tests.acceptance.test_page_table import person
from tests.web.browser import PATIENCE, Visitor, chromium
from tests.web.screens import FINISHED, PLAY, Findings

__all__ = ["chromium"]

pytestmark = pytest.mark.skipif(os.environ.get("BROWSER") != "1", reason="the page is played by `make browser`")

OFFER = "li.card:has(a[href$='game={}'])"


def ended(service: Running, visitor: Visitor) -> str:
    """A match that everybody may see, played to its end by who sits before the page, and listed."""
    match = visitor.page.evaluate(
        """async wish => {
            const headers = {"Tabularium-Page": "-", "Content-Type": "application/json"};
            const answer = await fetch("/api/v1/matches", {method: "POST", headers, body: JSON.stringify(wish)});
            return (await answer.json()).id;
        }""",
        {**FINISHED, "start": "auto", "bots": ["random", "random"], "pace": 0, "options": {"max_rounds": 3}},
    )
    visitor.page.evaluate(PLAY, [match, 100])
    stranger = service.api()
    service.wait_for(lambda: match in str(stranger.get("/matches?status=finished")), seconds=PATIENCE / 1000)
    return str(match)


SHIFTS = """() => {
    window.shifts = 0;
    new PerformanceObserver((list) => {
        if (!document.querySelector(".at-table")) for (const one of list.getEntries()) window.shifts += one.value;
    }).observe({ type: "layout-shift" });
}"""


def test_home_stands_still_while_a_match_is_begun_though_its_news_come_first(service: Running, chromium: Any) -> None:
    visitor = person(service, chromium)
    held: list[Any] = []
    heard: list[Any] = []
    visitor.page.emulate_media(reduced_motion="reduce")
    visitor.go()
    visitor.page.evaluate(SHIFTS)
    # The table is not there yet when the lists and notices tell of the match.
    visitor.page.route(re.compile(r"/rooms/table\.js"), lambda one: held.append(one))
    visitor.page.locator(OFFER.format("rock-paper-wizard")).locator("button.main").click()

    def is_told() -> bool:
        heard[:] = visitor.page.evaluate(
            """async () => {
                const headers = { "Tabularium-Page": "1" };
                const of = async (path) => (await (await fetch(`/api/v1${path}`, { headers })).json()).items;
                return [await of("/matches?mine=true"), await of("/me/notices?unread=true")];
            }"""
        )
        return bool(held) and all(heard)

    service.wait_for(is_told, seconds=PATIENCE / 1000)
    visitor.page.evaluate("() => new Promise((done) => setTimeout(done, 1000))")
    assert visitor.page.evaluate("() => window.shifts") < 0.02
    for one in held:
        one.continue_()
    visitor.page.wait_for_selector(".at-table")
    visitor.leave()


def test_home_has_name_language_and_colours_at_its_head_wherever_one_is(service: Running, chromium: Any) -> None:
    visitor = person(service, chromium)
    for path in ("", "lobby", "me"):
        visitor.go(path)
        visitor.page.wait_for_selector("header .brand")
        assert visitor.page.locator("header select option").count() >= 3
        assert visitor.page.locator("header .brand").get_attribute("aria-label") == "Tabularium: Home"
    visitor.page.locator("header .theme").click()
    assert visitor.page.evaluate("document.documentElement.dataset.theme") == "light"
    visitor.page.locator("header .theme").click()
    visitor.go("lobby")
    assert visitor.page.evaluate("document.documentElement.dataset.theme") == "dark"
    visitor.leave()


def test_a_match_plays_itself_on_home_and_stands_still_when_told_and_where_nothing_may_move(
    service: Running, chromium: Any
) -> None:
    player = person(service, chromium)
    ended(service, player)
    player.leave()
    visitor = Visitor(chromium, service.url)
    visitor.go()
    visitor.page.wait_for_selector(".window .showing .rock-paper-wizard")
    visitor.page.locator(".shown .now", has_text=re.compile(r"\w")).wait_for()
    visitor.page.locator(".shown button").click()
    visitor.page.locator(".shown button", has_text="Play").wait_for()
    assert "/replay" in str(visitor.page.locator(".shown a").get_attribute("href"))
    visitor.leave()
    still = Visitor(chromium, service.url)
    still.page.emulate_media(reduced_motion="reduce")
    asked: list[str] = []
    still.page.on("request", lambda one: asked.append(one.url))
    still.go()
    still.page.wait_for_selector(OFFER.format("cave"))
    # Whatever home does later has its turn before this.
    still.page.evaluate("() => new Promise(done => setTimeout(done, 2500))")
    assert not [one for one in asked if "status=finished" in one or "showing.js" in one]
    assert not still.page.locator(".showing").count()
    still.leave()


def test_the_shortest_game_comes_first_and_its_bots_are_as_strong_as_one_wishes(
    service: Running, chromium: Any
) -> None:
    visitor = Visitor(chromium, service.url)
    visitor.go()
    links = visitor.page.locator("li.offer a").evaluate_all("all => all.map(one => one.href.split('game=')[1])")
    assert links[:3] == ["rock-paper-wizard", "spell-a-spell", "cave"]
    visitor.page.locator(f"{OFFER.format('cave')} select").select_option("hard")
    match = visitor.practise("cave")
    made = visitor.page.evaluate("async id => (await fetch('/api/v1/matches/' + id)).json()", match)
    assert [one["bot"] for one in made["seats"]] == [None, "hard", "hard"]
    assert made["options"]["elimination"] == "none"
    visitor.leave()


@pytest.mark.parametrize("language", ["en", "he", "pl"])
def test_a_first_match_is_coached_can_be_told_not_to_be_and_the_second_is_not(
    service: Running, chromium: Any, language: str
) -> None:
    visitor = Visitor(chromium, service.url, language=language)
    visitor.practise("rock-paper-wizard")
    coach = visitor.page.locator(".coach")
    coach.wait_for()
    seen = {coach.locator("p").inner_text()}
    for _ in range(4):
        coach.locator("button").first.click()
        visitor.page.wait_for_function(
            "seen => !seen.includes(document.querySelector('.coach p').innerText)", arg=[*seen]
        )
        seen.add(coach.locator("p").inner_text())
    assert len(seen) == 5
    coach.locator("button").first.click()
    visitor.page.wait_for_selector(".coach", state="detached")
    visitor.practise("rock-paper-wizard")
    assert not coach.count()
    visitor.practise("cave")
    coach.wait_for()
    coach.locator("button").last.click()
    visitor.page.wait_for_selector(".coach", state="detached")
    visitor.leave()


def test_a_hint_shows_one_word_where_before_all_were_listed(service: Running, chromium: Any) -> None:
    visitor = Visitor(chromium, service.url)
    match = visitor.practise("spell-a-spell")
    made = visitor.page.evaluate("async id => (await fetch('/api/v1/matches/' + id)).json()", match)
    assert made["options"]["hints"] is False
    # A snowball may fly before it is one's turn.
    while not visitor.page.locator(".ask .word input").count():
        visitor.page.locator(".ask .choices button").last.click()
        visitor.page.wait_for_function("() => localStorage.getItem('unsent') === '[]'")
        visitor.page.wait_for_selector(".ask .choices button")
    # Effects and the end of the turn.
    assert len(visitor.choices()) <= 4
    visitor.page.locator(".hint button").click()
    word = visitor.page.locator(".ask .word input")
    none = visitor.page.locator(".hint span")
    word.or_(none).first.wait_for()
    visitor.page.wait_for_function(
        "() => document.querySelector('.ask .word input').value || document.querySelector('.hint span')"
    )
    if not none.count():
        # What it shows can be played.
        visitor.page.locator(".ask .word button").click()
        visitor.page.wait_for_function("() => localStorage.getItem('unsent') === '[]'")
        assert not visitor.page.locator(".trouble").count()
    visitor.leave()


def test_a_game_is_explained_on_one_screen_for_everybody(service: Running, chromium: Any) -> None:
    visitor, findings = Visitor(chromium, service.url, width=390), Findings()
    for theme in ("light", "dark"):
        visitor.go()
        visitor.page.evaluate("theme => localStorage.setItem('theme', theme)", theme)
        visitor.go()
        for game in ("rock-paper-wizard", "spell-a-spell", "cave"):
            visitor.page.locator(f"{OFFER.format(game)} button.plain").click()
            visitor.page.locator("dialog.primer .signs li").first.wait_for()
            assert visitor.page.locator("dialog.primer ol li").count() == 4
            findings.look(visitor.page, f"primer {game} {theme}")
            visitor.page.keyboard.press("Escape")
            visitor.page.wait_for_selector("dialog.primer", state="detached")
    assert not findings.lines, "\n".join(findings.lines)
    visitor.leave()


def test_an_invitation_says_what_it_is_to_and_a_table_what_it_waits_for(service: Running, chromium: Any) -> None:
    host, findings = person(service, chromium, width=390), Findings()
    host.go("lobby?game=cave")
    host.page.locator("input[value=quick]").check()
    host.page.locator("form.sheet button.main").click()
    host.page.wait_for_selector(".waiting .fills strong")
    shown = host.page.locator(".fills strong").inner_text()
    host.page.wait_for_function("shown => document.querySelector('.fills strong').innerText !== shown", arg=shown)
    host.page.locator("button.link").click()
    # Beside that of the table.
    host.page.locator(".share").nth(1).wait_for()
    # The one that seats somebody has its secret behind #; that of the table stands before it.
    link = host.page.locator(".share input").nth(1).input_value()
    findings.look(host.page, "waiting")
    guest = Visitor(chromium, service.url, width=390)
    guest.page.goto(link)
    guest.page.locator(".threshold", has_text="Cave").wait_for()
    findings.look(guest.page, "door")
    guest.page.locator(".threshold button.main").click()
    guest.page.wait_for_selector(".waiting")
    host.page.locator("button.fill").click()
    guest.page.wait_for_selector(".ask")
    assert not findings.lines, "\n".join(findings.lines)
    host.leave()
    guest.leave()


def test_what_has_ended_since_one_was_last_home_is_told(service: Running, chromium: Any) -> None:
    visitor = person(service, chromium)
    visitor.go()
    visitor.page.wait_for_selector("li.offer")
    match = ended(service, visitor)
    visitor.go()
    visitor.page.locator(f".since a[href$='{match}']").wait_for()
    visitor.go()
    visitor.page.wait_for_selector("li.offer")
    assert not visitor.page.locator(".since").count()
    visitor.leave()
