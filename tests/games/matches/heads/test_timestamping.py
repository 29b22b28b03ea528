"""Timestamps of the log by an authority of our own, over the loopback address and with real signatures."""

import base64
import json
import re
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from events.store import new_id
from games.headlog import __main__ as commands
from games.headlog.signed_notes import read_note
from games.headlog.timestamps import stamped_at
from games.matches import tasks
from games.matches.heads import log_reading, outside, timestamping
from games.matches.models.logged import LogCheckpoint, LogProgress, LogTimestamp
from games.verify import __main__ as verifier
from tests.games.matches.heads.head_logs import HeadLog, grown, head_log
from tests.games.matches.heads.test_log_writing import ended
from tests.support.captured_log import Captured, log
from tests.support.small_authority import SmallAuthority

__all__ = ["head_log", "log"]

Answer = Callable[[bytes], bytes | None]


class Authority:
    """An authority over HTTP, and what it answers."""

    def __init__(self, folder: Path) -> None:
        self.small = SmallAuthority()
        self.answer: Answer = self.small.answer
        self.asked = 0
        self.status = 200
        self.pem = folder / "authority.pem"
        self.pem.write_bytes(self.small.pem)


@pytest.fixture
def authority(head_log: HeadLog, tmp_path: Path, settings: Any) -> Iterator[Authority]:
    made = Authority(tmp_path)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            made.asked += 1
            body = self.rfile.read(int(self.headers["Content-Length"]))
            told = made.answer(body)
            if told is None:
                return
            self.send_response(made.status)
            self.send_header("Content-Type", "application/timestamp-reply")
            self.send_header("Content-Length", str(len(told)))
            self.end_headers()
            self.wfile.write(told)

        def log_message(self, format: str, *args: object) -> None:
            """Nobody reads it."""

    serving = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=serving.serve_forever, daemon=True).start()
    settings.LOG_TIMESTAMP_URL = f"http://127.0.0.1:{serving.server_address[1]}"
    settings.LOG_TIMESTAMP_ROOTS = made.pem
    LogTimestamp.objects.all().delete()
    head_log.write()
    yield made
    serving.shutdown()
    serving.server_close()
    LogTimestamp.objects.all().delete()


def next_day(head_log: HeadLog) -> None:
    day = LogProgress.objects.get().day
    grown(new_id(), day)
    head_log.close(day)


def test_the_newest_checkpoint_is_stamped_and_its_answer_holds(head_log: HeadLog, authority: Authority) -> None:
    next_day(head_log)
    assert tasks.stamp_heads() == 1
    (row,) = LogTimestamp.objects.all()
    text = read_note(LogCheckpoint.objects.get(size=row.size).note).text
    assert stamped_at(text, bytes(row.answer), [authority.small.root]) == row.at
    assert abs(row.at - datetime.now(UTC)) < timedelta(minutes=5)


def test_it_is_asked_at_most_once_an_hour_and_once_for_a_checkpoint(head_log: HeadLog, authority: Authority) -> None:
    next_day(head_log)
    assert (tasks.stamp_heads(), tasks.stamp_heads()) == (1, 0)
    next_day(head_log)
    assert (tasks.stamp_heads(), authority.asked) == (0, 1)
    LogTimestamp.objects.update(at=datetime.now(UTC) - timedelta(hours=2))
    assert (tasks.stamp_heads(), authority.asked) == (1, 2)
    LogTimestamp.objects.update(at=datetime.now(UTC) - timedelta(hours=2))
    assert (tasks.stamp_heads(), authority.asked) == (0, 2)


def test_without_an_authority_nobody_is_asked(head_log: HeadLog, authority: Authority, settings: Any) -> None:
    settings.LOG_TIMESTAMP_URL = ""
    next_day(head_log)
    assert (tasks.stamp_heads(), authority.asked) == (0, 0)


def _of_another_text(authority: Authority) -> Answer:
    stamped = authority.small.answer(b"\x30\x3b\x02\x01\x01\x30\x31" + b"\x30\x0d\x06\x09" + bytes(9) + bytes(38))
    return lambda query: stamped


WAYS: dict[str, Callable[[Authority], Answer]] = {
    "nothing": lambda authority: lambda query: b"",
    "no answer": lambda authority: lambda query: None,
    "a page": lambda authority: lambda query: b"<html>sorry</html>",
    "a refusal": lambda authority: lambda query: authority.small.refusal(),
    "too much": lambda authority: lambda query: authority.small.answer(query) + bytes(100_000),
    "half": lambda authority: lambda query: authority.small.answer(query)[:300],
    "another's": lambda authority: SmallAuthority().answer,
    "another text": _of_another_text,
    "no nonce": lambda authority: lambda query: authority.small.stamped(query[5:56]),
    "the past": lambda authority: SmallAuthority.answer.__get__(_at(authority, timedelta(hours=-2))),
    "the future": lambda authority: SmallAuthority.answer.__get__(_at(authority, timedelta(hours=2))),
}


