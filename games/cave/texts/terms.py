"""Names for every id that the history of a match may mention (`GameDefinition.terms`)."""

from collections.abc import Iterator, Mapping

from games.cave.components import chambers
from games.cave.components.abilities import ABILITIES
from games.cave.components.areas import AREAS, GATES
from games.cave.components.cards import CARDS
from games.cave.components.characters import CHARACTERS
from games.cave.components.checker import inner
from games.cave.effects import steps as s
from games.cave.effects.writer import term_of
from games.cave.texts.phrases import AREA_NAMES, origin_of, told
from games.cave.texts.words import WORDS, Said, said

FACTS: Mapping[str, Said] = {
    "yes": said("yes", "כן", "tak"),
    "no": said("no", "לא", "nie"),
    "random": said("at random", "באקראי", "losowo"),
    "pick": said("picked in turn", "בחירה לפי התור", "wybór po kolei"),
    "lose_turn": said("lost turns", "תורות אבודים", "stracone tury"),
    "slow": said("moves of one area", "מהלכים של אזור אחד", "ruchy o jeden Obszar"),
    "force_die": said("moves that the die leads", "מהלכים שהקובייה מובילה", "ruchy, które prowadzi kostka"),
    "dead_end": said("a dead end", "מבוי סתום", "ślepy zaułek"),
    "crossed": said("all ways crossed already", "כל הדרכים כבר נעברו", "wszystkie drogi już przebyte"),
    "wealth": said("wealth", "עושר", "zasobność"),
    "key": said("a key", "מפתח", "klucz"),
    "won": said("won", "ניצחון", "wygrana"),
    "lost": said("lost", "הפסד", "przegrana"),
    "drawn": said("drawn", "תיקו", "remis"),
    "effect": said("what a text says", "הוראת הטקסט", "treść Karty lub Obszaru"),
    "test": said("a test", "מבחן", "test"),
    "distance": said("the way to go", "אורך הדרך", "długość ruchu"),
    "fork": said("a fork", "הסתעפות", "rozwidlenie"),
    "chamber_on_the_way": said("a chamber on the way", "חדר בדרך", "Komnata na trasie"),
    "chamber_kind": said("the kind of chamber", "סוג החדר", "rodzaj Komnaty"),
    "second_table": said("the second table of chambers", "הטבלה השנייה של החדרים", "druga tabela Komnat"),
    "fight": said("a fight", "קרב", "Walka"),
    "armour": said("armour", "שריון", "zbroja"),
    "price": said("the price", "המחיר", "cena"),
    "a": said("by the Map", "בעזרת המפה", "dzięki Mapie"),
    "b": said("by two dice", "בעזרת שתי קוביות", "dzięki dwóm rzutom"),
}

REASONS: Mapping[str, Said] = {
    "not_wounded": said("there is no wound", "אין פצע", "nie ma ran"),
    "at_the_floor": said("it cannot fall any more", "אין עוד ממה לגרוע", "już nie może spaść"),
    "spell_limit": said("no room for a spell", "אין מקום ללחש", "brak miejsca na Czar"),
    "no_spell_left": said("no spell is left to draw", "לא נותרו לחשים", "nie ma już Czarów do ciągnięcia"),
    "immune": said("a light in the dark", "אור בחושך", "światło w ciemności"),
    "nothing_to_discard": said("nothing to discard", "אין מה להשליך", "nie ma czego odłożyć"),
    "too_little_gold": said("too little gold", "מעט מדי זהב", "za mało złota"),
    "stack_empty": said("the stack is empty", "הערימה ריקה", "stos jest pusty"),
    "no_case": said("it is not for this alignment", "לא נועד לאופי הזה", "nie dotyczy tego Charakteru"),
    "last_survivor": said("one player is left", "נותר מושב אחד", "zostało jedno miejsce"),
    "max_rounds": said("the last round is over", "הסיבוב האחרון נגמר", "minęła ostatnia runda"),
    "abandoned": said("nobody plays any more", "איש אינו משחק עוד", "nikt już nie gra"),
}

