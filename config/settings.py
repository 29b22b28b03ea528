"""Django's settings. What differs between installations comes from the environment, and only that.

`DATABASE_URL`        the service's role
`DATABASE_LISTEN_URL`  the same past every pooler, for what needs a session: LISTEN; unset, `DATABASE_URL`
`PREPARED_STATEMENTS`  `0` prepares no statement on the server: for a pooler that cannot keep them apart
`DATABASE_OWNER_URL`  the migrating role; absent from web and worker
`DATABASE_OPERATORS_URL`  the operators' role: logins, and the service's rights without secrets; not for web and worker
`CELERY_BROKER_URL`   Redis or RabbitMQ
`SECRET_KEY`          signs what the service hands out
`ALLOWED_HOSTS`       host names the API answers to, separated by commas
`LOG_LEVEL`           `INFO` unless told otherwise
`NUM_PROXIES`         how many of our own proxies stand before the service; each adds its caller to X-Forwarded-For
`RATE_LIMITS`         JSON: calls a minute that differ from the public ones, `{"moves": {"token": 600}}`
`QUOTAS`              JSON: what one player and one address may set going, where it differs from the public service's,
                      `{"bot_matches": {"player": 100}}`
`RATE_LIMIT_REDIS_URL`  the Redis that counts calls; unset, the broker where it is a Redis, else no call is counted
`HELD_RULES`          rules that no new match gets yet, `cave/2,toy/1`: while an upgrade rolls (docs/upgrades.md)
`MAX_BODY_BYTES`      the longest body that is read
`NOTICES_DAYS`        after how many days notices, and what became of sending them, are deleted; 0 keeps them
`CHAT_DAYS`           after how many days since the end of a match its chat is deleted; 0 keeps it
`GUEST_DAYS`          after how many days without a call guests are deleted; 0 keeps them
`COLD_STORAGE`        where matches lie that `move_cold` has moved out of the database: `file:///folder`, or JSON with
                      `BACKEND` and `OPTIONS` of any of Django's storages; unset, nowhere
`VACATION_DAYS`       how many days a year a player's clocks may stand still for vacation
`PUBLIC_URL`          the service's public address, for the links in mails; with https cookies are for TLS alone
`MATCH_URL`           where a player opens a match, `{match}` standing for its id: for the links in mails and chats
`PAGE_API_URL`        where the page plays, `https://other.example.org/api/v1`: at another server, by token; unset, here
`MAIL_URL`            `smtp://user:password@host:587` (STARTTLS), `smtps://…:465`, `file:///folder` or `console:`
`MAIL_FROM`           the sender of mails
`TURN_MAIL_DELAY_SECONDS`  how long a mail about a turn waits for the turn to be taken
`WEBHOOKS_TO_LOOPBACK`  `1` lets webhooks call this machine, over plain http too: for tests
`VAPID_KEY`           signs push messages: 32 bytes of chance in base64 as addresses have it; without one there are none
`VAPID_SUBJECT`       whom those who carry them may ask, `mailto:…` or `https://…`; unset, the address in `MAIL_FROM`
`BEACON_URLS`         relays of a public beacon (drand), separated by commas: its rounds go into the chance of new
                      matches; unset, none does
`BEACON_CHAINS`       files with the `/info` of chains, separated by commas: new matches name the first, the others are
                      believed in older ones; unset, quicknet
`LOG_KEY`             signs the log of all heads: 32 bytes of chance in base64 as addresses have it; while keys change
                      the new one, a comma, the old one; without one no head is logged
`LOG_NAME`            what checkpoints call the log, for ever; unset, `PUBLIC_URL` without its scheme, and `/log`
`LOG_WITNESSES`       whom checkpoints are sent to for their cosignatures: key, space, address; a comma before the next
`LOG_COSIGNATURES`    how many witnesses have to have cosigned a checkpoint before readers get it; 0 waits for none
`LOG_TIMESTAMP_URL`   an authority (RFC 3161) that stamps checkpoints, at most one an hour; unset, nobody does
`LOG_TIMESTAMP_ROOTS`  a PEM file with the certificates under which the authority signs
`HEALTH_SOCKET`       where a web process is asked for its own health, beside `/healthz`; unset, nowhere
`LIVE_URL`            where the live processes answer, for the links to streams; unset, as `PUBLIC_URL`
`LIVE_SOCKET`         where the web processes of this machine reach its live process; unset, no call waits at the web
`PULSE_FILE`          what a worker or beat touches while it gets on, every few seconds; unset, nothing
`METRICS_TOKEN`       the bearer token that opens `/metrics`; without one only this machine may read it
`OTEL_…`              the standard variables of OpenTelemetry; without an endpoint or exporter it is not even imported
"""

