"""Processes that do a share of the work each. What they begin with imports no model before Django is ready."""

import os
import threading
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context, parent_process

import django


def pool(processes: int) -> ProcessPoolExecutor:
    """So many of them, none of which has a connection or a lock of this process."""
    return ProcessPoolExecutor(processes, get_context("spawn"), initializer=_begin)


def _begin() -> None:
    """Make Django ready, and end with the process that has started this one."""
    django.setup()
    threading.Thread(target=_end_with_parent, name="parent", daemon=True).start()


def _end_with_parent() -> None:
    """After a parent that was killed it would wait for work for ever, with a connection to the database."""
    if (parent := parent_process()) is not None:
        parent.join()
        os._exit(1)
