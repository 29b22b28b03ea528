"""Whole matches on the page, by clicking, by keyboard and by the accessibility tree alone: `make browser`."""

import os
import random
from collections.abc import Callable
from typing import Any

import pytest

from tests.acceptance.conftest import Running
from tests.acceptance.hands import Clicks, Hand, Keys, Reader, tab_to
from tests.web.browser import Visitor, chromium

__all__ = ["chromium"]

pytestmark = pytest.mark.skipif(os.environ.get("BROWSER") != "1", reason="the page is played by `make browser`")

# How the host shortens the match by its options, and after how many acts people are tired of it.
GAMES: dict[str, tuple[str | None, int]] = {
    "rock-paper-wizard": ("5", 1000),
    "cave": ("3", 1000),
    "spell-a-spell": (None, 6),
}
LANGUAGES = ("en", "he", "pl")
HANDS: dict[str, Callable[[random.Random, int], Hand]] = {"clicks": Clicks, "keys": Keys, "tree": Reader}
# On a machine that others use as well; it takes a tenth on a quiet one.
LONGEST = 600
# They played faster than anybody watches: what is still on the stage is skipped until how it ended stands there.
ENDED = """() => {
    document.querySelector(".board.plays")?.click();
    return document.querySelector(".ask a[href$=replay]") !== null;
}"""


def table(host: Visitor, game: str) -> str:
    """A match of four seats, made by the form of the lobby with the keyboard alone; its id."""
    host.go(f"lobby?game={game}")
    keyboard = host.page.keyboard
    tab_to(host, "select[name=seats]")
    keyboard.press("4")
    if (rounds := GAMES[game][0]) is not None:
        tab_to(host, "form.sheet summary")
        keyboard.press("Enter")
        tab_to(host, "form.sheet details input[type=number]")
        keyboard.press("Control+a")
        keyboard.type(rounds)
    tab_to(host, "form.sheet button.main")
    keyboard.press("Enter")
    host.page.wait_for_selector(".waiting")
    return str(host.page.url).rpartition("/")[2]


def seated(service: Running, chromium: Any, game: str) -> tuple[list[Visitor], str]:
    """Three people of three languages and a bot, sat down by keyboard."""
    people = [Visitor(chromium, service.url, language=one) for one in LANGUAGES]
    match = table(people[0], game)
    for one in people[1:]:
        one.go(f"matches/{match}")
        tab_to(one, ".waiting button.main")
        one.page.keyboard.press("Enter")
        one.page.wait_for_function("() => document.querySelector('.seats').textContent.includes('Guest_')")
    # The one that does what a clock would do.
    tab_to(people[0], ".waiting select[name=bot]")
    people[0].page.keyboard.press("s")
    tab_to(people[0], ".waiting form:has(select[name=bot]) button")
    people[0].page.keyboard.press("Enter")
    for one in people:
        one.page.wait_for_selector(".ask")
    return people, match


@pytest.mark.parametrize("hand", HANDS)
@pytest.mark.parametrize("game", GAMES)
def test_three_people_and_a_bot_play_a_whole_match(service: Running, chromium: Any, game: str, hand: str) -> None:
    people, match = seated(service, chromium, game)
    pick, anybody = random.Random(f"{game} {hand}"), service.api()
    hands = [HANDS[hand](pick, GAMES[game][1]) for _ in people]

    def is_over() -> bool:
        for one, its in zip(people, hands, strict=True):
            its.act(one, match)
        return bool(anybody.get(f"/matches/{match}")["status"] == "finished")

    service.wait_for(is_over, seconds=LONGEST)
    for one in people:
        one.page.wait_for_function(ENDED)
        one.leave()
    assert all(its.counts for its in hands)
