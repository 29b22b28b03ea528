"""Where pieces of work begin and end, for the traces of an operator. Nothing is done here unless a tracer is in use.

`config/telemetry` puts one in use where the environment asks for it; this module imports nothing of it. A piece of work
that others go on with, such as an append, has a course of its own, by a name that all of them can compute: so nothing
is stored or sent along for it.
"""

from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager
from typing import Protocol

Fact = str | int | float


class Span(Protocol):
    """A piece of work that is under way."""

    def note(self, name: str, fact: Fact) -> None:
        """Say something about it. Nothing secret: no token, hand, seed, body, nor an address with its query."""


class Tracer(Protocol):
    """Who writes spans down."""

    def span(self, name: str, *, calls: bool) -> AbstractContextManager[Span]:
        """A piece of work, within the one that is under way; it `calls` where another program does the work."""

    def statement(self, name: str, sql: str | bytes) -> AbstractContextManager[Span]:
        """A statement of the work that is under way, if any is."""

    def begin(self, course: str) -> None:
        """Begin a course, from the piece of work that is under way."""

    def go_on(self, name: str, courses: Iterable[str]) -> None:
        """What is under way goes on with these courses."""

    def ids(self) -> Mapping[str, str]:
        """`trace_id` and `span_id` of what is under way."""


class _Nothing:
    """The span of a service that nobody traces."""

    __slots__ = ()

    def __enter__(self) -> "_Nothing":
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def note(self, name: str, fact: Fact) -> None:
        pass


NOTHING: AbstractContextManager[Span] = _Nothing()
_NO_IDS: Mapping[str, str] = {}
_tracer: Tracer | None = None


def use(tracer: Tracer | None) -> None:
    """Have this tracer write down all spans of this process from now on; None ends it."""
    global _tracer
    _tracer = tracer


def is_traced() -> bool:
    """Whether a tracer is in use: for what would otherwise be computed for nothing."""
    return _tracer is not None


def span(name: str) -> AbstractContextManager[Span]:
    """Around a piece of work. An exception that passes is noted by its type alone."""
    return NOTHING if _tracer is None else _tracer.span(name, calls=False)


def call(name: str) -> AbstractContextManager[Span]:
    """Around a piece of work that another program does."""
    return NOTHING if _tracer is None else _tracer.span(name, calls=True)


def statement(name: str, sql: str | bytes) -> AbstractContextManager[Span]:
    """Around a statement, whose text has parameters in place of all values."""
    return NOTHING if _tracer is None else _tracer.statement(name, sql)


def appended(match: str, version: int) -> None:
    """The append that ends with this version begins a course."""
    if _tracer is not None:
        _tracer.begin(of_append(match, version))


def noticed(notice: str) -> None:
    """A notice that is to be sent begins a course."""
    if _tracer is not None:
        _tracer.begin(of_notice(notice))


def go_on(name: str, courses: Iterable[str]) -> None:
    """What is under way goes on with these courses."""
    if _tracer is not None:
        _tracer.go_on(name, courses)


def ids() -> Mapping[str, str]:
    """`trace_id` and `span_id` of what is under way, if it is traced."""
    return _NO_IDS if _tracer is None else _tracer.ids()


def of_append(match: str, version: int) -> str:
    """The course of the append that ended with this version."""
    return f"append {match} {version}"


def of_notice(notice: str) -> str:
    """The course of a notice on its ways out."""
    return f"notice {notice}"
