import http.client
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from games.headlog.checkpoints import NotProved, opened
from games.headlog.signed_notes import Note, cosigners, read_note, read_signatures
from games.headlog.witness import FolderInUse, Witness, add_checkpoint_body
from games.headlog.witness_server import server
from tests.games.headlog.logs import KEY, ORIGIN, WITNESSES, Log, encoded, entry

OWN = WITNESSES[0]
NOW = 1_764_300_000
LOG = Log(700)


@pytest.fixture
def witness(tmp_path: Path) -> Witness:
    return Witness(tmp_path, OWN, [KEY.public], lambda: NOW)


def body(old: int, size: int, log: Log = LOG) -> bytes:
    return add_checkpoint_body(old, encoded(log.consistency(old, size)), log.note(size))


def refused(folder: Path) -> list[str]:
    return [path.read_text() for path in folder.glob("refused-*")]


def test_it_cosigns_a_log_that_grows_and_each_cosignature_is_good(witness: Witness) -> None:
    old = 0
    for size in (0, 1, 255, 256, 300, 700, 700):
        reply = witness.add_checkpoint(body(old, size))
        assert reply.status == 200, reply
        note = read_note(LOG.note(size))
        signed = Note(note.text, (*note.signatures, *read_signatures(reply.text)))
        assert cosigners(signed, [OWN.public]) == [OWN.public]
        old = size


def test_who_names_another_old_size_is_told_the_one_that_was_signed(witness: Witness) -> None:
    witness.add_checkpoint(body(0, 300))
    reply = witness.add_checkpoint(body(0, 400))
    assert (reply.status, reply.text, reply.content_type) == (409, "300\n", "text/x.tlog.size")
    assert witness.add_checkpoint(body(300, 400)).status == 200


def test_a_log_that_goes_back_is_not_signed(witness: Witness) -> None:
    witness.add_checkpoint(body(0, 300))
    assert witness.add_checkpoint(body(200, 200)).status == 409
    assert witness.add_checkpoint(add_checkpoint_body(300, [], LOG.note(200))).status == 400


def test_a_witness_that_was_started_again_goes_on_from_its_last_checkpoint(witness: Witness, tmp_path: Path) -> None:
    witness.add_checkpoint(body(0, 300))
    again = Witness(tmp_path, OWN, [KEY.public], lambda: NOW)
    assert again.add_checkpoint(body(0, 200)).status == 409
    rewritten = Log([*LOG.entries[:299], entry(299, head="f" * 64), *LOG.entries[300:]])
    assert again.add_checkpoint(body(300, 400, rewritten)).status == 422
    assert again.add_checkpoint(body(300, 400)).status == 200


def test_two_stories_of_one_size_are_found_and_the_second_is_kept_as_evidence(witness: Witness, tmp_path: Path) -> None:
    witness.add_checkpoint(body(0, 300))
    other = Log([entry(number, head=f"{number:064d}") for number in range(300)])
    reply = witness.add_checkpoint(add_checkpoint_body(300, [], other.note()))
    assert reply.status == 422
    assert reply.text == (
        f"{ORIGIN}: the checkpoint of size 300 has another root than the one known of this size: the log tells two"
        " stories\n"
    )
    (kept,) = refused(tmp_path)
    assert kept.startswith(other.note())
    # And what was signed first stays what readers are shown.
    assert opened(witness.last(next(tmp_path.glob("[0-9a-f]*")).name).text, [KEY.public]).checkpoint == LOG.checkpoint(
        300
    )


def test_an_entry_that_was_dropped_is_found(witness: Witness) -> None:
    witness.add_checkpoint(body(0, 300))
    without = Log([*LOG.entries[:150], *LOG.entries[151:]])
    reply = witness.add_checkpoint(body(300, 500, without))
    assert (reply.status, "below 300 was changed or dropped" in reply.text) == (422, True)


def test_a_checkpoint_that_the_log_has_not_signed_is_refused(witness: Witness) -> None:
    stranger = Log(LOG.entries, key=WITNESSES[1].__class__(ORIGIN, 1, bytes(32)))
    assert witness.add_checkpoint(body(0, 300, stranger)).status == 403
    forged = LOG.note(300).replace("\n300\n", "\n301\n")
    assert witness.add_checkpoint(add_checkpoint_body(0, [], forged)).status == 403


