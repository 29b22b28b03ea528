"""Takes back a player's last move, as long as nobody could have learned anything from it."""

from games.matches.autoplay import timeouts
from games.matches.errors import DeadlinePassed, MatchPaused, MoveStands
from games.matches.quotas import admission
from games.matches.stream import quarantine
from games.matches.stream.commands import Appended, execute, request
from games.matches.stream.drafts import Plan, plan
from games.matches.stream.guards import check_room, seat_at_play
from games.matches.stream.loading import Loaded
from games.matches.stream.state import Match
from games.table import clocks, take_backs
from games.table.features.take_back.events import MoveTakenBack


def take_back_move(match_id: str, player: str, move: int, *, key: str | None) -> Appended:
    """Take back the player's move with this number: the match is as before it, but the seat's clock has continued to
    run.

    Raises what a move raises, and `MoveStands`, `MatchTooLong`, `QuotaExceeded` once the player's events of the day are
    used, and `DeadlinePassed` if no time is left for another answer.
    """

    def judge(loaded: Loaded) -> Plan:
        seat = seat_at_play(loaded, player)
        if loaded.match.table.paused_at is not None:
            raise MatchPaused
        check_room(loaded)
        admission.admit_events(player)
        timeouts.play_first(loaded)
        _check(loaded, seat, move)
        return plan(MoveTakenBack(seat=seat, taken_back=move))

    return execute(request(match_id, player, "take back move", move, key=key), judge)


def _check(loaded: Loaded, seat: int, move: int) -> None:
    match = loaded.match
    reason = quarantine.judged(match.id, match.head.version, "prompts", lambda: take_backs.stands(match, seat, move))
    if reason is not None:
        raise MoveStands(reason=reason)
    until = take_backs.until(match)
    if until is not None and clocks.is_past(until, loaded.now):
        raise DeadlinePassed(prompt=_asked(match, seat))


def _asked(match: Match, seat: int) -> str:
    """The prompt that the seat's last move answered."""
    assert match.last_move is not None
    return match.game.prompts(match.last_move.state)[seat].id
