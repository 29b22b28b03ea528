"""Every recorded way a match can end, of every game and version, is judged again; and what is noticed when code changes."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, OperationalError, connection

from events import store
from games import registry
from games.core.definition import Decision
from games.core.errors import RuleBroken
from games.core.events import Event
from games.matches.audit import rejudgement
from games.matches.stream.loading import load
from games.rock_paper_wizard.events.course import GoldScored
from games.verify import replay
from tests.games.matches.audit.golden import key_of, store_playthrough
from tests.games.playthroughs import files
from tests.support.cast import RPW, match_of, person, play_some
from tests.support.chance import UNKNOWN_ID
from tests.support.line import made_by_libpq

GAME = registry.GAMES[RPW]["1"]


@pytest.fixture(autouse=True)
def _the_code_as_it_is(monkeypatch: pytest.MonkeyPatch, _every_match_that_was_played_holds: None) -> Iterator[None]:
    # Before what was played is audited.
    yield
    monkeypatch.undo()


@pytest.mark.parametrize("path", files(), ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_recorded_match_is_judged_as_it_was(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = path.read_text(encoding="utf-8")
    monkeypatch.setattr(replay, "key_of", lambda *_, **__: key_of(text))
    match_id = store_playthrough(text)

    assert str(rejudgement.rejudge(match_id, store.load(match_id).events)) == "same"


@pytest.fixture
def played() -> str:
    cast = [person(name) for name in ("Alice", "Bob", "Carol")]
    match_id = match_of(*cast)
    play_some(match_id, cast)
    return match_id


def changed(monkeypatch: pytest.MonkeyPatch, **functions: Any) -> None:
    monkeypatch.setattr(registry, "GAMES", {RPW: {"1": replace(GAME, **functions)}})


def verdict(match_id: str) -> str:
    return str(rejudgement.rejudge(match_id, store.load(match_id).events))


def first(match_id: str, type: str) -> int:
    return next(event.version for event in load(match_id).events if event.envelope["type"] == type)


def test_a_match_played_to_its_end_is_judged_as_it_was(played: str) -> None:
    assert verdict(played) == "same"


def test_a_match_that_runs_is_judged_as_far_as_it_came() -> None:
    cast = [person(name) for name in ("Alice", "Bob", "Carol")]
    match_id = match_of(*cast)
    play_some(match_id, cast, moves=4)

    assert verdict(match_id) == "same"


def test_another_amount_is_a_difference_where_it_first_shows(played: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def generous(*given: Any) -> Decision:
        decision = GAME.decide(*given)
        events = [richer(event) if isinstance(event, GoldScored) else event for event in decision.events]
        return replace(decision, events=events)

    def richer(event: GoldScored) -> GoldScored:
        return replace(event, amounts=tuple(1 + amount for amount in event.amounts))

    changed(monkeypatch, decide=generous)

    assert verdict(played) == f"differs at {first(played, 'gold_scored')}"


def test_another_draw_is_a_difference(played: str, monkeypatch: pytest.MonkeyPatch) -> None:
    set_up = range(first(played, "card_placed"), first(played, "round_begun"))
    monkeypatch.setattr(replay, "key_of", lambda *_, **__: b"another")

    assert verdict(played) in {f"differs at {version}" for version in set_up}


@pytest.mark.parametrize("keep", [slice(None, -1), slice(1, None)])
def test_an_event_more_or_less_is_a_difference(played: str, monkeypatch: pytest.MonkeyPatch, keep: slice) -> None:
    changed(monkeypatch, start=lambda *given: GAME.start(*given)[keep])

    assert verdict(played).startswith("differs at ")


def test_another_end_is_a_difference_at_the_last_event(played: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def outcome(state: Any) -> Any:
        known = GAME.outcome(state)
        return known and replace(known, winners=())

    last = load(played).match.head.version
    changed(monkeypatch, outcome=outcome)

    assert verdict(played) == f"differs at {last}"


def test_a_move_that_is_refused_now_is_rejected(played: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def strict(*_: Any) -> Sequence[Event]:
        raise RuleBroken("not_now", clause="RPW-1")

    version = first(played, "choice_made")
    changed(monkeypatch, decide=strict)

    assert verdict(played) == f"rejected at {version}"


def test_code_that_raises_fails_and_says_nothing_more(played: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> Any:
        raise ZeroDivisionError("fireball at seat 2")

    version = first(played, "choice_made")
    changed(monkeypatch, decide=broken)

    assert verdict(played) == f"fails at {version}"


def run(monkeypatch: pytest.MonkeyPatch, *matches: str) -> str:
    # The suite's database holds matches of games that only other tests register.
    monkeypatch.setattr(store, "matches", lambda sample: list(matches))
    said = StringIO()
    call_command("replay_all", sample=len(matches), stdout=said)
    return said.getvalue()


def test_the_command_counts_what_is_the_same(played: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run(monkeypatch, played, played) == "2 same\n"


def test_the_command_names_what_is_not_the_same_and_fails(played: str, monkeypatch: pytest.MonkeyPatch) -> None:
    changed(monkeypatch, outcome=lambda state: None)

    with pytest.raises(CommandError, match="judged differently"):
        run(monkeypatch, played)


def test_a_match_that_cannot_be_read_keeps_no_other_from_being_judged(
    played: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, load_stream = UNKNOWN_ID, store.load

    def torn(match_id: str) -> store.Stream:
        if match_id == broken:
            raise ValueError("a hand that was sealed")
        return load_stream(match_id)

    monkeypatch.setattr(store, "load", torn)
    monkeypatch.setattr(store, "matches", lambda sample: [broken, played, broken])
    said = StringIO()
    with pytest.raises(CommandError, match="judged differently"):
        call_command("replay_all", sample=3, stdout=said)
    assert said.getvalue() == f"{broken} broken\n{broken} broken\n2 broken, 1 same\n"


@pytest.mark.parametrize(
    "lost", [OperationalError("the server closed the connection"), made_by_libpq()], ids=["known", "of libpq's own"]
)
def test_a_database_that_goes_away_is_no_broken_match(
    played: str, monkeypatch: pytest.MonkeyPatch, lost: Exception
) -> None:
    def away(match_id: str) -> store.Stream:
        with connection.wrap_database_errors:
            raise lost

    monkeypatch.setattr(store, "load", away)
    with pytest.raises(DatabaseError):
        run(monkeypatch, played)


def test_a_sample_is_as_large_as_asked_for(played: str) -> None:
    assert len(store.matches(sample=1)) == 1
    assert played in store.matches()
    assert store.matches() == sorted(store.matches())
