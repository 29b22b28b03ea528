"""True files and forged ones: each `need` of the rule beside the feature, broken once."""

import pytest

from games.table.clocks import LONGEST_PAUSE
from tests.games.verify.files import Scribe
from tests.games.verify.tables import (
    RESIGN,
    Step,
    agree,
    assert_refuted,
    assert_valid,
    event,
    paused,
    struck_out,
    then,
    written,
)


def resumed(of: Scribe) -> None:
    paused(of)
    agree(of, "resume_agreed", 2, 1, 0)
    of.append([event("resumed", by="system", reason="agreed")])


TRUE: dict[str, Step] = {
    "a pause by consent": paused,
    "a pause that is over": resumed,
    "a pause that the clock ends": then(
        paused,
        lambda of: of.wait_until(of.now + LONGEST_PAUSE),
        lambda of: of.append([event("resumed", by="clock", reason="pause_limit")]),
    ),
    "a resignation in a pause": then(paused, lambda of: of.move(0, RESIGN)),
    "a pause of those who are there": then(
        struck_out,
        lambda of: agree(of, "pause_agreed", 0, 1),
        lambda of: of.append([event("paused", by="system", reason="agreed")]),
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
            lambda of: agree(of, "pause_agreed", 0, 1, 2), lambda of: of.append([event("paused", 0, reason="agreed")])
        ),
        "not how paused looks",
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


@pytest.mark.parametrize("name", FALSE)
def test_what_the_table_would_not_write_is_refuted(name: str) -> None:
    step, expected = FALSE[name]
    assert_refuted(written(step), expected)
