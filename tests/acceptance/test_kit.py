"""The kit for programs that play, on the service as `make serve` runs it."""

import asyncio
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from tabularium_client import AsyncTabularium, Tabularium, problems
from tabularium_client.playing import moves, play
from tabularium_client.shapes import AnyView, GameData, MatchWish, Me, Prompt

from config.local_stack.places import PROJECT
from events.store import new_id
from games.registry import GAMES
from tests.acceptance.conftest import Running
from tests.clients.test_chat_engine import KEY, Model, fails, says
from tests.support import typescript
from tests.support.cast import RPW
from tests.web.browser import chromium

__all__ = ["chromium"]

KIT = PROJECT / "clients/python"
# In the suite the shortest game, and a few matches; `KIT=20 make test ARGS=…` plays so many of every game, some at once.
MATCHES = int(os.environ.get("KIT", "0"))
AT_ONCE = 4 if MATCHES else 1
PLAYED = sorted(GAMES) if MATCHES else [RPW]


def first(view: AnyView, prompt: Prompt) -> GameData:
    return moves(prompt)[0]


def _is_ready(service: Running, playing: threading.Thread, name: str, killed: int = 0) -> bool:
    """Whether a process is well that is not the killed one, or nobody plays any more."""
    is_another = service.processes.pid_of(name) != killed
    return not playing.is_alive() or (is_another and service.processes.has_been_well(name))


@pytest.fixture
def bot(service: Running) -> Iterator[Tabularium]:
    with Tabularium(service.url) as stranger:
        token = stranger.sign_up({"handle": f"Kit_{new_id()[-12:]}"})["token"]
    with Tabularium(service.url, token, language="en") as one:
        yield one


