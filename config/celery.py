"""The Celery application: `celery --app config worker`, `celery --app config beat`."""

import os
import sys
from typing import Any

from celery import Celery, signals
from django.db import close_old_connections

from config import logs, rights

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("tabularium")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["games.matches"])


# Without it Celery closes the database connection before and after every task, and a new one costs as much as playing
# a timeout. The name is older than namespaces, so Django's settings cannot hold it.
app.conf["CELERY_DB_REUSE_MAX"] = sys.maxsize


def check_connections(**_: Any) -> None:
    """As before a request: a connection that the server has dropped is replaced (`CONN_HEALTH_CHECKS`)."""
    close_old_connections()


def refuse_to_start(**_: Any) -> None:
    """The worker's processes are not yet there, so no connection is shared."""
    rights.refuse_to_start()


signals.worker_init.connect(refuse_to_start)
signals.task_prerun.connect(check_connections)
signals.setup_logging.connect(logs.use_settings)
signals.task_prerun.connect(logs.task_begins)
signals.task_failure.connect(logs.task_failed)
signals.task_postrun.connect(logs.task_ends)
