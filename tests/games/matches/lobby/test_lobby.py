from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection

from events import store
from games.core.errors import RuleBroken
from games.matches.errors import (
    AlreadySeated,
    GameNotFound,
    Invalid,
    KeyReused,
    MatchFull,
    MatchNotFound,
    MatchNotOpen,
    NotHost,
    NotSeated,
    SeatsMissing,
    SeatTaken,
    UnknownSeat,
)
from games.matches.lobby import lobby
from games.matches.lobby.lobby import SeatWish
from games.matches.models.matches import Lobby
from games.matches.stream.loading import load
from games.spell_a_spell.lexicon import newest
from tests.cast import SAS, match_of, new_match, person


def create(player: str, key: str | None = None, **wishes: object) -> str:
    return lobby.create(player, new_match(**wishes), key=key)[0]


def join(match_id: str, player: str, seat: int | None = None, key: str | None = None) -> None:
    lobby.join(match_id, player, SeatWish(seat=seat), key=key)


def types(match_id: str) -> list[str]:
    return [event.envelope["type"] for event in load(match_id).events]


def test_the_creator_holds_seat_0_and_the_seed_is_sealed_for_the_server() -> None:
    alice = person("Alice")
    loaded = load(create(alice.id))
    created = loaded.events[0]
    assert types(loaded.match.id) == ["match_created", "seat_taken"]
    assert loaded.holders == {0: alice.id}
    assert [opening.audience for opening in created.openings] == [()]
    assert "seed" not in created.envelope["data"]


def test_event_1_pins_game_rules_options_clock_seats_and_commitment() -> None:
    data = load(create(person("Alice").id, clock={"mode": "per_move", "seconds": 5})).events[0].envelope["data"]
    assert {name: data[name] for name in ("game", "rules", "seats", "options", "clock")} == {
        "game": "rock-paper-wizard",
        "rules": "1",
        "seats": 3,
        "options": {"max_rounds": 60},
        "clock": {
            "mode": "per_move",
            "seconds": 5,
            "on_timeout": "default_move",
            "strikes": 3,
            "quiet_hours": False,
            "vacation": False,
        },
    }
    assert len(data["commitment"]) == 64


def test_creation_with_one_key_makes_one_match() -> None:
    alice = person("Alice")
    assert lobby.create(alice.id, new_match(), key="k")[1] is False
    first = create(alice.id, key="k")
    assert lobby.create(alice.id, new_match(), key="k") == (first, True)


def test_creation_with_a_spent_key_and_another_body_is_refused() -> None:
    alice = person("Alice")
    create(alice.id, key="k")
    with pytest.raises(KeyReused):
        create(alice.id, key="k", seats=4)


def test_two_players_may_use_the_same_key() -> None:
    assert create(person("Alice").id, key="k") != create(person("Bob").id, key="k")


def test_a_creation_cut_short_is_invisible_and_its_repeat_completes_it() -> None:
    alice = person("Alice")
    whole = create(alice.id, key="whole")
    request = Lobby.objects.get(match_id=whole).request_hash
    cut = store.new_id()
    Lobby.objects.create(match_id=cut, creator_id=alice.id, creation_key="cut", request_hash=request)
    with pytest.raises(MatchNotFound):
        load(cut)
    assert lobby.create(alice.id, new_match(), key="cut") == (cut, False)
    assert types(cut) == ["match_created", "seat_taken"]


def test_eight_creations_at_once_under_one_key_make_one_match() -> None:
    alice = person("Alice")

    def make(_: int) -> str:
        try:
            return create(alice.id, key="race")
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        made = set(pool.map(make, range(8)))
    assert len(made) == 1
    assert types(made.pop()) == ["match_created", "seat_taken"]


@pytest.mark.parametrize(
    ("wishes", "pointer"),
    [
        ({"seats": 2}, "/seats"),
        ({"seats": 7}, "/seats"),
        ({"options": {"max_rounds": -1}}, "/options/max_rounds"),
        ({"options": {"speed": 1}}, "/options"),
        ({"clock": {"mode": "hourglass"}}, "/clock"),
        ({"clock": {"mode": "per_move", "seconds": 0}}, "/clock"),
    ],
)
def test_a_creation_outside_the_games_bounds_is_refused_where_it_is_wrong(wishes: Any, pointer: str) -> None:
    with pytest.raises(Invalid) as refused:
        create(person("Alice").id, **wishes)
    assert refused.value.violations[0].pointer == pointer


def test_options_that_contradict_each_other_are_refused_by_the_rules_before_anything_is_stored() -> None:
    alice = person("Alice")
    with pytest.raises(RuleBroken) as refused:
        create(alice.id, game=SAS, options={"word_scope": "any"})
    assert (refused.value.code, refused.value.clause) == ("any_word_needs_judges", "SAS-48")
    assert not Lobby.objects.filter(creator_id=alice.id).exists()


def test_event_1_pins_the_lexicon_of_a_spell_a_spell_match_by_the_hash_of_its_content() -> None:
    data = load(create(person("Alice").id, game=SAS)).events[0].envelope["data"]
    assert data["options"]["lexicon"] == newest()


