"""What a client needs to show the game: cards, board and words, in English, Hebrew and Polish."""

from collections.abc import Mapping, Sequence
from typing import Literal, TypedDict

from games.core.schemas import Names
from games.rock_paper_wizard.components import track
from games.rock_paper_wizard.components.cards import CARDS, Card
from games.rock_paper_wizard.components.steps import Token, step_to_json
from games.rock_paper_wizard.meta import NAMES, WIZARDS
from games.rock_paper_wizard.texts.glosses import GESTURES, GLOSSES

# Key: English, Hebrew, Polish. The Hebrew is the rulebook's where it has a word; the Polish is ours.
TERMS = {
    "game": (NAMES["en"], NAMES["he"], NAMES["pl"]),
    "wizard": ("wizard", "קוסם, קוסמת", "czarodziej, czarodziejka"),
    "wizard_red": ("red", "אדום", "czerwony"),
    "wizard_yellow": ("yellow", "צהובה", "żółta"),
    "wizard_blue": ("blue", "כחול", "niebieski"),
    "wizard_green": ("green", "ירוקה", "zielona"),
    "wizard_purple": ("purple", "סגולה", "fioletowa"),
    "wizard_white": ("white", "לבן", "biały"),
    "first_player": ("first player", "שחקן ראשון", "pierwszy gracz"),
    "round": ("round", "סיבוב", "runda"),
    "learn": ("learn", "לימוד", "nauka"),
    "cast": ("cast", "הטלה", "rzucanie"),
    "resolve": ("resolve", "ביצוע", "rozpatrywanie"),
    "score": ("score", "ניקוד", "punktacja"),
    "refresh": ("refresh", "רענון", "odświeżenie"),
    "win_check": ("victory check", "בדיקת ניצחון", "sprawdzenie zwycięstwa"),
    "spell": ("spell", "קסם", "zaklęcie"),
    "spell_card": ("spell card", "קלף קסם", "karta zaklęcia"),
    "book": ("spell book", "ספר הקסמים", "księga zaklęć"),
    "deck": ("deck", "ערימת קלפי הקסם", "talia"),
    "discard": ("discard pile", "ערימת הקלפים המשומשים", "stos kart odrzuconych"),
    "gesture": ("gesture", "מחוות יד", "gest"),
    "caster": ("caster", "מטיל", "rzucający"),
    "target": ("target", "מטרה", "cel"),
    "wild_magic": ("wild magic", "קסם פראי", "dzika magia"),
    "wild_card": ("wild card", "קלף פראי", "dzika karta"),
    "lair": ("dragon's lair", "מאורת הדרקון", "legowisko smoka"),
    "start": ("start space", "מקום ההתחלה", "pole startowe"),
    "exit_area": ("exit area", "איזור היציאה", "strefa wyjścia"),
    "treasure_area": ("treasure area", "איזור האוצר", "strefa skarbu"),
    "hoard": ("hoard", "האוצר", "skarb"),
    "gold": ("gold coin", 'מטבע זהב (מ"ז)', "sztuka złota"),
    "advance": ("advance", "התקדמות", "ruch naprzód"),
    "push": ("push", "דחיפה", "odepchnięcie"),
    "poorer": ("poorer wizard", "קוסם עני יותר", "biedniejszy czarodziej"),
    "attack": ("attack", "התקפה", "atak"),
    "defence": ("defence", "הגנה", "obrona"),
    "movement": ("movement", "תנועה", "ruch"),
    "gold_kind": ("gold", "זהב", "złoto"),
    "card_red": ("red", "אדום", "czerwona"),
    "card_blue": ("blue", "כחול", "niebieska"),
    "card_green": ("green", "ירוק", "zielona"),
}


class Reentry(TypedDict):
    """Where a wizard starts again who stands in the exit area, or in the treasure area."""

    exit: int
    treasure: int


class TrackSpaces(TypedDict):
    """The track: its ends, and the first and last space of each area."""

    spaces: Sequence[int]
    start: int
    exit_area: Sequence[int]
    treasure_area: Sequence[int]
    reentry: Reentry


class Numbers(TypedDict):
    """The numbers of the rules; `scoring` is the gold for the closest and for the second."""

    starting_gold: int
    max_book: int
    max_of_a_colour: int
    scoring: Sequence[int]
    goal: int


class SpellCard(TypedDict):
    """A spell card; `text` says what it does, `ops` are its steps, each a word and what it is used with."""

    no: int
    id: str
    names: Names
    colour: Literal["blue", "red", "green"]
    kind: Literal["attack", "defence", "movement", "gold"]
    gesture: Names
    text: Names
    ops: Sequence[Sequence[Token]]


class Content(TypedDict):
    """Cards, board and words of Rock Paper Wizard; `wizards` are the ids by seat."""

    cards: Sequence[SpellCard]
    board: TrackSpaces
    numbers: Numbers
    wizards: Sequence[str]
    terms: Mapping[str, Names]


BOARD: TrackSpaces = {
    "spaces": [track.EXIT_END, track.HOARD_END],
    "start": track.START,
    "exit_area": [track.EXIT_END, track.EXIT_AREA_LAST],
    "treasure_area": [track.TREASURE_AREA_FIRST, track.HOARD_END],
    "reentry": {"exit": track.REENTRY_FROM_EXIT, "treasure": track.REENTRY_FROM_TREASURE},
}

NUMBERS: Numbers = {
    "starting_gold": track.STARTING_GOLD,
    "max_book": track.MAX_BOOK,
    "max_of_a_colour": track.MAX_OF_A_COLOUR,
    "scoring": [track.GOLD_FOR_CLOSEST, track.GOLD_FOR_SECOND],
    "goal": track.GOAL,
}


def _card(card: Card) -> SpellCard:
    return {
        "no": card.no,
        "id": card.id,
        "names": {"en": card.en, "he": card.he, "pl": card.pl},
        "colour": card.colour,
        "kind": card.kind,
        "gesture": GESTURES[card.id],
        "text": GLOSSES[card.id],
        "ops": [step_to_json(step) for step in card.steps],
    }


CONTENT: Content = {
    "cards": [_card(card) for card in CARDS],
    "board": BOARD,
    "numbers": NUMBERS,
    "wizards": WIZARDS,
    "terms": {key: {"en": en, "he": he, "pl": pl} for key, (en, he, pl) in TERMS.items()},
}
