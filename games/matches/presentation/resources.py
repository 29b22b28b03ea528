"""What a caller may see of a match: built up from nothing for one seat, or for a spectator (None)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple, TypedDict, cast, overload

from events.format.chain import timestamp
from events.store import StoredEvent
from games.core import prompts as questions
from games.core.definition import GameDefinition
from games.core.json import JSON
from games.matches.autoplay import awaited_rounds
from games.matches.presentation.shapes import (
    AskedTakeBack,
    Clock,
    Deadline,
    Event,
    Fill,
    ForkedFrom,
    MatchDocument,
    MixedBeacon,
    MoveAnswer,
    Offer,
    Opening,
    Outcome,
    Place,
    Prompt,
    PromptMove,
    SeatKey,
    View,
)
from games.matches.presentation.words import ENGLISH, SEATED, Words
from games.matches.stream.cache import Recent
from games.matches.stream.commands import Appended
from games.matches.stream.history import at_version, load_at
from games.matches.stream.loading import Reading, load
from games.matches.stream.state import IMPORTED, Match
from games.table import clocks
from games.table.clocks import Due
from games.table.state import ACTIVE, FINISHED, Table, undecided


@overload
def time(at: datetime) -> str: ...
@overload
def time(at: datetime | None) -> str | None: ...
def time(at: datetime | None) -> str | None:
    """RFC 3339 in UTC, as every answer writes times."""
    return None if at is None else timestamp(at)


class GameOf(TypedDict):
    """Which rules an answer is by: they tell its shape."""

    game: str
    rules: str


def game_of(match: Match) -> GameOf:
    """The game of a match, and the version of its rules."""
    return {"game": match.table.game, "rules": match.table.rules}


def fact(stored: StoredEvent, *, seat: int | None, ended: bool) -> Mapping[str, Any]:
    """An event without words, as the caller may see it: the envelope, the open seals, and whether there are others."""
    private = openings(stored, seat=seat, ended=ended)
    hidden = len(private) < len(stored.openings)
    return {**stored.envelope, "private": private, "sealed": hidden, "hash": stored.hash.hex()}


def event(game: GameDefinition, stored: StoredEvent, *, seat: int | None, ended: bool, words: Words = ENGLISH) -> Event:
    """An event as the caller may see it, in words too."""
    shown = fact(stored, seat=seat, ended=ended)
    return cast(Event, {**shown, **words.event(game, shown)})


def openings(stored: StoredEvent, *, seat: int | None, ended: bool) -> list[Opening]:
    """The seals of an event that are open to the caller; all of them once the match has ended."""
    return [
        {"index": opening.index, "salt": opening.salt.hex(), "part": opening.part}
        for opening in stored.openings
        if ended or seat in opening.audience
    ]


def prompts(match: Match, seat: int | None, words: Words = ENGLISH) -> list[Prompt]:
    """The caller's open prompts with their legal moves; nobody may change them, because they are shared."""
    asked = match.prompts.get(seat) if seat is not None else None
    if asked is None:
        return []
    key = f"{match.id} {match.head.version} {seat} {words.languages}"
    told = said.get(key)
    # The very question and clocks: a match that is being decided on still has the head that it follows.
    if told is None or told.asked is not asked or told.clocks is not match.clocks:
        told = CachedPrompt(asked, match.clocks, _prompt(match, asked, words))
        said.put(key, told)
    return [told.prompt]


class CachedPrompt(NamedTuple):
    """A question as its seat was told it, in words, with the moves that answer it."""

    asked: questions.Prompt
    clocks: object
    prompt: Prompt


# By match, version, seat and languages. The largest takes some hundred kilobytes, most take ten.
said: Recent[CachedPrompt] = Recent(most=300)


def view(match: Match, seat: int | None, *, status: str, words: Words = ENGLISH) -> View:
    """All that the caller may know; `state` is null before the start, and the game's own after."""
    return _view(match, seat, status, state=match.view(seat), asked=prompts(match, seat, words), words=words)


