"""`python -m tests.failover.broken FD`: the service's template, and so each process, with one promise broken.

`BROKEN` names the mutant. `make failover` has to find it by what players were told; `MUTANTS` says by which verdict.
"""

import os
import sys
import threading
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from config.local_stack import template
from events import statements, store
from events.statements import Statement
from tests.failover import verdicts

# Sets an attribute of an object; in a test it is set back afterwards.
Put = Callable[[Any, str, Any], object]

# The one promise that is the role's: commits that wait for nobody.
OFF = "off"
# As long after the answer the append is carried out; the first ones are not, or no match would begin.
LATE_SECONDS, FIRST = 0.1, 20
# One call in so many is dealt with wrongly.
ONE_IN = 8
# The versions that streams get wrong: this one of each ten, and all from this one on.
WRONG_OF_TEN, DEAF_FROM = 7, 12
EARLY = timedelta(seconds=1)
HEAD = b"match_id = $1::uuid AND version = $2::integer AND hash = "
_dropping = threading.local()


def is_picked(text: str | None) -> bool:
    """Whether a call is dealt with wrongly, by what tells it from others: every process says the same of it."""
    return zlib.crc32((text or "").encode()) % ONE_IN == 0


def append(put: Put) -> None:
    """No head is expected; what stands in the way is overwritten by nobody and written by nobody."""
    for name in ("ADVANCE", "ADVANCE_BY_ONE"):
        found: Statement = getattr(statements, name)
        sql = found.sql.replace(HEAD, b"match_id = $1::uuid AND $2::integer IS NOT NULL AND '' <> ")
        sql = sql.replace(b" FROM head\n)", b" FROM head ON CONFLICT DO NOTHING\n)")
        for module in (statements, store):
            put(module, name, Statement(found.name, sql))


def answer(put: Put) -> None:
    """The answer comes before the commit: the statement is sent, and its answer made up meanwhile."""
    run = statements.run

    def sent(db: Any, statement: Statement, values: Sequence[bytes | None]) -> int:
        if values[1] is None or int.from_bytes(values[1]) < FIRST:
            return run(db, statement, values)

        def later() -> None:
            from django.db import connection

            try:
                run(statements.store_connection(), statement, values)
            finally:
                connection.close()

        threading.Timer(LATE_SECONDS, later).start()
        return 1

    put(store, "run", sent)


def _of(module: Any, name: str) -> Any:
    """What a module has from another one."""
    return getattr(module, name)


@contextmanager
def _dropped(*, when: bool) -> Iterator[None]:
    """What this thread appends until the end of the block is not stored."""
    _dropping.is_on = when
    try:
        yield
    finally:
        _dropping.is_on = False


def _drop(put: Put) -> None:
    run = statements.run

    def dropped(db: Any, statement: Statement, values: Sequence[bytes | None]) -> int:
        return 1 if getattr(_dropping, "is_on", False) else run(db, statement, values)

    put(store, "run", dropped)


def refused_move(put: Put) -> None:
    """A move is stored and answered 409."""
    from games.matches.errors import StalePrompt
    from games.matches.play import submission

    play = submission.play

    def refused(match_id: str, player: str, sent: submission.Sent, *, key: str | None, reading: Any = None) -> Any:
        played = play(match_id, player, sent, key=key, reading=reading)
        if is_picked(key) and not played.replayed:
            raise StalePrompt(prompt=str(sent.prompt))
        return played

    put(submission, "play", refused)


def lost_move(put: Put) -> None:
    """A move is answered 201 and not stored."""
    from games.matches.play import submission

    play = submission.play

    def lost(match_id: str, player: str, sent: submission.Sent, *, key: str | None, reading: Any = None) -> Any:
        with _dropped(when=is_picked(key)):
            return play(match_id, player, sent, key=key, reading=reading)

    _drop(put)
    put(submission, "play", lost)


