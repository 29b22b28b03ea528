"""The OpenAPI document: the addresses come from `api.urls`, the tables of this package say what is there.

It is made on a developer's machine and checked in; the service hands out the file. Only tests and `make openapi`
import this module.
"""

import hashlib
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.urls import URLPattern, URLResolver
from rest_framework.permissions import AllowAny
from rest_framework.views import APIView

from api import bodies
from api.http import deprecations
from api.http.deprecations import DeprecatedCall, DeprecatedField
from api.http.permissions import READ, scope_of
from api.http.problems import STATUSES, texts_of
from api.http.session import HEADER
from api.openapi import (
    apps_of_others,
    cups,
    examples,
    games,
    head_log,
    matches,
    messages,
    notices,
    parameters,
    people,
    play,
    queue,
    ratings,
    seats,
    streams,
    talk,
    unions,
    wishes,
)
from api.openapi.links import LINKS
from api.openapi.operation import JSON, DocumentedResponse, Operation, Operations
from api.openapi.shapes import Shape, ref
from api.urls import urlpatterns
from games.core.description import camel
from games.matches.notices.kinds import KINDS
from games.matches.notices.sentences import TEST
from games.registry import GAMES

PROBLEM = "application/problem+json"
RESPONSES = "#/components/responses/"
# The headers of a delivery.
SIGNED = {
    "webhook-id": "The same for every attempt.",
    "webhook-timestamp": "When it was sent, in seconds since 1970.",
    "webhook-signature": "`v1,` and HMAC-SHA256 of id, timestamp and body in Base64; two where the secret is new.",
}

OPERATIONS: Operations = {
    **people.OPERATIONS,
    **apps_of_others.OPERATIONS,
    **games.OPERATIONS,
    **matches.OPERATIONS,
    **seats.OPERATIONS,
    **queue.OPERATIONS,
    **ratings.OPERATIONS,
    **play.OPERATIONS,
    **head_log.OPERATIONS,
    **streams.OPERATIONS,
    **talk.OPERATIONS,
    **cups.OPERATIONS,
    **notices.OPERATIONS,
}


REQUESTS: Mapping[str, Any] = {
    "SignUp": bodies.SIGN_UP,
    "TokenWish": bodies.NEW_TOKEN,
    "LogIn": bodies.LOG_IN,
    "Settings": bodies.SETTINGS,
    "Upgrade": bodies.UPGRADE,
    **wishes.CLOCKS,
    **wishes.MATCHES,
    "SeatWish": bodies.JOIN,
    "ForkWish": wishes.with_clock(bodies.FORK),
    "InvitationWish": bodies.INVITATION,
    "ReadWish": bodies.READ,
    "StreamTicketWish": bodies.STREAM_TICKET,
    "NoticeSettingsWish": bodies.NOTICE_SETTINGS,
    "WebhookWish": bodies.NEW_WEBHOOK,
    "WebhookChange": bodies.WEBHOOK_CHANGE,
    "AppWish": bodies.NEW_APP,
    "AppChange": bodies.APP_CHANGE,
    "AuthorizationQuestion": bodies.AUTHORIZATION_QUESTION,
    "Authorization": bodies.AUTHORIZATION,
    "DeviceQuestion": bodies.DEVICE_QUESTION,
    "DeviceAuthorization": bodies.DEVICE_AUTHORIZATION,
    "PushSubscriptionWish": bodies.NEW_SUBSCRIPTION,
    "Confirmation": bodies.CONFIRMATION,
    "ResetWish": bodies.RESET_WISH,
    "PasswordWish": bodies.NEW_PASSWORD,
    "ReplacementWish": bodies.REPLACEMENT,
    "ConsentWish": bodies.CONSENT,
    "BotWish": bodies.BOT,
    "StandingOrdersWish": bodies.STANDING_ORDERS,
    "OwnNoteText": bodies.OWN_NOTE,
    "ChatMark": bodies.CHAT_READ,
    "NewChatMessage": bodies.CHAT_MESSAGE,
    "ReportWish": bodies.REPORT,
    "AppealText": bodies.APPEAL,
    "CupWish": bodies.NEW_CUP,
    "TakeBackWish": bodies.TAKE_BACK_WISH,
    "ResignationWish": bodies.RESIGNATION,
    "SeatKeyWish": bodies.SEAT_KEY,
    "QueueTerms": bodies.QUEUE_WISH,
    "Nothing": bodies.EMPTY,
    "Move": unions.MOVE,
}

ABOUT = """\
Matches of board games whose every move is kept. Play needs no knowledge of rules: a player who is asked something
gets every legal answer listed, and may post one as it stands.

- Bodies are JSON; times are RFC 3339 in UTC; ids are opaque; durations are whole seconds.
- A refusal is a problem document (RFC 9457); its `code` is stable. Every answer below lists its codes.
- A call that changes something may carry an `Idempotency-Key`, and can then be sent again without harm.
- An address that is not listed here is 404 `not_found`; a method that an address does not have is 405
  `method_not_allowed`, with `Allow`.
- Clients must tolerate fields and values that they do not know: this document only ever grows.

Guides: [quickstart](/api/docs/quickstart), [errors](/api/docs/errors), [compatibility](/api/docs/compatibility),
[clocks](/api/docs/clocks), [secrets](/api/docs/secrets), [notices](/api/docs/notices), [streams](/api/docs/streams).
"""

TAGS = {
    "players and tokens": "Players, and the tokens that speak for them.",
    "apps": "Programs of others that act for players, by OAuth 2.1: [apps](/api/docs/apps).",
    "games": "What can be played; the games describe themselves.",
    "matches": "The lobby: make, find, join, leave, start, resign.",
    "seats": "Who plays for whom while players are away; pauses.",
    "queue": "Find others who want to play the same, now or over days.",
    "ratings": "Matches that count, and what they make of their players.",
    "playing": "See, be asked, move, follow.",
    "streams": "Matches as they happen, on a connection that stays open.",
    "cups": "Cups: several matches that belong together, to a table of results.",
    "talk": "Chat beside a match, reports to moderators, and what they decided.",
    "notices": "What you are told: in the inbox, by mail, to webhooks.",
    "about": "The API about itself.",
}

# What an app of others may be given; the flow for devices has a place in OpenAPI 3.2 alone (`api.editions`).
_APP_SCOPES = {
    "read": "See what the player sees.",
    "play": "Sit down, make moves, chat, leave and resign.",
    "host": "Make matches and cups, invite, start, cancel.",
}
_OAUTH2: Shape = {
    "type": "oauth2",
    "description": "Access of an app that acts for players, by OAuth 2.1 with PKCE (`S256`) or by a device's code; "
    "`/.well-known/oauth-authorization-server` has all of it, [apps](/api/docs/apps) the guide. The access token is "
    "sent as `bearer`.",
    "flows": {
        "authorizationCode": {
            "authorizationUrl": "/oauth/authorize",
            "tokenUrl": "/oauth/token",
            "refreshUrl": "/oauth/token",
            "scopes": _APP_SCOPES,
        }
    },
}

# What any call may be told, and what a call is told for its address. A verb that has come later is 405 where a service
# has not been renewed yet.
EVERY_CALL = (
    "bad_request",
    "method_not_allowed",
    "invalid_token",
    "not_acceptable",
    "body_too_large",
    "address_too_long",
    "rate_limited",
    "internal_error",
    "too_busy",
    "temporarily_unavailable",
    "outcome_unknown",
)
WITH_A_BODY = (
    "request_timeout",
    "invalid_json",
    "invalid_request",
    "value_not_allowed",
    "too_deep",
    "unsupported_media_type",
)
NAMED = {name: f"{name}_not_found" for name in parameters.PATH} | {"seat": "unknown_seat", "move": "move_stands"}
EVERY_HEADER = ("X-Request-Id", "Content-Language", "RateLimit", "RateLimit-Policy")
# What an answer may have, by reference; what it always has is written out there (`_headers`).
SOMETIMES = frozenset({*EVERY_HEADER, "Idempotent-Replayed", "WWW-Authenticate"})
# The header that a refusal of this status always has.
ALWAYS: Mapping[int, tuple[str, ...]] = {401: ("WWW-Authenticate",), 429: ("Retry-After",), 503: ("Retry-After",)}
# Other answers may have it too, where it tells nothing new.
ALLOW: Shape = {"description": "The methods that the address has.", "required": True, "schema": {"type": "string"}}
# In the order in which an address lists them.
VERBS = ("GET", "POST", "PUT", "PATCH", "DELETE")
RULES = sorted({code for game in GAMES.values() for rules in game.values() for code in rules.refusals})


