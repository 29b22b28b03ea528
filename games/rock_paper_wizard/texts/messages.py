"""What the game has to say in English, Hebrew and Polish, and the names of all that stands in it.

A seat stands where a name in the nominative can take its place. Hebrew goes by nouns, Polish by the present tense, so
that no player has a gender.
"""

from games.core.messages import Table, said
from games.rock_paper_wizard.components.cards import CARDS
from games.rock_paper_wizard.moves import CastNothing, ChooseReceiver, ChooseSpell
from games.rock_paper_wizard.outcome import ABANDONED, GOAL_REACHED, LAST_SEAT, ROUND_LIMIT

LINES: Table = {
    "lair_prepared": said(
        "The dragon's lair is ready. {max_rounds, plural, =0 {The number of rounds is not limited.}"
        " one {The match lasts # round at most.} other {The match lasts # rounds at most.}}",
        "מאורת הדרקון מוכנה. {max_rounds, plural, =0 {מספר הסיבובים אינו מוגבל.} one {המשחק יימשך סיבוב אחד לכל היותר.}"
        " two {המשחק יימשך שני סיבובים לכל היותר.} other {המשחק יימשך # סיבובים לכל היותר.}}",
        "Legowisko smoka jest gotowe. {max_rounds, plural, =0 {Liczba rund jest nieograniczona.}"
        " one {Rozgrywka potrwa najwyżej # rundę.} few {Rozgrywka potrwa najwyżej # rundy.}"
        " other {Rozgrywka potrwa najwyżej # rund.}}",
    ),
    "card_placed": said(
        "{card} comes into the spell book.",
        'הקסם "{card}" נוסף לספר הקסמים.',
        "Do księgi zaklęć trafia „{card}”.",
    ),
    "card_rejected": said(
        "{card} is discarded: the spell book has two {colour} cards already.",
        'הקלף "{card}" מושלך: בספר כבר יש שני קלפים בצבע {colour}.',
        "Karta „{card}” zostaje odrzucona: w księdze są już dwie karty tego koloru ({colour}).",
    ),
    "discard_became_deck": said(
        "The deck has run out: {count, plural, one {# discarded card becomes} other {# discarded cards become}}"
        " the new deck.",
        "הערימה נגמרה: {count, plural, one {קלף משומש אחד הופך} two {שני קלפים משומשים הופכים}"
        " other {# קלפים משומשים הופכים}} לערימה חדשה.",
        "Talia się skończyła: nową tworzy stos kart odrzuconych"
        " ({count, plural, one {# karta} few {# karty} other {# kart}}).",
    ),
    "first_player_drawn": said(
        "{first_player, seat} is drawn to go first.",
        "לפי ההגרלה, הסדר מתחיל אצל {first_player, seat}.",
        "Losowanie rozstrzyga: zaczyna {first_player, seat}.",
    ),
    "round_begun": said(
        "Round {round} begins: everybody picks a spell and a target in secret.",
        "סיבוב {round} מתחיל: בחירה בסתר של קסם ומטרה.",
        "Zaczyna się runda {round}: pora wybrać w tajemnicy zaklęcie i cel.",
    ),
    "choice_made": said(
        "{seat, seat} has chosen{spell, select, known {: {spell} at {target, seat}} other {}}.",
        '{seat, seat}: הבחירה נעשתה{spell, select, known {, "{spell}" על {target, seat}} other {}}.',
        "{seat, seat}: wybór gotowy{spell, select, known { („{spell}”, cel: {target, seat})} other {}}.",
    ),
    "choice_defaulted": said(
        "{seat, seat} casts nothing this round.",
        "{seat, seat}: בלי קסם בסיבוב הזה.",
        "{seat, seat} nie rzuca w tej rundzie żadnego zaklęcia.",
    ),
    "gestures_revealed": said(
        "All gestures are shown at once. {gestures}.",
        "כל מחוות היד נחשפות בבת אחת. {gestures}.",
        "Wszystkie gesty zostają odkryte naraz. {gestures}.",
    ),
    "gestures_revealed.gestures": said(
        "{index, seat}: {spell, select, known {{spell} at {target, seat}} other {no spell}}",
        '{index, seat}: {spell, select, known {"{spell}" על {target, seat}} other {בלי קסם}}',
        "{index, seat}: {spell, select, known {„{spell}”, cel: {target, seat}} other {bez zaklęcia}}",
    ),
    "wild_pair_formed": said(
        "{seats, seat} cast {spell} at each other: the magic goes wild.",
        'הטלה הדדית של "{spell}" בידי {seats, seat}: הקסם נעשה פראי.',
        "{seats, seat} rzucają na siebie nawzajem zaklęcie „{spell}”: magia dziczeje.",
    ),
    "wild_card_drawn": said(
        "{seat, seat} points a hidden card{card, select, known { ({card})} other {}} in place of the spell.",
        '{seat, seat}: קלף נסתר{card, select, known { ("{card}")} other {}} במקום הקסם.',
        "{seat, seat} zamiast zaklęcia kieruje na cel zakrytą kartę{card, select, known { („{card}”)} other {}}.",
    ),
    "spell_begun": said(
        "{seat, seat} casts {wild, select, true {the wild card {card}} other {{card}}} at {aim, seat}.",
        '{seat, seat}: {wild, select, true {הקלף הפראי} other {הקסם}} "{card}" על {aim, seat}.',
        "{seat, seat} rzuca {wild, select, true {dziką kartę} other {zaklęcie}} „{card}”; cel: {aim, seat}.",
    ),
    "effect_applied": said(
        "{changes, select, none {No effect} other {{changes}}}{ignored, select, none {} other { ({ignored})}}.",
        "{changes, select, none {ללא השפעה} other {{changes}}}{ignored, select, none {} other { ({ignored})}}.",
        "{changes, select, none {Bez skutku} other {{changes}}}{ignored, select, none {} other { ({ignored})}}.",
    ),
    "effect_applied.changes": said(
        "{wizard, seat} {of, select, pos {{same, select, true {stays on space {after}}"
        " other {moves from space {before} to space {after}}}}"
        " other {{same, select, true {keeps {after} gold} other {goes from {before} to {after} gold}}}}",
        "{wizard, seat}: {of, select, pos {{same, select, true {ללא תזוזה ממקום {after}}"
        " other {מעבר ממקום {before} למקום {after}}}}"
        " other {{same, select, true {הזהב נשאר {after}} other {הזהב משתנה מ-{before} ל-{after}}}}}",
        "{wizard, seat} {of, select, pos {{same, select, true {zostaje na polu {after}}"
        " other {przechodzi z pola {before} na pole {after}}}}"
        " other {ma {same, select, true {nadal } other {teraz }}{after, plural, one {# sztukę} few {# sztuki}"
        " other {# sztuk}} złota{same, select, true {} other { zamiast {before}}}}}",
    ),
    "gesture_redirected": said(
        "{wizard, seat} now points at {after, seat} instead of {before, seat}.",
        "המחווה של {wizard, seat} פונה אל {after, seat} במקום אל {before, seat}.",
        "{wizard, seat} wskazuje teraz inny cel: {after, seat} (przedtem: {before, seat}).",
    ),
    "gesture_cancelled": said(
        "{wizard, seat} loses the spell{card, select, none {} other {; the wild card {card} is discarded}}.",
        'הקסם של {wizard, seat} מבוטל{card, select, none {} other {; הקלף הפראי "{card}" מושלך}}.',
        "{wizard, seat} traci zaklęcie{card, select, none {} other {; dzika karta „{card}” zostaje odrzucona}}.",
    ),
    "gesture_made_wild": said(
        "The spell of {wizard, seat} goes wild: a hidden card takes its place"
        "{card, select, known { ({card})} other {}}.",
        'הקסם של {wizard, seat} נעשה פראי: קלף נסתר בא במקומו{card, select, known { ("{card}")} other {}}.',
        "{wizard, seat}: zaklęcie dziczeje i zastępuje je zakryta karta{card, select, known { („{card}”)} other {}}.",
    ),
    "receiver_asked": said(
        "{seat, seat} has to say which poorer wizard gets {amount} gold.",
        "{seat, seat}: יש לבחור מי מבין העניים יותר יקבל {amount, plural, one {מטבע זהב אחד} two {שני מטבעות זהב}"
        " other {# מטבעות זהב}}.",
        "{seat, seat} ma wskazać, kto z biedniejszych dostanie {amount, plural, one {# sztukę złota}"
        " few {# sztuki złota} other {# sztuk złota}}.",
    ),
    "receiver_chosen": said(
        "The gold goes from {seat, seat} to {receiver, seat}"
        "{for_resigned, select, true {, as the rules choose after a resignation} other {}}.",
        "הזהב של {seat, seat} עובר אל {receiver, seat}"
        "{for_resigned, select, true {, כפי שהכללים קובעים אחרי פרישה} other {}}.",
        "{seat, seat} oddaje złoto, dostaje je {receiver, seat}"
        "{for_resigned, select, true { (po rezygnacji wybierają zasady)} other {}}.",
    ),
    "wild_card_discarded": said(
        "The wild card {card} is discarded.",
        'הקלף הפראי "{card}" מושלך.',
        "Dzika karta „{card}” zostaje odrzucona.",
    ),
    "gold_scored": said(
        "Gold is taken from the hoard. {amounts}.",
        "הזהב שבאוצר מתחלק. {amounts}.",
        "Skarb wypłaca złoto. {amounts}.",
    ),
    "gold_scored.amounts": said(
        "{index, seat} takes {value, plural, =0 {nothing} one {# coin} other {# coins}}",
        "{index, seat}: {value, plural, =0 {בלי זהב} one {מטבע אחד} two {שני מטבעות} other {# מטבעות}}",
        "{index, seat} {value, plural, =0 {nie bierze nic} one {bierze # sztukę złota} few {bierze # sztuki złota}"
        " other {bierze # sztuk złota}}",
    ),
    "win_checked": said(
        "{result, select, play_on {Nobody has won yet.} goal {There is a winner: {winners, seat}.}"
        " round_limit {That was the last round.} abandoned {Nobody has chosen a spell for three rounds.}"
        " other {The match ends.}}",
        "{result, select, play_on {אין עדיין הכרעה.} goal {יש הכרעה: הניצחון של {winners, seat}.}"
        " round_limit {זה היה הסיבוב האחרון.} abandoned {שלושה סיבובים עברו בלי שנבחר קסם.}"
        " other {המשחק נגמר.}}",
        "{result, select, play_on {Nikt jeszcze nie wygrywa.}"
        " goal {Rozgrywka jest rozstrzygnięta: wygrywa {winners, seat}.}"
        " round_limit {To była ostatnia runda.} abandoned {Od trzech rund nikt nie wybiera zaklęcia.}"
        " other {Rozgrywka się kończy.}}",
    ),
    "wizard_reentered": said(
        "{wizard, seat} comes back from space {before} to space {after}.",
        "{wizard, seat}: חזרה ממקום {before} למקום {after}.",
        "{wizard, seat} wraca z pola {before} na pole {after}.",
    ),
    "book_card_retired": said(
        "{card} leaves the spell book.",
        'הקסם "{card}" יוצא מספר הקסמים.',
        "„{card}” znika z księgi zaklęć.",
    ),
    "marker_passed": said(
        "The marker passes on: the next round starts with {first_player, seat}.",
        "האסימון עובר הלאה: הסיבוב הבא מתחיל אצל {first_player, seat}.",
        "Znacznik wędruje dalej: następną rundę zaczyna {first_player, seat}.",
    ),
    "seat_resigned": said("{seat, seat} resigns.", "פרישה מהמשחק: {seat, seat}.", "{seat, seat} rezygnuje z gry."),
    "last_seat_remained": said(
        "Only {winner, seat} is left.",
        "אין עוד משתתפים מלבד {winner, seat}.",
        "W grze zostaje tylko {winner, seat}.",
    ),
}

