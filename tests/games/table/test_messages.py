from datetime import UTC, datetime
from typing import Any

import pytest

from games.core.languages import LANGUAGES
from games.core.messages import Book, of_event, plain
from games.table.events import MatchCreated, MatchEnded, SeatTaken, TableEvent
from games.table.features.autopilot.events import AutopilotOff
from games.table.features.pause.events import PauseAgreed, Resumed
from games.table.features.quiet_hours.events import ClockChanged
from games.table.messages import TABLES
from games.table.registry import EVENT_TYPES
from games.table.stoppages import NONE, Quiet, Stops


def test_every_event_of_the_table_has_a_message_and_the_end_that_of_its_reason() -> None:
    told = {key for key in TABLES.messages["events"] if "." not in key}
    assert {*told, MatchEnded.type} == EVENT_TYPES


def test_a_match_says_for_whom_it_waits() -> None:
    waits = {"waiting_for": [0, 2]}
    assert {
        language: plain(BOOKS[language].say("statuses", "match.active", waits)) for language in ("en", "he", "pl")
    } == {
        "en": "Waiting for Seat 0 and Seat 2.",
        "he": "המשחק ממתין למהלך של מושב 0 ומושב 2.",
        "pl": "Czas na ruch: Miejsce 0 i Miejsce 2.",
    }


BOOKS = {language: Book(TABLES, language) for language in LANGUAGES}


def told(event: TableEvent, language: str = "en") -> str:
    shown: dict[str, Any] = {"seat": event.seat, "data": event.data, "private": []}
    return plain(BOOKS[language].say("events", event.type, of_event(shown)))


QUIET = Quiet(since=None, from_seconds=21 * 3600, to_seconds=5 * 3600 + 30 * 60)
SUMMER = Quiet(since=datetime(2027, 3, 28, 1, tzinfo=UTC), from_seconds=20 * 3600, to_seconds=4 * 3600 + 30 * 60)
AWAY = (datetime(2027, 7, 1, tzinfo=UTC), datetime(2027, 7, 15, 12, tzinfo=UTC))


@pytest.mark.parametrize(
    ("reason", "stops", "language", "said"),
    [
        (
            "quiet_hours",
            Stops(quiet=(QUIET, SUMMER)),
            "en",
            "From now on the clock of Seat 1 stands still every day from 21:00 to 05:30 UTC.",
        ),
        (
            "vacation",
            Stops(quiet=(QUIET,), vacation=AWAY),
            "en",
            "From now on the clock of Seat 1 stands still every day from 21:00 to 05:30 UTC, and from 2027-07-01 00:00 to"
            " 2027-07-15 12:00 UTC.",
        ),
        (
            "started",
            Stops(vacation=AWAY),
            "pl",
            "Miejsce 1: od początku zegar stoi od 2027-07-01 00:00 do 2027-07-15 12:00 UTC.",
        ),
        ("replaced", NONE, "he", "מרגע ההחלפה השעון של מושב 1 פועל בכל שעות היממה."),
    ],
)
def test_a_changed_clock_says_whose_it_is_and_when_it_stands_still(
    reason: str, stops: Stops, language: str, said: str
) -> None:
    assert told(ClockChanged(seat=1, reason=reason, stops=stops), language) == said


def test_a_fork_says_which_match_and_event_it_goes_on_from() -> None:
    origin = {"match": "0194", "version": 12, "head": "ab", "resigned": [], "eliminated": []}
    made = MatchCreated(game="g", rules="1", seats=3, options={}, clock={}, commitment="", forked_from=origin)  # type: ignore[arg-type]

    assert told(made).endswith(": 3 seats. It goes on from event 12 of the match 0194.")


def test_autopilot_that_ends_with_a_replacement_says_that_the_newcomer_plays_from_now_on() -> None:
    """The newcomer has the seat already when this is told, so the name is theirs."""
    assert told(AutopilotOff(seat=2, reason="played")) == "Seat 2 is back and plays again."
    off = AutopilotOff(seat=2, reason="replaced")
    assert told(off) == "Automatic play ends: from now on Seat 2 plays here."
    assert told(off, "he") == "סוף המשחק האוטומטי: מעכשיו המהלכים הם של מושב 2."
    assert told(off, "pl") == "Koniec gry automatycznej: odtąd gra tu Miejsce 2."
    assert told(SeatTaken(seat=2, entropy=None, invited_by=0)) == "Seat 2 joins in place of an absent player."


def test_a_pause_that_ends_at_its_limit_says_so() -> None:
    assert told(Resumed(reason="pause_limit")) == "The pause has lasted as long as it may: the match goes on."
    assert told(Resumed()) == "All who are here have agreed: the match goes on."


def test_a_match_says_who_wants_a_pause_and_whose_consent_it_takes() -> None:
    wish = {"waiting_for": [1], "agreed": [0], "undecided": [1, 2]}

    assert told(PauseAgreed(seat=0)) == "Seat 0 agrees to a pause. It begins when all who are here have agreed."
    assert plain(BOOKS["en"].say("statuses", "match.active", wish)) == (
        "Waiting for Seat 1. For a pause: Seat 0; still to agree: Seat 1 and Seat 2."
    )
    assert plain(BOOKS["pl"].say("statuses", "match.paused", wish)) == (
        "Rozgrywka jest wstrzymana. Za wznowieniem: Miejsce 0; brakuje zgody: Miejsce 1 i Miejsce 2."
    )
    assert plain(BOOKS["he"].say("statuses", "match.paused", {"agreed": [], "undecided": []})) == "המשחק בהפסקה."
