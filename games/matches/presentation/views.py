"""Whose eyes a caller may look through: their own at any version, another seat's or all of them after the end."""

from dataclasses import dataclass

from games.matches.errors import MatchNotFinished, UnknownSeat
from games.matches.presentation import resources
from games.matches.presentation.shapes import View
from games.matches.presentation.words import ENGLISH, Words
from games.matches.stream.history import at_version
from games.matches.stream.loading import Loaded
from games.matches.stream.state import Match
from games.table.state import FINISHED

ALL, SPECTATOR = "all", "spectator"


@dataclass(frozen=True, kw_only=True)
class Sight:
    """What a caller looks at: a match as it stood, with its status, through the eyes of a seat (None: of nobody)."""

    match: Match
    seat: int | str | None
    status: str

    def view(self, words: Words = ENGLISH) -> View:
        """All that is seen there."""
        if self.seat == ALL:
            return resources.view_of_all(self.match, status=self.status, words=words)
        return resources.view(
            self.match, None if self.seat is None else int(self.seat), status=self.status, words=words
        )


def look(loaded: Loaded, own: int | None, *, seat: int | str | None = None, at: int | None = None) -> Sight:
    """What `seat` (the caller's own when None; `ALL` after the end) saw at version `at` (or sees now).

    Raises `MatchNotFinished` for another seat's view before the end, `UnknownSeat`, `VersionNotFound`.
    """
    if seat is not None and seat != own:
        _check_open_to_all(loaded, seat)
    match = loaded.match if at is None else at_version(loaded, at)
    is_now = match.head == loaded.match.head
    quarantined = is_now and loaded.is_set_aside
    status = resources.status(match, quarantined=quarantined, imported=loaded.is_imported)
    return Sight(match=match, seat=own if seat is None else seat, status=status)


def seen_by(loaded: Loaded, own: int | None, asked: int | str | None) -> tuple[int | None, bool]:
    """The seat (None: a spectator) whose eyes see the events, and whether they see all that the end has opened.

    With nobody named the caller's own, with all that is open now; else what that seat could know then. Raises
    `MatchNotFinished` for another seat's before the end, `UnknownSeat`.
    """
    if asked is None:
        return own, loaded.match.table.status == FINISHED
    if asked == SPECTATOR:
        return None, False
    if asked != own:
        _check_open_to_all(loaded, asked)
    return int(asked), False


def _check_open_to_all(loaded: Loaded, seat: int | str) -> None:
    if loaded.match.table.status != FINISHED:
        raise MatchNotFinished
    if seat != ALL and not 0 <= int(seat) < loaded.match.table.seats:
        raise UnknownSeat(seat=seat)
