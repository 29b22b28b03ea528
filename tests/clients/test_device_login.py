"""Access by a code that the player types on the page: the kit for Python against the service, in this process."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from django.db import connections
from django.test import Client
from tabularium_client import Tabularium, device_login
from tabularium_client.command import keeping
from tabularium_client.command.main import main

from games.matches.models.third_parties import AppDevice
from tests.api.oauth.apps import App, browser_of, registered
from tests.support.cast import Person, account_holder, person

URL = "http://127.0.0.1:8000"
# So that a test may make them while this module's name is patched.
HttpClient = httpx.Client


def served(request: httpx.Request) -> httpx.Response:
    """What the service answers, without a network."""
    headers = {name: value for name, value in request.headers.items() if name != "content-type"}
    kind = request.headers.get("content-type", "")
    client = Client(raise_request_exception=False)
    path = request.url.raw_path.decode()
    sent = client.generic(request.method, path, request.content, content_type=kind, headers=headers)
    return httpx.Response(sent.status_code, content=sent.content, headers=dict(sent.headers))


@pytest.fixture
def http() -> Iterator[httpx.Client]:
    with HttpClient(transport=httpx.MockTransport(served)) as client:
        yield client


@pytest.fixture
def app() -> App:
    return registered(device_flow=True, redirect_uris=[])


def agrees(who: Person, question: device_login.Question, *, accept: bool = True) -> None:
    body = {"user_code": question.user_code, "accept": accept}
    assert browser_of(who).call("POST", "/session/device-authorization", body).status_code == 204


def later() -> None:
    """A device's last question was so long ago that it may ask again."""
    AppDevice.objects.update(asked_at=None)


def expired() -> None:
    """The quarter of an hour is over."""
    AppDevice.objects.update(expires="2026-01-01T00:00:00Z")


def acting(work: list[Callable[[], None]], waits: list[float]) -> Callable[[float], None]:
    """A pause in which nobody waits and something happens."""

    def pause(seconds: float) -> None:
        waits.append(seconds)
        later()
        if work:
            work.pop(0)()

    return pause


def test_a_player_who_types_the_code_gives_the_access_that_they_are_asked_for(http: httpx.Client, app: App) -> None:
    player, waits = account_holder("Player"), list[float]()
    question = device_login.begin(URL, app.id, http, ("read", "play"))
    assert question.verification_uri.endswith("/device")
    access = question.answered(http, acting([lambda: None, lambda: agrees(player, question)], waits))
    assert (access.player, access.scopes, waits) == (player.id, ("read", "play"), [5, 5])
    client = Tabularium(URL, access.token, http=http)
    assert client.get_player(access.player)["handle"] == player.handle
    # Nobody reads a secret where it is printed.
    for secret in (access.token, access.refresh_token, question.device_code):
        assert secret not in repr((access, question))


def test_who_refuses_and_who_does_not_answer_give_none(http: httpx.Client, app: App) -> None:
    question = device_login.begin(URL, app.id, http)
    with pytest.raises(device_login.LoginRefused, match="access_denied"):
        question.answered(http, acting([lambda: agrees(person("Player"), question, accept=False)], []))
    late = device_login.begin(URL, app.id, http)
    with pytest.raises(device_login.LoginRefused, match="expired_token"):
        late.answered(http, acting([expired], []))
    with pytest.raises(device_login.LoginRefused, match="invalid_request"):
        device_login.begin(URL, "019abf5d-88f2-7e10-b7c4-51c9d2a60f13", http)


def test_a_device_that_asks_too_soon_waits_longer_and_one_without_an_answer_asks_again(app: App) -> None:
    replies = [
        *(httpx.Response(400, json={"error": "slow_down"}), httpx.Response(503, json={"code": "too_busy"})),
        *(httpx.Response(502, text="<html>"), httpx.Response(400, json={"error": "access_denied"})),
    ]
    waits: list[float] = []
    question = device_login.Question(
        url=URL,
        app=app.id,
        user_code="A",
        verification_uri="u",
        device_code="d",
        interval=5.0,
        expires_at=time.time() + 900,
    )
    transport = httpx.MockTransport(lambda _: replies.pop(0))
    with HttpClient(transport=transport) as http, pytest.raises(device_login.LoginRefused, match="access_denied"):
        question.answered(http, waits.append)
    assert waits == [5, 10, 10, 10]


def test_the_command_logs_in_by_a_code_and_renews_the_access_before_it_runs_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], app: App
) -> None:
    player = account_holder("Player")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    for name in ("TABULARIUM_URL", "TABULARIUM_TOKEN", "TABULARIUM_APP"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(httpx, "Client", lambda **_: HttpClient(transport=httpx.MockTransport(served)))
    begun: list[device_login.Question] = []
    begin = device_login.begin

    def noted(*given: Any) -> device_login.Question:
        begun.append(begin(*given))
        return begun[-1]

    monkeypatch.setattr(device_login, "begin", noted)
    answered = device_login.Question.answered
    monkeypatch.setattr(
        device_login.Question,
        "answered",
        lambda question, http: answered(question, http, acting([lambda: agrees(player, question)], [])),
    )
    assert main(["login", "--url", URL, "--app", app.id]) == 0
    said = capsys.readouterr().out
    assert begun[0].user_code in said
    assert player.handle in said
    kept = json.loads(keeping.place().read_text())
    assert kept["token"] not in said
    # As long as it is good it stays; near its end it is changed once, whoever asks.
    assert keeping.fresh_token() == kept["token"]
    soon = {**kept, "access": {**kept["access"], "expires_at": time.time() + 30}}
    keeping.place().write_text(json.dumps(soon))
    found: set[str] = set()

    def asks() -> None:
        found.add(keeping.fresh_token())
        connections.close_all()

    threads = [threading.Thread(target=asks) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 1
    assert found.isdisjoint({kept["token"]})
    after = json.loads(keeping.place().read_text())
    assert {after["token"]} == found
    assert after["access"]["refresh_token"] != kept["access"]["refresh_token"]
    assert keeping.place().stat().st_mode & 0o077 == 0
    # An access that the player has taken away is no login any more.
    assert player.delete(f"/me/app-access/{app.id}").status_code == 204
    keeping.place().write_text(json.dumps({**after, "access": {**after["access"], "expires_at": 0}}))
    with pytest.raises(keeping.NoLogin, match="the access has ended"):
        keeping.fresh_token()
