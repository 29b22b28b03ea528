"""A language more is files and nothing else: a half-done one is served, and where it lacks a text, English is, marked."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from config.local_stack.stack import PROJECT
from games.core.languages import LANGUAGES
from tests.support.three import THREE

CODE = ("api", "config", "docs", "events", "games", "languages", "web", "pyproject.toml")
FILES = {
    "languages/yi.json": {
        "name": "ייִדיש",
        "english": "Yiddish",
        "direction": "rtl",
        "seat": "פּלאַץ",
        "and": " און ",
        "between": "; ",
        "plurals": {"one": "n = 1"},
    },
    "games/table/texts/yi.json": {
        "events": {"match_cancelled": "די שפּיל ווערט אָפּגערופֿן."},
        "statuses": {"match.open": "מע וואַרט אויף {free, plural, =0 {דעם אָנהייב} one {איין שפּילער} other {# שפּילער}}."},
    },
    "web/texts/yi.json": {"page": {"home": "אַהיים"}},
    "api/http/texts/yi.json": {"problems": {"not_found.title": "נישט געפֿונען"}},
}
SAID = """
import json, os
from games.core.catalogues import mark_stand_ins
mark_stand_ins()
os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
import django
django.setup()
from django.test import RequestFactory
from api.http import languages, problems
from api.openapi.document import document
from api.pages import mail, site
from api.views.games import messages
from games.core.messages import plain
from games.matches.notices.sentences import sentence
from games.matches.presentation.words import Words
from games.registry import newest

game = newest("cave")
told = json.loads(messages("cave", "1", ("yi",)).text)["languages"]["yi"]
stands = {"status": "open", "outcome": None, "paused_at": None, "waiting_for": [], "free": 3, "agreed": [], "seats": []}
openapi = document()
shown = {"type": "match_cancelled", "seat": None, "data": {}, "private": []}
print(json.dumps({
    "translated": told["messages"]["events"]["match_cancelled"],
    "lacking": told["messages"]["events"]["seat_left"],
    "game": told["messages"]["events"]["turn_ended"],
    "clause": game.clauses["CAVE-0.5"]["yi"],
    "seat": told["seat"],
    "waits": plain(Words(("yi", "en")).match(game, stands)["texts"]["yi"]),
    "event": plain(Words(("yi",)).event(game, shown)["text"]),
    "problem": problems.Problem(code="not_found", status=404, params={}).document("yi"),
    "test": sentence(None, "yi"),
    "asked": languages.asked({"language": "yi,pl"}),
    "accepted": languages.of(RequestFactory().get("/", headers={"Accept-Language": "yi-US, en;q=0.5"})),
    "page": mail.code(RequestFactory().get("/", headers={"Accept-Language": "yi"}), "confirm").content.decode(),
    "document": site.tree().documents["", "yi"].text.decode(),
    "texts": json.loads(site.tree().files["texts/yi.json"].text),
    "names": list(openapi["components"]["schemas"]["Names"]["properties"]),
    "parameter": openapi["components"]["parameters"]["query.language"]["schema"]["pattern"],
}))
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project with the files of one language more, which is not finished."""
    copy = tmp_path_factory.mktemp("project")
    for name in CODE:
        if (PROJECT / name).is_dir():
            shutil.copytree(PROJECT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(PROJECT / name, copy / name)
    for other in (file for code in LANGUAGES if code not in THREE for file in copy.rglob(f"{code}.json")):
        other.unlink()
    for name, told in FILES.items():
        (copy / name).write_text(json.dumps(told))
    return copy


def ran(project: Path, *args: str) -> str:
    done = subprocess.run([sys.executable, *args], cwd=project, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def said(project: Path) -> Any:
    return json.loads(ran(project, "-c", SAID))


def test_what_is_translated_is_served_and_the_rest_in_english_with_marks(said: Any) -> None:
    assert said["translated"] == said["event"] == "די שפּיל ווערט אָפּגערופֿן."
    assert said["lacking"] == "⟦{seat, seat} leaves the table.⟧"
    assert said["game"] == "⟦The turn of {seat, seat} ends.⟧"
    assert said["clause"] == "⟦Two to six players.⟧"
    assert said["test"] == "⟦This is a test of your webhook.⟧"
    assert (said["problem"]["title"], said["problem"]["detail"][0]) == ("נישט געפֿונען", "⟦")


def test_it_counts_and_names_seats_by_its_own_file(said: Any) -> None:
    assert said["waits"] == "מע וואַרט אויף 3 שפּילער."
    assert said["seat"] == "פּלאַץ {seat}"
    assert '<html lang="yi" dir="rtl">' in said["page"]


def test_it_can_be_asked_for_and_the_description_of_the_api_has_it(said: Any) -> None:
    assert said["asked"] == ["yi", "pl"]
    assert said["accepted"] == ["yi"]
    assert said["names"] == ["en", "he", "pl", "yi"]
    assert "(en|he|pl|yi)" in said["parameter"]


def test_the_page_speaks_it(said: Any) -> None:
    assert '<html lang="yi" dir="rtl">' in said["document"]
    assert "/texts/yi.json" in said["document"]
    assert "ייִדיש" in said["document"]
    assert said["texts"]["texts"]["page"]["home"] == "אַהיים"
    assert said["texts"]["texts"]["page"]["lobby"] == "⟦Lobby⟧"
    assert (said["texts"]["language"]["seat"], said["texts"]["language"]["plurals"]) == ("פּלאַץ", {"one": "n = 1"})


def test_what_it_lacks_is_listed(project: Path) -> None:
    listed = ran(project, "-m", "languages")
    assert "games/table/texts/yi.json lacks (" in listed
    assert "\n  events.seat_left\n" in listed
    assert "games/cave/texts/yi.json lacks (" in listed
    assert "left over" not in listed
