"""Asks a relay for a round of a drand chain: within a time, of few bytes, and at no other place than the one named."""

import socket
import ssl
from http.client import HTTPConnection
from typing import Any
from urllib.parse import SplitResult, urlsplit

import orjson

from games.matches.notices.delivery.addresses import system_resolve, within
from games.matches.notices.delivery.bounds import Alarm, connected_to

# How long a relay has, once for its name, once for the connection and once for the answer, and how much of it is read.
SECONDS, MOST_BYTES = 2.0, 4_096
# Of the addresses of a name, which share the time for connecting.
MOST_TRIED = 2


def signature_of(relay: str, chain: str, number: int) -> str | None:
    """What a relay says is the signature of a round, for the caller to check; None where it answers but has none.

    OSError or HTTPException where it does not answer in time. A redirect is an answer, and is not followed.
    """
    place = urlsplit(relay)
    host, port = str(place.hostname), place.port or (443 if place.scheme == "https" else 80)
    connected = connected_to(within(SECONDS, system_resolve)(host, port)[:MOST_TRIED], port, SECONDS)
    # A relay that sends a byte now and then never lets a read run out of time.
    alarm = Alarm(connected, SECONDS)
    try:
        told = _answer(place, connected, f"{place.path}/{chain}/public/{number}")
    finally:
        alarm.stop()
        connected.close()
    if alarm.has_rung:
        # What was cut short looks like what ended.
        raise TimeoutError
    return None if told is None else _signature(told)


def _answer(place: SplitResult, connected: socket.socket, path: str) -> bytes | None:
    """The beginning of the body; None for a status other than 200, as a relay has it for a round that is not out."""
    connection = HTTPConnection(place.netloc)
    if place.scheme == "https":
        connected = ssl.create_default_context().wrap_socket(connected, server_hostname=place.hostname)
    connection.sock = connected
    try:
        connection.request("GET", path, headers={"Connection": "close", "Accept-Encoding": "identity"})
        with connection.getresponse() as response:
            return response.read(MOST_BYTES) if response.status == 200 else None
    finally:
        connection.close()


def _signature(body: bytes) -> str:
    try:
        told: Any = orjson.loads(body)
    except ValueError:
        return ""
    signature = told.get("signature") if isinstance(told, dict) else None
    return signature if isinstance(signature, str) else ""
