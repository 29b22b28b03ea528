"""The lines of history about cards, values, spells and fights; `lines.py` has the course of the match."""

from games.cave.texts.sums import CARDLESS, summed
from games.core.messages import Table, said

_SOURCE = "{source, select, known { ({source})} other {}}"
_OWN, _ENEMY = summed("addends", "sum"), summed("enemy_addends", "enemy_sum")

TALES: Table = {
    "spell_drawn": said(
        "{seat, seat} draws {spell, select, known {the spell {spell}} other {a spell}}.",
        '{seat, seat}: משיכת {spell, select, known {הלחש "{spell}"} other {לחש}}.',
        "{seat, seat} ciągnie Czar{spell, select, known { „{spell}”} other {}}.",
    ),
    "deck_renewed": said(
        "The {deck} has run out: {count, plural, one {its discarded card becomes} "
        "other {its # discarded cards become}} the new deck.",
        "נגמרו {deck}: {count, plural, one {הקלף המשומש היחיד הופך} two {שני הקלפים המשומשים הופכים} "
        "other {# הקלפים המשומשים הופכים}} לערימה.",
        "Skończyły się {deck}: {count, plural, one {# odłożona Karta tworzy} few {# odłożone Karty tworzą} "
        "other {# odłożonych Kart tworzy}} nowy stos.",
    ),
    "card_drawn": said(
        "{seat, seat} turns up {card} on {area}, from the {deck}.",
        '{seat, seat}: הקלף "{card}" מתוך {deck} נחשף ({area}).',
        "{seat, seat} odkrywa Kartę „{card}” ({area}; {deck}).",
    ),
    "cave_cards_counted": said(
        "{seat, seat} has resolved {cards, plural, one {a Cave card} other {# Cave cards}}; {count} of 7 "
        "{count, plural, one {counts} other {count}} toward power.",
        "{seat, seat}: {cards, plural, one {נחקר קלף מערה אחד} two {נחקרו שני קלפי מערה} other {נחקרו # קלפי מערה}}; "
        "{count} מתוך 7 {count, plural, one {נספר} other {נספרים}} לקראת עוצמה.",
        "{seat, seat} bada {cards, plural, one {# Kartę} few {# Karty} other {# Kart}} Jaskini; "
        "do punktu Mocy {count, plural, one {liczy} few {liczą} other {liczy}} się {count} z 7.",
    ),
    "stat_changed": said(
        "{seat, seat} now has {stat, select, gold {{after} gold} strength {strength {after}} power {power {after}} "
        "endurance {endurance {after}} other {a healing cap of {after}}} instead of {before}" + _SOURCE + ".",
        "{seat, seat}: כעת {stat, select, gold {זהב {after}} strength {כוח {after}} power {עוצמה {after}} "
        "endurance {חוסן {after}} other {תקרת הריפוי {after}}} במקום {before}" + _SOURCE + ".",
        "{seat, seat} ma teraz {stat, select, "
        "gold {{after, plural, one {# mieszek} few {# mieszki} other {# mieszków}} złota} strength {Siłę {after}} "
        "power {Moc {after}} endurance {Wytrzymałość {after}} other {pułap Uzdrowienia {after}}} zamiast {before}"
        + _SOURCE
        + ".",
    ),
    # With a source a penalty is laid on or struck off; without one a move under way has served it.
    "penalty_set": said(
        "{penalty, select, lose_turn {{seat, seat} is to lose {after, plural, =0 {no turn} one {the next turn} "
        "other {the next # turns}}} slow {{source, select, known {{seat, seat} {after, plural, =0 {is no longer "
        "slowed} "
        "one {may go only one area on the next move} other {may go only one area on each of the next # moves}}} "
        "other {{seat, seat} goes only one area this time}}} other {{source, select, known {The die is to lead "
        "{seat, seat} {after, plural, =0 {no more} one {on the next move} other {on the next # moves}}} "
        "other {The die leads {seat, seat} this time}}}}" + _SOURCE + ".",
        "{penalty, select, lose_turn {{seat, seat}: {after, plural, =0 {לא אובד עוד תור} one {אובדן התור הבא} "
        "two {אובדן שני התורות הבאים} other {אובדן # התורות הבאים}}} slow {{source, select, "
        "known {{seat, seat}: {after, plural, =0 {סוף ההאטה} one {אזור אחד בלבד במהלך הבא} "
        "two {אזור אחד בלבד בכל אחד משני המהלכים הבאים} other {אזור אחד בלבד בכל אחד מ-# המהלכים הבאים}}} "
        "other {{seat, seat}: הפעם אזור אחד בלבד}}} other {{source, select, known {{seat, seat}: "
        "{after, plural, =0 {הקובייה אינה מובילה עוד} one {הקובייה תוביל את המהלך הבא} "
        "two {הקובייה תוביל את שני המהלכים הבאים} other {הקובייה תוביל את # המהלכים הבאים}}} "
        "other {{seat, seat}: הקובייה מובילה הפעם}}}}" + _SOURCE + ".",
        "{penalty, select, lose_turn {{seat, seat} {after, plural, =0 {nie traci już tur} one {traci następną turę} "
        "few {traci # następne tury} other {traci # następnych tur}}} slow {{source, select, "
        "known {{seat, seat}: {after, plural, =0 {koniec spowolnienia} one {w następnym ruchu tylko jeden Obszar} "
        "few {w # następnych ruchach tylko jeden Obszar} other {w # następnych ruchach tylko jeden Obszar}}} "
        "other {{seat, seat} przechodzi tym razem tylko jeden Obszar}}} other {{source, select, known {{seat, seat}: "
        "{after, plural, =0 {kostka już nie prowadzi ruchu} one {następny ruch poprowadzi kostka} "
        "few {# następne ruchy poprowadzi kostka} other {# następnych ruchów poprowadzi kostka}}} "
        "other {{seat, seat}: tym razem ruch prowadzi kostka}}}}" + _SOURCE + ".",
    ),
    "bonus_set": said(
        "{after, plural, =0 {The bonus of {seat, seat} for one test is used up} "
        "one {{seat, seat} gets # more in the next test, at the next gate or in the first trial} "
        "other {{seat, seat} gets # more in the next test, at the next gate or in the first trial}}" + _SOURCE + ".",
        "{after, plural, =0 {{seat, seat}: התוספת למבחן אחד נוצלה} "
        "one {{seat, seat}: תוספת של # למבחן הבא, לשער הבא או לניסיון הראשון} "
        "other {{seat, seat}: תוספת של # למבחן הבא, לשער הבא או לניסיון הראשון}}" + _SOURCE + ".",
        "{after, plural, =0 {{seat, seat} wykorzystuje premię do jednego testu} "
        "one {{seat, seat} dostaje # więcej w następnym teście, przy Wrotach lub w pierwszej próbie} "
        "few {{seat, seat} dostaje # więcej w następnym teście, przy Wrotach lub w pierwszej próbie} "
        "other {{seat, seat} dostaje # więcej w następnym teście, przy Wrotach lub w pierwszej próbie}}"
        + _SOURCE
        + ".",
    ),
    "card_taken": said(
        "{seat, seat} takes {card} from {area}.",
        '{seat, seat}: לקיחת "{card}" ({area}).',
        "{seat, seat} zabiera Kartę „{card}” ({area}).",
    ),
    "gold_taken": said(
        "{seat, seat} picks up {amount} gold on {area}.",
        "{seat, seat}: איסוף {amount, plural, one {שק זהב אחד} two {שני שקי זהב} other {# שקי זהב}} ({area}).",
        "{seat, seat} podnosi {amount, plural, one {# mieszek} few {# mieszki} other {# mieszków}} złota ({area}).",
    ),
    "card_left": said(
        "{seat, seat} leaves {card} on {area}.",
        '{seat, seat}: השארת "{card}" ({area}).',
        "{seat, seat} zostawia Kartę „{card}” ({area}).",
    ),
    "card_discarded": said(
        "The card {card} is discarded from {area}.",
        'הקלף "{card}" ({area}) מושלך.',
        "Karta „{card}” ({area}) zostaje odłożona.",
    ),
    "belonging_discarded": said(
        "{seat, seat} discards {card}.",
        '{seat, seat}: השלכת "{card}".',
        "{seat, seat} odkłada Kartę „{card}”.",
    ),
    "trophies_won": said(
        "{seat, seat} keeps {cards} as {cards, plural, one {a trophy} other {trophies}}.",
        "{seat, seat}: שלל ניצחון – {cards}{cards, plural, one {} other {}}.",
        "{seat, seat} zdobywa {cards, plural, one {trofeum} few {trofea} other {trofea}}: {cards}.",
    ),
    "trophies_exchanged": said(
        "{seat, seat} exchanges trophies worth {points} points for {strength} strength: {cards}.",
        "{seat, seat}: המרת שלל בשווי {points} נקודות תמורת "
        "{strength, plural, one {נקודת כוח אחת} two {שתי נקודות כוח} other {# נקודות כוח}} – {cards}.",
        "{seat, seat} wymienia trofea warte {points, plural, one {# punkt} few {# punkty} other {# punktów}} na "
        "{strength, plural, one {# punkt} few {# punkty} other {# punktów}} Siły: {cards}.",
    ),
    "spell_cast": said(
        "{seat, seat} casts {spell}{target, select, known { on {target, seat}} other {}}"
        "{deck, select, known { on the {deck}} other {}}.",
        '{seat, seat}: הטלת הלחש "{spell}"{target, select, known { על {target, seat}} other {}}'
        "{deck, select, known { על {deck}} other {}}.",
        "{seat, seat} rzuca Czar „{spell}”{target, select, known { (cel: {target, seat})} other {}}"
        "{deck, select, known { (cel: {deck})} other {}}.",
    ),
    "spell_cancelled": said(
        "{seat, seat} answers with {spell}: {cancelled} does nothing.",
        '{seat, seat}: תגובה בלחש "{spell}", והלחש "{cancelled}" בטל.',
        "{seat, seat} odpowiada Czarem „{spell}”: Czar „{cancelled}” nie działa.",
    ),
    "spell_resolved": said(
        "The spell {spell} is over.",
        'הלחש "{spell}" הסתיים.',
        "Czar „{spell}” dobiega końca.",
    ),
    "fight_decided": said(
        "{seat, seat} fights {cards, select, known {{cards}} other {" + CARDLESS["en"] + "}}"
        "{by, select, strength {} other { with power}}: " + _OWN + " to " + _ENEMY + "; "
        "{result, select, won {the fight is won} lost {the fight is lost} other {nobody wins}}.",
        "{seat, seat}: {by, select, strength {קרב} other {קרב נפשי}} נגד {cards, select, known {{cards}} "
        "other {" + CARDLESS["he"] + "}} – " + _OWN + " מול " + _ENEMY + "; "
        "{result, select, won {ניצחון} lost {הפסד} other {תיקו}}.",
        "{seat, seat} toczy {by, select, strength {Walkę} other {Walkę Psychiczną}} "
        "({cards, select, known {{cards}} other {" + CARDLESS["pl"] + "}}): " + _OWN + " kontra " + _ENEMY + "; "
        "{result, select, won {wygrana} lost {przegrana} other {remis}}.",
    ),
    "duel_decided": said(
        "{seat, seat} attacks {defender, seat}{by, select, strength {} other { with power}}: "
        + _OWN
        + " to "
        + _ENEMY
        + "; "
        "{winner, select, known {{winner, seat} wins} other {nobody wins}}.",
        "{seat, seat}: {by, select, strength {התקפה} other {התקפה נפשית}} על {defender, seat} – "
        + _OWN
        + " מול "
        + _ENEMY
        + "; {winner, select, known {הניצחון של {winner, seat}} other {תיקו}}.",
        "{seat, seat} atakuje {by, select, strength {} other {Mocą }}(cel: {defender, seat}): "
        + _OWN
        + " kontra "
        + _ENEMY
        + "; {winner, select, known {wygrywa {winner, seat}} other {remis}}.",
    ),
    "evaded": said(
        "{seat, seat} evades {opponent, select, known {{opponent, seat}} other {{cards}}} ({by}).",
        "{seat, seat}: חמיקה מפני {opponent, select, known {{opponent, seat}} other {{cards}}} ({by}).",
        "{seat, seat} wymyka się ({by}): {opponent, select, known {{opponent, seat}} other {{cards}}}.",
    ),
    "armour_rolled": said(
        "{seat, seat}: {card} holds on {low} or more, the die shows {die}; "
        "{held, select, true {no endurance is lost} other {it does not hold}}.",
        "{seat, seat}: ההגנה של {card} היא מ-{low} ומעלה, הקובייה {die}; "
        "{held, select, true {לא אובד חוסן} other {אין הגנה}}.",
        "{seat, seat}: {card} chroni od {low}, kostka {die}; "
        "{held, select, true {Wytrzymałość nie spada} other {ochrona zawodzi}}.",
    ),
    "object_seized": said(
        "{seat, seat} takes {card} from {loser, seat}.",
        '{seat, seat}: לקיחת "{card}" מידי {loser, seat}.',
        "{seat, seat} zabiera Kartę „{card}” (traci: {loser, seat}).",
    ),
    "gold_seized": said(
        "{seat, seat} takes {amount} gold from {loser, seat}.",
        "{seat, seat}: לקיחת {amount, plural, one {שק זהב אחד} two {שני שקי זהב} other {# שקי זהב}} מידי "
        "{loser, seat}.",
        "{seat, seat} zabiera {amount, plural, one {# mieszek} few {# mieszki} other {# mieszków}} złota "
        "(traci: {loser, seat}).",
    ),
    "ability_used": said(
        "{seat, seat} uses an ability: {ability}.",
        "{seat, seat}: שימוש ביכולת – {ability}.",
        "{seat, seat} korzysta ze zdolności: {ability}.",
    ),
    "cards_peeked": said(
        "{seat, seat} looks at the top {count, plural, one {card} other {# cards}} of the {deck}"
        "{cards, select, known {: {cards}} other {}}.",
        "{seat, seat}: הצצה {count, plural, one {בקלף העליון} two {בשני הקלפים העליונים} other {ב-# הקלפים "
        "העליונים}} של "
        "{deck}{cards, select, known {: {cards}} other {}}.",
        "{seat, seat} podgląda {count, plural, one {wierzchnią Kartę} few {# wierzchnie Karty} other {# "
        "wierzchnich Kart}} "
        "stosu ({deck}){cards, select, known {: {cards}} other {}}.",
    ),
    "stack_ordered": said(
        "{seat, seat} puts the top {count, plural, one {card} other {# cards}} of the {deck} in order"
        "{order, select, known {: {order}} other {}}.",
        "{seat, seat}: סידור {count, plural, one {הקלף העליון} two {שני הקלפים העליונים} other {# הקלפים העליונים}} של "
        "{deck}{order, select, known {: {order}} other {}}.",
        "{seat, seat} układa {count, plural, one {wierzchnią Kartę} few {# wierzchnie Karty} other {# "
        "wierzchnich Kart}} "
        "stosu ({deck}){order, select, known {: {order}} other {}}.",
    ),
    "stat_tested": said(
        "{seat, seat} is put to the test by {source}: the dice come to {dice_sum}, and " + summed() + " is "
        "{passed, select, true {enough} other {too little}}.",
        "{seat, seat}: מבחן מול {source} – הקוביות {dice_sum} מול " + summed() + "; "
        "{passed, select, true {המבחן צלח} other {המבחן נכשל}}.",
        "{seat, seat} przechodzi test ({source}): kostki {dice_sum} kontra " + summed() + "; "
        "{passed, select, true {test jest zdany} other {test się nie udaje}}.",
    ),
    "effect_applied": said(
        "{ignored, select, not_wounded {{seat, seat} has no wound to heal} "
        "at_the_floor {{seat, seat} has nothing more to lose} spell_limit {{seat, seat} has no room for a spell} "
        "no_spell_left {There is no spell left for {seat, seat} to draw} "
        "immune {{seat, seat} has a light and is not slowed} "
        "nothing_to_discard {{seat, seat} has nothing to discard} "
        "too_little_gold {{seat, seat} has too little gold to be offered anything} "
        "stack_empty {{seat, seat} finds the stack empty} "
        "no_case {{seat, seat} is of an alignment to which nothing happens} "
        "other {{op, select, lose_turn {{seat, seat} loses the rest of this turn} other {Nothing happens to "
        "{seat, seat}}}}} "
        "({source}).",
        "{seat, seat}: {ignored, select, not_wounded {אין פצע לרפא} at_the_floor {אין עוד מה להפסיד} "
        "spell_limit {אין מקום ללחש נוסף} no_spell_left {לא נותר לחש למשוך} "
        "immune {בזכות האור אין האטה} nothing_to_discard {אין מה להשליך} "
        "too_little_gold {מעט מדי זהב בשביל ההצעה} stack_empty {הערימה ריקה} "
        "no_case {דבר לא קורה לדמות בעלת אופי כזה} "
        "other {{op, select, lose_turn {שארית התור אבודה} other {דבר לא קורה}}}} ({source}).",
        "{seat, seat}: {ignored, select, not_wounded {nie ma ran do wyleczenia} at_the_floor {nie ma już nic do "
        "stracenia} "
        "spell_limit {nie ma miejsca na Czar} no_spell_left {nie ma już Czarów do ciągnięcia} "
        "immune {światło chroni przed spowolnieniem} nothing_to_discard {nie ma czego odłożyć} "
        "too_little_gold {za mało złota na tę ofertę} stack_empty {stos jest pusty} "
        "no_case {nic się nie dzieje przy tym Charakterze} "
        "other {{op, select, lose_turn {reszta tej tury przepada} other {nic się nie dzieje}}}} ({source}).",
    ),
}
