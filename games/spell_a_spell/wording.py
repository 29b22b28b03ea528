"""Names for every id that the history of a match may mention (`GameDefinition.terms`)."""

from games.core.languages import LANGUAGES
from games.core.messages import Table, Texts
from games.spell_a_spell.components.cards import EFFECTS, FACE
from games.spell_a_spell.components.laying import FOG
from games.spell_a_spell.texts import TEXTS

_WORDS = TEXTS.table("words")


def _name_of(card: str) -> Texts:
    """A card is told by its face."""
    face = FACE[card]
    return _WORDS[face] if face in (*EFFECTS, FOG) else dict.fromkeys(LANGUAGES, face)


TERMS: Table = {
    **{card: _name_of(card) for card in FACE},
    **{name: _WORDS[name] for name in (*EFFECTS, "snow", "fog", "fire", "sand", "accept", "challenge")},
}
