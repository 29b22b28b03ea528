"""The REST contract over one kept-alive connection, standard library only."""

import http.client
import json
import uuid
from typing import Any
from urllib.parse import urlsplit


class Problem(Exception):
    """The server refused, with a problem document (RFC 9457)."""

    def __init__(self, status: int, document: dict[str, Any]) -> None:
        super().__init__(f"{status} {document.get('code')}: {document.get('detail')}")
        self.status, self.document = status, document


class Api:
    """One caller of one server: a player when it has a token, else an anonymous one."""

    def __init__(self, url: str, token: str | None = None) -> None:
        self._address, self._token = urlsplit(url).netloc, token
        self._connection = http.client.HTTPConnection(self._address, timeout=60)

    def __enter__(self) -> "Api":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let the connection go; the next call makes another."""
        self._connection.close()

    def get(self, path: str) -> Any:
        return self._call("GET", path, None, {})

    def post(self, path: str, body: dict[str, Any] | None = None, *, key: str | None = None) -> Any:
        """POST once, whatever happens on the way: a lost answer is asked for again under the same key."""
        key = key or str(uuid.uuid4())
        return self._call("POST", path, body or {}, {"Idempotency-Key": key})

    def put(self, path: str, body: dict[str, Any]) -> Any:
        """PUT; to repeat it does no harm."""
        return self._call("PUT", path, body, {})

    def _call(self, method: str, path: str, body: dict[str, Any] | None, headers: dict[str, str]) -> Any:
        try:
            return self._send(method, path, body, headers)
        except (ConnectionError, http.client.HTTPException, TimeoutError):
            self.close()
            return self._send(method, path, body, headers)

    def _send(self, method: str, path: str, body: dict[str, Any] | None, headers: dict[str, str]) -> Any:
        sent = None if body is None else json.dumps(body).encode()
        if sent is not None:
            headers = {**headers, "Content-Type": "application/json"}
        if self._token is not None:
            headers = {**headers, "Authorization": f"Bearer {self._token}"}
        self._connection.request(method, f"/api/v1{path}", body=sent, headers=headers)
        answer = self._connection.getresponse()
        text = answer.read()
        said: Any = json.loads(text) if text else None
        if answer.status >= 400:
            raise Problem(answer.status, said)
        return said


def sign_up(url: str, name: str) -> tuple[str, str]:
    """A fresh guest called `name_…`; the handle and the token."""
    handle = f"{name}_{uuid.uuid4().hex[:10]}"
    with Api(url) as api:
        made = api.post("/players", {"handle": handle})
    return made["player"]["handle"], made["token"]
