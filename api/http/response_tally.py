"""What a process counts of its answers until the table has it, and who may read figures."""

import hmac
import threading
from collections import Counter
from collections.abc import Callable
from functools import partial
from ipaddress import ip_address

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

from api.http.call import is_put_off, problem_code
from api.http.problems import STATUSES
from games.matches.concurrency.flushing import Flusher, is_kept
from games.matches.status import figures

FLUSH_SECONDS = 5.0
ANSWERS, REFUSALS = "answers", "refusals"
# A code of a game's rules: there are many, and each game brings more.
BY_THE_RULES = "by_the_rules"
FORWARDED = ("HTTP_X_FORWARDED_FOR", "HTTP_FORWARDED", "HTTP_X_REAL_IP")


class Counted:
    """Middleware: counts answers by the first digit of their status, and refusals by code."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._answer = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self._answer(request)
        if not is_put_off(response):
            count(response)
        return response


def count(response: HttpResponseBase) -> None:
    """Count an answer, and its code where it is a refusal."""
    tally.count(ANSWERS, f"{response.status_code // 100}xx")
    code = problem_code(response)
    if code is not None:
        tally.count(REFUSALS, code if code in STATUSES else BY_THE_RULES)


class ProcessTally:
    """What this process has counted and not yet added to the table."""

    def __init__(self) -> None:
        self._lock, self._adding = threading.Lock(), threading.Lock()
        self._counts: Counter[tuple[str, str]] = Counter()
        self.flusher = Flusher("figures", self, FLUSH_SECONDS)

    def count(self, name: str, label: str) -> None:
        """Count one more."""
        with self._lock:
            self._counts[name, label] += 1
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
