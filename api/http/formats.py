"""JSON in and out: strict on the way in, canonical types only."""

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any, NoReturn

import orjson
from django.conf import settings
from rest_framework.exceptions import ParseError, UnsupportedMediaType
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from games.matches.errors import Refused

MAX_INTEGER = 2**53 - 1
IDENTITY = "identity"
REFUSES = re.compile(r";\s*q=0(\.0*)?\s*($|[,;])", re.IGNORECASE)


class StrictJSONParser(BaseParser):
    """RFC 8259 without what two parsers may read differently: doubled names, NaN, integers over 53 bits.

    Deeply nested bodies are refused too. 4.0 is the integer 4, as JSON Schema has it.
    """

    media_type = "application/json"

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Mapping[str, Any] | None = None) -> Any:
        # Nothing here unpacks a body (RFC 9110, section 15.5.16).
        request = (parser_context or {}).get("request")
        coding = request.META.get("HTTP_CONTENT_ENCODING", IDENTITY) if request else IDENTITY
        if coding.strip().lower() != IDENTITY:
            raise UnsupportedMediaType(coding)
        try:
            parsed = strict.decode(stream.read().decode())
            if _depth(parsed) > settings.MAX_BODY_DEPTH:
                raise TooDeep(most=settings.MAX_BODY_DEPTH)
            # Half a surrogate pair (an escape such as "\ud800") is not a character and cannot be stored.
            orjson.dumps(parsed)
        except RecursionError:
            raise TooDeep(most=settings.MAX_BODY_DEPTH) from None
        except (ValueError, TypeError):
            raise ParseError from None
        return parsed


class JSONRenderer(BaseRenderer):
    media_type = "application/json"
    format = "json"
    charset = None

    def render(self, data: Any, media_type: str | None = None, context: Mapping[str, Any] | None = None) -> bytes:
        return b"" if data is None else orjson.dumps(data)


class LinesRenderer(BaseRenderer):
    """JSON texts, one a line, that are bytes already."""

    media_type = "application/x-ndjson"
    format = "ndjson"
    charset = None

    def render(self, data: Any, media_type: str | None = None, context: Mapping[str, Any] | None = None) -> bytes:
        return data if isinstance(data, bytes) else b""


class ServerSentRenderer(LinesRenderer):
    """Server-Sent Events, as browsers read them."""

    media_type = "text/event-stream"
    format = "sse"


class ProblemRenderer(JSONRenderer):
    """RFC 9457."""

    media_type = "application/problem+json"
    format = "problem"


class Negotiation(DefaultContentNegotiation):
    """The framework's, which compares media types at length; most clients take anything, so they get the first.

    The framework overlooks `q=0`, by which a client refuses a type (RFC 9110, section 12.4.2).
    """

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        accept = request.META.get("HTTP_ACCEPT", "*/*")
        if accept != "*/*":
            if REFUSES.search(accept):
                renderers = [renderer for renderer in renderers if not _refuses(accept, str(renderer.media_type))]
            found: tuple[BaseRenderer, str] = super().select_renderer(request, renderers, format_suffix)
            return found
        # A query that cannot be read is told before a wrong token.
        _ = request.query_params
        first = next(iter(renderers))
        return first, str(first.media_type)


def _refuses(accept: str, media_type: str) -> bool:
    """Whether the range that fits a type best has `q=0` (RFC 9110, section 12.5.1)."""
    asked = [part.strip() for part in accept.lower().split(",")]
    for fitting in (media_type, f"{media_type.partition('/')[0]}/*", "*/*"):
        if found := [part for part in asked if part.partition(";")[0].strip() == fitting]:
            return all(REFUSES.search(part) for part in found)
    return False


class TooDeep(Refused):
    """The body's lists and objects lie deeper in each other than any request needs."""

    code = "too_deep"


def _depth(value: Any) -> int:
    """How deep lists and objects lie in each other; 0 for anything else."""
    depth, level = 0, [value]
    while level := [item for item in level if isinstance(item, dict | list)]:
        depth += 1
        level = [inner for item in level for inner in (item.values() if isinstance(item, dict) else item)]
    return depth


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a name stands twice")
    return found


def _integer(digits: str) -> int:
    # The length is checked first, because a very long number takes very long to read.
    if len(digits) > 17 or abs(int(digits)) > MAX_INTEGER:
        raise ValueError("an integer is too wide")
    return int(digits)


def _number(text: str) -> int | float:
    value = float(text)
    return int(value) if value.is_integer() and abs(value) <= MAX_INTEGER else value


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(name)


# Made once: `json.loads` makes one for each body.
strict = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=_integer, parse_float=_number, parse_constant=_refuse_constant
)
