"""What one player, and all players behind one address, may set going; and what is refused when they have."""

from collections.abc import Callable
from datetime import date, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.db.models.functions import Now
from django.test import Client

from config.environment import limits
from config.local_stack.serve import app_services
from events import store
from events.store import new_id
from games.matches import tasks
from games.matches.autoplay import timeouts
from games.matches.errors import QuotaExceeded
from games.matches.lists import listings
from games.matches.lobby import forks, lobby, rematches
from games.matches.lobby.lobby import SeatWish
from games.matches.models.matches import Lobby
from games.matches.models.service import HostedMatch, QuotaUse, TakenSeat
from games.matches.play import pauses, submission
from games.matches.play.submission import Sent
from games.matches.quotas import admission, storage
from games.matches.stream.loading import load
from tests.games.matches.autoplay.test_bots import with_bots
from tests.games.matches.quotas.used import ended, used
from tests.support.cast import RPW, Person, legal, match_of, new_match, person
from tests.support.races import at_once
from tests.support.table_fixtures import Cast, Later


def from_address(who: Person, address: str, path: str, body: object) -> Any:
    return Client(REMOTE_ADDR=address).post(
        f"/api/v1{path}", body, content_type="application/json", headers={"Authorization": f"Bearer {who.token}"}
    )


def lobbies(host: Person) -> int:
    return Lobby.objects.filter(creator_id=host.id).count()


def test_a_player_has_only_so_many_matches_at_once_and_the_end_of_one_makes_room(alice: Person, limited: Any) -> None:
    limited(matches=2)
    first, _ = lobby.create(alice.id, new_match(), key=None)
    lobby.create(alice.id, new_match(), key=None)
    with pytest.raises(QuotaExceeded) as refused:
        lobby.create(alice.id, new_match(), key=None)
    assert refused.value.params == {"quota": "matches", "of": "player", "used": 2, "limit": 2, "resets_at": None}
    assert (refused.value.retry_after, lobbies(alice)) == (60, 2)
    lobby.cancel(first, alice.id, key=None)
    lobby.create(alice.id, new_match(), key=None)


def test_of_twenty_matches_made_at_once_only_as_many_come_to_be_as_there_may_be(alice: Person, limited: Any) -> None:
    limited(matches=3)
    told = at_once(*[lambda: lobby.create(alice.id, new_match(), key=None)] * 20)
    assert (told.count(QuotaExceeded), lobbies(alice)) == (17, 3)


def test_a_repeated_creation_is_answered_when_the_quota_is_used_up(alice: Person, limited: Any) -> None:
    limited(matches=1)
    made, _ = lobby.create(alice.id, new_match(), key="k")
    assert lobby.create(alice.id, new_match(), key="k") == (made, True)


def test_bots_are_seated_in_only_so_many_matches_at_once(alice: Person, limited: Any) -> None:
    limited(bot_matches=1)
    with_bots(alice, "random", "random")
    other, _ = lobby.create(alice.id, new_match(), key=None)
    before = load(other).match.head
    with pytest.raises(QuotaExceeded):
        lobby.seat_bot(other, alice.id, seat=None, bot="random", key=None)
    assert load(other).match.head == before


def test_matches_that_are_made_with_bots_count_as_such(alice: Person, limited: Any) -> None:
    limited(bot_matches=1)
    lobby.create(alice.id, new_match(bots=["easy"]), key=None)
    with pytest.raises(QuotaExceeded):
        lobby.create(alice.id, new_match(bots=["easy"]), key=None)
    lobby.create(alice.id, new_match(), key=None)


def test_a_match_that_its_host_has_left_to_bots_counts_until_it_ends(alice: Person, limited: Any) -> None:
    limited(bot_matches=1)
    match_id = with_bots(alice, "random", "random")
    submission.resign(match_id, alice.id, key=None)
    other, _ = lobby.create(alice.id, new_match(), key=None)
    with pytest.raises(QuotaExceeded):
        lobby.seat_bot(other, alice.id, seat=None, bot="random", key=None)
    while not timeouts.expire(match_id).match.is_over:
        pass
    lobby.seat_bot(other, alice.id, seat=None, bot="random", key=None)


def left_by_host(host: Person, guest: Person) -> str:
    """A lobby in which a guest alone sits."""
    match_id, _ = lobby.create(host.id, new_match(), key=None)
    lobby.join(match_id, guest.id, SeatWish(), key=None)
    lobby.leave(match_id, host.id, key="left")
    return match_id


