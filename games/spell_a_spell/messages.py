"""The history of a match in sentences, in English, Hebrew and Polish, and the names of all that stands in them.

A verb or an adjective agrees with the word for seat, which has no person's gender."""

from games.core.messages import Table, Texts, said
from games.spell_a_spell import scoring
from games.spell_a_spell.cards import EFFECTS, FACE
from games.spell_a_spell.content import TERMS as NAMED
from games.spell_a_spell.laying import FOG
from games.spell_a_spell.moves import CastWord, Decline, EndTurn, PlayEffect, Vote

LINES = {
    "run_started": said(
        "Run {run} begins for {seats} wizards; the dealer is seat {dealer}.",
        "מערכה {run} מתחילה ל-{seats} מכשפים; את הקלפים מחלק מושב {dealer}.",
        "Zaczyna się rozdanie {run} dla {seats} czarowników; rozdaje miejsce {dealer}.",
    ),
    "cards_dealt": said(
        "Seat {seat} is dealt {count} cards: {cards}.",
        "מושב {seat} מקבל {count} קלפים: {cards}.",
        "Miejsce {seat} dostaje karty ({count}): {cards}.",
    ),
    "turn_started": said(
        "Seat {seat} is on turn; word to resist: {word}, letters needed: {least}.",
        "תורו של מושב {seat}; המילה שיש להתחמק ממנה: {word}, אותיות דרושות: {least}.",
        "Kolej miejsca {seat}; słowo do odparcia: {word}, potrzeba liter: {least}.",
    ),
    "extra_turn": said(
        "Seat {seat} takes another turn.",
        "מושב {seat} משחק תור נוסף.",
        "Miejsce {seat} rozgrywa dodatkową turę.",
    ),
    "word_proposed": said(
        "Seat {seat} proposes {word}; its fog cards stand at: {fogs}. Seats {voters} judge.",
        'מושב {seat} מציע "{word}"; מקומות קלפי הערפל: {fogs}. שופטים: מושבים {voters}.',
        "Miejsce {seat} proponuje słowo „{word}”; karty mgły na pozycjach: {fogs}. Oceniają miejsca {voters}.",
    ),
    "vote_cast": said(
        "Seat {seat} has voted: {vote}.",
        "מושב {seat} הצביע: {vote}.",
        "Miejsce {seat} oddało głos: {vote}.",
    ),
    "vote_closed": said(
        "The vote closes: {accepts} accept, {challenges} challenge (seats {voters}: {votes}). Accepted: {accepted}.",
        "ההצבעה נסגרת: {accepts} מקבלים, {challenges} מערערים (מושבים {voters}: {votes}). התקבלה: {accepted}.",
        "Koniec głosowania: za {accepts}, przeciw {challenges} (miejsca {voters}: {votes}). Przyjęte: {accepted}.",
    ),
    "word_refused": said(
        "The table refuses {word}; seat {seat} takes the cards back.",
        'השולחן דוחה את "{word}"; מושב {seat} לוקח את הקלפים בחזרה.',
        "Stół odrzuca słowo „{word}”; miejsce {seat} zabiera karty z powrotem.",
    ),
    "word_cast": said(
        "Seat {seat} casts {word} and scores its cards ({cards}); special word: {special}.",
        'מושב {seat} מטיל "{word}" וצובר את קלפיה ({cards}); מילה מיוחדת: {special}.',
        "Miejsce {seat} rzuca słowo „{word}” i zdobywa jego karty ({cards}); słowo specjalne: {special}.",
    ),
    "cards_drawn": said(
        "Seat {seat} draws {count} ({reason}): {cards}.",
        "מושב {seat} מושך {count} ({reason}): {cards}.",
        "Miejsce {seat} dobiera {count} ({reason}): {cards}.",
    ),
    "spell_standing": said(
        "The word {word} stands as a spell on seat {on}, cast by seat {seat}.",
        'המילה "{word}", שהטיל מושב {seat}, היא כישוף על מושב {on}.',
        "Słowo „{word}”, rzucone przez miejsce {seat}, ciąży jako czar na miejscu {on}.",
    ),
    "spell_ended": said(
        "The spell on seat {seat} is gone: {reason}.",
        "הכישוף על מושב {seat} בטל: {reason}.",
        "Czar na miejscu {seat} przestaje działać: {reason}.",
    ),
    "seat_bewitched": said(
        "Seat {seat} has not resisted and is turned into {word}.",
        'מושב {seat} לא התחמק והפך ל"{word}".',
        "Miejsce {seat} nie odparło czaru i zmienia się w „{word}”.",
    ),
    "free_pass": said(
        "Seat {seat} ends the turn without a word; no card left to draw: {idle}.",
        "מושב {seat} מסיים את התור בלי מילה; לא נותר קלף למשוך: {idle}.",
        "Miejsce {seat} kończy turę bez słowa; nie ma już czego dobrać: {idle}.",
    ),
    "effect_played": said(
        "Seat {seat} plays an effect card: {effect}.",
        "מושב {seat} מפעיל פעלול: {effect}.",
        "Miejsce {seat} zagrywa kartę efektu: {effect}.",
    ),
    "hands_rotated": said(
        "All hands change places ({direction}): those of seats {givers} go to seats {receivers}.",
        "כל הידיים מחליפות מקום ({direction}): אלה של מושבים {givers} עוברות למושבים {receivers}.",
        "Wszystkie ręce zmieniają miejsce ({direction}): te z miejsc {givers} trafiają na miejsca {receivers}.",
    ),
    "hand_passed": said(
        "Seat {seat} gives its {count} cards to seat {receiver}: {cards}.",
        "מושב {seat} מוסר את {count} קלפיו למושב {receiver}: {cards}.",
        "Miejsce {seat} oddaje swoje karty ({count}) miejscu {receiver}: {cards}.",
    ),
    "snowball_thrown": said(
        "Snowball number {number}: seat {seat} is to take up to {takes} cards of seat {target}.",
        "כדור שלג מספר {number}: מושב {seat} עומד לקחת עד {takes} קלפים ממושב {target}.",
        "Śnieżka numer {number}: miejsce {seat} ma zabrać do {takes} kart miejscu {target}.",
    ),
    "window_opened": said(
        "Seat {seat} may answer: {window}.",
        "מושב {seat} רשאי לענות: {window}.",
        "Miejsce {seat} może odpowiedzieć: {window}.",
    ),
    "window_declined": said(
        "Seat {seat} plays nothing: {window}.",
        "מושב {seat} אינו מפעיל דבר: {window}.",
        "Miejsce {seat} niczego nie zagrywa: {window}.",
    ),
    "cards_stolen": said(
        "Seat {seat} takes {count} of the cards of seat {target}: {cards}.",
        "מושב {seat} לוקח {count} מקלפיו של מושב {target}: {cards}.",
        "Miejsce {seat} zabiera miejscu {target} karty ({count}): {cards}.",
    ),
    "snowball_round_ended": said(
        "The snowball round is over ({reason}); the turn is back with seat {seat}.",
        "סבב כדורי השלג נגמר ({reason}); התור חוזר למושב {seat}.",
        "Runda śnieżek skończona ({reason}); tura wraca do miejsca {seat}.",
    ),
    "seat_resigned": said(
        "Seat {seat} resigns.",
        "מושב {seat} פורש.",
        "Miejsce {seat} rezygnuje.",
    ),
    "run_ended": said(
        "Run {run} is over: {reason}. Cards scored in it, by seat: {scores}.",
        "מערכה {run} נגמרה: {reason}. הקלפים שנצברו בה, לפי סדר המושבים: {scores}.",
        "Rozdanie {run} skończone: {reason}. Karty w nim zdobyte, według miejsc: {scores}.",
    ),
    "last_seat_remained": said(
        "All others have resigned: seat {winner} wins.",
        "כל המושבים האחרים פרשו: מושב {winner} מנצח.",
        "Wszystkie inne miejsca zrezygnowały: wygrywa miejsce {winner}.",
    ),
}


