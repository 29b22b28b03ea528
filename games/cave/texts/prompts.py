"""What is asked of a seat, what stands on the button of each answer, and why a match ends."""

from games.cave.texts.choices import DRAWN
from games.cave.texts.sums import ASKED_ADDENDS, CARDLESS, summed
from games.core.messages import Table, said

_OWN, _ENEMY = summed("addends", "total"), summed("enemy_addends", "enemy_total")
_AGAINST_EN = (
    "{opponent, select, known {{opponent, seat}} other {{cards, select, known {{cards}} "
    "other {" + CARDLESS["en"] + "}}}}"
)
_AGAINST_HE = (
    "{opponent, select, known {{opponent, seat}} other {{cards, select, known {{cards}} "
    "other {" + CARDLESS["he"] + "}}}}"
)
_AGAINST_PL = (
    "{opponent, select, known {{opponent, seat}} other {{cards, select, known {{cards}} "
    "other {" + CARDLESS["pl"] + "}}}}"
)

ASKED: Table = {
    "pick_character": said("Which character do you want to play?", "באיזו דמות לשחק?", "Którą postacią chcesz grać?"),
    "start_action": said(
        "It is your turn, on {area}. What will you do?{slow, plural, =0 {{force_die, plural, =0 {} "
        "one { The die leads this move.} other { The die leads this move.}}} one { You may go only one area.} "
        "other { You may go only one area.}}",
        "זה התור שלך ({area}). מה לעשות?{slow, plural, =0 {{force_die, plural, =0 {} "
        "one { הקובייה מובילה את המהלך הזה.} other { הקובייה מובילה את המהלך הזה.}}} one { אפשר לעבור רק אזור אחד.} "
        "other { אפשר לעבור רק אזור אחד.}}",
        "Twoja tura ({area}). Co robisz?{slow, plural, =0 {{force_die, plural, =0 {} "
        "one { Ten ruch prowadzi kostka.} few { Ten ruch prowadzi kostka.} other { Ten ruch prowadzi kostka.}}} "
        "one { Możesz przejść tylko jeden Obszar.} few { Możesz przejść tylko jeden Obszar.} "
        "other { Możesz przejść tylko jeden Obszar.}}",
    ),
    "first_step": said(
        "You go {left, plural, one {# area} other {# areas}}. Which way do you set out from {area}?",
        "אורך המהלך: {left, plural, one {אזור אחד} two {שני אזורים} other {# אזורים}}. לאן לצאת מ{area}?",
        "Długość ruchu: {left, plural, one {# Obszar} few {# Obszary} other {# Obszarów}}. "
        "W którą stronę ruszasz ({area})?",
    ),
    "branch": said(
        "You are on {area}, with {left, plural, one {# area} other {# areas}} left to go. Which way do you take?",
        "המהלך הגיע אל {area}, {left, plural, one {ונותר אזור אחד} two {ונותרו שני אזורים} other {ונותרו # "
        "אזורים}}. באיזו "
        "דרך להמשיך?",
        "Jesteś tutaj: {area}. Do przejścia: {left, plural, one {# Obszar} few {# Obszary} other {# Obszarów}}. "
        "Którą drogą idziesz dalej?",
    ),
    "engage": said(
        "{others, plural, =0 {Nobody else is on {area} any more.} one {{others, seat} is on {area} too.} "
        "other {{others, seat} are on {area} too.}} Do you meet somebody, or explore?",
        "{others, plural, =0 {{area}: אין כאן עוד דמויות אחרות.} one {{area}: כאן גם {others, seat}.} "
        "other {{area}: כאן גם {others, seat}.}} מפגש או חקירה?",
        "{others, plural, =0 {{area}: nie ma tu już nikogo innego.} one {{area}: jest tu też {others, seat}.} "
        "few {{area}: są tu też {others, seat}.} other {{area}: są tu też {others, seat}.}} Spotkanie czy badanie?",
    ),
    "before_explore": said(
        "You are about to explore {area}{draw, plural, =0 {} one { and draw a card} other { and draw # cards}}. "
        "Do you cast a spell first?",
        "השלב הבא: חקירה של {area}{draw, plural, =0 {} one { ומשיכת קלף אחד} two { ומשיכת שני קלפים} "
        "other { ומשיכת # קלפים}}. להטיל קודם לחש?",
        "Przed tobą badanie ({area}){draw, plural, =0 {} one { i ciągnięcie # Karty} few { i ciągnięcie # Kart} "
        "other { i ciągnięcie # Kart}}. Czy najpierw rzucasz Czar?",
    ),
    "split_draw": said(
        "You draw {draw, plural, one {a card} other {# cards}} on {area}. From which deck?",
        "{area}: {draw, plural, one {נמשך קלף אחד} two {נמשכים שני קלפים} other {נמשכים # קלפים}}. מאיזו ערימה?",
        "Ciągniesz {draw, plural, one {# Kartę} few {# Karty} other {# Kart}} ({area}). Z którego stosu?",
    ),
    "before_fight": said(
        "You are to fight "
        + _AGAINST_EN
        + "{by, select, strength {} other { with power}}: "
        + _OWN
        + " to "
        + _ENEMY
        + ", "
        "and a die for each side. What do you do?",
        "{by, select, strength {קרב} other {קרב נפשי}} נגד " + _AGAINST_HE + ": " + _OWN + " מול " + _ENEMY + ", "
        "וקובייה לכל צד. מה לעשות?",
        "{by, select, strength {Walka} other {Walka Psychiczna}} ("
        + _AGAINST_PL
        + "): "
        + _OWN
        + " kontra "
        + _ENEMY
        + " "
        "i po jednej kostce. Co robisz?",
    ),
    "eye": said(
        "You have seen the top {count, plural, one {card} other {# cards}} of the {deck}. "
        "In which order do you put the cards back?",
        "{deck}: {count, plural, one {הקלף העליון גלוי} two {שני הקלפים העליונים גלויים} other {# הקלפים העליונים "
        "גלויים}} לך. "
        "באיזה סדר להחזיר את הקלפים?",
        "Oto {count, plural, one {wierzchnia Karta} few {# wierzchnie Karty} other {# wierzchnich Kart}} "
        "stosu ({deck}). "
        "W jakiej kolejności odkładasz Karty?",
    ),
    "counterspell": said(
        "{caster, seat} casts {spell}{target, select, known { on {target, seat}} other {}}"
        "{deck, select, known { on the {deck}} other {}}. Do you answer?",
        '{caster, seat}: הטלת הלחש "{spell}"{target, select, known { על {target, seat}} other {}}'
        "{deck, select, known { על {deck}} other {}}. האם להגיב?",
        "{caster, seat} rzuca Czar „{spell}”{target, select, known { (cel: {target, seat})} other {}}"
        "{deck, select, known { (cel: {deck})} other {}}. Czy odpowiadasz?",
    ),
    "second_wind": said(
        "You have lost against " + _AGAINST_EN + ". Do you fight again: " + _OWN + " to " + _ENEMY + ", "
        "and a die for each side?",
        "הפסד בקרב נגד " + _AGAINST_HE + ". להילחם שוב: " + _OWN + " מול " + _ENEMY + ", וקובייה לכל צד?",
        "Walka przegrana (" + _AGAINST_PL + "). Czy walczysz jeszcze raz: " + _OWN + " kontra " + _ENEMY + " "
        "i po jednej kostce?",
    ),
    "victor_reward": said(
        "You have beaten {loser, seat}{by, select, strength {} other { with power}}. What do you take?",
        "ניצחון {by, select, strength {בקרב} other {בקרב נפשי}} על {loser, seat}. מה לקחת?",
        "Wygrana {by, select, strength {Walka} other {Walka Psychiczna}} (przegrywa {loser, seat}). Co bierzesz?",
    ),
    "pickpocket_take": said(
        "What do you steal from {victim, seat}?",
        "מה לגנוב מידי {victim, seat}?",
        "Co kradniesz (traci: {victim, seat})?",
    ),
    "prayer": said(
        "The die of the Temple shows {face}: {effects}. Do you roll again?",
        "קוביית המקדש מראה {face}: {effects}. להטיל שוב?",
        "Kostka w Świątyni pokazuje {face}: {effects}. Czy rzucasz jeszcze raz?",
    ),
    "choose": said(
        "{source}: which option do you take?", "{source}: באיזו אפשרות לבחור?", "{source}: którą możliwość wybierasz?"
    ),
    "pay": said(
        "{source}: do you pay {price} of your {gold} gold to {effects}?",
        "{source}: לשלם {price, plural, one {שק זהב אחד} two {שני שקי זהב} other {# שקי זהב}} (הזהב שלך: {gold}) תמורת "
        "{effects}?",
        "{source}: czy płacisz {price, plural, one {# mieszek} few {# mieszki} other {# mieszków}} złota (twoje "
        "złoto: {gold}) za: "
        "{effects}?",
    ),
    "discard_cards": said(
        "{source}: which {what, select, object {object} friend {friend} other {spell}} do you discard"
        "{left, plural, one {} other {, of # to go}}?",
        "{source}: איזה {what, select, object {חפץ} friend {חבר} other {לחש}} להשליך"
        "{left, plural, one {} two { (מתוך שניים)} other { (מתוך #)}}?",
        "{source}: {what, select, object {który Przedmiot} friend {którego Przyjaciela} other {który Czar}} odkładasz"
        "{left, plural, one {} few { (z #)} other { (z #)}}?",
    ),
    "take": said(
        "{card} lies on {area}. Do you take it?"
        "{full, select, true { You can carry no more: another object would have to stay.} other {}}",
        'הקלף "{card}" מונח כאן ({area}). האם לקחת אותו?'
        "{full, select, true { אין מקום לחפץ נוסף: חפץ אחר יצטרך להישאר.} other {}}",
        "Leży tu Karta „{card}” ({area}). Czy ją bierzesz?"
        "{full, select, true { Nie ma już miejsca: inny Przedmiot musiałby zostać.} other {}}",
    ),
    "drop_excess": said(
        "You carry {excess, plural, one {an object} other {# objects}} too many (limit {limit}). What do you "
        "leave behind?",
        "{excess, plural, one {חפץ אחד} two {שני חפצים} other {# חפצים}} מעל המותר ({limit}). מה להשאיר מאחור?",
        "{excess, plural, one {# Przedmiot} few {# Przedmioty} other {# Przedmiotów}} ponad limit ({limit}). Co "
        "zostawiasz?",
    ),
    "discard_spell": said(
        "You hold {excess, plural, one {a spell} other {# spells}} too many (limit {limit}). Which one do you discard?",
        "{excess, plural, one {לחש אחד} two {שני לחשים} other {# לחשים}} מעל המותר ({limit}). איזה לחש להשליך?",
        "{excess, plural, one {# Czar} few {# Czary} other {# Czarów}} ponad limit ({limit}). Który Czar odkładasz?",
    ),
    "use_map": said(
        "Do you use the Map, so that {area} is the Crystal Chamber?",
        "להשתמש במפה, כדי ש{area} יהיה חדר גביש הקסם?",
        "Czy używasz Mapy, aby {area} była Komnatą z Magicznym Kryształem?",
    ),
    "trials": said(
        "This is the Crystal Chamber. Do you stand the trials: two dice up to strength {trial_strength}, two "
        "dice up to power "
        "{trial_power}, then the price that a die sets, out of your {gold} gold?",
        "זהו חדר גביש הקסם. לעמוד בניסיונות: שתי קוביות עד כוח {trial_strength}, שתי קוביות עד עוצמה {trial_power}, "
        "ואז המחיר שהקובייה קובעת (הזהב שלך: {gold})?",
        "To Komnata z Magicznym Kryształem. Czy podejmujesz próby: dwie kostki do Siły {trial_strength}, dwie "
        "kostki do Mocy "
        "{trial_power}, potem cena z kostki (twoje złoto: {gold})?",
    ),
}
QUESTIONS: Table = {**ASKED, **ASKED_ADDENDS}

