"""The moderators' queue, decisions, log and signals, as a browser shows them: `make browser`."""

import os
from typing import Any

import pytest

from tests.config.operators import PASSWORD, home, name, port
from tests.support.cast import Person, match_of, person
from tests.web.browser import chromium
from tests.web.screens import AXE, WIDE

__all__ = ["chromium", "home", "name", "port"]

pytestmark = pytest.mark.skipif(os.environ.get("BROWSER") != "1", reason="the page is played by `make browser`")

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]
# What Django's own frame falls short of: links of its breadcrumbs and of "Show all" are told by their colour alone.
DJANGO = {"link-in-text-block"}
PAGES = (
    "/matches/playerreport/?state__exact=open",
    "/matches/playerreport/{report}/change/",
    "/matches/sanction/",
    "/matches/sanction/{sanction}/change/",
    "/matches/ratedmatch/signals/",
    "/matches/moderatorplayer/",
    "/matches/moderatorplayer/add/",
    "/matches/lobby/",
    "/matches/cuprow/",
    "/admin/logentry/",
)


@pytest.fixture
def people() -> tuple[Person, Person, str]:
    """Who reports, who is reported, and the report; before a browser is there, which keeps from asking a database."""
    alice, bob, carol = person("Alice"), person("Bob"), person("Carol")
    match_id = match_of(alice, bob, carol)
    bob.post(f"/matches/{match_id}/chat", {"text": "<b>You cheat!</b> " + "and again " * 30})
    about = {"player": bob.id, "match": match_id, "message": {"room": "players", "number": 1}}
    return alice, bob, alice.post("/me/reports", {**about, "kind": "abuse", "text": "He shouts."}).json()["id"]


def test_the_pages_of_moderators_are_for_everybody_and_decide_by_hand(
    people: tuple[Person, Person, str], port: int, name: str, chromium: Any
) -> None:
    _, bob, report = people
    page = chromium.new_context(viewport={"width": 1280, "height": 800}).new_page()
    root = f"http://127.0.0.1:{port}"
    page.goto(f"{root}/login/")
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    findings = _look(page, root, {"report": report, "sanction": report}, PAGES[:2])
    page.goto(f"{root}{PAGES[0]}")
    page.locator(f"input[name=_selected_action][value='{report}']").check()
    page.locator("select[name=action]").select_option("silence_7")
    page.locator("input[name=reason]").fill("Insults.")
    page.locator("button[name=index]").click()
    page.wait_for_selector("text=silenced, days: 7")
    page.goto(f"{root}/matches/sanction/")
    sanction = page.locator("tr", has_text=bob.handle).locator("input[name=_selected_action]").get_attribute("value")
    findings += _look(page, root, {"report": report, "sanction": str(sanction)}, PAGES[2:])
    page.set_viewport_size({"width": 390, "height": 844})
    findings += _look(page, root, {"report": report, "sanction": str(sanction)}, PAGES)
    assert not findings, "\n".join(findings)


def _look(page: Any, root: str, ids: dict[str, str], paths: tuple[str, ...]) -> list[str]:
    found = []
    for path, scheme in ((path, scheme) for path in paths for scheme in ("light", "dark")):
        page.emulate_media(color_scheme=scheme)
        page.goto(root + path.format(**ids))
        assert page.locator("#content").count() == 1, path
        if shown := os.environ.get("GALLERY"):
            width = page.viewport_size["width"]
            named = path.strip("/").replace("/", "-")[:30]
            page.screenshot(path=f"{shown}/moderators-{named}-{scheme}-{width}.png", full_page=True)
        if page.evaluate(WIDE) > 0:
            found.append(f"{path}: scrolls sideways")
        page.evaluate(AXE)
        wrong = page.evaluate("tags => axe.run(document, {runOnly: tags, resultTypes: ['violations']})", TAGS)
        found += [
            f"{path} {scheme}: {one['id']}: {[node['html'][:120] for node in one['nodes'][:3]]}"
            for one in wrong["violations"]
            if one["id"] not in DJANGO
        ]
    return found
