"""Take-backs that the others agree to: asked for, agreed to by all, refused by one."""

from datetime import timedelta
from typing import Any

import pytest

from games.matches.audit import audits
from games.matches.autoplay import timeouts
from games.matches.errors import (
    AlreadyAgreed,
    MatchPaused,
    MoveStands,
    NotSeated,
    TakeBackAlreadyAsked,
    TakeBackNotAsked,
    TakeBacksDeclined,
)
from games.matches.lobby import lobby
from games.matches.models.people import Player
from games.matches.models.rated import RatedMatch
from games.matches.notices import writer
from games.matches.play import agreed_take_backs, pauses, submission, take_backs
from games.matches.play.submission import Sent
from games.matches.presentation import export
from games.matches.stream.history import at_version
from games.matches.stream.loading import Loaded, load
from games.matches.stream.serialization import freeze, thaw
from games.matches.stream.state import Match, fold, from_kept, kept_fields
from games.verify.report import CHECKS, OK
from games.verify.verifier import verify_bytes
from tests.support.cast import (
    STRANGER,
    Person,
    account_holder,
    legal,
    match_of,
    new_match,
    play_some,
    resign_all,
    types,
)
from tests.support.relay import catch_up
from tests.support.table_fixtures import Cast, Later

TEN_MINUTES: dict[str, Any] = {"mode": "per_move", "seconds": 600}


def choose(match_id: str, cast: Cast | list[Person], seat: int, which: int = 0) -> None:
    submission.play(match_id, cast[seat].id, Sent(body=legal(match_id, seat)[which]), key=None)


def a_round(match_id: str, cast: Cast | list[Person]) -> list[Match]:
    """All choose, and with the last choice all are opened; the match before each choice."""
    before = []
    for seat in (0, 1, 2):
        before.append(load(match_id).match)
        choose(match_id, cast, seat)
    return before


def ask(match_id: str, who: Person, *, first: int | None = None, knowing: bool = True) -> None:
    agreed_take_backs.ask(match_id, who.id, first=first, knowing=knowing, key=None)


def agree(match_id: str, *people: Person) -> None:
    for one in people:
        agreed_take_backs.agree(match_id, one.id, key=None)


def why_it_stands(match_id: str, who: Person, **wish: Any) -> object:
    head = load(match_id).match.head
    with pytest.raises(MoveStands) as stands:
        ask(match_id, who, **wish)
    assert load(match_id).match.head == head
    return stands.value.params["reason"]


def test_with_the_consent_of_all_the_match_stands_as_before_the_move_and_history_keeps_everything(cast: Cast) -> None:
    match_id = match_of(*cast)
    before = a_round(match_id, cast)[1]
    ask(match_id, cast[1])
    wish = load(match_id).match.table.take_back_wish
    assert wish is not None
    assert (wish.first, wish.knowing, wish.asked_by) == (2, True, 1)
    agree(match_id, cast[0])
    assert load(match_id).match.state != before.state
    agree(match_id, cast[2])
    loaded = load(match_id)
    assert types(match_id)[-4:] == ["take_back_asked", "take_back_agreed", "take_back_agreed", "moves_taken_back"]
    assert (loaded.match.state, loaded.match.draws, loaded.match.moves) == (before.state, before.draws, 3)
    assert {seat: one.id for seat, one in loaded.match.prompts.items()} == {1: "p1.1", 2: "p1.2"}
    assert fold(match_id, loaded.events) == loaded.match
    assert thaw(freeze(kept_fields(loaded.match))) == kept_fields(loaded.match)
    assert from_kept(loaded.match.game, thaw(freeze(kept_fields(loaded.match)))) == loaded.match
    choose(match_id, cast, 1, which=-1)
    assert load(match_id).match.moves == 4


