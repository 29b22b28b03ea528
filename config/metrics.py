"""`/metrics` in Prometheus's text format, and the counting of answers.

Gauges are read from PostgreSQL at the scrape, so it does not matter which of the web's processes answers. What only a
process itself can count is added to a table every few seconds, for the same reason. Labels come from short lists.
"""

import hmac
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from ipaddress import ip_address

from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, HttpResponseBase

from api.http import problems
from api.http.problems import STATUSES
from games.matches import consumers, figures
from games.matches.figures import Figures

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
FLUSH_SECONDS = 5.0
ANSWERS, REFUSALS = "answers", "refusals"
# A code of a game's rules: there are many, and each game brings more.
BY_THE_RULES = "by_the_rules"
FORWARDED = ("HTTP_X_FORWARDED_FOR", "HTTP_FORWARDED", "HTTP_X_REAL_IP")

# A label and what is measured.
Sample = tuple[str, float]


class Counted:
    """Middleware: counts answers by the first digit of their status, and refusals by code."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self._answer = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self._answer(request)
        tally.count(ANSWERS, f"{response.status_code // 100}xx")
        code = getattr(response, "problem_code", None)
        if code is not None:
            tally.count(REFUSALS, code if code in STATUSES else BY_THE_RULES)
        return response


class ProcessTally:
    """What this process has counted and not yet added to the table."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._counts: Counter[tuple[str, str]] = Counter()
        self._flushed = time.monotonic()

    def count(self, name: str, label: str) -> None:
        """One more; now and then all that was counted is added to the table."""
        with self._lock:
            self._counts[name, label] += 1
            if time.monotonic() - self._flushed < FLUSH_SECONDS:
                return
            self._flushed = time.monotonic()
        self.flush()

    def flush(self) -> None:
        """Add what was counted to the table; without a database it is kept for the next time."""
        with self._lock:
            counts, self._counts = self._counts, Counter()
        try:
            if counts:
                figures.add(counts)
        except DatabaseError:
            with self._lock:
                self._counts.update(counts)


tally = ProcessTally()


def metrics(request: HttpRequest) -> HttpResponse:
    """For Prometheus on this machine, or for whoever sends `METRICS_TOKEN`; nobody else learns that it is there."""
    if not _may_read(request):
        return problems.plain(request, "not_found")
    tally.flush()
    text = "".join(_lines(figures.figures(list(consumers.CONSUMERS))))
    return HttpResponse(text, content_type=CONTENT_TYPE, headers={"Cache-Control": "no-store"})


def _may_read(request: HttpRequest) -> bool:
    if settings.METRICS_TOKEN:
        sent = request.headers.get("Authorization", "").encode(errors="replace")
        return hmac.compare_digest(sent, f"Bearer {settings.METRICS_TOKEN}".encode())
    # A proxy of ours sits on this machine too, but it says for whom it asks.
    return _is_loopback(request.META.get("REMOTE_ADDR", "")) and not any(name in request.META for name in FORWARDED)


def _is_loopback(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


def _lines(found: Figures) -> Iterator[str]:
    standing = found.standing
    yield from _metric("outbox_rows", "gauge", "Appends not yet handed on.", [("", standing.outbox_rows)])
    yield from _metric("outbox_lag_seconds", "gauge", "Age of the oldest.", [("", standing.outbox_lag)])
    yield from _metric("deadline_lag_seconds", "gauge", "By how much a clock is late.", [("", standing.deadline_lag)])
    yield from _metric("quarantined_matches", "gauge", "Matches set aside.", [("", standing.quarantined)])
    webhooks = [('state="enabled"', standing.webhooks_enabled), ('state="disabled"', standing.webhooks_disabled)]
    yield from _metric("webhooks", "gauge", "Webhooks there are.", webhooks)
    silences = [(f'process="{name}"', silence) for name, silence in sorted(found.beats.items())]
    yield from _metric("heartbeat_age_seconds", "gauge", "Since a process was last at work.", silences)
    yield from _deliveries(found)
    yield from _metric("events_total", "counter", "Events appended.", [("", found.inserted.get("event", 0))])
    yield from _metric("appends_total", "counter", "Appends with a command.", [("", found.inserted.get("command", 0))])
    for name, label, said in ((ANSWERS, "status", "Answers."), (REFUSALS, "code", "Problem documents.")):
        counted = [(f'{label}="{one}"', n) for (of, one), n in sorted(found.tallies.items()) if of == name]
        yield from _metric(f"{name}_total", "counter", said, counted)


def _deliveries(found: Figures) -> Iterator[str]:
    waiting = [
        (f'consumer="{name}",state="{state}"', found.deliveries.get(name, (0, 0))[place])
        for name in consumers.CONSUMERS
        for place, state in enumerate(("waiting", "parked"))
    ]
    yield from _metric("deliveries", "gauge", "News that a consumer has not dealt with.", waiting)
    pending = [(f'way="{way}"', found.dispatches.get(way, (0, 0))[0]) for way in ("mail", "webhook")]
    yield from _metric("dispatches_pending", "gauge", "Notices on their way.", pending)
    lags = [(f'way="{way}"', found.dispatches.get(way, (0, 0))[1]) for way in ("mail", "webhook")]
    yield from _metric("dispatch_lag_seconds", "gauge", "By how much the first of them is late.", lags)
    tried = [
        (f'way="{one.partition(" ")[0]}",outcome="{one.partition(" ")[2]}"', n)
        for (of, one), n in sorted(found.tallies.items())
        if of == figures.DISPATCHED
    ]
    yield from _metric("dispatches_total", "counter", "Attempts to send a notice.", tried)


def _metric(name: str, kind: str, said: str, samples: Iterable[Sample]) -> Iterator[str]:
    yield f"# HELP tabularium_{name} {said}\n# TYPE tabularium_{name} {kind}\n"
    for labels, value in samples:
        yield f"tabularium_{name}{f'{{{labels}}}' if labels else ''} {_number(value)}\n"


def _number(value: float) -> str:
    return str(value) if isinstance(value, int) else f"{value:.3f}"