import os
from email.utils import parseaddr
from pathlib import Path
from typing import Any

from celery.schedules import crontab
from django.conf import global_settings

from config.environment.cold_storage import cold_storage
from config.environment.databases import database, listen_url
from config.environment.limits import counting_redis, quotas, rate_limits
from config.environment.log_settings import log_keys, log_name, log_witnesses, timestamp_roots
from config.environment.mail import mail_settings, match_url, vapid_key
from config.environment.relays import beacon_chains, beacon_urls
from config.telemetry.wanted import wanted
from games.core.languages import BY_CODE

BASE = Path(__file__).parents[1]
SECRET_KEY = os.environ.get("SECRET_KEY", "")
DEBUG = False
ALLOWED_HOSTS = os.environ.get("ALLOWED_HOSTS", "127.0.0.1,localhost,[::1]").split(",")

PREPARES = os.environ.get("PREPARED_STATEMENTS", "1") != "0"
# Without DATABASE_URL there is no database: checks of code and of migrations need none, all else fails.
DATABASES = {
    alias: database(os.environ[variable], prepares=PREPARES)
    for alias, variable in (("default", "DATABASE_URL"), ("owner", "DATABASE_OWNER_URL"))
    if variable in os.environ
}
LISTEN_URL = listen_url(os.environ.get("DATABASE_LISTEN_URL") or os.environ.get("DATABASE_URL", ""))
# Migrations grant rights to these: on the tables of the operators' apps to their role alone, else to the service's.
SERVICE_ROLE = DATABASES["default"]["USER"] if "default" in DATABASES else ""
OPERATORS_ROLE = ""
OPERATORS_APPS: list[str] = []
# Of an app that both know, what is the operators' alone.
OPERATORS_TABLES = ["matches_loginattempt"]
# And what its role sees by views alone: with which rights, and which columns are empty there, or by an expression. The
# address of a webhook can be a secret: its pages show the host.
OPERATORS_VIEWS: dict[str, tuple[str, dict[str, str]]] = {
    "matches_player": (
        "SELECT",
        dict.fromkeys(("password", "email", "confirmed_email", "sign_up_key", "upgrade_key", "upgrade_hash"), ""),
    ),
    "matches_token": ("SELECT, DELETE", {"digest": "", "creation_key": ""}),
    "matches_streamticket": ("SELECT, DELETE", {"digest": ""}),
    "matches_app": ("SELECT", dict.fromkeys(("client_secret", "creation_key"), "")),
    "matches_appcode": ("SELECT, DELETE", {"code": "", "code_challenge": ""}),
    "matches_appaccess": ("SELECT, UPDATE, DELETE", {"token": "", "token_checksum": ""}),
    "matches_apprefresh": ("SELECT, UPDATE, DELETE", {"token": "", "token_checksum": ""}),
    "matches_appdevice": ("SELECT, DELETE", {"device_code": "", "user_code": ""}),
    "matches_webhook": (
        "SELECT",
        {
            "url": r"regexp_replace(url, '^([a-z]+://)([^/?#]*@)?([^/?#]*).*$', '\1\3')",
            "secret": "",
            "previous_secret": "",
            "creation_key": "",
            "rotation_key": "",
        },
    ),
    # What players write to each other is seen in reports alone, and what they write to themselves by nobody.
    "matches_chatmessage": ("SELECT, UPDATE", {"text": "", "reaction": "", "creation_key": ""}),
    "matches_ownnote": ("SELECT", {"text": ""}),
    "matches_accountmail": ("SELECT", {"email": ""}),
    "matches_cup": ("SELECT, UPDATE (name)", {"seed": "", "creation_key": "", "request_hash": ""}),
    "matches_invitation": ("SELECT", {"digest": "", "creation_key": ""}),
}

