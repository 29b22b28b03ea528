"""Middleware: a request is a span, and its duration a figure. It is there only where telemetry is wanted."""

import os
import time

from django.http import HttpRequest, HttpResponseBase
from opentelemetry import trace
from opentelemetry.context import Context
from opentelemetry.trace import SpanKind, StatusCode
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from api.http.call import is_put_off, problem_code
from api.http.headers import GetResponse
from config.telemetry import exporting
from config.telemetry.wanted import continues_traces

_parents = TraceContextTextMapPropagator()


class Traced:
    """Of a request only method, template of the address, status and problem code are told."""

    def __init__(self, get_response: GetResponse) -> None:
        self._answer = get_response
        self._continues = continues_traces(os.environ)

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        telemetry, begun = exporting.telemetry(), time.perf_counter()
        with telemetry.courses.opened(str(request.method), SpanKind.SERVER, {}, within=self._parent(request)) as span:
            response = self._answer(request)
            facts = _facts(request, response)
            _note(span, facts, problem_code(response))
            # One that waits for events is asked again; how long it waited says nothing about the service.
            if not is_put_off(response):
                telemetry.requests.record(time.perf_counter() - begun, facts)
        return response

    def _parent(self, request: HttpRequest) -> Context:
        # An empty context, unless told otherwise: the thread has answered others before.
        if not self._continues:
            return Context()
        return _parents.extract({name.lower(): value for name, value in request.headers.items()}, Context())


def _facts(request: HttpRequest, response: HttpResponseBase) -> dict[str, str | int]:
    found = request.resolver_match
    return {
        "http.request.method": str(request.method),
        "http.route": f"/{found.route}" if found else "(no such address)",
        "http.response.status_code": response.status_code,
    }


def _note(span: trace.Span, facts: dict[str, str | int], code: str | None) -> None:
    span.update_name(f"{facts['http.request.method']} {facts['http.route']}")
    span.set_attributes(facts)
    if code is not None:
        span.set_attribute("tabularium.code", code)
    if int(facts["http.response.status_code"]) >= 500:
        span.set_status(StatusCode.ERROR)