# By the names of the rules page (CAVE-R23.9).
QUESTIONS: Mapping[str, Said] = {
    "pick_character": said("which character", "איזו דמות", "który Poszukiwacz"),
    "start_action": said("what to do with the turn", "מה לעשות בתור", "co zrobić w tej turze"),
    "dark_pact": said("a dark pact", "ברית אפלה", "mroczny pakt"),
    "first_step": said("which way to set out", "לאן לצאת", "w którą stronę ruszyć"),
    "branch": said("which branch", "איזו הסתעפות", "która odnoga"),
    "engage": said("meet somebody or explore", "מפגש או חקירה", "Spotkanie czy badanie"),
    "before_explore": said("a spell before exploring", "לחש לפני החקירה", "Czar przed badaniem"),
    "split_draw": said("how many cards of which deck", "כמה קלפים מכל ערימה", "ile Kart z którego stosu"),
    "eye": said("the order of the cards seen", "סדר הקלפים שנראו", "kolejność podejrzanych Kart"),
    "counterspell": said("a counterspell", "לחש נגדי", "Kontrczar"),
    "second_wind": said("a second wind", "נשימה שנייה", "drugi oddech"),
    "victor_reward": said("the victor's reward", "פרס הניצחון", "nagroda za zwycięstwo"),
    "pickpocket_take": said("what the thief takes", "מה לוקחת הגנבת", "co zabiera Złodziejka"),
    "prayer": said("a prayer", "תפילה", "modlitwa"),
    "choose": said("one of several options", "אחת מכמה אפשרויות", "jedna z możliwości"),
    "pay": said("pay or not", "לשלם או לא", "zapłacić czy nie"),
    "discard_cards": said("which card to discard", "איזה קלף להשליך", "którą Kartę odłożyć"),
    "take": said("take it or leave it", "לקחת או להשאיר", "wziąć czy zostawić"),
    "drop_excess": said("which objects to drop", "אילו חפצים להשאיר מאחור", "które Przedmioty wyrzucić"),
    "discard_spell": said("which spell to discard", "איזה לחש להשליך", "który Czar odłożyć"),
    "use_map": said("use the Map or roll", "להשתמש במפה או להטיל", "użyć Mapy czy rzucić kostką"),
    "next_test_bonus": said("the bonus for this test", "התוספת למבחן הזה", "premia do tego testu"),
    "die": said("the die", "הקובייה", "kostka"),
    "cave_cards": said("seven Cave cards", "שבעה קלפי מערה", "siedem Kart Jaskini"),
    "trials": said("attempt the trials or not", "לגשת לניסיונות או לא", "podjąć próby czy nie"),
}


def _parts(steps: s.Steps) -> Iterator[s.Step]:
    for step in steps:
        yield step
        for steps_within in inner(step):
            yield from _parts(steps_within)


def _effects() -> Iterator[tuple[s.Step, str]]:
    """Every step of every text, and the kind of thing that the text stands on."""
    texts = [*((card.steps, origin_of(card)) for card in CARDS), *((area.steps, "area") for area in AREAS)]
    texts.extend((kind.steps, "chamber") for kind in chambers.BY_ID.values())
    for steps, origin in texts:
        yield from ((step, origin) for step in _parts(steps))


EFFECTS: Mapping[str, Said] = {
    term_of(step, origin): said(*(told((step,), language, origin) for language in ("en", "he", "pl")))
    for step, origin in _effects()
}

TERMS: Mapping[str, Said] = {
    **EFFECTS,
    **WORDS,
    **FACTS,
    **REASONS,
    **QUESTIONS,
    **AREA_NAMES,
    **{gate.id: said(f"gate {gate.id}", f"שער {gate.id}", f"Wrota {gate.id}") for gate in GATES},
    **{card.id: said(card.en, card.he, card.pl) for card in CARDS},
    **{who.id: said(who.en, who.he, who.pl) for who in CHARACTERS},
    **{kind.id: said(kind.en, kind.he, kind.pl) for kind in chambers.BY_ID.values()},
    **{ability.id: ability.names for ability in ABILITIES},
}