def test_a_match_without_bots_that_its_host_has_left_or_resigned_from_makes_room(cast: Cast, limited: Any) -> None:
    alice, bob, _ = cast
    limited(matches=1)
    match_id = left_by_host(alice, bob)
    assert used(alice)["matches"] == 0
    running = match_of(*cast)
    assert used(alice)["matches"] == 1
    submission.resign(running, alice.id, key=None)
    assert [load(one).match.is_over for one in (match_id, running)] == [False, False]
    lobby.create(alice.id, new_match(), key=None)
    # What goes on is given to nobody who has not asked for it.
    assert used(bob)["matches"] == 0


def test_matches_that_their_hosts_have_left_count_for_their_address(pair: tuple[Person, Person], limited: Any) -> None:
    limited(of="address", matches=3)
    address = f"2001:db8:{new_id()[-4:]}:2::1"
    for _ in range(3):
        made = from_address(pair[0], address, "/matches", {"game": RPW, "seats": 3}).json()["id"]
        lobby.join(made, pair[1].id, SeatWish(), key=None)
        lobby.leave(made, pair[0].id, key=None)
    refused = from_address(pair[0], address, "/matches", {"game": RPW, "seats": 3})
    assert (refused.status_code, refused.json()["params"]["of"]) == (429, "address")


def test_who_comes_back_and_starts_a_match_answers_for_it_again_whatever_they_repeat(
    pair: tuple[Person, Person],
) -> None:
    alice, bob = pair
    match_id, _ = lobby.create(alice.id, new_match(seats=2, game="cave", start="manual"), key=None)
    lobby.join(match_id, bob.id, SeatWish(), key=None)
    lobby.leave(match_id, alice.id, key="left")
    lobby.join(match_id, alice.id, SeatWish(), key=None)
    assert used(alice)["matches"] == 0
    lobby.leave(match_id, bob.id, key=None)
    lobby.join(match_id, bob.id, SeatWish(), key=None)
    lobby.start(match_id, alice.id, key=None)
    assert used(alice)["matches"] == 1
    lobby.leave(match_id, alice.id, key="left")
    assert used(alice)["matches"] == 1


def test_a_player_takes_only_so_many_seats_at_once_and_a_match_that_ends_makes_room(cast: Cast, limited: Any) -> None:
    alice, bob, _ = cast
    limited(seats=2)
    first, _ = lobby.create(alice.id, new_match(), key=None)
    second, third = (lobby.create(bob.id, new_match(), key=None)[0] for _ in range(2))
    lobby.join(second, alice.id, SeatWish(), key="k")
    lobby.join(second, alice.id, SeatWish(), key="k")
    with pytest.raises(QuotaExceeded) as refused:
        lobby.join(third, alice.id, SeatWish(), key=None)
    assert refused.value.params == {"quota": "seats", "of": "player", "used": 2, "limit": 2, "resets_at": None}
    with pytest.raises(QuotaExceeded):
        lobby.create(alice.id, new_match(), key=None)
    assert (used(alice)["seats"], used(alice)["matches"], load(third).seat_of(alice.id)) == (2, 1, None)
    lobby.cancel(first, alice.id, key=None)
    listings.project_listings([first])
    lobby.join(third, alice.id, SeatWish(), key=None)


def test_seats_are_counted_from_the_lists_once_they_must_hold_them(cast: Cast, limited: Any) -> None:
    match_id, other = (lobby.create(cast[1].id, new_match(), key=None)[0] for _ in ("first", "other"))
    limited(seats=1)
    lobby.join(match_id, cast[0].id, SeatWish(), key=None)
    listings.project_listings([match_id])
    TakenSeat.objects.update(taken_at=Now() - timedelta(minutes=2))
    tasks.forget_quotas()
    assert not TakenSeat.objects.exists()
    with pytest.raises(QuotaExceeded):
        lobby.join(other, cast[0].id, SeatWish(), key=None)
    lobby.leave(match_id, cast[0].id, key=None)
    listings.project_listings([match_id])
    lobby.join(other, cast[0].id, SeatWish(), key=None)


def test_seats_taken_at_once_are_no_more_than_one_by_one(cast: Cast, limited: Any) -> None:
    limited()
    matches = [lobby.create(cast[1].id, new_match(), key=None)[0] for _ in range(6)]
    limited(seats=2)
    came = at_once(*[partial(lobby.join, match_id, cast[0].id, SeatWish(), key=None) for match_id in matches])
    assert came.count(QuotaExceeded) == 4
    assert sum(load(match_id).seat_of(cast[0].id) is not None for match_id in matches) == 2


