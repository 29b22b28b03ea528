"""A seat that the rules put out: told so at once, and waited for in nothing (CAVE-4.3)."""

from dataclasses import replace
from typing import Any

import pytest

from games import registry
from games.cave import loop
from games.cave.chapters.death import judge_survivors, leave_body
from games.cave.draft import Draft
from games.cave.events.course import ChoiceMade, SeatEliminated
from games.cave.evolve import evolve
from games.cave.moves import Roll
from games.cave.state import ELIMINATED
from games.core.chance import Chance
from games.core.definition import Decision
from games.core.moves import Move
from games.matches.audit import audits
from games.matches.autoplay import timeouts
from games.matches.lobby import replacements
from games.matches.models.notices import Notice
from games.matches.notices import writer
from games.matches.play import pauses
from games.matches.stream.loading import load
from tests.support.cast import Person, match_of, person
from tests.support.dealing import CAVE, send
from tests.support.table_fixtures import Later

TEN_SECONDS: dict[str, Any] = {"mode": "per_move", "seconds": 10, "strikes": 1}


@pytest.fixture
def _every_match_that_was_played_holds() -> None:
    """Overrides the audit after each test, which would not know the deadly rules; the tests audit by themselves."""


def decide(state: Any, seat: int, move: Move, chance: Chance) -> Decision:
    """Cave in which whoever rolls dies after the Crystal Chamber was found."""
    if not isinstance(move, Roll):
        return registry.GAMES[CAVE]["real"].decide(state, seat, move, chance)
    draft = Draft(state, chance, evolve)
    draft.write(ChoiceMade(seat=seat, kind="start_action", move={"type": "roll"}, rules=("CAVE-R23.2",)))
    leave_body(draft, seat)
    draft.write(SeatEliminated(seat=seat))
    judge_survivors(draft)
    loop.run(draft)
    return draft.decision


@pytest.fixture
def deadly(monkeypatch: pytest.MonkeyPatch) -> None:
    real = registry.newest(CAVE)
    monkeypatch.setitem(registry.GAMES, CAVE, {"real": real, real.rules: replace(real, decide=decide)})


def eliminated(*cast: Person, **wishes: Any) -> tuple[str, int]:
    """A match in which the seat on turn has just been put out, and that seat."""
    match_id = match_of(*cast, game=CAVE, **wishes)
    (seat,) = load(match_id).match.waiting_for
    send(match_id, cast[seat], type="roll")
    state = load(match_id).match.state
    assert state is not None
    assert state.board.out[seat] == ELIMINATED
    return match_id, seat


@pytest.fixture
def cast(deadly: None) -> tuple[Person, ...]:
    return tuple(person(name) for name in ("Alice", "Bob", "Carol"))


def test_cave_4_3_whoever_is_out_is_told_so_at_once_and_asked_nothing_more(cast: tuple[Person, ...]) -> None:
    match_id, seat = eliminated(*cast, clock=TEN_SECONDS)
    match = load(match_id).match
    writer.tell_now(match_id)
    assert Notice.objects.filter(player_id=cast[seat].id, match_id=match_id, kind="eliminated").count() == 1
    assert not Notice.objects.filter(match_id=match_id, kind="eliminated").exclude(player_id=cast[seat].id).exists()
    assert seat not in {*match.prompts, *match.waiting_for, *match.attended, *(due.seat for due in match.deadlines)}
    shown = cast[seat].get(f"/matches/{match_id}").json()
    assert shown["seats"][seat]["status"] == "eliminated"
    assert seat not in shown["waiting_for"]
    assert not audits.examine(match_id).failed


def test_cave_4_3_a_pause_needs_nobody_who_is_out(cast: tuple[Person, ...]) -> None:
    match_id, seat = eliminated(*cast)
    answer = cast[seat].post(f"/matches/{match_id}/pause")
    assert (answer.status_code, answer.json()["code"]) == (403, "not_seated")
    others = [who for place, who in enumerate(cast) if place != seat]
    for who in others:
        pauses.pause(match_id, who.id, key=None)
    assert load(match_id).match.table.paused_at is not None
    for who in others:
        pauses.resume(match_id, who.id, key=None)
    assert load(match_id).match.table.paused_at is None
    assert not audits.examine(match_id).failed


def test_cave_4_3_an_absent_players_seat_is_taken_over_without_the_consent_of_whoever_is_out(
    cast: tuple[Person, ...], later: Later
) -> None:
    match_id, seat = eliminated(*cast, clock=TEN_SECONDS)
    later(10)
    timeouts.expire(match_id)
    (away,) = load(match_id).match.table.autopilot
    (left,) = {0, 1, 2} - {seat, away}
    replacements.invite(match_id, cast[left].id, away, seconds=600, key=None)
    assert replacements._undecided(load(match_id), away, left) == ()
    answer = cast[seat].post(f"/matches/{match_id}/seats/{away}/replacement/consent", {"invited_by": left})
    assert (answer.status_code, answer.json()["code"]) == (403, "not_seated")


def test_cave_4_3_in_a_fork_nobody_sits_where_somebody_was_out(cast: tuple[Person, ...]) -> None:
    parent, out = eliminated(*cast)
    at = load(parent).match.head.version
    first, second = (seat for seat in range(3) if seat != out)
    cast[first].post(f"/matches/{parent}/resign")

    fork = cast[first].post(f"/matches/{parent}/forks", {"at": at}).json()

    statuses = {out: "eliminated", first: "seated", second: "open"}
    assert [seat["status"] for seat in fork["seats"]] == [statuses[seat] for seat in range(3)]
    assert (fork["you"], fork["seats"][out]["text"]) == (
        first,
        [{"text": f"Seat {out}", "seat": out}, {"text": " is out of the match."}],
    )
    for path, wish in ((f"/matches/{fork['id']}/join", {}), (f"/matches/{parent}/forks", {"at": at})):
        assert cast[out].post(path, {**wish, "seat": out}).json()["code"] == "seat_taken"
    joined = cast[second].post(f"/matches/{fork['id']}/join").json()
    then = cast[second].get(f"/matches/{parent}/view?at={at}").json()
    assert (joined["status"], joined["you"], joined["waiting_for"]) == ("active", second, then["waiting_for"])
    assert [seat["status"] for seat in joined["seats"]].count("eliminated") == 1
    cast[first].post(f"/matches/{fork['id']}/resign")
    assert load(fork["id"]).match.is_over
    assert not audits.examine(fork["id"]).failed


def test_cave_4_3_a_match_whose_last_players_are_away_is_abandoned_though_one_who_is_out_looks_on(
    cast: tuple[Person, ...], later: Later
) -> None:
    match_id, _ = eliminated(*cast, clock=TEN_SECONDS)
    for _ in range(2):
        later(10)
        timeouts.expire(match_id)
    outcome = load(match_id).match.table.outcome
    assert outcome is not None
    assert outcome["reason"] == "abandoned"
    assert not audits.examine(match_id).failed
