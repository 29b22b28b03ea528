from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.conf import LazySettings
from django.db import connection
from django.test.utils import CaptureQueriesContext

from events import store
from games import registry
from games.core.definition import State
from games.core.prompts import Prompt
from games.matches.autoplay import deadlines, declines, sweep, timeouts
from games.matches.errors import (
    StalePrompt,
)
from games.matches.models.people import StandingOrder
from games.matches.models.service import BotTurn, Deadline, Quarantine
from games.matches.play import pauses, standing_orders, submission
from games.matches.stream.commands import Appended
from games.matches.stream.loading import load
from tests.games.matches.windows import BOTH, DEFENCE, REPLY, asked, told
from tests.support.cast import RPW, Person, match_of, person
from tests.support.dealing import CAVE, begins_with_a_cast, cast_a_spell, dealt, forced, send, snowball, snowy_match
from tests.support.races import at_once
from tests.support.table_fixtures import Later

TEN_SECONDS: dict[str, Any] = {"mode": "per_move", "seconds": 10}
Pair = tuple[Person, Person]


def wakes_now(match_id: str) -> bool:
    loaded = load(match_id)
    return timeouts.wakes_at(loaded) == loaded.match.at


@pytest.mark.parametrize("firewall", [True, False])
def test_an_open_window_is_declined_at_once_whatever_the_player_holds(pair: Pair, *, firewall: bool) -> None:
    alice, bob = pair
    match_id = snowy_match(alice, bob, firewall=firewall)
    standing_orders.give(match_id, bob.id, BOTH)
    snowball(match_id, alice)
    assert asked(match_id, 1) == DEFENCE
    assert wakes_now(match_id)
    timeouts.expire(match_id)
    assert ("window_declined", 1, "player") in told(match_id)
    assert ("cards_stolen", 0, "player") in told(match_id)
    assert (asked(match_id, 0), asked(match_id, 1)) == ("turn", None)


def test_without_an_order_the_window_stays_open_and_nothing_wakes_the_match(pair: Pair) -> None:
    alice, bob = pair
    match_id = snowy_match(alice, bob)
    standing_orders.give(match_id, alice.id, BOTH)
    snowball(match_id, alice)
    before = load(match_id).events
    assert timeouts.wakes_at(load(match_id)) is None
    timeouts.expire(match_id)
    assert load(match_id).events == before
    assert asked(match_id, 1) == DEFENCE


def test_an_order_for_one_kind_leaves_the_other_to_its_player(pair: Pair) -> None:
    alice, bob = pair
    match_id = snowy_match(alice, bob)
    standing_orders.give(match_id, bob.id, [DEFENCE])
    snowball(match_id, alice)
    timeouts.expire(match_id)
    assert asked(match_id, 1) == REPLY
    assert not wakes_now(match_id)


def test_the_bots_worker_finds_a_window_that_an_order_answers(pair: Pair) -> None:
    alice, bob = pair
    match_id = snowy_match(alice, bob)
    standing_orders.give(match_id, bob.id, BOTH)
    snowball(match_id, alice)
    deadlines.project_deadlines([match_id])
    long_ago = load(match_id).now - timedelta(days=1)
    BotTurn.objects.filter(match_id=match_id).update(due_at=long_ago)
    sweep.play_turns()
    assert asked(match_id, 1) is None
    assert not BotTurn.objects.filter(match_id=match_id).exists()
    assert not Deadline.objects.filter(match_id=match_id).exists()


def test_an_order_leaves_the_command_that_its_player_would(pair: Pair) -> None:
    alice, bob = pair
    match_id = snowy_match(alice, bob)
    standing_orders.give(match_id, bob.id, [DEFENCE])
    snowball(match_id, alice)
    timeouts.expire(match_id)
    send(match_id, bob, type="decline")
    by_order, by_hand = store.commands(match_id, up_to=load(match_id).match.head.version)[-2:]
    assert (by_order.actor, by_hand.actor) == (bob.id, bob.id)
    assert by_order.key.startswith("auto ")
    assert by_hand.key.startswith("auto ")


@pytest.fixture
def struck(pair: Pair, later: Later) -> str:
    """Bob, who has given orders, has let his turn run out, and is asked whether he defends himself."""
    alice, bob = pair
    match_id = snowy_match(alice, bob, first=1, clock=TEN_SECONDS)
    standing_orders.give(match_id, bob.id, BOTH)
    later(10)
    timeouts.expire(match_id)
    snowball(match_id, alice)
    assert load(match_id).match.table.strikes == {1: 1}
    assert asked(match_id, 1) == DEFENCE
    return match_id


