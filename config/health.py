"""Readiness of the whole service (`/readyz`)."""

import logging
import math
import threading
import time
from collections.abc import Callable, Mapping

import psycopg
from django.db import DEFAULT_DB_ALIAS, Error, connection, connections, transaction
from django.http import HttpRequest, JsonResponse
from kombu.exceptions import OperationalError

from api.http import problems
from api.serving import process
from config import surroundings
from config.celery import app
from events.patience import patience
from games.matches.status import figures
from games.matches.stream import rules

# A prober waits no longer than a few seconds for all of it; workers wait for the broker as the settings say.
BROKER_PATIENCE_SECONDS = 1.0
# A commit waits for the standby, and a prober does not.
STANDBY_SECONDS = 2.0
# How long a server may take to let a new caller in; libpq takes no less. So long the outcome holds, good or bad.
CONNECT_SECONDS, CONNECTED_SECONDS = 2, 5.0
# A process or queue that is later than this has stopped; it is not merely busy.
LONGEST_SILENCE_SECONDS = 15.0
LONGEST_OUTBOX_LAG_SECONDS = 15.0
# Of people's clocks: the sweep comes when one runs out, so this is late. How late bots are is a figure of `/metrics`.
LONGEST_DEADLINE_LAG_SECONDS = 3.0
OK, UNAVAILABLE = "ok", "unavailable"

# The service's role may write history and never change it, and knows no operators' logins; a role that may or does has
# come by a wrong URL. Only `make admin` and `manage.py` need the operators' tables, so they may be missing.
ROLES = """
SELECT has_table_privilege('event', 'INSERT') AND has_table_privilege('matches_player', 'UPDATE')
    AND NOT has_table_privilege('event', 'UPDATE') AND NOT has_table_privilege('event', 'DELETE')
    AND NOT EXISTS (
        SELECT FROM unnest(ARRAY['auth_user', 'django_session', 'django_admin_log']) AS named
        WHERE has_table_privilege(to_regclass(named), 'SELECT, INSERT, UPDATE, DELETE')
    )
"""

logger = logging.getLogger(__name__)


# More than a megabyte, so it is kept in a file.
SPILL = "SELECT count(*) FROM generate_series(1, 40000)"
# A write that has succeeded is not repeated for so long, however often readiness is asked for.
WRITE_SECONDS = 3.0
LATER = {"Retry-After": str(problems.RETRY_SECONDS)}

now = time.monotonic
_written_at = -math.inf


class NotWell(Exception):
    """A part answers, but not as it should; the message is for the log."""


class Sparingly:
    """A check whose outcome holds for some seconds, however often and from however many threads it is asked for."""

    def __init__(self, ask: Callable[[], None], seconds: float) -> None:
        self._ask, self._seconds, self._lock = ask, seconds, threading.Lock()
        self._asked_at, self._fault = -math.inf, ""

    def __call__(self) -> None:
        with self._lock:
            if now() - self._asked_at >= self._seconds:
                try:
                    self._ask()
                    self._fault = ""
                except NotWell as fault:
                    self._fault = str(fault)
                self._asked_at = now()
            _must_be_empty(self._fault)

    def forget(self) -> None:
        """Ask anew at the next call."""
        self._asked_at = -math.inf


def readyz(request: HttpRequest) -> JsonResponse:
    """200 when the whole service works, else 503; names what does not, never why (the log says that)."""
    checks: dict[str, bool] = {}
    for name, ask in CHECKS.items():
        # Each would wait for a connection as long as the first has, and the prober does not wait that long.
        is_in_vain = name in OF_DATABASE and not checks["database"]
        checks[name] = not is_in_vain and _is_well(name, ask)
    ready = all(checks.values())
    body = {"status": OK if ready else UNAVAILABLE} | {k: OK if v else UNAVAILABLE for k, v in checks.items()}
    return JsonResponse(body, status=200) if ready else JsonResponse(body, status=503, headers=LATER)


def _is_well(name: str, ask: Callable[[], None]) -> bool:
    try:
        ask()
    except (Error, OperationalError, OSError, NotWell) as error:
        # A logger each, because the log says the same of the same logger once a minute.
        logger.getChild(name).warning("not ready: %s", error)
        return False
    return True


