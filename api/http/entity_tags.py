"""Entity tags (RFC 9110, section 8.8.3) made from versions and seats, never from hashes."""

import re
from collections.abc import Mapping

from rest_framework.request import Request
from rest_framework.response import Response

from games.core.prompts import Violation
from games.matches.errors import Invalid

# What a cache may do with answers that differ by caller; no-transform, or a proxy that zips them weakens their tags.
PRIVATE = {"Cache-Control": "private, no-cache, no-transform", "Vary": "Authorization, Accept-Language"}
# For answers that are the same for every caller and change only with a release.
PUBLIC = {"Cache-Control": "public, max-age=300"}
TAG = re.compile(r'(?:W/)?"([^"]*)"')


def view_tag(version: int, seat: int | str | None, *more: object) -> str:
    """The strong tag of what a seat (None: a spectator) sees at a version."""
    return '"' + ".".join(str(part) for part in (version, "s" if seat is None else seat, *more)) + '"'


def answer(request: Request, body: Mapping[str, object], tag: str) -> Response:
    """200 with the tag, or 304 when the caller has it already (If-None-Match)."""
    headers = {"ETag": tag, **PRIVATE}
    known = request.headers.get("If-None-Match", "")
    # Compared without W/, as RFC 9110 wants it for If-None-Match.
    if known.strip() == "*" or tag.strip('"') in TAG.findall(known):
        return Response(status=304, headers=headers)
    return Response(body, headers=headers)


def required_versions(request: Request) -> frozenset[tuple[int, int]] | None:
    """The (version, seat) pairs that If-Match names by tags of views; None without a condition.

    The weak form is accepted on purpose: proxies weaken tags, and a version is a version.
    """
    condition = request.headers.get("If-Match")
    if condition is None or condition.strip() == "*":
        return None
    tags = TAG.findall(condition)
    if not tags:
        detail = "If-Match is * or a list of ETags."
        raise Invalid([Violation(pointer="/headers/If-Match", code="pattern", detail=detail)])
    pairs = (re.fullmatch(r"([0-9]{1,10})\.([0-9]{1,2})(?:\..*)?", tag) for tag in tags)
    return frozenset((int(pair[1]), int(pair[2])) for pair in pairs if pair)
