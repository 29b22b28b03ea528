"""Entity tags (RFC 9110, section 8.8.3): of matches from versions and seats, of documents from their text.

A tag of a match is never made from hashes, which could be tried against what is sealed.
"""

import gzip
import hashlib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import orjson
from django.http import HttpResponse
from rest_framework.request import Request

from api.http import session
from api.http.call import Result
from api.http.encodings import COMPRESSED_BYTES, takes_gzip
from games.core.prompts import Violation
from games.matches.errors import Invalid, SettingsChanged

# What a cache may do with answers that differ by caller.
PRIVATE = {"Cache-Control": "private, no-cache", "Vary": f"Authorization, Cookie, {session.HEADER}, Accept-Language"}
# For what the same caller may keep, because it will never be answered otherwise.
PRIVATE_FOR_EVER = {**PRIVATE, "Cache-Control": "private, max-age=31536000, immutable"}
# For answers with a secret in them: no cache may keep one.
SECRET = {"Cache-Control": "no-store"}
# For answers that are the same for every caller and change only with a release.
PUBLIC = {"Cache-Control": "public, max-age=300"}
# For what is the same for every caller under an address that names its very text.
PUBLIC_FOR_EVER = {"Cache-Control": "public, max-age=31536000, immutable"}
EDITION_DIGITS = 16
TAG = re.compile(r'(?:W/)?"([^"]*)"')


def view_tag(version: int, seat: int | str | None, *more: object) -> str:
    """The strong tag of what a seat (None: a spectator) sees at a version."""
    return '"' + ".".join(str(part) for part in (version, "s" if seat is None else seat, *more)) + '"'


def spoken(languages: tuple[str, ...]) -> tuple[str, ...]:
    """What the languages of an answer add to its tag: nothing where it is English alone."""
    return () if languages == ("en",) else languages


@dataclass(frozen=True)
class Document:
    """A JSON text that is the same for every caller and changes only with a release."""

    text: bytes

    @classmethod
    def of(cls, body: Mapping[str, object]) -> "Document":
        return cls(orjson.dumps(body))

    @cached_property
    def edition(self) -> str:
        """Names this very text."""
        return hashlib.sha256(self.text).hexdigest()[:EDITION_DIGITS]

    @cached_property
    def packed(self) -> bytes:
        """The text as gzip: of a large one that costs more than the rest of a call."""
        return gzip.compress(self.text, mtime=0)


def answer(
    request: Request, make: Callable[[], Mapping[str, object]], tag: str, caching: Mapping[str, str] = PRIVATE
) -> Result:
    """200 with the tag and the body that `make` gives, or 304 when the caller has it already (If-None-Match)."""
    headers = {"ETag": tag, **caching}
    return Result(status=304, headers=headers) if _is_known(request, tag) else Result(make(), headers=headers)


def of_content(request: Request, body: Mapping[str, Any], caching: Mapping[str, str] = PRIVATE) -> Result:
    """As `answer`, with a weak tag that follows from the body; for what holds nothing that is sealed."""
    return answer(request, lambda: body, content_tag(body), caching)


# What differs from answer to answer where nothing has changed. Within a text that somebody wrote quotes are escaped.
TIMES = re.compile(rb'"(?:now|as_of)":"[^"]*"|"vacation_seconds_left":\d+')


def content_tag(body: Mapping[str, Any]) -> str:
    """The weak tag of an answer by its content, but for times of the answer."""
    timeless = TIMES.sub(b"", orjson.dumps(body))
    return f'W/"{hashlib.sha256(timeless).hexdigest()[:EDITION_DIGITS]}"'


def document(request: Request, known: Document, *, edition: str | None = None) -> HttpResponse:
    """A document, for ever where the address names its edition; 304 when the caller has it already."""
    tag = f'"{known.edition}"'
    headers = {"ETag": tag, **(PUBLIC_FOR_EVER if edition == known.edition else PUBLIC)}
    if _is_known(request, tag):
        return HttpResponse(status=304, headers=headers)
    if len(known.text) < COMPRESSED_BYTES or not takes_gzip(request.META.get("HTTP_ACCEPT_ENCODING", "")):
        return HttpResponse(known.text, content_type="application/json", headers=headers)
    # Weak, because these are not the same bytes.
    headers |= {"ETag": f"W/{tag}", "Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
    return HttpResponse(known.packed, content_type="application/json", headers=headers)


def _is_known(request: Request, tag: str) -> bool:
    known: str = request.META.get("HTTP_IF_NONE_MATCH", "")
    # Compared without W/, as RFC 9110 wants it for If-None-Match.
    return bool(known) and (known.strip() == "*" or tag.removeprefix("W/").strip('"') in TAG.findall(known))


def require_content(request: Request, body: Mapping[str, Any]) -> None:
    """`SettingsChanged` where If-Match names other content than this; weak tags are accepted on purpose."""
    condition = request.headers.get("If-Match")
    if condition is None or condition.strip() == "*":
        return
    if content_tag(body).removeprefix("W/").strip('"') not in _tags(condition):
        raise SettingsChanged


def _tags(condition: str) -> list[str]:
    tags = TAG.findall(condition)
    if not tags:
        detail = "If-Match is * or a list of ETags."
        raise Invalid([Violation(pointer="/headers/If-Match", code="pattern", detail=detail)])
    return tags


def required_versions(request: Request) -> frozenset[tuple[int, int]] | None:
    """The (version, seat) pairs that If-Match names by tags of views; None without a condition.

    The weak form is accepted on purpose: proxies weaken tags, and a version is a version.
    """
    condition = request.headers.get("If-Match")
    if condition is None or condition.strip() == "*":
        return None
    pairs = (re.fullmatch(r"([0-9]{1,10})\.([0-9]{1,2})(?:\..*)?", tag) for tag in _tags(condition))
    return frozenset((int(pair[1]), int(pair[2])) for pair in pairs if pair)
