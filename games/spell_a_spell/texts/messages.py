"""What the game has to say in English, Hebrew and Polish, and the names of all that stands in it.

A seat stands where a name in the nominative can take its place. Hebrew goes by nouns, Polish by the present tense, so
that no player has a gender.
"""

from games.core.messages import Table, Texts, said
from games.spell_a_spell.components.cards import EFFECTS, FACE
from games.spell_a_spell.components.laying import FOG
from games.spell_a_spell.content import TERMS as NAMED
from games.spell_a_spell.moves import CastWord, Decline, EndTurn, PlayEffect, Vote
from games.spell_a_spell.outcome import LAST_SEAT, PASSES, SOLVER

# Which cards they are, for those who know: the seat itself, or everybody where hands lie open.
_WHICH = "{cards, select, known {: {cards}} other {{open_cards, select, known {: {open_cards}} other {}}}}"
_TOLD = "{cards, select, known {: {cards}} other {}}"
_CARDS = (
    "{count, plural, one {# card} other {# cards}}",
    "{count, plural, one {קלף אחד} two {שני קלפים} other {# קלפים}}",
    "{count, plural, one {# kartę} few {# karty} other {# kart}}",
)
_TAKEN = (
    "{takes, plural, one {to take a card} other {to take up to # cards}}",
    "{takes, plural, one {כדי לקחת קלף אחד} two {כדי לקחת עד שני קלפים} other {כדי לקחת עד # קלפים}}",
    "{takes, plural, one {jedna karta} few {do # kart} other {do # kart}}",
)
_FOGGED = (
    "{fogs, plural, =0 {} one { with a fog card} other { with # fog cards}}",
    "{fogs, plural, =0 {} one { עם קלף ערפל} two { עם שני קלפי ערפל} other { עם # קלפי ערפל}}",
    "{fogs, plural, =0 {} one { z kartą mgły} few { z # kartami mgły} other { z # kartami mgły}}",
)

# Cards one after the other without a word between the last two: a Hebrew one would look like one more letter.
_LISTED: Table = {
    f"{event}.{field}{end}": said(text, text, text)
    for event in ("cards_dealt", "cards_drawn", "cards_stolen", "hand_passed")
    for field in ("cards", "open_cards")
    if (event, field) != ("hand_passed", "open_cards")
    for end, text in (("", "{value}"), (".between", ", "))
}

