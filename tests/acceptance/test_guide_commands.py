"""The commands of the guides that are no walkthroughs, each pasted into a shell against the service as it is served.

Before each page a reader has what its variables name: a token, the id of a match.
"""

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest

from api.openapi.examples import BODIES
from clients.api import sign_up
from config.local_stack.places import PROJECT
from events.store import new_id
from tests.acceptance.conftest import Running, seat
from tests.support.walkthrough import BLOCK, GUIDES

GAME = "rock-paper-wizard"
# A refusal ends the shell, and says what it is.
SHELL = 'set -euo pipefail\ncurl() { command curl --fail-with-body "$@"; }\n'
PASSWORD = "correct horse battery"


def commands(page: str) -> list[str]:
    """The blocks of a guide that are pasted into a shell."""
    return [body for kind, _, body in BLOCK.findall((GUIDES / f"{page}.md").read_text()) if kind == "sh"]


def printed(service: Running, text: str, **variables: str) -> str:
    """What the commands print. They find Python and the project's modules, as readers in the repository do."""
    given = {"SERVER": service.url, "API": f"{service.url}/api/v1", "PYTHONPATH": str(PROJECT), **variables}
    path = f"{PROJECT / '.venv/bin'}:{os.environ['PATH']}"
    command, environment = ["bash", "-c", SHELL + text], {**os.environ, "PATH": path, **given}
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)
    assert (ran.returncode, ran.stderr) == (0, ""), ran.stdout
    return ran.stdout


def pasted(service: Running, text: str, **variables: str) -> list[Any]:
    """The JSON texts that the commands print."""
    return list(documents(printed(service, text, **variables)))


def documents(text: str) -> Iterator[Any]:
    """JSON texts that follow one another."""
    decoder = json.JSONDecoder()
    while text := text.lstrip():
        found, end = decoder.raw_decode(text)
        yield found
        text = text[end:]


@pytest.fixture
def account(service: Running) -> str:
    """The token of somebody with an account."""
    _, token = sign_up(service.url, "Reader")
    service.api(token).post("/me/upgrade", {"password": PASSWORD})
    return token


def test_the_commands_of_the_guide_of_apps_register_an_app_and_get_and_renew_its_access(
    service: Running, account: str
) -> None:
    register, challenge, exchange, refresh, device, poll = commands("apps")
    (app,) = pasted(service, register, TOKEN=account)
    made = {"APP": app["client_id"]}
    address, verifier = printed(service, f"{challenge}\necho $VERIFIER", **made).split()
    query = urlsplit(address).query
    with page_of(service, account) as page:
        agreed = page.post("/api/v1/session/authorization", json={"query": query, "accept": True}).json()
    told = parse_qs(urlsplit(agreed["redirect_uri"]).query)
    assert told["state"] == parse_qs(query)["state"]
    (tokens,) = pasted(service, exchange, **made, CODE=told["code"][0], VERIFIER=verifier)
    (renewed,) = pasted(service, refresh, **made, REFRESH=tokens["refresh_token"])
    assert renewed["scope"] == tokens["scope"] == "read play"
    assert service.api(renewed["access_token"]).get("/matches?mine=true")["items"] == []

    (asked,) = pasted(service, device, **made)
    with page_of(service, account) as page:
        body = {"user_code": asked["user_code"], "accept": True}
        assert page.post("/api/v1/session/device-authorization", json=body).status_code == 204
    (tokens,) = pasted(service, poll, **made, DEVICE_CODE=asked["device_code"])
    assert tokens["scope"] == "read play"


@contextmanager
def page_of(service: Running, token: str) -> Iterator[httpx.Client]:
    """A session of the service's own page, as its player has it."""
    me = service.api(token).get("/me")
    with httpx.Client(base_url=service.url, headers={"Tabularium-Page": me["id"]}) as page:
        assert page.post("/api/v1/session", json={"handle": me["handle"], "password": PASSWORD}).is_success
        yield page


