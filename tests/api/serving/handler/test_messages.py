import asyncio

import pytest
from django.http import HttpRequest, HttpResponse

from api.http.authentication import IDEMPOTENCY_KEY
from api.serving.edge.application import Web
from api.serving.handler import messages
from tests.support.asking import answered, ask


def test_a_long_content_type_is_read_by_nobody(web: Web) -> None:
    shown = []

    def look(request: HttpRequest) -> HttpResponse:
        shown.append(request.META["CONTENT_TYPE"])
        return HttpResponse()

    answered(web, look)
    for length in (256, 257):
        asyncio.run(ask(web, "GET", "/api/v1/games", content_type="a" * length))
    assert shown == ["a" * 256, ""]


def test_two_keys_of_one_call_are_none(web: Web) -> None:
    def shown(sent: list[tuple[bytes, bytes]]) -> str:
        return dict(messages._shown(sent))[b"idempotency-key"].decode()

    assert IDEMPOTENCY_KEY.fullmatch(shown([(b"idempotency-key", b"a")]))
    assert not IDEMPOTENCY_KEY.fullmatch(shown([(b"idempotency-key", b"a"), (b"idempotency-key", b"a")]))


@pytest.mark.parametrize(
    ("raw", "game"), [("ch%65ss", "chess"), ("%d7%90", "א"), ("%ff%fe", "%FF%FE"), ("%01", "\1"), ("a+b", "a+b")]
)
def test_an_address_is_decoded_and_what_is_no_utf8_stays_as_it_is(web: Web, raw: str, game: str) -> None:
    answer = asyncio.run(ask(web, "GET", f"/api/v1/games/{raw}"))
    assert (answer.status_code, answer.json()["params"]) == (404, {"game": game})


def test_of_doubled_headers_django_is_shown_one(web: Web) -> None:
    sent = [(b"content-length", b"2"), (b"content-length", b"2"), (b"content-type", b"a/b"), (b"content-type", b"c/d")]
    sent += [(b"host", b"one"), (b"host", b"two"), (b"cookie", b"a=b"), (b"cookie", b"c=d"), (b"accept", b"\xff")]
    assert messages._shown(sent) == [
        (b"content-length", b"2"),
        (b"content-type", b"a/b"),
        (b"host", b"one, two"),
        (b"cookie", b"a=b; c=d"),
        (b"accept", b""),
    ]
