"""Debian's chromium for the tests of the page. Where there is none they are skipped; with `NEED_BROWSER` they fail."""

import json
import os
import re
import shutil
from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any

import pytest

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
MISSING = "no chromium, or no playwright, is here to show the page"
# A machine that others use as well.
PATIENCE = 30_000
# A stream that is asked for all that a table shows.
TABLES = re.compile(r"/me/stream\?matches=[^&]*&table=true")


@pytest.fixture
def chromium() -> Iterator[Any]:
    """A browser; each person has a context of their own in it.

    One a test: while it is there the thread has an event loop, and Django asks nothing of a database then.
    """
    if CHROMIUM is None or find_spec("playwright") is None:
        (pytest.fail if os.environ.get("NEED_BROWSER") else pytest.skip)(MISSING)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-dev-shm-usage"])
        yield browser
        browser.close()


class Visitor:
    """Somebody before the page. Whatever goes wrong in its scripts, or is refused by its policy, fails their test."""

    def __init__(
        self,
        chromium: Any,
        url: str,
        *,
        language: str = "en",
        width: int = 1000,
        height: int = 800,
        touch: bool = False,
    ) -> None:
        self.url, self.language = url, language
        self.context = chromium.new_context(
            viewport={"width": width, "height": height}, locale=language, has_touch=touch
        )
        self.context.set_default_timeout(PATIENCE)
        self.page = self.context.new_page()
        self.wrong: list[str] = []
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("console", self._hear)

    def _hear(self, said: Any) -> None:
        # A call that is refused, as a move that comes too late, is no fault.
        if said.type == "error" and "Failed to load resource" not in said.text:
            self.wrong.append(said.text)

    def go(self, path: str = "") -> None:
        self.page.goto(f"{self.url}/{path}")
        self.page.wait_for_selector("h1, .replay")

    def log_in(self, handle: str, password: str) -> None:
        self.go("login")
        form = self.page.locator("form").first
        form.locator("input[name=handle]").fill(handle)
        form.locator("input[name=password]").fill(password)
        form.locator("button.main").click()
        self.page.wait_for_function("() => localStorage.getItem('player') !== null")

    def practise(self, game: str) -> str:
        """Sit down against bots; the match."""
        self.go()
        self.page.locator("li.card", has=self.page.locator(f'a[href$="game={game}"]')).locator("button.main").click()
        self.page.wait_for_selector(".ask .choices button")
        return str(self.page.url).rpartition("/")[2]

    def choices(self) -> list[str]:
        """What stands on the buttons of the moves now."""
        return [str(one) for one in self.page.locator(".ask .choices button").all_inner_texts()]

    def asked(self) -> bool:
        return bool(self.page.locator(".ask .choices button").count())

    def tell_no_tables(self) -> list[str]:
        """As of an older service, whose streams tell no tables: what was refused."""
        refused: list[str] = []

        def refuse(route: Any) -> None:
            refused.append(route.request.url)
            wrong = {"pointer": "/query/table", "code": "unknown", "detail": "There is no parameter table here."}
            route.fulfill(status=400, content_type="application/problem+json", body=json.dumps({"errors": [wrong]}))

        self.context.route(TABLES, refuse)
        return refused

    def leave(self) -> None:
        self.context.close()
        assert not self.wrong, "\n".join(self.wrong)
