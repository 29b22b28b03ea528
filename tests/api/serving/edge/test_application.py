import asyncio
import os
import subprocess
import sys

import pytest
from django.db import connection
from pytest_django import Settings

from api.serving.edge.application import Web
from tests.support.asking import ask, told


@pytest.mark.parametrize("path", ["/" + "%ff" * 1366, "/api/v1/" + "%ff" * 20_000, "/api/v1/games?x=" + "x" * 4096])
def test_a_long_address_is_refused_before_anything_reads_it(web: Web, path: str) -> None:
    assert told(asyncio.run(ask(web, "GET", path))) == (414, "address_too_long")


@pytest.mark.parametrize("method", ["get", "Get", "head", "BREW", "MKCOL", "G"])
def test_a_method_that_is_none_of_http_is_refused_before_anything_reads_it(web: Web, method: str) -> None:
    assert told(asyncio.run(ask(web, method, "/api/v1/games"))) == (400, "bad_request")


@pytest.mark.parametrize("encoding", ["x, chunked", "chunked, chunked", "gzip"])
def test_a_body_in_another_encoding_than_chunks_is_refused_and_the_connection_ends(web: Web, encoding: str) -> None:
    answer = asyncio.run(ask(web, "POST", "/api/v1/players", transfer_encoding=encoding))
    assert told(answer) == (400, "bad_request")
    assert answer.headers["connection"] == "close"


def test_no_answer_names_the_software_that_sends_it(web: Web) -> None:
    for path in ("/healthz", "/api/v1/games", "/nowhere", "/" + "x" * 4096):
        assert asyncio.run(ask(web, "GET", path)).headers["server"] == "tabularium"


def test_a_call_is_counted_for_the_address_that_it_comes_from(web: Web, settings: Settings) -> None:
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, "reads": {"token": 0, "address": 0}}
    assert told(asyncio.run(ask(web, "GET", "/api/v1/games"))) == (429, "rate_limited")


def test_health_needs_no_database(web: Web, monkeypatch: pytest.MonkeyPatch) -> None:
    connection.close()
    monkeypatch.setitem(connection.settings_dict, "HOST", "/nowhere")
    answer = asyncio.run(ask(web, "GET", "/healthz"))
    assert (answer.status_code, answer.json()) == (200, {"status": "ok"})


def test_a_web_process_loads_nothing_of_the_live_one() -> None:
    asked = "import config.urls, sys, api.serving.edge.application; from config.urls import urlpatterns;"
    asked += "print([name for name in sys.modules if name.split('.')[0] == 'aiohttp' or 'serving.live' in name])"
    program = f"import django; django.setup(set_prefix=False); {asked}"
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings"}
    assert subprocess.check_output([sys.executable, "-c", program], env=environment, text=True) == "[]\n"
