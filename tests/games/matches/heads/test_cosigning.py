"""Checkpoints are sent to witnesses, whose cosignatures readers get."""

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from config.environment.log_settings import WitnessAddress
from events.store import new_id
from games.headlog.signed_notes import OF_WITNESS, PrivateKey, cosigners, read_note
from games.headlog.witness import Witness
from games.headlog.witness_server import server
from games.matches import tasks
from games.matches.heads import cosigning, log_reading
from games.matches.heads.cosigning import WitnessReply
from games.matches.models.logged import LogCheckpoint, LoggedHead, LogProgress, LogTile, LogWitness
from tests.games.matches.heads.head_logs import HeadLog, grown, head_log
from tests.support.captured_log import Captured, log

__all__ = ["head_log", "log"]

KEYS = [PrivateKey(f"witness.example/w{number}", OF_WITNESS, bytes([number] * 32)) for number in (1, 2)]


class Running(NamedTuple):
    address: WitnessAddress
    folder: Path


@pytest.fixture
def witnesses(head_log: HeadLog, tmp_path: Path, settings: Any) -> Iterator[list[Running]]:
    """Two witnesses, as anybody runs them."""
    head_log.write()
    found, serving = [], []
    for key in KEYS:
        folder = tmp_path / key.name.replace("/", "-")
        folder.mkdir()
        witness = Witness(folder, key, [signer.public for signer in _signers()], lambda: 1_764_300_000)
        serving.append(server(witness, "127.0.0.1", 0, lambda said: None))
        threading.Thread(target=serving[-1].serve_forever, daemon=True).start()
        found.append(Running(WitnessAddress(key.public, f"http://127.0.0.1:{serving[-1].server_address[1]}"), folder))
    settings.LOG_WITNESSES = [one.address for one in found]
    yield found
    for one in serving:
        one.shutdown()
        one.server_close()


def _signers() -> Any:
    from games.matches.heads import log_writing

    return log_writing.keys()


def next_day(head_log: HeadLog) -> None:
    """A day with one more match is over."""
    day = LogProgress.objects.get().day
    grown(new_id(), day)
    head_log.close(day)


def cosigned() -> int:
    found = log_reading.latest()
    assert found is not None
    return len(cosigners(read_note(found.note), [key.public for key in KEYS]))


def test_every_witness_cosigns_every_checkpoint_of_a_log_that_grows(
    head_log: HeadLog, witnesses: list[Running]
) -> None:
    for _ in range(3):
        next_day(head_log)
        assert (tasks.cosign_heads(), cosigned()) == (2, 2)
        assert tasks.cosign_heads() == 0
    assert LogCheckpoint.objects.filter(cosigned=2).count() == 3


def test_readers_get_no_checkpoint_before_enough_witnesses_have_cosigned_it(
    head_log: HeadLog, witnesses: list[Running], settings: Any
) -> None:
    next_day(head_log)
    settings.LOG_COSIGNATURES = 2
    assert log_reading.latest() is None
    tasks.cosign_heads()
    next_day(head_log)
    assert head_log.signed.checkpoint.size == 1
    tasks.cosign_heads()
    assert head_log.signed.checkpoint.size == 2


def test_where_it_is_forgotten_what_a_witness_has_signed_the_witness_tells(
    head_log: HeadLog, witnesses: list[Running]
) -> None:
    next_day(head_log)
    tasks.cosign_heads()
    LogWitness.objects.all().delete()
    next_day(head_log)
    assert (tasks.cosign_heads(), cosigned()) == (2, 2)


def test_a_log_that_was_written_anew_behind_its_witnesses_is_refused_by_each(
    head_log: HeadLog, witnesses: list[Running], log: Captured
) -> None:
    for _ in range(2):
        next_day(head_log)
    tasks.cosign_heads()
    for model in (LoggedHead, LogTile, LogCheckpoint):
        model.objects.all().delete()
    next_day(head_log)
    assert tasks.cosign_heads() == 0
    said = [one["message"] for one in log.of("games.matches.heads.cosigning")]
    assert said == [
        f"witness {key.name} has not cosigned size 1: it has seen size 2: the log has gone back" for key in KEYS
    ]
    next_day(head_log)
    next_day(head_log)
    assert (tasks.cosign_heads(), cosigned()) == (0, 0)
    (_, *later) = [one["message"] for one in log.of("games.matches.heads.cosigning")]
    assert "was changed or dropped" in later[-1]
    assert all(list(one.folder.glob("refused-*")) for one in witnesses)


@pytest.mark.parametrize(
    "reply",
    [
        WitnessReply(200, "text/plain", ""),
        WitnessReply(200, "text/plain", str(KEYS[1].sign("another text\n", seconds=5))),
        WitnessReply(200, "text/plain", str(KEYS[0].sign("another text\n", seconds=5))),
        WitnessReply(409, "text/x.tlog.size", "many\n"),
        WitnessReply(409, "text/x.tlog.size", "99999999999\n"),
        WitnessReply(409, "text/plain", "0\n"),
        WitnessReply(500, "text/html", "\x1b[31m"),
        None,
    ],
)
def test_a_witness_that_answers_anything_else_delays_nothing(
    head_log: HeadLog, settings: Any, log: Captured, reply: WitnessReply | None
) -> None:
    next_day(head_log)

    def post(url: str, body: bytes) -> WitnessReply:
        if url.startswith("http://bad.example/"):
            if reply is None:
                raise ConnectionRefusedError
            return reply
        text = read_note(body.partition(b"\n\n")[2]).text
        return WitnessReply(200, "text/plain", str(KEYS[1].sign(text, seconds=5)))

    settings.LOG_WITNESSES = [
        WitnessAddress(KEYS[0].public, "http://bad.example"),
        WitnessAddress(KEYS[1].public, "http://good.example"),
    ]
    assert cosigning.run(post) == 1
    assert cosigned() == 1
    assert "\x1b" not in "".join(log.lines)


def test_without_witnesses_nobody_is_asked(head_log: HeadLog) -> None:
    next_day(head_log)
    assert tasks.cosign_heads() == 0
