import re
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.matches.lobby import lobby
from games.matches.play import submission
from games.matches.stream.loading import load
from tests.support.cast import match_of, new_match, play_some
from tests.support.chance import UNKNOWN_ID
from tests.support.table_fixtures import Cast


def replayed(match_id: str, *more: str) -> list[str]:
    told = StringIO()
    call_command("replay_match", match_id, *more, stdout=told)
    return told.getvalue().splitlines()


def test_a_replay_has_one_line_for_each_event_with_its_move_and_its_clauses(cast: Cast) -> None:
    match_id = match_of(*cast)
    play_some(match_id, cast, moves=1)
    events = load(match_id).events

    lines = replayed(match_id)[: len(events)]

    assert [int(line.split()[0]) for line in lines] == [event.version for event in events]
    assert lines[0].split(maxsplit=1)[1] == "A table is set up for Rock Paper Wizard: 3 seats."
    assert re.fullmatch(r" +\d+ +#1  Seat \d has chosen\.  \[RPW-18 RPW-21 RPW-22\]", lines[-1])


def test_the_clauses_that_came_up_are_told_below(cast: Cast) -> None:
    below = replayed(match_of(*cast))

    assert "RPW-15: The first player is drawn at random and gets the marker." in below
    assert not any(line.startswith("RPW-22") for line in below)


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("he", "RPW-15: המושב הראשון עולה בגורל ומקבל את האסימון."),
        ("pl", "RPW-15: Kto zaczyna, rozstrzyga losowanie; to miejsce dostaje znacznik."),
    ],
)
def test_the_clauses_are_told_in_the_language_of_the_replay(cast: Cast, language: str, told: str) -> None:
    assert told in replayed(match_of(*cast), "--language", language)


def test_a_seat_is_told_its_own_choice_and_no_other(cast: Cast) -> None:
    match_id = match_of(*cast)
    play_some(match_id, cast, moves=2)
    told = {seat: sum("has chosen." in line for line in replayed(match_id, "--seat", seat)) for seat in ("0", "1", "2")}

    assert sorted(told.values()) == [1, 1, 2]


def test_whole_tells_every_choice(cast: Cast) -> None:
    match_id = match_of(*cast)
    play_some(match_id, cast, moves=2)

    assert not any("has chosen." in line for line in replayed(match_id, "--whole"))


@pytest.mark.parametrize(
    ("language", "begins"), [("en", "Round 2 begins"), ("he", "סיבוב 2 מתחיל"), ("pl", "Zaczyna się runda 2")]
)
def test_after_the_end_everybody_is_told_everything_and_nothing_is_left_untranslated(
    cast: Cast, language: str, begins: str
) -> None:
    match_id = match_of(*cast)
    play_some(match_id, cast)

    lines = replayed(match_id, "--language", language)

    events = lines[: lines.index("")]
    assert len(events) == load(match_id).match.head.version
    assert not any("?" in line or "_" in line for line in events)
    assert any(begins in line for line in events)


def test_what_the_table_has_seen_is_told(cast: Cast) -> None:
    match_id, _ = lobby.create(cast[0].id, new_match(), key=None)
    lobby.cancel(match_id, cast[0].id, key=None)

    assert [line.split(maxsplit=1)[1] for line in replayed(match_id)[1:3]] == [
        "Seat 0 joins.",
        "The match is called off.",
    ]


def test_the_end_is_told_with_its_reason_and_winners(cast: Cast) -> None:
    match_id = match_of(*cast)
    for who in cast[:2]:
        submission.resign(match_id, who.id, key=None)

    assert any("one seat is left" in line for line in replayed(match_id))


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--seat", "3"], "no seat 3"),
        (["--seat", "0", "--whole"], "not allowed with"),
        (["--language", "de"], "invalid choice"),
    ],
)
def test_a_replay_that_cannot_be_is_refused(cast: Cast, more: list[str], said: str) -> None:
    with pytest.raises(CommandError, match=said):
        replayed(match_of(*cast), *more)


@pytest.mark.parametrize(("match_id", "said"), [(UNKNOWN_ID, "match_not_found"), ("one", "invalid UUID")])
def test_a_match_that_is_not_there_is_named(match_id: str, said: str) -> None:
    with pytest.raises(CommandError, match=said):
        replayed(match_id)
