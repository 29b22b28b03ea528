"""Recognizes errors of a database that is unavailable for now: away, full, read-only or restarting."""

import django.db
import psycopg
from psycopg.pq import DiagnosticField, ExecStatus
from psycopg.pq.abc import PGresult

# Classes of SQLSTATE: the connection, a transaction that others have undone, resources (disk, memory, connections), an
# operator's doing (shutdown, start, cancel), and the machine beneath.
PASSING_CLASSES = ("08", "40", "53", "57", "58")
# A read-only transaction; transactions that took too long; a lock that could not be had.
PASSING = ("25006", "25P03", "25P04", "55P03")
# Of these, those after which the connection is of no use to the next statement either.
AWAY_CLASSES = ("08", "57P")

# Where PostgreSQL waits for its synchronous standbys: the function of its source that is named in what it says.
STANDBY_WAIT = "SyncRepWaitForLSN"


class InDoubt(django.db.OperationalError):
    """Nobody knows whether the change is stored for good. A repeat with the same key returns the result later.

    Either the connection broke before the answer came, or the answer came before a standby had what was recorded: a
    wait that is cut off ends in success and a warning, and what is on one server alone may be lost with it.
    """


def is_cut_off(warning: psycopg.errors.Diagnostic) -> bool:
    """Whether a server's message says that it has not waited for its standby, in whatever language."""
    return warning.source_function == STANDBY_WAIT


def is_made_by_libpq(result: PGresult) -> bool:
    """Whether a failed result is libpq's own and not the server's, whose errors all have a SQLSTATE.

    Then the connection is lost, and nobody can say what became of the statement.
    """
    return result.status == ExecStatus.FATAL_ERROR and result.error_field(DiagnosticField.SQLSTATE) is None


def is_passing(error: BaseException | None) -> bool:
    """Whether the database is unavailable for now, so that the same request may succeed later."""
    state = _state(error)
    return is_away(error) or (state is not None and (state.startswith(PASSING_CLASSES) or state in PASSING))


def is_away(error: BaseException | None) -> bool:
    """Whether the connection is lost or cannot be made, so that the next statement would fail too."""
    if _is_without_answer(error):
        return True
    state = _state(error)
    return state is not None and state.startswith(AWAY_CLASSES)


def _is_without_answer(error: BaseException | None) -> bool:
    """Whether the server sent nothing at all, because libpq or psycopg found the connection broken."""
    if _state(error) is not None:
        return False
    kinds = (psycopg.OperationalError, psycopg.InterfaceError, django.db.OperationalError, django.db.InterfaceError)
    if isinstance(error, kinds):
        return True
    # psycopg's cursors make a plain `DatabaseError` of such a result.
    made_of = _made_of(error)
    return made_of is not None and made_of.pgresult is not None and is_made_by_libpq(made_of.pgresult)


def _state(error: BaseException | None) -> str | None:
    made_of = _made_of(error)
    return None if made_of is None else made_of.sqlstate


def _made_of(error: BaseException | None) -> psycopg.Error | None:
    """The error of psycopg's that an error is, or that Django has made it of."""
    of = error if isinstance(error, psycopg.Error) else error.__cause__ if error is not None else None
    return of if isinstance(of, psycopg.Error) else None
