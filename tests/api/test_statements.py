"""What a call asks of PostgreSQL, statement by statement, as it goes over the wire."""

import re
import tempfile
from collections.abc import Callable
from typing import Any

import psycopg
import pytest
from django.db import connection, transaction
from django.utils import timezone
from psycopg.pq import Trace

from games.matches.lists import listings
from games.matches.models.cups import CupTable
from games.matches.models.matches import Lobby
from games.matches.models.people import ACCOUNT, Player
from games.matches.models.rated import Rating
from games.matches.notices import writer
from games.matches.stream import loading
from games.matches.stream.loading import load
from tests.support.cast import RPW, STRANGER, Person, answer_first_prompt, legal, match_of, person
from tests.support.chance import UNKNOWN_ID
from tests.support.relay import catch_up

# A few words that only this statement has; what none of them is in stands for itself.
NAMES = {
    "page AS MATERIALIZED": "page",
    "off.starts, off.ends": "account",
    "matches_token AS token": "call",
    "INSERT INTO event ": "append",
    "FROM command\nWHERE match_id = $1::uuid AND actor": "command of a key",
    "SELECT 0 AS kind": "stream",
    "pg_logical_emit_message": "confirm",
}
# The empty text is Django's question whether a connection that was kept answers.
SENT = re.compile(r'^F\t\d+\t(?:Query\t "(?P<text>.*)"|Bind\t "" "(?P<prepared>.*?)")', re.MULTILINE)

Asked = Callable[..., tuple[Any, list[str]]]


@pytest.fixture
def asked() -> Asked:
    """What a call answers, and the names of the statements that it sends."""

    def during(call: Callable[[], Any], *, on_a_kept_connection: bool = False) -> tuple[Any, list[str]]:
        if not on_a_kept_connection:
            # From this one no rollback has taken what was prepared: such a statement is sent twice.
            connection.close()
            connection.ensure_connection()
        with tempfile.TemporaryFile() as trace:
            server = connection.connection
            server.pgconn.trace(trace.fileno())
            server.pgconn.set_trace_flags(Trace.SUPPRESS_TIMESTAMPS)
            answer = call()
            server.pgconn.untrace()
            trace.seek(0)
            return answer, _named(server, trace.read().decode(errors="replace"))

    return during


def _named(server: psycopg.Connection[Any], trace: str) -> list[str]:
    prepared = dict(server.execute("SELECT name, statement FROM pg_prepared_statements").fetchall())
    # One without a name is none of those that are counted by theirs.
    named = {**prepared, "": "without a name", None: None}
    sent = [named[found["prepared"]] or found["text"] for found in SENT.finditer(trace)]
    return [next((name for words, name in NAMES.items() if words in text), text) for text in sent]


@pytest.fixture
def cast() -> tuple[Person, ...]:
    return person("Alice"), person("Bob"), person("Carol")


@pytest.fixture(params=["public", "private"])
def match_id(cast: tuple[Person, ...], request: pytest.FixtureRequest) -> str:
    """A running match that this process has folded, and whose players it knows."""
    return load(match_of(*cast, visibility=request.param)).match.id


@pytest.mark.parametrize("page", ["", "/prompts", "/view", "/events?after=0", "/events?after=1000", "/events?limit=1"])
def test_what_is_asked_of_a_match_is_one_statement(
    cast: tuple[Person, ...], match_id: str, page: str, asked: Asked
) -> None:
    answer, statements = asked(lambda: cast[0].get(f"/matches/{match_id}{page}"))
    assert (answer.status_code, statements) == (200, ["call"])


# Of the caller's match alone: one that somebody else is told of later is looked at by statements of its own.
LISTS = ["?mine=true", "?waiting_for=me", "?player={player}&limit=1", "?mine=true&before={later}", "?game=none"]


@pytest.mark.parametrize("query", LISTS)
def test_a_page_of_matches_is_one_statement_with_its_caller_and_all_that_is_shown(
    cast: tuple[Person, ...], match_id: str, query: str, asked: Asked
) -> None:
    catch_up()
    query = query.format(player=cast[0].id, later="f" * 8 + UNKNOWN_ID[8:])
    answer, statements = asked(lambda: cast[0].get(f"/matches{query}"))
    assert (answer.status_code, statements) == (200, ["page"])
    assert [one["id"] for one in answer.json()["items"]] == ([] if query == "?game=none" else [match_id])