_RECEIVED = (
    "{amount, plural, one {# gold coin} other {# gold coins}}",
    "{amount, plural, one {מטבע זהב אחד} two {שני מטבעות זהב} other {# מטבעות זהב}}",
    "{amount, plural, one {# sztukę złota} few {# sztuki złota} other {# sztuk złota}}",
)

QUESTIONS: Table = {
    ChooseSpell.type: said(
        "Round {round}: pick a spell and a target.",
        "סיבוב {round}: יש לבחור קסם ומטרה.",
        "Runda {round}: wybierz zaklęcie i cel.",
    ),
    ChooseReceiver.type: said(
        f"{{caster, seat}} charms you: to whom do you give {_RECEIVED[0]}?",
        f"הקסם של {{caster, seat}} פועל עליך: אל מי {{amount, plural, one {{יעבור}} other {{יעברו}}}} {_RECEIVED[1]}?",
        f"{{caster, seat}} rzuca na ciebie urok: komu oddajesz {_RECEIVED[2]}?",
    ),
}

LABELS: Table = {
    ChooseSpell.type: said("{spell} at {target, seat}", "{spell} על {target, seat}", "{spell}, cel: {target, seat}"),
    ChooseReceiver.type: said("Pay {receiver, seat}", "להעביר זהב אל {receiver, seat}", "Wskaż: {receiver, seat}"),
    CastNothing.type: said("Cast nothing", "לא להטיל דבר", "Nie rzucaj zaklęcia"),
}

