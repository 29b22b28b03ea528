"""Spans as OpenTelemetry has them, and courses: traces whose ids follow from what they are about.

An append is made by one process, and relay, workers and courier go on with it in others, seconds later, in batches, and
again after a failure. None of them is told a trace. Instead the append writes a first span into a trace whose ids are
digests of match and version, linked to the request; each that goes on with it computes the same ids, writes a span
there, and links it to the batch it was part of.
"""

import hashlib
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar

from opentelemetry import trace
from opentelemetry.context import Context
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.id_generator import RandomIdGenerator
from opentelemetry.sdk.trace.sampling import Decision
from opentelemetry.trace import Link, NonRecordingSpan, SpanContext, SpanKind, StatusCode, TraceFlags

from config.version import VERSION
from events import spans
from events.spans import Fact

# A statement may be long, and its beginning tells it.
MOST_LETTERS = 1_000
# A relay that catches up after an outage moves thousands of appends: so many of a batch are written down, as many as a
# span may have links.
MOST_COURSES = 128

# The ids of the span that is begun just now, where they are no chance.
_given: ContextVar[tuple[int, int] | None] = ContextVar("given", default=None)


class CourseIds(RandomIdGenerator):
    """Random ids, but for the first span of a course."""

    def generate_trace_id(self) -> int:
        given = _given.get()
        return super().generate_trace_id() if given is None else given[0]

    def generate_span_id(self) -> int:
        given = _given.get()
        return super().generate_span_id() if given is None else given[1]


class Noted:
    """A span to which facts are added."""

    def __init__(self, span: trace.Span) -> None:
        self._span = span

    def note(self, name: str, fact: Fact) -> None:
        self._span.set_attribute(name, fact)


class Courses:
    """The tracer that `events/spans` speaks to."""

    def __init__(self, provider: TracerProvider) -> None:
        self.tracer = provider.get_tracer("tabularium", VERSION)
        self._sampler = provider.sampler

    @contextmanager
    def span(self, name: str, *, calls: bool) -> Iterator[Noted]:
        with self.opened(name, SpanKind.CLIENT if calls else SpanKind.INTERNAL, {}) as span:
            yield Noted(span)

    @contextmanager
    def statement(self, name: str, sql: str | bytes) -> Iterator[spans.Span]:
        # By itself, as of a thread that sends hints, it would be a trace of one span.
        if not trace.get_current_span().is_recording():
            with spans.NOTHING as nothing:
                yield nothing
            return
        text = sql if isinstance(sql, str) else sql.decode()
        facts = {"db.system.name": "postgresql", "db.query.text": " ".join(text.split())[:MOST_LETTERS]}
        with self.opened(name, SpanKind.CLIENT, facts) as span:
            yield Noted(span)

    def begin(self, course: str) -> None:
        found, current = self._context(course), trace.get_current_span()
        _link(current, found)
        token = _given.set((found.trace_id, found.span_id))
        try:
            # In an empty context: it is the first of its trace.
            self.tracer.start_span(course.split()[0], context=Context(), links=_links(current)).end()
        finally:
            _given.reset(token)

    def go_on(self, name: str, courses: Iterable[str]) -> None:
        current, ended = trace.get_current_span(), time.time_ns()
        begun = current.start_time if isinstance(current, ReadableSpan) else None
        for course, _ in zip(courses, range(MOST_COURSES), strict=False):
            found = self._context(course)
            _link(current, found)
            within = trace.set_span_in_context(NonRecordingSpan(found), Context())
            span = self.tracer.start_span(name, context=within, links=_links(current), start_time=begun)
            span.end(ended)

    def ids(self) -> Mapping[str, str]:
        found = trace.get_current_span().get_span_context()
        if not found.is_valid:
            return {}
        return {"trace_id": trace.format_trace_id(found.trace_id), "span_id": trace.format_span_id(found.span_id)}

    @contextmanager
    def opened(
        self, name: str, kind: SpanKind, facts: Mapping[str, Fact], *, within: Context | None = None
    ) -> Iterator[trace.Span]:
        """A span around what is done meanwhile; of an exception that ends it its type is noted, and nothing it says."""
        # Not the SDK's own record of an exception: its message may quote what is secret.
        with self.tracer.start_as_current_span(
            name, within, kind=kind, attributes=facts, record_exception=False, set_status_on_exception=False
        ) as span:
            try:
                yield span
            except BaseException as error:
                span.set_attribute("error.type", type(error).__name__)
                span.set_status(StatusCode.ERROR)
                raise

    def _context(self, course: str) -> SpanContext:
        """Where a course is written. Each process samples it alike, because the sampler has its ids alone to go by."""
        digest = hashlib.sha256(f"tabularium {course}".encode()).digest()
        trace_id, span_id = int.from_bytes(digest[:16], "big"), int.from_bytes(digest[16:24], "big")
        is_sampled = self._sampler.should_sample(Context(), trace_id, course.split()[0]).decision is not Decision.DROP
        flags = TraceFlags(TraceFlags.SAMPLED if is_sampled else TraceFlags.DEFAULT)
        return SpanContext(trace_id, span_id, is_remote=True, trace_flags=flags)


def _link(span: trace.Span, other: SpanContext) -> None:
    if span.is_recording():
        span.add_link(other)


def _links(span: trace.Span) -> list[Link]:
    return [Link(span.get_span_context())] if span.is_recording() else []
