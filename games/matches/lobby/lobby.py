"""The calls before a match runs: create, join, seat a bot, leave, start, cancel."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from events.randomness import new_seed
from events.store import NewEvent
from games.core.chance import SEED_BYTES, Chance
from games.core.definition import GameDefinition
from games.core.json import JSONObject
from games.core.prompts import Violation, violations
from games.matches import errors
from games.matches.accounts import silences
from games.matches.autoplay import awaited_rounds, deadlines
from games.matches.autoplay.awaited_rounds import AtHand
from games.matches.errors import (
    AlreadySeated,
    GameNotFound,
    Invalid,
    InvitationRequired,
    MatchFull,
    MatchQuarantined,
    NotAllowed,
    SeatsMissing,
    UnknownSeat,
)
from games.matches.lobby import creation, departures, forks, invitations, rated_terms, replacements
from games.matches.models.matches import Invitation
from games.matches.play import time_off
from games.matches.quotas import admission, among_bots
from games.matches.stream import drafts as drafting
from games.matches.stream import quarantine, rules
from games.matches.stream.commands import Appended, execute, fingerprint, request
from games.matches.stream.drafts import Plan, of_table, plan
from games.matches.stream.guards import (
    MOST_EVENTS_OF_STRANGERS,
    check_exists,
    check_host,
    check_may_join,
    check_open,
    check_room,
)
from games.matches.stream.loading import Loaded, load
from games.table import clocks
from games.table.events import BeaconData, FillData, MatchCancelled, MatchStarted, SeatTaken
from games.table.features.beacon.events import WAIT
from games.table.state import OPEN
from games.verify.draw_tree import root_of

# No round of a beacon goes into the chance.
OFF = "off"
# What 0.1.0 did not know that one may wish for.
LATER = ("rated", "beacon", "open_draws", "rules")


@dataclass(frozen=True, kw_only=True)
class NewMatch:
    """What a creator asks for. `start` is `auto` (when full) or `manual`; `entropy` goes into the match's chance.

    `bots` sit down on the seats after the creator's, and those of `fill` on all that are free when it is due. They
    pause for `pace` seconds. `beacon` says what happens where the round of the public beacon cannot be had (`wait`,
    `go_on`), or that none goes into the chance (`off`); None leaves it to the service. With `open_draws` public draws
    can be checked while the match runs. `rules` names a version, and None the newest.
    """

    game: str
    seats: int
    options: JSONObject
    clock: JSONObject
    visibility: str
    name: str
    start: str
    entropy: str | None
    delay: Mapping[str, int] | None = None
    bots: Sequence[str] = ()
    fill: FillData | None = None
    pace: int = 0
    rated: bool = False
    beacon: str | None = None
    open_draws: bool = False
    rules: str | None = None


def create(player: str, new: NewMatch, *, key: str | None) -> tuple[str, bool]:
    """Make a match with its creator on seat 0; its id, and whether the same request had made it before.

    With a bot on every other seat it starts at once, unless its start is manual.
    """
    row: dict[str, Any] = {"name": new.name, "visibility": new.visibility, "start": new.start, "delay": new.delay}
    first = first_events(new, Founding(player=player, bots=dict(enumerate(new.bots, 1))))
    if new.rated:
        rated_terms.check_account(player)
    request = fingerprint("create", _wish(new))
    row["rated"], bots = new.rated, bool(new.bots or new.fill)
    return creation.make(player, key=key, request=request, row=row, first=first, entropy=new.entropy, bots=bots)


def _wish(new: NewMatch) -> dict[str, Any]:
    """What tells a repeat from another wish: as 0.1.0 told it, which knew fewer of them."""
    return {name: value for name, value in vars(new).items() if name not in LATER or value}


@dataclass(frozen=True, kw_only=True)
class SeatWish:
    """A player's request to join: which seat, which invitation, and the entropy for the match's chance."""

    seat: int | None = None
    invitation: str | None = None
    entropy: str | None = None


def join(match_id: str, player: str, wish: SeatWish, *, key: str | None) -> Appended:
    """Take a free seat, the lowest if none is named; the last one starts the match unless its start is manual.

    A seat that an open invitation names is for its holder: `InvitationRequired`. An invitation may also be for the seat
    of an absent player in a running match. `QuotaExceeded` where the player sits in too many matches,
    `InvitationRequired` and later `MatchTooLong` where too many have come and gone, `TooManyJoins` where this player
    has too often, or players from this address have, `Silenced` for entropy of one's own, which all can read.
    """

    def judge(loaded: Loaded) -> Plan:
        invitation = _invitation(loaded, player, wish)
        if invitation is not None and invitation.replaces:
            return replacements.seated(loaded, player, invitation)
        check_open(loaded)
        if loaded.seat_of(player) is not None:
            raise AlreadySeated
        taken, entropy = _free_seat(loaded, wish.seat, invitation, player), wish.entropy
        if invitation is None:
            _check_stranger(loaded, player)
        check_exists(player)
        if entropy:
            silences.refuse_silenced(player)
        rated_terms.check_join(match_id, player, loaded.holders.values())
        check_room(loaded)
        check_may_join(match_id, player)
        _check_begins(loaded, player)
        admission.admit_seat(player, match_id)
        invitations.claim(invitation, player, version=loaded.match.head.version + 1)
        return seated(loaded, SeatTaken(seat=taken, entropy=entropy), player=player)

    taken = told(execute(request(match_id, player, "join", vars(wish), key=key), judge), player)
    if not taken.replayed:
        departures.check_still_there(match_id, player)
        admission.count_join(match_id)
    return taken


def _check_begins(loaded: Loaded, *joining: str) -> None:
    """Refuse the last seat, or the start, where only bots would play and have played enough: `QuotaExceeded`."""
    if len(loaded.match.table.free) <= 1:
        among_bots.check([*loaded.holders.values(), *joining])


def _invitation(loaded: Loaded, player: str, wish: SeatWish) -> Invitation | None:
    if wish.invitation is None:
        return None
    found = invitations.find(loaded.match.id, wish.invitation, player)
    # A seated player gets that answer, and not that their invitation is used.
    if found is None and loaded.seat_of(player) is None:
        raise InvitationRequired
    return found


def _check_stranger(loaded: Loaded, player: str) -> None:
    """Refuse an uninvited player in a lobby with too many joins and leaves: `InvitationRequired`."""
    if loaded.match.head.version < MOST_EVENTS_OF_STRANGERS:
        return
    if player not in invitations.held_seats(loaded.match.id).values():
        raise InvitationRequired


def seat_bot(match_id: str, host: str, *, seat: int | None, bot: str, key: str | None) -> Appended:
    """Seat a bot by the host, on the lowest free seat if none is named; it may start the match as a player would.

    From then on the match counts against the host's quotas: `QuotaExceeded`.
    """

    def judge(loaded: Loaded) -> Plan:
        check_host(loaded, host)
        check_open(loaded)
        rated_terms.check_unrated(match_id)
        taken = _free_seat(loaded, seat, None, None)
        _check_begins(loaded)
        admission.admit(host, match_id, bots=True)
        return seated(loaded, SeatTaken(seat=taken, entropy=None, bot=bot))

    return told(execute(request(match_id, host, "bot", seat, bot, key=key), judge), host)


def leave(match_id: str, player: str, *, key: str | None) -> Appended:
    """Give the seat back before the start. The host's place passes on; the last one leaving cancels the match."""
    return departures.leave(match_id, player, key=key)


