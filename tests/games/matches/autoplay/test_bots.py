from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from events.store import find_command
from games import registry
from games.bots import picks
from games.core.bots import EASY, PLAIN, RANDOM, Grade
from games.core.chance import Chance
from games.core.json import JSONObject
from games.core.prompts import Prompt, PromptMove
from games.matches.autoplay import bots, deadlines, timeouts
from games.matches.errors import MatchFull, MatchNotOpen, NotHost, SeatOccupied
from games.matches.lobby import forks, lobby
from games.matches.lobby.forks import ForkWish
from games.matches.lobby.lobby import SeatWish
from games.matches.models.matches import Lobby
from games.matches.models.service import BotTurn
from games.matches.play import submission
from games.matches.presentation import export, resources
from games.matches.stream.loading import load
from games.matches.stream.state import Match
from games.registry import newest
from games.table import clocks, stand_ins
from games.verify.verifier import verify_bytes
from tests.support.cast import Person, answer_first_prompt, new_match, person


def with_bots(host: Person, *named: str, people: tuple[Person, ...] = (), **wishes: Any) -> str:
    """A running match of the host, others and bots, in this order."""
    seats = 1 + len(people) + len(named)
    match_id, _ = lobby.create(host.id, new_match(seats=seats, **wishes), key=None)
    for one in people:
        lobby.join(match_id, one.id, SeatWish(), key=None)
    for bot in named:
        lobby.seat_bot(match_id, host.id, seat=None, bot=bot, key=None)
    return match_id


def play_against_bots(match_id: str, who: Person) -> Match:
    for _ in range(300):
        match = timeouts.expire(match_id).match
        if match.is_over:
            return match
        answer_first_prompt(match_id, who, 0)
    raise AssertionError("the match does not end")


def test_the_last_bot_starts_the_match_and_shows_on_its_seat() -> None:
    alice = person("Alice")
    match_id = with_bots(alice, "random", "steady")
    loaded = load(match_id)
    assert (loaded.match.table.status, loaded.holders) == ("active", {0: alice.id})
    shown: Any = resources.resource(loaded.match, quarantined=False)["seats"]
    assert [(seat["status"], seat["bot"]) for seat in shown] == [
        ("seated", None),
        ("seated", "random"),
        ("seated", "steady"),
    ]


@pytest.mark.parametrize("bot", [*PLAIN, EASY])
def test_a_person_plays_a_whole_match_against_bots_that_are_waited_for_by_nobody(bot: str) -> None:
    alice = person("Alice")
    match_id = with_bots(alice, bot, bot)
    match = play_against_bots(match_id, alice)
    assert match.table.outcome is not None
    assert match.table.outcome["reason"] == "goal"


def test_bots_that_pick_otherwise_later_refute_no_match_that_others_have_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    alice = person("Alice")
    loaded = load(play_against_bots(with_bots(alice, EASY, RANDOM, options={"max_rounds": 2}), alice).id)
    file = b"".join(export.lines(loaded.match, loaded.events, None, whole=True))
    report = verify_bytes(file, bots=True)
    assert (report.flaw, report.unjudged, report.other_bots) == (None, 0, {})

    game = loaded.match.game
    assert game.bot is not None
    grades, retired = dict.fromkeys(game.bot.grades, Grade()), frozenset({game.bots})
    later = replace(game, bot=replace(game.bot, version="later", retired=retired, grades=grades))
    monkeypatch.setitem(registry.GAMES, game.slug, {game.rules: later})
    report = verify_bytes(file, bots=True)
    assert (report.flaw, report.unjudged, [*report.other_bots]) == (None, 0, [game.bots])


def test_a_fork_does_not_say_which_bots_made_the_moves_that_it_carries() -> None:
    alice = person("Alice")
    parent = load(play_against_bots(with_bots(alice, EASY, RANDOM, options={"max_rounds": 2}), alice).id)
    last = parent.match.head.version
    wish = ForkWish(at=last, seat=0, clock=clocks.NONE, visibility=None, name="", start="auto", entropy=None)
    made, _ = forks.fork(parent, Lobby.objects.get(match_id=parent.match.id), alice.id, wish, key=None)
    for _ in range(2):
        lobby.seat_bot(made, alice.id, seat=None, bot=EASY, key=None)
    sealed = [opening.part for event in load(made).events for opening in event.openings]
    assert {*map(frozenset, sealed)} >= {frozenset({"move"})}
    assert not [part for part in sealed if "bots" in part]
    loaded = load(play_against_bots(made, alice).id)
    report = verify_bytes(b"".join(export.lines(loaded.match, loaded.events, None, whole=True)), bots=True)
    assert (report.flaw, report.unjudged, report.other_bots) == (None, 0, {})