@pytest.mark.parametrize("game", ["rock-paper-wizard", "cave", "spell-a-spell"])
def test_a_match_with_moves_taken_back_by_consent_is_proved_and_forked_as_any_other(game: str, cast: Cast) -> None:
    people = cast[:2] if game == "cave" else cast
    match_id = match_of(*people, game=game)
    for number in range(6):
        play_some(match_id, list(people), moves=7, seed=number)
        match = load(match_id).match
        if not match.earlier or match.table.status != "active":
            continue
        first = match.earlier[number % len(match.earlier)].number
        ask(match_id, people[0], first=first)
        agree(match_id, *people[1:])
        running = load(match_id)
        assert fold(match_id, running.events) == running.match
        shown = b"".join(export.lines(running.match, running.events, 0))
        assert verify_bytes(shown).flaw is None
    taken = [at for at, type in enumerate(types(match_id), 1) if type == "moves_taken_back"]
    assert taken
    resign_all(match_id, people)
    ended = load(match_id)
    report = verify_bytes(b"".join(export.lines(ended.match, ended.events, None, whole=True)))
    assert report.checks == dict.fromkeys(CHECKS, OK), report.flaw
    made = people[0].post(f"/matches/{match_id}/forks", {"at": taken[-1], "start": "auto"}).json()
    for who in people[1:]:
        assert who.post(f"/matches/{made['id']}/join").status_code == 200
    fork, then = load(made["id"]), at_version(ended, made["forked_from"]["version"])
    assert (fork.match.state, fork.match.draws) == (then.state, then.draws)
    resign_all(made["id"], people)
    over = load(made["id"])
    report = verify_bytes(b"".join(export.lines(over.match, over.events, None, whole=True)))
    assert report.checks == dict.fromkeys(CHECKS, OK), report.flaw


def play_until_something_is_drawn(match_id: str, cast: Cast) -> tuple[Match, int, dict[str, Any], Loaded]:
    """The match before the move that has drawn, its seat, the move, and the match after it."""
    while True:
        before = load(match_id).match
        seat = before.waiting_for[0]
        body = legal(match_id, seat)[0]
        submission.play(match_id, cast[seat].id, Sent(body=body), key=None)
        after = load(match_id)
        if after.match.draws > before.draws and after.match.earlier:
            return before, seat, body, after


def test_with_open_draws_no_number_is_drawn_twice_and_a_fork_goes_on_from_before_the_take_back(cast: Cast) -> None:
    """The secret of a die that was shown may be known: it must decide nothing that is hidden."""
    people = cast[:2]
    match_id = match_of(*people, game="cave", open_draws=True)
    before, seat, body, after = play_until_something_is_drawn(match_id, cast)
    why = cast[seat].post(f"/matches/{match_id}/take-back", {"knowing": False}).json()
    assert why["code"] == "move_stands"
    ask(match_id, cast[seat])
    agree(match_id, cast[1 - seat])
    back = load(match_id)
    assert (back.match.state, back.match.draws) == (before.state, after.match.draws)
    assert (fold(match_id, back.events), back.match.table.knowing) == (back.match, True)
    submission.play(match_id, cast[seat].id, Sent(body=body), key=None)
    play_some(match_id, people, moves=3, seed=4)
    resign_all(match_id, people)
    ended = load(match_id)
    drawn = [event.envelope["draws"] for event in ended.events if event.envelope["draws"]]
    numbers = [number for one in drawn for number in range(one["first"], one["first"] + one["count"])]
    assert numbers == list(range(len(numbers)))
    report = verify_bytes(b"".join(export.lines(ended.match, ended.events, None, whole=True)))
    assert report.checks == dict.fromkeys(CHECKS, OK), report.flaw
    last, early = ended.match.head.version, before.head.version
    refused = people[0].post(f"/matches/{match_id}/forks", {"at": last, "start": "auto"}).json()
    assert (refused["code"], refused["errors"][0]["pointer"]) == ("value_not_allowed", "/at")
    made = people[0].post(f"/matches/{match_id}/forks", {"at": early, "start": "auto"}).json()
    assert people[1].post(f"/matches/{made['id']}/join").status_code == 200
    fork = load(made["id"])
    assert (fork.match.state, fork.match.draws, fork.match.table.open_draws) == (before.state, before.draws, None)
    play_some(made["id"], people, moves=12, seed=2)
    resign_all(made["id"], people)
    over = load(made["id"])
    report = verify_bytes(b"".join(export.lines(over.match, over.events, None, whole=True)))
    assert report.checks == dict.fromkeys(CHECKS, OK), report.flaw


