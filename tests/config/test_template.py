"""Copies of a template: as good as programs of their own, and not dependent on it."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from config.local_stack import forks, places
from config.local_stack.errors import StackError
from config.local_stack.places import UnixAccount
from config.local_stack.serve import app_services, template_and_services
from config.local_stack.services import Service, Supervisor
from config.local_stack.stack import PROJECT
from tests.config.conftest import reachable_folder
from tests.config.waiting import alive, until

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere each service is a program")
NAMES = ("one", "two")
TEMPLATE = [sys.executable, "-m", "config.local_stack.template"]


def template(**variables: str) -> Service:
    return Service(name="template", command=TEMPLATE, environment={**os.environ, **variables})


def copied(name: str, folder: Path, account: UnixAccount | None = None) -> Service:
    command = [
        "nice",
        *([] if name == NAMES[0] else ["-n", "10"]),
        sys.executable,
        "-m",
        "tests.config.copied",
        str(folder / name),
    ]
    environment = {**os.environ, "PULSE_FILE": str(folder / f"{name}.pulse")}
    return Service(name=name, command=command, environment=environment, account=account, patience=0.5)


class Copies:
    """Two copies of one template."""

    def __init__(self, folder: Path, account: UnixAccount | None) -> None:
        self.folder, self.account, self.said = folder, account, list[str]()
        self.supervisor = Supervisor(folder, self.said.append)

    def start(self) -> None:
        self.supervisor.start_copies(template(), *(copied(name, self.folder, self.account) for name in NAMES))

    def finds_itself(self, name: str) -> dict[str, Any]:
        file = self.folder / name
        assert until(file.exists)
        found: dict[str, Any] = json.loads(file.read_text())
        return found


@pytest.fixture(scope="module")
def copies() -> Iterator[Copies]:
    with reachable_folder() as folder:
        account = places.account_of("worker")
        if account is not None:
            folder.chmod(0o777)
            account = UnixAccount(account.uid, account.gid, reads_all=True)
        copies = Copies(folder, account)
        copies.start()
        yield copies
        pids = [copies.supervisor.pid_of(name) for name in ("template", *NAMES)]
        copies.supervisor.stop()
        assert not any(map(alive, pids))


def test_a_copy_finds_itself_as_a_program_that_was_started(copies: Copies) -> None:
    for name in NAMES:
        found, pid = copies.finds_itself(name), copies.supervisor.pid_of(name)
        assert found["arguments"] == [str(copies.folder / name)]
        assert (found["name"], found["session"], found["parent"]) == (name, pid, os.getpid())
        assert found["nice"] == min(os.nice(0) + 10, 19)
        # There is none where the kernel weighs no sessions, or a container is weighed as a whole.
        assert found["among_sessions"] is None or found["among_sessions"].endswith(f" nice {found['nice']}\n")
        assert found["pulse"] == [str(copies.folder / f"{name}.pulse")] * 2
        assert copies.supervisor.last_words(name, 1) == "a line for the log"


def test_a_copy_does_not_set_up_again_what_the_template_has(copies: Copies) -> None:
    """The log alone would write into two megabytes of what they share, in each of them."""
    for name in NAMES:
        found = copies.finds_itself(name)
        assert found["has_logged_before"]
        assert found["logs_as_before"]


def test_workers_and_beat_make_no_checks_that_the_migrations_have_made() -> None:
    started = [service.command for service in app_services({}, 1, Path("/none")) if "celery" in service.command]
    assert len(started) == 6
    for command in started:
        assert {"--skip-checks", "--quiet"} <= {*command}


def test_a_copy_s_own_children_are_forked_on_every_python(copies: Copies) -> None:
    """Python 3.14 would start them by a server of its own, which has imported nothing and would stand between."""
    for name in NAMES:
        assert copies.finds_itself(name)["starts_by"] == "fork"


def test_nothing_that_two_copies_must_not_share_was_there_when_they_were_made(copies: Copies) -> None:
    one, two = map(copies.finds_itself, NAMES)
    for found in (one, two):
        assert found["threads"] == [1, 1]
        # Input, output and errors: no connection, and none to the supervisor.
        assert len(found["open"]) == 3
        assert found["handled"] == 0
    assert one["chance"] != two["chance"]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root lends its rights")
def test_from_root_a_copy_has_its_account_and_no_right_but_to_read(copies: Copies) -> None:
    assert copies.account is not None
    found = copies.finds_itself("one")
    assert found["accounts"] == [copies.account.uid] * 3
    assert set(found["groups"]) == {copies.account.gid}
    assert found["rights"] == [places.DAC_READ_SEARCH] * 2
    assert found["gains_none"]
    # So that a later start finds it when all else is dead.
    assert Path(f"/proc/{copies.supervisor.pid_of('one')}/environ").stat().st_uid == copies.account.uid


def test_copies_outlive_their_template_and_a_new_one_brings_back_those_that_end(
    copies: Copies, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It hangs, so it is ended when it is asked for a copy."""
    monkeypatch.setattr(forks, "FORK_SECONDS", 0.2)
    supervisor = copies.supervisor
    hung, ended, lasting = map(supervisor.pid_of, ("template", *NAMES))
    # Where this test comes first they may have just been made, and what is not there yet is written after the look.
    copies.finds_itself("one")
    os.kill(hung, signal.SIGSTOP)
    (copies.folder / "one").unlink()
    os.kill(ended, signal.SIGKILL)
    assert until(lambda: len(copies.said) == 2, watching=supervisor)
    # The new one only has to take what time it needs.
    monkeypatch.undo()
    assert until(lambda: supervisor.pid_of("one") != ended, watching=supervisor)
    assert copies.finds_itself("one")["parent"] == os.getpid()
    assert supervisor.pid_of("template") != hung
    assert supervisor.pid_of("two") == lasting
    assert alive(lasting)
    assert copies.said == [
        "one was ended by SIGKILL; starting it again in 0.25 s",
        "template was ended by SIGKILL; starting it again in 0.25 s",
    ]


