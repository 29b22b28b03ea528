"""The page on which people play is served by the service itself, under addresses that never change their answer."""

import gzip
import json
import re
import struct
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest
from django.test import Client
from pytest_django import Settings

from api.pages import site, translations
from games.core.languages import LANGUAGES
from tests.api.pages.links import Links

ROOMS = ["/", "/lobby", "/login", "/me", "/me/tokens", "/join/inv_x"]
ROOMS += ["/players/01940000-0000-7000-8000-00000000dead"]
ROOMS += ["/cups", "/cups/01940000-0000-7000-8000-00000000dead"]
ROOMS += ["/leaderboards", "/leaderboards/cave", "/luck", "/luck/cave"]
ROOMS += [f"/matches/01940000-0000-7000-8000-00000000dead{room}" for room in ("", "/replay")]
EMBEDDED = "/embed/matches/01940000-0000-7000-8000-00000000dead"
# The whole page in one language, a table with its picture, and home; with gzip.
MOST_BYTES, MOST_OF_TABLE, MOST_OF_HOME = 318 * 1000, 160 * 1000, 79 * 1000
MOST_BYTES_OF_BEACONS, MOST_BYTES_OF_PROOFS = 28 * 1000, 19 * 1000
# What the proof of a match fetches besides the verifier: its texts, all that looks into the log of all heads, and what proves
# open draws while the match runs.
OF_PROOFS = [f"verify/{name}.js" for name in ("hashtree", "headlog", "logmemory", "logpanel", "signednotes")]
OF_PROOFS += ["verify/drawpanel.js", "verify/opendraws.js", "texts/proof.pl.json"]


def show(address: str, **headers: str) -> Any:
    return Client().get(address, headers={"Accept": "text/html,*/*;q=0.8", **headers})


def policy(answer: Any) -> dict[str, str]:
    rules = [rule.strip().partition(" ") for rule in answer.headers["Content-Security-Policy"].split(";")]
    return {name: value for name, _, value in rules}


@pytest.mark.parametrize("address", [*ROOMS, EMBEDDED])
def test_every_room_has_an_address_that_loads_the_page_from_this_host_alone(address: str) -> None:
    answer = show(address)
    links = Links(answer.content.decode())
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "text/html; charset=utf-8")
    assert len(links.loaded) >= 3
    for target in links.loaded:
        assert target.startswith(f"/static/{site.tree().edition}/"), target
        assert Client().get(target).status_code == 200, target
    assert not links.inline


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS"])
def test_the_first_address_knows_no_method_but_get_and_head(method: str) -> None:
    answer = Client().generic(method, "/")
    assert (answer.status_code, answer.headers["Allow"]) == (405, "GET, HEAD")


def test_an_address_with_more_fields_than_anybody_reads_opens_the_page() -> None:
    assert show(f"/?{'a&' * 1500}").status_code == 200


@pytest.mark.parametrize("address", ["/", *ROOMS])
def test_the_browser_runs_and_asks_nothing_else_and_shows_the_page_in_no_frame(address: str) -> None:
    rules = policy(show(address))
    assert rules["default-src"] == rules["base-uri"] == rules["form-action"] == rules["frame-ancestors"] == "'none'"
    assert rules["script-src"] == rules["style-src"] == rules["worker-src"] == "'self'"
    assert rules["require-trusted-types-for"] == "'script'"


def test_only_what_is_made_to_be_embedded_may_be_shown_in_frames_of_others() -> None:
    rules, own = policy(show(EMBEDDED)), policy(show("/"))
    assert rules.pop("frame-ancestors") == "*"
    assert own.pop("frame-ancestors") == "'none'"
    assert rules == own


def test_streams_may_be_asked_where_they_are(settings: Settings) -> None:
    settings.PUBLIC_URL = settings.LIVE_URL = "https://play.example.org"
    assert policy(show("/"))["connect-src"] == "'self'"
    settings.LIVE_URL = "https://live.example.org:8010/below"
    assert policy(show("/"))["connect-src"] == "'self' https://live.example.org:8010"


def test_the_page_may_play_at_another_server(settings: Settings) -> None:
    settings.PAGE_API_URL = 'https://other.example.org/api/v1?"'
    site.tree.cache_clear()
    try:
        answer = show("/")
    finally:
        site.tree.cache_clear()
    assert policy(answer)["connect-src"] == "'self' https://other.example.org"
    assert '<meta name="api" content="https://other.example.org/api/v1?&quot;">' in answer.content.decode()
    settings.PAGE_API_URL = ""
    assert 'name="api"' not in show("/").content.decode()
    site.tree.cache_clear()


def test_files_are_kept_for_ever_and_another_edition_has_none() -> None:
    edition = site.tree().edition
    answer = Client().get(f"/static/{edition}/app.js")
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert answer.headers["Content-Type"] == "text/javascript; charset=utf-8"
    for address in (f"/static/{'0' * 16}/app.js", f"/static/{edition}/nothing.js", f"/static/{edition}/../README.md"):
        assert Client().get(address).status_code == 404


