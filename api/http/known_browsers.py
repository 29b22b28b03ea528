"""Browsers that have logged in to an account before: they log in on an allowance of their own.

A cookie beside the session's holds a mark for each of the last accounts (`games/matches/accounts/marks.py`), and stays
when the session ends. It opens nothing. Like the session it counts for the service's own page alone.
"""

from django.http import HttpRequest, HttpResponseBase

from api.http import session
from games.matches.accounts import marks, seen
from games.matches.accounts.marks import PLAYER
from games.matches.models.people import Player

# People share a browser, and a cookie has its bounds.
MOST = 4


def cookie() -> str:
    """The cookie's name."""
    return f"{session.cookie()}-known"


def is_known(request: HttpRequest) -> bool:
    """Whether somebody has logged in with this browser before, whoever it was."""
    return bool(_marks(request))


def mark_of(request: HttpRequest, player: Player) -> str | None:
    """The mark of the browser that calls, if somebody has logged in to the player's account with it before."""
    fitting = (mark for mark in _marks(request) if marks.fits(PLAYER, mark, str(player.id), player.password))
    return next(fitting, None)


def keep(request: HttpRequest, response: HttpResponseBase, player: Player) -> None:
    """Have the browser be known for the player's account, if that has a password.

    For calls that have checked or set that password: a token alone is no reason to trust a browser with guesses.
    """
    if not player.password:
        return
    mark = mark_of(request, player) or marks.new_mark(PLAYER, str(player.id), player.password)
    seen.note_browser(str(player.id), [mark, *_marks(request)])
    _write(request, response, mark)


def renew(request: HttpRequest, response: HttpResponseBase, player: Player) -> None:
    """Keep a browser known for longer if it is known for the player's account already; never make it known."""
    if (mark := mark_of(request, player)) is not None:
        _write(request, response, mark)


def _write(request: HttpRequest, response: HttpResponseBase, mark: str) -> None:
    others = [other for other in _marks(request) if other != mark]
    session.keep(response, cookie(), ".".join([mark, *others[: MOST - 1]]))


def _marks(request: HttpRequest) -> list[str]:
    if not session.is_own(request):
        return []
    sent = request.COOKIES.get(cookie(), "").split(".")[:MOST]
    return [mark for mark in sent if marks.is_mark(PLAYER, mark)]
