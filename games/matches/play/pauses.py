"""Pauses and resumes a match, by consent of every seat with a present player."""

from games.matches.autoplay import timeouts
from games.matches.errors import AlreadyAgreed, MatchNotPaused, MatchPaused, NotSeated
from games.matches.play import autopilot
from games.matches.quotas import admission
from games.matches.stream.commands import Appended, execute, request
from games.matches.stream.drafts import Plan, plan
from games.matches.stream.guards import check_room, seat_at_play
from games.matches.stream.loading import Loaded
from games.table.events import TableEvent
from games.table.features.pause.events import PauseAgreed, Paused, ResumeAgreed, Resumed


def pause(match_id: str, player: str, *, key: str | None) -> Appended:
    """Agree to a pause; with the last seat's consent all clocks stand still and nobody can move.

    `MatchTooLong` where there have been too many, `QuotaExceeded` once the player's events of the day are used.
    """

    def judge(loaded: Loaded) -> Plan:
        seat = _seat(loaded, player)
        if loaded.match.table.paused_at is not None:
            raise MatchPaused
        check_room(loaded)
        admission.admit_events(player)
        return _agreed(loaded, PauseAgreed(seat=seat), Paused())

    return execute(request(match_id, player, "pause", key=key), judge)


def resume(match_id: str, player: str, *, key: str | None) -> Appended:
    """Agree to resume; no quota refuses this. With the last consent each clock continues with the time it had left."""

    def judge(loaded: Loaded) -> Plan:
        seat = _seat(loaded, player)
        if loaded.match.table.paused_at is None:
            raise MatchNotPaused
        return _agreed(loaded, ResumeAgreed(seat=seat), Resumed())

    return execute(request(match_id, player, "resume", key=key), judge)


def _seat(loaded: Loaded, player: str) -> int:
    seat = seat_at_play(loaded, player)
    if seat in loaded.match.gone:
        raise NotSeated
    # A pause does not restore time that was already up.
    timeouts.play_first(loaded)
    return seat


def _agreed(loaded: Loaded, agreed: TableEvent, done: TableEvent) -> Plan:
    table, seat = loaded.match.table, agreed.seat
    missing = set(loaded.match.attended) - table.agreed - {seat}
    before = seat in table.agreed
    if before and missing:
        raise AlreadyAgreed(seats=sorted(missing))
    events = autopilot.back(loaded, seat)
    if not before:
        events.append(agreed)
    return plan(*events) if missing else plan(*events, done)
