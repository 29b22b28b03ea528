"""How well do ratings foretell who wins? `make ratings [ARGS="--players N --matches N --models --stored"]`.

Players of known strengths, some of them far more busy than others, meet at tables of two to five. The ratings are those
of `games/matches/ratings/strengths.py`; `bench/foretelling.py` fits the forecast and judges it, beside the same of the
strengths themselves.

Worlds: `plain` draws what the model supposes; `normal` another chance; `level` gives level places, as games with few
points do; `improving` lets every player change with every match. With `--models` every model of the library is tried.
With `--stored` a database is filled with the matches of one world, all ratings are computed twice, and it is told how
long that takes and that both are the same. It fails where a gate of `GATES` is not met.

`--of URL` judges the ratings of a database instead, and `--bots GAME` those of matches that bots play for it: see
`bench/rated_matches.py`.
"""

import argparse
import math
import os
import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import NamedTuple
from uuid import UUID

from bench.foretelling import Forecast, Foretold, Score, Strengths, fitted, parts, score, told
from bench.rated_matches import of_bots, tell
from config.local_stack.stack import temporary_stack
from games.matches.ratings.strengths import NEWCOMER, Strength, after

SIZES = (2, 3, 4, 4, 5)
# So much worse than the strengths themselves may the ratings foretell, and so many bins of ten may lie outside of their
# interval: of ten that are right one does in two runs of five, two in one of twelve.
GATES = {"log loss": 0.05, "Brier score": 0.03, "bins outside": 1}


@dataclass(frozen=True)
class World:
    """How chance decides between strengths."""

    noise: Callable[[random.Random], float]
    # Performances in one class of this width are level; 0: none are.
    classes: float = 0.0
    drift: float = 0.0


def _gumbel(pick: random.Random) -> float:
    return -math.log(-math.log(pick.random()))


WORLDS = {
    "plain": World(noise=_gumbel),
    "normal": World(noise=lambda pick: pick.gauss(0, math.pi / math.sqrt(6))),
    "level": World(noise=_gumbel, classes=1.0),
    "improving": World(noise=_gumbel, drift=0.03),
}


class Played(NamedTuple):
    """A match: who sat there, at which place each came in, and how strong each was."""

    players: Sequence[int]
    places: Sequence[int]
    true: Sequence[float]


def matches_of(world: World, *, players: int, matches: int, seed: int) -> Iterator[Played]:
    """Matches of players who are drawn by how busy they are."""
    pick = random.Random(seed)  # noqa: S311
    strengths = [pick.gauss(0, 1) for _ in range(players)]
    total, busy = 0.0, []
    for _ in range(players):
        total += min(pick.paretovariate(1.5), 50)
        busy.append(total)
    everybody = range(players)
    for _ in range(matches):
        size, seated = pick.choice(SIZES), dict[int, None]()
        while len(seated) < size:
            seated[pick.choices(everybody, cum_weights=busy)[0]] = None
        true = [strengths[one] for one in seated]
        shown = [one + world.noise(pick) for one in true]
        classes = [math.floor(one / world.classes) if world.classes else one for one in shown]
        yield Played([*seated], [1 + sum(other > one for other in classes) for one in classes], true)
        for one in seated:
            strengths[one] += pick.gauss(0, world.drift)


Model = Callable[[Sequence[Strength], Sequence[int]], Sequence[Strength]]


