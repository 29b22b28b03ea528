"""Which errors say that the database cannot serve now, and will again: it is away, full, read-only or restarting."""

import django.db
import psycopg

# Classes of SQLSTATE: the connection, a transaction that others have undone, resources (disk, memory, connections), an
# operator's doing (shutdown, start, cancel), and the machine beneath.
PASSING_CLASSES = ("08", "40", "53", "57", "58")
# A read-only transaction; transactions that took too long; a lock that could not be had.
PASSING = ("25006", "25P03", "25P04", "55P03")
# Of these, those after which the connection is of no use to the next statement either.
AWAY_CLASSES = ("08", "57P")


def is_passing(error: BaseException | None) -> bool:
    """Whether it is the database that cannot serve now, so that the same request may succeed later."""
    state = _state(error)
    return is_away(error) or (state is not None and (state.startswith(PASSING_CLASSES) or state in PASSING))


def is_away(error: BaseException | None) -> bool:
    """Whether the connection is lost or cannot be made: whatever is asked next would fail too."""
    if _is_without_answer(error):
        return True
    state = _state(error)
    return state is not None and state.startswith(AWAY_CLASSES)


def _is_without_answer(error: BaseException | None) -> bool:
    """Whether the server has said nothing at all: libpq or psycopg has found the connection broken."""
    kinds = (psycopg.OperationalError, psycopg.InterfaceError, django.db.OperationalError, django.db.InterfaceError)
    return isinstance(error, kinds) and _state(error) is None


def _state(error: BaseException | None) -> str | None:
    """The SQLSTATE, which Django's errors have from the one that they were made of."""
    of = error if isinstance(error, psycopg.Error) else error.__cause__ if error is not None else None
    return of.sqlstate if isinstance(of, psycopg.Error) else None
