from dataclasses import replace

from games.core.definition import Outcome
from games.table import registry
from games.table.events import MatchCreated, MatchEnded
from tests.games.table.test_registry import recorded


def test_a_match_is_created_with_its_seed_and_a_fork_s_older_keys_sealed_for_the_server() -> None:
    for line in recorded():
        event = registry.read(line["envelope"])
        if not isinstance(event, MatchCreated):
            continue
        parts = [opening["part"] for opening in line["openings"]]
        origins = parts[1]["origins"] if len(parts) == 2 else None
        whole = replace(event, seed=bytes.fromhex(parts[0]["seed"]), origins=origins)
        assert list(whole.parts) == [((), part) for part in parts]
        assert whole.data == event.data
        assert parts[0]["seed"] not in repr(whole)


def test_an_outcome_is_told_in_lists() -> None:
    ended = MatchEnded.of(Outcome(reason="goal", ranking=((1,), (0, 2)), winners=(1,)))
    assert ended.data == {"reason": "goal", "ranking": [[1], [0, 2]], "winners": [1]}
    assert list(ended.data) == sorted(ended.data)
