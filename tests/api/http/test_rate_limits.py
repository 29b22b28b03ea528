import json
import os
import socket
import tempfile
from collections.abc import Callable, Iterator
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver
from pytest_django import Settings
from redis import ConnectionError, TimeoutError

from api import urls
from api.http import rate_limits
from config.environment import limits
from config.local_stack.serve import app_services
from events.randomness import new_id, new_key
from tests.support.cast import match_of, person

QUOTAS = {"reads": {"token": 3, "address": 5}, "lobby": {"token": 2, "address": 4}}
MINUTE = 60
Later = Callable[[float], None]


@pytest.fixture(autouse=True)
def _small_quotas(settings: Settings) -> None:
    settings.RATE_LIMITS = {**limits.PUBLIC, **QUOTAS}


@pytest.fixture(autouse=True)
def later(monkeypatch: pytest.MonkeyPatch) -> Later:
    moment = 1_000 * MINUTE + 48.0
    monkeypatch.setattr(rate_limits, "now", lambda: moment)

    def move(seconds: float) -> None:
        nonlocal moment
        moment += seconds

    return move


@pytest.fixture
def address() -> str:
    """An address from which nobody has called yet."""
    return str(ip_address((10 << 24) + (int.from_bytes(new_key(3), "big"))))


def get(address: str, token: str = "", path: str = "/games") -> Any:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    return Client(REMOTE_ADDR=address).get(f"/api/v1{path}", headers=headers)


def statuses(count: int, call: Callable[[], Any]) -> list[int]:
    return [call().status_code for _ in range(count)]


def test_a_token_has_its_quota_and_the_next_call_is_told_when_to_come_back(address: str) -> None:
    alice = person("Alice")
    assert statuses(3, lambda: get(address, alice.token)) == [200, 200, 200]
    refused = get(address, alice.token)
    assert (refused.status_code, refused.json()["code"]) == (429, "rate_limited")
    assert refused.headers["Content-Type"] == "application/problem+json"
    assert refused.headers["Retry-After"] == "12"
    assert get(address, person("Bob").token).status_code == 200


def test_a_quota_is_the_tokens_at_every_address(address: str) -> None:
    alice = person("Alice")
    assert statuses(3, lambda: get(address, alice.token)) == [200, 200, 200]
    assert get("192.0.2.1", alice.token).status_code == 429


def test_spaces_and_letters_around_a_token_make_no_other_token(address: str) -> None:
    token = person("Alice").token
    written = [f"Bearer {token}", f"bearer {token}", f"BEARER   {token}", f" Bearer {token} "]
    told = [Client(REMOTE_ADDR=address).get("/api/v1/games", headers={"Authorization": text}) for text in written]
    assert [answer.status_code for answer in told] == [200, 200, 200, 429]


def test_an_address_has_its_quota_whatever_tokens_are_used_there(address: str) -> None:
    assert statuses(6, lambda: get(address, person("Seat").token)) == [200] * 5 + [429]
    assert get(address).status_code == 429


def test_calls_with_a_wrong_token_count_too(address: str) -> None:
    assert statuses(6, lambda: get(address, f"tab_{new_id()}")) == [401] * 5 + [429]


def test_the_picture_of_a_match_counts_as_what_is_read(address: str) -> None:
    picture, client = f"/matches/{new_id()}/preview.png", Client(REMOTE_ADDR=address)
    answers = [client.get(picture) for _ in range(6)]
    assert [one.status_code for one in answers] == [200] * 5 + [429]
    assert answers[-1].json()["code"] == "rate_limited"


def test_every_answer_shows_the_tighter_of_the_two_quotas(address: str) -> None:
    alice = person("Alice")
    first = get(address, alice.token)
    assert first.headers["RateLimit-Policy"] == '"reads";q=3;w=60'
    assert first.headers["RateLimit"] == '"reads";r=2;t=12'
    assert "Retry-After" not in first.headers
    for _ in range(2):
        get(address)
    # Two calls are left for the token, and one for the address.
    shown = get(address, alice.token).headers
    assert (shown["RateLimit-Policy"], shown["RateLimit"]) == ('"reads";q=5;w=60', '"reads";r=1;t=12')
    refused = [get(address) for _ in range(3)][-1]
    assert refused.headers["RateLimit"] == '"reads";r=0;t=12'


