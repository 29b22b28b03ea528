"""True files and forged ones: each `need` of the rule beside the feature, broken once."""

from datetime import timedelta
from typing import Any

import pytest

from games.table.stoppages import Stops
from tests.games.verify.files import Scribe
from tests.games.verify.tables import Step, assert_refuted, assert_valid, event, paused, then, written


def take_back(of: Scribe, seat: int = 1, *, by: str = "player", as_seat: int | None = None, **data: Any) -> None:
    """A seat makes a choice and takes it back."""
    before = of.state
    of.move(seat, of.legal(seat)[0])
    said = {"taken_back": of.moves, **data}
    of.append([event("move_taken_back", seat if as_seat is None else as_seat, by, **said)])
    of.state = before


def taken_back_late(of: Scribe) -> None:
    """After the time of the question that it answered; the others are away meanwhile."""
    for other in (0, 2):
        of.stop(other, Stops(vacation=(of.now, of.now + timedelta(days=1))))
    up = next(due.due_at for due in of.deadlines if due.seat == 1)
    of.move(1, of.legal(1)[0])
    of.wait_until(up)
    of.append([event("move_taken_back", 1, taken_back=1)])


def taken_back_after_the_last(of: Scribe) -> None:
    for seat in (0, 1, 2):
        of.move(seat, of.legal(seat)[0])
    of.append([event("move_taken_back", 2, taken_back=3)])


TRUE: dict[str, Step] = {
    "a move taken back": then(take_back, take_back, lambda of: of.move(1, of.legal(1)[-1])),
}


@pytest.mark.parametrize("name", TRUE)
def test_what_the_table_writes_is_valid(name: str) -> None:
    assert_valid(written(TRUE[name]))


FALSE: dict[str, tuple[Step, str]] = {
    "a move taken back by another": (lambda of: take_back(of, as_seat=0), "cannot be taken back (not_yours)"),
    "a move taken back by the system": (lambda of: take_back(of, by="system"), "a player takes back a move"),
    "another move taken back": (lambda of: take_back(of, taken_back=7), "another move was the last"),
    "a move taken back twice": (
        then(take_back, lambda of: of.append([event("move_taken_back", 1, taken_back=1)])),
        "cannot be taken back (disclosed)",
    ),
    "a move taken back that opened the others'": (taken_back_after_the_last, "cannot be taken back (disclosed)"),
    "a move taken back when its time was up": (taken_back_late, "time was up before"),
    "a move taken back in a pause": (
        then(
            lambda of: of.move(1, of.legal(1)[0]),
            paused,
            lambda of: of.append([event("move_taken_back", 1, taken_back=1)]),
        ),
        "the match is paused",
    ),
    "a truth value for the first move": (lambda of: take_back(of, taken_back=True), "another move was the last"),
}


@pytest.mark.parametrize("name", FALSE)
def test_what_the_table_would_not_write_is_refuted(name: str) -> None:
    step, expected = FALSE[name]
    assert_refuted(written(step), expected)