def test_a_page_of_matches_for_a_stranger_and_for_a_wrong_token_is_one_statement_too(asked: Asked) -> None:
    for who, status in ((STRANGER, 200), (Person(id="", handle="", token="tab_x"), 401)):
        answer, statements = asked(lambda who=who: who.get("/matches?game=none"))
        assert (answer.status_code, statements) == (status, ["page"])


def test_ones_own_account_is_one_statement(cast: tuple[Person, ...], asked: Asked) -> None:
    answer, statements = asked(lambda: cast[0].get("/me"))
    assert (answer.status_code, answer.json()["id"], statements) == (200, cast[0].id, ["account"])


@pytest.mark.parametrize("page", ["", "/prompts", "/view", "/events"])
def test_what_others_have_played_meanwhile_comes_by_the_same_statement(
    cast: tuple[Person, ...], match_id: str, page: str, asked: Asked
) -> None:
    before = loading.recent.get(match_id)
    assert before is not None
    version = cast[0].post(f"/matches/{match_id}/moves", legal(match_id, 0)[0]).json()["version"]
    loading.recent.put(match_id, before)
    answer, statements = asked(lambda: cast[1].get(f"/matches/{match_id}{page}"))
    told = answer.json()
    assert (told["version"] if "version" in told else told["items"][-1]["version"]) == version
    assert statements == ["call"]


def test_a_stranger_and_a_caller_without_a_token_cost_one_statement_too(cast: tuple[Person, ...], asked: Asked) -> None:
    match_id, charlie = load(match_of(*cast)).match.id, person("Charlie")
    for who in (charlie, STRANGER):
        answer, statements = asked(lambda who=who: who.get(f"/matches/{match_id}/view"))
        assert (answer.status_code, statements) == (200, ["call"])


def test_a_token_that_is_none_is_found_out_by_one_statement(
    cast: tuple[Person, ...], match_id: str, asked: Asked
) -> None:
    wrong = Person(id="", handle="", token=f"{cast[0].token}x")
    answer, statements = asked(lambda: wrong.get(f"/matches/{match_id}/view"))
    assert (answer.status_code, statements) == (401, ["call"])


@pytest.mark.parametrize("key", [{}, {"Idempotency_Key": "k"}])
def test_a_move_is_two_statements(cast: tuple[Person, ...], match_id: str, key: dict[str, str], asked: Asked) -> None:
    move = legal(match_id, 0)[0]
    answer, statements = asked(lambda: cast[0].post(f"/matches/{match_id}/moves", move, **key))
    assert (answer.status_code, statements) == (201, ["call", "append"])


def test_a_move_that_is_repeated_under_its_key_is_two_statements_of_which_one_waits_for_standbys(
    cast: tuple[Person, ...], match_id: str, asked: Asked
) -> None:
    move = legal(match_id, 0)[0]
    first = cast[0].post(f"/matches/{match_id}/moves", move, Idempotency_Key="k")
    again, statements = asked(lambda: cast[0].post(f"/matches/{match_id}/moves", move, Idempotency_Key="k"))
    assert (again.status_code, again.json(), statements) == (201, first.json(), ["call", "confirm"])


def test_a_refused_move_asks_once_more_for_its_key_where_it_has_one(
    cast: tuple[Person, ...], match_id: str, asked: Asked
) -> None:
    wrong = {**legal(match_id, 0)[0], "target": 0}
    for key, more in (({}, []), ({"Idempotency_Key": "k"}, ["command of a key"])):
        answer, statements = asked(lambda key=key: cast[0].post(f"/matches/{match_id}/moves", wrong, **key))
        assert (answer.status_code, statements) == (422, ["call", *more])


def test_a_dry_run_is_one_statement(cast: tuple[Person, ...], match_id: str, asked: Asked) -> None:
    move = legal(match_id, 0)[0]
    answer, statements = asked(lambda: cast[0].post(f"/matches/{match_id}/moves?dry_run=true", move))
    assert (answer.status_code, statements) == (200, ["call"])


