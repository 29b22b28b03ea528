"""The Celery application: `celery --app config worker`, `celery --app config beat`."""

import ctypes
import gc
import os
import sys
from typing import Any

from celery import Celery, platforms, signals
from django.db import close_old_connections
from kombu.transport import TRANSPORT_ALIASES, redis
from redis import exceptions

from config import logs, pulse, rights, surroundings
from config.telemetry import hooks
from events.hints import hints

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")


class Channel(redis.Channel):
    """Says by an error of the connection that its connection is gone.

    kombu's own fails with an AttributeError (celery/kombu#582, there when gossip restarts; so still in 5.7.0). Celery
    closes a lost connection twice, and a message that a running task holds is given back both times; the second time
    there is no connection, and the worker ended. So it did when such a task was done and acknowledged its message.
    """

    def _connparams(self, asynchronous: bool = False) -> dict[str, Any]:
        if self.connection is None or self.connection.client is None:
            raise exceptions.ConnectionError("the connection to the broker was closed")
        params: dict[str, Any] = super()._connparams(asynchronous)  # type: ignore[misc]
        return params


class Transport(redis.Transport):
    """Redis as a broker, with the channel above."""

    Channel = Channel
    # How long an idle worker waits for a message before it asks anew, in seconds. A message that comes ends the wait; a
    # broker that has vanished without a word is noticed after so long and `health_check_interval`.
    brpop_timeout = 3

    def establish_connection(self) -> Any:
        pulse.give()
        return super().establish_connection()

    def register_with_event_loop(self, connection: Any, loop: Any) -> None:
        super().register_with_event_loop(connection, loop)
        # kombu asks every second what it does every minute, which wakes an idle worker as often as all else.
        cycle: Any = self.cycle
        cycle._binding_expiry_tref.cancel()
        cycle._binding_expiry_tref = loop.call_repeatedly(60, cycle.maybe_refresh_binding_expiry)


TRANSPORT_ALIASES.update(dict.fromkeys(("redis", "rediss"), f"{__name__}:Transport"))

app = Celery("tabularium")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["games.matches"])
app.steps["worker"].add(pulse.OfWorker)


# Without it Celery closes the database connection before and after every task, and a new one costs as much as playing
# a timeout. The name is older than namespaces, so Django's settings cannot hold it.
app.conf["CELERY_DB_REUSE_MAX"] = sys.maxsize


PR_SET_PDEATHSIG = 1


def end_with_parent(number: int) -> None:
    """Let the kernel send this process a signal when its parent ends; `OSError` elsewhere than on Linux."""
    if not sys.platform.startswith("linux"):
        raise OSError
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, number)


# billiard's own has cffi parse C where that is installed, which takes six megabytes in each process of a worker.
platforms._set_pdeathsig = end_with_parent  # type: ignore[attr-defined]


def check_connections(**_: Any) -> None:
    """As before a request: a connection that the server has dropped is replaced (`CONN_HEALTH_CHECKS`)."""
    close_old_connections()


def share_memory(**_: Any) -> None:
    """What the worker has imported stays in pages that its processes share: a collection would write into all of it."""
    gc.collect()
    gc.freeze()


def refuse_to_start(**_: Any) -> None:
    """The worker's processes are not yet there, so no connection is shared."""
    if fault := surroundings.missing_broker():
        sys.exit(f"tabularium: {fault}")
    rights.refuse_to_start()
    hooks.refuse_to_start()


def announce_appends(**_: Any) -> None:
    """What a worker appends is heard at once, as what a web process appends."""
    hints.begin()


# First and last of all that hears of a task.
hooks.watch_tasks()
signals.worker_init.connect(refuse_to_start)
signals.worker_init.connect(announce_appends)
signals.worker_before_create_process.connect(share_memory)
signals.beat_init.connect(refuse_to_start)
signals.task_prerun.connect(check_connections)
signals.setup_logging.connect(logs.keep_settings)
signals.task_prerun.connect(logs.task_begins)
signals.task_failure.connect(logs.task_failed)
signals.task_postrun.connect(logs.task_ends)
