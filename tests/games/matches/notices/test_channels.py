from datetime import timedelta
from typing import Any

import pytest
from django.db.models.functions import Now

from games.matches import tasks
from games.matches.models.notices import DELIVERED, DROPPED, FAILED, PENDING, Dispatch, Notice
from games.matches.notices import channels
from tests.games.matches.notices.scene import dispatches, hook, match_with, states
from tests.support.cast import Person
from tests.support.receiver import Receiver


def aged(webhook: Any, days: int, state: str) -> None:
    """As if all of a webhook's deliveries had been written and done with so many days ago."""
    past = Now() - timedelta(days=days, minutes=1)
    Dispatch.objects.filter(webhook=webhook).update(created_at=past, done_at=past, state=state)


@pytest.mark.parametrize("state", [DELIVERED, DROPPED, FAILED])
def test_what_became_of_a_notice_is_kept_for_a_week_and_the_notice_for_longer(
    alice: Person, receiver: Receiver, state: str
) -> None:
    webhook = hook(alice, receiver)
    match_id = match_with(alice)
    aged(webhook, channels.KEPT_DAYS - 1, state)
    tasks.forget_notices()
    assert states(webhook) == [state] * 2
    aged(webhook, channels.KEPT_DAYS, state)
    tasks.forget_notices()
    assert states(webhook) == []
    assert Notice.objects.filter(player_id=alice.id, match_id=match_id).count() == 2


def test_what_became_of_notices_is_forgotten_in_pieces_and_also_where_notices_are_kept_for_ever(
    alice: Person, receiver: Receiver, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(channels, "AT_ONCE", 1)
    settings.NOTICES_DAYS = 0
    webhook = hook(alice, receiver)
    match_with(alice)
    aged(webhook, channels.KEPT_DAYS, DELIVERED)
    assert channels.forget(seconds=0) <= 1
    tasks.forget_notices()
    assert states(webhook) == []


def test_what_is_still_to_be_sent_or_was_sent_again_lately_stays(alice: Person, receiver: Receiver) -> None:
    webhook = hook(alice, receiver)
    match_with(alice)
    aged(webhook, 30, PENDING)
    again = dispatches(webhook)[0]
    Dispatch.objects.filter(id=again.id).update(state=DELIVERED, done_at=Now())
    channels.forget()
    assert states(webhook) == [DELIVERED, PENDING]
