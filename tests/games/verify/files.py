"""Real match files: played by the kernels, written and exported by the service's own code, without a database."""

import json
import random
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import orjson

from events.envelope import NewEvent, Part, StoredEvent, write
from events.format.canon import canon
from events.format.chain import GENESIS, event_hash, timestamp
from events.format.seal import seal_digest
from games import registry
from games.core.chance import Chance, Key, commitment, key_of
from games.core.codec import move_from_json, move_to_json
from games.core.definition import GameDefinition
from games.core.json import JSONObject
from games.core.moves import Resign
from games.matches.presentation import export
from games.matches.stream.drafts import of_kernel, of_table, with_move
from games.matches.stream.state import fold
from games.table import clocks, stoppages
from games.table.clocks import Due
from games.table.events import LAST, MatchEnded, TableEvent
from games.table.features.quiet_hours.events import ClockChanged
from games.table.stoppages import Stops
from games.verify.draw_tree import root_of
from tests.games import playthroughs

START = datetime(2026, 11, 21, 12, tzinfo=UTC)
# What lies between two appends that come one after the other.
TICK = timedelta(milliseconds=1)
PER_MOVE: JSONObject = {"mode": "per_move", "on_timeout": "default_move", "seconds": 60, "vacation": True}
Line = dict[str, Any]


class Scribe:
    """One match as it is played, the same for the same number; `key` stands for the chance of a playthrough.

    `now` is the time of its last append, `picked_by` the version of its bots.
    """

    def __init__(
        self,
        game: GameDefinition,
        seats: int,
        *,
        options: Any = None,
        number: int = 0,
        key: bytes | None = None,
        clock: JSONObject = PER_MOVE,
        bots: Collection[int] = (),
        bot: str = "random",
        match: str | None = None,
        open_draws: bool = False,
    ) -> None:
        self.game, self.seats, self.match = game, seats, match or f"019ab000-0000-7000-8000-{number:012x}"
        self.seed, self.entropies = (
            bytes([number % 256] * 32),
            [None if seat in bots else f"entropy of {seat}" for seat in range(seats)],
        )
        self.picked_by: str | None = game.bots
        self.root = root_of(self.seed, self.match) if open_draws else None
        self.key: Key = key or key_of(self.seed, self.match, self.entropies, open_draws=open_draws)
        self.events: list[StoredEvent] = []
        self.now = START
        self.state: Any = None
        self.moves = self.draws = 0
        self._begin(game.options(options or {}), clock, dict.fromkeys(bots, bot))

    def move(
        self,
        seat: int,
        body: Any,
        by: str = "player",
        ahead: Sequence[NewEvent] = (),
        end: Sequence[NewEvent] = (),
        signed: Callable[[Any], Any] | None = None,
    ) -> None:
        """Judge and write one move after what the table says `ahead`; a late one of the clock after `timed_out`.

        `end` is what the table says of the end where the game goes on; `signed` signs the move with its prompt.
        """
        self.moves += 1
        asked = None if body == {"type": "resign"} else self.game.prompts(self.state)[seat].id
        sent = body if asked is None else {"prompt": asked, **body}
        drafts = list(ahead)
        if by == "clock" and not ahead:
            drafts = [NewEvent(type="timed_out", data={"prompt": asked}, seat=seat, by="clock", move=self.moves)]
        move = move_from_json(self.game.move_classes, body)
        events = self.game.decide(self.state, seat, move, self._chance()).events
        drafts += of_kernel(events, by=by, move=self.moves)
        self._fold(events)
        outcome = self.game.outcome(self.state)
        ends = end if outcome is None else [of_table(MatchEnded.of(outcome))]
        bots = self.picked_by if by == "bot" else None
        signature = None if signed is None else signed(sent)
        self.append([*with_move(drafts, seat=seat, move=sent, bots=bots, signed=signature), *ends])

    def resign_by_clock(self, seat: int) -> None:
        """Time is up in a match whose `on_timeout` is `resign`."""
        self.moves += 1
        asked = self.game.prompts(self.state)[seat].id
        timed_out = NewEvent(type="timed_out", data={"prompt": asked}, seat=seat, by="clock", move=self.moves)
        events = self.game.decide(self.state, seat, Resign(), self._chance()).events
        drafts = [timed_out, *of_kernel(events, by="clock", move=self.moves)]
        self._fold(events)
        self.append(with_move(drafts, seat=seat, move={"prompt": asked, "type": "resign"}))

    def time_out(self, seat: int) -> None:
        """The clock's default move."""
        self.move(seat, move_to_json(self.game.default_move(self.state, seat)), by="clock")

    @property
    def deadlines(self) -> Sequence[Due]:
        return fold(self.match, self.events).deadlines

    def run_out(self, seat: int, *, early: timedelta = timedelta()) -> None:
        """Let the time of a seat's question run out, but for so much; the others who are asked are away till then."""
        asked = {due.seat: due.due_at for due in self.deadlines}
        up = asked.pop(seat)
        for other in asked:
            self.stop(other, Stops(vacation=(self.now, up)))
        self.wait_until(up - early)

    def stop(self, seat: int, stops: Stops) -> None:
        """A seat's clock stands still at other times from now on."""
        before = fold(self.match, self.events).table.stops.get(seat, stoppages.NONE)
        reason = "vacation" if stops.quiet == before.quiet else "quiet_hours"
        changed: TableEvent = ClockChanged(reason=reason, stops=stops)
        self.append([NewEvent(type="clock_changed", data=changed.data, seat=seat, by="player")])

    def wait_until(self, at: datetime) -> None:
        """Let the next append be of this time."""
        self.now = at - TICK

    @property
    def is_over(self) -> bool:
        return self.game.outcome(self.state) is not None

    def legal(self, seat: int) -> list[Any]:
        return [one for move in self.game.prompts(self.state)[seat].moves for one in move.legal]

    def file(self, seat: int | None = None, *, whole: bool = False) -> bytes:
        return b"".join(export.lines(fold(self.match, self.events), self.events, seat, whole=whole))

    def append(self, drafts: Sequence[NewEvent]) -> None:
        self.now += TICK
        at = timestamp(self.now)
        for draft in drafts:
            previous, version = (self.events[-1].hash if self.events else GENESIS), len(self.events) + 1
            self.events.append(write(draft, match=self.match, version=version, at=at, previous=previous).event)

    def _begin(self, options: Any, clock: JSONObject, bots: Mapping[int, str]) -> None:
        created = NewEvent(
            type="match_created",
            data={
                "game": self.game.slug,
                "rules": self.game.rules,
                "seats": self.seats,
                "options": options,
                "clock": clock,
                "commitment": commitment(self.seed),
                **({} if self.root is None else {"open_draws": self.root}),
            },
            parts=(Part(audience=(), part={"seed": self.seed.hex()}),),
        )
        taken = [
            NewEvent(
                type="seat_taken",
                data={"entropy": entropy, "bot": bots[seat]} if seat in bots else {"entropy": entropy},
                seat=seat,
                by="player",
            )
            for seat, entropy in enumerate(self.entropies)
        ]
        # The creator sits down with the creation, and is no bot.
        creator = taken.pop(min({*range(self.seats)} - bots.keys()))
        self.append([created, creator])
        for one in taken:
            self.append([one])
        events = self.game.start(options, self.seats, self._chance())
        self._fold(events)
        started = NewEvent(type="match_started", data={"entropies": list(self.entropies)})
        self.append([started, *of_kernel(events, by="system", move=None)])

    def _fold(self, events: Sequence[Any]) -> None:
        for event in events:
            self.state = self.game.evolve(self.state, event)
            self.draws += event.draws.count if event.draws else 0

    def _chance(self) -> Chance:
        return Chance(self.key, self.draws)


