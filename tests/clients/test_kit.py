"""The kit for programs that play: when a call is sent again, what a refusal is, and that all of it fits the document."""

import json
import random
from collections.abc import Sequence
from typing import Any

import httpx
import pytest
from tabularium_client import Problem, Retrying, Tabularium, Unanswered, problems
from tabularium_client.following import Place
from tabularium_client.playing import play
from tabularium_client.sending import Caller, Outgoing, Pause, Reply, exchange, new_key
from tabularium_client.signing import SigningKey
from tabularium_client.webhooks import InvalidDelivery, verify

from api.http.problems import STATUSES
from config.local_stack.places import PROJECT
from events.randomness import new_seed
from games.matches.notices.delivery import signatures
from games.table import seat_signatures

CALL = Outgoing("GET", "https://play.example/api/v1/me", {}, None)
POST = CALL._replace(method="POST")
KEYED = POST._replace(headers={"Idempotency-Key": "k"})
DONE = Reply(200, {}, b"{}")
KIT = PROJECT / "clients/python"


def refusal(status: int, code: str, **headers: str) -> Reply:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Reply(status, named, json.dumps({"code": code, "detail": "No."}).encode())


def sent(call: Outgoing, replies: Sequence[Reply | None], **wishes: Any) -> tuple[int, list[float], Any]:
    """How often a call is sent for these replies, how long is waited in between, and what comes of it."""
    steps = exchange(call, Retrying(**wishes), random.Random(new_seed(16)))
    left, tries, waits, step = list(replies), 0, list[float](), next(steps)
    try:
        while True:
            if isinstance(step, Pause):
                waits.append(step.seconds)
                step = steps.send(None)
            else:
                tries += 1
                step = steps.send(left.pop(0))
    except StopIteration as done:
        return tries, waits, done.value
    except (Problem, Unanswered) as error:
        return tries, waits, error


def test_a_call_that_got_no_answer_is_sent_again_after_waits_that_grow() -> None:
    tries, waits, reply = sent(CALL, [None, None, None, DONE], first=1.0)
    assert (tries, reply) == (4, DONE)
    assert all(2**place / 2 <= wait <= 2**place for place, wait in enumerate(waits))


@pytest.mark.parametrize("call", [CALL, KEYED, CALL._replace(method="PUT"), CALL._replace(method="DELETE")])
def test_what_may_be_repeated_is_sent_as_often_as_it_may_and_then_raised(call: Outgoing) -> None:
    tries, _, error = sent(call, [None] * 3, attempts=3)
    assert tries == 3
    assert isinstance(error, Unanswered)


@pytest.mark.parametrize(
    "reply",
    [
        None,
        refusal(503, "outcome_unknown", retry_after="1"),
        refusal(503, "temporarily_unavailable", retry_after="1"),
        Reply(502, {}, b"<html>"),
    ],
)
def test_a_post_without_a_key_that_may_have_been_carried_out_is_not_sent_twice(reply: Reply | None) -> None:
    assert sent(POST, [reply])[0] == 1
    assert sent(KEYED, [reply, DONE])[2] == DONE


def test_a_post_without_a_key_is_sent_again_where_nothing_was_recorded() -> None:
    for refused in (refusal(429, "rate_limited"), refusal(408, "request_timeout"), refusal(503, "too_busy")):
        assert sent(POST, [refused, DONE])[2] == DONE


def test_one_waits_as_long_as_the_service_says_by_either_header() -> None:
    for headers in ({"retry_after": "7"}, {"ratelimit": '"reads";r=0;t=7'}):
        _, (wait,), reply = sent(CALL, [refusal(429, "rate_limited", **headers), DONE])
        assert (wait, reply) == (7.0, DONE)
    _, waits, _ = sent(CALL, [refusal(429, "rate_limited", ratelimit='"reads";r=5;t=7'), DONE])
    assert waits[0] < 1


def test_what_takes_longer_than_one_would_wait_is_raised_at_once() -> None:
    tries, waits, error = sent(CALL, [refusal(429, "quota_exceeded", retry_after="3600")], longest=60)
    assert (tries, waits) == (1, [])
    assert isinstance(error, problems.QuotaExceeded)
    assert error.retry_after == 3600


