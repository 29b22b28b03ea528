"""The operators' pages and logins, beside a running stack or on a database that `given` (the environment) names."""

import os
import sys
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

from config.local_stack import keys, places, postgres
from config.local_stack.errors import StackError
from config.local_stack.places import UnixAccount
from config.local_stack.serve import granian
from config.local_stack.stack import PRIVILEGED, PROJECT

SETTINGS = "config.settings_operators"
OPERATORS_URL = "DATABASE_OPERATORS_URL"
# As Django's `createsuperuser --noinput` reads it.
PASSWORD = "DJANGO_SUPERUSER_PASSWORD"
LOGIN_COMMANDS = ("changepassword", "clearsessions", "createsuperuser")
# What changes the tables themselves, beside migrations.
OWNER_URL, OWNERS_COMMANDS = "DATABASE_OWNER_URL", ("distribute", "move_cold")
FOREIGN = [name for name in PRIVILEGED if name != OPERATORS_URL]


def environment(data: Path, given: Mapping[str, str]) -> dict[str, str]:
    """What the operators' processes need, without the owner's rights; `StackError` when there is no database."""
    kept = {name: value for name, value in given.items() if name not in FOREIGN}
    if "DATABASE_URL" not in kept:
        home = home_of(data)
        found = postgres.urls(home, sockets_of(home))
        kept |= {name: found[name] for name in ("DATABASE_URL", OPERATORS_URL)}
    if "SECRET_KEY" not in kept:
        kept["SECRET_KEY"] = keys.secret_key(places.home_for(data, places.servers_account()))
    return {**kept, "DJANGO_SETTINGS_MODULE": SETTINGS, "PYTHONPATH": str(PROJECT)}


def with_logins(environment: dict[str, str]) -> dict[str, str]:
    """The environment of what reads or writes logins; `StackError` where no role is named that may."""
    if OPERATORS_URL not in environment:
        raise StackError(f"set {OPERATORS_URL} beside DATABASE_URL: the service's role knows no logins")
    return environment


def pages(port: int) -> list[str]:
    """The command that serves the pages; the admin's own files are served from where Django has them."""
    admin = find_spec("django.contrib.admin")
    assert admin is not None
    assert admin.origin is not None
    return granian(port, "--static-path-mount", str(Path(admin.origin).parent / "static"))


def new_login(name: str, environment: Mapping[str, str]) -> list[str]:
    """The command that makes a login; it asks for the password twice, unless `PASSWORD` is set in the environment.

    `StackError` where there is neither a password nor a terminal to ask on.
    """
    command = [sys.executable, "manage.py", "createsuperuser", "--username", name, "--email", ""]
    if environment.get(PASSWORD):
        return [*command, "--noinput"]
    if not sys.stdin.isatty():
        raise StackError(f"the password is asked for on a terminal, and this is none: run it on one, or set {PASSWORD}")
    return command


def rights_for(arguments: list[str], environment: dict[str, str]) -> dict[str, str]:
    """The environment of a command of `manage.py`: it has the service's role, unless it is about logins."""
    if arguments[:1] and arguments[0] in LOGIN_COMMANDS:
        return with_logins(environment)
    return {name: value for name, value in environment.items() if name != OPERATORS_URL}


def with_owner(arguments: list[str], data: Path, given: Mapping[str, str]) -> dict[str, str]:
    """What a command of `manage.py` that changes tables has beside that: their owner's address.

    On a database that `given` names it is there only where that names the address too.
    """
    if not arguments[:1] or arguments[0] not in OWNERS_COMMANDS:
        return {}
    if "DATABASE_URL" in given:
        return {OWNER_URL: given[OWNER_URL]} if OWNER_URL in given else {}
    home = home_of(data)
    return {OWNER_URL: postgres.urls(home, sockets_of(home))[OWNER_URL]}


def managed(arguments: list[str]) -> list[str]:
    """A command of `manage.py`, such as `audit_matches`."""
    return [sys.executable, "manage.py", *arguments]


def become(command: list[str], environment: Mapping[str, str], account: UnixAccount | None = None) -> None:
    """Replace this process by the command, which gets the terminal and its signals; never returns.

    From root it goes on as `account`, where that can run it.
    """
    able = None if account is None else places.able(account)
    if able is not None and not able.reads_all:
        os.setgroups([])
        os.setgid(able.gid)
        os.setuid(able.uid)
    os.chdir(PROJECT)
    lent = list(map(str, places.lent(able, command)))
    os.execvpe(lent[0], lent, environment)  # noqa: S606 (no shell is wanted)


def home_of(data: Path) -> Path:
    """The home that is there; `StackError` where there is none, because none is to be made by what looks for one."""
    home = places.existing_home(data, places.servers_account())
    if home is None:
        raise StackError(
            f"there is no data in {data.absolute()}; name its folder (DATA=…), or start it with make serve"
        )
    return home


def sockets_of(home: Path) -> Path:
    """Where the running servers of a home listen; `StackError` where none run."""
    # The running server itself says where its socket is: the folder may be a temporary one.
    try:
        sockets = Path((home / "postgres/postmaster.pid").read_text().splitlines()[4])
    except (OSError, IndexError):
        sockets = home
    if not (sockets / places.POSTGRES_SOCKET).exists():
        raise StackError(f"nothing is running on {home}; start it with make serve, or set DATABASE_URL")
    return sockets