def test_refusals_show_the_quota_as_well(address: str) -> None:
    assert get(address, path="/games/chess").headers["RateLimit"] == '"reads";r=4;t=12'
    assert get(address, "nonsense").headers["RateLimit"] == '"reads";r=2;t=12'


def test_a_new_minute_is_counted_anew(address: str, later: Later) -> None:
    assert statuses(6, lambda: get(address))[-1] == 429
    later(11.9)
    assert get(address).headers["RateLimit"] == '"reads";r=0;t=1'
    later(0.2)
    assert get(address).headers["RateLimit"] == '"reads";r=4;t=60'


def test_the_buckets_are_counted_apart(address: str) -> None:
    alice = person("Alice")
    assert statuses(4, lambda: get(address, alice.token))[-1] == 429
    post = Client(REMOTE_ADDR=address).post(
        "/api/v1/matches", "{}", content_type="application/json", headers={"Authorization": f"Bearer {alice.token}"}
    )
    assert (post.status_code, post.headers["RateLimit"]) == (400, '"lobby";r=1;t=12')


def test_a_flood_of_messages_is_stopped_and_what_is_refused_is_not_written(later: Later) -> None:
    alice, bob, carol = (person(name) for name in ("Alice", "Bob", "Carol"))
    path = f"/matches/{match_of(alice, bob, carol)}/chat"
    most = limits.PUBLIC["chat"]["token"]
    found = [alice.post(path, {"text": f"{number}"}) for number in range(most + 5)]
    assert [one.status_code for one in found] == [201] * most + [429] * 5
    assert found[-1].json()["code"] == "rate_limited"
    assert [one["text"] for one in bob.get(f"{path}?limit=500").json()["items"]] == [
        f"{number}" for number in range(most - 1, -1, -1)
    ]
    # Nobody else is kept from writing, and she is not for long.
    assert bob.post(path, {"text": "Enough."}).status_code == 201
    later(MINUTE)
    assert alice.post(path, {"text": "Sorry."}).status_code == 201


def test_health_is_not_limited(address: str) -> None:
    answer = Client(REMOTE_ADDR=address).get("/readyz")
    assert "RateLimit" not in answer.headers
    assert rate_limits.bucket_of(lambda: None, "GET") is None


def test_processes_count_together_and_what_they_count_vanishes(settings: Settings) -> None:
    one, other = (rate_limits.Counters(settings.RATE_LIMIT_REDIS_URL) for _ in range(2))
    name = f"rate:test:{new_id()}"
    assert [one.add([name]), other.add([name]), one.add([name, f"{name}+"])] == [[1], [2], [3, 1]]
    redis: Any = one._redis
    assert MINUTE < redis.ttl(name) <= 2 * MINUTE