def doubled_move(put: Put) -> None:
    """What is asked for under one key is stored a second time, under another."""
    from games.matches.stream import commands

    once = commands.append

    def twice(request: Any, loaded: Any, plan: Any) -> Any:
        done = once(request, loaded, plan)
        if is_picked(request.key):
            once(replace(request, key=None), done.after, replace(plan, after=None))
        return done

    put(commands, "append", twice)


def lost_join(put: Put) -> None:
    """A player takes a seat, is answered 201, and does not sit there."""
    from games.matches.lobby import lobby

    join = lobby.join

    def lost(match_id: str, player: str, wish: Any, *, key: str | None) -> Any:
        with _dropped(when=is_picked(key)):
            return join(match_id, player, wish, key=key)

    _drop(put)
    put(lobby, "join", lost)


def lost_creation(put: Put) -> None:
    """A match is answered 201 and is not there: another one is."""
    from api.views import matches
    from events.randomness import new_id

    make = matches._made

    def lost(request: Any, match_id: str, *, again: bool) -> Any:
        response = make(request, match_id, again=again)
        if is_picked(match_id):
            response.data = {**response.data, "id": new_id()}
        return response

    put(matches, "_made", lost)


def lost_sign_up(put: Put) -> None:
    """A player has signed up, is answered 201, and is not there."""
    from django.db import transaction

    from api.views import players

    sign_up = _of(players, "sign_up")

    def lost(handle: str, **wishes: Any) -> Any:
        with transaction.atomic():
            made = sign_up(handle, **wishes)
            transaction.set_rollback(is_picked(handle))
        return made

    put(players, "sign_up", lost)


def _other_news(put: Put, change: Callable[[list[Any]], list[Any]]) -> None:
    from api.serving.streams.pages import Page

    since = Page.since
    put(Page, "since", lambda page, place: change(since(page, place)))


def _is_wrong(message: Any) -> bool:
    return bool(message.type == "event" and message.version % 10 == WRONG_OF_TEN)


def skipped_event(put: Put) -> None:
    """Streams leave an event out."""
    _other_news(put, lambda news: [one for one in news if not _is_wrong(one)])


def doubled_event(put: Put) -> None:
    """Streams tell an event twice."""
    _other_news(put, lambda news: [one for told in news for one in [told] * (1 + _is_wrong(told))])


def deaf_stream(put: Put) -> None:
    """Streams say nothing more from some version on, and stay open."""
    _other_news(put, lambda news: [one for one in news if one.version < DEAF_FROM])


def garbled_stream(put: Put) -> None:
    """Streams tell an event that no reader can read, so that readers end without a word."""
    _other_news(put, lambda news: [one._replace(data=b"{}") if _is_wrong(one) else one for one in news])


def told_secret(put: Put) -> None:
    """Streams open every seal to everybody."""
    from api.serving.streams import pages

    events = pages._events
    put(pages, "_events", lambda *what, ended: events(*what, ended=True))


def other_id(put: Put) -> None:
    """Each sending of a notice has an id of its own."""
    from events.randomness import new_id
    from games.matches.notices import courier

    put(courier, "message_id", lambda dispatch: new_id())


def doubled_notice(put: Put) -> None:
    """Notices are sent twice."""
    from games.matches.notices import courier

    post = _of(courier, "post")

    def twice(parcel: Any, caller: Any) -> Any:
        post(parcel, caller)
        return post(parcel, caller)

    put(courier, "post", twice)


def lost_notice(put: Put) -> None:
    """A notice counts as delivered, and nobody has sent it."""
    from games.matches.notices import courier
    from games.matches.notices.delivery.http_post import PostResult

    post = _of(courier, "post")

    def lost(parcel: Any, caller: Any) -> Any:
        return PostResult(status=204) if is_picked(parcel.headers["webhook-id"]) else post(parcel, caller)

    put(courier, "post", lost)


def unwritten_notice(put: Put) -> None:
    """The players of some matches are not told that their match has ended."""
    from games.matches.notices import kinds, writer

    of_events = _of(writer, "of_events")

    def unwritten(envelopes: Any, seats: Any) -> Iterator[Any]:
        yield from (one for one in of_events(envelopes, seats) if one.kind != kinds.MATCH_ENDED)

    put(writer, "of_events", unwritten)


