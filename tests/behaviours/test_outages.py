"""The database goes away under a request and under a task, at every statement that it makes."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest
from django.db import DatabaseError, OperationalError, connection

from events import outages, statements, store
from games.matches import tasks
from games.matches.autoplay import deadlines
from games.matches.models.service import Deadline
from games.matches.stream.loading import load
from tests.support.cast import Person, legal, match_of, person
from tests.support.line import LAST_WORDS, UNIX, lines

CLOCK = {"mode": "per_move", "seconds": 60}


@pytest.fixture
def cast() -> tuple[Person, ...]:
    return person("Alice"), person("Bob"), person("Carol")


Lose = Callable[[], None]


@pytest.fixture(params=["ended", *LAST_WORDS])
def lose(request: pytest.FixtureRequest, superuser: psycopg.Connection[Any]) -> Iterator[Lose]:
    """Ends this thread's connection, as a server that shuts down does, or as one that dies with these last words."""

    def end() -> None:
        connection.ensure_connection()
        superuser.execute("SELECT pg_terminate_backend(%s, 5000)", [connection.connection.info.backend_pid])

    if request.param == "ended":
        yield end
        return
    with lines(UNIX) as found:
        yield lambda: found.line.cut(LAST_WORDS[request.param])


@contextmanager
def cut(lose: Lose, number: int, *, after: bool = False) -> Iterator[list[int]]:
    """The connection is lost at the statement of this number, just before or just after it is carried out."""
    count = [0]

    def strike(do: Callable[[], Any]) -> Any:
        count[0] += 1
        if count[0] != number:
            return do()
        if not after:
            lose()
            return do()
        do()
        lose()
        raise OperationalError("the connection was lost before the answer came")

    def in_store(db: Any, statement: Any, values: Any) -> Any:
        return strike(lambda: run(db, statement, values))

    def read(query: Any, values: Any) -> Any:
        return strike(lambda: fetch(query, values))

    run, fetch = statements.run, statements.fetch
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store, "run", in_store)
        patch.setattr(store, "fetch", read)
        with connection.execute_wrapper(lambda execute, *given: strike(lambda: execute(*given))):
            yield count
    # As before every request and task; the test's client leaves it out.
    connection.close_if_unusable_or_obsolete()


@contextmanager
def without_a_server() -> Iterator[None]:
    """What may be raised is that the server is away."""
    try:
        yield
    except DatabaseError as error:
        if not outages.is_away(error):
            raise


@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
def test_a_move_whose_connection_is_lost_at_any_statement_is_answered_with_503_and_counts_once(
    cast: tuple[Person, ...], lose: Lose, after: bool
) -> None:
    match_id, codes = match_of(*cast, clock=CLOCK), []
    sent = legal(match_id, 0)[0]
    for number in range(1, 100):
        with cut(lose, number, after=after) as count:
            answer = cast[0].post(f"/matches/{match_id}/moves", sent, Idempotency_Key="k")
        codes.append((answer.status_code, answer.json().get("code")))
        if count[0] < number:
            break
        # What comes after the append goes to other tables, and its loss is not the move's.
        assert codes[-1][0] in (201, 503), codes[-1]
        if codes[-1][0] == 503:
            assert codes[-1][1] in ("temporarily_unavailable", "outcome_unknown")
            assert int(answer.headers["Retry-After"]) > 0
    assert codes[0] == (503, "temporarily_unavailable")
    assert codes[-1][0] == 201
    # Only an append whose answer did not come is in doubt.
    assert codes.count((503, "outcome_unknown")) == (0 if after else 1)
    assert [event.envelope["move"] for event in load(match_id).events].count(1) == 1
    assert cast[0].get(f"/matches/{match_id}/view").status_code == 200


def test_the_text_says_that_it_may_have_been_recorded_and_how_to_repeat_it(
    cast: tuple[Person, ...], superuser: psycopg.Connection[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    match_id, append = match_of(*cast), store.append

    def lost(*given: Any, **named: Any) -> Any:
        append(*given, **named)
        raise OperationalError("the connection was lost before the answer came")

    sent = legal(match_id, 0)[0]
    with monkeypatch.context() as patch:
        patch.setattr(store, "append", lost)
        answer = cast[0].post(f"/matches/{match_id}/moves", sent, Idempotency_Key="k")
    assert answer.status_code == 503
    assert "may have been recorded" in answer.json()["detail"]
    assert "Idempotency-Key" in answer.json()["detail"]
    again = cast[0].post(f"/matches/{match_id}/moves", sent, Idempotency_Key="k")
    assert (again.status_code, again.headers["Idempotent-Replayed"]) == (201, "true")


@pytest.mark.parametrize(
    "task", [tasks.relay, tasks.project_listings, tasks.project_deadlines, tasks.tell_notices, tasks.sweep_deadlines]
)
def test_a_task_that_loses_the_database_ends_and_the_next_one_does_its_work(
    cast: tuple[Person, ...], superuser: psycopg.Connection[Any], lose: Lose, task: Any
) -> None:
    match_id = match_of(*cast, clock=CLOCK)
    deadlines.project_deadlines([match_id])
    superuser.execute(
        "UPDATE matches_deadline SET due_at = 'epoch', claimed_until = NULL WHERE match_id = %s", [match_id]
    )
    for number in range(1, 6):
        with cut(lose, number), without_a_server():
            task()
    superuser.execute("UPDATE matches_deadline SET claimed_until = NULL")
    task()
    if task is tasks.sweep_deadlines:
        assert not Deadline.objects.filter(match_id=match_id, due_at__year=1970).exists()
    superuser.execute("DELETE FROM matches_deadline WHERE match_id = %s", [match_id])
