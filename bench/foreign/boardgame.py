"""How many moves a second does boardgame.io (npm) make, in memory and with its storage in flat files?

This project does not require the package: the module installs it into a temporary folder and deletes the folder. If
node or npm is missing, or npm reaches no registry, one line says so. The package writes its files without fsync.
Compare the figures with those of `move_cost` and `library`.
"""

import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from bench import figures
from config.local_stack.places import PROJECT

# Later versions of node-persist write once a second, and boardgame.io waits for every write.
PACKAGES = ("boardgame.io@0.50.2", "node-persist@3.1.0")
SCRIPT = PROJECT / "bench" / "foreign" / "boardgame.cjs"
ROUNDS = 5
# Of each of eight matches in a round. Both storages copy a match's whole log for each move.
IN_MEMORY, IN_FILES = 300, 50


def main() -> None:
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        print("boardgame.io: node and npm are not at hand, so nothing is measured")
        return
    with tempfile.TemporaryDirectory(prefix="tabularium-bench-") as folder:
        if not _installed(npm, Path(folder)):
            print(f"boardgame.io: npm could not install {' '.join(PACKAGES)}, so nothing is measured")
            return
        _print(_measured(node, Path(folder)))


def _installed(npm: str, folder: Path) -> bool:
    install = [npm, "install", "--no-save", "--no-audit", "--no-fund", "--ignore-scripts", *PACKAGES]
    return subprocess.run(install, cwd=folder, capture_output=True).returncode == 0


def _measured(node: str, folder: Path) -> list[list[float]]:
    """Moves a second in memory and in files, round by round."""
    environment = {**os.environ, "NODE_PATH": str(folder / "node_modules")}
    command = [node, str(SCRIPT), str(ROUNDS), str(IN_MEMORY), str(IN_FILES)]
    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True, text=True)
    measured: list[list[float]] = json.loads(done.stdout)
    return measured


def _print(measured: list[list[float]]) -> None:
    memory, files = zip(*measured, strict=True)
    figures.heading(f"{PACKAGES[0]}, 8 matches of 3 seats", f"moves a second, median of {ROUNDS} (least to most)")
    figures.row(f"in memory, {IN_MEMORY} moves a match", figures.spread(memory, 0))
    figures.row(f"in flat files, {IN_FILES} moves a match", figures.spread(files, 0))


if __name__ == "__main__":
    main()
