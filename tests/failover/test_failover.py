"""The judge of `make failover` finds what it looks for, and nothing in a history that is as it should be.

It also finds the mutants of `make mutants`, by a journal of calls that are made in this process. The exceptions are
those that leave a wrong history: all tests share one database.
"""

import json
import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connection
from msgspec import structs
from pytest_django import Settings

from api.serving.streams import pages
from api.serving.streams.pages import Listener, ReaderPlace
from events import statements, store
from events.store import new_id
from games.matches.autoplay import timeouts
from games.matches.notices import courier, writer
from games.matches.notices.delivery.http_post import PostSettings
from games.matches.stream.loading import load
from tests.failover import broken, judge, judge_tellings, verdicts
from tests.failover.broken import MUTANTS
from tests.failover.journal import CREATE, JOIN, MOVE, Heard, Journal, heard
from tests.failover.players import told_by
from tests.failover.readers import Reader
from tests.failover.rounds import Fault, waits
from tests.support.cast import Person, legal, match_of, person
from tests.support.dealing import forced
from tests.support.receiver import Receiver, receiving
from tests.support.table_fixtures import Later, later

__all__ = ["later"]

# Patience with receivers that answer at once, however busy the machine is.
CALLER = PostSettings(loopback=True, seconds=20.0)
CLOCK: dict[str, Any] = {"mode": "per_move", "seconds": 10, "on_timeout": "default_move"}


@pytest.fixture
def taken() -> dict[str, Any]:
    """A move as its player has noted it."""
    cast = [person(name) for name in ("Alice", "Bob", "Carol")]
    match_id = match_of(*cast)
    answer = cast[0].post(f"/matches/{match_id}/moves", legal(match_id, 0)[0], Idempotency_Key="k")
    assert answer.status_code == 201
    call = {"what": MOVE, "match": match_id, "player": cast[0].id, "key": "k"}
    return {**call, "status": 201, "text": answer.content.decode()}


def lost(*moves: dict[str, Any]) -> int:
    return len([*judge.lost_moves(Heard(answers=[*moves]))])


def test_a_move_is_lost_whose_key_or_whose_events_are_not_there(taken: dict[str, Any]) -> None:
    told = json.loads(taken["text"])
    told["events"][-1]["hash"] = "00" * 32
    assert lost(taken, taken) == 0
    assert lost({**taken, "key": "another"}) == 1
    assert lost({**taken, "text": json.dumps(told)}) == 1
    # Two answers to one key, one of which is not true.
    assert lost(taken, {**taken, "text": json.dumps(told)}) >= 1


def signed_up(*players: str) -> list[dict[str, Any]]:
    return [{"id": player, "token": "", "handle": "", "status": 201} for player in players]


def wrong(sent: Sequence[dict[str, Any]], *answers: dict[str, Any]) -> int:
    found = Heard(sent=[*sent], answers=[*answers], signed_up=signed_up(*{one["player"] for one in [*sent, *answers]}))
    return len([*judge.wrong_commands(found)])


def test_what_was_refused_is_not_there_and_nothing_is_there_that_nobody_sent(taken: dict[str, Any]) -> None:
    refused, other = {**taken, "status": 409}, {**taken, "key": "another"}
    # The seat that the player took was taken by no call of the journal.
    joined = {**taken, "what": JOIN, "key": creation_of(taken)}
    assert wrong([taken, joined], taken) == 0
    assert wrong([taken, joined], refused) == 1
    assert wrong([taken, joined, other], taken, {**other, "status": 409}) == 0
    # Nobody knows.
    assert wrong([taken, joined, other]) == 0
    assert wrong([taken, joined], {**taken, "status": 503}) == 0
    assert wrong([taken, joined, other], taken, other) == 1
    assert wrong([other, joined]) == 1
    # Sent to both nodes at once, and taken by the second after the first had refused it.
    assert wrong([taken, joined], refused, taken) == 0


def creation_of(taken: dict[str, Any]) -> str:
    return str(store.commands(taken["match"], up_to=1)[0].key)


@pytest.fixture
def by_itself(later: Later) -> tuple[str, str]:
    """A match of Cave and its seat's player, for whom nothing fits, and whose question then passed by itself."""
    cast = person("Alice"), person("Bob"), person("Carol")
    match, seat = forced("before_explore", *cast)
    later(3)
    timeouts.expire(match)
    return match, cast[seat].id


