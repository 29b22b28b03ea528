"""Runs a simulation and says what came of it."""

import logging
import time
import traceback
from collections.abc import Sequence

from tests.simulation.hand_made_faults import FAULTS
from tests.simulation.per_process import InvariantBroken
from tests.simulation.simulated_world import GAMES, HARSH, SimulatedWorld, UnknownStatement, Wanted
from tests.simulation.virtual_time import SECOND


def simulate(wanted: Wanted) -> int:
    """Run it and print its figures; 1 where a promise does not hold, with the last that happened."""
    world, began = SimulatedWorld(wanted), time.process_time()
    failed: BaseException | None = None
    try:
        world.run()
    except (InvariantBroken, UnknownStatement) as error:
        failed = error
        traceback.print_exc()
    for line in figures(world, time.process_time() - began):
        print(line)
    if failed is not None:
        print("\n".join(world.trace))
        print(f"\nNOT AS PROMISED at step {world.steps}, {world.moves} moves: {type(failed).__name__}: {failed}")
        print(f'again: make simulate ARGS="{again(wanted)}"')
    return int(failed is not None)


def again(wanted: Wanted) -> str:
    """The arguments by which the same happens again: all that its steps depend on, but for how long it may take."""
    told = ["--seed", wanted.seed, "--moves", wanted.moves, "--tables", wanted.tables, "--verified", wanted.verified]
    games = [] if tuple(wanted.games) == GAMES else [word for game in wanted.games for word in ("--game", game)]
    return " ".join(map(str, [*told, *games, *(["--harsh"] if wanted.rates is HARSH else [])]))


def on_trial(wanted: Wanted, names: Sequence[str]) -> int:
    """The simulation on trial: each fault that is put in by hand, and after how much play it is found."""
    missed = 0
    logging.disable(logging.CRITICAL)
    for name in FAULTS if "all" in names else names:
        said, fault = FAULTS[name]
        world, began, found = SimulatedWorld(wanted), time.process_time(), "NOT FOUND"
        try:
            with fault(world):
                world.run()
            missed += 1
        except InvariantBroken as error:
            found = str(error)
        took = time.process_time() - began
        print(f"{name} ({said}): after {world.moves:,} moves, {took:.1f} s of processor time: {found}", flush=True)
    return int(missed > 0)


def figures(world: SimulatedWorld, seconds: float) -> list[str]:
    """What was simulated, in how much processor time, and what befell it."""
    an_hour = world.moves / seconds * 3600 if seconds else 0.0
    faults = ", ".join(f"{name} {count:,}" for name, count in world.faults_by_kind().items())
    outcomes = ", ".join(f"{name} {count:,}" for name, count in sorted(world.outcomes.items()))
    return [
        f"{world.moves:,} moves, {world.server.statements:,} statements, {world.steps:,} steps,"
        f" {world.time.now / SECOND:,.0f} simulated seconds; {world.checked} matches checked, {world.verified} verified",
        f"{seconds:.1f} s of processor time: {an_hour:,.0f} moves an hour on one core",
        f"faults: {faults}",
        f"answers: {outcomes}",
        f"digest {world.digest.hexdigest()[:16]}",
    ]
