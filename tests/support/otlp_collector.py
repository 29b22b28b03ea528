"""A collector of OpenTelemetry on loopback: it takes OTLP over HTTP and keeps what it was sent."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from google.protobuf.json_format import MessageToDict  # type: ignore[import-untyped]
from opentelemetry.proto.collector.metrics.v1.metrics_service_pb2 import ExportMetricsServiceRequest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from tests.support.receiver import Receiver, receiving

VARIABLES = (
    "OTEL_EXPORTER_OTLP_ENDPOINT",
    "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT",
    "OTEL_EXPORTER_OTLP_METRICS_ENDPOINT",
    "OTEL_TRACES_EXPORTER",
    "OTEL_METRICS_EXPORTER",
    "OTEL_SDK_DISABLED",
)


@dataclass(frozen=True, kw_only=True)
class SentSpan:
    """A span as a collector knows it."""

    name: str
    trace: bytes
    id: bytes
    parent: bytes
    links: frozenset[bytes]
    facts: dict[str, Any] = field(hash=False)
    service: str
    begun: int
    ended: int


class OtlpCollector:
    """What has come in so far."""

    def __init__(self, receiver: Receiver) -> None:
        self._receiver = receiver
        self.url = receiver.url.removesuffix("/hook")

    def spans(self) -> list[SentSpan]:
        """All spans, oldest first."""
        found = [
            _span(span, resource.resource)
            for body in self.bodies("/v1/traces")
            for resource in ExportTraceServiceRequest.FromString(body).resource_spans
            for scope in resource.scope_spans
            for span in scope.spans
        ]
        return sorted(found, key=lambda span: span.begun)

    def figures(self) -> dict[str, list[dict[str, Any]]]:
        """The points of each figure, by its name."""
        found: dict[str, list[dict[str, Any]]] = {}
        for body in self.bodies("/v1/metrics"):
            for resource in ExportMetricsServiceRequest.FromString(body).resource_metrics:
                for metric in (one for scope in resource.scope_metrics for one in scope.metrics):
                    found.setdefault(metric.name, []).extend(map(MessageToDict, metric.histogram.data_points))
        return found

    def bodies(self, path: str) -> list[bytes]:
        """What was posted there, as it came."""
        return [one.body for one in self._receiver.received if one.path == path]

    def all_that_came(self) -> bytes:
        """Every byte, for who looks for what must not be there."""
        return b"".join(one.body for one in self._receiver.received)


@contextmanager
def collecting() -> Iterator[OtlpCollector]:
    """A collector until the end of the block."""
    with receiving(200) as receiver:
        yield OtlpCollector(receiver)


def _span(span: Any, resource: Any) -> SentSpan:
    return SentSpan(
        name=span.name,
        trace=span.trace_id,
        id=span.span_id,
        parent=span.parent_span_id,
        links=frozenset(link.trace_id for link in span.links),
        facts=_facts(span.attributes),
        service=_facts(resource.attributes)["service.name"],
        begun=span.start_time_unix_nano,
        ended=span.end_time_unix_nano,
    )


def _facts(attributes: Any) -> dict[str, Any]:
    return {one.key: getattr(one.value, one.value.WhichOneof("value")) for one in attributes}
