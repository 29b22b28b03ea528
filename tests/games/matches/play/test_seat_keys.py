from typing import Any

import pytest

from games.matches.audit import audits
from games.matches.autoplay import timeouts
from games.matches.errors import SignatureRequired
from games.matches.lobby import departures, forks
from games.matches.lobby.forks import ForkWish
from games.matches.models.matches import Lobby
from games.matches.play import seat_keys, standing_orders
from games.matches.play.seat_keys import Binding
from games.matches.presentation import export
from games.matches.profiles import deletion
from games.matches.stream.loading import load
from games.table import clocks
from games.table.features.signing.rule import MOST_KEYS
from games.verify.report import OK, PARTIAL, REPLAY
from games.verify.verifier import verify_bytes
from tests.games.matches.windows import BOTH, DEFENCE, asked
from tests.support.cast import Person, create, join, legal, match_of, person, types
from tests.support.dealing import snowball, snowy_match
from tests.support.signers import Signer
from tests.support.table_fixtures import Cast, Later

PHONE, LAPTOP = Signer("phone"), Signer("laptop")
TEN_SECONDS: dict[str, Any] = {"mode": "per_move", "seconds": 10}


def bind(match_id: str, who: Person, seat: int = 0, device: Signer = PHONE) -> None:
    seat_keys.bind(match_id, who.id, Binding(**{"vouched": None, **device.binding(match_id, seat)}), key=None)


def signed(match_id: str, seat: int, move: dict[str, Any], *, device: Signer = PHONE, at: int = 0) -> dict[str, Any]:
    """The move as it is posted, signed at a version, the latest unless told."""
    events = load(match_id).events
    version = at or len(events)
    head = events[version - 1].hash.hex()
    return {**move, "signed": device.signed(match_id, seat, move, version=version, head=head)}


def code(answer: Any) -> tuple[int, str | None, str | None]:
    body = answer.json()
    return answer.status_code, body.get("code"), body.get("params", {}).get("reason")


@pytest.fixture
def match_id(cast: Cast) -> str:
    """A running match whose seat 0 signs."""
    made = match_of(*cast)
    bind(made, cast[0])
    return made


def test_a_seat_that_has_bound_a_key_plays_by_signed_moves_alone(match_id: str, cast: Cast) -> None:
    before, move = len(load(match_id).events), legal(match_id, 0)[0]
    path = f"/matches/{match_id}/moves"

    assert code(cast[0].post(path, move)) == (422, "signature_required", None)
    assert len(load(match_id).events) == before
    # Whoever only asks need not sign, but no wrong signature passes.
    for sent in (move, signed(match_id, 0, move)):
        assert cast[0].post(f"{path}?dry_run=true", sent).json() == {"legal": True}
    foreign = signed(match_id, 0, move, device=LAPTOP)
    assert code(cast[0].post(f"{path}?dry_run=true", foreign)) == (422, "signature_invalid", "not_by_key")
    assert cast[0].post(path, signed(match_id, 0, move)).status_code == 201
    assert cast[1].post(path, legal(match_id, 1)[0]).status_code == 201


def test_a_signature_by_another_key_for_another_moment_or_of_a_seat_without_key_is_refused(
    match_id: str, cast: Cast
) -> None:
    move, path = legal(match_id, 0)[0], f"/matches/{match_id}/moves"
    right = signed(match_id, 0, move)["signed"]

    def refused(**changed: Any) -> Any:
        return code(cast[0].post(path, {**move, "signed": {**right, **changed}}))

    by_other = signed(match_id, 0, move, device=LAPTOP)["signed"]["signature"]
    assert refused(signature=by_other) == (422, "signature_invalid", "not_by_key")
    assert refused(head="0" * 64) == (422, "signature_invalid", "other_history")
    assert refused(version=right["version"] + 1) == (422, "signature_invalid", "other_history")
    assert refused(version=right["version"] - 1) == (422, "signature_invalid", "other_history")
    assert refused(version=0)[:2] == (400, "invalid_request")
    theirs = signed(match_id, 1, legal(match_id, 1)[0])
    assert code(cast[1].post(path, theirs)) == (422, "signature_invalid", "no_key")


def test_a_line_feed_behind_a_key_or_signature_is_no_part_of_it_and_nothing_is_stored(
    match_id: str, cast: Cast
) -> None:
    before = len(load(match_id).events)
    binding = LAPTOP.binding(match_id, 0, vouched_by=PHONE)
    vouched = binding["vouched"]
    asked = [{**binding, field: f"{binding[field]}\n"} for field in ("key", "proof")]
    asked += [{**binding, "vouched": {**vouched, field: f"{vouched[field]}\n"}} for field in ("key", "signature")]
    for body in asked:
        assert code(cast[0].post(f"/matches/{match_id}/keys", body))[:2] == (400, "invalid_request")
    move = signed(match_id, 0, legal(match_id, 0)[0])
    for field in ("head", "signature"):
        wrong = {**move, "signed": {**move["signed"], field: f"{move['signed'][field]}\n"}}
        assert code(cast[0].post(f"/matches/{match_id}/moves", wrong))[:2] == (400, "invalid_request")
    assert len(load(match_id).events) == before