def document() -> Shape:
    """The whole document; `LookupError` for a verb that no table describes, and for a row about what is not there."""
    made = _document()
    for call in deprecations.CALLS:
        _deprecate_call(made, call)
    for field in deprecations.FIELDS:
        _deprecate_field(made, field)
    return made


def _deprecate_call(made: Shape, call: DeprecatedCall) -> None:
    operation = made["paths"].get(call.path, {}).get(call.method.lower())
    if operation is None:
        raise LookupError(f"{call.method} {call.path} is deprecated, and there is no such call")
    operation["deprecated"] = True
    operation["description"] = _with_advice(operation.get("description", ""), call)
    for answer in operation["responses"].values():
        # A refusal is a shared response, which other calls have too.
        if "$ref" not in answer:
            answer["headers"] = {**answer["headers"], **_headers(tuple(call.headers), always=True)}


def _deprecate_field(made: Shape, field: DeprecatedField) -> None:
    shape = made["components"]["schemas"].get(field.shape, {})
    told = shape.get("properties", {}).get(field.field)
    if told is None:
        raise LookupError(f"{field.field} of {field.shape} is deprecated, and there is no such field")
    # Shapes are shared with the rest of the process: what is changed is a copy.
    changed = {**told, "deprecated": True, "description": _with_advice(told.get("description", ""), field)}
    properties = {**shape["properties"], field.field: changed}
    made["components"]["schemas"][field.shape] = {**shape, "properties": properties}


def _with_advice(said: str, what: DeprecatedCall | DeprecatedField) -> str:
    return " ".join(filter(None, (said, f"Deprecated since {what.since}. {what.instead}")))


def _document() -> Shape:
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Tabularium",
            "version": "1",
            "description": ABOUT,
            "contact": {"name": "Tabularium"},
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/"}],
        "tags": [{"name": name, "description": said} for name, said in TAGS.items()],
        "paths": _paths(),
        "webhooks": _webhooks(),
        "components": {
            "schemas": {**unions.SHAPES, **messages.SHAPES, **REQUESTS},
            "parameters": parameters.parameters(),
            "headers": {name: said for name, said in parameters.headers().items() if name in SOMETIMES},
            "responses": _shared_refusals(),
            "securitySchemes": {
                "oauth2": _OAUTH2,
                "bearer": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "A player's token, `tab_…`. `x-token-scope` of a call names the scope it needs.",
                },
                "session": {
                    "type": "apiKey",
                    "in": "cookie",
                    "name": "__Host-tabularium",
                    "description": "The session of the service's own page, in a browser that has logged in there. It "
                    f"counts beside the header `{HEADER}` alone, which a page of another origin cannot send. Without "
                    "TLS the cookie is called `tabularium`.",
                },
            },
        },
    }


def _webhooks() -> Shape:
    """What a webhook of the format `standard` is sent, by what has happened."""
    return {kind: {"post": _told(kind)} for kind in (*KINDS, TEST)}


def _told(kind: str) -> Shape:
    data = ref("NoticeFacts") if kind != TEST else {"type": "object", "description": "Nothing."}
    fields = {"type": {"type": "string", "const": kind}, "timestamp": {"type": "string", "format": "date-time"}}
    body: Shape = {"type": "object", "properties": {**fields, "data": data}, "required": ["type", "timestamp", "data"]}
    return {
        "operationId": f"on{camel(kind.replace('_', '-'))}",
        "summary": f"A notice of the kind `{kind}`" if kind != TEST else "A delivery that was asked for as a test",
        "description": "Signed as Standard Webhooks says; docs/api/notices.md has the guide.",
        "tags": ["notices"],
        "security": [],
        "parameters": [
            {"name": name, "in": "header", "required": True, "description": said, "schema": {"type": "string"}}
            for name, said in SIGNED.items()
        ],
        "requestBody": {"required": True, "content": {JSON: {"schema": body}}},
        "responses": {"200": {"description": "Any 2xx: taken, and not sent again."}},
    }


