"""Every screen on which people meet, are rated, play cups, talk and are protected, in every mode: `make browser`.

With `GALLERY` set to a folder each is photographed whole.
"""

import json
import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.acceptance.conftest import Running
from tests.acceptance.test_page_ratings import WISH as RATED
from tests.acceptance.test_page_ratings import call, member
from tests.acceptance.test_page_signing import sign, table_of
from tests.acceptance.test_page_take_backs import ask, chosen
from tests.web.browser import Visitor, chromium
from tests.web.screens import FINISHED, Findings, Mode

__all__ = ["chromium"]

pytestmark = pytest.mark.skipif(os.environ.get("BROWSER") != "1", reason="the page is played by `make browser`")

DESK = Mode(name="desk", width=1280, height=800)
PHONE = Mode(name="phone", width=390, height=844)
MODES = tuple(
    replace(size, name=f"{language}-{theme}-{size.name}", language=language, theme=theme)
    for language, theme, size in (
        ("en", "light", DESK),
        ("en", "dark", PHONE),
        ("pl", "light", DESK),
        ("pl", "dark", PHONE),
        ("he", "dark", DESK),
        ("he", "light", PHONE),
    )
)
SPELL, RPW = "spell-a-spell", "rock-paper-wizard"
CUP = {"game": RPW, "set": "live", "seats": {"min": 3, "max": 3}, "places": 9, "system": "swiss", "rounds": 2}
SAID = (
    "Good luck!",
    "בהצלחה לכולם, שיהיה משחק טוב",
    "See https://games.example/rules?a=b&c=d. " + "A long sentence that has to be broken somewhere. " * 4,
    "Supercalifragilisticexpialidocious" * 4,
)
# Of each kind one, in every state of an appeal.
SANCTIONS = """
INSERT INTO matches_sanction
    (id, player_id, kind, reason, made_at, made_by, until, handle, appeal, appealed_at, answer, answered_at, answered_by,
    lifted_at)
VALUES
(gen_random_uuid(), %(player)s, 'handle', 'An insult in Polish.', now(), 'mod', NULL, 'Old_Name_7', '', NULL, '', NULL, '', NULL),
(gen_random_uuid(), %(player)s, 'silence', 'Insults in a match.', now(), 'mod', now() + interval '7 days', '',
    'It was a quote. זה היה ציטוט.', now(), '', NULL, '', NULL),
(gen_random_uuid(), %(player)s, 'warning', 'Mind your words.', now() - interval '30 days', 'mod', NULL, '',
    'I did not say that.', now(), 'You did not indeed.', now(), 'other', now())
"""


@dataclass(frozen=True, kw_only=True)
class Look:
    """A screen: who opens what, what has to be there, and what is done before it is looked at."""

    who: Visitor
    path: str
    there: str
    then: Callable[[Visitor], object] = lambda _: None


def me(visitor: Visitor) -> dict[str, Any]:
    found: dict[str, Any] = call(visitor, "GET", "/me")
    return found


def until(visitor: Visitor, holds: Callable[[], bool], tries: int = 200) -> None:
    for _ in range(tries):
        if holds():
            return
        visitor.page.wait_for_timeout(300)
    raise AssertionError("it never came")


def match_of(host: Visitor, *others: Visitor, **wish: Any) -> str:
    made = call(host, "POST", "/matches", {"game": SPELL, "seats": 1 + len(others), **wish})
    assert "id" in made, made
    for one in others:
        call(one, "POST", f"/matches/{made['id']}/join", {})
    return str(made["id"])


def tables(visitor: Visitor, cup: str) -> list[str]:
    """The visitor's matches of a cup that are played now."""
    mine = {one["id"] for one in call(visitor, "GET", "/matches?mine=true&status=active")["items"]}
    played = call(visitor, "GET", f"/cups/{cup}")["played"]
    return [table["match"] for one in played for table in one["tables"] if table["match"] in mine]


def leave(visitor: Visitor, matches: list[str], cup: str) -> bool:
    """Resign, and be paired no more."""
    for one in matches:
        call(visitor, "POST", f"/matches/{one}/resign", {})
    call(visitor, "DELETE", f"/cups/{cup}/entry", {})
    return True


def over(host: Visitor, *others: Visitor, **wish: Any) -> str:
    match_id = match_of(host, *others, **wish)
    call(others[0], "POST", f"/matches/{match_id}/resign", {})
    return match_id


