"""The lines of history about cards, values, spells and fights; `lines.py` has the course of the match."""

from collections.abc import Mapping

from games.cave.texts.words import Said, said

TALES: Mapping[str, Said] = {
    "spell_drawn": said(
        "Seat {seat} draws a spell: {spell}.",
        "מושב {seat} מושך לחש: {spell}.",
        "Miejsce {seat} ciągnie Czar: {spell}.",
    ),
    "deck_renewed": said(
        "The stack has run out ({deck}); the discard becomes the stack, cards: {count}.",
        "הערימה נגמרה ({deck}); הקלפים המשומשים הופכים לערימה, קלפים: {count}.",
        "Stos się skończył ({deck}); stos odłożonych staje się nowym, kart: {count}.",
    ),
    "card_drawn": said(
        "Seat {seat} turns up a card ({deck}) on {area}: {card}.",
        "מושב {seat} הופך קלף ({deck}) באזור {area}: {card}.",
        "Miejsce {seat} odsłania Kartę ({deck}) na Obszarze {area}: {card}.",
    ),
    "cave_cards_counted": said(
        "Seat {seat} has carried out Cave cards: {cards}; its counter stands at {count}.",
        "מושב {seat} השלים קלפי מערה: {cards}; המונה שלו עומד על {count}.",
        "Miejsce {seat} zbadało Karty Jaskini: {cards}; stan licznika: {count}.",
    ),
    "stat_changed": said(
        "Seat {seat}, {stat}: from {before} to {after}.",
        "מושב {seat}, {stat}: מ-{before} ל-{after}.",
        "Miejsce {seat}, {stat}: z {before} na {after}.",
    ),
    "penalty_set": said(
        "Seat {seat}, penalty still to come ({penalty}): {after} (before: {before}).",
        "מושב {seat}, עונש שעוד יבוא ({penalty}): {after} (קודם: {before}).",
        "Miejsce {seat}, kara do odbycia ({penalty}): {after} (przedtem: {before}).",
    ),
    "bonus_set": said(
        "Seat {seat}, bonus on the next test: {after} (before: {before}).",
        "מושב {seat}, תוספת למבחן הבא: {after} (קודם: {before}).",
        "Miejsce {seat}, premia do następnego testu: {after} (przedtem: {before}).",
    ),
    "card_taken": said(
        "Seat {seat} takes from {area}: {card}.",
        "מושב {seat} לוקח מ{area}: {card}.",
        "Miejsce {seat} zabiera z Obszaru {area}: {card}.",
    ),
    "gold_taken": said(
        "Seat {seat} picks up the gold lying on {area}: {amount}.",
        "מושב {seat} אוסף את הזהב שבאזור {area}: {amount}.",
        "Miejsce {seat} podnosi złoto z Obszaru {area}: {amount}.",
    ),
    "card_left": said(
        "Seat {seat} leaves on {area}: {card}.",
        "מושב {seat} משאיר באזור {area}: {card}.",
        "Miejsce {seat} zostawia na Obszarze {area}: {card}.",
    ),
    "card_discarded": said(
        "Discarded from {area}: {card}.",
        "הושלך מ{area}: {card}.",
        "Odłożono z Obszaru {area}: {card}.",
    ),
    "belonging_discarded": said(
        "Seat {seat} discards: {card}.",
        "מושב {seat} משליך: {card}.",
        "Miejsce {seat} odkłada: {card}.",
    ),
    "trophies_won": said(
        "Seat {seat} keeps as trophies from {area}: {cards}.",
        "מושב {seat} שומר כשלל מ{area}: {cards}.",
        "Miejsce {seat} zatrzymuje jako trofea z Obszaru {area}: {cards}.",
    ),
    "trophies_exchanged": said(
        "Seat {seat} exchanges trophies ({cards}): {points} points, strength +{strength}.",
        "מושב {seat} ממיר שלל ({cards}): {points} נקודות, כוח +{strength}.",
        "Miejsce {seat} wymienia trofea ({cards}): {points} pkt, Siła +{strength}.",
    ),
    "spell_cast": said(
        "Seat {seat} casts {spell} (seat: {target}; stack: {deck}).",
        "מושב {seat} מטיל לחש: {spell} (מושב: {target}; ערימה: {deck}).",
        "Miejsce {seat} rzuca Czar {spell} (miejsce: {target}; stos: {deck}).",
    ),
    "spell_cancelled": said(
        "Seat {seat} answers with {spell} and cancels {cancelled}.",
        "מושב {seat} עונה בלחש ({spell}) ומבטל לחש: {cancelled}.",
        "Miejsce {seat} odpowiada Czarem {spell} i unieważnia Czar {cancelled}.",
    ),
    "spell_resolved": said(
        "The spell is over: {spell}.",
        "הלחש הסתיים: {spell}.",
        "Czar się dopełnił: {spell}.",
    ),
    "fight_decided": said(
        "Seat {seat} fights ({by}): {sum} against {enemy_sum}, {result}. Enemies: {cards}; place: {source}.",
        "מושב {seat} נלחם ({by}): {sum} מול {enemy_sum}, {result}. אויבים: {cards}; מקום: {source}.",
        "Miejsce {seat} walczy ({by}): {sum} wobec {enemy_sum}, {result}. Wrogowie: {cards}; miejsce: {source}.",
    ),
    "duel_decided": said(
        "Seat {seat} fights seat {defender} ({by}): {sum} against {enemy_sum}; the winner: {winner}.",
        "מושב {seat} נלחם במושב {defender} ({by}): {sum} מול {enemy_sum}; המושב המנצח: {winner}.",
        "Miejsce {seat} walczy z miejscem {defender} ({by}): {sum} wobec {enemy_sum}; zwycięskie miejsce: {winner}.",
    ),
    "evaded": said(
        "Seat {seat} evades ({by}): {cards} (seat: {opponent}).",
        "מושב {seat} חומק ({by}): {cards} (מושב: {opponent}).",
        "Miejsce {seat} wymyka się ({by}): {cards} (miejsce: {opponent}).",
    ),
    "armour_rolled": said(
        "Seat {seat} rolls {die} for {card}, which holds from {low} to {high}; held: {held}.",
        "מושב {seat} מטיל {die} עבור {card}, שמגן מ-{low} עד {high}; הגנה: {held}.",
        "Miejsce {seat} rzuca {die} za {card}, która chroni od {low} do {high}; ochrona: {held}.",
    ),
    "object_seized": said(
        "Seat {seat} takes from seat {loser}: {card}.",
        "מושב {seat} לוקח ממושב {loser}: {card}.",
        "Miejsce {seat} zabiera miejscu {loser}: {card}.",
    ),
    "gold_seized": said(
        "Seat {seat} takes gold from seat {loser}: {amount}.",
        "מושב {seat} לוקח זהב ממושב {loser}: {amount}.",
        "Miejsce {seat} zabiera złoto miejscu {loser}: {amount}.",
    ),
    "ability_used": said(
        "Seat {seat} uses an ability: {ability}.",
        "מושב {seat} משתמש ביכולת: {ability}.",
        "Miejsce {seat} korzysta ze zdolności: {ability}.",
    ),
    "cards_peeked": said(
        "Seat {seat} sees the top cards of the stack ({deck}), {count}: {cards}.",
        "מושב {seat} רואה את הקלפים העליונים בערימה ({deck}), {count}: {cards}.",
        "Miejsce {seat} podgląda wierzch stosu ({deck}), kart {count}: {cards}.",
    ),
    "stack_ordered": said(
        "Seat {seat} puts the top cards of the stack in order ({deck}), {count}: {order}.",
        "מושב {seat} מסדר את הקלפים העליונים בערימה ({deck}), {count}: {order}.",
        "Miejsce {seat} układa wierzch stosu ({deck}), kart {count}: {order}.",
    ),
    "stat_tested": said(
        "Seat {seat} tests {stat} ({source}): {dice_sum} against {total}; passed: {passed}.",
        "מושב {seat} בוחן {stat} ({source}): {dice_sum} מול {total}; הצלחה: {passed}.",
        "Miejsce {seat} przechodzi test ({stat}, {source}): {dice_sum} wobec {total}; zdany: {passed}.",
    ),
    "effect_applied": said(
        "Seat {seat}, {source}: {effect} (held up by: {ignored}).",
        "מושב {seat}, {source}: {effect} (מה עצר: {ignored}).",
        "Miejsce {seat}, {source}: {effect} (przeszkoda: {ignored}).",
    ),
}
