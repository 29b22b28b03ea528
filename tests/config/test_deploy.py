"""The files of `deploy/` are what the service and the programs that read them understand; `make deployment` starts them."""

import os
import re
import resource
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping
from itertools import product
from pathlib import Path

import pytest
import yaml

from api.serving import process as serving
from api.serving.admission import slots
from api.serving.live import clients
from config import settings
from config.local_stack import places
from config.local_stack.places import PROJECT
from config.local_stack.probes import LONGEST_SILENCE_SECONDS, START_SECONDS
from config.local_stack.serve import HOST, app_services, free_port, live_names
from tests.deployment import files
from tests.failover.certificates import Authority

VERIFY, NGINX, HAPROXY = (
    shutil.which(name, path="/usr/bin:/usr/sbin") for name in ("systemd-analyze", "nginx", "haproxy")
)
# A guard against hanging; nothing is measured by it.
PATIENCE = 120.0
AUTOGROUP = "/proc/self/autogroup"
# Each is told where it listens by what stands before it.
PLACES = ("--host", "--port")


def write_units(folder: Path) -> list[str]:
    """The units, with this project at the place they name; their names."""
    for path in files.DEPLOY.glob("*.service"):
        (folder / path.name).write_text(path.read_text().replace(files.PLACE, str(PROJECT)))
    return [path.name for path in folder.glob("*.service")]


@pytest.mark.skipif(VERIFY is None, reason="there is no systemd-analyze here")
def test_systemd_finds_nothing_wrong_in_the_units(tmp_path: Path) -> None:
    write_units(tmp_path)
    for name in ("tabularium@web.service", "tabularium-migrate.service"):
        done = subprocess.run([str(VERIFY), "verify", "--man=no", tmp_path / name], capture_output=True, text=True)
        assert [line for line in done.stderr.splitlines() if str(tmp_path) in line] == []


@pytest.mark.skipif(VERIFY is None, reason="there is no systemd-analyze here")
def test_the_units_leave_a_process_few_rights(tmp_path: Path) -> None:
    for name in write_units(tmp_path):
        judge = [str(VERIFY), "security", "--offline=yes", "--threshold=20", "--no-pager", name]
        done = subprocess.run(judge, capture_output=True, text=True, cwd=tmp_path)
        assert done.returncode == 0, done.stdout + done.stderr


def test_systemd_starts_a_process_again_however_often_it_failed() -> None:
    head, _, service = files.text_of("tabularium@.service").partition("[Service]")
    # Elsewhere than in [Unit] systemd passes over it, and gives up after five failures in ten seconds.
    assert "\nStartLimitIntervalSec=0\n" in head
    assert "\nRestart=always\n" in service


def test_systemd_kills_what_has_not_said_for_long_that_it_gets_on() -> None:
    (line,) = files.unit("tabularium@.service")["WatchdogSec"]
    (stop,) = files.unit("tabularium@.service")["TimeoutStopSec"]
    assert int(line) > max(LONGEST_SILENCE_SECONDS, START_SECONDS, int(stop))
    unit = files.unit("tabularium@.service")
    # What hangs heeds no other signal, and of the web a child says it.
    assert (unit["WatchdogSignal"], unit["NotifyAccess"]) == (["SIGKILL"], ["all"])


# Each kind of process: both servers, a worker, and beat.
@pytest.mark.parametrize("name", ["web", "live", "relay", "beat"])
def test_a_process_of_a_unit_tells_systemd_that_it_gets_on(name: str, folder: Path) -> None:
    own = files.own_environment("tabularium@.service", name, folder)
    ports = {"WEB_PORT": str(free_port()), "LIVE_PORT": str(free_port()), "WEB_HOST": HOST, "LIVE_HOST": HOST}
    address = f"{folder}/notify"
    environment = {**os.environ, **own, **ports, "VENV": sys.prefix, serving.VARIABLE: address}
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.bind(address)
        listener.settimeout(PATIENCE)
        command = files.command("tabularium@.service", name)
        with subprocess.Popen(command, env=environment, start_new_session=True) as process:
            try:
                assert listener.recv(100) == serving.ALIVE
            finally:
                os.killpg(process.pid, signal.SIGKILL)


def test_a_process_has_a_bound_of_memory_that_a_live_process_with_all_its_readers_keeps() -> None:
    unit = files.text_of("tabularium@.service").partition("[Service]")[2]
    assert "\nMemoryMax=1G\nOOMPolicy=kill\n" in unit
    compose = yaml.safe_load(files.text_of("compose.yaml"))["services"]
    assert {compose[name]["mem_limit"] for name in files.PROCESSES} == {"1g"}
    # At its start it has 130 MB; 2,500 readers who read nothing took another 50 KiB each, which is counted or not.
    assert 130 * 1024**2 + slots.MOST * 50 * 1024 + clients.MOST_BEHIND_IN_ALL < 1024**3


