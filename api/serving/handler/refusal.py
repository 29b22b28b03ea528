"""Problem documents that a server sends without Django, so that they take no thread."""

from collections.abc import Mapping
from contextlib import suppress

from django.http import HttpRequest, HttpResponseBase
from django.urls import Resolver404, resolve

from api.http import problems, response_tally
from api.http.headers import Caching, Cors
from api.http.middleware import RequestLog
from api.serving.handler.messages import RawResponse, Scope, as_raw, as_request


def refusal(code: str, scope: Scope, headers: Mapping[str, str]) -> RawResponse:
    """The problem document of a code; it has an id and a line in the log as any answer has."""

    def refuse(request: HttpRequest) -> HttpResponseBase:
        with suppress(Resolver404):
            # For the log.
            request.resolver_match = resolve(request.path_info)
        response = problems.plain(request, code)
        for name, value in headers.items():
            response.headers[name] = value
        response_tally.count(response)
        return response

    return as_raw(RequestLog(Cors(Caching(refuse)))(as_request(scope, b"")))
