"""How history tells what a seat decided: the move in an infinitive, in English, Hebrew and Polish."""

from collections.abc import Mapping

from games.core.languages import LANGUAGES
from games.core.messages import Table, Texts, said

# How many cards of which deck; one of the two numbers is never 0.
DRAWN: Texts = said(
    "{cave, plural, =0 {} one {# Cave card} other {# Cave cards}}"
    "{cave, plural, =0 {} one {{adventure, plural, =0 {} one { and } other { and }}} "
    "other {{adventure, plural, =0 {} one { and } other { and }}}}"
    "{adventure, plural, =0 {} one {# Adventure card} other {# Adventure cards}}",
    "{cave, plural, =0 {} one {קלף מערה אחד} two {שני קלפי מערה} other {# קלפי מערה}}"
    "{cave, plural, =0 {} one {{adventure, plural, =0 {} one { ועוד } other { ועוד }}} "
    "other {{adventure, plural, =0 {} one { ועוד } other { ועוד }}}}"
    "{adventure, plural, =0 {} one {קלף הרפתקה אחד} two {שני קלפי הרפתקה} other {# קלפי הרפתקה}}",
    "{cave, plural, =0 {} one {# Kartę Jaskini} few {# Karty Jaskini} other {# Kart Jaskini}}"
    "{cave, plural, =0 {} one {{adventure, plural, =0 {} one { i } few { i } other { i }}} "
    "few {{adventure, plural, =0 {} one { i } few { i } other { i }}} "
    "other {{adventure, plural, =0 {} one { i } few { i } other { i }}}}"
    "{adventure, plural, =0 {} one {# Kartę Przygód} few {# Karty Przygód} other {# Kart Przygód}}",
)

