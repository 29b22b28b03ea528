"""`python -m config.local_stack.sandbox.sandbox_template FD`: the service's template for a sandbox.

The processes copied from it have a clock that moves and seeds that follow from `SANDBOX`. Nothing of the service reads
that variable or imports this package, so no setting of a real service can switch any of it on.
"""

import hashlib
import os
import sys
import threading
from typing import Any
from uuid import UUID

from django.utils import timezone

from config.local_stack.sandbox import shift
from config.local_stack.sandbox.asking import MOVED, VARIABLE

# In the ids of matches: the moment before the first one (1 January 2026), in milliseconds; each is a millisecond on.
FIRST_MOMENT = 1_767_225_600_000
_numbered = threading.local()


def main(descriptor: int) -> None:
    """As `config.local_stack.template`."""
    _set_clock(float(os.environ[MOVED]))
    from config.local_stack import template

    _set_chance(os.environ[VARIABLE])
    template.main(descriptor)


def seed_of_match(sandbox: str, number: int, size: int) -> bytes:
    """The seed of the match of this number, from 1."""
    return hashlib.shake_256(f"{sandbox} seed {number}".encode()).digest(size)


def id_of_match(sandbox: str, number: int) -> UUID:
    """The id of the match of this number: a UUIDv7 that is the same at every run."""
    drawn = hashlib.shake_256(f"{sandbox} match {number}".encode()).digest(10)
    whole = int.from_bytes((FIRST_MOMENT + number).to_bytes(6, "big") + drawn, "big")
    whole = whole & ~(0xF << 76) | 7 << 76
    return UUID(int=whole & ~(3 << 62) | 2 << 62)


def _set_clock(moved: float) -> None:
    # Modules take the function from there when they are imported: this comes before all of them.
    shift.put(moved)
    timezone.now = shift.now

    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup(set_prefix=False)

    from django.urls import path

    from config import surroundings, urls
    from config.local_stack.sandbox import clock

    surroundings.now = shift.seconds
    urls.urlpatterns.append(path(clock.ADDRESS, clock.clock))


def _set_chance(sandbox: str) -> None:
    from events import randomness as source
    from games.matches.lobby import creation as creating

    # As the suite does (`tests/support/chance.py`): what a module has from elsewhere is put in its place.
    randomness: Any = source
    creation: Any = creating
    draw, made, admitted = randomness.token_bytes, randomness.uuid7, creation.admitted

    def token_bytes(size: int) -> Any:
        if sys._getframe(1).f_code.co_name != randomness.new_seed.__name__:
            return draw(size)
        return seed_of_match(sandbox, _next("seed_numbers"), size)

    def uuid7() -> Any:
        if not getattr(_numbered, "is_next", False):
            return made()
        _numbered.is_next = False
        return id_of_match(sandbox, _next("match_numbers"))

    def numbered(*args: Any, **kwargs: Any) -> Any:
        # The first id that is made in there is that of the match, where it has none yet.
        _numbered.is_next = args[0] is None
        try:
            return admitted(*args, **kwargs)
        finally:
            _numbered.is_next = False

    randomness.token_bytes = token_bytes
    randomness.uuid7 = uuid7
    creation.admitted = numbered


def _next(sequence: str) -> int:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT nextval(%s::regclass)", [f"sandbox.{sequence}"])
        number: int = cursor.fetchone()[0]
    return number


if __name__ == "__main__":
    main(int(sys.argv[1]))
