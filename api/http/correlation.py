"""What is known of the current request, added to every log record that it writes."""

from collections.abc import Mapping
from contextvars import ContextVar

_known: ContextVar[Mapping[str, str] | None] = ContextVar("known", default=None)


def begin(**facts: str) -> None:
    """Forget what was known, and know these facts."""
    _known.set(facts)


def note(**facts: str) -> None:
    """Know these facts too."""
    _known.set({**known(), **facts})


def end() -> None:
    """Forget what was known."""
    _known.set(None)


def known() -> Mapping[str, str]:
    return _known.get() or {}
