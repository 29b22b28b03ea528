"""The special abilities in words (CAVE-R27.2 to CAVE-R27.17); the chapters that they change carry them out."""

from dataclasses import dataclass

from games.cave.components.characters import AbilityId


@dataclass(frozen=True, slots=True, kw_only=True)
class Ability:
    """A special ability: the clause that says what it does, its name, and a sentence about it in each language."""

    id: AbilityId
    clause: str
    names: dict[str, str]
    texts: dict[str, str]


ABILITIES = (
    Ability(
        id="no_spells",
        clause="CAVE-R27.2",
        names={"en": "No spells", "he": "בלי לחשים", "pl": "Bez czarów"},
        texts={
            "en": "May never have a spell.",
            "he": "לעולם אין לחשים.",
            "pl": "Nigdy nie może mieć Czarów.",
        },
    ),
    Ability(
        id="devour",
        clause="CAVE-R27.3",
        names={"en": "Devour", "he": "טריפה", "pl": "Pożarcie"},
        texts={
            "en": "May kill an adventurer of endurance 2 or less after beating it in a strength fight, for no reward.",
            "he": "לאחר ניצחון בקרב כוח על דמות שחוסנה 2 או פחות, אפשר להרוג אותה במקום לקבל פרס.",
            "pl": "Pokonanie w Walce Poszukiwacza o Wytrzymałości 2 lub mniej pozwala go zabić zamiast brać nagrodę.",
        },
    ),
    Ability(
        id="feast",
        clause="CAVE-R27.4",
        names={"en": "Feast", "he": "סעודה", "pl": "Uczta"},
        texts={
            "en": "After a won fight with at least one animal cures 1 wound.",
            "he": "לאחר קרב שנוצח בו לפחות בעל חיים אחד, נרפא פצע אחד.",
            "pl": "Po wygranej Walce z co najmniej jednym Zwierzęciem leczy 1 ranę.",
        },
    ),
    Ability(
        id="pathfinder",
        clause="CAVE-R27.5",
        names={"en": "Pathfinder", "he": "מגשש", "pl": "Tropiciel"},
        texts={
            "en": "Chooses the way at forks, whatever the power.",
            "he": "בחירת הדרך בהסתעפויות, תהיה העוצמה אשר תהיה.",
            "pl": "Wybiera drogę na rozwidleniach niezależnie od Mocy.",
        },
    ),
    Ability(
        id="sure_foot",
        clause="CAVE-R27.6",
        names={"en": "Sure foot", "he": "צעד בטוח", "pl": "Pewny krok"},
        texts={
            "en": "Crosses Crevasse and Stone Bridge unharmed, and loses no endurance to a Cave-in.",
            "he": "הבקיע וגשר האבן אינם מזיקים, ומפולת אינה גורעת חוסן.",
            "pl": "Rozpadlina i Kamienny Most nie szkodzą, a Zawał nie odbiera Wytrzymałości.",
        },
    ),
    Ability(
        id="banish",
        clause="CAVE-R27.7",
        names={"en": "Banish", "he": "גירוש", "pl": "Wypędzenie"},
        texts={
            "en": "Has 1 more power against spirits and other enemies fought with power.",
            "he": "תוספת עוצמה של 1 נגד רוחות ואויבים אחרים שנלחמים בהם בעוצמה.",
            "pl": "Ma 1 punkt Mocy więcej przeciw Duchom i innym Wrogom zwalczanym Mocą.",
        },
    ),
    Ability(
        id="prayer",
        clause="CAVE-R27.8",
        names={"en": "Prayer", "he": "תפילה", "pl": "Modlitwa"},
        texts={
            "en": "May roll once more in the Temple of Melkart; the second roll stands.",
            "he": "במקדש מלקרת אפשר להטיל שוב פעם אחת; ההטלה השנייה קובעת.",
            "pl": "W Świątyni Melkarta może raz powtórzyć rzut; drugi wynik obowiązuje.",
        },
    ),
    Ability(
        id="gatebreaker",
        clause="CAVE-R27.9",
        names={"en": "Gatebreaker", "he": "פורץ שערים", "pl": "Łamacz Wrót"},
        texts={
            "en": "Adds 2 when trying to open Mighty Gates.",
            "he": "תוספת של 2 בניסיון לפתוח שערים אדירים.",
            "pl": "Dodaje 2 przy próbie otwarcia Potężnych Wrót.",
        },
    ),
    Ability(
        id="prospector",
        clause="CAVE-R27.10",
        names={"en": "Prospector", "he": "מחפש זהב", "pl": "Poszukiwacz złota"},
        texts={
            "en": "Gets 1 more gold whenever Gold Vein or Digging Gnomes give gold.",
            "he": "זהב אחד נוסף כשעורק הזהב או הגנומים החופרים נותנים זהב.",
            "pl": "Dostaje 1 mieszek więcej, gdy złoto daje Żyła Złota lub Gnomy Kopacze.",
        },
    ),
    Ability(
        id="psychic_attack",
        clause="CAVE-R27.11",
        names={"en": "Psychic attack", "he": "התקפה נפשית", "pl": "Atak psychiczny"},
        texts={
            "en": "May attack an adventurer in a psychic fight.",
            "he": "אפשר לתקוף דמות בקרב נפשי.",
            "pl": "Może zaatakować Poszukiwacza w Walce Psychicznej.",
        },
    ),
    Ability(
        id="beast_speech",
        clause="CAVE-R27.12",
        names={"en": "Beast speech", "he": "שפת החיות", "pl": "Mowa zwierząt"},
        texts={
            "en": "May evade animals.",
            "he": "אפשר לחמוק מבעלי חיים.",
            "pl": "Może wymykać się Zwierzętom.",
        },
    ),
    Ability(
        id="monster_slayer",
        clause="CAVE-R27.13",
        names={"en": "Monster slayer", "he": "קוטל מפלצות", "pl": "Pogromca Potworów"},
        texts={
            "en": "Has 1 more strength in fights in which a monster takes part.",
            "he": "תוספת כוח של 1 בקרבות שמפלצת משתתפת בהם.",
            "pl": "Ma 1 punkt Siły więcej w Walce, w której bierze udział Potwór.",
        },
    ),
    Ability(
        id="second_wind",
        clause="CAVE-R27.14",
        names={"en": "Second wind", "he": "נשימה שנייה", "pl": "Drugi oddech"},
        texts={
            "en": "Once per turn may fight a lost strength fight against enemies again; the second result stands.",
            "he": "פעם בתור אפשר להילחם שוב בקרב כוח שנגמר בהפסד לאויבים; התוצאה השנייה קובעת.",
            "pl": "Raz na turę może powtórzyć przegraną Walkę z Wrogami; drugi wynik obowiązuje.",
        },
    ),
    Ability(
        id="pickpocket",
        clause="CAVE-R27.15",
        names={"en": "Pickpocket", "he": "כייסת", "pl": "Kieszonkowiec"},
        texts={
            "en": "When meeting an adventurer may roll: 4-5 takes 1 gold, 6 an object of choice or 1 gold.",
            "he": "במפגש עם דמות אפשר להטיל קובייה: 4-5 לקיחת זהב אחד, 6 חפץ לבחירה או זהב אחד.",
            "pl": "Spotykając Poszukiwacza może rzucić kostką: 4-5 daje mieszek, 6 wybrany Przedmiot lub mieszek.",
        },
    ),
    Ability(
        id="slip_away",
        clause="CAVE-R27.16",
        names={"en": "Slip away", "he": "חמיקה", "pl": "Wymknięcie"},
        texts={
            "en": "When attacked by an adventurer rolls: 4-6 evades.",
            "he": "כשדמות תוקפת, הטלת קובייה: 4-6 היא חמיקה.",
            "pl": "W razie ataku Poszukiwacza rzuca kostką: 4-6 i wymyka się.",
        },
    ),
    Ability(
        id="dark_pact",
        clause="CAVE-R27.17",
        names={"en": "Dark pact", "he": "ברית אפלה", "pl": "Mroczny pakt"},
        texts={
            "en": "At the start of the own turn, with 2 endurance or more and room for a spell, may give 1 for one.",
            "he": "בתחילת התור, כשיש לפחות 2 נקודות חוסן ומקום ללחש, אפשר לתת נקודה אחת תמורת לחש.",
            "pl": "Na początku tury, mając co najmniej 2 punkty Wytrzymałości i miejsce na Czar, może oddać 1 za Czar.",
        },
    ),
)
