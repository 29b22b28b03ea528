import logging
import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, cast

import pytest
from celery import Task
from django.conf import settings
from django.core.mail import EmailMessage
from django.test import Client
from pytest_django import Settings

from api.http import correlation
from config.logs import JSONLines, Sparing
from events.randomness import new_id, new_key, new_token
from games import registry
from games.core.events import Event
from games.matches import tasks
from games.matches.notices import courier, mailer, preferences
from games.matches.notices.delivery.http_post import PostSettings
from games.rock_paper_wizard.components.cards import CARDS
from tests.games.matches.notices.scene import _nothing_due
from tests.support.captured_log import Captured, log
from tests.support.cast import RPW, STRANGER, Person, match_of, person
from tests.support.receiver import receiving

__all__ = ["_nothing_due", "log"]

PLANTED = "quoted-by-an-exception"
PASSWORD = "correct-horse-battery-staple"
QUERY = "colour=octarine"


def broken(*_: Any, **__: Any) -> Sequence[Event]:
    raise ZeroDivisionError(PLANTED)


# One line a record


def test_a_line_is_one_json_object_with_time_level_logger_and_message(log: Captured) -> None:
    logging.getLogger("some.place").info("two\nlines of %s", "text", extra={"match": "m1", "version": 7, "hand": "ace"})
    (record,) = log.of("some.place")
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00", record.pop("time"))
    assert record == {
        "level": "INFO",
        "logger": "some.place",
        "message": "two\nlines of text",
        "match": "m1",
        "version": 7,
    }
    assert "\n" not in log.lines[0]


def test_an_exception_is_logged_by_type_and_place_and_its_message_is_not(log: Captured) -> None:
    try:
        broken()
    except ZeroDivisionError:
        logging.getLogger("some.place").exception("it failed")
    (record,) = log.of("some.place")
    assert record["error"] == "ZeroDivisionError"
    assert "in broken" in record["trace"]
    assert PLANTED not in log.lines[0]


def test_what_is_no_text_is_written_all_the_same(log: Captured) -> None:
    logging.getLogger("some.place").info("half of a pair: \ud800")
    (record,) = log.of("some.place")
    assert "half of a pair" in record["message"]


def test_the_service_logs_this_way_to_stderr() -> None:
    written: Any = settings.LOGGING
    (handler,) = written["root"]["handlers"]
    assert written["handlers"][handler] == {
        "class": "logging.StreamHandler",
        "formatter": "line",
        "filters": ["sparing"],
    }
    assert written["filters"]["sparing"]["()"] == f"{Sparing.__module__}.{Sparing.__qualname__}"
    assert written["formatters"]["line"]["()"] == f"{JSONLines.__module__}.{JSONLines.__qualname__}"


# One line a request


def test_each_request_has_one_line_with_the_template_of_its_address(log: Captured) -> None:
    alice = person("Alice")
    match_id = match_of(alice, person("Bob"), person("Carol"))
    answer = alice.get(f"/matches/{match_id}/events?limit=1")
    (record,) = log.of("api.access")
    assert record.pop("ms") > 0
    assert {name: value for name, value in record.items() if name != "time"} == {
        "level": "INFO",
        "logger": "api.access",
        "message": "GET /api/v1/matches/<str:match>/events 200",
        "method": "GET",
        "route": "/api/v1/matches/<str:match>/events",
        "status": 200,
        "match": match_id,
        "player": alice.id,
        "request_id": answer.headers["X-Request-Id"],
    }


def test_of_an_address_that_leads_nowhere_nothing_is_repeated(log: Captured) -> None:
    Client().get(f"/api/v1/{PLANTED}?{PLANTED}")
    STRANGER.get(f"/matches/{PLANTED}")
    assert [(record["route"], "match" in record) for record in log.of("api.access")] == [
        ("(no such address)", False),
        ("/api/v1/matches/<str:match>", False),
    ]
    assert PLANTED not in "".join(log.lines)


