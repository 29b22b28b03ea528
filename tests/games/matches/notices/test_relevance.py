"""What is not news any more is sent by no channel."""

from games.matches.models.notices import DROPPED, Notice
from games.matches.notices import relevance
from tests.games.matches.notices.scene import (
    confirmed,
    fresh,
    hook,
    match_with,
    move,
    send,
    sent,
    states,
    told_match,
    trio,
)
from tests.support.cast import Person, person
from tests.support.receiver import Receiver


def test_a_notice_whose_prompt_was_answered_meanwhile_is_not_sent(alice: Person, receiver: Receiver) -> None:
    webhook = hook(alice, receiver, "your_turn")
    move(match_with(alice), 0)
    assert send() == 0
    assert receiver.received == []
    assert states(webhook) == [DROPPED]


def test_whoever_has_lost_his_seat_is_not_called_to_its_move(alice: Person) -> None:
    confirmed(alice, fresh())
    match_with(alice)
    notice = Notice.objects.get(player_id=alice.id, kind="your_turn")
    assert relevance.is_open(notice)
    # As if somebody else sat there since.
    Notice.objects.filter(id=notice.id).update(player_id=person("Mallory").id)
    notice.refresh_from_db()
    assert not relevance.is_open(notice)


def test_a_mail_is_not_sent_when_its_prompt_was_answered_meanwhile(alice: Person) -> None:
    confirmed(alice, "alice@example.org")
    move(match_with(alice), 0)
    assert ["started" in message.subject for message in sent()] == [True]


def test_nobody_else_s_turn_is_mailed() -> None:
    cast = trio()
    for number, one in enumerate(cast):
        confirmed(one, f"seat{number}@example.org")
    move(told_match(*cast), 0)
    turns = [message.to[0] for message in sent() if "turn" in message.subject]
    assert sorted(turns) == ["seat1@example.org", "seat2@example.org"]
