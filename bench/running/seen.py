"""How soon does a move appear in the mover's browser, and in the opponent's?

`make seen [ARGS="--moves N --game GAME --url URL"]`.

Two people play a match in two browsers and click on the first listed moves. For each browser the module prints the
milliseconds from the click to the frame that shows the result (50th, 90th and 99th percentile), and the number of calls
meanwhile.
"""

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from statistics import quantiles
from typing import Any

from bench.running.serving import address_of
from tests.web.browser import CHROMIUM, MISSING

MOVES, WARM = 100, 5
GAME, GAMES = "cave", ("cave", "rock-paper-wizard", "spell-a-spell")
PATIENCE_MS = 20_000
VERSION = "(Number([...document.querySelectorAll('.at-table .log li')].at(-1)?.value ?? 0))"
# When each version was first drawn; a page's clock begins when it is opened, `timeOrigin` makes one of both.
WATCH = f"""() => {{
    window.drawn = {{}};
    const look = () => {{ window.drawn[{VERSION}] ??= performance.timeOrigin + performance.now(); }};
    new MutationObserver(() => requestAnimationFrame(look))
        .observe(document.getElementById("page"), {{ subtree: true, childList: true, characterData: true }});
}}"""
# The last that is listed ends a turn in a game of words, which can hardly be filled in by chance.
CLICK = f"""place => {{
    const buttons = [...document.querySelectorAll(".ask .prompt .choices button")];
    const button = buttons.at(place);
    if (!button) return null;
    const from = {VERSION}, at = performance.timeOrigin + performance.now();
    button.click();
    return {{ from, at }};
}}"""
SEEN = """from => {
    const [first] = Object.keys(window.drawn).map(Number).filter(one => one > from);
    return first && window.drawn[first];
}"""
ASKED = "() => Boolean(document.querySelector('.ask .prompt .choices button'))"
OVER = "() => Boolean(document.querySelector('.ask a[href$=replay]'))"
MAKE = """async game => {
    const headers = {"Tabularium-Page": "-", "Content-Type": "application/json"};
    const wish = {game, seats: 2, visibility: "private"};
    return (await (await fetch("/api/v1/matches", {method: "POST", headers, body: JSON.stringify(wish)})).json());
}"""


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.running.seen")
    parser.add_argument("--moves", type=int, default=MOVES)
    parser.add_argument("--game", choices=GAMES, default=GAME)
    parser.add_argument("--url", help="a running service, instead of one of its own")
    options = parser.parse_args()
    if CHROMIUM is None:
        raise SystemExit(f"tabularium: {MISSING}")
    with address_of(options.url) as url, _chromium() as browsers:
        table = Table(browsers, url, options.game)
        for _ in range(WARM):
            table.move()
        seen = [table.move() for _ in range(options.moves)]
    for who, times in zip(("own", "other"), zip(*seen, strict=True), strict=True):
        print(f"{who:<6} {_spread(times)} ms; calls a move: {table.calls(who, options.moves + WARM)}")


@contextmanager
def _chromium() -> Iterator[list[Any]]:
    """Two browsers, each with processes of its own."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        arguments = ["--no-sandbox", "--disable-dev-shm-usage"]
        yield [playwright.chromium.launch(executable_path=CHROMIUM, args=arguments) for _ in range(2)]


class Table:
    """Two people at a match, which is begun anew when it is over."""

    def __init__(self, browsers: Sequence[Any], url: str, game: str) -> None:
        self.url, self.game = url, game
        self.pages = [self._person(browser) for browser in browsers]
        self._calls: dict[str, Counter[str]] = {"own": Counter(), "other": Counter()}
        self._mover: Any = None
        for page in self.pages:
            page.on("request", lambda one, page=page: self._count(page, one))
        self._sit_down()

    def calls(self, who: str, moves: int) -> str:
        """What was asked for while moves were made."""
        counted = {what: round(count / moves, 2) for what, count in self._calls[who].most_common()}
        return ", ".join(f"{what} {count}" for what, count in counted.items()) or "none"

    def move(self) -> tuple[float, float]:
        """How long one move took until it was seen, by who made it and by the other."""
        while (mover := self._asked()) is None:
            self._sit_down()
        other = next(page for page in self.pages if page is not mover)
        self._mover = mover
        clicked = mover.evaluate(CLICK, -1 if self.game == "spell-a-spell" else 0)
        seen = [self._seen(page, clicked["from"]) - clicked["at"] for page in (mover, other)]
        # Whatever is still asked for belongs to this move.
        for page in self.pages:
            page.wait_for_timeout(1000 if self._is_counted else 100)
        return seen[0], seen[1]

    @property
    def _is_counted(self) -> bool:
        return sum(self._calls["own"].values()) < MOVES

    def _count(self, page: Any, request: Any) -> None:
        path = request.url.removeprefix(self.url).partition("?")[0]
        if "/api/v1/" in path and self._mover is not None:
            name = "list" if path.endswith("/matches") else path.rpartition("/")[2] if path.count("/") > 4 else "match"
            self._calls["own" if page is self._mover else "other"][f"{request.method} {name}"] += 1

    def _person(self, browser: Any) -> Any:
        page = browser.new_context(locale="en", viewport={"width": 1000, "height": 800}).new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.goto(f"{self.url}/login")
        page.locator("button.main").first.click()
        page.wait_for_selector("nav a[href$=me]")
        return page

    def _sit_down(self) -> None:
        self._mover = None
        host, guest = self.pages
        made = host.evaluate(MAKE, self.game)
        assert "id" in made, made
        invited = host.evaluate(
            """async match => (await (await fetch(`/api/v1/matches/${match}/invitations`, {method: "POST", body: "{}",
                headers: {"Tabularium-Page": "-", "Content-Type": "application/json"}})).json()).invitation""",
            made["id"],
        )
        guest.goto(f"{self.url}/join/{made['id']}#{invited}")
        guest.locator("button.main").click()
        for page in self.pages:
            page.goto(f"{self.url}/matches/{made['id']}")
            page.wait_for_selector(".board > *")
            page.evaluate(WATCH)
            page.wait_for_timeout(1000)

    def _asked(self) -> Any:
        """Who is asked something, once both see the same; None where the match is over."""
        for _ in range(PATIENCE_MS // 50):
            one, two = (page.evaluate(VERSION) for page in self.pages)
            for page in self.pages:
                if page.evaluate(OVER):
                    return None
                if one == two and page.evaluate(ASKED):
                    return page
            self.pages[0].wait_for_timeout(50)
        raise SystemExit("tabularium: nobody is asked anything")

    def _seen(self, page: Any, version: int) -> float:
        page.wait_for_function(SEEN, arg=version, polling=5)
        return float(page.evaluate(SEEN, version))


def _spread(times: Sequence[float]) -> str:
    cuts = quantiles(times, n=100, method="inclusive")
    return f"p50 {cuts[49]:.0f}, p90 {cuts[89]:.0f}, p99 {cuts[98]:.0f}"


if __name__ == "__main__":
    main()
