import re
from importlib.util import find_spec
from typing import Any
from urllib.parse import urljoin, urlsplit

import pytest
from django.test import Client

from api.pages.docs import ASSETS, GUIDES, PAGES
from tests.api.pages.links import Links

ROOT = "/api/docs/"
ADDRESSES = [ROOT, *(f"{ROOT}{name}" for name in PAGES)]


def page(address: str) -> tuple[Any, Links]:
    answer = Client().get(address, headers={"Accept": "text/html"})
    return answer, Links(answer.content.decode())


@pytest.mark.parametrize("address", ADDRESSES)
def test_every_page_loads_only_from_this_host_and_what_it_loads_is_there(address: str) -> None:
    answer, links = page(address)
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "text/html; charset=utf-8")
    assert links.loaded
    for target in links.loaded:
        assert not urlsplit(target).netloc, target
        assert Client().get(urljoin(address, target)).status_code == 200, target
    assert not links.inline


@pytest.mark.parametrize("address", ADDRESSES)
def test_every_link_of_a_page_leads_somewhere(address: str) -> None:
    _, links = page(address)
    for target in links.linked:
        assert not urlsplit(target).netloc, target
        assert Client().get(urljoin(address, target)).status_code == 200, target


@pytest.mark.parametrize("name", sorted(ASSETS))
def test_assets_ask_no_other_host_for_fonts_styles_or_pictures(name: str) -> None:
    answer = Client().get(f"{ROOT}assets/{name}")
    assert answer.headers["Content-Type"] == ASSETS[name][1]
    if name.endswith(".css"):
        text = answer.content.decode()
        assert "@import" not in text
        assert [url for url in re.findall(r"url\(([^)]*)\)", text) if not url.strip("'\"").startswith("data:")] == []


@pytest.mark.parametrize("address", [*ADDRESSES, f"{ROOT}assets/reference.js"])
def test_the_browser_is_told_to_run_and_ask_nothing_but_what_this_host_has(address: str) -> None:
    headers = Client().get(address).headers
    policy = dict(rule.strip().split(" ", 1) for rule in headers["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == policy["frame-ancestors"] == policy["base-uri"] == policy["form-action"] == "'none'"
    assert policy["script-src"] == policy["connect-src"] == "'self'"
    assert headers["X-Content-Type-Options"] == "nosniff"


def test_the_reference_is_drawn_from_the_document_of_this_service() -> None:
    script = Client().get(f"{ROOT}assets/reference.js").content.decode()
    (address,) = re.findall(r'url: "([^"]+)"', script)
    assert Client().get(urljoin(ROOT, address)).json()["openapi"] == "3.1.0"
    assert "validatorUrl: null" in script


def test_every_guide_is_a_page_and_its_tables_are_tables() -> None:
    above = {"../proving.md", "../format.md", "../format-rock-paper-wizard.md"}
    assert {file for _, file in PAGES.values()} == {*above, *(guide.name for guide in GUIDES.glob("*.md"))}
    assert Client().get(f"{ROOT}errors").content.decode().count("<table>") >= 2


def test_an_unknown_page_is_404_and_another_verb_405() -> None:
    for address in (f"{ROOT}nothing", f"{ROOT}assets/nothing.js", f"{ROOT}assets/../../settings.py"):
        assert Client().get(address).status_code == 404
    refused = Client().post(ROOT)
    assert (refused.status_code, refused.json()["code"], refused.headers["Allow"]) == (
        405,
        "method_not_allowed",
        "GET, HEAD",
    )


def test_the_address_without_its_last_slash_leads_to_the_page() -> None:
    answer = Client().get("/api/docs")
    assert (answer.status_code, answer.headers["Location"]) == (302, ROOT)


def test_swagger_ui_comes_with_the_service() -> None:
    assert find_spec("drf_spectacular_sidecar") is not None


def test_the_root_tells_programs_where_everything_is() -> None:
    answer = Client().get("/", headers={"Accept": "application/json"})
    assert answer.headers["Content-Type"] == "application/json"
    assert {"games", "openapi", "docs", "limits"} <= answer.json()["links"].keys()
    for address in answer.json()["links"].values():
        assert Client().get(address).status_code == 200, address


def test_long_lines_of_a_guide_are_wrapped() -> None:
    css = Client().get(f"{ROOT}assets/pages.css").content.decode()
    (rule,) = re.findall(r"article pre {([^}]*)}", css)
    assert "white-space: pre-wrap" in rule
