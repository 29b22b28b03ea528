"""The history of a match in sentences, in English, Hebrew and Polish, and the names of all that stands in them.

A verb or an adjective agrees with the word for seat, which has no person's gender."""

from games.core.messages import Table, said
from games.rock_paper_wizard import scoring
from games.rock_paper_wizard.cards import CARDS
from games.rock_paper_wizard.moves import CastNothing, ChooseReceiver, ChooseSpell

LINES = {
    "lair_prepared": said(
        "The lair is ready for {seats} wizards; the limit of rounds is {max_rounds} (0: none).",
        "המאורה מוכנה ל-{seats} קוסמים; מגבלת הסיבובים היא {max_rounds} (0: אין).",
        "Legowisko jest gotowe dla {seats} czarodziejów; limit rund to {max_rounds} (0: brak).",
    ),
    "card_placed": said(
        "The card {card} comes into the spell book, next to the deck.",
        'הקלף "{card}" נכנס לספר הקסמים, ליד הערימה.',
        "Karta „{card}” trafia do księgi zaklęć, obok talii.",
    ),
    "card_rejected": said(
        "The card {card} is discarded: the book holds two cards of its colour already ({colour}).",
        'הקלף "{card}" מושלך: בספר כבר יש שני קלפים בצבעו ({colour}).',
        "Karta „{card}” zostaje odrzucona: w księdze są już dwie karty jej koloru ({colour}).",
    ),
    "discard_became_deck": said(
        "The deck has run out, and the discard pile becomes the deck (cards: {count}).",
        "הערימה נגמרה, והקלפים המשומשים הופכים לערימה (קלפים: {count}).",
        "Talia się skończyła i stos kart odrzuconych staje się talią (kart: {count}).",
    ),
    "first_player_drawn": said(
        "Seat {first_player} is drawn as the first player.",
        "מושב {first_player} עלה בגורל להיות הראשון.",
        "Miejsce {first_player} zostaje wylosowane jako pierwsze.",
    ),
    "round_begun": said(
        "Round {round} begins: everybody still in picks a spell and a target in secret.",
        "סיבוב {round} מתחיל: כל המושבים שעדיין במשחק בוחרים בסתר קסם ומטרה.",
        "Zaczyna się runda {round}: wszystkie miejsca, które są jeszcze w grze, wybierają w tajemnicy zaklęcie i cel.",
    ),
    "choice_made": said(
        "Seat {seat} is ready; its choice: {spell} on seat {target}.",
        "מושב {seat} מוכן; הבחירה: {spell} על מושב {target}.",
        "Miejsce {seat} jest gotowe; wybór: {spell} na miejsce {target}.",
    ),
    "choice_defaulted": said(
        "Seat {seat} has let its time run out and casts nothing this round.",
        "הזמן של מושב {seat} עבר, והוא לא מטיל דבר בסיבוב הזה.",
        "Czas miejsca {seat} minął i nie rzuca ono nic w tej rundzie.",
    ),
    "gestures_revealed": said(
        "All gestures are shown at once, by seat: {gestures}.",
        "כל מחוות היד נחשפות בבת אחת, לפי סדר המושבים: {gestures}.",
        "Wszystkie gesty pokazano naraz, według miejsc: {gestures}.",
    ),
    "gestures_revealed.gestures": said(
        "{index, seat} {spell, select, known {{spell} on {target, seat}} other {nothing}}",
        "{index, seat} {spell, select, known {{spell} על {target, seat}} other {דבר}}",
        "{index, seat} {spell, select, known {{spell}, cel: {target, seat}} other {nic}}",
    ),
    "wild_pair_formed": said(
        "Seats {seats} have cast {spell} on each other: the magic goes wild.",
        "מושבים {seats} הטילו {spell} זה על זה: הקסם נעשה פראי.",
        "Miejsca {seats} rzuciły na siebie nawzajem: {spell}. Magia dziczeje.",
    ),
    "wild_card_drawn": said(
        "Seat {seat} points a hidden card instead of its spell: {card}.",
        "מושב {seat} מכוון קלף נסתר במקום הקסם שלו: {card}.",
        "Miejsce {seat} zamiast zaklęcia kieruje na cel zakrytą kartę: {card}.",
    ),
    "spell_begun": said(
        "Seat {seat} casts {card} on seat {aim}.",
        "מושב {seat} מטיל {card} על מושב {aim}.",
        "Miejsce {seat} rzuca: {card}. Cel: miejsce {aim}.",
    ),
    "effect_applied": said(
        "Effect: {effect} (amount {amount}). What became of it: {changes}. Held up by: {ignored}.",
        "השפעה: {effect} (כמות {amount}). מה יצא מזה: {changes}. מה עצר: {ignored}.",
        "Efekt: {effect} (ile: {amount}). Co z tego wyszło: {changes}. Co przeszkodziło: {ignored}.",
    ),
    "effect_applied.changes": said(
        "seat {wizard}, {of} {before} to {after}",
        "מושב {wizard}, {of} מ-{before} ל-{after}",
        "miejsce {wizard}, {of} z {before} na {after}",
    ),
    "gesture_redirected": said(
        "The gesture of seat {wizard} turns from seat {before} to seat {after}.",
        "מחוות היד של מושב {wizard} פונה ממושב {before} למושב {after}.",
        "Gest miejsca {wizard} zwraca się z miejsca {before} na miejsce {after}.",
    ),
    "gesture_cancelled": said(
        "Seat {wizard} loses its turn; the wild card turned up with it: {card}.",
        "מושב {wizard} מאבד את תורו; הקלף הפראי שנחשף איתו: {card}.",
        "Miejsce {wizard} traci kolejkę; odkryta przy tym dzika karta: {card}.",
    ),
    "gesture_made_wild": said(
        "The spell of seat {wizard} goes wild and gives way to a hidden card: {card}.",
        "הקסם של מושב {wizard} נעשה פראי ומפנה את מקומו לקלף נסתר: {card}.",
        "Zaklęcie miejsca {wizard} dziczeje i ustępuje zakrytej karcie: {card}.",
    ),
    "receiver_asked": said(
        "By the spell of seat {caster}, seat {seat} is to say which poorer wizard gets {amount} gold.",
        "בגלל הקסם של מושב {caster}, מושב {seat} צריך לומר איזה מושב עני יותר יקבל {amount} מטבעות זהב.",
        "Przez zaklęcie miejsca {caster} miejsce {seat} ma wskazać, które biedniejsze dostanie złoto: {amount}.",
    ),
    "receiver_chosen": said(
        "Seat {receiver} is to get the gold of seat {seat}.",
        "מושב {receiver} יקבל את הזהב של מושב {seat}.",
        "Złoto miejsca {seat} dostaje miejsce {receiver}.",
    ),
    "wild_card_discarded": said(
        "The wild card {card} has been carried out and is discarded.",
        'הקלף הפראי "{card}" בוצע ומושלך.',
        "Dzika karta „{card}” została wykonana i odrzucona.",
    ),
    "gold_scored": said(
        "Gold taken from the hoard, by seat: {amounts}.",
        "הזהב שנלקח מהאוצר, לפי סדר המושבים: {amounts}.",
        "Złoto zabrane ze skarbu, według miejsc: {amounts}.",
    ),
    "win_checked": said(
        "Victory check: {result}; winners: {winners}.",
        "בדיקת ניצחון: {result}; מושבים מנצחים: {winners}.",
        "Sprawdzenie zwycięstwa: {result}; zwycięskie miejsca: {winners}.",
    ),
    "wizard_reentered": said(
        "The wizard of seat {wizard} comes back from space {before} to space {after}.",
        "הדמות של מושב {wizard} חוזרת ממקום {before} למקום {after}.",
        "Figurka miejsca {wizard} wraca z pola {before} na pole {after}.",
    ),
    "book_card_retired": said(
        "The card {card}, farthest from the deck, leaves the spell book.",
        'הקלף "{card}", הרחוק ביותר מהערימה, יוצא מספר הקסמים.',
        "Karta „{card}”, najdalsza od talii, opuszcza księgę zaklęć.",
    ),
    "marker_passed": said(
        "The marker passes on: seat {first_player} is the first player.",
        "האסימון עובר הלאה: מושב {first_player} הוא הראשון.",
        "Znacznik przechodzi dalej: pierwsze jest miejsce {first_player}.",
    ),
    "seat_resigned": said(
        "Seat {seat} resigns.",
        "מושב {seat} פורש.",
        "Miejsce {seat} rezygnuje.",
    ),
    "last_seat_remained": said(
        "All others have resigned: seat {winner} wins.",
        "כל המושבים האחרים פרשו: מושב {winner} מנצח.",
        "Wszystkie inne miejsca zrezygnowały: wygrywa miejsce {winner}.",
    ),
}

