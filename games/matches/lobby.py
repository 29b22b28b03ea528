"""Before the first round: make a match, take a seat, leave it, start, cancel."""

import secrets
from dataclasses import dataclass

from events.store import Draft
from games import registry
from games.core.chance import SEED_BYTES
from games.core.definition import GameDefinition
from games.core.json import JSONObject
from games.core.prompts import Violation, violations
from games.matches import clocks, forks, invitations, making, quarantine, recording, road
from games.matches.errors import (
    AlreadySeated,
    GameNotFound,
    Invalid,
    InvitationRequired,
    MatchFull,
    PlayerNotFound,
    SeatsMissing,
    SeatTaken,
    UnknownSeat,
)
from games.matches.match import Loaded
from games.matches.models import DELETED, Invitation, Lobby, Player
from games.matches.recording import fingerprint
from games.matches.rights import check_host, check_open, seat_of
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

    def first(match_id: str) -> list[Draft]:
        seed = secrets.token_bytes(SEED_BYTES)
        options = game.options(new.options)
        drafts = [
            making.match_created(game, seats=new.seats, options=options, clock=new.clock, seed=seed),
            making.seat_taken(0, new.entropy),
        ]
        if new.seats == 1 and new.start == "auto":
            drafts += recording.start(match_id, game=game, options=options, seed=seed, entropies=[new.entropy])
        return drafts

    row = {"name": new.name, "visibility": new.visibility, "start": new.start}
    return making.make(player, key=key, request=fingerprint("create", vars(new)), row=row, first=first)


@dataclass(frozen=True, kw_only=True)
class SeatWish:
    """How somebody wants to sit down: on which seat, with whose leave, giving what to the match's chance."""

    seat: int | None = None
    invitation: str | None = None
    entropy: str | None = None


def join(match_id: str, player: str, wish: SeatWish, *, key: str | None) -> Taken:
    """Take a free seat, the lowest if none is named; the last one starts the match unless its start is manual.

    A seat that an open invitation names is for its holder: `InvitationRequired`.
    """
    invitation = None
    if wish.invitation is not None:
        invitation = invitations.find(match_id, wish.invitation, player)
        if invitation is None:
            raise InvitationRequired

    def judge(loaded: Loaded) -> list[Draft]:
        check_open(loaded)
        if loaded.seat_of(player) is not None:
            raise AlreadySeated
        taken, entropy = _free_seat(loaded, wish.seat, invitation), wish.entropy
        _check_exists(player)
        invitations.claim(invitation, player)
        return _seated(loaded, taken, entropy=entropy)

    request = _request(match_id, player, key, "join", vars(wish))
    return road.take(request, judge)


def seat_bot(match_id: str, host: str, *, seat: int | None, bot: str, key: str | None) -> Taken:
    """Seat a bot by the host, on the lowest free seat if none is named; it may start the match as a player would."""

    def judge(loaded: Loaded) -> list[Draft]:
        check_host(loaded, host)
        check_open(loaded)
        return _seated(loaded, _free_seat(loaded, seat, None), bot=bot)

    return road.take(_request(match_id, host, key, "bot", seat, bot), judge)


def leave(match_id: str, player: str, *, key: str | None) -> Taken:
    """Give the seat back before the start. The host's place passes on; the last one leaving cancels the match."""

    def judge(loaded: Loaded) -> list[Draft]:
        seat = seat_of(loaded, player)
        check_open(loaded)
        left = Draft(type="seat_left", data={}, seat=seat, by="player")
        return [left, _CANCELLED] if len(loaded.holders) == 1 else [left]

    return road.take(_request(match_id, player, key, "leave"), judge)


def start(match_id: str, player: str, *, key: str | None) -> Taken:
    """Start a full match by its host."""

    def judge(loaded: Loaded) -> list[Draft]:
        check_host(loaded, player)
        check_open(loaded)
        if loaded.match.table.free:
            raise SeatsMissing(seats=list(loaded.match.table.free))
        return _start(loaded, dict(loaded.match.table.entropies))

    return road.take(_request(match_id, player, key, "start"), judge)


def cancel(match_id: str, player: str, *, key: str | None) -> Taken:
    """Call a match off before it starts, by its host."""

    def judge(loaded: Loaded) -> list[Draft]:
        check_host(loaded, player)
        check_open(loaded)
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
    wrong = wrong or clocks.faults(new.clock)
    if wrong:
        raise Invalid(wrong)
    return game


def _violations(at: str, schema: JSONObject, value: object) -> list[Violation]:
    return [
        Violation(pointer=at + found.pointer, code=found.code, detail=found.detail)
        for found in violations(schema, value)
    ]


def _seated(loaded: Loaded, seat: int, *, entropy: str | None = None, bot: str | None = None) -> list[Draft]:
    """Somebody sits down; the last one starts the match unless its start is manual."""
    drafts = [making.seat_taken(seat, entropy, bot)]
    if loaded.match.table.free == (seat,) and Lobby.objects.get(match_id=loaded.match.id).start == "auto":
        drafts += _start(loaded, {**loaded.match.table.entropies, seat: entropy})
    return drafts


def _start(loaded: Loaded, entropies: dict[int, str | None]) -> list[Draft]:
    match = loaded.match
    in_order = [entropies.get(seat) for seat in range(match.table.seats)]
    if match.table.forked_from is not None:
        return forks.start(match.table.forked_from, in_order)
    with quarantine.guard(match.id, match.head.version):
        return recording.start(
            match.id, game=match.game, options=match.table.options, seed=match.seed, entropies=in_order
        )


def _request(match_id: str, player: str, key: str | None, *what: object) -> Request:
    return Request(match=match_id, actor=Actor(by="player", name=player), key=key, hash=fingerprint(*what))


def _check_exists(player: str) -> None:
    # A token is looked at when a request comes in; its player may have deleted himself since.
    if not Player.objects.filter(id=player).exclude(kind=DELETED).exists():
        raise PlayerNotFound


def _free_seat(loaded: Loaded, wanted: int | None, invitation: Invitation | None) -> int:
    if wanted is None and invitation is not None:
        wanted = invitation.seat
    if wanted is not None and not 0 <= wanted < loaded.match.table.seats:
        raise UnknownSeat(seat=wanted)
    free = loaded.match.table.free
    if not free:
        raise MatchFull
    if wanted is not None and wanted not in free:
        raise SeatTaken(seat=wanted)
    kept = invitations.kept_seats(loaded, but=invitation)
    choice = [seat for seat in free if seat not in kept and wanted in (None, seat)]
    if not choice:
        raise InvitationRequired
    return choice[0]