def test_the_first_statement_asks_whether_the_connection_answers_too(
    cast: tuple[Person, ...], match_id: str, asked: Asked, superuser: psycopg.Connection[Any]
) -> None:
    def look() -> Any:
        connection.close_if_unusable_or_obsolete()
        return cast[0].get(f"/matches/{match_id}/prompts")

    asked(look)
    answer, statements = asked(look, on_a_kept_connection=True)
    assert (answer.status_code, statements) == (200, ["call"])
    superuser.execute("SELECT pg_terminate_backend(%s, 5000)", [connection.connection.info.backend_pid])
    assert look().status_code == 200


def test_lists_and_notices_of_a_move_take_a_few_statements_however_many_matches_there_are(
    cast: tuple[Person, ...], asked: Asked
) -> None:
    matches = [match_of(*cast) for _ in range(3)]
    for match_id in matches:
        writer.tell_now(match_id)
        answer_first_prompt(match_id, cast[0], 0)
    _, listed = asked(lambda: listings.project_listings(matches))
    _, told = asked(transaction.atomic(lambda: writer.tell(matches)))
    # The streams, and the rows.
    assert len(listed) == 2
    # Where they stand, the streams, who is reached, the notices, where they stand now.
    assert told[0] == "BEGIN"
    assert len(told[1:-1]) == 5
    assert told[-1] == "COMMIT"


def _talk(cast: tuple[Person, ...], match_id: str) -> None:
    for number in range(20):
        assert cast[1].post(f"/matches/{match_id}/chat", {"text": f"{number}"}).status_code == 201
    assert cast[0].put(f"/matches/{match_id}/chat/read", {"number": 3}).status_code == 204
    assert cast[0].put(f"/me/mutes/{cast[1].id}", {}).status_code == 204


def _wait(cast: tuple[Person, ...], _: str) -> None:
    for one in cast:
        for chosen in ("live", "days"):
            assert one.put(f"/me/wishes/cave/{chosen}", {}).status_code == 200


def _block(cast: tuple[Person, ...], _: str) -> None:
    assert cast[0].put(f"/me/blocks/{cast[1].id}", {}).status_code == 204


def _rate(cast: tuple[Person, ...], match_id: str) -> None:
    Lobby.objects.filter(match_id=match_id).update(rated=True)
    rows = [Rating(player_id=one.id, game=RPW, mu=25.0, sigma=2.0, matches=20, rated_at=timezone.now()) for one in cast]
    Rating.objects.bulk_create(rows)


def _cup(cast: tuple[Person, ...], match_id: str) -> None:
    """The match is one of a running cup."""
    Player.objects.filter(id__in=[one.id for one in cast]).update(kind=ACCOUNT)
    wish = {"game": RPW, "set": "days", "seats": {"min": 3, "max": 3}, "places": 3, "system": "swiss", "rounds": 2}
    made = cast[0].post("/cups", wish)
    assert made.status_code == 201, made.content
    for one in cast[1:]:
        assert one.put(f"/cups/{made.json()['id']}/entry", {}).status_code == 200
    CupTable.objects.create(cup_id=made.json()["id"], number=1, match_id=match_id, is_made=True)


# Whole names, and those that begin so.
BESIDE = (
    "chat",
    "mute",
    "block",
    "standingwish",
    "calledtable",
    "rating",
    "ratedmatch",
    "cup",
    "sanction",
    "playerreport",
)


@pytest.mark.parametrize("done", [_talk, _wait, _block, _rate, _cup])
def test_chat_queue_blocks_ratings_and_cups_add_no_statement_to_a_move(
    done: Callable[[tuple[Person, ...], str], None], cast: tuple[Person, ...], match_id: str, asked: Asked
) -> None:
    """Whatever there is of them beside a match, a move of it is the same two statements."""
    first = legal(match_id, 0)[0]
    before, statements = asked(lambda: cast[0].post(f"/matches/{match_id}/moves", first))
    assert (before.status_code, statements) == (201, ["call", "append"])
    done(cast, match_id)
    second = legal(match_id, 1)[0]
    answer, again = asked(lambda: cast[1].post(f"/matches/{match_id}/moves", second))
    assert (answer.status_code, again) == (201, statements)
    sent = connection.connection.execute("SELECT statement FROM pg_prepared_statements").fetchall()
    assert len(sent) >= 2
    assert not [table for (text,) in sent for table in BESIDE if f"matches_{table}" in text]
