"""True files and forged ones: each `need` of the rule beside the feature, broken once."""

from collections.abc import Sequence
from typing import Any

import pytest

from tests.games.verify.files import Scribe
from tests.games.verify.tables import RESIGN, Step, agree, assert_refuted, assert_valid, event, paused, then, written


def a_round(of: Scribe) -> None:
    """All choose, and with the last choice all are opened."""
    for seat in (0, 1, 2):
        of.move(seat, of.legal(seat)[0])


def moved(of: Scribe) -> None:
    seat = min(of.game.prompts(of.state))
    of.move(seat, of.legal(seat)[0])


def asked(of: Scribe, seat: int = 1, *, first: int = 2, knowing: bool = True, by: str = "player", **data: Any) -> None:
    of.append([event("take_back_asked", seat, by, first=first, knowing=knowing, **data)])


def taken_back(
    of: Scribe,
    *,
    first: int = 2,
    knowing: bool = True,
    agreeing: Sequence[int] = (0, 2),
    seat: int | None = None,
    by: str = "system",
) -> None:
    """A round is played, seat 1 asks for its choice back, the others agree, and it is done."""
    states = []
    for one in (0, 1, 2):
        states.append((of.state, of.draws))
        of.move(one, of.legal(one)[0])
    asked(of)
    *before, last = agreeing
    agree(of, "take_back_agreed", *before)
    done = event("moves_taken_back", seat, by, first=first, knowing=knowing)
    of.append([event("take_back_agreed", last), done])
    of.state, of.draws = states[1]


def played_on(of: Scribe) -> None:
    for seat in (1, 2):
        of.move(seat, of.legal(seat)[-1])


TRUE: dict[str, Step] = {
    "moves taken back by consent, and others made": then(taken_back, played_on),
    "a take-back asked for and refused": then(a_round, asked, lambda of: agree(of, "take_back_refused", 2)),
    "a take-back asked for no more": then(a_round, asked, lambda of: agree(of, "take_back_refused", 1)),
    "a take-back that ends with a move": then(
        lambda of: of.move(0, of.legal(0)[0]),
        lambda of: asked(of, 0, first=1, knowing=False),
        lambda of: of.move(1, of.legal(1)[0]),
        lambda of: asked(of, 0, first=1, knowing=False),
    ),
}


@pytest.mark.parametrize("name", TRUE)
def test_what_the_table_writes_is_valid(name: str) -> None:
    assert_valid(written(TRUE[name]))


FALSE: dict[str, tuple[Step, str]] = {
    "asked for by the system": (then(a_round, lambda of: asked(of, by="system")), "players agree"),
    "asked for twice": (then(a_round, asked, lambda of: asked(of, 2)), "asked for already"),
    "asked for by one who is out": (
        then(a_round, lambda of: of.move(0, RESIGN), lambda of: asked(of, 0, first=3)),
        "the seat has no say",
    ),
    "asked for back to before a seat was out": (
        then(a_round, lambda of: of.move(0, RESIGN), lambda of: asked(of, 1, first=2)),
        "so much cannot be taken back",
    ),
    "asked for back to a move that there is not": (
        then(a_round, lambda of: asked(of, first=9)),
        "so much cannot be taken back",
    ),
    "asked for without a move": (then(a_round, lambda of: asked(of, first=None)), "a first move is named"),  # type: ignore[arg-type]
    "asked for as if nothing was opened": (
        then(a_round, lambda of: asked(of, knowing=False)),
        "whether something was opened since is said otherwise",
    ),
    "asked for as if something was opened": (
        then(lambda of: of.move(0, of.legal(0)[0]), lambda of: asked(of, 0, first=1)),
        "whether something was opened since is said otherwise",
    ),
    "asked for in a pause": (then(a_round, paused, asked), "the match is paused"),
    "agreed to though nobody asks": (
        then(a_round, lambda of: agree(of, "take_back_agreed", 1)),
        "nobody asks for a take-back",
    ),
    "agreed to twice": (
        then(a_round, asked, lambda of: agree(of, "take_back_agreed", 2, 2)),
        "the seat has agreed",
    ),
    "agreed to after a move": (
        then(
            lambda of: of.move(0, of.legal(0)[0]),
            lambda of: asked(of, 0, first=1, knowing=False),
            lambda of: of.move(1, of.legal(1)[0]),
            lambda of: agree(of, "take_back_agreed", 1),
        ),
        "nobody asks for a take-back",
    ),
    "refused though nobody asks": (
        then(a_round, lambda of: agree(of, "take_back_refused", 1)),
        "nobody asks for a take-back",
    ),
    "taken back without all": (lambda of: taken_back(of, agreeing=(0,)), "not every seat has agreed"),
    "taken back by a player": (lambda of: taken_back(of, seat=1, by="player"), "moves_taken_back"),
    "more taken back than was asked for": (lambda of: taken_back(of, first=1), "another take-back was asked for"),
    "taken back as if nobody knew": (lambda of: taken_back(of, knowing=False), "another take-back was asked for"),
    "taken back with a number for a truth value": (
        lambda of: taken_back(of, knowing=1),  # type: ignore[arg-type]
        "another take-back was asked for",
    ),
    "all agree and it is not done": (
        then(a_round, asked, lambda of: agree(of, "take_back_agreed", 0, 2), moved),
        "by the table moves_taken_back comes next",
    ),
}


@pytest.mark.parametrize("name", FALSE)
def test_what_is_forged_is_refuted(name: str) -> None:
    forge, reason = FALSE[name]
    assert_refuted(written(forge), reason)