def test_the_commands_of_the_guide_of_bots_make_a_bot_and_invite_it(service: Running) -> None:
    make, invite = commands("bot-accounts")
    (bot,) = pasted(service, make.replace("Robot_7", f"Robot_{new_id()[-12:]}"))
    assert bot["kind"] == "bot"
    (invited,) = pasted(service, invite, MINE=sign_up(service.url, "Reader")[1], BOT=bot["handle"])
    assert invited["player"] == bot["id"]


def test_the_commands_of_the_guide_of_cups_make_a_cup_and_start_it(
    service: Running, account: str, tmp_path: Path
) -> None:
    play, check = commands("cups")
    entered, started, shown = pasted(service, play, TOKEN=account)
    assert entered["id"] == started["id"] == shown["id"]
    assert (entered["status"], shown["status"]) == ("open", "running")
    assert printed(service, f"cd {tmp_path}\n{check}", CUP=shown["id"])


def test_the_commands_of_the_guides_of_queue_and_ratings_are_taken(service: Running, account: str) -> None:
    (wish,) = commands("queue")
    (waiting,) = pasted(service, wish, TOKEN=account)
    assert (waiting["game"], waiting["set"]) == ("cave", "live")
    (rated,) = commands("ratings")
    (match,) = pasted(service, rated, TOKEN=account)
    assert (match["rated"], match["status"]) == (True, "open")


# What a browser gives the example, but for `fetch`, which takes no address without an origin here.
BROWSER = """
const { key, headers, origin, keys } = JSON.parse(process.argv[1]);
const [endpoint, send] = ["https://push.example/send/" + crypto.randomUUID(), globalThis.fetch];
const subscribe = async (wishes) => {
  if (!wishes.userVisibleOnly || wishes.applicationServerKey !== key) throw new Error("not the service's key");
  return { endpoint, toJSON: () => ({ endpoint, keys, expirationTime: null }) };
};
const registration = { pushManager: { subscribe } };
const fetch = async (path, call) => {
  const answer = await send(origin + path, call);
  if (!answer.ok) throw new Error(await answer.text());
};
"""


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not here")
def test_the_example_of_the_guide_of_notices_subscribes_a_browser(service: Running, account: str) -> None:
    (example,) = [body for kind, _, body in BLOCK.findall((GUIDES / "notices.md").read_text()) if kind == "js"]
    api = service.api(account)
    given = {
        "key": api.get("/me/push-subscriptions")["key"],
        "headers": {"Authorization": f"Bearer {account}", "Content-Type": "application/json"},
        "origin": service.url,
        "keys": BODIES["PushSubscriptionWish"]["keys"],
    }
    command = ["node", "--input-type=module", "--eval", BROWSER + example, json.dumps(given)]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert len(api.get("/me/push-subscriptions")["items"]) == 1


def test_the_commands_of_the_guide_of_talk_write_and_read_a_table_s_chat(service: Running, account: str) -> None:
    match, _ = seat(service, {"game": GAME, "seats": 3, "start": "auto"}, account)
    (talk,) = commands("talk")
    text, reaction, read = pasted(service, talk, TOKEN=account, MATCH=match)
    assert (text["text"], reaction["reaction"]) == ("Good luck!", "well_played")
    assert [one["number"] for one in read["items"]] == [reaction["number"], text["number"]]


def test_the_commands_of_the_guide_of_luck_tell_a_game_s_statistics_and_count_files(
    service: Running, tmp_path: Path
) -> None:
    tell, count = commands("luck")
    (statistics,) = pasted(service, tell.splitlines()[0])
    assert statistics["game"] == "cave"
    for file in (PROJECT / "tests/recorded").glob("cave-[pr]*.ndjson"):
        shutil.copy(file, tmp_path)
    (line,) = pasted(service, f"cd {tmp_path}\n{count}")
    assert (line["game"], line["matches"]) == ("cave", len(list(tmp_path.iterdir())))
