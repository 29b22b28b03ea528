"""The history of a match in sentences, in English, Hebrew and Polish: the course of turns and moves.

`tales.py` has the lines about cards, values, spells and fights.
"""

from collections.abc import Mapping

from games.cave.texts.tales import TALES
from games.cave.texts.words import Said, said

COURSE: Mapping[str, Said] = {
    "cave_prepared": said(
        "The Cave is ready for {seats} adventurers ({character_selection}; last round: {max_rounds}, 0 is none).",
        "המערה מוכנה ל-{seats} הרפתקנים ({character_selection}; סיבוב אחרון: {max_rounds}, ‏0 הוא ללא).",
        "Jaskinia czeka na {seats} Poszukiwaczy ({character_selection}; ostatnia runda: {max_rounds}, 0 to brak).",
    ),
    "first_seat_drawn": said(
        "Seat {first_seat} is drawn to begin.",
        "מושב {first_seat} עלה בגורל להתחיל.",
        "Wylosowano, że zaczyna miejsce {first_seat}.",
    ),
    "character_dealt": said(
        "Seat {seat} plays: {character}.",
        "מושב {seat} משחק בדמות: {character}.",
        "Miejsce {seat} gra postacią: {character}.",
    ),
    "turn_started": said(
        "Round {round}: the turn of seat {seat} begins.",
        "סיבוב {round}: מתחיל תורו של מושב {seat}.",
        "Runda {round}: zaczyna się tura miejsca {seat}.",
    ),
    "turn_skipped": said(
        "Round {round}: seat {seat} loses this turn; lost turns still to come: {left}.",
        "סיבוב {round}: מושב {seat} מפסיד את התור הזה; תורות אבודים שנותרו: {left}.",
        "Runda {round}: miejsce {seat} traci tę turę; pozostałe stracone tury: {left}.",
    ),
    "turn_ended": said(
        "The turn of seat {seat} ends.",
        "תורו של מושב {seat} מסתיים.",
        "Tura miejsca {seat} się kończy.",
    ),
    "question_put": said(
        "Asked of seat {seats}: {kind}.",
        "השאלה למושב {seats}: {kind}.",
        "Pytanie do miejsca {seats}: {kind}.",
    ),
    "question_closed": said(
        "There is nothing left to decide: {kind}.",
        "אין עוד מה להחליט: {kind}.",
        "Nie ma już nic do decyzji: {kind}.",
    ),
    "choice_made": said(
        "Seat {seat} decides ({kind}): {choice}.",
        "מושב {seat} מחליט ({kind}): {choice}.",
        "Miejsce {seat} decyduje ({kind}): {choice}.",
    ),
    "reaction_passed": said(
        "Seat {seat} lets the spell pass.",
        "מושב {seat} מניח ללחש.",
        "Miejsce {seat} nie odpowiada na Czar.",
    ),
    "die_rolled": said(
        "Seat {seat} rolls ({purpose}): {dice}.",
        "מושב {seat} מטיל קובייה ({purpose}): {dice}.",
        "Miejsce {seat} rzuca kostką ({purpose}): {dice}.",
    ),
    "step_taken": said(
        "Seat {seat} goes from {before} to {after}.",
        "מושב {seat} הולך מ{before} אל {after}.",
        "Miejsce {seat} przechodzi: {before} – {after}.",
    ),
    "move_stopped": said(
        "The move of seat {seat} stops on {area}; cause: {cause}.",
        "המהלך של מושב {seat} נעצר באזור {area}; הסיבה: {cause}.",
        "Ruch miejsca {seat} kończy się na Obszarze {area}; powód: {cause}.",
    ),
    "carried": said(
        "Seat {seat} is carried from {before} to {after}.",
        "מושב {seat} נסחף מ{before} אל {after}.",
        "Miejsce {seat} zostaje przeniesione: {before} – {after}.",
    ),
    "gate_tried": said(
        "Seat {seat} tries {gate} ({by}): {dice_sum} against {total}.",
        "מושב {seat} מנסה את {gate} ({by}): {dice_sum} מול {total}.",
        "Miejsce {seat} próbuje otworzyć {gate} ({by}): {dice_sum} wobec {total}.",
    ),
    "gate_opened": said(
        "Seat {seat} opens {gate} for good ({by}).",
        "מושב {seat} פותח לתמיד את {gate} ({by}).",
        "Miejsce {seat} otwiera na stałe {gate} ({by}).",
    ),
    "chamber_identified": said(
        "This time {area} is: {chamber}.",
        "הפעם {area} הוא: {chamber}.",
        "Tym razem {area} to: {chamber}.",
    ),
    "crystal_chamber_found": said(
        "Seat {seat} has found the Crystal Chamber ({way}): {area}.",
        "מושב {seat} מצא את חדר גביש הקסם ({way}): {area}.",
        "Miejsce {seat} odnalazło Komnatę z Magicznym Kryształem ({way}): {area}.",
    ),
    "trial_decided": said(
        "Seat {seat} stands the trial of {trial}: {dice_sum} against {total}; passed: {passed}.",
        "מושב {seat} עומד בניסיון ה{trial}: {dice_sum} מול {total}; עבר: {passed}.",
        "Miejsce {seat} staje do próby ({trial}): {dice_sum} wobec {total}; zdana: {passed}.",
    ),
    "adventurer_died": said(
        "The adventurer of seat {seat} ({character}) dies; all it had lies on {area}. Spells discarded: {spells}.",
        "ההרפתקן של מושב {seat} ({character}) מת; כל רכושו מוטל באזור {area}. לחשים שהושלכו: {spells}.",
        "Poszukiwacz miejsca {seat} ({character}) ginie; dobytek zostaje na Obszarze {area}. Odłożone Czary: {spells}.",
    ),
    "seat_eliminated": said(
        "Seat {seat} is out of the match.",
        "מושב {seat} יצא מהמשחק.",
        "Miejsce {seat} odpada z gry.",
    ),
    "seat_resigned": said(
        "Seat {seat} has resigned.",
        "מושב {seat} פרש.",
        "Miejsce {seat} zrezygnowało.",
    ),
    "crystal_taken": said(
        "Seat {seat} takes the Magic Crystal and wins.",
        "מושב {seat} לוקח את גביש הקסם ומנצח.",
        "Miejsce {seat} zdobywa Magiczny Kryształ i wygrywa.",
    ),
    "last_survivor_remained": said(
        "Seat {winner} is the last one left and wins.",
        "מושב {winner} נותר אחרון ומנצח.",
        "Zostało tylko miejsce {winner} i to ono wygrywa.",
    ),
    "round_limit_reached": said(
        "Round {round} was the last; nobody wins.",
        "סיבוב {round} היה האחרון; אין מנצחים.",
        "Runda {round} była ostatnia; nikt nie wygrywa.",
    ),
}
LINES: Mapping[str, Said] = {**COURSE, **TALES}
