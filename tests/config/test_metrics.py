import io
import re
from datetime import UTC, datetime
from typing import Any

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection
from django.http import HttpResponse
from django.test import Client
from prometheus_client.openmetrics.parser import text_string_to_metric_families
from pytest_django import Settings

from api.http import response_tally
from api.http.response_tally import ProcessTally, tally
from events import outbox, spans
from events.store import new_id
from games.matches.concurrency import flushing
from games.matches.models.service import Audit, Tally
from games.matches.notices import writer
from games.matches.status import figures
from tests.events.streams import CREATED, grown
from tests.support.cast import STRANGER, legal, match_of, person
from tests.support.races import PATIENCE

LINE = re.compile(r"^tabularium_([a-z_]+)(?:\{([^}]*)\})? (\S+)$")
LABEL = re.compile(r'^[a-z]+="[a-z0-9_.+Inf-]*"(,[a-z]+="[a-z0-9_-]*")*$')


def scraped(**headers: Any) -> dict[tuple[str, str], float]:
    answer = Client().get("/metrics", **headers)
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/plain; version=0.0.4; charset=utf-8")
    found = {}
    for line in answer.content.decode().splitlines():
        if not line.startswith("#"):
            match = LINE.fullmatch(line)
            assert match is not None, line
            found[match[1], match[2] or ""] = float(match[3])
    return found


def test_every_figure_has_a_help_a_type_and_labels_from_short_lists() -> None:
    person("Alice").get("/nowhere")
    text = Client().get("/metrics").content.decode()
    histogram = "move_duration_seconds"
    assert f"# TYPE tabularium_{histogram} histogram\n" in text
    for name in {name for name, _ in scraped() if not name.startswith(histogram)}:
        assert f"# HELP tabularium_{name} " in text
        assert f"# TYPE tabularium_{name} {'counter' if name.endswith('_total') else 'gauge'}\n" in text
    assert all(LABEL.fullmatch(labels) for _, labels in scraped() if labels)
    assert {name for name, _ in scraped()} >= {
        "info",
        "outbox_rows",
        "outbox_lag_seconds",
        "deadline_lag_seconds",
        "bot_lag_seconds",
        "deliveries",
        "dispatches_pending",
        "events_total",
        "appends_total",
        "answers_total",
        "refusals_total",
    }


def test_what_waits_in_the_outbox_is_seen() -> None:
    while outbox.relay(["nobody"]):
        pass
    assert scraped()["outbox_rows", ""] == 0
    grown(new_id(), CREATED)
    found = scraped()
    assert found["outbox_rows", ""] == 1
    assert found["outbox_lag_seconds", ""] > 0
    while outbox.relay(["nobody"]):
        pass


def test_refusals_are_counted_by_code_and_answers_by_status() -> None:
    before = scraped()
    for _ in range(3):
        STRANGER.get("/games/chess")
    after = scraped()
    code = ("refusals_total", 'code="game_not_found"')
    assert after[code] - before.get(code, 0) == 3
    status = ("answers_total", 'status="4xx"')
    assert after[status] - before.get(status, 0) == 3


def moves(found: dict[tuple[str, str], float]) -> tuple[float, float, float, float]:
    """Moves acknowledged and refused, and acknowledged ones in the histogram, with their seconds."""
    return (
        found["moves_total", 'outcome="acknowledged"'],
        found["moves_total", 'outcome="refused"'],
        found["move_duration_seconds_bucket", 'le="+Inf"'],
        found["move_duration_seconds_sum", ""],
    )


def test_moves_are_counted_by_what_players_are_told_and_how_long_they_waited() -> None:
    cast = [person(name) for name in ("Alice", "Bob", "Carol")]
    match_id = match_of(*cast)
    before = moves(scraped())
    assert cast[0].post(f"/matches/{match_id}/moves?dry_run=true", legal(match_id, 0)[0]).status_code == 200
    assert cast[0].post(f"/matches/{match_id}/moves", legal(match_id, 0)[0]).status_code == 201
    assert cast[0].post(f"/matches/{match_id}/moves", {"prompt": "nothing"}).status_code >= 400
    # No move: nobody waits for a game's view of it.
    assert cast[0].get(f"/matches/{match_id}/view").status_code == 200
    after = moves(scraped())
    assert [now - then for now, then in zip(after[:3], before[:3], strict=True)] == [1, 1, 1]
    assert after[3] > before[3]


def test_slow_moves_are_in_no_bucket_of_fast_ones() -> None:
    before = scraped()
    for seconds in (0.02, 0.3, 60.0):
        response_tally.count_move(HttpResponse(status=201), seconds)
    response_tally.count_move(HttpResponse(status=503), 0.001)
    after = scraped()

    def grown_by(name: str, label: str) -> float:
        return after[name, label] - before[name, label]

    buckets = ["0.01", "0.025", "0.25", "0.5", "10.0", "+Inf"]
    assert [grown_by("move_duration_seconds_bucket", f'le="{most}"') for most in buckets] == [0, 1, 1, 2, 2, 3]
    assert grown_by("move_duration_seconds_sum", "") == pytest.approx(60.32)
    assert grown_by("moves_total", 'outcome="failed"') == 1


