import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen
from uuid import UUID

import pytest

from clients.api import Api, Problem, sign_up
from clients.narrators import SHOWS
from config.local_stack import redis
from config.local_stack.keys import password
from config.local_stack.stack import LocalStack
from events.format.canon import canon
from games.matches.stream.loading import load
from games.matches.stream.state import fold
from games.registry import GAMES
from tests.acceptance.conftest import Running, seat
from tests.web.browser import Visitor, chromium
from tests.web.screens import Findings

__all__ = ["chromium"]

RPW = "rock-paper-wizard"


def seated(service: Running, seats: int, **wishes: Any) -> tuple[str, list[str]]:
    """A running match over HTTP, and the tokens of its seats in order."""
    return seat(service, {"game": RPW, "seats": seats, **wishes}, sign_up(service.url, "Host")[1])


def at_once(calls: list[Any]) -> list[Any]:
    """Make all calls from as many threads behind one barrier; what each answered, a problem by its code."""
    barrier = threading.Barrier(len(calls))

    def one(call: Any) -> Any:
        barrier.wait()
        try:
            return call()
        except Problem as problem:
            return problem.document["code"]

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(one, calls))


def test_a_running_service_draws_its_ids_from_the_system(service: Running) -> None:
    # The suite's own begin at a time of long ago, and would be the same in every process that drew them.
    made = [UUID(service.api(sign_up(service.url, "Alice")[1]).get("/me")["id"]) for _ in range(2)]
    assert all(abs((one.int >> 80) / 1000 - time.time()) < 60 for one in made)
    assert made[0].int % 2**62 != made[1].int % 2**62


@pytest.mark.parametrize(
    ("game", "bots", "told"),
    [
        ("cave", (), "\nRound 1"),
        ("rock-paper-wizard", ("easy", "hard"), "\nRound 1\n"),
        ("spell-a-spell", (), "\nThe cards are dealt by "),
    ],
    ids=list(SHOWS),
)
def test_processes_play_a_match_with_others_or_bots_whose_stored_stream_refolds_to_what_the_service_shows(
    service: Running, game: str, bots: Sequence[str], told: str
) -> None:
    command = [sys.executable, "-m", "clients.demo", service.url, game, *bots]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    assert told in done.stdout
    # What reads from right to left is closed off in its own line.
    assert all(line.count("\u2067") == line.count("\u2069") for line in done.stdout.splitlines())
    match = done.stdout.rstrip().rsplit("/", 1)[-1]
    loaded = load(match)
    again = fold(match, loaded.events)
    shown = service.api().get(f"/matches/{match}/view")["state"]
    assert again == loaded.match
    assert canon(again.game.view(again.state, None)) == canon(shown)


def test_a_hundred_moves_at_once_on_one_prompt_give_one_201(service: Running) -> None:
    match, tokens = seated(service, 3)
    writers = [service.api(tokens[0]) for _ in range(8)]
    prompt = writers[0].get(f"/matches/{match}/prompts")["items"][0]
    moves = [{"prompt": prompt["prompt"], **one} for one in prompt["moves"][0]["legal"]]

    def write(number: int) -> list[Any]:
        mine = range(number, 100, 8)
        return [_sent(writers[number], match, moves[one % len(moves)]) for one in mine]

    answers = [answer for told in at_once([lambda number=n: write(number) for n in range(8)]) for answer in told]
    assert len(answers) == 100
    assert [answer for answer in answers if isinstance(answer, str)] == ["stale_prompt"] * 99


def _sent(writer: Api, match: str, move: dict[str, Any]) -> Any:
    try:
        return writer.post(f"/matches/{match}/moves", move)
    except Problem as problem:
        return problem.document["code"]


