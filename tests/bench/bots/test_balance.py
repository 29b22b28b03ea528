from collections import Counter

from bench.bots import balance
from games.registry import newest


def result(**facts: object) -> balance.Result:
    """A match of two that asked seat 0 three times and seat 1 five times, in four turns."""
    found = {
        "reason": "crystal",
        "rounds": 2,
        "moves": 9,
        "won": (0,),
        "prompts": (3, 5),
        "forced": 2,
        "winners": (),
        "events": Counter(turn_started=4),
        "crystal_round": None,
    }
    return balance.Result(**{**found, **facts})  # type: ignore[arg-type]


def test_one_match_is_reported_as_well_as_many() -> None:
    assert list(balance._facts([result()])) == [
        "crystal 100%",
        "rounds 2 (2)",
        "moves 9",
        "prompts 8, a player 4",
        "a turn 2.00",
        "orders could skip 25.0%",
    ]


def test_a_game_without_rounds_counts_its_turns() -> None:
    game = newest("spell-a-spell")
    played = balance.play(game, 2, bytes(32), balance.by_bots(game, ["random", "easy"]))
    assert played.rounds == played.events["turn_started"] > 0
    assert sum(played.prompts) > 0
    assert played.forced == 0


def test_a_game_without_turns_counts_its_rounds() -> None:
    game = newest("rock-paper-wizard")
    played = balance.play(game, 3, bytes(32), balance.by_bots(game, ["random"] * 3))
    assert played.rounds > 0
    assert "a turn" in " ".join(balance._facts([played]))