INSTALLED_APPS = ["corsheaders", "rest_framework", "oauth2_provider", "events", "games.matches", "api"]
# django-oauth-toolkit keeps everything in tables of ours (decision 49): of its own models none has a table, and none of
# its migrations runs. ID tokens are off, but a table has to be named for them too.
MIGRATION_MODULES = {"oauth2_provider": None}
AUTH_USER_MODEL = "matches.Player"
OAUTH2_PROVIDER_APPLICATION_MODEL = "matches.App"
OAUTH2_PROVIDER_GRANT_MODEL = "matches.AppCode"
OAUTH2_PROVIDER_ACCESS_TOKEN_MODEL = "matches.AppAccess"
OAUTH2_PROVIDER_REFRESH_TOKEN_MODEL = "matches.AppRefresh"
OAUTH2_PROVIDER_DEVICE_GRANT_MODEL = "matches.AppDevice"
OAUTH2_PROVIDER_ID_TOKEN_MODEL = "matches.AppDevice"
OAUTH2_PROVIDER = {
    # What an app may be given; the page says it in words.
    "SCOPES": {"read": "", "play": "", "host": ""},
    "DEFAULT_SCOPES": ["read"],
    "AUTHORIZATION_CODE_EXPIRE_SECONDS": 60,
    "ACCESS_TOKEN_EXPIRE_SECONDS": 3600,
    # After the end of the last access token.
    "REFRESH_TOKEN_EXPIRE_SECONDS": 60 * 24 * 3600,
    "REFRESH_TOKEN_REUSE_PROTECTION": True,
    **{
        f"COMPLIANT_BCP_RFC9700_{name}": True
        for name in (
            "TOKEN_STORAGE",
            "PKCE_METHOD",
            "PKCE_REQUIRED",
            "IMPLICIT_GRANT",
            "PASSWORD_GRANT",
            "ACCESS_TOKEN_TRANSPORT",
            "AUTHZ_RESPONSE_ISS",
            "REFRESH_TOKEN",
            "REDIRECT_URI_SCHEME",
            "REDIRECT_URI_MATCHING",
        )
    },
}
MIDDLEWARE = [
    "api.http.middleware.RequestLog",
    "api.http.response_tally.Counted",
    "api.http.headers.Cors",
    "api.http.deprecations.Deprecations",
    "api.http.headers.Security",
    # Its tags become weak, because a compressed answer is not the same bytes.
    "api.http.headers.Compression",
    "api.http.headers.Hosts",
    "api.http.headers.Caching",
    # Counting comes first: a call that is refused for its size counts too.
    "api.http.rate_limits.RateLimits",
    "api.http.rate_limits.Addresses",
    "api.http.middleware.RequestLimits",
]
# Around all: traces and figures of OpenTelemetry, where its variables ask for them (docs/running.md).
if wanted(os.environ):
    MIDDLEWARE.insert(0, "config.telemetry.traced_requests.Traced")
ROOT_URLCONF = "config.urls"
WEB_THREADS = 40
HEALTH_SOCKET = os.environ.get("HEALTH_SOCKET", "")
LIVE_SOCKET = os.environ.get("LIVE_SOCKET", "")
PULSE_FILE = os.environ.get("PULSE_FILE", "")
APPEND_SLASH = False
TEMPLATES: list[dict[str, Any]] = [
    {"BACKEND": "django.template.backends.django.DjangoTemplates", "DIRS": [BASE / "api/pages/templates"]},
]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

USE_TZ = True
TIME_ZONE = "UTC"
LANGUAGE_CODE = "en"
LANGUAGES = [(language.code, language.english) for language in BY_CODE.values()]

