"""Judges a whole match again: table, chance and every move by the pinned rules."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from events.format.canon import canon
from games import registry
from games.core.bots import PLAIN
from games.core.chance import Chance, key_of
from games.core.codec import Fact, encode
from games.core.events import Event
from games.core.prompts import Prompt
from games.table import clocks, stand_ins
from games.table.claims import Broken, is_count, need
from games.table.events import BOT, BOTS, CLOCK, MOVE, PLAYER, SIGNED, SYSTEM, MatchEnded, MatchStarted, TimedOut
from games.table.features.autopilot.events import AutopilotOff, AutopilotOn
from games.table.features.signing.rule import resigns_unsigned, signed_move
from games.table.folding import book, moved, ruled, sealed, settled, told
from games.table.registry import EVENT_TYPES, read
from games.table.standing import Standing, time_of
from games.table.state import ACTIVE, SeatKey
from games.verify import appends, move_check, seeds, tablerules
from games.verify.appends import ALONE, END, Next
from games.verify.match_file import Entry
from games.verify.report import CHANCE, OK, PARTIAL, REPLAY, SEALED, UNKNOWN, Flaw, KeyUse
from games.verify.seeds import Seed

# How the reasons begin where the rules refuse a move, and where their code raises.
REFUSES, FAILS = move_check.REFUSES, "the rules engine fails"
# The events of the table that may stand at the beginning of a move.
AHEAD = ((), (TimedOut.type,), (TimedOut.type, AutopilotOn.type), (AutopilotOff.type,))


@dataclass(kw_only=True)
class Judge:
    """Goes through the events of one match; `at` is the position of the next one (the version before it).

    `standing` is the match before that event. `owed` is what may come next in the append before it, None if that append
    is a move or a start of which too much is sealed. `carrying` is true while a fork's events are those copied from its
    parent. `judged` are the bots whose picks are computed again; `unjudged` counts the moves of other bots, and
    `other_bots`, by version, the moves of bots whose version does not exist here. `keys` are the keys bound to seats;
    `signed` counts the moves that each has signed, by the version that bound it. `handed_on` are the seats that signed
    and then got another player, with the version. `unsigned` are the versions at which a seat that signs resigned
    without a signature.
    """

    match: str
    entries: Sequence[Entry]
    at: int = 0
    seed: Seed | None = field(default=None, repr=False)
    carrying: bool = False
    judged: Sequence[str] = PLAIN
    unjudged: int = 0
    other_bots: Counter[str] = field(default_factory=Counter)
    keys: list[KeyUse] = field(default_factory=list)
    handed_on: list[tuple[int, int]] = field(default_factory=list)
    signed: Counter[int] = field(default_factory=Counter)
    unsigned: list[int] = field(default_factory=list)
    standing: Standing = field(init=False, repr=False)
    owed: Collection[Next] | None = field(init=False, repr=False)

    def run(self) -> None:
        """Judge every event; raises `Broken` at the first one that does not follow, which `at` then points to."""
        self._create()
        while self.at < len(self.entries):
            envelope = self._next
            self._check_in_time()
            if envelope["type"] not in EVENT_TYPES or envelope["move"] is not None:
                self._check_append()
                (self._pass_over if self.standing.is_blind else self._move)()
            elif envelope["type"] == MatchStarted.type:
                self._start()
            else:
                ends = envelope["type"] == MatchEnded.type and self.standing.table.status == ACTIVE
                need(self.standing.is_blind or not ends, "by the rules the match goes on: no move has ended it")
                self._tell()
            self._settle()
        self._check_append()

    @property
    def key_uses(self) -> tuple[KeyUse, ...]:
        """The keys that were bound to seats, and how many moves each has signed."""
        return tuple(replace(one, moves=self.signed[one.version]) for one in self.keys)

    @property
    def is_blind(self) -> bool:
        """Whether the moves were not judged, because they need parts that are still sealed."""
        return self.at > 0 and self.standing.is_blind

    @property
    def _next(self) -> dict[str, Any]:
        return self.entries[self.at].envelope

    def _check_append(self) -> None:
        """Check that the next event may continue the append before it, or that this append is complete."""
        before = self.entries[self.at - 1].envelope
        found = self._next if self.at < len(self.entries) and self._next["at"] == before["at"] else None
        if self.standing.is_over:
            # That nothing may follow is told by the rules.
            return
        if self.owed is None:
            self._check_sealed_append(before, found)
            return
        step = END if found is None else (found["type"], found["seat"])
        need(step in self.owed or END in self.owed, f"by the table {_first(self.owed)} comes next in the same append")
        need(step in self.owed, "two appends have one time")

    def _check_sealed_append(self, before: dict[str, Any], found: dict[str, Any] | None) -> None:
        """The events of a move have its number; in the start of a fork there are many moves."""
        if time_of(before) == self.standing.table.started_at:
            return
        begins = before["type"] in EVENT_TYPES
        goes_on = found is not None and found["move"] == before["move"]
        need(goes_on or not begins, "the table begins a move, and there is none")
        need(goes_on or found is None or found["type"] == MatchEnded.type, "two appends have one time")

    def _check_in_time(self) -> None:
        """A process that appends to a match first plays the timeouts that are due at the time that it has read.

        Its append is written with that time. If the last append is as late, the new one is 1 µs after it, and the
        process may have read an earlier time.
        """
        before, envelope = self.entries[self.at - 1].envelope, self._next
        if envelope["type"] == TimedOut.type or time_of(envelope) <= time_of(before) + clocks.MOMENT:
            return
        due = clocks.first(self.standing.deadlines)
        need(due is None or not clocks.is_past(due.due_at, time_of(envelope)), "a question's time was up before")

    def _settle(self) -> None:
        """Set the clocks at the end of an append."""
        goes_on = self.at < len(self.entries) and self._next["at"] == self.entries[self.at - 1].envelope["at"]
        if not goes_on:
            self.standing = settled(self.standing)

    def _create(self) -> None:
        first = self.entries[0]
        # First the seed: it may hold though a match cannot begin like this.
        tablerules.check_founded(first.envelope)
        self.seed = seeds.read(self.match, first)
        tablerules.check_created(first.envelope)
        at = time_of(first.envelope)
        table = book(None, read(first.envelope), version=1, at=at)
        self.standing = Standing(game=registry.find(table.game, table.rules), table=table, at=at)
        self.owed = appends.after_creation(table)
        self.at = 1

    def _tell(self) -> None:
        """Check and fold an event of the table that does not belong to a move."""
        tablerules.check(self.standing, self._next)
        self._check_append()
        self.owed = appends.after(self.standing, self._next)
        self._book()

    def _tell_within(self) -> None:
        """Check and fold an event of the table that belongs to a move, or ends the match after one."""
        tablerules.check(self.standing, self._next)
        self._book()

    def _book(self) -> None:
        envelope, before = self._next, self.standing.table.keys
        # As the event has it: what follows names it so, and a wrong number is for the chain to find.
        self.standing = told(self.standing, read(envelope), version=envelope["version"], at=time_of(envelope))
        self.at += 1
        self._note_keys(envelope["seat"], before)

    def _note_keys(self, seat: int, before: Mapping[int, Sequence[SeatKey]]) -> None:
        """Note a key that the event bound, or that its seat got another player, and so another signer."""
        known = self.standing.table.keys.get(seat, ())
        if len(known) > len(before.get(seat, ())):
            is_first = len(known) == 1 and all(one.seat != seat for one in self.keys)
            is_vouched = None if is_first else known[-1].is_vouched
            self.keys.append(KeyUse(seat=seat, key=known[-1].key, version=self.at, is_vouched=is_vouched, moves=0))
        elif before.get(seat) and not known:
            self.handed_on.append((seat, self.at))

    def _start(self) -> None:
        at = self._next["at"]
        self._tell()
        self.owed = None
        if self.seed is None:
            return
        table = self.standing.table
        for event in self.standing.game.start(table.options, table.seats, self._chance()):
            self._follow(event, by=SYSTEM, move=None, at=at)
        if table.forked_from is not None:
            self._carry(at, table.forked_from)
        self.owed = appends.after_start(table)

    def _carry(self, at: str, origin: Mapping[str, Any]) -> None:
        """Judge the moves copied from the fork's parent, all in the append that starts the fork."""
        self.carrying = True
        while self.at < len(self.entries) and _is_carried(self._next, at):
            self._move()
        self.carrying = False
        assert self.seed is not None
        need(self.standing.resigned == {*origin["resigned"]}, "others had resigned where the fork begins")
        need(self.standing.eliminated == {*origin["eliminated"]}, "others were eliminated where the fork begins")
        need(self.standing.draws == self.seed.carried, "the older keys are for other draws", check=CHANCE)

    def _move(self) -> None:
        first, number = self._next, self.standing.moves + 1
        need(self.standing.table.status == ACTIVE, "the match is not running")
        need(first["move"] == number, f"move {number} comes next")
        by = move_check.author(self.standing, first)
        known = (SYSTEM,) if self.carrying else (PLAYER, BOT, CLOCK)
        need(by in known, "a move is made by a player, a bot or the clock")
        seat, part = self._sealed_move()
        expired, bots = first["type"] == TimedOut.type, part.get(BOTS)
        move, is_judged = move_check.checked(
            self.standing,
            by,
            seat,
            part[MOVE],
            expired=expired,
            chance=self._bot_s_chance,
            judged=self.judged,
            bots=bots,
        )
        if by == BOT and not expired:
            move_check.check_turn(self.standing, seat, time_of(first))
        self._check_signed(seat, part, by)
        if not is_judged:
            self._leave_unjudged(bots)
        decision = move_check.judged(self.standing, seat, move, self._chance())
        ahead: list[Any] = [((seat,), part)]
        if self._table_events(number, seat, part, by):
            ahead = []
        for event in decision.events:
            self._follow(event, by=by, move=number, at=first["at"], ahead=ahead)
            ahead = []
        self.standing = moved(self.standing, seat, by=by)
        self.owed = ALONE
        self._end(first["at"])

    def _check_signed(self, seat: int, part: Any, by: str) -> None:
        if resigns_unsigned(self.standing, seat, by, part[MOVE], part.get(SIGNED)):
            self.unsigned.append(self.at + 1)
            return
        key = signed_move(
            self.standing,
            self._next,
            seat=seat,
            by=by,
            move=part[MOVE],
            signed=part.get(SIGNED),
            hash_at=lambda version: self.entries[version - 1].hash,
        )
        if key is not None:
            self.signed[key.version] += 1

    def _leave_unjudged(self, bots: str | None) -> None:
        if bots in self.standing.game.kits:
            self.unjudged += 1
        else:
            self.other_bots[bots or UNKNOWN] += 1

    def _table_events(self, number: int, seat: int, part: Any, by: str) -> bool:
        """Fold the events of the table at the beginning of a move; returns whether there were any."""
        begun, types = self.at, []
        while self.at < len(self.entries) and self._next["move"] == number:
            entry = self.entries[self.at]
            if entry.envelope["type"] not in EVENT_TYPES:
                break
            types.append(entry.envelope["type"])
            need(any(shape[: len(types)] == tuple(types) for shape in AHEAD), "the table says nothing here")
            need(entry.envelope["seat"] == seat, "the move is another seat's")
            need(entry.envelope["at"] == self.entries[begun].envelope["at"], "one move has two times")
            _same_parts(entry, [] if self.at > begun else [((seat,), part)])
            self._tell_within()
        _check_ahead(self.standing, seat, part[MOVE], by, self.entries[begun : self.at])
        return bool(types)

    def _end(self, at: str) -> None:
        ends = self.at < len(self.entries) and self._next["type"] == MatchEnded.type
        # Matches from before the table had a rule for it went on when no player was left.
        if self.standing.game.outcome(self.standing.state) is None and not ends:
            return
        need(self.at < len(self.entries), "the match has ended, and no event says so")
        need(ends and self._next["at"] == at, "match_ended comes next, at the same time")
        self._tell_within()

    def _sealed_move(self) -> tuple[int, Any]:
        entry = self.entries[self.at]
        seals, openings = entry.envelope["seals"], entry.openings
        # In Python false is 0; in history it is not.
        is_first = openings and is_count(openings[0]["index"]) and openings[0]["index"] == 0
        need(is_first, "the move is not in the first event that it made")
        part, audience = openings[0]["part"], seals[0]["audience"]
        need(
            part.keys() - {BOTS, SIGNED} == {MOVE} and isinstance(part[MOVE], dict), "the first sealed part is no move"
        )
        need(isinstance(part.get(BOTS, ""), str), "a version of the bots is a text")
        need(part.get(SIGNED, ()) is not None, "a signature is version, head and signature")
        need(len(audience) == 1, "a move is sealed for the seat that made it")
        return audience[0], part

    def _follow(self, event: Event, *, by: str, move: int | None, at: str, ahead: Sequence[Any] = ()) -> None:
        """Check that the next entry is this event, in this append."""
        need(self.at < len(self.entries), f"{event.type} should follow")
        entry, fact = self.entries[self.at], encode(event)
        envelope = entry.envelope
        _same(envelope, fact)
        _same_parts(entry, [*ahead, *fact.parts], check=CHANCE if fact.draws else REPLAY)
        need((envelope["by"], envelope["move"]) == (by, move), "the event is of another move")
        need(envelope["at"] == at, "one move has two times")
        if fact.draws is not None:
            need(fact.draws.first == self.standing.draws, f"draw {self.standing.draws} comes next", check=CHANCE)
        self.standing = ruled(self.standing, event, move=move, at=time_of(envelope))
        self.at += 1

    def _pass_over(self) -> None:
        """Pass over an event of which too much is still sealed; only its numbers and the table's own events are
        checked.
        """
        envelope, standing = self._next, self.standing
        need(standing.table.status == ACTIVE, "the match is not running")
        move, draws = envelope["move"], envelope["draws"]
        if move is not None:
            need(move in (standing.moves, standing.moves + 1), f"move {standing.moves + 1} comes next")
        if draws is not None:
            need(draws["first"] == standing.draws, f"draw {standing.draws} comes next", check=CHANCE)
        self.owed = None
        if envelope["type"] in EVENT_TYPES:
            self._tell_within()
            return
        need(envelope["type"] in standing.game.event_classes, "the game has no such event")
        self.standing = sealed(standing, envelope)
        self.at += 1

    def _chance(self) -> Chance:
        table = self.standing.table
        assert self.seed is not None
        entropies = [table.entropies.get(seat) for seat in range(table.seats)]
        is_open = table.open_draws is not None
        key = key_of(self.seed.own, self.match, entropies, table.beacon_signature, open_draws=is_open)
        return Chance(key, self.standing.draws, origins=self.seed.origins)

    def _bot_s_chance(self, prompt: Prompt) -> Chance:
        assert self.seed is not None
        return stand_ins.chance(self.seed.own, self.match, prompt)


