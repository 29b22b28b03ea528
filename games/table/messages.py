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
        "A table is set up for {game}: {seats, plural, one {# seat} other {# seats}}."
        "{forked_from, select, known { It goes on from {forked_from}.} other {}}",
        'נפתח שולחן למשחק "{game}": {seats, plural, one {מושב אחד} two {שני מושבים} other {# מושבים}}.'
        "{forked_from, select, known { זהו המשך {forked_from}.} other {}}",
        "Otwarto stół do gry „{game}”: {seats, plural, one {# miejsce} few {# miejsca} other {# miejsc}}."
        "{forked_from, select, known { To ciąg dalszy {forked_from}.} other {}}",
    ),
    f"{MatchCreated.type}.forked_from": said(
        "event {version} of the match {match}",
        "של משחק {match} מאירוע {version}",
        "rozgrywki {match} od zdarzenia {version}",
    ),
    SeatTaken.type: said(
        "{seat, seat} joins{bot, select, known {, played by the computer} other {}}"
        "{invited_by, select, known { in place of an absent player} other {}}.",
        "הצטרפות לשולחן{invited_by, select, known { במקום מי שנעדרו} other {}}: {seat, seat}"
        "{bot, select, known { (המחשב משחק)} other {}}.",
        "{seat, seat} dołącza do stołu{bot, select, known { (gra komputer)} other {}}"
        "{invited_by, select, known { w miejsce nieobecnej osoby} other {}}.",
    ),
    SeatLeft.type: said(
        "{seat, seat} leaves the table.", "עזיבת השולחן: {seat, seat}.", "{seat, seat} odchodzi od stołu."
    ),
    MatchStarted.type: said("The match begins.", "המשחק מתחיל.", "Rozgrywka się zaczyna."),
    ClockChanged.type: said(
        "{reason, select, started {From the start} replaced {With the new player} other {From now on}} the clock of"
        " {seat, seat} {quiet_hours, select, none {{vacation, select, none {runs at all hours} other {stands still"
        " {vacation}}}} other {stands still every day {quiet_hours}{vacation, select, none {} other {, and"
        " {vacation}}}}}.",
        "{reason, select, started {מתחילת המשחק} replaced {מרגע ההחלפה} other {מעכשיו}} השעון של"
        " {seat, seat} {quiet_hours, select, none {{vacation, select, none {פועל בכל שעות היממה} other {עומד"
        " {vacation}}}} other {עומד מדי יום {quiet_hours}{vacation, select, none {} other {, וגם {vacation}}}}}.",
        "{seat, seat}: {reason, select, started {od początku} replaced {od zmiany osoby} other {odtąd}} zegar"
        " {quiet_hours, select, none {{vacation, select, none {chodzi przez całą dobę} other {stoi"
        " {vacation}}}} other {stoi codziennie {quiet_hours}{vacation, select, none {} other {, a także"
        " {vacation}}}}}.",
    ),
    # The hours that hold now; those after a change of summer time are in the event.
    f"{ClockChanged.type}.quiet_hours": said(
        "{index, select, 0 {from {from} to {to} UTC} other {}}",
        "{index, select, 0 {מ-{from} עד {to} UTC} other {}}",
        "{index, select, 0 {od {from} do {to} UTC} other {}}",
    ),
    f"{ClockChanged.type}.quiet_hours.between": said("", "", ""),
    f"{ClockChanged.type}.vacation": said(
        "from {starts} to {ends} UTC", "מ-{starts} עד {ends} UTC", "od {starts} do {ends} UTC"
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
        "{reason, select, replaced {Automatic play ends: from now on {seat, seat} plays here.}"
        " other {{seat, seat} is back and plays again.}}",
        "{reason, select, replaced {סוף המשחק האוטומטי: מעכשיו המושב בידיים של {seat, seat}.}"
        " other {חזרה למשחק: {seat, seat}.}}",
        "{reason, select, replaced {Koniec gry automatycznej: odtąd gra tu {seat, seat}.}"
        " other {{seat, seat} wraca do gry.}}",
    ),
    MoveTakenBack.type: said(
        "{seat, seat} takes back the last move.",
        "ביטול המהלך האחרון: {seat, seat}.",
        "{seat, seat} cofa ostatni ruch.",
    ),
    PauseAgreed.type: said(
        "{seat, seat} agrees to a pause. It begins when all who are here have agreed.",
        "הסכמה להפסקה: {seat, seat}. היא מתחילה כשכל מי שנמצאים כאן מסכימים.",
        "{seat, seat} zgadza się na przerwę. Zacznie się ona za zgodą wszystkich obecnych.",
    ),
    Paused.type: said(
        "All who are here have agreed: the match is paused.",
        "כל מי שנמצאים כאן הסכימו: המשחק בהפסקה.",
        "Wszyscy obecni się zgadzają: rozgrywka zostaje wstrzymana.",
    ),
    ResumeAgreed.type: said(
        "{seat, seat} agrees to go on. The pause ends when all who are here have agreed.",
        "הסכמה להמשיך: {seat, seat}. ההפסקה נגמרת כשכל מי שנמצאים כאן מסכימים.",
        "{seat, seat} zgadza się grać dalej. Przerwa skończy się za zgodą wszystkich obecnych.",
    ),
    Resumed.type: said(
        "{reason, select, pause_limit {The pause has lasted as long as it may: the match goes on.}"
        " agreed {All who are here have agreed: the match goes on.} other {The match goes on.}}",
        "{reason, select, pause_limit {ההפסקה נמשכה כל הזמן המותר: המשחק ממשיך.}"
        " agreed {כל מי שנמצאים כאן הסכימו: המשחק ממשיך.} other {המשחק ממשיך.}}",
        "{reason, select, pause_limit {Przerwa trwała tyle, ile mogła: rozgrywka toczy się dalej.}"
        " agreed {Wszyscy obecni się zgadzają: rozgrywka toczy się dalej.} other {Rozgrywka toczy się dalej.}}",
    ),
    ReplacementAgreed.type: said(
        "{seat, seat} agrees that another player takes over from {replaces, seat}, invited by {invited_by, seat}.",
        "הסכמה להחלפה של {replaces, seat} לפי ההזמנה של {invited_by, seat}: {seat, seat}.",
        "{seat, seat} zgadza się na zastępstwo (za: {replaces, seat}, zaprasza: {invited_by, seat}).",
    ),
    MatchCancelled.type: said("The match is called off.", "המשחק בוטל.", "Rozgrywka zostaje odwołana."),
}

