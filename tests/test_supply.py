"""What a release consists of, which packages it brings, how the image is built, and the table of what is held."""

import ast
import hashlib
import json
import re
import subprocess
import tarfile
from collections import Counter
from email.message import Message
from importlib.metadata import Distribution
from pathlib import Path
from typing import Any

import pytest
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

from config.local_stack.stack import PROJECT
from tests.releases import bundle, known_faults, licences
from tests.releases.bundle import SUMS, NoRelease

# A release


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("release") / "made"
    bundle.write(folder)
    return folder


def bill_of(folder: Path) -> dict[str, Any]:
    (path,) = folder.glob("*.cdx.json")
    found: dict[str, Any] = json.loads(path.read_text())
    return found


def test_a_release_is_an_archive_a_bill_of_materials_and_their_hashes(release: Path) -> None:
    name = f"tabularium-{bundle.version()}"
    assert {path.name for path in release.iterdir()} == {f"{name}.tar.gz", f"{name}.cdx.json", SUMS}
    done = subprocess.run(["sha256sum", "--check", "--strict", SUMS], cwd=release, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    with tarfile.open(release / f"{name}.tar.gz") as archive:
        names = archive.getnames()
    committed = subprocess.run(["git", "ls-files"], cwd=PROJECT, capture_output=True, text=True, check=True).stdout
    assert f"{name}/manage.py" in names
    assert not [one for one in names if "/.git/" in one or "/.venv" in one or "/.data" in one]
    assert len(committed.splitlines()) > 1000


def test_the_same_commit_makes_the_same_bytes(release: Path, tmp_path: Path) -> None:
    bundle.write(tmp_path / "again")
    assert (tmp_path / "again" / SUMS).read_bytes() == (release / SUMS).read_bytes()


def test_the_bill_is_valid_and_has_each_locked_package_with_hashes_and_terms(release: Path) -> None:
    bill = bill_of(release)
    assert JsonStrictValidator(SchemaVersion.V1_6).validate_str(json.dumps(bill)) is None
    found = {one["name"]: one for one in bill["components"]}
    for name, version in licences.pinned(*licences.LOCKS).items():
        assert found[name]["version"] == version
        (source,) = found[name]["externalReferences"]
        assert source["hashes"], name
    assert all(found[name].get("licenses") for name, _ in licences.looked_at())
    assert (found["protobuf"]["scope"], found["django"].get("scope")) == ("optional", None)
    assert found["lit-html"]["hashes"][0]["content"] == _sha256("web/vendor/lit-html.js")
    # What the page brings along is in the bill.
    assert {str(path.relative_to(PROJECT)) for path in PROJECT.glob("web/vendor/*.js")} == set(bundle.VENDORED)


def test_no_release_is_written_over_another_nor_without_a_commit(release: Path, tmp_path: Path) -> None:
    with pytest.raises(NoRelease, match="is there already"):
        bundle.write(release)
    with pytest.raises(NoRelease, match="made of a commit"):
        bundle.write(tmp_path / "none", commit="no-such-commit")
    assert not (tmp_path / "none").exists()


def _sha256(path: str) -> str:
    return hashlib.sha256((PROJECT / path).read_bytes()).hexdigest()


# Packages


class Package(Distribution):
    """A package that says this of its terms."""

    def __init__(self, **said: str) -> None:
        self._said = said

    @property
    def metadata(self) -> Any:
        message = Message()
        for name, value in self._said.items():
            message[name.replace("_", "-")] = value
        return message

    def read_text(self, filename: str) -> str | None:
        return None

    def locate_file(self, path: Any) -> Any:
        raise NotImplementedError


def test_every_package_of_the_service_has_terms_that_are_allowed() -> None:
    found = dict(licences.looked_at())
    assert len(found) > 50
    assert {name: terms for name, terms in found.items() if not licences.may_be_used(terms)} == {}


@pytest.mark.parametrize(
    ("said", "is_allowed"),
    [
        ({"License_Expression": "MIT"}, True),
        ({"License_Expression": "MPL-2.0 AND (Apache-2.0 OR MIT)"}, True),
        ({"License_Expression": "GPL-3.0-or-later"}, False),
        # One of them could be chosen; somebody should say which.
        ({"License_Expression": "MIT OR AGPL-3.0-only"}, False),
        ({"Classifier": "License :: OSI Approved :: MIT License"}, True),
        ({"Classifier": "License :: OSI Approved :: GNU General Public License v3 (GPLv3)", "License": "MIT"}, False),
        ({"License": "BSD"}, True),
        ({"License": "Ask me"}, False),
        ({}, False),
    ],
)
def test_terms_that_nobody_has_allowed_are_refused(said: dict[str, str], is_allowed: bool) -> None:
    assert licences.may_be_used(licences.terms_of(Package(**said))) is is_allowed


def answer(**packages: Any) -> dict[str, Any]:
    """What pip-audit writes."""
    return {"dependencies": [{"name": name, "version": "1", **one} for name, one in packages.items()]}


def asked(monkeypatch: pytest.MonkeyPatch, found: dict[str, Any] | None) -> int:
    monkeypatch.setattr(known_faults, "_asked", lambda lock: found)
    return known_faults.main()


def test_a_known_fault_fails_and_names_package_and_mend(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fault = {"id": "PYSEC-1", "aliases": ["CVE-1"], "fix_versions": ["2"], "description": ""}
    found = answer(bad={"vulns": [fault]}, good={"vulns": []})
    assert asked(monkeypatch, found) == 1
    assert "bad 1: PYSEC-1, mended in 2" in capsys.readouterr().out
    monkeypatch.setattr(known_faults, "KNOWN", {"CVE-1": "it is not called"})
    assert asked(monkeypatch, found) == 0


@pytest.mark.parametrize("found", [None, answer(one={"skip_reason": "not found"})])
def test_without_the_list_of_faults_it_says_so_and_passes_unless_the_list_is_a_must(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], found: dict[str, Any] | None
) -> None:
    monkeypatch.delenv("NEED_FAULTS", raising=False)
    assert asked(monkeypatch, found) == 0
    assert "cannot be had" in capsys.readouterr().out
    monkeypatch.setenv("NEED_FAULTS", "1")
    assert asked(monkeypatch, found) == 1


def test_the_packages_of_traces_are_none_of_those_that_the_service_needs() -> None:
    """redis imports the SDK wherever it is installed."""
    assert not [name for name in licences.pinned("requirements.txt") if name.startswith("opentelemetry")]
    assert "opentelemetry-sdk" in licences.pinned("requirements-telemetry.txt")


# The image


def test_the_image_is_built_of_what_the_service_needs_and_runs_as_nobody_of_importance() -> None:
    text = (PROJECT / "deploy/Containerfile").read_text().replace("\\\n", " ")
    steps = [line.split(maxsplit=1) for line in text.splitlines() if line and not line.startswith("#")]
    assert [word for word, _ in steps][:2] == ["ARG", "FROM"]
    # A user by number, other than root, who owns nothing of what runs; and nobody becomes root again.
    users = [said for word, said in steps if word == "USER"]
    assert users == ["60800:60800"]
    place = steps.index(["USER", users[0]])
    assert not [said for word, said in steps[place:] if word in ("RUN", "COPY", "ADD")]
    assert not [said for word, said in steps if word == "COPY" and "--chown" in said]
    # Both numbers are given, and have names: `useradd` alone would choose another one for the group.
    uid, gid = users[0].split(":")
    assert re.search(rf"groupadd --system --gid {gid} tabularium\b.*useradd --system --uid {uid} --gid {gid} ", text)
    # Hashes are asked for, and nothing is fetched past the lock files.
    assert "sh .ci/venv requirements.txt" in text
    assert not re.search(r"\b(curl|wget|apt-get|ADD)\b", text)
    copied = {name for word, said in steps if word == "COPY" for name in said.split()[:-1]}
    assert all(name == "." or (PROJECT / name).exists() for name in copied)
    ignored = set((PROJECT / ".dockerignore").read_text().split())
    assert {".git", ".venv", ".data", "tests", "bench", "deploy/compose.env"} <= ignored
    assert ["CMD", '["deploy/run", "web"]'] in steps


# The table for OWASP's ASVS

ROW = re.compile(r"^\| (V[\d.]+) \| ([12]) \| ([a-z/ ]+) \| (.+?) \| (?:`([^`]+)`)? ?\|$", re.MULTILINE)
TABLE = ROW.findall((PROJECT / "docs/asvs.md").read_text())


def test_the_table_has_each_requirement_of_level_2_once_and_no_other() -> None:
    wanted = (PROJECT / "tests/vectors/asvs-5.0.0-level-2.txt").read_text().splitlines()
    assert len(wanted) == 253
    assert [f"{name} {level}" for name, level, *_ in TABLE] == wanted


def test_each_row_says_what_is_held_and_the_head_counts_them() -> None:
    counted = Counter(word for _, _, word, _, _ in TABLE)
    assert set(counted) == {"held", "partly", "not held", "not verified", "n/a"}
    told = re.findall(r"^\| ([a-z/ ]+) \| .* \| (\d+) \|$", (PROJECT / "docs/asvs.md").read_text(), re.MULTILINE)
    assert {word: int(count) for word, count in told} == counted


def test_every_test_that_the_table_names_exists() -> None:
    for name, _, word, _, test in TABLE:
        assert word == "held" or word == "partly" or not test or word in ("not held", "not verified"), name
        if test:
            path, _, function = test.partition("::")
            assert (PROJECT / path).exists(), name
            if function:
                tree = ast.parse((PROJECT / path).read_text())
                assert function in {one.name for one in ast.walk(tree) if isinstance(one, ast.FunctionDef)}, name


def test_security_says_where_to_write_and_what_is_fixed() -> None:
    text = (PROJECT / "SECURITY.md").read_text()
    assert re.search(r"`[a-z]+@[a-z]+\.example`", text)
    for part in ("## How to report", "## Which versions get fixes", "## How soon"):
        assert part in text