LINES: Table = {
    **_LISTED,
    "run_started": said(
        "Run {run} begins; {dealer, seat} deals.",
        "מערכה {run} מתחילה; חלוקת הקלפים אצל {dealer, seat}.",
        "Zaczyna się rozdanie {run}; karty rozdaje {dealer, seat}.",
    ),
    "cards_dealt": said(
        f"{{seat, seat}} is dealt {_CARDS[0]}{_WHICH}.",
        f"{{seat, seat}}: חלוקה של {_CARDS[1]}{_WHICH}.",
        f"{{seat, seat}} dostaje {_CARDS[2]}{_WHICH}.",
    ),
    "turn_started": said(
        "It is the turn of {seat, seat}{word, select, none {} other {: “{word}” has to be resisted, with {least}"
        " letters or more}}.",
        '{seat, seat}: תחילת התור{word, select, none {} other {. יש להתחמק מהכישוף "{word}" במילה של'
        " {least, plural, one {אות אחת} two {שתי אותיות} other {# אותיות}} לפחות}}.",
        "{seat, seat} zaczyna turę{word, select, none {} other {: trzeba odeprzeć czar „{word}” słowem z {least} lub"
        " więcej liter}}.",
    ),
    "extra_turn": said(
        "{seat, seat} takes another turn.", "{seat, seat}: תור נוסף.", "{seat, seat} gra dodatkową turę."
    ),
    "word_proposed": said(
        f"{{seat, seat}} proposes “{{word}}”{_FOGGED[0]}; {{voters, seat}}"
        " {voters, plural, one {judges} other {judge}}.",
        f'{{seat, seat}}: הצעת המילה "{{word}}"{_FOGGED[1]}; ההכרעה אצל {{voters, seat}}.',
        f"{{seat, seat}} proponuje słowo „{{word}}”{_FOGGED[2]};"
        " {voters, plural, one {ocenia} few {oceniają} other {oceniają}} {voters, seat}.",
    ),
    "vote_cast": said(
        "{seat, seat} has voted{vote, select, accept { for the word} challenge { against the word} other {}}.",
        "{seat, seat}: {vote, select, accept {הצבעה בעד המילה} challenge {הצבעה נגד המילה} other {ההצבעה נמסרה}}.",
        "{seat, seat} oddaje głos{vote, select, accept { za słowem} challenge { przeciw słowu} other {}}.",
    ),
    "vote_closed": said(
        "The word is {accepted, select, true {accepted} other {refused}}: {accepts} for, {challenges} against.",
        "המילה {accepted, select, true {מתקבלת} other {נדחית}}: {accepts} בעד, {challenges} נגד.",
        "Słowo zostaje {accepted, select, true {przyjęte} other {odrzucone}}: za {accepts}, przeciw {challenges}.",
    ),
    "word_refused": said(
        "“{word}” does not count; {seat, seat} takes the cards back.",
        'המילה "{word}" אינה נחשבת; הקלפים חוזרים אל {seat, seat}.',
        "Słowo „{word}” się nie liczy; {seat, seat} zabiera karty z powrotem.",
    ),
    "word_cast": said(
        f"{{seat, seat}} casts “{{word}}”{_FOGGED[0]}"
        "{special, select, none {} other {, the special word for {special}}}.",
        f'{{seat, seat}}: הטלת {{special, select, none {{המילה}} other {{המילה המיוחדת}}}} "{{word}}"{_FOGGED[1]}.',
        "{seat, seat} rzuca {special, select, none {słowo} other {specjalne słowo}} „{word}”"
        f"{_FOGGED[2]}{{special, select, none {{}} other {{ ({{special}})}}}}.",
    ),
    "cards_drawn": said(
        f"{{seat, seat}} draws {_CARDS[0]}{_WHICH}.",
        f"{{seat, seat}}: משיכה של {_CARDS[1]}{_WHICH}.",
        f"{{seat, seat}} dobiera {_CARDS[2]}{_WHICH}.",
    ),
    "spell_standing": said(
        "“{word}” now stands as a spell on {on, seat}.",
        'הכישוף "{word}" חל על {on, seat}.',
        "Słowo „{word}” staje się czarem; cel: {on, seat}.",
    ),
    "spell_ended": said(
        "The spell on {seat, seat} {reason, select, resisted {is resisted} special {is broken by the special word}"
        " firewall {is stopped by the firewall} bewitched {has done its work} resigned {ends with the resignation}"
        " other {ends}}.",
        "הכישוף על {seat, seat} {reason, select, resisted {נהדף} special {מתבטל בזכות המילה המיוחדת}"
        " firewall {נעצר בחומת האש} bewitched {השלים את פעולתו} resigned {מתבטל עם הפרישה} other {מתבטל}}.",
        "{seat, seat}: czar {reason, select, resisted {zostaje odparty} special {pryska przez specjalne słowo}"
        " firewall {gaśnie na ścianie ognia} bewitched {się spełnia} resigned {znika wraz z rezygnacją}"
        " other {znika}}.",
    ),
    "seat_bewitched": said(
        "{seat, seat} does not resist and turns into “{word}”.",
        '{seat, seat}: הכישוף פועל. הדמות החדשה: "{word}".',
        "{seat, seat} nie odpiera czaru i zmienia się w: „{word}”.",
    ),
    "free_pass": said(
        "{seat, seat} ends the turn without a word{idle, select, true {, and there is no card left to draw} other {}}.",
        "{seat, seat}: סיום התור בלי מילה{idle, select, true {, ולא נותר קלף למשוך} other {}}.",
        "{seat, seat} kończy turę bez słowa{idle, select, true {, a dobrać nie ma już czego} other {}}.",
    ),
    "effect_played": said(
        "{seat, seat} plays a {effect}.",
        "{seat, seat}: הפעלת קלף {effect}.",
        "{seat, seat} zagrywa kartę „{effect}”.",
    ),
    "hands_rotated": said(
        "All hands change places{direction, select, receive_from_left {: each comes from the left}"
        " pass_to_left {: each goes to the left} other {}}.",
        "הקלפים מחליפים ידיים{direction, select, receive_from_left {: כל יד באה משמאל}"
        " pass_to_left {: כל יד עוברת שמאלה} other {}}.",
        "Karty na rękach zmieniają miejsce{direction, select, receive_from_left {: każda ręka przychodzi z lewej}"
        " pass_to_left {: każda ręka idzie w lewo} other {}}.",
    ),
    "hand_passed": said(
        "{seat, seat} {count, plural, =0 {has no cards for {receiver, seat}} one {hands # card to {receiver, seat}}"
        f" other {{hands # cards to {{receiver, seat}}}}}}{_TOLD}.",
        "{seat, seat}: {count, plural, =0 {אין קלפים למסור אל {receiver, seat}} one {מסירה של קלף אחד אל"
        " {receiver, seat}} two {מסירה של שני קלפים אל {receiver, seat}} other {מסירה של # קלפים אל {receiver, seat}}}"
        f"{_TOLD}.",
        "{seat, seat} {count, plural, =0 {nie ma kart do oddania (komu: {receiver, seat})}"
        " one {oddaje # kartę (dostaje {receiver, seat})} few {oddaje # karty (dostaje {receiver, seat})}"
        f" other {{oddaje # kart (dostaje {{receiver, seat}})}}}}{_TOLD}.",
    ),
    "snowball_thrown": said(
        f"{{seat, seat}} throws a snowball at {{target, seat}}, {_TAKEN[0]}.",
        f"{{seat, seat}}: כדור שלג אל {{target, seat}}, {_TAKEN[1]}.",
        f"{{seat, seat}} rzuca śnieżką; cel: {{target, seat}}, stawka: {_TAKEN[2]}.",
    ),
    "window_opened": said(
        "{seat, seat} may {window, select, defence {stop the snowball with a firewall}"
        " reply {throw a snowball in turn} other {answer}}.",
        "{seat, seat}: אפשר {window, select, defence {לעצור את כדור השלג בחומת אש}"
        " reply {לזרוק כדור שלג בתשובה} other {להשיב}}.",
        "{seat, seat} może {window, select, defence {zatrzymać śnieżkę ścianą ognia}"
        " reply {odpowiedzieć śnieżką} other {odpowiedzieć}}.",
    ),
    "window_declined": said(
        "{seat, seat} {window, select, defence {does not stop the snowball} reply {throws no snowball back}"
        " other {lets it pass}}.",
        "{seat, seat}: {window, select, defence {בלי חומת אש} reply {בלי כדור שלג בתשובה} other {ויתור}}.",
        "{seat, seat} {window, select, defence {nie zatrzymuje śnieżki} reply {nie odpowiada śnieżką}"
        " other {nie odpowiada}}.",
    ),
    "cards_stolen": said(
        f"{{seat, seat}} takes {_CARDS[0]} from {{target, seat}}{_WHICH}.",
        f"{{seat, seat}}: לקיחה של {_CARDS[1]} מידי {{target, seat}}{_WHICH}.",
        f"{{seat, seat}} zabiera {_CARDS[2]} (oddaje {{target, seat}}){_WHICH}.",
    ),
    "snowball_round_ended": said(
        "The snowballs are over{reason, select, firewall {: the firewall has stopped them}"
        " empty_hand {: there is no card to take} resigned {: a player has resigned} other {}}."
        " {seat, seat} goes on with the turn.",
        "סבב כדורי השלג נגמר{reason, select, firewall { בחומת האש} empty_hand {: אין קלף לקחת}"
        " resigned { עם הפרישה} other {}}. התור ממשיך אצל {seat, seat}.",
        "Koniec śnieżek{reason, select, firewall {: zatrzymuje je ściana ognia} empty_hand {: nie ma karty do zabrania}"
        " resigned {: jest rezygnacja} other {}}. Swoją turę kontynuuje {seat, seat}.",
    ),
    "seat_resigned": said("{seat, seat} resigns.", "פרישה מהמשחק: {seat, seat}.", "{seat, seat} rezygnuje z gry."),
    "run_ended": said(
        "Run {run} is over: {reason, select, passes {the deck is empty and everybody has passed}"
        " solver {the deck is empty and no hand makes a word} other {nobody can go on}}. Cards scored: {scores}.",
        "מערכה {run} נגמרה: {reason, select, passes {הקופה ריקה וכל התורות עברו בוויתור}"
        " solver {הקופה ריקה ואין יד שמרכיבה מילה} other {אין איך להמשיך}}. הקלפים שנצברו: {scores}.",
        "Koniec rozdania {run}: {reason, select, passes {talia jest pusta i wszyscy po kolei pasują}"
        " solver {talia jest pusta i z żadnej ręki nie da się ułożyć słowa} other {dalej grać się nie da}}."
        " Zdobyte karty: {scores}.",
    ),
    "run_ended.scores": said("{index, seat} – {value}", "{index, seat} – {value}", "{index, seat} – {value}"),
    "last_seat_remained": said(
        "Only {winner, seat} is left.", "אין עוד משתתפים מלבד {winner, seat}.", "W grze zostaje tylko {winner, seat}."
    ),
}

