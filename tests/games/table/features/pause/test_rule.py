"""True files and forged ones: each `need` of the rule beside the feature, broken once."""

import pytest

from games.table.clocks import LONGEST_PAUSE
from tests.games.verify.files import PER_MOVE, Scribe
from tests.games.verify.tables import (
    CAST_NOTHING,
    GAME,
    PAUSED,
    RESIGN,
    Step,
    agree,
    assert_refuted,
    assert_valid,
    event,
    paused,
    prompt,
    resumed,
    struck_out,
    then,
    written,
)


def pause_limit(of: Scribe) -> None:
    of.wait_until(of.now + LONGEST_PAUSE)
    of.append([event("resumed", by="clock", reason="pause_limit")])


def back_and_paused(of: Scribe) -> None:
    """The last who is missed was away."""
    struck_out(of)
    agree(of, "pause_agreed", 0)
    of.append([event("autopilot_off", 2, reason="agreed"), event("pause_agreed", 2)])
    of.append([event("pause_agreed", 1), PAUSED])


def back_and_had_agreed(of: Scribe) -> None:
    agree(of, "pause_agreed", 2)
    struck_out(of)
    agree(of, "pause_agreed", 0)
    of.move(1, RESIGN)
    of.append([event("autopilot_off", 2, reason="agreed"), PAUSED])


def nobody_is_there(of: Scribe) -> None:
    """A bot plays on."""
    for seat in (0, 1):
        of.run_out(seat)
        timed_out = event("timed_out", seat, "clock", move=of.moves + 1, prompt=prompt(of, seat))
        away = event("autopilot_on", seat, "clock", move=of.moves + 1, reason="strikes", strikes=1)
        of.move(seat, CAST_NOTHING, "clock", [timed_out, away])


TRUE: dict[str, Step] = {
    "a pause by consent": paused,
    "a pause that is over": resumed,
    "a pause that the clock ends": then(paused, pause_limit),
    "a resignation in a pause": then(paused, lambda of: of.move(0, RESIGN)),
    "a pause of those who are there": then(struck_out, lambda of: paused(of, 0, 1)),
    "a pause by who was away": back_and_paused,
    "a pause by who had agreed before and was away": back_and_had_agreed,
    "a pause asked for again when the only one who was missed has left": then(
        lambda of: agree(of, "pause_agreed", 0, 1),
        lambda of: of.move(2, RESIGN),
        lambda of: of.append([PAUSED]),
    ),
}


@pytest.mark.parametrize("name", TRUE)
def test_what_the_table_writes_is_valid(name: str) -> None:
    assert_valid(written(TRUE[name]))


FALSE: dict[str, tuple[Step, str]] = {
    "paused": (lambda of: of.append([event("paused", by="system", reason="agreed")]), "not every seat has agreed"),
    "paused twice": (
        then(paused, lambda of: of.append([event("paused", by="system", reason="agreed")])),
        "is so already",
    ),
    "paused by a player": (
        then(
            lambda of: agree(of, "pause_agreed", 0, 1),
            lambda of: of.append([event("pause_agreed", 2), event("paused", 0, reason="agreed")]),
        ),
        "not how paused looks",
    ),
    "a pause to which all agree and that does not come": (
        lambda of: agree(of, "pause_agreed", 0, 1, 2),
        "paused comes next in the same append",
    ),
    "a pause to which all agree and that comes later": (
        then(lambda of: agree(of, "pause_agreed", 0, 1, 2), lambda of: of.append([PAUSED])),
        "paused comes next in the same append",
    ),
    "a pause to which all agree and a move": (
        then(lambda of: agree(of, "pause_agreed", 0, 1, 2), lambda of: of.move(0, of.legal(0)[0])),
        "paused comes next in the same append",
    ),
    "an end of the pause to which all agree and that does not come": (
        then(paused, lambda of: agree(of, "resume_agreed", 0, 1, 2)),
        "resumed comes next in the same append",
    ),
    "an end of the pause to which all agree and that the clock calls later": (
        then(paused, lambda of: agree(of, "resume_agreed", 0, 1, 2), pause_limit),
        "resumed comes next in the same append",
    ),
    "two consents at once": (
        lambda of: of.append([event("pause_agreed", 0), event("pause_agreed", 1)]),
        "two appends have one time",
    ),
    "agreed twice": (lambda of: agree(of, "pause_agreed", 0, 0), "has no say, or has agreed"),
    "agreed by nobody": (lambda of: of.append([event("pause_agreed", 0, "system")]), "players agree"),
    "agreed from outside": (lambda of: agree(of, "pause_agreed", 7), "has no say"),
    "resumed": (lambda of: of.append([event("resumed", by="clock", reason="pause_limit")]), "is so already"),
    "moved in a pause": (then(paused, lambda of: of.move(0, of.legal(0)[0])), "the match is paused"),
    "a pause of everybody but one": (
        then(
            lambda of: agree(of, "pause_agreed", 0, 1),
            lambda of: of.append([event("paused", by="system", reason="agreed")]),
        ),
        "not every seat has agreed",
    ),
}


def test_nobody_can_pause_a_match_in_which_only_bots_are_left() -> None:
    of = Scribe(GAME, 3, clock={**PER_MOVE, "strikes": 1}, bots=[2])
    nobody_is_there(of)
    assert_valid(of)
    of.append([PAUSED])
    assert_refuted(of, "nobody is there who could agree")


@pytest.mark.parametrize("name", FALSE)
def test_what_the_table_would_not_write_is_refuted(name: str) -> None:
    step, expected = FALSE[name]
    assert_refuted(written(step), expected)
