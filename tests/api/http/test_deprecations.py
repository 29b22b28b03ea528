"""What callers are told of calls and fields that will go. Today there are none, so these are pretended."""

from datetime import date

import pytest
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpResponse
from django.test import Client

from api.http import deprecations
from api.http.deprecations import CALLS, FIELDS, DeprecatedCall, DeprecatedField, Deprecations
from api.openapi.document import document
from config.local_stack.places import PROJECT
from tests.support.described import DOCUMENT

CALL = DeprecatedCall(
    method="GET",
    path="/api/v1/games/{game}",
    since=date(2027, 1, 1),
    until=date(2028, 3, 1),
    instead="Use `GET /games`.",
)
OPEN_END = DeprecatedCall(method="GET", path="/api/v1/limits", since=date(2027, 1, 1), instead="Ask nothing.")
TOLD = {
    "Deprecation": "@1798761600",
    "Sunset": "Wed, 01 Mar 2028 00:00:00 GMT",
    "Link": '</api/docs/changes>; rel="deprecation"; type="text/html", '
    '</api/docs/changes>; rel="sunset"; type="text/html"',
}
CHANGES = (PROJECT / "docs/api/changes.md").read_text(encoding="utf-8")


@pytest.fixture
def pretended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deprecations, "CALLS", (CALL, OPEN_END))


def told(address: str, verb: str = "GET") -> dict[str, str]:
    answer = Client().generic(verb, address)
    return {name: answer.headers[name] for name in TOLD if name in answer.headers}


@pytest.mark.usefixtures("pretended")
def test_every_response_of_a_deprecated_call_says_since_when_and_until_when_refusals_too() -> None:
    for address in ("/api/v1/games/cave", "/api/v1/games/chess"):
        assert told(address) == TOLD
    assert told("/api/v1/games/cave", "HEAD") == TOLD
    assert Client().get("/api/docs/changes").status_code == 200


@pytest.mark.usefixtures("pretended")
def test_without_a_last_day_there_is_no_sunset() -> None:
    assert told("/api/v1/limits") == {"Deprecation": TOLD["Deprecation"], "Link": TOLD["Link"].split(", ")[0]}


@pytest.mark.usefixtures("pretended")
def test_other_calls_and_other_methods_of_the_address_say_nothing() -> None:
    for address in ("/api/v1/games", "/api/v1/games/cave/content", "/api/v1/games/cave/"):
        assert told(address) == {}
    assert told("/api/v1/games/cave", "POST") == {}


def test_while_nothing_is_deprecated_no_response_pays_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deprecations, "CALLS", ())
    with pytest.raises(MiddlewareNotUsed):
        Deprecations(lambda request: HttpResponse())
    assert told("/api/v1/games/cave") == {}


@pytest.mark.parametrize("until", [date(2027, 1, 2), date(2027, 12, 31), date(2026, 1, 1)])
def test_nothing_goes_within_a_year_of_its_announcement(until: date) -> None:
    with pytest.raises(ValueError, match="within 365 days"):
        DeprecatedCall(method="GET", path="/api/v1/games", since=date(2027, 1, 1), until=until, instead="")


def test_a_stream_is_not_announced_where_its_headers_are_not_written() -> None:
    with pytest.raises(ValueError, match="streams"):
        DeprecatedCall(method="GET", path="/api/v1/me/stream", since=date(2027, 1, 1), instead="")


@pytest.mark.usefixtures("pretended")
def test_the_document_marks_a_deprecated_call_and_says_what_to_use(monkeypatch: pytest.MonkeyPatch) -> None:
    made = document()
    operation = made["paths"][CALL.path]["get"]
    assert operation["deprecated"] is True
    assert operation["description"].endswith("Deprecated since 2027-01-01. Use `GET /games`.")
    assert {"Deprecation", "Sunset", "Link"} <= operation["responses"]["200"]["headers"].keys()
    assert "Sunset" not in made["paths"][OPEN_END.path]["get"]["responses"]["200"]["headers"]
    others = [
        one for path, verbs in made["paths"].items() if path not in (CALL.path, OPEN_END.path) for one in verbs.values()
    ]
    assert not any("deprecated" in one for one in others)


def test_the_document_marks_a_deprecated_field_and_no_shape_is_changed_for_good(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    field = DeprecatedField(shape="Problem", field="detail", since=date(2027, 1, 1), instead="Use `code`.")
    monkeypatch.setattr(deprecations, "FIELDS", (field,))
    marked = document()["components"]["schemas"]["Problem"]["properties"]["detail"]
    assert marked["deprecated"] is True
    assert marked["description"].endswith("Use `code`.")
    monkeypatch.undo()
    assert "deprecated" not in document()["components"]["schemas"]["Problem"]["properties"]["detail"]


@pytest.mark.parametrize(
    ("table", "row"),
    [
        ("CALLS", DeprecatedCall(method="GET", path="/api/v1/nowhere", since=date(2027, 1, 1), instead="")),
        ("CALLS", DeprecatedCall(method="PUT", path="/api/v1/games", since=date(2027, 1, 1), instead="")),
        ("FIELDS", DeprecatedField(shape="Problem", field="nothing", since=date(2027, 1, 1), instead="")),
        ("FIELDS", DeprecatedField(shape="Nowhere", field="detail", since=date(2027, 1, 1), instead="")),
    ],
)
def test_what_is_not_there_cannot_be_deprecated(
    monkeypatch: pytest.MonkeyPatch, table: str, row: DeprecatedCall | DeprecatedField
) -> None:
    monkeypatch.setattr(deprecations, table, (row,))
    with pytest.raises(LookupError):
        document()


def test_the_page_of_changes_tells_of_everything_that_is_deprecated() -> None:
    calls = [f"{one.method} {one.path.removeprefix('/api/v1')}" for one in CALLS]
    assert [one for one in (*calls, *(f"{one.shape}.{one.field}" for one in FIELDS)) if f"`{one}`" not in CHANGES] == []


def test_the_page_of_changes_names_every_call_of_the_document_under_a_day() -> None:
    days = CHANGES.split("\n## 20", 1)[1]
    calls = [
        f"`{verb.upper()} {path.removeprefix('/api/v1')}`"
        for path, verbs in DOCUMENT["paths"].items()
        for verb in verbs
    ]
    assert [one for one in calls if one not in days] == []


def test_the_example_of_the_promise_is_what_a_call_would_send() -> None:
    page = (PROJECT / "docs/api/compatibility.md").read_text(encoding="utf-8")
    for name, value in TOLD.items():
        assert f"\n{name}: {value}\n" in page
