"""The proof of a replay, in a browser: what a layperson is told of a file that was tampered with, and the way to the event."""

import os
import re
from typing import Any

import pytest

from tests.acceptance.conftest import Running
from tests.games.verify.files import mended, values, written
from tests.web.browser import Visitor, chromium
from tests.web.screens import FINISHED, MODES, Findings, Mode, begin

__all__ = ["chromium"]

pytestmark = pytest.mark.skipif(os.environ.get("BROWSER") != "1", reason="the page is played by `make browser`")

FETCH = "async path => await (await fetch(path)).text()"
UNSEEN = re.compile("[\u202a-\u202e\u2066-\u2069\u200b-\u200f]")
# The first words of the sentence that comes first.
BROKEN = {"en": "✗ This is not a match", "he": "✗ זה אינו משחק", "pl": "✗ To nie jest rozgrywka"}
FITS = {
    "en": "✓ Each event of this match fits",
    "he": "✓ כל אירוע במשחק הזה מתאים",
    "pl": "✓ Każde zdarzenie tej rozgrywki pasuje",
}


def checked(visitor: Visitor, match: str, mode: Mode, data: bytes) -> Any:
    """The proof of a match's replay after it has looked at a file."""
    page = visitor.page
    page.set_viewport_size({"width": mode.width, "height": mode.height})
    page.evaluate("wish => Object.assign(localStorage, wish)", {"language": mode.language, "theme": mode.theme})
    page.goto(f"{visitor.url}/matches/{match}/replay")
    page.wait_for_selector(".replay .slider")
    page.locator(".proof > summary").click()
    page.locator(".proof input[type=file]").set_input_files(
        {"name": "match.ndjson", "mimeType": "application/x-ndjson", "buffer": data}
    )
    page.wait_for_selector(".proof [role=status] strong")
    return page.locator(".proof")


def test_the_proof_says_first_whether_a_file_holds_and_leads_to_the_event_that_does_not(
    service: Running, chromium: Any
) -> None:
    visitor, findings = Visitor(chromium, service.url), Findings()
    match = begin(visitor).finished
    data = visitor.page.evaluate(FETCH, f"/api/v1/matches/{match}/export").encode()
    lines = values(data)
    drawn = next(line for line in lines if "envelope" in line and line["envelope"]["draws"])
    version = drawn["envelope"]["version"]
    drawn["envelope"]["draws"] = None
    drawn["envelope"]["data"]["note"] = "\u202egnp.exe"
    forged = mended(lines)
    for mode in MODES:
        proof = checked(visitor, match, mode, data)
        assert proof.locator("strong").first.inner_text().startswith(FITS[mode.language])
        marks = proof.locator("dt > [role=img]").all_inner_texts()
        assert marks == ["✓", "✓", "◐", "–"], "of its draws only who begins is drawn anew"
        findings.look(visitor.page, f"holds {mode.name}")

        proof = checked(visitor, match, mode, forged)
        assert proof.locator("strong").first.inner_text().startswith(BROKEN[mode.language])
        marks = proof.locator("dt > [role=img]").all_inner_texts()
        assert marks == ["✓", "✓", "✗", "✗"]
        proof.locator("dd details summary").first.click()
        assert f'"version": {version}' in proof.locator("pre").first.inner_text()
        assert not UNSEEN.search(proof.inner_text())
        findings.look(visitor.page, f"broken {mode.name}")
        proof.locator("dd button").first.click()
        visitor.page.wait_for_url(f"**/matches/{match}/replay?at={version}*")
    assert not findings.lines, "\n".join(findings.lines)
    visitor.leave()


def test_the_proof_of_a_file_of_another_match_shows_its_event_and_leads_nowhere_else(
    service: Running, chromium: Any
) -> None:
    visitor = Visitor(chromium, service.url)
    player = begin(visitor)
    other = player.call("POST", "/matches", FINISHED | {"options": {}, "bots": ["random", "random"], "start": "auto"})
    lines = values(visitor.page.evaluate(FETCH, f"/api/v1/matches/{other['id']}/export").encode())
    lines[3]["envelope"]["seat"] = 7
    proof = checked(visitor, player.finished, MODES[0], written(lines))
    assert proof.locator("strong").first.inner_text().startswith(BROKEN["en"])
    assert proof.locator("dd details").count() >= 1
    assert proof.locator("dd button").count() == 0
    visitor.leave()
