"""Django itself, in the thread that calls it; a thread keeps its connection to the database from request to request."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from django.core import signals
from django.core.cache import close_caches
from django.core.handlers.base import BaseHandler, reset_urlconf
from django.db import DEFAULT_DB_ALIAS, close_old_connections, connections, reset_queries
from django.http import HttpRequest, HttpResponseBase

from api.http.call import Opening, RateLimitState, Result, Waiter, call_of
from api.serving.handler.messages import RawResponse, Scope, as_raw
from events.patience import patience


class Served(NamedTuple):
    """A response, and what its view tells the server: ask again after new events, or go on with a stream.

    A request that is asked again carries `rate_limit`, so that it counts once.
    """

    response: RawResponse
    waiter: Waiter | None
    opening: Opening | None
    rate_limit: RateLimitState | None


class Handler(BaseHandler):
    """Django's middleware, views and signals."""

    def __init__(self) -> None:
        super().__init__()
        self.load_middleware()
        # Each would ask for every connection and every cache there is; `kept_connection` knows the one that is used.
        for before in (reset_queries, close_old_connections):
            signals.request_started.disconnect(before)
        for after in (reset_urlconf, close_old_connections, close_caches):
            signals.request_finished.disconnect(after)

    def answer(self, scope: Scope, request: HttpRequest) -> RawResponse:
        """The whole response."""
        return self.respond(scope, request).response

    def respond(self, scope: Scope, request: HttpRequest) -> Served:
        """The response, and what its view tells the server."""
        signals.request_started.send(sender=type(self), scope=scope)
        with kept_connection():
            response = self.get_response(request)
            try:
                waiter, opening = (response.waiter, response.opening) if isinstance(response, Result) else (None, None)
                return Served(as_raw(response), waiter, opening, call_of(request).rate_limit)
            finally:
                # It sends `request_finished`.
                response.close()
                _untie(response)


@contextmanager
def kept_connection() -> Iterator[None]:
    """The thread's connection to the database stays for what comes next; one that is broken or too old is made anew.

    Django does so around a request; this also serves threads that do anything else. All statements of the block
    together may take as long as one.
    """
    used = connections[DEFAULT_DB_ALIAS]
    used.close_if_unusable_or_obsolete()
    try:
        with patience.call(used):
            yield
    finally:
        used.close_if_unusable_or_obsolete()


def _untie(response: HttpResponseBase) -> None:
    """Break the reference circles of a view, its request and its response, once the view is done.

    Otherwise each answer stays in memory, with all that it was made from, until the rare garbage collection.
    """
    context: dict[str, Any] | None = getattr(response, "renderer_context", None)
    if context is not None:
        context["request"].parser_context.clear()
        vars(context["view"]).clear()
        context.clear()