def test_what_passes_by_itself_was_sent_by_nobody_and_comes_after_the_readers_have_gone(
    by_itself: tuple[str, str],
) -> None:
    match, player = by_itself
    head = load(match).match.head.version
    *earlier, last = store.commands(match, up_to=head)
    stored = [[event.envelope["version"], event.hash.hex(), [], 0.0] for event in store.load(match).events]
    told = len(stored) - (head - last.first_version + 1)

    def lines(sent: Sequence[store.Recorded], until: int) -> tuple[int, int]:
        calls = [{"what": MOVE, "match": match, "player": one.actor, "key": one.key} for one in sent]
        found = Heard(sent=calls, signed_up=signed_up(player), reads=[{"match": match, "told": stored[:until]}])
        return len([*judge.wrong_commands(found)]), len([*judge_tellings.gaps(found)])

    assert lines(earlier, told) == (0, 0)
    assert lines(earlier, told - 1) == (0, 1)
    # What its player was asked before passes by nobody's order, though its key is of the same kind.
    before = [one for one in earlier if one.actor == player and one.key.startswith("auto ")]
    assert before
    assert lines([one for one in earlier if one is not before[-1]], told) == (1, 0)


def test_a_stream_has_a_gap_where_it_left_out_repeated_or_made_up_an_event(taken: dict[str, Any]) -> None:
    stored = [[event.envelope["version"], event.hash.hex(), [], 0.0] for event in store.load(taken["match"]).events]

    def found(told: list[list[Any]]) -> int:
        return len([*judge_tellings.gaps(Heard(reads=[{"match": taken["match"], "told": told}]))])

    assert found(stored) == 0
    wrong = (stored[:-1], stored[1:], [*stored, stored[-1]], stored[:2] + stored[3:], [*stored[:-1], [9, "00", [], 0]])
    assert [found(one) for one in wrong] == [1] * len(wrong)


def test_each_reader_who_has_begun_says_once_that_they_have_all() -> None:
    begun, read = {"reader": 1, "match": "m", "player": ""}, {"reader": 1, "match": "m", "told": []}
    for reads, faults in (([read], 0), ([], 1), ([read, read], 1)):
        assert len([*judge_tellings.lost_readers(Heard(reading=[begun], reads=reads))]) == faults


def test_an_event_is_told_late_a_minute_after_it_has_happened(taken: dict[str, Any]) -> None:
    first = store.load(taken["match"]).events[0]
    at = judge_tellings._seconds(first.envelope["at"])
    for seconds, faults in ((1, 0), (judge_tellings.TOLD_SECONDS + 1, 1)):
        reads = [{"match": taken["match"], "told": [[1, first.hash.hex(), [], at + seconds]]}]
        assert len([*judge_tellings.late_tellings(Heard(reads=reads))]) == faults