def test_numbers_that_were_drawn_come_again_as_they_were(cast: Cast) -> None:
    """So nobody rolls anew by asking to take a roll back."""
    match_id = match_of(*cast[:2], game="cave")
    before, seat, body, after = play_until_something_is_drawn(match_id, cast)
    drawn = [event.envelope["data"] for event in after.events_between(before.head.version, after.match.head.version)]
    ask(match_id, cast[seat])
    agree(match_id, cast[1 - seat])
    at = load(match_id).match.head.version
    submission.play(match_id, cast[seat].id, Sent(body=body), key=None)
    again = load(match_id)
    assert [event.envelope["data"] for event in again.events_between(at, again.match.head.version)] == drawn


def test_one_refusal_ends_it_and_so_does_a_move_and_one_s_own_word(cast: Cast) -> None:
    match_id = match_of(*cast)
    a_round(match_id, cast)
    state = load(match_id).match.state
    for who in (cast[2], cast[1]):
        ask(match_id, cast[1])
        agreed_take_backs.refuse(match_id, who.id, key=None)
        with pytest.raises(TakeBackNotAsked):
            agree(match_id, cast[0])
    assert load(match_id).match.state == state
    ask(match_id, cast[1])
    seat = load(match_id).match.waiting_for[0]
    choose(match_id, cast, seat)
    with pytest.raises(TakeBackNotAsked):
        agree(match_id, cast[0])
    with pytest.raises(TakeBackNotAsked):
        agreed_take_backs.refuse(match_id, cast[0].id, key=None)


def test_what_was_opened_is_taken_back_only_where_all_are_told_that_they_go_on_knowing_it(cast: Cast) -> None:
    match_id = match_of(*cast)
    a_round(match_id, cast)
    assert why_it_stands(match_id, cast[1], knowing=False) == "disclosed"
    other = match_of(*cast)
    choose(other, cast, 0)
    choose(other, cast, 1)
    ask(other, cast[0], knowing=False)
    agree(other, *cast[1:])
    for who in cast[:2]:
        submission.resign(other, who.id, key=None)
    assert "knowing" not in (load(other).match.table.outcome or {})


def test_an_outcome_after_which_all_knew_more_says_so_and_counts_for_no_rating() -> None:
    three = [account_holder(name) for name in ("Ada", "Ben", "Cid")]
    match_id = match_of(*three, rated=True, clock=TEN_MINUTES)
    a_round(match_id, three)
    ask(match_id, three[0])
    agree(match_id, *three[1:])
    for who in three[:2]:
        submission.resign(match_id, who.id, key=None)
    assert (load(match_id).match.table.outcome or {})["knowing"] is True
    catch_up()
    assert RatedMatch.objects.get(match_id=match_id).state == RatedMatch.TAKEN_BACK
    assert STRANGER.get(f"/matches/{match_id}/rating").json()["state"] == "taken_back"
    assert STRANGER.get(f"/matches/{match_id}").json()["outcome"]["knowing"] is True


def test_all_that_are_asked_again_have_all_of_their_time(cast: Cast) -> None:
    match_id = match_of(*cast, clock=TEN_MINUTES)
    a_round(match_id, cast)
    ask(match_id, cast[1])
    agree(match_id, cast[0], cast[2])
    match = load(match_id).match
    assert [due.seat for due in match.deadlines] == [1, 2]
    assert {due.due_at - match.at for due in match.deadlines} == {timedelta(minutes=10)}


def test_a_question_that_is_asked_once_more_is_told_once_more(cast: Cast) -> None:
    match_id = match_of(*cast)
    a_round(match_id, cast)
    writer.tell_now(match_id)
    ask(match_id, cast[1])
    agree(match_id, cast[0], cast[2])
    writer.tell_now(match_id)
    told = cast[1].get("/me/notices?unread=true").json()["items"]
    assert [
        (one["kind"], one["prompt"]) for one in told if one["match"] == match_id and one["kind"] == "your_turn"
    ] == [("your_turn", "p1.1")]


