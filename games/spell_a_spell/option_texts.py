"""What the options are called and mean, in three languages."""

from collections.abc import Mapping

from games.core.messages import said
from games.core.options import OptionTexts

OPTION_TEXTS: Mapping[str, OptionTexts] = {
    "adjudication": OptionTexts(
        title=said("Judging words", "שיפוט המילים", "Ocena słów"),
        description=said(
            "Who judges a word that is not in the lexicon: it is refused, the table votes, or it counts (SAS-11).",
            "מה קורה למילה שאינה במילון: היא נדחית, השולחן מצביע, או שהיא נחשבת (SAS-11).",
            "Co się dzieje ze słowem spoza słownika: zostaje odrzucone, stół głosuje albo słowo się liczy (SAS-11).",
        ),
        values={
            "lexicon": said("The lexicon alone", "המילון לבדו", "Tylko słownik"),
            "lexicon_vote": said("The lexicon, then a vote", "המילון, ואחריו הצבעה", "Słownik, potem głosowanie"),
            "free": said("Every word counts", "כל מילה נחשבת", "Liczy się każde słowo"),
        },
    ),
    "word_scope": OptionTexts(
        title=said("Which words", "אילו מילים", "Jakie słowa"),
        description=said(
            "Any word goes; not with adjudication lexicon, which lists tangible things only (SAS-48).",
            "כל מילה מותרת; לא כשהמילון לבדו שופט, כי יש בו רק עצמים מוחשיים (SAS-48).",
            "Wolno rzucić dowolne słowo; nie, gdy ocenia sam słownik, bo są w nim tylko rzeczy namacalne (SAS-48).",
        ),
        values={
            "tangible": said("Tangible things", "עצמים מוחשיים", "Rzeczy namacalne"),
            "any": said("Any word", "כל מילה", "Dowolne słowo"),
        },
    ),
    "allow_imaginary": OptionTexts(
        title=said("Creatures of fancy", "יצורים דמיוניים", "Istoty z wyobraźni"),
        description=said(
            "Creatures of fancy that the lexicon lists count as living things (SAS-11).",
            "יצורים דמיוניים שבמילון נחשבים כיצורים חיים (SAS-11).",
            "Istoty z wyobraźni, które są w słowniku, liczą się jak żywe (SAS-11).",
        ),
    ),
    "max_refused_words": OptionTexts(
        title=said("Most refused words a turn", "מספר הדחיות המרבי בתור", "Najwięcej odrzuconych słów w turze"),
        description=said(
            "After so many words refused by the table in one turn only its end is left (SAS-11).",
            "אחרי מספר כזה של מילים שהשולחן דחה בתור אחד אפשר רק לסיים אותו (SAS-11).",
            "Gdy stół odrzuci w jednej turze tyle słów, można ją już tylko zakończyć (SAS-11).",
        ),
    ),
    "repeat": OptionTexts(
        title=said("Words cast again", "מילים חוזרות", "Powtarzanie słów"),
        description=said(
            "Which words may not be cast again: the standing one, none, or any that was cast in this run (SAS-17).",
            "אילו מילים אסור להטיל שוב: את המילה החלה, שום מילה, או כל מילה שהוטלה במערכה (SAS-17).",
            "Których słów nie wolno rzucić ponownie: działającego, żadnego lub każdego rzuconego w rozdaniu (SAS-17).",
        ),
        values={
            "not_standing": said("All but the standing one", "מלבד המילה החלה", "Każde oprócz działającego"),
            "any": said("All", "כל מילה", "Każde"),
            "never": said("None", "אסור לחזור", "Bez powtórzeń"),
        },
    ),
    "refill": OptionTexts(
        title=said("Drawing after a word", "משיכה אחרי מילה", "Dobieranie po słowie"),
        description=said(
            "After a word the hand is filled up to its size, or by as many cards as were laid (SAS-15).",
            "אחרי מילה היד מושלמת לגודלה, או במספר הקלפים שהונחו (SAS-15).",
            "Po słowie rękę uzupełnia się do jej rozmiaru albo o tyle kart, ile wyłożono (SAS-15).",
        ),
        values={
            "to_hand_size": said("Up to the hand size", "עד גודל היד", "Do rozmiaru ręki"),
            "by_word_length": said("As many as were laid", "כמספר הקלפים שהונחו", "Tyle, ile wyłożono"),
        },
    ),
    "special_refill": OptionTexts(
        title=said("Drawing after a special word", "משיכה אחרי מילה מיוחדת", "Dobieranie po specjalnym słowie"),
        description=said(
            "After a special word the hand is filled up to its size, or by the cards laid and one more (SAS-27).",
            "אחרי מילה מיוחדת היד מושלמת לגודלה, או במספר הקלפים שהונחו ועוד אחד (SAS-27).",
            "Po specjalnym słowie rękę uzupełnia się do jej rozmiaru albo o wyłożone karty i jedną więcej (SAS-27).",
        ),
        values={
            "to_hand_size": said("Up to the hand size", "עד גודל היד", "Do rozmiaru ręki"),
            "letters_plus_one": said(
                "The cards laid and one more", "הקלפים שהונחו ועוד אחד", "Wyłożone i jedna więcej"
            ),
        },
    ),
    "free_pass_draw": OptionTexts(
        title=said("Drawing at a free pass", "משיכה בוויתור", "Dobieranie przy pasie"),
        description=said(
            "A turn that ends with no word and no spell fills the hand up and takes one more, or takes one (SAS-24).",
            "בסיום תור בלי מילה ובלי כישוף היד מושלמת ונמשך עוד קלף, או נמשך קלף אחד בלבד (SAS-24).",
            "Po turze bez słowa i czaru rękę się uzupełnia i dobiera kartę więcej albo tylko dobiera jedną (SAS-24).",
        ),
        values={
            "fill_plus_one": said("Fill up and one more", "השלמה ועוד קלף", "Uzupełnienie i jeszcze jedna"),
            "one_card": said("One card", "קלף אחד", "Jedna karta"),
        },
    ),
    "bewitched_hand_cap": OptionTexts(
        title=said("Cap for the bewitched", "הגבלת יד מכושפת", "Limit zaczarowanej ręki"),
        description=said(
            "A bewitched player draws only up to the hand size and one (SAS-23).",
            "ליד מכושפת נמשכים קלפים רק עד גודל היד ועוד אחד (SAS-23).",
            "Do zaczarowanej ręki dobiera się tylko do jej rozmiaru i jednej karty więcej (SAS-23).",
        ),
    ),
    "snowball_growth": OptionTexts(
        title=said("Growth of snowballs", "גדילת כדורי השלג", "Wzrost śnieżek"),
        description=said(
            "The k-th snowball of a round takes k cards, or never more than two (SAS-36).",
            "כל כדור שלג ברצף לוקח קלף יותר מקודמו, או שני קלפים לכל היותר (SAS-36).",
            "Każda kolejna śnieżka zabiera o jedną kartę więcej albo nigdy więcej niż dwie (SAS-36).",
        ),
        values={
            "linear": said("One card more each", "קלף יותר בכל פעם", "O jedną kartę więcej"),
            "capped_at_2": said("Two cards at most", "שני קלפים לכל היותר", "Najwyżej dwie karty"),
        },
    ),
    "sandstorm": OptionTexts(
        title=said("Sandstorm", "סופת חול", "Burza piaskowa"),
        description=said(
            "Each player gets the left neighbour's hand, or gives that neighbour their own (SAS-32).",
            "לכל מושב עוברת היד של השכן משמאל, או שהיד שלו עוברת אל השכן הזה (SAS-32).",
            "Każde miejsce dostaje rękę sąsiada z lewej albo oddaje mu swoją (SAS-32).",
        ),
        values={
            "receive_from_left": said("Hands come from the left", "הידיים באות משמאל", "Ręce przychodzą z lewej"),
            "pass_to_left": said("Hands go to the left", "הידיים עוברות שמאלה", "Ręce idą w lewo"),
        },
    ),
    "end_check": OptionTexts(
        title=said("End of a run", "סוף המערכה", "Koniec rozdania"),
        description=said(
            "A run ends after as many idle free passes as seats; with solver, and adjudication lexicon, also as soon "
            "as no hand can make a word (SAS-42, SAS-43).",
            "המערכה נגמרת אחרי ויתורים רצופים בלי קלף כמספר המושבים; עם הפותר, כשהמילון לבדו שופט, גם ברגע שאין יד "
            "שמרכיבה מילה (SAS-42, SAS-43).",
            "Rozdanie kończy się po tylu kolejnych pasach bez karty, ile jest miejsc; ze sprawdzaniem słów, gdy ocenia "
            "sam słownik, także gdy z żadnej ręki nie da się ułożyć słowa (SAS-42, SAS-43).",
        ),
        values={
            "passes": said("After passes", "אחרי ויתורים", "Po pasach"),
            "solver": said("Also when no hand makes a word", "גם כשאין יד שמרכיבה מילה", "Także gdy nie ma słowa"),
        },
    ),
    "runs": OptionTexts(
        title=said("Runs", "מערכות", "Rozdania"),
        description=said(
            "How many runs are played; their scores are added up (SAS-45).",
            "מספר המערכות; הניקוד שלהן מתחבר (SAS-45).",
            "Liczba rozdań; ich wyniki się sumują (SAS-45).",
        ),
    ),
    "hand_size": OptionTexts(
        title=said("Hand size", "גודל היד", "Rozmiar ręki"),
        description=said(
            "The hand size of all: 7 for young players; null is 6. Not with a size for each seat (SAS-46).",
            "גודל היד של כולם: 7 לגיל צעיר; בלי ערך הוא 6. לא יחד עם גודל יד לכל מושב (SAS-46).",
            "Rozmiar ręki wszystkich: 7 dla młodszych osób, gdy nie podano – 6. Nie razem z osobnymi (SAS-46).",
        ),
    ),
    "hand_sizes": OptionTexts(
        title=said("Hand size of each seat", "גודל היד לכל מושב", "Rozmiar ręki każdego miejsca"),
        description=said(
            "The hand size of each seat, in their order (SAS-46).",
            "גודל היד של כל מושב, לפי הסדר (SAS-46).",
            "Rozmiar ręki każdego miejsca, po kolei (SAS-46).",
        ),
    ),
    "open_hands": OptionTexts(
        title=said("Open hands", "ידיים פתוחות", "Odkryte ręce"),
        description=said(
            "All hands are seen by all (SAS-47).",
            "כולם רואים את כל הידיים (SAS-47).",
            "Wszyscy widzą wszystkie ręce (SAS-47).",
        ),
    ),
    "hints": OptionTexts(
        title=said("Hints", "רמזים", "Podpowiedzi"),
        description=said(
            "A turn lists the lexicon's words that the hand can lay now; for young players.",
            "בכל תור מוצגות המילים שבמילון שאפשר להניח מהיד; לגיל צעיר.",
            "W turze widać słowa ze słownika, które można teraz ułożyć z ręki; dla młodszych osób.",
        ),
    ),
    "deck": OptionTexts(
        title=said("Deck", "חפיסה", "Talia"),
        description=said(
            "The table of cards (SAS-2).",
            "טבלת הקלפים (SAS-2).",
            "Tabela kart (SAS-2).",
        ),
    ),
    "lexicon": OptionTexts(
        title=said("Lexicon", "מילון", "Słownik"),
        description=said(
            "The lexicon by the SHA-256 of its content (SAS-11).",
            "המילון, לפי טביעת האצבע של תוכנו (SAS-11).",
            "Słownik, według skrótu jego treści (SAS-11).",
        ),
    ),
}
