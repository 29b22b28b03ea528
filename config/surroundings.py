"""What a process finds around it and cannot work with: a schema of other code, a clock that is off, no broker."""

import pkgutil
import time
from functools import cache
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

from django.apps import apps
from django.conf import settings
from django.db import ProgrammingError, connection
from psycopg.errors import UndefinedTable

OURS = ("events", "matches")
# Times are the database's; a node's own clock is for rate limits, ids and the log.
MOST_SECONDS_OFF = 1.0

APPLIED = "SELECT app, name FROM django_migrations WHERE app = ANY(%s)"
MOMENT = "SELECT extract(epoch FROM clock_timestamp())::float"

now = time.time


def older_schema() -> str:
    """What the schema lacks that this code needs; empty where it has all."""
    return _lacks(_applied())


def newer_schema() -> str:
    """What the schema has that this code does not know; empty where it knows all."""
    return _knows_more(_applied())


def other_schema() -> str:
    """What the schema lacks or has more, found by one look."""
    applied = _applied()
    return _lacks(applied) or _knows_more(applied)


def wrong_clock() -> str:
    """How far this machine's clock is from PostgreSQL's, where that is more than a second beyond the time to ask."""
    before = now()
    with connection.cursor() as cursor:
        cursor.execute(MOMENT)
        (moment,) = cursor.fetchone()
    after = now()
    off = max(before - moment, moment - after)
    return f"this machine's clock is {off:.1f} s off PostgreSQL's" if off > MOST_SECONDS_OFF else ""


def missing_broker() -> str:
    """What to set where no broker is named; Celery would ask for one on this machine for ever."""
    return "" if settings.CELERY_BROKER_URL else "CELERY_BROKER_URL is not set"


def open_cookies() -> str:
    """Why browsers would send the page's session over connections that anybody reads, with the mend; else empty.

    Behind TLS its cookie is `Secure` and bound to the host by its name (`__Host-`), and whether the page is behind TLS
    says `PUBLIC_URL` alone.
    """
    public = urlsplit(settings.PUBLIC_URL)
    if public.scheme == "https":
        return ""
    named = [public.hostname or "", *settings.ALLOWED_HOSTS]
    elsewhere = [host for host in named if not _is_loopback(host)]
    if not elsewhere:
        return ""
    return (
        f"PUBLIC_URL is {settings.PUBLIC_URL}, and players come by {elsewhere[0] or 'no host'}: without https the "
        "session's cookie is neither Secure nor __Host-; end TLS in front and set PUBLIC_URL=https://…"
    )


def _is_loopback(host: str) -> bool:
    bare = host.strip("[]").rstrip(".").casefold()
    if bare == "localhost" or bare.endswith(".localhost"):
        return True
    try:
        return ip_address(bare).is_loopback
    except ValueError:
        return False


@cache
def _known() -> set[tuple[str, str]]:
    # By name alone: Django's loader imports them, which costs each process 4 MB.
    folders = {app: Path(apps.get_app_config(app).path, "migrations") for app in OURS}
    return {(app, module.name) for app, folder in folders.items() for module in pkgutil.iter_modules([str(folder)])}


def _lacks(applied: set[tuple[str, str]]) -> str:
    if not applied:
        return "the schema is older than the code, run the migration: the database is empty"
    lacking = _named(_known() - applied)
    return f"the schema is older than the code, run the migration: {lacking}" if lacking else ""


def _knows_more(applied: set[tuple[str, str]]) -> str:
    unknown = _named(applied - _known())
    return f"the schema is newer than the code: {unknown}" if unknown else ""


def _named(migrations: set[tuple[str, str]]) -> str:
    return ", ".join(f"{app} {name}" for app, name in sorted(migrations))


def _applied() -> set[tuple[str, str]]:
    """The migrations that the schema has had; none where nobody has ever migrated."""
    try:
        with connection.cursor() as cursor:
            cursor.execute(APPLIED, [list(OURS)])
            return set(cursor.fetchall())
    except ProgrammingError as error:
        if isinstance(error.__cause__, UndefinedTable):
            return set()
        raise
