"""The whole match judged again: table, chance and every move by the pinned rules."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from games import registry, table
from games.core.chance import SEED_BYTES, Chance, commitment, derive_key
from games.core.codec import Fact, canon, encode, move_from_json, move_to_json
from games.core.errors import RuleBroken
from games.core.events import Event
from games.core.moves import Move
from games.core.prompts import violations
from games.verify import tablerules
from games.verify.matchfile import Entry
from games.verify.report import CHANCE, OK, REPLAY, SEALED, Broken, Flaw, need
from games.verify.tablerules import Standing

RESIGN = {"type": "resign"}


@dataclass(kw_only=True)
class Judge:
    """Goes through the events of one match; `at` is the place of the next one (the version before it)."""

    match: str
    entries: Sequence[Entry]
    at: int = 0
    seed: bytes | None = field(default=None, repr=False)
    blind: bool = False

    def run(self) -> None:
        """Judge every event; `Broken` at the first that does not follow, which is then the next one."""
        standing = self._created()
        while self.at < len(self.entries):
            envelope = self.entries[self.at].envelope
            if envelope["type"] not in table.EVENT_TYPES or envelope["move"] is not None:
                (self._pass_over if standing.blind else self._move)(standing)
            elif envelope["type"] == "match_started":
                self._start(standing)
            else:
                self._book(standing)
        self.blind = standing.blind

    def _created(self) -> Standing:
        first = self.entries[0]
        tablerules.check_created(first.envelope)
        lobby = table.book(None, first.envelope)
        for opening in first.openings:
            self.seed = _seed(opening["part"], lobby.commitment)
        self.at = 1
        return Standing(game=registry.find(lobby.game, lobby.rules), table=lobby)

    def _book(self, standing: Standing) -> None:
        envelope = self.entries[self.at].envelope
        tablerules.check(standing, envelope)
        standing.table = table.book(standing.table, envelope)
        self.at += 1

    def _start(self, standing: Standing) -> None:
        started = self.at
        self._book(standing)
        if self.seed is None:
            standing.blind = True
            return
        lobby = standing.table
        events = standing.game.start(lobby.options, lobby.seats, self._chance(standing))
        for event in events:
            self._follow(standing, event, by="system", move=None, at=self.entries[started].envelope["at"])

    def _move(self, standing: Standing) -> None:
        first = self.entries[self.at].envelope
        need(standing.table.status == table.ACTIVE, "the match is not running")
        need(first["move"] == standing.moves + 1, f"move {standing.moves + 1} comes next")
        seat, body = self._sealed_move()
        move = _checked(standing, first["by"], seat, body)
        ahead: list[Any] = [((seat,), {"move": body})]
        events = _judged(standing, seat, move, self._chance(standing))
        while self.at < len(self.entries) and self.entries[self.at].envelope["type"] in tablerules.RULES:
            ahead = self._table_event(standing, seat, body, ahead)
        for event in events:
            self._follow(standing, event, by=first["by"], move=first["move"], at=first["at"], ahead=ahead)
            ahead = []
        standing.moves += 1
        self._end(standing, first["at"])

    def _table_event(self, standing: Standing, seat: int, body: Any, ahead: list[Any]) -> list[Any]:
        """An event of the table inside a move: it stands before the kernel's, and the first holds the move."""
        entry = self.entries[self.at]
        need(entry.envelope["type"] == "timed_out", "the table says nothing here")
        need(ahead, "time is called once in a move")
        need(entry.envelope["seat"] == seat, "the move is another seat's")
        need(entry.envelope["data"].get("prompt") == body.get("prompt"), "the move answers another question")
        _same_parts(entry, ahead)
        self._book(standing)
        return []

    def _end(self, standing: Standing, at: str) -> None:
        if standing.game.outcome(standing.state) is None:
            return
        need(self.at < len(self.entries), "the match has ended, and no event says so")
        ended = self.entries[self.at].envelope
        need(ended["type"] == "match_ended" and ended["at"] == at, "match_ended comes next, at the same time")
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
        self.at += 1

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
            self._book(standing)
        else:
            need(envelope["type"] in standing.game.event_classes, "the game has no such event")
            self.at += 1
        standing.moves = move or standing.moves

    def _chance(self, standing: Standing) -> Chance:
        lobby = standing.table
        assert self.seed is not None
        entropies = [lobby.entropies[seat] for seat in range(lobby.seats)]
        return Chance(derive_key(self.seed, self.match, entropies), standing.draws)


def check(match: str, entries: Sequence[Entry]) -> tuple[str | Flaw, str | Flaw]:
    """What became of chance and of replay."""
    judge = Judge(match=match, entries=entries)
    try:
        judge.run()
    except Broken as broken:
        # Where an event is missing, the last one is where it is missing.
        return _flaws(broken.check, min(judge.at + 1, len(entries)), broken.reason, entries)
    except Exception as error:
        reason = f"the rules engine fails: {type(error).__name__}"
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


def _seed(part: Any, promised: str) -> bytes:
    text = part.get("seed")
    need(part.keys() == {"seed"} and isinstance(text, str), "the sealed part is no seed", check=CHANCE)
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        raise Broken("the seed is not written in hex", check=CHANCE) from None
    need(len(seed) == SEED_BYTES and seed.hex() == text, "the seed is not 32 bytes", check=CHANCE)
    need(commitment(seed) == promised, "the seed is not the one that was committed to", check=CHANCE)
    return seed


def _checked(standing: Standing, by: str, seat: int, body: dict[str, Any]) -> Move:
    """The move that was sent, as the table takes it from a player, a bot or the clock."""
    game, asked = standing.game, standing.prompts.get(seat)
    need(by in ("player", "bot", "clock"), "a move is made by a player, a bot or the clock")
    sent = {name: value for name, value in body.items() if name != "prompt"}
    if sent == RESIGN and "prompt" not in body:
        return move_from_json(game.move_classes, sent)
    need(asked is not None and body.get("prompt") == asked.id, "the move answers a question that was not asked")
    schema = game.move_schemas.get(str(sent.get("type")))
    need(schema is not None and not violations(schema, sent), "the move is not of the shape of its type")
    move = move_from_json(game.move_classes, sent)
    if by == "clock":
        default = move_to_json(game.default_move(standing.state, seat))
        need(canon(sent) == canon(default), "the clock plays the default move and no other")
    else:
        need(move.type not in game.clock_only, "only the clock makes this move")
    return move


def _judged(standing: Standing, seat: int, move: Move, chance: Chance) -> Sequence[Event]:
    try:
        return standing.game.decide(standing.state, seat, move, chance)
    except RuleBroken as refused:
        raise Broken(f"the rules refuse the move: {refused}") from None


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
