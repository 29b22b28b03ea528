"""Players find each other on the page: from the queue to a first move; two people, each in a browser: `make browser`."""

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.acceptance.conftest import Running
from tests.acceptance.test_page_table import person
from tests.web.browser import Visitor, chromium
from tests.web.screens import CALL, Findings

__all__ = ["chromium"]

pytestmark = pytest.mark.skipif(os.environ.get("BROWSER") != "1", reason="the page is played by `make browser`")

People = Callable[..., Visitor]
# Two are enough for it.
GAME, NAME = "spell-a-spell", "Spell-a-Spell"


@pytest.fixture
def people(service: Running, chromium: Any) -> Iterator[People]:
    """Guests who are gone from the queue when the test is over, whatever came of it."""
    made: list[Visitor] = []

    def guest(*, stranger: bool = False, **wishes: Any) -> Visitor:
        made.append(Visitor(chromium, service.url, **wishes) if stranger else person(service, chromium, **wishes))
        return made[-1]

    yield guest
    for visitor in made:
        for wish in wishes(visitor):
            visitor.page.evaluate(CALL, ["DELETE", f"/me/wishes/{wish['game']}/{wish['set']}", {}])


def looked_at(visitor: Visitor, name: str) -> None:
    findings = Findings()
    findings.look(visitor.page, name)
    if folder := os.environ.get("GALLERY"):
        visitor.page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)
    assert not findings.lines, "\n".join(findings.lines)


def wait_at_home(visitor: Visitor) -> None:
    visitor.go()
    visitor.page.locator(".offer", has_text=NAME).get_by_role("button", name="Find players").click()
    visitor.page.wait_for_selector(".banner.queue")


def wishes(visitor: Visitor) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = visitor.page.evaluate(CALL, ["GET", "/me/wishes", None]).get("items", [])
    return items


def mine(visitor: Visitor, match_id: str) -> dict[str, Any]:
    found: dict[str, Any] = visitor.page.evaluate(CALL, ["GET", f"/matches/{match_id}", None])
    return found


def test_two_find_each_other_and_play_by_three_clicks_each(people: People) -> None:
    """The first is a stranger, who becomes a guest by the first click."""
    one, other = people(stranger=True), people()
    wait_at_home(one)
    assert "to play now: Spell-a-Spell" in one.page.locator(".banner.queue").inner_text()
    looked_at(one, "queue-waiting")
    wait_at_home(other)
    for visitor in (one, other):
        visitor.page.wait_for_selector(".banner.called")
        assert visitor.page.title().startswith("● A table is ready")
    looked_at(other, "queue-called")
    one.page.get_by_role("button", name="I'm here").click()
    one.page.wait_for_selector("text=1 of 2 are here")
    looked_at(one, "queue-confirmed")
    other.page.get_by_role("button", name="I'm here").click()
    for visitor in (one, other):
        visitor.page.wait_for_selector(".at-table")
        assert wishes(visitor) == []
    assert one.page.url == other.page.url
    seats = one.page.evaluate(CALL, ["GET", f"/matches/{one.page.url.rsplit('/', 1)[-1]}", None])["seats"]
    assert len({seat["player"]["id"] for seat in seats}) == len(seats) == 2
    # The third click is a move.
    match_id = one.page.url.rsplit("/", 1)[-1]
    match = one.page.evaluate(CALL, ["GET", f"/matches/{match_id}", None])
    asked = next(each for each in (one, other) if match["waiting_for"] == [mine(each, match_id)["you"]])
    asked.page.locator(".ask .choices button").first.click()
    # The buttons go when the move is sent, before the service has it.
    for _ in range(300):
        if mine(asked, match_id)["version"] > match["version"]:
            break
        asked.page.wait_for_timeout(100)
    assert mine(asked, match_id)["version"] > match["version"]


def test_a_wish_stands_when_the_page_is_closed_and_is_told_in_another_browser(people: People) -> None:
    visitor = people()
    visitor.go("lobby")
    visitor.page.wait_for_selector(".finding")
    looked_at(visitor, "queue-lobby")
    visitor.page.locator(".finding li", has_text="Cave").get_by_role("button", name="Over days").click()
    visitor.page.wait_for_selector(".banner.queue")
    visitor.page.reload()
    visitor.page.wait_for_selector(".banner.queue")
    # A browser that knows nothing of it asks when its player comes home.
    visitor.page.evaluate("() => localStorage.removeItem('queue')")
    visitor.go("me")
    assert visitor.page.locator(".banner.queue").count() == 0
    visitor.go()
    visitor.page.wait_for_selector(".banner.queue")
    visitor.page.get_by_role("button", name="Stop looking").click()
    visitor.page.wait_for_function("() => !document.querySelector('.banner.queue')")
    assert wishes(visitor) == []


