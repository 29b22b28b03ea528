"""One match over HTTP: a process for each player, and this one watches and prints what happens.

python -m clients.demo URL [GAME [BOT …]]: bots, such as `easy`, sit in place of players.
"""

import subprocess
import sys
import time

from clients.api import Api, sign_up
from clients.narrators import SHOWS
from clients.narrators.show import Narrator, Show


def main() -> None:
    url, game = sys.argv[1].rstrip("/"), (sys.argv[2:] or ["rock-paper-wizard"])[0]
    if game not in SHOWS:
        sys.exit(f"there is no demo of {game}; there are: {', '.join(SHOWS)}")
    show = SHOWS[game]
    bots = sys.argv[3:]
    people = [sign_up(url, name) for name in show.players[: max(1, len(show.players) - len(bots))]]
    match = _seated(url, show, [token for _, token in people], bots)
    host, *guests = (handle for handle, _ in people)
    names = [host, *(f"bot_{bot}_{seat}" for seat, bot in enumerate(bots, 1)), *guests]
    say(f"Match {match}: {', '.join(names)}")
    processes = [_player(url, match, token) for _, token in people]
    with Api(url) as watcher:
        _watch(watcher, match, show.narrator(watcher, names))
    if any(process.wait(timeout=30) for process in processes):
        sys.exit("a player's process failed")
    say(f"{url}/api/v1/matches/{match}")


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def _seated(url: str, show: Show, tokens: list[str], bots: list[str]) -> str:
    """A match with everybody at the table: the first player, bots, the others."""
    seats = len(tokens) + len(bots)
    wish = {"game": show.game, "seats": seats, "bots": bots, "name": "A demonstration", "options": dict(show.options)}
    with Api(url, tokens[0]) as host:
        match: str = host.post("/matches", wish)["id"]
    for token in tokens[1:]:
        with Api(url, token) as guest:
            guest.post(f"/matches/{match}/join")
    return match


def _player(url: str, match: str, token: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "clients.random_player", url, match]
    # The token goes through a pipe: a command line can be read by every user of the machine.
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    assert process.stdin is not None
    process.stdin.write(token + "\n")
    process.stdin.close()
    return process


def _watch(api: Api, match: str, narrator: Narrator) -> None:
    after = 0
    while True:
        page = api.get(f"/matches/{match}/events?after={after}&limit=500")
        for event in page["items"]:
            after = event["version"]
            for line in narrator.tell(event):
                say(line)
            if event["type"] == "match_ended":
                return
        time.sleep(0.1)


if __name__ == "__main__":
    main()
