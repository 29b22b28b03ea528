"""What a process counts of its answers until the table has it, and who may read figures."""

import hmac
import threading
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from ipaddress import ip_address

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from prometheus_client.samples import Exemplar

from api.http.call import is_put_off, problem_code
from api.http.problems import STATUSES
from events import spans
from games.matches.concurrency.flushing import Flusher, is_kept
from games.matches.status import figures

FLUSH_SECONDS = 5.0
ANSWERS, REFUSALS = "answers", "refusals"
# Moves by what their players were told; how many acknowledged ones took at most so many seconds and more than the next
# fewer, and how long all of them together.
MOVES, MOVE_SECONDS, MOVE_MILLISECONDS = "moves", "move_seconds", "move_milliseconds"
ACKNOWLEDGED, REFUSED, FAILED = "acknowledged", "refused", "failed"
BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
MORE = "+Inf"
MOVES_ROUTE = "matches/<str:match>/moves"
# A code of a game's rules: there are many, and each game brings more.
BY_THE_RULES = "by_the_rules"
FORWARDED = ("HTTP_X_FORWARDED_FOR", "HTTP_FORWARDED", "HTTP_X_REAL_IP")


class Counted:
    """Middleware: counts answers by the first digit of their status, and refusals by code."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._answer = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        begun = time.perf_counter()
        response = self._answer(request)
        if not is_put_off(response):
            count(response)
            # One that would be legal and was only judged (`dry_run`) is none.
            if is_move(request) and response.status_code != 200:
                count_move(response, time.perf_counter() - begun)
        return response


def count(response: HttpResponseBase) -> None:
    """Count an answer, and its code where it is a refusal."""
    tally.count(ANSWERS, f"{response.status_code // 100}xx")
    code = problem_code(response)
    if code is not None:
        tally.count(REFUSALS, code if code in STATUSES else BY_THE_RULES)


def is_move(request: HttpRequest) -> bool:
    """Whether a request is a player's move."""
    found = request.resolver_match
    return request.method == "POST" and found is not None and found.route.endswith(MOVES_ROUTE)


def count_move(response: HttpResponseBase, seconds: float) -> None:
    """Count a move by what its player was told, and an acknowledged one by how long it took."""
    status = response.status_code
    outcome = ACKNOWLEDGED if status < 400 else REFUSED if status < 500 else FAILED
    tally.count(MOVES, outcome)
    if outcome == ACKNOWLEDGED:
        bucket = next((str(most) for most in BUCKETS if seconds <= most), MORE)
        tally.count(MOVE_SECONDS, bucket)
        tally.count(MOVE_MILLISECONDS, "sum", round(seconds * 1000))
        if ids := spans.ids():
            exemplars[bucket] = Exemplar(dict(ids), seconds, time.time())


class ProcessTally:
    """What this process has counted and not yet added to the table."""

    def __init__(self) -> None:
        self._lock, self._adding = threading.Lock(), threading.Lock()
        self._counts: Counter[tuple[str, str]] = Counter()
        self.flusher = Flusher("figures", self, FLUSH_SECONDS)

    def count(self, name: str, label: str, more: int = 1) -> None:
        """Count so many more."""
        with self._lock:
            self._counts[name, label] += more
        self.flusher.begin()

    @property
    def is_empty(self) -> bool:
        return not self._counts

    def flush(self) -> None:
        """Add what was counted to the table; without a database it is kept for the next time."""
        # What another thread is adding has to be there too, when this returns.
        with self._adding:
            with self._lock:
                counts, self._counts = self._counts, Counter()
            if counts and is_kept(partial(figures.add, counts)):
                with self._lock:
                    self._counts.update(counts)


tally = ProcessTally()
# By bucket the last traced move of this process, where moves are traced.
exemplars: dict[str, Exemplar] = {}


def may_read(request: HttpRequest) -> bool:
    """Whether a caller may read figures."""
    if settings.METRICS_TOKEN:
        sent = request.headers.get("Authorization", "").encode(errors="replace")
        return hmac.compare_digest(sent, f"Bearer {settings.METRICS_TOKEN}".encode())
    # Our own proxy runs on this machine too, but its requests name the client they are made for.
    return _is_loopback(request.META.get("REMOTE_ADDR", "")) and not any(name in request.META for name in FORWARDED)


def _is_loopback(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False
