"""`make release TO=folder`: what a release consists of: an archive of the tree, its bill of materials, and their hashes.

The same commit makes the same bytes: the archive is git's, with the commit's time, and the bill follows from the lock
files. Whoever doubts a release makes it again.
"""

import argparse
import gzip
import hashlib
import json
import re
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

from tests.releases.licences import HOME, LOCKS, may_be_used, terms_of

SUMS = "SHA256SUMS"
# What the page brings along, by its file: name, version, terms.
VENDORED = {
    "web/vendor/lit-html.js": ("lit-html", "3", "BSD-3-Clause"),
    "web/vendor/bls.js": ("noble-curves", "2.4.0", "MIT"),
}


class NoRelease(Exception):
    """Why no release can be made."""


def version() -> str:
    """The version that the code says it has."""
    found = re.search(r'^version = "(.+)"', (HOME / "pyproject.toml").read_text(), re.MULTILINE)
    assert found is not None
    return found[1]


def write(folder: Path, commit: str = "HEAD") -> list[Path]:
    """Write archive, bill of materials and hashes into a new folder; `NoRelease` where that cannot be."""
    if folder.exists():
        raise NoRelease(f"{folder} is there already; name a new folder: make release TO=folder")
    name = f"tabularium-{version()}"
    made = {f"{name}.tar.gz": _archive(name, commit), f"{name}.cdx.json": _bill(commit)}
    folder.mkdir(parents=True)
    for file, content in made.items():
        (folder / file).write_bytes(content)
    sums = "".join(f"{hashlib.sha256(content).hexdigest()}  {file}\n" for file, content in sorted(made.items()))
    (folder / SUMS).write_text(sums)
    return sorted(folder.iterdir())


def _archive(name: str, commit: str) -> bytes:
    # The header of gzip would have the time of day.
    return gzip.compress(_git("archive", "--format=tar", f"--prefix={name}/", commit), mtime=0)


def _bill(commit: str) -> bytes:
    """A CycloneDX document of the packages in the lock files, with their hashes and terms."""
    bill = _read_by_cyclonedx(LOCKS[0])
    own = {one["purl"] for one in bill["components"]}
    for lock in LOCKS[1:]:
        # Installed on request.
        more = [one | {"scope": "optional"} for one in _read_by_cyclonedx(lock)["components"] if one["purl"] not in own]
        bill["components"] += more
    bill["components"] = [_described(one) for one in bill["components"]] + [
        _vendored(path, *facts, content=_git("show", f"{commit}:{path}")) for path, facts in VENDORED.items()
    ]
    bill["metadata"]["component"] = {
        "type": "application",
        "bom-ref": "tabularium",
        "name": "tabularium",
        "version": version(),
        "licenses": [{"license": {"id": "MIT"}}],
    }
    references = [one["bom-ref"] for one in bill["components"]]
    bill["dependencies"] = [{"ref": "tabularium", "dependsOn": sorted(references)}]
    return (json.dumps(bill, indent=1, sort_keys=True) + "\n").encode()


def _read_by_cyclonedx(lock: str) -> dict[str, Any]:
    command = [sys.executable, "-m", "cyclonedx_py", "requirements", "--output-reproducible", "--of", "JSON"]
    done = subprocess.run([*command, "--sv", "1.6", str(HOME / lock)], capture_output=True, text=True)
    if done.returncode != 0:
        raise NoRelease(f"cyclonedx-py failed: {done.stderr.strip()[-300:]}")
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def _described(component: dict[str, Any]) -> dict[str, Any]:
    """A package by its purl, with its terms; without the line of the lock file, whose hashes stand in it anyway."""
    kept = {name: value for name, value in component.items() if name != "description"}
    kept["bom-ref"] = component["purl"]
    try:
        terms = terms_of(distribution(component["name"]))
    except PackageNotFoundError:
        return kept
    return kept | {"licenses": [{"expression": terms}]} if may_be_used(terms) else kept


def _vendored(path: str, name: str, of_version: str, terms: str, *, content: bytes) -> dict[str, Any]:
    return {
        "type": "library",
        "bom-ref": path,
        "name": name,
        "version": of_version,
        "hashes": [{"alg": "SHA-256", "content": hashlib.sha256(content).hexdigest()}],
        "licenses": [{"license": {"id": terms}}],
    }


def _git(*arguments: str) -> bytes:
    try:
        return subprocess.run(["git", *arguments], cwd=HOME, capture_output=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        raise NoRelease("a release is made of a commit: this folder is no clone that git can read") from None


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="tests.releases.bundle", description=__doc__)
    parser.add_argument("folder", type=Path)
    try:
        if _git("status", "--porcelain"):
            raise NoRelease("there are changes that no commit has: a release is made of a commit")
        for path in write(parser.parse_args(arguments).folder):
            print(path)
    except NoRelease as refused:
        print(f"tabularium: {refused}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
