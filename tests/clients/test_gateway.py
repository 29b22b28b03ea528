"""The gateway of the kit: what becomes of an engine's answers, good and bad."""

import sys
from typing import Any, cast

import pytest
from tabularium_client import Problem, Tabularium

from tests.clients.examples import example

gateway = example("gateway.py")
LEGAL = [{"type": "wave", "hand": one} for one in ("left", "right")]
PROMPT: Any = {"prompt": "p1", "moves": [{"type": "wave", "schema": {}, "legal": LEGAL, "complete": False}]}
VIEW: Any = {"game": "toy", "rules": "1", "state": {}}
LISTED = [{"prompt": "p1", **one} for one in LEGAL]
OWN = {"type": "wave", "hand": "both"}


def engine(code: str, seconds: float = 20) -> Any:
    """A process that answers each question by this code, which has it as `line`."""
    return gateway.Engine(
        [sys.executable, "-uc", f"import json, sys, time\nfor line in sys.stdin:\n    {code}"], seconds
    )


class Judge:
    """A service that is asked whether a move would be legal."""

    def __init__(self, *, refuses: bool) -> None:
        self.refuses = refuses
        self.asked: list[Any] = []

    def check_move(self, match: str, move: Any) -> None:
        self.asked.append(move)
        if self.refuses:
            raise Problem(422, {"code": "invalid_move", "detail": "No."}, retry_after=None)


def chosen(player: Any, *, refuses: bool = False) -> tuple[Any, list[Any]]:
    judge = Judge(refuses=refuses)
    try:
        return gateway.Careful(cast(Tabularium, judge), "m", player).choose(VIEW, PROMPT), judge.asked
    finally:
        player.close()


def test_an_engine_names_a_listed_move_or_one_of_its_own_which_is_looked_at_first() -> None:
    assert chosen(engine("print(1)")) == (LISTED[1], [])
    own = {**OWN, "prompt": "p1"}
    assert chosen(engine(f"print(json.dumps({OWN}))")) == (own, [own])
    # It answers this question, whatever it names.
    assert chosen(engine(f"print(json.dumps({ {**LEGAL[0], 'prompt': 'other'} }))")) == (LISTED[0], [])


def test_a_move_that_the_rules_refuse_is_not_played() -> None:
    move, asked = chosen(engine(f"print(json.dumps({OWN}))"), refuses=True)
    assert move in LISTED
    assert len(asked) == 1


@pytest.mark.parametrize(
    "code",
    ["print(2)", "print(-1)", "print(True)", "print('{}')", "print('[0]')", "print('null')", "print('nonsense')",
     "print('true')", "print()", "sys.exit(1)", "print('[' * 100000)"],
)  # fmt: skip
def test_where_an_engine_names_no_move_chance_plays(code: str, capsys: pytest.CaptureFixture[str]) -> None:
    move, asked = chosen(engine(code), refuses=True)
    assert move in LISTED
    assert asked == []
    assert "by chance" in capsys.readouterr().err


def test_an_engine_that_hangs_is_ended_and_begun_anew() -> None:
    player = engine("print(0) if 'again' in line else time.sleep(60)", seconds=1)
    careful = gateway.Careful(cast(Tabularium, Judge(refuses=True)), "m", player)
    assert careful.choose(VIEW, PROMPT) in LISTED
    assert player.process is None
    assert player.choose({**VIEW, "state": {"again": 1}}, PROMPT) == LISTED[0]
    player.close()


def test_who_has_no_engine_plays_by_chance() -> None:
    assert {str(chosen(gateway.Chance())[0]) for _ in range(50)} == {str(one) for one in LISTED}