def test_a_rematch_takes_a_seat_for_its_maker_and_for_who_joins_it(cast: Cast, limited: Any) -> None:
    match_id = match_of(*cast)
    for who in cast[:2]:
        submission.resign(match_id, who.id, key=None)
    listings.project_listings([match_id])
    limited(seats=1)
    rematches.rematch(match_id, cast[0].id, key=None)
    assert used(cast[0])["seats"] == 1
    limited(seats=0)
    with pytest.raises(QuotaExceeded):
        rematches.rematch(match_id, cast[1].id, key=None)


def test_who_seats_bots_in_a_match_of_another_player_s_answers_for_them(pair: tuple[Person, Person]) -> None:
    alice, bob = pair
    match_id, _ = lobby.create(alice.id, new_match(), key=None)
    lobby.join(match_id, bob.id, lobby.SeatWish(), key=None)
    lobby.leave(match_id, alice.id, key=None)
    lobby.seat_bot(match_id, bob.id, seat=None, bot="random", key=None)
    assert (used(alice)["matches"], used(bob)["bot_matches"]) == (0, 1)


def test_what_bots_play_counts_for_the_player_who_has_seated_them_and_no_move_is_ever_refused(
    alice: Person, limited: Any
) -> None:
    match_id = with_bots(alice, "random", "random")
    before = used(alice)["events"]
    timeouts.expire(match_id)
    by_bots = used(alice)["events"] - before
    assert by_bots == sum(event.envelope["by"] == "bot" for event in load(match_id).events) > 0
    limited(events=1)
    submission.resign(match_id, alice.id, key=None)
    timeouts.expire(match_id)
    with pytest.raises(QuotaExceeded) as refused:
        lobby.create(alice.id, new_match(), key=None)
    assert refused.value.params["quota"] == "events"
    assert 0 < refused.value.retry_after <= 24 * 60 * 60


def test_a_fork_counts_what_it_copies_and_is_refused_before_anything_is_written(alice: Person, limited: Any) -> None:
    parent = load(ended(alice, "random", "random"))
    before, last = used(alice)["events"], parent.match.head.version

    def fork(key: str | None = None) -> str:
        wish = forks.ForkWish(
            at=last, seat=None, clock={"mode": "none"}, visibility=None, name="", start="manual", entropy=None
        )
        return forks.fork(parent, Lobby.objects.get(match_id=parent.match.id), alice.id, wish, key=key)[0]

    made = fork("k")
    assert used(alice)["events"] - before >= load(made).match.table.forked_from["version"] > 10  # type: ignore[index]
    once = used(alice)["events"]
    assert (fork("k"), used(alice)["events"]) == (made, once)
    limited(events=once + 10)
    rows = lobbies(alice)
    with pytest.raises(QuotaExceeded):
        fork()
    assert lobbies(alice) == rows


def test_a_rematch_with_bots_and_a_start_are_refused_too(alice: Person, limited: Any) -> None:
    match_id = ended(alice, "random", "random")
    waiting, _ = lobby.create(alice.id, new_match(seats=2, game="cave", start="manual"), key=None)
    lobby.join(waiting, person("Bob").id, lobby.SeatWish(), key=None)
    limited(bot_matches=0, events=0)
    with pytest.raises(QuotaExceeded):
        rematches.rematch(match_id, alice.id, key=None)
    assert not Lobby.objects.filter(rematch_of=match_id).exists()
    with pytest.raises(QuotaExceeded):
        lobby.start(waiting, alice.id, key=None)
    assert load(waiting).match.table.status == "open"


def test_guests_behind_one_address_share_its_quotas_and_those_of_other_addresses_do_not(limited: Any) -> None:
    limited(of="address", bot_matches=3)
    network = f"2001:db8:{new_id()[-4:]}:1::"

    def amplify(address: str) -> int:
        guest = person("Guest")
        made = from_address(guest, address, "/matches", {"game": RPW, "seats": 3}).json()["id"]
        return int(from_address(guest, address, f"/matches/{made}/bots", {"bot": "random"}).status_code)

    assert [amplify(f"{network}{number}") for number in range(1, 6)] == [200, 200, 200, 429, 429]
    assert amplify("192.0.2.1") == 200