QUESTIONS: Table = {
    "turn": said(
        "{may_cast, select, true {{word, select, none {Your turn: cast a word.}"
        " other {Resist “{word}”: {least} letters or more{may_play_effects, select,"
        " true {, a special word or a firewall} other {, or a special word}}.}}}"
        " other {The table has refused your words: end the turn.}}",
        "{may_cast, select, true {{word, select, none {התור שלך: אפשר להטיל מילה.}"
        ' other {כדי להתחמק מהכישוף "{word}" דרושה מילה של {least, plural, one {אות אחת} two {שתי אותיות}'
        " other {# אותיות}} לפחות{may_play_effects, select, true {, מילה מיוחדת או חומת אש}"
        " other { או מילה מיוחדת}}.}}} other {המילים שלך נדחו: נשאר לסיים את התור.}}",
        "{may_cast, select, true {{word, select, none {Twoja tura: rzuć słowo.}"
        " other {Odeprzyj czar „{word}”: {least} lub więcej liter{may_play_effects, select,"
        " true {, specjalne słowo albo ściana ognia} other { albo specjalne słowo}}.}}}"
        " other {Stół odrzuca twoje słowa: zakończ turę.}}",
    ),
    "word_vote": said(
        "{by, seat} proposes “{word}”: does it count?",
        'הצעה של {by, seat}: "{word}". האם המילה נחשבת?',
        "{by, seat} proponuje „{word}”: czy to słowo się liczy?",
    ),
    "snowball_defence": said(
        f"{{by, seat}} throws a snowball at you, {_TAKEN[0]}: do you stop it?",
        f"כדור שלג של {{by, seat}} בדרך אליך, {_TAKEN[1]}. לעצור אותו?",
        f"{{by, seat}} rzuca w ciebie śnieżką (stawka: {_TAKEN[2]}). Zatrzymać ją?",
    ),
    "snowball_reply": said(
        f"Do you throw a snowball in turn, at {{target, seat}}, {_TAKEN[0]}?",
        f"לזרוק כדור שלג בתשובה, אל {{target, seat}}, {_TAKEN[1]}?",
        f"Rzucić śnieżkę w odpowiedzi? Cel: {{target, seat}}, stawka: {_TAKEN[2]}.",
    ),
}

