"""Before the first round: make a match, take a seat, leave it, start, cancel."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from events import store
from events.errors import Conflict
from events.store import EMPTY, Command, Draft, Part
from games import registry
from games.core.chance import SEED_BYTES, commitment
from games.core.definition import GameDefinition
from games.core.json import JSONObject
from games.core.prompts import Violation, violations
from games.matches import clocks, quarantine, recording, road, table
from games.matches.errors import (
    AlreadySeated,
    GameNotFound,
    Invalid,
    KeyReused,
    MatchFull,
    MatchNotOpen,
    NotHost,
    NotSeated,
    SeatsMissing,
    SeatTaken,
    UnknownSeat,
)
from games.matches.match import Loaded
from games.matches.models import Lobby
from games.matches.recording import fingerprint
from games.matches.road import Actor, Request, Taken


@dataclass(frozen=True, kw_only=True)
class NewMatch:
    """What a creator asks for. `start` is `auto` (when full) or `manual`; `entropy` goes into the match's chance."""

    game: str
    seats: int
    options: JSONObject
    clock: JSONObject
    visibility: str
    name: str
    start: str
    entropy: str | None


def create(player: str, new: NewMatch, *, key: str | None) -> tuple[str, bool]:
    """Make a match with its creator on seat 0; its id, and whether the same request had made it before."""
    game = _game(new)
    request = fingerprint("create", vars(new))
    row, fresh = Lobby.objects.get_or_create(
        creator_id=player,
        creation_key=key if key is not None else f"auto {store.new_id()}",
        defaults={
            "match_id": store.new_id(),
            "request_hash": request,
            "name": new.name,
            "visibility": new.visibility,
            "start": new.start,
        },
    )
    if bytes(row.request_hash) != request:
        raise KeyReused
    match_id = str(row.match_id)
    # A row that is not fresh may belong to a creation that was cut short before its first event: complete it.
    created = _append_first(match_id, player, game, new, request)
    return match_id, not (fresh or created)


def join(match_id: str, player: str, *, seat: int | None, entropy: str | None, key: str | None) -> Taken:
    """Take a free seat, the lowest if none is named; the last one starts the match unless its start is manual."""

    def judge(loaded: Loaded) -> list[Draft]:
        _check_open(loaded)
        if loaded.seat_of(player) is not None:
            raise AlreadySeated
        taken = _free_seat(loaded, seat)
        drafts = [_seat_taken(taken, entropy)]
        if loaded.match.table.free == (taken,) and Lobby.objects.get(match_id=match_id).start == "auto":
            drafts += _start(loaded, {**loaded.match.table.entropies, taken: entropy})
        return drafts

    return road.take(_request(match_id, player, key, "join", seat, entropy), judge)


def leave(match_id: str, player: str, *, key: str | None) -> Taken:
    """Give the seat back before the start. The host's place passes on; the last one leaving cancels the match."""

    def judge(loaded: Loaded) -> list[Draft]:
        seat = _seat(loaded, player)
        _check_open(loaded)
        left = Draft(type="seat_left", data={}, seat=seat, by="player")
        return [left, _CANCELLED] if len(loaded.match.table.seated) == 1 else [left]

    return road.take(_request(match_id, player, key, "leave"), judge)


def start(match_id: str, player: str, *, key: str | None) -> Taken:
    """Start a full match by its host."""

    def judge(loaded: Loaded) -> list[Draft]:
        _check_host(loaded, player)
        _check_open(loaded)
        if loaded.match.table.free:
            raise SeatsMissing(seats=list(loaded.match.table.free))
        return _start(loaded, dict(loaded.match.table.entropies))

    return road.take(_request(match_id, player, key, "start"), judge)


def cancel(match_id: str, player: str, *, key: str | None) -> Taken:
    """Call a match off before it starts, by its host."""

    def judge(loaded: Loaded) -> list[Draft]:
        _check_host(loaded, player)
        _check_open(loaded)
        return [_CANCELLED]

    return road.take(_request(match_id, player, key, "cancel"), judge)


_CANCELLED = Draft(type="match_cancelled", data={})


def _game(new: NewMatch) -> GameDefinition:
    try:
        game = registry.newest(new.game)
    except KeyError:
        raise GameNotFound(game=new.game) from None
    seats: JSONObject = {"type": "integer", "minimum": game.min_seats, "maximum": game.max_seats}
    wrong = [
        *_violations("/seats", seats, new.seats),
        *_violations("/options", game.options_schema, new.options),
        *_violations("/clock", clocks.CLOCK_SCHEMA, new.clock),
    ]
    if wrong:
        raise Invalid(wrong)
    return game


def _violations(at: str, schema: JSONObject, value: object) -> list[Violation]:
    return [
        Violation(pointer=at + found.pointer, code=found.code, detail=found.detail)
        for found in violations(schema, value)
    ]


def _append_first(match_id: str, player: str, game: GameDefinition, new: NewMatch, request: bytes) -> bool:
    stream = store.load(match_id)
    if stream.events:
        return False
    seed = secrets.token_bytes(SEED_BYTES)
    drafts = [_match_created(game, new, seed), _seat_taken(0, new.entropy)]
    if new.seats == 1 and new.start == "auto":
        drafts += recording.start(
            match_id, game=game, options=game.options(new.options), seed=seed, entropies=[new.entropy]
        )
    command = Command(actor=player, key="auto create", request_hash=request)
    try:
        store.append(match_id, expected=EMPTY, at=stream.now, drafts=drafts, command=command)
    except Conflict:
        return False
    return True


def _match_created(game: GameDefinition, new: NewMatch, seed: bytes) -> Draft:
    return Draft(
        type="match_created",
        data={
            "game": game.slug,
            "rules": game.rules,
            "seats": new.seats,
            "options": game.options(new.options),
            "clock": clocks.normal(new.clock),
            "commitment": commitment(seed),
        },
        parts=(Part(audience=(), part={"seed": seed.hex()}),),
    )


def _seat_taken(seat: int, entropy: str | None) -> Draft:
    return Draft(type="seat_taken", data={"entropy": entropy}, seat=seat, by="player")


def _start(loaded: Loaded, entropies: dict[int, str | None]) -> list[Draft]:
    match = loaded.match
    in_order = [entropies[seat] for seat in range(match.table.seats)]
    with quarantine.guard(match.id, match.head.version):
        return recording.start(
            match.id, game=match.game, options=match.table.options, seed=match.seed, entropies=in_order
        )


def _request(match_id: str, player: str, key: str | None, *what: object) -> Request:
    return Request(match=match_id, actor=Actor(by="player", name=player), key=key, hash=fingerprint(*what))


def _check_open(loaded: Loaded) -> None:
    if loaded.match.table.status != table.OPEN:
        raise MatchNotOpen(status=loaded.match.table.status)


def _seat(loaded: Loaded, player: str) -> int:
    seat = loaded.seat_of(player)
    if seat is None:
        raise NotSeated
    return seat


def _check_host(loaded: Loaded, player: str) -> None:
    if _seat(loaded, player) != loaded.match.table.host:
        raise NotHost


def _free_seat(loaded: Loaded, wanted: int | None) -> int:
    free: Sequence[int] = loaded.match.table.free
    if wanted is not None and not 0 <= wanted < loaded.match.table.seats:
        raise UnknownSeat(seat=wanted)
    if not free:
        raise MatchFull
    if wanted is not None and wanted not in free:
        raise SeatTaken(seat=wanted)
    return free[0] if wanted is None else wanted
