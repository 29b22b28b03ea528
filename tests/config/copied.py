"""`python -m tests.config.copied FILE`: a service that writes down how it finds itself, and goes on until it is ended."""

import json
import logging
import multiprocessing
import os
import random
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

AUTOGROUP = Path("/proc/self/autogroup")


def opened() -> Iterator[str]:
    """What is open, but for what libraries keep open of themselves (libffi 3.5 does)."""
    for descriptor in os.listdir("/proc/self/fd"):
        # The listed folder was open for as long as it was listed.
        with suppress(FileNotFoundError):
            file = os.readlink(f"/proc/self/fd/{descriptor}")
            if ".so" not in Path(file).name:
                yield file


def found() -> dict[str, Any]:
    import django
    from django.conf import settings

    handlers = [*logging.getLogger().handlers]
    # As granian's application, Celery and the live process do.
    django.setup(set_prefix=False)
    status = dict(line.split(":\t", 1) for line in Path("/proc/self/status").read_text().splitlines())
    return {
        "arguments": sys.argv[1:],
        "name": status["Name"],
        "session": os.getsid(0),
        "parent": os.getppid(),
        "accounts": os.getresuid(),
        "groups": [os.getgid(), *os.getgroups()],
        "rights": [int(status[name], 16) for name in ("CapEff", "CapPrm")],
        "gains_none": status["NoNewPrivs"] == "1",
        "nice": os.nice(0),
        "among_sessions": AUTOGROUP.read_text() if os.access(AUTOGROUP, os.W_OK) else None,
        "threads": [threading.active_count(), len(os.listdir("/proc/self/task"))],
        "open": sorted(opened()),
        "starts_by": multiprocessing.get_start_method(),
        "handled": int(status["SigCgt"], 16) & ~(1 << signal.SIGINT - 1),
        "chance": random.random(),
        "has_logged_before": [*map(type, handlers)] == [logging.StreamHandler],
        "logs_as_before": [*map(id, handlers)] == [*map(id, logging.getLogger().handlers)],
        "pulse": [os.environ["PULSE_FILE"], settings.PULSE_FILE],
    }


if __name__ == "__main__":
    print("a line for the log", flush=True)
    # Whole at once for who waits for it.
    draft = Path(f"{sys.argv[1]}.draft")
    draft.write_text(json.dumps(found()))
    draft.rename(sys.argv[1])
    signal.pause()
