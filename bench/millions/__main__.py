"""What does a store of millions of events cost? `python -m bench.millions fill | measure | wear | cold --data …`."""

import argparse
import os
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import django
import psycopg

from bench import figures
from bench.millions import sitting, wear
from config.local_stack.errors import StackError
from config.local_stack.places import PROJECT
from config.local_stack.serve import interrupt_on_signals
from config.local_stack.stack import LocalStack

# Tables with what is kept beside them (TOAST), and their indexes by themselves.
SIZES = """
SELECT relname, relkind, CASE relkind WHEN 'r' THEN pg_table_size(oid) ELSE pg_relation_size(oid) END AS size
FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'i') ORDER BY size DESC LIMIT 30
"""
EVENTS = "SELECT count(*), sum(version) FROM match_head"


def main() -> int:
    options = _parse()
    interrupt_on_signals()
    try:
        if options.command == "fill":
            fill(options.data[0], options.events, options.processes)
        elif options.command == "measure":
            measure(options.data, options.rounds)
        elif options.command == "cold":
            cold(options.data[0], options.matches)
        else:
            wear.wear(options.data[0], options.minutes, options.rate)
    except KeyboardInterrupt:
        return 1
    except StackError as error:
        print(f"tabularium: {error}", file=sys.stderr)
        return 1
    return 0


def fill(data: Path, events: int, processes: int) -> None:
    """Make a database of so many events, or go on where that was interrupted; then count its rows for the planner."""
    with LocalStack(data, given=os.environ) as stack:
        stack.start()
        os.environ.update(stack.environment, DJANGO_SETTINGS_MODULE="config.settings")
        django.setup()
        # They need the models, which are there only now.
        from bench.millions import fill, lists

        fill.fill(events, processes, fill.say_on_one_line)
        lists.project(processes, fill.say_on_one_line)
        with psycopg.connect(stack.environment["DATABASE_SUPERUSER_URL"], autocommit=True) as superuser:
            superuser.execute("VACUUM ANALYZE")
            _print_sizes(superuser)


def measure(folders: list[Path], rounds: int) -> None:
    """Ask everything of these databases, by turns; then read the plans of all statements at the last of them."""
    with ExitStack() as opened:
        stacks = [opened.enter_context(LocalStack(folder, given=os.environ)) for folder in folders]
        for stack in stacks:
            stack.start()
        sitting.sit([stack.environment for stack in stacks], rounds)
        read = [sys.executable, "-m", "bench.part", "millions.reading"]
        subprocess.run(read, cwd=PROJECT, env=stacks[-1].environment, check=True)


def cold(data: Path, matches: int) -> None:
    """Move so many of a database's matches that have ended into files beside it."""
    with LocalStack(data, given=os.environ) as stack:
        stack.start()
        folder = data.absolute() / "cold"
        os.environ.update(stack.environment, DJANGO_SETTINGS_MODULE="config.settings")
        os.environ.update(COLD_STORAGE=f"file://{folder}", LOG_LEVEL="WARNING")
        django.setup()
        # It needs the models, which are there only now.
        from bench.millions import cold

        with psycopg.connect(stack.environment["DATABASE_SUPERUSER_URL"], autocommit=True) as superuser:
            cold.measure(superuser, folder, matches)


def _print_sizes(superuser: psycopg.Connection) -> None:
    found = superuser.execute(EVENTS).fetchone()
    assert found is not None
    matches, events = found
    print(f"\n{matches:,} matches, {events:,} events\n")
    figures.heading("table or index", "MB", "bytes an event")
    for name, kind, size in superuser.execute(SIZES).fetchall():
        figures.row(name if kind == "r" else f"- {name}", f"{size / 1e6:,.1f}", f"{size / events:.1f}")


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="bench.millions")
    parser.add_argument("command", choices=("fill", "measure", "wear", "cold"))
    parser.add_argument("--data", type=Path, action="append", required=True)
    parser.add_argument("--events", type=int, default=1_000_000)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--minutes", type=float, default=60.0, help="of play, for wear")
    parser.add_argument("--rate", type=float, default=20.0, help="moves a second of people, for wear")
    parser.add_argument("--matches", type=int, default=1_000_000, help="how many move, for cold")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
