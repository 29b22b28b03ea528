"""`python -m tests.failover [--rounds N] [--seed N] [--broken NAME]`: what becomes of a match when machines are lost.

A primary and a synchronous standby, two nodes of the service, and players at full speed who note on disk whatever they
were told is taken. In each round the primary or the standby is lost or hangs, and some other process is killed besides.
Afterwards all that was noted is held against what is stored and what is answered; it ends with 1 where anything is not
as it was promised. With `--broken` the service breaks one promise, and has to be found out (`tests.failover.mutants`
has it break each).
"""

import argparse
import json
import math
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from importlib import import_module
from itertools import chain
from pathlib import Path
from statistics import quantiles
from typing import IO

import django

from config.local_stack import keys, places, postgres
from config.local_stack.errors import StackError
from config.local_stack.stack import PROJECT, LocalStack
from tests.citus.worker_pair import WorkerPair
from tests.failover import nodes
from tests.failover.broken import MUTANTS, OFF
from tests.failover.journal import Heard, Journal, heard
from tests.failover.nodes import Node
from tests.failover.pair import Pair
from tests.failover.patroni import LedPair
from tests.failover.pooler import SETTING, Pooler, prepares
from tests.failover.rounds import Rounds, waits
from tests.failover.verdicts import (
    ANSWERS,
    AUDITS,
    BEHIND,
    CALLS,
    CLOCKS,
    CREATIONS,
    KEYS,
    LATE,
    MOVES,
    NOTICES,
    READERS,
    READY,
    SECRETS,
    SIGN_UPS,
    STREAMS,
    STUCK,
    UNWRITTEN,
    WORK,
)

SITTING_SECONDS, QUIET_SECONDS = 120.0, 90.0
# Of each kind of fault so many are told in full.
TOLD = 5
# By what is wrong, a line for each time.
Faults = Mapping[str, Sequence[str]]
ROLES = {
    "DATABASE_URL": postgres.SERVICE,
    "DATABASE_OPERATORS_URL": postgres.OPERATORS,
    "DATABASE_OWNER_URL": postgres.OWNER,
}


def main() -> int:
    options = _parse()
    say = Steps()
    say(f"seed {options.seed}")
    with ExitStack() as opened:
        folder = opened.enter_context(_folder(keep=options.keep))
        pair = _pair(folder, options)
        opened.callback(pair.stop)
        pair.start()
        given = _environment(pair, options.broken) | (_pooled(opened, pair, options.pooled) if options.pooled else {})
        stack = opened.enter_context(LocalStack(folder / "data", given=given))
        stack.start()
        os.environ.update(stack.service_environment, DJANGO_SETTINGS_MODULE="config.settings")
        pair.schema_is_there()
        django.setup()
        # Now, because it takes a second, and the tree may be another after some rounds.
        import_module("tests.failover.judge")
        import_module("tests.failover.judge_tellings")
        say("the servers and the schema are there")
        if options.broken == OFF:
            pair.primary.tell(f"ALTER ROLE {postgres.SERVICE} SET synchronous_commit = off")
        both = nodes.started(stack, stack.service_environment)
        for node in both:
            opened.callback(node.end)
        say("both nodes are well")
        rounds = Rounds(pair, both, stack, options.seed)
        with _players(folder, both, options.seed, rounds) as players:
            rounds.play(options.rounds)
            say("played")
            faults = _judged(both, rounds, players, folder, say)
        if options.report:
            options.report.write_text(json.dumps(faults))
        return int(any(faults.values()))


class Steps:
    """Says how far it has come, and after how many seconds."""

    def __init__(self) -> None:
        self._begun = time.monotonic()

    def __call__(self, what: str) -> None:
        print(f"{time.monotonic() - self._begun:6.1f} s  {what}", flush=True)


def _pair(folder: Path, options: argparse.Namespace) -> Pair:
    if options.citus:
        return WorkerPair(folder)
    return LedPair(folder, options.patroni) if options.patroni else Pair(folder)


