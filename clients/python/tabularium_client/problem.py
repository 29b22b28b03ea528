"""What the service refuses, and what it never answered."""

from collections.abc import Mapping
from typing import Any


class Problem(Exception):
    """The service refused a call, with a problem document (RFC 9457); nothing was recorded.

    Decide by the class, or by `code`: each code of `GET /problems` has a class in `tabularium_client.problems`. A code
    that this version does not know comes as `Problem` itself. A move that the rules refuse has the `rule`.
    """

    code = ""

    def __init__(self, status: int, document: Mapping[str, Any], *, retry_after: float | None = None) -> None:
        super().__init__(f"{status} {document.get('code')}: {document.get('detail')}")
        self.status = status
        self.code = str(document.get("code", ""))
        self.title = str(document.get("title", ""))
        self.detail = str(document.get("detail", ""))
        self.params: Mapping[str, Any] = document.get("params", {})
        self.errors: list[Mapping[str, Any]] = document.get("errors", [])
        self.rule: str | None = document.get("rule")
        self.version: int | None = document.get("version")
        # In how many seconds the call is worth repeating.
        self.retry_after = retry_after


class Unanswered(Exception):
    """No answer came, as often as the call was tried. A call without a key may have been carried out."""