@pytest.mark.parametrize("sent", ["a", "x" * 64, "Root=1-67891233:abc/def+0~9._"])
def test_a_callers_request_id_is_kept(sent: str, log: Captured) -> None:
    assert STRANGER.get("/games", X_Request_Id=sent).headers["X-Request-Id"] == sent
    assert log.of("api.access")[0]["request_id"] == sent


@pytest.mark.parametrize("sent", ["", " ", "x" * 65, "a b", 'a"b', "a\tb", "zażółć", "tab_abcdef", "id-inv_abcdef"])
def test_what_cannot_be_a_request_id_is_replaced_by_one_of_ours(sent: str, log: Captured) -> None:
    given = STRANGER.get("/games", X_Request_Id=sent).headers["X-Request-Id"]
    assert re.fullmatch(r"[0-9a-f-]{36}", given)
    assert log.of("api.access")[0]["request_id"] == given


def test_refusals_failures_and_preflights_have_an_id_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.views.games.resources.game", broken)
    preflight = {"Origin": "https://play.example", "Access-Control-Request-Method": "GET"}
    answers = [
        STRANGER.get("/games"),
        STRANGER.get("/games/chess"),
        Client().get("/nowhere"),
        Client().options("/api/v1/games", headers=preflight),
        Client().get("/api/docs/"),
    ]
    assert len({answer.headers["X-Request-Id"] for answer in answers}) == 5


