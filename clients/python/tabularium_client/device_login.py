"""Access to a player without their password: the player types a code on the service's page (RFC 8628).

The app has to be registered with `device_flow` (docs/api/apps.md). What it gets lasts an hour; `Access.renewed` makes
the next, with a new refresh token: keep that one before you use the access.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import httpx

DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code"
SCOPES = ("read", "play", "host")
# So much longer between two questions after `slow_down` (RFC 8628, section 3.5).
SLOWER_SECONDS = 5.0
# What runs out so soon counts as over: the call has yet to get there.
MARGIN_SECONDS = 60.0


class LoginRefused(Exception):
    """The service, or the player, gives no access: `code` is the error of RFC 6749, section 5.2, or `no_answer`."""

    def __init__(self, code: str) -> None:
        super().__init__(f"no access: {code}")
        self.code = code


@dataclass(frozen=True, kw_only=True)
class Access:
    """What an app may do for a player, until `expires_at` (seconds since 1970)."""

    url: str
    app: str
    player: str
    scopes: tuple[str, ...]
    token: str = field(repr=False)
    refresh_token: str = field(repr=False)
    expires_at: float

    def is_fresh(self, at: float) -> bool:
        """Whether the token is good for some time yet."""
        return at < self.expires_at - MARGIN_SECONDS

    def renewed(self, http: httpx.Client) -> "Access":
        """The next access; this one's refresh token is worth nothing then. `LoginRefused`."""
        sent = {"grant_type": "refresh_token", "client_id": self.app, "refresh_token": self.refresh_token}
        return _access(self.url, self.app, _asked(http, self.url, "token", sent))


@dataclass(frozen=True, kw_only=True)
class Question:
    """What the player is to do: type `user_code` at `verification_uri`, before `expires_at`."""

    url: str
    app: str
    user_code: str
    verification_uri: str
    interval: float
    expires_at: float
    device_code: str = field(repr=False)

    def answered(self, http: httpx.Client, pause: Callable[[float], None] = time.sleep) -> Access:
        """Wait until the player has agreed. `LoginRefused` if they have not, or not in time."""
        sent = {"grant_type": DEVICE_GRANT, "client_id": self.app, "device_code": self.device_code}
        wait = self.interval
        while time.time() < self.expires_at:
            pause(wait)
            try:
                return _access(self.url, self.app, _asked(http, self.url, "token", sent))
            except LoginRefused as refused:
                if refused.code not in ("authorization_pending", "slow_down", "no_answer"):
                    raise
                wait += SLOWER_SECONDS * (refused.code == "slow_down")
        raise LoginRefused("expired_token")


def begin(url: str, app: str, http: httpx.Client, scopes: tuple[str, ...] = SCOPES) -> Question:
    """Ask for access to whoever types the code; `app` is the id of a registered app. `LoginRefused`."""
    told = _asked(http, url, "device_authorization", {"client_id": app, "scope": " ".join(scopes)})
    return Question(
        url=url,
        app=app,
        user_code=str(told["user_code"]),
        verification_uri=str(told["verification_uri"]),
        interval=float(told.get("interval", 5)),
        expires_at=time.time() + float(told["expires_in"]),
        device_code=str(told["device_code"]),
    )


def _access(url: str, app: str, told: Mapping[str, Any]) -> Access:
    return Access(
        url=url,
        app=app,
        player=str(told["player"]),
        scopes=tuple(str(told["scope"]).split()),
        token=str(told["access_token"]),
        refresh_token=str(told["refresh_token"]),
        expires_at=time.time() + float(told["expires_in"]),
    )


def _asked(http: httpx.Client, url: str, endpoint: str, fields: Mapping[str, str]) -> Mapping[str, Any]:
    try:
        answer = http.post(f"{url.rstrip('/')}/oauth/{endpoint}", data=dict(fields))
        told = answer.json()
    except (httpx.TransportError, ValueError):
        raise LoginRefused("no_answer") from None
    if answer.is_success and isinstance(told, dict):
        return told
    # An outage and a limit are problem documents, as everywhere: they pass.
    code = told.get("error") if isinstance(told, dict) else None
    raise LoginRefused(str(code) if code else "no_answer")