# Players are the table's own model, so Django's `auth` app is not installed and its anonymous user cannot be loaded.
REST_FRAMEWORK = {
    "UNAUTHENTICATED_USER": None,
    "UNAUTHENTICATED_TOKEN": None,
    "DEFAULT_AUTHENTICATION_CLASSES": ["api.http.authentication.BearerToken"],
    "DEFAULT_PERMISSION_CLASSES": ["api.http.permissions.Scoped"],
    "DEFAULT_RENDERER_CLASSES": ["api.http.formats.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["api.http.formats.StrictJSONParser"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "api.http.formats.Negotiation",
    "EXCEPTION_HANDLER": "api.http.problems.handle",
    # `?format=` is a parameter like any other that we do not know.
    "URL_FORMAT_OVERRIDE": None,
    "NUM_PROXIES": int(os.environ.get("NUM_PROXIES", "0")),
}

# Any page may call with a token that it holds. Our own page's session needs a header that is not listed here, which no
# page of another origin can send: so none can act with a visitor's rights (`api/http/session.py`).
CORS_ALLOW_ALL_ORIGINS = True
# Health and figures are for operators, and no page of others has to read them.
CORS_URLS_REGEX = r"^/(api/|log/|oauth/(token|revoke|device_authorization)$|\.well-known/oauth-authorization-server$)"
CORS_ALLOW_HEADERS = [
    "accept",
    "accept-language",
    "authorization",
    "content-type",
    "idempotency-key",
    "invitation",
    "if-match",
    "if-none-match",
    "last-event-id",
    "x-request-id",
]
CORS_EXPOSE_HEADERS = [
    "Date",
    "Deprecation",
    "ETag",
    "Idempotent-Replayed",
    "Link",
    "Location",
    "RateLimit",
    "RateLimit-Policy",
    "Retry-After",
    "Sunset",
    "X-Request-Id",
]

RATE_LIMITS = rate_limits(os.environ.get("RATE_LIMITS", ""))
QUOTAS = quotas(os.environ.get("QUOTAS", ""))
RATE_LIMIT_REDIS_URL = os.environ.get("RATE_LIMIT_REDIS_URL") or counting_redis(os.environ.get("CELERY_BROKER_URL", ""))
HELD_RULES = os.environ.get("HELD_RULES", "").replace(" ", "").split(",")
MAX_BODY_BYTES = int(os.environ.get("MAX_BODY_BYTES", str(64 * 1024)))
MAX_BODY_DEPTH = 16
VACATION_DAYS = int(os.environ.get("VACATION_DAYS", "30"))
NOTICES_DAYS = int(os.environ.get("NOTICES_DAYS", "90"))
CHAT_DAYS = int(os.environ.get("CHAT_DAYS", "90"))
GUEST_DAYS = int(os.environ.get("GUEST_DAYS", "90"))
MAX_ADDRESS_CHARACTERS = 4096
STORAGES = {**global_settings.STORAGES, **cold_storage(os.environ.get("COLD_STORAGE", ""))}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"()": "config.logs.JSONLines"}},
    "filters": {"sparing": {"()": "config.logs.Sparing"}},
    "handlers": {
        "stderr": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["sparing"]},
        "nowhere": {"class": "logging.NullHandler"},
    },
    "root": {"handlers": ["stderr"], "level": os.environ.get("LOG_LEVEL", "INFO")},
    "loggers": {
        # Django's own handler would print the same line once more.
        "django": {"handlers": [], "propagate": True},
        # `api.access` and `api.http.problems` log the same, without the address and the exception's message.
        "django.request": {"handlers": ["nowhere"], "propagate": False},
        # Scanners send made-up host names all day.
        "django.security.DisallowedHost": {"handlers": ["nowhere"], "propagate": False},
        # They tell codes and refresh tokens to whoever asks for all there is to know.
        "oauthlib": {"level": "WARNING"},
        "oauth2_provider": {"level": "WARNING"},
        "celery.app.trace": {"handlers": ["nowhere"], "propagate": False},
        # Some tasks run several times a second.
        "celery": {"level": "WARNING"},
    },
}

PUBLIC_URL = os.environ.get("PUBLIC_URL", "http://127.0.0.1:8000").rstrip("/")
LIVE_URL = os.environ.get("LIVE_URL", PUBLIC_URL).rstrip("/")
MATCH_URL = match_url(os.environ.get("MATCH_URL", PUBLIC_URL + "/matches/{match}"))
PAGE_API_URL = os.environ.get("PAGE_API_URL", "").rstrip("/")
# EMAIL_BACKEND and what it needs.
globals().update(mail_settings(os.environ.get("MAIL_URL", "file:" + str(BASE / ".data/mail"))))
DEFAULT_FROM_EMAIL = os.environ.get("MAIL_FROM", "Tabularium <no-reply@localhost>")
TURN_MAIL_DELAY_SECONDS = int(os.environ.get("TURN_MAIL_DELAY_SECONDS", "60"))
VAPID_KEY = vapid_key(os.environ.get("VAPID_KEY", ""))
VAPID_SUBJECT = os.environ.get("VAPID_SUBJECT") or f"mailto:{parseaddr(DEFAULT_FROM_EMAIL)[1]}"
LOG_KEYS = log_keys(os.environ.get("LOG_KEY", ""))
LOG_NAME = log_name(os.environ.get("LOG_NAME", ""), PUBLIC_URL)
LOG_WITNESSES = log_witnesses(os.environ.get("LOG_WITNESSES", ""))
LOG_COSIGNATURES = int(os.environ.get("LOG_COSIGNATURES", "0"))
LOG_TIMESTAMP_URL = os.environ.get("LOG_TIMESTAMP_URL", "")
LOG_TIMESTAMP_ROOTS = timestamp_roots(LOG_TIMESTAMP_URL, os.environ.get("LOG_TIMESTAMP_ROOTS", ""))
WEBHOOKS_TO_LOOPBACK = os.environ.get("WEBHOOKS_TO_LOOPBACK", "") == "1"
BEACON_URLS = beacon_urls(os.environ.get("BEACON_URLS", ""))
BEACON_CHAINS = beacon_chains(os.environ.get("BEACON_CHAINS", ""))
METRICS_TOKEN = os.environ.get("METRICS_TOKEN", "")

