"""A match's place in the log of all heads, by the API and by the log's static files, as far as the commands that check it."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from api.http.entity_tags import PUBLIC_FOR_EVER
from games.headlog import __main__ as commands
from games.headlog.hash_tree import leaf_hash
from games.headlog.log_entries import LogEntry
from games.headlog.tiles import grown as grown_tiles
from games.headlog.tiles import tile_path, widths
from games.matches.heads import log_reading, log_writing
from games.matches.models.logged import LogCheckpoint, LoggedHead, LogProgress, LogTile
from games.matches.play import submission
from games.matches.stream.loading import load
from games.verify import __main__ as verifier
from tests.games.matches.heads.head_logs import HeadLog, head_log
from tests.games.matches.heads.test_log_writing import day_of, ended, running
from tests.support.cast import STRANGER, Person, person
from tests.support.relay import catch_up
from tests.support.table_fixtures import all_listed

__all__ = ["all_listed", "head_log"]

pytestmark = pytest.mark.usefixtures("all_listed")


def get(path: str, who: Person = STRANGER, **headers: str) -> Any:
    sent = {"Authorization": f"Bearer {who.token}", **headers} if who.token else headers
    return Client().get(path, headers=sent)


def match_log(match_id: str, who: Person = STRANGER) -> Any:
    answer = get(f"/api/v1/matches/{match_id}/log", who)
    assert answer.status_code == 200, answer.content
    return answer.json()


def told(capsys: pytest.CaptureFixture[str], command: Any, *arguments: object) -> tuple[int, str]:
    status = command.main([str(one) for one in arguments])
    return status, capsys.readouterr().out


@pytest.fixture
def key(head_log: HeadLog) -> str:
    """The log's public key, as an operator tells it outside of the log."""
    head_log.write()
    found = log_reading.latest()
    assert found is not None
    return found.keys[0]


def saved(folder: Path, match_id: str) -> tuple[Path, Path]:
    """What somebody fetches to check a match."""
    file, log = folder / "match.ndjson", folder / "match.log.json"
    file.write_bytes(get(f"/api/v1/matches/{match_id}/export").content)
    log.write_bytes(get(f"/api/v1/matches/{match_id}/log").content)
    return file, log


