"""The page opened from one server, playing at another: `make browser`."""

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest
from django.db import connections
from django.test import Client
from pytest_django import Settings

from api.pages import site
from tests.acceptance.conftest import Running
from tests.web.browser import Visitor, chromium

__all__ = ["chromium"]

pytestmark = pytest.mark.skipif(os.environ.get("BROWSER") != "1", reason="the page is played by `make browser`")


@contextmanager
def pages() -> Iterator[str]:
    """Another server, which has the page and nothing else."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            answer = Client().get(self.path, headers={"Accept": self.headers["Accept"]})
            assert not self.path.startswith("/api/"), self.path
            self.send_response(answer.status_code)
            for name, value in answer.headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(answer.content)
            # Each call has a thread of its own here.
            connections.close_all()

        def log_message(self, *_: Any) -> None:
            """Silence."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_the_page_of_one_server_plays_at_another_by_token(service: Running, chromium: Any, settings: Settings) -> None:
    settings.PAGE_API_URL = f"{service.url}/api/v1"
    site.tree.cache_clear()
    with pages() as url:
        visitor = Visitor(chromium, url)
        asked: list[tuple[str, str, bool]] = []
        visitor.page.on(
            "request",
            lambda one: asked.append(
                (one.url, one.all_headers().get("authorization", ""), "cookie" in one.all_headers())
            ),
        )
        match = visitor.practise("rock-paper-wizard")
        before = visitor.page.locator(".log li").count()
        visitor.page.locator(".ask .choices button").first.click()
        visitor.page.wait_for_function("before => document.querySelectorAll('.log li').length > before", arg=before)
        # News come by the stream, and the page is known again when it is loaded anew.
        visitor.page.reload()
        visitor.page.wait_for_selector(".ask .choices button")
        streams = [one for one in asked if "/me/stream" in one[0]]
        assert streams
        calls = [one for one in asked if one[0].startswith(f"{service.url}/api/v1/matches/{match}")]
        assert all(token.startswith("Bearer tab_") and not has_cookie for _, token, has_cookie in [*calls, *streams])
        visitor.go("me")
        visitor.page.get_by_role("button", name="Log out").click()
        visitor.page.wait_for_function("() => localStorage.getItem('token') === null")
        visitor.leave()
    site.tree.cache_clear()