def test_an_unknown_game_is_not_found() -> None:
    with pytest.raises(GameNotFound):
        create(person("Alice").id, game="chess")


def test_the_last_seat_starts_the_match_in_the_same_append() -> None:
    alice, bob, carol = person("Alice"), person("Bob"), person("Carol")
    match_id = match_of(alice, bob, carol)
    loaded = load(match_id)
    started = types(match_id).index("match_started")
    assert types(match_id)[started - 1] == "seat_taken"
    assert loaded.events[started].envelope["at"] == loaded.events[started - 1].envelope["at"]
    assert loaded.match.table.status == "active"
    assert loaded.match.waiting_for == (0, 1, 2)


def test_match_started_lists_the_entropies_in_seat_order() -> None:
    match_id = create(person("Alice").id, entropy="alpha")
    lobby.join(match_id, person("Carol").id, SeatWish(seat=2, entropy="gamma"), key=None)
    lobby.join(match_id, person("Bob").id, SeatWish(), key=None)
    started = next(e for e in load(match_id).events if e.envelope["type"] == "match_started")
    assert started.envelope["data"]["entropies"] == ["alpha", None, "gamma"]


def test_a_manual_start_waits_for_the_host_and_for_every_seat() -> None:
    alice, bob, carol = person("Alice"), person("Bob"), person("Carol")
    match_id = create(alice.id, start="manual")
    join(match_id, bob.id)
    with pytest.raises(SeatsMissing):
        lobby.start(match_id, alice.id, key=None)
    join(match_id, carol.id)
    assert load(match_id).match.table.status == "open"
    with pytest.raises(NotHost):
        lobby.start(match_id, bob.id, key=None)
    lobby.start(match_id, alice.id, key=None)
    assert load(match_id).match.table.status == "active"


def test_seats_are_refused_by_name() -> None:
    alice, bob, carol, charlie = person("Alice"), person("Bob"), person("Carol"), person("Charlie")
    match_id = create(alice.id, start="manual")
    with pytest.raises(AlreadySeated):
        join(match_id, alice.id)
    with pytest.raises(SeatTaken):
        join(match_id, bob.id, seat=0)
    for unknown in (-1, 3):
        with pytest.raises(UnknownSeat):
            join(match_id, bob.id, seat=unknown)
    join(match_id, bob.id, seat=2)
    join(match_id, carol.id)
    with pytest.raises(MatchFull):
        join(match_id, charlie.id)


def test_a_running_match_takes_nobody_and_lets_nobody_leave_or_cancel() -> None:
    alice, bob, carol = person("Alice"), person("Bob"), person("Carol")
    match_id = match_of(alice, bob, carol)
    for call in (lobby.leave, lobby.cancel, lobby.start):
        with pytest.raises(MatchNotOpen):
            call(match_id, alice.id, key=None)
    with pytest.raises(MatchNotOpen):
        join(match_id, person("Charlie").id)


def test_the_host_leaving_passes_on_to_the_one_who_sat_down_next() -> None:
    alice, bob, carol = person("Alice"), person("Bob"), person("Carol")
    match_id = create(alice.id, seats=4)
    join(match_id, bob.id, seat=3)
    join(match_id, carol.id, seat=1)
    lobby.leave(match_id, alice.id, key=None)
    assert load(match_id).match.table.host == 3
    with pytest.raises(NotHost):
        lobby.cancel(match_id, carol.id, key=None)
    lobby.cancel(match_id, bob.id, key=None)
    assert load(match_id).match.table.status == "cancelled"


def test_the_last_one_leaving_cancels() -> None:
    alice = person("Alice")
    match_id = create(alice.id)
    lobby.leave(match_id, alice.id, key=None)
    assert types(match_id)[-2:] == ["seat_left", "match_cancelled"]


def test_a_freed_seat_belongs_to_whoever_takes_it_next() -> None:
    alice, bob, carol = person("Alice"), person("Bob"), person("Carol")
    match_id = create(alice.id)
    join(match_id, bob.id)
    lobby.leave(match_id, bob.id, key=None)
    join(match_id, carol.id)
    assert load(match_id).holders == {0: alice.id, 1: carol.id}
    with pytest.raises(NotSeated):
        lobby.leave(match_id, bob.id, key=None)


def test_joining_twice_with_one_key_takes_one_seat() -> None:
    alice, bob = person("Alice"), person("Bob")
    match_id = create(alice.id)
    join(match_id, bob.id, key="in")
    join(match_id, bob.id, key="in")
    assert load(match_id).holders == {0: alice.id, 1: bob.id}
    with pytest.raises(KeyReused):
        join(match_id, bob.id, seat=2, key="in")


def test_eight_players_racing_for_two_seats_fill_them_once() -> None:
    match_id = create(person("Alice").id)
    people = [person("Racer") for _ in range(8)]

    def race(player: str) -> bool:
        try:
            join(match_id, player)
        except (MatchFull, MatchNotOpen):
            return False
        finally:
            connection.close()
        return True

    with ThreadPoolExecutor(8) as pool:
        won = list(pool.map(race, [one.id for one in people]))
    loaded = load(match_id)
    assert won.count(True) == 2
    assert len(set(loaded.holders.values())) == 3
    assert types(match_id).count("match_started") == 1
