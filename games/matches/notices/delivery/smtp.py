"""Django's way to a mail server, with a bound on the whole of it: its own bounds each read, however many there are."""

import smtplib
import socket
from typing import Any

from django.core.mail.backends import smtp

from games.matches.notices.delivery.bounds import Alarm

# From the connection on; a server that is only slow has answered by then.
ALL_SECONDS = 30.0


class Connection(smtplib.SMTP):
    """A connection to a mail server that is cut after a while."""

    _alarm: Alarm | None = None

    def connect(self, *args: Any, **named: Any) -> tuple[int, bytes]:
        try:
            return super().connect(*args, **named)
        except BaseException:
            # smtplib leaves open what TLS has refused.
            self.close()
            raise

    def close(self) -> None:
        super().close()
        alarm, self._alarm = self._alarm, None
        if alarm is not None:
            alarm.stop()

    def _get_socket(self, host: str, port: int, timeout: float) -> socket.socket:
        connected: socket.socket = super()._get_socket(host, port, timeout)  # type: ignore[misc]
        self._alarm = Alarm(connected, ALL_SECONDS)
        return connected


class SecureConnection(smtplib.SMTP_SSL, Connection):
    """The same over TLS from the first byte on, in which the handshake is bounded too."""


class Backend(smtp.EmailBackend):
    """Sends mail over such connections."""

    def open(self) -> bool | None:
        try:
            return super().open()
        except BaseException:
            # Django leaves open what STARTTLS or the log-in has refused.
            if self.connection is not None:
                self.connection.close()
                self.connection = None
            raise

    @property
    def connection_class(self) -> Any:
        return SecureConnection if self.use_ssl else Connection
