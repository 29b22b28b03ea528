"""Is the process up, and could it do its work?"""

import logging
from collections.abc import Callable

from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from kombu.exceptions import OperationalError

from config.celery import app

BROKER_PATIENCE_SECONDS = 2

logger = logging.getLogger(__name__)


def healthz(request: HttpRequest) -> JsonResponse:
    """200 as soon as the process answers; touches nothing else."""
    return JsonResponse({"status": "ok"})


def readyz(request: HttpRequest) -> JsonResponse:
    """200 when database and broker answer, else 503; names what does not, never why (the log says that)."""
    checks = {"database": _answers(_ask_database), "broker": _answers(_ask_broker)}
    ready = all(checks.values())
    body = {"status": "ok" if ready else "unavailable"} | {k: "ok" if v else "unavailable" for k, v in checks.items()}
    return JsonResponse(body, status=200 if ready else 503)


def _answers(ask: Callable[[], None]) -> bool:
    try:
        ask()
    except (DatabaseError, OperationalError, OSError) as error:
        logger.warning("not ready: %s", error)
        return False
    return True


def _ask_database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def _ask_broker() -> None:
    with app.connection_for_write() as broker:
        broker.ensure_connection(max_retries=1, timeout=BROKER_PATIENCE_SECONDS)
