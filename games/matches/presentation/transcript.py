"""A match as text: one line for each event, in English, Hebrew or Polish, with the clauses that produced it."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from games.core.definition import GameDefinition
from games.core.lines import sentence
from games.matches.presentation import resources
from games.matches.presentation.shapes import Event
from games.matches.stream.loading import Loaded
from games.table.events import (
    EVENT_TYPES,
    AutopilotOff,
    AutopilotOn,
    ClockChanged,
    MatchCancelled,
    MatchCreated,
    MatchEnded,
    MatchStarted,
    PauseAgreed,
    Paused,
    ReplacementAgreed,
    ResumeAgreed,
    Resumed,
    SeatLeft,
    SeatTaken,
    TimedOut,
)
from games.table.state import ABANDONED, FINISHED

LANGUAGES = ("en", "he", "pl")


def _said(en: str, he: str, pl: str) -> Mapping[str, str]:
    return {"en": en, "he": he, "pl": pl}


# The table's own events, as games tell theirs.
LINES: Mapping[str, Mapping[str, str]] = {
    MatchCreated.type: _said(
        "A match of {game}, rules {rules}, is set up for {seats} seats.",
        "נפתח משחק {game}, גרסת חוקים {rules}, מושבים: {seats}.",
        "Otwarto grę: {game}, wersja zasad {rules}, miejsc: {seats}.",
    ),
    SeatTaken.type: _said("Seat {seat} is taken.", "מושב {seat} נתפס.", "Miejsce {seat} jest zajęte."),
    SeatLeft.type: _said("Seat {seat} is free again.", "מושב {seat} התפנה.", "Miejsce {seat} znów jest wolne."),
    MatchStarted.type: _said("The match begins.", "המשחק מתחיל.", "Gra się zaczyna."),
    ClockChanged.type: _said("A clock has been changed.", "עודכן שעון.", "Zmieniono zegar."),
    TimedOut.type: _said("The time of seat {seat} is up.", "תם הזמן של מושב {seat}.", "Minął czas miejsca {seat}."),
    AutopilotOn.type: _said(
        "Seat {seat} plays by itself from now on.",
        "מושב {seat} עובר למשחק אוטומטי.",
        "Miejsce {seat} gra odtąd automatycznie.",
    ),
    AutopilotOff.type: _said(
        "The player of seat {seat} is back.",
        "מושב {seat} כבר אינו במשחק אוטומטי.",
        "Miejsce {seat} nie gra już automatycznie.",
    ),
    PauseAgreed.type: _said(
        "Seat {seat} agrees to a pause.", "מושב {seat} מסכים להשהיה.", "Miejsce {seat} zgadza się na przerwę."
    ),
    Paused.type: _said("The match is paused.", "המשחק הושהה.", "Grę wstrzymano."),
    ResumeAgreed.type: _said(
        "Seat {seat} agrees to go on.", "מושב {seat} מסכים להמשיך.", "Miejsce {seat} zgadza się grać dalej."
    ),
    Resumed.type: _said("The match goes on.", "המשחק ממשיך.", "Gra toczy się dalej."),
    ReplacementAgreed.type: _said(
        "Seat {seat} agrees that seat {invited_by} invites another player for seat {replaces}.",
        "מושב {seat} מסכים שמושב {invited_by} יזמין מחליפים למושב {replaces}.",
        "Miejsce {seat} zgadza się, by miejsce {invited_by} zaprosiło kogoś na miejsce {replaces}.",
    ),
    MatchCancelled.type: _said("The match is called off.", "המשחק בוטל.", "Grę odwołano."),
    MatchEnded.type: _said(
        "The match is over: {reason}. Winners: {winners}.",
        "המשחק נגמר: {reason}. מושבים מנצחים: {winners}.",
        "Koniec gry: {reason}. Zwycięskie miejsca: {winners}.",
    ),
}
# What the table's lines name; a game may name it otherwise.
TERMS: Mapping[str, Mapping[str, str]] = {
    ABANDONED: _said("nobody plays any more", "איש אינו משחק עוד", "nikt już nie gra"),
}


def history(loaded: Loaded, *, seat: int | None, whole: bool, language: str) -> Iterator[str]:
    """The match line by line as `seat` (None: a spectator) may know it; all of it when `whole`, or after the end.

    A line is the event's version, the number of its move, the sentence, and the ids of its clauses; the clauses that
    came up are told at the end, in English.
    """
    game = _with_table(loaded.match.game)
    ended = whole or loaded.match.table.status == FINISHED
    cited: dict[str, str] = {}
    for stored in loaded.events:
        event = resources.event(stored, seat=seat, ended=ended)
        # In the table's first event the same word is the version of the rules.
        rules = [] if stored.envelope["type"] in EVENT_TYPES else stored.envelope["data"]["rules"]
        cited.update((clause, game.clauses[clause]) for clause in rules)
        yield _line(event, rules, sentence(game, event, language))
    yield ""
    yield from (f"{clause}: {paraphrase}" for clause, paraphrase in cited.items())


def _with_table(game: GameDefinition) -> GameDefinition:
    """The game with the table's lines and terms beside its own."""
    return replace(game, lines={**LINES, **game.lines}, terms={game.slug: game.names, **TERMS, **game.terms})


def _line(event: Event, rules: list[str], said: str) -> str:
    move = f"#{event['move']}" if event["move"] else ""
    return f"{event['version']:>5} {move:>5}  {said}" + (f"  [{' '.join(rules)}]" if rules else "")