def test_a_template_that_cannot_start_is_quoted(tmp_path: Path) -> None:
    supervisor = Supervisor(tmp_path, print)
    with pytest.raises(StackError, match=r"^the service did not start: .*JSONDecodeError"):
        supervisor.start_copies(template(RATE_LIMITS="none"), copied("one", tmp_path))
    supervisor.stop()


def test_copies_end_when_their_supervisor_is_killed(tmp_path: Path) -> None:
    program = f"""
import time
from pathlib import Path
from config.local_stack.services import Supervisor
from tests.config.test_template import copied, template
folder = Path({str(tmp_path)!r})
supervisor = Supervisor(folder, print)
supervisor.start_copies(template(), copied("one", folder))
print(supervisor.pid_of("template"), supervisor.pid_of("one"), flush=True)
time.sleep(60)
"""
    command = [sys.executable, "-c", program]
    with subprocess.Popen(command, cwd=PROJECT, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        pids = [int(pid) for pid in running.stdout.readline().split()]
        assert len(pids) == 2
        assert all(map(alive, pids))
        running.kill()
    assert until(lambda: not any(map(alive, pids)))


def test_who_takes_in_orphans_buries_them(tmp_path: Path) -> None:
    program = f"""
import os, signal, time
from pathlib import Path
from config.local_stack import forks
from config.local_stack.services import Service, Supervisor
def children():
    return Path(f"/proc/self/task/{{os.getpid()}}/children").read_text().split()
forks.take_in_orphans()
supervisor = Supervisor(Path({str(tmp_path)!r}), lambda line: None)
supervisor.start(Service(name="web", command=["/bin/sh", "-c", "sleep 60 & echo $!; wait"], environment={{}}))
while not (orphan := supervisor.last_words("web")):
    time.sleep(0.02)
os.kill(supervisor.pid_of("web"), signal.SIGKILL)
while orphan not in children():
    time.sleep(0.02)
while orphan in children():
    supervisor.watch()
    supervisor.reap()
    time.sleep(0.02)
supervisor.stop()
"""
    assert subprocess.run([sys.executable, "-c", program], cwd=PROJECT, timeout=120).returncode == 0


def test_what_the_services_have_in_common_is_all_that_their_template_is_given() -> None:
    given = {"DATABASE_URL": "postgresql://", "SECRET_KEY": "x"}
    first, *others = template_and_services(given, 8000, Path("/run"))
    assert others == app_services(given, 8000, Path("/run"))
    assert first.account is None
    beyond = {name for one in others for name, value in one.environment.items() - first.environment.items()}
    assert beyond == {"HEALTH_SOCKET", "PULSE_FILE"}
    assert all(first.environment.items() <= one.environment.items() for one in others)


def test_elsewhere_than_on_linux_each_service_is_a_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    supervisor = Supervisor(tmp_path, print)
    program = Service(name="one", command=["/bin/sh", "-c", "echo a program; exec sleep 60"], environment={})
    supervisor.start_copies(template(), program)
    assert until(lambda: supervisor.last_words("one") == "a program")
    assert not supervisor.log_of("template").exists()
    supervisor.stop()