def test_a_bots_move_is_a_command_of_its_own_under_its_prompt_and_by_bot() -> None:
    match_id = with_bots(person("Alice"), "random", "random")
    asked = {prompt.seat: prompt.id for prompt in load(match_id).match.prompts.values()}
    timeouts.expire(match_id)
    for seat in (1, 2):
        found = find_command(match_id, f"bot:{seat}", asked[seat])
        assert found is not None
        event = load(match_id).events[found.first_version - 1].envelope
        assert (event["by"], event["seat"]) == ("bot", seat)


def test_bots_play_for_themselves_in_a_match_without_a_clock_and_never_for_a_person() -> None:
    match_id = with_bots(person("Alice"), "random", "random")
    loaded = timeouts.expire(match_id)
    assert loaded.match.waiting_for == (0,)
    assert timeouts.wakes_at(loaded) is None


def test_what_a_bot_picks_is_the_same_for_the_same_prompt_and_no_draw_of_the_match() -> None:
    match_id = with_bots(person("Alice"), "random", "random")
    loaded = load(match_id)
    before = loaded.match
    prompt = before.prompts[1]
    one, other = (bots.turn(loaded, prompt, bots.pick(before, prompt, bot="random"), by="bot") for _ in range(2))
    assert one == other
    after = timeouts.expire(match_id).match
    assert (after.draws, after.chance().next_draw) == (before.draws, before.draws)


def test_what_bots_pick_differs_between_prompts_and_matches() -> None:
    legal: tuple[JSONObject, ...] = tuple({"type": "choose_receiver", "receiver": n} for n in range(10**6))
    matches = [load(with_bots(person("Alice"), "random", "random")).match for _ in range(2)]
    picked = [
        picks.pick(match.game, {}, asking(legal), bot=RANDOM, chance=stand_ins.chance(match.seed, match.id, prompt))
        for match in matches
        for prompt in match.prompts.values()
    ]
    assert len({*picked}) == 6


def test_a_random_bot_with_an_empty_list_leaves_it_to_the_default_move() -> None:
    assert picks.pick(newest("rock-paper-wizard"), {}, asking(()), bot=RANDOM, chance=Chance(bytes(32))) is None


def asking(legal: tuple[JSONObject, ...]) -> Prompt:
    move = PromptMove(type="choose_receiver", schema={}, legal=legal)
    return Prompt(id="p1.0", seat=0, kind="choose_receiver", moves=(move,))


def test_bots_that_the_host_has_seated_play_on_after_the_last_person_has_resigned() -> None:
    alice = person("Alice")
    match_id = with_bots(alice, "random", "random", "random")
    submission.resign(match_id, alice.id, key=None)
    match = timeouts.expire(match_id).match
    while not match.is_over:
        match = timeouts.expire(match_id).match
    assert match.table.outcome is not None
    assert match.table.outcome["reason"] == "goal"


def test_rpw_67_bots_leave_off_when_the_last_person_has_gone_away(later: Any) -> None:
    match_id = with_bots(person("Alice"), "random", "random", clock={"mode": "per_move", "seconds": 9, "strikes": 1})
    timeouts.expire(match_id)
    later(9)
    for _ in range(3):
        timeouts.expire(match_id)
    outcome = load(match_id).match.table.outcome
    assert outcome is not None
    assert (outcome["reason"], outcome["winners"]) == ("abandoned", [])


def test_one_call_plays_a_bounded_number_of_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timeouts, "MOVES_AT_ONCE", 1)
    match_id = with_bots(person("Alice"), "random", "random")
    assert [timeouts.expire(match_id).match.moves for _ in range(3)] == [1, 2, 2]


def test_bots_are_seated_by_the_host_on_free_seats_before_the_start() -> None:
    alice, bob = person("Alice"), person("Bob")
    match_id, _ = lobby.create(alice.id, new_match(start="manual"), key=None)
    lobby.join(match_id, bob.id, SeatWish(), key=None)
    with pytest.raises(NotHost):
        lobby.seat_bot(match_id, bob.id, seat=None, bot="random", key=None)
    with pytest.raises(SeatOccupied):
        lobby.seat_bot(match_id, alice.id, seat=1, bot="random", key=None)
    assert not lobby.seat_bot(match_id, alice.id, seat=2, bot="random", key="k").replayed
    assert lobby.seat_bot(match_id, alice.id, seat=2, bot="random", key="k").replayed
    with pytest.raises(MatchFull):
        lobby.seat_bot(match_id, alice.id, seat=None, bot="random", key=None)
    lobby.start(match_id, alice.id, key=None)
    with pytest.raises(MatchNotOpen):
        lobby.seat_bot(match_id, alice.id, seat=None, bot="random", key=None)


