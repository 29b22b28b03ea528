"""Effects in words: what a card, an area or a chamber says, in English, Hebrew and Polish, made from its steps.

A step is told so that it fits a button ("Choose to …") and history alike: in English by a verb, in Hebrew and Polish by
a noun. A whole text is told in sentences of its own.
"""

from collections.abc import Sequence
from dataclasses import fields
from functools import cache
from typing import Any

from games.cave.components.areas import AREAS
from games.cave.components.card import Card
from games.cave.effects import steps as s
from games.core.messages import Book, Table, Tables, Texts, plain, said

# Many areas have one name, so its id stands behind it.
AREA_NAMES = {area.id: said(f"{area.en} {area.id}", f"{area.he} {area.id}", f"{area.pl} {area.id}") for area in AREAS}
ENEMIES = ("animal", "monster", "spirit")
# Which turns are lost, by what the text stands on: on an event's card the present one is the first of them (CAVE-10.2),
# on a place it ends and the next ones are lost (CAVE-10.2a).
LOST_TURNS = {"event": "lose_turn_now", **dict.fromkeys(("area", "chamber", "stranger", "place"), "lose_turn_here")}

_EN_AMOUNT = "{n} {stat, select, gold {gold} strength {strength} power {power} other {endurance}}"
_HE_AMOUNT = (
    "{stat, select, gold {{n, plural, one {שק זהב אחד} two {שני שקי זהב} other {# שקי זהב}}} "
    "strength {{n, plural, one {נקודת כוח אחת} two {שתי נקודות כוח} other {# נקודות כוח}}} "
    "power {{n, plural, one {נקודת עוצמה אחת} two {שתי נקודות עוצמה} other {# נקודות עוצמה}}} "
    "other {{n, plural, one {נקודת חוסן אחת} two {שתי נקודות חוסן} other {# נקודות חוסן}}}}"
)
_PL_POINTS = "{n, plural, one {# punkt} few {# punkty} other {# punktów}}"
_PL_AMOUNT = (
    "{stat, select, gold {{n, plural, one {# mieszek} few {# mieszki} other {# mieszków}} złota} "
    f"strength {{{_PL_POINTS} Siły}} power {{{_PL_POINTS} Mocy}} other {{{_PL_POINTS} Wytrzymałości}}}}"
)
_EN_TOP = "the top {n, plural, one {card} other {# cards}}"
_HE_TOP = "{n, plural, one {בקלף העליון} two {בשני הקלפים העליונים} other {ב-# הקלפים העליונים}}"
_PL_TOP = "{n, plural, one {wierzchniej Karty} few {# wierzchnich Kart} other {# wierzchnich Kart}}"
_EN_WHEN = "{when, select, fight { in fights} psychic { in psychic fights} gate { at gates} trial { in trials} "
_HE_WHEN = "{when, select, fight { בקרבות} psychic { בקרבות נפשיים} gate { בשערים} trial { בניסיונות} "
_PL_WHEN = "{when, select, fight { w Walce} psychic { w Walce Psychicznej} gate { przy Wrotach} trial { w próbach} "

