"""True files and forged ones: each `need` of the rule beside the feature, broken once."""

from typing import Any

import pytest
from msgspec.structs import replace

from events.envelope import Part
from games.core.codec import move_to_json
from games.table import stand_ins
from tests.games.verify.files import PER_MOVE, Scribe
from tests.games.verify.tables import (
    CAST_NOTHING,
    GAME,
    Step,
    assert_refuted,
    assert_valid,
    back,
    consent,
    event,
    prompt,
    struck_out,
    take_over_first,
    then,
    written,
)


def replaced(of: Scribe) -> None:
    struck_out(of)
    consent(of, 0, invited_by=0)
    consent(of, 1, invited_by=0)
    take_over(of, invited_by=0)


def take_over(of: Scribe, **data: Any) -> None:
    taken = event("seat_taken", 2, entropy=None, **data)
    of.append([taken, event("autopilot_off", 2, reason="replaced")])


def seated_with_seal(of: Scribe) -> None:
    taken = event("seat_taken", 2, entropy=None, invited_by=0)
    struck_out(of)
    consent(of, 0, invited_by=0)
    consent(of, 1, invited_by=0)
    secret = Part(audience=(2,), part={"note": "what no table seals"})
    of.append([replace(taken, parts=(secret,)), event("autopilot_off", 2, reason="replaced")])


def sent_another(of: Scribe) -> None:
    struck_out(of)
    take_over(of, invited_by=2)


def consented(*seats: int, **data: Any) -> Step:
    """A seat is absent, some seats consent in their order (the first invites), and the seat is taken with `data`."""
    return then(
        struck_out,
        lambda of: consent(of, *seats, invited_by=seats[0]),
        *([lambda of: take_over(of, **data)] if data else []),
    )


def all_are_away(of: Scribe, *away: int) -> None:
    """Nobody is left but a bot on seat 1."""
    for seat in away:
        of.run_out(seat)
        timed_out = event("timed_out", seat, "clock", move=of.moves + 1, prompt=prompt(of, seat))
        on = event("autopilot_on", seat, "clock", move=of.moves + 1, reason="strikes", strikes=1)
        of.move(seat, CAST_NOTHING, "clock", [timed_out, on])


def beside_a_bot() -> Scribe:
    return Scribe(GAME, 3, clock={**PER_MOVE, "strikes": 1}, bots=[1])


def next_question(of: Scribe, seat: int) -> None:
    """The others answer till the seat is asked again: seat 0 has its player, and the bot picks."""
    while seat not in GAME.prompts(of.state):
        asked = GAME.prompts(of.state)[min(GAME.prompts(of.state))]
        if asked.seat == 1:
            chance = stand_ins.chance(of.seed, of.match, asked)
            of.move(1, move_to_json(stand_ins.pick(GAME, of.state, asked, bot="random", chance=chance)), "bot")
        else:
            of.move(asked.seat, of.legal(asked.seat)[0])


def test_an_invitation_of_an_earlier_absence_counts_where_nobody_is_there_any_more() -> None:
    of = beside_a_bot()
    all_are_away(of, 2)
    consent(of, 0, invited_by=0)
    of.append([event("autopilot_off", 2, reason="taken_back")])
    next_question(of, 2)
    all_are_away(of, 2, 0)
    take_over(of, invited_by=0)
    assert_valid(of)


def test_whoever_never_invited_brings_nobody_where_nobody_is_there() -> None:
    of = beside_a_bot()
    all_are_away(of, 0, 2)
    assert_valid(of)
    take_over(of, invited_by=0)
    assert_refuted(of, "that seat has invited nobody")


TRUE: dict[str, Step] = {
    "somebody else's seat": replaced,
    "a seat to which its own player sends another": sent_another,
}


@pytest.mark.parametrize("name", TRUE)
def test_what_the_table_writes_is_valid(name: str) -> None:
    assert_valid(written(TRUE[name]))


FALSE: dict[str, tuple[Step, str]] = {
    "a seat taken from somebody": (lambda of: of.append([event("seat_taken", 7, entropy=None)]), "replaced there"),
    "a seat taken from a player who is there": (
        lambda of: of.append([event("seat_taken", 1, entropy=None, invited_by=0)]),
        "replaced there",
    ),
    "a replacement that nobody invited": (consented(0, 1, invited_by=None), "a player holds invites"),
    "a replacement invited from outside": (consented(0, 1, invited_by=7), "a player holds invites"),
    "a replacement without consent": (consented(0, invited_by=0), "not every seat has consented"),
    "a replacement invited by another": (consented(0, 1, invited_by=1), "not every seat has consented"),
    "consent to nobody's invitation": (
        then(struck_out, lambda of: consent(of, 1, invited_by=0)),
        "has invited nobody",
    ),
    "consent twice": (consented(0, 1, 1), "has no say, or has agreed"),
    "consent of the absent": (
        then(consented(0), lambda of: consent(of, 2, invited_by=0)),
        "has no say, or has agreed",
    ),
    "consent for a player who is there": (
        lambda of: consent(of, 0, invited_by=0, replaces=1),
        "replaced there",
    ),
    "consent by the system": (
        then(
            struck_out,
            lambda of: of.append([event("replacement_agreed", 0, "system", replaces=2, invited_by=0)]),
        ),
        "players agree",
    ),
    "a seat taken with a sealed part": (seated_with_seal, "the table seals nothing here"),
    "a newcomer who gives to the chance": (
        lambda of: take_over_first(of, entropy="mine"),
        "gives nothing to the chance",
    ),
    "a newcomer who is a bot": (lambda of: take_over_first(of, bot="random"), "a newcomer is a player"),
    "a newcomer whose seat a bot goes on playing": (
        lambda of: take_over_first(of),
        "autopilot_off comes next in the same append",
    ),
    "a newcomer who is there later": (
        then(lambda of: take_over_first(of), lambda of: of.append([event("autopilot_off", 2, reason="taken_back")])),
        "autopilot_off comes next in the same append",
    ),
    "replaced by nobody": (back("replaced"), "not how a player comes back"),
    "a newcomer who takes the seat back": (
        lambda of: take_over_first(of, event("autopilot_off", 2, reason="taken_back")),
        "not how a player comes back",
    ),
}


@pytest.mark.parametrize("name", FALSE)
def test_what_the_table_would_not_write_is_refuted(name: str) -> None:
    step, expected = FALSE[name]
    assert_refuted(written(step), expected)
