"""Django's settings. What differs between installations comes from the environment, and only that.

`DATABASE_URL`        the service's role
`DATABASE_OWNER_URL`  the migrating role; absent from web and worker
`CELERY_BROKER_URL`   Redis or RabbitMQ
`SECRET_KEY`          signs what the service hands out
`ALLOWED_HOSTS`       host names the API answers to, separated by commas
`LOG_LEVEL`           `INFO` unless told otherwise
"""

import os
from datetime import timedelta

from config.databases import database

SECRET_KEY = os.environ.get("SECRET_KEY", "")
DEBUG = False
ALLOWED_HOSTS = os.environ.get("ALLOWED_HOSTS", "127.0.0.1,localhost,[::1]").split(",")

# Without DATABASE_URL there is no database: checks of code and of migrations need none, everything else says so.
DATABASES = {
    alias: database(os.environ[variable])
    for alias, variable in (("default", "DATABASE_URL"), ("owner", "DATABASE_OWNER_URL"))
    if variable in os.environ
}
# Migrations grant rights to this role.
SERVICE_ROLE = DATABASES["default"]["USER"] if "default" in DATABASES else ""

INSTALLED_APPS = ["rest_framework", "events", "games.matches", "api"]
MIDDLEWARE = ["django.middleware.security.SecurityMiddleware", "django.middleware.common.CommonMiddleware"]
ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
APPEND_SLASH = False
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

USE_TZ = True
TIME_ZONE = "UTC"
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("he", "Hebrew"), ("pl", "Polish")]

# Players are the table's own model, so Django's `auth` app is not installed and its anonymous user cannot be loaded.
REST_FRAMEWORK = {
    "UNAUTHENTICATED_USER": None,
    "UNAUTHENTICATED_TOKEN": None,
    "DEFAULT_AUTHENTICATION_CLASSES": ["api.authentication.BearerToken"],
    "DEFAULT_PERMISSION_CLASSES": ["api.permissions.ReaderOrPlayer"],
    "DEFAULT_RENDERER_CLASSES": ["api.formats.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["api.formats.StrictJSONParser"],
    "EXCEPTION_HANDLER": "api.problems.handle",
}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": os.environ.get("LOG_LEVEL", "INFO")},
    # Django's own handler would print the same line once more.
    "loggers": {"django": {"handlers": [], "propagate": True}},
}

CELERY_BROKER_URL = os.environ.get("CELERY_BROKER_URL", "")
CELERY_TIMEZONE = "UTC"
CELERY_TASK_IGNORE_RESULT = True

# Every job is idempotent and found again by a sweep, so a repeat is harmless and a loss is short.
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_SOFT_TIME_LIMIT = 50
CELERY_TASK_TIME_LIMIT = 60
CELERY_WORKER_PREFETCH_MULTIPLIER = 1

# The broker may vanish and come back empty at any time: try for ever, and notice a dead connection within seconds.
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_BROKER_TRANSPORT_OPTIONS = {
    # Seconds until an unacknowledged message is given out again; longer than any task may run.
    "visibility_timeout": 120,
    "socket_timeout": 5,
    "socket_connect_timeout": 2,
    "health_check_interval": 5,
}
# A sender that finds no broker gives up at once: whatever it announced is in PostgreSQL already.
CELERY_TASK_PUBLISH_RETRY = False

# Intervals of half a second need no memory across restarts, hence the scheduler without a file. A beat that waited
# in the queue for a second is dropped, so a worker that was away finds no heap of them.
CELERY_BEAT_SCHEDULER = "celery.beat:Scheduler"
CELERY_BEAT_MAX_LOOP_INTERVAL = 1
CELERY_BEAT_SCHEDULE = {
    name: {"task": f"games.matches.tasks.{name}", "schedule": timedelta(seconds=0.5), "options": {"expires": 1}}
    for name in ("relay", "project_listings", "project_deadlines", "sweep_deadlines")
}
