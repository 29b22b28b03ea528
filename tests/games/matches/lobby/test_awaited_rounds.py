"""A match that waits for its beacon, from its creation to the verdict over its file."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection

from events.format.chain import timestamp
from games.core.bots import EASY, STEADY
from games.matches.autoplay import awaited_rounds, deadlines, timeouts
from games.matches.background import beacon_rounds, drand_relays
from games.matches.lobby import fills, lobby
from games.matches.lobby.lobby import SeatWish
from games.matches.models.service import Deadline
from games.matches.models.waiting import AwaitedRound
from games.matches.presentation import export
from games.matches.stream import quarantine
from games.matches.stream.loading import load
from games.verify import beacons, drand
from games.verify.drand import KNOWN
from games.verify.report import CHANCE
from games.verify.verifier import verify_bytes
from tests.support.cast import RPW, SAS, Person, new_match, person, types
from tests.support.relay import catch_up
from tests.support.small_beacon import CHAIN, Relay, relay, signature
from tests.support.table_fixtures import Later

PER_MOVE: Any = {"mode": "per_move", "seconds": 60, "on_timeout": "default_move"}
PATIENCE = beacons.PATIENCE.total_seconds()


@pytest.fixture
def beacon(settings: Any) -> Iterator[Relay]:
    AwaitedRound.objects.all().delete()
    with relay() as found:
        settings.BEACON_URLS = [found.url]
        yield found


@pytest.fixture
def alice() -> Person:
    return person("Alice")


def created(alice: Person, **wishes: Any) -> str:
    """A match of two seats that waits for its second player."""
    wished = {"game": SAS, "seats": 2, **wishes}
    return lobby.create(alice.id, new_match(**wished), key=None)[0]


def round_of(match_id: str) -> int:
    beacon = load(match_id).match.table.beacon
    assert beacon is not None
    return int(beacon["round"])


def come_out(match_id: str) -> int:
    """The round of a match is out: it is looked for now."""
    AwaitedRound.objects.filter(match_id=match_id).update(look_at="2026-01-01T00:00:00Z")
    return beacon_rounds.look()


def report(match_id: str) -> Any:
    loaded = load(match_id)
    file = b"".join(export.lines(loaded.match, loaded.events, None, whole=True))
    return verify_bytes(file, chains=[*KNOWN, CHAIN])


def test_event_1_names_a_round_that_is_not_out_yet_and_the_file_is_of_the_third_format(
    alice: Person, beacon: Relay
) -> None:
    match_id = created(alice)
    loaded = load(match_id)
    assert drand.time_of(CHAIN, round_of(match_id)) - loaded.match.at >= awaited_rounds.LEAD
    assert drand.time_of(CHAIN, round_of(match_id)) - loaded.match.at <= awaited_rounds.LEAD + timedelta(seconds=3)
    shown = alice.get(f"/matches/{match_id}").json()["chance"]["beacon"]
    assert shown == {
        "chain": CHAIN.hash,
        "round": round_of(match_id),
        "out_at": timestamp(drand.time_of(CHAIN, round_of(match_id))),
        "otherwise": "wait",
        "missed": None,
        "signature": None,
    }
    first, *_ = export.lines(loaded.match, loaded.events, None)
    assert b'"format":"tabularium/3"' in first


def test_a_full_match_begins_once_its_round_is_there_and_not_before(alice: Person, beacon: Relay, later: Later) -> None:
    match_id = created(alice, clock=PER_MOVE)
    lobby.join(match_id, person("Bob").id, SeatWish(), key=None)
    assert types(match_id) == ["match_created", "seat_taken", "seat_taken"]
    later(6)
    assert come_out(match_id) == 1
    assert beacon.asked == [round_of(match_id)]
    table = load(match_id).match.table
    assert (table.status, table.beacon_signature) == ("active", signature(round_of(match_id)))
    assert not AwaitedRound.objects.filter(match_id=match_id).exists()
    assert Deadline.objects.filter(match_id=match_id).exists()
    assert report(match_id).flaw is None
    assert report(match_id).beacon == f"round {round_of(match_id)} of {CHAIN.name}"


def test_whoever_takes_the_last_seat_after_the_round_begins_the_match_at_once(
    alice: Person, beacon: Relay, later: Later
) -> None:
    match_id = created(alice)
    later(6)
    come_out(match_id)
    assert load(match_id).match.table.status == "open"
    lobby.join(match_id, person("Bob").id, SeatWish(), key=None)
    assert load(match_id).match.table.status == "active"
    assert beacon.asked == [round_of(match_id)]


def test_bots_on_all_other_seats_wait_with_their_creator(alice: Person, beacon: Relay, later: Later) -> None:
    match_id = created(alice, bots=[STEADY])
    assert types(match_id) == ["match_created", "seat_taken", "seat_taken"]
    later(6)
    come_out(match_id)
    assert load(match_id).match.table.status == "active"


def test_bots_that_fill_a_lobby_begin_with_the_round(alice: Person, beacon: Relay, later: Later) -> None:
    match_id = created(alice, fill={"after": 10, "bot": EASY})
    later(6)
    come_out(match_id)
    later(6)
    assert fills.run_out(match_id).match.table.status == "active"


def test_a_signature_that_comes_while_the_last_player_sits_down_is_found_by_the_clocks(
    alice: Person, beacon: Relay, later: Later
) -> None:
    match_id = created(alice)
    lobby.join(match_id, person("Bob").id, SeatWish(), key=None)
    AwaitedRound.objects.filter(match_id=match_id).update(signature=signature(round_of(match_id)), look_at=None)
    later(6)
    deadlines.project_deadlines([match_id])
    assert Deadline.objects.get(match_id=match_id).due_at == drand.time_of(CHAIN, round_of(match_id))
    assert fills.run_out(match_id).match.table.status == "active"


def test_a_host_who_starts_too_early_is_told_to_wait(alice: Person, beacon: Relay, later: Later) -> None:
    match_id = created(alice, start="manual")
    lobby.join(match_id, person("Bob").id, SeatWish(), key=None)
    refused = alice.post(f"/matches/{match_id}/start")
    assert (refused.status_code, refused.json()["code"]) == (409, "beacon_awaited")
    assert 1 <= int(refused["Retry-After"]) <= 10
    later(6)
    come_out(match_id)
    # The host says when.
    assert load(match_id).match.table.status == "open"
    assert timeouts.clock_at(load(match_id)) is None
    assert alice.post(f"/matches/{match_id}/start").status_code == 200
    assert load(match_id).match.table.status == "active"
    assert report(match_id).flaw is None


@pytest.mark.parametrize("start", ["auto", "manual"])
def test_where_the_beacon_cannot_be_reached_a_match_that_goes_on_says_so_and_begins_without(
    alice: Person, beacon: Relay, later: Later, start: str
) -> None:
    beacon.status = 503
    match_id = created(alice, beacon="go_on", start=start)
    lobby.join(match_id, person("Bob").id, SeatWish(), key=None)
    later(PATIENCE)
    come_out(match_id)
    assert fills.run_out(match_id).match.table.status == "open"
    later(7)
    assert fills.run_out(match_id).match.table.beacon_missed == "unreachable"
    if start == "manual":
        assert timeouts.clock_at(load(match_id)) is None
        lobby.start(match_id, alice.id, key=None)
    assert load(match_id).match.table.status == "active"
    assert types(match_id)[3:5] == ["beacon_missed", "match_started"]
    # Nobody may use the round any more, or who keeps it back could choose.
    assert load(match_id).match.table.beacon_signature is None
    found = report(match_id)
    assert found.flaw is None
    assert "missed (unreachable): the service alone knew what would be drawn" in found.beacon


def test_the_last_seat_taken_long_after_a_missed_round_begins_without(
    alice: Person, beacon: Relay, later: Later
) -> None:
    beacon.instead = signature(1)
    match_id = created(alice, beacon="go_on")
    come_out(match_id)
    later(PATIENCE + 10)
    lobby.join(match_id, person("Bob").id, SeatWish(), key=None)
    assert types(match_id)[2:5] == ["seat_taken", "beacon_missed", "match_started"]
    assert load(match_id).match.table.beacon_missed == "invalid"
    assert report(match_id).flaw is None


def test_a_match_that_waits_says_once_that_it_does_and_begins_when_the_beacon_is_back(
    alice: Person, beacon: Relay, later: Later
) -> None:
    beacon.status = 503
    match_id = created(alice)
    lobby.join(match_id, person("Bob").id, SeatWish(), key=None)
    later(PATIENCE + 10)
    come_out(match_id)
    for _ in range(3):
        fills.run_out(match_id)
    assert types(match_id)[2:] == ["seat_taken", "beacon_missed"]
    assert timeouts.clock_at(load(match_id)) is None
    later(3600)
    beacon.status = 200
    come_out(match_id)
    assert types(match_id)[3:5] == ["beacon_missed", "match_started"]
    assert report(match_id).beacon == f"round {round_of(match_id)} of {CHAIN.name}"


def test_what_a_relay_invents_is_not_believed_and_the_next_relay_is_asked(
    alice: Person, beacon: Relay, later: Later, settings: Any
) -> None:
    match_id = created(alice)
    lobby.join(match_id, person("Bob").id, SeatWish(), key=None)
    later(6)
    right = signature(round_of(match_id))
    # The last are the round's, written as history may not have it.
    for nonsense in ("", "00", "zz", signature(1), "c0" + "00" * 47, right.upper(), f"{right[:2]} {right[2:]}"):
        beacon.instead = nonsense
        come_out(match_id)
        assert AwaitedRound.objects.get(match_id=match_id).reason == "invalid"
    with relay() as honest:
        settings.BEACON_URLS = [beacon.url, honest.url]
        come_out(match_id)
    assert load(match_id).match.table.status == "active"


def test_a_worker_that_dies_once_it_has_the_round_is_followed_by_another(
    alice: Person, beacon: Relay, later: Later, monkeypatch: pytest.MonkeyPatch
) -> None:
    beacon.status = 503
    match_id = created(alice)
    lobby.join(match_id, person("Bob").id, SeatWish(), key=None)
    later(PATIENCE + 10)
    # It says that it waits: no clock will begin it.
    fills.run_out(match_id)
    beacon.status = 200
    with monkeypatch.context() as dying:
        dying.setattr(fills, "run_out", died)
        with pytest.raises(SystemExit):
            come_out(match_id)
    assert AwaitedRound.objects.get(match_id=match_id).look_at is not None
    beacon.asked.clear()
    assert come_out(match_id) == 1
    assert load(match_id).match.table.status == "active"
    # What it had found is kept.
    assert beacon.asked == []


def died(_: str) -> None:
    raise SystemExit


def test_a_relay_that_does_not_answer_is_asked_once_in_a_run_and_the_run_ends_in_time(
    alice: Person, beacon: Relay, later: Later, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = [created(alice) for _ in range(3)]
    asked = []

    def hangs(*named: object) -> None:
        asked.append(named)
        raise TimeoutError

    monkeypatch.setattr(drand_relays, "signature_of", hangs)
    AwaitedRound.objects.exclude(match_id__in=made).delete()
    for number, match_id in enumerate(made):
        AwaitedRound.objects.filter(match_id=match_id).update(look_at=f"2026-01-01T00:00:0{number}Z")
    assert beacon_rounds.look() == 3
    assert len(asked) == 1
    moments = iter([0.0, 1.0, beacon_rounds.TURN_SECONDS])
    monkeypatch.setattr(beacon_rounds, "now", lambda: next(moments))
    AwaitedRound.objects.filter(match_id__in=made).update(look_at="2026-01-01T00:00:00Z", attempts=5)
    assert beacon_rounds.look() == 2
    attempts = AwaitedRound.objects.filter(match_id__in=made).values_list("attempts", flat=True)
    assert sorted(attempts) == [5, 6, 6]


def test_while_one_thread_asks_no_other_does(alice: Person, beacon: Relay, later: Later) -> None:
    match_id = created(alice)
    with beacon_rounds._asking:
        assert come_out(match_id) == 0
    assert beacon.asked == []
    assert come_out(match_id) == 1


def test_a_quarantined_match_is_not_looked_for_for_ever(alice: Person, beacon: Relay, later: Later) -> None:
    match_id = created(alice)
    lobby.join(match_id, person("Bob").id, SeatWish(), key=None)
    later(6)
    quarantine.set_aside(match_id, 3, "for the test")
    come_out(match_id)
    row = AwaitedRound.objects.get(match_id=match_id)
    assert (row.look_at, row.signature) == (None, signature(round_of(match_id)))


def test_a_round_that_is_not_there_is_looked_for_ever_more_seldom(alice: Person, beacon: Relay) -> None:
    beacon.status = 404
    match_id, waits = created(alice), []
    for _ in range(8):
        come_out(match_id)
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT extract(epoch FROM look_at - statement_timestamp())::float FROM matches_awaitedround"
                " WHERE match_id = %s",
                [match_id],
            )
            waits.append(round(cursor.fetchone()[0]))
    assert waits == [1, 2, 4, 8, 16, 32, 60, 60]
    assert beacon_rounds.look() == 0


def test_a_match_that_is_called_off_waits_for_nothing(alice: Person, beacon: Relay) -> None:
    match_id = created(alice)
    lobby.cancel(match_id, alice.id, key=None)
    come_out(match_id)
    assert beacon.asked == []
    assert not AwaitedRound.objects.filter(match_id=match_id).exists()


def test_only_rows_of_matches_that_are_over_or_never_came_are_forgotten(
    alice: Person, beacon: Relay, all_listed: None
) -> None:
    kept, over = created(alice), created(alice)
    lobby.cancel(over, alice.id, key=None)
    AwaitedRound.objects.create(match_id="018f0000-0000-7000-8000-000000000001", attempts=101)
    AwaitedRound.objects.create(match_id="018f0000-0000-7000-8000-000000000002", attempts=1)
    catch_up()
    assert beacon_rounds.forget() == 2
    left = {str(row.match_id) for row in AwaitedRound.objects.all()}
    assert left == {kept, "018f0000-0000-7000-8000-000000000002"}


@pytest.mark.parametrize("wish", ["wait", "go_on"])
def test_a_service_without_a_beacon_refuses_the_wish_for_one(alice: Person, wish: str) -> None:
    refused = alice.post("/matches", {"game": RPW, "seats": 3, "beacon": wish})
    assert (refused.status_code, refused.json()["code"]) == (422, "value_not_allowed")
    assert refused.json()["errors"][0]["pointer"] == "/beacon"


def test_without_a_wish_a_service_with_a_beacon_has_the_match_wait_and_off_means_none(
    alice: Person, beacon: Relay
) -> None:
    made = [alice.post("/matches", {"game": SAS, "seats": 2, **more}) for more in ({}, {"beacon": "off"})]
    shown = [one.json()["chance"]["beacon"] for one in made]
    assert shown[0]["otherwise"] == "wait"
    assert shown[1] is None


def test_a_sweep_finds_nothing_to_do_for_ever_in_a_match_that_waits(alice: Person, beacon: Relay, later: Later) -> None:
    match_id = created(alice)
    lobby.join(match_id, person("Bob").id, SeatWish(), key=None)
    later(PATIENCE + 10)
    deadlines.put_deadlines([fills.run_out(match_id)])
    assert not Deadline.objects.filter(match_id=match_id).exists()


def test_a_fork_keeps_the_draws_of_a_match_with_a_beacon(alice: Person, beacon: Relay, later: Later) -> None:
    match_id = created(alice, bots=[STEADY])
    later(6)
    come_out(match_id)
    lobby_id = load(match_id)
    while not load(match_id).match.is_over:
        alice.post(f"/matches/{match_id}/resign")
        timeouts.expire(match_id)
    forked = alice.post(f"/matches/{match_id}/forks", {"at": len(lobby_id.events)})
    assert forked.status_code == 201, forked.content
    fork = forked.json()["id"]
    for number in range(2):
        lobby.join(fork, person(f"Dora{number}").id, SeatWish(), key=None) if load(fork).match.table.free else None
    loaded = load(fork)
    assert loaded.match.table.status == "active"
    whole = b"".join(export.lines(loaded.match, loaded.events, None, whole=True))
    assert b'"format":"tabularium/3"' in whole
    assert verify_bytes(whole).flaw is None


def test_a_chain_that_nobody_here_knows_proves_nothing(alice: Person, beacon: Relay, later: Later) -> None:
    match_id = created(alice)
    lobby.join(match_id, person("Bob").id, SeatWish(), key=None)
    later(6)
    come_out(match_id)
    loaded = load(match_id)
    found = verify_bytes(b"".join(export.lines(loaded.match, loaded.events, None, whole=True)))
    assert found.flaw is not None
    assert (found.flaw.check, found.flaw.version) == (CHANCE, 1)
    assert CHAIN.hash in found.flaw.reason
