"""The page lives on its stream, in a browser, against the whole service: `make browser`."""

import os
import re
from typing import Any

import pytest

from clients.api import sign_up
from tests.acceptance.conftest import Running
from tests.acceptance.test_page_table import person
from tests.web.browser import Visitor, chromium

__all__ = ["chromium"]

pytestmark = pytest.mark.skipif(os.environ.get("BROWSER") != "1", reason="the page is played by `make browser`")

GAMES = ("rock-paper-wizard", "spell-a-spell", "cave")
MAKE = """async ([path, body]) => {
    const headers = {"Tabularium-Page": "-", "Content-Type": "application/json"};
    return (await fetch("/api/v1" + path, {method: "POST", headers, body: JSON.stringify(body)})).json();
}"""
ASKED = """async match => {
    const headers = {"Tabularium-Page": "-"};
    return (await (await fetch(`/api/v1/matches/${match}/prompts`, {headers})).json()).items;
}"""
VERSION = "(Number([...document.querySelectorAll('.at-table .log li')].at(-1)?.value ?? 0))"
SETTLED = f"""version => {VERSION} >= version && !document.querySelector(".ask .sending")"""
# All but what is marked as new, which nothing is where a table was opened just now.
SHOWN = """() => [".head", ".ask", ".log", ".board .table"].map(one => document.querySelector(one).innerText)"""


class Watched:
    """What a page asks of the API from now on, and the streams that it opens."""

    def __init__(self, page: Any) -> None:
        self.calls: list[str] = []
        self.streams: list[str] = []
        page.on("request", self._hear)

    def _hear(self, request: Any) -> None:
        path = request.url.partition("/api/v1")[2]
        if "/me/stream" in path:
            self.streams.append(path)
        elif path:
            self.calls.append(f"{request.method} {path}")


def told(page: Any, match: str) -> None:
    """Wait until the stream tells the table of a page."""
    page.wait_for_function(
        "async match => (await import(document.querySelector('script[type=module]').src.replace('app.js', 'live.js'))).tells(match)",
        arg=match,
    )


def version(page: Any) -> int:
    return int(page.evaluate(VERSION))


def seated(service: Running, chromium: Any, game: str) -> tuple[list[Visitor], str]:
    """People at a running match, whose pages are told it by their streams."""
    seats = 3 if game == "rock-paper-wizard" else 2
    people = [person(service, chromium) for _ in range(seats)]
    for one in people:
        # What is shown is the present, at once.
        one.page.evaluate("localStorage.setItem('pace', 'off')")
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


def quiet(page: Any) -> None:
    """Until what was begun before is done: what comes late comes within two seconds."""
    page.wait_for_timeout(2_500)


@pytest.mark.parametrize("game", GAMES)
def test_a_move_is_one_call_and_an_opponents_move_is_none(service: Running, chromium: Any, game: str) -> None:
    people, _ = seated(service, chromium, game)
    quiet(people[0].page)
    watched = {id(one): Watched(one.page) for one in people}
    for number in range(1, 9):
        mover, before = click(people, game)
        for one in people:
            one.page.wait_for_function(SETTLED, arg=before + 1)
        posts = [call for each in watched.values() for call in each.calls]
        assert len(posts) == number, posts
        assert all(re.fullmatch("POST /matches/[^/]+/moves", call) for call in posts), posts
        assert watched[id(mover)].calls
    quiet(people[0].page)
    # Nor does anything follow, and nobody had to connect anew.
    assert sum(len(each.calls) for each in watched.values()) == 8
    assert not any(each.streams for each in watched.values())
    for one in people:
        one.leave()


def test_what_is_told_is_what_is_fetched(service: Running, chromium: Any) -> None:
    people, match = seated(service, chromium, "cave")
    for _ in range(6):
        _, before = click(people, "cave")
        for one in people:
            one.page.wait_for_function(SETTLED, arg=before + 1)
    last = version(people[0].page)
    for one in people:
        shown = one.page.evaluate(SHOWN)
        open_table(one.page, service, match)
        one.page.wait_for_function(SETTLED, arg=last)
        assert one.page.evaluate(SHOWN) == shown
        one.leave()


def test_two_tabs_share_one_stream_that_tells_the_tables_of_both(service: Running, chromium: Any) -> None:
    people, first = seated(service, chromium, "rock-paper-wizard")
    visitor, other = people[:2]
    made = visitor.page.evaluate(MAKE, ["/matches", {"game": "cave", "seats": 2}])["id"]
    other.page.evaluate(MAKE, [f"/matches/{made}/join", {}])
    tab = visitor.context.new_page()
    opened = Watched(tab)
    open_table(tab, service, made)
    told(visitor.page, first)
    assert not opened.streams
    quiet(tab)
    watched = [Watched(tab), Watched(visitor.page)]
    # Whatever the other does at either table is seen in its tab.
    for match, page in ((made, tab), (first, visitor.page)):
        before = version(page)
        asked = other.page.evaluate(ASKED, match)
        if asked:
            other.page.evaluate(MAKE, [f"/matches/{match}/moves", asked[0]["moves"][0]["legal"][0]])
        else:
            page.locator(".ask .prompt .choices button").first.click()
        page.wait_for_function(SETTLED, arg=before + 1)
    calls = [call for each in watched for call in each.calls]
    assert all(call.endswith("/moves") for call in calls), calls
    # The tab that held the stream is closed: the next goes on with what it shows.
    visitor.page.close()
    told(tab, made)
    for one in people:
        one.context.close()


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
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    for one in people:
        one.leave()


