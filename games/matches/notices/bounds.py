"""A time limit for a whole connection, because a read never times out if single bytes keep coming."""

import contextlib
import socket
import threading


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