def _at(authority: Authority, apart: timedelta) -> SmallAuthority:
    authority.small.now = lambda: datetime.now(UTC) + apart
    return authority.small


@pytest.mark.parametrize("way", WAYS)
def test_whatever_the_authority_answers_the_log_goes_on_without_it(
    head_log: HeadLog, authority: Authority, log: Captured, way: str
) -> None:
    authority.answer = WAYS[way](authority)
    next_day(head_log)
    assert (tasks.stamp_heads(), authority.asked, LogTimestamp.objects.count()) == (0, 1, 0)
    (said,) = [one["message"] for one in log.of("games.matches.heads.timestamping")]
    assert said.startswith("the checkpoint of size 1 got no timestamp: ")
    next_day(head_log)
    assert head_log.signed.checkpoint.size == 2
    authority.small.now = lambda: datetime.now(UTC)
    authority.answer = authority.small.answer
    assert tasks.stamp_heads() == 1, "it is asked again"


def test_a_status_of_its_own_is_told(head_log: HeadLog, authority: Authority, log: Captured) -> None:
    authority.status = 503
    next_day(head_log)
    assert tasks.stamp_heads() == 0
    assert "answered 503" in log.of("games.matches.heads.timestamping")[0]["message"]


def test_an_authority_that_hangs_is_given_up(
    head_log: HeadLog, authority: Authority, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outside, "SECONDS", 0.2)
    held = threading.Event()
    authority.answer = lambda query: None if held.wait(30) else b""
    next_day(head_log)
    try:
        assert timestamping.run() == 0
    finally:
        held.set()


def test_the_commands_tell_when_a_match_was_stamped_and_refuse_another_s_stamp(
    head_log: HeadLog, authority: Authority, tmp_path: Path, capsys: pytest.CaptureFixture[str], client: Any
) -> None:
    match_id = ended()
    head_log.write()
    tasks.stamp_heads()
    next_day(head_log)
    (key,) = log_reading.latest().keys  # type: ignore[union-attr]
    file, answer, whole = (tmp_path / name for name in ("match.ndjson", "match.log.json", "log.json"))
    file.write_bytes(client.get(f"/api/v1/matches/{match_id}/export").content)
    answer.write_bytes(client.get(f"/api/v1/matches/{match_id}/log").content)
    whole.write_bytes(client.get("/api/v1/log").content)
    when = f"{LogTimestamp.objects.get().at:%Y-%m-%d %H:%M:%S} UTC"
    asked = [file, "--log", answer, "--log-key", key, "--authority", authority.pem]

    def told(command: Any, *arguments: object) -> tuple[int, str]:
        status = command.main([str(one) for one in arguments])
        return status, capsys.readouterr().out.splitlines()[-1]

    status, line = told(verifier, *asked)
    # Matches that other tests have left are in the log too.
    assert status == 0
    assert re.search(rf"size \d+, stamped {when}$", line)
    for found in (answer, whole):
        line = told(commands, "stamped", found, "--log-key", key, "--authority", authority.pem)[1]
        assert re.fullmatch(rf"stamped: play\.example\.org/log, size \d+, {when}", line)
    strange = tmp_path / "strange.pem"
    strange.write_bytes(SmallAuthority().pem)
    status, line = told(verifier, *asked[:-1], strange)
    assert (status, "the timestamp does not hold" in line) == (1, True)
    for change in (_no_stamp, _other_checkpoint, _no_path, _garbage):
        value = json.loads(answer.read_bytes())
        change(value)
        changed = tmp_path / "changed.json"
        changed.write_text(json.dumps(value))
        assert told(verifier, file, "--log", changed, *asked[3:])[0] == 1, change
    assert told(verifier, *asked[:-2])[0] == 0


def _no_stamp(value: Any) -> None:
    value["timestamp"] = None


def _other_checkpoint(value: Any) -> None:
    value["timestamp"]["checkpoint"] = value["checkpoint"]


def _no_path(value: Any) -> None:
    value["timestamp"]["path"] = ["A" * 43 + "="]


def _garbage(value: Any) -> None:
    value["timestamp"]["answer"] = base64.b64encode(b"<html>").decode()
