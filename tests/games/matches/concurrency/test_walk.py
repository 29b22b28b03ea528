"""A walk through all matches: each once, in order, on from where it was interrupted, in several processes."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.db.models import F

from events import store
from games.matches.audit import rejudgement
from games.matches.background import consumers
from games.matches.concurrency import walk
from games.matches.concurrency.walk import Walk
from games.matches.models.service import Deadline, Listing, WalkMark
from games.matches.stream.loading import load
from tests.support.cast import answer_first_prompt, match_of, person
from tests.support.relay import catch_up

IDS = [store.new_id() for _ in range(7)]
Only = Callable[..., None]


@pytest.fixture
def only(monkeypatch: pytest.MonkeyPatch) -> Only:
    """Lets there be these matches alone, two of which make a piece."""

    def these(*ids: str) -> None:
        def after(match: str | None, *, limit: int) -> list[str]:
            return [one for one in sorted(ids) if match is None or one > match][:limit]

        monkeypatch.setattr(walk, "PIECE", 2)
        monkeypatch.setattr(store, "matches_after", after)
        monkeypatch.setattr(store, "count_matches", lambda: len(ids))

    return these


class Done:
    """Work that notes what it was given, and fails at one match."""

    def __init__(self, fails_at: str | None = None) -> None:
        self.matches: list[str] = []
        self._fails_at = fails_at

    def __call__(self, piece: Sequence[str]) -> list[tuple[str, str]]:
        if self._fails_at in piece:
            raise ConnectionError("the database is away")
        self.matches += piece
        return [(one, "done") for one in piece]


def walked(done: Done, *, code: str = "a", anew: bool = False) -> Walk:
    going = Walk("test", done, code=code, anew=anew)
    for _ in going.steps():
        pass
    return going


def interrupted(at: str) -> Done:
    done = Done(fails_at=at)
    with pytest.raises(ConnectionError):
        walked(done, anew=True)
    return done


def test_a_walk_goes_on_where_it_was_interrupted_and_counts_what_was_done_before(only: Only) -> None:
    only(*IDS)
    first, then = interrupted(IDS[4]), Done()
    assert first.matches == IDS[:4]
    going = Walk("test", then, code="a")
    progress = [step.progress for step in going.steps()]
    assert then.matches == IDS[4:]
    assert going.resumes
    assert going.found == {"done": 7}
    assert [(one.done, one.here, one.of) for one in progress] == [(6, 2, 7), (7, 3, 7)]


def test_a_walk_that_came_to_its_end_leaves_no_mark(only: Only) -> None:
    only(*IDS)
    assert walked(Done()).found == {"done": 7}
    assert not WalkMark.objects.filter(name="test").exists()
    again = Done()
    assert not walked(again).resumes
    assert again.matches == IDS


@pytest.mark.parametrize(("code", "anew"), [("a", True), ("b", False)])
def test_a_walk_of_other_code_or_that_is_told_so_begins_anew(code: str, anew: bool, only: Only) -> None:
    only(*IDS)
    interrupted(IDS[4])
    done = Done()
    assert walked(done, code=code, anew=anew).found == {"done": 7}
    assert done.matches == IDS


def test_a_walk_that_was_interrupted_long_ago_begins_anew_because_the_matches_have_gone_on(only: Only) -> None:
    only(*IDS)
    interrupted(IDS[4])
    WalkMark.objects.filter(name="test").update(at=F("at") - timedelta(days=1))
    done = Done()
    assert walked(done).found == {"done": 7}
    assert done.matches == IDS


# It prints a line when both processes have worked, and is killed before it reads one.
KILLED = """
import django
django.setup()
from games.matches.audit.rejudgement import rejudge_each
from games.matches.concurrency.walk import Walk
steps = Walk("killed", rejudge_each, code="", processes=2, anew=True).steps()
next(steps)
print(flush=True)
input()
"""


def test_the_processes_of_a_walk_that_is_killed_end_with_it() -> None:
    match_of(person("Alice"), person("Bob"), person("Carol"))
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", KILLED], stdin=pipe, stdout=pipe, start_new_session=True) as walking:
        assert walking.stdout is not None
        try:
            assert walking.stdout.readline() == b"\n"
            walking.kill()
            # They have its output from it: it is at its end when all of them are.
            walking.communicate(timeout=30)
        except subprocess.TimeoutExpired:
            os.killpg(walking.pid, signal.SIGKILL)
            raise
    WalkMark.objects.filter(name="killed").delete()


def test_the_database_gives_the_matches_in_order_and_in_pieces() -> None:
    match_of(person("Alice"), person("Bob"), person("Carol"))
    pieces, after = [], None
    while piece := store.matches_after(after, limit=50):
        pieces += piece
        after = piece[-1]
    assert pieces == store.matches()
    assert store.count_matches() == len(pieces)


def test_several_processes_find_what_one_finds_in_the_same_order(only: Only) -> None:
    # Two processes are started, because only they show that the work and what it finds get there and back.
    matches = [match_of(person("Alice"), person("Bob"), person("Carol")) for _ in range(3)]
    only(*matches)
    alone, together = rejudgement.rejudging(anew=True), rejudgement.rejudging(processes=2, anew=True)
    found = [one for step in together.steps() for one in step.found]
    assert found == [one for step in alone.steps() for one in step.found] == [(one, "same") for one in sorted(matches)]


def test_a_rebuild_goes_on_beside_moves_in_matches_before_and_behind_it(only: Only) -> None:
    cast = [person(name) for name in ("Alice", "Bob", "Carol")]
    clock = {"mode": "per_move", "seconds": 600}
    matches = [match_of(*cast, clock=clock) for _ in range(4)]
    catch_up()
    only(*matches)
    Listing.objects.filter(match_id__in=matches).delete()
    steps = consumers.rebuilding(anew=True).steps()
    next(steps)
    for moved in (matches[0], matches[3]):
        answer_first_prompt(moved, cast[0], 0)
    catch_up()
    for _ in steps:
        pass
    heads = {one: load(one).match.head.version for one in matches}
    for model in (Listing, Deadline):
        rows = model.objects.filter(match_id__in=matches).values_list("match_id", "version")
        assert {str(match_id): version for match_id, version in rows} == heads


def test_the_command_goes_on_after_an_interruption_and_says_so(only: Only, monkeypatch: pytest.MonkeyPatch) -> None:
    matches = [match_of(person("Alice"), person("Bob"), person("Carol")) for _ in range(4)]
    only(*matches)
    whole, rebuilt = consumers.rebuild, list[str]()

    def torn(piece: Sequence[str]) -> list[tuple[str, str]]:
        if rebuilt:
            raise KeyboardInterrupt
        rebuilt.extend(piece)
        return whole(piece)

    with monkeypatch.context() as patch:
        patch.setattr(consumers, "rebuild", torn)
        with pytest.raises(KeyboardInterrupt):
            call_command("rebuild_projections", anew=True, stdout=StringIO(), stderr=StringIO())
    said, told = StringIO(), StringIO()
    call_command("rebuild_projections", stdout=said, stderr=told)
    assert said.getvalue() == "4 matches projected anew\n"
    assert told.getvalue() == "it goes on after 2 matches; --anew begins from the first\n"
