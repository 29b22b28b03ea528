"""Sets up OpenTelemetry's SDK by its own variables, and has it write down what `events/spans` is told."""

import logging
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from opentelemetry.exporter.otlp.proto.http.metric_exporter import OTLPMetricExporter
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.metrics import Histogram, Meter, NoOpMeterProvider
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import PeriodicExportingMetricReader
from opentelemetry.sdk.resources import SERVICE_NAME, Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.sdk.trace.sampling import ALWAYS_OFF

from config.telemetry.courses import CourseIds, Courses
from config.telemetry.wanted import METRICS, TRACES
from config.version import VERSION
from events import spans

# As OpenTelemetry's conventions advise for requests; tasks take as long.
SECONDS = (0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1.0, 2.5, 5.0, 7.5, 10.0)
# An exporter tells by its log that a collector is away; and at its level INFO what it sends.
NOISY = ("opentelemetry", "urllib3", "requests")


@dataclass(frozen=True, kw_only=True)
class Telemetry:
    """What this process sends, and by what."""

    traces: TracerProvider
    metrics: MeterProvider | None
    courses: Courses
    requests: Histogram
    tasks: Histogram


_telemetry: Telemetry | None = None


def begin(signals: Collection[str]) -> Telemetry:
    """Send these signals from now on, in threads of the SDK's own."""
    global _telemetry
    for name in NOISY:
        logging.getLogger(name).setLevel(logging.WARNING)
    resource = Resource.create({"service.version": VERSION})
    if str(resource.attributes[SERVICE_NAME]).startswith("unknown_service"):
        resource = resource.merge(Resource({SERVICE_NAME: "tabularium"}))
    traces = _traces(resource, is_sent=TRACES in signals)
    metrics = _metrics(resource) if METRICS in signals else None
    meter = (metrics or NoOpMeterProvider()).get_meter("tabularium", VERSION)
    _telemetry = Telemetry(
        traces=traces,
        metrics=metrics,
        courses=Courses(traces),
        requests=_seconds(meter, "http.server.request.duration", "Duration of requests."),
        tasks=_seconds(meter, "tabularium.task.duration", "Duration of tasks."),
    )
    spans.use(_telemetry.courses)
    connection_created.connect(_watch_statements)
    for connection in connections.all(initialized_only=True):
        _watch_statements(connection)
    return _telemetry


def telemetry() -> Telemetry:
    """What this process sends; it has to have begun."""
    assert _telemetry is not None
    return _telemetry


def flush() -> None:
    """Send what waits, for a few seconds at most."""
    if _telemetry is not None:
        _telemetry.traces.force_flush(5_000)
        if _telemetry.metrics is not None:
            _telemetry.metrics.force_flush(5_000)


def end() -> None:
    """Send what waits, and nothing more."""
    global _telemetry
    if _telemetry is not None:
        spans.use(None)
        connection_created.disconnect(_watch_statements)
        for connection in connections.all(initialized_only=True):
            connection.execute_wrappers[:] = [one for one in connection.execute_wrappers if one is not _traced]
        _telemetry.traces.shutdown()
        if _telemetry.metrics is not None:
            _telemetry.metrics.shutdown()
        _telemetry = None


def _traces(resource: Resource, *, is_sent: bool) -> TracerProvider:
    if not is_sent:
        return TracerProvider(resource=resource, sampler=ALWAYS_OFF)
    # Its sampler is that of OTEL_TRACES_SAMPLER.
    provider = TracerProvider(resource=resource, id_generator=CourseIds())
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    return provider


def _metrics(resource: Resource) -> MeterProvider:
    # Measured within a sampled span, a figure has that span as its exemplar: so the SDK does it unless told otherwise.
    return MeterProvider(resource=resource, metric_readers=[PeriodicExportingMetricReader(OTLPMetricExporter())])


def _seconds(meter: Meter, name: str, said: str) -> Histogram:
    return meter.create_histogram(name, unit="s", description=said, explicit_bucket_boundaries_advisory=SECONDS)


def _watch_statements(connection: BaseDatabaseWrapper, **_: object) -> None:
    """Of Django's own cursors: every statement is a span. The text is a template; its parameters stay out."""
    if _traced not in connection.execute_wrappers:
        connection.execute_wrappers.append(_traced)


def _traced(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
    # What psycopg puts together may hold a value.
    text = sql if isinstance(sql, str) else ""
    with spans.statement(text.split(maxsplit=1)[0] if text else "query", text):
        return execute(sql, params, many, context)
