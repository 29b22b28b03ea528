import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.acceptance.conftest import Running

PAGE = Path(__file__).parents[2] / "docs/api/quickstart.md"
BLOCK = re.compile(r"^```(sh|text)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
MARK = "==== end of block ===="


def blocks() -> list[tuple[str, str]]:
    """The page's commands, each with what the page shows of their output."""
    found: list[tuple[str, str]] = []
    for kind, text in BLOCK.findall(PAGE.read_text()):
        if kind == "sh":
            found.append((text, ""))
        else:
            found[-1] = (found[-1][0], found[-1][1] + text)
    return found


def shown(text: str) -> re.Pattern[str]:
    return re.compile(re.escape(text).replace("…", "[^\n]*"))


def test_a_stranger_plays_a_whole_match_with_curl_by_the_quickstart_as_it_is_written(
    service: Running, tmp_path: Path
) -> None:
    assert shutil.which("curl"), "the quickstart needs curl on PATH (Debian: apt install curl)"
    script = "".join(f"{commands}\necho '{MARK}'\n" for commands, _ in blocks())
    environment = {**os.environ, "API": f"{service.url}/api/v1"}
    ran = subprocess.run(
        ["sh"], input=script, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=120
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    said = ran.stdout.split(f"{MARK}\n")
    assert len(said) == len(blocks()) + 1
    for (commands, output), got in zip(blocks(), said, strict=False):
        if not shown(output.strip()).fullmatch(got.strip()):
            pytest.fail(f"after\n{commands}\nthe page shows\n{output}\nand there came\n{got}")
