"""The Celery application: `celery --app config worker`, `celery --app config beat`."""

import os

from celery import Celery, signals

from config import logs

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("tabularium")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["games.matches"])

signals.setup_logging.connect(logs.use_settings)
signals.task_prerun.connect(logs.task_begins)
signals.task_failure.connect(logs.task_failed)
signals.task_postrun.connect(logs.task_ends)