def test_a_call_is_counted_by_one_packet_over_a_connection_that_is_kept(
    monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    counters = rate_limits.Counters(settings.RATE_LIMIT_REDIS_URL)
    counters.add(["rate:test:first"])
    (kept,) = counters._idle
    packets: list[bytes] = []
    send = kept.send_packed_command

    def sent(packed: list[bytes]) -> None:
        packets.extend(packed)
        send(packed)

    monkeypatch.setattr(kept, "send_packed_command", sent)
    name = f"rate:test:ż {new_id()}"
    assert counters.add([name, f"{name}+"]) == [1, 1]
    assert counters._idle == [kept]
    assert len(packets) == 1
    assert packets[0].count(b"ZADD") == 2


@pytest.fixture
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    """No time passes, so that nothing that Redis has said grows old."""
    monkeypatch.setattr("api.http.rate_limits.time.monotonic", lambda: 0.0)


def asks(counters: rate_limits.Counters, monkeypatch: pytest.MonkeyPatch) -> list[list[int]]:
    """How many calls Redis has been told of, each time that it is told, from now on."""
    told: list[list[int]] = []
    tell = counters._told

    def noted(names: Any, here: Any, known: Any) -> Any:
        told.append(list(here))
        return tell(names, here, known)

    monkeypatch.setattr(counters, "_told", noted)
    return told


@pytest.mark.usefixtures("still")
def test_who_calls_often_is_counted_in_batches_and_one_by_one_at_the_end(
    monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    counters, name = rate_limits.Counters(settings.RATE_LIMIT_REDIS_URL), f"rate:test:{new_id()}"
    told = asks(counters, monkeypatch)
    assert [counters.add([name], [200]) for _ in range(210)] == [[count] for count in range(1, 211)]
    # The first call, then a fiftieth and one more at a time, and each of the last tenth.
    assert told[:4] == [[1], [6], [11], [16]]
    assert told[-30:] == [[count] for count in range(181, 211)]


@pytest.mark.usefixtures("still")
def test_callers_who_go_from_process_to_process_have_one_quota(settings: Settings) -> None:
    processes = [rate_limits.Counters(settings.RATE_LIMIT_REDIS_URL) for _ in range(2)]
    name, quota = f"rate:test:{new_id()}", 200
    counts = [process.add([name], [quota]) for _ in range(quota) for process in processes]
    assert sum(count is not None and count[0] <= quota for count in counts) == quota


@pytest.mark.usefixtures("still")
def test_a_further_process_lets_through_a_fiftieth_more_at_most(settings: Settings) -> None:
    one, other = (rate_limits.Counters(settings.RATE_LIMIT_REDIS_URL) for _ in range(2))
    name, quota = f"rate:test:{new_id()}", 200
    other.add([name], [quota])
    spent = [one.add([name], [quota]) for _ in range(2 * quota)]
    more = [other.add([name], [quota]) for _ in range(quota)]
    allowed = sum(count is not None and count[0] <= quota for count in spent + more)
    assert quota - 1 <= allowed <= quota - 1 + quota // rate_limits.BATCH


def test_what_another_process_has_counted_is_known_after_a_second(
    monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    moment = 0.0
    monkeypatch.setattr("api.http.rate_limits.time.monotonic", lambda: moment)
    one, other = (rate_limits.Counters(settings.RATE_LIMIT_REDIS_URL) for _ in range(2))
    name = f"rate:test:{new_id()}"
    assert [one.add([name], [1000]), other.add([name], [1000])] == [[1], [2]]
    assert [one.add([name], [1000]), one.add([name], [1000])] == [[2], [3]]
    moment += rate_limits.FRESH_SECONDS
    assert one.add([name], [1000]) == [5]


def test_a_connection_that_redis_has_closed_meanwhile_costs_no_count_and_no_warning(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    counters = rate_limits.Counters(settings.RATE_LIMIT_REDIS_URL)
    name = f"rate:test:{new_id()}"
    assert counters.add([name]) == [1]
    counters._idle[0]._sock.shutdown(socket.SHUT_RDWR)
    assert counters.add([name]) == [2]
    assert caplog.records == []


def test_what_redis_refuses_leaves_no_answer_for_the_next_call(settings: Settings) -> None:
    counters = rate_limits.Counters(settings.RATE_LIMIT_REDIS_URL)
    redis: Any = counters._redis
    name = f"rate:test:{new_id()}"
    redis.set(name, "no number", ex=60)
    # The process counts for itself then, and its next call tells Redis of all.
    assert counters.add([name, f"{name}+"]) == [1, 1]
    counters._resting_until = 0.0
    assert counters.add([f"{name}+", f"{name}++"]) == [2, 1]


# Whose call it is


def forwarded(by: str, chain: str) -> str:
    request = Client().get("/nowhere", REMOTE_ADDR=by, HTTP_X_FORWARDED_FOR=chain).wsgi_request
    return rate_limits.callers(request)["address"]


def test_without_proxies_of_ours_nobody_names_his_own_address() -> None:
    assert forwarded("192.0.2.7", "198.51.100.1") == "192.0.2.7"


@pytest.mark.parametrize(("proxies", "expected"), [(1, "203.0.113.9"), (2, "198.51.100.1")])
def test_behind_proxies_the_address_is_the_one_that_the_outermost_has_seen(
    settings: Settings, proxies: int, expected: str
) -> None:
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "NUM_PROXIES": proxies}
    assert forwarded("127.0.0.1", "192.0.2.66, 198.51.100.1, 203.0.113.9") == expected


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2::9", "2001:db8:1:2::"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("", "unknown"),
        ("x" * 10_000, "unknown"),
    ],
)
def test_an_ipv6_customer_is_one_caller_and_what_is_no_address_is_one_too(address: str, expected: str) -> None:
    assert forwarded(address, "") == expected


# Without Redis


@pytest.fixture
def folder() -> Iterator[Path]:
    # A socket's path must be short.
    with tempfile.TemporaryDirectory() as name:
        yield Path(name)


def test_where_redis_is_gone_each_process_counts_and_one_line_says_so(
    settings: Settings, folder: Path, address: str, caplog: pytest.LogCaptureFixture
) -> None:
    settings.RATE_LIMIT_REDIS_URL = f"unix://{folder}/gone"
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, "reads": {"token": 8, "address": 8}}
    answers = [get(address) for _ in range(10)]
    assert [answer.status_code for answer in answers] == [200] * 8 + [429] * 2
    warnings = [record.name for record in caplog.records if record.levelname == "WARNING"]
    assert [name for name in warnings if name != "django.request"] == ["api.http.rate_limits"]


