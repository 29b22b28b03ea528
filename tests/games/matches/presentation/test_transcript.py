import re
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from events.store import new_id
from games.core.testing.claims import placeholders
from games.matches.lobby import lobby
from games.matches.play import moves
from games.matches.presentation import transcript
from games.matches.stream.loading import load
from games.table.state import EVENT_TYPES
from tests.cast import Person, match_of, new_match, person, play_some

Cast = tuple[Person, Person, Person]


@pytest.fixture
def cast() -> Cast:
    return person("Alice"), person("Bob"), person("Carol")


def replayed(match_id: str, *more: str) -> list[str]:
    told = StringIO()
    call_command("replay_match", match_id, *more, stdout=told)
    return told.getvalue().splitlines()


def test_every_event_of_the_table_has_a_line_in_three_languages_with_the_same_placeholders() -> None:
    assert transcript.LINES.keys() >= EVENT_TYPES
    for texts in transcript.LINES.values():
        assert all(texts[language] for language in transcript.LANGUAGES)
        assert len({frozenset(placeholders(texts[language])) for language in transcript.LANGUAGES}) == 1


def test_a_replay_has_one_line_for_each_event_with_its_move_and_its_clauses(cast: Cast) -> None:
    match_id = match_of(*cast)
    play_some(match_id, cast, moves=1)
    events = load(match_id).events

    lines = replayed(match_id)[: len(events)]

    assert [int(line.split()[0]) for line in lines] == [event.version for event in events]
    assert lines[0].split(maxsplit=1)[1] == "A match of Rock Paper Wizard, rules 1, is set up for 3 seats."
    assert re.fullmatch(
        r" +\d+ +#1  Seat \d is ready; its choice: \? on seat \?\.  \[RPW-18 RPW-21 RPW-22\]", lines[-1]
    )


def test_the_clauses_that_came_up_are_told_below(cast: Cast) -> None:
    below = replayed(match_of(*cast))

    assert "RPW-15: The first player is drawn at random and gets the marker." in below
    assert not any(line.startswith("RPW-22") for line in below)


def test_a_seat_is_told_its_own_choice_and_no_other(cast: Cast) -> None:
    match_id = match_of(*cast)
    play_some(match_id, cast, moves=2)
    told = {seat: sum("on seat ?" in line for line in replayed(match_id, "--seat", seat)) for seat in ("0", "1", "2")}

    assert sorted(told.values()) == [1, 1, 2]


def test_whole_tells_every_choice(cast: Cast) -> None:
    match_id = match_of(*cast)
    play_some(match_id, cast, moves=2)

    assert not any("?" in line for line in replayed(match_id, "--whole"))


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
        "Seat 0 is taken.",
        "The match is called off.",
    ]


def test_the_end_is_told_with_its_reason_and_winners(cast: Cast) -> None:
    match_id = match_of(*cast)
    for who in cast[:2]:
        moves.resign(match_id, who.id, key=None)

    assert any("The match is over: one seat is left. Winners: 2." in line for line in replayed(match_id))


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


@pytest.mark.parametrize(("match_id", "said"), [(new_id(), "match_not_found"), ("one", "invalid UUID")])
def test_a_match_that_is_not_there_is_named(match_id: str, said: str) -> None:
    with pytest.raises(CommandError, match=said):
        replayed(match_id)
