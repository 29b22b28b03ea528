"""What the table has to say, whatever the game: its own events, how a match and its seats stand, and why one ends.

Hebrew sentences are built on nouns and Polish ones in the present tense, so that neither has a person's gender; a seat
stands where a name in the nominative can take its place.
"""

from games.core.messages import Table, Tables, said
from games.core.moves import Resign
from games.table.events import (
    AutopilotOff,
    AutopilotOn,
    ClockChanged,
    MatchCancelled,
    MatchCreated,
    MatchEnded,
    MatchStarted,
    MoveTakenBack,
    PauseAgreed,
    Paused,
    ReplacementAgreed,
    ResumeAgreed,
    Resumed,
    SeatLeft,
    SeatTaken,
    TimedOut,
)
from games.table.state import ABANDONED

_EVENTS: Table = {
    MatchCreated.type: said(
        "A table is set up for {game}: {seats, plural, one {# seat} other {# seats}}.",
        'נפתח שולחן למשחק "{game}": {seats, plural, one {מושב אחד} two {שני מושבים} other {# מושבים}}.',
        "Otwarto stół do gry „{game}”: {seats, plural, one {# miejsce} few {# miejsca} other {# miejsc}}.",
    ),
    SeatTaken.type: said(
        "{seat, seat} joins{bot, select, known {, played by the computer} other {}}.",
        "הצטרפות לשולחן: {seat, seat}{bot, select, known { (המחשב משחק)} other {}}.",
        "{seat, seat} dołącza do stołu{bot, select, known { (gra komputer)} other {}}.",
    ),
    SeatLeft.type: said(
        "{seat, seat} leaves the table.", "עזיבת השולחן: {seat, seat}.", "{seat, seat} odchodzi od stołu."
    ),
    MatchStarted.type: said("The match begins.", "המשחק מתחיל.", "Rozgrywka się zaczyna."),
    ClockChanged.type: said(
        "The hours at which the clock of {seat, seat} stands still have changed.",
        "עודכנו השעות שבהן עומד השעון של {seat, seat}.",
        "Zmieniły się godziny postoju zegara. Dotyczy: {seat, seat}.",
    ),
    TimedOut.type: said(
        "{seat, seat} has run out of time; the clock answers.",
        "תם הזמן של {seat, seat}; השעון משיב.",
        "Upływa czas na odpowiedź ({seat, seat}); odpowiada zegar.",
    ),
    AutopilotOn.type: said(
        "{seat, seat} is away and is played automatically from now on.",
        "מעבר למשחק אוטומטי בהיעדר תגובה: {seat, seat}.",
        "{seat, seat} nie odpowiada i od teraz gra automatycznie.",
    ),
    AutopilotOff.type: said(
        "{seat, seat} is back and plays again.", "חזרה למשחק: {seat, seat}.", "{seat, seat} wraca do gry."
    ),
    MoveTakenBack.type: said(
        "{seat, seat} takes back the last move.",
        "ביטול המהלך האחרון: {seat, seat}.",
        "{seat, seat} cofa ostatni ruch.",
    ),
    PauseAgreed.type: said(
        "{seat, seat} asks for a pause.", "בקשה להפסקה: {seat, seat}.", "{seat, seat} prosi o przerwę."
    ),
    Paused.type: said("The match is paused.", "המשחק הופסק לזמן מה.", "Rozgrywka zostaje wstrzymana."),
    ResumeAgreed.type: said(
        "{seat, seat} is ready to go on.", "הסכמה להמשיך: {seat, seat}.", "{seat, seat} chce grać dalej."
    ),
    Resumed.type: said("The match goes on.", "המשחק ממשיך.", "Rozgrywka toczy się dalej."),
    ReplacementAgreed.type: said(
        "{seat, seat} agrees that another player takes over from {replaces, seat}, invited by {invited_by, seat}.",
        "הסכמה להחלפה של {replaces, seat} לפי ההזמנה של {invited_by, seat}: {seat, seat}.",
        "{seat, seat} zgadza się na zastępstwo (za: {replaces, seat}, zaprasza: {invited_by, seat}).",
    ),
    MatchCancelled.type: said("The match is called off.", "המשחק בוטל.", "Rozgrywka zostaje odwołana."),
}

_STATUSES: Table = {
    "match.open": said(
        "The match waits for {free, plural, =0 {its start} one {one more player} other {# more players}}.",
        "המשחק ממתין {free, plural, =0 {להתחלה} one {למשתתף אחד} two {לשני משתתפים} other {ל-# משתתפים}}.",
        "Rozgrywka czeka na {free, plural, =0 {początek} one {jeszcze jedną osobę} few {jeszcze # osoby}"
        " other {jeszcze # osób}}.",
    ),
    "match.active": said(
        "{waiting_for, select, none {The match is going on.} other {Waiting for {waiting_for, seat}.}}",
        "{waiting_for, select, none {המשחק בעיצומו.} other {המשחק ממתין למהלך של {waiting_for, seat}.}}",
        "{waiting_for, select, none {Rozgrywka trwa.} other {Czas na ruch: {waiting_for, seat}.}}",
    ),
    "match.paused": said("The match is paused.", "המשחק בהפסקה.", "Rozgrywka jest wstrzymana."),
    "match.finished": said("The match is over.", "המשחק נגמר.", "Rozgrywka jest skończona."),
    "match.cancelled": said("The match was called off.", "המשחק בוטל.", "Rozgrywka została odwołana."),
    "match.quarantined": said(
        "The match is set aside: something is wrong with it, and people are looking into it.",
        "המשחק הושהה: נמצאה בו תקלה, והיא בבדיקה.",
        "Rozgrywka jest odłożona: coś jest z nią nie tak i trwa sprawdzanie.",
    ),
    "match.imported": said(
        "The match was played elsewhere.", "המשחק שוחק במקום אחר.", "Ta rozgrywka odbyła się gdzie indziej."
    ),
    "seat.open": said("{seat, seat} is free.", "{seat, seat}: פנוי.", "{seat, seat}: wolne."),
    "seat.seated": said(
        "{seat, seat} is at the table{bot, select, known { (the computer plays)} other {}}.",
        "{seat, seat}: ליד השולחן{bot, select, known { (המחשב משחק)} other {}}.",
        "{seat, seat}: przy stole{bot, select, known { (gra komputer)} other {}}.",
    ),
    "seat.autopilot": said(
        "{seat, seat} is away and is played automatically.",
        "{seat, seat}: משחק אוטומטי בהיעדר תגובה.",
        "{seat, seat}: gra automatyczna podczas nieobecności.",
    ),
    "seat.eliminated": said(
        "{seat, seat} is out of the match.", "{seat, seat}: יציאה מהמשחק.", "{seat, seat}: koniec udziału w rozgrywce."
    ),
    "seat.resigned": said(
        "{seat, seat} has resigned.", "{seat, seat}: פרישה מהמשחק.", "{seat, seat}: rezygnacja z gry."
    ),
}

TABLES = Tables(
    messages={
        "events": _EVENTS,
        "questions": {},
        "labels": {Resign.type: said("Resign", "לפרוש", "Zrezygnuj z gry")},
        "sayings": {},
        "reasons": {
            ABANDONED: said(
                "The match is over without a winner: nobody was left to play.",
                "המשחק נגמר ללא הכרעה: לא נותר מי שישחק.",
                "Rozgrywka kończy się bez zwycięstwa: nikt już nie gra.",
            ),
        },
        "statuses": _STATUSES,
    },
    terms={},
)
# `MatchEnded` has no message of its own: it is told by that of its reason.
assert MatchEnded.type not in _EVENTS
