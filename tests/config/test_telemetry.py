"""Traces and figures for an operator's collector: there where they are asked for, and nothing of it elsewhere."""

import base64
import json
import os
import time
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from pytest_django import Settings

from config.telemetry import exporting, hooks, traced_tasks
from config.telemetry.wanted import METRICS, TRACES, NotSupported, continues_traces, wanted
from events import spans
from events.spans import of_append
from events.store import new_id
from games.matches.notices import writer
from games.matches.stream.loading import load
from tests.config.test_rights import started
from tests.games.matches.notices.scene import _nothing_due, hook, send
from tests.support.captured_log import Captured, log
from tests.support.cast import Person, legal, match_of, person
from tests.support.otlp_collector import VARIABLES, OtlpCollector, SentSpan, collecting
from tests.support.receiver import receiving
from tests.support.relay import catch_up

__all__ = ["_nothing_due", "log"]

ENDPOINT = {"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:4318"}
QUERY = "limit=17&colour=octarine"

# What is wanted


@pytest.mark.parametrize(
    ("environment", "signals"),
    [
        ({}, set()),
        ({"OTEL_SERVICE_NAME": "table"}, set()),
        (ENDPOINT, {TRACES, METRICS}),
        ({**ENDPOINT, "OTEL_SDK_DISABLED": "true"}, set()),
        ({**ENDPOINT, "OTEL_METRICS_EXPORTER": "none"}, {TRACES}),
        ({"OTEL_TRACES_EXPORTER": "otlp"}, {TRACES}),
        ({"OTEL_EXPORTER_OTLP_METRICS_ENDPOINT": "http://127.0.0.1:4318/v1/metrics"}, {METRICS}),
        ({**ENDPOINT, "OTEL_EXPORTER_OTLP_PROTOCOL": "http/protobuf"}, {TRACES, METRICS}),
    ],
)
def test_the_standard_variables_say_what_is_sent_and_unset_they_send_nothing(
    environment: dict[str, str], signals: set[str]
) -> None:
    assert wanted(environment) == signals


@pytest.mark.parametrize(
    "asked",
    [
        {"OTEL_TRACES_EXPORTER": "zipkin"},
        {**ENDPOINT, "OTEL_EXPORTER_OTLP_PROTOCOL": "grpc"},
        {**ENDPOINT, "OTEL_EXPORTER_OTLP_METRICS_PROTOCOL": "http/json"},
    ],
)
def test_what_cannot_be_sent_is_refused_at_the_start_by_the_name_of_the_variable(asked: dict[str, str]) -> None:
    with pytest.raises(NotSupported, match="OTEL_"):
        wanted(asked)


# Off


@pytest.mark.parametrize("process", ["config.asgi", "config.live", "config.celery, config.beat, games.matches.tasks"])
def test_a_process_of_which_nobody_wants_traces_imports_nothing_of_opentelemetry(process: str) -> None:
    code = f"""
import django, os, sys
# As where it is not installed. Where it is, redis imports it by itself.
sys.modules["opentelemetry"] = None
os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
django.setup()
import {process}
from config.celery import app
app.loader.import_default_modules()
ours = {{f"config.telemetry.{{name}}" for name in ("exporting", "courses", "traced_requests", "traced_tasks")}}
found = [name for name in sys.modules if name.startswith(("opentelemetry.", "google.protobuf")) or name in ours]
sys.exit(f"imported: {{found}}" if found else 0)
"""
    done = started(["-c", code], **dict.fromkeys(VARIABLES, ""))
    assert (done.returncode, done.stderr) == (0, "")


def test_a_process_without_the_packages_says_how_to_get_them_where_traces_are_wanted() -> None:
    code = "import sys; sys.modules['opentelemetry'] = None; import config.asgi"
    done = started(["-c", code], **{**dict.fromkeys(VARIABLES, ""), "OTEL_TRACES_EXPORTER": "otlp"})
    assert (done.returncode, "make telemetry" in done.stderr.splitlines()[-1]) == (1, True)


def test_the_same_process_imports_it_where_traces_are_wanted() -> None:
    code = """
import sys
import config.asgi
sys.exit(0 if "config.telemetry.exporting" in sys.modules else 3)
"""
    off = dict.fromkeys(VARIABLES, "")
    assert started(["-c", code], **{**off, "OTEL_TRACES_EXPORTER": "otlp", "OTEL_SDK_DISABLED": "true"}).returncode == 3
    assert started(["-c", code], **{**off, "OTEL_TRACES_EXPORTER": "otlp"}).returncode == 0


