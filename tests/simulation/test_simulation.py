"""A few seconds of the simulation, and the faults that it has to find (docs/simulation.md)."""

from collections.abc import Iterator

import pytest

from tests.simulation.hand_made_faults import FAULTS
from tests.simulation.per_process import InvariantBroken
from tests.simulation.simulated_report import figures
from tests.simulation.simulated_world import HARSH, SimulatedWorld, Wanted

SEED = 58


@pytest.fixture
def quiet(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """What fails on purpose is logged, as the service would."""
    with caplog.at_level("CRITICAL"):
        yield


def run(seed: int, *, moves: int, broken: str = "", tables: int = 8) -> SimulatedWorld:
    # Many faults in a short time, at few tables, so that whole matches are played.
    world = SimulatedWorld(Wanted(seed=seed, moves=moves, tables=tables, rates=HARSH))
    print(f'make simulate ARGS="--seed {seed} --moves {moves} --tables {tables} --harsh"')
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


@pytest.mark.parametrize("broken", ["keys_lost", "clock_plays_early", "reader_skips"])
def test_a_fault_that_is_put_in_by_hand_is_found(broken: str, quiet: None) -> None:
    with pytest.raises(InvariantBroken):
        run(SEED, moves=4_000, broken=broken)
