"""True files and forged ones: each `need` of the rule beside the feature, broken once."""

from collections.abc import Callable
from typing import Any

import pytest

from games.table import seat_signatures
from games.table.features.signing.rule import MOST_KEYS, UNSIGNED
from games.verify.report import PARTIAL, REPLAY
from games.verify.verifier import verify_bytes
from tests.games.verify.files import Scribe, mended, values
from tests.games.verify.tables import (
    CAST_NOTHING,
    RESIGN,
    Step,
    assert_refuted,
    assert_valid,
    event,
    expire,
    struck_out,
    take_over_first,
    then,
    written,
)
from tests.support.signers import Signer

ALICE, SECOND, MALLORY = Signer("alice"), Signer("alice's second device"), Signer("mallory")


def binds(signer: Signer = ALICE, *, seat: int = 0, vouched_by: Signer | None = None, **changed: Any) -> Step:
    def take(of: Scribe) -> None:
        data = {**signer.binding(of.match, seat, vouched_by=vouched_by), **changed}
        of.append([event("key_bound", seat, **data)])

    return take


def head(of: Scribe, version: int = 0) -> tuple[int, str]:
    """A version of the match, the latest unless told, and its hash."""
    version = version or len(of.events)
    return version, of.events[version - 1].hash.hex()


def signs(
    signer: Signer = ALICE,
    *,
    seat: int = 0,
    body: Any = None,
    by: str = "player",
    version: int = 0,
    change: Callable[[dict[str, Any]], Any] = lambda signed: signed,
    of_other: dict[str, Any] | None = None,
) -> Step:
    """The seat makes its first legal move, and signs it at a version; `of_other` is what it signs instead."""

    def take(of: Scribe) -> None:
        at, hash = head(of, version)
        seen: dict[str, Any] = {"match": of.match, "seat": seat, **(of_other or {})}

        def signed(sent: Any) -> Any:
            move = seen.get("move", sent)
            return change(signer.signed(seen["match"], seen["seat"], move, version=at, head=hash))

        of.move(seat, body or of.legal(seat)[0], by, signed=signed)

    return take


def plays(seat: int = 0, body: Any = None) -> Step:
    return lambda of: of.move(seat, body or of.legal(seat)[0])


def takes_back(of: Scribe) -> None:
    of.append([event("move_taken_back", 0, taken_back=of.moves)])


def signed_and_taken_back(of: Scribe) -> None:
    """The seat's move is undone; the kernel's state is that of before."""
    binds()(of)
    before = of.state
    signs()(of)
    takes_back(of)
    of.state = before


def newcomer_plays(of: Scribe) -> None:
    binds(seat=2)(of)
    take_over_first(of, event("autopilot_off", 2, reason="replaced"))
    if 2 in of.game.prompts(of.state):
        plays(2)(of)


TRUE: dict[str, Step] = {
    "a signed move": then(binds(), signs()),
    "a move that is signed at an earlier event": then(binds(), plays(1), signs(version=6)),
    "a move that is signed at the event before its key was bound": then(binds(), signs(version=4)),
    "a resignation": then(binds(), signs(body=RESIGN)),
    "two devices, of which one vouches for the other": then(binds(), binds(SECOND, vouched_by=ALICE), signs(SECOND)),
    "a key for one that was lost": then(binds(), binds(SECOND), signs(SECOND)),
    "an earlier key": then(binds(), binds(SECOND), signs()),
    "a seat that signs nothing beside one that does": then(binds(), plays(1)),
    "a move before the key": then(plays(), binds()),
    "a move of the clock": then(binds(), lambda of: expire(of, 0)),
    "an autopilot": then(binds(seat=2), struck_out),
    "who comes in place of who signed": newcomer_plays,
    "a move once more after it was taken back": then(signed_and_taken_back, signs()),
}


@pytest.mark.parametrize("name", TRUE)
def test_what_the_table_writes_is_valid(name: str) -> None:
    assert_valid(written(TRUE[name]))