def start(match_id: str, player: str, *, key: str | None) -> Appended:
    """Start a full match, as its host. From then on it counts in the host's quotas: `QuotaExceeded`."""

    def judge(loaded: Loaded) -> Plan:
        check_host(loaded, player)
        check_open(loaded)
        if loaded.match.table.free:
            raise SeatsMissing(seats=list(loaded.match.table.free))
        _check_begins(loaded)
        admission.admit(player, match_id, bots=bool(loaded.match.table.bots))
        if (chance := awaited_rounds.at_hand(loaded)) is None:
            raise awaited_rounds.awaited(loaded)
        return Plan(drafts=_start(loaded, dict(loaded.match.table.entropies), loaded.holders, chance))

    return told(execute(request(match_id, player, "start", key=key), judge), player)


def copied_at_start(match_id: str) -> int:
    """How many events of the parent the start copies, if the next call starts this fork; 0 for other matches."""
    try:
        table = load(match_id).match.table
    except MatchQuarantined:
        return 0
    is_next = table.status == OPEN and len(table.free) <= 1
    return int(table.forked_from["version"]) if is_next and table.forked_from is not None else 0


def cancel(match_id: str, player: str, *, key: str | None) -> Appended:
    """Cancel a match before its start, as its host."""

    def judge(loaded: Loaded) -> Plan:
        check_host(loaded, player)
        check_open(loaded)
        departures.check_begins(loaded)
        return plan(MatchCancelled())

    return execute(request(match_id, player, "cancel", key=key), judge)


