"""Forwards a player's notices to a port of this machine, as the service's signed webhook deliveries."""

import json
import time
from collections.abc import Callable, Sequence
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

import httpx
from tabularium_client import webhooks
from tabularium_client.client import Tabularium

ANSWER_SECONDS = 10.0
# Between the attempts of a delivery: a receiver under development restarts often.
WAITS_SECONDS = (1.0, 5.0)
FACTS = ("match", "game", "seat", "prompt", "due_at")


class NotLocal(Exception):
    """The receiver is not on this machine."""


def checked_receiver(url: str) -> str:
    """The address of a receiver; raises `NotLocal` unless it is http on a loopback address."""
    host = urlsplit(url).hostname or ""
    try:
        is_local = host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        is_local = False
    if urlsplit(url).scheme != "http" or not is_local:
        raise NotLocal("deliveries go only to this machine: http://127.0.0.1:PORT/…")
    return url


def body_of(notice: dict[str, Any]) -> bytes:
    """The body of the delivery that tells of this notice, as docs/api/notices.md has it."""
    facts = {"notice": notice["id"], **{name: notice[name] for name in FACTS}}
    document = {"type": notice["kind"], "timestamp": notice["at"], "data": facts}
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()


def forward(
    client: Tabularium,
    to: str,
    secret: str,
    *,
    say: Callable[[str], None] = print,
    waits: Sequence[float] = WAITS_SECONDS,
) -> None:
    """Deliver each new notice until the player's stream ends for good, which it does with their token."""
    with httpx.Client(timeout=ANSWER_SECONDS, trust_env=False) as http:
        for message in client.follow_me():
            if message["type"] == "notice":
                notice = message["data"]
                became = deliver(http, to, secret, notice, waits)
                say(f"{notice['kind']} {notice['id']} {became}")


def deliver(http: httpx.Client, to: str, secret: str, notice: dict[str, Any], waits: Sequence[float]) -> str:
    """Post a notice until it is taken; the last status, or `no answer`. Every attempt has the same id and body."""
    body, became = body_of(notice), ""
    for wait in (*waits, None):
        signed = webhooks.headers(body, notice["id"], secret)
        try:
            answer = http.post(to, content=body, headers={"Content-Type": "application/json", **signed})
            became = str(answer.status_code)
            if answer.is_success:
                break
        except httpx.TransportError:
            became = "no answer"
        if wait is not None:
            time.sleep(wait)
    return became
