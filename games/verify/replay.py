"""The whole match judged again: table, chance and every move by the pinned rules."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from events.format.canon import canon
from games import clocks, picking, registry, table
from games.core.chance import Chance, derive_key
from games.core.codec import Fact, encode
from games.core.events import Event
from games.core.prompts import Prompt
from games.verify import moves, seeds, tablerules
from games.verify.matchfile import Entry
from games.verify.report import CHANCE, OK, REPLAY, SEALED, Broken, Flaw, need
from games.verify.seeds import Seed
from games.verify.tablerules import Standing

# How the reasons begin where the rules refuse a move, and where their code raises.
REFUSES, FAILS = moves.REFUSES, "the rules engine fails"
# The events of the table that may stand at the beginning of a move.
AHEAD = ((), ("timed_out",), ("timed_out", "autopilot_on"), ("autopilot_off",))


@dataclass(kw_only=True)
class Judge:
    """Goes through the events of one match; `at` is the place of the next one (the version before it).

    `carrying` while a fork's events are those of the match that it goes on from.
    """

    match: str
    entries: Sequence[Entry]
    at: int = 0
    seed: Seed | None = field(default=None, repr=False)
    blind: bool = False
    carrying: bool = False

    def run(self) -> None:
        """Judge every event; `Broken` at the first that does not follow, which is then the next one."""
        standing = self._created()
        while self.at < len(self.entries):
            envelope = self.entries[self.at].envelope
            self._check_in_time(standing)
            if envelope["type"] not in table.EVENT_TYPES or envelope["move"] is not None:
                (self._pass_over if standing.blind else self._move)(standing)
            elif envelope["type"] == "match_started":
                self._start(standing)
            else:
                ends = envelope["type"] == table.ENDED and standing.table.status == table.ACTIVE
                need(standing.blind or not ends, "by the rules the match goes on: no move has ended it")
                self._book(standing)
            self._follow_clocks(standing)
        self.blind = standing.blind

    def _check_in_time(self, standing: Standing) -> None:
        """Whoever does anything in a match lets the clock play first, by the time that he has read.

        His append is written with that very time, but at the moment after the last append at the earliest: then he may
        have read an earlier one.
        """
        before, envelope = (self.entries[at].envelope for at in (self.at - 1, self.at))
        if envelope["type"] == "timed_out" or table.time_of(envelope) <= table.time_of(before) + clocks.MOMENT:
            return
        due = clocks.first(standing.deadlines)
        need(due is None or not clocks.is_past(due.due_at, table.time_of(envelope)), "a question's time was up before")

    def _follow_clocks(self, standing: Standing) -> None:
        """Set the clocks by what has become of the match once an append is over, as `games.matches` does."""
        last = self.entries[self.at - 1].envelope
        goes_on = self.at < len(self.entries) and self.entries[self.at].envelope["at"] == last["at"]
        if standing.blind or goes_on:
            return
        standing.clocks = clocks.followed(
            standing.table,
            standing.clocks,
            at=table.time_of(last),
            attended=standing.attended,
            prompts=lambda: standing.prompts,
        )

    def _created(self) -> Standing:
        first = self.entries[0]
        tablerules.check_created(first.envelope)
        lobby = table.book(None, first.envelope)
        self.seed = seeds.read(first, lobby)
        self.at = 1
        return Standing(game=registry.find(lobby.game, lobby.rules), table=lobby)

    def _book(self, standing: Standing) -> None:
        envelope = self.entries[self.at].envelope
        tablerules.check(standing, envelope)
        standing.table = table.book(standing.table, envelope)
        self.at += 1

    def _start(self, standing: Standing) -> None:
        at = self.entries[self.at].envelope["at"]
        self._book(standing)
        if self.seed is None:
            standing.blind = True
            return
        lobby = standing.table
        for event in standing.game.start(lobby.options, lobby.seats, self._chance(standing)):
            self._follow(standing, event, by="system", move=None, at=at)
        if lobby.forked_from is not None:
            self._carry(standing, at, lobby.forked_from["resigned"])

    def _carry(self, standing: Standing, at: str, resigned: Sequence[int]) -> None:
        """The moves of the match that a fork goes on from, all in the append that starts it."""
        self.carrying = True
        while self.at < len(self.entries) and _is_carried(self.entries[self.at].envelope, at):
            self._move(standing)
        self.carrying = False
        assert self.seed is not None
        need(standing.resigned == {*resigned}, "others had resigned where the fork begins")
        need(standing.draws == self.seed.carried, "the older keys are for other draws", check=CHANCE)

    def _move(self, standing: Standing) -> None:
        first = self.entries[self.at].envelope
        need(standing.table.status == table.ACTIVE, "the match is not running")
        need(first["move"] == standing.moves + 1, f"move {standing.moves + 1} comes next")
        by = moves.author(standing, first)
        known = (moves.SYSTEM,) if self.carrying else ("player", "bot", "clock")
        need(by in known, "a move is made by a player, a bot or the clock")
        seat, body = self._sealed_move()
        expired = first["type"] == "timed_out"
        move = moves.checked(standing, by, seat, body, expired=expired, chance=self._bot_s_chance)
        events = moves.judged(standing, seat, move, self._chance(standing))
        ahead: list[Any] = [((seat,), {"move": body})]
        if self._table_events(standing, seat, body, by):
            ahead = []
        for event in events:
            self._follow(standing, event, by=by, move=first["move"], at=first["at"], ahead=ahead)
            ahead = []
        standing.moves += 1
        if by == "player":
            standing.table = table.moved(standing.table, seat)
        self._end(standing, first["at"])

    def _table_events(self, standing: Standing, seat: int, body: Any, by: str) -> bool:
        """Book what the table itself says at the beginning of a move; whether it says anything."""
        begun, types = self.at, []
        while self.at < len(self.entries) and self.entries[self.at].envelope["move"] == standing.moves + 1:
            entry = self.entries[self.at]
            if entry.envelope["type"] not in table.EVENT_TYPES:
                break
            types.append(entry.envelope["type"])
            need(entry.envelope["seat"] == seat, "the move is another seat's")
            need(entry.envelope["at"] == self.entries[begun].envelope["at"], "one move has two times")
            _same_parts(entry, [] if self.at > begun else [((seat,), {"move": body})])
            self._book(standing)
        need(tuple(types) in AHEAD, "the table says nothing here")
        _check_ahead(standing, seat, body, by, self.entries[begun : self.at])
        return bool(types)

    def _end(self, standing: Standing, at: str) -> None:
        ends = self.at < len(self.entries) and self.entries[self.at].envelope["type"] == table.ENDED
        # Matches of before the table had a rule for it went on when nobody was left.
        if standing.game.outcome(standing.state) is None and not ends:
            return
        need(self.at < len(self.entries), "the match has ended, and no event says so")
        ended = self.entries[self.at].envelope
        need(ended["type"] == table.ENDED and ended["at"] == at, "match_ended comes next, at the same time")
        self._book(standing)

    def _sealed_move(self) -> tuple[int, Any]:
        entry = self.entries[self.at]
        seals, openings = entry.envelope["seals"], entry.openings
        need(openings and openings[0]["index"] == 0, "the move is not in the first event that it made")
        part, audience = openings[0]["part"], seals[0]["audience"]
        need(part.keys() == {"move"} and isinstance(part["move"], dict), "the first sealed part is no move")
        need(len(audience) == 1, "a move is sealed for the seat that made it")
        return audience[0], part["move"]

    def _follow(
        self, standing: Standing, event: Event, *, by: str, move: int | None, at: str, ahead: Sequence[Any] = ()
    ) -> None:
        """The next entry has to be this event, in this append."""
        need(self.at < len(self.entries), f"{event.type} should follow")
        entry, fact = self.entries[self.at], encode(event)
        envelope = entry.envelope
        _same(envelope, fact)
        _same_parts(entry, [*ahead, *fact.parts], check=CHANCE if fact.draws else REPLAY)
        need((envelope["by"], envelope["move"]) == (by, move), "the event is of another move")
        need(envelope["at"] == at, "one move has two times")
        if fact.draws is not None:
            need(fact.draws.first == standing.draws, f"draw {standing.draws} comes next", check=CHANCE)
            standing.draws += fact.draws.count
        standing.state = standing.game.evolve(standing.state, event)
        self._left(standing)

    def _pass_over(self, standing: Standing) -> None:
        """An event of which too much is still sealed: only its numbers can be checked, and the table's own events."""
        envelope = self.entries[self.at].envelope
        need(standing.table.status == table.ACTIVE, "the match is not running")
        move, draws = envelope["move"], envelope["draws"]
        if move is not None:
            need(move in (standing.moves, standing.moves + 1), f"move {standing.moves + 1} comes next")
        if draws is not None:
            need(draws["first"] == standing.draws, f"draw {standing.draws} comes next", check=CHANCE)
            standing.draws += draws["count"]
        if envelope["type"] in table.EVENT_TYPES:
            # An expiry and an autopilot may both stand in the move that is going on.
            standing.moves = standing.moves if move is None else move - 1
            self._book(standing)
        else:
            need(envelope["type"] in standing.game.event_classes, "the game has no such event")
            self._left(standing)
        standing.moves = move or standing.moves

    def _left(self, standing: Standing) -> None:
        envelope = self.entries[self.at].envelope
        if envelope["type"] == table.SEAT_RESIGNED:
            standing.resigned |= {envelope["seat"]}
        self.at += 1

    def _chance(self, standing: Standing) -> Chance:
        lobby = standing.table
        assert self.seed is not None
        entropies = [lobby.entropies.get(seat) for seat in range(lobby.seats)]
        key = derive_key(self.seed.own, self.match, entropies)
        return Chance(key, standing.draws, origins=self.seed.origins)

    def _bot_s_chance(self, prompt: Prompt) -> Chance:
        assert self.seed is not None
        return picking.chance(self.seed.own, self.match, prompt)


