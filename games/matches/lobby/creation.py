"""Creates a match: first its lobby row, then its first events."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from events import store
from events.errors import Conflict
from events.store import EMPTY, NewEvent
from games.core.chance import commitment
from games.core.definition import GameDefinition
from games.core.json import JSON, JSONObject
from games.matches.accounts import silences
from games.matches.autoplay import deadlines
from games.matches.errors import KeyReused
from games.matches.lobby import departures
from games.matches.models.matches import Lobby
from games.matches.play import time_off
from games.matches.quotas import admission, among_bots, tally
from games.matches.stream import commands
from games.matches.stream.loading import load
from games.table import clocks
from games.table.events import SYSTEM, BeaconData, FillData, ForkOrigin, MatchCreated, MatchStarted

# The key of the command that creates a match: its creator may always know of the match.
CREATION_KEY = "auto create"


def make(
    player: str,
    *,
    key: str | None,
    request: bytes,
    row: Mapping[str, Any],
    first: Callable[[str, datetime], Sequence[NewEvent]],
    entropy: str | None = None,
    copied: int = 0,
    bots: bool = False,
) -> tuple[str, bool]:
    """Make a match of `row` (its lobby data) and the events that `first` gives for its id and the time.

    Its id, and whether the same request had made it before; `KeyReused` when the key was spent on another request,
    `QuotaExceeded` when the player may make no more, `Silenced` when they may give it no name and no `entropy` of their
    own, which all can read; a fork will have `copied` so many events. `bots` says whether any sit down.
    """
    made = {"creator_id": player, "creation_key": key if key is not None else f"auto {store.new_id()}"}
    known = Lobby.objects.filter(**made).first()
    if known is None and (row.get("name") or entropy):
        silences.refuse_silenced(player)
    match_id = admitted(known, player, bots=bots, copied=copied)
    lobby, fresh = Lobby.objects.get_or_create(**made, defaults={"match_id": match_id, "request_hash": request, **row})
    if bytes(lobby.request_hash) != request:
        raise KeyReused
    match_id = str(lobby.match_id)
    # A row that is not fresh may belong to a creation that was cut short before its first event: complete it.
    created = append_first(match_id, player, request, first)
    return match_id, not (fresh or created)


def admitted(lobby: Lobby | None, player: str, *, bots: bool = False, copied: int = 0) -> str:
    """The id of the match that a player creates now, or began to create earlier; `QuotaExceeded` over their quotas."""
    match_id = store.new_id() if lobby is None else str(lobby.match_id)
    if lobby is None or store.load(match_id).head == EMPTY:
        admission.admit(player, match_id, bots=bots, copied=copied, sits=True)
    return match_id


def match_created(
    game: GameDefinition,
    *,
    seats: int,
    options: JSONObject,
    clock: JSONObject,
    seed: bytes,
    fill: FillData | None = None,
    pace: int = 0,
    forked_from: ForkOrigin | None = None,
    beacon: BeaconData | None = None,
    open_draws: str | None = None,
    origins: Sequence[JSON] | None = None,
) -> MatchCreated:
    """Event 1 with the sealed seed. For a fork it names the parent, and seals the keys of earlier draws."""
    return MatchCreated(
        game=game.slug,
        rules=game.rules,
        seats=seats,
        options=options,
        clock=clocks.normal(clock),
        commitment=commitment(seed),
        fill=fill,
        pace=pace,
        forked_from=forked_from,
        beacon=beacon,
        open_draws=open_draws,
        seed=seed,
        origins=origins,
    )


def append_first(
    match_id: str, player: str, request: bytes, first: Callable[[str, datetime], Sequence[NewEvent]]
) -> bool:
    """Append the events of `first` to a match with a lobby row and no events. False if somebody had done so before."""
    stream = store.load(match_id)
    if stream.events:
        return False
    command = commands.command(match_id, actor=player, key=CREATION_KEY, request=request)
    drafts = first(match_id, stream.now)
    try:
        store.append(match_id, expected=EMPTY, at=stream.now, drafts=drafts, command=command)
    except Conflict:
        return False
    tally.caused(match_id, player, sum(draft.by != SYSTEM for draft in drafts))
    if any(draft.type == MatchStarted.type for draft in drafts):
        started = load(match_id)
        deadlines.started(started)
        among_bots.count(started.holders.values())
        time_off.tell_again(match_id, started.holders.values(), started.match.table.clock)
    departures.check_still_there(match_id, player)
    return True