TERMS = {
    **{card.id: said(card.en, card.he, card.pl) for card in CARDS},
    "red": said("red", "אדום", "czerwony"),
    "blue": said("blue", "כחול", "niebieski"),
    "green": said("green", "ירוק", "zielony"),
    "pos": said("space", "מקום", "pole"),
    "gold": said("gold", "זהב", "złoto"),
    "push": said("push toward the exit", "דחיפה אל היציאה", "odepchnięcie w stronę wyjścia"),
    "advance": said("advance toward the treasure", "התקדמות אל האוצר", "ruch w stronę skarbu"),
    "place": said("move to another wizard", "מעבר אל דמות אחרת", "przeniesienie do innej figurki"),
    "swap": said("swap of spaces", "החלפת מקומות", "zamiana pól"),
    "lose": said("loss of gold", "אובדן זהב", "utrata złota"),
    "give": said("gift of gold", "מתן זהב", "oddanie złota"),
    "give_each_poorer": said(
        "gift to each poorer wizard", "מתן זהב לכל מושב עני יותר", "podarunek dla każdego biedniejszego miejsca"
    ),
    "give_chosen_poorer": said(
        "gift to a chosen poorer wizard",
        "מתן זהב למושב עני יותר לפי בחירה",
        "podarunek dla wybranego biedniejszego miejsca",
    ),
    "pool_split": said("even split of gold", "חלוקה שווה של הזהב", "równy podział złota"),
    "redirect_next": said(
        "gesture to the next player", "הפניית המחווה למושב הבא", "zwrócenie gestu na następne miejsce"
    ),
    "redirect_self": said("gesture back on its owner", "הפניית המחווה אל בעליה", "zwrócenie gestu na własne miejsce"),
    "cancel": said("cancelled gesture", "ביטול המחווה", "anulowanie gestu"),
    "make_wild": said("wild surge", "התפרצות קסם פראי", "wybuch dzikiej magii"),
    "end_of_track": said("the end of the track", "סוף המסלול", "koniec toru"),
    "too_little_gold": said("too little gold", "מעט מדי זהב", "za mało złota"),
    "nobody_poorer": said("nobody is poorer", "אין מושב עני יותר", "żadne miejsce nie jest biedniejsze"),
    "target_is_caster": said("the target is the caster", "המטרה היא המושב המטיל", "celem jest miejsce, które rzuca"),
    "target_cast_nothing": said("the target casts nothing", "המטרה לא מטילה דבר", "cel nic nie rzuca"),
    "target_has_resolved": said("the target has cast already", "המטרה כבר הטילה", "zaklęcie celu jest już rzucone"),
    "target_was_cancelled": said("the target was cancelled", "המטרה בוטלה", "gest celu anulowano"),
    "already_wild": said("it is wild already", "הקסם כבר פראי", "zaklęcie już jest dzikie"),
    "play_on": said("the match goes on", "המשחק נמשך", "gra toczy się dalej"),
    "goal": said(
        "a wizard has gold enough to win", "למושב אחד יש די זהב לניצחון", "jedno miejsce ma dość złota, by wygrać"
    ),
    "last_seat": said("one seat is left", "נותר מושב אחד", "zostało jedno miejsce"),
    "round_limit": said("the last round is over", "הסיבוב האחרון נגמר", "minęła ostatnia runda"),
    "abandoned": said("nobody plays any more", "איש אינו משחק עוד", "nikt już nie gra"),
}

QUESTIONS: Table = {
    ChooseSpell.type: said(
        "Pick a spell of the book, and whom to cast it on.",
        "יש לבחור קסם מהספר ואת המטרה שלו.",
        "Wybierz zaklęcie z księgi i jego cel.",
    ),
    ChooseReceiver.type: said(
        "Who is to get the gold?",
        "מי יקבל את הזהב?",
        "Kto ma dostać złoto?",
    ),
}

LABELS: Table = {
    ChooseSpell.type: said("{spell} at {target, seat}", "{spell} על {target, seat}", "{spell}: {target, seat}"),
    ChooseReceiver.type: said("Gold to {receiver, seat}", "זהב אל {receiver, seat}", "Złoto dostaje {receiver, seat}"),
    CastNothing.type: said("Cast nothing", "לא להטיל דבר", "Nie rzucaj zaklęcia"),
}

REASONS: Table = {
    reason: TERMS[reason]
    for reason in (scoring.GOAL_REACHED, scoring.LAST_SEAT, scoring.ABANDONED, scoring.ROUND_LIMIT)
}
