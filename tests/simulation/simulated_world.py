"""A service of several processes, its players and readers, and whatever befalls them: one thread, one seed, one heap."""

import hashlib
import time as wall
from collections import Counter, deque
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from datetime import timedelta
from functools import partial
from random import Random
from typing import Any
from uuid import UUID

import django.db
import psycopg
from django.test import override_settings

from api.serving.streams import pages
from api.serving.streams.pages import Listener, ReaderPlace
from events import outages, outbox, store
from events.randomness import new_seed
from events.store import EMPTY
from games import registry
from games.core.bots import EASY, RANDOM
from games.core.chance import SEED_BYTES
from games.core.errors import RuleBroken
from games.matches import access
from games.matches.accounts import tokens
from games.matches.autoplay import deadlines, sweep, timeouts
from games.matches.background import consumers
from games.matches.errors import Refused, TooBusy
from games.matches.lobby import creation
from games.matches.models.notices import PENDING, STANDARD
from games.matches.models.people import Player
from games.matches.notices import courier, writer
from games.matches.notices.delivery import signatures
from games.matches.notices.delivery.http_post import PostResult
from games.matches.notices.kinds import KINDS
from games.matches.play import agreed_take_backs, autopilot, pauses, submission, take_backs
from games.matches.play.submission import Sent
from games.matches.stream import commands, drafts, state
from games.matches.stream.commands import Appended
from games.matches.stream.drafts import Plan, of_table
from games.matches.stream.loading import Loaded, keep_snapshots, load_each
from games.table.events import SeatTaken
from tests.simulation import NO_SECRET, histories, per_process
from tests.simulation.modelled_statements import ModelledPostgres, UnknownStatement
from tests.simulation.per_process import InvariantBroken
from tests.simulation.pure_folds import PureFolds
from tests.simulation.simulated_connection import SimulatedWrapper, connected
from tests.simulation.simulated_server import Rates, ServerSession, SimulatedServer
from tests.simulation.simulated_tables import (
    ACKNOWLEDGED,
    REFUSED,
    Attempt,
    SentCall,
    SimulatedReader,
    SimulatedTable,
    a_clock,
    seats_of,
    wishes,
)
from tests.simulation.virtual_time import SECOND, SimulatedProcess, Task, VirtualTime

PROBE = "probe"
ORDER = ("id", "match_id", "player_id", "sitting", "kinds", "skips")
FAULTY = Rates(asked_lost=700, answer_lost=700, killed_before=120, killed_after=120, slow=500, cut=60)
# Five times as many, for short runs.
HARSH = Rates(asked_lost=4_000, answer_lost=4_000, killed_before=600, killed_after=600, slow=1_000, cut=200)
WEBS = ("web-1", "web-2")
# How long a client waits for an answer, and how late a delivery may be.
PATIENCE, LATEST = 15 * SECOND, 25 * SECOND
GAMES = ("rock-paper-wizard", "spell-a-spell", "cave")
# Of the time after the end in which no more faults come, so that what is late may catch up.
REST = 90 * SECOND


@dataclass(kw_only=True)
class Wanted:
    """How much is simulated: until so many moves, or so many seconds of processor time, whichever comes first."""

    seed: int
    moves: int = 1_000
    seconds: float = 3600.0
    tables: int = 24
    rates: Rates = field(default_factory=lambda: FAULTY)
    games: Collection[str] = GAMES
    # Of so many matches one has readers; of so many the file is verified.
    read: int = 3
    verified: int = 1


