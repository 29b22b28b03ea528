"""Takes back moves that others know of, by consent of every seat with a present player."""

from games.matches.autoplay import timeouts
from games.matches.errors import (
    AlreadyAgreed,
    MatchPaused,
    MoveStands,
    NotSeated,
    TakeBackAlreadyAsked,
    TakeBackNotAsked,
    TakeBacksDeclined,
)
from games.matches.models.matches import Lobby
from games.matches.models.people import ALWAYS, NEVER, Player
from games.matches.quotas import admission
from games.matches.stream.commands import Appended, execute, request
from games.matches.stream.drafts import Plan, plan
from games.matches.stream.guards import check_room, seat_at_play
from games.matches.stream.loading import Loaded
from games.table import take_backs
from games.table.events import TableEvent
from games.table.features.agreed_take_back.events import (
    MovesTakenBack,
    TakeBackAgreed,
    TakeBackAsked,
    TakeBackRefused,
)
from games.table.take_backs import DISCLOSED, TOO_EARLY


def ask(match_id: str, player: str, *, first: int | None, knowing: bool, key: str | None) -> Appended:
    """Ask that move number `first`, by default the player's latest, and all after it be taken back.

    If no other player is there, the moves are taken back at once. Raises what `pause` raises, and
    `TakeBackAlreadyAsked`; `MoveStands` for a move that is too early, and if something was opened since then and the
    caller does not set `knowing`; `TakeBacksDeclined` if a present player never agrees to take-backs.
    """

    def judge(loaded: Loaded) -> Plan:
        seat, match = _seat(loaded, player), loaded.match
        check_room(loaded)
        admission.admit_events(player)
        if match.table.take_back_wish is not None:
            raise TakeBackAlreadyAsked
        wanted = take_backs.latest_of(match, seat) if first is None else first
        if wanted is None or take_backs.earlier(match, wanted) is None:
            raise MoveStands(reason=TOO_EARLY)
        discloses = take_backs.discloses(match, wanted)
        if discloses and not knowing:
            raise MoveStands(reason=DISCLOSED)
        _check_wishes(loaded, seat)
        return _done(loaded, TakeBackAsked(seat=seat, first=wanted, knowing=discloses), wanted, knowing=discloses)

    return execute(request(match_id, player, "ask take back", first, knowing, key=key), judge)


def agree(match_id: str, player: str, *, key: str | None) -> Appended:
    """Agree to the open request; with the last consent it is carried out. `TakeBackNotAsked`, `AlreadyAgreed`."""

    def judge(loaded: Loaded) -> Plan:
        seat, wish = _seat(loaded, player), loaded.match.table.take_back_wish
        if wish is None:
            raise TakeBackNotAsked
        if seat in wish.agreed:
            raise AlreadyAgreed(seats=sorted({*loaded.match.attended} - wish.agreed))
        return _done(loaded, TakeBackAgreed(seat=seat), wish.first, knowing=wish.knowing)

    return execute(request(match_id, player, "agree take back", key=key), judge)


def refuse(match_id: str, player: str, *, key: str | None) -> Appended:
    """Refuse the open request, or withdraw one's own: nothing is taken back. `TakeBackNotAsked`."""

    def judge(loaded: Loaded) -> Plan:
        seat = _seat(loaded, player)
        if loaded.match.table.take_back_wish is None:
            raise TakeBackNotAsked
        return plan(TakeBackRefused(seat=seat))

    return execute(request(match_id, player, "refuse take back", key=key), judge)


def _seat(loaded: Loaded, player: str) -> int:
    seat = seat_at_play(loaded, player)
    if loaded.match.table.paused_at is not None:
        raise MatchPaused
    # Who is away has to come back first: nobody agrees for them.
    if seat not in loaded.match.attended:
        raise NotSeated
    timeouts.play_first(loaded)
    return seat


def _done(loaded: Loaded, said: TableEvent, first: int, *, knowing: bool) -> Plan:
    """The event of a seat's consent, and the take-back itself if no consent is missing any more."""
    wish = loaded.match.table.take_back_wish
    agreed = {said.seat} if wish is None else {said.seat, *wish.agreed}
    missing = {*loaded.match.attended} - agreed
    return plan(said) if missing else plan(said, MovesTakenBack(first=first, knowing=knowing))


def _check_wishes(loaded: Loaded, seat: int) -> None:
    """Refuse where another player who is there never takes back, or not in rated matches, if this is one."""
    others = [loaded.holders[one] for one in loaded.match.attended if one != seat]
    wishes = {*Player.objects.filter(id__in=others).values_list("take_backs", flat=True)} - {ALWAYS}
    if NEVER in wishes or (wishes and Lobby.objects.filter(match_id=loaded.match.id, rated=True).exists()):
        raise TakeBacksDeclined
