"""`tabularium verify --log`: the match is in the log, and the log only grew since this machine saw it last."""

import json
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from tabularium_client import verifying
from tabularium_client.command import keeping, log_keeping, main

from games.headlog.signed_notes import OF_TEXT, Note, PrivateKey
from tests.games.headlog.logs import KEY, ORIGIN, Log, entry
from tests.games.verify.test_log_check import ENDED, LAST, logged
from tests.web.log_readers import of_log

LOG = logged(ENDED, [5, LAST])
EARLIER = Log(LOG.entries[:20])
OTHER = Log([*LOG.entries[:7], entry(99), *LOG.entries[8:]])
Verify = Callable[..., tuple[int, str]]


@pytest.fixture
def verify(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Verify:
    """Runs the command against a service with this log; its exit status, and the last line that it wrote."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("TABULARIUM_TOKEN", "tab_secret")
    monkeypatch.setenv("TABULARIUM_URL", "http://play.example")
    (tmp_path / "match.ndjson").write_bytes(ENDED.file())

    def run(log: Log | None, *more: str, note: str | None = None, keys: list[str] | None = None) -> tuple[int, str]:
        def answer(request: httpx.Request) -> httpx.Response:
            if log is None:
                return httpx.Response(200, json={"checkpoint": None, "entries": [], "keys": [], "size": 0})
            size = request.url.params.get("from")
            is_of_match = "/matches/" in request.url.path
            told = (
                json.loads(log.of_match(ENDED.match))
                if is_of_match
                else of_log(log, int(size) if size else None, keys=keys)
            )
            return httpx.Response(200, json=told | ({"checkpoint": note} if note else {}))

        transport = httpx.MockTransport(answer)
        with monkeypatch.context() as patched:
            patched.setattr(httpx, "Client", lambda **given: _client(transport, given))
            status = main.main(["verify", str(tmp_path / "match.ndjson"), "--log", *more])
        told = capsys.readouterr()
        assert "tab_secret" not in told.out + told.err
        return status, (told.out + told.err).splitlines()[-1]

    return run


Client = httpx.Client


def _client(transport: httpx.BaseTransport, given: dict[str, object]) -> httpx.Client:
    return Client(**{**given, "transport": transport})  # type: ignore[arg-type]


def test_a_log_is_kept_at_first_and_must_be_continued_from_then_on(verify: Verify) -> None:
    status, line = verify(LOG)
    assert (status, "seen for the first time" in line) == (verifying.VALID, True)
    grown = Log([*LOG.entries, entry(91)])
    assert verify(grown) == (0, f"log     continues: {ORIGIN}, from size 33 to 34")
    kept = log_keeping.seen("http://play.example")
    assert kept == log_keeping.Seen(grown.note(), [str(KEY.public)])


def test_a_log_that_was_rewritten_since_is_not_proved_and_the_earlier_one_stays_kept(verify: Verify) -> None:
    verify(LOG)
    assert verify(OTHER) == (
        1,
        f"not proved: {ORIGIN}: the checkpoint of size 33 has another root than the one known of this size: the log"
        " tells two stories",
    )
    status, line = verify(Log([*OTHER.entries, entry(91)]))
    assert (status, "an entry below 33 was changed or dropped" in line) == (1, True)
    status, line = verify(Log(LOG.entries[:30]))
    assert (status, "3 entries are gone" in line) == (1, True)
    assert verify(LOG)[0] == 0


def test_a_match_that_is_not_in_the_log_is_not_valid(verify: Verify) -> None:
    assert verify(EARLIER) == (1, "not valid at version 0: the log has no entry of this match (log)")
    assert log_keeping.seen("http://play.example") is None


def test_the_log_s_key_is_the_one_seen_first_or_the_one_given(verify: Verify) -> None:
    strange = PrivateKey(ORIGIN, OF_TEXT, bytes(32))
    status, line = verify(LOG, "--log-key", str(strange.public))
    assert (status, "is not signed by the key that was given" in line) == (1, True)
    assert verify(LOG, "--log-key", str(KEY.public))[0] == 0
    status, line = verify(Log(LOG.entries, key=strange))
    assert (status, "is not signed by the key that was given" in line) == (1, True)


def test_a_key_that_takes_over_is_believed_once_it_has_signed_beside_the_known_one(verify: Verify) -> None:
    verify(LOG)
    newer = PrivateKey(ORIGIN, OF_TEXT, bytes(32))
    text = str(LOG.checkpoint())
    both = str(Note(text, (newer.sign(text), KEY.sign(text))))
    assert verify(LOG, note=both, keys=[str(newer.public), str(KEY.public)])[0] == 0
    assert verify(Log(LOG.entries, key=newer))[0] == 0


def test_a_service_without_a_log_says_so_but_not_where_one_is_known(verify: Verify) -> None:
    assert verify(None) == (1, "tabularium: the service keeps no log of all heads")
    verify(LOG)
    status, line = verify(None)
    assert (status, "says now that it keeps none" in line) == (1, True)


def test_a_damaged_memory_is_told_and_not_taken_for_none(verify: Verify) -> None:
    verify(LOG)
    assert log_keeping.place() == keeping.place().with_name("logs.json")
    log_keeping.place().write_text("{")
    status, line = verify(LOG)
    assert (status, "is damaged: delete it to begin anew" in line) == (1, True)
