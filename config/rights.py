"""What a process must and must not have been given before it serves: a key of chance, and a role without power."""

import sys
from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import Error, connection

from config import open_files, surroundings
from events import outages

# What 32 bytes take in base64; in hexadecimal they take 64.
KEY_CHARACTERS = 43
DIFFERENT_CHARACTERS = 12
# So many follow from nothing before them. Of 43 characters of chance in base64 some 42 do; less than 28 do in
# one key of a million millions.
SURPRISES = 28
# How far apart the characters of a row may stand: abc, a1b2c3, aabbcc.
DISTANCES = (1, 2, 3)
# Django writes it before the keys that it makes for trying things out.
INSECURE = "django-insecure-"

# The role of the operators' pages has views in the place of tables with secrets (`events/roles.py`).
SIGHT = """
SELECT has_column_privilege(to_regclass('public.matches_player'), 'password', 'SELECT')
    OR to_regclass('matches_player') = to_regclass('public.matches_player')
"""
SIGHT_MEND = (
    "the database's role {role} reads passwords and addresses of players; as a superuser: "
    "REVOKE {service} FROM {role}; ALTER ROLE {role} SET search_path = operators, public"
)
# Superusers are members of everything. Until the schema is there, nobody owns it.
POWERS = """
SELECT pg_has_role(current_user, datdba, 'MEMBER') OR coalesce(
    (SELECT pg_has_role(current_user, relowner, 'MEMBER') FROM pg_class WHERE oid = to_regclass('event')), false)
FROM pg_database WHERE datname = current_database()
"""


def refuse_to_start() -> None:
    """End the process with one line where it was given a weak key, few files, a role with power or an old schema.

    A database that does not answer is no reason: `/readyz` tells what becomes of it.
    """
    try:
        reason = weakness(_key()) or open_files.too_few() or power() or _asked(surroundings.older_schema)
        if reason:
            sys.exit(f"tabularium: {reason}")
        # During an upgrade older code goes on beside newer code.
        for ask in (surroundings.newer_schema, surroundings.wrong_clock, sight):
            if fault := _asked(ask):
                print(f"tabularium: {fault}", file=sys.stderr)
    finally:
        # One for all questions; a process that forks takes none along.
        connection.close()


def _asked(ask: Callable[[], str]) -> str:
    """What is wrong, as far as can be asked: an outage passes, and a database that refuses the question does not."""
    try:
        return ask()
    except Error as error:
        if outages.is_passing(error):
            return ""
        return f"the database refuses what is asked at each start: {type(error.__cause__ or error).__name__}"


def sight() -> str:
    """What the role of the operators' pages sees that it should not, with the mend; empty where it sees no secrets."""
    role = settings.OPERATORS_ROLE
    if not role:
        return ""
    with connection.cursor() as cursor:
        cursor.execute(SIGHT)
        (sees,) = cursor.fetchone()
    return SIGHT_MEND.format(role=role, service=settings.SERVICE_ROLE) if sees else ""


def power() -> str:
    """What is wrong with the database's role, as far as can be asked; empty when nothing is."""
    return _asked(_power)


def _power() -> str:
    with connection.cursor() as cursor:
        cursor.execute(POWERS)
        (is_powerful,) = cursor.fetchone()
    role = connection.settings_dict["USER"]
    if not is_powerful:
        return ""
    return f"the database's role {role} owns the history, and no process that serves may"


def weakness(key: str) -> str:
    """Why a text is no key of 32 bytes of chance, as far as can be seen; empty when it may be one."""
    advice = "make one: python3 -c 'import secrets; print(secrets.token_urlsafe(48))'"
    if not key:
        return f"SECRET_KEY is not set; {advice}"
    is_short = len(key) < KEY_CHARACTERS or len(set(key)) < DIFFERENT_CHARACTERS or _surprises(key) < SURPRISES
    if is_short or _repeats(key) or key.startswith(INSECURE):
        return f"SECRET_KEY is not 32 bytes of chance; {advice}"
    return ""


def _key() -> str:
    try:
        return str(settings.SECRET_KEY)
    except ImproperlyConfigured:
        # Django's way to say that it is empty.
        return ""


def _repeats(key: str) -> bool:
    return (key + key).find(key, 1) < len(key)


def _surprises(key: str) -> int:
    """How many characters neither go on with a row such as abc, 9753 or a1b2 nor end what stood there before."""
    text = key.lower()
    return sum(not _follows(text, at) for at in range(len(text)))


def _follows(text: str, at: int) -> bool:
    stood_before = at >= 2 and text.find(text[at - 2 : at + 1]) < at - 2
    return stood_before or any(_goes_on(text, at, distance) for distance in DISTANCES if at >= 2 * distance)


def _goes_on(text: str, at: int, distance: int) -> bool:
    first, second, third = (ord(text[at - back * distance]) for back in (2, 1, 0))
    return third - second == second - first
