"""`/metrics` in Prometheus's text format.

Gauges are read from PostgreSQL at the scrape, so it does not matter which web process answers. What only a process
itself can count is added to a table every few seconds, for the same reason (`api/http/response_tally.py`). Labels come
from short lists.
"""

from collections.abc import Iterator, Sequence

from django.http import HttpRequest, HttpResponse
from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4, Metric, generate_latest
from prometheus_client.core import CounterMetricFamily as CounterFamily
from prometheus_client.core import GaugeMetricFamily as GaugeFamily
from prometheus_client.core import HistogramMetricFamily as HistogramFamily
from prometheus_client.openmetrics import exposition as openmetrics
from prometheus_client.samples import Exemplar

from api.http import problems
from api.http.response_tally import (
    ACKNOWLEDGED,
    ANSWERS,
    BUCKETS,
    FAILED,
    MORE,
    MOVE_MILLISECONDS,
    MOVE_SECONDS,
    MOVES,
    REFUSALS,
    REFUSED,
    exemplars,
    may_read,
    tally,
)
from config.version import VERSION
from games.matches.background import consumers
from games.matches.queue import fill_figures, mustering, seating, standard_sets, standing_wishes
from games.matches.status import figures
from games.matches.status.figures import Backlog, ServiceMetrics


def metrics(request: HttpRequest) -> HttpResponse:
    """For Prometheus on this machine, or for a caller with `METRICS_TOKEN`; all others are told 404."""
    if not may_read(request):
        return problems.plain(request, "not_found")
    tally.flush()
    # Prometheus asks for OpenMetrics where it may, which alone has exemplars.
    if "application/openmetrics-text" in request.headers.get("Accept", ""):
        text: bytes = openmetrics.generate_latest(Scrape())  # type: ignore[no-untyped-call]
        kind = openmetrics.CONTENT_TYPE_LATEST
    else:
        text, kind = generate_latest(Scrape()), CONTENT_TYPE_PLAIN_0_0_4
    return HttpResponse(text, content_type=kind, headers={"Cache-Control": "no-store"})


class Scrape:
    """A collector of prometheus-client: all figures, read from PostgreSQL each time they are collected."""

    def collect(self) -> Iterator[Metric]:
        found = figures.figures(list(consumers.CONSUMERS))
        standing, inserted = found.standing, found.inserted
        yield _info()
        yield GaugeFamily("tabularium_outbox_rows", "Appends not yet handed on.", standing.outbox_rows)
        yield GaugeFamily("tabularium_outbox_lag_seconds", "Age of the oldest.", standing.outbox_lag)
        yield GaugeFamily("tabularium_deadline_lag_seconds", "By how much a clock is late.", standing.deadline_lag)
        yield GaugeFamily("tabularium_bot_lag_seconds", "By how much a bot's turn is late.", standing.bot_lag)
        yield GaugeFamily("tabularium_quarantined_matches", "Matches set aside.", standing.quarantined)
        yield GaugeFamily("tabularium_failed_audits", "Matches whose last audit has failed.", standing.failed_audits)
        yield _webhooks(standing)
        yield _heartbeats(found)
        yield _backup(found)
        yield _deliveries(found)
        yield from _dispatches(found)
        yield CounterFamily("tabularium_events_total", "Events appended.", inserted.get("event", 0))
        yield CounterFamily("tabularium_appends_total", "Appends with a command.", inserted.get("command", 0))
        yield _tally(found, ANSWERS, "Answers.", ["status"])
        yield _tally(found, REFUSALS, "Problem documents.", ["code"])
        yield _moves(found)
        yield _move_durations(found)
        yield _tally(found, figures.DISPATCHED, "Attempts to send a notice.", ["way", "outcome"])
        yield from _queue(found)


def _info() -> Metric:
    """Of the process that was asked: while an upgrade rolls others may be of another version."""
    family = GaugeFamily("tabularium_info", "The version of this process.", labels=["version"])
    family.add_metric([VERSION], 1)
    return family


def _webhooks(standing: Backlog) -> Metric:
    family = GaugeFamily("tabularium_webhooks", "Webhooks there are.", labels=["state"])
    family.add_metric(["enabled"], standing.webhooks_enabled)
    family.add_metric(["disabled"], standing.webhooks_disabled)
    return family