def stand_in(folder: Path, line: str) -> None:
    """An environment in a folder whose Python does what a line for a shell says."""
    (folder / "bin").mkdir(exist_ok=True)
    python = folder / "bin/python"
    python.write_text(f"#!/bin/sh\n{line}\n")
    python.chmod(0o755)


def started(name: str, folder: Path, shows: str = '"$@"') -> list[str]:
    """The command that `deploy/run` comes to, or what else the program that it starts is given."""
    stand_in(folder, f'printf "%s\\n" {shows}')
    own = files.own_environment("tabularium@.service", name, folder)
    environment = {"PATH": os.environ["PATH"], "VENV": str(folder), **own}
    return subprocess.check_output([*files.command("tabularium@.service", name)], env=environment, text=True).split(
        "\n"
    )


def without_places(words: list[str]) -> list[str]:
    return [
        word
        for number, word in enumerate(words)
        if word not in PLACES and (number == 0 or words[number - 1] not in PLACES)
    ]


def test_a_unit_starts_what_make_serve_starts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # A unit brings its own limit of open files; `make serve` has to do with that of its user.
    monkeypatch.setattr(resource, "getrlimit", lambda _: (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    served = {one.name: list(map(str, one.command)) for one in app_services({}, 8000, tmp_path, live=2)}
    served["web"] = served["web-1"]
    for name in (*files.PROCESSES, "web-2"):
        command = served[name][served[name].index(sys.executable) + 1 :]
        # Of options the order is free.
        assert sorted(without_places(started(name, tmp_path)[:-1])) == sorted(without_places(command))


def test_nginx_and_compose_know_every_process_of_a_node_that_listens_and_its_port(tmp_path: Path) -> None:
    words = {name: started(name, tmp_path) for name in files.PROCESSES}
    listening = {name: int(said[said.index("--port") + 1]) for name, said in words.items() if "--port" in said}
    assert listening == files.PORTS
    called = re.findall(r"^ *server (\S+):(\d+)\b", files.text_of("nginx.conf"), re.MULTILINE)
    assert sorted(called) == sorted(product(files.NODES, map(str, listening.values())))
    compose = yaml.safe_load(files.text_of("compose.yaml"))["services"]
    assert {name: compose[name].get("ports") for name in files.PROCESSES} == {
        name: [f"127.0.0.1:{listening[name]}:{listening[name]}"] if name in listening else None
        for name in files.PROCESSES
    }
    assert f"\nEXPOSE {' '.join(map(str, listening.values()))}\n" in files.text_of("Containerfile")


def test_streams_go_to_the_live_process_with_the_fewest_and_at_once_to_one_that_is_back() -> None:
    upstream = re.search(r"upstream tabularium_live \{(.+?)\}", files.text_of("nginx.conf"), re.DOTALL)
    assert upstream is not None
    lines = [line.strip() for line in upstream[1].splitlines() if line.strip() and "#" not in line]
    # Without a zone each process of nginx would count for itself.
    assert [line.split()[0] for line in lines[:2]] == ["zone", "least_conn;"]
    # nginx counts one that failed as well again when a stream of its ends, which may be after hours.
    assert all(re.fullmatch(r"server \S+ max_fails=0;", line) for line in lines if line.startswith("server"))


def test_of_several_live_processes_the_first_alone_takes_calls_that_web_processes_hand_on(tmp_path: Path) -> None:
    given = {name: started(name, tmp_path, '"${LIVE_SOCKET:-none}"')[0] for name in ("web", "live", "live-2", "live-3")}
    assert given == {
        "web": f"{tmp_path}/live.sock",
        "live": f"{tmp_path}/live.sock",
        "live-2": "none",
        "live-3": "none",
    }
    served = {one.name: one for one in app_services({}, 8000, tmp_path, live=3)}
    live = [served[name] for name in live_names(3)]
    assert [one.command[-1] for one in live] == ["8010", "8011", "8012"]
    assert [bool(one.environment["LIVE_SOCKET"]) for one in live] == [True, False, False]
    assert len({one.probe for one in live}) == 3


@pytest.mark.skipif(not os.access(AUTOGROUP, os.W_OK), reason="the kernel weighs no sessions here")
def test_processes_of_one_user_that_start_at_once_all_step_back_among_sessions(folder: Path) -> None:
    # The kernel takes one such change in a tenth of a second from a user without rights, and refuses the others.
    account = places.account_of("worker")
    shutil.copytree(files.DEPLOY, folder / "deploy")
    stand_in(folder, f'exec cat "{AUTOGROUP}"')
    at_once = [
        subprocess.Popen(
            [folder / "deploy/run", "bots"],
            env={"PATH": os.environ["PATH"], "VENV": str(folder)},
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
            user=account.uid if account else None,
        )
        for _ in range(6)
    ]
    assert [one.communicate()[0].split()[-1] for one in at_once] == ["10"] * 6


def test_what_has_no_pulse_leaves_no_file_that_grows_old(tmp_path: Path) -> None:
    given = {name: started(name, tmp_path, '"${PULSE_FILE:-none}"')[0] for name in (*files.PROCESSES, "web-2")}
    without = {name for name, file in given.items() if file == "none"}
    assert without == {"web", "web-2", "live", "live-2"}
    assert given["beat"] == str(tmp_path / "beat.pulse")


def test_the_files_of_variables_say_the_same_to_systemd_and_to_a_shell_and_name_none_that_is_not_there() -> None:
    known = set(re.findall(r"^`(\w+)`", settings.__doc__ or "", re.MULTILINE))
    for name in ("tabularium.env", "tabularium-owner.env"):
        text = f'set -a; . {files.DEPLOY / name}; "$0" -c "import json, os; print(json.dumps(dict(os.environ)))"'
        shown = subprocess.check_output(["/bin/sh", "-c", text, sys.executable], env={}, text=True)
        told: Mapping[str, str] = yaml.safe_load(shown)
        found = files.environment(name)
        assert {variable: told[variable] for variable in found} == found
        assert found.keys() <= known
        assert set(re.findall(r"^#(\w+)=", files.text_of(name), re.MULTILINE)) <= known


def test_compose_starts_every_process_and_each_by_a_command_that_is_there(tmp_path: Path) -> None:
    services = yaml.safe_load(files.text_of("compose.yaml"))["services"]
    assert {name for name in services if name not in ("postgres", "redis", "migrate")} == set(files.PROCESSES)
    for name in files.PROCESSES:
        assert services[name]["command"] == f"deploy/run {name}"
        assert services[name]["environment"]["DATABASE_URL"].startswith("postgresql://tabularium_service:")
    assert started("manage", tmp_path)[0] == "manage.py"


def test_the_files_of_cold_matches_outlive_the_containers_and_every_process_finds_them() -> None:
    compose = yaml.safe_load(files.text_of("compose.yaml"))
    image = files.text_of("Containerfile").replace("\\\n", " ")
    for name in (*files.PROCESSES, "migrate"):
        place = compose["services"][name]["environment"]["COLD_STORAGE"].removeprefix("file://")
        assert f"cold:{place}" in compose["services"][name]["volumes"]
        # A new volume has the rights of the image's folder, and the service writes there.
        assert re.search(rf"install --directory --owner tabularium --group tabularium .*{place}\b", image)
    assert "cold" in compose["volumes"]
    # `move_cold` needs the owner, whom `migrate` alone has.
    assert "DATABASE_OWNER_URL" in compose["services"]["migrate"]["environment"]


@pytest.mark.skipif(NGINX is None, reason="there is no nginx here (apt-get install nginx-light)")
def test_nginx_understands_its_file(tmp_path: Path) -> None:
    Authority(tmp_path / "tls").sign(tmp_path, "play.example.org", None)
    changed = {"/etc/tabularium/tls/public.": f"{tmp_path}/server."}
    changed |= {f"node{number}.internal": f"127.0.0.{number}" for number in (1, 2)}
    (tmp_path / "tabularium.conf").write_text(files.front(changed))
    (tmp_path / "nginx.conf").write_text(f"pid {tmp_path}/pid; events {{}} http {{ include tabularium.conf; }}")
    done = subprocess.run([str(NGINX), "-t", "-p", tmp_path, "-c", "nginx.conf"], capture_output=True, text=True)
    assert "test is successful" in done.stderr, done.stderr


def test_nginx_tells_browsers_to_use_tls_alone_whatever_the_answer() -> None:
    added = re.findall(r"^ *add_header (.+);$", files.text_of("nginx.conf"), re.MULTILINE)

    # One in a location would take the place of that of the server.
    assert added == ['Strict-Transport-Security "max-age=31536000" always']


@pytest.mark.skipif(HAPROXY is None, reason="there is no haproxy here (apt-get install haproxy)")
def test_haproxy_understands_its_file(tmp_path: Path) -> None:
    text = files.text_of("haproxy.cfg")
    for number in (1, 2):
        text = text.replace(f"redis{number}.internal", f"127.0.0.{number}")
    (tmp_path / "haproxy.cfg").write_text(text)
    done = subprocess.run([str(HAPROXY), "-c", "-f", tmp_path / "haproxy.cfg"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
