"""The proof of a replay, in a browser: what a layperson is told of a file that was tampered with, and the way to the event."""

import json
import os
import re
from typing import Any

import pytest

from games.headlog.log_entries import LogEntry, match_digest
from tests.acceptance.conftest import Running
from tests.games.headlog.logs import ORIGIN, Log, entry
from tests.games.verify.files import mended, values, written
from tests.web.browser import Visitor, chromium
from tests.web.log_readers import of_log
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


def test_the_proof_finds_a_match_in_the_log_and_tells_in_red_when_the_log_was_rewritten(
    service: Running, chromium: Any
) -> None:
    """Of three answers of the service the second grows and the third has another entry in the place of an earlier one."""
    visitor, findings = Visitor(chromium, service.url), Findings()
    match = begin(visitor).finished
    data = visitor.page.evaluate(FETCH, f"/api/v1/matches/{match}/export").encode()
    last = values(data)[-1]
    own = [*map(entry, range(20)), LogEntry(match_digest(match), last["version"], last["head"])]
    logs = [Log(own), Log([*own, entry(21)]), Log([*own[:7], entry(99), *own[8:], entry(21)])]
    now = {"log": logs[0]}
    visitor.context.route(
        re.compile(r"/api/v1/matches/[^/]+/log$"), lambda route: route.fulfill(json=of_match(now["log"], match))
    )
    visitor.context.route(
        re.compile(r"/api/v1/log(\?|$)"),
        lambda route: route.fulfill(json=of_log(now["log"], int(route.request.url.partition("=")[2] or 0))),
    )
    for mode in MODES:
        visitor.page.evaluate("() => localStorage.removeItem('log')")
        for now["log"], sign, kind in zip(logs, ("✓", "✓", "✗"), ("holds", "holds", "broken"), strict=True):
            proof = checked(visitor, match, mode, data)
            said = proof.locator("h3 + [role=status] strong")
            said.wait_for()
            assert said.inner_text().startswith(sign)
            assert said.locator("xpath=..").get_attribute("class") == kind
            assert not UNSEEN.search(proof.inner_text())
            findings.look(visitor.page, f"log {kind} {mode.name}")
        assert ORIGIN in (proof.locator("pre").first.text_content() or "")
    assert not findings.lines, "\n".join(findings.lines)
    visitor.leave()


def of_match(log: Log, match: str) -> Any:
    told = json.loads(log.of_match(match))
    return told | {"entries": [one | {"logged_at": "2026-11-21T12:00:00.000000Z"} for one in told["entries"]]}
