import threading
from collections.abc import Callable, Collection
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import psycopg
import pytest
from django.core.management import call_command
from django.db import connection, transaction
from django.db.models.functions import Now
from pytest_django import Settings

from events import outbox
from events.store import new_id
from games.matches import tasks
from games.matches.autoplay import timeouts
from games.matches.background import consumers
from games.matches.errors import InvitationRequired, PlayerNotFound
from games.matches.lobby import invitations, lobby
from games.matches.lobby.lobby import SeatWish
from games.matches.models.notices import DELIVERED, Dispatch, Notice, NoticeProgress
from games.matches.models.people import BOT, Player
from games.matches.notices import inbox, kinds, webhooks, writer
from games.matches.notices.kinds import KINDS, Wanted, near_at, of_events
from games.matches.notices.webhooks import NewWebhook
from games.matches.play import standing_orders, submission
from games.matches.profiles import deletion
from games.matches.stream.loading import Loaded, load, load_each
from games.table.clocks import Due
from tests.games.matches.notices.scene import move, notices, told_match, trio
from tests.support.cast import Person, match_of, new_match, person
from tests.support.dealing import snowball, snowy_match

DAY = {"mode": "per_move", "seconds": 86_400}


def test_the_start_and_the_first_question_are_told_to_every_seat() -> None:
    cast = trio()
    match_id = told_match(*cast)
    for seat, one in enumerate(cast):
        assert notices(one, match_id) == [("match_started", ""), ("your_turn", f"p1.{seat}")]


def test_telling_again_tells_nothing_twice() -> None:
    cast = trio()
    match_id = told_match(*cast)
    for _ in range(3):
        writer.tell_now(match_id)
    # As after a crash before the position was kept.
    NoticeProgress.objects.filter(match_id=match_id).update(version=0)
    writer.tell_now(match_id)
    assert [len(notices(one)) for one in cast] == [2, 2, 2]


def test_a_question_that_was_answered_before_anybody_could_be_told_is_not_told() -> None:
    cast = trio()
    match_id = match_of(*cast)
    move(match_id, 0)
    writer.tell_now(match_id)
    assert notices(cast[0]) == [("match_started", "")]
    assert notices(cast[1]) == [("match_started", ""), ("your_turn", "p1.1")]


def test_whoever_tells_late_does_not_take_back_what_was_told_meanwhile(
    monkeypatch: pytest.MonkeyPatch, superuser: psycopg.Connection
) -> None:
    cast = trio()
    match_id = told_match(*cast)

    def meanwhile() -> None:
        for seat in range(3):
            move(match_id, seat)
        writer.tell_now(match_id)
        connection.close()

    other = threading.Thread(target=meanwhile)

    def loading(wanted: Collection[str], **more: Any) -> dict[str, Loaded]:
        found = load_each(wanted, **more)
        if other.ident is None:
            other.start()
            # Until it has told, or waits for us.
            while other.is_alive() and superuser.execute("SELECT FROM pg_locks WHERE NOT granted").rowcount == 0:
                other.join(0.01)
        return found

    monkeypatch.setattr(writer, "load_each", loading)
    writer.tell_now(match_id)
    other.join()
    asked = {prompt.id for prompt in load(match_id).match.prompts.values()}
    unread = Notice.objects.filter(match_id=match_id, kind="your_turn", read_at=None)
    assert set(unread.values_list("about", flat=True)) == asked
    assert asked.isdisjoint({"p1.0", "p1.1", "p1.2"})


def test_an_answered_question_needs_nobody_s_attention_any_more() -> None:
    cast = trio()
    match_id = told_match(*cast)
    move(match_id, 0)
    writer.tell_now(match_id)
    unread = inbox.listed(cast[0].id, unread=True, before=None, limit=10)
    assert [notice.kind for notice in unread] == ["match_started"]
    assert inbox.count_unread(cast[1].id) == 2


