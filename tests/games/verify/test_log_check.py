import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from games.headlog.log_entries import LogEntry, match_digest
from games.verify.__main__ import INVALID, UNREADABLE, VALID, main
from tests.games.headlog.logs import KEY, ORIGIN, WITNESSES, Log, entry
from tests.games.verify.files import Scribe, played
from tests.games.verify.test_command import verify

ENDED = played("rock-paper-wizard", seed=21)
RUNNING = played("rock-paper-wizard", seed=22, moves=5)
LAST = len(ENDED.events)


def logged(scribe: Scribe, versions: Sequence[int], heads: Mapping[int, str] | None = None) -> Log:
    """A log with entries of a match at these versions, among others."""
    named = match_digest(scribe.match)
    own = [
        LogEntry(named, version, (heads or {}).get(version) or scribe.events[version - 1].hash.hex())
        for version in versions
    ]
    return Log([*map(entry, range(20)), *own, *map(entry, range(20, 31))])


class Files:
    def __init__(self, folder: Path) -> None:
        self.file, self.log, self.witnesses = folder / "match.ndjson", folder / "log.json", folder / "witnesses"
        self.witnesses.write_text("".join(f"{one.public}\n" for one in WITNESSES))

    def verify(
        self, capsys: pytest.CaptureFixture[str], *more: object, scribe: Scribe = ENDED, told: str
    ) -> tuple[int, str]:
        self.file.write_bytes(scribe.file(0) if scribe is RUNNING else scribe.file())
        self.log.write_text(told)
        arguments = [self.file, "--log", self.log, "--log-key", KEY.public, *more]
        status = main([str(one) for one in arguments])
        out, err = capsys.readouterr()
        return status, (out + err).splitlines()[-1]


@pytest.fixture
def files(tmp_path: Path) -> Files:
    return Files(tmp_path)


Out = pytest.CaptureFixture[str]


def test_a_match_that_is_in_the_log_is_told_with_its_place(files: Files, capsys: Out) -> None:
    log = logged(ENDED, [5, LAST])
    assert files.verify(capsys, told=log.of_match(ENDED.match)) == (
        VALID,
        f"log     version {LAST} is entry 21 of {ORIGIN}, size 33",
    )


def test_a_running_match_is_in_the_log_up_to_a_day_s_close(files: Files, capsys: Out) -> None:
    told = logged(RUNNING, [3]).of_match(RUNNING.match)
    status, line = files.verify(capsys, scribe=RUNNING, told=told)
    assert (status, line.startswith("log     version 3 is entry 20")) == (VALID, True)


def test_a_rewritten_match_is_found_at_the_version_that_the_log_knows(files: Files, capsys: Out) -> None:
    log = logged(ENDED, [5, LAST], {5: "f" * 64})
    assert files.verify(capsys, told=log.of_match(ENDED.match)) == (
        INVALID,
        "not valid at version 5: entry 20 of the log has another head at this version (log)",
    )


def test_an_end_that_the_log_has_and_the_file_has_not_is_found(files: Files, capsys: Out) -> None:
    named = match_digest(ENDED.match)
    log = Log([*logged(ENDED, [LAST]).entries, LogEntry(named, LAST + 2, "f" * 64)])
    status, line = files.verify(capsys, told=log.of_match(ENDED.match))
    assert (status, f"the log has version {LAST + 2}, which the file has not" in line) == (INVALID, True)


def test_an_entry_that_was_dropped_is_missed(files: Files, capsys: Out) -> None:
    status, line = files.verify(capsys, told=logged(ENDED, []).of_match(ENDED.match))
    assert (status, line) == (INVALID, "not valid at version 0: the log has no entry of this match (log)")
    status, line = files.verify(capsys, told=logged(ENDED, [5]).of_match(ENDED.match))
    assert (status, "no entry of the end of this match" in line) == (INVALID, True)


def test_an_entry_of_another_match_proves_nothing(files: Files, capsys: Out) -> None:
    told = json.loads(logged(RUNNING, [3]).of_match(RUNNING.match))
    status, line = files.verify(capsys, told=json.dumps(told))
    assert (status, "is not shown to be entry 20" in line) == (INVALID, True)


def changed(told: dict[str, Any], way: str) -> dict[str, Any]:
    first = told["entries"][0]
    match way:
        case "index":
            first["index"] += 1
        case "version":
            first["version"] += 1
        case "head":
            first["head"] = "0" * 64
        case "path":
            first["path"] = first["path"][1:]
        case "hash":
            first["path"][0] = first["path"][1]
        case "size":
            told["checkpoint"] = told["checkpoint"].replace("\n33\n", "\n34\n")
        case "unsigned":
            told["checkpoint"] = told["checkpoint"].partition("\n\n")[0] + "\n"
        case "shape":
            told["entries"] = {"0": first}
        case "bool":
            first["version"] = True
    return told


@pytest.mark.parametrize("way", ["index", "version", "head", "path", "hash", "size", "unsigned", "shape", "bool"])
def test_whatever_is_changed_in_what_was_saved_is_found(files: Files, capsys: Out, way: str) -> None:
    told = json.loads(logged(ENDED, [5, LAST]).of_match(ENDED.match))
    assert files.verify(capsys, told=json.dumps(changed(told, way)))[0] == INVALID


def test_a_checkpoint_of_another_key_is_refused(files: Files, capsys: Out) -> None:
    stranger = KEY.__class__(ORIGIN, 1, bytes(32))
    log = Log(logged(ENDED, [LAST]).entries, key=stranger)
    status, line = files.verify(capsys, told=log.of_match(ENDED.match))
    assert (status, "is not signed by the key that was given" in line) == (INVALID, True)


@pytest.mark.parametrize(("signed", "needed", "expected"), [(2, 2, VALID), (1, 2, INVALID)])
def test_cosignatures_can_be_demanded(files: Files, capsys: Out, signed: int, needed: int, expected: int) -> None:
    told = logged(ENDED, [LAST]).of_match(ENDED.match, cosigned=WITNESSES[:signed])
    more = ("--witnesses", files.witnesses, "--cosignatures", needed)
    status, line = files.verify(capsys, *more, told=told)
    assert status == expected
    assert ("cosigned by witness.example/w1, witness.example/w2" in line) == (expected == VALID)


def test_without_the_log_s_key_nothing_is_checked(files: Files, capsys: Out) -> None:
    files.verify(capsys, told="{}")
    assert main([str(files.file), "--log", str(files.log)]) == UNREADABLE
    assert main([str(files.file), "--log", str(files.log), "--log-key", "none"]) == UNREADABLE
    assert main([str(files.file), "--log", str(files.log / "absent"), "--log-key", str(KEY.public)]) == UNREADABLE


def test_a_flaw_of_the_match_itself_is_told_before_the_log_s(files: Files, capsys: Out) -> None:
    status, line = files.verify(capsys, "--head", "0" * 64, told="{}")
    assert (status, line.endswith("(chain)")) == (INVALID, True)


def test_it_is_checked_where_django_is_not_installed(files: Files) -> None:
    files.file.write_bytes(ENDED.file())
    files.log.write_text(logged(ENDED, [LAST]).of_match(ENDED.match))
    done = verify(str(files.file), "--log", str(files.log), "--log-key", str(KEY.public))
    assert (done.returncode, done.stderr) == (0, "")
