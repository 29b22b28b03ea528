import socket
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.db.models.functions import Now
from pytest_django import Settings

from events.store import new_id
from games.matches.models.matches import Invitation
from games.matches.models.notices import Dispatch, Notice, Webhook
from games.matches.models.people import Player
from games.matches.notices import courier, preferences, writer
from games.matches.notices.delivery.http_post import PostSettings
from games.matches.notices.delivery.push import decoded, encoded
from games.matches.notices.kinds import KINDS
from tests.api.codes_of_the_service import BROWSER_KEYS, SUBSCRIPTION
from tests.support.cast import RPW, Person, create, match_of, person
from tests.support.receiver import receiving


@pytest.fixture
def alice() -> Person:
    return person("Alice")


@pytest.fixture
def match_id(alice: Person) -> str:
    found = match_of(alice, person("Bob"), person("Carol"))
    writer.tell_now(found)
    return found


def test_the_inbox_lists_the_newest_first_in_the_player_s_language(alice: Person, match_id: str) -> None:
    alice.patch("/me", {"locale": "pl"})
    page = alice.get("/me/notices").json()
    assert [item["kind"] for item in page["items"]] == ["your_turn", "match_started"]
    turn = page["items"][0]
    assert (turn["text"], turn["match"], turn["prompt"]) == (
        "Kamień, papier, czarodziej: twoja kolej.",
        match_id,
        "p1.0",
    )
    assert (turn["game"], turn["seat"], turn["read_at"], page["unread"]) == (RPW, 0, None, 2)


def test_the_inbox_has_pages(alice: Person, match_id: str) -> None:
    first = alice.get("/me/notices?limit=1&unread=true").json()
    second = alice.get(first["next"].removeprefix("/api/v1")).json()
    assert [item["kind"] for page in (first, second) for item in page["items"]] == ["your_turn", "match_started"]
    assert second["next"] is None


def test_notices_are_read_by_name_or_up_to_one(alice: Person, match_id: str) -> None:
    newest, oldest = (item["id"] for item in alice.get("/me/notices").json()["items"])
    assert alice.post("/me/notices/read", {"up_to": oldest}).json() == {"unread": 1}
    assert [item["id"] for item in alice.get("/me/notices?unread=true").json()["items"]] == [newest]
    assert alice.post("/me/notices/read", {"notices": [newest, new_id()]}).json() == {"unread": 0}
    assert alice.get("/me/notices?unread=true").json()["items"] == []
    assert len(alice.get("/me/notices").json()["items"]) == 2


def test_nobody_reads_or_marks_another_s_notices(alice: Person, match_id: str) -> None:
    charlie = person("Charlie")
    assert charlie.get("/me/notices").json()["items"] == []
    named = [item["id"] for item in alice.get("/me/notices").json()["items"]]
    charlie.post("/me/notices/read", {"notices": named, "up_to": named[0]})
    assert alice.get("/me/notices").json()["unread"] == 2


@pytest.mark.parametrize("body", [{}, {"notices": ["seven"]}, {"up_to": 7}, {"all": True}])
def test_what_cannot_be_marked_is_refused(body: object, alice: Person) -> None:
    assert alice.post("/me/notices/read", body).json()["code"] == "invalid_request"


def test_an_invitation_for_a_player_is_in_his_inbox_and_good_for_him_alone(alice: Person) -> None:
    bob, charlie = person("Bob"), person("Charlie")
    match_id = alice.post("/matches", {"game": RPW, "seats": 3, "visibility": "private"}).json()["id"]
    made = alice.post(f"/matches/{match_id}/invitations", {"player": bob.id}).json()
    assert made["player"] == bob.id
    (notice,) = bob.get("/me/notices").json()["items"]
    assert (notice["kind"], notice["invitation"], notice["prompt"]) == ("invited", made["id"], None)
    wish = {"invitation": notice["invitation"]}
    assert charlie.post(f"/matches/{match_id}/join", wish).json()["code"] == "match_not_found"
    assert bob.post(f"/matches/{match_id}/join", wish).json()["you"] == 1


def invite(host: Person, match_id: str, guest: Person, **headers: str) -> tuple[int, str | None]:
    answer = host.post(f"/matches/{match_id}/invitations", {"player": guest.id}, **headers)
    return answer.status_code, answer.json().get("code")


