"""A browser with a session, as tests have it."""

import json
from typing import Any

from django.test import Client

from events.store import new_id
from tests.support import described

OWN = {"Tabularium-Page": "1", "Sec-Fetch-Site": "same-origin"}


PASSWORD = "correct horse battery"


class Browser:
    """A browser with its cookies, showing our page."""

    def __init__(self) -> None:
        self.client = Client(raise_request_exception=False)

    def call(self, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None) -> Any:
        text = "" if method == "GET" else json.dumps({} if body is None else body)
        address = f"/api/v1{path}"
        answer = self.client.generic(
            method, address, text, content_type="application/json", headers=OWN if headers is None else headers
        )
        described.assert_described(method, address, answer)
        return answer

    @property
    def secret(self) -> str:
        return self.client.cookies["tabularium"].value


def handle(name: str = "Page") -> str:
    return f"{name}_{new_id()[-12:]}"