def test_what_players_note_is_read_as_it_was(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal")
    journal.note("sign_up", id="p", token="t", status=201)
    journal.note("sign_up", status=409)
    journal.note("hook", player="p")
    journal.note("answer", what=MOVE, match="m", status=201)
    journal.note("answer", what=MOVE, match="m", status=409)
    journal.note("fault", status=500)
    found = heard(tmp_path / "journal")
    assert found.moves == [{"what": MOVE, "match": "m", "status": 201}]
    assert found.refused == [{"what": MOVE, "match": "m", "status": 409}]
    assert found.faults == [{"status": 500}]
    assert (found.tokens, found.hooked) == ({"p": "t"}, {"p"})


def test_the_wait_after_a_failure_ends_with_a_move_that_was_sent_after_it() -> None:
    moves = [{"sent": 1.0, "came": 3.2}, {"sent": 3.5, "came": 4.0}, {"sent": 3.1, "came": 5.0}]
    faults = [Fault(what="primary", at=2.0, done=3.0), Fault(what="standby", at=6.0, done=6.0)]
    assert dict(waits(faults, moves)) == {"primary": 2.0, "standby": float("inf")}


def test_the_store_can_still_be_broken_as_the_judge_has_to_find(monkeypatch: pytest.MonkeyPatch) -> None:
    broken.append(monkeypatch.setattr)
    for one in (statements.ADVANCE, statements.ADVANCE_BY_ONE):
        assert broken.HEAD not in one.sql
        assert one.sql.count(b"ON CONFLICT DO NOTHING") == 2


@pytest.mark.parametrize("name", MUTANTS)
def test_what_a_mutant_replaces_is_still_there(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    replaced = []

    def put(target: Any, attribute: str, value: Any) -> None:
        replaced.append(getattr(target, attribute))
        monkeypatch.setattr(target, attribute, value)

    MUTANTS[name].breaks(put)
    assert replaced


def test_a_node_is_not_ready_that_says_so_or_says_nothing() -> None:
    with receiving(200) as well, receiving(503) as unwell:
        assert [*judge.unready([well.url, unwell.url])] == [f"{unwell.url.split('/')[2]} is not ready: 503 b''"]
    # Both are gone.
    assert len([*judge.unready([well.url, unwell.url])]) == 2


def late_by(match_id: str, seconds: float, monkeypatch: pytest.MonkeyPatch) -> int:
    """How many faults of clocks there are where timeouts have come so much later than they did."""
    stream = store.load(match_id)
    at = next(event.envelope["at"] for event in stream.events if event.envelope["type"] == "timed_out")
    other = datetime.fromisoformat(at).timestamp() + seconds
    moved = datetime.fromtimestamp(other, tz=UTC).isoformat()
    events = tuple(
        structs.replace(event, envelope={**event.envelope, "at": moved}) if event.envelope["at"] == at else event
        for event in stream.events
    )
    with monkeypatch.context() as patch:
        patch.setattr(judge, "store", SimpleNamespace(load=lambda _: replace(stream, events=events)))
        return len([*judge.wrong_clocks([match_id])])


class Scene:
    """A match over HTTP in this process, whose players, readers and receivers note what `make failover` notes."""

    def __init__(self, receiver: Receiver) -> None:
        self.heard, self._receiver = Heard(), receiver
        self.cast = [self._sign_up() for _ in range(3)]

    def _sign_up(self) -> Person:
        handle = f"Failover_{new_id()[-10:]}"
        got = Person(id="", handle="", token="").post("/players", {"handle": handle})
        made = got.json()
        self.heard.signed_up.append(
            {
                "handle": handle,
                "status": got.status_code,
                "text": "",
                "id": made["player"]["id"],
                "token": made["token"],
            }
        )
        return Person(id=made["player"]["id"], handle=handle, token=made["token"])

    def ask(self, what: str, who: Person, path: str, body: Any, match: str = "") -> Any:
        call = {"what": what, "match": match, "player": who.id, "key": new_id()}
        got = who.post(path, body, Idempotency_Key=call["key"])
        self.heard.sent.append(call)
        self.heard.answers.append({**call, "body": body, "status": got.status_code, "text": got.content.decode()})
        return got.json()

    def hook(self) -> None:
        who = self.cast[0]
        made = who.post("/me/webhooks", {"url": f"{self._receiver.url}/{who.id}"}, Idempotency_Key=new_id()).json()
        self.heard.hooks.append({"id": made["id"], "player": who.id})

    def begin(self) -> str:
        wish = {"game": "rock-paper-wizard", "seats": len(self.cast)}
        match: str = self.ask(CREATE, self.cast[0], "/matches", wish)["id"]
        for guest in self.cast[1:]:
            self.ask(JOIN, guest, f"/matches/{match}/join", {}, match)
        return match

    def play(self, match: str, moves: int) -> None:
        pick = random.Random(match)
        for _ in range(moves):
            asked = self.cast[0].get(f"/matches/{match}").json()["waiting_for"]
            who = self.cast[asked[0]]
            (prompt,) = who.get(f"/matches/{match}/prompts").json()["items"]
            move = pick.choice([listed for form in prompt["moves"] for listed in form["legal"]])
            self.ask(MOVE, who, f"/matches/{match}/moves", {"prompt": prompt["prompt"], **move}, match)

    def resign(self, match: str) -> None:
        for who in self.cast[1:]:
            call = {"what": "resign", "match": match, "player": who.id, "key": new_id()}
            self.heard.sent.append(call)
            assert who.post(f"/matches/{match}/resign", {}, Idempotency_Key=call["key"]).status_code == 200

    def read(self, match: str) -> None:
        """Two readers, one of them of the first seat, are told the match page by page, as their streams tell it."""
        for player in (None, self.cast[0].id):
            number = len(self.heard.reading)
            listener, reader = Listener(player, ("en",)), Reader(match, [], None, number)  # type: ignore[arg-type]
            known = {"reader": number, "match": match, "player": player or ""}
            self.heard.reading.append(known)
            try:
                self._tell(match, listener, reader)
            except (KeyError, ValueError):
                # So its thread would end, without another line.
                continue
            self.heard.reads.append({**known, "told": json.loads(json.dumps(reader._told))})

    @staticmethod
    def _tell(match: str, listener: Listener, reader: Reader) -> None:
        position, is_last = 0, False
        while not is_last:
            page = pages.read(match, {listener: position})[listener]
            assert page is not None
            for one in page.since(ReaderPlace(position)):
                reader._hear({"id": str(one.version), "type": one.type, "data": json.loads(one.data)})
            position, is_last = page.version, page.is_last

    def be_told(self, match: str) -> None:
        writer.tell_now(match)
        # As the relay and the consumers leave them.
        with connection.cursor() as cursor:
            cursor.execute("DELETE FROM outbox WHERE match_id = %s", [match])
        # One for each run and webhook.
        for _ in range(4):
            courier.WEBHOOKS.run(CALLER)
        self.heard.told += [{**told_by(one), "at": time.monotonic()} for one in self._receiver.received]

    def faults(self, *matches: str) -> dict[str, list[str]]:
        judgements: dict[str, Callable[[], Iterator[str]]] = {
            verdicts.MOVES: lambda: judge.lost_moves(self.heard),
            verdicts.CALLS: lambda: judge.wrong_commands(self.heard),
            verdicts.SIGN_UPS: lambda: judge.wrong_sign_ups(self.heard),
            verdicts.CREATIONS: lambda: judge.wrong_creations(self.heard),
            verdicts.STREAMS: lambda: judge_tellings.gaps(self.heard),
            verdicts.READERS: lambda: judge_tellings.lost_readers(self.heard),
            verdicts.LATE: lambda: judge_tellings.late_tellings(self.heard),
            verdicts.SECRETS: lambda: judge_tellings.leaks(self.heard),
            verdicts.NOTICES: lambda: judge_tellings.wrong_notices(self.heard),
            verdicts.UNWRITTEN: lambda: judge_tellings.unwritten_notices(matches),
        }
        return {name: lines for name, find in judgements.items() if (lines := [*find()])}


@pytest.fixture
def scene(settings: Settings) -> Iterator[Scene]:
    settings.WEBHOOKS_TO_LOOPBACK = True
    with receiving() as receiver:
        yield Scene(receiver)


@pytest.fixture
def every_call(monkeypatch: pytest.MonkeyPatch) -> None:
    """A mutant deals with each call wrongly."""
    monkeypatch.setattr(broken, "ONE_IN", 1)


def break_(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    MUTANTS[name].breaks(monkeypatch.setattr)


def is_found(name: str, faults: dict[str, list[str]]) -> bool:
    return any(verdict in faults for verdict in MUTANTS[name].found_by)


def test_the_judge_finds_nothing_wrong_with_a_service_as_it_is(scene: Scene) -> None:
    scene.hook()
    match = scene.begin()
    scene.play(match, 6)
    scene.resign(match)
    scene.be_told(match)
    # One that goes on, in which there are still secrets.
    another = scene.begin()
    scene.play(another, 6)
    for one in (match, another):
        scene.read(one)
    assert scene.heard.told
    assert scene.faults(match) == {}


@pytest.mark.usefixtures("every_call")
@pytest.mark.parametrize("name", ["refused_move", "lost_move"])
def test_a_move_that_is_not_as_it_was_answered_is_found(
    scene: Scene, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = scene.begin()
    with monkeypatch.context() as patch:
        break_(name, patch)
        scene.play(match, 1)
    assert is_found(name, scene.faults(match))


@pytest.mark.usefixtures("every_call")
@pytest.mark.parametrize("name", ["lost_join", "lost_creation"])
def test_a_seat_or_a_match_that_was_promised_and_is_not_there_is_found(
    scene: Scene, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        break_(name, patch)
        scene.begin()
    assert is_found(name, scene.faults())


@pytest.mark.usefixtures("every_call")
def test_a_sign_up_that_is_lost_is_found(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        break_("lost_sign_up", patch)
        scene._sign_up()
    match = scene.begin()
    assert is_found("lost_sign_up", scene.faults(match))


@pytest.mark.parametrize("name", ["skipped_event", "doubled_event", "deaf_stream", "garbled_stream", "told_secret"])
def test_a_stream_that_tells_something_else_is_found(scene: Scene, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    match = scene.begin()
    scene.play(match, 6)
    assert load(match).match.head.version > broken.DEAF_FROM
    with monkeypatch.context() as patch:
        break_(name, patch)
        pages.rendered.clear()
        scene.read(match)
    pages.rendered.clear()
    assert is_found(name, scene.faults(match))


@pytest.mark.usefixtures("every_call")
@pytest.mark.parametrize("name", ["other_id", "doubled_notice", "lost_notice", "unwritten_notice"])
def test_a_notice_that_is_wrong_is_found(scene: Scene, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    scene.hook()
    match = scene.begin()
    scene.resign(match)
    with monkeypatch.context() as patch:
        break_(name, patch)
        scene.be_told(match)
    assert is_found(name, scene.faults(match))


def test_a_clock_that_was_played_early_is_found(later: Later, monkeypatch: pytest.MonkeyPatch) -> None:
    match = match_of(*(person(name) for name in ("Alice", "Bob", "Carol")), clock=CLOCK)
    later(11)
    timeouts.expire(match)
    assert late_by(match, 0.0, monkeypatch) == 0
    assert late_by(match, -5.0, monkeypatch) == 1