def test_the_end_is_told_to_all_also_to_who_resigned(monkeypatch: pytest.MonkeyPatch) -> None:
    cast = trio()
    match_id = told_match(*cast)
    for one in cast[:2]:
        submission.resign(match_id, one.id, key=None)
    writer.tell_now(match_id)
    assert all(("match_ended", "") in notices(one) for one in cast)


def test_a_match_that_is_called_off_ends_for_those_who_sit_there() -> None:
    alice, bob = person("Alice"), person("Bob")
    match_id, _ = lobby.create(alice.id, new_match(), key=None)
    lobby.join(match_id, bob.id, SeatWish(), key=None)
    lobby.cancel(match_id, alice.id, key=None)
    writer.tell_now(match_id)
    assert notices(bob) == [("match_ended", "")]


def test_who_runs_out_of_time_is_told_once_for_each_prompt(later: Callable[[float], None]) -> None:
    cast = trio()
    match_id = told_match(*cast, clock=DAY)
    later(86_400)
    timeouts.expire(match_id)
    writer.tell_now(match_id)
    for seat, one in enumerate(cast):
        assert notices(one).count(("timed_out", f"p1.{seat}")) == 1


def test_a_seat_on_autopilot_is_told_to_its_holder() -> None:
    envelopes: list[dict[str, Any]] = [{"type": "autopilot_on", "seat": 2, "version": 31, "data": {}}]
    assert list(of_events(envelopes, {0: 2, 1: 3, 2: 4})) == [Wanted(kind="seat_taken_over", seat=2, about="v31")]


def test_a_newcomer_is_told_nothing_of_the_time_that_the_player_before_them_let_run_out() -> None:
    envelopes: list[dict[str, Any]] = [
        {"type": "timed_out", "seat": 2, "version": 30, "data": {"prompt": "p4.2"}},
        {"type": "autopilot_on", "seat": 2, "version": 31, "data": {}},
        {"type": "timed_out", "seat": 2, "version": 40, "data": {"prompt": "p5.2"}},
    ]
    assert list(of_events(envelopes, {0: 2, 1: 3, 2: 33})) == [Wanted(kind="timed_out", seat=2, about="p5.2")]


def test_a_seat_that_is_played_for_is_told_so_and_called_no_more(later: Callable[[float], None]) -> None:
    cast = trio()
    match_id = told_match(*cast, clock={**DAY, "strikes": 1})
    for seat in (1, 2):
        move(match_id, seat)
    later(86_400)
    timeouts.expire(match_id)
    assert load(match_id).match.table.autopilot == {0}
    writer.tell_now(match_id)
    told = [kind for kind, _ in notices(cast[0])]
    assert told.count("seat_taken_over") == 1
    assert told.count("your_turn") == 1
    others = [kind for one in cast[1:] for kind, _ in notices(one)]
    assert others.count("your_turn") > 2
    assert "seat_taken_over" not in others


def test_a_question_that_a_standing_order_answers_calls_nobody() -> None:
    alice, bob = person("Alice"), person("Bob")
    match_id = snowy_match(alice, bob)
    standing_orders.give(match_id, bob.id, ["snowball_defence"])
    snowball(match_id, alice)
    writer.tell_now(match_id)
    assert "your_turn" not in [kind for kind, _ in notices(bob)]
    timeouts.expire(match_id)
    writer.tell_now(match_id)
    assert load(match_id).match.prompts[1].kind == "snowball_reply"
    assert ("your_turn", load(match_id).match.prompts[1].id) in notices(bob)


