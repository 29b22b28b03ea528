"""How soon can a person use the page after opening it in chromium?

`make first [ARGS="--rounds N --url URL"]`.

The page is usable when the first thing that a person can do (a game's button, a table's first question) has been drawn
and the page's thread is free. For each way to open it a line has:
- requests and compressed bytes until then;
- milliseconds from the click or the address, and from the last byte that was needed;
- the processor time of the page's thread, which other load does not lengthen.

Figures are medians with minimum and maximum, at full speed and with the processor slowed down to a quarter.

`home` is a stranger's first visit. `first move` is from their click on a game to the first question. `table` is a link
to a player's table in a browser without the page; `again` is the same in a browser that has it.
"""

import argparse
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from statistics import median
from typing import Any

from bench.running.serving import address_of
from tests.web.browser import CHROMIUM, MISSING

ROUNDS = 7
GAME = "cave"
HOME, QUESTION = "li.card button.main", ".ask .choices button"
LINE = "{:<11} {:>5} {:>9} {:>5} {:>22} {:>22} {:>20}"
# When what can be used has been drawn, and the tasks that the drawing brought are done.
LOOK = """(() => {
    const look = () => {
        const what = window.wanted;
        if (!what || !document.querySelector(what)) requestAnimationFrame(look);
        else requestAnimationFrame(() => setTimeout(() => { window.usable = performance.now(); }));
    };
    window.look = look;
    look();
})()"""
# What was needed until then: what began and ended before; `began` is 0 or the click.
TOLD = """() => {
    const entries = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
        .filter(one => one.startTime >= (window.began ?? 0) && one.responseEnd && one.responseEnd <= window.usable);
    const began = window.began ?? 0, last = Math.max(...entries.map(one => one.responseEnd));
    return {
        requests: entries.filter(one => one.transferSize).length,
        bytes: entries.reduce((sum, one) => sum + one.transferSize, 0),
        usable: window.usable - began,
        after: window.usable - last,
    };
}"""
CLICK = """what => {
    window.wanted = ".ask .choices button";
    window.usable = undefined;
    window.began = performance.now();
    window.look();
    document.querySelector(what).click();
}"""


@dataclass(frozen=True)
class Figures:
    """Of one opening; milliseconds."""

    requests: int
    bytes: int
    usable: float
    after: float
    processor: float


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.running.page")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--url", help="a running service, instead of one of its own")
    options = parser.parse_args()
    if CHROMIUM is None:
        raise SystemExit(f"tabularium: {MISSING}")
    with address_of(options.url) as url, _chromium() as chromium:
        print(LINE.format("", "slow", "requests", "kB", "ms until usable", "after its last byte", "processor"))
        for rate in (1, 4):
            rounds = [_round(chromium, url, rate) for _ in range(options.rounds + 1)]
            for name in rounds[0]:
                # In the first the service does for the first time what it does.
                print(_shown(name, rate, [one[name] for one in rounds[1:]]), flush=True)


@contextmanager
def _chromium() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-dev-shm-usage"])
        yield browser
        browser.close()


def _round(chromium: Any, url: str, rate: int) -> dict[str, Figures]:
    """A person's first visit, and their next ones."""
    found = {}
    first = _visitor(chromium, url, rate)
    found["home"] = _opened(first, HOME, lambda: first.page.goto(url))
    button = f'li.card:has(a[href$="game={GAME}"]) button.main'
    found["first move"] = _opened(first, None, lambda: first.page.evaluate(CLICK, button))
    first.page.evaluate("async () => { await navigator.serviceWorker.ready; }")
    table, kept = first.page.url, first.context.storage_state()
    other = _visitor(chromium, url, rate, storage_state=kept)
    found["table"] = _opened(other, QUESTION, lambda: other.page.goto(table))
    first.page.close()
    again = _page(first.context, rate)
    found["again"] = _opened(again, QUESTION, lambda: again.page.goto(table))
    first.context.close()
    other.context.close()
    return found


@dataclass(frozen=True)
class Before:
    """Somebody before a page that is measured; `session` is chromium's own protocol."""

    context: Any
    page: Any
    session: Any

    def spent(self) -> float:
        """Processor time of the page's thread so far, in ms."""
        metrics = self.session.send("Performance.getMetrics")["metrics"]
        return 1000 * next(float(one["value"]) for one in metrics if one["name"] == "TaskDuration")


def _visitor(chromium: Any, url: str, rate: int, **wishes: Any) -> Before:
    return _page(chromium.new_context(locale="en", viewport={"width": 1000, "height": 800}, **wishes), rate)


def _page(context: Any, rate: int) -> Before:
    page = context.new_page()
    page.add_init_script(LOOK)
    session = context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": rate})
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    return Before(context, page, session)


def _opened(before: Before, wanted: str | None, act: Callable[[], object]) -> Figures:
    """What it took until `wanted` could be used."""
    if wanted:
        before.page.add_init_script(f"window.wanted = {wanted!r}")
    spent = before.spent()
    act()
    before.page.wait_for_function("() => window.usable !== undefined")
    return Figures(**before.page.evaluate(TOLD), processor=before.spent() - spent)


def _shown(name: str, rate: int, rounds: list[Figures]) -> str:
    sizes = median(one.bytes for one in rounds) / 1000
    requests = median(one.requests for one in rounds)
    times = (_spread([getattr(one, what) for one in rounds]) for what in ("usable", "after", "processor"))
    return LINE.format(name, f"{rate}x", f"{requests:.0f}", f"{sizes:.0f}", *times)


def _spread(values: list[float]) -> str:
    return f"{median(values):.0f} ({min(values):.0f} to {max(values):.0f})"


if __name__ == "__main__":
    main()