CELERY_BROKER_URL = os.environ.get("CELERY_BROKER_URL", "")
CELERY_TIMEZONE = "UTC"
CELERY_TASK_IGNORE_RESULT = True

# Every job is idempotent and found again by a sweep, so a repeat is harmless and a loss is short.
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_SOFT_TIME_LIMIT = 50
CELERY_TASK_TIME_LIMIT = 60
CELERY_WORKER_PREFETCH_MULTIPLIER = 1

# The broker may vanish and come back empty at any time: retry without end, and notice a dead connection in seconds.
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_BROKER_TRANSPORT_OPTIONS = {
    # Seconds until an unacknowledged message is delivered again; longer than any task may run.
    "visibility_timeout": 120,
    "socket_timeout": 5,
    "socket_connect_timeout": 2,
    "health_check_interval": 5,
}
# A sender that finds no broker gives up at once: what it announces is already in PostgreSQL.
CELERY_TASK_PUBLISH_RETRY = False

# What is due by the second is looked up in PostgreSQL (`config/beat.py`) and needs no memory across restarts, hence a
# scheduler without a file. Only what waits for minutes, and the tasks of the nights, have a timetable.
CELERY_BEAT_SCHEDULER = "config.beat:Scheduler"
CELERY_BEAT_MAX_LOOP_INTERVAL = 1
# When, and after how many seconds a message that waited is too old.
_TIMED = {
    # Nobody waits for it.
    "count_matches": (crontab(minute="*"), 60),
    # A checkpoint a minute at most, and who waits for a proof waits no longer.
    "log_heads": (crontab(minute="*"), 60),
    "cosign_heads": (crontab(minute="*"), 60),
    "stamp_heads": (crontab(minute="*"), 60),
    # In rounds of less than a minute each, so that no audit occupies a worker for long.
    "audit_sample": (crontab(hour="2,3", minute="*/2"), 60),
    # Once a night, because it reads all streams.
    "audit_headless": (crontab(hour="4", minute="0"), 3600),
    "forget_quotas": (crontab(hour="4", minute="30"), 3600),
    "forget_notices": (crontab(hour="4", minute="45"), 3600),
    "forget_talk": (crontab(hour="4", minute="50"), 3600),
    "forget_app_tokens": (crontab(hour="4", minute="40"), 3600),
    "claim_looks": (crontab(hour="4", minute="50"), 3600),
    # In rounds of less than a minute each, as the audits.
    "expire_guests": (crontab(hour="5", minute="*/2"), 60),
    # After the audits, whose work it repeats for the matches that were set aside.
    "lift_quarantines": (crontab(hour="4", minute="30"), 3600),
}
CELERY_BEAT_SCHEDULE = {
    name: {"task": f"games.matches.tasks.{name}", "schedule": when, "options": {"expires": expires}}
    for name, (when, expires) in _TIMED.items()
}
# The relay goes on until nothing is left, and clocks wait for nobody, so each has a queue and a worker of its own: no
# backlog of news or lists makes a clock late. Webhooks and mail, which wait for other people's servers, have one too,
# so that neither clocks nor lists wait for those servers; and so have bots, because there may be more of their turns
# than any worker can play.
RELAY_QUEUE, CLOCK_QUEUE, BOTS_QUEUE, COURIER_QUEUE = "relay", "clock", "bots", "courier"
_QUEUES = {
    RELAY_QUEUE: ("relay",),
    CLOCK_QUEUE: ("project_deadlines", "sweep_deadlines"),
    BOTS_QUEUE: ("play_bots", "run_cups"),
    COURIER_QUEUE: ("send_webhooks", "send_pushes", "send_mails", "look_for_rounds", "cosign_heads", "stamp_heads"),
}
CELERY_TASK_ROUTES = {
    f"games.matches.tasks.{name}": {"queue": queue} for queue, names in _QUEUES.items() for name in names
}