def test_open_metrics_are_told_to_who_asks_for_them_with_the_trace_of_a_move(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spans, "ids", lambda: {"trace_id": "ab" * 16, "span_id": "cd" * 8})
    response_tally.count_move(HttpResponse(status=201), 0.2)
    asked = "application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.5"
    answer = Client().get("/metrics", headers={"Accept": asked})
    response_tally.exemplars.clear()
    assert answer["Content-Type"].startswith("application/openmetrics-text")
    families = {one.name: one for one in text_string_to_metric_families(answer.content.decode())}  # type: ignore[no-untyped-call]
    found = {
        sample.labels["le"]: sample.exemplar
        for sample in families["tabularium_move_duration_seconds"].samples
        if "le" in sample.labels
    }
    assert found["0.25"].labels == {"trace_id": "ab" * 16, "span_id": "cd" * 8}
    assert found["0.1"] is None


def test_a_backup_that_is_noted_has_an_age_and_is_no_process() -> None:
    call_command("note_backup", stdout=io.StringIO())
    found = scraped()
    assert 0 <= found["backup_age_seconds", ""] < 60
    assert ("heartbeat_age_seconds", 'process="backup"') not in found


def test_a_match_whose_audit_has_failed_is_counted() -> None:
    before = scraped()["failed_audits", ""]
    failed = Audit.objects.create(
        match_id=new_id(), version=1, hash=bytes(32), checks={}, failed=True, checked_at=datetime.now(UTC)
    )
    assert scraped()["failed_audits", ""] == before + 1
    failed.delete()


def test_what_the_rules_refuse_is_one_label_for_all_games(monkeypatch: pytest.MonkeyPatch) -> None:
    cast = [person(name) for name in ("Alice", "Bob", "Carol")]
    match_id = match_of(*cast)
    asked = cast[0].get(f"/matches/{match_id}/prompts").json()["items"][0]
    moves = [one for one in asked["moves"][0]["legal"] if one.get("target") is not None]
    before = scraped()
    answer = cast[0].post(f"/matches/{match_id}/moves", {"prompt": asked["prompt"], **moves[0], "target": 0})
    assert answer.json()["code"] == "target_is_self"
    code = ("refusals_total", 'code="by_the_rules"')
    assert scraped()[code] - before.get(code, 0) == 1


def test_what_processes_have_counted_is_added_up_by_threads_of_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(response_tally, "FLUSH_SECONDS", 0)
    monkeypatch.setattr(flushing, "IDLE_SECONDS", 0)
    name, processes = f"t{new_id()[-12:]}", [ProcessTally(), ProcessTally()]

    def never(*_: object) -> None:
        raise AssertionError

    with connection.execute_wrapper(never):
        for process in [*processes, *processes]:
            process.count(name, "x")
        for process in processes:
            while (thread := process.flusher.thread) is not None:
                thread.join(PATIENCE)
    assert Tally.objects.get(name=name).value == 4


def test_counts_are_kept_while_there_is_no_database(monkeypatch: pytest.MonkeyPatch) -> None:
    name, process = f"t{new_id()[-12:]}", ProcessTally()
    process.count(name, "x")

    def fails(counts: object) -> None:
        raise DatabaseError

    with monkeypatch.context() as patch:
        patch.setattr(figures, "add", fails)
        process.flush()
    process.flush()
    assert Tally.objects.get(name=name).value == 1


@pytest.mark.parametrize(
    "meta",
    [
        {"REMOTE_ADDR": "192.0.2.7"},
        {"REMOTE_ADDR": ""},
        {"REMOTE_ADDR": "127.0.0.1", "HTTP_X_FORWARDED_FOR": "192.0.2.7"},
        {"REMOTE_ADDR": "127.0.0.1", "HTTP_FORWARDED": "for=192.0.2.7"},
    ],
)
def test_nobody_but_this_machine_learns_that_there_are_figures(meta: dict[str, str]) -> None:
    answer = Client().get("/metrics", **meta)  # type: ignore[arg-type]
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_with_a_token_only_its_holder_reads_them_from_wherever(settings: Settings) -> None:
    settings.METRICS_TOKEN = "scrape-me"
    assert Client().get("/metrics").status_code == 404
    assert Client().get("/metrics", headers={"Authorization": "Bearer scrape"}).status_code == 404
    scraped(REMOTE_ADDR="192.0.2.7", headers={"Authorization": "Bearer scrape-me"})


def test_no_secret_and_no_name_is_in_the_figures() -> None:
    alice = person("Alice")
    match_id = match_of(alice, person("Bob"), person("Carol"))
    writer.tell_now(match_id)
    alice.get("/nowhere")
    text = Client().get("/metrics").content.decode()
    for hidden in (alice.token, alice.id, alice.handle, match_id):
        assert hidden not in text


def test_the_tally_of_this_process_is_the_one_that_is_scraped() -> None:
    before = scraped()
    STRANGER.get("/games")
    tally.flush()
    status = ("answers_total", 'status="2xx"')
    # The first scrape and the call. Where this test comes first, nothing has been answered before.
    assert scraped()[status] - before.get(status, 0) == 2
