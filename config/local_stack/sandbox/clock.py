"""The clock of a sandbox: every process of the service goes by it, and `POST /sandbox/clock` moves it forward."""

import json
from datetime import UTC
from typing import Any

from django.db import connection
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse

from api.http import problems
from config.local_stack.sandbox import shift

ADDRESS = "sandbox/clock"
# A year at once: what the service keeps for longer is nothing that a test waits for.
MOST_SECONDS = 366 * 24 * 3600
MOVE = """
UPDATE sandbox.clock SET moved = moved + %s * interval '1 second'
RETURNING extract(epoch FROM moved)::float, pg_catalog.statement_timestamp() + moved
"""
LOOK = "SELECT extract(epoch FROM moved)::float, pg_catalog.statement_timestamp() + moved FROM sandbox.clock"


def clock(request: HttpRequest) -> HttpResponseBase:
    """GET tells the time and by how much it was moved; POST `{"advance": seconds}` moves it forward first."""
    match request.method:
        case "GET":
            return _told(LOOK, [])
        case "POST":
            seconds = _wanted(request.body)
            return _told(MOVE, [seconds]) if seconds is not None else problems.plain(request, "bad_request")
    refused: HttpResponse = problems.plain(request, "method_not_allowed")
    refused.headers["Allow"] = "GET, POST"
    return refused


def _wanted(body: bytes) -> int | None:
    """By how many seconds a body moves the clock; None for anything but whole seconds forward."""
    try:
        told: Any = json.loads(body)
    except ValueError:
        return None
    if not isinstance(told, dict) or told.keys() != {"advance"} or type(told["advance"]) is not int:
        return None
    seconds: int = told["advance"]
    return seconds if 0 <= seconds <= MOST_SECONDS else None


def _told(statement: str, values: list[int]) -> HttpResponse:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        seconds, at = cursor.fetchone()
    shift.put(seconds)
    return JsonResponse({"now": at.astimezone(UTC).isoformat(), "moved_seconds": seconds})
