"""True files and forged ones: each `need` of the rule beside the feature, broken once."""

from typing import Any

import pytest

from tests.games.verify.files import Scribe
from tests.games.verify.tables import (
    CAST_NOTHING,
    GAME,
    RESIGN,
    Step,
    agree,
    assert_refuted,
    assert_valid,
    back,
    event,
    expire,
    scribe,
    struck_out,
    then,
    written,
)


def came_back(of: Scribe) -> None:
    struck_out(of)
    of.append([event("autopilot_off", 2, reason="taken_back")])


def played_again(of: Scribe) -> None:
    struck_out(of)
    of.move(2, of.legal(2)[0], ahead=[event("autopilot_off", 2, move=of.moves + 1, reason="played")])


def struck_by(**data: Any) -> Step:
    """A seat goes on autopilot by its second strike, and this is said of it."""

    def write(of: Scribe) -> None:
        expire(of, 1)
        next_round(of, 1)
        expire(
            of, 1, event("autopilot_on", 1, "clock", move=of.moves + 1, **{"reason": "strikes", "strikes": 2, **data})
        )

    return write


def next_round(of: Scribe, seat: int) -> None:
    while seat not in GAME.prompts(of.state):
        asked = min(GAME.prompts(of.state))
        of.move(asked, of.legal(asked)[0])


BACK = event("autopilot_off", 2, reason="agreed")
TRUE: dict[str, Step] = {
    "strikes and autopilot": struck_out,
    "a bot for the absent": then(struck_out, lambda of: of.move(2, CAST_NOTHING, "bot")),
    "taken back": came_back,
    "back by a move": played_again,
    "back by consent": then(struck_out, lambda of: of.append([BACK, event("pause_agreed", 2)])),
    "a resignation from autopilot": then(struck_out, lambda of: of.move(2, RESIGN)),
}


@pytest.mark.parametrize("name", TRUE)
def test_what_the_table_writes_is_valid(name: str) -> None:
    assert_valid(written(TRUE[name]))


FALSE: dict[str, tuple[Step, str]] = {
    "autopilot for another reason": (struck_by(reason="asleep"), "autopilot comes by so many strikes"),
    "autopilot by other strikes": (struck_by(strikes=7), "autopilot comes by so many strikes"),
    "back for no reason": (back({}), "not how a player comes back"),
    "back by a move that is none": (back("played"), "not how a player comes back"),
    "back from nowhere": (lambda of: of.append([event("autopilot_off", 1, reason="taken_back")]), "not on autopilot"),
    "back by consent to nothing": (back("agreed"), "pause_agreed comes next in the same append"),
    "back by consent that comes later": (
        then(back("agreed"), lambda of: agree(of, "pause_agreed", 2)),
        "pause_agreed comes next in the same append",
    ),
    "back by another's consent": (
        then(struck_out, lambda of: of.append([BACK, event("pause_agreed", 1)])),
        "pause_agreed comes next in the same append",
    ),
    "back by their word, and a consent in the same append": (
        then(
            struck_out,
            lambda of: of.append([event("autopilot_off", 2, reason="taken_back"), event("pause_agreed", 2)]),
        ),
        "two appends have one time",
    ),
    "back by resigning": (
        then(
            struck_out,
            lambda of: of.move(2, RESIGN, ahead=[event("autopilot_off", 2, move=of.moves + 1, reason="played")]),
        ),
        "nobody comes back by resigning",
    ),
    "back by another's word": (
        then(struck_out, lambda of: of.append([event("autopilot_off", 2, "clock", reason="taken_back")])),
        "a player comes back",
    ),
    "played from autopilot without coming back": (
        then(struck_out, lambda of: of.move(2, of.legal(2)[0])),
        "a move ends autopilot",
    ),
    "a bot for somebody who is there": (lambda of: of.move(1, of.legal(1)[0], "bot"), "no bot plays for this seat"),
    "autopilot too early": (
        lambda of: expire(of, 1, event("autopilot_on", 1, "clock", move=1, reason="strikes", strikes=2)),
        "not so many strikes",
    ),
    "autopilot too late": (
        then(lambda of: expire(of, 1), lambda of: next_round(of, 1), lambda of: expire(of, 1)),
        "the last strike",
    ),
    "autopilot for another": (
        lambda of: expire(of, 1, event("autopilot_on", 0, "clock", move=1, reason="strikes", strikes=2)),
        "another seat's",
    ),
}


@pytest.mark.parametrize("name", FALSE)
def test_what_the_table_would_not_write_is_refuted(name: str) -> None:
    step, expected = FALSE[name]
    assert_refuted(written(step), expected)


def test_a_truth_value_is_no_number_of_strikes() -> None:
    of = scribe(strikes=1)
    expire(of, 1, event("autopilot_on", 1, "clock", move=1, reason="strikes", strikes=True))
    assert_refuted(of, "autopilot comes by so many strikes")