def test_a_refusal_is_raised_at_once_as_the_class_of_its_code_and_an_unknown_one_as_a_problem() -> None:
    tries, _, error = sent(CALL, [refusal(404, "match_not_found")])
    assert (tries, type(error), error.status, error.detail) == (1, problems.MatchNotFound, 404, "No.")
    _, _, error = sent(CALL, [refusal(409, "new_in_2030")])
    assert (type(error), error.code) == (Problem, "new_in_2030")
    _, _, error = sent(CALL, [Reply(500, {}, b"<html>")])
    assert (type(error), error.code) == (Problem, "")


def test_every_code_of_the_service_that_a_call_can_be_refused_with_has_a_class() -> None:
    # Nobody calls an address or a method through the kit that is not there, and no stream.
    elsewhere = {"not_found", "method_not_allowed", "mail_token_not_found"}
    assert set(STATUSES) - set(problems.BY_CODE) <= elsewhere
    assert all(issubclass(one, Problem) and one.code == code for code, one in problems.BY_CODE.items())


def test_no_token_is_shown_by_what_the_kit_prints() -> None:
    caller = Caller(url="https://play.example", token="tab_secret")
    assert "tab_secret" not in repr(caller)
    assert "tab_secret" not in str(sent(CALL, [None] * 6)[2])


def test_what_is_put_into_a_path_or_a_query_changes_no_other_part_of_the_address() -> None:
    caller = Caller(url="https://play.example/")
    assert caller.outgoing("GET", "/matches", query={"mine": True, "game": "a&b=c", "limit": None}).address == (
        "https://play.example/api/v1/matches?mine=true&game=a%26b%3Dc"
    )
    assert caller.address("/api/v1/matches?before=7") == "https://play.example/api/v1/matches?before=7"
    assert caller.address("https://live.example/x") == "https://live.example/x"
    assert len({new_key() for _ in range(100)}) == 100


def test_a_stream_goes_on_behind_the_last_message_and_ends_for_good_reasons_alone() -> None:
    place = Place("4")
    assert place.headers == {"Last-Event-ID": "4"}
    assert place.hear("") is None
    place.hear('{"id": "7", "type": "event", "data": {}}')
    assert place.headers == {"Last-Event-ID": "7"}
    place.hear('{"type": "end", "data": {"reason": "restart", "resume": "7", "retry_ms": 2500}}')
    assert (place.is_over, place.wait) == (False, 2.5)
    waits = []
    for _ in range(9):
        place.lost()
        waits.append(place.wait)
    assert all(most / 2 <= wait <= most for wait, most in zip(waits, [1, 2, 4, 8, 16, 30, 30, 30, 30], strict=True))
    assert len(set(waits)) == len(waits)
    place.hear('{"type": "end", "data": {"reason": "match_over", "resume": "7", "retry_ms": 1}}')
    assert place.is_over


def test_a_stream_that_is_refused_waits_where_that_passes_and_raises_where_it_does_not() -> None:
    place = Place(None)
    assert place.headers == {}
    place.opened(429, Problem(429, {"code": "too_many_streams"}, retry_after=9))
    assert (place.is_over, place.wait) == (False, 9)
    with pytest.raises(Problem):
        place.opened(404, Problem(404, {"code": "match_not_found"}))
    place.opened(204, None)
    assert place.is_over


def test_a_bot_leaves_a_paused_match_alone_until_it_goes_on() -> None:
    view = {"prompts": [{"prompt": "p1", "optional": False}]}
    stream = [{"type": "event", "data": {"type": "paused"}}, {"type": "event", "data": {"type": "resumed"}}]
    over = {"type": "end", "data": {"reason": "match_over", "retry_ms": 1}}
    answers: list[tuple[int, Any]] = [
        (200, view),
        (409, {"code": "match_paused"}),
        (200, {"links": {"stream": "https://live.example/s"}}),
        (200, "\n".join(json.dumps(one) for one in [*stream, over])),
        (200, view),
        (200, {}),
        (200, {"prompts": []}),
        (200, {"status": "finished"}),
    ]
    moved: list[str] = []

    def answer(call: httpx.Request) -> httpx.Response:
        if call.method == "POST":
            moved.append(json.loads(call.content)["prompt"])
        status, said = answers.pop(0)
        return httpx.Response(status, text=said if isinstance(said, str) else json.dumps(said))

    with httpx.Client(transport=httpx.MockTransport(answer)) as http:
        client = Tabularium("https://play.example", "tab_secret", http=http)
        ended = play(client, "m", lambda _, prompt: {"prompt": prompt["prompt"]})
    assert (ended["status"], moved, answers) == ("finished", ["p1", "p1"], [])


