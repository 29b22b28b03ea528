"""When a verifier accepts the events of a take-back by consent."""

from games.table import take_backs
from games.table.claims import Envelope, is_count, is_no_move, is_running, need
from games.table.events import PLAYER, SYSTEM
from games.table.standing import Standing
from games.table.state import TakeBackWish


def asked(standing: Standing, envelope: Envelope) -> None:
    """A seat whose player is there asks for what can be taken back; nothing else is asked for already."""
    _by_player(standing, envelope)
    first, knowing = envelope["data"].get("first"), envelope["data"].get("knowing")
    need(standing.table.take_back_wish is None, "a take-back is asked for already")
    need(is_count(first) and isinstance(knowing, bool), "a first move is named, and whether they go on knowing")
    if standing.is_blind:
        return
    need(take_backs.earlier(standing, first) is not None, "so much cannot be taken back")
    need(knowing == take_backs.discloses(standing, first), "whether something was opened since is said otherwise")


def agreed(standing: Standing, envelope: Envelope) -> None:
    """A seat whose player is there agrees for the first time."""
    _by_player(standing, envelope)
    need(envelope["seat"] not in _wish(standing).agreed, "the seat has agreed")


def refused(standing: Standing, envelope: Envelope) -> None:
    """A seat whose player is there ends it."""
    _by_player(standing, envelope)
    _wish(standing)


def taken_back(standing: Standing, envelope: Envelope) -> None:
    """All agreed, and the system says so."""
    is_running(standing)
    is_no_move(envelope)
    need(standing.table.paused_at is None, "the match is paused")
    need((envelope["seat"], envelope["by"]) == (None, SYSTEM), "this is not how moves_taken_back looks")
    wish, data = _wish(standing), envelope["data"]
    # In Python true is 1; in history it is not.
    need(is_count(data.get("first")) and isinstance(data.get("knowing"), bool), "another take-back was asked for")
    need((data["first"], data["knowing"]) == (wish.first, wish.knowing), "another take-back was asked for")
    need(set(standing.attended) <= wish.agreed, "not every seat has agreed")


def _by_player(standing: Standing, envelope: Envelope) -> None:
    is_running(standing)
    is_no_move(envelope)
    need(standing.table.paused_at is None, "the match is paused")
    need(envelope["by"] == PLAYER, "players agree")
    need(envelope["seat"] in standing.attended, "the seat has no say")


def _wish(standing: Standing) -> TakeBackWish:
    wish = standing.table.take_back_wish
    need(wish is not None, "nobody asks for a take-back")
    assert wish is not None
    return wish
