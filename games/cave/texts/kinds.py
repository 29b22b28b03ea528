"""What each kind of question leaves to be decided, as history tells it."""

from games.core.messages import Table, said

# By the names of the rules page (CAVE-R23.9): what is to be decided.
KINDS: Table = {
    "pick_character": said("which character to play", "באיזו דמות לשחק", "którą postacią grać"),
    "start_action": said("what to do with the turn", "מה לעשות בתור", "co zrobić w tej turze"),
    "first_step": said("which way to set out", "לאן לצאת", "w którą stronę ruszyć"),
    "branch": said("which way to go on", "באיזו דרך להמשיך", "którą drogą iść dalej"),
    "engage": said("whom to meet, or whether to explore", "את מי לפגוש, או לחקור", "kogo spotkać, czy też badać"),
    "before_explore": said(
        "whether to cast a spell before exploring", "אם להטיל לחש לפני החקירה", "czy przed badaniem rzucić Czar"
    ),
    "split_draw": said("from which deck to draw", "מאיזו ערימה למשוך", "z którego stosu ciągnąć"),
    "before_fight": said("how to meet the fight", "איך לגשת לקרב", "jak podejść do Walki"),
    "eye": said("in which order to put the cards", "באיזה סדר להחזיר את הקלפים", "w jakiej kolejności ułożyć Karty"),
    "counterspell": said("whether to answer the spell", "אם להגיב ללחש", "czy odpowiedzieć na Czar"),
    "second_wind": said("whether to fight again", "אם להילחם שוב", "czy walczyć jeszcze raz"),
    "victor_reward": said("what to take for the victory", "מה לקחת כפרס הניצחון", "co wziąć za zwycięstwo"),
    "pickpocket_take": said("what to steal", "מה לגנוב", "co ukraść"),
    "prayer": said("whether to roll again", "אם להטיל שוב", "czy rzucić jeszcze raz"),
    "choose": said("which option to take", "באיזו אפשרות לבחור", "którą możliwość wybrać"),
    "pay": said("whether to pay", "אם לשלם", "czy zapłacić"),
    "discard_cards": said("which card to discard", "איזה קלף להשליך", "którą Kartę odłożyć"),
    "take": said("whether to take the card", "אם לקחת את הקלף", "czy wziąć Kartę"),
    "drop_excess": said("which objects to leave behind", "אילו חפצים להשאיר מאחור", "które Przedmioty zostawić"),
    "discard_spell": said("which spell to discard", "איזה לחש להשליך", "który Czar odłożyć"),
    "use_map": said("whether to use the Map", "אם להשתמש במפה", "czy użyć Mapy"),
    "trials": said("whether to stand the trials", "אם לעמוד בניסיונות", "czy podjąć próby"),
}


def asked(language: str) -> str:
    """The part of a message that tells what is to be decided, by its argument `kind`."""
    variants = " ".join(f"{kind} {{{texts[language]}}}" for kind, texts in KINDS.items())
    return f"{{kind, select, {variants} other {{{{kind}}}}}}"
