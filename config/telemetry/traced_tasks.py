"""Tasks of Celery as spans, and their duration as a figure."""

import time
from contextvars import Token
from typing import NamedTuple

from opentelemetry import context, trace
from opentelemetry.context import Context
from opentelemetry.trace import SpanKind, StatusCode

from config.telemetry import exporting


class _Task(NamedTuple):
    name: str
    span: trace.Span
    token: Token[Context]
    begun: float


# By id; a worker of threads has several under way.
_under_way: dict[str, _Task] = {}


def begin(task_id: str, name: str) -> None:
    """A task begins in this thread. Beat sends tasks for what is due, so nothing before it is its cause."""
    span = exporting.telemetry().courses.tracer.start_span(
        f"task {name.rpartition('.')[2]}", context=Context(), kind=SpanKind.CONSUMER
    )
    token = context.attach(trace.set_span_in_context(span, Context()))
    _under_way[task_id] = _Task(name.rpartition(".")[2], span, token, time.perf_counter())


def end(task_id: str, *, is_failed: bool) -> None:
    """The task is over."""
    task = _under_way.pop(task_id, None)
    if task is None:
        return
    if is_failed:
        task.span.set_status(StatusCode.ERROR)
    facts = {"tabularium.task": task.name, "tabularium.outcome": "failed" if is_failed else "done"}
    # Still within the span, which is the figure's exemplar.
    exporting.telemetry().tasks.record(time.perf_counter() - task.begun, facts)
    context.detach(task.token)
    task.span.end()
