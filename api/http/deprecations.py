"""Which calls and fields will go one day, and how callers are told: `docs/api/compatibility.md` is the promise.

A row in `CALLS` gives every response of the call the headers `Deprecation` (RFC 9745) and `Sunset` (RFC 8594) with
links to the page of changes, and marks the call in the OpenAPI document. A row in `FIELDS` marks a field there. Run
`make openapi` after a change, and write into `docs/api/changes.md` what clients shall do.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from email.utils import format_datetime

from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponseBase

from api.http.headers import GetResponse, stored

# What is announced stays for at least so long.
NOTICE = timedelta(days=365)
CHANGES = "/api/docs/changes"


@dataclass(frozen=True, kw_only=True)
class DeprecatedCall:
    """One call, by its method and its address as the OpenAPI document has it (`/api/v1/matches/{match}/luck`).

    It is deprecated from the day `since`. From the day `until` it may be gone; None while no such day is known.
    `instead` is a sentence in English for the document. A ValueError where `until` comes too soon, and for streams,
    whose headers the live process writes.
    """

    method: str
    path: str
    since: date
    until: date | None = None
    instead: str

    def __post_init__(self) -> None:
        if self.until is not None and self.until - self.since < NOTICE:
            raise ValueError(f"{self.method} {self.path} would go within {NOTICE.days} days")
        if self.path.endswith("/stream"):
            raise ValueError("the headers of streams are not written here")

    @property
    def headers(self) -> dict[str, str]:
        """What every response of the call has."""
        links = [f'<{CHANGES}>; rel="{name}"; type="text/html"' for name in ("deprecation", "sunset")]
        told = {"Deprecation": f"@{int(_midnight(self.since).timestamp())}"}
        if self.until is None:
            return {**told, "Link": links[0]}
        return {**told, "Sunset": format_datetime(_midnight(self.until), usegmt=True), "Link": ", ".join(links)}


@dataclass(frozen=True, kw_only=True)
class DeprecatedField:
    """A field of a shape of the OpenAPI document (`Match`, `pace`), in requests or responses."""

    shape: str
    field: str
    since: date
    instead: str


CALLS: Sequence[DeprecatedCall] = ()
FIELDS: Sequence[DeprecatedField] = ()


class Deprecations:
    """Adds the headers to each response of a deprecated call, refusals included; not there while there is none."""

    def __init__(self, get_response: GetResponse) -> None:
        if not CALLS:
            raise MiddlewareNotUsed
        self._answer = get_response
        self._calls = [(call.method, _pattern(call.path), call.headers) for call in CALLS]

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self._answer(request)
        # HEAD is answered as GET is.
        method = "GET" if request.method == "HEAD" else request.method
        for known, pattern, headers in self._calls:
            if known == method and pattern.fullmatch(request.path_info):
                stored(response).update({name.lower(): (name, value) for name, value in headers.items()})
        return response


def _pattern(path: str) -> re.Pattern[str]:
    return re.compile("/".join("[^/]+" if part.startswith("{") else re.escape(part) for part in path.split("/")))


def _midnight(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=UTC)
