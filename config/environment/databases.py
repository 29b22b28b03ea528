"""Django's settings for a database URL."""

from typing import Any

from psycopg.conninfo import conninfo_to_dict, make_conninfo

# After this many runs of the same statement on one connection, psycopg prepares it on the server.
PREPARE_THRESHOLD = 5
# Without it, a server that does not answer would hold every caller for psycopg's default of two minutes.
CONNECT_SECONDS = 5


def database(url: str, *, prepares: bool = True) -> dict[str, Any]:
    """Django's `DATABASES` entry for a libpq URL or connection string.

    `prepares` says whether statements may be prepared on the server: a pooler that shares connections may know none.

    libpq itself reads the URL, so everything it knows is understood: `postgresql://user@/name?host=/folder` for a
    Unix socket, several hosts, `sslmode`. Raises `psycopg.ProgrammingError` when the URL is malformed.
    """
    parts = conninfo_to_dict(url)
    return {
        "ENGINE": "config.postgresql",
        "NAME": parts.pop("dbname", ""),
        "USER": parts.pop("user", ""),
        "PASSWORD": parts.pop("password", ""),
        "HOST": parts.pop("host", ""),
        "PORT": parts.pop("port", ""),
        # Without the last two, Django's cursor neither binds nor prepares on the server.
        "OPTIONS": {
            "connect_timeout": CONNECT_SECONDS,
            **parts,
            "server_side_binding": True,
            "prepare_threshold": PREPARE_THRESHOLD if prepares else None,
        },
        # Each web thread and worker process keeps its connection; the health check replaces one the server has dropped.
        "CONN_MAX_AGE": None,
        "CONN_HEALTH_CHECKS": True,
        # An append refuses to run inside a transaction, so no request may be wrapped in one.
        "ATOMIC_REQUESTS": False,
    }


def listen_url(url: str) -> str:
    """The connection string of the one connection that listens, with all that the URL says of it.

    Of several hosts it takes the one that can be written to, unless told otherwise: a standby refuses to listen. Raises
    `psycopg.ProgrammingError` when the URL is malformed.
    """
    unless_told: dict[str, Any] = {"connect_timeout": CONNECT_SECONDS, "target_session_attrs": "read-write"}
    return make_conninfo("", **{**unless_told, **conninfo_to_dict(url)})
