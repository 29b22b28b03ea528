"""Notices of the running service: they go out once, under one id, whatever is killed meanwhile."""

import json
import os
import random
import signal
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler
from itertools import count
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from standardwebhooks.webhooks import Webhook as Verifier

from clients.api import sign_up
from clients.random_player import play
from config.local_stack.services import Supervisor
from games.matches.notice_models import PENDING, Dispatch, Notice
from tests.acceptance.conftest import Running
from tests.receiver import Receiver, plain, receiving

RPW = "rock-paper-wizard"
KILLED = ("courier", "worker", "beat")


@dataclass(kw_only=True)
class Player:
    """Somebody who plays, and his webhook."""

    id: str
    token: str
    secret: str
    receiver: Receiver
    webhook: str = ""


def flaky(number: Iterator[int]) -> Any:
    """A receiver that fails every fifth time."""

    def answer(handler: BaseHTTPRequestHandler) -> None:
        plain(500 if next(number) % 5 == 4 else 204)(handler)

    return answer


@pytest.fixture
def players(service: Running) -> Iterator[list[Player]]:
    with receiving() as first, receiving(flaky(count())) as second, receiving() as third:
        found = []
        for receiver in (first, second, third):
            player, token = sign_up(service.url, "Told")
            made = service.api(token).post("/me/webhooks", {"url": receiver.url})
            found.append(Player(id=player, token=token, secret=made["secret"], receiver=receiver, webhook=made["id"]))
        yield found


def kill(processes: Supervisor, name: str) -> None:
    """The process and its children, with no time for anything."""
    os.killpg(processes.pid_of(name), signal.SIGKILL)


def test_after_kills_of_worker_courier_and_beat_every_notice_went_out_under_one_id(
    service: Running, players: list[Player]
) -> None:
    match = service.api(players[0].token).post("/matches", {"game": RPW, "seats": 3})["id"]
    for one in players[1:]:
        service.api(one.token).post(f"/matches/{match}/join")
    pick = random.Random("notices")
    with ThreadPoolExecutor(3) as pool:
        playing = [pool.submit(play, service.api(one.token), match, pick.choice) for one in players]
        for name in (*KILLED, *KILLED):
            wait_for_more(service, players, playing)
            kill(service.processes, name)
        for game in playing:
            game.result()
    wait_until_all_is_sent(service, match)
    check_each_notice(match, players)


def wait_for_more(service: Running, players: list[Player], playing: list[Future[Any]]) -> None:
    so_far = came(players)
    service.wait_for(lambda: came(players) > so_far or all(one.done() for one in playing), seconds=60)


def came(players: list[Player]) -> int:
    return sum(len(one.receiver.received) for one in players)


def wait_until_all_is_sent(service: Running, match: str) -> None:
    def is_told() -> bool:
        ended = Notice.objects.filter(match_id=match, kind="match_ended").count() == 3
        return ended and not Dispatch.objects.filter(notice__match_id=match, state=PENDING).exists()

    service.wait_for(is_told, seconds=120)


def check_each_notice(match: str, players: list[Player]) -> None:
    for one in players:
        under = defaultdict(set)
        for got in one.receiver.received:
            body = Verifier(one.secret).verify(got.body, dict(got.headers))
            about = (body["type"], body["data"]["prompt"])
            assert json.loads(got.body)["data"]["match"] == match
            under[about].add(got.headers["webhook-id"])
        # One notice, one id, however often it was sent.
        assert all(len(ids) == 1 for ids in under.values()), under
        wanted = {
            (dispatch.notice.kind, str(dispatch.notice_id))
            for dispatch in Dispatch.objects.filter(webhook_id=one.webhook, state="delivered").select_related("notice")
            if dispatch.notice is not None
        }
        came_in = {(kind, next(iter(ids))) for (kind, _), ids in under.items()}
        assert wanted <= came_in
        assert {"match_started", "match_ended"} <= {kind for kind, _ in wanted}
        # Of what was not sent, every question had been answered.
        dropped = Dispatch.objects.filter(webhook_id=one.webhook).exclude(state="delivered")
        assert set(dropped.values_list("state", "notice__kind")) <= {("dropped", "your_turn")}


def test_the_service_is_ready_when_everything_runs(service: Running) -> None:
    def is_ready() -> bool:
        try:
            with urlopen(f"{service.url}/readyz", timeout=10) as response:
                return set(json.loads(response.read()).values()) == {"ok"}
        except HTTPError:
            return False

    service.wait_for(is_ready, seconds=60)