def test_the_loss_of_redis_is_told_once_a_minute(
    monkeypatch: pytest.MonkeyPatch, folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    moment = 0.0
    monkeypatch.setattr("api.http.rate_limits.time.monotonic", lambda: moment)
    counters = rate_limits.Counters(f"unix://{folder}/gone")
    for count in range(1, 122):
        assert counters.add(["x"]) == [count]
        moment += 1
    assert len(caplog.records) == 3


def test_a_process_counts_on_from_what_redis_has_last_said(settings: Settings) -> None:
    one, other = (rate_limits.Counters(settings.RATE_LIMIT_REDIS_URL) for _ in range(2))
    name = f"rate:test:{new_id()}"
    assert [counters.add([name]) for counters in (one, other, other)] == [[1], [2], [3]]
    other._rest(ConnectionError())
    assert [counters.add([name]) for counters in (other, other, one)] == [[4], [5], [4]]


def test_what_a_process_remembers_of_callers_is_bounded(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    monkeypatch.setattr(rate_limits, "MOST_KNOWN", 10)
    counters = rate_limits.Counters(f"unix://{folder}/gone")
    for number in range(100):
        counters.add([f"rate:test:{number}", f"rate:test:other {number}"])
        assert len(counters._known) <= 12


def test_a_redis_that_hangs_costs_one_call_a_moment_and_the_next_none(
    monkeypatch: pytest.MonkeyPatch, folder: Path
) -> None:
    monkeypatch.setattr(rate_limits, "PATIENCE_SECONDS", 0.05)
    monkeypatch.setattr("api.http.rate_limits.time.monotonic", lambda: 0.0)
    with socket.socket(socket.AF_UNIX) as deaf:
        deaf.bind(str(folder / "deaf"))
        deaf.listen()
        counters = rate_limits.Counters(f"unix://{folder}/deaf")
        # It never answers: that the call comes back is the moment's end.
        assert [counters.add(["x"]) for _ in range(100)] == [[count] for count in range(1, 101)]
        deaf.setblocking(False)
        deaf.accept()[0].close()
        with pytest.raises(BlockingIOError):
            deaf.accept()


def _gone(*_: Any) -> Any:
    raise ConnectionError


def test_what_was_counted_without_redis_is_told_when_it_is_back(
    monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    moment = 0.0
    monkeypatch.setattr("api.http.rate_limits.time.monotonic", lambda: moment)
    one, other = (rate_limits.Counters(settings.RATE_LIMIT_REDIS_URL) for _ in range(2))
    name = f"rate:test:{new_id()}"
    one._rest(ConnectionError())
    assert [one.add([name]) for _ in range(3)] == [[1], [2], [3]]
    moment += rate_limits.REST_SECONDS
    assert [one.add([name]), other.add([name])] == [[4], [5]]


def test_an_outage_while_a_batch_is_told_forgives_none_of_it(
    monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    moment = 0.0
    monkeypatch.setattr("api.http.rate_limits.time.monotonic", lambda: moment)
    one, other = (rate_limits.Counters(settings.RATE_LIMIT_REDIS_URL) for _ in range(2))
    name, quota = f"rate:test:{new_id()}", 1_000
    before = [one.add([name], [quota]) for _ in range(10)]
    with monkeypatch.context() as patch:
        patch.setattr(one, "_exchanged", _gone)
        during = [one.add([name], [quota]) for _ in range(20)]
    moment += rate_limits.REST_SECONDS
    after = [one.add([name], [quota]), other.add([name], [quota])]
    assert [*before, *during, *after] == [[count] for count in range(1, 33)]


def lose_answer(counters: rate_limits.Counters, error: type[Exception], monkeypatch: pytest.MonkeyPatch) -> None:
    """Redis counts the next call over the idle connection, and nobody hears of it."""
    (kept,) = counters._idle
    read = kept.read_response

    def lost() -> Any:
        read()
        raise error

    monkeypatch.setattr(kept, "read_response", lost)


def test_an_answer_that_comes_too_late_charges_and_forgives_nothing(
    monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    one, other = (rate_limits.Counters(settings.RATE_LIMIT_REDIS_URL) for _ in range(2))
    name = f"rate:test:{new_id()}"
    assert one.add([name]) == [1]
    lose_answer(one, TimeoutError, monkeypatch)
    assert one.add([name]) == [2]
    one._resting_until = 0.0
    assert [one.add([name]), other.add([name])] == [[3], [4]]


def test_a_call_that_is_told_twice_counts_once(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    one, other = (rate_limits.Counters(settings.RATE_LIMIT_REDIS_URL) for _ in range(2))
    name = f"rate:test:{new_id()}"
    assert one.add([name]) == [1]
    lose_answer(one, ConnectionError, monkeypatch)
    # The connection is taken for one that Redis has closed, and another tells the call again.
    assert [one.add([name]), other.add([name])] == [[2], [3]]


def test_a_redis_that_comes_back_empty_makes_no_process_forget_what_others_have_counted(settings: Settings) -> None:
    one, other = (rate_limits.Counters(settings.RATE_LIMIT_REDIS_URL) for _ in range(2))
    name = f"rate:test:{new_id()}"
    assert [one.add([name]), other.add([name]), one.add([name])] == [[1], [2], [3]]
    redis: Any = one._redis
    redis.delete(name)
    assert [one.add([name]), other.add([name]), one.add([name])] == [[4], [5], [6]]


def test_what_arrives_late_at_redis_takes_nothing_back(settings: Settings) -> None:
    one, other = (rate_limits.Counters(settings.RATE_LIMIT_REDIS_URL) for _ in range(2))
    name = f"rate:test:{new_id()}"
    for _ in range(3):
        one.add([name])
    known = one._known[name]
    one._told([name], [1], [known])
    assert other.add([name]) == [4]


def test_who_was_forgotten_meanwhile_is_counted_on(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    monkeypatch.setattr(rate_limits, "MOST_KNOWN", 2)
    counters, name = rate_limits.Counters(settings.RATE_LIMIT_REDIS_URL), f"rate:test:{new_id()}"
    assert [counters.add([name]) for _ in range(3)] == [[1], [2], [3]]
    counters.add([f"{name}+", f"{name}++"])
    assert name not in counters._known
    assert counters.add([name]) == [4]


def test_without_any_redis_nothing_is_counted() -> None:
    assert rate_limits.Counters("").add(["x"]) is None


# The table


def views(patterns: list[Any]) -> Iterator[Any]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from views(pattern.url_patterns)
        elif isinstance(pattern, URLPattern) and hasattr(pattern.callback, "cls"):
            yield pattern.callback


def test_every_view_counts_in_a_bucket_that_exists() -> None:
    counted = {rate_limits.bucket_of(view, verb) for view in views(urls.urlpatterns) for verb in ("GET", "POST")}
    assert {"reads", "moves", "lobby", "sign_up"} <= counted
    assert counted <= limits.PUBLIC.keys()


def test_the_buckets_that_are_not_a_matter_of_course() -> None:
    named = {view.cls.__name__: view.cls.buckets for view in views(urls.urlpatterns) if hasattr(view.cls, "buckets")}
    audits = [named.pop(name) for name in ("AuditView", "LuckView", "ArchiveView")]
    assert audits == [{"GET": "audit"}] * 3
    assert named.pop("MatchStreamView") == named.pop("MyStreamView") == {"GET": "streams"}
    assert all(set(by_verb) == {"POST"} for by_verb in named.values())
    assert {name: by_verb["POST"] for name, by_verb in named.items()} == {
        "MovesView": "moves",
        "ChatView": "chat",
        "PlayersView": "sign_up",
        "TokensView": "sign_up",
        "UpgradeView": "sign_up",
        "MyConfirmationsView": "sign_up",
        "ConfirmationsView": "sign_up",
        "ResetsView": "sign_up",
        "NewPasswordsView": "sign_up",
        "SessionView": "sign_up",
        "SessionPlayersView": "sign_up",
        "DeviceQuestionView": "sign_up",
        "DeviceAuthorizationView": "sign_up",
    }


# The environment


def test_the_environment_changes_single_quotas() -> None:
    changed = limits.rate_limits('{"moves": {"token": 7}}')
    assert changed["moves"] == {**limits.PUBLIC["moves"], "token": 7}
    assert changed["reads"] == limits.PUBLIC["reads"]
    assert limits.rate_limits("") == limits.PUBLIC


@pytest.mark.parametrize(
    "text",
    ['{"jumps": {"token": 1}}', '{"moves": {"seat": 1}}', '{"moves": {"token": 0}}', '{"moves": {"token": "9"}}'],
)
def test_a_mistake_in_the_environment_is_named_at_the_start(text: str) -> None:
    with pytest.raises(ValueError, match=r"RATE_LIMITS: \w+\.\w+ cannot be"):
        limits.rate_limits(text)


@pytest.mark.parametrize(
    ("broker", "expected"),
    [
        ("redis+socket:///run/redis.sock?virtual_host=1", "unix:///run/redis.sock"),
        ("rediss://:word@redis.example:6380/0", "rediss://:word@redis.example:6380/0"),
        ("amqp://rabbit", ""),
        ("", ""),
    ],
)
def test_calls_are_counted_on_the_brokers_server_where_that_is_a_redis(broker: str, expected: str) -> None:
    assert limits.counting_redis(broker) == expected


def test_make_serve_has_room_for_programs_unless_its_environment_says_otherwise() -> None:
    def served(**given: str) -> Any:
        web = next(service for service in app_services(given, 8000, Path()) if service.name == "web-1")
        return json.loads(web.environment["RATE_LIMITS"])

    assert served()["sign_up"] == {"token": 600, "address": 600}
    assert served()["moves"] == {"token": 6_000, "address": 6_000}
    assert served(RATE_LIMITS='{"moves": {"token": 1}}') == {"moves": {"token": 1}}
    assert limits.rate_limits(json.dumps(served())).keys() == limits.PUBLIC.keys()


def test_the_suite_itself_runs_into_no_limit() -> None:
    assert min(quota for quotas in json.loads(os.environ["RATE_LIMITS"]).values() for quota in quotas.values()) > 10**6
