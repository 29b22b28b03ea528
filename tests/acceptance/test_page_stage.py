"""What happens at the table is in sight while it happens: on a phone, cast by cast. `make browser`."""

import os
import random
from typing import Any

import pytest

from tests.acceptance.conftest import Running
from tests.acceptance.hands import Taps, bare, names_of, spoken
from tests.acceptance.phone import MOST_SHIFTED, WATCH_SHIFTS, phone, sit_down
from tests.web.browser import Visitor, chromium

__all__ = ["chromium"]

pytestmark = pytest.mark.skipif(os.environ.get("BROWSER") != "1", reason="the page is played by `make browser`")

# The long run watches ten: ROUNDS=10 BROWSER=1 make test ARGS=tests/acceptance/test_page_stage.py
ROUNDS = int(os.environ.get("ROUNDS", "3"))
# All that a screen reader is told, in order.
LISTEN = """() => {
    window.heard = "";
    new MutationObserver((changes) => {
        for (const one of changes.flatMap(({ addedNodes }) => [...addedNodes])) window.heard += ` ${one.textContent}`;
    }).observe(document.getElementById("voice"), { childList: true, subtree: true, characterData: true });
}"""
# As the game's script has it, in milliseconds. An event is drawn a frame after its time has begun, and machines are busy.
TIMES = {
    "gestures_revealed": 2400,
    "spell_begun": 900,
    "effect_applied": 1100,
    "gesture_redirected": 1100,
    "gesture_cancelled": 1100,
    "gesture_made_wild": 1100,
    "gold_scored": 1800,
}
SHARE = 0.7
# For how long each event was told on the stage, and for how long that, the track and the ring of hands were seen meanwhile: wholly
# in the window, with nothing else above them.
WATCH = """() => {
    const seen = (one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        if (left < -1 || right > innerWidth + 1 || top < -1 || bottom > innerHeight + 1) return false;
        return [[left + 2, top + 2], [right - 2, bottom - 2], [(left + right) / 2, (top + bottom) / 2]].every(([x, y]) => {
            const above = document.elementFromPoint(x, y);
            return above === null || above.contains(one) || one.contains(above) || !above.closest(".ask, .menu, nav, dialog");
        });
    };
    window.told = {};
    let before = performance.now();
    const look = (now) => {
        const line = document.querySelector(".telling.plays .now"), version = line?.dataset.version;
        if (version) {
            const one = window.told[version] ??= { told: 0, seen: 0, missing: [] };
            const parts = [line, ...document.querySelectorAll(".board .track, .board .ring")];
            const missing = parts.filter((part) => !seen(part)).map((part) => part.className.baseVal ?? part.className);
            one.told += now - before;
            if (missing.length) one.missing = missing;
            else one.seen += now - before;
        }
        before = now;
        requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
}"""


@pytest.mark.parametrize("seats", [3, 6])
def test_every_cast_is_in_sight_for_its_time(service: Running, chromium: Any, seats: int) -> None:
    # A match ends when somebody has the gold, which may be after few rounds.
    left = ROUNDS
    while left > 0:
        left -= assert_a_match_is_seen(service, chromium, seats, left)


def assert_a_match_is_seen(service: Running, chromium: Any, seats: int, most: int) -> int:
    """Play until so many rounds were seen, or the match is over; how many rounds it had."""
    visitor = phone(service, chromium, pace="normal")
    match = sit_down(service, visitor, "rock-paper-wizard", seats, bot="random")
    for watch in (WATCH, LISTEN, WATCH_SHIFTS):
        visitor.page.evaluate(watch)
    hand, anybody = Taps(random.Random(f"{seats} {most}"), 100 * most), service.api()

    def has_played() -> bool:
        # It is watched to its end before the next answer.
        if not visitor.page.locator(".telling.plays").count():
            hand.act(visitor, match)
        return reveals() >= most or anybody.get(f"/matches/{match}")["status"] == "finished"

    def reveals() -> int:
        return sum(one["type"] == "gestures_revealed" for one in events_of())

    def events_of() -> Any:
        return anybody.get(f"/matches/{match}/events?limit=500")["items"]

    service.wait_for(has_played, seconds=100 * most)
    visitor.page.wait_for_function("() => !document.querySelector('.telling.plays')")
    assert_seen(visitor, events_of(), seats)
    visitor.leave()
    return reveals()


def assert_seen(visitor: Visitor, events: Any, seats: int) -> None:
    """What was told on the stage, by sight, by ear and without moving the page, against the events."""
    told = visitor.page.evaluate("() => window.told")
    wanted = {one["version"]: TIMES[one["type"]] for one in events if one["type"] in TIMES}
    assert len(wanted) > seats
    short = {
        (version, told.get(str(version), {}).get("seen"), str(told.get(str(version), {}).get("missing")))
        for version, time in wanted.items()
        if told.get(str(version), {"seen": 0})["seen"] < SHARE * time
    }
    assert short == set()
    # Whoever does not see it is told the same.
    heard, names = bare(visitor.page.evaluate("() => window.heard")), names_of(visitor)
    said = [spoken(one["text"], names) for one in events if one["version"] in wanted]
    assert [one for one in said if one not in heard] == []
    shifted = visitor.page.evaluate("() => window.shifted")
    assert shifted["worst"] <= MOST_SHIFTED, shifted
