"""The words of the game in English, Hebrew and Polish; the Polish is the leaflet's where it has a word."""

from collections.abc import Mapping

Said = Mapping[str, str]


def said(en: str, he: str, pl: str) -> Said:
    """One word or sentence in each language."""
    return {"en": en, "he": he, "pl": pl}


WORDS: Mapping[str, Said] = {
    "adventurer": said("adventurer", "הרפתקן", "Poszukiwacz"),
    "strength": said("strength", "כוח", "Siła"),
    "power": said("power", "עוצמה", "Moc"),
    "endurance": said("endurance", "חוסן", "Wytrzymałość"),
    "gold": said("gold", "זהב", "złoto"),
    "healing_cap": said("healing cap", "תקרת הריפוי", "pułap Uzdrowienia"),
    "object": said("object", "חפץ", "Przedmiot"),
    "magic_object": said("magic object", "חפץ קסום", "Magiczny Przedmiot"),
    "friend": said("friend", "חבר", "Przyjaciel"),
    "spell": said("spell", "לחש", "Czar"),
    "event": said("event", "אירוע", "Zdarzenie"),
    "enemy": said("enemy", "אויב", "Wróg"),
    "animal": said("animal", "בעל חיים", "Zwierzę"),
    "monster": said("monster", "מפלצת", "Potwór"),
    "spirit": said("spirit", "רוח", "Duch"),
    "stranger": said("stranger", "זר", "Nieznajomy"),
    "place": said("place", "מקום", "Miejsce"),
    "crystal": said("the Magic Crystal", "גביש הקסם", "Magiczny Kryształ"),
    "unknown": said("text not known", "נוסח לא ידוע", "treść nieznana"),
    "area": said("area", "אזור", "Obszar"),
    "entrance": said("entrance", "פתח", "Wejście"),
    "corridor": said("corridor", "מסדרון", "korytarz"),
    "special": said("area with an instruction", "אזור עם הוראה", "Obszar z Instrukcją"),
    "chamber": said("chamber", "חדר", "Komnata"),
    "gate": said("Mighty Gates", "שערים אדירים", "Potężne Wrota"),
    "trophy": said("trophy", "שלל ניצחון", "trofeum"),
    "turn": said("turn", "תור", "tura"),
    "round": said("round", "סיבוב", "runda"),
    "fight_word": said("fight", "קרב", "Walka"),
    "psychic_fight": said("psychic fight", "קרב נפשי", "Walka Psychiczna"),
    "cave": said("Cave deck", "קלפי המערה", "Karty Jaskini"),
    "adventure": said("Adventure deck", "קלפי ההרפתקה", "Karty Przygód"),
    "spells": said("Spell deck", "קלפי הלחשים", "Karty Czarów"),
    "either": said("Cave or Adventure deck", "קלפי המערה או ההרפתקה", "Karty Jaskini lub Przygód"),
    "good": said("good", "טוב", "Dobry"),
    "neutral": said("neutral", "ניטרלי", "Neutralny"),
    "evil": said("evil", "רע", "Zły"),
    "own_turn_start": said("at the start of one's own turn", "בתחילת התור", "na początku własnej tury"),
    "own_turn_any": said("at any time of one's own turn", "בכל עת בתור", "w dowolnej chwili własnej tury"),
    "before_draw": said("before cards are drawn", "לפני משיכת קלפים", "przed ciągnięciem Kart"),
    "before_fight": said("before a fight", "לפני קרב", "przed Walką"),
    "reaction": said("when another casts a spell", "כשאחר מטיל לחש", "gdy ktoś inny rzuca Czar"),
}
