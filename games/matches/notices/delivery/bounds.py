"""Time limits: for connecting, and for a whole connection, as a read never times out if single bytes keep coming."""

import contextlib
import socket
import threading
from collections.abc import Sequence


def connected_to(addresses: Sequence[str], port: int, seconds: float) -> socket.socket:
    """A connection to the first of these addresses that takes it; they share the time. OSError where none does."""
    *others, last = addresses
    each = seconds / len(addresses)
    for address in others:
        with contextlib.suppress(OSError):
            return socket.create_connection((address, port), each)
    return socket.create_connection((last, port), each)


class Alarm:
    """Cuts a connection after some seconds, whatever is being read or written then."""

    def __init__(self, connected: socket.socket, seconds: float) -> None:
        # A second handle on the connection: TLS takes the first one over.
        self._handle = connected.dup()
        self._was_cut = threading.Event()
        self._timer = threading.Timer(seconds, self._cut)
        self._timer.daemon = True
        self._timer.start()

    @property
    def has_rung(self) -> bool:
        """Whether the connection was cut."""
        return self._was_cut.is_set()

    def stop(self) -> None:
        """Leave the connection alone from now on."""
        self._timer.cancel()
        self._timer.join()
        self._handle.close()

    def _cut(self) -> None:
        self._was_cut.set()
        with contextlib.suppress(OSError):
            self._handle.shutdown(socket.SHUT_RDWR)