# `{n}` and the like are the step's fields; steps within it are told in the same language.
PHRASES: Table = {
    "gain": said(f"gain {_EN_AMOUNT}", f"קבלת {_HE_AMOUNT}", f"{_PL_AMOUNT} więcej"),
    "lose": said(f"lose {_EN_AMOUNT}", f"אובדן {_HE_AMOUNT}", f"{_PL_AMOUNT} mniej"),
    "heal": said(
        "heal {n, plural, =0 {all wounds} one {# wound} other {# wounds}}",
        "ריפוי {n, plural, =0 {כל הפצעים} one {פצע אחד} two {שני פצעים} other {# פצעים}}",
        "wyleczenie {n, plural, =0 {wszystkich ran} one {# rany} few {# ran} other {# ran}}",
    ),
    "raise_endurance": said(
        "raise endurance and its healing cap by {n}",
        "העלאת החוסן ותקרת הריפוי ב-{n}",
        "Wytrzymałość i pułap Uzdrowienia o {n} wyższe",
    ),
    "lose_turn": said(
        "lose {n, plural, one {the next turn} other {the next # turns}}",
        "אובדן {n, plural, one {התור הבא} two {שני התורות הבאים} other {# התורות הבאים}}",
        "utrata {n, plural, one {następnej tury} few {# następnych tur} other {# następnych tur}}",
    ),
    "lose_turn_now": said(
        "lose {n, plural, one {the rest of this turn} other {# turns, this one included}}",
        "אובדן {n, plural, one {שארית התור הזה} two {שני תורות, כולל התור הזה} other {# תורות, כולל התור הזה}}",
        "utrata {n, plural, one {reszty tej tury} few {# tur, z obecną włącznie} other {# tur, z obecną włącznie}}",
    ),
    "lose_turn_here": said(
        "lose the rest of this turn and {n, plural, one {the next one} other {the next # turns}}",
        "אובדן שארית התור הזה {n, plural, one {והתור הבא} two {ושני התורות הבאים} other {ו-# התורות הבאים}}",
        "utrata reszty tej tury i {n, plural, one {następnej} few {# następnych} other {# następnych}}",
    ),
    "slow": said(
        "go only one area on {n, plural, one {the next move} other {each of the next # moves}}",
        "אזור אחד בלבד {n, plural, one {במהלך הבא} two {בכל אחד משני המהלכים הבאים} other {בכל אחד מ-# המהלכים הבאים}}",
        "tylko jeden Obszar w {n, plural, one {następnym ruchu} few {# następnych ruchach} other {# następnych "
        "ruchach}}",
    ),
    "force_die_movement": said(
        "follow the die on {n, plural, one {the next move} other {the next # moves}}",
        "הקובייה מובילה את {n, plural, one {המהלך הבא} two {שני המהלכים הבאים} other {# המהלכים הבאים}}",
        "kostka prowadzi {n, plural, one {następny ruch} few {# następne ruchy} other {# następnych ruchów}}",
    ),
    "spell": said(
        "draw {n, plural, one {a spell} other {# spells}}",
        "משיכת {n, plural, one {לחש} two {שני לחשים} other {# לחשים}}",
        "ciągnięcie {n, plural, one {Czaru} few {# Czarów} other {# Czarów}}",
    ),
    "discard_cards": said(
        "discard {what, select, object {{n, plural, one {an object} other {# objects}}} "
        "friend {{n, plural, one {a friend} other {# friends}}} other {{n, plural, one {a spell} other {# spells}}}} "
        "{who, select, random {at random} other {of one's choice}}",
        "השלכת {what, select, object {{n, plural, one {חפץ} two {שני חפצים} other {# חפצים}}} "
        "friend {{n, plural, one {חבר} two {שני חברים} other {# חברים}}} "
        "other {{n, plural, one {לחש} two {שני לחשים} other {# לחשים}}}} {who, select, random {באקראי} other "
        "{לפי בחירה}}",
        "odłożenie {what, select, object {{n, plural, one {Przedmiotu} few {# Przedmiotów} other {# Przedmiotów}}} "
        "friend {{n, plural, one {Przyjaciela} few {# Przyjaciół} other {# Przyjaciół}}} "
        "other {{n, plural, one {Czaru} few {# Czarów} other {# Czarów}}}} "
        "{who, select, random {przez losowanie} other {do wyboru}}",
    ),
    "go": said(
        "{to, select, entrance {go to the Cave Entrance} nearest_chamber {go to the nearest chamber} "
        "random_corridor {go to a corridor drawn at random} other {go to {area}}}",
        "{to, select, entrance {מעבר אל פתח המערה} nearest_chamber {מעבר אל החדר הקרוב ביותר} "
        "random_corridor {מעבר אל מסדרון שעולה בגורל} other {מעבר אל {area}}}",
        "{to, select, entrance {przejście do Wejścia do Jaskini} nearest_chamber {przejście do najbliższej Komnaty} "
        "random_corridor {przejście do wylosowanego korytarza} other {przejście: {area}}}",
    ),
    "fight": said(
        "fight an enemy of {by, select, strength {strength} other {power}} {n}{win, select, none {} other { (if "
        "won, {win})}}",
        "{by, select, strength {קרב נגד אויב שכוחו} other {קרב נפשי נגד אויב שעוצמתו}} {n}"
        "{win, select, none {} other { (בניצחון – {win})}}",
        "{by, select, strength {Walka z Wrogiem o Sile} other {Walka Psychiczna z Wrogiem o Mocy}} {n}"
        "{win, select, none {} other { (wygrana daje {win})}}",
    ),
    "on_defeat": said("After losing to it, {steps}", "לאחר הפסד בקרב: {steps}", "Po przegranej Walce: {steps}"),
    "on_victory": said("After beating it, {steps}", "לאחר ניצחון בקרב: {steps}", "Po wygranej Walce: {steps}"),
    "roll": said("roll a die – {branches}", "הטלת קובייה – {branches}", "rzut kostką – {branches}"),
    "branch": said("{faces}: {steps}", "{faces}: {steps}", "{faces}: {steps}"),
    "test": said(
        "roll two dice – up to total {stat, select, strength {strength} other {power}}: {ok}; more: {fail}",
        "הטלת שתי קוביות – עד סך {stat, select, strength {הכוח} other {העוצמה}}: {ok}; יותר מזה: {fail}",
        "rzut dwiema kostkami – do łącznej {stat, select, strength {Siły} other {Mocy}}: {ok}; więcej: {fail}",
    ),
    "choose": said("choose to {options}", "בחירה: {options}", "do wyboru: {options}"),
    "pay": said(
        "pay {n} gold{steps, select, none {} other { to {steps}}}",
        "תשלום של {n, plural, one {שק זהב אחד} two {שני שקי זהב} other {# שקי זהב}}"
        "{steps, select, none {} other { תמורת {steps}}}",
        "zapłata {n, plural, one {# mieszka} few {# mieszków} other {# mieszków}} złota"
        "{steps, select, none {} other { za: {steps}}}",
    ),
    "offer": said(
        "for {n} gold, if wanted, {steps}",
        "אפשר לשלם {n, plural, one {שק זהב אחד} two {שני שקי זהב} other {# שקי זהב}} תמורת {steps}",
        "można zapłacić {n, plural, one {# mieszek} few {# mieszki} other {# mieszków}} złota za: {steps}",
    ),
    "if": said("{cases}", "{cases}", "{cases}"),
    "case": said(
        "{alignment, select, evil {evil adventurers} neutral {neutral adventurers} other {good adventurers}}: {steps}",
        "{alignment, select, evil {דמות רעה} neutral {דמות ניטרלית} other {דמות טובה}}: {steps}",
        "{alignment, select, evil {Zły Poszukiwacz} neutral {Neutralny Poszukiwacz} other {Dobry Poszukiwacz}}: "
        "{steps}",
    ),
    "each_all": said("for every adventurer: {steps}", "לכל דמות: {steps}", "dla każdego Poszukiwacza: {steps}"),
    "target": said("for another adventurer: {steps}", "לדמות אחרת: {steps}", "dla innego Poszukiwacza: {steps}"),
    "peek": said(
        f"look in secret at {_EN_TOP} of the {{deck, select, cave {{Cave}} other {{Adventure}}}} deck",
        f"הצצה בסתר {_HE_TOP} של קלפי {{deck, select, cave {{המערה}} other {{ההרפתקה}}}}",
        f"potajemny podgląd {_PL_TOP} ze stosu Kart {{deck, select, cave {{Jaskini}} other {{Przygód}}}}",
    ),
    "peek_reorder": said(
        f"look in secret at {_EN_TOP} of the Cave or the Adventure deck and put them back in any order",
        f"הצצה בסתר {_HE_TOP} של קלפי המערה או ההרפתקה והחזרתם בכל סדר",
        f"potajemny podgląd {_PL_TOP} ze stosu Jaskini lub Przygód i odłożenie ich w dowolnej kolejności",
    ),
    "bonus_next_test": said(
        "add {n} to the next test, gate attempt or first trial",
        "תוספת של {n} למבחן הבא, לשער הבא או לניסיון הראשון",
        "{n} więcej w następnym teście, przy Wrotach lub w pierwszej próbie",
    ),
    "stay": said("the card stays here", "הקלף נשאר כאן", "Karta zostaje na miejscu"),
    "discard": said("the card is discarded", "הקלף מושלך", "Karta zostaje odłożona"),
    "none": said("nothing happens", "דבר לא קורה", "nic się nie dzieje"),
    "idle": said("do nothing", "לא לעשות דבר", "nic nie robić"),
    "bonus": said(
        "add {n} to {stat, select, strength {strength} other {power}}" + _EN_WHEN + "test { in tests} other {}}",
        "תוספת של {n} {stat, select, strength {לכוח} other {לעוצמה}}" + _HE_WHEN + "test { במבחנים} other {}}",
        "{stat, select, strength {Siła} other {Moc}} o {n} większa" + _PL_WHEN + "test { w testach} other {}}",
    ),
    "weapon": said(
        "a weapon, of which only one counts in a fight",
        "נשק, ובקרב נחשב רק אחד",
        "broń, a w Walce liczy się tylko jedna",
    ),
    "armour": said(
        "after a lost strength fight, roll a die: on {faces} no endurance is lost, though the turn ends",
        "לאחר הפסד בקרב כוח, הטלת קובייה: אם היא מראה {faces} לא אובד חוסן, אך התור מסתיים",
        "po przegranej Walce rzut kostką: przy {faces} Wytrzymałość nie spada, lecz tura się kończy",
    ),
    "restrict": said(
        "only for {alignments} adventurers", "רק לדמות {alignments}", "tylko dla {alignments} Poszukiwaczy"
    ),
    "limit": said(
        "carry {n, plural, one {one more object} other {# more objects}}",
        "מקום {n, plural, one {לחפץ נוסף} two {לשני חפצים נוספים} other {ל-# חפצים נוספים}}",
        "miejsce na {n, plural, one {jeszcze # Przedmiot} few {jeszcze # Przedmioty} other {jeszcze # Przedmiotów}}",
    ),
    "key": said(
        "open Mighty Gates without dice", "פתיחת שערים אדירים בלי קוביות", "otwieranie Potężnych Wrót bez rzutu"
    ),
    "map": said(
        "discard it in a chamber to make that the Crystal Chamber, while that is unknown",
        "השלכתה בחדר הופכת אותו לחדר גביש הקסם, כל עוד זה לא התגלה",
        "odłożona w Komnacie czyni ją Komnatą z Magicznym Kryształem, póki tej nie znaleziono",
    ),
    "guide": said(
        "after a roll, choose the way at forks",
        "לאחר הטלה, בחירת הדרך בהסתעפויות",
        "po rzucie wybór drogi na rozwidleniach",
    ),
    "immune": said("never be slowed", "אף מהלך אינו מואט", "żaden ruch nie jest spowolniony"),
    "evade": said("evade all attackers", "חמיקה מכל התוקפים", "wymknięcie się wszystkim atakującym"),
    "add_power_to_strength": said(
        "add total power to strength in this fight",
        "תוספת סך העוצמה לכוח בקרב הזה",
        "łączna Moc dodana do Siły w tej Walce",
    ),
    "gate_open": said("open a gate next to the caster", "פתיחת שער סמוך", "otwarcie sąsiednich Wrót"),
    "cancel_spell": said(
        "cancel the spell just cast", "ביטול הלחש שהוטל זה עתה", "unieważnienie rzuconego właśnie Czaru"
    ),
    "set_aside": said("not used in this game", "הקלף אינו בשימוש במשחק הזה", "nie bierze udziału w tej grze"),
    "prize": said(
        "the prize of the game, set aside until the Crystal Chamber is found: the first to pass the three "
        "trials there takes "
        "it and wins",
        "פרס המשחק, מונח בצד עד שמתגלה חדר גביש הקסם: המעבר הראשון של שלושת הניסיונות שם מזכה בו ובניצחון",
        "nagroda w tej grze, odłożona do odkrycia Komnaty z Magicznym Kryształem: pierwsze przejście tam trzech "
        "prób daje "
        "Kryształ i wygraną",
    ),
    "infirmary": said(
        "at the start of a turn, spend it and 1 gold to heal a wound here",
        "בתחילת תור אפשר לרפא כאן פצע תמורת התור כולו ושק זהב אחד",
        "na początku tury można tu wyleczyć ranę za całą turę i 1 mieszek złota",
    ),
}