def test_a_refusal_says_which_quota_and_when_it_is_counted_anew(alice: Person, limited: Any) -> None:
    limited(events=1)
    alice.post("/matches", {"game": RPW, "seats": 3})
    refused = alice.post("/matches", {"game": RPW, "seats": 3})
    told = refused.json()
    assert (refused.status_code, told["code"], told["params"]["quota"]) == (429, "quota_exceeded", "events")
    assert told["params"]["resets_at"].endswith("T00:00:00.000000Z")
    assert 0 < int(refused["Retry-After"]) <= 24 * 60 * 60


def test_a_player_is_told_how_much_is_used(alice: Person, limited: Any) -> None:
    limited(matches=7, bot_matches=3, events=100, bytes=10**6, seats=9)
    with_bots(alice, "random", "random")
    items = {item["quota"]: item for item in alice.get("/me/quotas").json()["items"]}
    assert {quota: (item["used"], item["limit"]) for quota, item in items.items()} == {
        "matches": (1, 7),
        "bot_matches": (1, 3),
        "events": (items["events"]["used"], 100),
        "bytes": (storage.STORED["token"] + storage.STORED["match"], 10**6),
        "seats": (1, 9),
    }
    assert items["events"]["used"] >= 1
    assert [item["resets_at"] is None for item in items.values()] == [True, True, False, False, True]


def test_addresses_are_kept_as_keyed_hashes_and_forgotten_after_a_day(alice: Person) -> None:
    made = from_address(alice, "192.0.2.77", "/matches", {"game": RPW, "seats": 3}).json()["id"]
    row = HostedMatch.objects.get(match_id=made)
    assert len(row.address) == 32
    assert "192.0.2.77" not in row.address
    HostedMatch.objects.filter(match_id=made).update(made_at=Now() - timedelta(days=2))
    QuotaUse.objects.create(who=f"address {row.address}", day=date(2026, 1, 1), events=5)
    tasks.forget_quotas()
    assert HostedMatch.objects.get(match_id=made).address == ""
    assert not QuotaUse.objects.filter(day=date(2026, 1, 1)).exists()


def test_a_creation_that_was_cut_short_is_no_match_after_a_minute(alice: Person) -> None:
    admission.admit(alice.id, new_id())
    assert used(alice)["matches"] == 1
    HostedMatch.objects.filter(player_id=alice.id).update(made_at=Now() - timedelta(minutes=2))
    tasks.forget_quotas()
    assert used(alice)["matches"] == 0


def test_a_match_that_has_ended_is_forgotten(cast: Cast) -> None:
    match_id, _ = lobby.create(cast[0].id, new_match(), key=None)
    lobby.cancel(match_id, cast[0].id, key=None)
    assert used(cast[0])["matches"] == 0
    assert store.load(match_id).events[-1].envelope["type"] == "match_cancelled"


def test_make_serve_has_room_for_tournaments_and_the_public_service_for_people() -> None:
    web = next(service for service in app_services({}, 8000, Path()) if service.name == "web-1")
    served, public = limits.quotas(web.environment["QUOTAS"]), limits.quotas("")
    assert served["bot_matches"] == {"player": 5_000, "address": 5_000}
    assert all(most < served[quota][of] for quota in public for of, most in public[quota].items())


@pytest.mark.parametrize("text", ['{"games": {"player": 1}}', '{"events": {"seat": 1}}', '{"events": {"player": 0}}'])
def test_a_mistake_in_the_environment_is_named_at_the_start(text: str) -> None:
    with pytest.raises(ValueError, match=r"QUOTAS: \w+\.\w+ cannot be"):
        limits.quotas(text)


def test_what_the_clock_plays_counts_for_whoever_answers_for_the_match(cast: Cast, later: Later) -> None:
    match_id = match_of(*cast, clock={"mode": "per_move", "seconds": 5})
    before, head = used(cast[0])["events"], load(match_id).match.head.version
    later(6)
    timeouts.expire(match_id)
    assert used(cast[0])["events"] - before == load(match_id).match.head.version - head > 0


def test_nobody_takes_a_move_back_once_the_events_of_the_day_are_used_and_it_stands(limited: Any, cast: Cast) -> None:
    limited()
    match_id = match_of(*cast)
    submission.play(match_id, cast[1].id, Sent(body=legal(match_id, 1)[0]), key=None)
    move = load(match_id).match.moves
    limited("player", events=1)
    refused = from_address(cast[1], "203.0.113.7", f"/matches/{match_id}/moves/{move}/take-back", {})
    assert (refused.status_code, refused.json()["params"]["quota"]) == (429, "events")
    assert load(match_id).match.retractable(1) == move