def early_clock(put: Put) -> None:
    """Clocks run out before their time."""
    from games.matches.autoplay import deadlines
    from games.table import clocks

    passed, clock_at = clocks.passed, _of(deadlines, "clock_at")

    def early(loaded: Any) -> datetime | None:
        at = clock_at(loaded)
        return None if at is None else at - EARLY

    put(clocks, "passed", lambda due, now: passed(due, now + EARLY))
    put(deadlines, "clock_at", early)


def doubled_clock(put: Put) -> None:
    """A clock that has run out is told twice."""
    from games.matches.autoplay import timeouts

    time_out = timeouts._time_out

    def twice(loaded: Any, due: Any) -> Any:
        planned = time_out(loaded, due)
        return replace(planned, drafts=[planned.drafts[0], *planned.drafts], after=None)

    put(timeouts, "_time_out", twice)


def idle_lists(put: Put) -> None:
    """What is handed on to the lists is never worked off."""
    from games.matches.background import consumers
    from games.matches.lists.listings import LISTINGS

    catch_up = consumers.catch_up
    put(consumers, "catch_up", lambda name, *, limit: 0 if name == LISTINGS else catch_up(name, limit=limit))


def silent_courier(put: Put) -> None:
    """The worker of webhooks and mail gives no sign that it is there."""
    from games.matches.status import figures

    beat = figures.beat
    put(figures, "beat", lambda name: None if name == figures.COURIER else beat(name))


class Mutant(NamedTuple):
    """How the service breaks a promise, and the verdicts of which one at least has to say so."""

    breaks: Callable[[Put], None]
    found_by: Sequence[str]


MUTANTS: Mapping[str, Mutant] = {
    "append": Mutant(append, [verdicts.MOVES, verdicts.AUDITS]),
    "answer": Mutant(answer, [verdicts.MOVES]),
    "refused_move": Mutant(refused_move, [verdicts.CALLS]),
    "lost_move": Mutant(lost_move, [verdicts.MOVES]),
    "doubled_move": Mutant(doubled_move, [verdicts.CALLS]),
    "lost_join": Mutant(lost_join, [verdicts.CALLS]),
    "lost_creation": Mutant(lost_creation, [verdicts.CREATIONS]),
    "lost_sign_up": Mutant(lost_sign_up, [verdicts.SIGN_UPS]),
    "skipped_event": Mutant(skipped_event, [verdicts.STREAMS]),
    "doubled_event": Mutant(doubled_event, [verdicts.STREAMS]),
    "deaf_stream": Mutant(deaf_stream, [verdicts.STREAMS, verdicts.READERS, verdicts.LATE]),
    "garbled_stream": Mutant(garbled_stream, [verdicts.READERS]),
    "told_secret": Mutant(told_secret, [verdicts.SECRETS]),
    "other_id": Mutant(other_id, [verdicts.NOTICES]),
    "doubled_notice": Mutant(doubled_notice, [verdicts.NOTICES]),
    "lost_notice": Mutant(lost_notice, [verdicts.NOTICES]),
    "unwritten_notice": Mutant(unwritten_notice, [verdicts.UNWRITTEN]),
    "early_clock": Mutant(early_clock, [verdicts.CLOCKS]),
    "doubled_clock": Mutant(doubled_clock, [verdicts.CLOCKS]),
    "idle_lists": Mutant(idle_lists, [verdicts.WORK]),
    "silent_courier": Mutant(silent_courier, [verdicts.READY]),
}


def main() -> None:
    import_all = template._import_all

    def and_break() -> None:
        # What is replaced has to be there first; each copy has it so.
        import_all()
        MUTANTS[os.environ["BROKEN"]].breaks(setattr)

    template._import_all = and_break
    template.main(int(sys.argv[1]))


if __name__ == "__main__":
    main()
