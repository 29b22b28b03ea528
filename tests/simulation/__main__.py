"""`python -m tests.simulation [--seed N] [--moves N] [--minutes N]`: simulate so much play, and check all of it."""

import argparse
import os
import sys
import time

from tests.simulation import NO_SECRET

# The simulation speaks to no server; Django wants to know of one.
os.environ.setdefault("DATABASE_URL", "postgresql://nobody@127.0.0.1:1/simulated")
os.environ.setdefault("SECRET_KEY", NO_SECRET)
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")


def main() -> int:
    parser = argparse.ArgumentParser(prog="tests.simulation", description=__doc__)
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--moves", type=int, default=20_000)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--tables", type=int, default=24)
    parser.add_argument("--game", action="append", help="one of the games, or several times this")
    parser.add_argument("--harsh", action="store_true", help="five times as many faults")
    parser.add_argument(
        "--broken", action="append", default=[], help="put a fault in by hand: hand_made_faults.py; all"
    )
    parser.add_argument("--verified", type=int, default=1, help="verify the file of one in so many matches")
    options = parser.parse_args()
    seed = options.seed if options.seed is not None else time.time_ns() % 1_000_000
    print(f"seed {seed}", flush=True)
    import django

    django.setup()
    from tests.simulation.simulated_report import on_trial, simulate
    from tests.simulation.simulated_world import FAULTY, GAMES, HARSH, Wanted

    wanted = Wanted(
        seed=seed,
        moves=options.moves,
        seconds=options.minutes * 60,
        tables=options.tables,
        games=options.game or GAMES,
        verified=options.verified,
        rates=HARSH if options.harsh else FAULTY,
    )
    return on_trial(wanted, options.broken) if options.broken else simulate(wanted)


if __name__ == "__main__":
    sys.exit(main())