# Alignments as a text that only they may own has them, after the word for adventurer.
ALIGNMENTS: Table = {
    "good": said("good", "טובה", "Dobrych"),
    "neutral": said("neutral", "ניטרלית", "Neutralnych"),
    "evil": said("evil", "רעה", "Złych"),
}
AND: Texts = said(" and ", " וגם ", " oraz ")
OR: Texts = said(", or ", ", או ", ", albo ")
EITHER: Texts = said(" or ", " או ", " i ")


def origin_of(card: Card) -> str:
    """The kind of thing that the text of a card stands on, as `Chain.origin` names it."""
    return "enemy" if card.type in ENEMIES else card.type


def told(steps: s.Steps, language: str, origin: str) -> str:
    """A whole text in sentences, in `language` (en, he, pl); `origin` is the kind of thing it stands on."""
    return " ".join(_sentence(_Teller(language, origin).step(step)) for step in steps)


def phrase(step: s.Step, language: str, origin: str) -> str:
    """A step by itself, as it fits into a sentence; a price as it is paid."""
    teller = _Teller(language, origin)
    return teller.option(step) if isinstance(step, s.Pay) else teller.step(step)


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


@cache
def _book(language: str) -> Book:
    return Book(Tables(messages={"phrases": PHRASES}, terms={}), language)


