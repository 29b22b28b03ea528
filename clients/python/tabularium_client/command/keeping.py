"""Keeps a login: the service's address and the player's token, in a file that only its owner can read."""

import json
import os
import stat
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

HERE = "http://127.0.0.1:8000"
FILE_MODE, FOLDER_MODE = 0o600, 0o700


class NoLogin(Exception):
    """There is no login that can be used; the message says why and what to do. It holds no token."""


@dataclass(frozen=True, kw_only=True)
class Login:
    """Who plays where. `handle` is the player's name as the service told it."""

    url: str
    token: str = field(repr=False)
    handle: str = ""


def place(environment: Mapping[str, str] = os.environ) -> Path:
    """The file of the login, under XDG_CONFIG_HOME or ~/.config."""
    folder = environment.get("XDG_CONFIG_HOME") or ""
    # The specification has relative paths ignored.
    base = Path(folder) if Path(folder).is_absolute() else Path.home() / ".config"
    return base / "tabularium" / "login.json"


def checked_url(url: str) -> str:
    """An address of a service; raises `NoLogin` for one that is none, or that holds a password."""
    parts = urlsplit(url.strip())
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise NoLogin("the address must begin with http:// or https://")
    if parts.username is not None or parts.password is not None:
        raise NoLogin("the address must not hold a user or a password")
    return url.strip().rstrip("/")


def keep(login: Login) -> Path:
    """Write the login, in place of an earlier one; the file."""
    path = place()
    path.parent.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
    written = path.with_suffix(".new")
    written.unlink(missing_ok=True)
    # It is never there with another mode, whatever the umask is.
    with os.fdopen(os.open(written, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE_MODE), "w") as file:
        json.dump({"url": login.url, "token": login.token, "handle": login.handle}, file)
    written.replace(path)
    return path


def forget() -> bool:
    """Delete the login; whether there was one."""
    path = place()
    is_there = path.exists()
    path.unlink(missing_ok=True)
    return is_there


def known(environment: Mapping[str, str] = os.environ) -> Login:
    """The login of TABULARIUM_URL and TABULARIUM_TOKEN, else the kept one; raises `NoLogin`.

    A kept token is sent nowhere but to the service that it was kept for.
    """
    url = environment.get("TABULARIUM_URL")
    if token := environment.get("TABULARIUM_TOKEN"):
        return Login(url=checked_url(url or HERE), token=token)
    login = _kept(place(environment))
    if url and checked_url(url) != login.url:
        raise NoLogin(f"you are logged in at {login.url}, and TABULARIUM_URL names another service")
    return login


def _kept(path: Path) -> Login:
    try:
        if stat.S_IMODE(path.stat().st_mode) & 0o077:
            raise NoLogin(f"others may read {path}: chmod 600 it, or log in again")
        document = json.loads(path.read_text())
        return Login(url=document["url"], token=document["token"], handle=document["handle"])
    except FileNotFoundError:
        raise NoLogin("you are not logged in: tabularium log-in") from None
    except (ValueError, KeyError, TypeError):
        raise NoLogin(f"{path} holds no login: tabularium log-in") from None
