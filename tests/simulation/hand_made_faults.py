"""Faults of different kinds, put into the service's own code by hand, one at a time: the simulation finds each."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import timedelta
from typing import Any
from unittest import mock

from django.db import connection, transaction

from api.serving.streams.pages import Page
from events import outbox, store
from games.core.records import replace
from games.matches.autoplay import timeouts
from games.matches.play import submission
from games.matches.stream import commands
from games.table import clocks
from tests.simulation.simulated_world import SimulatedWorld

Fault = Callable[[SimulatedWorld], Any]


def _patched(target: Any, name: str, made: Callable[[Any], Any]) -> Fault:
    return lambda _: mock.patch.object(target, name, made(getattr(target, name)))


@contextmanager
def _keys_lost(world: SimulatedWorld) -> Iterator[None]:
    """A retry is not recognized: each attempt has a key of its own, and so a move in doubt is made twice."""
    before = commands.command

    def command(match_id: str, *, actor: str, key: str, request: bytes) -> Any:
        own = key if key.startswith(("p", "join", "auto")) else f"{key} {store.new_id()}"
        return before(match_id, actor=actor, key=own, request=request)

    with mock.patch.object(commands, "command", command):
        yield


def _clock_runs_in_pauses(before: Any) -> Any:
    def followed(table: Any, seats: Any, **more: Any) -> Any:
        return before(replace(table, paused_at=None), seats, **more)

    return followed


def _plays_early(before: Any) -> Any:
    return lambda moment, now: before(moment - timedelta(milliseconds=700), now)


@contextmanager
def _relay_forgets(world: SimulatedWorld) -> Iterator[None]:
    """The relay deletes what it hands on in one transaction, and writes the deliveries in the next."""
    postgres = world.postgres
    before = postgres.meanings

    meaning = before[outbox.RELAY]

    def relay(values: Any, tx: Any, now: Any) -> Any:
        done = meaning(values, tx, now)
        drops = world.chance.random() < 0.02
        if drops:
            tx.writes.pop("delivery", None)
        return done

    before[outbox.RELAY] = relay
    yield


@contextmanager
def _notice_before_the_lock(world: SimulatedWorld) -> Iterator[None]:
    """News is forgotten before it is dealt with: a crash between the two loses it."""

    def at_once(consumer: str, matches: Any, handle: Any) -> int | None:
        with connection.cursor() as cursor:
            cursor.execute(outbox.NEWEST, [consumer, list(matches)])
            news = dict(cursor.fetchall())
            cursor.execute(outbox.DONE, [list(news), list(news.values()), consumer])
        with suppress(ValueError), transaction.atomic():
            if news:
                handle(news)
        return len(news)

    with mock.patch.object(outbox, "_deliver_at_once", at_once):
        yield


def _failure_is_done(before: Any) -> Any:
    """A consumer's error is taken for success: what it was told is forgotten, and it is not told again."""

    def failure(*given: Any) -> None:
        before(*given)

    return failure


def _skips_first(before: Any) -> Any:
    """A reader that goes on behind its last event is told from the one after next."""

    def since(page: Page, place: Any) -> Any:
        found = before(page, place)
        if place.version and not place.state:
            return [one for one in found if one.type != "event" or one.version > place.version + 1]
        return found

    return since


def _keeps_stale_match(before: Any) -> Any:
    """A process takes what it has folded for the newest, whatever the stream says."""
    return lambda match, head, new: True if not new else before(match, head, new)


def _one_key_for_a_prompt(_: Any) -> Any:
    """The fault that the simulation found on 28 November 2026."""
    return lambda loaded, prompt: prompt


def _lets_late_moves_in(_: Any) -> Any:
    return lambda *_: None


FAULTS: Mapping[str, tuple[str, Fault]] = {
    "keys_lost": ("a retry is carried out twice", _keys_lost),
    "clock_runs_in_pauses": (
        "clocks go on while the match is paused",
        _patched(clocks, "followed", _clock_runs_in_pauses),
    ),
    "clock_plays_early": ("the clock plays 0.7 s early", _patched(clocks, "is_past", _plays_early)),
    "relay_loses": ("the relay deletes what it has not handed on", _relay_forgets),
    "forgets_first": ("news is forgotten before it is dealt with", _notice_before_the_lock),
    "failure_is_done": ("news whose consumer failed counts as done", _patched(outbox, "_failure", _failure_is_done)),
    "reader_skips": ("a reader who comes back misses an event", _patched(Page, "since", _skips_first)),
    "one_key_for_a_prompt": (
        "a prompt that is asked again is not answered by bots",
        _patched(timeouts, "_key", _one_key_for_a_prompt),
    ),
    "late_moves": (
        "a move after its deadline is taken",
        _patched(submission, "_let_the_clock_play", _lets_late_moves_in),
    ),
}