@pytest.mark.parametrize("game", PLAYED)
def test_the_example_plays_any_game_to_its_end(service: Running, game: str) -> None:
    command = [sys.executable, str(KIT / "examples/bot.py"), service.url, game]
    done = subprocess.run(command, env={**os.environ, "PYTHONPATH": str(KIT)}, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.strip()


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_good_bot_of_a_game_plays_it_to_its_end(service: Running, game: str) -> None:
    command = [sys.executable, str(KIT / "examples/measure.py"), service.url, game, "1"]
    done = subprocess.run(command, env={**os.environ, "PYTHONPATH": str(KIT)}, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert re.fullmatch(rf"{game}: the good bot has won [01]\.[05] of 1 matches\n", done.stdout)


@typescript.needs_compiler
@pytest.mark.parametrize("game", PLAYED)
def test_the_typescript_example_plays_any_game_to_its_end(service: Running, tmp_path: Path, game: str) -> None:
    example = typescript.compiled(tmp_path) / "built/examples/bot.js"
    assert typescript.run(example, service.url, game, seconds=600).strip()


IN_A_BROWSER = """async ([url, game]) => {
  const { Tabularium, moves, play } = await import("/src/index.js");
  const { token } = await new Tabularium(url).signUp({ handle: `page_${crypto.randomUUID().slice(-12)}` });
  const bot = new Tabularium(url, token, { language: "en" });
  const seats = (await bot.getGame(game)).seats.min;
  const made = await bot.createMatch({ game, seats, bots: Array(seats - 1).fill("easy") });
  const ended = await play(bot, made.id, (_view, prompt) => moves(prompt)[0]);
  return [ended.id === made.id, ended.status];
}"""


@typescript.needs_compiler
def test_the_typescript_kit_plays_a_match_to_its_end_in_a_browser_on_the_page_of_another_site(
    service: Running, tmp_path: Path, chromium: Any
) -> None:
    built = typescript.compiled(tmp_path) / "built"

    class Handler(SimpleHTTPRequestHandler):
        def __init__(self, *given: Any) -> None:
            super().__init__(*given, directory=str(built))

        def log_message(self, *_: Any) -> None:
            """Silence."""

    page = chromium.new_page()
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        page.goto(f"http://127.0.0.1:{server.server_port}/")
        assert page.evaluate(IN_A_BROWSER, [service.url, RPW]) == [True, "finished"]
        server.shutdown()


@pytest.mark.parametrize("example", [KIT / "examples/bot.py", typescript.KIT / "examples/bot.ts"])
def test_the_example_is_short_enough_to_be_read(example: Path) -> None:
    assert len(example.read_text().splitlines()) < 60


def test_pages_are_read_item_by_item_and_refusals_have_their_class(service: Running, bot: Tabularium) -> None:
    made = [bot.create_match({"game": "spell-a-spell", "seats": 2})["id"] for _ in range(3)]

    def listed() -> list[str]:
        return [one["id"] for one in bot.each(bot.list_matches(mine=True, limit=1))]

    service.wait_for(lambda: len(listed()) == 3, seconds=60)
    assert listed() == made[::-1]
    with pytest.raises(problems.MatchNotActive):
        bot.resign(made[0])
    with pytest.raises(problems.MatchNotFound) as refused:
        bot.get_match(new_id())
    assert refused.value.status == 404
    answer = bot.cancel_match(made[0])
    assert answer["status"] == "cancelled"


def test_a_call_under_one_key_is_carried_out_once(bot: Tabularium) -> None:
    made = [bot.create_match({"game": "spell-a-spell", "seats": 2}, key="once")["id"] for _ in range(2)]
    assert len(set(made)) == 1


def test_two_play_at_once_asynchronously_and_see_every_event_in_order(service: Running) -> None:
    async def seat(name: str) -> tuple[str, list[int]]:
        async with AsyncTabularium(service.url) as stranger:
            token = (await stranger.sign_up({"handle": f"{name}_{new_id()[-12:]}"}))["token"]
        async with AsyncTabularium(service.url, token) as one:
            match = (await one.create_match({"game": RPW, "seats": 3, "bots": ["random"] * 2}))["id"]
            versions: list[int] = []
            async for message in one.follow(match):
                if message["type"] == "event":
                    versions.append(message["data"]["version"])
                elif message["type"] == "prompts" and message["data"]["items"]:
                    prompt = message["data"]["items"][0]
                    try:
                        await one.play_move(match, moves(prompt)[0])
                    except problems.StalePrompt:
                        continue
            return (await one.get_match(match))["status"], versions

    async def both() -> list[tuple[str, list[int]]]:
        return list(await asyncio.gather(seat("Anna"), seat("Bert")))

    for status, versions in asyncio.run(both()):
        assert status == "finished"
        assert versions == list(range(1, len(versions) + 1))


def kit_bot(bot: Tabularium, game: str) -> Iterator[str]:
    """The kit itself; each match as it is made."""
    for number in range(3):
        seats = 3 if game == RPW else 2
        wish: MatchWish = {"game": game, "seats": seats, "bots": ["random"] * (seats - 1)}
        made = bot.create_match(wish, key=f"{game}-{number}")["id"]
        yield made
        assert play(bot, made, first)["status"] == "finished"


def run_with_kills(service: Running, run: Callable[[], None]) -> int:
    """Kill web and live processes by turns until this is through; how many were killed."""
    troubles: list[BaseException] = []

    def through() -> None:
        try:
            run()
        except BaseException as error:
            troubles.append(error)

    playing, names, kills = threading.Thread(target=through), ["live", "web-1", "web-2"], 0
    playing.start()
    while playing.is_alive():
        name = names[kills % len(names)]
        service.wait_for(partial(_is_ready, service, playing, name), seconds=60)
        if playing.is_alive() and (MATCHES or kills < len(names)):
            killed = service.processes.pid_of(name)
            os.kill(killed, signal.SIGKILL)
            kills += 1
            # On a busy machine it takes its time: without this the others would be killed before it is back.
            service.wait_for(partial(_is_ready, service, playing, name, killed), seconds=120)
        # Who dies often is begun anew later each time: nobody would be there to play with.
        for _ in range(20 if MATCHES else 1):
            playing.join(0.5)
            service.processes.watch()
    playing.join()
    assert troubles == []
    return kills


def assert_nothing_is_lost(reader: Tabularium, match: str) -> None:
    """Every event of the match is there once and in order, and its history is whole."""
    versions = [one["version"] for one in reader.each(reader.list_events(match))]
    assert versions == list(range(1, len(versions) + 1))
    audit = reader.audit_match(match)
    assert {audit[check] for check in ("chain", "seals", "chance", "replay")} == {"ok"}


@pytest.mark.parametrize("game", PLAYED)
def test_a_bot_plays_on_while_web_and_live_processes_are_killed_and_loses_nothing(
    service: Running, bot: Tabularium, game: str
) -> None:
    matches: list[str] = []
    kills = run_with_kills(service, lambda: matches.extend(kit_bot(bot, game)))
    assert kills >= 2
    print(f"{game}: {len(matches)} matches, {kills} kills")
    for match in matches:
        assert_nothing_is_lost(bot, match)
    assert len(set(matches)) == 3


EXAMPLES = ["python", pytest.param("typescript", marks=typescript.needs_compiler)]


@pytest.mark.parametrize("game", PLAYED)
@pytest.mark.parametrize("language", EXAMPLES)
def test_the_example_bots_play_on_while_processes_are_killed_and_neither_lose_nor_double_a_match(
    service: Running, bot: Tabularium, tmp_path: Path, language: str, game: str
) -> None:
    """As a stranger runs them: a process for each match, which signs up, makes the match and plays it to its end."""
    if language == "python":
        command, environment = [sys.executable, str(KIT / "examples/bot.py")], {**os.environ, "PYTHONPATH": str(KIT)}
    else:
        command, environment = ["node", str(typescript.compiled(tmp_path) / "built/examples/bot.js")], {**os.environ}
    before, said = matches_of_examples(bot, game), list[str]()

    def play_one(number: int) -> str:
        begun = time.monotonic()
        done = subprocess.run([*command, service.url, game], env=environment, capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (0, ""), done.stderr
        print(f"{language} {game}: match {number} took {time.monotonic() - begun:.0f} s", flush=True)
        return done.stdout.strip()

    def run() -> None:
        with ThreadPoolExecutor(AT_ONCE) as pool:
            said.extend(pool.map(play_one, range(1, (MATCHES or 2) + 1)))

    kills = run_with_kills(service, run)
    assert kills >= 2
    assert all(said)
    service.wait_for(lambda: len(matches_of_examples(bot, game) - before) >= len(said), seconds=60)
    made = matches_of_examples(bot, game) - before
    # One for each run, of a player of its own: none is lost, and none was made twice.
    assert len(made) == len({player for _, player in made}) == (MATCHES or 2)
    print(f"{language} {game}: {len(made)} matches, {kills} kills", flush=True)
    for match, _ in made:
        assert_nothing_is_lost(bot, match)


def matches_of_examples(reader: Tabularium, game: str) -> set[tuple[str, str]]:
    """Matches of bots that the examples sign up, in whatever state, each with the player who made it."""
    found = set()
    for one in reader.each(reader.list_matches(game=game)):
        players = [seat["player"] for seat in one["seats"] if seat["player"] is not None]
        found |= {(one["id"], who["id"]) for who in players if who["handle"].startswith("bot_")}
    return found


def bot_account(service: Running) -> tuple[Me, str]:
    """A new account that is a bot's, and its token."""
    with Tabularium(service.url) as stranger:
        token = stranger.sign_up({"handle": f"Gate_{new_id()[-12:]}", "password": new_id()})["token"]
    with Tabularium(service.url, token) as robot:
        return robot.become_bot(), token


def gateway_of(engine: Sequence[str], service: Running) -> list[str]:
    return [sys.executable, str(KIT / "examples/gateway.py"), service.url, *engine]


def test_a_gateway_joins_where_its_bot_is_invited_and_plays_with_an_engine_to_the_end(
    service: Running, bot: Tabularium
) -> None:
    me, token = bot_account(service)
    command = gateway_of([sys.executable, "-m", "clients.house_engine", "easy"], service)
    environment = {**os.environ, "PYTHONPATH": f"{KIT}:{PROJECT}", "TABULARIUM_TOKEN": token}
    invited = bot.create_match({"game": RPW, "seats": 3, "bots": ["random"]})["id"]
    bot.invite(invited, {"player": me["id"]})
    gateway = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)
    try:
        second = bot.create_match({"game": "spell-a-spell", "seats": 2})["id"]
        bot.invite(second, {"player": me["id"]})
        for match in (invited, second):
            for message in bot.follow(match):
                if message["type"] == "status" and message["data"]["status"] == "active":
                    break
        ended = play(bot, invited, first)
        assert ended["status"] == "finished"
        assert {one["player"]["kind"] for one in ended["seats"] if one["player"]} == {"guest", "bot"}
    finally:
        gateway.terminate()
        assert token not in gateway.communicate()[1]


def test_a_gateway_plays_a_match_to_its_end_with_a_language_model_that_talks_nonsense_now_and_then(
    service: Running, bot: Tabularium
) -> None:
    me, token = bot_account(service)
    model = Model()
    model.replies += [says("1"), says("perhaps 2 or 3"), says("99"), fails(500), says(None), says("2")] * 50
    command = gateway_of([sys.executable, str(KIT / "examples/engines/chat.py")], service)
    environment = {**os.environ, "PYTHONPATH": str(KIT), "TABULARIUM_TOKEN": token}
    environment |= {"CHAT_URL": model.url, "CHAT_MODEL": "m", "CHAT_KEY": KEY}
    match = bot.create_match({"game": RPW, "seats": 3, "bots": ["random"]})["id"]
    bot.invite(match, {"player": me["id"]})
    gateway = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)
    try:
        assert play(bot, match, first)["status"] == "finished"
    finally:
        gateway.terminate()
        said = gateway.communicate()[1]
        model.server.shutdown()
        model.server.server_close()
    assert len(model.asked) > 6
    assert token not in said
    assert KEY not in said