def test_only_what_browsers_are_for_is_served() -> None:
    served = site.tree().files
    assert not [
        name for name in served if name.endswith((".md", ".json", ".d.ts", ".html")) and not name.startswith("texts/")
    ]
    assert {name for name in served if name.startswith("texts/")} == {
        f"texts/{part}{code}.json" for code in LANGUAGES for part in ("", "proof.")
    }
    assert {"app.js", "style.css", "vendor/lit-html.js"} <= served.keys()


def test_the_document_is_asked_for_again_and_costs_nothing_while_it_is_the_same() -> None:
    answer = show("/lobby")
    assert answer.headers["Cache-Control"] == "no-cache"
    again = show("/", If_None_Match=answer.headers["ETag"])
    assert (again.status_code, again.content) == (304, b"")


def test_the_document_speaks_the_language_of_the_address_of_the_last_visit_or_of_the_browser() -> None:
    def spoken(address: str, cookie: str = "", accepted: str = "") -> Any:
        headers = {"Accept": "text/html", "Cookie": cookie, "Accept-Language": accepted}
        return Client().get(address, headers={name: value for name, value in headers.items() if value})

    def language(answer: Any) -> str:
        return str(re.findall(r'<html lang="(\w+)"', answer.content.decode())[0])

    assert language(spoken("/?language=he", "language=pl", "en")) == "he"
    assert language(spoken("/", "language=pl", "en")) == "pl"
    assert language(spoken("/", "language=xx", "de, he;q=0.5")) == "he"
    assert language(spoken("/", "", "de")) == "en"
    assert {"Accept-Language", "Cookie"} <= set(spoken("/").headers["Vary"].split(", "))
    # In another language it is another document.
    polish = spoken("/", "", "pl").headers["ETag"]
    assert show("/", If_None_Match=polish, Accept_Language="pl").status_code == 304
    assert show("/", If_None_Match=polish, Accept_Language="he").status_code == 200


def test_the_document_of_a_room_names_all_its_modules_at_once_and_those_of_every_picture() -> None:
    files = site.tree().files
    rooms = dict(
        re.findall(r'^  "?(\w*)"?: \(\) => import\("./(rooms/\w+\.js)"\)', files["app.js"].text.decode(), re.MULTILINE)
    )
    assert rooms == site.ROOMS
    for address, module in {
        **dict.fromkeys(ROOMS, "rooms/"),
        ROOMS[-1]: "rooms/replay.js",
        EMBEDDED: "rooms/table.js",
    }.items():
        text = show(address).content.decode()
        named = {
            link.partition(f"{site.tree().edition}/")[2] for link in re.findall(r'"modulepreload" href="([^"]+)"', text)
        }
        assert [one for one in named if one.startswith(module)], address
        for name in named | {"app.js"}:
            assert set(imported(name, files[name].text.decode())) <= named, (address, name)
        pictures = dict(re.findall(r'<meta name="(games/[^"]+)" content="([^"]+)">', text))
        assert len(pictures) == 3
        for picture, needed in pictures.items():
            for name in {picture, *needed.split()}:
                assert set(imported(name, files[name].text.decode())) <= set(needed.split()), name


def imported(name: str, text: str) -> list[str]:
    return [
        urljoin(name, target)
        for target in re.findall(r'^(?:import|export)\b[^;"]*? from "([^"]+)"', text, re.MULTILINE)
    ]


def test_everything_is_compressed_for_those_who_can_read_it() -> None:
    address = f"/static/{site.tree().edition}/style.css"
    plain, packed = Client().get(address), Client().get(address, headers={"Accept-Encoding": "br, gzip"})
    assert (packed.headers["Content-Encoding"], gzip.decompress(packed.content)) == ("gzip", plain.content)
    assert "Content-Encoding" not in plain.headers
    assert "Content-Encoding" not in Client().get(address, headers={"Accept-Encoding": "gzip;q=0"}).headers


@pytest.mark.parametrize(
    ("address", "most"), [("/", MOST_OF_HOME), ("/matches/01940000-0000-7000-8000-00000000dead", MOST_OF_TABLE)]
)
def test_home_and_each_table_are_small(address: str, most: int) -> None:
    files = site.tree().files
    answer = Client().get(address, headers={"Accept": "text/html", "Accept-Language": "pl"})
    text = answer.content.decode()
    linked = {
        link.partition(f"{site.tree().edition}/")[2] for link in re.findall(r'(?:href|src)="([^"]+)"', text)
    } & files.keys()
    assert {"app.js", "style.css", "texts/pl.json"} <= linked
    pictures = dict(re.findall(r'<meta name="(games/[^"]+)" content="([^"]+)">', text))
    for picture, needed in pictures.items() if most == MOST_OF_TABLE else [("", "")]:
        named = linked | {picture, picture.replace(".js", ".css"), *needed.split()} & files.keys()
        assert len(gzip.compress(answer.content)) + sum(len(files[name].packed) for name in named) < most, (
            address,
            picture,
        )


