"""`python -m config.local_stack.template FD`: has imported everything once, and forks the service's processes.

What they have in common lies in memory once. FD is the socket on which a supervisor asks (`config.local_stack.forks`).
This process computes nothing and opens nothing: whatever it held would be there in each of its copies.
"""

import ctypes
import gc
import importlib
import json
import multiprocessing
import os
import runpy
import signal
import socket
import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from config.local_stack import places
from config.local_stack.places import UnixAccount

READY = b"ready"
LONGEST_ORDER, LONGEST_ANSWER = 100_000, 20
PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_NAME = 1, 4, 15
# Of `nice` where nothing is said.
STEPS_BACK = 10
AUTOGROUP = Path("/proc/self/autogroup")
AUTOGROUP_TRIES, AUTOGROUP_SECONDS = 20, 0.05
PARENT_SECONDS = 0.001
# Not `config.asgi`, which looks at key and role: each process does so at its own start.
MODULES = (
    "billiard.heap",
    "billiard.popen_fork",
    "billiard.sharedctypes",
    "celery.app.log",
    "celery.apps.beat",
    "celery.apps.worker",
    "celery.bin.celery",
    "celery.concurrency.prefork",
    "celery.concurrency.thread",
    "celery.events",
    "celery.fixups.django",
    "celery.worker.autoscale",
    "celery.worker.components",
    "celery.worker.consumer",
    "celery.worker.consumer.delayed_delivery",
    "celery.worker.strategy",
    "aiohttp.web",
    "api.serving.edge.application",
    "api.serving.live.server",
    "config.beat",
    "config.urls",
    "django.middleware.common",
    "django.middleware.security",
    "granian.asgi",
    "granian.cli",
    "granian.server.mp",
    "multiprocessing.popen_fork",
)


def main(descriptor: int) -> None:
    """Serve until the supervisor is gone. In each copy this function returns by running its program."""
    requests = socket.socket(fileno=descriptor)
    _name("template")
    _import_all()
    requests.send(READY)
    while (order := _next(requests)) and not is_copy(requests, order[0]):
        os.close(order[1])
    requests.close()
    if order:
        _become(*order)
        _run(order[0]["command"])


def _import_all() -> None:
    import django

    from config.celery import app

    django.setup(set_prefix=False)
    app.loader.import_default_modules()
    app.finalize()
    for module in MODULES:
        importlib.import_module(module)
    # A web process forks the one that serves. Since Python 3.14 it would start a server that forks, from nothing.
    multiprocessing.set_start_method("fork")
    _prepare(app)
    # A collection in a copy would write into all of it.
    gc.collect()
    gc.freeze()


def _prepare(app: Any) -> None:
    """What each process would otherwise make for itself at its first use; nothing is connected for it."""
    from django.conf import settings
    from django.db import connection
    from django.urls import get_resolver
    from psycopg.pq import PGconn

    # The log is set up, and stays so: every copy would set it up again, which writes into two megabytes.
    settings.LOGGING_CONFIG = None
    # Whether a generator is a mapping: click asks, and the first answer looks at every subclass, a megabyte of them.
    Counter(_ for _ in ())

    # The cryptography of libpq, six megabytes. It draws its chance anew in each process.
    nowhere = PGconn.connect_start(b"host=/nowhere")
    nowhere.encrypt_password(b"", b"", b"scram-sha-256")
    nowhere.finish()
    connection.get_connection_params()
    # Made when they are asked for, and kept.
    _ = get_resolver().url_patterns, app.amqp.queues, app.amqp.router, app.backend, app.control, app.events, app.log


def _next(requests: socket.socket) -> tuple[dict[str, Any], int] | None:
    """The next process to fork and its log; None when the supervisor is gone."""
    text, logs, _, _ = socket.recv_fds(requests, LONGEST_ORDER, 1)
    return (json.loads(text), logs[0]) if text else None


def is_copy(requests: socket.socket, said: Mapping[str, Any]) -> bool:
    """Fork a child of the *supervisor*, which takes in orphans: true in the child.

    So it goes on when this process ends, and its end is told to the one that starts it again.
    """
    reads, writes = os.pipe()
    if between := os.fork():
        os.close(writes)
        # Not before that one is gone: only then is the copy the supervisor's.
        os.waitpid(between, 0)
        requests.send(os.read(reads, LONGEST_ANSWER))
        os.close(reads)
        return False
    os.close(reads)
    between = os.getpid()
    if copy := os.fork():
        os.write(writes, str(copy).encode())
        os._exit(0)
    os.close(writes)
    while (parent := os.getppid()) == between:
        time.sleep(PARENT_SECONDS)
    if parent != said["supervisor"]:
        os._exit(1)
    return True


def _become(said: Mapping[str, Any], log: int) -> None:
    """What `subprocess` does for a program that is started: session, log, account; and settings of its own."""
    os.setsid()
    for output in (1, 2):
        os.dup2(log, output)
    os.close(log)
    _step_back(said["command"])
    places.become(None if said["account"] is None else UnixAccount(**said["account"]))
    _name(said["name"])
    prctl = ctypes.CDLL(None).prctl
    # A change of user forgets both: that the account may read what it runs, by which a later start finds orphans, and
    # the signal at the supervisor's death.
    prctl(PR_SET_DUMPABLE, 1)
    prctl(PR_SET_PDEATHSIG, signal.Signals(said["stop_signal"]))
    if os.getppid() != said["supervisor"]:
        os._exit(1)
    _set(said["own"])


def _step_back(command: Sequence[str]) -> None:
    """What `nice` before a command does, and the same among sessions where those are weighed (sched(7), autogroup).

    Each process has a session of its own: its steps would be compared with nobody's.
    """
    match command:
        case ["nice", "-n", steps, *_]:
            steps_back = os.nice(int(steps))
        case ["nice", *_]:
            steps_back = os.nice(STEPS_BACK)
        case _:
            return
    # The kernel takes one such change in a tenth of a second from all who have no rights.
    for _ in range(AUTOGROUP_TRIES):
        try:
            AUTOGROUP.write_text(f"{steps_back}\n")
        except BlockingIOError:
            time.sleep(AUTOGROUP_SECONDS)
        except OSError:
            return
        else:
            return


def _name(name: str) -> None:
    """What `ps -e` and `top` call this process."""
    ctypes.CDLL(None).prctl(PR_SET_NAME, name.encode())


def _set(own: Mapping[str, str]) -> None:
    """Variables that only this process has, each of them a setting of the same name."""
    from django.conf import settings

    os.environ.update(own)
    for name, value in own.items():
        setattr(settings, name, value)


def _run(command: list[str]) -> None:
    """`python -m MODULE …`, whatever stands before it."""
    module = command.index("-m") + 1
    sys.argv = command[module:]
    runpy.run_module(command[module], run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main(int(sys.argv[1]))