def _paths() -> Shape:
    """Every verb of every address, by address."""
    paths: dict[str, Shape] = {}
    # `{` before letters: one member of a list stands before what else lies below the list.
    for path, view in sorted(_addresses(urlpatterns), key=lambda found: found[0].replace("{", "!")):
        paths[path] = {method.lower(): _described(view, method, path) for method in _verbs(view)}
    return paths


def _verbs(view: type[APIView]) -> list[str]:
    return [method for method in VERBS if hasattr(view, method.lower())]


def _addresses(patterns: Iterable[URLPattern | URLResolver], before: str = "/") -> Iterator[tuple[str, type[APIView]]]:
    """Each address with its view, as `/api/v1/games/{game}`; the HTML pages are not part of the API."""
    for pattern in patterns:
        path = before + re.sub(r"<str:(\w+)>", r"{\1}", str(pattern.pattern))
        if isinstance(pattern, URLResolver):
            yield from _addresses(pattern.url_patterns, path)
        elif view := getattr(pattern.callback, "cls", None):
            yield path, view


def _described(view: type[APIView], method: str, path: str) -> Shape:
    known = OPERATIONS.get((view, method))
    if known is None:
        raise LookupError(f"nothing in api/openapi describes {method} of {view.__name__} ({path})")
    return _operation(known, path=path, scope=_scope(view, method), method=method)


def _scope(view: type[APIView], method: str) -> str | None:
    """The scope a call needs; None where no token is needed."""
    return None if AllowAny in view.permission_classes else scope_of(view, method)


def _operation(known: Operation, *, path: str, scope: str | None, method: str) -> Shape:
    is_of_page = "not_the_page" in known.refusals
    needs = "" if scope in (None, READ) or is_of_page else f"Needs a token with the scope `{scope}`."
    described: Shape = {
        "operationId": known.id,
        "tags": [known.tag],
        "summary": known.summary,
        "description": " ".join(filter(None, (known.description, needs))),
        "parameters": list(_parameters(known, path)),
        "responses": _answers(known) | _refusals(_codes(known, path=path, scope=scope, method=method)),
    }
    if known.body is not None:
        shape = REQUESTS[known.body]
        required = "required" not in shape or bool(shape["required"]) or bool({"minProperties", "anyOf"} & shape.keys())
        described["requestBody"] = {
            "required": required,
            "content": {JSON: {"schema": ref(known.body), **examples.of(known.body)}},
        }
    # What the page alone may ask takes no token.
    described["security"] = [{"session": []}] if scope and is_of_page else _security(scope)
    if scope and not is_of_page:
        described["x-token-scope"] = scope
    return {name: value for name, value in described.items() if value != ""}


def _security(scope: str | None) -> list[Shape]:
    if scope is None:
        return []
    ways: list[Shape] = [{"session": []}, {"bearer": []}]
    if scope in _APP_SCOPES:
        ways.insert(1, {"oauth2": [scope]})
    return [{}, *ways] if scope == READ else ways


def _parameters(known: Operation, path: str) -> Iterator[Shape]:
    yield from (parameters.parameter("path", name) for name in _names(path))
    yield from (parameters.parameter("query", name) for name in (*known.query, "language"))
    more = [*known.headers, *["Idempotency-Key"] * known.keyed, *["If-None-Match"] * known.tagged]
    yield from (parameters.parameter("header", name) for name in (*more, "Accept-Language", "X-Request-Id"))


def _names(path: str) -> list[str]:
    return [name for name in parameters.PATH if f"{{{name}}}" in path]