@pytest.mark.parametrize("of", ["player", "address"])
def test_nobody_joins_or_pauses_once_the_events_of_the_day_are_used_and_everybody_may_leave_and_go_on(
    of: str, limited: Any, cast: Cast
) -> None:
    limited()
    alice, home = cast[0], "203.0.113.7"
    waiting, other = (lobby.create(cast[1].id, new_match(), key=None)[0] for _ in ("first", "second"))
    running, paused = match_of(*cast), match_of(*cast)
    for one in cast:
        pauses.pause(paused, one.id, key=None)
    assert from_address(alice, home, f"/matches/{waiting}/join", {}).status_code == 200
    limited(of, events=1)
    for refused in (
        from_address(alice, home, f"/matches/{other}/join", {}),
        from_address(alice, home, f"/matches/{running}/pause", {}),
    ):
        told = refused.json()
        assert (refused.status_code, told["params"]["quota"], told["params"]["of"]) == (429, "events", of)
    for path in (f"/matches/{waiting}/leave", f"/matches/{paused}/resume"):
        assert from_address(alice, home, path, {}).status_code == 200
    assert (load(other).seat_of(alice.id), load(running).match.table.agreed) == (None, frozenset())


def test_guests_of_one_address_join_a_match_only_so_often_a_day_and_other_addresses_may(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(admission, "MOST_JOINS_OF_ADDRESS", 2)
    match_id, other = (lobby.create(cast[0].id, new_match(), key=None)[0] for _ in ("first", "second"))
    for guest in (person("Guest"), person("Guest")):
        assert from_address(guest, "203.0.113.8", f"/matches/{match_id}/join", {}).status_code == 200
        assert from_address(guest, "203.0.113.8", f"/matches/{match_id}/leave", {}).status_code == 200
    guest = person("Guest")
    refused = from_address(guest, "203.0.113.8", f"/matches/{match_id}/join", {})
    assert (refused.status_code, refused.json()["code"], refused.json()["params"]) == (
        409,
        "too_many_joins",
        {"most": 2},
    )
    assert load(match_id).seat_of(guest.id) is None
    assert from_address(guest, "203.0.113.8", f"/matches/{other}/join", {}).status_code == 200
    assert from_address(guest, "203.0.113.9", f"/matches/{match_id}/join", {}).status_code == 200


def test_of_guests_who_want_the_same_seat_only_the_one_who_gets_it_is_counted(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(admission, "MOST_JOINS_OF_ADDRESS", 2)
    match_id, _ = lobby.create(cast[0].id, new_match(), key=None)
    first, second, third = (person("Guest") for _ in range(3))
    judged: list[str] = []

    def lost(loaded: Any, *given: Any, **more: Any) -> Any:
        # Somebody else is faster, after the seat was admitted.
        if not judged:
            judged.append("once")
            assert from_address(second, "203.0.113.9", f"/matches/{match_id}/join", {}).status_code == 200
            assert from_address(second, "203.0.113.9", f"/matches/{match_id}/leave", {}).status_code == 200
        return seated(loaded, *given, **more)

    seated = lobby.seated
    monkeypatch.setattr(lobby, "seated", lost)
    assert from_address(first, "203.0.113.8", f"/matches/{match_id}/join", {}).status_code == 200
    assert from_address(third, "203.0.113.8", f"/matches/{match_id}/join", {}).status_code == 200


def test_a_seat_is_taken_in_one_transaction(alice: Person, cast: Cast) -> None:
    match_id, _ = lobby.create(cast[1].id, new_match(), key=None)
    begun: list[str] = []

    def noted(execute: Callable[..., object], statement: str, *given: object) -> object:
        begun.append(statement)
        return execute(statement, *given)

    with connection.execute_wrapper(noted):
        admission.admit_seat(alice.id, match_id)
    assert sum("FOR UPDATE" in statement for statement in begun) == 1


def test_nothing_is_told_to_all_matches_of_a_player_once_the_events_of_the_day_are_used(
    alice: Person, limited: Any
) -> None:
    lobby.create(alice.id, new_match(), key=None)
    limited(events=1)
    night = {"zone": "Europe/Warsaw", "from": "22:00", "to": "07:00"}
    refused = alice.patch("/me", {"quiet_hours": night})
    assert (refused.status_code, refused.json()["code"]) == (429, "quota_exceeded")
    assert alice.patch("/me", {"locale": "pl"}).status_code == 200