LABELS: Table = {
    "pick_character": said(
        "{character, select, random {Draw a character} other {Play the {character}}}",
        "{character, select, random {להגריל דמות} other {לשחק בדמות {character}}}",
        "{character, select, random {Wylosuj postać} other {Zagraj: {character}}}",
    ),
    "roll": said("Roll the die", "להטיל קובייה", "Rzuć kostką"),
    "step": said("Step to {to}", "לצעוד אל {to}", "Zrób krok: {to}"),
    "cure": said("Heal a wound for 1 gold", "לרפא פצע תמורת שק זהב", "Wylecz ranę za 1 mieszek złota"),
    "gate": said(
        "{by, select, strength {Force {gate} by strength (two dice up to {gate_strength})} "
        "power {Force {gate} by power (two dice up to {gate_power})} key {Open {gate} with the key} "
        "other {Step through {gate}}}",
        "{by, select, strength {לפרוץ את {gate} בכוח (שתי קוביות עד {gate_strength})} "
        "power {לפרוץ את {gate} בעוצמה (שתי קוביות עד {gate_power})} key {לפתוח את {gate} במפתח} "
        "other {לעבור דרך {gate}}}",
        "{by, select, strength {Otwórz {gate} Siłą (dwie kostki do {gate_strength})} "
        "power {Otwórz {gate} Mocą (dwie kostki do {gate_power})} key {Otwórz {gate} kluczem} "
        "other {Przejdź przez {gate}}}",
    ),
    "trials_again": said("Stand the trials again", "לעמוד שוב בניסיונות", "Podejmij próby ponownie"),
    "dark_pact": said(
        "Give 1 endurance for a spell (dark pact)",
        "לתת נקודת חוסן תמורת לחש (ברית אפלה)",
        "Oddaj 1 punkt Wytrzymałości za Czar (mroczny pakt)",
    ),
    "first_step": said(
        "{to, select, forward {Go forward} back {Go back} other {Go to {to}}}",
        "{to, select, forward {ללכת קדימה} back {ללכת אחורה} other {ללכת אל {to}}}",
        "{to, select, forward {Idź naprzód} back {Zawróć} other {Idź: {to}}}",
    ),
    "branch": said("Go to {to}", "ללכת אל {to}", "Idź: {to}"),
    "explore": said("Explore {area}", "לחקור את {area}", "Badaj: {area}"),
    "attack": said(
        "{psychic, select, true {Attack {target, seat} with power {power}} other {Attack {target, seat} with "
        "strength {strength}}}",
        "{psychic, select, true {לתקוף את {target, seat} בעוצמה {power}} other {לתקוף את {target, seat} בכוח "
        "{strength}}}",
        "{psychic, select, true {Zaatakuj Mocą {power}: {target, seat}} other {Zaatakuj Siłą {strength}: "
        "{target, seat}}}",
    ),
    "ability": said(
        "{ability, select, pickpocket {Pick the pocket of {target, seat}} other {{ability}: {target, seat}}}",
        "{ability, select, pickpocket {לכייס את {target, seat}} other {{ability}: {target, seat}}}",
        "{ability, select, pickpocket {Okradnij: {target, seat}} other {{ability}: {target, seat}}}",
    ),
    "go_on": said("Go on without a spell", "להמשיך בלי לחש", "Idź dalej bez Czaru"),
    "split_draw": said(f"Draw {DRAWN['en']}", f"למשוך {DRAWN['he']}", f"Ciągnij {DRAWN['pl']}"),
    "order_cards": said("Put back in order: {cards}", "להחזיר לפי הסדר: {cards}", "Ułóż kolejno: {cards}"),
    "fight": said("Fight", "להילחם", "Walcz"),
    "evade": said(
        "{ability, select, beast_speech {Evade the animals} slip_away {Try to slip away} other {{ability}}}",
        "{ability, select, beast_speech {לחמוק מבעלי החיים} slip_away {לנסות לחמוק} other {{ability}}}",
        "{ability, select, beast_speech {Wymknij się Zwierzętom} slip_away {Spróbuj się wymknąć} other {{ability}}}",
    ),
    "cast": said("Cast {spell}", 'להטיל "{spell}"', "Rzuć Czar „{spell}”"),
    "cast_at": said(
        "Cast {spell} on {target, seat}", 'להטיל "{spell}" על {target, seat}', "Rzuć Czar „{spell}”: {target, seat}"
    ),
    "cast_on_deck": said("Cast {spell} on the {deck}", 'להטיל "{spell}" על {deck}', "Rzuć Czar „{spell}”: {deck}"),
    "cancel": said("Answer with Counterspell", "להגיב בלחש נגדי", "Odpowiedz Kontrczarem"),
    "pass": said("Let the spell pass", "לוותר על תגובה", "Nie odpowiadaj"),
    "again": said("Fight again", "להילחם שוב", "Walcz jeszcze raz"),
    "accept": said("Accept the loss", "להשלים עם ההפסד", "Pogódź się z przegraną"),
    "claim": said(
        "{prize, select, endurance {Take away 1 endurance} gold {Take 1 gold} devour {Devour the adventurer} other "
        "{Take {prize}}}",
        "{prize, select, endurance {לגרוע נקודת חוסן אחת} gold {לקחת שק זהב אחד} devour {לטרוף את הדמות} "
        'other {לקחת את "{prize}"}}',
        "{prize, select, endurance {Odbierz 1 punkt Wytrzymałości} gold {Zabierz 1 mieszek złota} "
        "devour {Pożryj Poszukiwacza} other {Zabierz Kartę „{prize}”}}",
    ),
    "keep": said("Keep the roll", "להשאיר את התוצאה", "Zachowaj wynik"),
    "reroll": said("Roll again", "להטיל שוב", "Rzuć jeszcze raz"),
    "choose": said(
        "Choose to {option, select, 0 {{option_0}} 1 {{option_1}} other {{option_2}}}",
        "לבחור: {option, select, 0 {{option_0}} 1 {{option_1}} other {{option_2}}}",
        "Wybierz: {option, select, 0 {{option_0}} 1 {{option_1}} other {{option_2}}}",
    ),
    "pay": said(
        "Pay {price} gold",
        "לשלם {price, plural, one {שק זהב אחד} two {שני שקי זהב} other {# שקי זהב}}",
        "Zapłać {price, plural, one {# mieszek} few {# mieszki} other {# mieszków}} złota",
    ),
    "pay.decline": said("Pay nothing", "לא לשלם", "Nie płać"),
    "decline": said("Leave the trials for now", "לדחות את הניסיונות", "Odłóż próby na później"),
    "take": said("Take {card}", 'לקחת את "{card}"', "Weź Kartę „{card}”"),
    "take_instead": said(
        "Take {card} and leave {leaving}",
        'לקחת את "{card}" ולהשאיר את "{leaving}"',
        "Weź Kartę „{card}”, a zostaw „{leaving}”",
    ),
    "leave": said("Leave {card} there", 'להשאיר את "{card}" במקומו', "Nie bierz Karty „{card}”"),
    "drop_excess": said("Leave behind {cards}", "להשאיר מאחור: {cards}", "Zostaw: {cards}"),
    "discard_spell": said("Discard {spell}", 'להשליך את "{spell}"', "Odłóż Czar „{spell}”"),
    "discard_card": said("Discard {card}", 'להשליך את "{card}"', "Odłóż Kartę „{card}”"),
    "use_map": said("Use the Map", "להשתמש במפה", "Użyj Mapy"),
    "roll_kind": said("Roll for the kind of chamber", "להטיל לסוג החדר", "Rzuć na rodzaj Komnaty"),
    "attempt": said("Stand the trials", "לעמוד בניסיונות", "Podejmij próby"),
    "exchange_trophies": said(
        "Exchange for strength: {cards}", "להמיר שלל בנקודות כוח: {cards}", "Wymień trofea na Siłę: {cards}"
    ),
    "drop_object": said("Drop {card} here", 'להשאיר כאן את "{card}"', "Zostaw tu Kartę „{card}”"),
    "leave_friend": said("Leave {card} here", 'להשאיר כאן את "{card}"', "Zostaw tu Kartę „{card}”"),
}

REASONS: Table = {
    "crystal": said(
        "{winners, seat} has won the Magic Crystal and the match.",
        "{winners, seat}: זכייה בגביש הקסם ובניצחון.",
        "{winners, seat} zdobywa Magiczny Kryształ i wygrywa rozgrywkę.",
    ),
    "last_survivor": said(
        "{winners, seat} is the last one left and wins the match.",
        "אין עוד יריבים במשחק: הניצחון של {winners, seat}.",
        "Nikt inny już nie gra: wygrywa {winners, seat}.",
    ),
    "max_rounds": said(
        "The last round is over; nobody wins the match.",
        "הסיבוב האחרון נגמר; אין ניצחון במשחק.",
        "Minęła ostatnia runda; nikt nie wygrywa.",
    ),
}