def test_against_bots_alone_it_is_done_at_once() -> None:
    ada = account_holder("Ada")
    match_id, _ = lobby.create(ada.id, new_match(bots=("steady", "steady")), key=None)
    choose(match_id, [ada], 0)
    before = load(match_id).match.moves
    ask(match_id, ada, knowing=False)
    assert types(match_id)[-2:] == ["take_back_asked", "moves_taken_back"]
    assert (load(match_id).match.moves, 0 in load(match_id).match.prompts) == (before, True)


def test_bots_answer_once_more_what_they_are_asked_once_more() -> None:
    ada = account_holder("Ada")
    match_id, _ = lobby.create(ada.id, new_match(bots=("steady", "steady")), key=None)
    asked = load(match_id).match.prompts
    for _ in range(2):
        choose(match_id, [ada], 0)
        assert timeouts.expire(match_id).match.prompts != asked
        ask(match_id, ada)
        assert load(match_id).match.prompts == asked
    choose(match_id, [ada], 0)
    assert asked[1].id not in {prompt.id for prompt in timeouts.expire(match_id).match.prompts.values()}
    assert not audits.examine(match_id).failed


def test_the_clock_answers_once_more_what_it_is_asked_once_more(cast: Cast, later: Later) -> None:
    match_id = match_of(*cast, clock={**TEN_MINUTES, "strikes": 9})
    asked = load(match_id).match.prompts
    choose(match_id, cast, 0)
    for number in (1, 2):
        later(660 * number)
        timeouts.run_out(match_id)
        assert asked[1].id not in {prompt.id for prompt in load(match_id).match.prompts.values()}
        ask(match_id, cast[1], first=load(match_id).match.earlier[0].number)
        agree(match_id, cast[0], cast[2])
        assert load(match_id).match.prompts == asked
    assert not audits.examine(match_id).failed


def test_nobody_goes_back_to_before_a_seat_was_out_nor_further_than_eight_moves(cast: Cast) -> None:
    match_id = match_of(*cast)
    a_round(match_id, cast)
    submission.resign(match_id, cast[0].id, key=None)
    assert why_it_stands(match_id, cast[1]) == "too_early"
    other = match_of(*cast)
    play_some(other, list(cast), moves=12)
    assert len(load(other).match.earlier) == 8
    assert why_it_stands(other, cast[0], first=1) == "too_early"
    assert why_it_stands(other, cast[0], first=99) == "too_early"


@pytest.mark.parametrize(
    ("wish", "rated", "is_declined"), [("never", False, True), ("unrated", False, False), ("unrated", True, True)]
)
def test_a_player_may_wish_not_to_be_asked(wish: str, rated: bool, is_declined: bool) -> None:
    three = [account_holder(name) for name in ("Ada", "Ben", "Cid")]
    assert three[2].patch("/me", {"take_backs": wish}).json()["take_backs"] == wish
    match_id = match_of(*three, rated=rated, clock=TEN_MINUTES)
    a_round(match_id, three)
    if is_declined:
        with pytest.raises(TakeBacksDeclined):
            ask(match_id, three[0])
    else:
        ask(match_id, three[0])
    # One's own wish is for what others ask.
    Player.objects.filter(id=three[2].id).update(take_backs="never")
    if is_declined:
        ask(match_id, three[2])


def test_it_is_refused_in_a_pause_to_strangers_and_to_who_is_away(cast: Cast) -> None:
    match_id = match_of(*cast)
    a_round(match_id, cast)
    with pytest.raises(NotSeated):
        ask(match_id, account_holder("Dora"))
    ask(match_id, cast[0])
    with pytest.raises(TakeBackAlreadyAsked):
        ask(match_id, cast[1])
    with pytest.raises(AlreadyAgreed) as agreed:
        agree(match_id, cast[0])
    assert agreed.value.params == {"seats": [1, 2]}
    for one in cast:
        pauses.pause(match_id, one.id, key=None)
    with pytest.raises(MatchPaused):
        ask(match_id, cast[1])
    with pytest.raises(MatchPaused):
        agree(match_id, cast[1])


def test_one_s_own_unseen_move_is_still_taken_back_alone(cast: Cast) -> None:
    match_id = match_of(*cast)
    choose(match_id, cast, 0)
    take_backs.take_back_move(match_id, cast[0].id, 1, key=None)
    assert load(match_id).match.earlier == ()
