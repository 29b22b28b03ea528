"""The kit's wheel in an environment of its own: the command checks match files there, without the service and Django."""

import os
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from tabularium_client import verifying

from config.local_stack.places import PROJECT

KIT = PROJECT / "clients/python"
RECORDED = sorted((PROJECT / "tests/recorded").glob("*.ndjson"))


class Installed:
    """An environment that holds the wheel and what the wheel asks for, nothing else."""

    def __init__(self, folder: Path, environment: dict[str, str]) -> None:
        self.folder, self._environment = folder, environment

    def run(self, program: str, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
        command = [str(self.folder / "bin" / program), *arguments]
        environment = {**self._environment, **more}
        return subprocess.run(command, cwd=self.folder, env=environment, capture_output=True, text=True)


def needed(name: str, found: set[str]) -> Iterator[str]:
    """A distribution and all that it asks for on this machine, once each."""
    if name not in found:
        found.add(name)
        yield name
        for text in distribution(name).requires or ():
            asked = Requirement(text)
            if asked.marker is None or asked.marker.evaluate({"extra": ""}):
                yield from needed(asked.name.lower(), found)


def lend(name: str, site: Path) -> None:
    """Make a distribution of this environment importable in another, without a network."""
    found = distribution(name)
    for top in {file.parts[0] for file in found.files or () if ".." not in file.parts}:
        if top not in ("__pycache__", *os.listdir(site)):
            (site / top).symlink_to(Path(str(found.locate_file(top))))


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The wheel, built from the repository as it stands."""
    place = tmp_path_factory.mktemp("wheel")
    plain = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(place)]
    subprocess.run(build, cwd=KIT, env=plain, check=True, capture_output=True)
    (wheel,) = place.glob("*.whl")
    folder = place / "environment"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    uv = [str(Path(sysconfig.get_path("scripts")) / "uv"), "pip", "install", "--quiet", "--offline", "--no-deps"]
    uv += ["--cache-dir", str(place / "cache"), "--python", str(folder / "bin/python"), str(wheel)]
    subprocess.run(uv, env=plain, check=True, capture_output=True)
    (site,) = folder.glob("lib/python*/site-packages")
    (metadata,) = site.glob("tabularium_client-*.dist-info/METADATA")
    asked = [
        line.removeprefix("Requires-Dist: ") for line in metadata.read_text().splitlines() if "Requires-Dist" in line
    ]
    found: set[str] = set()
    for requirement in map(Requirement, asked):
        if requirement.marker is None:
            for name in needed(requirement.name, found):
                lend(name, site)
    return Installed(folder, plain)


def test_nothing_of_the_service_and_no_django_can_be_imported_beside_the_wheel(installed: Installed) -> None:
    names = ("django", "games", "events", "languages", "config", "api", "mcp", "tabularium_client")
    code = f"from importlib.util import find_spec; print([name for name in {names} if find_spec(name)])"
    assert installed.run("python", "-c", code).stdout.strip() == "['tabularium_client']"


def test_the_command_of_the_wheel_finds_a_recorded_match_valid(installed: Installed) -> None:
    done = installed.run("tabularium", "verify", str(RECORDED[0]))
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0] == "valid"
    assert lines[3].removeprefix("head    ") in RECORDED[0].read_text().splitlines()[-1]


# In one process, because a start of the command takes two seconds.
ALL_OF_THEM = """
import sys
from tabularium_client.command.main import main
print([main(["verify", file]) for file in sys.argv[1:]])
"""


def test_the_wheel_finds_every_recorded_match_valid(installed: Installed) -> None:
    done = installed.run("python", "-c", ALL_OF_THEM, *map(str, RECORDED))
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    heads = [line.removeprefix("head    ") for line in lines if line.startswith("head    ")]
    assert lines.count("valid") == len(RECORDED)
    assert lines[-1] == str([0] * len(RECORDED))
    for file, head in zip(RECORDED, heads, strict=True):
        assert head in file.read_text().splitlines()[-1]


def test_the_command_of_the_wheel_refuses_a_changed_match_and_what_is_no_file(installed: Installed) -> None:
    whole = RECORDED[0].read_text()
    changed = installed.folder / "changed.ndjson"
    changed.write_text(whole.replace('"seat":1', '"seat":0', 1))
    assert changed.read_text() != whole
    done = installed.run("tabularium", "verify", "changed.ndjson")
    assert done.returncode == 1
    assert done.stdout.startswith("not valid at version ")
    assert installed.run("tabularium", "verify", str(RECORDED[0]), "--head", "00" * 32).returncode == 1
    missing = installed.run("tabularium", "verify", "nothing.ndjson")
    assert (missing.returncode, missing.stdout) == (2, "")
    assert "No such file" in missing.stderr


def test_another_package_of_the_same_name_is_not_taken_for_the_verifier(installed: Installed, tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "games/__init__.py").write_text("raise SystemExit(0)")
    done = installed.run("tabularium", "verify", str(RECORDED[0]), PYTHONPATH=str(tmp_path))
    assert done.stdout.startswith("valid\n")


@pytest.mark.parametrize(("command", "extra"), [("mcp", "mcp"), ("tui", "terminal")])
def test_what_needs_more_packages_says_which_it_lacks(installed: Installed, command: str, extra: str) -> None:
    done = installed.run("tabularium", command)
    assert (done.returncode, done.stdout) == (1, "")
    assert f'pip install "tabularium-client[{extra}]"' in done.stderr


def test_the_wheel_holds_what_the_screens_read(installed: Installed) -> None:
    code = (
        "from importlib.resources import files; room = files('tabularium_client').joinpath('terminal');"
        "print([room.joinpath(name).is_file() for name in ('terminal.tcss', 'texts/en.json', 'texts/he.json')])"
    )
    assert installed.run("python", "-c", code).stdout.strip() == "[True, True, True]"


def test_from_the_repository_the_kit_uses_the_verifier_that_stands_there(tmp_path: Path) -> None:
    assert verifying.folder() == PROJECT
    assert verifying.verify(RECORDED[0]).status == verifying.VALID
    assert verifying.verify_content(RECORDED[0].read_bytes()[:-2]).status == verifying.INVALID


def test_who_stops_reading_is_told_of_no_fault() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "tabularium_client.command", "verify", str(RECORDED[0])]
    environment = {**os.environ, "PYTHONPATH": str(KIT)}
    done = subprocess.run(command, env=environment, stdout=writing, stderr=subprocess.PIPE, text=True)
    os.close(writing)
    assert (done.returncode, done.stderr) == (1, "")


def test_a_verifier_that_fails_is_no_verdict(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "games/verify").mkdir(parents=True)
    for name, text in (("", ""), ("verify/", ""), ("verify/__main__.py", "raise RuntimeError('no memory')")):
        (tmp_path / "games" / (name if text else f"{name}__init__.py")).write_text(text)
    monkeypatch.setattr(verifying, "folder", lambda: tmp_path)
    with pytest.raises(verifying.NoVerifier, match="no memory"):
        verifying.verify(RECORDED[0])
