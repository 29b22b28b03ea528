"""Chat beside a match, mutes and reports, over HTTP."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.db.models.functions import Now

from events.store import new_id
from games.matches.models.people import Player
from games.matches.models.talk import ChatMessage, ChatRead, PlayerReport, Sanction
from games.matches.play import submission
from games.matches.profiles import deletion
from games.matches.talk import chat, reports
from tests.support.cast import STRANGER, Person, account_holder, create, join, match_of, person, unclocked
from tests.support.chance import UNKNOWN_ID
from tests.support.races import at_once
from tests.support.relay import catch_up


def say(who: Person, match_id: str, text: str, **more: str) -> int:
    answer = who.post(f"/matches/{match_id}/chat", {"text": text, **more})
    assert answer.status_code == 201, answer.content
    return int(answer.json()["number"])


def texts(who: Person, match_id: str, room: str | None = None) -> list[str]:
    answer = who.get(f"/matches/{match_id}/chat" + (f"?room={room}" if room else ""))
    assert answer.status_code == 200, answer.content
    return [one["text"] for one in answer.json()["items"]]


def code(answer: object) -> str:
    return str(answer.json()["code"])  # type: ignore[attr-defined]


@pytest.fixture
def table() -> tuple[Person, Person, Person]:
    return person("Alice"), person("Bob"), person("Carol")


Three = tuple[Person, Person, Person]
REUSED = "idempotency_key_reused"


def test_what_is_written_at_the_table_is_read_there_newest_first_and_is_in_no_history(table: Three) -> None:
    alice, bob, carol = table
    match_id = match_of(*table)
    before = unclocked(alice.get(f"/matches/{match_id}/export").content)
    assert [say(alice, match_id, "Good luck!"), say(bob, match_id, "בהצלחה")] == [1, 2]
    made = carol.post(f"/matches/{match_id}/chat", {"reaction": "thanks"}).json()
    assert (made["number"], made["text"], made["reaction"], made["seat"]) == (3, None, "thanks", 2)
    items = carol.get(f"/matches/{match_id}/chat").json()["items"]
    assert [(one["number"], one["player"]["handle"], one["seat"]) for one in items] == [
        (3, carol.handle, 2),
        (2, bob.handle, 1),
        (1, alice.handle, 0),
    ]
    assert unclocked(alice.get(f"/matches/{match_id}/export").content) == before


def test_spectators_talk_apart_until_the_match_is_over(table: Three) -> None:
    alice, bob, _ = table
    match_id, watcher, other = match_of(*table), account_holder("Watcher"), account_holder("Other")
    say(alice, match_id, "Among us.")
    say(watcher, match_id, "She has three cards.")
    assert (texts(other, match_id), texts(STRANGER, match_id)) == (["She has three cards."],) * 2
    assert texts(bob, match_id) == ["Among us."]
    for room, who, refusal in (("players", watcher, "not_seated"), ("spectators", alice, "match_not_finished")):
        assert code(who.get(f"/matches/{match_id}/chat?room={room}")) == refusal
        assert code(who.post(f"/matches/{match_id}/chat", {"text": "Hey.", "room": room})) == refusal
    for one in table[:2]:
        submission.resign(match_id, one.id, key=None)
    assert texts(alice, match_id, "spectators") == ["She has three cards."]
    say(alice, match_id, "Well watched.", room="spectators")
    assert code(watcher.get(f"/matches/{match_id}/chat?room=players")) == "not_seated"


def test_guests_without_a_seat_read_and_do_not_write(table: Three) -> None:
    match_id, guest = match_of(*table), person("Guest")
    assert code(guest.post(f"/matches/{match_id}/chat", {"text": "Hi."})) == "account_needed"
    assert texts(guest, match_id) == []
    assert STRANGER.post(f"/matches/{match_id}/chat", {"text": "Hi."}).status_code == 401


def test_who_may_not_know_of_a_match_learns_nothing_of_its_chat(table: Three) -> None:
    alice = table[0]
    match_id, stranger = match_of(*table, visibility="private"), account_holder("Stranger")
    say(alice, match_id, "Secret.")
    answers = [stranger.get(f"/matches/{one}/chat") for one in (match_id, UNKNOWN_ID)]
    assert [(one.status_code, code(one)) for one in answers] == [(404, "match_not_found")] * 2
    assert code(stranger.post(f"/matches/{match_id}/chat", {"text": "Hi."})) == "match_not_found"
    about = {"player": alice.id, "kind": "abuse", "match": match_id, "message": {"room": "players", "number": 1}}
    assert code(stranger.post("/me/reports", about)) == "match_not_found"


def test_those_who_wait_for_a_match_talk_already() -> None:
    alice, bob, eve = person("Alice"), person("Bob"), person("Eve")
    match_id = create(alice.id)
    join(match_id, bob.id)
    say(alice, match_id, "One more.")
    assert texts(bob, match_id) == ["One more."]
    assert texts(eve, match_id) == []


def test_a_page_has_the_next_one_and_an_unchanged_page_is_304(table: Three) -> None:
    alice, bob, _ = table
    match_id = match_of(*table)
    for number in range(5):
        say(alice, match_id, f"{number}")
    first = bob.get(f"/matches/{match_id}/chat?limit=3")
    assert [one["text"] for one in first.json()["items"]] == ["4", "3", "2"]
    second = bob.get(first.json()["next"].removeprefix("/api/v1")).json()
    assert ([one["text"] for one in second["items"]], second["next"]) == (["1", "0"], None)
    again = bob.get(f"/matches/{match_id}/chat?limit=3", If_None_Match=first["ETag"])
    assert again.status_code == 304


def test_a_message_sent_again_with_its_key_is_written_once(table: Three) -> None:
    alice, bob, _ = table
    match_id = match_of(*table)
    path, said = f"/matches/{match_id}/chat", {"text": "Good luck!"}
    first, again = (alice.post(path, said, Idempotency_Key="k") for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 201)
    assert ("Idempotent-Replayed" in first, again["Idempotent-Replayed"]) == (False, "true")
    assert first.json() == again.json()
    assert texts(bob, match_id) == ["Good luck!"]
    assert code(alice.post(path, {"text": "Bad luck!"}, Idempotency_Key="k")) == "idempotency_key_reused"
    # A key is its writer's alone, and without one each request is a message of its own.
    assert bob.post(path, said, Idempotency_Key="k").json()["number"] == 2
    assert [say(alice, match_id, "Hm.") for _ in range(2)] == [3, 4]


def test_a_repeat_is_answered_also_where_its_writer_may_write_no_more(table: Three) -> None:
    alice = table[0]
    path = f"/matches/{match_of(*table)}/chat"
    first = alice.post(path, {"text": "Fools!"}, Idempotency_Key="k")
    until = Now() + timedelta(days=1)
    Sanction.objects.create(
        id=new_id(), player_id=alice.id, kind=Sanction.SILENCE, reason="Insults.", made_at=Now(), until=until
    )
    assert alice.post(path, {"text": "Fools!"}, Idempotency_Key="k").json() == first.json()
    assert code(alice.post(path, {"text": "Fools!"}, Idempotency_Key="other")) == "silenced"


def test_a_repeat_is_answered_also_where_its_writer_s_own_room_is_another_by_now(table: Three) -> None:
    alice, dave = table[0], account_holder("Dave")
    match_id = create(alice.id, seats=4)
    path = f"/matches/{match_id}/chat"
    first = dave.post(path, {"text": "May I?"}, Idempotency_Key="k")
    join(match_id, dave.id)
    assert dave.post(path, {"text": "May I?"}, Idempotency_Key="k").json() == first.json()
    seated = dave.post(path, {"text": "Here.", "room": "players"}, Idempotency_Key="seated")
    assert seated.status_code == 201, seated.content
    said = {"room": "players", "number": say(alice, match_id, "Go away.")}
    about = {"player": alice.id, "kind": "abuse", "match": match_id, "message": said}
    reported = dave.post("/me/reports", about, Idempotency_Key="k")
    assert dave.post(f"/matches/{match_id}/leave").status_code == 200
    assert dave.post(path, {"text": "Here.", "room": "players"}, Idempotency_Key="seated").json() == seated.json()
    assert code(dave.post(path, {"text": "Here.", "room": "spectators"}, Idempotency_Key="seated")) == REUSED
    assert dave.post("/me/reports", about, Idempotency_Key="k").json() == reported.json()
    assert code(dave.post(path, {"text": "Here.", "room": "players"}, Idempotency_Key="new")) == "not_seated"


def test_a_message_that_arrives_several_times_at_once_is_written_once(table: Three) -> None:
    alice, bob, _ = table
    match_id = match_of(*table)
    path, said = f"/matches/{match_id}/chat", {"reaction": "wow"}
    answers: list[Any] = at_once(*[lambda: alice.post(path, said, Idempotency_Key="k")] * 4)
    assert [(one.status_code, one.json()["number"]) for one in answers] == [(201, 1)] * 4
    assert len(texts(bob, match_id)) == 1


def test_a_report_sent_again_with_its_key_is_made_once(table: Three) -> None:
    alice, bob, _ = table
    match_id = match_of(*table)
    number = say(bob, match_id, "Rude.")
    said = {"room": "players", "number": number}
    about = {"player": bob.id, "kind": "abuse", "text": "See.", "match": match_id, "message": said}
    first, again = (alice.post("/me/reports", about, Idempotency_Key="k") for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 201)
    assert ("Idempotent-Replayed" in first, again["Idempotent-Replayed"]) == (False, "true")
    assert first.json() == again.json()
    assert len(alice.get("/me/reports").json()["items"]) == 1
    other = alice.post("/me/reports", {**about, "kind": "cheating"}, Idempotency_Key="k")
    assert code(other) == "idempotency_key_reused"
    at_once(*[lambda: alice.post("/me/reports", about, Idempotency_Key="at-once")] * 4)
    assert len(alice.get("/me/reports").json()["items"]) == 2


@pytest.mark.parametrize("done", ["mutes", "blocks"])
def test_a_reader_sees_no_message_of_whom_they_mute_or_keep_away_who_cannot_tell(done: str, table: Three) -> None:
    alice, bob, carol = table
    match_id = match_of(*table)
    for one in (alice, bob, carol):
        say(one, match_id, one.handle)
    known = [bob.get(path).content for path in (f"/matches/{match_id}/chat", "/me/notices", "/me/blocks", "/me/mutes")]
    assert alice.put(f"/me/{done}/{bob.id}").status_code == 204
    assert texts(alice, match_id) == [carol.handle, alice.handle]
    assert texts(carol, match_id) == [carol.handle, bob.handle, alice.handle]
    after = [bob.get(path).content for path in (f"/matches/{match_id}/chat", "/me/notices", "/me/blocks", "/me/mutes")]
    assert known == after
    assert alice.delete(f"/me/{done}/{bob.id}").status_code == 204
    assert texts(alice, match_id) == [carol.handle, bob.handle, alice.handle]


def test_nobody_mutes_themselves_nor_who_is_not_there_and_only_so_many(monkeypatch: pytest.MonkeyPatch) -> None:
    alice = person("Alice")
    assert code(alice.put(f"/me/mutes/{alice.id}")) == "value_not_allowed"
    for player in (UNKNOWN_ID, "no-id"):
        assert code(alice.put(f"/me/mutes/{player}")) == "player_not_found"
        assert code(alice.delete(f"/me/mutes/{player}")) == "player_not_found"


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"text": ""},
        {"text": "x" * 501},
        {"text": "two\nlines"},
        {"text": "\u0000"},
        {"text": "\u001b[31mred"},
        {"text": "Hi", "reaction": "wow"},
        {"reaction": "rude"},
        {"text": None, "reaction": None},
        {"text": 7},
        {"text": "Hi", "room": "kitchen"},
        {"text": "Hi", "by": "Bob"},
    ],
)
def test_what_is_no_message_is_refused_and_nothing_is_written(body: object, table: Three) -> None:
    alice, match_id = table[0], match_of(*table)
    assert code(alice.post(f"/matches/{match_id}/chat", body)) == "invalid_request"
    assert texts(alice, match_id) == []


def test_a_message_does_not_turn_the_direction_of_what_stands_around_it(table: Three) -> None:
    alice, match_id = table[0], match_of(*table)
    say(alice, match_id, "\u202eevil\u202c \u2066a\u2069\u200f 👨‍👩‍👧 <script>alert(1)</script>")
    assert texts(alice, match_id) == ["evil a\u200f 👨‍👩‍👧 <script>alert(1)</script>"]
    for nothing in ("\u202e\u202c", "   ", "\u2066"):
        assert code(alice.post(f"/matches/{match_id}/chat", {"text": nothing})) == "value_not_allowed"


def test_links_of_newcomers_and_guests_cannot_be_clicked(table: Three) -> None:
    alice, bob, carol = table
    match_id = match_of(*table)
    old = Now() - chat.NEWCOMER - timedelta(hours=1)
    Player.objects.filter(id__in=[alice.id, bob.id]).update(created_at=old)
    Player.objects.filter(id__in=[alice.id, carol.id]).update(kind="account")
    for one in table:
        say(one, match_id, "https://games.example/")
    shown = alice.get(f"/matches/{match_id}/chat").json()["items"]
    assert [one["links"] for one in shown] == [False, False, True]


def test_all_that_one_has_written_is_listed_and_goes_with_the_account(table: Three) -> None:
    alice, bob, _ = table
    first, second = match_of(*table), match_of(*table)
    say(alice, first, "one")
    say(bob, first, "not mine")
    say(alice, second, "two")
    page = alice.get("/me/chat?limit=1").json()
    assert [(one["match"], one["room"], one["text"]) for one in page["items"]] == [(second, "players", "two")]
    rest = alice.get(page["next"].removeprefix("/api/v1")).json()
    assert ([(one["match"], one["text"]) for one in rest["items"]], rest["next"]) == ([(first, "one")], None)
    for wrong in ("yesterday", "2026-02-31T00:00:00Z"):
        assert code(alice.get(f"/me/chat?before={wrong}")) == "invalid_request"
    deletion.delete(alice.id)
    assert texts(bob, first) == ["not mine"]
    assert not ChatMessage.objects.filter(player_id=alice.id).exists()


def test_ten_thousand_messages_are_read_by_the_page(table: Three) -> None:
    alice, bob, _ = table
    match_id = match_of(*table)
    row = {"match_id": match_id, "room": "players", "player_id": bob.id, "written_at": Now()}
    messages = (ChatMessage(number=one, text=f"{one}", **row) for one in range(1, 10_001))
    ChatMessage.objects.bulk_create(messages, batch_size=1_000)
    path, seen = f"/matches/{match_id}/chat?limit=500", 0
    while path:
        page = alice.get(path).json()
        assert [int(one["text"]) for one in page["items"]] == list(range(10_000 - seen, 10_000 - seen - 500, -1))
        seen, path = seen + 500, (page["next"] or "").removeprefix("/api/v1")
    assert seen == 10_000


def test_a_report_names_a_message_of_the_player_in_a_room_that_the_reporter_can_read(table: Three) -> None:
    alice, bob, carol = table
    match_id, watcher = match_of(*table), account_holder("Watcher")
    number = say(bob, match_id, "You cheat!")
    body = {"player": bob.id, "kind": "abuse", "match": match_id, "message": {"room": "players", "number": number}}
    assert code(watcher.post("/me/reports", body)) == "not_seated"
    assert code(alice.post("/me/reports", {**body, "player": carol.id})) == "message_not_found"
    assert code(alice.post("/me/reports", {**body, "match": None})) == "value_not_allowed"
    assert code(bob.post("/me/reports", body)) == "value_not_allowed"
    made = alice.post("/me/reports", {**body, "text": "He shouts."}).json()
    assert (made["state"], made["match"], made["text"]) == ("open", match_id, "He shouts.")
    assert alice.get("/me/reports").json()["items"] == [made]
    for other in (bob, carol):
        assert other.get("/me/reports").json()["items"] == []
        assert "He shouts." not in json.dumps(other.get("/me/notices").json())
    assert PlayerReport.objects.get(id=made["id"]).quoted == "You cheat!"


def test_only_so_many_reports_of_a_player_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    alice, bob = person("Alice"), person("Bob")
    monkeypatch.setattr(reports, "MOST_OPEN", 2)
    body = {"player": bob.id, "kind": "handle"}
    assert [alice.post("/me/reports", body).status_code for _ in range(3)] == [201, 201, 409]
    PlayerReport.objects.filter(reporter__id=alice.id).update(state=PlayerReport.CLOSED)
    assert alice.post("/me/reports", body).status_code == 201


def to_read(who: Person) -> dict[str, tuple[int, int]]:
    answer = who.get("/me/chat/unread")
    assert answer.status_code == 200, answer.content
    return {one["match"]: (one["count"], one["last"]) for one in answer.json()["items"]}


def mark(who: Person, match_id: str, number: int) -> None:
    assert who.put(f"/matches/{match_id}/chat/read", {"number": number}).status_code == 204


def test_what_others_write_at_one_s_tables_is_unread_until_it_is_marked(table: Three) -> None:
    alice, bob, carol = table
    match_id, other = match_of(*table), match_of(*table)
    catch_up()
    assert to_read(bob) == {}
    say(alice, match_id, "One.")
    say(bob, match_id, "Two.")
    say(carol, match_id, "Three.")
    say(alice, other, "Elsewhere.")
    assert to_read(bob) == {other: (1, 1), match_id: (2, 3)}
    assert list(to_read(bob)) == [other, match_id]
    mark(bob, match_id, 1)
    assert bob.get(f"/matches/{match_id}/chat").json()["read"] == 1
    assert to_read(bob)[match_id] == (1, 3)
    # It goes neither back nor beyond what was said.
    mark(bob, match_id, 3)
    mark(bob, match_id, 2)
    mark(bob, other, 1_000)
    assert to_read(bob) == {}
    say(alice, other, "Again.")
    assert to_read(bob) == {other: (1, 2)}
    assert to_read(alice)[match_id] == (2, 3)


@pytest.mark.parametrize("done", ["mutes", "blocks"])
def test_nothing_is_unread_of_whom_one_does_not_hear_nor_what_was_taken_away(done: str, table: Three) -> None:
    alice, bob, carol = table
    match_id = match_of(*table)
    catch_up()
    say(alice, match_id, "Unheard.")
    say(carol, match_id, "Taken away.")
    assert bob.put(f"/me/{done}/{alice.id}", {}).status_code == 204
    assert to_read(bob) == {match_id: (1, 2)}
    chat.take_away(ChatMessage.objects.get(match_id=match_id, number=2))
    assert to_read(bob) == {}


def test_only_who_has_a_seat_marks_what_they_have_read_and_it_goes_with_the_account(table: Three) -> None:
    alice, bob, _ = table
    match_id, watcher = match_of(*table), account_holder("Watcher")
    say(alice, match_id, "Among us.")
    assert code(watcher.put(f"/matches/{match_id}/chat/read", {"number": 1})) == "not_seated"
    page = watcher.get(f"/matches/{match_id}/chat").json()
    assert (page["room"], page["read"]) == ("spectators", None)
    for wrong in (0, "1", None):
        assert code(bob.put(f"/matches/{match_id}/chat/read", {"number": wrong})) == "invalid_request"
    mark(bob, match_id, 1)
    assert ChatRead.objects.filter(player_id=bob.id, match_id=match_id).exists()
    deletion.delete(bob.id)
    assert not ChatRead.objects.filter(player_id=bob.id).exists()


def test_where_nobody_has_written_nothing_is_marked(table: Three) -> None:
    match_id = match_of(*table)
    mark(table[0], match_id, 5)
    assert not ChatRead.objects.filter(match_id=match_id).exists()
    assert table[0].get(f"/matches/{match_id}/chat").json()["read"] == 0
