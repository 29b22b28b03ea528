"""Creates a fork: a new match that continues from an event of a match that has ended (decision 12)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from events import store
from events.randomness import new_seed
from events.store import NewEvent, Opening, Part, StoredEvent
from games.core.chance import SEED_BYTES
from games.core.json import JSON, JSONObject
from games.core.prompts import Violation
from games.matches import errors
from games.matches.errors import Invalid, MatchNotFinished, NotAllowed, NothingToFork, UnknownSeat
from games.matches.lobby import creation
from games.matches.models.matches import Lobby, LobbyData
from games.matches.stream.commands import fingerprint
from games.matches.stream.drafts import of_table
from games.matches.stream.history import at_version
from games.matches.stream.loading import Loaded
from games.matches.stream.state import Match
from games.table import clocks
from games.table.events import MOVE, ORIGINS, ForkOrigin, MatchCreated, MatchStarted, SeatTaken
from games.table.features.agreed_take_back.events import MovesTakenBack
from games.table.features.take_back.events import MoveTakenBack
from games.table.registry import EVENT_TYPES
from games.table.state import FINISHED

# From the most to the least open.
VISIBILITIES = ("public", "unlisted", "private")


@dataclass(frozen=True, kw_only=True)
class ForkWish:
    """How a player wants to play on: from which event, on which seat (the lowest when None).

    `visibility` None is the parent's; a fork shows what happened there, so it can be no more open. The other fields
    are those of a new match.
    """

    at: int
    seat: int | None
    clock: JSONObject
    visibility: str | None
    name: str
    start: str
    entropy: str | None


def fork(parent: Loaded, lobby: Lobby | LobbyData, player: str, wish: ForkWish, *, key: str | None) -> tuple[str, bool]:
    """Make a match that goes on from the parent's last question at or before event `wish.at`.

    Its id, and whether the same request had made it before. Raises `MatchNotFinished`, `VersionNotFound`,
    `NothingToFork` before the first question, `UnknownSeat`, `SeatTaken` for a seat that was out by then,
    `NotAllowed` where some numbers of its draws are left out.
    """
    if parent.match.table.status != FINISHED:
        raise MatchNotFinished
    visibility = _visibility(lobby, wish)
    if wrong := clocks.faults(wish.clock):
        raise Invalid(wrong)
    if wrong := clocks.contradictions(wish.clock):
        raise NotAllowed(wrong)
    then = question_at(parent, wish.at)
    if wrong := _left_out(parent, then):
        raise NotAllowed(wrong)
    seat = _seat(then, wish.seat)

    def first(match_id: str, _: datetime) -> list[NewEvent]:
        drafts = [of_table(_created(parent, then, wish.clock)), of_table(SeatTaken(seat=seat, entropy=wish.entropy))]
        if len(then.gone) == then.table.seats - 1 and wish.start == "auto":
            entropies = [wish.entropy if one == seat else None for one in range(then.table.seats)]
            drafts += start(_forked_from(then), entropies)
        return drafts

    row = {"name": wish.name, "visibility": visibility, "start": wish.start}
    request = fingerprint("fork", parent.match.id, vars(wish))
    return creation.make(
        player, key=key, request=request, row=row, first=first, entropy=wish.entropy, copied=then.head.version
    )


def question_at(parent: Loaded, at: int) -> Match:
    """The match where a seat was last asked something at or before event `at`: the end of a move, or of the set-up.

    Within a move no seat could choose, and after the last one none can.
    """
    at_version(parent, at)
    for version in range(at, 0, -1):
        if _is_between_moves(parent.events, version):
            then = at_version(parent, version)
            if then.waiting_for:
                return then
    raise NothingToFork(at=at)


def start(forked_from: Mapping[str, Any], entropies: Sequence[str | None]) -> list[NewEvent]:
    """`match_started`, and the parent's rules events, written again for the fork."""
    events = store.load(forked_from["match"]).events[: forked_from["version"]]
    return [of_table(MatchStarted(entropies=entropies)), *copies(events)]