def looks(anna: Visitor, bob: Visitor, robot: Visitor, service: Running) -> dict[str, Look]:
    """The scene, made by the API: what anna sees."""
    for number in range(11):
        winner, loser = (anna, bob) if number % 4 else (bob, anna)
        over(winner, loser, **RATED)
    theirs = me(bob)["id"]
    until(anna, lambda: [one["matches"] for one in call(anna, "GET", f"/players/{theirs}/ratings")["items"]] == [11])
    call(anna, "PUT", f"/me/follows/{theirs}", {})
    call(anna, "PUT", f"/me/follows/{me(robot)['id']}", {})
    call(robot, "PUT", "/me/bot", {})
    chat = match_of(anna, bob)
    for text in SAID:
        call(bob, "POST", f"/matches/{chat}/chat", {"text": text})
    call(anna, "POST", f"/matches/{chat}/chat", {"reaction": "good_luck"})
    call(bob, "POST", f"/matches/{chat}/chat", {"reaction": "thanks"})
    again = over(anna, bob, **FINISHED | {"game": SPELL, "seats": 2, "options": {}, "start": "auto"})
    call(bob, "POST", f"/matches/{again}/rematch", {})
    invited = {"game": "cave", "seats": 4, "name": "Ours – שלנו", "visibility": "private", "bots": ["easy"], "pace": 2}
    invited |= {"clock": {"mode": "per_move", "seconds": 86400, "on_timeout": "bot", "bot": "easy"}}
    door = call(bob, "POST", "/matches", invited | {"fill": {"after": 3600, "bot": "easy"}})["id"]
    secret = call(bob, "POST", f"/matches/{door}/invitations", {})["invitation"]
    call(bob, "POST", f"/matches/{door}/invitations", {"player": me(robot)["id"], "seat": 3})
    room = match_of(anna, game="cave", seats=4, name="Evening", start="manual")
    call(anna, "POST", f"/matches/{room}/invitations", {"player": theirs, "seat": 2})
    open_cup = call(anna, "POST", "/cups", CUP | {"name": "Friday cup"})["id"]
    call(bob, "PUT", f"/cups/{open_cup}/entry", {})
    over_cup = call(anna, "POST", "/cups", CUP | {"name": "Saturday cup", "bot": "random"})["id"]
    call(anna, "POST", f"/cups/{over_cup}/start", {})
    until(anna, lambda: bool(begun := tables(anna, over_cup)) and leave(anna, begun, over_cup))
    running = call(bob, "POST", "/cups", CUP | {"name": "Sunday cup", "bot": "easy"})["id"]
    call(anna, "PUT", f"/cups/{running}/entry", {})
    call(bob, "POST", f"/cups/{running}/start", {})
    until(anna, lambda: call(anna, "GET", f"/cups/{over_cup}")["status"] == "finished")
    call(anna, "PUT", "/me/wishes/cave/days", {"within": 100, "rated": True})
    call(anna, "PUT", f"/me/mutes/{me(robot)['id']}", {})
    with psycopg.connect(service.stack.service_environment["DATABASE_URL"]) as database:
        database.execute(SANCTIONS, {"player": me(robot)["id"]})
    silenced = match_of(robot, anna)
    asked = match_of(anna, bob, robot, game=RPW)
    chosen(anna, asked)
    chosen(bob, asked)
    anna.go(f"matches/{asked}")
    anna.page.wait_for_selector(".at-table .board svg")
    ask(anna)
    anna.page.wait_for_selector(".banner:has-text('take moves back')")
    signed = signing(anna)
    resign(anna)
    until(anna, lambda: call(anna, "GET", f"/matches/{signed}")["status"] == "finished")
    signs = signing(anna)
    return {
        "home": Look(who=anna, path="", there=".followed"),
        "lobby": Look(who=anna, path="lobby", there=".finding", then=unfold("details")),
        "queue": Look(who=anna, path="lobby", there=".banner.queue"),
        "called": Look(who=anna, path="", there=".banner.called"),
        "rematch": Look(who=anna, path=f"matches/{again}", there=".outcome .wants"),
        "door": Look(who=anna, path=f"join/{door}#{secret}", there=".threshold .facts"),
        "waiting": Look(who=anna, path=f"matches/{room}", there=".waiting .kept"),
        "chat": Look(who=anna, path=f"matches/{chat}", there="details.chat", then=talk),
        "report": Look(who=anna, path=f"matches/{chat}", there="details.chat", then=report),
        "silenced": Look(who=robot, path=f"matches/{silenced}", there="details.chat", then=unfold("details.chat")),
        "player": Look(who=anna, path=f"players/{theirs}", there="svg.course"),
        "bot": Look(who=anna, path=f"players/{me(robot)['id']}", there=".challenges"),
        "leaders": Look(who=anna, path=f"leaderboards/{SPELL}", there=".leaders tr.me"),
        "nobody": Look(who=anna, path="leaderboards/cave?ladder=bots", there="h1"),
        "cups": Look(who=anna, path="cups", there="form.sheet"),
        "cup-open": Look(who=anna, path=f"cups/{open_cup}", there="h2"),
        "cup-running": Look(who=anna, path=f"cups/{running}", there=".leaders"),
        "cup-over": Look(who=anna, path=f"cups/{over_cup}", there=".leaders"),
        "profile": Look(who=anna, path="me", there="h2"),
        "decisions": Look(who=robot, path="me", there="ul.plain-list form"),
        "take-back": Look(who=bob, path=f"matches/{asked}", there=".banner"),
        "signing": Look(who=anna, path=f"matches/{signs}", there=".at-table .board svg", then=unfold("details.more")),
        "proof": Look(who=anna, path=f"matches/{signed}/replay", there=".replay .slider", then=prove),
        "no-key": Look(who=anna, path=f"matches/{signs}", there=".at-table .banner", then=unfold("details.more")),
    }


