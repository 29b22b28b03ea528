from games.core.messages import LANGUAGES, Book, plain
from games.core.testing.telling import check_alike
from games.table.events import EVENT_TYPES, MatchEnded
from games.table.messages import TABLES


def test_every_event_of_the_table_has_a_message_and_the_end_that_of_its_reason() -> None:
    assert {*TABLES.messages["events"], MatchEnded.type} == EVENT_TYPES


def test_every_message_is_alike_in_three_languages() -> None:
    for of, table in TABLES.messages.items():
        for key, texts in table.items():
            check_alike(f"{of} {key}", texts)


def test_a_match_says_for_whom_it_waits() -> None:
    told = {language: Book(TABLES, language) for language in LANGUAGES}

    assert {
        language: plain(book.say("statuses", "match.active", {"waiting_for": [0, 2]}))
        for language, book in told.items()
    } == {
        "en": "Waiting for Seat 0 and Seat 2.",
        "he": "המשחק ממתין למהלך של מושב 0 ומושב 2.",
        "pl": "Czas na ruch: Miejsce 0 i Miejsce 2.",
    }
