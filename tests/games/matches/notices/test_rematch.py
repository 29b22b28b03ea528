"""A rematch calls those who played, as long as their seats are kept and free."""

from collections.abc import Sequence
from typing import Any

from pytest_django import Settings

from games.matches.lobby import lobby, rematches
from games.matches.lobby.lobby import SeatWish
from games.matches.models.notices import DROPPED, Notice, NoticeProgress
from games.matches.notices import relevance, writer
from games.matches.play import submission
from games.matches.profiles import deletion
from tests.games.matches.notices.scene import confirmed, fresh, hook, notices, send, states, trio
from tests.support.cast import Person, match_of
from tests.support.receiver import Receiver


def again(players: Sequence[Person], maker: Person, **wishes: Any) -> str:
    """A match that `players` have played to its end, and its rematch, which has been told."""
    match_id = match_of(*players, **wishes)
    for one in players[:2]:
        submission.resign(match_id, one.id, key=None)
    made = rematches.rematch(match_id, maker.id, key=None).match_id
    writer.tell_now(made)
    return made


def test_a_rematch_is_told_at_once_to_all_who_played_but_its_maker() -> None:
    alice, bob, carol = trio()
    made = again((alice, bob, carol), bob)
    assert notices(bob, made) == []
    assert [notices(one, made) for one in (alice, carol)] == [[("rematch", "seat 0")], [("rematch", "seat 2")]]
    assert Notice.objects.get(player_id=carol.id, match_id=made).seat == 2


def test_a_rematch_by_one_who_is_kept_away_calls_nobody_who_does_so_and_still_keeps_their_seat() -> None:
    alice, bob, carol = trio()
    assert alice.put(f"/me/blocks/{bob.id}").status_code == 204
    made = again((alice, bob, carol), bob)
    assert [len(notices(one, made)) for one in (alice, bob, carol)] == [0, 0, 1]
    kept = bob.get(f"/matches/{made}/lobby").json()["kept"]
    assert {one["player"]["id"] for one in kept} == {alice.id, carol.id}


def test_a_rematch_is_told_once_also_after_a_crash() -> None:
    alice, bob, carol = trio()
    made = again((alice, bob, carol), alice)
    NoticeProgress.objects.filter(match_id=made).update(version=0)
    writer.tell_now(made)
    assert [len(notices(one, made)) for one in (alice, bob, carol)] == [0, 1, 1]


def test_a_call_to_a_rematch_counts_as_read_once_its_seat_is_taken_and_others_stay() -> None:
    alice, bob, carol = trio()
    made = again((alice, bob, carol), alice)
    lobby.join(made, bob.id, SeatWish(), key=None)
    writer.tell_now(made)
    read = {one: Notice.objects.get(player_id=one.id, match_id=made, kind="rematch").read_at for one in (bob, carol)}
    assert read[bob] is not None
    assert read[carol] is None


def test_a_seat_given_to_a_bot_or_a_rematch_called_off_calls_nobody() -> None:
    alice, bob, carol = trio()
    made = again((alice, bob, carol), alice)
    call_to_bob, call_to_carol = (Notice.objects.get(player_id=one.id, match_id=made) for one in (bob, carol))
    lobby.seat_bot(made, alice.id, seat=1, bot="random", key=None)
    assert [relevance.is_open(one) for one in (call_to_bob, call_to_carol)] == [False, True]
    lobby.cancel(made, alice.id, key=None)
    assert not relevance.is_open(call_to_carol)


def test_a_player_who_has_joined_meanwhile_is_not_called_outside_the_inbox(alice: Person, receiver: Receiver) -> None:
    webhook = hook(alice, receiver, "rematch")
    _, bob, carol = trio()
    made = again((alice, bob, carol), carol)
    lobby.join(made, alice.id, SeatWish(), key=None)
    assert send() == 0
    assert receiver.received == []
    assert states(webhook) == [DROPPED]


def test_a_call_to_a_rematch_is_mailed_after_a_minute(alice: Person, settings: Settings) -> None:
    settings.TURN_MAIL_DELAY_SECONDS = 60
    confirmed(alice, fresh())
    _, bob, carol = trio()
    made = again((alice, bob, carol), bob)
    notice = Notice.objects.get(player_id=alice.id, match_id=made)
    (mail,) = notice.dispatch_set.all()
    assert (mail.available_at - notice.at).total_seconds() == 60


def test_a_player_who_is_gone_is_not_called() -> None:
    alice, bob, carol = trio()
    match_id = match_of(alice, bob, carol)
    for one in (alice, bob):
        submission.resign(match_id, one.id, key=None)
    made = rematches.rematch(match_id, alice.id, key=None).match_id
    deletion.delete(carol.id)
    writer.tell_now(made)
    assert notices(carol, made) == []
    assert notices(bob, made) == [("rematch", "seat 1")]
