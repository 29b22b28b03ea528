"""What a player, and all players behind one address, may store in a day."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from events.store import new_id
from games.matches.accounts.players import sign_up
from games.matches.errors import QuotaExceeded
from games.matches.lobby import forks, lobby
from games.matches.lobby.lobby import SeatWish
from games.matches.models.matches import Lobby
from games.matches.models.notices import Dispatch, Notice
from games.matches.notices import webhooks, writer
from games.matches.notices.kinds import KINDS
from games.matches.notices.webhooks import NewWebhook
from games.matches.quotas import admission, storage
from games.matches.quotas.callers import called_from, caller_address
from games.matches.stream.loading import load
from tests.games.matches.quotas.used import ended, used
from tests.support.cast import Person, account_holder, match_of, new_match, person


def test_an_address_signs_up_only_so_many_guests_a_day(limited: Any) -> None:
    limited("address", bytes=2 * storage.STORED["player"])

    def guest(address: str, handle: str) -> Any:
        body = {"handle": handle}
        return Client(REMOTE_ADDR=address).post("/api/v1/players", body, content_type="application/json")

    names = [f"Guest_{new_id()[-12:]}" for _ in range(4)]
    assert [guest("192.0.2.50", name).status_code for name in names[:3]] == [201, 201, 429]
    refused = guest("192.0.2.50", names[2]).json()
    assert (refused["params"]["quota"], refused["params"]["of"]) == ("bytes", "address")
    # Nothing of it was kept, so the name is free for others.
    assert guest("192.0.2.51", names[2]).status_code == 201


def test_matches_made_and_called_off_are_counted_by_what_they_leave(alice: Person, limited: Any) -> None:
    before = used(alice)["bytes"]
    limited(bytes=before + 2 * storage.STORED["match"])
    for _ in range(2):
        lobby.cancel(lobby.create(alice.id, new_match(), key=None)[0], alice.id, key=None)
    count = Lobby.objects.count()
    with pytest.raises(QuotaExceeded) as refused:
        lobby.create(alice.id, new_match(), key=None)
    assert (refused.value.params["quota"], refused.value.params["of"]) == ("bytes", "player")
    assert Lobby.objects.count() == count


def test_a_match_that_is_paid_for_is_filled_with_bots_and_started_though_no_bytes_are_left(
    alice: Person, limited: Any
) -> None:
    made = [lobby.create(alice.id, new_match(start="manual"), key=None)[0] for _ in range(2)]
    before = used(alice)["bytes"]
    limited(bytes=before)
    for name in ("Bob", "Carol"):
        lobby.join(made[0], person(name).id, SeatWish(), key=None)
    lobby.start(made[0], alice.id, key=None)
    for _ in range(2):
        lobby.seat_bot(made[1], alice.id, seat=None, bot="random", key=None)
    lobby.start(made[1], alice.id, key=None)
    assert used(alice)["bytes"] == before
    with pytest.raises(QuotaExceeded) as refused:
        lobby.create(alice.id, new_match(), key=None)
    assert refused.value.params["quota"] == "bytes"


def test_a_fork_counts_its_match_in_bytes_and_what_it_copies_in_events_alone(alice: Person, limited: Any) -> None:
    parent = load(ended(alice, "random", "random"))
    before = used(alice)["bytes"]
    limited(bytes=before + storage.STORED["match"])
    wish = forks.ForkWish(
        at=parent.match.head.version,
        seat=None,
        clock={"mode": "none"},
        visibility=None,
        name="",
        start="manual",
        entropy=None,
    )
    forks.fork(parent, Lobby.objects.get(match_id=parent.match.id), alice.id, wish, key=None)
    assert used(alice)["bytes"] == before + storage.STORED["match"]


def test_what_is_kept_of_a_player_s_wishes_is_counted_once_however_often_it_is_asked_for(
    alice: Person, limited: Any
) -> None:
    made, _ = lobby.create(alice.id, new_match(), key=None)
    at_first = used(alice)["bytes"]
    for _ in range(2):
        assert alice.patch("/me/notice-settings", {"matches": [{"match": made, "kinds": []}]}).status_code == 200
        alice.post("/me/webhooks", {"url": "https://hooks.example.org/"}, Idempotency_Key="one")
        alice.post(f"/matches/{made}/invitations", Idempotency_Key="one")
    counted = sum(storage.STORED[kind] for kind in ("exception", "webhook", "invitation"))
    counted += len("https://hooks.example.org/")
    assert used(alice)["bytes"] == at_first + counted
    limited(bytes=at_first + counted)
    refused = alice.post("/me/webhooks", {"url": "https://hooks.example.org/"})
    assert (refused.status_code, refused.json()["params"]["quota"]) == (429, "bytes")
    other, _ = match_of_bob()
    assert alice.patch("/me/notice-settings", {"matches": [{"match": other, "kinds": []}]}).status_code == 429
    assert alice.post(f"/matches/{made}/invitations").status_code == 429
    assert used(alice)["bytes"] == at_first + counted


def match_of_bob() -> tuple[str, bool]:
    return lobby.create(person("Bob").id, new_match(), key=None)


@pytest.mark.parametrize("of", ["address", "player"])
def test_nobody_is_kept_from_logging_in_by_what_they_or_strangers_behind_their_address_have_stored(
    of: str, limited: Any
) -> None:
    handle, password = f"Owner_{new_id()[-12:]}", "a long pass phrase"
    player, _ = sign_up(handle, locale="en", key=None, password=password)
    limited(of, bytes=1)
    body = {"handle": handle, "password": password, "label": "here", "scopes": ["account"]}
    answer = Client(REMOTE_ADDR="192.0.2.60").post("/api/v1/tokens", body, content_type="application/json")
    assert answer.status_code == 201
    # It is counted all the same.
    assert quota(str(player.id), "bytes") == 2 * storage.STORED["token"]


def quota(player: str, name: str) -> int:
    return next(use.used for use in admission.uses(player) if use.quota == name)


def test_each_vacation_that_is_wished_for_counts_and_coming_back_does_not(alice: Person, limited: Any) -> None:
    before = used(alice)["bytes"]
    for days in (5, 6):
        starts, ends = (f"{datetime.now(UTC) + timedelta(days=day):%Y-%m-%dT%H:%M:%SZ}" for day in (days, days + 1))
        wish = {"starts_at": starts, "ends_at": ends}
        assert alice.patch("/me", {"vacation": wish}).status_code == 200
    assert used(alice)["bytes"] == before + 2 * storage.STORED["vacation"]
    limited(bytes=1)
    assert alice.patch("/me", {"vacation": wish}).status_code == 429
    assert alice.patch("/me", {"vacation": None}).status_code == 200


def hooked(who: Person, count: int) -> None:
    new = NewWebhook(url="https://hooks.example.org/", kinds=KINDS, format="standard")
    for _ in range(count):
        webhooks.create(who.id, new, key=None)


def told(*people: Person) -> str:
    match_id = match_of(*people)
    writer.tell_now(match_id)
    return match_id


# Four bytes in UTF-8, and two units in UTF-16.
WIDE = "\U00020000"


def test_a_text_counts_by_the_bytes_that_it_takes(limited: Any) -> None:
    ada, ben, cid = (account_holder(name) for name in ("Ada", "Ben", "Cid"))
    match_id = match_of(ada, ben, cid)
    said = {"text": WIDE * 500}
    assert ben.post(f"/matches/{match_id}/chat", said).status_code == 201
    message = {"match": match_id, "message": {"room": "players", "number": 1}}
    address = "https://example.org/" + "x" * 370
    calls = {
        "chat message": (ada.post, f"/matches/{match_id}/chat", said, 2_000),
        "own note": (ada.put, f"/matches/{match_id}/note", {"text": WIDE * 2_000}, 8_000),
        "report": (
            ada.post,
            "/me/reports",
            {"player": ben.id, "kind": "abuse", "text": WIDE * 1_000, **message},
            6_000,
        ),
        "webhook": (ada.post, "/me/webhooks", {"url": address}, len(address)),
        "app": (ada.post, "/me/apps", {"name": "Mine", "redirect_uris": [address]}, len(address) + 4),
    }
    for kind, (call, path, body, size) in calls.items():
        before = used(ada)["bytes"]
        assert call(path, body).status_code < 300, kind
        assert (kind, used(ada)["bytes"] - before) == (kind, storage.STORED[kind] + size)
    limited(bytes=used(ada)["bytes"] + storage.STORED["chat message"] + 1_999)
    assert ada.post(f"/matches/{match_id}/chat", said).json()["params"]["quota"] == "bytes"


def test_what_grows_by_a_change_counts_by_its_growth_and_is_refused_over_the_quota(limited: Any) -> None:
    ada, short, long = account_holder("Ada"), "https://example.org/a", "https://example.org/" + "x" * 300
    app = ada.post("/me/apps", {"name": "Mine", "redirect_uris": [short]}).json()["client_id"]
    webhook = ada.post("/me/webhooks", {"url": short}).json()["id"]
    changes = {f"/me/apps/{app}": "redirect_uris", f"/me/webhooks/{webhook}": "url"}
    for path, field in changes.items():
        for sent, growth in ((long, len(long) - len(short)), (short, 0), (short, 0)):
            before = used(ada)["bytes"]
            assert ada.patch(path, {field: [sent] if field == "redirect_uris" else sent}).status_code == 200
            assert used(ada)["bytes"] - before == growth
    limited(bytes=used(ada)["bytes"] + 100)
    for path, field in changes.items():
        refused = ada.patch(path, {field: [long] if field == "redirect_uris" else long})
        assert (refused.status_code, refused.json()["params"]["quota"]) == (429, "bytes")
        assert long not in str(ada.get(path).json())


# That a match has started, and whose turn it is: in this game everybody's.
NOTICES = 2


def test_notices_count_to_their_player_and_to_the_address_of_the_match_and_deliveries_to_their_player_alone(
    alice: Person,
) -> None:
    bob, carol = person("Bob"), person("Carol")
    hooked(alice, 2)
    before = {who: used(who)["bytes"] for who in (alice, bob)}
    notice, delivery = storage.STORED["notice"], storage.STORED["delivery"]
    with called_from(f"2001:db8::{new_id()[-4:]}"):
        told(bob, alice, carol)
        address = caller_address()
    counted = {who: used(who)["bytes"] - before[who] for who in (alice, bob)}
    assert counted == {alice: NOTICES * (notice + 2 * delivery), bob: storage.STORED["match"] + NOTICES * notice}
    # How many webhooks Alice has is no business of the address that has made the match.
    assert of_address(address) == storage.STORED["match"] + 3 * NOTICES * notice


def of_address(address: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT bytes FROM matches_quotause WHERE who = %s", [f"address {address}"])
        ((count,),) = cursor.fetchall()
    return int(count)


def test_a_player_without_bytes_has_notices_in_the_inbox_alone_and_their_webhooks_say_so(
    alice: Person, limited: Any
) -> None:
    bob = person("Bob")
    for who in (alice, bob):
        hooked(who, 1)
    told(alice, bob, person("Carol"))
    (shown,) = alice.get("/me/webhooks").json()["items"]
    assert (shown["held_until"], Dispatch.objects.filter(player_id=alice.id).count()) == (None, NOTICES)
    assert used(alice)["bytes"] > used(bob)["bytes"]
    limited(bytes=used(alice)["bytes"])
    told(person("Carol"), alice, bob)
    assert Notice.objects.filter(player_id=alice.id).count() == 2 * NOTICES
    assert [Dispatch.objects.filter(player_id=who.id).count() for who in (alice, bob)] == [NOTICES, 2 * NOTICES]
    (shown,) = alice.get("/me/webhooks").json()["items"]
    assert shown["held_until"].endswith("T00:00:00.000000Z")
    assert alice.get(f"/me/webhooks/{shown['id']}").json() == shown
    assert bob.get("/me/webhooks").json()["items"][0]["held_until"] is None


def test_an_invitation_by_name_counts_to_who_invites_and_not_to_who_is_invited(alice: Person) -> None:
    bob = person("Bob")
    hooked(bob, 2)
    made, _ = lobby.create(alice.id, new_match(), key=None)
    before = {who: used(who)["bytes"] for who in (alice, bob)}
    assert alice.post(f"/matches/{made}/invitations", {"player": bob.id}).status_code == 201
    sizes = storage.STORED
    assert used(bob)["bytes"] == before[bob]
    assert used(alice)["bytes"] - before[alice] == sizes["invitation"] + sizes["notice"] + 2 * sizes["delivery"]