def test_one_player_invites_another_so_many_times_a_day_in_whatever_match_and_taken_back_or_not(alice: Person) -> None:
    bob, charlie = person("Bob"), person("Charlie")
    matches = [alice.post("/matches", {"game": RPW, "seats": 3}).json()["id"] for _ in range(2)]
    assert invite(alice, matches[0], bob, Idempotency_Key="first") == (201, None)
    for number in range(1, writer.MOST_INVITATIONS_A_DAY):
        assert invite(alice, matches[number % 2], bob) == (201, None)
    assert [invite(alice, match_id, bob) for match_id in matches] == [(409, "too_many_invitations")] * 2
    told = Notice.objects.filter(player_id=bob.id).order_by("id")
    assert told.count() == Invitation.objects.filter(player_id=bob.id).count() == writer.MOST_INVITATIONS_A_DAY
    assert alice.delete(f"/matches/{told[0].match_id}/invitations/{told[0].about}").status_code == 204
    assert invite(alice, matches[0], bob) == (409, "too_many_invitations")
    # Others are invited and others invite, and the next day is another.
    assert invite(alice, matches[1], charlie) == (201, None)
    other = charlie.post("/matches", {"game": RPW, "seats": 3}).json()["id"]
    assert invite(charlie, other, bob) == (201, None)
    Notice.objects.filter(id=told[1].id).update(at=Now() - timedelta(days=1))
    assert invite(alice, matches[0], bob) == (201, None)
    assert invite(alice, matches[0], bob) == (409, "too_many_invitations")


def test_a_repeated_invitation_is_told_as_such_when_there_is_no_room_for_another(alice: Person) -> None:
    bob = person("Bob")
    match_id = alice.post("/matches", {"game": RPW, "seats": 3}).json()["id"]
    for number in range(writer.MOST_INVITATIONS_A_DAY):
        assert invite(alice, match_id, bob, Idempotency_Key=f"key{number}") == (201, None)
    assert invite(alice, match_id, bob, Idempotency_Key="key0") == (409, "already_created")


def test_invitations_sent_at_once_find_no_room_twice(alice: Person) -> None:
    bob = person("Bob")
    match_id = alice.post("/matches", {"game": RPW, "seats": 3}).json()["id"]
    for _ in range(writer.MOST_INVITATIONS_A_DAY - 1):
        invite(alice, match_id, bob)

    def send(_: int) -> int:
        try:
            return invite(alice, match_id, bob)[0]
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        assert sorted(pool.map(send, range(4))) == [201, 409, 409, 409]


def test_settings_begin_with_all_kinds_and_no_exception(alice: Person) -> None:
    settings = alice.get("/me/notice-settings").json()
    assert (settings["mail"], settings["matches"]) == ([*KINDS], [])


def test_settings_are_changed_piece_by_piece(alice: Person, match_id: str) -> None:
    assert alice.patch("/me/notice-settings", {"mail": ["match_ended"]}).json()["mail"] == ["match_ended"]
    changed = alice.patch("/me/notice-settings", {"matches": [{"match": match_id, "kinds": ["your_turn"]}]}).json()
    assert changed == {"mail": ["match_ended"], "matches": [{"match": match_id, "kinds": ["your_turn"]}]}
    assert alice.get("/me/notice-settings").json() == changed
    back = alice.patch("/me/notice-settings", {"matches": [{"match": match_id, "kinds": None}]}).json()
    assert back == {"mail": ["match_ended"], "matches": []}


