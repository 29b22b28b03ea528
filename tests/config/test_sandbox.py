"""A sandbox: its page works as it is written, and no real service can be one."""

import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import psycopg
import pytest

from config.local_stack import postgres
from config.local_stack.errors import StackError
from config.local_stack.sandbox import asking
from config.local_stack.sandbox.sandbox_template import id_of_match, seed_of_match
from config.local_stack.serve import HOST
from config.local_stack.stack import PROJECT
from tests.config.conftest import reachable_folder, without_servers
from tests.config.test_serve import Serving, started
from tests.support.walkthrough import GUIDES, assert_followed, read

SEED = "docs"
USED = re.compile(r"SANDBOX|local_stack\.sandbox|local_stack import .*\bsandbox|sandbox\.clock")


def environment(**more: str) -> dict[str, str]:
    plain = without_servers()
    return {name: value for name, value in plain.items() if name not in asking.OF_A_REAL_SERVICE} | more


@pytest.fixture
def sandbox() -> Iterator[Serving]:
    with reachable_folder() as folder, started(folder / "data", environment(SANDBOX=SEED)) as serving:
        yield serving


def test_the_page_of_the_sandbox_works_as_it_is_written_and_its_data_is_served_by_its_own_seed_alone(
    sandbox: Serving, tmp_path: Path
) -> None:
    (tmp_path / "env").symlink_to(PROJECT / ".venv")
    url = f"http://{HOST}:{sandbox.port}"
    assert f"clock {url}/sandbox/clock\n" in sandbox.said
    given = {"PYTHONPATH": str(PROJECT / "clients/python"), "URL": url}
    # The page shows what is dealt to this seed in a new folder.
    assert_followed(read((GUIDES / "sandbox.md").read_text()), tmp_path, given)

    sockets = sandbox.data / "run/postgres"
    with pytest.raises(StackError, match="another seed"):
        asking.prepare(sandbox.data, sockets, "other")
    roles = [sys.executable, "-m", "config.local_stack.roles", str(sandbox.data), str(sockets)]
    done = subprocess.run(roles, cwd=PROJECT, env=environment(), capture_output=True, text=True)
    assert (done.returncode, "this folder is a sandbox's" in done.stderr) == (1, True)

    # What has players and no such clock is of a real service.
    superuser = postgres.urls(sandbox.data, sockets)["DATABASE_SUPERUSER_URL"]
    with psycopg.connect(superuser) as connection:
        connection.execute("DROP SCHEMA sandbox CASCADE")
    with pytest.raises(StackError, match="players of a real service"):
        asking.prepare(sandbox.data, sockets, SEED)


@pytest.mark.parametrize("name", asking.OF_A_REAL_SERVICE)
def test_nothing_that_a_real_service_has_may_stand_beside_it(name: str) -> None:
    with pytest.raises(StackError, match=name):
        asking.seed_of({"SANDBOX": SEED, name: "anything"})
    assert asking.seed_of({name: "anything"}) is None
    assert asking.seed_of({"SANDBOX": "", name: "anything"}) is None


@pytest.mark.parametrize("seed", ["two words", "x" * 65, "é", "a\n"])
def test_a_seed_is_one_short_word(seed: str) -> None:
    with pytest.raises(StackError, match="the seed"):
        asking.seed_of({"SANDBOX": seed})


def test_nothing_of_the_service_imports_the_sandbox_or_reads_its_variable() -> None:
    """Only `make serve` starts its processes, and the roles of a folder are looked at for it."""
    allowed = {"config/local_stack/serve.py", "config/local_stack/roles.py"}
    found = {
        path.relative_to(PROJECT).as_posix()
        for root in ("api", "config", "events", "games")
        for path in (PROJECT / root).rglob("*.py")
        if path.parent.name != "sandbox" and USED.search(path.read_text(encoding="utf-8"))
    }
    assert found == allowed
    assert subprocess.run(["grep", "-ri", "sandbox", "deploy"], cwd=PROJECT, stdout=subprocess.DEVNULL).returncode == 1


def test_matches_of_one_sandbox_differ_and_those_of_two_do_too() -> None:
    made: Mapping[object, object] = {
        (id_of_match(seed, number), seed_of_match(seed, number, 32)): None for seed in "ab" for number in (1, 2, 3)
    }
    assert len(made) == 6
    assert [id_of_match("a", number).version for number in (1, 2)] == [7, 7]
    assert id_of_match("a", 1) < id_of_match("a", 2)
