"""Pause and resume: by consent of every seat whose player is there."""

from events.store import Draft
from games.matches.autoplay import timeouts
from games.matches.errors import AlreadyAgreed, MatchNotActive, MatchNotPaused, MatchPaused, NotSeated
from games.matches.play import autopilot
from games.matches.stream.commands import Actor, Appended, Request, execute, fingerprint
from games.matches.stream.guards import check_not_quarantined, seat_of
from games.matches.stream.loading import Loaded
from games.table.state import ACTIVE


def pause(match_id: str, player: str, *, key: str | None) -> Appended:
    """Agree to a pause; with the last seat's consent all clocks stand still and nobody can move."""

    def judge(loaded: Loaded) -> list[Draft]:
        seat = _seat(loaded, player)
        if loaded.match.table.paused_at is not None:
            raise MatchPaused
        return _agreed(loaded, seat, "pause_agreed", "paused")

    return execute(_request(match_id, player, key, "pause"), judge)


def resume(match_id: str, player: str, *, key: str | None) -> Appended:
    """Agree to go on; with the last seat's consent the clocks run again from where they stood."""

    def judge(loaded: Loaded) -> list[Draft]:
        seat = _seat(loaded, player)
        if loaded.match.table.paused_at is None:
            raise MatchNotPaused
        return _agreed(loaded, seat, "resume_agreed", "resumed")

    return execute(_request(match_id, player, key, "resume"), judge)


def _seat(loaded: Loaded, player: str) -> int:
    seat = seat_of(loaded, player)
    if loaded.match.table.status != ACTIVE:
        raise MatchNotActive(status=loaded.match.table.status)
    check_not_quarantined(loaded.match.id)
    if seat in loaded.match.resigned:
        raise NotSeated
    # Time that was up before the pause is not given back by it.
    timeouts.play_first(loaded)
    return seat


def _agreed(loaded: Loaded, seat: int, agreed: str, done: str) -> list[Draft]:
    missing = set(loaded.match.attended) - loaded.match.table.agreed - {seat}
    before = seat in loaded.match.table.agreed
    if before and missing:
        raise AlreadyAgreed(seats=sorted(missing))
    # Whoever has a say is there again.
    drafts = [autopilot.off(seat, "agreed")] if seat in loaded.match.table.autopilot else []
    if not before:
        drafts.append(Draft(type=agreed, data={}, seat=seat, by="player"))
    return drafts if missing else [*drafts, Draft(type=done, data={"reason": "agreed"})]


def _request(match_id: str, player: str, key: str | None, what: str) -> Request:
    return Request(match=match_id, actor=Actor(by="player", name=player), key=key, hash=fingerprint(what))
