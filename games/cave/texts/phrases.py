"""Effects in words: what a card says, in English, Hebrew and Polish, made from its steps.

The sentences are as short as the effects: `Siła +1` reads alike for every adventurer, whatever its grammar.
"""

from collections.abc import Mapping
from dataclasses import fields

from games.cave.components.areas import AREAS
from games.cave.components.card import Card
from games.cave.effects import steps as s
from games.cave.texts.words import WORDS, Said, said

# Many areas have one name, so its id stands behind it.
AREA_NAMES = {area.id: said(f"{area.en} {area.id}", f"{area.he} {area.id}", f"{area.pl} {area.id}") for area in AREAS}

ENEMIES = ("animal", "monster", "spirit")
# By what lost turns stand on: which turns are meant.
LOST_TURNS = {"event": "lose_turn_now", **dict.fromkeys(("area", "chamber", "stranger", "place"), "lose_turn_here")}

# `{n}` and the like are the step's fields; steps within it are told in the same language.
PHRASES: Mapping[str, Said] = {
    "gain": said("{stat} +{n}", "{stat} +{n}", "{stat} +{n}"),
    "lose": said("{stat} −{n}", "{stat} −{n}", "{stat} −{n}"),
    "heal": said("wounds healed: {n}", "פצעים שנרפאים: {n}", "wyleczone rany: {n}"),
    "raise_endurance": said(
        "endurance and healing cap +{n}", "חוסן ותקרת הריפוי +{n}", "Wytrzymałość i pułap Uzdrowienia +{n}"
    ),
    "lose_turn": said(
        "turns lost after this one: {n}", "תורות שאובדים אחרי התור הזה: {n}", "tury stracone po obecnej: {n}"
    ),
    # On an event's card the present turn is the first of them (CAVE-10.2), on a place it ends and the next are lost
    # (CAVE-10.2a).
    "lose_turn_now": said(
        "turns lost, this one included: {n}",
        "תורות אבודים, כולל התור הזה: {n}",
        "stracone tury, z obecną włącznie: {n}",
    ),
    "lose_turn_here": said(
        "this turn ends; turns lost after it: {n}",
        "התור הזה מסתיים; תורות שאובדים אחריו: {n}",
        "ta tura się kończy; tury stracone po niej: {n}",
    ),
    "slow": said("moves of one area only: {n}", "מהלכים של אזור אחד בלבד: {n}", "ruchy tylko o jeden Obszar: {n}"),
    "force_die_movement": said(
        "moves that the die leads: {n}", "מהלכים שהקובייה מובילה: {n}", "ruchy, które prowadzi kostka: {n}"
    ),
    "spell": said("spells drawn: {n}", "לחשים שנמשכים: {n}", "ciągnięte Czary: {n}"),
    "discard_cards": said(
        "{what} discarded ({who}): {n}", "{what} שמושלך ({who}): {n}", "{what} do odłożenia ({who}): {n}"
    ),
    "go_entrance": said("go to the Cave Entrance", "אל פתח המערה", "na Wejście do Jaskini"),
    "go_nearest_chamber": said("go to the nearest chamber", "אל החדר הקרוב ביותר", "do najbliższej Komnaty"),
    "go_random_corridor": said("go to a corridor at random", "אל מסדרון באקראי", "do losowego korytarza"),
    "go_area": said("go to: {area}", "אל: {area}", "na Obszar: {area}"),
    "fight": said("fight an enemy of {by} {n}", "קרב נגד אויב בעל {by} {n}", "Walka z Wrogiem: {by} {n}"),
    "fight_win": said("{fight} (victory: {win})", "{fight} (ניצחון: {win})", "{fight} (zwycięstwo: {win})"),
    "on_defeat": said("on losing to it: {steps}", "בהפסד: {steps}", "po przegranej: {steps}"),
    "on_victory": said("on beating it: {steps}", "בניצחון: {steps}", "po zwycięstwie: {steps}"),
    "roll": said("roll a die: {branches}", "הטלת קובייה: {branches}", "rzut kostką: {branches}"),
    "branch": said("{faces} – {steps}", "{faces} – {steps}", "{faces} – {steps}"),
    "test": said(
        "roll two dice: up to total {stat} – {ok}; more – {fail}",
        "הטלת שתי קוביות: עד {stat} – {ok}; יותר – {fail}",
        "rzut dwiema kostkami: nie więcej niż {stat} – {ok}; więcej – {fail}",
    ),
    "choose": said("choose: {options}", "בחירה: {options}", "do wyboru: {options}"),
    "pay": said("for {n} gold: {steps}", "תמורת {n} זהב: {steps}", "za {n} mz: {steps}"),
    "if": said("{cases}", "{cases}", "{cases}"),
    "case": said("{alignment}: {steps}", "{alignment}: {steps}", "{alignment}: {steps}"),
    "each_all": said("every adventurer: {steps}", "כל דמות: {steps}", "każdy Poszukiwacz: {steps}"),
    "target": said("another adventurer: {steps}", "דמות אחרת: {steps}", "inny Poszukiwacz: {steps}"),
    "peek": said(
        "see the top cards of the {deck} alone: {n}",
        "צפייה בסתר בקלפים העליונים של {deck}: {n}",
        "podgląd wierzchu stosu ({deck}): {n}",
    ),
    "peek_reorder": said(
        "see the top cards of the Cave or Adventure deck alone and put them in any order: {n}",
        "צפייה בסתר בקלפים העליונים של קלפי המערה או ההרפתקה וסידורם בכל סדר: {n}",
        "podgląd i dowolne ułożenie wierzchu stosu Jaskini lub Przygód: {n}",
    ),
    "bonus_next_test": said(
        "next test, gate or first trial +{n}",
        "המבחן, השער או הניסיון הבא +{n}",
        "następny test, Wrota lub pierwsza próba +{n}",
    ),
    "stay": said("stays here", "נשאר כאן", "zostaje na Obszarze"),
    "discard": said("is discarded", "מושלך", "zostaje odłożone"),
    "none": said("nothing", "דבר לא קורה", "nic"),
    "bonus": said("{stat} +{n} ({when})", "{stat} +{n} ({when})", "{stat} +{n} ({when})"),
    "weapon": said("weapon", "נשק", "broń"),
    "armour": said(
        "after a lost strength fight no endurance is lost on {faces}; the turn ends all the same",
        "לאחר הפסד בקרב כוח לא אובד חוסן ב־{faces}; התור מסתיים בכל זאת",
        "po przegranej Walce nie traci się Wytrzymałości przy {faces}; tura i tak się kończy",
    ),
    "restrict": said("only for: {alignments}", "רק עבור: {alignments}", "tylko: {alignments}"),
    "limit": said("room for objects +{n}", "מקום לחפצים +{n}", "miejsce na Przedmioty +{n}"),
    "key": said("opens Mighty Gates without dice", "פותח שערים אדירים בלי קוביות", "otwiera Potężne Wrota bez rzutu"),
    "map": said(
        "may make the chamber one stops in the Crystal Chamber",
        "יכולה להפוך את החדר שעצרו בו לחדר גביש הקסם",
        "może uczynić Komnatę postoju Komnatą z Magicznym Kryształem",
    ),
    "guide": said("chooses the way at forks", "בוחר את הדרך בהסתעפויות", "wybiera drogę na rozwidleniach"),
    "immune": said("moves are never slowed", "המהלך אינו מואט לעולם", "ruch nigdy nie jest spowolniony"),
    "evade": said("evade all attackers", "חמיקה מכל התוקפים", "wymknięcie się wszystkim atakującym"),
    "add_power_to_strength": said(
        "adds power to strength in this fight", "מוסיף עוצמה לכוח בקרב הזה", "dodaje Moc do Siły w tej Walce"
    ),
    "gate_open": said("opens a gate next to the caster", "פותח שער סמוך", "otwiera sąsiednie Wrota"),
    "cancel_spell": said("cancels the spell just cast", "מבטל את הלחש שהוטל", "unieważnia rzucony właśnie Czar"),
    "set_aside": said("not in play", "אינו במשחק", "poza grą"),
    "prize": said(
        "set aside until the Crystal Chamber is found: whoever passes the three trials there takes it and wins",
        "מונח בצד עד שמתגלה חדר גביש הקסם: מעבר של שלושת הניסיונות שם מזכה בו ובניצחון",
        "odłożony do odkrycia Komnaty z Magicznym Kryształem: nagroda za przejście tam trzech prób i wygrana w grze",
    ),
    "infirmary": said(
        "a whole turn and 1 gold cure one wound", "תור שלם וזהב אחד מרפאים פצע אחד", "cała tura i 1 mz leczą jedną ranę"
    ),
}