def test_settings_refuse_what_they_do_not_know(alice: Person, match_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    twice = [{"match": match_id, "kinds": []}, {"match": match_id, "kinds": None}]
    for body in ({"mail": ["gossip"]}, {"matches": [{"match": "x", "kinds": []}]}):
        assert alice.patch("/me/notice-settings", body).json()["code"] == "invalid_request"
    assert alice.patch("/me/notice-settings", {"matches": twice}).json()["code"] == "value_not_allowed"
    monkeypatch.setattr(preferences, "MAX_EXCEPTIONS", 1)
    many = [{"match": create(alice.id), "kinds": []} for _ in range(2)]
    refused = alice.patch("/me/notice-settings", {"matches": many}).json()
    assert refused["errors"][0]["pointer"] == "/matches"
    assert alice.get("/me/notice-settings").json()["matches"] == []


def test_settings_take_no_match_that_is_not_there_or_that_the_player_may_not_know_of(alice: Person) -> None:
    bob = person("Bob")
    hidden = bob.post("/matches", {"game": "rock-paper-wizard", "seats": 3, "visibility": "private"}).json()["id"]
    for match_id in (new_id(), hidden):
        refused = alice.patch("/me/notice-settings", {"matches": [{"match": match_id, "kinds": []}]})
        assert refused.status_code == 422
        assert (refused.json()["code"], refused.json()["errors"][0]["code"]) == ("value_not_allowed", "unknown")
        # To take back what is not there, or was there once, is no mistake.
        assert alice.patch("/me/notice-settings", {"matches": [{"match": match_id, "kinds": None}]}).status_code == 200
    assert alice.get("/me/notice-settings").json()["matches"] == []
    # A seat of one's own is enough before any list has it.
    assert bob.patch("/me/notice-settings", {"matches": [{"match": hidden, "kinds": []}]}).status_code == 200


@pytest.fixture
def loopback(settings: Settings) -> None:
    settings.WEBHOOKS_TO_LOOPBACK = True
    Webhook.objects.all().delete()


@pytest.mark.usefixtures("loopback")
def test_a_webhook_s_secret_is_shown_once(alice: Person) -> None:
    made = alice.post("/me/webhooks", {"url": "http://127.0.0.1:9999/x", "kinds": ["your_turn"]})
    assert (made.status_code, made.headers["Cache-Control"]) == (201, "no-store")
    secret = made.json()["secret"]
    assert made.headers["Location"] == f"/api/v1/me/webhooks/{made.json()['id']}"
    for path in ("/me/webhooks", made.headers["Location"].removeprefix("/api/v1")):
        answer = alice.get(path)
        assert answer.status_code == 200
        assert secret.removeprefix("whsec_") not in answer.content.decode()
    assert alice.get("/me/webhooks").json()["items"][0]["url"] == "http://127.0.0.1:9999/x"


@pytest.mark.usefixtures("loopback")
def test_a_repeated_webhook_is_made_once(alice: Person) -> None:
    wish = {"url": "http://127.0.0.1:9999/x"}
    assert alice.post("/me/webhooks", wish, Idempotency_Key="k").status_code == 201
    assert alice.post("/me/webhooks", wish, Idempotency_Key="k").json()["code"] == "already_created"
    other = alice.post("/me/webhooks", {**wish, "format": "chat"}, Idempotency_Key="k")
    assert other.json()["code"] == "idempotency_key_reused"
    assert len(alice.get("/me/webhooks").json()["items"]) == 1


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("https://127.0.0.1/", "not_public"),
        ("https://localhost/", "not_public"),
        ("https://[::1]/", "not_public"),
        ("https://169.254.169.254/latest/meta-data", "not_public"),
        ("http://example.org/", "https_only"),
        ("https://user:secret-word@example.org/", "malformed"),
        ("https://example.org:22/", "port"),
        ("https://no-such-name.invalid/", "unresolvable"),
    ],
)
def test_an_address_that_is_not_public_https_is_refused_and_not_quoted(url: str, reason: str, alice: Person) -> None:
    refused = alice.post("/me/webhooks", {"url": url})
    assert (refused.status_code, refused.json()["params"]) == (422, {"reason": reason})
    assert "secret-word" not in refused.content.decode()


