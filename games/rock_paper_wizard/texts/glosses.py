"""What is on each spell card for a person: the gesture that reminds of it, and what the spell does."""

from games.core.messages import Table, said

GESTURES: Table = {
    "antimagic_field": said("thumb down", "אגודל כלפי מטה", "kciuk w dół"),
    "confusion": said("thumb and little finger out", "אגודל וזרת פרושים", "wyprostowany kciuk i mały palec"),
    "counterspell": said("raised flat palm", "כף יד מורמת", "uniesiona otwarta dłoń"),
    "misty_step": said(
        "three middle fingers together, thumb over little finger",
        "שלוש אצבעות אמצעיות צמודות, אגודל על הזרת",
        "trzy środkowe palce razem, kciuk na małym palcu",
    ),
    "passwall": said("flat hand, thumb up", "יד שטוחה, אגודל למעלה", "płaska dłoń, kciuk w górę"),
    "teleportation_circle": said(
        "hand curled to a closed ring", "יד מכופפת לטבעת סגורה", "dłoń zwinięta w zamknięty krąg"
    ),
    "wall_of_force": said(
        "thumb and index tips joined, other fingers out",
        "קצות האגודל והאצבע צמודים, שאר האצבעות פרושות",
        "czubki kciuka i palca wskazującego złączone, pozostałe palce wyprostowane",
    ),
    "chain_lightning": said(
        "thumb, index and middle out", "אגודל, אצבע ואמה פרושים", "wyprostowane kciuk, palec wskazujący i środkowy"
    ),
    "dimension_door": said("index and middle together", "אצבע ואמה צמודות", "palec wskazujący i środkowy razem"),
    "fear": said("index finger pointing", "אצבע מצביעה", "wskazujący palec"),
    "fireball": said("closed fist", "אגרוף קמוץ", "zaciśnięta pięść"),
    "ice_storm": said(
        "hooked index finger, upright", "אצבע מכופפת כקרס, זקופה", "palec wskazujący zgięty w haczyk, w górę"
    ),
    "meteor_swarm": said("open hand, fingers spread", "יד פתוחה, אצבעות פרושות", "otwarta dłoń, rozstawione palce"),
    "polymorph": said("fingers parted in two pairs", "אצבעות מופרדות לשני זוגות", "palce rozdzielone na dwie pary"),
    "stinking_cloud": said(
        "index and middle apart (scissors)",
        "אצבע ואמה פשוקות (מספריים)",
        "palec wskazujący i środkowy rozchylone (nożyce)",
    ),
    "telekinesis": said("claw", "טופר", "szpon"),
    "vampiric_touch": said(
        "two bent fingers over bent thumb",
        "שתי אצבעות מכופפות מעל אגודל מכופף",
        "dwa zgięte palce nad zgiętym kciukiem",
    ),
    "burning_hands": said(
        "thumb, index and little finger out", "אגודל, אצבע וזרת פרושים", "wyprostowane kciuk, palec wskazujący i mały"
    ),
    "charm_person": said("index finger upright", "אצבע זקופה", "palec wskazujący w górę"),
    "color_spray": said("hand in a wide C", "יד בצורת קשת רחבה", "dłoń w kształcie szerokiej litery C"),
    "dominate_person": said(
        "beckoning index, palm up", "אצבע קוראת, כף יד למעלה", "przywołujący palec wskazujący, dłoń w górę"
    ),
    "feeblemind": said("little finger out", "זרת פרושה", "wyprostowany mały palec"),
    "imprisonment": said(
        "hand hanging down, fingers as bars", "יד תלויה, אצבעות כסורגים", "zwisająca dłoń, palce jak kraty"
    ),
}

