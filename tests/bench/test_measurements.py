from importlib import import_module
from pathlib import Path

import pytest

from bench import __main__ as runner
from bench import figures
from bench.store.library import _postgres
from bench.store.move_cost import ratio


@pytest.mark.parametrize("name", runner.MODULES)
def test_every_measurement_is_a_module_that_can_be_run(name: str) -> None:
    module = import_module(f"bench.{runner.MODULES[name]}")

    assert callable(module.main)
    # Those without a server are run as they are, the others by `bench.part`, once Django knows its models.
    assert ('if __name__ == "__main__":' in Path(str(module.__file__)).read_text()) == (name in runner.ALONE)


def test_figures_are_told_with_their_spread_and_ratios_round_by_round() -> None:
    assert figures.spread([3.0, 1.0, 1200.0], 1) == "3.0 (1.0 to 1,200.0)"
    assert figures.ratios([2.0, 6.0, 4.0], to=[1.0, 2.0, 4.0]) == "2.00 (1.00 to 3.00)"


def test_moves_are_held_against_those_that_answer_the_same_kind_of_prompt() -> None:
    short = {"spell": [1.0, 1.0], "target": [4.0], "gold": [9.0]}
    long = {"spell": [2.0, 2.0, 2.0], "target": [4.0]}

    assert ratio(short, long) == (3 * 2.0 + 1 * 1.0) / 4


def test_the_other_library_is_given_the_same_database() -> None:
    told = _postgres("postgresql://owner:p%40ss@/tabularium?host=%2Ftmp%2Frun%2Fpostgres")

    assert told["POSTGRES_HOST"] == "/tmp/run/postgres"
    assert (told["POSTGRES_USER"], told["POSTGRES_PASSWORD"]) == ("owner", "p@ss")
    assert (told["POSTGRES_DBNAME"], told["POSTGRES_PORT"]) == ("tabularium", "5432")
