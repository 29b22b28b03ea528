"""What is written down of one verb on one address; the rest follows from the view and the address."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rest_framework.views import APIView

JSON, LINES, EVENT_STREAM = "application/json", "application/x-ndjson", "text/event-stream"


@dataclass(frozen=True, kw_only=True)
class DocumentedResponse:
    """An answer that is not a refusal: the name of its shape (None: no body) and the headers that it always has."""

    shape: str | None = None
    headers: tuple[str, ...] = ()
    said: str = ""
    media_type: str = JSON
    # The same for callers who ask for it by another name.
    or_as: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Operation:
    """One verb on one address.

    `body` and `query` name a shape and parameters; `refusals` are the codes beyond those of every call of its kind
    (`document.py`, `_codes`). `keyed`: it takes an Idempotency-Key. `repeats`: it needs none, because its request sent
    again by the same caller changes nothing and gets the same answer. `tagged`: it answers with an ETag and knows
    If-None-Match. `ruled`: the game's own refusals can be the answer.
    """

    id: str
    tag: str
    summary: str
    answers: Mapping[int, DocumentedResponse]
    refusals: tuple[str, ...] = ()
    description: str = ""
    body: str | None = None
    query: tuple[str, ...] = ()
    headers: tuple[str, ...] = field(default=())
    keyed: bool = False
    repeats: bool = False
    tagged: bool = False
    ruled: bool = False


Operations = Mapping[tuple[type[APIView], str], Operation]


def ok(shape: str) -> Mapping[int, DocumentedResponse]:
    """200 with this shape and nothing special."""
    return {200: DocumentedResponse(shape=shape)}


NO_CONTENT: Mapping[int, DocumentedResponse] = {204: DocumentedResponse(said="It is gone.")}