def test_whoever_has_let_his_time_run_out_is_asked_himself_and_goes_on_autopilot_in_the_end(
    struck: str, later: Later
) -> None:
    before, loaded = load(struck).events, load(struck)
    assert timeouts.wakes_at(loaded) == loaded.match.deadlines[0].due_at
    timeouts.expire(struck)
    assert load(struck).events == before
    later(10)
    timeouts.expire(struck)
    assert load(struck).match.table.strikes == {1: 2}
    assert told(struck).count(("window_declined", 1, "clock")) == 1
    later(10)
    timeouts.expire(struck)
    assert load(struck).match.table.autopilot == {1}
    assert ("window_declined", 1, "player") not in told(struck)


def test_a_move_of_his_own_sets_the_orders_of_a_player_going_again(struck: str, pair: Pair) -> None:
    send(struck, pair[1], type="decline")
    assert asked(struck, 1) == REPLY
    timeouts.expire(struck)
    assert asked(struck, 1) is None


def test_a_paused_match_is_left_alone_and_wakes_when_it_goes_on(pair: Pair) -> None:
    alice, bob = pair
    match_id = snowy_match(alice, bob)
    snowball(match_id, alice)
    for one in pair:
        pauses.pause(match_id, one.id, key=None)
    standing_orders.give(match_id, bob.id, BOTH)
    before = load(match_id).events
    timeouts.expire(match_id)
    assert load(match_id).events == before
    for one in pair:
        pauses.resume(match_id, one.id, key=None)
    assert wakes_now(match_id)
    timeouts.expire(match_id)
    assert asked(match_id, 1) is None


def test_two_seats_with_orders_pass_in_one_counterspell_window() -> None:
    cast = person("Alice"), person("Bob"), person("Carol")
    match_id = dealt(begins_with_a_cast, *cast, game=CAVE)
    for one in cast:
        assert standing_orders.give(match_id, one.id, ["counterspell"]).possible == ("counterspell",)
    cast_a_spell(match_id, cast[0])
    assert (asked(match_id, 1), asked(match_id, 2)) == ("counterspell", "counterspell")
    timeouts.expire(match_id)
    passed = [one for one in told(match_id) if one[0] == "reaction_passed"]
    assert passed == [("reaction_passed", 1, "player"), ("reaction_passed", 2, "player")]
    assert ("spell_cancelled", 1, "player") not in told(match_id)


def begins_with_a_cast_and_no_answer(state: Any) -> bool:
    """The others hold spells, none of them the Counterspell."""
    return begins_with_a_cast(state) and not any("Z04" in state.board.hero(seat).spells for seat in (1, 2))


def begins_with_a_cast_and_an_answer(state: Any) -> bool:
    """Seat 1 holds the Counterspell."""
    return begins_with_a_cast(state) and "Z04" in state.board.hero(1).spells


def in_the_window(match_id: str) -> float:
    """In how many seconds after the last event something happens by itself."""
    loaded = load(match_id)
    found = timeouts.wakes_at(loaded)
    assert found is not None
    return (found - loaded.match.at).total_seconds()


def skipped(wanted: Callable[[State], bool] = begins_with_a_cast_and_no_answer, **wishes: Any) -> tuple[str, Person]:
    """A Cave of three in which seat 1 has counterspells skipped and is asked one; and who casts."""
    cast = person("Alice"), person("Bob"), person("Carol")
    match_id = dealt(wanted, *cast, game=CAVE, **wishes)
    given = standing_orders.give(match_id, cast[1].id, [], ["counterspell"])
    assert (given.skip, given.skippable) == (
        ("counterspell",),
        ("before_explore", "before_fight", "counterspell", "start_action"),
    )
    cast_a_spell(match_id, cast[0])
    assert asked(match_id, 1) == "counterspell"
    return match_id, cast[0]


def test_cave_r23_1_where_nothing_fits_an_order_answers_when_a_quick_player_would_and_not_at_once(later: Later) -> None:
    match_id, _ = skipped()
    pause = in_the_window(match_id)
    assert 1 <= pause <= 3
    timeouts.expire(match_id)
    sweep.play_turns()
    assert asked(match_id, 1) == "counterspell"
    later(pause)
    timeouts.expire(match_id)
    assert asked(match_id, 1) is None
    assert ("reaction_passed", 1, "player") in told(match_id)
    assert load(match_id).match.waiting_for == (2,)


