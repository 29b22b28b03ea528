"""The history of a match in sentences, in English, Hebrew and Polish: the course of turns and moves.

`tales.py` has the lines about cards, values, spells and fights. No sentence has a person's gender: Hebrew ones are
built on nouns, Polish ones in the present tense, and a seat stands where a name in the nominative can take its place.
"""

from games.cave.texts.choices import CHOICES
from games.cave.texts.kinds import asked
from games.cave.texts.sums import ADDENDS, summed
from games.cave.texts.tales import TALES
from games.core.messages import Table, said

COURSE: Table = {
    "cave_prepared": said(
        "The Cave is ready for {seats, plural, one {# adventurer} other {# adventurers}}; the characters are "
        "{character_selection, select, pick {picked in turn} other {dealt at random}}"
        "{max_rounds, plural, =0 {} one {, and round # is the last} other {, and round # is the last}}"
        "{elimination, select, none {; the dead always start again} other {}}.",
        "המערה מוכנה {seats, plural, one {לדמות אחת} two {לשתי דמויות} other {ל-# דמויות}}; הדמויות "
        "{character_selection, select, pick {נבחרות לפי התור} other {מחולקות באקראי}}"
        "{max_rounds, plural, =0 {} one {, וסיבוב # הוא האחרון} other {, וסיבוב # הוא האחרון}}"
        "{elimination, select, none {; אחרי מוות תמיד מתחילים שוב} other {}}.",
        "Jaskinia czeka na {seats, plural, one {# Poszukiwacza} few {# Poszukiwaczy} other {# Poszukiwaczy}}; "
        "postacie są "
        "{character_selection, select, pick {wybierane po kolei} other {losowane}}"
        "{max_rounds, plural, =0 {} one {, a runda # jest ostatnia} few {, a runda # jest ostatnia} "
        "other {, a runda # jest ostatnia}}"
        "{elimination, select, none {; po śmierci zawsze zaczyna się od nowa} other {}}.",
    ),
    "first_seat_drawn": said(
        "{first_seat, seat} is drawn to begin.",
        "לפי הגורל, התור הראשון הוא של {first_seat, seat}.",
        "Los wskazuje, kto zaczyna: {first_seat, seat}.",
    ),
    "character_dealt": said(
        "{seat, seat} plays the {character}.",
        "{seat, seat}: הדמות היא {character}.",
        "{seat, seat} gra postacią: {character}.",
    ),
    "turn_started": said(
        "Round {round}: the turn of {seat, seat} begins.",
        "סיבוב {round}: מתחיל התור של {seat, seat}.",
        "Runda {round}: turę zaczyna {seat, seat}.",
    ),
    "turn_skipped": said(
        "Round {round}: {seat, seat} loses this turn{left, plural, =0 {} one { and the next} other { and # more}}.",
        "סיבוב {round}: התור של {seat, seat} אבוד"
        "{left, plural, =0 {} one {, וגם התור שאחריו} two {, וגם שני התורות שאחריו} other {, וגם # התורות שאחריו}}.",
        "Runda {round}: {seat, seat} traci tę turę"
        "{left, plural, =0 {} one { i następną} few { i jeszcze # następne} other { i jeszcze # następnych}}.",
    ),
    "turn_ended": said(
        "The turn of {seat, seat} ends.",
        "התור של {seat, seat} מסתיים.",
        "Turę kończy {seat, seat}.",
    ),
    "question_put": said(
        f"{{seats, seat}} {{seats, plural, one {{is}} other {{are}}}} to decide {asked('en')}.",
        f"להחלטת {{seats, seat}}: {asked('he')}.",
        f"{{seats, plural, one {{Decyduje}} few {{Decydują}} other {{Decydują}}}} {{seats, seat}}: {asked('pl')}.",
    ),
    "question_closed": said(
        f"It need not be decided any more {asked('en')}.",
        f"כבר אין צורך להחליט {asked('he')}.",
        f"Nie trzeba już decydować, {asked('pl')}.",
    ),
    "reaction_passed": said(
        "{seat, seat} lets the spell pass.",
        "{seat, seat}: ויתור על תגובה ללחש.",
        "{seat, seat} nie odpowiada na Czar.",
    ),
    "die_rolled": said(
        "{purpose, select, effect {{seat, seat} rolls for {source}} test {{seat, seat} rolls two dice for {source}} "
        "distance {{seat, seat} rolls how far to go} fork {{seat, seat} rolls at a fork} "
        "chamber_on_the_way {{seat, seat} rolls whether {source} ends the move} "
        "chamber_kind {{seat, seat} rolls what kind of chamber this is} "
        "second_table {{seat, seat} rolls on the second table of chambers} fight {{seat, seat} rolls in the fight} "
        "enemy {The enemy of {seat, seat} rolls} armour {{seat, seat} rolls for {source}} "
        "gate {{seat, seat} rolls two dice at {source}} trial_of_wealth {{seat, seat} rolls the price of the Crystal} "
        "trial_of_strength {{seat, seat} rolls two dice in the trial of strength} "
        "trial_of_power {{seat, seat} rolls two dice in the trial of power} other {{seat, seat} rolls for {purpose}}}: "
        "{dice}.",
        "{purpose, select, effect {{seat, seat}: הטלה עבור {source}} test {{seat, seat}: הטלת שתי קוביות עבור "
        "{source}} "
        "distance {{seat, seat}: הטלת אורך המהלך} fork {{seat, seat}: הטלה בהסתעפות} "
        "chamber_on_the_way {{seat, seat}: הטלה שקובעת אם המהלך נעצר באזור {source}} "
        "chamber_kind {{seat, seat}: הטלת סוג החדר} "
        "second_table {{seat, seat}: הטלה בטבלת החדרים השנייה} fight {{seat, seat}: הטלה בקרב} "
        "enemy {הטלת האויב של {seat, seat}} armour {{seat, seat}: הטלה עבור {source}} "
        "gate {{seat, seat}: הטלת שתי קוביות מול {source}} trial_of_wealth {{seat, seat}: הטלת מחיר הגביש} "
        "trial_of_strength {{seat, seat}: הטלת שתי קוביות בניסיון הכוח} "
        "trial_of_power {{seat, seat}: הטלת שתי קוביות בניסיון העוצמה} other {{seat, seat}: הטלה עבור {purpose}}} – "
        "{dice}.",
        "{purpose, select, effect {{seat, seat} rzuca kostką ({source})} "
        "test {{seat, seat} rzuca dwiema kostkami ({source})} "
        "distance {{seat, seat} rzuca na długość ruchu} fork {{seat, seat} rzuca na rozwidleniu} "
        "chamber_on_the_way {{seat, seat} rzuca, czy {source} kończy ruch} "
        "chamber_kind {{seat, seat} rzuca na rodzaj Komnaty} "
        "second_table {{seat, seat} rzuca na drugą tabelę Komnat} fight {{seat, seat} rzuca w Walce} "
        "enemy {Rzut za Wroga ({seat, seat})} armour {{seat, seat} rzuca na ochronę ({source})} "
        "gate {{seat, seat} rzuca dwiema kostkami ({source})} trial_of_wealth {{seat, seat} rzuca na cenę Kryształu} "
        "trial_of_strength {{seat, seat} rzuca dwiema kostkami w próbie Siły} "
        "trial_of_power {{seat, seat} rzuca dwiema kostkami w próbie Mocy} other {{seat, seat} rzuca kostką "
        "({purpose})}}: "
        "{dice}.",
    ),
    "step_taken": said(
        "{seat, seat} goes from {before} to {after}.",
        "{seat, seat}: מעבר מ{before} אל {after}.",
        "{seat, seat} przechodzi dalej: {before} → {after}.",
    ),
    "move_stopped": said(
        "{seat, seat} stops on {area}: {cause, select, gate {closed Mighty Gates bar the way} "
        "chamber {the chamber ends the move} dead_end {it is a dead end} other {all ways on are crossed already}}.",
        "{seat, seat}: עצירה ({area}) – {cause, select, gate {שערים אדירים סגורים חוסמים את הדרך} "
        "chamber {החדר עוצר את המהלך} dead_end {אין דרך הלאה} other {כל הדרכים הלאה כבר נעברו}}.",
        "{seat, seat} zatrzymuje się ({area}): {cause, select, gate {drogę zamykają Potężne Wrota} "
        "chamber {Komnata kończy ruch} dead_end {to ślepy zaułek} other {wszystkie dalsze drogi są już przebyte}}.",
    ),
    "carried": said(
        "{seat, seat} is carried from {before} to {after}.",
        "{seat, seat}: היסחפות מ{before} אל {after}.",
        "{seat, seat} trafia gdzie indziej: {before} → {after}.",
    ),
    "gate_tried": said(
        "{seat, seat} tries to open {gate} by {by}: the dice come to {dice_sum}, and " + summed() + " is "
        "{passed, select, true {enough: the gate opens} other {too little: the gate stays shut}}.",
        "{seat, seat}: ניסיון לפתוח את {gate} בעזרת {by} – הקוביות {dice_sum} מול " + summed() + "; "
        "{passed, select, true {השער נפתח} other {השער נשאר סגור}}.",
        "{seat, seat} próbuje otworzyć {gate} ({by}): kostki {dice_sum} kontra " + summed() + "; "
        "{passed, select, true {Wrota się otwierają} other {Wrota pozostają zamknięte}}.",
    ),
    "gate_opened": said(
        "{seat, seat} opens {gate} for good{by, select, key { with the key} spell { with a spell} other {}}.",
        "{seat, seat}: פתיחה לתמיד של {gate}{by, select, key { במפתח} spell { בלחש} other {}}.",
        "{seat, seat} otwiera na stałe {gate}{by, select, key { kluczem} spell { Czarem} other {}}.",
    ),
    "chamber_identified": said(
        "This time {area} is: {chamber}.",
        "הפעם {area} הוא: {chamber}.",
        "Tym razem {area} to: {chamber}.",
    ),
    "crystal_chamber_found": said(
        "{seat, seat} finds the Crystal Chamber {way, select, a {by the Map} "
        "other {by two rolls of the die}}: it is {area}.",
        "{seat, seat}: גילוי חדר גביש הקסם {way, select, a {בעזרת המפה} other {בעזרת שתי הטלות}} – {area}.",
        "{seat, seat} odnajduje Komnatę z Magicznym Kryształem "
        "{way, select, a {dzięki Mapie} other {dzięki dwóm rzutom}}: to {area}.",
    ),
    "trial_decided": said(
        "{trial, select, wealth {{seat, seat} stands the trial of wealth: the price is {dice_sum} gold, and "
        "{total} gold is "
        "{passed, select, true {enough} other {too little}}} other {{seat, seat} stands the trial of {trial}: "
        "the dice come "
        "to {dice_sum}, and " + summed() + " is {passed, select, true {enough} other {too little}}}}.",
        "{trial, select, wealth {{seat, seat}: ניסיון העושר – המחיר {dice_sum} והזהב {total}; "
        "{passed, select, true {הניסיון צלח} other {הניסיון נכשל}}} other {{seat, seat}: ניסיון ה{trial} – הקוביות "
        "{dice_sum} מול " + summed() + "; {passed, select, true {הניסיון צלח} other {הניסיון נכשל}}}}.",
        "{trial, select, wealth {{seat, seat} staje do próby zasobności: cena {dice_sum}, złoto {total}; "
        "{passed, select, true {próba jest zdana} other {próba się nie udaje}}} other {{seat, seat} staje do "
        "próby: {trial}; "
        "kostki {dice_sum} kontra "
        + summed()
        + "; {passed, select, true {próba jest zdana} other {próba się nie udaje}}}}.",
    ),
    "adventurer_died": said(
        "The adventurer of {seat, seat}, the {character}, dies on {area}. Objects, friends and gold stay there; "
        "trophies are discarded"
        "{spells, plural, =0 {} one {, and so is a spell: {spells}} other {, and so are spells: {spells}}}.",
        "מוות ({area}): {character}, הדמות של {seat, seat}. חפצים, חברים וזהב נשארים שם; "
        "שלל הניצחון מושלך"
        "{spells, plural, =0 {} one {, וגם לחש: {spells}} other {, וגם לחשים: {spells}}}.",
        "{area}: ginie {character} ({seat, seat}). Przedmioty, Przyjaciele i złoto zostają tutaj, trofea "
        "są odkładane"
        "{spells, plural, =0 {} one {, Czar też: {spells}} few {, Czary też: {spells}} other {, Czary też: {spells}}}.",
    ),
    "seat_eliminated": said(
        "{seat, seat} is out of the match.",
        "{seat, seat}: יציאה מהמשחק.",
        "{seat, seat} odpada z gry.",
    ),
    "seat_resigned": said(
        "{seat, seat} resigns.",
        "{seat, seat}: פרישה מהמשחק.",
        "{seat, seat} rezygnuje z gry.",
    ),
    "crystal_taken": said(
        "{seat, seat} takes the Magic Crystal and wins.",
        "{seat, seat}: זכייה בגביש הקסם ובניצחון.",
        "{seat, seat} zdobywa Magiczny Kryształ i wygrywa.",
    ),
    "last_survivor_remained": said(
        "{winner, seat} is the last one left and wins.",
        "אין עוד יריבים במשחק: הניצחון של {winner, seat}.",
        "Nikt inny już nie gra: wygrywa {winner, seat}.",
    ),
    "round_limit_reached": said(
        "Round {round} was the last; nobody wins.",
        "סיבוב {round} היה האחרון; אין ניצחון.",
        "Runda {round} była ostatnia; nikt nie wygrywa.",
    ),
}
LINES: Table = {**COURSE, **TALES, **CHOICES, **ADDENDS}
