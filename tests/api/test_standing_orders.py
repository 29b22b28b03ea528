"""Standing orders over HTTP, and that nobody else can tell them from a hand."""

from datetime import timedelta
from typing import Any

import pytest

from events import store
from games.matches.autoplay import declines, sweep, timeouts
from games.matches.lists import listings
from games.matches.models.service import Listing
from games.matches.stream import commands
from games.matches.stream.loading import load
from tests.behaviours.twins import SetKey, masked, play, set_key, told
from tests.behaviours.twins_of_cave import (
    AIMED,
    hands,
    holds_counterspell,
    second_where_the_first_can_cast,
    starts,
    twins,
)
from tests.behaviours.twins_of_spell_a_spell import key_of, key_where
from tests.support.captured_log import Captured, log
from tests.support.cast import RPW, SAS, STRANGER, Person, match_of, person
from tests.support.table_fixtures import Later, later

__all__ = ["later", "log", "set_key"]

DEFENCE, REPLY = "snowball_defence", "snowball_reply"
BOTH = {"decline": [DEFENCE, REPLY]}
NONE: dict[str, list[str]] = {"decline": [], "skip": [], "possible": [], "skippable": []}
SKIPPABLE = ["before_explore", "before_fight", "counterspell", "start_action"]
# Without the reaction, which has to be ordered.
SKIPPED = [kind for kind in SKIPPABLE if kind != "counterspell"]
SNOWBALL = {"type": "play_effect", "effect": "snowball"}
Cast = list[Person]


@pytest.fixture
def cast() -> Cast:
    return [person(name) for name in ("Alice", "Bob", "Carol")]


def address(match_id: str) -> str:
    return f"/matches/{match_id}/standing-orders"


def kinds(answer: Any) -> Any:
    assert answer.status_code == 200, answer.json()
    return answer.json()["decline"]


def test_orders_are_given_read_changed_and_taken_back_by_their_player(cast: Cast) -> None:
    at = address(match_of(*cast, game=SAS))
    bob = cast[1]
    assert bob.get(at).json() == {**NONE, "possible": [DEFENCE, REPLY]}
    for wish in ([REPLY, DEFENCE], [REPLY, DEFENCE], [REPLY], []):
        answer = bob.put(at, {"decline": wish})
        assert answer.json() == {**NONE, "decline": sorted(wish), "possible": [DEFENCE, REPLY]}
        assert kinds(bob.get(at)) == sorted(wish)


def test_orders_to_skip_are_given_beside_the_others_and_go_with_a_wish_that_leaves_them_out(cast: Cast) -> None:
    at = address(match_of(*cast, game="cave"))
    stands = {"possible": ["counterspell"], "skippable": SKIPPABLE}
    wish = {"decline": ["counterspell"], "skip": ["before_fight", "before_explore"]}
    given = {**stands, "decline": ["counterspell"], "skip": ["before_explore", "before_fight"]}
    assert cast[1].put(at, wish).json() == given
    assert cast[1].get(at).json() == given
    assert cast[2].get(at).json() == {**stands, "decline": [], "skip": SKIPPED}
    assert cast[1].put(at, {"decline": []}).json() == {**stands, "decline": [], "skip": []}
    assert cast[1].get(at).json() == {**stands, "decline": [], "skip": []}


def test_each_player_sees_his_own_orders_only(cast: Cast) -> None:
    at = address(match_of(*cast, game=SAS))
    cast[1].put(at, BOTH)
    assert [kinds(one.get(at)) for one in cast] == [[], [DEFENCE, REPLY], []]


def test_where_a_game_lets_nobody_decline_nothing_is_possible(cast: Cast) -> None:
    at = address(match_of(*cast, game=RPW))
    assert cast[0].get(at).json() == NONE
    assert cast[0].put(at, {"decline": [REPLY]}).json()["errors"][0]["pointer"] == "/decline/0"


