"""One match of Rock Paper Wizard over HTTP: three processes play, this one watches and prints round by round.

python -m clients.demo URL
"""

import subprocess
import sys
import time
from typing import Any

from clients.api import Api, sign_up

NAMES = ("Alicja", "Boaz", "Charlie")


def main() -> None:
    url = sys.argv[1].rstrip("/")
    people = [sign_up(url, name) for name in NAMES]
    with Api(url, people[0][1]) as host:
        wish = {"game": "rock-paper-wizard", "seats": len(people), "name": "A demonstration"}
        match = host.post("/matches", wish)["id"]
    for _, token in people[1:]:
        with Api(url, token) as guest:
            guest.post(f"/matches/{match}/join")
    say(f"Match {match}: {', '.join(handle for handle, _ in people)}")
    processes = [_player(url, match, token) for _, token in people]
    with Api(url) as watcher:
        _watch(watcher, match, [handle for handle, _ in people])
    if any(process.wait(timeout=30) for process in processes):
        sys.exit("a player's process failed")
    say(f"{url}/api/v1/matches/{match}")


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def _player(url: str, match: str, token: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "clients.random_player", url, match]
    # The token goes through a pipe: a command line can be read by every user of the machine.
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    assert process.stdin is not None
    process.stdin.write(token + "\n")
    process.stdin.close()
    return process


def _watch(api: Api, match: str, handles: list[str]) -> None:
    after, lines = 0, Narrator(api, handles)
    while True:
        page = api.get(f"/matches/{match}/events?after={after}&limit=500")
        for event in page["items"]:
            after = event["version"]
            lines.tell(event)
            if event["type"] == "match_ended":
                return
        time.sleep(0.1)


class Narrator:
    """Turns public events into lines, with the names that the server's content gives."""

    def __init__(self, api: Api, handles: list[str]) -> None:
        content = api.get("/games/rock-paper-wizard/content")
        self._spells = {card["id"]: card["names"]["en"] for card in content["cards"]}
        self._handles = handles

    def tell(self, event: dict[str, Any]) -> None:
        """Print what is worth a line of it."""
        data, seat = event["data"], event["seat"]
        match event["type"]:
            case "round_begun":
                say(f"\nRound {data['round']}")
            case "gestures_revealed":
                for caster, gesture in enumerate(data["gestures"]):
                    say(f"  {self._handles[caster]}: {self._gesture(gesture)}")
            case "wild_pair_formed":
                say(f"  wild magic: {self._names(data['seats'])}")
            case "spell_begun" if data["wild"]:
                say(f"  {self._handles[seat]} turns up {self._spells[data['card']]}")
            case "gold_scored":
                say("  gold: " + ", ".join(f"{self._handles[at]} +{gold}" for at, gold in enumerate(data["amounts"])))
            case "match_ended":
                say(f"\nWon by {self._names(data['winners']) or 'nobody'} ({data['reason']})")

    def _gesture(self, gesture: dict[str, Any] | None) -> str:
        return f"{self._spells[gesture['spell']]} on {self._handles[gesture['target']]}" if gesture else "nothing"

    def _names(self, seats: list[int]) -> str:
        return " and ".join(self._handles[seat] for seat in seats)


if __name__ == "__main__":
    main()
