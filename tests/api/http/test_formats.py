"""What a client is answered in, by what it says that it takes."""

import pytest
from django.http import HttpRequest
from rest_framework.exceptions import NotAcceptable
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.request import Request

from api.http.formats import JSONRenderer, LinesRenderer, Negotiation

RENDERERS = [LinesRenderer(), JSONRenderer()]


def asked(accept: str | None) -> Request:
    request = HttpRequest()
    if accept is not None:
        request.META["HTTP_ACCEPT"] = accept
    return Request(request)


@pytest.mark.parametrize(
    "accept", [None, "*/*", "application/json", "application/json, */*;q=0.1", "application/*", "*/*;q=0.5"]
)
def test_a_client_is_answered_in_what_the_framework_would_choose(accept: str | None) -> None:
    expected = DefaultContentNegotiation().select_renderer(asked(accept), RENDERERS)
    assert Negotiation().select_renderer(asked(accept), RENDERERS) == expected


@pytest.mark.parametrize("accept", [None, "*/*"])
def test_for_a_client_that_takes_anything_no_media_types_are_compared(
    accept: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(DefaultContentNegotiation, "_get_parsed_accept_list")
    assert Negotiation().select_renderer(asked(accept), RENDERERS) == (RENDERERS[0], RENDERERS[0].media_type)


@pytest.mark.parametrize(
    ("accept", "media_type"),
    [
        ("application/x-ndjson;q=0, */*", "application/json"),
        ("application/json; q=0.000, application/*", "application/x-ndjson"),
        ("*/*;q=0, application/json", "application/json"),
        ("application/*;q=0, application/x-ndjson;q=0.1", "application/x-ndjson"),
        ("Application/X-NDJSON;Q=0, */*;q=0.01", "application/json"),
    ],
)
def test_what_a_client_refuses_by_a_quality_of_nothing_it_does_not_get(accept: str, media_type: str) -> None:
    renderer, _ = Negotiation().select_renderer(asked(accept), RENDERERS)
    assert renderer.media_type == media_type


@pytest.mark.parametrize("accept", ["*/*;q=0", "application/json;q=0, application/x-ndjson;q=0", "application/*;q=0.0"])
def test_who_refuses_all_that_there_is_is_told_so(accept: str) -> None:
    with pytest.raises(NotAcceptable):
        Negotiation().select_renderer(asked(accept), RENDERERS)
