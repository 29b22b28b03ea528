import ast
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import games
from games.core.definition import Outcome
from games.table import events
from games.table.events import CLASSES, MatchCreated, MatchEnded, SeatTaken

RECORDED = Path(__file__).parents[2] / "recorded"
# There a type of an event is also the code of a refusal, the kind of a notice or what a receiver did.
OTHER_WORDS = ("matches/errors.py", "matches/notices/")


def recorded() -> Iterator[dict[str, Any]]:
    for file in sorted(RECORDED.glob("*.ndjson")):
        lines = [json.loads(line) for line in file.read_text().splitlines()]
        yield from (line for line in lines if "envelope" in line and line["envelope"]["type"] in CLASSES)


def test_what_is_read_from_history_says_again_what_history_says() -> None:
    found = set()
    for line in recorded():
        envelope = line["envelope"]
        event = events.read(envelope)
        assert (event.type, event.seat, event.by, event.move) == tuple(
            envelope[k] for k in ("type", "seat", "by", "move")
        )
        assert event.data == envelope["data"]
        found.add(event.type)
    assert found == set(CLASSES)


def test_a_match_is_created_with_its_seed_and_a_fork_s_older_keys_sealed_for_the_server() -> None:
    for line in recorded():
        event = events.read(line["envelope"])
        if not isinstance(event, MatchCreated):
            continue
        parts = [opening["part"] for opening in line["openings"]]
        origins = parts[1]["origins"] if len(parts) == 2 else None
        whole = replace(event, seed=bytes.fromhex(parts[0]["seed"]), origins=origins)
        assert list(whole.parts) == [((), part) for part in parts]
        assert whole.data == event.data
        assert parts[0]["seed"] not in repr(whole)


@pytest.mark.parametrize("data", [{}, {"entropy": None, "more": 1}, {"entropy": None, "seat": 2}])
def test_a_public_part_of_other_fields_is_not_read(data: dict[str, Any]) -> None:
    envelope = {"type": SeatTaken.type, "seat": 1, "by": "player", "move": None, "data": data}
    with pytest.raises((KeyError, TypeError, ValueError)):
        events.read(envelope)


def test_a_type_that_is_no_event_of_the_table_is_not_read() -> None:
    with pytest.raises(KeyError):
        events.read({"type": "spell_chosen", "seat": 1, "by": "player", "move": None, "data": {}})


def test_an_outcome_is_told_in_lists() -> None:
    ended = MatchEnded.of(Outcome(reason="goal", ranking=((1,), (0, 2)), winners=(1,)))
    assert ended.data == {"reason": "goal", "ranking": [[1], [0, 2]], "winners": [1]}
    assert list(ended.data) == sorted(ended.data)


def test_the_types_of_the_table_s_events_are_written_in_one_module_alone() -> None:
    home = Path(games.__path__[0])
    for package in ("matches", "table", "verify"):
        for source in sorted((home / package).rglob("*.py")):
            name = str(source.relative_to(home))
            if name == "table/events.py" or name.startswith(OTHER_WORDS):
                continue
            words = {node.value for node in ast.walk(ast.parse(source.read_text())) if isinstance(node, ast.Constant)}
            assert not words & CLASSES.keys(), name