# What fields say that is not in `WORDS`.
VALUES: Mapping[str, Said] = {
    "all": said("all", "הכול", "wszystkie"),
    "own": said("by choice", "לפי בחירה", "do wyboru"),
    "random": said("at random", "באקראי", "losowo"),
    "always": said("always", "תמיד", "zawsze"),
    "fight": said("in fights", "בקרב", "w Walce"),
    "psychic": said("in psychic fights", "בקרב נפשי", "w Walce Psychicznej"),
    "gate": said("at gates", "בשערים", "przy Wrotach"),
    "trial": said("in trials", "בניסיונות", "w próbach"),
    "test": said("in tests", "במבחנים", "w testach"),
}


def origin_of(card: Card) -> str:
    """The kind of thing that the text of a card stands on, as `Chain.origin` names it."""
    return "enemy" if card.type in ENEMIES else card.type


def told(steps: s.Steps, language: str, origin: str) -> str:
    """The steps in words, in `language` (en, he, pl); `origin` is the kind of thing they stand on."""
    return "; ".join(_told(step, language, origin) for step in steps)


def _told(step: s.Step, language: str, origin: str) -> str:
    match step:
        case s.LoseTurn(n):
            return PHRASES[LOST_TURNS.get(origin, step.op)][language].format(n=n)
        case s.SetAside() if origin == "crystal":
            return PHRASES["prize"][language]
        case s.Go(to, area):
            return PHRASES[f"go_{to}"][language].format(area=AREA_NAMES[area][language] if area else "")
        case s.Fight(win=win) if win:
            fight = PHRASES["fight"][language].format(**_values(step, language, origin))
            return PHRASES["fight_win"][language].format(fight=fight, win=told(win, language, origin))
        case _:
            return PHRASES[step.op][language].format(**_values(step, language, origin))


