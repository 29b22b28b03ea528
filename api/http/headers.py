"""What answers say beside their bodies: to browsers, caches and pages of other origins. A middleware for each.

They stand in for Django's `SecurityMiddleware` and `CommonMiddleware`, and pass by Django's `GZipMiddleware` and
`CorsMiddleware` where these would only add to `Vary`: those check and encode each header each time, a third of what a
small call costs before its view.
"""

import re
from collections.abc import Callable
from functools import lru_cache

from corsheaders.middleware import CorsMiddleware
from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.http.request import split_domain_port, validate_host
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_vary_headers

from api.http.call import call_of
from api.http.encodings import COMPRESSED_BYTES, takes_gzip
from api.http.entity_tags import PRIVATE

GetResponse = Callable[[HttpRequest], HttpResponseBase]

# As `SecurityMiddleware` says them.
SECURITY = {
    "x-content-type-options": ("X-Content-Type-Options", "nosniff"),
    "referrer-policy": ("Referrer-Policy", "same-origin"),
    "cross-origin-opener-policy": ("Cross-Origin-Opener-Policy", "same-origin"),
}
BY_CALLER = tuple(PRIVATE["Vary"].split(", "))


def stored(response: HttpResponseBase) -> dict[str, tuple[str, str]]:
    """The headers of an answer as Django keeps them: name and value by the name in small letters.

    What is put in here is not checked: only what this service itself has written, in ASCII.
    """
    kept: dict[str, tuple[str, str]] = response.headers._store
    return kept


def vary(response: HttpResponseBase, names: tuple[str, ...]) -> None:
    """Add names to `Vary`, as `patch_vary_headers` does."""
    headers = stored(response)
    present = headers.get("vary")
    headers["vary"] = "Vary", _varied(None if present is None else present[1], names)


class Cors(CorsMiddleware):
    """Lets pages of other origins read the API. What no such page has sent gets `Vary` alone."""

    def __init__(self, get_response: GetResponse) -> None:
        super().__init__(get_response)
        self._answer = get_response
        self._is_open = re.compile(settings.CORS_URLS_REGEX).match

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if "HTTP_ORIGIN" in request.META or request.method == "OPTIONS":
            return super().__call__(request)  # type: ignore[return-value]
        response = self._answer(request)
        if self._is_open(request.path_info):
            vary(response, ("origin",))
        return response


class Security:
    """Has browsers guess no types, and keep addresses and windows from other origins."""

    def __init__(self, get_response: GetResponse) -> None:
        self._answer = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self._answer(request)
        headers = stored(response)
        for name, said in SECURITY.items():
            headers.setdefault(name, said)
        return response


class Compression(GZipMiddleware):
    """Compresses answers for clients that ask for it, but for those that have come compressed."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if takes_gzip(request.META.get("HTTP_ACCEPT_ENCODING", "")):
            return super().process_response(request, response)
        is_short = isinstance(response, HttpResponse) and len(response.content) < COMPRESSED_BYTES
        if not is_short and "content-encoding" not in stored(response):
            vary(response, ("Accept-Encoding",))
        return response


class Hosts:
    """Refuses names that are not the service's (`DisallowedHost`), and says how long the body is."""

    def __init__(self, get_response: GetResponse) -> None:
        self._answer = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        host = request.META.get("HTTP_HOST")
        if host is None or not _is_ours(host, tuple(settings.ALLOWED_HOSTS)):
            # It raises, or finds the host elsewhere.
            request.get_host()
        response = self._answer(request)
        if isinstance(response, HttpResponse):
            stored(response).setdefault("content-length", ("Content-Length", str(len(response.content))))
        return response


class Caching:
    """Tells caches whose an answer is: the caller's alone, a refusal too, where its view has not said otherwise.

    And in which languages it speaks, if it does.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self._answer = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self._answer(request)
        headers = stored(response)
        _, said = headers.setdefault("cache-control", ("Cache-Control", PRIVATE["Cache-Control"]))
        if not said.startswith("public"):
            vary(response, BY_CALLER)
        if spoken := call_of(request).languages:
            headers.setdefault("content-language", ("Content-Language", ", ".join(spoken)))
        return response


# All there are come from views and from here.
@lru_cache(maxsize=256)
def _varied(present: str | None, names: tuple[str, ...]) -> str:
    response = HttpResponseBase(headers={} if present is None else {"Vary": present})
    patch_vary_headers(response, names)
    return str(response.headers["Vary"])


# The longest is as long as the headers of a request.
@lru_cache(maxsize=512)
def _is_ours(host: str, ours: tuple[str, ...]) -> bool:
    domain, _ = split_domain_port(host)
    return bool(domain) and validate_host(domain, ours)
