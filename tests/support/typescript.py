"""The kit for TypeScript, compiled for a test into a folder of its own; node runs it there."""

import json
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from config.local_stack.places import PROJECT

KIT = PROJECT / "clients/typescript"
COMPILER = KIT / "node_modules/.bin/tsc"

needs_compiler = pytest.mark.skipif(
    shutil.which("node") is None or not COMPILER.exists(),
    reason="node, or the compiler that `make clients` installs, is not here",
)


def compiled(folder: Path, *, part: str = "") -> Path:
    """The package as its users have it: `package.json` beside `built`, so that examples find it by its name.

    Only a `part` of it, a folder, takes a fraction of the time.
    """
    shutil.copy(KIT / "package.json", folder)
    project = folder / "tsconfig.json"
    project.write_text(
        json.dumps(
            {
                "extends": str(KIT / "tsconfig.json"),
                "include": [str(KIT / part)] if part else [str(KIT / "src"), str(KIT / "examples")],
                "compilerOptions": {"rootDir": str(KIT), "paths": _sources()},
            }
        )
    )
    ran = subprocess.run(
        [str(COMPILER), "--project", str(project), "--outDir", str(folder / "built")],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout
    return folder


def _sources() -> dict[str, list[str]]:
    """The source of each module that examples import by the package's name: an earlier build is none, or an old one."""
    package = json.loads((KIT / "package.json").read_text())
    built = {package["name"] + name[1:]: Path(places["types"]) for name, places in package["exports"].items()}
    return {name: [str(KIT / place.relative_to("built")).replace(".d.ts", ".ts")] for name, place in built.items()}


def run(script: Path, *words: str, given: Any = None, seconds: float = 120) -> str:
    """What a script prints, which has to end well."""
    command: Sequence[str] = ["node", str(script), *words]
    ran = subprocess.run(command, input=json.dumps(given), capture_output=True, text=True, timeout=seconds, check=False)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout
