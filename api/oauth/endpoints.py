"""What apps call, and where they read how. Refusals here are as RFC 6749 has them in section 5.2, no problem documents.

What stops a call before it gets here still is one: limits of rate and size, an outage.
"""

from collections.abc import Callable, Mapping
from typing import Any

import orjson
from django.conf import settings
from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent
from django.db import transaction
from django.http import HttpRequest, HttpResponse

from api.http.entity_tags import PUBLIC
from api.http.rate_limits import counted
from events.randomness import new_token
from games.matches.accounts import app_access
from games.matches.accounts.third_party_apps import digest
from games.matches.accounts.tokens import APP_SCOPES, SECRET_BYTES
from games.matches.errors import QuotaExceeded
from games.matches.quotas import storage

FORM = "application/x-www-form-urlencoded"
NEVER_KEPT = {"Cache-Control": "no-store", "Pragma": "no-cache"}
# Seconds between two questions of a device.
INTERVAL = 5
# Of what is sent these are kept as digests alone, and looked up by them.
DIGESTED = ("code", "device_code")
Fields = list[tuple[str, str]]
Told = tuple[Mapping[str, str], str, int]


@counted("lobby")
def token(request: HttpRequest) -> HttpResponse:
    """Tokens for a code, for a refresh token, or for a device's code (RFC 6749, section 3.2)."""
    return _answer(request, lambda server, fields, headers: server.create_token_response(PATH, "POST", fields, headers))


@counted("lobby")
def revoke(request: HttpRequest) -> HttpResponse:
    """An app gives up its access (RFC 7009)."""
    return _answer(
        request, lambda server, fields, headers: server.create_revocation_response(PATH, "POST", fields, headers)
    )


@counted("lobby")
def device_authorization(request: HttpRequest) -> HttpResponse:
    """A device begins to wait for its user (RFC 8628, section 3.1)."""
    return _answer(request, _begin_device)


def metadata(request: HttpRequest) -> HttpResponse:
    """Where everything is and what is spoken (RFC 8414)."""
    if request.method not in ("GET", "HEAD"):
        return _refused("invalid_request", 405, {"Allow": "GET, HEAD"})
    here = settings.PUBLIC_URL
    told = {
        "issuer": here,
        "authorization_endpoint": f"{here}/oauth/authorize",
        "token_endpoint": f"{here}/oauth/token",
        "revocation_endpoint": f"{here}/oauth/revoke",
        "device_authorization_endpoint": f"{here}/oauth/device_authorization",
        "scopes_supported": APP_SCOPES,
        "response_types_supported": ["code"],
        "response_modes_supported": ["query"],
        "grant_types_supported": [
            "authorization_code",
            "refresh_token",
            "urn:ietf:params:oauth:grant-type:device_code",
        ],
        "token_endpoint_auth_methods_supported": ["none", "client_secret_basic", "client_secret_post"],
        "revocation_endpoint_auth_methods_supported": ["none", "client_secret_basic", "client_secret_post"],
        "code_challenge_methods_supported": ["S256"],
        "authorization_response_iss_parameter_supported": True,
        "service_documentation": f"{here}/api/docs/apps",
    }
    return HttpResponse(orjson.dumps(told), content_type="application/json", headers=PUBLIC)


# What oauthlib is told of the address; parameters in it are refused before.
PATH = "/oauth"


def _answer(request: HttpRequest, ask: Callable[[Any, Fields, Mapping[str, str]], Told]) -> HttpResponse:
    from oauthlib.oauth2.rfc6749.errors import OAuth2Error

    # Thirty megabytes that a process needs once an app calls it, and not before.
    from api.oauth.protocol import SERVER

    if request.method != "POST":
        return _refused("invalid_request", 405, {"Allow": "POST"})
    fields = _fields(request)
    if fields is None:
        return _refused("invalid_request", 400)
    # What a refusal has made worthless stays so: nothing is raised through.
    with transaction.atomic():
        try:
            headers, text, status = ask(SERVER, fields, _headers(request))
        except OAuth2Error as error:
            headers, text, status = error.headers, error.json, error.status_code
        except QuotaExceeded:
            headers, text, status = {}, '{"error":"temporarily_unavailable"}', 429
    told = {name: value for name, value in headers.items() if name == "WWW-Authenticate"}
    return HttpResponse(text, status=status, content_type="application/json", headers={**NEVER_KEPT, **told})


def _begin_device(server: Any, fields: Fields, headers: Mapping[str, str]) -> Told:
    from oauthlib.common import Request
    from oauthlib.oauth2.rfc6749.errors import UnauthorizedClientError

    from api.oauth import user_codes

    asked = Request(PATH, "POST", fields, headers)
    server.devices.validate_device_authorization_request(asked)
    if not asked.client.uses_device_flow:
        raise UnauthorizedClientError(request=asked)
    storage.admit_stored("app device")
    code = new_token(SECRET_BYTES)
    scope = " ".join(app_access.scopes_in(" ".join(asked.scopes)))
    shown = user_codes.begin(asked.client, scope, device_digest=digest(code), interval=INTERVAL)
    told = {
        "device_code": code,
        "user_code": shown,
        "verification_uri": f"{settings.PUBLIC_URL}/device",
        "expires_in": app_access.DEVICE_SECONDS,
        "interval": INTERVAL,
    }
    return {}, orjson.dumps(told).decode(), 200


def _fields(request: HttpRequest) -> Fields | None:
    """What was sent, codes as digests; None where it is no form, stands in the address or says something twice."""
    if request.META.get("QUERY_STRING") or request.content_type != FORM:
        return None
    try:
        sent = [(name, value) for name, values in request.POST.lists() for value in values]
    except (TooManyFieldsSent, RequestDataTooBig, UnicodeDecodeError):
        return None
    if len({name for name, _ in sent}) < len(sent) or any("\0" in name + value for name, value in sent):
        return None
    return [(name, digest(value) if name in DIGESTED else value) for name, value in sent]


def _headers(request: HttpRequest) -> dict[str, str]:
    # Under the names by which both libraries look for them.
    known = {"Content-Type": FORM}
    if said := request.headers.get("Authorization"):
        known |= {"Authorization": said, "HTTP_AUTHORIZATION": said}
    return known


def _refused(error: str, status: int, headers: Mapping[str, str] | None = None) -> HttpResponse:
    text = orjson.dumps({"error": error})
    return HttpResponse(text, status=status, content_type="application/json", headers={**NEVER_KEPT, **(headers or {})})