def test_a_match_is_proved_from_two_fetched_files(
    head_log: HeadLog, key: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    others = [ended() for _ in range(3)]
    match_id = ended()
    head_log.write()
    file, log = saved(tmp_path, match_id)
    status, text = told(capsys, verifier, file, "--log", log, "--log-key", key)
    assert status == verifier.VALID
    version = load(match_id).match.head.version
    assert f"log     version {version} is entry " in text
    assert "of play.example.org/log, size 4" in text
    # What was saved for one match proves nothing of another.
    log.write_bytes(get(f"/api/v1/matches/{others[0]}/log").content)
    assert told(capsys, verifier, file, "--log", log, "--log-key", key)[0] == verifier.INVALID


def test_a_day_s_close_and_an_end_are_two_entries(head_log: HeadLog) -> None:
    match_id, people = running()
    today = day_of(match_id)
    LogProgress.objects.update(day=today)
    head_log.close(today)
    submission.resign(match_id, people[0].id, key=None)
    submission.resign(match_id, people[1].id, key=None)
    catch_up()
    head_log.write()
    entries = match_log(match_id)["entries"]
    assert [one["kind"] for one in entries] == ["day", "end"]
    assert entries[-1]["version"] == load(match_id).match.head.version
    assert entries[0]["version"] < entries[1]["version"]


def test_who_kept_a_checkpoint_is_shown_that_the_log_continues_it(
    head_log: HeadLog, key: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ended()
    head_log.write()
    kept, new = tmp_path / "kept", tmp_path / "new.json"
    kept.write_bytes(get("/log/checkpoint").content)
    for _ in range(2):
        ended()
        head_log.write()
    new.write_bytes(get("/api/v1/log?from=1").content)
    status, text = told(capsys, commands, "continues", kept, new, "--log-key", key)
    assert (status, text) == (0, "continues: play.example.org/log, from size 1 to 3\n")


def test_the_whole_log_is_read_from_its_static_files(
    head_log: HeadLog, key: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for _ in range(3):
        ended()
    head_log.write()
    (tmp_path / "checkpoint").write_bytes(get("/log/checkpoint").content)
    _, names = told(capsys, commands, "files", tmp_path / "checkpoint", "--log-key", key)
    for name in names.splitlines():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(get(f"/log/{name}").content)
    status, text = told(capsys, commands, "read", tmp_path, "--log-key", key)
    assert (status, text) == (0, "agrees: play.example.org/log, 3 entries of 3 matches\n")


def test_an_operator_who_rewrites_a_match_and_the_log_is_found_by_who_kept_a_checkpoint(
    head_log: HeadLog, key: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match_id = ended()
    head_log.write()
    kept, new = tmp_path / "kept", tmp_path / "new.json"
    kept.write_bytes(get("/log/checkpoint").content)
    file, _ = saved(tmp_path, match_id)
    # All rows are the operator's, and so is the key.
    LoggedHead.objects.update(head=bytes(32))
    rewritten = list(LoggedHead.objects.order_by("index"))
    for model in (LogTile, LogCheckpoint, LoggedHead):
        model.objects.all().delete()
    rewrite(rewritten)
    ended()
    head_log.write()
    new.write_bytes(get("/api/v1/log?from=1").content)
    status, text = told(capsys, commands, "continues", kept, new, "--log-key", key)
    assert (status, "an entry below 1 was changed or dropped" in text) == (1, True)
    log = saved(tmp_path, match_id)[1]
    status, text = told(capsys, verifier, file, "--log", log, "--log-key", key)
    assert (status, "has another head at this version (log)" in text) == (1, True)


def rewrite(rows: Sequence[Any]) -> None:
    """Write and sign a log anew, as only whoever has the key can."""
    entries = [("end", LogEntry(bytes(one.match).hex(), one.version, bytes(one.head).hex())) for one in rows]
    now = rows[0].at
    changed = grown_tiles({}, 0, [leaf_hash(entry.line) for _, entry in entries])
    log_writing._add(0, entries, now)
    log_writing._keep(changed)
    log_writing._sign(len(entries), changed, log_writing.keys(), now)


def test_tiles_are_kept_for_ever_and_the_checkpoint_for_seconds(head_log: HeadLog, key: str) -> None:
    for _ in range(3):
        ended()
    head_log.write()
    for path in ("/log/tile/0/000.p/3", "/log/tile/entries/000.p/3", "/log/tile/0/000.p/2"):
        answer = get(path)
        assert (answer.status_code, answer.headers["Content-Type"]) == (200, "application/octet-stream")
        assert answer.headers["Cache-Control"] == PUBLIC_FOR_EVER["Cache-Control"]
    answer = get("/log/checkpoint", Origin="https://other.example")
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert answer.headers["Cache-Control"] == "public, max-age=5"
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert [tile_path(*one) for one in widths(3)] == ["tile/0/000.p/3"]


@pytest.mark.parametrize(
    "path",
    [
        "tile/0/000",
        "tile/0/000.p/4",
        "tile/0/001",
        "tile/1/000.p/1",
        "tile/00/000.p/3",
        "tile/64/000",
        "tile/-1/000",
        "tile/²/000",
        "tile/0/0.p/3",
        "tile/0/000.p/256",
        "tile/entries/000",
        "tile/entries/000.p/4",
        "tile/entries/x999/x999/x999/x999/x999/999",
        "tile/entry/000.p/3",
        "tile/99999999999999999999/000",
        "",
    ],
)
def test_what_the_log_has_not_is_not_found(head_log: HeadLog, key: str, path: str) -> None:
    for _ in range(3):
        ended()
    head_log.write()
    answer = get(f"/log/{path}", Accept="text/html")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_the_files_are_read_alone(head_log: HeadLog, key: str) -> None:
    for path in ("/log/checkpoint", "/log/tile/0/000.p/1"):
        answer = Client().post(path)
        assert (answer.status_code, answer.headers["Allow"]) == (405, "GET, HEAD")


def test_a_size_that_the_log_has_not_come_to_is_refused(head_log: HeadLog, key: str) -> None:
    ended()
    head_log.write()
    for text in ("2", "-1", "x", "99999999999"):
        answer = get(f"/api/v1/log?from={text}")
        assert (answer.status_code, answer.json()["code"]) == (400, "invalid_request")
    assert get("/api/v1/log?from=0").json()["consistency"] == []
    assert get("/api/v1/log").json()["consistency"] is None


def test_without_a_log_the_answers_say_that_there_is_none(head_log: HeadLog, settings: Any) -> None:
    settings.LOG_KEYS = []
    match_id = ended()
    assert match_log(match_id) == {"match": match_id, "checkpoint": None, "timestamp": None, "entries": []}
    body = get("/api/v1/log").json()
    assert (body["checkpoint"], body["size"], body["keys"]) == (None, 0, [])
    assert get("/log/checkpoint").status_code == 404


def test_of_a_private_match_a_stranger_is_told_nothing_and_its_players_all(head_log: HeadLog, key: str) -> None:
    match_id, people = running(visibility="private")
    for one in people[:-1]:
        submission.resign(match_id, one.id, key=None)
    catch_up()
    head_log.write()
    assert get(f"/api/v1/matches/{match_id}/log").json()["code"] == "match_not_found"
    assert get(f"/api/v1/matches/{match_id}/log", person("Dan")).json()["code"] == "match_not_found"
    assert len(match_log(match_id, people[0])["entries"]) == 1