@contextmanager
def _folder(*, keep: bool) -> Iterator[Path]:
    """For all servers; its path is short enough for sockets, and PostgreSQL's account has to come through."""
    folder = Path(tempfile.mkdtemp(prefix="failover-"))
    folder.chmod(0o711)
    try:
        yield folder
    finally:
        if keep:
            print(f"kept: {folder}")
        else:
            places.remove(folder)


def _environment(pair: Pair, broken: str | None) -> dict[str, str]:
    given = {**os.environ, "NUM_PROXIES": "1", "WEBHOOKS_TO_LOOPBACK": "1"}
    given |= {name: pair.url(role) for name, role in ROLES.items()}
    return given | ({"BROKEN": broken} if broken and broken != OFF else {})


def _pooled(opened: ExitStack, pair: Pair, program: str) -> dict[str, str]:
    """A pooler that the service goes through, and what listens does not; it is told where the primary is."""
    users = {role: keys.password(pair.home, role) for role in (postgres.SERVICE, postgres.OPERATORS)}
    pooler = Pooler(program, pair.home / "pooler", pair.primary.sockets, users)
    if not prepares(program):
        pooler.change(SETTING, "")
    pooler.start()
    opened.callback(pooler.stop)
    pair.told.append(lambda primary: pooler.lead_to(primary.sockets))
    return {
        "DATABASE_URL": postgres.url(pooler.sockets, postgres.SERVICE, users[postgres.SERVICE]) + "&connect_timeout=2",
        "DATABASE_LISTEN_URL": pair.url(postgres.SERVICE),
        "PREPARED_STATEMENTS": str(int(prepares(program))),
    }