def test_a_quarter_of_the_time_before_the_end_its_seat_is_told(later: Callable[[float], None]) -> None:
    cast = trio()
    match_id = told_match(*cast, clock=DAY)
    assert ("deadline_near", "p1.0") not in notices(cast[0])
    remind_at = NoticeProgress.objects.get(match_id=match_id).remind_at
    due = load(match_id).match.deadlines[0].due_at
    assert remind_at == due - timedelta(hours=6)
    move(match_id, 1)
    later(18 * 3600 + 1)
    NoticeProgress.objects.filter(match_id=match_id).update(remind_at=load(match_id).now - timedelta(days=2))
    assert match_id in writer.to_remind()
    writer.tell_now(match_id)
    writer.tell_now(match_id)
    assert notices(cast[0]).count(("deadline_near", "p1.0")) == 1
    assert not any(kind == "deadline_near" for kind, _ in notices(cast[1]))
    assert Notice.objects.get(player_id=cast[0].id, kind="deadline_near").due_at == due
    assert match_id not in writer.to_remind()


@pytest.mark.parametrize(
    ("hours", "before"), [(2, timedelta(minutes=30)), (24, timedelta(hours=6)), (240, timedelta(days=1))]
)
def test_the_warning_comes_a_quarter_of_the_time_before_and_at_most_a_day(hours: int, before: timedelta) -> None:
    asked = datetime(2026, 11, 21, tzinfo=UTC)
    due = Due(seat=0, prompt="p1.0", due_at=asked + timedelta(hours=hours))
    assert due.due_at - near_at(due, timedelta(hours=hours)) == before


def test_who_has_less_than_an_hour_in_all_is_not_warned() -> None:
    match_id = told_match(clock={"mode": "per_move", "seconds": 3599})
    assert NoticeProgress.objects.get(match_id=match_id).remind_at is None


def test_who_has_deleted_himself_is_told_nothing_and_what_he_was_told_is_gone() -> None:
    cast = trio()
    match_id = told_match(*cast)
    deletion.delete(cast[0].id)
    writer.tell_now(match_id)
    assert notices(cast[0]) == []
    assert ("match_ended", "") not in notices(cast[1])


def test_notices_are_a_consumer_and_no_projection() -> None:
    assert writer.NOTICES in consumers.CONSUMERS
    assert writer.NOTICES not in consumers.PROJECTIONS


def test_the_consumer_tells_by_the_relay() -> None:
    cast = trio()
    while outbox.relay(list(consumers.CONSUMERS)):
        pass
    match_id = match_of(*cast)
    while outbox.relay(list(consumers.CONSUMERS)):
        pass
    while consumers.catch_up(writer.NOTICES):
        pass
    assert notices(cast[0], match_id) == [("match_started", ""), ("your_turn", "p1.0")]


def test_an_invited_player_is_told_and_sits_down_by_the_invitation_s_id() -> None:
    alice, bob, carol = trio()
    match_id, _ = lobby.create(alice.id, new_match(visibility="private"), key=None)
    made, _ = invitations.invite(match_id, alice.id, seat=2, seconds=3600, key=None, player=bob.id)
    assert notices(bob) == [("invited", str(made.id))]
    wish = SeatWish(invitation=str(made.id))
    with pytest.raises(InvitationRequired):
        lobby.join(match_id, carol.id, wish, key=None)
    lobby.join(match_id, bob.id, wish, key=None)
    assert load(match_id).seat_of(bob.id) == 2


def inbox_and_hook(who: Person, guests: int, each: int) -> tuple[int, int]:
    """How many invitations so many guests have left in a player's inbox, and how many go to their webhook."""
    for _ in range(guests):
        guest = person("Guest")
        match_id, _ = lobby.create(guest.id, new_match(), key=None)
        for _ in range(each):
            invitations.invite(match_id, guest.id, seat=None, seconds=3600, key=None, player=who.id)
    sent = Dispatch.objects.filter(player_id=who.id).exclude(webhook=None)
    return Notice.objects.filter(player_id=who.id).count(), sent.count()


def hooked(who: Person) -> Person:
    webhooks.create(who.id, NewWebhook(url="https://hooks.example.org/", kinds=KINDS, format="standard"), key=None)
    return who