def played(
    slug: str,
    *,
    seats: int | None = None,
    seed: int = 0,
    moves: int = 100_000,
    number: int | None = None,
    open_draws: bool = False,
) -> Scribe:
    """A match of random listed moves, to its end or for so many moves; now and then the time of all who are asked is up."""
    game, pick = registry.newest(slug), random.Random(seed)
    made = seed if number is None else number
    scribe = Scribe(game, seats or game.min_seats, number=made, open_draws=open_draws)
    while not scribe.is_over and scribe.moves < moves:
        asked = {seat: prompt for seat, prompt in game.prompts(scribe.state).items() if not prompt.optional}
        seat = pick.choice(sorted(asked))
        if pick.random() < 0.04:
            _all_time_out(scribe, moves)
        else:
            scribe.move(seat, pick.choice(scribe.legal(seat)))
    return scribe


def _all_time_out(scribe: Scribe, moves: int) -> None:
    due = clocks.first(scribe.deadlines)
    assert due is not None
    scribe.wait_until(due.due_at)
    while due is not None and due.due_at <= scribe.now + TICK and scribe.moves < moves:
        scribe.time_out(due.seat)
        due = clocks.first(scribe.deadlines)


def golden(text: str, *, number: int = 0) -> Scribe:
    """The match that a recorded playthrough tells of, with its key for chance."""
    header = playthroughs.header_of(text)
    game, key = playthroughs.game_of(header), bytes.fromhex(header["key"])
    scribe = Scribe(game, int(header["seats"]), options=json.loads(header["options"]), number=number, key=key)
    for line in playthroughs.moves_of(text):
        seat, body = line.removeprefix(playthroughs.MOVE).split(" ", 1)
        fields = json.loads(body)
        if fields["type"] in game.clock_only:
            scribe.run_out(int(seat))
            scribe.time_out(int(seat))
        else:
            scribe.move(int(seat), fields)
    return scribe


def values(data: bytes) -> list[Line]:
    """The lines of a file as values, to be changed."""
    return [orjson.loads(line) for line in data.splitlines()]


def mended(lines: Sequence[Line]) -> bytes:
    """A file of these lines with every version, seal, hash and the last line made to fit, as a forger would."""
    header, *entries, footer = lines
    previous = GENESIS
    for version, entry in enumerate(entries, 1):
        envelope = entry["envelope"]
        envelope["version"] = version
        for opening in entry["openings"]:
            seal = envelope["seals"][opening["index"]]
            content = canon([envelope["match"], version, opening["index"], seal["audience"], opening["part"]])
            seal["digest"] = seal_digest(bytes.fromhex(opening["salt"]), content)
        previous = event_hash(previous, canon(envelope))
        entry["hash"] = previous.hex()
    complete = entries[-1]["envelope"]["type"] in LAST
    footer = {**footer, "version": len(entries), "head": previous.hex(), "complete": complete}
    return written([header, *entries, footer])


def written(lines: Sequence[Line]) -> bytes:
    return b"".join(canon(line) + b"\n" for line in lines)