@contextmanager
def _players(folder: Path, both: Sequence[Node], seed: int, rounds: Rounds) -> Iterator["Players"]:
    command = [sys.executable, "-m", "tests.failover.players", str(folder), str(seed), *(node.url for node in both)]
    with subprocess.Popen(command, cwd=PROJECT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        players = Players(process, rounds)
        try:
            players.wait()
            yield players
        finally:
            process.kill()


class Players:
    """The players' process."""

    def __init__(self, process: "subprocess.Popen[str]", rounds: Rounds) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._in: IO[str] = process.stdin
        self._out: IO[str] = process.stdout
        self._process, self._rounds = process, rounds
        os.set_blocking(self._out.fileno(), False)

    def wait(self) -> None:
        """Come back when it says that it has done what it does next, and keep the service alive meanwhile."""
        end = time.monotonic() + SITTING_SECONDS
        while not self._out.readline():
            if self._process.poll() is not None or time.monotonic() > end:
                raise StackError("the players do not answer")
            self._rounds.watch(0.1)

    def stop(self) -> None:
        self._in.write("\n")
        self._in.flush()
        self.wait()


def _judged(both: Sequence[Node], rounds: Rounds, players: Players, folder: Path, say: "Steps") -> Faults:
    """All verdicts, told."""
    players.stop()
    served = _while_it_serves(both, rounds, folder)
    say("all is quiet, and every key was sent again")
    for node in both:
        node.end()
    # With what the webhooks told last.
    found = heard(folder / "journal.ndjson")
    faults = {**_stored(found), **served, **_met(found, rounds)}
    say("judged")
    for line in _told(found, rounds, faults):
        print(line, flush=True)
    return faults


def _while_it_serves(both: Sequence[Node], rounds: Rounds, folder: Path) -> Faults:
    """What is asked of the service itself, when nobody plays any more."""
    from tests.failover import judge

    found, again, urls = heard(folder / "journal.ndjson"), Journal(folder / "again.ndjson"), [one.url for one in both]
    end = time.monotonic() + QUIET_SECONDS
    while not (is_quiet := judge.is_quiet(sorted(found.hooked))) and time.monotonic() < end:
        rounds.watch(0.2)
    # Clocks run on meanwhile, and may be late where the machine is busy.
    while (late := _all(chain(judge.stale_lists(urls, again), judge.overdue()))) and time.monotonic() < end:
        rounds.watch(1)
    while (unready := _all(judge.unready(urls))) and time.monotonic() < end:
        rounds.watch(1)
    return {
        WORK: [] if is_quiet else ["outbox, deliveries or webhooks"],
        BEHIND: late,
        READY: unready,
        KEYS: judge.changed_answers(found, urls, again),
    }


def _stored(found: Heard) -> Faults:
    from events import store
    from tests.failover import judge, judge_tellings

    matches = store.matches()
    return {
        MOVES: _all(judge.lost_moves(found)),
        CALLS: _all(judge.wrong_commands(found)),
        SIGN_UPS: _all(judge.wrong_sign_ups(found)),
        CREATIONS: _all(judge.wrong_creations(found)),
        AUDITS: _all(judge.broken_chains()),
        STREAMS: _all(judge_tellings.gaps(found)),
        READERS: _all(judge_tellings.lost_readers(found)),
        LATE: _all(judge_tellings.late_tellings(found)),
        SECRETS: _all(judge_tellings.leaks(found)),
        NOTICES: _all(judge_tellings.wrong_notices(found)),
        UNWRITTEN: _all(judge_tellings.unwritten_notices(matches)),
        CLOCKS: _all(judge.wrong_clocks(matches)),
    }


def _all(lines: Iterable[str]) -> Sequence[str]:
    """What a judgement finds, up to where it cannot go on: what is stored may be nothing that the service can read."""
    found: list[str] = []
    try:
        found.extend(lines)
    except Exception as error:
        found.append(f"it cannot be judged: {error!r}")
    return found


def _met(found: Heard, rounds: Rounds) -> Faults:
    """What players met, and never should."""
    stuck = [what for what, seconds in waits(rounds.faults, found.moves) if seconds == math.inf]
    return {
        ANSWERS: [f"{one['status']} {one['text'][:300]}" for one in found.faults],
        STUCK: stuck,
    }


def _told(found: Heard, rounds: Rounds, faults: Faults) -> Iterator[str]:
    keys = {(move["match"], move["player"], move["key"]) for move in found.moves}
    matches, streams = len({match for match, _, _ in keys}), sum(bool(read["told"]) for read in found.reads)
    yield f"{len(keys)} moves taken at {matches} matches, {streams} streams read to their end"
    yield f"refused: {dict(Counter(json.loads(one['text'])['code'] for one in found.refused))}"
    yield f"told to come again: {dict(Counter(one['code'] for one in found.away))}"
    if found.away:
        yield f"  the longest of these answers took {max(one['seconds'] for one in found.away):.1f} s"
    yield f"longest call of a move: {max((move['came'] - move['sent'] for move in found.moves), default=0):.1f} s"
    yield f"the old primary came back by {dict(Counter(rounds.rejoined))}"
    waited: defaultdict[str, list[float]] = defaultdict(list)
    for what, seconds in waits(rounds.faults, found.moves):
        waited[what].append(seconds)
    for what, times in waited.items():
        p50, p95 = (quantiles(times, n=100, method="inclusive")[at] if len(times) > 1 else times[0] for at in (49, 94))
        yield f"next move taken after {what}: p50 {p50:.2f} s, p95 {p95:.2f} s ({len(times)})"
    for what, lines in faults.items():
        yield f"{what}: {len(lines)}"
        for line in lines[:TOLD]:
            yield f"    {line}"


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="tests.failover", description=__doc__)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--seed", type=int, default=random.randrange(1_000_000))
    parser.add_argument("--broken", choices=(*MUTANTS, OFF))
    parser.add_argument("--report", type=Path, help="a file for what was found, as JSON")
    parser.add_argument("--patroni", type=Path, help="this program of Patroni 4 leads the pair, with etcd")
    parser.add_argument("--pooled", metavar="PGBOUNCER", help="the service goes through this program")
    parser.add_argument("--citus", action="store_true", help="the pair is a worker of Citus (tests/citus)")
    parser.add_argument("--keep", action="store_true", help="leave the folder with data, logs and journal")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