def test_all_of_it_is_small() -> None:
    files = site.tree().files
    others = sum(
        len(file.packed) for name, file in files.items() if name.startswith("texts/") and not name.endswith("pl.json")
    )
    # Only who looks at the proof of a match with a beacon fetches it.
    beacon = len(files["vendor/bls.js"].packed)
    assert beacon < MOST_BYTES_OF_BEACONS
    # Only who opens a proof: `verify/panel.js` imports the modules once a file holds.
    proofs = sum(len(files[name].packed) for name in OF_PROOFS)
    assert proofs < MOST_BYTES_OF_PROOFS
    assert sum(len(file.packed) for file in files.values()) - others - beacon - proofs < MOST_BYTES


def test_every_module_imports_only_what_is_served_beside_it() -> None:
    for name, file in site.tree().files.items():
        text = re.sub(r"/\*.*?\*/", "", file.text.decode(), flags=re.DOTALL) if name.endswith(".js") else ""
        for target in re.findall(r'(?:^(?:import|export)\b[^;"]*?from |\bimport\()"([^"]+)"', text, re.MULTILINE):
            assert target.startswith("."), (name, target)
            assert urljoin(name, target) in site.tree().files, (name, target)


def test_no_module_makes_html_of_text_or_runs_text() -> None:
    unsafe = re.compile(
        r"unsafeHTML|unsafeSVG|innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function"
    )
    own = [path for path in Path(site.WEB).rglob("*.js") if path.parent.name != "vendor"]
    assert not [path for path in own if unsafe.search(path.read_text())]


def test_the_worker_is_asked_for_at_every_visit_and_knows_every_file_of_its_edition() -> None:
    answer = Client().get("/worker.js")
    edition, root, names = json.loads(re.findall(r"= .*? \((\[.*\])\);", answer.content.decode())[0])
    assert (answer.headers["Cache-Control"], answer.headers["Content-Type"]) == (
        "no-cache",
        "text/javascript; charset=utf-8",
    )
    assert policy(answer)["default-src"] == "'none'"
    assert (edition, root, set(names)) == (site.tree().edition, "/", set(site.tree().files))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_installed_page_has_icons_of_its_own_and_is_described_in_the_readers_language(language: str) -> None:
    files = site.tree().files
    [name] = re.findall(
        r'<link rel="manifest" href="[^"]*/([^"]+)">', site.tree().documents["", language].text.decode()
    )
    described = json.loads(files[name].text)
    assert described["lang"] == language
    assert described["description"] == translations.catalogue().table("document")["about"][language]
    assert [urljoin(f"/static/edition/{name}", described[place]) for place in ("start_url", "scope")] == ["/", "/"]
    for icon in described["icons"]:
        text = files[icon["src"]].text
        assert icon["type"] == files[icon["src"]].content_type
        if icon["type"] == "image/png":
            assert icon["sizes"] == "x".join(str(one) for one in struct.unpack(">II", text[16:24]))


def test_the_page_works_below_a_prefix(settings: Settings) -> None:
    settings.PUBLIC_URL = "https://example.org/games"
    site.tree.cache_clear()
    try:
        assert f'src="/games/static/{site.tree().edition}/app.js"' in show("/").content.decode()
        assert b', "/games/", [' in Client().get("/worker.js").content.replace(b",", b", ")
    finally:
        site.tree.cache_clear()


def test_programs_are_told_where_everything_is_and_nobody_may_post() -> None:
    assert Client().get("/", headers={"Accept": "application/json"}).json()["links"]["games"] == "/api/v1/games"
    assert Client().get("/").json()["name"] == "Tabularium"
    assert Client().post("/lobby").status_code == 405


def test_links_to_a_match_lead_to_the_page(settings: Settings) -> None:
    assert settings.MATCH_URL == settings.PUBLIC_URL + "/matches/{match}"


@pytest.mark.parametrize("address", ["/nowhere", "/matches/no-match", "/players/x"])
def test_an_address_that_leads_nowhere_is_a_page_for_people_and_a_problem_for_programs(address: str) -> None:
    answer = show(address, Accept_Language="he")
    assert (answer.status_code, answer.headers["Content-Type"]) == (404, "text/html; charset=utf-8")
    assert '<html lang="he"' in answer.content.decode()
    assert policy(answer)["frame-ancestors"] == "'none'"
    assert answer.headers["Cache-Control"] == "no-store"
    for accepted in ("application/json", "*/*"):
        told = Client().get(address, headers={"Accept": accepted})
        assert (told.status_code, told.headers["Content-Type"]) == (404, "application/problem+json")
        assert told.json()["code"] == "not_found"


@pytest.mark.parametrize("address", ["/api/v1/nowhere", "/static/0123456789abcdef/nothing.js"])
def test_what_only_programs_ask_for_is_a_problem_for_browsers_too(address: str) -> None:
    assert show(address).headers["Content-Type"] == "application/problem+json"