def _name_of(card: str) -> Texts:
    """A card is told by its face."""
    face = FACE[card]
    return said(*NAMED[face]) if face in (*EFFECTS, FOG) else said(face, face, face)


TERMS = {
    **{card: _name_of(card) for card in FACE},
    **{name: said(*NAMED[name]) for name in (*EFFECTS, "snow", "fog", "fire", "sand", "accept", "challenge")},
    "yes": said("yes", "כן", "tak"),
    "no": said("no", "לא", "nie"),
    "word": said("after a word", "אחרי מילה", "po słowie"),
    "special": said("a special word", "מילה מיוחדת", "słowo specjalne"),
    "bewitched": said("bewitched", "מכושף", "zaczarowane"),
    "free_pass": said("free pass", "ויתור", "pas"),
    "resisted": said("resisted", "התחמקות", "odparty"),
    "resigned": said("resigned", "פרישה", "rezygnacja"),
    "receive_from_left": said("each from the left", "כל יד באה משמאל", "każda ręka z lewej"),
    "pass_to_left": said("each to the left", "כל יד עוברת שמאלה", "każda ręka w lewo"),
    "defence": said("a firewall before the theft", "חומת אש לפני הלקיחה", "ściana ognia przed kradzieżą"),
    "reply": said("a snowball after the theft", "כדור שלג אחרי הלקיחה", "śnieżka po kradzieży"),
    "declined": said("nobody answers", "אין תשובה", "nikt nie odpowiada"),
    "empty_hand": said("the target holds no card", "אין קלפים ביד המטרה", "cel nie ma kart na ręce"),
    "passes": said(
        "the deck is empty and all have passed in a row",
        "הקופה ריקה וכל המושבים ויתרו ברצף",
        "talia jest pusta i wszystkie miejsca po kolei spasowały",
    ),
    "solver": said(
        "the deck is empty and no hand can make a word",
        "הקופה ריקה ואי אפשר להרכיב מילה מאף יד",
        "talia jest pusta i z żadnej ręki nie da się ułożyć słowa",
    ),
    "last_seat": said("one seat is left", "נותר מושב אחד", "zostało jedno miejsce"),
}

QUESTIONS: Table = {
    "turn": said("It is your turn: cast a word.", "תורך להטיל מילה.", "Twoja tura: rzuć słowo."),
    "word_vote": said("Do you accept the word?", "האם המילה מתקבלת?", "Czy przyjmujesz słowo?"),
    "snowball_defence": said(
        "A snowball is coming. Do you stop it?", "כדור שלג בדרך. לעצור אותו?", "Leci śnieżka. Zatrzymać ją?"
    ),
    "snowball_reply": said(
        "Do you throw a snowball in turn?", "לזרוק כדור שלג בתשובה?", "Rzucić śnieżkę w odpowiedzi?"
    ),
}

LABELS: Table = {
    CastWord.type: said("Cast {word}", 'להטיל "{word}"', "Rzuć „{word}”"),
    PlayEffect.type: said("Play {effect}", "להפעיל {effect}", "Zagraj: {effect}"),
    EndTurn.type: said("End the turn", "לסיים את התור", "Zakończ turę"),
    Decline.type: said("Play nothing", "לא להפעיל דבר", "Nic nie zagrywaj"),
    Vote.type: said("{vote}", "{vote}", "{vote}"),
}
SAYINGS: Table = {}

REASONS: Table = {reason: TERMS[reason] for reason in (scoring.PASSES, scoring.SOLVER, scoring.LAST_SEAT)}