SAYINGS: Table = {
    ChooseSpell.type: said(
        "Cast {spell} at {target, seat}.",
        'להטיל את הקסם "{spell}" על {target, seat}.',
        "Rzuć zaklęcie „{spell}”; cel: {target, seat}.",
    ),
    ChooseReceiver.type: said(
        f"Give {_RECEIVED[0]} to {{receiver, seat}}.",
        f"להעביר {_RECEIVED[1]} אל {{receiver, seat}}.",
        f"Oddaj {_RECEIVED[2]}; dostaje {{receiver, seat}}.",
    ),
}

REASONS: Table = {
    GOAL_REACHED: said(
        "{winners, seat} wins the match with the most gold.",
        "הניצחון של {winners, seat}, עם הזהב הרב ביותר.",
        "Wygrywa {winners, seat} z największą ilością złota.",
    ),
    LAST_SEAT: said(
        "{winners, seat} wins the match: everybody else has resigned.",
        "הניצחון של {winners, seat}: כל השאר פרשו.",
        "Wygrywa {winners, seat}: reszta stołu zrezygnowała.",
    ),
    ROUND_LIMIT: said(
        "The last round is over, and {winners, seat} {winners, plural, one {wins} other {share the win}}"
        " with the most gold.",
        "הסיבוב האחרון נגמר. {winners, plural, one {הניצחון} other {ניצחון משותף}} של {winners, seat},"
        " עם הזהב הרב ביותר.",
        "Minęła ostatnia runda. {winners, plural, one {Wygrywa} few {Wygrywają razem} other {Wygrywają razem}}"
        " {winners, seat} z największą ilością złota.",
    ),
    ABANDONED: said(
        "The match is over without a winner: nobody was left to play.",
        "המשחק נגמר ללא הכרעה: לא נותר מי שישחק.",
        "Rozgrywka kończy się bez zwycięstwa: nikt już nie gra.",
    ),
}