@pytest.mark.parametrize(
    ("body", "pointer", "status", "code"),
    [
        ({}, "/decline", 400, "invalid_request"),
        ({"decline": "all"}, "/decline", 400, "invalid_request"),
        ({"decline": [DEFENCE, DEFENCE]}, "/decline", 400, "invalid_request"),
        ({"decline": [REPLY, "turn"]}, "/decline/1", 422, "value_not_allowed"),
        ({"decline": [], "skip": ["counterspell"]}, "/skip/0", 422, "value_not_allowed"),
        ({"decline": [], "seat": 1}, "/seat", 400, "invalid_request"),
    ],
)
def test_a_wish_that_the_game_does_not_know_is_refused_and_changes_nothing(
    cast: Cast, body: Any, pointer: str, status: int, code: str
) -> None:
    at = address(match_of(*cast, game=SAS))
    cast[1].put(at, {"decline": [DEFENCE]})
    answer = cast[1].put(at, body)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.json()["errors"][0]["pointer"] == pointer
    assert kinds(cast[1].get(at)) == [DEFENCE]


@pytest.mark.parametrize("verb", ["get", "put"])
def test_orders_are_for_whoever_sits_there_and_private_matches_stay_unknown(cast: Cast, verb: str) -> None:
    charlie = person("Charlie")
    seen, hidden = (address(match_of(*cast, game=SAS, visibility=how)) for how in ("public", "private"))
    for who, at, status, code in (
        (charlie, seen, 403, "not_seated"),
        (charlie, hidden, 404, "match_not_found"),
        (STRANGER, seen, 401, "not_authenticated"),
        (cast[0], address("no-id"), 404, "match_not_found"),
    ):
        answer = who.get(at) if verb == "get" else who.put(at, BOTH)
        assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_after_the_end_orders_may_be_read_and_not_given(cast: Cast) -> None:
    match_id = match_of(*cast, game=SAS)
    cast[2].put(address(match_id), BOTH)
    for one in cast[:2]:
        one.post(f"/matches/{match_id}/resign")
    answer = cast[2].put(address(match_id), {"decline": []})
    assert (answer.status_code, answer.json()["code"]) == (409, "match_not_active")
    assert kinds(cast[2].get(address(match_id))) == [DEFENCE, REPLY]


def test_an_open_window_is_answered_by_the_time_the_order_is(cast: Cast, set_key: SetKey) -> None:
    match_id = begun(cast, set_key)
    play(match_id, cast, [(0, SNOWBALL)])
    assert cast[0].get(f"/matches/{match_id}").json()["waiting_for"] == [1]
    cast[1].put(address(match_id), BOTH)
    assert cast[0].get(f"/matches/{match_id}").json()["waiting_for"] == [0]


def begun(cast: Cast, set_key: SetKey) -> str:
    """Spell-a-Spell in which seat 0 begins with a snowball."""
    set_key(key_of(key_where(0, "snowball")))
    return match_of(*cast, game=SAS)


def by_hand(match_id: str, cast: Cast, *seats: int, **move: str) -> None:
    play(match_id, cast, [(seat, {**move}) for seat in seats])


def assert_alike(matches: list[str], cast: Cast) -> None:
    """Nobody is told anything else of the one match than of the other, not even those who sit there."""
    one, other = matches
    for match_id in matches:
        listings.project_listings([match_id])
    assert listed(one) == listed(other)
    everyone = [*cast, STRANGER, person("Charlie")]
    assert told(one, everyone) == told(other, everyone)
    assert left_by(one) == left_by(other)


def listed(match_id: str) -> Any:
    row = Listing.objects.get(match_id=match_id)
    return row.version, row.player_ids, row.waiting_player_ids, masked(row.document)


def left_by(match_id: str) -> list[Any]:
    """What the store keeps of who did what, but for the keys and what is computed with ids."""
    # The first three requests made the match and took the seats, each naming the match.
    moves = store.commands(match_id, up_to=load(match_id).match.head.version)[3:]
    return [(one.actor, one.first_version, one.last_version, commands.request_of(one)) for one in moves]


def test_an_order_that_has_answered_nothing_yet_shows_nowhere(cast: Cast, set_key: SetKey) -> None:
    matches = [begun(cast, set_key) for _ in range(2)]
    cast[1].put(address(matches[0]), BOTH)
    assert_alike(matches, cast)


def test_a_window_that_an_order_declined_looks_as_if_its_player_had_done_so(cast: Cast, set_key: SetKey) -> None:
    matches = [begun(cast, set_key) for _ in range(2)]
    cast[1].put(address(matches[0]), BOTH)
    for match_id in matches:
        play(match_id, cast, [(0, SNOWBALL)])
    timeouts.expire(matches[0])
    by_hand(matches[1], cast, 1, 1, type="decline")
    assert [event.envelope["type"] for event in load(matches[0]).events][-1] == "snowball_round_ended"
    assert_alike(matches, cast)


