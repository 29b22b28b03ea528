"""The kit for TypeScript: when a call is sent again, what a refusal is, streams, webhooks; node runs what bots run."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from api.http.problems import STATUSES
from clients.typescript import make_calls
from games.matches.notices.delivery import signatures
from games.table import seat_signatures
from tests.support import typescript

Ask = Callable[..., Any]
Trials = Callable[..., list[Any]]
SCRIPT = Path(__file__).parent / "kit.mjs"
CALL: dict[str, Any] = {"method": "GET", "address": "https://play.example/api/v1/me?a=b", "headers": {}, "body": None}
POST = {**CALL, "method": "POST"}
KEYED = {**POST, "headers": {"Idempotency-Key": "k"}}
DONE = {"status": 200, "headers": {}, "text": "{}"}


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return typescript.compiled(tmp_path_factory.mktemp("kit"))


@pytest.fixture
def trials(kit: Path) -> Trials:
    """What comes of trials, each a name and what it is given."""

    def run(*asked: tuple[str, Any]) -> list[Any]:
        found: list[Any] = json.loads(typescript.run(SCRIPT, str(kit), given=asked))
        return found

    return run


@pytest.fixture
def ask(trials: Trials) -> Ask:
    def one(trial: str, **given: Any) -> Any:
        return trials((trial, given))[0]

    return one


def refusal(status: int, code: str, **headers: str) -> dict[str, Any]:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return {"status": status, "headers": named, "text": json.dumps({"code": code, "detail": "No."})}


def sending(call: Any, *replies: Any, **retrying: Any) -> tuple[str, Any]:
    return "sent", {"call": call, "replies": replies, "retrying": retrying}


@typescript.needs_compiler
def test_a_call_that_got_no_answer_is_sent_again_after_waits_that_grow(trials: Trials) -> None:
    (found,) = trials(sending(CALL, None, None, None, DONE, first=1.0))
    assert (found["tries"], found["status"]) == (4, 200)
    assert len(found["waits"]) == 3
    assert all(2**place / 2 <= wait <= 2**place for place, wait in enumerate(found["waits"]))


@typescript.needs_compiler
def test_what_may_be_repeated_is_sent_as_often_as_it_may_and_then_thrown(trials: Trials) -> None:
    repeated = (CALL, KEYED, {**CALL, "method": "PUT"}, {**CALL, "method": "DELETE"})
    for found in trials(*(sending(call, None, None, None, attempts=3) for call in repeated)):
        assert (found["tries"], found["error"]["kind"]) == (3, "Unanswered")
        # No query is in the message, which may hold what a log should not.
        assert "?" not in found["error"]["message"]


@typescript.needs_compiler
def test_a_post_without_a_key_that_may_have_been_carried_out_is_not_sent_twice(trials: Trials) -> None:
    doubtful = (
        None,
        refusal(503, "outcome_unknown", retry_after="1"),
        refusal(503, "temporarily_unavailable", retry_after="1"),
        {"status": 502, "headers": {}, "text": "<html>"},
    )
    for found in trials(*(sending(POST, reply, DONE) for reply in doubtful)):
        assert (found["tries"], found["status"]) == (1, None)
    for found in trials(*(sending(KEYED, reply, DONE) for reply in doubtful)):
        assert (found["tries"], found["status"]) == (2, 200)


@typescript.needs_compiler
def test_a_post_without_a_key_is_sent_again_where_nothing_was_recorded(trials: Trials) -> None:
    recorded = (refusal(429, "rate_limited"), refusal(408, "request_timeout"), refusal(503, "too_busy"))
    for found in trials(*(sending(POST, reply, DONE) for reply in recorded)):
        assert (found["tries"], found["status"]) == (2, 200)


@typescript.needs_compiler
def test_one_waits_as_long_as_the_service_says_by_either_header(trials: Trials) -> None:
    said = (
        {"Retry-After": "7"},
        {"RateLimit": '"reads";r=0;t=7'},
        {"RateLimit": '"reads";r=5;t=7'},
        {"Retry-After": "soon"},
    )
    limited = [{**refusal(429, "rate_limited"), "headers": headers} for headers in said]
    waits = [found["waits"] for found in trials(*(sending(CALL, reply, DONE) for reply in limited))]
    assert waits[:2] == [[7], [7]]
    assert all(wait < 1 for (wait,) in waits[2:])


@typescript.needs_compiler
def test_what_takes_longer_than_one_would_wait_is_thrown_at_once(trials: Trials) -> None:
    (found,) = trials(sending(CALL, refusal(429, "quota_exceeded", retry_after="3600")))
    assert (found["tries"], found["waits"]) == (1, [])
    assert (found["error"]["kind"], found["error"]["retryAfter"]) == ("QuotaExceeded", 3600)


@typescript.needs_compiler
def test_a_refusal_is_thrown_at_once_as_the_class_of_its_code_and_an_unknown_one_as_a_problem(trials: Trials) -> None:
    refused = (
        refusal(404, "match_not_found"),
        refusal(409, "new_in_2030"),
        refusal(409, "constructor"),
        {"status": 500, "headers": {}, "text": "<html>"},
        {"status": 400, "headers": {}, "text": "[]"},
    )
    found = trials(*(sending(CALL, reply, DONE) for reply in refused))
    assert [one["tries"] for one in found] == [1] * len(refused)
    assert all(one["error"]["isProblem"] for one in found)
    named = [(one["error"]["kind"], one["error"]["code"], one["error"]["status"]) for one in found]
    assert named == [
        ("MatchNotFound", "match_not_found", 404),
        ("Problem", "new_in_2030", 409),
        ("Problem", "constructor", 409),
        ("Problem", "", 500),
        ("Problem", "", 400),
    ]
    assert found[0]["error"]["message"] == "404 match_not_found: No."


@typescript.needs_compiler
def test_every_code_of_the_service_that_a_call_can_be_refused_with_has_a_class(ask: Ask) -> None:
    codes = dict(ask("codes"))
    # Nobody calls an address or a method through the kit that is not there, and no stream.
    elsewhere = {"not_found", "method_not_allowed", "mail_token_not_found"}
    assert set(STATUSES) - set(codes) <= elsewhere
    assert all(codes.values())


@typescript.needs_compiler
def test_no_token_is_shown_by_what_the_kit_prints(ask: Ask) -> None:
    assert "tab_secret" not in ask("printed")


@typescript.needs_compiler
def test_what_is_put_into_a_path_or_a_query_changes_no_other_part_of_the_address(trials: Trials) -> None:
    def outgoing(path: str, **said: Any) -> tuple[str, Any]:
        return "outgoing", {"url": "https://play.example/", "method": "GET", "path": path, "said": said}

    asked, paged, elsewhere = trials(
        outgoing("/matches", query={"mine": True, "game": "a&b=c", "limit": None}),
        outgoing("/api/v1/matches?before=7"),
        outgoing("https://live.example/x"),
    )
    assert asked["address"] == "https://play.example/api/v1/matches?mine=true&game=a%26b%3Dc"
    assert asked["headers"] == {
        "Accept": "application/json",
        "Accept-Language": "he",
        "Authorization": "Bearer tab_secret",
    }
    assert paged["address"] == "https://play.example/api/v1/matches?before=7"
    assert elsewhere["address"] == "https://live.example/x"


@typescript.needs_compiler
def test_a_call_says_its_key_for_all_attempts_and_its_body_as_json(trials: Trials) -> None:
    kept, own, read = trials(
        ("called", {"answers": [None, {"text": '{"id": "m"}'}], "name": "createMatch", "given": [{"game": "cave"}]}),
        (
            "called",
            {"answers": [{}], "name": "playMove", "given": ["a/b?", {"type": "x"}, {"key": "mine", "ifMatch": "7"}]},
        ),
        ("called", {"answers": [{}], "name": "getMatch", "given": ["m"]}),
    )
    assert kept["answer"] == {"id": "m"}
    first, second = kept["calls"]
    assert first == second
    assert len(first["headers"]["Idempotency-Key"]) == 36
    assert json.loads(first["body"]) == {"game": "cave"}
    (move,) = own["calls"]
    assert move["address"] == "https://play.example/api/v1/matches/a%2Fb%3F/moves"
    assert (move["headers"]["Idempotency-Key"], move["headers"]["If-Match"]) == ("mine", "7")
    assert (read["calls"][0]["body"], "Content-Type" in read["calls"][0]["headers"]) == (None, False)


@typescript.needs_compiler
def test_keys_differ(ask: Ask) -> None:
    assert ask("keys") == 100


@typescript.needs_compiler
@pytest.mark.parametrize("moment", ["sending", "waiting"])
def test_who_gives_a_call_up_is_told_so_and_no_other_attempt_is_made(ask: Ask, moment: str) -> None:
    assert ask("givenUp", **{"while": moment})["error"]["message"] == "enough"


@typescript.needs_compiler
def test_every_item_of_all_pages_comes_once(ask: Ask) -> None:
    pages = [
        {"items": [1, 2], "next": "/api/v1/matches?before=2"},
        {"items": [], "next": "/x"},
        {"items": [3], "next": None},
    ]
    found = ask("called", name="each", given=[{"mine": True}], answers=[{"text": json.dumps(page)} for page in pages])
    assert found["answer"] == [1, 2, 3]
    assert [call["address"].removeprefix("https://play.example/api/v1") for call in found["calls"]] == [
        "/matches?mine=true",
        "/matches?before=2",
        "/x",
    ]


def heard(message: Any) -> list[Any]:
    return ["hear", message if isinstance(message, str) else json.dumps(message)]


def end(reason: str, retry_ms: int = 1) -> dict[str, Any]:
    return {"type": "end", "data": {"reason": reason, "resume": "7", "retry_ms": retry_ms}}


def assert_spread(waits: Sequence[float], most: Sequence[float]) -> None:
    """Each wait is between half of what it would be and all of it."""
    assert all(long / 2 <= wait <= long for wait, long in zip(waits, most, strict=True)), waits


@typescript.needs_compiler
def test_a_stream_goes_on_behind_the_last_message_and_ends_for_good_reasons_alone(ask: Ask) -> None:
    event = {"id": "7", "type": "event", "data": {}}
    steps = [heard(""), heard(event), heard(end("restart", 2500)), *[["lost"]] * 9]
    steps += [heard(event), ["lost"], heard(end("match_over"))]
    silent, moved, restarted, *lost, _, lost_again, over = ask("place", after="4", steps=steps)
    assert silent["headers"] == {"Last-Event-ID": "4"}
    assert moved["headers"] == {"Last-Event-ID": "7"}
    assert (restarted["isOver"], restarted["wait"]) == (False, 2.5)
    assert_spread([one["wait"] for one in lost], [1, 2, 4, 8, 16, 30, 30, 30, 30])
    # What has come back waits no longer than what was never away.
    assert_spread([lost_again["wait"]], [1])
    assert over["isOver"] is True


@typescript.needs_compiler
def test_each_reason_ends_a_stream_or_does_not(trials: Trials) -> None:
    reasons = ("match_over", "token_revoked", "not_visible", "match_quarantined", "restart", "overflow", "new_in_2030")
    found = trials(*(("place", {"after": None, "steps": [heard(end(reason))]}) for reason in reasons))
    assert [steps[0]["isOver"] for steps in found] == [True] * 4 + [False] * 3


@typescript.needs_compiler
def test_a_stream_that_is_refused_waits_where_that_passes_and_throws_where_it_does_not(ask: Ask) -> None:
    many = {"code": "too_many_streams", "retryAfter": 9}
    steps = [["opened", 429, many], ["opened", 404, {"code": "match_not_found"}], ["opened", 204, None]]
    busy, missing, over = ask("place", after=None, steps=steps)
    assert busy == {"headers": {}, "isOver": False, "wait": 9}
    assert missing == {"error": "match_not_found"}
    assert over["isOver"] is True


MATCH = {"text": json.dumps({"links": {"stream": "https://live.example/s", "my_stream": "https://live.example/me"}})}


def lines(*messages: Any, cut: str = "", ends: bool = False) -> dict[str, Any]:
    return {"lines": "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in messages) + cut, "ends": ends}


def event(version: int, **data: Any) -> dict[str, Any]:
    return {"id": str(version), "type": "event", "data": {"version": version, **data}}


@typescript.needs_compiler
def test_messages_come_once_and_in_order_through_lost_connections(ask: Ask) -> None:
    answers = [
        MATCH,
        lines(event(1), event(2, word="שלום"), cut='{"id": "3", "ty'),
        None,
        refusal(503, "too_busy", retry_after="4"),
        lines(event(3), end("restart", 1500)),
        lines(event(4), ends=True),
        lines(event(5), end("match_over"), event(6)),
        DONE,
    ]
    found = ask("followed", answers=answers)
    events = [one["data"] for one in found["messages"] if one["type"] == "event"]
    assert [one["version"] for one in events] == [1, 2, 3, 4, 5]
    assert events[1]["word"] == "שלום"
    assert [call["headers"].get("Last-Event-ID") for call in found["calls"][1:]] == ["0", "2", "2", "2", "3", "4"]
    assert_spread(found["waits"], [1, 2, 4, 1.5, 1])
    opened = found["calls"][1]
    assert (opened["address"], opened["headers"]["Accept"]) == ("https://live.example/s", "application/x-ndjson")
    assert (found["left"], found["error"]) == (1, None)


@typescript.needs_compiler
def test_a_silent_connection_is_given_up_and_opened_again(ask: Ask) -> None:
    found = ask("followed", answers=[MATCH, lines(event(1)), lines(event(2), end("match_over"))], silent=True)
    assert [one["type"] for one in found["messages"]] == ["event", "event", "end"]
    assert_spread(found["waits"], [1])


@typescript.needs_compiler
def test_a_stream_that_is_left_or_refused_for_good_is_not_opened_again(trials: Trials) -> None:
    left, given_up, refused, over = trials(
        ("followed", {"answers": [MATCH, lines(event(1), event(2)), DONE], "wishes": {"until": "event"}}),
        ("followed", {"answers": [MATCH, lines(event(1)), DONE], "wishes": {"givenUpAt": "event"}}),
        ("followed", {"answers": [MATCH, refusal(401, "invalid_token"), DONE]}),
        ("followed", {"answers": [MATCH, {"status": 204, "text": None}, DONE]}),
    )
    assert (len(left["messages"]), left["left"], left["error"]) == (1, 1, None)
    assert (given_up["error"]["message"], given_up["left"]) == ("enough", 1)
    assert (refused["error"]["kind"], refused["left"]) == ("InvalidToken", 1)
    assert (over["messages"], over["left"], over["error"]) == ([], 1, None)


@typescript.needs_compiler
def test_one_s_own_stream_names_matches_and_begins_where_it_is_told_to(ask: Ask) -> None:
    wishes = {"matches": ["m", "n"], "after": "-3-4", "table": True}
    found = ask("followed", of="me", wishes=wishes, answers=[MATCH, lines(end("token_revoked"))])
    assert found["calls"][1]["address"] == "https://live.example/me?matches=m,n&table=true"
    assert found["calls"][1]["headers"]["Last-Event-ID"] == "-3-4"


def view(*prompts: str, optional: bool = False) -> dict[str, Any]:
    return {"text": json.dumps({"prompts": [{"prompt": one, "optional": optional} for one in prompts]})}


@typescript.needs_compiler
def test_a_bot_answers_what_it_is_asked_leaves_what_is_answered_and_ends_with_the_match(ask: Ask) -> None:
    asked = {"id": "5", "type": "prompts", "data": {"items": [{"prompt": "p2", "optional": False}]}}
    waived = {"id": "6", "type": "prompts", "data": {"items": [{"prompt": "p3", "optional": True}]}}
    answers = [
        view("p1"),
        DONE,
        view("p9", optional=True),
        MATCH,
        lines(asked, waived, end("match_over")),
        view("p2"),
        refusal(409, "stale_prompt"),
        view(),
        {"text": '{"status": "finished"}'},
    ]
    found = ask("played", answers=answers)
    assert found["answer"] == {"status": "finished"}
    assert [json.loads(call["body"])["prompt"] for call in found["calls"] if call["method"] == "POST"] == ["p1", "p2"]
    assert found["left"] == 0


@typescript.needs_compiler
def test_a_bot_leaves_a_paused_match_alone_until_it_goes_on(ask: Ask) -> None:
    resumed = {"id": "5", "type": "event", "data": {"type": "resumed"}}
    answers = [
        view("p1"),
        refusal(409, "match_paused"),
        MATCH,
        lines({"id": "4", "type": "event", "data": {"type": "paused"}}, resumed, end("match_over")),
        view("p1"),
        DONE,
        view(),
        DONE,
    ]
    found = ask("played", answers=answers)
    assert found["answer"] == {}
    moved = [json.loads(call["body"])["prompt"] for call in found["calls"] if call["method"] == "POST"]
    assert (moved, found["left"]) == (["p1", "p1"], 0)


@typescript.needs_compiler
def test_a_bot_that_plays_against_the_rules_is_told_so(ask: Ask) -> None:
    found = ask("played", answers=[view("p1"), refusal(422, "target_is_self")])
    assert found["error"]["kind"] == "TargetIsSelf"


BODY = '{"type":"test","timestamp":"2026-11-27T00:00:00Z","data":{"of":"שלום"}}'


def delivered(headers: Any, *secrets: str, body: str = BODY, now: float = 1_000, form: str = "") -> tuple[str, Any]:
    return "verified", {"body": body, "headers": headers, "secrets": secrets, "now": now, "form": form}


@typescript.needs_compiler
def test_a_delivery_that_the_service_signed_is_taken_by_either_of_two_secrets(trials: Trials) -> None:
    old, new = signatures.new_secret(), signatures.new_secret()
    headers = signatures.headers(new, "m1", 1_000, BODY.encode(), previous=old)
    upper = {name.title(): value for name, value in headers.items()}
    found = trials(
        delivered(headers, new),
        delivered(headers, old, now=1_100),
        delivered(headers, signatures.new_secret(), old),
        delivered(upper, new, now=1_300, form="Headers"),
        delivered(upper, new, now=700, form="text"),
    )
    assert [one.get("answer") for one in found] == [json.loads(BODY)] * 5


@typescript.needs_compiler
def test_a_delivery_that_is_changed_old_or_anybody_else_s_is_refused(trials: Trials) -> None:
    secret = signatures.new_secret()
    headers = signatures.headers(secret, "m1", 1_000, BODY.encode())
    refused = [
        delivered(headers, secret, body=BODY + " "),
        delivered({**headers, "webhook-id": "m2"}, secret),
        delivered({**headers, "webhook-timestamp": "1001"}, secret),
        delivered({**headers, "webhook-timestamp": "soon"}, secret),
        delivered({**headers, "webhook-signature": "v2,x"}, secret),
        delivered({**headers, "webhook-signature": "v1,"}, secret),
        delivered({**headers, "webhook-signature": "v1,%"}, secret),
        delivered({}, secret),
        delivered(headers),
        delivered(headers, signatures.new_secret()),
        delivered(headers, secret, now=1_301),
        delivered(headers, secret, now=699),
    ]
    assert [one.get("error", {}).get("kind") for one in trials(*refused)] == ["InvalidDelivery"] * len(refused)


def test_the_typescript_shapes_and_calls_are_those_of_the_document() -> None:
    """`make kit` writes them anew."""
    for name, text in make_calls.written(json.loads(make_calls.DOCUMENT.read_bytes())).items():
        assert text == (make_calls.HERE / "src" / name).read_text(), name


def test_there_is_a_method_for_each_operation() -> None:
    calls = (make_calls.HERE / "src/calls.ts").read_text()
    paths = json.loads(make_calls.DOCUMENT.read_bytes())["paths"].values()
    named = {said["operationId"] for verbs in paths for said in verbs.values() if "operationId" in said}
    assert {one for one in named if f"\n  {one}(" not in calls} == {"streamMatch", "streamMine"}


@typescript.needs_compiler
def test_what_the_kit_signs_holds_by_the_service_s_own_check(ask: Ask) -> None:
    move = {"type": "lay", "prompt": "p1.1", "word": "שלום", "label": [{"text": "words are not signed"}]}
    found = ask("signed", move=move)
    content = seat_signatures.of_key("m", 1, found["bound"]["key"])
    assert seat_signatures.holds(found["bound"]["key"], found["bound"]["proof"], content)
    vouched = found["bound"]["vouched"]
    assert seat_signatures.holds(vouched["key"], vouched["signature"], content)
    bare = {name: value for name, value in found["move"].items() if name != "signed"}
    assert bare == {"type": "lay", "prompt": "p1.1", "word": "שלום"}
    assert seat_signatures.signer([found["bound"]["key"]], "m", 1, bare, found["move"]["signed"]) is not None


def oauth(status: int, **told: Any) -> dict[str, Any]:
    return {"status": status, "text": json.dumps(told)}


ASKED = oauth(200, device_code="d", user_code="BCDF-GHJK", verification_uri="https://u", expires_in=900, interval=5)


def access(number: int) -> dict[str, Any]:
    named = {"access_token": f"tab_{number}", "refresh_token": f"tab_r_{number}", "player": "p", "scope": "read play"}
    return oauth(200, **named, expires_in=3600)


@typescript.needs_compiler
def test_a_player_who_types_the_code_gives_access_and_the_device_waits_as_it_is_told(ask: Ask) -> None:
    waits = [oauth(400, error="authorization_pending"), oauth(400, error="slow_down"), None]
    found = ask("loggedIn", answers=[ASKED, *waits, access(1), {"text": "{}"}, {"text": "{}"}])
    assert found["answer"] == {"userCode": "BCDF-GHJK", "player": "p", "scopes": ["read", "play"]}
    assert (found["pauses"], found["kept"]) == ([5, 5, 10, 10], [])
    assert [call["who"] for call in found["calls"][-2:]] == ["Bearer tab_1"] * 2
    assert found["calls"][0]["body"] == "client_id=app&scope=read+play+host"


@typescript.needs_compiler
def test_access_that_runs_out_is_renewed_once_and_kept_before_it_is_used(ask: Ask) -> None:
    found = ask("loggedIn", expiresAt=1, answers=[ASKED, access(1), access(2), {"text": "{}"}, {"text": "{}"}])
    assert found["kept"] == ["tab_r_2"]
    assert [call["who"] for call in found["calls"][-2:]] == ["Bearer tab_2"] * 2
    assert found["calls"][2]["body"] == "grant_type=refresh_token&client_id=app&refresh_token=tab_r_1"


@typescript.needs_compiler
def test_who_is_refused_gets_no_access(trials: Trials) -> None:
    refused = [oauth(400, error="access_denied")], [oauth(400, error="expired_token")]
    for found, code in zip(
        trials(*(("loggedIn", {"answers": [ASKED, *one]}) for one in refused)),
        ("access_denied", "expired_token"),
        strict=True,
    ):
        assert (found["error"]["kind"], found["error"]["code"]) == ("LoginRefused", code)