def unfold(selector: str) -> Callable[[Visitor], object]:
    script = "one => document.querySelectorAll(one).forEach(each => { each.open = true; })"
    return lambda visitor: visitor.page.evaluate(script, selector)


def signing(visitor: Visitor) -> str:
    match_id = table_of(visitor)
    sign(visitor)
    return match_id


def resign(visitor: Visitor) -> None:
    """By hand: whoever signs signs that too."""
    visitor.page.once("dialog", lambda dialog: dialog.accept())
    unfold("details.more")(visitor)
    visitor.page.get_by_role("button", name="Resign").click()


def prove(visitor: Visitor) -> None:
    visitor.page.locator(".proof > summary").click()
    visitor.page.locator(".proof button").first.click()
    visitor.page.wait_for_selector(".proof .holds")


def talk(visitor: Visitor) -> None:
    unfold("details.chat")(visitor)
    visitor.page.locator(".chat .lines li").nth(5).wait_for()


def report(visitor: Visitor) -> None:
    talk(visitor)
    first = visitor.page.locator(".chat .against").first
    first.locator("> summary").click()
    first.locator("button").nth(1).click()
    first.locator("form").wait_for()


def called(visitor: Visitor, match_id: str) -> None:
    """As where a table is ready, for as long as one looks."""
    call_ = {"match": match_id, "people": 3, "confirmed": 1, "confirm_by": "2031-01-01T00:00:00Z"}

    def answer(route: Any) -> None:
        told = route.fetch().json()
        told["items"] = [one | {"called": call_} for one in told["items"]]
        route.fulfill(content_type="application/json", body=json.dumps(told))

    visitor.page.route("**/api/v1/me/wishes", answer)


FORGET = """() => new Promise((done) => {
    const open = indexedDB.open("tabularium");
    open.onsuccess = () => {
        const clear = open.result.transaction("seat keys", "readwrite").objectStore("seat keys").clear();
        clear.onsuccess = () => { open.result.close(); done(); };
    };
})"""


def test_every_screen_about_people_in_every_mode_is_for_everybody(service: Running, chromium: Any) -> None:
    anna, bob, robot = (member(service, chromium) for _ in range(3))
    made, findings, folder = looks(anna, bob, robot, service), Findings(), os.environ.get("GALLERY")
    wanted = os.environ.get("SCREENS", "").split() or list(made)
    for name in wanted:
        look = made[name]
        page = look.who.page
        if name == "called":
            called(look.who, str(made["waiting"].path).rpartition("/")[2])
        if name == "no-key":
            page.evaluate(FORGET)
        for mode in MODES:
            page.set_viewport_size({"width": mode.width, "height": mode.height})
            page.evaluate("wish => Object.assign(localStorage, wish)", {"language": mode.language, "theme": mode.theme})
            look.who.go("nowhere")
            look.who.go(look.path)
            page.wait_for_selector(look.there)
            look.then(look.who)
            page.wait_for_function("() => document.getAnimations().every(one => one.playState !== 'running')")
            if folder:
                page.screenshot(path=Path(folder) / f"{name}-{mode.name}.png", full_page=True)
            findings.look(page, f"{name} {mode.name}")
        page.unroute_all()
    assert not findings.lines, "\n".join(findings.lines)
    for one in (anna, bob, robot):
        one.leave()