def test_a_log_that_it_does_not_know_is_told_so(witness: Witness) -> None:
    unknown = Log(5, key=KEY.__class__("other.example/log", 1, KEY.seed))
    assert witness.add_checkpoint(body(0, 5, unknown)).status == 404


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"\xff",
        b"old 1",
        b"old -1\n\n" + LOG.note(3).encode(),
        b"old 01\n\n" + LOG.note(3).encode(),
        b"new 0\n\n" + LOG.note(3).encode(),
        b"old 0\nAAAA\n\n" + LOG.note(3).encode(),
        b"old 0\n" + b"47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n" * 64 + b"\n" + LOG.note(3).encode(),
    ],
)
def test_what_is_no_request_is_refused(witness: Witness, text: bytes) -> None:
    assert witness.add_checkpoint(text).status == 400


def test_a_first_checkpoint_needs_no_proof_and_takes_none(witness: Witness) -> None:
    assert witness.add_checkpoint(add_checkpoint_body(0, encoded([bytes(32)]), LOG.note(5))).status == 422


def test_an_empty_log_with_a_root_is_refused(witness: Witness) -> None:
    text = LOG.note(0).replace("47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=", "A" * 43 + "=")
    signed = str(Note(text.partition("\n\n")[0] + "\n", (KEY.sign(text.partition("\n\n")[0] + "\n"),)))
    assert witness.add_checkpoint(add_checkpoint_body(0, [], signed)).status == 422


def test_of_many_who_ask_at_once_only_one_story_is_signed(witness: Witness) -> None:
    witness.add_checkpoint(body(0, 300))
    tales = [
        Log([*LOG.entries[:300], *(entry(number, head=f"{tale:064x}") for number in range(300, 320))])
        for tale in range(8)
    ]
    with ThreadPoolExecutor(8) as pool:
        replies = list(pool.map(lambda tale: witness.add_checkpoint(body(300, 320, tale)).status, tales))
    assert sorted(replies) == [200] + [409] * 7


def test_a_damaged_memory_is_an_error_and_no_empty_one(witness: Witness, tmp_path: Path) -> None:
    witness.add_checkpoint(body(0, 300))
    (kept,) = tmp_path.glob("[0-9a-f]*")
    kept.write_text(kept.read_text()[:-20])
    with pytest.raises(NotProved):
        witness.add_checkpoint(body(300, 400))


def test_two_witnesses_do_not_share_a_folder(witness: Witness, tmp_path: Path) -> None:
    with witness.alone(), pytest.raises(FolderInUse), Witness(tmp_path, OWN, [KEY.public], lambda: NOW).alone():
        pass


def asked(port: int, method: str, path: str, sent: bytes | None = None) -> tuple[int, str]:
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=10)) as connection:
        connection.request(method, path, sent)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()


def test_it_answers_over_http_and_says_what_it_refused(witness: Witness, tmp_path: Path) -> None:
    told: list[str] = []
    with server(witness, "127.0.0.1", 0, told.append) as serving:
        threading.Thread(target=serving.serve_forever, daemon=True).start()
        port = int(serving.server_address[1])
        assert asked(port, "POST", "/add-checkpoint", body(0, 300))[0] == 200
        other = Log([entry(number, head=f"{number:064d}") for number in range(300)])
        assert asked(port, "POST", "/add-checkpoint", add_checkpoint_body(300, [], other.note()))[0] == 422
        (kept,) = tmp_path.glob("[0-9a-f]*")
        status, text = asked(port, "GET", f"/{kept.name}/checkpoint")
        assert (status, cosigners(read_note(text), [OWN.public])) == (200, [OWN.public])
        assert asked(port, "GET", f"/{'0' * 64}/checkpoint")[0] == 404
        assert asked(port, "GET", "/lock")[0] == 404
        assert asked(port, "POST", "/elsewhere", b"")[0] == 404
        assert asked(port, "POST", "/add-checkpoint", b"x" * 200_000)[0] == 413
        serving.shutdown()
    assert "tells two stories" in told[0]
    assert all(line.count("\n") == 1 for line in told)


def test_a_sequence_of_keys_of_one_log_is_one_log(tmp_path: Path) -> None:
    successor = KEY.__class__(ORIGIN, 1, bytes(range(1, 33)))
    both = Witness(tmp_path, OWN, [KEY.public, successor.public], lambda: NOW)
    assert both.add_checkpoint(body(0, 300)).status == 200
    assert both.add_checkpoint(body(300, 400, Log(LOG.entries, key=successor))).status == 200