def _game(new: NewMatch) -> GameDefinition:
    if not (versions := rules.choices(new.game)):
        raise GameNotFound(game=new.game)
    if wrong := _violations("/rules", {"enum": [*versions, None]}, new.rules):
        raise Invalid(wrong)
    game = versions[new.rules or [*versions][-1]]
    seats: JSONObject = {"type": "integer", "minimum": game.min_seats, "maximum": game.max_seats}
    wrong = [
        *_violations("/seats", seats, new.seats),
        *_violations("/options", game.options_schema, new.options),
        *clocks.faults(new.clock),
    ]
    if wrong:
        raise Invalid(wrong)
    if wrong := [*clocks.contradictions(new.clock), *_too_many(new), *_not_rated(new), *_no_beacon(new)]:
        raise NotAllowed(wrong)
    # The rules are asked once, with a chance of no match, so that options which contradict each other are refused here
    # and not to the player who takes the last seat.
    game.start(game.options(new.options), new.seats, Chance(bytes(SEED_BYTES)))
    return game


def _too_many(new: NewMatch) -> list[Violation]:
    if len(new.bots) < new.seats:
        return []
    return [
        Violation(pointer="/bots", code="maxItems", detail="There is a seat for one bot less than `seats` at most.")
    ]


def _not_rated(new: NewMatch) -> list[Violation]:
    if not new.rated:
        return []
    return rated_terms.contradictions(
        is_public=new.visibility == "public",
        has_clock=new.clock["mode"] != clocks.NO_CLOCK,
        has_bots=bool(new.bots),
        has_fill=new.fill is not None,
    )


def _no_beacon(new: NewMatch) -> list[Violation]:
    if new.beacon in (None, OFF) or awaited_rounds.offered() is not None:
        return []
    return [Violation(pointer="/beacon", code="const", detail="This service has no beacon.")]


def _beacon(new: NewMatch, now: datetime) -> BeaconData | None:
    if new.beacon == OFF or awaited_rounds.offered() is None:
        return None
    return awaited_rounds.named(new.beacon or WAIT, now)


def _violations(at: str, schema: JSONObject, value: object) -> list[Violation]:
    return [
        Violation(pointer=at + found.pointer, code=found.code, detail=found.detail)
        for found in violations(schema, value)
    ]


@dataclass(frozen=True, kw_only=True)
class Founding:
    """Who sits where from the first event on: the creator on `seat`, bots (seat to name) on theirs."""

    player: str
    seat: int = 0
    bots: Mapping[int, str] = field(default_factory=dict)


def first_events(new: NewMatch, founding: Founding) -> Callable[[str, datetime], list[NewEvent]]:
    """A function that makes the first events of the new match, from its id and the time; `Invalid`."""
    game = _game(new)
    options = game.options(new.options)

    def first(match_id: str, now: datetime) -> list[NewEvent]:
        seed, beacon = new_seed(SEED_BYTES), _beacon(new, now)
        created = creation.match_created(
            game,
            seats=new.seats,
            options=options,
            clock=new.clock,
            seed=seed,
            fill=new.fill,
            pace=new.pace,
            beacon=beacon,
            open_draws=root_of(seed, match_id) if new.open_draws else None,
        )
        if beacon is not None:
            awaited_rounds.await_round(match_id, beacon)
        bots = [SeatTaken(seat=seat, entropy=None, bot=bot) for seat, bot in sorted(founding.bots.items())]
        begins = new.seats == 1 + len(founding.bots) and new.start == "auto"
        if begins:
            among_bots.check([founding.player])
        drafts = [of_table(event) for event in (created, SeatTaken(seat=founding.seat, entropy=new.entropy), *bots)]
        if begins and beacon is None:
            entropies = [new.entropy if seat == founding.seat else None for seat in range(new.seats)]
            drafts += drafting.start(
                match_id, game=game, options=options, seed=seed, entropies=entropies, open_draws=new.open_draws
            )
            drafts += map(of_table, time_off.at_start({founding.seat: founding.player}, clocks.normal(new.clock)))
        return drafts

    return first