def test_no_player_waits_for_a_name_server(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    real = socket.getaddrinfo

    def listening(host: str, port: Any, *, flags: int = 0, **more: Any) -> Any:
        if not flags & socket.AI_NUMERICHOST:
            asked.append(host)
            raise OSError
        return real(host, port, flags=flags, **more)

    monkeypatch.setattr(socket, "getaddrinfo", listening)
    made = alice.post("/me/webhooks", {"url": "https://hangs.example/"})
    assert (made.status_code, asked) == (201, [])


@pytest.mark.usefixtures("loopback")
def test_others_webhooks_are_not_there(alice: Person) -> None:
    made = alice.post("/me/webhooks", {"url": "http://127.0.0.1:9999/x"}).json()["id"]
    charlie = person("Charlie")
    for answer in (
        charlie.get(f"/me/webhooks/{made}"),
        charlie.delete(f"/me/webhooks/{made}"),
        charlie.post(f"/me/webhooks/{made}/test"),
        charlie.get(f"/me/webhooks/{made}/deliveries"),
        charlie.post(f"/me/webhooks/{made}/deliveries/{new_id()}/resend"),
    ):
        assert answer.json()["code"] == "webhook_not_found"
    assert charlie.get("/me/webhooks").json()["items"] == []


@pytest.mark.usefixtures("loopback")
def test_deliveries_say_what_became_of_them_and_can_be_resent(alice: Person, match_id: str) -> None:
    with receiving(500) as receiver:
        made = alice.post("/me/webhooks", {"url": receiver.url}).json()["id"]
        tested = alice.post(f"/me/webhooks/{made}/test").json()
        assert (tested["kind"], tested["state"], tested["attempts"]) == ("test", "pending", 0)
        courier.WEBHOOKS.run(PostSettings(loopback=True))
        (failed,) = alice.get(f"/me/webhooks/{made}/deliveries").json()["items"]
        assert (failed["state"], failed["last_status"], failed["last_error"]) == ("pending", 500, "refused")
        assert failed["next_attempt_at"] is not None
        receiver.answer = 200
        resent = alice.post(f"/me/webhooks/{made}/deliveries/{failed['id']}/resend").json()
        assert resent["attempts"] == 0
        courier.WEBHOOKS.run(PostSettings(loopback=True))
        (done,) = alice.get(f"/me/webhooks/{made}/deliveries").json()["items"]
    assert (done["state"], done["last_status"], done["last_error"]) == ("delivered", 200, None)
    assert [got.headers["webhook-id"] for got in receiver.received] == [done["message"]] * 2


@pytest.mark.usefixtures("loopback")
def test_a_browser_subscribes_by_what_it_writes_of_itself(alice: Person, settings: Settings) -> None:
    settings.VAPID_KEY = encoded(bytes(range(1, 33)))
    assert len(decoded(alice.get("/me/push-subscriptions").json()["key"])) == 65
    made = alice.post("/me/push-subscriptions", {**SUBSCRIPTION, "expirationTime": None})
    assert made.status_code == 201
    # Neither of the browser's keys is shown again.
    assert made.json().keys() == {"id", "endpoint", "kinds", "created_at", "failing_since"}
    assert alice.get("/me/push-subscriptions").json()["items"] == [made.json()]
    path = made.headers["Location"].removeprefix("/api/v1")
    for refused in (person("Charlie").delete(path), person("Charlie").delete("/me/push-subscriptions/x")):
        assert (refused.status_code, refused.json()["code"]) == (404, "subscription_not_found")
    assert alice.delete(path).status_code == 204
    assert alice.get("/me/push-subscriptions").json()["items"] == []


def test_what_is_no_browser_s_key_or_not_public_is_refused(alice: Person, settings: Settings) -> None:
    settings.VAPID_KEY = encoded(bytes(range(1, 33)))
    keys = {**BROWSER_KEYS, "p256dh": encoded(b"\4" + bytes(64))}
    for wish, code in (
        ({**SUBSCRIPTION, "keys": keys}, "value_not_allowed"),
        ({**SUBSCRIPTION, "endpoint": "https://10.0.0.1/"}, "address_not_allowed"),
        ({**SUBSCRIPTION, "keys": {**BROWSER_KEYS, "auth": "x"}}, "invalid_request"),
    ):
        assert alice.post("/me/push-subscriptions", wish).json()["code"] == code


def test_deleting_oneself_takes_webhooks_and_notices_along(alice: Person, match_id: str) -> None:
    alice.post("/me/webhooks", {"url": "http://127.0.0.1:9999/x"})
    alice.patch("/me", {"email": "alice@example.org"})
    alice.post("/me/email-confirmations")
    alice.delete("/me")
    assert not Webhook.objects.filter(player_id=alice.id).exists()
    assert not Dispatch.objects.filter(player_id=alice.id).exists()
    assert Player.objects.get(id=alice.id).confirmed_email == ""
