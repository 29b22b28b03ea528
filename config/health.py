"""Readiness of the whole service (`/readyz`)."""

import logging
from collections.abc import Callable

from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from kombu.exceptions import OperationalError

from config.celery import app
from games.matches import figures

BROKER_PATIENCE_SECONDS = 2
# A process or queue that is later than this has stopped; it is not merely busy.
LONGEST_SILENCE_SECONDS = 15.0
LONGEST_OUTBOX_LAG_SECONDS = 15.0
LONGEST_DEADLINE_LAG_SECONDS = 30.0
OK, UNAVAILABLE = "ok", "unavailable"

# The service's role may write history and never change it; a role that may has come by a wrong URL.
ROLES = """
SELECT has_table_privilege('event', 'INSERT') AND has_table_privilege('matches_player', 'UPDATE')
    AND NOT has_table_privilege('event', 'UPDATE') AND NOT has_table_privilege('event', 'DELETE')
"""

logger = logging.getLogger(__name__)


class NotWell(Exception):
    """A part answers, but not as it should; the message is for the log."""


def readyz(request: HttpRequest) -> JsonResponse:
    """200 when the whole service works, else 503; names what does not, never why (the log says that)."""
    checks: dict[str, bool] = {}
    for name, ask in CHECKS.items():
        # Each would wait for a connection as long as the first has, and the prober does not wait that long.
        is_in_vain = name in OF_DATABASE and not checks["database"]
        checks[name] = not is_in_vain and _is_well(ask)
    ready = all(checks.values())
    body = {"status": OK if ready else UNAVAILABLE} | {k: OK if v else UNAVAILABLE for k, v in checks.items()}
    return JsonResponse(body, status=200 if ready else 503)


def _is_well(ask: Callable[[], None]) -> bool:
    try:
        ask()
    except (DatabaseError, OperationalError, OSError, NotWell) as error:
        logger.warning("not ready: %s", error)
        return False
    return True


def _ask_database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def _ask_roles() -> None:
    with connection.cursor() as cursor:
        cursor.execute(ROLES)
        if cursor.fetchone() != (True,):
            raise NotWell("the service's role has other rights than it should")


def _ask_broker() -> None:
    with app.connection_for_write() as broker:
        broker.ensure_connection(max_retries=1, timeout=BROKER_PATIENCE_SECONDS)


def _ask_worker() -> None:
    _check_beat(figures.WORKER)


def _ask_clock() -> None:
    _check_beat(figures.CLOCK)


def _ask_courier() -> None:
    _check_beat(figures.COURIER)


def _ask_outbox() -> None:
    _check_lag("outbox", figures.standing().outbox_lag, LONGEST_OUTBOX_LAG_SECONDS)


def _ask_deadlines() -> None:
    _check_lag("deadlines", figures.standing().deadline_lag, LONGEST_DEADLINE_LAG_SECONDS)


def _check_beat(name: str) -> None:
    silence = figures.beats().get(name)
    if silence is None or silence > LONGEST_SILENCE_SECONDS:
        raise NotWell(f"{name} was last at work {'never' if silence is None else f'{silence:.0f} s ago'}")


def _check_lag(name: str, seconds: float, most: float) -> None:
    if seconds > most:
        raise NotWell(f"{name}: the oldest has been waiting for {seconds:.0f} s")


CHECKS = {
    "database": _ask_database,
    "roles": _ask_roles,
    "broker": _ask_broker,
    "worker": _ask_worker,
    "clock": _ask_clock,
    "courier": _ask_courier,
    "outbox": _ask_outbox,
    "deadlines": _ask_deadlines,
}
# The checks that need the database.
OF_DATABASE = CHECKS.keys() - {"database", "broker"}