def test_a_wait_is_told_by_the_time_of_now_also_where_nothing_has_changed_since_it_was_last_asked_for(
    people: People,
) -> None:
    visitor = people()
    visitor.page.evaluate(CALL, ["PUT", "/me/wishes/cave/days", {}])
    shown = visitor.page.locator(".banner.queue [data-at]")
    visitor.go()
    visitor.page.wait_for_function(
        "() => /[1-9]/.test(document.querySelector('.banner.queue [data-at]')?.textContent ?? '')"
    )
    visitor.page.wait_for_timeout(4_000)
    for _ in range(2):
        visitor.page.reload()
        shown.wait_for()
        visitor.page.wait_for_function("() => document.querySelector('.banner.queue [data-at]').textContent !== ''")
        assert int(re.sub(r"\D", "", shown.inner_text())) >= 4


def test_who_looks_for_players_from_home_asks_for_what_they_chose_in_the_lobby(people: People) -> None:
    visitor = people()
    visitor.go("lobby")
    box = visitor.page.locator(".finding")
    box.locator("summary").click()
    box.get_by_label("Seats").select_option("4")
    box.get_by_label("Matches played to the end").select_option("90")
    box.get_by_label("play with bots").uncheck()
    wait_at_home(visitor)
    (wish,) = wishes(visitor)
    assert wish["seats"] == {"min": 4, "max": 4}
    assert (wish["least_reliability"], wish["bots"]) == (90, None)


def test_who_says_not_now_waits_no_more_and_the_other_waits_on(people: People) -> None:
    one, other = people(), people()
    for visitor in (one, other):
        wait_at_home(visitor)
    other.page.wait_for_selector(".banner.called")
    other.page.get_by_role("button", name="Not now").click()
    other.page.wait_for_function("() => !document.querySelector('.banner.queue')")
    one.page.wait_for_selector(".banner.queue:not(.called)")
    assert [wish["called"] for wish in wishes(one)] == [None]
    one.page.get_by_role("button", name="Stop looking").click()
    one.page.wait_for_function("() => !document.querySelector('.banner.queue')")


def test_a_player_is_kept_away_by_handle_and_let_back(people: People) -> None:
    one, other = people(width=390, height=844), people()
    handle = other.page.evaluate(CALL, ["GET", "/me", None])["handle"]
    one.go("me")
    form = one.page.locator("form", has=one.page.get_by_role("button", name="Keep away"))
    form.locator("input").fill("nobody_at_all")
    form.get_by_role("button", name="Keep away").click()
    one.page.wait_for_selector("text=No player has this handle.")
    form.locator("input").fill(handle.lower())
    form.get_by_role("button", name="Keep away").click()
    one.page.wait_for_selector(f"li:has-text('{handle}')")
    assert one.page.locator("text=No player has this handle.").count() == 0
    looked_at(one, "kept-away")
    # A third one is called with who has waited longest, and the other waits on.
    third = people()
    for visitor in (one, other, third):
        wait_at_home(visitor)
    for visitor in (one, third):
        visitor.page.wait_for_selector(".banner.called")
    assert wishes(other)[0]["called"] is None
    one.go("me")
    one.page.get_by_role("button", name="Let back").click()
    one.page.wait_for_function("() => !document.querySelector('li button .unseen')")
    assert one.page.evaluate(CALL, ["GET", "/me/blocks", None])["items"] == []


def test_the_call_reaches_a_player_at_another_table(people: People) -> None:
    one, other = people(), people()
    made = one.page.evaluate(CALL, ["POST", "/matches", {"game": "cave", "seats": 2, "visibility": "unlisted"}])
    wait_at_home(one)
    one.go(f"matches/{made['id']}")
    wait_at_home(other)
    one.page.wait_for_selector(".banner.called")
    for visitor in (one, other):
        visitor.page.get_by_role("button", name="I'm here").click()
    one.page.wait_for_url(lambda url: not url.endswith(made["id"]))
    one.page.wait_for_selector(".at-table")


def test_a_player_s_page_shows_how_they_play_unless_they_hide_it(people: People) -> None:
    one, other = people(), people(width=390, height=844)
    me = one.page.evaluate(CALL, ["GET", "/me", None])
    match = one.page.evaluate(CALL, ["POST", "/matches", {"game": "cave", "seats": 3, "name": "Open table"}])["id"]
    other.go(f"matches/{match}")
    other.page.locator(".places a", has_text=me["handle"]).click()
    other.page.wait_for_selector("text=No public match yet.")
    other.page.wait_for_selector("text=Open table")
    looked_at(other, "player")
    other.page.get_by_role("button", name="Keep away").click()
    other.page.wait_for_selector("button:has-text('Let back')")
    other.page.get_by_role("button", name="Let back").click()
    other.page.wait_for_selector("button:has-text('Keep away')")
    one.go("me")
    one.page.locator("input[name=record]").uncheck()
    one.page.wait_for_function(
        """async () => !(await (await fetch("/api/v1/me", {headers: {"Tabularium-Page": "-"}})).json()).shows_record"""
    )
    one.page.get_by_role("link", name="My page as others see it").click()
    one.page.wait_for_selector("h1")
    other.page.reload()
    other.page.wait_for_selector("text=This player keeps their figures to themselves.")
    other.go("players/01940000-0000-7000-8000-00000000dead")
    other.page.wait_for_selector("text=Lobby")
