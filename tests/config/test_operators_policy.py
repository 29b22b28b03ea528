from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse

from config.operators_policy import POLICY, ContentPolicy
from tests.config.operators import PASSWORD, Running, home, name, port, running  # noqa: F401 (fixtures)
from tests.web.browser import chromium  # noqa: F401 (a fixture)


def test_every_answer_says_that_scripts_come_from_the_pages_own_files_alone() -> None:
    answer = ContentPolicy(lambda _: HttpResponse())(HttpRequest())
    rules = (rule.split() for rule in answer.headers["Content-Security-Policy"].split(";"))
    policy = {directive: sources for directive, *sources in rules}

    assert (policy["default-src"], policy["script-src"]) == (["'none'"], ["'self'"])
    assert (policy["form-action"], policy["base-uri"], policy["frame-ancestors"]) == (
        ["'self'"],
        ["'none'"],
        ["'none'"],
    )


class Operator:
    """An operator before the pages; what the browser refuses by their policy is `refused`."""

    def __init__(self, chromium: Any, port: int) -> None:  # noqa: F811
        self.root = f"http://127.0.0.1:{port}"
        self.page = chromium.new_context().new_page()
        self.refused: list[str] = []
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.refused.append(str(error)))

    def _hear(self, said: Any) -> None:
        # There is no icon.
        if "Failed to load resource" not in said.text:
            self.refused.append(said.text)

    def go(self, path: str) -> Any:
        return self.page.goto(self.root + path)

    def log_in(self, name: str) -> None:  # noqa: F811
        self.go("/login/")
        self.page.fill("input[name=username]", name)
        self.page.fill("input[name=password]", PASSWORD)
        self.page.click("input[type=submit]")
        self.page.wait_for_selector("text=What is kept")


# Before the browser, which gives the thread an event loop: Django asks nothing of a database then.
@pytest.fixture
def before(running: Running, chromium: Any, port: int, name: str) -> tuple[str, str, Operator]:  # noqa: F811
    match_id, bob, *_ = running
    return match_id, bob.id, Operator(chromium, port)


def test_an_operator_s_browser_refuses_nothing_of_the_pages_and_runs_no_script_that_stands_in_one(
    before: tuple[str, str, Operator],
    name: str,  # noqa: F811
) -> None:
    match_id, player, operator = before
    operator.log_in(name)
    lists = ("player", "lobby", "quarantine", "audit", "notice", "webhook", "dispatch")
    rows = (f"player/{player}/change", f"lobby/{match_id}/change", f"lobby/{match_id}/stream")
    for path in ("/", *(f"/matches/{kind}/" for kind in (*lists, *rows))):
        answer = operator.go(path)
        assert answer.status == 200, path
        assert answer.headers["content-security-policy"] == POLICY
    operator.page.click("button.theme-toggle")
    assert operator.refused == []

    ran = operator.page.evaluate(
        "() => { const one = document.createElement('script'); one.textContent = 'window.ran = true';"
        " document.body.append(one); return window.ran === true }"
    )
    assert not ran
    assert len(operator.refused) == 1