def test_a_gap_in_what_is_told_is_fetched(service: Running, chromium: Any) -> None:
    people, match = seated(service, chromium, "cave")
    page = people[0].page
    quiet(page)
    watched = Watched(page)
    # As from another tab, whose stream has lost an event.
    page.evaluate(
        """async match => {
            const seen = async path => (await fetch(`/api/v1/matches/${match}${path}`)).json();
            const [found, view] = [await seen(""), await seen("/view")];
            const version = view.version + 2, {now, ...rest} = found;
            const channel = new BroadcastChannel("tabularium");
            channel.postMessage({type: "table", data: {match, version, now, table: {match: rest, view: {...view, version}, take_back: null}}});
        }""",
        match,
    )
    for _ in range(200):
        if any("/events?after=" in call for call in watched.calls):
            break
        page.wait_for_timeout(100)
    else:
        raise AssertionError(f"the gap was not fetched: {watched.calls}")
    assert page.locator(".ask .prompt .choices button, .ask .faint").count()
    for one in people:
        one.leave()


def test_an_older_service_that_tells_no_tables_is_played_as_before(service: Running, chromium: Any) -> None:
    visitor = person(service, chromium)
    refused = visitor.tell_no_tables()
    visitor.practise("rock-paper-wizard")
    for _ in range(3):
        before = version(visitor.page)
        visitor.page.locator(".ask .prompt .choices button").first.click()
        visitor.page.wait_for_function(SETTLED, arg=before + 1)
        visitor.page.wait_for_selector(".ask .prompt .choices button")
    assert len(refused) == 1
    visitor.leave()


# Whether the table still says that it is sending, right after the service has said that it has the move.
LEFT = """async () => {
    const live = await import(document.querySelector("script[type=module]").src.replace("app.js", "live.js"));
    window.left = new Promise((done) => live.listen(({ type }) =>
        type === "sent" && setTimeout(() => done(Boolean(document.querySelector(".ask .sending"))), 50)));
}"""


def test_a_move_that_is_told_before_it_is_answered_is_not_sent_for_ever(service: Running, chromium: Any) -> None:
    (mover, other), _ = seated(service, chromium, "spell-a-spell")
    if not mover.page.locator(".ask .prompt .choices button").count():
        mover, other = other, mover
    before = version(mover.page)

    def late(route: Any) -> None:
        answer = route.fetch()
        # The stream is faster.
        mover.page.wait_for_function(f"before => {VERSION} > before", arg=before)
        route.fulfill(response=answer)

    mover.page.route("**/moves", late)
    mover.page.evaluate(LEFT)
    click([mover], "spell-a-spell")
    assert mover.page.evaluate("() => window.left") is False
    for one in (mover, other):
        one.leave()


def test_a_move_between_the_answers_that_a_table_fetches_is_played(service: Running, chromium: Any) -> None:
    visitor, friends = person(service, chromium), [service.api(sign_up(service.url, "Friend")[1]) for _ in range(2)]
    visitor.tell_no_tables()
    page, rpw = visitor.page, {"game": "rock-paper-wizard", "seats": 3}
    match = page.evaluate(MAKE, ["/matches", rpw])["id"]
    for one in friends:
        one.post(f"/matches/{match}/join")
    page.goto(f"{service.url}/matches/{match}")
    page.wait_for_selector(".board > *")
    click([visitor], "rock-paper-wizard")
    page.wait_for_function("() => !document.querySelector('.ask .prompt, .ask .sending')")
    held: list[Any] = []

    def view(route: Any) -> None:
        if held and held[-1] is None:
            route.continue_()
        else:
            held.append(route)

    def events(route: Any) -> None:
        answer = route.fetch()
        if (held and held[-1] is None) or not answer.json()["items"]:
            route.fulfill(response=answer)
            return
        # The last choice comes when the events were answered, and the view was not.
        choose(friends[1], match)
        route.fulfill(response=answer)
        for one in held:
            one.continue_()
        held.append(None)

    page.route("**/view", view)
    page.route("**/events?after=*", events)
    choose(friends[0], match)
    page.wait_for_selector(".telling.plays .now[data-version]")
    visitor.leave()


def choose(friend: Any, match: str) -> None:
    (asked,) = friend.get(f"/matches/{match}/prompts")["items"]
    move = {name: one for name, one in asked["moves"][0]["legal"][0].items() if name not in {"label", "text"}}
    friend.post(f"/matches/{match}/moves", {"prompt": asked["prompt"], **move})
