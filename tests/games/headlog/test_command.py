import json
import subprocess
import sys
from pathlib import Path

import pytest

from games.headlog.__main__ import FAILS, HOLDS, NOTHING, main
from games.headlog.log_entries import LogEntry, match_digest
from tests.games.headlog.logs import KEY, MATCHES, ORIGIN, WITNESSES, Log, encoded, entry

LOG = Log(600)
TOLD = str(KEY.public)


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    path = tmp_path / "kept"
    path.write_text(LOG.note(300))
    return path


@pytest.fixture
def witnesses(tmp_path: Path) -> Path:
    path = tmp_path / "witnesses"
    path.write_text("# whom we believe\n" + "".join(f"{one.public}\n" for one in WITNESSES))
    return path


def told(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str]:
    status = main([str(one) for one in arguments])
    out, err = capsys.readouterr()
    return status, out + err


def test_a_checkpoint_that_continues_the_kept_one_is_told(capsys: pytest.CaptureFixture[str], kept: Path) -> None:
    new = kept.with_name("new")
    new.write_text(LOG.answer(300))
    status, text = told(capsys, "continues", kept, new, "--log-key", TOLD)
    assert (status, text) == (HOLDS, f"continues: {ORIGIN}, from size 300 to 600\n")


def test_a_day_s_last_match_that_was_rewritten_is_found(capsys: pytest.CaptureFixture[str], kept: Path) -> None:
    forged = Log([*LOG.entries[:299], entry(299, head="f" * 64), *LOG.entries[300:]])
    new = kept.with_name("new")
    new.write_text(forged.answer(300))
    status, text = told(capsys, "continues", kept, new, "--log-key", TOLD)
    assert status == FAILS
    assert text.startswith(
        f"not proved: {ORIGIN}: the checkpoint of size 600 is not shown to continue the one of size 300"
    )


def test_two_stories_for_two_readers_are_found(capsys: pytest.CaptureFixture[str], kept: Path) -> None:
    other = Log([entry(number, head=f"{number:064d}") for number in range(300)])
    new = kept.with_name("new")
    new.write_text(other.answer(0))
    assert "tells two stories" in told(capsys, "continues", kept, new, "--log-key", TOLD)[1]


def test_a_log_that_went_back_is_found(capsys: pytest.CaptureFixture[str], kept: Path) -> None:
    new = kept.with_name("new")
    new.write_text(json.dumps({"checkpoint": LOG.note(290), "consistency": []}))
    status, text = told(capsys, "continues", kept, new, "--log-key", TOLD)
    assert (status, "goes back behind the one of size 300: 10 entries are gone" in text) == (FAILS, True)


def test_another_log_does_not_continue_this_one(capsys: pytest.CaptureFixture[str], kept: Path) -> None:
    second = KEY.__class__("play.example.org/log/2", 1, KEY.seed)
    new = kept.with_name("new")
    new.write_text(Log(LOG.entries, key=second).answer(300))
    status, text = told(capsys, "continues", kept, new, "--log-key", TOLD, "--log-key", second.public)
    assert (status, "is of another log" in text) == (FAILS, True)


@pytest.mark.parametrize(("signed", "needed", "expected"), [(3, 2, HOLDS), (2, 2, HOLDS), (1, 2, FAILS), (0, 1, FAILS)])
def test_a_checkpoint_without_enough_cosignatures_is_refused(
    capsys: pytest.CaptureFixture[str], kept: Path, witnesses: Path, signed: int, needed: int, expected: int
) -> None:
    new = kept.with_name("new")
    new.write_text(LOG.answer(300, cosigned=WITNESSES[:signed]))
    trusted = ("--witnesses", witnesses, "--cosignatures", needed)
    status, text = told(capsys, "continues", kept, new, "--log-key", TOLD, *trusted)
    assert status == expected
    assert expected == HOLDS or f"has {signed} cosignatures of known witnesses, and {needed} are needed" in text


def test_a_copy_of_the_log_agrees_with_its_checkpoint(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    folder = LOG.write(tmp_path / "log")
    status, text = told(capsys, "files", folder / "checkpoint", "--log-key", TOLD)
    assert (status, text) == (HOLDS, "tile/entries/000\ntile/entries/001\ntile/entries/002.p/88\n")
    status, text = told(capsys, "read", folder, "--log-key", TOLD)
    assert (status, text) == (HOLDS, f"agrees: {ORIGIN}, 600 entries of 40 matches\n")


def test_a_match_with_two_heads_at_one_version_is_found_in_a_copy(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    twice = LogEntry(match_digest(MATCHES[7]), 1, "f" * 64)
    folder = Log([*LOG.entries, twice]).write(tmp_path / "log")
    status, text = told(capsys, "read", folder, "--log-key", TOLD)
    assert (status, text) == (
        FAILS,
        f"entries 7 and 600: match {match_digest(MATCHES[7])} has two heads at version 1\n",
    )


def test_entries_that_are_not_those_of_the_checkpoint_are_found(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    folder = LOG.write(tmp_path / "log")
    (folder / "checkpoint").write_text(Log([*LOG.entries[:599], entry(599, head="f" * 64)]).note())
    status, text = told(capsys, "read", folder, "--log-key", TOLD)
    assert (status, "the entries are not those of the checkpoint of size 600" in text) == (FAILS, True)
    (folder / "tile/entries/001").unlink()
    assert told(capsys, "read", folder, "--log-key", TOLD)[0] == FAILS


def test_a_key_is_made_once_and_kept_from_others(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "key"
    first = told(capsys, "key", path, "--name", "witness.example/w9")
    assert first[0] == HOLDS
    assert first[1].startswith("witness.example/w9+")
    assert told(capsys, "key", path) == first
    assert path.stat().st_mode & 0o77 == 0


@pytest.mark.parametrize(
    "arguments", [["files", "absent", "--log-key", TOLD], ["files", "absent", "--log-key", "none"]]
)
def test_without_a_file_or_a_key_nothing_is_checked(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    assert told(capsys, *arguments)[0] == NOTHING


@pytest.mark.parametrize(
    "text", ["{", "{}", "[]", "", '{"checkpoint": 5}', '{"checkpoint": "x", "consistency": ["y"]}']
)
def test_what_is_no_answer_of_the_log_proves_nothing(capsys: pytest.CaptureFixture[str], kept: Path, text: str) -> None:
    new = kept.with_name("new")
    new.write_text(text)
    assert told(capsys, "continues", kept, new, "--log-key", TOLD)[0] == FAILS


def test_a_witness_runs_by_the_command_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["key", str(tmp_path / "key"), "--name", "witness.example/w1"])
    public = capsys.readouterr().out
    command = [sys.executable, "-m", "games.headlog", "witness", "--key", str(tmp_path / "key")]
    command += ["--folder", str(tmp_path / "kept"), "--listen", "127.0.0.1:0", "--log-key", TOLD]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == public
        assert process.stdout.readline().startswith("listening on 127.0.0.1:")
        again = subprocess.run(command, capture_output=True, text=True, check=False, timeout=30)
        assert (again.returncode, "another witness is at work here" in again.stderr) == (NOTHING, True)
        process.terminate()


def test_the_proof_of_consistency_is_needed(capsys: pytest.CaptureFixture[str], kept: Path) -> None:
    new = kept.with_name("new")
    new.write_text(json.dumps({"checkpoint": LOG.note(), "consistency": encoded(LOG.consistency(299))}))
    assert told(capsys, "continues", kept, new, "--log-key", TOLD)[0] == FAILS
    new.write_text(LOG.note())
    assert told(capsys, "continues", kept, new, "--log-key", TOLD)[0] == FAILS