def test_one_move_sent_eight_times_at_once_under_one_key_is_played_once_and_answered_alike(service: Running) -> None:
    match, tokens = seated(service, 3)
    prompt = service.api(tokens[1]).get(f"/matches/{match}/prompts")["items"][0]
    move = {"prompt": prompt["prompt"], **prompt["moves"][0]["legal"][0]}
    writers = [service.api(tokens[1]) for _ in range(8)]
    answers = at_once([lambda w=w: w.post(f"/matches/{match}/moves", move, key="same") for w in writers])
    assert len({json.dumps(answer, sort_keys=True) for answer in answers}) == 1
    assert load(match).match.moves == 1
    stranger_to_it = service.api(tokens[2])
    with pytest.raises(Problem, match="stale_prompt"):
        stranger_to_it.post(f"/matches/{match}/moves", move, key="same")


def is_finished(service: Running, match: str) -> bool:
    return bool(service.api().get(f"/matches/{match}")["status"] == "finished")


def test_a_match_of_any_game_with_nobody_at_the_table_ends_by_the_clock_as_abandoned(service: Running) -> None:
    clock = {"mode": "per_move", "seconds": 1}
    matches = [seated(service, 3, game=game, clock=clock)[0] for game in GAMES]
    service.wait_for(lambda: all(is_finished(service, match) for match in matches), seconds=60)
    outcomes = [service.api().get(f"/matches/{match}")["outcome"] for match in matches]
    assert all(outcome.pop("text") for outcome in outcomes)
    assert outcomes == [{"reason": "abandoned", "ranking": [[0, 1, 2]], "winners": []}] * len(GAMES)


def is_back(stack: LocalStack, killed: int) -> bool:
    """Whether there is another broker than the one that was killed."""
    path = stack.sockets / "redis" / redis.SOCKET
    return stack.supervisor.pid_of("redis") != killed and redis.answers(path, password(stack.home, "redis"))


def test_the_clock_goes_on_when_the_broker_is_killed_and_comes_back_empty(service: Running) -> None:
    match, _ = seated(service, 3, clock={"mode": "per_move", "seconds": 1})
    service.wait_for(lambda: load(match).match.moves >= 3, seconds=30)
    killed = service.stack.supervisor.pid_of("redis")
    os.kill(killed, signal.SIGKILL)
    # The match may have ended by what was under way, and nobody else would start the suite's broker again.
    service.wait_for(lambda: is_back(service.stack, killed), seconds=60)
    service.wait_for(lambda: is_finished(service, match), seconds=60)
    assert service.api().get(f"/matches/{match}")["outcome"]["reason"] == "abandoned"


def test_the_lists_follow_within_a_second_or_so(service: Running) -> None:
    match, tokens = seated(service, 3)
    api = service.api(tokens[0])
    service.wait_for(lambda: any(m["id"] == match for m in api.get("/matches?waiting_for=me")["items"]), seconds=10)


def test_a_stranger_plays_a_first_move_on_the_page_after_two_clicks(service: Running, chromium: Any) -> None:
    visitor = Visitor(chromium, service.url)
    match = visitor.practise("rock-paper-wizard")
    visitor.page.locator(".ask .choices button").first.click()
    visitor.page.wait_for_selector(".log li:has-text('Round 2')")
    assert service.api().get(f"/matches/{match}")["version"] > 10
    # What stands for the player is nothing that a script of the page can read.
    assert visitor.page.evaluate("document.cookie") == "language=en"
    assert "tab_" not in visitor.page.evaluate("JSON.stringify(localStorage)")
    # The whole of it, every screen, is `make browser`.
    findings = Findings()
    findings.look(visitor.page, "table")
    visitor.go()
    findings.look(visitor.page, "home")
    assert not findings.lines, "\n".join(findings.lines)
    (kept,) = (cookie for cookie in visitor.context.cookies() if cookie["name"] != "language")
    assert (kept["httpOnly"], kept["sameSite"], kept["value"][:4]) == (True, "Strict", "tab_")
    visitor.leave()


def test_the_service_is_ready_when_everything_runs(service: Running) -> None:
    def is_ready() -> bool:
        try:
            with urlopen(f"{service.url}/readyz", timeout=10) as response:
                return set(json.loads(response.read()).values()) == {"ok"}
        except HTTPError:
            return False

    service.wait_for(is_ready, seconds=60)