def rated(played: Sequence[Played], model: Model) -> list[Foretold]:
    """What the model knew before each match."""
    known: dict[int, Strength] = {}
    found = []
    for match in played:
        before = [known.get(one, NEWCOMER) for one in match.players]
        winners = frozenset(seat for seat, place in enumerate(match.places) if place == 1)
        found.append(Foretold(before, winners, [Strength(one, 0.0) for one in match.true]))
        known |= zip(match.players, model(before, match.places), strict=True)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.ratings")
    parser.add_argument("--players", type=int, default=10_000)
    parser.add_argument("--matches", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--worlds", nargs="*", default=[*WORLDS], choices=WORLDS)
    parser.add_argument("--models", action="store_true", help="every model of the library")
    parser.add_argument("--stored", action="store_true", help="ratings of a database, computed twice")
    parser.add_argument("--of", metavar="URL", help="judge the ratings of this database")
    parser.add_argument("--bots", metavar="GAME", help="have bots play rated matches of this game, and judge those")
    parser.add_argument("--grades", nargs="*", default=["random", "easy", "medium"], help="of these bots, worst first")
    options = parser.parse_args()
    if options.of:
        sys.exit(tell(options.of))
    if options.bots:
        sys.exit(of_bots(options.bots, matches=options.matches, grades=options.grades, seed=options.seed))
    sizes = {"players": options.players, "matches": options.matches, "seed": options.seed}
    if options.stored:
        sys.exit(_stored([*matches_of(WORLDS["plain"], **sizes)]))
    models: dict[str, Model] = _models() if options.models else {"ours": after}
    missed = list[str]()
    for name in options.worlds:
        missed += _gates_missed(name, [*matches_of(WORLDS[name], **sizes)], models)
    print("\n".join(missed) or "every gate is met")
    sys.exit(bool(missed))


def _gates_missed(name: str, played: Sequence[Played], models: dict[str, Model]) -> Iterator[str]:
    """Print how each model does in a world; which gates ours misses."""
    for called, model in models.items():
        begun = time.perf_counter()
        cases = rated(played, model)
        each = (time.perf_counter() - begun) / len(played) * 1e6
        true, found, forecast = _judged(cases)
        print(
            f"{name}, {called}: log loss {found.loss:.4f} (strengths themselves {true.loss:.4f}),"
            f" Brier {found.brier:.4f} ({true.brier:.4f}), bins off by"
            f" {' '.join(f'{one.off:.1f}' for one in found.bins)}; {forecast}; {each:.0f} µs a match",
            flush=True,
        )
        off = {
            "log loss": found.loss - true.loss,
            "Brier score": found.brier - true.brier,
            "bins outside": found.outside,
        }
        if called == "ours":
            yield from (
                f"{name}: {what} {off[what]:.3f}, not {most}" for what, most in GATES.items() if off[what] > most
            )


def _judged(cases: Sequence[Foretold]) -> tuple[Score, Score, Forecast]:
    """Of the last matches the score of the strengths themselves and that of the ratings, and how these foretold."""

    def of(strengths: Strengths) -> tuple[Score, Forecast]:
        forecast = fitted(fits, strengths)
        return score(told(last, strengths, forecast)), forecast

    fits, last = parts(cases)
    true, _ = of(lambda case: case.true)
    found, forecast = of(lambda case: case.known)
    return true, found, forecast


def _models() -> dict[str, Model]:
    from openskill import models

    def by(model: object, before: Sequence[Strength], places: Sequence[int]) -> list[Strength]:
        teams = [[model.rating(mu=one.mu, sigma=one.sigma)] for one in before]  # type: ignore[attr-defined]
        rows = model.rate(teams, ranks=[float(place) for place in places])  # type: ignore[attr-defined]
        return [Strength(one.mu, one.sigma) for (one,) in rows]

    names = ("PlackettLuce", "BradleyTerryPart", "BradleyTerryFull", "ThurstoneMostellerPart", "ThurstoneMostellerFull")
    return {name: partial(by, getattr(models, name)()) for name in names}


def _stored(played: Sequence[Played]) -> int:
    """Fill a database, compute its ratings one batch after the other and then anew; 1 where they differ."""
    with temporary_stack(dict(os.environ)) as stack:
        from bench.running.serving import set_django_up

        set_django_up(stack)
        from django.utils.timezone import now

        from games.matches.models.rated import RatedMatch
        from games.matches.ratings import judging

        start = now() - timedelta(days=30)
        rows = [
            RatedMatch(
                match_id=UUID(int=number + 1),
                game="cave",
                finished_at=start + timedelta(seconds=number),
                places=[
                    [str(UUID(int=who)), place] for place, who in sorted(zip(one.places, one.players, strict=True))
                ],
                state=RatedMatch.WAITING,
            )
            for number, one in enumerate(played)
        ]
        RatedMatch.objects.bulk_create(rows, batch_size=5_000)
        begun = time.monotonic()
        count = sum(iter(judging.rate, 0))
        first, begun = time.monotonic() - begun, time.monotonic()
        again = judging.rebuild()
        second = time.monotonic() - begun
        print(f"{count} matches judged in {first:.0f} s; anew in {second:.0f} s, {again.differ} ratings differ")
        return int(again != judging.Rebuilt(len(played), 0))


if __name__ == "__main__":
    main()