_PLAYED = (
    "sandstorm {Raise a sandstorm} firewall {Raise a firewall} snowball {Throw a snowball}",
    "sandstorm {להעלות סופת חול} firewall {להקים חומת אש} snowball {לזרוק כדור שלג}",
    "sandstorm {Wywołaj burzę piaskową} firewall {Postaw ścianę ognia} snowball {Rzuć śnieżkę}",
)
_EFFECT = tuple(f"{{effect, select, {played} other {{{{effect}}}}}}" for played in _PLAYED)

LABELS: Table = {
    CastWord.type: said("Cast “{word}”", 'להטיל "{word}"', "Rzuć słowo „{word}”"),
    PlayEffect.type: said(*_EFFECT),
    EndTurn.type: said("End the turn", "לסיים את התור", "Zakończ turę"),
    f"snowball_defence.{Decline.type}": said("Let it hit", "לספוג את כדור השלג", "Nie zatrzymuj"),
    f"snowball_reply.{Decline.type}": said("Throw nothing", "לא לזרוק דבר", "Nie rzucaj"),
    Vote.type: said(
        "{vote, select, accept {Accept the word} challenge {Challenge the word} other {{vote}}}",
        "{vote, select, accept {לקבל את המילה} challenge {לערער על המילה} other {{vote}}}",
        "{vote, select, accept {Przyjmij słowo} challenge {Zakwestionuj słowo} other {{vote}}}",
    ),
}

