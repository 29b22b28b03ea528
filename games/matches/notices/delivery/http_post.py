"""One POST to a foreign server: to the checked address, with a time limit, without reading the response's body."""

import http.client
import logging
import socket
import ssl
from collections.abc import Mapping
from dataclasses import dataclass

from games.matches.notices.delivery.addresses import AddressRefused, Place, Resolve, Vetted, system_resolve, vet, within
from games.matches.notices.delivery.bounds import Alarm, connected_to

log = logging.getLogger(__name__)

RESOLVE_SECONDS = 5.0
CONNECT_SECONDS = 5.0
# Of the addresses of a name; these share the time for connecting, or a name with many could hold us for minutes.
MOST_TRIED = 3
ALL_SECONDS = 10.0


@dataclass(frozen=True, kw_only=True)
class PostSettings:
    """How calls are made. `loopback` allows this machine and plain http; `seconds` bounds a call once connected."""

    loopback: bool = False
    resolve: Resolve = system_resolve
    seconds: float = ALL_SECONDS
    tls: ssl.SSLContext | None = None


@dataclass(frozen=True, kw_only=True)
class Parcel:
    """What is posted where."""

    url: str
    headers: Mapping[str, str]
    body: bytes


@dataclass(frozen=True, kw_only=True)
class PostResult:
    """The receiver's status, or a word for why there is none."""

    status: int | None = None
    error: str = ""

    @property
    def is_taken(self) -> bool:
        """Whether the receiver has taken it in: any 2xx. A redirect is not followed, and is a failure."""
        return self.status is not None and 200 <= self.status < 300


def post(parcel: Parcel, caller: PostSettings) -> PostResult:
    """Post once. Whatever the receiver does becomes a `PostResult`, never an exception."""
    try:
        vetted = vet(parcel.url, resolve=within(RESOLVE_SECONDS, caller.resolve), loopback=caller.loopback)
        return PostResult(status=_exchange(parcel, vetted, caller))
    except AddressRefused as refused:
        return PostResult(error=refused.reason)
    except TimeoutError:
        return PostResult(error="timed_out")
    except ssl.SSLError:
        return PostResult(error="tls_failed")
    except OSError:
        return PostResult(error="connection_failed")
    except (http.client.HTTPException, ValueError):
        return PostResult(error="no_http")
    except Exception as error:
        # An unforeseen failure of one receiver must not end the run for all others.
        log.error("a call failed: %s", type(error).__name__)
        return PostResult(error="failed")


def _exchange(parcel: Parcel, vetted: Vetted, caller: PostSettings) -> int:
    connected = _connected(vetted)
    # A receiver that sends a byte now and then never lets a read run out of time, so the connection is cut from here.
    alarm = Alarm(connected, caller.seconds)
    try:
        connected.settimeout(caller.seconds)
        status = _status(parcel, vetted.place, _secured(connected, vetted.place, caller))
    except (OSError, http.client.HTTPException, ValueError):
        if alarm.has_rung:
            raise TimeoutError from None
        raise
    finally:
        alarm.stop()
        connected.close()
    if alarm.has_rung:
        # Headers that were cut short look like headers that ended.
        raise TimeoutError
    return status


def _connected(vetted: Vetted) -> socket.socket:
    """A connection to one of the vetted addresses: asking the name again could give another answer."""
    return connected_to(vetted.addresses[:MOST_TRIED], vetted.place.port, CONNECT_SECONDS)


def _secured(connected: socket.socket, place: Place, caller: PostSettings) -> socket.socket:
    if not place.is_tls:
        return connected
    context = caller.tls or ssl.create_default_context()
    return context.wrap_socket(connected, server_hostname=place.host)


def _status(parcel: Parcel, place: Place, connected: socket.socket) -> int:
    connection = http.client.HTTPConnection(place.host, place.port)
    connection.sock = connected
    try:
        headers = {**parcel.headers, "Host": place.authority, "Connection": "close", "Accept-Encoding": "identity"}
        connection.request("POST", place.target, body=parcel.body, headers=headers)
        # http.client bounds the headers; what comes after them is not read.
        with connection.getresponse() as response:
            return response.status
    finally:
        connection.close()