def _heartbeats(found: ServiceMetrics) -> Metric:
    family = GaugeFamily("tabularium_heartbeat_age_seconds", "Since a process was last at work.", labels=["process"])
    for process, silence in sorted(found.beats.items()):
        if process != figures.BACKUP:
            family.add_metric([process], silence)
    return family


def _backup(found: ServiceMetrics) -> Metric:
    """Without a sample where none was ever noted: an alert says so."""
    family = GaugeFamily("tabularium_backup_age_seconds", "Since the last backup that was verified.", labels=[])
    if figures.BACKUP in found.beats:
        family.add_metric([], found.beats[figures.BACKUP])
    return family


def _moves(found: ServiceMetrics) -> Metric:
    """All outcomes from the start: of a series that begins with its first failure no rate can be told."""
    family = CounterFamily("tabularium_moves_total", "Moves, by what their players were told.", labels=["outcome"])
    for outcome in (ACKNOWLEDGED, REFUSED, FAILED):
        family.add_metric([outcome], found.tallies.get((MOVES, outcome), 0))
    return family


def _move_durations(found: ServiceMetrics) -> Metric:
    """Of all processes together; the exemplars are this one's."""
    family, so_far = HistogramFamily("tabularium_move_duration_seconds", "Of acknowledged moves."), 0
    buckets: list[tuple[str, float] | tuple[str, float, Exemplar]] = []
    for most in (*map(str, BUCKETS), MORE):
        so_far += found.tallies.get((MOVE_SECONDS, most), 0)
        exemplar = exemplars.get(most)
        buckets.append((most, so_far) if exemplar is None else (most, so_far, exemplar))
    family.add_metric([], buckets, found.tallies.get((MOVE_MILLISECONDS, "sum"), 0) / 1000)
    return family


def _deliveries(found: ServiceMetrics) -> Metric:
    said = "News that a consumer has not dealt with."
    family = GaugeFamily("tabularium_deliveries", said, labels=["consumer", "state"])
    for name in consumers.CONSUMERS:
        waiting, parked = found.deliveries.get(name, (0, 0))
        family.add_metric([name, "waiting"], waiting)
        family.add_metric([name, "parked"], parked)
    return family


def _queue(found: ServiceMetrics) -> Iterator[Metric]:
    """Who waits for a table now, what became of those who did, and how the matches of their tables have gone."""
    waiting = GaugeFamily("tabularium_wishes_waiting", "Players who wait for a table.", labels=["game", "set"])
    counts, lately = standing_wishes.waiting(), fill_figures.lately()
    for one in standard_sets.every():
        if one.queued:
            waiting.add_metric([one.game, one.name], counts.get((one.game, one.name), 0))
    yield waiting
    yield _tally(found, mustering.WISHES, "Wishes for a table that have ended.", ["game", "set", "outcome"])
    yield _tally(found, seating.WAITED, "Seconds that all who were seated have waited.", ["game", "set"])
    for name, said in (("ended", "are over"), ("abandoned", "somebody has resigned")):
        family = GaugeFamily(
            f"tabularium_queue_matches_{name}", f"Newest tables whose match {said}.", labels=["game", "set"]
        )
        for pool, figure in sorted(lately.items()):
            family.add_metric(list(pool), getattr(figure, name))
        yield family


def _dispatches(found: ServiceMetrics) -> Iterator[Metric]:
    pending = GaugeFamily("tabularium_dispatches_pending", "Notices on their way.", labels=["way"])
    lag = GaugeFamily("tabularium_dispatch_lag_seconds", "By how much the first of them is late.", labels=["way"])
    for way in ("mail", "webhook"):
        waiting, seconds = found.dispatches.get(way, (0, 0.0))
        pending.add_metric([way], waiting)
        lag.add_metric([way], seconds)
    yield from (pending, lag)


def _tally(found: ServiceMetrics, name: str, said: str, labels: Sequence[str]) -> Metric:
    """What was counted under this name; the words of a tally's label are the values of `labels`."""
    family = CounterFamily(f"tabularium_{name}_total", said, labels=labels)
    for (of, words), count in sorted(found.tallies.items()):
        if of == name:
            family.add_metric(words.split(" "), count)
    return family