def test_a_move_may_be_signed_before_others_have_moved(match_id: str, cast: Cast) -> None:
    mine = signed(match_id, 0, legal(match_id, 0)[0])
    assert cast[1].post(f"/matches/{match_id}/moves", legal(match_id, 1)[0]).status_code == 201
    assert cast[0].post(f"/matches/{match_id}/moves", mine).status_code == 201


def test_a_signed_move_that_was_taken_back_is_not_taken_once_more_and_one_signed_anew_is(
    match_id: str, cast: Cast
) -> None:
    sent = signed(match_id, 0, legal(match_id, 0)[0])
    made = cast[0].post(f"/matches/{match_id}/moves", sent).json()
    assert cast[0].post(f"/matches/{match_id}/moves/{made['take_back']}/take-back").status_code == 200
    assert code(cast[0].post(f"/matches/{match_id}/moves", sent)) == (422, "signature_invalid", "taken_back")
    again = signed(match_id, 0, legal(match_id, 0)[0])
    assert cast[0].post(f"/matches/{match_id}/moves", again).status_code == 201


def test_a_signed_move_is_repeated_by_its_idempotency_key(match_id: str, cast: Cast) -> None:
    sent = signed(match_id, 0, legal(match_id, 0)[0])
    answers = [cast[0].post(f"/matches/{match_id}/moves", sent, Idempotency_Key="once") for _ in range(2)]
    assert [one.status_code for one in answers] == [201, 201]
    assert answers[0].json() == answers[1].json()
    other = {name: value for name, value in sent.items() if name != "signed"}
    assert (
        code(cast[0].post(f"/matches/{match_id}/moves", other, Idempotency_Key="once"))[1] == "idempotency_key_reused"
    )


def test_a_resignation_is_signed_too(match_id: str, cast: Cast) -> None:
    path = f"/matches/{match_id}/resign"
    assert code(cast[0].post(path)) == (422, "signature_required", None)
    with_it = {"signed": signed(match_id, 0, {"type": "resign"})["signed"]}
    assert cast[0].post(path, with_it).json()["seats"][0]["status"] == "resigned"


def test_whoever_has_lost_as_many_keys_as_a_seat_may_have_can_still_leave(match_id: str, cast: Cast) -> None:
    for number in range(MOST_KEYS - 1):
        assert code(cast[0].post(f"/matches/{match_id}/resign"))[1] == "signature_required"
        bind(match_id, cast[0], device=Signer(f"lost {number}"))
    assert code(cast[0].post(f"/matches/{match_id}/keys", LAPTOP.binding(match_id, 0)))[1] == "too_many_keys"
    assert cast[0].post(f"/matches/{match_id}/resign").json()["seats"][0]["status"] == "resigned"
    assert len(verify_bytes(whole(match_id)).unsigned) == 1


def test_everybody_is_told_the_keys_of_a_seat_and_nobody_else_its_signatures(match_id: str, cast: Cast) -> None:
    assert cast[0].post(f"/matches/{match_id}/moves", signed(match_id, 0, legal(match_id, 0)[0])).status_code == 201
    told = cast[1].get(f"/matches/{match_id}").json()["seats"]
    assert told[0]["keys"] == [{"key": PHONE.key, "version": types(match_id).index("key_bound") + 1, "vouched": False}]
    assert (told[1]["keys"], told[2]["keys"]) == ([], [])
    own, others = (one.get(f"/matches/{match_id}/events?limit=500").content for one in cast[:2])
    assert b'"signature"' in own
    assert b'"signature"' not in others


def test_the_key_of_a_second_device_says_whether_an_earlier_one_vouches_for_it(match_id: str, cast: Cast) -> None:
    path = f"/matches/{match_id}/keys"
    third = Signer("third")
    assert cast[0].post(path, LAPTOP.binding(match_id, 0, vouched_by=PHONE)).status_code == 200
    assert cast[0].post(path, third.binding(match_id, 0)).status_code == 200
    assert [one["vouched"] for one in cast[0].get(f"/matches/{match_id}").json()["seats"][0]["keys"]] == [
        False,
        True,
        False,
    ]
    for device in (PHONE, LAPTOP, third):
        move = signed(match_id, 0, legal(match_id, 0)[0], device=device)
        assert cast[0].post(f"/matches/{match_id}/moves?dry_run=true", move).status_code == 200