BODY = b'{"type":"test","timestamp":"2026-11-27T00:00:00Z","data":{}}'


def test_a_delivery_that_the_service_signed_is_taken_by_either_of_two_secrets() -> None:
    old, new = signatures.new_secret(), signatures.new_secret()
    headers = signatures.headers(new, "m1", 1_000, BODY, previous=old)
    for secrets in ([new], [old], [signatures.new_secret(), old]):
        assert verify(BODY, headers, *secrets, now=1_100)["type"] == "test"
    upper = {name.title(): value for name, value in headers.items()}
    assert verify(BODY, upper, new, now=1_300)["type"] == "test"


def test_a_delivery_that_is_changed_old_or_anybody_else_s_is_refused() -> None:
    secret = signatures.new_secret()
    headers = signatures.headers(secret, "m1", 1_000, BODY)
    refused: list[tuple[bytes, dict[str, str], str, float]] = [
        (BODY + b" ", headers, secret, 1_000),
        (BODY, {**headers, "webhook-id": "m2"}, secret, 1_000),
        (BODY, {**headers, "webhook-timestamp": "1001"}, secret, 1_000),
        (BODY, {**headers, "webhook-timestamp": "soon"}, secret, 1_000),
        (BODY, {**headers, "webhook-signature": "v2,x"}, secret, 1_000),
        (BODY, {}, secret, 1_000),
        (BODY, headers, signatures.new_secret(), 1_000),
        (BODY, headers, secret, 1_301),
        (BODY, headers, secret, 699),
    ]
    for body, given, by, now in refused:
        with pytest.raises(InvalidDelivery):
            verify(body, given, by, now=now)


def test_the_shapes_and_calls_are_those_of_the_document() -> None:
    """`make kit` writes them anew."""
    space: dict[str, Any] = {"__name__": "make_calls", "__file__": str(KIT / "make_calls.py")}
    exec(compile((KIT / "make_calls.py").read_text(), str(KIT / "make_calls.py"), "exec"), space)
    for name, text in space["written"](json.loads((PROJECT / "api/openapi.json").read_bytes())).items():
        assert space["tidied"](text) == (KIT / "tabularium_client" / name).read_text(), name


class Noted:
    """A client whose match has one event, and which notes what is sent."""

    def __init__(self) -> None:
        self.sent: list[Any] = []

    def list_events(self, *_: Any, **__: Any) -> Any:
        return {"items": [{"version": 7, "hash": "ab" * 32}]}

    def bind_key(self, *sent: Any) -> Any:
        self.sent.append(sent)

    resign = bind_key


def test_what_the_kit_signs_holds_by_the_service_s_own_check() -> None:
    client: Any = Noted()
    first, second = SigningKey.made(), SigningKey.made()
    first.bind(client, "m", 1)
    second.bind(client, "m", 1, vouched_by=first)
    content = seat_signatures.of_key("m", 1, second.public)
    body = client.sent[1][1]
    assert seat_signatures.holds(second.public, body["proof"], content)
    assert body["vouched"]["key"] == first.public == client.sent[0][1]["key"]
    assert seat_signatures.holds(first.public, body["vouched"]["signature"], content)

    move = {"prompt": "p1.1", "type": "lay", "word": "שלום", "label": [{"text": "words are not signed"}]}
    signed = second.signed(client, "m", 1, move)["signed"]
    bare = {"prompt": "p1.1", "type": "lay", "word": "שלום"}
    assert seat_signatures.signer([first.public, second.public], "m", 1, bare, signed) == second.public
    second.resign(client, "m", 1)
    resignation = client.sent[2][1]["signed"]
    assert seat_signatures.signer([second.public], "m", 1, {"type": "resign"}, resignation) == second.public
