"""Calls that compute for long are let in one at a time, so that many of them keep nobody from playing."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest
from django.conf import settings

from api.http import gate
from api.http.gate import Gate
from api.serving.admission.pending import SHARE
from api.views import matches
from api.views.matches import LONG_PAGE
from games.matches.accounts import passwords
from games.matches.audit import audits
from games.matches.concurrency.turns import Line, Wish
from games.matches.errors import TooBusy
from games.matches.lists import listings
from games.matches.models.service import Audit
from games.matches.stream import history
from games.matches.stream.loading import load
from tests.behaviours.forks import question
from tests.support.asserting import wait_until
from tests.support.cast import STRANGER, Person, create, match_of, person, play_some
from tests.support.table_fixtures import Cast

Call = Callable[[], Any]


@pytest.fixture(scope="module")
def cast() -> Cast:
    return person("Alice"), person("Bob"), person("Carol")


@pytest.fixture(scope="module")
def ended(cast: Cast) -> Iterator[str]:
    match_id = match_of(*cast, options={"max_rounds": 1})
    play_some(match_id, cast)
    yield match_id
    # One that was looked at and has no verdict is what the tests of audits look for in the whole database.
    audits.examine(match_id)


@pytest.fixture(autouse=True)
def _every_match_is_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate, "LONG", 0)


@contextmanager
def full(one: Gate) -> Iterator[None]:
    """As when one call computes and as many wait as may."""
    with ExitStack() as held:
        line = one._turns._line
        for _ in range(one.places):
            wish = Wish("", is_known=True)
            assert line.join(wish, 0.0)
            line.go_on(0.0)
            held.callback(line.leave, wish)
        yield


def waiting_fork(cast: Cast, parent: str, *, start: str = "auto") -> str:
    """A fork in which one seat is free; with a manual start none is."""
    at = question(parent, 1)
    fork = str(cast[0].post(f"/matches/{parent}/forks", {"at": at, "start": start}).json()["id"])
    for who in cast[1 : 2 if start == "auto" else 3]:
        assert who.post(f"/matches/{fork}/join").status_code == 200
    return fork


# One at a time


def test_one_call_computes_a_few_wait_and_the_next_is_refused_at_once() -> None:
    one, free, order = Gate(waiting=1), threading.Event(), []

    def compute(name: str) -> None:
        with one.turn():
            order.append(name)
            free.wait(30)

    with ThreadPoolExecutor(2) as callers:
        calls = [callers.submit(compute, name) for name in ("first", "second")]
        wait_until(lambda: not one._turns.free and bool(order))
        with pytest.raises(TooBusy), one.turn():
            pass
        assert len(order) == 1
        free.set()
        for call in calls:
            call.result(30)
    assert sorted(order) == ["first", "second"]


def test_a_call_does_not_wait_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    one = Gate(waiting=1)
    monkeypatch.setattr(gate, "PATIENCE_SECONDS", 0.0)
    with one.turn(), pytest.raises(TooBusy), one.turn():
        pass
    with one.turn():
        pass


def test_the_turn_is_given_back_whatever_became_of_a_call() -> None:
    one = Gate(waiting=0)
    for _ in range(3):
        with pytest.raises(ValueError), one.turn():
            raise ValueError


def test_one_address_may_take_all_places_and_gives_its_last_one_up_to_another() -> None:
    one, line = Gate(waiting=3), Line(4, of_one=4)
    one._turns._line = line
    crowd = [Wish("192.0.2.1", is_known=False) for _ in range(5)]
    assert [line.join(wish, 0.0) for wish in crowd] == [True, True, True, True, False]
    assert line.join(Wish("192.0.2.2", is_known=False), 0.0)
    assert [wish.decided.is_set() for wish in crowd[:4]] == [False, False, False, True]


def test_a_school_s_calls_are_refused_by_no_gate_that_has_places_free() -> None:
    for one in (gate.AUDITS, gate.CALLS, gate.LISTS):
        line = one._turns._line
        school = [Wish("192.0.2.3", is_known=False) for _ in range(one.places)]
        try:
            assert all(line.join(wish, 0.0) for wish in school)
        finally:
            for wish in school:
                line.leave(wish)


def test_long_pages_have_a_place_for_each_call_that_one_address_has_at_work() -> None:
    assert gate.LISTS.places >= SHARE


def test_what_waits_anywhere_leaves_threads_to_calls_that_do_not() -> None:
    held = gate.AUDITS.places + gate.CALLS.places + gate.LISTS.places + passwords.PLACES
    assert held <= settings.WEB_THREADS - 4


# Which calls

GATED: dict[str, tuple[Gate, Callable[[Cast, str], Call]]] = {
    "auditMatch": (gate.AUDITS, lambda _, ended: lambda: STRANGER.get(f"/matches/{ended}/audit")),
    "exportMatch": (gate.CALLS, lambda _, ended: lambda: STRANGER.get(f"/matches/{ended}/export")),
    "getView": (gate.CALLS, lambda _, ended: lambda: STRANGER.get(f"/matches/{ended}/view?at=3")),
    "forkMatch": (
        gate.CALLS,
        lambda cast, ended: lambda: cast[0].post(f"/matches/{ended}/forks", {"at": question(ended, 1)}),
    ),
    "joinMatch": (gate.CALLS, lambda cast, ended: _join(cast[2], waiting_fork(cast, ended))),
    "seatBot": (gate.CALLS, lambda cast, ended: _seat_bot(cast[0], waiting_fork(cast, ended))),
    "startMatch": (gate.CALLS, lambda cast, ended: _start(cast[0], waiting_fork(cast, ended, start="manual"))),
    "changeMe, quiet hours": (gate.CALLS, lambda *_: _change(person("Dana"), {"quiet_hours": None})),
    "changeMe, vacation": (gate.CALLS, lambda *_: _change(person("Dana"), {"vacation": None})),
    "deleteMe": (gate.CALLS, lambda *_: _delete(person("Dana"))),
}


@pytest.mark.parametrize("name", GATED)
def test_a_call_that_computes_for_long_waits_for_its_turn(name: str, cast: Cast, ended: str) -> None:
    history.recent.clear()
    Audit.objects.filter(match_id=ended).delete()
    one, prepared = GATED[name]
    call = prepared(cast, ended)
    with full(one):
        refused = call()
    assert (refused.status_code, refused.json()["code"], refused.headers["Retry-After"]) == (503, "too_busy", "2")
    # Nothing was recorded of it.
    assert call().status_code in (200, 201, 204)


def _join(who: Person, match_id: str) -> Call:
    return lambda: who.post(f"/matches/{match_id}/join")


def _seat_bot(host: Person, match_id: str) -> Call:
    return lambda: host.post(f"/matches/{match_id}/bots", {"bot": "random"})


def _start(host: Person, match_id: str) -> Call:
    return lambda: host.post(f"/matches/{match_id}/start")


def _change(who: Person, wishes: object) -> Call:
    return lambda: who.patch("/me", wishes)


def _delete(who: Person) -> Call:
    return lambda: who.delete("/me")


# And which not

FREE: dict[str, Callable[[Cast, str], Call]] = {
    "a verdict that is remembered": lambda _, ended: lambda: STRANGER.get(f"/matches/{ended}/audit"),
    "the present": lambda _, ended: lambda: STRANGER.get(f"/matches/{ended}/view"),
    "a short page of matches": lambda *_: lambda: STRANGER.get(f"/matches?limit={LONG_PAGE}"),
    "a seat of a match that is no fork": lambda cast, _: _join(person("Eve"), create(cast[0].id)),
    "a name": lambda *_: _change(person("Dana"), {"locale": "he"}),
}


@pytest.mark.parametrize("name", FREE)
def test_what_is_answered_soon_waits_for_nobody(name: str, cast: Cast, ended: str) -> None:
    STRANGER.get(f"/matches/{ended}/audit")
    call = FREE[name](cast, ended)
    with full(gate.AUDITS), full(gate.CALLS), full(gate.LISTS):
        assert call().status_code == 200


def test_a_long_page_of_matches_waits_for_others_of_its_kind_alone(monkeypatch: pytest.MonkeyPatch, ended: str) -> None:
    listings.project_listings([ended])
    monkeypatch.setattr(matches, "LONG_PAGE", 0)
    with full(gate.LISTS):
        assert STRANGER.get("/matches").status_code == 503
    with full(gate.AUDITS), full(gate.CALLS):
        assert STRANGER.get("/matches").status_code == 200


def test_a_short_match_needs_no_turn(monkeypatch: pytest.MonkeyPatch, cast: Cast, ended: str) -> None:
    monkeypatch.setattr(gate, "LONG", load(ended).match.head.version)
    history.recent.clear()
    with full(gate.CALLS):
        assert STRANGER.get(f"/matches/{ended}/export").status_code == 200
        assert STRANGER.get(f"/matches/{ended}/view?at=3").status_code == 200
        assert cast[0].post(f"/matches/{ended}/forks", {"at": question(ended, 1)}).status_code == 201


def test_audits_keep_nobody_from_the_other_calls(ended: str) -> None:
    with full(gate.AUDITS):
        assert STRANGER.get(f"/matches/{ended}/export").status_code == 200
