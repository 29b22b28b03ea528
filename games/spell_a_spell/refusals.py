"""Every rule refusal of this game: the code, its clause, and what the player is told."""

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType

from games.core.errors import Refusal, published, refused

_CREATING = {
    "wrong_number_of_seats": published(
        "SAS-4",
        "The game is for 2 to 5 wizards, not for {seats}.",
        "המשחק מיועד ל-2 עד 5 מכשפים, ולא ל-{seats}.",
        "Gra jest dla 2–5 czarowników; wybrana liczba: {seats}.",
    ),
    "any_word_needs_judges": published(
        "SAS-48",
        "Any word can go only where the table votes or every word counts: the lexicon lists tangible things alone.",
        "כל מילה מותרת רק כשהשולחן מצביע או כשכל מילה נחשבת: במילון יש עצמים מוחשיים בלבד.",
        "Dowolne słowa są możliwe, gdy stół głosuje albo liczy się każde: słownik zna same rzeczy namacalne.",
    ),
    "solver_needs_lexicon": published(
        "SAS-43",
        "The server can tell that no word is left only where the lexicon alone judges.",
        "השרת יכול לדעת שלא נותרה מילה רק כשהמילון לבדו שופט.",
        "Serwer może stwierdzić, że nie ma już żadnego słowa, tylko gdy rozstrzyga sam słownik.",
    ),
    "hand_sizes_twice": published(
        "SAS-46",
        "Give one hand size for all or one for each seat, not both.",
        "יש לתת גודל יד אחד לכולם או גודל לכל מושב, ולא את שניהם.",
        "Podaj jedną liczbę kart dla wszystkich albo osobną dla każdego miejsca, nie obie.",
    ),
    "hand_sizes_wrong_number": published(
        "SAS-46",
        "There are {given} hand sizes for {seats} seats.",
        "ניתנו {given} גדלי יד ל-{seats} מושבים.",
        "Liczba podanych rozmiarów ręki: {given}, liczba miejsc: {seats}.",
    ),
}

_WORDS = {
    "word_malformed": published(
        "SAS-10",
        "That is no Hebrew word: letters only, with or without points, and no spaces.",
        "זו אינה מילה בעברית: אותיות בלבד, עם ניקוד או בלעדיו, וללא רווחים.",
        "To nie jest hebrajskie słowo: same litery, z punktacją lub bez, bez odstępów.",
    ),
    "card_not_in_hand": published(
        "SAS-10",
        "You do not hold all of these cards, each once.",
        "אין בידך את כל הקלפים האלה, כל אחד פעם אחת.",
        "Nie masz na ręce wszystkich tych kart, każdej raz.",
    ),
    "card_lays_no_letter": published(
        "SAS-10",
        "A word is laid from letter and fog cards only.",
        "מילה מורכבת מקלפי אותיות ומקלפי ערפל בלבד.",
        "Słowo układa się tylko z kart liter i mgły.",
    ),
    "hand_cannot_lay": published(
        "SAS-10",
        "Your letter and fog cards do not spell this word.",
        "אי אפשר להרכיב את המילה הזאת מקלפי האותיות והערפל שבידך.",
        "Z twoich kart liter i mgły nie da się ułożyć tego słowa.",
    ),
    "word_too_short": published(
        "SAS-12",
        "A word has two letters or more.",
        "במילה יש שתי אותיות או יותר.",
        "Słowo ma co najmniej dwie litery.",
    ),
    "wrong_number_of_cards": published(
        "SAS-12",
        "The word has {letters} letters, and {cards} cards are laid: one card for each letter.",
        "במילה {letters} אותיות, והונחו {cards} קלפים: קלף אחד לכל אות.",
        "Liczba liter w słowie: {letters}, liczba wyłożonych kart: {cards}. Każda litera to jedna karta.",
    ),
    "card_is_another_letter": published(
        "SAS-3",
        "The cards, in this order, do not spell the word.",
        "הקלפים בסדר הזה אינם מרכיבים את המילה.",
        "Karty w tej kolejności nie układają się w to słowo.",
    ),
    "shorter_than_the_spell": published(
        "SAS-18",
        "The word has {letters} letters; to resist the spell it needs {least}, or it must be a special word.",
        "במילה {letters} אותיות; כדי להתחמק מהכישוף דרושות {least}, או מילה מיוחדת.",
        "Liczba liter w słowie: {letters}. Aby odeprzeć czar, trzeba co najmniej {least} albo specjalnego słowa.",
    ),
    "word_is_standing": published(
        "SAS-17",
        "A word cannot answer itself: cast another one.",
        "מילה אינה יכולה לענות על עצמה: יש להטיל מילה אחרת.",
        "Słowo nie może odpowiedzieć samo sobie: rzuć inne.",
    ),
    "word_was_cast": published(
        "SAS-17",
        "This word has been cast in this run, and no word may come twice.",
        "המילה הזאת כבר הוטלה במערכה הזאת, ואסור לחזור על מילה.",
        "To słowo padło już w tym rozdaniu, a żadne nie może się powtórzyć.",
    ),
    "word_not_in_lexicon": published(
        "SAS-11",
        "The lexicon of this match does not list this word as a tangible thing or a profession.",
        "המילון של המשחק הזה אינו מונה את המילה הזאת כעצם מוחשי או כמקצוע.",
        "Słownik tej partii nie podaje tego słowa jako rzeczy namacalnej ani zawodu.",
    ),
    "no_more_words": published(
        "SAS-11",
        "Words that the table has refused this turn: {refused}. End the turn.",
        "מספר המילים שנדחו בתור הזה: {refused}. יש לסיים את התור.",
        "Liczba słów odrzuconych przez stół w tej turze: {refused}. Zakończ turę.",
    ),
    "no_vote_wanted": published(
        "SAS-11",
        "No word awaits your vote.",
        "אין מילה שממתינה להצבעתך.",
        "Żadne słowo nie czeka na twój głos.",
    ),
    "already_voted": published(
        "SAS-11",
        "You have voted on this word already.",
        "כבר הצבעת על המילה הזאת.",
        "Twój głos na to słowo jest już oddany.",
    ),
}

