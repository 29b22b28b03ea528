"""`make citus`: the parts of the suite that stand on the store, on a coordinator of Citus and two workers.

`python -m tests.citus serve` only starts them, distributes the store and tells the variables by which it is found.
Everything else that is named goes to pytest in place of the parts below.
"""

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from config.local_stack.errors import StackError
from config.local_stack.places import PROJECT
from tests.citus.cluster import Cluster, programs

# What these hold is the same on both servers. Others may be named; many of them take guards off by hand, plan a plain
# server's statements, or look for locks where Citus has its own, and are not told apart yet.
PARTS = (
    "tests/citus",
    "tests/events/test_store.py",
    "tests/events/test_outbox.py",
    "tests/games/matches/stream/test_loading.py",
    "tests/games/matches/stream/test_commands.py",
    "tests/acceptance/test_whole_matches.py",
)
# Tests among them whose subject is one plain server: its plans, and its disk, which is not waited for here.
ONE_SERVER = (
    "tests/events/test_store.py::test_an_append_is_one_prepared_statement_with_a_plan_that_is_kept",
    "tests/events/test_store.py::test_reading_many_streams_is_not_planned_anew_for_each_list_of_them",
    "tests/events/test_store.py::test_an_append_reads_no_table_but_the_heads_and_sends_no_row_back",
    "tests/events/test_store.py::test_fsync_and_synchronous_commit_stay_on",
    "tests/events/test_outbox.py::test_the_relay_reads_what_it_moves_and_nothing_of_what_waits_behind",
)
SHARDS = 8


def main(arguments: Sequence[str]) -> int:
    """Start the cluster, do what is asked, and stop it."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    try:
        with distributed_cluster() as cluster:
            if list(arguments) == ["serve"]:
                return _serve(cluster)
            return _test(cluster, arguments or [*PARTS, *(f"--deselect={name}" for name in ONE_SERVER)])
    except StackError as error:
        print(f"tabularium: {error}", file=sys.stderr)
        return 1


@contextmanager
def distributed_cluster(*, fsync: bool = False) -> Iterator[Cluster]:
    """A cluster with the service's schema, distributed; gone afterwards, data and all."""
    with tempfile.TemporaryDirectory(prefix="citus-") as folder:
        # PostgreSQL's account has to come through.
        Path(folder).chmod(0o711)
        cluster = Cluster(Path(folder), programs(), fsync=fsync)
        try:
            cluster.start()
            for command in (["migrate", "--database", "owner"], ["distribute", "--shards", str(SHARDS)]):
                _manage(cluster, command)
            yield cluster
        finally:
            cluster.stop()


def _manage(cluster: Cluster, command: Sequence[str]) -> None:
    environment = {**os.environ, **cluster.environment, "SECRET_KEY": "of no use beyond this"}
    done = subprocess.run(
        [sys.executable, "manage.py", *command], cwd=PROJECT, env=environment, capture_output=True, text=True
    )
    if done.returncode != 0:
        raise StackError(f"manage.py {command[0]} failed: {done.stderr[-1500:]}")


def _serve(cluster: Cluster) -> int:
    for name, value in cluster.environment.items():
        print(f"export {name}='{value}'", flush=True)
    while True:
        time.sleep(1.0)


def _test(cluster: Cluster, arguments: Sequence[str]) -> int:
    command = [sys.executable, "-m", "pytest", "-n0", "-q", *arguments]
    return subprocess.run(command, cwd=PROJECT, env={**os.environ, **cluster.environment}).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
