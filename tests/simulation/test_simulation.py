"""A few seconds of the simulation, and the faults that it has to find (docs/simulation.md)."""

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence

import pytest

from config.local_stack.stack import PROJECT
from tests.simulation.hand_made_faults import FAULTS
from tests.simulation.per_process import InvariantBroken
from tests.simulation.simulated_report import again, figures
from tests.simulation.simulated_world import GAMES, HARSH, SimulatedWorld, Wanted

SEED = 58


@pytest.fixture
def quiet(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """What fails on purpose is logged, as the service would."""
    with caplog.at_level("CRITICAL"):
        yield


def run(seed: int, *, moves: int, broken: str = "", tables: int = 8, games: Sequence[str] = GAMES) -> SimulatedWorld:
    # Many faults in a short time, at few tables, so that whole matches are played.
    world = SimulatedWorld(Wanted(seed=seed, moves=moves, tables=tables, rates=HARSH, games=tuple(games)))
    print(f'make simulate ARGS="{again(world.wanted)}"')
    if broken:
        with FAULTS[broken][1](world):
            world.run()
    else:
        world.run()
    return world


def test_what_the_service_promises_holds_whatever_is_lost_late_doubled_or_killed(quiet: None) -> None:
    # Other seeds are for `make simulate`: what they find is looked at, and stops nobody's work.
    world = run(SEED, moves=300)
    print("\n".join(figures(world, 1.0)))
    assert world.moves >= 300
    # Otherwise nothing was tried.
    assert world.faults_by_kind().keys() >= {"asked_lost", "answer_lost", "processes killed"}
    assert world.verified == world.checked > 0


def test_a_seed_plays_the_same_again(quiet: None) -> None:
    first, second = (run(SEED, moves=60) for _ in range(2))
    assert (first.digest.hexdigest(), first.steps) == (second.digest.hexdigest(), second.steps)
    assert run(SEED + 1, moves=60).digest.hexdigest() != first.digest.hexdigest()


@pytest.mark.parametrize(
    ("broken", "games"),
    [
        ("keys_lost", GAMES),
        ("clock_plays_early", GAMES),
        ("reader_skips", GAMES),
        # It is found at a match's end only, so in the game of short matches.
        ("failure_is_done", ["rock-paper-wizard"]),
    ],
)
def test_a_fault_that_is_put_in_by_hand_is_found(broken: str, games: Sequence[str], quiet: None) -> None:
    with pytest.raises(InvariantBroken):
        run(SEED, moves=4_000, broken=broken, games=games)


def test_the_command_needs_no_server_and_plays_a_seed_as_it_was_played_here(quiet: None) -> None:
    """A statement that a process makes once, at its start, is made in no other test: the suite has made it before."""
    world = run(SEED, moves=60)
    environment = {name: value for name, value in os.environ.items() if not name.startswith("DATABASE_")}
    command = [sys.executable, "-m", "tests.simulation", *again(world.wanted).split()]
    done = subprocess.run(
        command, cwd=PROJECT, env={**environment, "PYTHONHASHSEED": "0"}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    assert f"digest {world.digest.hexdigest()[:16]}" in done.stdout


def test_what_is_printed_to_run_a_failure_again_has_all_that_it_depends_on() -> None:
    """A run of one game under many faults plays otherwise under few."""
    wanted = Wanted(seed=7, moves=20, tables=3, rates=HARSH, games=("cave",), verified=5)
    assert again(wanted) == "--seed 7 --moves 20 --tables 3 --verified 5 --game cave --harsh"
    assert again(Wanted(seed=7, moves=20)) == "--seed 7 --moves 20 --tables 24 --verified 1"