def test_a_bot_is_never_host_and_does_not_hold_a_lobby_open() -> None:
    alice, bob = person("Alice"), person("Bob")
    match_id, _ = lobby.create(alice.id, new_match(seats=4), key=None)
    lobby.seat_bot(match_id, alice.id, seat=1, bot="random", key=None)
    lobby.join(match_id, bob.id, SeatWish(), key=None)
    lobby.leave(match_id, alice.id, key=None)
    assert load(match_id).match.table.host == 2
    lobby.leave(match_id, bob.id, key=None)
    assert load(match_id).match.table.status == "cancelled"


def test_a_match_that_is_made_with_bots_on_all_other_seats_starts_by_that_call() -> None:
    alice = person("Alice")
    wish = {"game": "rock-paper-wizard", "seats": 3, "bots": [EASY, RANDOM]}
    made, again = (alice.post("/matches", wish, Idempotency_Key="practice") for _ in range(2))
    assert (made.status_code, made.json()["status"]) == (201, "active")
    assert [(seat["status"], seat["bot"]) for seat in made.json()["seats"]] == [
        ("seated", None),
        ("seated", EASY),
        ("seated", RANDOM),
    ]
    assert (again.status_code, again.headers["Idempotent-Replayed"]) == (201, "true")
    assert again.json()["id"] == made.json()["id"]
    assert BotTurn.objects.get(match_id=made.json()["id"]).attended
    other = alice.post("/matches", {**wish, "bots": [EASY, EASY]}, Idempotency_Key="practice")
    assert other.json()["code"] == "idempotency_key_reused"


def test_a_match_may_be_made_with_bots_on_some_seats_or_wait_for_its_host() -> None:
    alice = person("Alice")
    wish = {"game": "rock-paper-wizard", "seats": 3}
    some = alice.post("/matches", {**wish, "bots": [EASY]}).json()
    assert [seat["bot"] for seat in some["seats"]] == [None, EASY, None]
    assert some["status"] == "open"
    held = alice.post("/matches", {**wish, "bots": [EASY, EASY], "start": "manual"}).json()
    assert held["status"] == "open"
    assert alice.post(f"/matches/{held['id']}/start").json()["status"] == "active"


@pytest.mark.parametrize(
    ("bots", "status", "code", "pointer"),
    [
        ([EASY] * 3, 422, "value_not_allowed", "/bots"),
        (["deep_blue"], 400, "invalid_request", "/bots/0"),
        (EASY, 400, "invalid_request", "/bots"),
    ],
)
def test_bots_that_there_are_not_or_too_many_are_refused(bots: object, status: int, code: str, pointer: str) -> None:
    refused = person("Alice").post("/matches", {"game": "rock-paper-wizard", "seats": 3, "bots": bots})
    assert (refused.status_code, refused.json()["code"]) == (status, code)
    assert [error["pointer"] for error in refused.json()["errors"]] == [pointer]


def test_bots_pause_as_long_as_the_host_wishes_and_share_the_pause_where_they_answer_at_once(later: Any) -> None:
    """Three are asked at once: the first after a third of six seconds, the next after half, the last after all."""
    match_id = with_bots(person("Alice"), EASY, EASY, EASY, pace=6)
    for moves_made, seconds in enumerate((2, 3, 6)):
        loaded = load(match_id)
        deadlines.put_deadlines([loaded])
        assert BotTurn.objects.get(match_id=match_id).due_at == loaded.match.at + timedelta(seconds=seconds)
        assert timeouts.play_turn(match_id).match.moves == moves_made
        later(seconds)
        assert timeouts.play_turn(match_id).match.moves == moves_made + 1
    assert load(match_id).match.waiting_for == (0,)


def test_a_bots_pause_moves_no_deadline_of_a_player_and_no_answer_of_theirs(later: Any) -> None:
    clock: JSONObject = {"mode": "per_move", "seconds": 5}
    alice = person("Alice")
    match_id = with_bots(alice, EASY, EASY, clock=clock, pace=10)
    before = load(match_id).match.deadlines
    later(4)
    assert timeouts.expire(match_id).match.deadlines == before
    answer_first_prompt(match_id, alice, 0)
    assert load(match_id).match.moves == 1


@pytest.mark.parametrize("pace", [-1, 11, "long", None])
def test_a_pause_is_bounded(pace: object) -> None:
    refused = person("Alice").post("/matches", {"game": "rock-paper-wizard", "seats": 3, "pace": pace})
    assert (refused.status_code, refused.json()["errors"][0]["pointer"]) == (400, "/pace")