def test_cave_r23_1_whoever_holds_what_fits_is_asked_although_they_have_ordered_to_be_skipped(later: Later) -> None:
    match_id, _ = skipped(begins_with_a_cast_and_an_answer)
    before = load(match_id).events
    assert timeouts.wakes_at(load(match_id)) is None
    later(60)
    timeouts.expire(match_id)
    assert load(match_id).events == before


def test_the_pause_of_an_order_is_the_same_at_every_look_and_another_for_every_prompt() -> None:
    pauses = {}
    for _ in range(3):
        match_id, _ = skipped()
        pauses[match_id] = in_the_window(match_id)
        assert in_the_window(match_id) == pauses[match_id]
    assert len({*pauses.values()}) == 3


def test_the_pause_of_an_order_cannot_be_drawn_again_from_the_seed_that_the_end_opens(
    settings: LazySettings,
) -> None:
    match_id, _ = skipped()
    pause = in_the_window(match_id)
    settings.SECRET_KEY = "another key of at least thirty-two bytes"
    assert in_the_window(match_id) != pause


def test_an_order_leaves_a_short_clock_half_of_its_time() -> None:
    match_id, _ = skipped(clock={"mode": "per_move", "seconds": 2})
    assert in_the_window(match_id) == 1


def test_the_bots_worker_comes_back_when_the_pause_of_an_order_is_over(later: Later) -> None:
    match_id, _ = skipped()
    pause = in_the_window(match_id)
    deadlines.project_deadlines([match_id])
    due = BotTurn.objects.get(match_id=match_id).due_at
    assert (due - load(match_id).match.at).total_seconds() == pause
    later(pause)
    BotTurn.objects.filter(match_id=match_id).update(due_at=due - timedelta(days=1))
    sweep.play_turns()
    assert asked(match_id, 1) is None
    assert not BotTurn.objects.filter(match_id=match_id).exists()


def test_an_order_given_while_nothing_fits_answers_at_once_and_only_for_its_player() -> None:
    match_id, _ = skipped()
    bob, carol = load(match_id).holders[1], load(match_id).holders[2]
    standing_orders.give(match_id, carol, [], ["counterspell"])
    assert load(match_id).match.waiting_for == (1,)
    standing_orders.give(match_id, bob, [], ["counterspell"])
    assert "reaction_passed" in [one[0] for one in told(match_id)]
    assert asked(match_id, 1) is None


def test_what_is_declined_is_declined_at_once_whether_it_may_be_skipped_or_not() -> None:
    match_id, _ = skipped(begins_with_a_cast_and_an_answer)
    bob = load(match_id).holders[1]
    standing_orders.give(match_id, bob, ["counterspell"], ["counterspell"])
    assert ("reaction_passed", 1, "player") in told(match_id)


def test_a_counterspell_window_waits_for_the_seat_that_has_no_order() -> None:
    cast = person("Alice"), person("Bob"), person("Carol")
    match_id = dealt(begins_with_a_cast, *cast, game=CAVE)
    standing_orders.give(match_id, cast[2].id, ["counterspell"])
    cast_a_spell(match_id, cast[0])
    timeouts.expire(match_id)
    assert load(match_id).match.waiting_for == (1,)
    send(match_id, cast[1], type="pass")
    assert [one[1] for one in told(match_id) if one[0] == "reaction_passed"] == [2, 1]


def test_cave_r23_1a_by_rules_2_what_is_forced_is_answered_for_whoever_ordered_nothing(later: Later) -> None:
    cast = person("Alice"), person("Bob"), person("Carol")
    match_id, seat = forced("before_explore", *cast)
    assert standing_orders.of_player(match_id, cast[seat].id).skip == ("before_explore", "before_fight", "start_action")
    pause = in_the_window(match_id)
    assert 1 <= pause <= 3
    before = len(told(match_id))
    later(pause)
    timeouts.expire(match_id)
    assert told(match_id)[before][2] == "player"
    assert asked(match_id, seat) != "before_explore"


