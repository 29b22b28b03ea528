"""What server, middleware and views tell each other of one request: `Call` before the answer, `Result` with it.

Both servers and every view read the same fields; nothing else is hung on a request or a response.
"""

from dataclasses import dataclass
from typing import Any, NamedTuple

from django.http import HttpResponse, HttpResponseBase
from rest_framework.response import Response

from games.matches import access

# Where a request of Django's keeps it: its handlers make the request, so it cannot be a class of ours.
KEY = "tabularium_call"


@dataclass(frozen=True, kw_only=True)
class RateLimitState:
    """How far a caller has used a quota: calls `left` of it (below 0: refused), `seconds` until it is counted anew."""

    bucket: str
    quota: int
    left: int
    seconds: int


class Waiter(NamedTuple):
    """Whose call waits for news of a match, for how many seconds, and whether they sit there."""

    seconds: int
    player: str | None
    is_seated: bool


class Opening:
    """How a stream begins; the streams' room has its kinds (`openings.py`)."""


@dataclass(kw_only=True)
class Call:
    """One request, beside what it was sent with.

    The live process sets `is_live`, and `may_wait` where a page of events may come later. A request that it answers
    anew after news carries its `rate_limit`, so that it counts once. The others are found out while it is answered:
    the address as calls are counted, what was read of its match with its token, the languages of the answer, and
    whether its token has no scope to read, so that it is answered as a stranger's.
    """

    is_live: bool = False
    may_wait: bool = False
    rate_limit: RateLimitState | None = None
    network: str | None = None
    is_narrow: bool = False
    match: access.MatchCall | None = None
    languages: tuple[str, ...] | None = None


class Result(Response):
    """A view's answer that also tells the server something.

    `waiter`: it is no answer yet, ask again after news. `opening`: go on with a stream. `problem_code`: a refusal.
    """

    waiter: Waiter | None = None
    opening: Opening | None = None
    problem_code: str | None = None


class PlainProblem(HttpResponse):
    """A problem document outside Django REST framework."""

    def __init__(self, *given: Any, problem_code: str, **named: Any) -> None:
        super().__init__(*given, **named)
        self.problem_code = problem_code


def call_of(request: Any) -> Call:
    """The call that a request is, of Django's or of the framework's; made at the first look."""
    known = vars(getattr(request, "_request", request))
    call: Call | None = known.get(KEY)
    if call is None:
        call = known[KEY] = Call()
    return call


def begin(request: Any, call: Call) -> None:
    """Say what a server knows of a request before it is answered."""
    vars(request)[KEY] = call


def is_put_off(response: HttpResponseBase) -> bool:
    """Whether it is no answer yet, because its caller waits for events in the live process."""
    return isinstance(response, Result) and response.waiter is not None


def problem_code(response: HttpResponseBase) -> str | None:
    """The code of a refusal; None for any other answer."""
    return response.problem_code if isinstance(response, Result | PlainProblem) else None