SAYINGS: Table = {
    PlayEffect.type: said(
        "{effect, select, sandstorm {Raise a sandstorm: all hands change places.}"
        " firewall {Raise a firewall: the spell or the snowball stops.}"
        " snowball {Throw a snowball: take cards from the left.} other {{effect}}}",
        "{effect, select, sandstorm {להעלות סופת חול: הקלפים מחליפים ידיים.}"
        " firewall {להקים חומת אש: הכישוף או כדור השלג נעצרים.}"
        " snowball {לזרוק כדור שלג: לקיחת קלפים משמאל.} other {{effect}}}",
        "{effect, select, sandstorm {Wywołaj burzę piaskową: karty na rękach zmieniają miejsce.}"
        " firewall {Postaw ścianę ognia: zatrzymuje czar albo śnieżkę.}"
        " snowball {Rzuć śnieżkę: zabierasz karty z lewej.} other {{effect}}}",
    ),
    EndTurn.type: said(
        "{word, select, none {End the turn without a word and draw cards.}"
        " other {End the turn without a word: the spell works on you.}}",
        "{word, select, none {לסיים את התור בלי מילה ולמשוך קלפים.} other {לסיים את התור בלי מילה: הכישוף יפעל עליך.}}",
        "{word, select, none {Zakończ turę bez słowa i dobierz karty.}"
        " other {Zakończ turę bez słowa: czar zadziała na ciebie.}}",
    ),
}

_WON = (
    "{winners, seat} {winners, plural, one {wins} other {share the win}} with the most cards",
    "{winners, plural, one {הניצחון} other {ניצחון משותף}} של {winners, seat}, עם מרב הקלפים",
    "{winners, plural, one {Wygrywa} few {Wygrywają razem} other {Wygrywają razem}} {winners, seat} z największą"
    " liczbą kart",
)

REASONS: Table = {
    PASSES: said(
        f"{_WON[0]}: the deck is empty, and everybody has passed.",
        f"{_WON[1]}: הקופה ריקה וכל התורות עברו בוויתור.",
        f"{_WON[2]}: talia jest pusta i wszyscy po kolei pasują.",
    ),
    SOLVER: said(
        f"{_WON[0]}: the deck is empty, and no hand makes a word.",
        f"{_WON[1]}: הקופה ריקה ואין יד שמרכיבה מילה.",
        f"{_WON[2]}: talia jest pusta i z żadnej ręki nie da się ułożyć słowa.",
    ),
    LAST_SEAT: said(
        "{winners, seat} wins the match: everybody else has resigned.",
        "הניצחון של {winners, seat}: כל השאר פרשו.",
        "Wygrywa {winners, seat}: reszta stołu zrezygnowała.",
    ),
}


def _name_of(card: str) -> Texts:
    """A card is told by its face."""
    face = FACE[card]
    return said(*NAMED[face]) if face in (*EFFECTS, FOG) else said(face, face, face)


TERMS: Table = {
    **{card: _name_of(card) for card in FACE},
    **{name: said(*NAMED[name]) for name in (*EFFECTS, "snow", "fog", "fire", "sand", "accept", "challenge")},
}
