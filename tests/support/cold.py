"""Cold matches in tests: moved at once, and read as a process reads them that has folded nothing."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.core.files.storage import storages

from events.cold import register
from games.matches.background import cold_moves
from games.matches.stream import history, loading, state


def make_cold(match_id: str) -> cold_moves.Moved:
    """Move a match that has ended; nothing of it is folded in this process any more."""
    moved = cold_moves.move(match_id)
    assert moved is not None
    forget_all()
    return moved


def forget_all() -> None:
    """Forget what this process has folded."""
    for cache in (loading.recent, history.recent, state.views):
        cache.clear()


def path_of(match_id: str) -> Path:
    """Where the file of a cold match is."""
    return Path(storages["cold"].path(register.find([match_id])[match_id].name))


@contextmanager
def damaged(match_id: str, data: bytes | None) -> Iterator[None]:
    """The file of a cold match is another one, or is missing; afterwards it is as it was."""
    path = path_of(match_id)
    before = path.read_bytes()
    try:
        if data is None:
            path.unlink()
        else:
            path.write_bytes(data)
        forget_all()
        yield
    finally:
        path.write_bytes(before)