def test_invitations_by_however_many_guests_reach_a_person_s_webhooks_a_few_times_a_day() -> None:
    alice, most = hooked(person("Alice")), kinds.MOST_INVITATIONS_OUT_A_DAY
    assert inbox_and_hook(alice, guests=4, each=3) == (12, most)
    Notice.objects.filter(player_id=alice.id).update(at=Now() - timedelta(days=1, minutes=1))
    assert inbox_and_hook(alice, guests=1, each=1) == (13, most + 1)


def test_a_bot_s_webhook_gets_every_invitation() -> None:
    bot = hooked(person("Bot"))
    Player.objects.filter(id=bot.id).update(kind=BOT)
    assert inbox_and_hook(bot, guests=2, each=4) == (8, 8)


def test_nobody_can_be_invited_who_is_not_there() -> None:
    alice, bob = person("Alice"), person("Bob")
    match_id, _ = lobby.create(alice.id, new_match(), key=None)
    deletion.delete(bob.id)
    for nobody in (bob.id, "no-id"):
        with pytest.raises(PlayerNotFound):
            invitations.invite(match_id, alice.id, seat=None, seconds=3600, key=None, player=nobody)


def test_a_failed_telling_leaves_neither_notices_nor_a_new_position(monkeypatch: pytest.MonkeyPatch) -> None:
    cast = trio()
    match_id = match_of(*cast)
    monkeypatch.setattr(writer, "next_warning", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        writer.tell([match_id])
    assert notices(cast[0]) == []
    assert not NoticeProgress.objects.filter(match_id=match_id).exists()


def test_old_notices_are_forgotten_and_not_told_again(capsys: pytest.CaptureFixture[str]) -> None:
    alice, *others = trio()
    match_id = told_match(alice, *others)
    Notice.objects.filter(player_id=alice.id).update(at=Now() - timedelta(days=91))
    call_command("forget_notices", days=90)
    assert int(capsys.readouterr().out.split()[0]) >= 1
    writer.tell_now(match_id)
    # Its prompt is still open, so this one has to stay.
    assert notices(alice) == [("your_turn", "p1.0")]


def test_an_old_notice_that_is_still_to_be_sent_stays_until_it_was() -> None:
    alice, *others = trio()
    told_match(alice, *others)
    started = Notice.objects.filter(player_id=alice.id, kind="match_started")
    started.update(at=Now() - timedelta(days=91))
    sending: dict[str, Any] = {"id": new_id(), "player_id": alice.id, "channel": "mail", "available_at": Now()}
    Dispatch.objects.create(notice=started.get(), **sending)
    inbox.forget(days=90)
    assert started.exists()
    Dispatch.objects.filter(id=sending["id"]).update(state=DELIVERED)
    inbox.forget(days=90)
    assert not started.exists()


def test_notices_are_forgotten_by_night_oldest_first_and_in_small_pieces(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    players = trio()
    match_id, newer = told_match(*players), told_match(*players)
    of_match = Notice.objects.filter(match_id=match_id).exclude(kind="your_turn")
    of_match.update(at=Now() - timedelta(days=90))
    old = sorted(str(one) for one in of_match.values_list("id", flat=True))
    assert len(old) > 2
    settings.NOTICES_DAYS = 0
    assert tasks.forget_notices() == 0
    settings.NOTICES_DAYS = 90
    # What other tests have left comes before.
    monkeypatch.setattr(inbox, "FIRST", str(UUID(int=UUID(old[0]).int - 1)))
    monkeypatch.setattr(inbox, "AT_ONCE", 2)
    monkeypatch.setattr(tasks, "SAMPLE_SECONDS", 0.0)
    assert 0 < tasks.forget_notices() <= 2
    assert not of_match.filter(id=old[0]).exists()
    monkeypatch.setattr(tasks, "SAMPLE_SECONDS", 60.0)
    tasks.forget_notices()
    assert not of_match.exists()
    assert Notice.objects.filter(match_id=newer).exists()
