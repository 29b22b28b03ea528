"""A witness over HTTP: `POST /add-checkpoint`, `GET /<digest of the log's name>/checkpoint`."""

import sys
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from games.headlog.witness import LARGEST_REQUEST, PLAIN, Reply, Witness

# Whoever sends nothing for so long is not waited for.
IDLE_SECONDS = 20.0
NOT_FOUND = Reply(404, "there is only POST /add-checkpoint, and GET /<digest>/checkpoint\n")


def server(
    witness: Witness, host: str, port: int, tell: Callable[[str], object] = sys.stderr.write
) -> ThreadingHTTPServer:
    """A server on an address, port 0 for any, that is not yet started; refusals are told."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        timeout = IDLE_SECONDS

        def do_POST(self) -> None:
            size = int(self.headers.get("Content-Length") or 0) if self._has_size() else LARGEST_REQUEST + 1
            if size > LARGEST_REQUEST:
                self.close_connection = True
                self._answer(Reply(413, f"a request has a length, of at most {LARGEST_REQUEST} bytes\n"))
                return
            body = self.rfile.read(size)
            reply = witness.add_checkpoint(body) if self.path == "/add-checkpoint" else NOT_FOUND
            if reply.status not in (200, 409):
                tell(f"refused ({reply.status}): {_printable(reply.text)}\n")
            self._answer(reply)

        def do_GET(self) -> None:
            first, _, rest = self.path.removeprefix("/").partition("/")
            self._answer(witness.last(first) if rest == "checkpoint" else NOT_FOUND)

        def log_message(self, format: str, *args: object) -> None:
            """Addresses of callers are nobody's business."""

        def _has_size(self) -> bool:
            return (self.headers.get("Content-Length") or "").isdecimal()

        def _answer(self, reply: Reply) -> None:
            text = reply.text.encode()
            self.send_response(reply.status)
            self.send_header("Content-Type", reply.content_type or PLAIN)
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)

    return ThreadingHTTPServer((host, port), Handler)


def _printable(text: str) -> str:
    # It may quote what a caller has sent.
    return text.strip().encode("unicode_escape").decode("ascii")