def _answers(known: Operation) -> Shape:
    answers = {str(status): _answer(answer, known) for status, answer in known.answers.items()}
    if known.tagged:
        answers["304"] = {
            "description": "You have it already.",
            "headers": _headers(EVERY_HEADER) | _headers(("ETag",), always=True),
        }
    return answers


def _answer(answer: DocumentedResponse, known: Operation) -> Shape:
    always = (*answer.headers, *["ETag"] * known.tagged)
    headers = _headers(EVERY_HEADER) | _headers(always, always=True)
    if known.keyed or known.repeats:
        headers |= _headers(("Idempotent-Replayed",))
    said: Shape = {"description": answer.said or "Done.", "headers": headers}
    if answer.shape is not None and answer.shape in LINKS:
        said["links"] = LINKS[answer.shape]
    if answer.shape is not None:
        said["description"] = answer.said or unions.SHAPES[answer.shape]["description"]
        said["content"] = {kind: {"schema": ref(answer.shape)} for kind in (answer.media_type, *answer.or_as)}
    return said


def _codes(known: Operation, *, path: str, scope: str | None, method: str) -> set[str]:
    codes = {*known.refusals, *EVERY_CALL, *(NAMED[name] for name in _names(path))}
    codes |= {"match_quarantined"} if "{match}" in path else set()
    # An address with a NUL in place of a name.
    codes |= {"not_found"} if _names(path) else set()
    codes |= {"invalid_request"} if method == "GET" else set(WITH_A_BODY)
    if scope not in (None, READ):
        codes |= {"insufficient_scope", "not_authenticated"}
    if known.keyed:
        codes.add("idempotency_key_reused")
    if known.ruled:
        codes |= {"clock_only_move", *RULES}
    return codes


def _refusals(codes: set[str]) -> Shape:
    """An answer for each status, by its name in the components."""
    return {str(status): {"$ref": RESPONSES + _named(status, told)} for status, told in _by_status(codes)}


def _by_status(codes: set[str]) -> list[tuple[int, list[str]]]:
    found: dict[int, list[str]] = defaultdict(list)
    for code in sorted(codes):
        found[STATUSES.get(code, 422)].append(code)
    return sorted(found.items())


def _named(status: int, codes: list[str]) -> str:
    """What a refusal is called: by its code where it has one, else by a digest of them, so that a known name stays."""
    if len(codes) == 1:
        return camel(codes[0])
    return f"Refused{status}_{hashlib.sha256(' '.join(codes).encode()).hexdigest()[:8]}"


def _shared_refusals() -> Shape:
    """Every refusal that a call names, by its name; which codes it can have stands in `x-problem-codes`."""
    found: Shape = {}
    for path, view in _addresses(urlpatterns):
        for method in _verbs(view):
            codes = _codes(OPERATIONS[view, method], path=path, scope=_scope(view, method), method=method)
            found |= {_named(status, told): _refusal(status, told) for status, told in _by_status(codes)}
    return dict(sorted(found.items()))


def _refusal(status: int, codes: list[str]) -> Shape:
    always = ALWAYS.get(status, ())
    # The challenge that names the scope.
    sometimes = ("WWW-Authenticate",) if "insufficient_scope" in codes else ()
    # Beside other reasons for a 409, which name no time.
    later = {"Retry-After": parameters.headers()["Retry-After"]} if "beacon_awaited" in codes else {}
    allowed = {"Allow": ALLOW} if status == STATUSES["method_not_allowed"] else {}
    return {
        "description": "; ".join(f"`{code}`: {_title(code)}" for code in codes),
        "headers": _headers((*EVERY_HEADER, *sometimes)) | _headers(always, always=True) | later | allowed,
        "content": {PROBLEM: {"schema": ref("Problem")}},
        "x-problem-codes": codes,
    }


def _title(code: str) -> str:
    return texts_of(code, "en")[0]


def _headers(names: tuple[str, ...], *, always: bool = False) -> Shape:
    """Headers by name; those that come `always` are written out, because a reference says no more than its target."""
    if always:
        return {name: {**parameters.headers()[name], "required": True} for name in names}
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}