def check(match: str, entries: Sequence[Entry]) -> tuple[str | Flaw, str | Flaw]:
    """What became of chance and of replay."""
    judge = Judge(match=match, entries=entries)
    try:
        judge.run()
    except Broken as broken:
        # Where an event is missing, the last one is where it is missing.
        return _flaws(broken.check, min(judge.at + 1, len(entries)), broken.reason, entries)
    except Exception as error:
        reason = f"{FAILS}: {type(error).__name__}"
        return _flaws(REPLAY, min(judge.at + 1, len(entries)), reason, entries)
    return (OK if judge.seed is not None else SEALED), (SEALED if judge.blind else OK)


def _flaws(check: str, version: int, reason: str, entries: Sequence[Entry]) -> tuple[str | Flaw, str | Flaw]:
    """A match that cannot be followed beyond `version` has no draw beyond it that anybody could check."""
    replay = Flaw(check=REPLAY, version=version, reason=reason)
    if check == CHANCE:
        return Flaw(check=CHANCE, version=version, reason=reason), replay
    beyond = [number for number, entry in enumerate(entries, 1) if number >= version and entry.envelope["draws"]]
    if beyond:
        return Flaw(check=CHANCE, version=beyond[0], reason="the match cannot be followed to this draw"), replay
    return OK, replay


def _check_ahead(standing: Standing, seat: int, body: Any, by: str, ahead: Sequence[Entry]) -> None:
    """What the table has just said, against the move and the strikes that it has booked."""
    if not ahead:
        back = by != "player" or seat not in standing.table.autopilot or body == {"type": "resign"}
        need(back, "whoever plays comes back from autopilot")
        return
    first, lobby = ahead[0].envelope, standing.table
    if first["type"] != "timed_out":
        need(by == "player" and first["data"] == {"reason": "played"}, "a player comes back by his move")
        return
    need(first["data"].get("prompt") == body.get("prompt"), "the move answers another question")
    struck = lobby.strikes[seat] == lobby.clock.get("strikes") and lobby.clock.get("on_timeout") != clocks.RESIGN
    need((len(ahead) == 2) == struck, "autopilot comes with the last strike, and only then")


def _is_carried(envelope: dict[str, Any], at: str) -> bool:
    return envelope["at"] == at and envelope["type"] not in table.EVENT_TYPES


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