# By type of move; the placeholders are the move's own fields.
DECISIONS: Mapping[str, Texts] = {
    "pick_character": said(
        "{character, select, random {draw a character at random} other {play the {character}}}",
        "{character, select, random {להגריל דמות} other {לשחק בדמות {character}}}",
        "{character, select, random {wylosować postać} other {grać postacią: {character}}}",
    ),
    "roll": said("roll the die", "להטיל קובייה", "rzucić kostką"),
    "step": said("take one step to {to}", "לעשות צעד אחד אל {to}", "zrobić jeden krok ({to})"),
    "cure": said("heal a wound", "לרפא פצע", "wyleczyć ranę"),
    "gate": said(
        "{by, select, key {open {gate} with the key} open {step through {gate}} other {try to open {gate} by {by}}}",
        "{by, select, key {לפתוח את {gate} במפתח} open {לעבור דרך {gate}} other {לנסות לפתוח את {gate} בעזרת {by}}}",
        "{by, select, key {otworzyć {gate} kluczem} open {przejść przez {gate}} other {spróbować otworzyć "
        "{gate} ({by})}}",
    ),
    "trials_again": said("stand the trials again", "לעמוד שוב בניסיונות", "ponownie stanąć do prób"),
    "dark_pact": said("make a dark pact", "לכרות ברית אפלה", "zawrzeć mroczny pakt"),
    "first_step": said(
        "{to, select, forward {go forward} back {go back} other {set out for {to}}}",
        "{to, select, forward {ללכת קדימה} back {ללכת אחורה} other {לצאת אל {to}}}",
        "{to, select, forward {iść naprzód} back {zawrócić} other {ruszyć w drogę ({to})}}",
    ),
    "branch": said("go on to {to}", "להמשיך אל {to}", "iść dalej ({to})"),
    "explore": said("explore", "לחקור", "badać"),
    "attack": said(
        "{psychic, select, true {attack {target, seat} with power} other {attack {target, seat}}}",
        "{psychic, select, true {לתקוף בעוצמה את {target, seat}} other {לתקוף את {target, seat}}}",
        "{psychic, select, true {zaatakować Mocą (cel: {target, seat})} other {zaatakować (cel: {target, seat})}}",
    ),
    "ability": said(
        "{ability, select, pickpocket {pick the pocket of {target, seat}} other {use {ability} on {target, seat}}}",
        "{ability, select, pickpocket {לכייס את {target, seat}} other {להשתמש ביכולת {ability} מול {target, seat}}}",
        "{ability, select, pickpocket {okraść przeciwnika (cel: {target, seat})} other {użyć zdolności "
        "{ability} (cel: {target, seat})}}",
    ),
    "go_on": said("go on without a spell", "להמשיך בלי לחש", "iść dalej bez Czaru"),
    "split_draw": said(f"draw {DRAWN['en']}", f"למשוך {DRAWN['he']}", f"wyciągnąć {DRAWN['pl']}"),
    "fight": said("fight", "להילחם", "walczyć"),
    "evade": said(
        "{ability, select, beast_speech {evade the animals} other {try to slip away}}",
        "{ability, select, beast_speech {לחמוק מבעלי החיים} other {לנסות לחמוק}}",
        "{ability, select, beast_speech {wymknąć się Zwierzętom} other {spróbować się wymknąć}}",
    ),
    "again": said("fight again", "להילחם שוב", "walczyć jeszcze raz"),
    "accept": said("accept the loss", "להשלים עם ההפסד", "pogodzić się z przegraną"),
    "claim": said(
        "{prize, select, endurance {take away 1 endurance} gold {take 1 gold} devour {devour the adventurer} other "
        "{take {prize}}}",
        "{prize, select, endurance {לגרוע נקודת חוסן אחת} gold {לקחת שק זהב אחד} devour {לטרוף את הדמות} "
        'other {לקחת את "{prize}"}}',
        "{prize, select, endurance {odebrać 1 punkt Wytrzymałości} gold {zabrać 1 mieszek złota} "
        "devour {pożreć Poszukiwacza} other {zabrać Kartę „{prize}”}}",
    ),
    "keep": said("keep the roll", "להשאיר את התוצאה", "zachować wynik rzutu"),
    "reroll": said("roll again", "להטיל שוב", "rzucić jeszcze raz"),
    "pay": said("pay", "לשלם", "zapłacić"),
    "decline": said("leave it at that", "לוותר", "zrezygnować"),
    "take": said("take the card", "לקחת את הקלף", "wziąć Kartę"),
    "take_instead": said(
        "take the card and leave {leaving} for it",
        'לקחת את הקלף ולהשאיר במקומו את "{leaving}"',
        "wziąć Kartę i zostawić za nią Kartę „{leaving}”",
    ),
    "leave": said("leave the card there", "להשאיר את הקלף במקומו", "zostawić Kartę na miejscu"),
    "drop_excess": said("leave behind {cards}", "להשאיר מאחור {cards}", "zostawić: {cards}"),
    "discard_spell": said("discard {spell}", 'להשליך את "{spell}"', "odłożyć Czar „{spell}”"),
    "discard_card": said("discard {card}", 'להשליך את "{card}"', "odłożyć Kartę „{card}”"),
    "use_map": said("use the Map", "להשתמש במפה", "użyć Mapy"),
    "roll_kind": said("roll for the kind of chamber", "להטיל לסוג החדר", "rzucić na rodzaj Komnaty"),
    "attempt": said("stand the trials", "לעמוד בניסיונות", "stanąć do prób"),
}


def _by_type(language: str) -> str:
    variants = " ".join(f"{type} {{{texts[language]}}}" for type, texts in DECISIONS.items())
    return f"{{type, select, {variants} other {{–}}}}"


CHOICES: Table = {
    "choice_made": said(
        "{kind, select, choose {{seat, seat} chooses to {effects}} other {{seat, seat} decides to {move}}}.",
        "{kind, select, choose {בחירה של {seat, seat}: {effects}} other {החלטה של {seat, seat}: {move}}}.",
        "{kind, select, choose {{seat, seat} wybiera: {effects}} other {{seat, seat} postanawia {move}}}.",
    ),
    "choice_made.move": {language: _by_type(language) for language in LANGUAGES},
}