def check(
    match: str, entries: Sequence[Entry], *, outside: tuple[type[Exception], ...] = (), judged: Sequence[str] = PLAIN
) -> tuple[str | Flaw, str | Flaw, Judge]:
    """The results of the checks `chance` and `replay`, and the judge, which has counted the moves that were only found
    legal.

    Errors of the types `outside` are no finding about the match; they are raised.
    """
    judge = Judge(match=match, entries=entries, judged=judged)
    return (*_run(judge, outside), judge)


def _run(judge: Judge, outside: tuple[type[Exception], ...]) -> tuple[str | Flaw, str | Flaw]:
    try:
        judge.run()
    except Broken as broken:
        # Where an event is missing, the last one is where it is missing.
        return _flaws(broken.check, min(judge.at + 1, len(judge.entries)), broken.reason, judge)
    except outside:
        raise
    except Exception as error:
        reason = f"{FAILS}: {type(error).__name__}"
        return _flaws(REPLAY, min(judge.at + 1, len(judge.entries)), reason, judge)
    return _opened(judge), SEALED if judge.is_blind else PARTIAL if judge.other_bots or judge.unsigned else OK


def _opened(judge: Judge) -> str:
    return OK if judge.seed is not None else SEALED


def _flaws(check: str, version: int, reason: str, judge: Judge) -> tuple[str | Flaw, str | Flaw]:
    """The flaws at `version`. Draws beyond it cannot be checked, because the match cannot be followed there."""
    replay = Flaw(check=REPLAY, version=version, reason=reason)
    if check == CHANCE:
        return Flaw(check=CHANCE, version=version, reason=reason), replay
    beyond = [number for number, entry in enumerate(judge.entries, 1) if number >= version and entry.envelope["draws"]]
    if beyond:
        return Flaw(check=CHANCE, version=beyond[0], reason="the match cannot be followed to this draw"), replay
    return _opened(judge), replay


