"""Runs calls through every layer of a web process except the socket, in this process."""

import json
from collections.abc import Callable
from typing import Any

from api.serving.handler.handler import Handler
from api.serving.handler.messages import as_request
from events.randomness import new_key


class Caller:
    """Asks as whoever has the token that a call names."""

    def __init__(self) -> None:
        self.handler = Handler()

    def ask(self, verb: str, path: str, token: str, body: object = None, key: str | None = None) -> Any:
        """What is answered; anything but success is an error of the caller's."""
        return json.loads(self.call(verb, path, token, body, key)())

    def call(
        self, verb: str, path: str, token: str, body: object = None, key: str | None = None
    ) -> Callable[[], bytes]:
        """`ask` at the moment when the server has read the call."""
        route, _, query = f"/api/v1{path}".partition("?")
        sent = b"" if body is None else json.dumps(body).encode()
        headers = {"host": "127.0.0.1", "authorization": f"Bearer {token}", "accept": "*/*"}
        if body is not None:
            given = {"content-length": str(len(sent)), "idempotency-key": key or new_key(8).hex()}
            headers |= {"content-type": "application/json", **given}
        scope: dict[str, Any] = {
            "type": "http",
            "method": verb,
            "raw_path": route.encode(),
            "path": route,
            "query_string": query.encode(),
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
            "client": ("127.0.0.1", 1),
            "server": ("127.0.0.1", 80),
        }

        def made() -> bytes:
            answer = self.handler.answer(scope, as_request(scope, sent))
            assert answer.status in (200, 201), answer.body
            return answer.body

        return made
