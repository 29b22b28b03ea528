"""What was arranged for a match goes some time after its end, and not before."""

from typing import Any

import pytest

from events.store import new_id
from games.matches import tasks
from games.matches.background import retention
from games.matches.lobby import lobby
from games.matches.models.notices import MatchNotices
from games.matches.models.people import StandingOrder
from games.matches.models.talk import ChatMessage, ChatRoom, PlayerReport
from tests.support.cast import create, match_of, person


@pytest.mark.parametrize("at_once", [1, 1_000])
def test_orders_and_exceptions_go_so_many_days_after_the_end(at_once: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "AT_ONCE", at_once)
    alice = person("Alice")
    running, ended = match_of(alice, person("Bob"), person("Carol")), create(alice.id)
    lobby.cancel(ended, alice.id, key=None)
    for match_id in (running, ended):
        StandingOrder.objects.create(match_id=match_id, player_id=alice.id, sitting=1, kinds=["any"])
        MatchNotices.objects.create(match_id=match_id, player_id=alice.id, kinds=[])

    def kept() -> list[set[str]]:
        return [
            {str(one) for one in model.objects.filter(player_id=alice.id).values_list("match_id", flat=True)}
            for model in (StandingOrder, MatchNotices)
        ]

    # The suite's time is the database's own, and the match has just ended.
    tasks.forget_notices()
    assert kept() == [{running, ended}] * 2
    retention.forget(days=1, seconds=0)
    assert kept() == [{running, ended}] * 2
    assert retention.forget(days=0) >= 2
    assert kept() == [{running}] * 2


def test_chat_goes_so_many_days_after_the_end_of_its_match(settings: Any) -> None:
    alice = person("Alice")
    running, ended = match_of(alice, person("Bob"), person("Carol")), create(alice.id)
    for match_id in (running, ended):
        assert alice.post(f"/matches/{match_id}/chat", {"text": "Hello."}).status_code == 201
    lobby.cancel(ended, alice.id, key=None)

    def kept() -> list[set[str]]:
        models: list[Any] = [ChatMessage, ChatRoom]
        asked = [model.objects.filter(match_id__in=[running, ended]) for model in models]
        return [{str(one) for one in found.values_list("match_id", flat=True)} for found in asked]

    for days in (0, 90):
        settings.CHAT_DAYS = days
        tasks.forget_talk()
        assert kept() == [{running, ended}] * 2
    assert retention.forget(days=0, tables=retention.CHAT) >= 2
    assert kept() == [{running}] * 2


@pytest.mark.parametrize("distributed", [False, True])
def test_a_message_that_was_reported_goes_too_and_the_report_keeps_its_words(
    distributed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retention, "is_distributed", lambda: distributed)
    alice, bob = person("Alice"), person("Bob")
    match_id = create(alice.id)
    assert bob.post(f"/matches/{match_id}/join").status_code == 200
    assert bob.post(f"/matches/{match_id}/chat", {"text": "Not nice."}).status_code == 201
    body = {"player": bob.id, "kind": "abuse", "match": match_id, "message": {"room": "players", "number": 1}}
    report = PlayerReport.objects.get(id=alice.post("/me/reports", body).json()["id"])
    lobby.cancel(match_id, alice.id, key=None)
    assert retention.forget(days=0, tables=retention.CHAT) >= 2
    assert not ChatMessage.objects.filter(match_id=match_id).exists()
    report.refresh_from_db()
    assert (report.message, report.quoted) == (None, "Not nice.")


def test_what_was_arranged_for_a_match_that_is_not_there_goes_at_once() -> None:
    alice = person("Alice")
    made = create(alice.id)
    for match_id in (made, new_id()):
        MatchNotices.objects.create(match_id=match_id, player_id=alice.id, kinds=[])
    assert retention.forget(days=90) >= 1
    assert [str(row.match_id) for row in MatchNotices.objects.filter(player_id=alice.id)] == [made]
