"""Decides what may be taken back: the last move alone, if nobody could have learned from it; by consent more. Pure."""

from datetime import datetime

from games.table import clocks
from games.table.standing import Earlier, LastMove, Standing

# Why a move stands.
NOT_LAST, DISCLOSED, NOT_YOURS, OTHERS_ASKED = "not_last", "disclosed", "not_yours", "others_asked"
# Why even consent cannot take it back: too many moves came after it, or since then a seat was out or got another
# player.
TOO_EARLY = "too_early"


def stands(match: Standing, seat: int | None, move: int) -> str | None:
    """Why the seat may not take back the move with this number; None if it may (the caller checks the time).

    `not_last`: another move came after it. `disclosed`: the move drew, opened or showed something, or something has
    happened since, or no player made it. `not_yours`: another seat made it. `others_asked`: because of it another seat
    is asked something.
    """
    if move != match.moves:
        return NOT_LAST
    last = match.last_move
    if last is None or last.seat is None:
        return DISCLOSED
    if last.seat != seat:
        return NOT_YOURS
    return OTHERS_ASKED if _asks_others(match, last) else None


def retractable(match: Standing, seat: int | None) -> int | None:
    """The number of the move that the seat may take back now (the caller checks the time); None if there is none."""
    # In a pause and after the end there is none: then no move can be taken back.
    last = match.last_move
    return last.number if last is not None and stands(match, seat, last.number) is None else None


def until(match: Standing) -> datetime | None:
    """When the time for the last move's prompt is up, so that nobody can take it back; None if no clock runs."""
    last = match.last_move
    assert last is not None
    due = clocks.deadlines(match.table.clock, last.clocks)
    return next((one.due_at for one in due if one.seat == last.seat), None)


def _asks_others(match: Standing, last: LastMove) -> bool:
    asked, now = match.game.prompts(last.state) if last.asked is None else last.asked, match.prompts
    return any(asked.get(seat) != now.get(seat) for seat in {*asked, *now} - {last.seat})


def earlier(match: Standing, first: int) -> Earlier | None:
    """The match before move number `first`, if all may agree to go back there; None where they may not."""
    return next((one for one in match.earlier if one.number == first), None)


def latest_of(match: Standing, seat: int) -> int | None:
    """The number of the seat's latest move that can be taken back by consent; None where there is none."""
    return next((one.number for one in reversed(match.earlier) if one.seat == seat), None)


def discloses(match: Standing, first: int) -> bool:
    """Whether something was opened, shown or drawn since move number `first`."""
    return any(one.discloses for one in match.earlier if one.number >= first)
