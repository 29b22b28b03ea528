"""What is answered of the past of a match."""

from typing import Any

from games.matches.stream.loading import load
from tests.support.cast import Person, timeless, unclocked


def answers(match_id: str, people: list[Person]) -> dict[tuple[str, str], Any]:
    """What is told of a match at every address that shows it."""
    head = load(match_id).match.head.version
    own = (
        "",
        "/view",
        "/prompts",
        "/events?limit=500",
        "/export",
        *(f"/view?at={at}" for at in range(1, head + 1, 10)),
    )
    lists = ("/matches?mine=true&limit=500", "/matches?waiting_for=me&limit=500")
    told = {}
    for who in people:
        addresses = [f"/matches/{match_id}{path}" for path in own] + [path for path in lists if who.token]
        for address in addresses:
            answer = who.get(address)
            body = answer.json()["items"] if "matches?" in address else unclocked(answer.content)
            told[who.handle, address] = [timeless(match) for match in body] if isinstance(body, list) else body
    return told