def changed(**to: Any) -> Callable[[dict[str, Any]], Any]:
    return lambda signed: {**signed, **to}


MOVE = "the signature of the move is not by a key of its seat"
SHAPE = "a signature is version, head and signature"
BESIDE = "a signature stands beside moves alone that a player signs"
HEX = "a key and its proof are hex"
VOUCHED = "a key is vouched for by a key and its signature"

FALSE: dict[str, tuple[Step, str]] = {
    "a move that the service wrote": (then(binds(), plays()), UNSIGNED),
    "a move by another key": (then(binds(), signs(MALLORY)), MOVE),
    "a move by the key of another seat": (then(binds(), binds(MALLORY, seat=1), signs(MALLORY)), MOVE),
    "another move than was signed": (then(binds(), signs(of_other={"move": CAST_NOTHING})), MOVE),
    "a move of another seat": (then(binds(), signs(of_other={"seat": 1})), MOVE),
    "a move of another match": (then(binds(), signs(of_other={"match": "of another"})), MOVE),
    "another history": (then(binds(), signs(change=changed(head="0" * 64))), "the move was signed for another history"),
    "another version": (then(binds(), signs(change=changed(version=3))), "the move was signed for another history"),
    "a later version": (
        then(binds(), signs(change=changed(version=99))),
        "the move was signed at an event that comes after it",
    ),
    "a move that was taken back, once more": (
        then(signed_and_taken_back, lambda of: signs(version=len(of.events) - 3)(of)),
        "the move was signed before moves were taken back",
    ),
    "no version": (then(binds(), signs(change=changed(version=0))), SHAPE),
    "a version that is no number": (then(binds(), signs(change=changed(version=True))), SHAPE),
    "a head that is none": (then(binds(), signs(change=changed(head=5))), SHAPE),
    "a signature that is none": (then(binds(), signs(change=changed(signature="00"))), SHAPE),
    "a field more": (then(binds(), signs(change=changed(more=1))), SHAPE),
    "no object": (then(binds(), signs(change=lambda _: "signed")), SHAPE),
    "a signature where none is asked for": (signs(), BESIDE),
    "a signature beside the clock's move": (
        then(binds(), lambda of: of.run_out(0), signs(by="clock", body=CAST_NOTHING)),
        BESIDE,
    ),
    "a key twice": (then(binds(), binds()), "the seat has this key"),
    "too many keys": (
        then(*(binds(Signer(str(number))) for number in range(MOST_KEYS + 1))),
        f"a seat has at most {MOST_KEYS} keys",
    ),
    "a key that has not signed": (binds(proof=MALLORY.signature("of this")), "the key has not signed that it is bound"),
    "a key that is no key": (binds(key="ff" * 31), HEX),
    "a key in capitals": (binds(key=ALICE.key.upper()), HEX),
    "a proof that is none": (binds(proof=None), HEX),
    "a key of another seat's binding": (
        lambda of: of.append([event("key_bound", 1, **ALICE.binding(of.match, 0))]),
        "the key has not signed that it is bound",
    ),
    "a key of who is gone": (then(plays(2, RESIGN), binds(seat=2)), "no player sits there"),
    "a key by the service": (
        lambda of: of.append([event("key_bound", 0, "system", **ALICE.binding(of.match, 0))]),
        "players bind keys",
    ),
    "a key that is part of a move": (
        lambda of: of.append([event("key_bound", 0, move=1, **ALICE.binding(of.match, 0))]),
        "the move is not in the first event that it made",
    ),
    "a key that none vouches for": (
        then(binds(), binds(SECOND, vouched_by=MALLORY)),
        "no earlier key of the seat vouches for this one",
    ),
    "a key that vouches for another": (
        then(binds(), binds(SECOND, vouched={"key": ALICE.key, "signature": ALICE.signature("of that")})),
        "the earlier key has not signed this one",
    ),
    "a key that vouches without a signature": (then(binds(), binds(SECOND, vouched={"key": ALICE.key})), VOUCHED),
    "a key that vouches for nothing": (then(binds(), binds(SECOND, vouched=None)), VOUCHED),
    "a key of small order": (
        binds(key="01" + "00" * 31, proof="01" + "00" * 63),
        "the key has not signed that it is bound",
    ),
    "a key that is written otherwise": (
        binds(key="f0" + "ff" * 30 + "7f", proof=ALICE.signature("of this")),
        "the key has not signed that it is bound",
    ),
    "who signed and was replaced signs on": (
        then(newcomer_plays, signs(seat=2, body=RESIGN)),
        BESIDE,
    ),
}