GLOSSES: Table = {
    "antimagic_field": said(
        "Advance 2. The target's spell goes wild.",
        "התקדמות של 2. הקסם של המטרה נעשה פראי.",
        "Ruch naprzód o 2. Zaklęcie celu dziczeje.",
    ),
    "confusion": said(
        "Advance 2. The target's gesture turns to the next player.",
        "התקדמות של 2. המחווה של המטרה פונה אל המושב הבא.",
        "Ruch naprzód o 2. Gest celu zwraca się ku następnemu miejscu.",
    ),
    "counterspell": said(
        "Advance 2. The target loses the spell.",
        "התקדמות של 2. הקסם של המטרה מבוטל.",
        "Ruch naprzód o 2. Cel traci zaklęcie.",
    ),
    "misty_step": said("Move to the target's space.", "מעבר למקום של המטרה.", "Przejście na pole celu."),
    "passwall": said(
        "Advance 3; the target advances 2.", "התקדמות של 3; המטרה מתקדמת 2.", "Ruch naprzód o 3; cel rusza naprzód o 2."
    ),
    "teleportation_circle": said(
        "Advance by the difference between your gold and the target's.",
        "התקדמות לפי ההפרש בין הזהב שלך לזהב של המטרה.",
        "Ruch naprzód o różnicę między twoim złotem a złotem celu.",
    ),
    "wall_of_force": said(
        "Advance 2. The target's gesture turns on the target.",
        "התקדמות של 2. המחווה של המטרה פונה אל המטרה עצמה.",
        "Ruch naprzód o 2. Gest celu zwraca się przeciw celowi.",
    ),
    "chain_lightning": said(
        "Push the target 3, and the target's target 2.",
        "דחיפת המטרה 3, ודחיפת המטרה שלה 2.",
        "Odepchnięcie celu o 3, a celu tego celu o 2.",
    ),
    "dimension_door": said("Swap spaces with the target.", "החלפת מקומות עם המטרה.", "Zamiana pól z celem."),
    "fear": said(
        "Push the target 2 for each wizard with less gold than the target.",
        "דחיפת המטרה 2 על כל מושב שיש בו פחות זהב מאשר במטרה.",
        "Odepchnięcie celu o 2 za każde miejsce, które ma mniej złota niż cel.",
    ),
    "fireball": said("Push the target 5.", "דחיפת המטרה 5.", "Odepchnięcie celu o 5."),
    "ice_storm": said(
        "Push the target 4; the target's neighbours advance 2.",
        "דחיפת המטרה 4; שכני המטרה מתקדמים 2.",
        "Odepchnięcie celu o 4; sąsiedzi celu ruszają naprzód o 2.",
    ),
    "meteor_swarm": said(
        "Push the target 1, and 2 more for each card between this one and the deck.",
        "דחיפת המטרה 1, ועוד 2 על כל קלף בין הקלף הזה לערימה.",
        "Odepchnięcie celu o 1 i jeszcze o 2 za każdą kartę między tą a talią.",
    ),
    "polymorph": said(
        "Push the target by the difference between your gold and the target's.",
        "דחיפת המטרה לפי ההפרש בין הזהב שלך לזהב של המטרה.",
        "Odepchnięcie celu o różnicę między twoim złotem a złotem celu.",
    ),
    "stinking_cloud": said(
        "Push the target 3, and the target's neighbours 1.",
        "דחיפת המטרה 3, ודחיפת שכני המטרה 1.",
        "Odepchnięcie celu o 3, a sąsiadów celu o 1.",
    ),
    "telekinesis": said(
        "Move the target to the space behind yours.",
        "העברת המטרה למקום שמאחוריך.",
        "Przeniesienie celu na pole tuż za twoim.",
    ),
    "vampiric_touch": said(
        "Push the target 2 and advance 2.", "דחיפת המטרה 2 והתקדמות של 2.", "Odepchnięcie celu o 2 i ruch naprzód o 2."
    ),
    "burning_hands": said(
        "Push the target 1; the target loses 1 gold.",
        "דחיפת המטרה 1; המטרה מאבדת מטבע זהב אחד.",
        "Odepchnięcie celu o 1; cel traci 1 sztukę złota.",
    ),
    "charm_person": said(
        "The target gives 2 gold to a poorer wizard of their choice.",
        "המטרה נותנת 2 מטבעות זהב לאחד העניים יותר, לפי בחירת המטרה.",
        "Cel oddaje 2 sztuki złota wybranemu biedniejszemu miejscu.",
    ),
    "color_spray": said(
        "The target loses 1 gold for each wizard with less gold.",
        "המטרה מאבדת מטבע זהב על כל מושב שיש בו פחות זהב.",
        "Cel traci 1 sztukę złota za każde miejsce, które ma mniej złota.",
    ),
    "dominate_person": said(
        "Push the target 3; the target gives you 1 gold.",
        "דחיפת המטרה 3; המטרה נותנת לך מטבע זהב אחד.",
        "Odepchnięcie celu o 3; cel oddaje ci 1 sztukę złota.",
    ),
    "feeblemind": said(
        "You and the target share your gold evenly; an odd coin is yours.",
        "חלוקה שווה של הזהב שלך ושל המטרה; מטבע עודף נשאר אצלך.",
        "Równy podział złota twojego i celu; nieparzysta sztuka jest twoja.",
    ),
    "imprisonment": said(
        "The target gives 1 gold to each wizard with less gold.",
        "המטרה נותנת מטבע זהב לכל מושב שיש בו פחות זהב.",
        "Cel oddaje po 1 sztuce złota każdemu miejscu, które ma mniej złota.",
    ),
}