def view_of_all(match: Match, *, status: str, words: Words = ENGLISH) -> View:
    """What every seat and a spectator may know, side by side; for matches that have ended."""
    seats = range(match.table.seats)
    state: JSON = {"seats": [match.view(seat) for seat in seats], "spectator": match.view(None)}
    asked = [prompt for seat in seats for prompt in prompts(match, seat, words)]
    return _view(match, "all", status, state=state, asked=asked, words=words)


def status(match: Match, *, quarantined: bool, imported: bool = False) -> str:
    """The status of a match as lists and answers name it."""
    return "quarantined" if quarantined else IMPORTED if imported else match.table.status


def resource(match: Match, *, quarantined: bool, imported: bool = False) -> MatchDocument:
    """The match resource but for what depends on the caller, on lobby data and on who holds the seats.

    Of a match that was set aside nothing is asked of its rules engine: it waits for nobody.
    """
    table = match.table
    ended = table.status == FINISHED
    return {
        "id": match.id,
        "game": table.game,
        "rules": table.rules,
        "status": status(match, quarantined=quarantined, imported=imported),
        "options": table.options,
        "clock": cast(Clock, table.clock),
        "seats": [_seat(match, seat) for seat in range(table.seats)],
        "version": match.head.version,
        "host": table.host if set(table.seated) - set(table.bots) else None,
        "waiting_for": [] if quarantined else list(match.waiting_for),
        "deadlines": [] if quarantined else [_deadline(match, due) for due in match.deadlines],
        "paused_at": time(table.paused_at),
        "agreed": sorted(table.agreed),
        "replacements": [_offer(match, *offered) for offered in sorted({one[:2] for one in table.consents})],
        "take_back_wish": _take_back_wish(match),
        "outcome": cast(Outcome | None, table.outcome),
        "fill": _fill(table),
        "pace": table.pace,
        "chance": {
            "commitment": table.commitment,
            "seed": match.seed.hex() if ended else None,
            "beacon": _beacon(table),
            "open_draws": table.open_draws,
        },
        "forked_from": _forked_from(table),
        "created_at": time(table.created_at),
        "started_at": time(table.started_at),
        "finished_at": time(table.finished_at),
    }


def _take_back_wish(match: Match) -> AskedTakeBack | None:
    wish = match.table.take_back_wish
    if wish is None or match.table.status != ACTIVE:
        return None
    return {
        "first": wish.first,
        "seat": wish.asked_by,
        "knowing": wish.knowing,
        "agreed": sorted(wish.agreed),
        "missing": sorted({*match.attended} - wish.agreed),
    }


@dataclass(frozen=True, kw_only=True)
class MoveReply:
    """What a seat is told of its move, and whether it was told before."""

    body: MoveAnswer
    replayed: bool


def move_answer(
    match_id: str, player: str, appended: Appended, *, reading: Reading | None = None, words: Words = ENGLISH
) -> MoveReply:
    """The answer to a move: a function of (match, seat then, first and last version), computed again for a repeat.

    `reading` is what was read of the match when the call came in.
    """
    if appended.before is None:
        # A repeat may have come in before the first sending came through.
        holds_it = reading is not None and reading.stream.head.version >= appended.last
        loaded = reading.loaded if reading and holds_it else load(match_id)
        new = loaded.events_between(appended.first - 1, appended.last)
        seat = loaded.seat_of(player)
        if new[0].envelope["seat"] == seat:
            is_last = appended.last == loaded.match.head.version
            match = loaded.match if is_last else at_version(loaded, appended.last)
        else:
            # Who has lost the seat since, or has another, is answered as the one they were.
            then = load_at(match_id, appended.last)
            seat, match = then.seat_of(player), then.match
    else:
        seat = appended.before.seat_of(player)
        match = appended.after.match
        new = appended.events
    return MoveReply(body=_move_answer(match, seat, new, words), replayed=appended.replayed)