def seated(loaded: Loaded, *taken: SeatTaken, player: str | None = None) -> Plan:
    """The events when a player or bots sit down. The last one also starts the match, unless its start is manual."""
    drafts, gave = [*map(of_table, taken)], {one.seat: one.entropy for one in taken if one.seat is not None}
    is_full = {*gave} == {*loaded.match.table.free}
    if is_full and awaited_rounds.starts_itself(loaded.match.id):
        holders = loaded.holders if player is None else {**loaded.holders, **dict.fromkeys(gave, player)}
        if (chance := awaited_rounds.at_hand(loaded)) is not None:
            drafts += _start(loaded, {**loaded.match.table.entropies, **gave}, holders, chance)
    return Plan(drafts=drafts)


def begun(loaded: Loaded) -> Plan:
    """The events when a full match has waited for its beacon: it begins, or says that the round was missed."""
    missed = awaited_rounds.missed_by_now(loaded)
    chance = awaited_rounds.at_hand(loaded) if awaited_rounds.starts_itself(loaded.match.id) else None
    if chance is not None:
        return Plan(drafts=_start(loaded, dict(loaded.match.table.entropies), loaded.holders, chance))
    return plan(*([] if missed is None else [missed]))


def told(appended: Appended, *players: str) -> Appended:
    """Finish an append. If it started the match, write the rows of the sweeps and apply the players' time off."""
    if appended.before is not None and any(event.envelope["type"] == MatchStarted.type for event in appended.events):
        before = appended.before
        if before.match.table.beacon is not None:
            awaited_rounds.done(before.match.id)
        deadlines.started(appended.after)
        holders = {*before.holders.values(), *players}
        among_bots.count(holders)
        time_off.tell_again(before.match.id, holders, before.match.table.clock)
    return appended


def _start(
    loaded: Loaded, entropies: Mapping[int, str | None], holders: Mapping[int, str], chance: AtHand
) -> list[NewEvent]:
    match = loaded.match
    in_order = [entropies.get(seat) for seat in range(match.table.seats)]
    if match.table.forked_from is not None:
        return forks.start(match.table.forked_from, in_order)

    def start() -> list[NewEvent]:
        options = match.table.options
        return drafting.start(
            match.id,
            game=match.game,
            options=options,
            seed=match.seed,
            entropies=in_order,
            beacon=chance.signature,
            open_draws=match.table.open_draws is not None,
        )

    missed = [] if chance.missed is None else [of_table(chance.missed)]
    started = quarantine.judged(match.id, match.head.version, "start", start)
    return [*missed, *started, *map(of_table, time_off.at_start(holders, match.table.clock))]


def _free_seat(loaded: Loaded, wanted: int | None, invitation: Invitation | None, player: str | None) -> int:
    held = invitations.held_seats(loaded.match.id)
    if wanted is None:
        own = next((seat for seat, holder in held.items() if holder == player), None)
        wanted = invitation.seat if invitation is not None else own
    if wanted is not None and not 0 <= wanted < loaded.match.table.seats:
        raise UnknownSeat(seat=wanted)
    free = loaded.match.table.free
    if not free:
        raise MatchFull
    if wanted is not None and wanted not in free:
        raise errors.SeatOccupied(seat=wanted)
    kept = invitations.kept_seats(loaded, but=invitation)
    if wanted is None or (invitation is None and player is not None):
        # The host may give a seat that is kept for a player to a bot, or invite another player to it by its number.
        kept |= {seat for seat, holder in held.items() if holder != player}
    choice = [seat for seat in free if seat not in kept and wanted in (None, seat)]
    if not choice:
        raise InvitationRequired
    return choice[0]