def _check_ahead(standing: Standing, seat: int, body: Any, by: str, ahead: Sequence[Entry]) -> None:
    """Check the table's events before a move against that move and the counted strikes."""
    if not ahead:
        back = by != PLAYER or seat not in standing.table.autopilot or body == {"type": "resign"}
        need(back, "a move ends autopilot")
        return
    first, table = ahead[0].envelope, standing.table
    if first["type"] != TimedOut.type:
        need(by == PLAYER and first["data"] == {"reason": "played"}, "a player comes back by a move")
        need(body != {"type": "resign"}, "nobody comes back by resigning")
        return
    need(first["data"].get("prompt") == body.get("prompt"), "the move answers another question")
    struck = table.strikes[seat] == table.clock.get("strikes") and table.clock.get("on_timeout") != clocks.RESIGN
    need((len(ahead) == 2) == struck, "autopilot comes with the last strike, and only then")


def _first(owed: Collection[Next]) -> str:
    return next(type for type, _ in owed)


def _is_carried(envelope: dict[str, Any], at: str) -> bool:
    return envelope["at"] == at and envelope["type"] not in EVENT_TYPES


def _same(envelope: dict[str, Any], fact: Fact) -> None:
    need(envelope["type"] == fact.type, f"by the rules {fact.type} comes next")
    draws = None if fact.draws is None else {"first": fact.draws.first, "count": fact.draws.count}
    check = CHANCE if draws or envelope["draws"] else REPLAY
    need(envelope["draws"] == draws, "the draws are others", check=check)
    need((envelope["schema"], envelope["seat"]) == (fact.schema, fact.seat), "the event is of another seat or schema")
    need(canon(envelope["data"]) == canon(fact.data), "by rules and draws the event says something else", check=check)


def _same_parts(entry: Entry, parts: Sequence[Any], *, check: str = REPLAY) -> None:
    audiences = [seal["audience"] for seal in entry.envelope["seals"]]
    need(audiences == [list(audience) for audience, _ in parts], "other seats may look than by the rules")
    found = [canon(opening["part"]) for opening in entry.openings]
    need(found == [canon(part) for _, part in parts], "by rules and draws the sealed part is another", check=check)
