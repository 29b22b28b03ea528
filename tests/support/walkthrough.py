"""Follows a page of the documentation as its reader does: saves its files, pastes its commands, compares the output.

A block ```` ```sh ```` is pasted into one shell, after those before it; ```` ```text ```` behind it is what the page
shows of its output, where `…` stands for whatever differs. A block with a name (```` ```python bot.py ````) is a file
that the reader saves. Other blocks are to be read.
"""

import os
import re
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from config.local_stack.places import PROJECT

GUIDES = PROJECT / "docs/api"
BLOCK = re.compile(r"^```(\S+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
MARK = "==== end of block ===="


@dataclass(frozen=True)
class Walkthrough:
    """What one page, or a part of it, tells to save and to run."""

    files: Mapping[str, str]
    steps: Sequence[tuple[str, str]]


def read(text: str) -> Walkthrough:
    """The commands, each with what is shown of their output, and the files."""
    files: dict[str, str] = {}
    steps: list[tuple[str, str]] = []
    for kind, name, body in BLOCK.findall(text):
        if name:
            assert name not in files, f"{name} is saved twice"
            assert f"`{name}`" in text, f"the reader is not told to save {name}"
            files[name] = body
        elif kind == "sh":
            steps.append((body, ""))
        elif kind == "text":
            steps[-1] = (steps[-1][0], steps[-1][1] + body)
    return Walkthrough(files, steps)


def assert_followed(page: Walkthrough, folder: Path, environment: Mapping[str, str], *, seconds: float = 120) -> None:
    """Do in a folder what the page says; the test fails where a command does, or where another output comes."""
    for name, body in page.files.items():
        (folder / name).write_text(body)
    script = "set -eu\n" + "".join(f"{commands}\necho '{MARK}'\n" for commands, _ in page.steps)
    ran = subprocess.run(
        ["sh"],
        input=script,
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=seconds,
    )
    assert (ran.returncode, ran.stderr) == (0, ""), f"{ran.stdout}\n{ran.stderr}"
    said = ran.stdout.split(f"{MARK}\n")
    assert len(said) == len(page.steps) + 1
    wrong = [
        f"after\n{commands}\nthe page shows\n{output}\nand there came\n{got}"
        for (commands, output), got in zip(page.steps, said, strict=False)
        if not shown(output.strip()).fullmatch(got.strip())
    ]
    if wrong:
        pytest.fail("\n".join(wrong))


def shown(text: str) -> re.Pattern[str]:
    """What fits to an output on a page."""
    return re.compile(re.escape(text).replace("…", "[^\n]*"))


def part(text: str, heading: str) -> str:
    """What stands under a heading of the second level, its own parts included; and what stands before all of them."""
    found = re.split(r"^## ", text, flags=re.MULTILINE)
    return next(one for one in found if one.startswith(f"{heading}\n"))
