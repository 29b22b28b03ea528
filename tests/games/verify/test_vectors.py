"""The small match files that docs/format.md offers to whoever writes a verifier: the command finds what they say."""

import json
from pathlib import Path
from typing import Any

import pytest

from games.registry import GAMES
from games.verify.match_file import NotAMatchFile
from games.verify.report import CHAIN, CHANCE, REPLAY, SEALS, Flaw
from games.verify.verifier import verify_bytes

VECTORS: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[2] / "vectors/match-files.json").read_text(encoding="utf-8")
)


def found(data: bytes) -> dict[str, str | int]:
    """What the command finds, in the form of the vectors."""
    try:
        report = verify_bytes(data)
    except NotAMatchFile as refused:
        return {"refused": refused.flaw.version}
    flaws = [one.version for one in (report.checks[CHANCE], report.checks[REPLAY]) if isinstance(one, Flaw)]
    chain, seals, replay = (report.checks[check] for check in (CHAIN, SEALS, REPLAY))
    played = min(flaws, default=replay)
    named = {"chain": chain, "seals": seals, "played": played}
    return {name: one.version if isinstance(one, Flaw) else one for name, one in named.items()}


@pytest.mark.parametrize("vector", VECTORS, ids=[one["name"] for one in VECTORS])
def test_a_vector_says_what_the_command_finds(vector: dict[str, Any]) -> None:
    assert found(vector["file"].encode()) == vector["expected"]


def test_each_vector_has_a_name_of_its_own_and_needs_a_game_that_there_is() -> None:
    names = [one["name"] for one in VECTORS]
    assert len(set(names)) == len(names)
    assert {game for one in VECTORS for game in one["needs"]} <= set(GAMES)