def copies(events: Sequence[StoredEvent]) -> Iterator[NewEvent]:
    """The rules events of a match as drafts by `system`, each with its move's number, its draws and its sealed parts.

    The move itself, where an event of the table's own held it, stands in the first rules event that it led to. Moves
    that were taken back stay behind, and those after them are numbered anew.
    """
    numbers, ahead = _numbers(events), tuple[Part, ...]()
    for event in events:
        envelope = event.envelope
        if envelope["type"] in EVENT_TYPES:
            ahead = tuple(_part(opening) for opening in event.openings if MOVE in opening.part) or ahead
            continue
        if envelope["move"] not in numbers:
            continue
        yield NewEvent(
            type=envelope["type"],
            schema=envelope["schema"],
            seat=envelope["seat"],
            move=numbers[envelope["move"]],
            draws=envelope["draws"],
            data=envelope["data"],
            parts=(*ahead, *map(_part, event.openings)),
        )
        ahead = ()


def _numbers(events: Sequence[StoredEvent]) -> dict[int | None, int | None]:
    """The number of each of the parent's moves in the fork; moves that were taken back have none."""
    standing: list[int] = []
    for event in events:
        envelope, move = event.envelope, event.envelope["move"]
        if move is not None and (not standing or standing[-1] < move):
            standing.append(move)
        elif envelope["type"] == MoveTakenBack.type:
            standing.remove(envelope["data"]["taken_back"])
        elif envelope["type"] == MovesTakenBack.type:
            standing = [one for one in standing if one < envelope["data"]["first"]]
    return {None: None, **{move: number for number, move in enumerate(standing, 1)}}


def _part(opening: Opening) -> Part:
    # A fork does not say who made the moves that it carries, and so not which bots picked them.
    part = {MOVE: opening.part[MOVE]} if MOVE in opening.part else opening.part
    return Part(audience=opening.audience, part=part)


def _is_between_moves(events: Sequence[StoredEvent], version: int) -> bool:
    moves = [event.envelope["move"] for event in events[version - 1 : version + 1]]
    return len(moves) == 1 or moves[0] != moves[1]


def _created(parent: Loaded, then: Match, clock: JSONObject) -> MatchCreated:
    return creation.match_created(
        then.game,
        seats=then.table.seats,
        options=then.table.options,
        clock=clock,
        seed=new_seed(SEED_BYTES),
        forked_from=_forked_from(then),
        origins=_origins(parent, then),
    )


def _forked_from(then: Match) -> ForkOrigin:
    return {
        "match": then.id,
        "version": then.head.version,
        "head": then.head.hash.hex(),
        "resigned": sorted(then.resigned),
        "eliminated": sorted(then.eliminated),
    }


def _origins(parent: Loaded, then: Match) -> list[JSON]:
    """The keys of all draws so far: those of earlier parents first, then the parent's own."""
    entropies = [then.table.entropies.get(seat) for seat in range(then.table.seats)]
    own: dict[str, Any] = {"match": then.id, "seed": then.seed.hex(), "entropies": entropies, "draws": then.draws}
    if then.table.beacon_signature is not None:
        own["beacon"] = then.table.beacon_signature
    if then.table.open_draws is not None:
        own["open_draws"] = True
    origins: list[JSON] = []
    before = 0
    for origin in [*_inherited(parent.events[0]), own]:
        until = min(origin["draws"], then.draws)
        if until > before:
            origins.append({**origin, "draws": until})
        before = until
    return origins


def _inherited(first: StoredEvent) -> list[dict[str, Any]]:
    return [origin for opening in first.openings for origin in opening.part.get(ORIGINS, [])]


def _left_out(parent: Loaded, then: Match) -> list[Violation]:
    """What is wrong where draws were taken back and not made again: a fork's draws are numbered without a gap."""
    if then.table.open_draws is None:
        return []
    drawn: list[Any] = [one.draws for one in copies(parent.events[: then.head.version]) if one.draws is not None]
    if sum(draws["count"] for draws in drawn) == then.draws:
        return []
    detail = "Draws were taken back there, and others made. Go on from before that."
    return [Violation(pointer="/at", code="maximum", detail=detail)]


def _seat(then: Match, wanted: int | None) -> int:
    if wanted is not None and not 0 <= wanted < then.table.seats:
        raise UnknownSeat(seat=wanted)
    if wanted in then.gone:
        raise errors.SeatOccupied(seat=wanted)
    return wanted if wanted is not None else min({*range(then.table.seats)} - then.gone)


def _visibility(lobby: Lobby | LobbyData, wish: ForkWish) -> str:
    wanted = wish.visibility or lobby.visibility
    if VISIBILITIES.index(wanted) < VISIBILITIES.index(lobby.visibility):
        detail = f"The match it goes on from is {lobby.visibility}, so the fork cannot be {wanted}."
        raise NotAllowed([Violation(pointer="/visibility", code="enum", detail=detail)])
    return wanted
