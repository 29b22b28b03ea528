"""A node that does not know a match's rules, as an older one in a rolling upgrade: it leaves the match to others."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, NoReturn

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from games import registry
from games.core.events import Event
from games.matches.audit import audits
from games.matches.autoplay import deadlines, sweep, timeouts
from games.matches.background import consumers
from games.matches.errors import MatchNotFound, Refused
from games.matches.lists import listings
from games.matches.lobby import lobby
from games.matches.models.service import Audit, Deadline, Listing, Quarantine
from games.matches.play import submission
from games.matches.play.submission import Sent
from games.matches.stream import loading, rules
from games.matches.stream.loading import load
from tests.support.cast import RPW, Person, legal, match_of, new_match, person

CLOCK = {"mode": "per_move", "seconds": 5}
Older = Callable[..., None]


@pytest.fixture
def older() -> Iterator[Older]:
    """From here on this process is an older node, or a newer one again."""
    newest = registry.GAMES
    # Of matches that other tests have left whose games only they register.
    rules.met.clear()

    def becomes(is_older: bool = True) -> None:
        patch.setattr(registry, "GAMES", {**newest, RPW: {"0": newest[RPW]["1"]}} if is_older else newest)

    with pytest.MonkeyPatch.context() as patch:
        yield becomes
    loading.recent.clear()
    rules.met.clear()


@pytest.fixture
def cast() -> tuple[Person, ...]:
    return person("Alice"), person("Bob"), person("Carol")


@pytest.fixture
def match_id(cast: tuple[Person, ...]) -> str:
    made = match_of(*cast, clock=CLOCK)
    listings.project_listings([made])
    deadlines.project_deadlines([made])
    return made


def is_set_aside(match_id: str) -> bool:
    return Quarantine.objects.filter(match_id=match_id).exists()


@pytest.mark.parametrize("visibility", ["public", "private"])
def test_every_call_is_answered_with_503_and_the_match_goes_on_elsewhere(
    cast: tuple[Person, ...], older: Older, monkeypatch: pytest.MonkeyPatch, visibility: str
) -> None:
    match_id = match_of(*cast, visibility=visibility)
    listings.project_listings([match_id])
    alice, sent = cast[0], legal(match_id, 0)[0]
    older()
    answers = [alice.get(f"/matches/{match_id}{path}") for path in ("", "/view", "/prompts", "/events", "/audit")]
    answers += [alice.post(f"/matches/{match_id}/{path}", body) for path, body in (("moves", sent), ("resign", {}))]
    assert {(a.status_code, a.json()["code"]) for a in answers} == {(503, "temporarily_unavailable")}
    assert all(int(answer.headers["Retry-After"]) > 0 for answer in answers)
    assert alice.get("/matches?mine=true").json()["items"][0]["id"] == match_id
    older(False)
    assert not is_set_aside(match_id)
    submission.play(match_id, alice.id, Sent(body=sent), key=None)


def test_lists_and_deadlines_wait_for_a_node_that_knows_the_rules(match_id: str, older: Older) -> None:
    older()
    for project in (listings.project_listings, deadlines.project_deadlines):
        with pytest.raises(Refused, match="temporarily_unavailable"):
            project([match_id])
    assert Listing.objects.get(match_id=match_id).status == "active"
    assert Deadline.objects.filter(match_id=match_id).exists()
    assert not is_set_aside(match_id)


def test_an_audit_finds_nothing_wrong_with_rules_that_it_does_not_know(match_id: str, older: Older) -> None:
    older()
    with pytest.raises(Refused, match="temporarily_unavailable"):
        audits.examine(match_id)
    assert not Audit.objects.filter(match_id=match_id).exists()


@pytest.fixture
def due(match_id: str, superuser: psycopg.Connection[Any]) -> Iterator[str]:
    superuser.execute("UPDATE matches_deadline SET due_at = 'epoch' WHERE match_id = %s", [match_id])
    yield match_id
    superuser.execute("DELETE FROM matches_deadline WHERE match_id = %s", [match_id])
    sweep.unknown.clear()


def claimed_until(match_id: str) -> Any:
    return Deadline.objects.get(match_id=match_id).claimed_until


def noted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The matches that sweeps try from now on, and nothing comes of it."""
    tried: list[str] = []

    def run_out(match_id: str) -> NoReturn:
        tried.append(match_id)
        raise MatchNotFound

    monkeypatch.setattr(timeouts, "run_out", run_out)
    return tried


def test_a_sweep_leaves_the_match_due_for_others_at_once_and_does_not_take_it_again(
    due: str, older: Older, monkeypatch: pytest.MonkeyPatch
) -> None:
    older()
    sweep.sweep()
    assert (is_set_aside(due), claimed_until(due)) == (False, None)
    tried = noted(monkeypatch)
    sweep.sweep()
    assert due not in tried
    assert claimed_until(due) is None


def test_a_sweep_tries_again_after_a_while(due: str, older: Older, monkeypatch: pytest.MonkeyPatch) -> None:
    older()
    sweep.sweep()
    tried = noted(monkeypatch)
    monkeypatch.setattr(sweep, "now", lambda: 10**9)
    sweep.sweep()
    assert due in tried


def test_a_rebuild_leaves_the_rows_of_the_match_and_goes_on(match_id: str, older: Older) -> None:
    older()
    other, _ = lobby.create(person("Dora").id, new_match(game="spell-a-spell"), key=None)
    assert set(consumers.rebuild([match_id, other])) == {(match_id, consumers.LEFT), (other, consumers.REBUILT)}
    assert Listing.objects.filter(match_id=other).exists()
    assert Listing.objects.get(match_id=match_id).status == "active"
    assert Deadline.objects.filter(match_id=match_id).exists()


@pytest.mark.usefixtures("older")
def test_an_event_of_newer_code_is_no_failure_of_the_rules(match_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = registry.GAMES[RPW]["1"]
    classes: dict[str, type[Event]] = {name: c for name, c in game.event_classes.items() if name != "round_begun"}
    assert len(classes) < len(game.event_classes)
    with monkeypatch.context() as patch:
        patch.setattr(registry, "GAMES", {RPW: {"1": replace(game, event_classes=classes)}})
        with pytest.raises(Refused, match="temporarily_unavailable"):
            load(match_id)
    assert not is_set_aside(match_id)


def test_readyz_names_the_rules_that_this_node_met_and_does_not_know(match_id: str, older: Older) -> None:
    assert Client().get("/readyz").json()["rules"] == "ok"
    older()
    with pytest.raises(Refused):
        load(match_id)
    assert Client().get("/readyz").json()["rules"] == "unavailable"
    older(False)
    assert Client().get("/readyz").json()["rules"] == "ok"


def test_commands_say_of_such_a_match_that_it_is_another_node_s_and_go_on(
    cast: tuple[Person, ...], match_id: str, older: Older, capsys: pytest.CaptureFixture[str]
) -> None:
    known = match_of(*cast, game="cave")
    older()
    with pytest.raises(CommandError, match="temporarily_unavailable"):
        call_command("export_match", match_id)
    with pytest.raises(CommandError, match="1 of 2 matches are left"):
        call_command("audit_matches", match_id, known)
    assert f"{match_id} is not audited" in capsys.readouterr().out
    assert Audit.objects.filter(match_id=known).exists()