class _Teller:
    """Tells steps in one language, as they stand on one kind of thing."""

    def __init__(self, language: str, origin: str) -> None:
        self._language, self._origin = language, origin

    def step(self, step: s.Step) -> str:
        match step:
            case s.LoseTurn():
                return self._say(LOST_TURNS.get(self._origin, step.op), step)
            case s.SetAside() if self._origin == "crystal":
                return self._say("prize", step)
            case s.Pay():
                return self._say("offer", step)
            case _:
                return self._say(step.op, step)

    def _say(self, key: str, part: s.Step | s.Branch | s.Case) -> str:
        values: dict[str, str | int | None] = {
            item.name: self._value(getattr(part, item.name)) for item in fields(part)
        }
        if isinstance(part, s.Branch | s.Armour):
            values["faces"] = str(part.low) if part.low == part.high else f"{part.low}-{part.high}"
        return plain(_book(self._language).say("phrases", key, values))

    def _value(self, value: Any) -> str | int | None:
        if isinstance(value, tuple):
            return self._list(value) if value else None
        return AREA_NAMES[value][self._language] if value in AREA_NAMES else value

    def _list(self, items: Sequence[Any]) -> str:
        """Branches and cases one after the other, options as alternatives, steps in their order."""
        first = items[0]
        if isinstance(first, s.Branch | s.Case):
            kind = "branch" if isinstance(first, s.Branch) else "case"
            return "; ".join(self._say(kind, item) for item in items)
        if isinstance(first, tuple):
            return OR[self._language].join(self._option(option) for option in items)
        if isinstance(first, str):
            return EITHER[self._language].join(ALIGNMENTS[item][self._language] for item in items)
        # Beside something else nothing is not worth telling.
        told = [item for item in items if item != s.Nothing()] or items
        return AND[self._language].join(self.step(item) for item in told)

    def _option(self, option: s.Steps) -> str:
        return AND[self._language].join(self.option(step) for step in option)

    def option(self, step: s.Step) -> str:
        """A step as an option: nothing is something that one does, and a price is paid by choosing it."""
        match step:
            case s.Nothing():
                return self._say("idle", step)
            case s.Pay(n, (s.Nothing(),)):
                return self._say("pay", s.Pay(n, ()))
            case s.Pay():
                return self._say("pay", step)
            case _:
                return self.step(step)