def _ask_database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def _connect() -> None:
    """As every new thread and process has to: connections that were kept go on where the server lets nobody in."""
    asked = connections[DEFAULT_DB_ALIAS].get_connection_params() | {"connect_timeout": CONNECT_SECONDS}
    try:
        psycopg.connect(**asked).close()
    except psycopg.Error as error:
        raise NotWell(f"no new connection: {error}") from None


_ask_connections = Sparingly(_connect, CONNECTED_SECONDS)


def _ask_roles() -> None:
    with connection.cursor() as cursor:
        cursor.execute(ROLES)
        if cursor.fetchone() != (True,):
            raise NotWell("the service's role has other rights than it should")


def _ask_schema() -> None:
    _must_be_empty(surroundings.other_schema())


def _ask_node_clock() -> None:
    _must_be_empty(surroundings.wrong_clock())


def _must_be_empty(fault: str) -> None:
    if fault:
        raise NotWell(fault)


def _ask_writes() -> None:
    """Commit a row, and let a file grow: on a full disk a row that fits into its page is written all the same.

    A role that may not write, a standby and a full disk of the write-ahead log are found by the row; a full disk of
    the data is found by what is spilled beyond `work_mem`, which leaves nothing behind.
    """
    global _written_at
    if now() - _written_at < WRITE_SECONDS:
        return
    with patience.at_most(connections[DEFAULT_DB_ALIAS], STANDBY_SECONDS):
        figures.add({(figures.READINESS, "asked"): 1})
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL work_mem = '64kB'")
        cursor.execute(SPILL)
    _written_at = now()


def _ask_broker() -> None:
    patience = dict.fromkeys(("socket_timeout", "socket_connect_timeout"), BROKER_PATIENCE_SECONDS)
    with app.connection_for_write(transport_options=patience) as broker:
        # Before a second attempt it would sleep for two seconds.
        broker.ensure_connection(max_retries=0)


def _ask_worker() -> None:
    _check_beat(figures.WORKER)


def _ask_relay() -> None:
    _check_beat(figures.RELAY)


def _ask_clock() -> None:
    _check_beat(figures.CLOCK)


def _ask_bots() -> None:
    _check_beat(figures.BOTS)


def _ask_courier() -> None:
    _check_beat(figures.COURIER)


def _ask_live() -> None:
    _check_beat(figures.LIVE)


def _ask_listening() -> None:
    _check_beat(figures.LISTENING)


def _ask_outbox() -> None:
    _check_lag("outbox", figures.lags().outbox, LONGEST_OUTBOX_LAG_SECONDS)


def _ask_deadlines() -> None:
    _check_lag("deadlines", figures.lags().deadlines, LONGEST_DEADLINE_LAG_SECONDS)


def _ask_rules() -> None:
    if unknown := rules.met_unknown():
        raise NotWell(f"this process does not know the rules of matches that it has met: {', '.join(unknown)}")


def _ask_supervisor() -> None:
    """`make serve` asks this process every few seconds how it is: one that stands still replaces nothing that ends."""
    if (silence := process.unasked_seconds()) > LONGEST_SILENCE_SECONDS:
        raise NotWell(f"the supervisor has not asked for {silence:.0f} s")


def _check_beat(name: str) -> None:
    silence = figures.beats().get(name)
    if silence is None or silence > LONGEST_SILENCE_SECONDS:
        raise NotWell(f"{name} was last at work {'never' if silence is None else f'{silence:.0f} s ago'}")


def _check_lag(name: str, seconds: float, most: float) -> None:
    if seconds > most:
        raise NotWell(f"{name}: the oldest has been waiting for {seconds:.0f} s")


CHECKS: Mapping[str, Callable[[], None]] = {
    "database": _ask_database,
    "connections": _ask_connections,
    "roles": _ask_roles,
    "schema": _ask_schema,
    "node_clock": _ask_node_clock,
    "writes": _ask_writes,
    "broker": _ask_broker,
    "worker": _ask_worker,
    "relay": _ask_relay,
    "clock": _ask_clock,
    "bots": _ask_bots,
    "courier": _ask_courier,
    "live": _ask_live,
    "listening": _ask_listening,
    "outbox": _ask_outbox,
    "deadlines": _ask_deadlines,
    "rules": _ask_rules,
    "supervisor": _ask_supervisor,
}
# The checks that need the database.
OF_DATABASE = CHECKS.keys() - {"database", "broker", "rules", "supervisor"}