def test_without_a_tracer_every_span_is_the_same_empty_one_and_nothing_is_computed_for_it() -> None:
    assert not spans.is_traced()
    found = {id(one) for one in (spans.span("a"), spans.call("b"), spans.statement("c", object()))}  # type: ignore[arg-type]
    assert found == {id(spans.NOTHING)}
    assert spans.ids() == {}
    # A tracer would look into them.
    spans.go_on("relayed", None)  # type: ignore[arg-type]


# On


@pytest.fixture
def collector(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> Iterator[OtlpCollector]:
    """This process sends what it does to a collector of ours."""
    with collecting() as found:
        for name in VARIABLES:
            monkeypatch.delenv(name, raising=False)
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", found.url)
        settings.MIDDLEWARE = ["config.telemetry.traced_requests.Traced", *settings.MIDDLEWARE]
        connection.ensure_connection()
        exporting.begin(wanted(os.environ))
        try:
            yield found
        finally:
            exporting.end()


def moved(match_id: str, who: Person, **headers: str) -> int:
    """The version after a move of the first seat, over HTTP."""
    said = {"Authorization": f"Bearer {who.token}", "Idempotency-Key": new_id(), **headers}
    address = f"/api/v1/matches/{match_id}/moves?{QUERY}"
    answer = Client().post(address, json.dumps(legal(match_id, 0)[0]), content_type="application/json", headers=said)
    assert answer.status_code in (200, 201, 400), answer.content
    if answer.status_code == 400:
        # The query is refused: without it, then.
        answer = Client().post(
            address.partition("?")[0],
            json.dumps(legal(match_id, 0)[0]),
            content_type="application/json",
            headers=said,
        )
    return load(match_id).match.head.version


def named(found: list[SentSpan], name: str) -> list[SentSpan]:
    return [one for one in found if one.name == name]


def course_of(found: list[SentSpan], course: str) -> list[SentSpan]:
    """The spans of a course, whose trace is known to nobody but by its name."""
    trace_id = exporting.telemetry().courses._context(course).trace_id.to_bytes(16, "big")
    return [one for one in found if one.trace == trace_id]


def test_a_move_is_followed_from_its_request_over_the_append_and_the_relay_to_the_webhook(
    collector: OtlpCollector,
) -> None:
    people = [person(name) for name in ("Alice", "Bob", "Carol")]
    with receiving() as receiver:
        hook(people[1], receiver, "your_turn", "match_started")
        match_id = match_of(*people)
        version = moved(match_id, people[0])
        traced_tasks.begin("t1", "games.matches.tasks.relay")
        catch_up(("listings", "deadlines", writer.NOTICES))
        traced_tasks.end("t1", is_failed=False)
        assert send() > 0
        exporting.flush()
        found = collector.spans()
        course = course_of(found, of_append(match_id, version))
    (request,) = [one for one in named(found, "POST /api/v1/matches/<str:match>/moves") if one.links]
    assert request.facts["http.response.status_code"] == 201
    # Its statements are within it: what it asks first, and the append.
    within = [one.name for one in found if one.parent == request.id]
    assert within[:1] == ["read"]
    assert "append" in within
    # The append's course begins at the request, and relay and consumers go on with it.
    assert course[0].name == "append"
    assert course[0].links == {request.trace}
    assert request.links == {course[0].trace}
    assert {one.name for one in course} == {"append", "relayed", "listings", "deadlines", "notices"}
    assert all(one.parent == course[0].id for one in course[1:])
    # What the consumer did for it, in a batch, is in the task's trace; the notice's way out begins there.
    (task,) = named(found, "task relay")
    (told,) = [one for one in named(found, "deliver to notices") if course[0].trace in one.links]
    assert told.trace == task.trace
    sent = [one for one in named(found, "webhook") if one.links & told.links]
    assert [one.facts["tabularium.outcome"] for one in sent] == ["204"] * len(sent)
    assert sent
    assert {one.service for one in found} == {"tabularium"}


def test_nothing_secret_is_in_what_is_sent(collector: OtlpCollector) -> None:
    people = [person(name) for name in ("Alice", "Bob", "Carol")]
    with receiving() as receiver:
        secret = hook(people[1], receiver).secret
        match_id = match_of(*people)
        moved(match_id, people[0])
        Client().get(f"/api/v1/matches?{QUERY}", headers={"Authorization": "Bearer tbl_planted_token"})
        catch_up(("listings", "deadlines", writer.NOTICES))
        send()
        exporting.flush()
        came, found = collector.all_that_came(), collector.spans()
    assert len(found) > 20
    seed = load(match_id).match.seed
    assert seed
    hidden: list[str | bytes] = [
        *(one.token for one in people),
        *(one.handle for one in people),
        secret,
        receiver.url,
        "octarine",
        "tbl_planted_token",
        seed,
    ]
    for one in hidden:
        assert (one if isinstance(one, bytes) else one.encode()) not in came
    # Statements are templates: what they are given is a parameter.
    texts = [one.facts["db.query.text"] for one in found if "db.query.text" in one.facts]
    assert texts
    assert not [text for text in texts if match_id in text]


def test_an_exception_is_told_by_its_type_alone(collector: OtlpCollector) -> None:
    with pytest.raises(ZeroDivisionError), spans.span("outer"):
        raise ZeroDivisionError("quoted-by-an-exception")
    exporting.flush()
    (found,) = named(collector.spans(), "outer")
    assert found.facts == {"error.type": "ZeroDivisionError"}
    assert b"quoted-by-an-exception" not in collector.all_that_came()


def test_lines_of_the_log_have_the_ids_of_what_they_belong_to(collector: OtlpCollector, log: Captured) -> None:
    Client().get("/api/v1/games")
    exporting.flush()
    (line,) = log.of("api.access")
    (request,) = named(collector.spans(), "GET /api/v1/games")
    assert (line["trace_id"], line["span_id"]) == (request.trace.hex(), request.id.hex())


def test_the_duration_of_a_request_is_a_figure_with_its_span_as_exemplar(collector: OtlpCollector) -> None:
    Client().get("/api/v1/games")
    traced_tasks.begin("t2", "games.matches.tasks.remind")
    traced_tasks.end("t2", is_failed=True)
    exporting.flush()
    figures = collector.figures()
    (point,) = figures["http.server.request.duration"]
    assert {one["key"] for one in point["attributes"]} == {
        "http.request.method",
        "http.route",
        "http.response.status_code",
    }
    (request,) = named(collector.spans(), "GET /api/v1/games")
    assert base64.b64decode(point["exemplars"][0]["traceId"]) == request.trace
    (task,) = figures["tabularium.task.duration"]
    assert task["count"] == "1"


def test_a_stranger_s_traceparent_is_believed_only_where_the_operator_says_so(
    collector: OtlpCollector, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not continues_traces({})
    parent = "0af7651916cd43dd8448eb211c80319c"
    for propagators in ("", "tracecontext,baggage"):
        monkeypatch.setenv("OTEL_PROPAGATORS", propagators)
        Client().get("/api/v1/games", headers={"traceparent": f"00-{parent}-b7ad6b7169203331-01"})
    exporting.flush()
    first, second = named(collector.spans(), "GET /api/v1/games")
    assert first.trace.hex() != parent
    assert second.trace.hex() == parent


def test_a_sampler_that_takes_nothing_takes_no_course_either(
    collector: OtlpCollector, monkeypatch: pytest.MonkeyPatch
) -> None:
    exporting.end()
    monkeypatch.setenv("OTEL_TRACES_SAMPLER", "always_off")
    exporting.begin(wanted(os.environ))
    moved(match_of(person("Alice"), person("Bob"), person("Carol")), person("Dora"))
    catch_up()
    exporting.flush()
    assert collector.spans() == []


def test_a_collector_that_is_away_delays_nobody(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:9")
    settings.MIDDLEWARE = ["config.telemetry.traced_requests.Traced", *settings.MIDDLEWARE]
    exporting.begin({TRACES})
    try:
        begun = time.monotonic()
        assert Client().get("/api/v1/games").status_code == 200
        assert time.monotonic() - begun < 5
    finally:
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_TIMEOUT", "0.1")
        exporting.end()


def test_a_process_begins_once_and_a_copy_of_it_again(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[Any] = []
    monkeypatch.setattr(exporting, "begin", begun.append)
    monkeypatch.setattr(hooks, "_begun_in", 0)
    monkeypatch.setenv("OTEL_TRACES_EXPORTER", "otlp")
    hooks.begin()
    hooks.begin()
    assert len(begun) == 1
    monkeypatch.setattr(hooks, "_begun_in", os.getpid() + 1)
    hooks.begin()
    assert len(begun) == 2
