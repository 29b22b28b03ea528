"""Pages that a reader follows, from the quickstart to the how-tos, followed as they are written.

What a reader gets from a registry is lent by the suite, which may have no network: the packages that the kit for Python
asks for, and the compiler that `make clients` has installed.
"""

import os
import shutil
import sysconfig
from pathlib import Path

import pytest

from config.local_stack.places import PROJECT
from config.local_stack.serve import free_port
from tests.acceptance.conftest import Running
from tests.support import typescript
from tests.support.walkthrough import GUIDES, assert_followed, part, read

TEXT = (GUIDES / "first-bot.md").read_text()
BEGINNING = part(TEXT, "Before you begin")
# pip builds the kit as it does for everybody, with what is here.
WITHOUT_NETWORK = {
    "PIP_NO_DEPS": "1",
    "PIP_NO_BUILD_ISOLATION": "0",
    "PIP_NO_INDEX": "1",
    "PIP_DISABLE_PIP_VERSION_CHECK": "1",
    "PYTHONPATH": sysconfig.get_path("purelib"),
}
# npm does what it is told, but for the two commands that ask a registry.
NPM = """#!/bin/sh
case "$*" in
    ci*) exit 0 ;;
    "install "*typescript@{version}) ln -s "{packages}/typescript" node_modules/; mkdir -p node_modules/.bin
        ln -s ../typescript/bin/tsc node_modules/.bin/; exit 0 ;;
esac
exec "{npm}" --offline --cache "{cache}" --no-audit --no-fund "$@"
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The reader's empty folder, beside the repository."""
    one = tmp_path / "my-bot"
    one.mkdir()
    return one


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """The repository, in which the reader builds the kit for TypeScript without changing ours."""
    one = tmp_path / "tabularium"
    kit = one / "clients/typescript"
    kit.mkdir(parents=True)
    for path in typescript.KIT.iterdir():
        if path.is_dir() and path.name in ("src", "examples"):
            shutil.copytree(path, kit / path.name)
        elif path.is_file():
            shutil.copy(path, kit)
    (kit / "node_modules").symlink_to(typescript.KIT / "node_modules")
    return one


def test_a_stranger_plays_a_whole_match_with_curl_by_the_quickstart_as_it_is_written(
    service: Running, tmp_path: Path
) -> None:
    assert shutil.which("curl"), "the quickstart needs curl on PATH (Debian: apt install curl)"
    assert_followed(read((GUIDES / "quickstart.md").read_text()), tmp_path, {"API": f"{service.url}/api/v1"})


def test_a_stranger_s_first_bot_in_python_plays_and_its_match_is_proved_as_the_page_says(
    service: Running, folder: Path
) -> None:
    told = read(f"{BEGINNING}\n{part(TEXT, 'In Python')}")
    assert {"sign_up.py", "bot.py", "aiming.py"} == set(told.files)
    assert_followed(told, folder, {**WITHOUT_NETWORK, "TABULARIUM": str(PROJECT), "URL": service.url})
    # Who has the token acts as the player.
    assert (folder / "token.txt").stat().st_mode & 0o077 == 0


@typescript.needs_compiler
def test_a_stranger_s_first_bot_in_typescript_is_taken_by_the_compiler_and_plays_as_the_page_says(
    service: Running, folder: Path, repository: Path, tmp_path: Path
) -> None:
    told = read(f"{BEGINNING}\n{part(TEXT, 'In TypeScript')}")
    (version,) = {text.split("typescript@")[1].split()[0] for text, _ in told.steps if "typescript@" in text}
    # The page names the compiler with which the kit is held.
    assert f'"typescript": "{version}"' in (typescript.KIT / "package.json").read_text()
    shim = tmp_path / "bin/npm"
    shim.parent.mkdir()
    shim.write_text(
        NPM.format(
            npm=shutil.which("npm"), packages=typescript.KIT / "node_modules", cache=tmp_path / "npm", version=version
        )
    )
    shim.chmod(0o755)
    path = f"{shim.parent}:{os.environ['PATH']}"
    assert_followed(told, folder, {"PATH": path, "TABULARIUM": str(repository), "URL": service.url})


def test_every_how_to_works_as_it_is_written(service: Running, folder: Path) -> None:
    (folder / "env").symlink_to(PROJECT / ".venv")
    environment = {"PYTHONPATH": str(PROJECT / "clients/python"), "URL": service.url, "PORT": str(free_port())}
    assert_followed(read((GUIDES / "how-to.md").read_text()), folder, environment)