@pytest.mark.parametrize(
    ("device", "voucher", "reason"),
    [(LAPTOP, Signer("mallory"), "no_key"), (LAPTOP, PHONE, "not_by_key")],
    ids=["a key that is none of the seat", "a signature of something else"],
)
def test_a_key_for_which_a_wrong_one_vouches_is_refused(
    match_id: str, cast: Cast, device: Signer, voucher: Signer, reason: str
) -> None:
    binding = device.binding(match_id, 0, vouched_by=voucher)
    if voucher is PHONE:
        binding["vouched"]["signature"] = voucher.signature("something else")
    assert code(cast[0].post(f"/matches/{match_id}/keys", binding)) == (422, "signature_invalid", reason)


def test_a_key_is_bound_in_the_lobby_and_goes_with_its_player() -> None:
    alice, bob, carol = person("Alice"), person("Bob"), person("Carol")
    match_id = create(alice.id, start="manual")
    join(match_id, person("Dora").id, 2)
    join(match_id, bob.id)
    bind(match_id, bob, 1)
    departures.leave(match_id, bob.id, key=None)
    join(match_id, carol.id)
    assert load(match_id).match.table.keys == {}
    bind(match_id, carol, 1, LAPTOP)
    assert alice.post(f"/matches/{match_id}/start").status_code == 200
    assert [one.key for one in load(match_id).match.table.keys[1]] == [LAPTOP.key]


def test_nobody_binds_a_key_after_the_end_or_where_they_do_not_sit(match_id: str, cast: Cast) -> None:
    assert code(person("Eve").post(f"/matches/{match_id}/keys", LAPTOP.binding(match_id, 0)))[1] == "not_seated"
    for seat in (1, 2):
        cast[seat].post(f"/matches/{match_id}/resign")
    assert code(cast[0].post(f"/matches/{match_id}/keys", LAPTOP.binding(match_id, 0)))[1] == "match_not_active"


def test_the_clock_plays_for_a_seat_that_signs_and_history_says_that_it_was_the_clock(cast: Cast, later: Later) -> None:
    match_id = match_of(*cast, clock=TEN_SECONDS)
    bind(match_id, cast[0])
    later(11)
    timeouts.expire(match_id)
    assert {one.envelope["by"] for one in load(match_id).events if one.envelope["move"]} == {"clock"}
    assert not audits.examine(match_id).failed


def test_orders_make_no_moves_for_a_seat_that_signs(cast: Cast) -> None:
    alice, bob = cast[:2]
    match_id = snowy_match(alice, bob)
    standing_orders.give(match_id, bob.id, BOTH)
    bind(match_id, bob, 1)
    snowball(match_id, alice)
    timeouts.expire(match_id)
    assert asked(match_id, 1) == DEFENCE
    with pytest.raises(SignatureRequired):
        standing_orders.give(match_id, bob.id, BOTH)
    standing_orders.give(match_id, bob.id, [])


def whole(match_id: str) -> bytes:
    loaded = load(match_id)
    return b"".join(export.lines(loaded.match, loaded.events, None, whole=True))


def test_the_seat_of_a_deleted_player_who_signed_is_given_up_and_the_verifier_tells_it(
    match_id: str, cast: Cast
) -> None:
    deletion.delete(cast[0].id)
    report = verify_bytes(whole(match_id))
    assert load(match_id).match.resigned == {0}
    assert (report.flaw, report.checks[REPLAY], len(report.unsigned)) == (None, PARTIAL, 1)


def test_a_fork_carries_no_signatures_because_they_are_of_another_match(match_id: str, cast: Cast) -> None:
    assert cast[0].post(f"/matches/{match_id}/moves", signed(match_id, 0, legal(match_id, 0)[0])).status_code == 201
    for seat in (1, 2):
        cast[seat].post(f"/matches/{match_id}/moves", legal(match_id, seat)[0])
    for seat in (1, 2):
        cast[seat].post(f"/matches/{match_id}/resign")
    assert verify_bytes(whole(match_id)).checks[REPLAY] == OK
    parent = load(match_id)
    # Before the resignations.
    at = types(match_id).index("seat_resigned")
    wish = ForkWish(at=at, seat=0, clock=clocks.NONE, visibility=None, name="", start="auto", entropy=None)
    fork, _ = forks.fork(parent, Lobby.objects.get(match_id=match_id), cast[0].id, wish, key=None)
    for who in cast[1:]:
        join(fork, who.id)
    assert b'"signature"' not in whole(fork)
    assert verify_bytes(whole(fork)).flaw is None


def test_a_match_with_keys_is_audited_as_any_other(match_id: str, cast: Cast) -> None:
    assert cast[0].post(f"/matches/{match_id}/moves", signed(match_id, 0, legal(match_id, 0)[0])).status_code == 201
    assert not audits.examine(match_id).failed