def _move_answer(match: Match, seat: int | None, new: Sequence[StoredEvent], words: Words) -> MoveAnswer:
    ended = match.table.status == FINISHED
    return {
        **game_of(match),
        "version": match.head.version,
        "move": match.moves,
        "events": [event(match.game, stored, seat=seat, ended=ended, words=words) for stored in new],
        "prompts": prompts(match, seat, words),
        "take_back": match.retractable(seat),
    }


def _view(match: Match, seat: int | str | None, status: str, *, state: JSON, asked: list[Prompt], words: Words) -> View:
    table = match.table
    facts = {
        "status": status,
        "outcome": table.outcome,
        "paused_at": table.paused_at,
        "free": sorted(table.free),
        "agreed": sorted(table.agreed),
        "seats": [_seat(match, seat) for seat in range(table.seats)] if table.agreed else [],
    }
    told: dict[str, Any] = {
        "match": match.id,
        "game": match.game.slug,
        "rules": match.game.rules,
        "version": match.head.version,
        "seat": seat,
        "status": status,
        "waiting_for": list(match.waiting_for),
        "state": state,
        "prompts": asked,
        **words.match(match.game, {**facts, "waiting_for": list(match.waiting_for)}),
    }
    return cast(View, told)


def _prompt(match: Match, asked: questions.Prompt, words: Words) -> Prompt:
    due = {item.prompt: item.due_at for item in match.deadlines}
    return {
        "prompt": asked.id,
        "seat": asked.seat,
        "kind": asked.kind,
        "optional": asked.optional,
        "due_at": time(due.get(asked.id)),
        "about": asked.about,
        **words.question(match.game, asked),  # type: ignore[typeddict-item]
        "moves": [_move(match, asked, move, words) for move in asked.moves],
    }


def _move(match: Match, asked: questions.Prompt, move: questions.PromptMove, words: Words) -> PromptMove:
    labelled = words.labels(match.game, asked, move.type, move.legal)
    legal: list[Mapping[str, Any]] = [{"prompt": asked.id, **listed} for listed in labelled]
    return {"type": move.type, "schema": move.schema, "legal": legal, "complete": move.complete}


def _fill(table: Table) -> Fill | None:
    if table.fill is None or table.fills_at is None:
        return None
    return {"at": time(table.fills_at), "bot": table.fill["bot"]}


def _beacon(table: Table) -> MixedBeacon | None:
    named = table.beacon
    if named is None:
        return None
    return {
        "chain": named["chain"],
        "round": named["round"],
        "out_at": time(awaited_rounds.out_at(named)),
        "otherwise": named["otherwise"],
        "missed": table.beacon_missed,
        "signature": table.beacon_signature,
    }


def _forked_from(table: Table) -> ForkedFrom | None:
    made_from = table.forked_from
    return None if made_from is None else {"match": made_from["match"], "version": made_from["version"]}


def _offer(match: Match, seat: int, invited_by: int) -> Offer:
    missing = undecided(match.table, match.gone, seat=seat, invited_by=invited_by)
    return {"seat": seat, "invited_by": invited_by, "undecided": list(missing)}


def _seat(match: Match, seat: int) -> Place:
    keys: list[SeatKey] = [
        {"key": one.key, "version": one.version, "vouched": one.is_vouched} for one in match.table.keys.get(seat, ())
    ]
    return {"seat": seat, "status": _seat_status(match, seat), "bot": match.table.bots.get(seat), "keys": keys}


def _seat_status(match: Match, seat: int) -> str:
    if seat in match.resigned:
        return "resigned"
    if seat in match.eliminated:
        return "eliminated"
    if seat in match.table.out:
        return match.table.out[seat]
    if seat in match.table.autopilot:
        return "autopilot"
    return SEATED if seat in match.table.seated else "open"


def _deadline(match: Match, due: Due) -> Deadline:
    shown: Deadline = {"seat": due.seat, "due_at": time(due.due_at)}
    if match.clocks[due.seat].bank is None:
        return shown
    # As of the version, because the answer is tagged with it; how it runs down since then is in `due_at`.
    return {**shown, "bank_seconds": clocks.left(match.table.clock, match.clocks[due.seat]) // timedelta(seconds=1)}