TERMS: Table = {
    **{card.id: said(card.en, card.he, card.pl) for card in CARDS},
    "red": said("red", "אדום", "czerwony"),
    "blue": said("blue", "כחול", "niebieski"),
    "green": said("green", "ירוק", "zielony"),
    "end_of_track": said("the track ends there", "שם נגמר המסלול", "tam kończy się tor"),
    "too_little_gold": said("there is no more gold to give", "אין עוד זהב לתת", "nie ma więcej złota do oddania"),
    "nobody_poorer": said("nobody is poorer", "אין עניים יותר", "nikt nie jest biedniejszy"),
    "target_is_caster": said(
        "caster and target are the same", "המטרה היא גם מקור הקסם", "cel i rzucający to to samo miejsce"
    ),
    "target_cast_nothing": said("the target casts nothing", "למטרה אין קסם", "cel nie rzuca zaklęcia"),
    "target_has_resolved": said(
        "the target's spell has been cast already", "הקסם של המטרה כבר הוטל", "zaklęcie celu zostało już rzucone"
    ),
    "target_was_cancelled": said(
        "the target's spell was cancelled", "הקסם של המטרה בוטל", "zaklęcie celu jest anulowane"
    ),
    "already_wild": said("the spell is wild already", "הקסם כבר פראי", "zaklęcie jest już dzikie"),
}
