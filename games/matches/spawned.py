"""What a process begins with that does a share of the work. It imports no model before Django is ready."""

import os
import threading
from multiprocessing import parent_process

import django


def begin() -> None:
    """Make Django ready, and end with the process that has started this one."""
    django.setup()
    threading.Thread(target=_end_with_parent, name="parent", daemon=True).start()


def _end_with_parent() -> None:
    """After a parent that was killed it would wait for work for ever, with a connection to the database."""
    if (parent := parent_process()) is not None:
        parent.join()
        os._exit(1)
