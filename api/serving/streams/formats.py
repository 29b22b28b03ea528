"""The two forms of a stream: Server-Sent Events for browsers, and lines of JSON for programs."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

import orjson

EVENT_STREAM, LINES = "text/event-stream", "application/x-ndjson"


class Message(NamedTuple):
    """One message of a stream: where a reader who has it stands, its type, and its JSON, which is encoded once.

    `at` is when what it tells has happened, in seconds since 1970; 0 for what tells how things stand.
    """

    version: int
    type: str
    data: bytes
    at: float = 0.0


@dataclass(frozen=True, kw_only=True)
class Form:
    """How a stream is written. `write` takes where to resume, a message's type and its data.

    A `heartbeat` is nothing to a reader, and keeps what stands between from taking the stream for dead.
    """

    media_type: str
    write: Callable[[str, str, bytes], bytes]
    heartbeat: bytes
    # How long the reader is to wait before they come back, in milliseconds; programs are told in `end`.
    retry: Callable[[int], bytes]

    def together(self, messages: Iterable[Message]) -> bytes:
        """The messages of one match's stream, where a version says where to resume."""
        return b"".join([self.write(str(message.version), message.type, message.data) for message in messages])


def _sent_event(resume: str, name: str, data: bytes) -> bytes:
    return b"id: %b\nevent: %b\ndata: %b\n\n" % (resume.encode(), name.encode(), data)


def _line(resume: str, name: str, data: bytes) -> bytes:
    return b'{"id":"%b","type":"%b","data":%b}\n' % (resume.encode(), name.encode(), data)


SERVER_SENT = Form(
    media_type=EVENT_STREAM, write=_sent_event, heartbeat=b":\n\n", retry=lambda ms: b"retry: %d\n\n" % ms
)
NDJSON = Form(media_type=LINES, write=_line, heartbeat=b"\n", retry=lambda ms: b"")
FORMS = {form.media_type: form for form in (SERVER_SENT, NDJSON)}


def encoded(data: object) -> bytes:
    """JSON in one line."""
    return orjson.dumps(data)


def chunk(data: bytes) -> bytes:
    """Bytes as a chunk of an answer whose length is not known (RFC 9112, section 7.1)."""
    return b"%x\r\n%b\r\n" % (len(data), data) if data else b""