def _values(step: s.Step | s.Branch | s.Case, language: str, origin: str) -> dict[str, str]:
    values = {item.name: _value(getattr(step, item.name), language, origin) for item in fields(step)}
    if isinstance(step, s.Branch | s.Armour):
        values["faces"] = str(step.low) if step.low == step.high else f"{step.low}-{step.high}"
    return values


def _value(value: object, language: str, origin: str) -> str:
    match value:
        case None:
            return VALUES["all"][language]
        case tuple():
            return _list(value, language, origin)
        case str():
            return (VALUES.get(value) or WORDS[value])[language]
        case _:
            return str(value)


def _list(items: tuple[object, ...], language: str, origin: str) -> str:
    """Options, branches and cases one after the other; steps in their order; words with commas."""
    if all(isinstance(item, s.Branch) for item in items):
        return "; ".join(_phrase("branch", item, language, origin) for item in items if isinstance(item, s.Branch))
    if all(isinstance(item, s.Case) for item in items):
        return "; ".join(_phrase("case", item, language, origin) for item in items if isinstance(item, s.Case))
    if all(isinstance(item, tuple) for item in items):
        return " / ".join(_list(item, language, origin) for item in items if isinstance(item, tuple))
    if all(isinstance(item, str) for item in items):
        return ", ".join(_value(item, language, origin) for item in items)
    return " + ".join(_told(item, language, origin) for item in items)  # type: ignore[arg-type]


def _phrase(name: str, part: s.Branch | s.Case, language: str, origin: str) -> str:
    return PHRASES[name][language].format(**_values(part, language, origin))