def test_counterspells_that_orders_passed_look_as_if_their_players_had_done_so(cast: Cast, set_key: SetKey) -> None:
    key, spell = with_two_reactors()
    matches = []
    for ordered in (True, False):
        set_key(key)
        match_id = match_of(*cast, game="cave")
        for one in cast[1:] if ordered else ():
            one.put(address(match_id), {"decline": ["counterspell"]})
        play(match_id, cast, [(0, {"type": "cast_at", "spell": spell, "target": 1})])
        assert set(load(match_id).match.prompts) == {1, 2}
        if ordered:
            timeouts.expire(match_id)
        else:
            by_hand(match_id, cast, 1, 2, type="pass")
        matches.append(match_id)
    assert "reaction_passed" in [event.envelope["type"] for event in load(matches[0]).events]
    assert_alike(matches, cast)


def test_what_orders_skip_looks_as_if_their_players_had_answered(cast: Cast, set_key: SetKey, later: Later) -> None:
    key, spell = with_two_reactors(answer=False)
    matches = []
    for ordered in (True, False):
        set_key(key)
        match_id = match_of(*cast, game="cave")
        for one in cast[1:] if ordered else ():
            one.put(address(match_id), {"decline": [], "skip": SKIPPABLE})
        play(match_id, cast, [(0, {"type": "cast_at", "spell": spell, "target": 1})])
        for seat in (1, 2):
            if ordered:
                later(3)
                timeouts.expire(match_id)
            else:
                (waits,) = load(match_id).match.prompts.keys() & {seat}
                by_hand(match_id, cast, waits, type="pass")
        matches.append(match_id)
    passed = [
        event.envelope["seat"] for event in load(matches[0]).events if event.envelope["type"] == "reaction_passed"
    ]
    assert passed == [1, 2]
    assert_alike(matches, cast)


def test_cave_r23_1_an_order_to_skip_tells_nobody_what_the_seat_holds_while_it_waits(
    cast: Cast, set_key: SetKey, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Twins, with the Counterspell and without: until a quick player might have passed all others are told the same."""
    # A busy machine must not be slower than the quick player.
    monkeypatch.setattr(declines, "SOONEST", timedelta(hours=1))
    monkeypatch.setattr(declines, "LATEST", timedelta(hours=2))
    one, other, seat = twins(holds_counterspell, second_where_the_first_can_cast)
    matches = []
    for key in (one, other):
        set_key(key)
        match_id = match_of(*cast, game="cave")
        cast[seat].put(address(match_id), {"decline": [], "skip": SKIPPABLE})
        caster = (seat - 1) % 3
        mine = cast[caster].get(f"/matches/{match_id}/view").json()["state"]["your_spells"]
        play(match_id, cast, [(caster, {"type": "cast_at", "spell": min(AIMED & {*mine}), "target": seat})])
        timeouts.expire(match_id)
        sweep.play_turns()
        matches.append(match_id)
    due = [timeouts.wakes_at(load(match_id)) is None for match_id in matches]
    assert sorted(due) == [False, True]
    for match_id in matches:
        listings.project_listings([match_id])
    others = [*(who for place, who in enumerate(cast) if place != seat), STRANGER, person("Charlie")]
    assert told(matches[0], others) == told(matches[1], others)
    assert listed(matches[0]) == listed(matches[1])


def with_two_reactors(*, answer: bool = True) -> tuple[bytes, str]:
    """A key with which seat 0 begins and can cast the spell, and both others hold spells; perhaps the Counterspell."""
    for key, state in starts():
        first, *others = hands(state)
        if (
            state.question.seat == 0
            and AIMED & {*first}
            and all(others)
            and (answer or "Z04" not in {*others[0], *others[1]})
        ):
            return key, min(AIMED & {*first})
    raise AssertionError("no end of keys")


def test_no_log_says_what_is_declined(cast: Cast, set_key: SetKey, log: Captured) -> None:
    match_id = begun(cast, set_key)
    cast[1].put(address(match_id), BOTH)
    cast[1].put(address(match_id), {"decline": [DEFENCE, "turn"]})
    cast[1].get(address(match_id))
    play(match_id, cast, [(0, SNOWBALL)])
    timeouts.expire(match_id)
    assert log.of("api.access")
    assert not [line for line in log.lines if any(word in line for word in (DEFENCE, REPLY, "decline"))]