# Who wants the match paused, or the pause ended, and whose consent that still takes.
_LACKING = (
    "{undecided, select, known {; still to agree: {undecided, seat}} other {}}",
    "{undecided, select, known {; חסרה ההסכמה של {undecided, seat}} other {}}",
    "{undecided, select, known {; brakuje zgody: {undecided, seat}} other {}}",
)

_STATUSES: Table = {
    "match.open": said(
        "The match waits for {free, plural, =0 {its start} one {one more player} other {# more players}}.",
        "המשחק ממתין {free, plural, =0 {להתחלה} one {למשתתף אחד} two {לשני משתתפים} other {ל-# משתתפים}}.",
        "Rozgrywka czeka na {free, plural, =0 {początek} one {jeszcze jedną osobę} few {jeszcze # osoby}"
        " other {jeszcze # osób}}.",
    ),
    "match.active": said(
        "{waiting_for, select, none {The match is going on.} other {Waiting for {waiting_for, seat}.}}"
        f"{{agreed, select, known {{ For a pause: {{agreed, seat}}{_LACKING[0]}.}} other {{}}}}",
        "{waiting_for, select, none {המשחק בעיצומו.} other {המשחק ממתין למהלך של {waiting_for, seat}.}}"
        f"{{agreed, select, known {{ בעד הפסקה: {{agreed, seat}}{_LACKING[1]}.}} other {{}}}}",
        "{waiting_for, select, none {Rozgrywka trwa.} other {Czas na ruch: {waiting_for, seat}.}}"
        f"{{agreed, select, known {{ Za przerwą: {{agreed, seat}}{_LACKING[2]}.}} other {{}}}}",
    ),
    "match.paused": said(
        f"The match is paused.{{agreed, select, known {{ For going on: {{agreed, seat}}{_LACKING[0]}.}} other {{}}}}",
        f"המשחק בהפסקה.{{agreed, select, known {{ בעד המשך: {{agreed, seat}}{_LACKING[1]}.}} other {{}}}}",
        "Rozgrywka jest wstrzymana."
        f"{{agreed, select, known {{ Za wznowieniem: {{agreed, seat}}{_LACKING[2]}.}} other {{}}}}",
    ),
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