def test_what_is_logged_during_a_request_carries_its_id_and_nothing_stays_behind(
    log: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("api.views.games.resources.game", broken)
    answer = STRANGER.get("/games")
    (record,) = log.of("api.http.problems")
    assert record["request_id"] == answer.headers["X-Request-Id"]
    assert record["message"].startswith("unforeseen ZeroDivisionError")
    assert correlation.known() == {}


def test_a_failure_outside_of_every_view_is_a_500_that_is_logged_without_its_message(
    log: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("api.http.rate_limits.count", broken)
    answer = Client(raise_request_exception=False).get("/api/v1/games")
    assert (answer.status_code, answer.json()["code"]) == (500, "internal_error")
    assert log.of("api.http.problems")[0]["message"].startswith("unforeseen ZeroDivisionError")
    assert PLANTED not in "".join(log.lines)


# Tasks


def test_what_a_task_logs_carries_its_id_and_name(log: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.matches.autoplay.sweep._claim", lambda: [new_id()])
    monkeypatch.setattr("games.matches.autoplay.sweep.timeouts.run_out", broken)
    done = task(tasks.sweep_deadlines).apply()
    (record,) = log.of("games.matches.autoplay.sweep")
    assert (record["task_id"], record["task"]) == (done.id, "games.matches.tasks.sweep_deadlines")
    logging.getLogger("some.place").info("after the task")
    assert log.of("some.place")[0].keys() == {"time", "level", "logger", "message"}


def test_a_task_that_fails_is_logged_by_type_and_place_alone(log: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.matches.tasks.outbox.relay", broken)
    done = task(tasks.relay).apply()
    (record,) = [record for record in log.records if "error" in record]
    assert (record["logger"], record["error"], record["task_id"]) == ("config.logs", "ZeroDivisionError", done.id)
    assert PLANTED not in "".join(log.lines)


def task(named: Any) -> Task[Any, Any]:
    return cast(Task[Any, Any], named)


# Nothing secret


@dataclass
class Run:
    """People who play a match, and all that nobody may read in the log."""

    people: list[Person] = field(default_factory=list)
    secrets: set[str] = field(default_factory=set)

    def sign_up(self, name: str) -> Person:
        wish = {"handle": f"{name}_{new_id()[-12:]}", "password": PASSWORD}
        made = STRANGER.post("/players", wish).json()
        self.secrets |= {made["token"], PASSWORD}
        self.people.append(Person(id=made["player"]["id"], handle=made["player"]["handle"], token=made["token"]))
        return self.people[-1]


def test_nothing_secret_is_in_the_log_of_a_whole_match(
    log: Captured, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    run = Run()
    match_id = sit_down(run)
    play_to_the_end(run, match_id)
    refusals(run, match_id)
    with monkeypatch.context() as patch:
        failures(run, patch)
    take_what_was_sealed(run, match_id)
    assert len(run.secrets) > 50
    assert len(log.of("api.access")) > 50
    assert {"api.http.problems", "games.matches.stream.quarantine"} <= {record["logger"] for record in log.records}
    assert leaked(log.lines, run.secrets) == []


def test_no_address_code_or_secret_of_a_webhook_is_in_the_log(
    log: Captured, settings: Settings, mailoutbox: list[EmailMessage]
) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    run, address = Run(), f"alice.{new_id()}@example.org"
    alice = run.sign_up("Alice")
    run.secrets |= {address, "hidden-path", "rst_guess", "cnf_guess", "whsec_guess"}
    alice.patch("/me", {"email": address})
    alice.post("/me/email-confirmations")
    codes = [mailed_code(mailoutbox)]
    assert STRANGER.post("/email-confirmations", {"token": codes[0]}).status_code == 204
    STRANGER.post("/password-resets", {"email": address})
    codes.append(mailed_code(mailoutbox))
    for secret in ("rst_guess", "cnf_guess", "whsec_guess"):
        STRANGER.get("/games", X_Request_Id=secret)
        STRANGER.post("/password-resets/complete", {"token": secret, "password": PASSWORD + PASSWORD})
    with receiving(500) as receiver:
        made = alice.post("/me/webhooks", {"url": receiver.url + "/hidden-path"}).json()
        alice.post(f"/me/webhooks/{made['id']}/test")
        courier.WEBHOOKS.run(PostSettings(loopback=True))
    stop = preferences.unsubscribe_token(alice.id)
    Client().post(f"/api/mail/unsubscribe/{stop}")
    assert STRANGER.post("/password-resets/complete", {"token": codes[1], "password": PASSWORD * 2}).status_code == 204
    run.secrets |= {*codes, made["secret"], stop}
    settings.EMAIL_BACKEND, settings.EMAIL_PORT = "django.core.mail.backends.smtp.EmailBackend", 1
    STRANGER.post("/password-resets", {"email": address})
    mailer.run()
    assert log.of("games.matches.notices.mailer")
    assert leaked(log.lines, run.secrets) == []


def mailed_code(mailoutbox: list[EmailMessage]) -> str:
    mailer.run()
    found = re.search(r"^(?:cnf|rst)_\S+$", str(mailoutbox[-1].body), re.MULTILINE)
    assert found is not None
    return found[0]


def test_the_search_finds_each_kind_of_secret_wherever_it_stands(log: Captured) -> None:
    kinds = {"tab_0123abcd", "f" * 64, "fireball", PASSWORD, QUERY}
    for place, secret in enumerate(sorted(kinds)):
        logging.getLogger(f"place.{place}").debug("it said %r", {"choice": secret})
    assert {secret for secret, _ in leaked(log.lines, kinds)} == kinds


def leaked(lines: list[str], secrets: set[str]) -> list[tuple[str, str]]:
    # As a word: a short name such as "fear" may be part of another.
    words = {secret: re.compile(rf"(?<![A-Za-z0-9]){re.escape(secret)}(?![A-Za-z0-9])") for secret in secrets}
    text = "\n".join(lines)
    suspects = [secret for secret in secrets if secret in text]
    return [(secret, line) for secret in suspects for line in lines if words[secret].search(line)]


def sit_down(run: Run) -> str:
    alice, bob, carol = (run.sign_up(name) for name in ("Alice", "Bob", "Carol"))
    wish = {"handle": alice.handle, "password": PASSWORD, "label": "second", "scopes": ["read"]}
    run.secrets.add(STRANGER.post("/tokens", wish).json()["token"])
    entropy = new_key(16).hex()
    new = {"game": RPW, "seats": 3, "visibility": "private", "options": {"max_rounds": 4}, "entropy": entropy}
    match_id: str = alice.post("/matches", new).json()["id"]
    run.secrets.add(entropy)
    for one in (bob, carol):
        invitation = alice.post(f"/matches/{match_id}/invitations").json()["invitation"]
        run.secrets.add(invitation)
        assert one.post(f"/matches/{match_id}/join", {"invitation": invitation}).status_code == 200
    return match_id


def play_to_the_end(run: Run, match_id: str) -> None:
    pick = random.Random(5)
    while True:
        asked = [
            (one, prompt) for one in run.people for prompt in one.get(f"/matches/{match_id}/prompts").json()["items"]
        ]
        if not asked:
            break
        one, prompt = pick.choice(asked)
        move = {"prompt": prompt["prompt"], **pick.choice(prompt["moves"][0]["legal"])}
        one.post(f"/matches/{match_id}/moves", {**move, "target": run.people.index(one)})
        assert one.post(f"/matches/{match_id}/moves?dry_run=true", move).status_code == 200
        assert one.post(f"/matches/{match_id}/moves", move, Idempotency_Key=new_id()).status_code == 201
    assert run.people[0].get(f"/matches/{match_id}").json()["status"] == "finished"


def refusals(run: Run, match_id: str) -> None:
    alice = run.people[0]
    token = "tab_" + new_token(32)
    run.secrets |= {token, PLANTED, QUERY}
    replace(alice, token=token).get("/games")
    STRANGER.get("/games", X_Request_Id=token)
    alice.get(f"/matches?{QUERY}")
    alice.get(f"/matches/{PLANTED}")
    alice.post("/players", {"handle": PLANTED, "password": PASSWORD, PLANTED: PLANTED})
    alice.post(f"/matches/{match_id}/moves", {"prompt": PLANTED, "type": PLANTED})
    Client().get(f"/api/v1/{PLANTED}", headers={"Authorization": f"Bearer {token}", "Host": "elsewhere.example"})


def failures(run: Run, patch: pytest.MonkeyPatch) -> None:
    """A kernel, a view, a middleware and a task that fail and quote what they should not."""
    cast_ = run.people
    match_id = match_of(*cast_)
    prompt = cast_[0].get(f"/matches/{match_id}/prompts").json()["items"][0]
    move = {"prompt": prompt["prompt"], **prompt["moves"][0]["legal"][0]}
    whole = registry.GAMES[RPW]["1"]
    patch.setattr(registry, "GAMES", {RPW: {"1": replace(whole, decide=cast(Callable[..., Any], broken))}})
    assert cast_[0].post(f"/matches/{match_id}/moves", move).json()["code"] == "match_quarantined"
    patch.setattr("api.views.games.resources.game", broken)
    assert STRANGER.get("/games").status_code == 500
    patch.setattr("games.matches.tasks.outbox.relay", broken)
    task(tasks.relay).apply()
    patch.setattr("api.http.rate_limits.count", broken)
    assert Client(raise_request_exception=False).get(f"/api/v1/games?{QUERY}").status_code == 500


def take_what_was_sealed(run: Run, match_id: str) -> None:
    """Seed, salts and every card that was chosen in secret or held unseen; no card's name belongs into a log at all."""
    events = run.people[0].get(f"/matches/{match_id}/events?limit=500").json()["items"]
    opened = [opening for event in events for opening in event["private"]]
    run.secrets |= {opening["salt"] for opening in opened}
    run.secrets |= {events[0]["private"][0]["part"]["seed"], *(card.id for card in CARDS)}
    assert any("spell" in opening["part"] for opening in opened)