_TURNS = {
    "not_your_turn": published(
        "SAS-6",
        "You are not on turn, or others must answer first.",
        "זה לא תורך, או שקודם צריך להמתין לתשובות אחרות.",
        "To nie twoja kolej albo najpierw trzeba zaczekać na inne odpowiedzi.",
    ),
    "effects_come_first": published(
        "SAS-7",
        "Effect cards come before the first word of a turn.",
        "קלפי פעלולים מופעלים לפני המילה הראשונה בתור.",
        "Karty efektów zagrywa się przed pierwszym słowem tury.",
    ),
    "effect_not_in_hand": published(
        "SAS-31",
        "You do not hold this effect card.",
        "אין בידך קלף הפעלול הזה.",
        "Nie masz na ręce tej karty efektu.",
    ),
    "nothing_to_stop": published(
        "SAS-34",
        "No spell stands on you that a firewall could remove.",
        "אין עליך כישוף שחומת אש יכולה לבטל.",
        "Nie ciąży na tobie czar, który ściana ognia mogłaby usunąć.",
    ),
    "only_a_firewall_now": published(
        "SAS-38",
        "Before the cards are taken only a firewall can be played.",
        "לפני שלוקחים קלפים אפשר להפעיל רק חומת אש.",
        "Zanim karty zostaną zabrane, można zagrać tylko ścianę ognia.",
    ),
    "only_a_snowball_now": published(
        "SAS-38",
        "After the cards are taken only a snowball can be played.",
        "אחרי שנלקחו קלפים אפשר להפעיל רק כדור שלג.",
        "Po zabraniu kart można zagrać tylko śnieżkę.",
    ),
    "nothing_to_decline": published(
        "SAS-38",
        "No snowball waits for your answer.",
        "אין כדור שלג שממתין לתשובתך.",
        "Żadna śnieżka nie czeka na twoją odpowiedź.",
    ),
    "unknown_move": published(
        "SAS-7",
        "There is no such move in this game.",
        "אין מהלך כזה במשחק הזה.",
        "W tej grze nie ma takiego ruchu.",
    ),
    "no_such_seat": published(
        "SAS-4",
        "There is no such seat at this table.",
        "אין מושב כזה סביב השולחן.",
        "Przy tym stole nie ma takiego miejsca.",
    ),
    "match_is_over": published(
        "SAS-41",
        "The match is over.",
        "המשחק נגמר.",
        "Rozgrywka już się skończyła.",
    ),
    "seat_resigned": published(
        "SAS-49",
        "This wizard has resigned and takes no further part.",
        "המושב הזה פרש ואינו משתתף עוד.",
        "To miejsce zrezygnowało i już nie bierze udziału w grze.",
    ),
}

REFUSALS: Mapping[str, Refusal] = MappingProxyType({**_CREATING, **_WORDS, **_TURNS})

# The error with a code of `REFUSALS` and its clause: `raise refusal("no_such_seat")`.
refusal = partial(refused, REFUSALS)
