"""Keeps a login: the service's address and the player's token, in a file that only its owner can read.

The token of an app (`tabularium log-in --app`) lasts an hour: it is changed for the next one where that is near, by one
process at a time, because who uses a refresh token twice ends the access.
"""

import json
import os
import stat
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import httpx
from tabularium_client.device_login import Access, LoginRefused
from tabularium_client.sending import Token

HERE = "http://127.0.0.1:8000"
FILE_MODE, FOLDER_MODE = 0o600, 0o700


class NoLogin(Exception):
    """There is no login that can be used; the message says why and what to do. It holds no token."""


@dataclass(frozen=True, kw_only=True)
class Login:
    """Who plays where. `handle` is the player's name as the service told it; of an app's login there is its access."""

    url: str
    token: str = field(repr=False)
    handle: str = ""
    access: Access | None = None

    @property
    def credential(self) -> Token:
        """What a client is given: the token, or what makes the next one of an app's."""
        return self.token if self.access is None else fresh_token


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
        json.dump(_document(login), file)
    written.replace(path)
    return path


def _document(login: Login) -> dict[str, object]:
    plain = {"url": login.url, "token": login.token, "handle": login.handle}
    access = login.access
    if access is None:
        return plain
    more = {"app": access.app, "player": access.player, "scopes": access.scopes}
    return {**plain, "access": {**more, "refresh_token": access.refresh_token, "expires_at": access.expires_at}}


def fresh_token() -> str:
    """The token of the kept app's login, changed for the next one if it is about to run out; `NoLogin`."""
    login = _kept(place())
    if login.access is None or login.access.is_fresh(time.time()):
        return login.token
    with _alone():
        # Another process may have been faster.
        login = _kept(place())
        if login.access is None or login.access.is_fresh(time.time()):
            return login.token
        try:
            with httpx.Client() as http:
                access = login.access.renewed(http)
        except LoginRefused as refused:
            if refused.code == "no_answer":
                raise NoLogin("the service gave no new token: try again") from None
            raise NoLogin("the access has ended: tabularium log-in --app …") from None
        keep(Login(url=login.url, token=access.token, handle=login.handle, access=access))
        return access.token


@contextmanager
def _alone() -> Iterator[None]:
    """No other process of this user renews meanwhile, where the system has such locks."""
    descriptor = os.open(place().with_suffix(".lock"), os.O_RDWR | os.O_CREAT, FILE_MODE)
    try:
        try:
            import fcntl
        except ModuleNotFoundError:
            yield
        else:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
            yield
    finally:
        os.close(descriptor)


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
        url, token = document["url"], document["token"]
        kept = document.get("access")
        access = None if kept is None else Access(url=url, token=token, **{**kept, "scopes": tuple(kept["scopes"])})
        return Login(url=url, token=token, handle=document["handle"], access=access)
    except FileNotFoundError:
        raise NoLogin("you are not logged in: tabularium log-in") from None
    except (ValueError, KeyError, TypeError):
        raise NoLogin(f"{path} holds no login: tabularium log-in") from None