class SimulatedWorld:
    """All of it; `run` raises `InvariantBroken` as soon as a promise does not hold."""

    def __init__(self, wanted: Wanted) -> None:
        self.wanted, self.chance = wanted, Random(wanted.seed)
        self.time, self.postgres = VirtualTime(), ModelledPostgres()
        self.server = SimulatedServer(self.time, self.chance, wanted.rates, self.postgres)
        self.postgres.appended, self.postgres.notified = self._appended, self._notified
        self.processes: dict[str, SimulatedProcess] = {}
        self.tables: dict[str, SimulatedTable] = {}
        # By player the ids of messages that their receiver has taken in.
        self.receivers: dict[str, list[str]] = {}
        self.trace: deque[str] = deque(maxlen=60)
        self.moves = self.steps = self.numbers = self.checked = self.verified = 0
        self.faults: Counter[str] = Counter()
        self.outcomes: Counter[str] = Counter()
        self.digest = hashlib.sha256()
        self.is_ending = self.is_at_rest = False
        # A delivery that is lost at its failure matters at a match's last news alone, so failures must not be rare.
        self.handler_fails = 0.1
        self.folds = PureFolds(state.advance, _differs)

    # The run.

    def run(self) -> None:
        # When a standing order answers follows from the key too.
        key = override_settings(SECRET_KEY=NO_SECRET)
        with key, per_process.in_place(self.time, self.chance, self._hint, self.folds):
            try:
                self._begin()
                began = wall.process_time()
                while self.moves < self.wanted.moves:
                    self._step()
                    if self.steps % 256 == 0 and wall.process_time() - began > self.wanted.seconds:
                        break
                self._end()
            finally:
                self._stop()

    def _stop(self) -> None:
        """Nothing of it runs on once the service's own clocks and connections are back in their place."""
        self.time.running = None
        for process in self.processes.values():
            process.died = lambda _: None
            process.kill()

    def _step(self) -> None:
        self.steps += 1
        if not self.time.step():
            raise InvariantBroken("nothing happens any more")

    def _begin(self) -> None:
        for name, loops in self._loops().items():
            process = self.processes[name] = SimulatedProcess(self.time, name)
            process.died = partial(self._died, loops)
            self._start(process, loops)
        for _ in range(self.wanted.tables):
            self._found()
        self.time.after(30 * SECOND, self._look_over)
        self.time.after(100 * SECOND, self._set_clock)

    def _end(self) -> None:
        """No new matches, calls or faults; what is under way comes to its end, and then all holds."""
        self.is_ending = True
        self.server.rates = Rates()
        self.handler_fails = 0.0
        for stop in (False, True):
            # First all is played that is late; then nobody plays, and what was played is handed on.
            self.is_at_rest = stop
            until = self.time.now + REST // 2
            while self.time.now < until:
                self._step()
        histories.check_rest(self)
        for table in list(self.tables.values()):
            self._check(table, is_last=True)

    # Processes.

    def _loops(self) -> dict[str, list[Callable[[], object]]]:
        """By process what it does again and again."""
        deliver = {name: partial(self._catch_up, name) for name in (deadlines.DEADLINES, writer.NOTICES, PROBE)}
        return {
            "web-1": [],
            "web-2": [],
            "live": [],
            "relay-1": [self._relay],
            "relay-2": [self._relay],
            "clock-1": [sweep.sweep, deliver[deadlines.DEADLINES]],
            "clock-2": [sweep.sweep, deliver[deadlines.DEADLINES]],
            "bots": [sweep.play_turns],
            "worker-1": [deliver[writer.NOTICES], self._remind, deliver[PROBE]],
            "courier-1": [self._send_webhooks],
            "courier-2": [self._send_webhooks],
            "worker-2": [deliver[writer.NOTICES], deliver[PROBE]],
        }

    def _start(self, process: SimulatedProcess, loops: list[Callable[[], object]]) -> None:
        process.start()
        for work in loops:
            self.begin(process, partial(self._again, work))

    def _died(self, loops: list[Callable[[], object]], process: SimulatedProcess) -> None:
        self.faults["processes killed"] += 1
        self.note(f"{process.name} is killed")
        delay = int(self.chance.random() * 4 * SECOND) + SECOND // 5
        self.time.after(delay, lambda: self._start(process, loops))

    def _again(self, work: Callable[[], object]) -> None:
        task = self.time.running
        assert task is not None
        while True:
            # Messages of the broker are late, lost or doubled: nothing follows from when a task runs.
            task.sleep(int((0.2 + self.chance.random()) * SECOND))
            if not (self.is_at_rest and work in (sweep.sweep, sweep.play_turns)):
                self._connected(work)

    def _connected(self, work: Callable[[], object]) -> object:
        """Work that comes over one connection, as a task or a request has it; None where the database is away."""
        task = self.time.running
        assert task is not None
        free = task.process.memory.setdefault("connections", [])
        if task.session is None:
            task.session = free.pop() if free else SimulatedWrapper(ServerSession(self.server, task.process))
        try:
            with connected(task.session):
                return work()
        except django.db.Error as error:
            self._passing(error)
            return None
        except psycopg.Error as error:
            self._passing(error)
            return None

    def _passing(self, error: Exception) -> None:
        if not outages.is_passing(error):
            raise InvariantBroken(f"{type(error).__name__}: {error}") from error
        self.outcomes["tasks and requests cut off"] += 1

    def begin(self, process: SimulatedProcess, work: Callable[[], object]) -> Task:
        return process.begin(work)

    # What the workers do: the service's own functions.

    def _relay(self) -> None:
        outbox.relay([deadlines.DEADLINES, writer.NOTICES, PROBE], limit=60)

    def _catch_up(self, consumer: str) -> None:
        if consumer != PROBE:
            consumers.catch_up(consumer, limit=50)
            return
        outbox.deliver_together(PROBE, self._probe, limit=50, at_once=consumers.AT_ONCE)

    def _probe(self, news: Any) -> None:
        """A consumer that notes what it is told, in the transaction that forgets the news; and fails now and then."""
        if self.chance.random() < self.handler_fails:
            self.faults["handlers that raised"] += 1
            raise ValueError
        task = self.time.running
        assert task is not None
        assert task.session is not None
        tx = task.session.session.transaction
        keep_snapshots(one.match for one in load_each(news).values())
        for match, version in news.items():
            tx.at_commit.append(partial(self._probed, match, version))

    def _probed(self, match: str, version: int) -> None:
        if match in self.tables:
            self.tables[match].probed.append(version)

    def _give_webhook(self, player: str) -> None:
        """A receiver of all that its player is told."""
        now, webhook = self.server.now(), UUID(store.new_id())
        times = dict.fromkeys(("created_at", "not_before", "paused_until"), now)
        none = dict.fromkeys(("previous_until", "token_id", "failing_since", "trusted_from", "disabled_at"))
        texts = dict.fromkeys(("previous_secret", "rotation_key", "creation_key", "disabled_for"), "")
        row = {"id": webhook, "player_id": UUID(player), "url": "https://receiver.example/", "kinds": list(KINDS)}
        row |= {"format": STANDARD, "secret": signatures.new_secret(), "failures": 0, **times, **none, **texts}
        self.postgres.rows.tables["matches_webhook"][str(webhook)] = row
        columns = {one.attname: one.get_default() for one in Player._meta.concrete_fields}
        self.postgres.rows.tables["matches_player"][player] = {**columns, "id": UUID(player), "handle": "Ada"}
        self.receivers[player] = []

    def _send_webhooks(self) -> None:
        """What a lane of the courier does, without its threads: claim, post, record."""
        task = self.time.running
        assert task is not None
        for errand in courier.WEBHOOKS.claim(4):
            task.sleep(int(self.chance.expovariate(5) * SECOND))
            courier.record(errand, self._posted(errand), jitter=self.chance.uniform(-1, 1))

    def _posted(self, errand: courier.Errand) -> PostResult:
        """The receiver's answer: it may fail before it has taken a message in, or after."""
        drawn = self.chance.random()
        if drawn < 0.03:
            self.faults["webhooks not reached"] += 1
            return PostResult(error="timed_out")
        message = errand.parcel.headers["webhook-id"]
        dispatches = self.postgres.rows.tables["matches_dispatch"].values()
        row = next(row for row in dispatches if str(row["id"]) == str(errand.dispatch.id))
        if row["state"] != PENDING:
            raise InvariantBroken(f"webhook {message} is sent though it is {row['state']}")
        self.receivers[str(errand.webhook.player_id)].append(message)
        if drawn < 0.05:
            self.faults["webhooks' answers lost"] += 1
            return PostResult(error="timed_out")
        return PostResult(status=204)

    def _remind(self) -> None:
        due = self.postgres.rows.tables["matches_told"].values()
        now = self.server.now()
        for match in [row["match_id"] for row in due if row["remind_at"] is not None and row["remind_at"] <= now]:
            writer.tell_now(match)

    # Matches.

    def _found(self) -> None:
        """A new match: its first events, and those who sit down one after the other."""
        chance = self.chance
        game = chance.choice(list(self.wanted.games))
        seats = seats_of(game, chance)
        match = store.new_id()
        bots = {seat for seat in range(1, seats) if chance.random() < 0.2}
        players = {seat: store.new_id() for seat in range(seats) if seat not in bots}
        secrets = {seat: f"token {player}" for seat, player in players.items()}
        for seat, player in players.items():
            self.postgres.tokens[tokens.digest(secrets[seat])] = player
            self.postgres.reached[player] = chance.random() < 0.15
            if self.postgres.reached[player]:
                self._give_webhook(player)
        table = self.tables[match] = SimulatedTable(match, game, players, secrets)
        self.numbers += 1
        if self.wanted.read and self.numbers % self.wanted.read == 0:
            table.readers = [SimulatedReader(seat, player) for seat, player in players.items()]
            table.readers.append(SimulatedReader(None, None))
        definition = registry.newest(game)
        if 0 in players and chance.random() < 0.3:
            # Its player has sat down by the second event.
            kinds = [
                sorted(one) if chance.random() < 0.5 else [] for one in (definition.declinable, definition.skippable)
            ]
            order = dict(zip(ORDER, (UUID(store.new_id()), match, UUID(players[0]), 2, *kinds), strict=True))
            self.postgres.rows.tables["matches_standingorder"][match] = order
        clock, pace = a_clock(chance), chance.choice([0, 0, 1])
        graded = [RANDOM, RANDOM, RANDOM, EASY] if game == "rock-paper-wizard" else [RANDOM]
        self._set_up(table, clock, pace, {seat: chance.choice(graded) for seat in bots}, tries=0)

    def _set_up(self, table: SimulatedTable, clock: Any, pace: int, bots: dict[int, str], tries: int) -> None:
        process = self._web(table, 0)
        if process is None or tries > 200:
            self.time.after(SECOND, partial(self._set_up, table, clock, pace, bots, 0))
            return

        def work() -> None:
            if self._connected(partial(self._founded, table, clock, pace, bots)) is None:
                self.time.after(SECOND, partial(self._set_up, table, clock, pace, bots, tries + 1))

        waiting = self.begin(process, work)
        # A process that dies over it answers nobody.
        self.time.after(20 * SECOND, lambda: self._set_up(table, clock, pace, bots, 0) if _is_lost(waiting) else None)

    def _founded(self, table: SimulatedTable, clock: Any, pace: int, bots: dict[int, str]) -> bool:
        definition = registry.newest(table.game)
        seats = len(table.players) + len(bots)
        if store.load(table.match).head == EMPTY:
            created = creation.match_created(
                definition,
                seats=seats,
                options=definition.options({}),
                clock=clock,
                seed=new_seed(SEED_BYTES),
                pace=pace,
            )
            taken = [
                SeatTaken(seat=0, entropy=None),
                *(SeatTaken(seat=s, entropy=None, bot=b) for s, b in bots.items()),
            ]
            player = table.players[0]
            command = commands.command(table.match, actor=player, key=creation.CREATION_KEY, request=bytes(32))
            events = [of_table(one) for one in (created, *taken)]
            is_full = len(table.players) == 1
            if is_full:
                events += _begins(table, definition, created.seed, seats)
            now = store.load(table.match).now
            store.append(table.match, expected=EMPTY, at=now, drafts=events, command=command)
        for seat, player in table.players.items():
            if seat:
                joined = commands.request(table.match, player, "join", seat, key=f"join {seat}")
                commands.execute(joined, partial(self._joins, table, definition, seat, seats))
        return True

    def _joins(self, table: SimulatedTable, definition: Any, seat: int, seats: int, loaded: Loaded) -> Plan:
        events = [of_table(SeatTaken(seat=seat, entropy=None))]
        if set(loaded.match.table.free) == {seat}:
            events += _begins(table, definition, loaded.match.seed, seats)
        return Plan(drafts=events)

    # Calls of players.

    def _web(self, table: SimulatedTable, seat: int) -> SimulatedProcess | None:
        number = (int(table.match[-2:], 16) + (self.chance.random() < 0.1)) % 2
        process = self.processes[WEBS[number]]
        return process if process.is_alive else None

    def _stir(self, table: SimulatedTable, delay: int) -> None:
        """Let the players of a table look at it after a while, unless they are about to."""
        if not table.is_looked_for and not table.is_over:
            table.is_looked_for = True
            self.time.after(delay, partial(self._look, table))

    def _look(self, table: SimulatedTable) -> None:
        table.is_looked_for = False
        process = self._web(table, 0)
        if process is None or table.is_over:
            self._stir(table, SECOND)
            return
        self.begin(process, partial(self._looked, table))

    def _looked(self, table: SimulatedTable) -> None:
        secret = next(iter(table.secrets.values()))
        call: Any = self._connected(lambda: access.call(table.match, secret))
        if call is None:
            self._stir(table, SECOND)
            return
        if call.reading.stream.head == EMPTY:
            self._stir(table, 2 * SECOND)
            return
        loaded = self._connected(lambda: call.reading.loaded)
        if not isinstance(loaded, Loaded):
            self._stir(table, SECOND)
            return
        if loaded.match.is_over:
            table.is_over, table.over_at = True, self.time.now
            self.time.after(REST, partial(self._leave, table))
            if not self.is_ending:
                self._found()
            return
        if self.is_ending:
            return
        for seat, kind, body in wishes(table, loaded, self.time.now, self.chance):
            self.numbers += 1
            call_ = SentCall(f"k{self.numbers}", table.players[seat], seat, kind, body)
            table.calls.append(call_)
            table.busy[seat] = call_
            self.time.after(int(self.chance.expovariate(1) * SECOND), partial(self._send, table, call_))

    def _send(self, table: SimulatedTable, call: SentCall) -> None:
        """Deliver a call to a web process: sometimes twice, sometimes late."""
        chance = self.chance
        if chance.random() < 0.01:
            self.faults["calls doubled"] += 1
            self.time.after(int(chance.random() * LATEST), partial(self._deliver, table, call))
        if chance.random() < 0.005:
            self.faults["calls late"] += 1
            self.time.after(int(chance.random() * LATEST), partial(self._deliver, table, call))
        else:
            self._deliver(table, call)
        # Whoever has no answer by then sends it again under the same key.
        waited = len(call.attempts)
        self.time.after(PATIENCE, lambda: self._send(table, call) if _is_open(call, waited) else None)

    def _deliver(self, table: SimulatedTable, call: SentCall) -> None:
        process = self._web(table, call.seat)
        attempt = Attempt(self.time.now)
        call.attempts.append(attempt)
        if process is None:
            attempt.ended = self.time.now
            self.time.after(SECOND, lambda: self._send(table, call) if call.settled is None else None)
            return
        self.begin(process, partial(self._serve, table, call, attempt))

    def _serve(self, table: SimulatedTable, call: SentCall, attempt: Attempt) -> None:
        """A request in a web process, from the token to the answer."""
        done = self._connected(partial(self._carried_out, table, call))
        attempt.ended = self.time.now
        if done is None:
            self.time.after(SECOND, lambda: self._send(table, call) if call.settled is None else None)
            return
        if isinstance(done, Appended):
            attempt.outcome, attempt.first, attempt.last = ACKNOWLEDGED, done.first, done.last
            attempt.replayed = done.replayed
        else:
            attempt.outcome, attempt.code = REFUSED, str(done)
        if self.chance.random() < 0.003:
            # The answer is lost on its way to the player.
            self.faults["answers to players lost"] += 1
            return
        self._told(table, call, attempt)

    def _told(self, table: SimulatedTable, call: SentCall, attempt: Attempt) -> None:
        if call.settled is not None:
            return
        call.settled = attempt
        self.outcomes[f"{call.kind} {attempt.code or attempt.outcome}"] += 1
        self.note(f"{table.match[-6:]} seat {call.seat} {call.kind} {call.key}: {attempt.code or attempt.last}")
        if table.busy.get(call.seat) is call:
            del table.busy[call.seat]
        self._stir(table, 20_000)

    def _carried_out(self, table: SimulatedTable, call: SentCall) -> Appended | str:
        match, player, key, body = table.match, call.player, call.key, call.body
        try:
            read = access.call(match, table.secrets[call.seat], key=key)
            known = access.known_by(read, player, key=key)
            assert read.caller is not None
            assert str(read.caller[0]) == player
            match call.kind:
                case "move":
                    return submission.play(match, player, Sent(body=body), key=key, reading=known.reading)
                case "pause":
                    return pauses.pause(match, player, key=key)
                case "resume":
                    return pauses.resume(match, player, key=key)
                case "take back":
                    return take_backs.take_back_move(match, player, body["move"], key=key)  # type: ignore[arg-type]
                case "ask":
                    knowing = bool(body["knowing"])
                    return agreed_take_backs.ask(match, player, first=None, knowing=knowing, key=key)
                case "agree":
                    return agreed_take_backs.agree(match, player, key=key)
                case "refuse":
                    return agreed_take_backs.refuse(match, player, key=key)
                case "autopilot":
                    return autopilot.end_autopilot(match, player, call.seat, key=key)
                case _:
                    return submission.resign(match, player, key=key)
        except TooBusy:
            raise InvariantBroken(f"no append of {table.match} comes through") from None
        except (Refused, RuleBroken) as refused:
            return refused.code

    # What the store says, and what is done with it.

    def _appended(self, match: str, version: int) -> None:
        table = self.tables.get(match)
        if table is None:
            raise InvariantBroken(f"an append to {match}, which is over")
        stream = self.postgres.streams[match]
        self.digest.update(stream.hash)
        self.moves += any(b'"move":null' not in body for _, _, body in stream.events[table.head : version])
        table.head = version
        self._stir(table, 20_000 + int(self.chance.random() * SECOND))

    def _hint(self, match: str, version: int) -> None:
        self._notified(match, version)

    def _notified(self, match: str, version: int) -> None:
        """NOTIFY reaches the live process: or not, or twice, or late."""
        table = self.tables.get(match)
        if table is None or not table.readers:
            return
        drawn = self.chance.random()
        times = 0 if drawn < 0.05 else 2 if drawn < 0.1 else 1
        for _ in range(times):
            self.time.after(int(self.chance.expovariate(20) * SECOND), partial(self._read, table))

    def _read(self, table: SimulatedTable) -> None:
        process = self.processes["live"]
        if process.is_alive and not table.is_read:
            table.is_read = True
            reading = self.begin(process, partial(self._reading, table))
            del reading

    def _reading(self, table: SimulatedTable) -> None:
        try:
            listeners = {
                Listener(one.player, ("en",)): one for one in table.readers if one.version < max(1, table.head)
            }
            if listeners:
                positions = {listener: one.version for listener, one in listeners.items()}
                found: Any = self._connected(lambda: pages.read(table.match, positions))
                for listener, page in (found or {}).items():
                    self._hear(listeners[listener], page)
        finally:
            table.is_read = False

    def _hear(self, reader: SimulatedReader, page: Any) -> None:
        """A page arrives, or the stream breaks off somewhere and goes on behind what has arrived."""
        if page is None:
            raise InvariantBroken("a reader is told that there is no match")
        place = reader.place or ReaderPlace(reader.version)
        news = page.since(place)
        if self.chance.random() < 0.02:
            self.faults["streams cut off"] += 1
            news = news[: self.chance.randint(0, len(news))]
            heard = [one for one in news if one.type == "event"]
            reader.version, reader.place = (heard[-1].version if heard else reader.version), None
        else:
            reader.version = page.version
            reader.place = ReaderPlace(page.version, page.state)
        reader.events += [(one.version, one.data) for one in news if one.type == "event"]

    # What befalls all of it now and then.

    def _set_clock(self) -> None:
        """The server's clock is set: forward or back, by two seconds at most."""
        if not self.is_ending:
            self.server.skew = timedelta(seconds=self.chance.uniform(-2, 2))
            self.faults["clock set"] += 1
            self.time.after(int(self.chance.uniform(60, 300) * SECOND), self._set_clock)

    def _look_over(self) -> None:
        """Now and then: readers poll, tables are looked at, and nothing is overdue."""
        for table in self.tables.values():
            if not table.is_over:
                self._stir(table, int(self.chance.random() * 5 * SECOND))
            # A match whose first events were lost on their way is not there yet.
            if table.readers and table.head:
                self.time.after(int(self.chance.random() * 5 * SECOND), partial(self._read, table))
        if not self.is_at_rest:
            histories.check_due(self)
        self.time.after(15 * SECOND, self._look_over)

    def _leave(self, table: SimulatedTable) -> None:
        """A match that has been over for a while is checked and forgotten."""
        if table.match in self.tables and not self.is_ending:
            if histories.is_under_way(self, table):
                self.time.after(REST, partial(self._leave, table))
                return
            self._check(table)

    def _check(self, table: SimulatedTable, *, is_last: bool = False) -> None:
        self.checked += 1
        verifies = self.checked % self.wanted.verified == 0
        self.verified += verifies
        histories.check(self, table, verifies=verifies, is_last=is_last)
        del self.tables[table.match]
        self._forget(table)

    def _forget(self, table: SimulatedTable) -> None:
        rows = self.postgres.rows.tables
        self.folds.forget(table.match)
        del self.postgres.streams[table.match]
        for name in ("matches_told", "matches_deadline", "matches_botturn"):
            rows[name].pop(table.match, None)
        for notice in self.postgres.notices_of.pop(table.match, ()):
            rows["matches_notice"].pop(notice, None)
        for key in [key for key in rows["snapshot"] if key[0] == table.match]:
            del rows["snapshot"][key]
        rows["matches_standingorder"].pop(table.match, None)
        for seat, player in table.players.items():
            del self.postgres.reached[player]
            self.receivers.pop(player, None)
            rows["matches_player"].pop(player, None)
            for name in ("matches_webhook", "matches_dispatch"):
                for key in [key for key, row in rows[name].items() if str(row["player_id"]) == player]:
                    del rows[name][key]
            del self.postgres.tokens[tokens.digest(table.secrets[seat])]

    def note(self, said: str) -> None:
        self.trace.append(f"{self.time.now / SECOND:10.3f} s  {said}")

    def faults_by_kind(self) -> dict[str, int]:
        return dict(sorted({**self.faults, **self.server.injected}.items()))


def _begins(table: SimulatedTable, definition: Any, seed: bytes | None, seats: int) -> list[Any]:
    assert seed is not None
    return drafts.start(
        table.match, game=definition, options=definition.options({}), seed=seed, entropies=[None] * seats
    )


def _differs(said: str) -> None:
    raise InvariantBroken(said)


def _is_lost(task: Task) -> bool:
    return task.is_dead_by_force


def _is_open(call: SentCall, waited: int) -> bool:
    return call.settled is None and len(call.attempts) <= waited + 2


__all__ = ["FAULTY", "SimulatedWorld", "UnknownStatement", "Wanted", "timeouts"]
