"""`make release-dump`: what the database of this version looks like, for all versions to come.

A small service has been played on: of each game a match that has ended, a fork that waits for players, one that runs, one
whose clock has long run out and one with a bot; and something of every feature (`kept_features`). `VERSION.dump` is its
database (`pg_dump`), `VERSION.ndjson` its heads as they are published, `VERSION.json` what its players hold and were
answered, `VERSION.cold` the files of its cold matches. It is made once, at the release, and never again.
"""

import json
import os
import random
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import django
from django.test.utils import setup_test_environment

from bench.limits import PLENTY, UNCOUNTED

FOLDER = Path(__file__).parent
# Codes in mails and the marks on kept states follow from it.
SECRET_KEY = "of no service: players and matches of the dumps exist in tests only"
SHORT: Mapping[str, Mapping[str, Any]] = {
    "rock-paper-wizard": {"max_rounds": 2},
    "spell-a-spell": {"hints": True, "adjudication": "lexicon_vote"},
    "cave": {"max_rounds": 3},
}
LONG: Mapping[str, Mapping[str, Any]] = {"spell-a-spell": {"hints": True}}
LISTS = ("open", "active", "finished")
CLOCK = {"mode": "per_move", "seconds": 10, "on_timeout": "bot", "bot": "easy"}


def main(version: str) -> None:
    """Play, and write the three files."""
    dump = FOLDER / f"{version}.dump"
    if dump.exists():
        sys.exit(f"{dump} is there already, and a release is not made twice")
    os.environ["SECRET_KEY"] = SECRET_KEY
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    os.environ.setdefault("LOG_LEVEL", "WARNING")
    cold = FOLDER / f"{version}.cold"
    cold.mkdir()
    os.environ["COLD_STORAGE"] = f"file://{cold}"
    os.environ.update({**PLENTY, **UNCOUNTED})
    from config.local_stack.programs import programs_for
    from config.local_stack.stack import temporary_stack

    with temporary_stack(os.environ) as stack:
        os.environ.update(stack.environment)
        held = _played()
        (FOLDER / f"{version}.json").write_text(json.dumps(held, ensure_ascii=False, indent=1) + "\n")
        _manage("publish_heads", "--all", "--out", str(FOLDER))
        (FOLDER / "heads-all.ndjson").rename(FOLDER / f"{version}.ndjson")
        tool = programs_for(None).backup.with_name("pg_dump")
        source = stack.environment["DATABASE_SUPERUSER_URL"]
        subprocess.run([tool, "--format", "custom", "--file", dump, source], cwd="/", check=True)


def _manage(*arguments: str) -> None:
    subprocess.run([sys.executable, "manage.py", *arguments], check=True)


def _played() -> dict[str, Any]:
    django.setup()
    setup_test_environment()
    from tests.releases import kept_features
    from tests.support.cast import person
    from tests.support.relay import catch_up

    people = [person(name) for name in ("Alice", "Bob", "Carol")]
    found = {"people": [asdict(one) for one in people], "games": {game: _of(game, people) for game in SHORT}}
    catch_up()
    return {**found, "features": kept_features.keep(people), "listed": _listed(people[0])}


def _listed(who: Any) -> dict[str, int]:
    """How many matches the lists have, by status."""
    return {status: len(who.get(f"/matches?status={status}&limit=100").json()["items"]) for status in LISTS}


def _of(game: str, people: list[Any]) -> dict[str, Any]:
    """The ids of a game's matches, and a call of one of its players with what it was answered."""
    from games.matches.stream.loading import load
    from tests.support.cast import match_of, play_some, random_move

    alice, *_ = people
    ended = match_of(*people, game=game, options=dict(SHORT[game]))
    play_some(ended, people, moves=5_000)
    assert load(ended).match.is_over
    made = alice.post(f"/matches/{ended}/forks", {"at": load(ended).match.head.version})
    assert made.status_code == 201, made.content
    fork = made.json()["id"]
    clocked = match_of(*people, game=game, clock=CLOCK)
    running = match_of(*people, game=game, options=dict(LONG.get(game, {})))
    play_some(running, people, moves=7)
    found = random_move(running, people, random.Random(1))
    assert found is not None
    who, move = found
    answer = who.post(f"/matches/{running}/moves", move, Idempotency_Key="before-the-upgrade")
    assert answer.status_code == 201, answer.content
    bots = alice.post("/matches", {"game": game, "seats": 3, "bots": ["easy", "random"]})
    return {
        "ended": ended,
        "fork": fork,
        "running": running,
        "bots": bots.json()["id"],
        "clocked": clocked,
        "call": {"player": people.index(who), "move": move, "events": answer.json()["events"]},
    }


if __name__ == "__main__":
    main(sys.argv[1])