@pytest.mark.parametrize("name", FALSE)
def test_what_the_table_does_not_write_is_refuted(name: str) -> None:
    step, expected = FALSE[name]
    assert_refuted(written(step), expected)


def test_the_report_tells_what_each_key_has_signed_and_which_no_earlier_key_vouches_for() -> None:
    of = written(then(binds(), signs(), binds(SECOND, vouched_by=ALICE), binds(MALLORY), signs(MALLORY, body=RESIGN)))
    found = [(one.seat, one.key, one.is_vouched, one.moves) for one in verify_bytes(of.file(whole=True)).keys]
    assert found == [(0, ALICE.key, None, 1), (0, SECOND.key, True, 0), (0, MALLORY.key, False, 1)]


def test_null_is_no_signature_and_not_the_same_as_none() -> None:
    lines = values(written(plays()).file(whole=True))
    lines[-2]["openings"][0]["part"]["signed"] = None
    lines[0]["format"] = "tabularium/1"
    found = verify_bytes(mended(lines)).flaw
    assert found is not None
    assert (found.version, found.reason) == (len(lines) - 2, SHAPE)


def test_who_gives_a_seat_a_key_of_their_own_washes_it_by_no_other() -> None:
    washed = Signer("mallory's other key")
    of = written(then(binds(), binds(MALLORY), binds(washed, vouched_by=MALLORY), signs(washed)))
    found = [(one.key, one.is_vouched) for one in verify_bytes(of.file(whole=True)).keys]
    assert found == [(ALICE.key, None), (MALLORY.key, False), (washed.key, False)]


def test_a_seat_that_signed_and_got_another_player_is_told_and_a_key_after_that_is_nobody_s_first() -> None:
    of = written(then(newcomer_plays, binds(MALLORY, seat=2)))
    report = verify_bytes(of.file(whole=True))
    taken = next(event.version for event in of.events[5:] if event.envelope["type"] == "seat_taken")
    assert (report.flaw, report.handed_on) == (None, [(2, taken)])
    assert [(one.key, one.is_vouched) for one in report.keys] == [(ALICE.key, None), (MALLORY.key, False)]


@pytest.mark.parametrize(
    "key", ["01" + "00" * 31, "ec" + "ff" * 30 + "7f", "ee" + "ff" * 30 + "7f", "01" + "00" * 30 + "80"]
)
def test_no_point_of_small_order_signs_anything(key: str) -> None:
    assert not seat_signatures.holds(key, "01" + "00" * 63, b"anything")
    assert not seat_signatures.holds(ALICE.key, "01" + "00" * 63, b"anything")


def test_a_resignation_without_a_signature_stands_and_is_told_with_its_version() -> None:
    # The seat of a player whose account was deleted.
    of = written(then(binds(), plays(body=RESIGN)))
    report = verify_bytes(of.file(whole=True))
    assert (report.flaw, report.checks[REPLAY], report.unsigned) == (None, PARTIAL, [len(of.events)])


def test_a_signature_is_sealed_for_its_seat_because_with_the_key_all_moves_could_be_tried() -> None:
    of = written(then(binds(), signs()))
    signed = of.events[-1]
    assert "signed" in signed.openings[0].part
    assert b"signature" not in of.file(1).splitlines()[-2]
    assert b"signature" in of.file(0).splitlines()[-2]