def test_cave_r23_1a_whoever_orders_nothing_to_be_skipped_is_asked_every_question(later: Later) -> None:
    cast = person("Alice"), person("Bob"), person("Carol")
    match_id, seat = forced("before_explore", *cast)
    standing_orders.give(match_id, cast[seat].id, [], [])
    assert standing_orders.of_player(match_id, cast[seat].id).skip == ()
    before = load(match_id).events
    assert timeouts.wakes_at(load(match_id)) is None
    later(60)
    timeouts.expire(match_id)
    assert load(match_id).events == before
    standing_orders.give(match_id, cast[seat].id, [], ["before_explore", "before_fight", "start_action"])
    assert not StandingOrder.objects.filter(match_id=match_id).exists()
    assert asked(match_id, seat) != "before_explore"


def test_cave_r23_1a_a_counterspell_is_not_passed_for_whoever_ordered_nothing() -> None:
    """One card answers it, so that whoever is slower than the service would prove to hold that card."""
    cast = person("Alice"), person("Bob"), person("Carol")
    match_id = dealt(begins_with_a_cast_and_no_answer, *cast, game=CAVE)
    cast_a_spell(match_id, cast[0])
    assert asked(match_id, 1) == "counterspell"
    assert timeouts.wakes_at(load(match_id)) is None


def test_by_rules_1_nothing_is_skipped_for_whoever_ordered_nothing() -> None:
    cast = person("Alice"), person("Bob"), person("Carol")
    match_id, seat = forced("before_explore", *cast, rules="1")
    assert standing_orders.of_player(match_id, cast[seat].id).skip == ()
    assert timeouts.wakes_at(load(match_id)) is None


@pytest.mark.parametrize("attempt", range(6))
def test_of_a_move_and_its_players_order_one_wins_and_the_other_is_told_so_or_does_nothing(
    pair: Pair, attempt: int
) -> None:
    alice, bob = pair
    match_id = snowy_match(alice, bob, firewall=True)
    standing_orders.give(match_id, bob.id, [DEFENCE])
    snowball(match_id, alice)
    prompt = load(match_id).match.prompts[1].id
    body = {"prompt": prompt, "type": "play_effect", "effect": "firewall"}
    calls = [
        lambda: submission.play(match_id, bob.id, submission.Sent(body=body), key="mine"),
        lambda: bool(timeouts.expire(match_id)),
    ]
    found = at_once(*(calls if attempt % 2 else reversed(calls)))
    played, expired = found if attempt % 2 else found[::-1]
    assert expired is True
    answers = [one for one in told(match_id) if one[1] == 1 and one[0] in ("effect_played", "window_declined")]
    assert len(answers) == 1
    assert (answers[0][0] == "effect_played") == isinstance(played, Appended)
    assert isinstance(played, Appended) or played is StalePrompt


def test_an_order_is_carried_out_once_by_ten_workers(pair: Pair) -> None:
    alice, bob = pair
    match_id = snowy_match(alice, bob)
    standing_orders.give(match_id, bob.id, [DEFENCE])
    snowball(match_id, alice)
    at_once(*[lambda: timeouts.expire(match_id)] * 10)
    assert told(match_id).count(("window_declined", 1, "player")) == 1


def test_only_where_somebody_is_asked_what_may_be_declined_is_the_database_asked(pair: Pair) -> None:
    alice, bob = pair
    match_id, other = snowy_match(alice, bob), match_of(alice, bob, person("Carol"))
    standing_orders.give(match_id, bob.id, BOTH)
    for loaded in (load(match_id), load(other)):
        with CaptureQueriesContext(connection) as queries:
            assert declines.ordered(loaded) == ()
        assert len(queries) == 0
    snowball(match_id, alice)
    loaded = load(match_id)
    with CaptureQueriesContext(connection) as queries:
        assert [one.prompt.seat for one in declines.ordered(loaded)] == [1]
    assert len(queries) == 1


def test_a_kernel_that_fails_when_orders_are_looked_for_sets_its_match_aside_and_fails_no_worker(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id = match_of(*pair, person("Carol"))

    def broken(state: State) -> Mapping[int, Prompt]:
        raise ZeroDivisionError

    game = replace(registry.newest(RPW), prompts=broken, declinable=frozenset({"choice"}))
    monkeypatch.setattr(registry, "GAMES", {RPW: {game.rules: game}})
    deadlines.project_deadlines([match_id])
    assert Quarantine.objects.filter(match_id=match_id).exists()
