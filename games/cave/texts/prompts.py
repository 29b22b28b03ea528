"""What is asked of a seat, what stands on the button of each answer, and why a match ends."""

from games.cave.texts.answers import ANSWERS
from games.cave.texts.terms import QUESTIONS as KINDS
from games.cave.texts.terms import TERMS
from games.core.messages import LANGUAGES, Table, Texts

NAMES = {**ANSWERS, **TERMS}

# By type of move, what it names.
FIELDS = {
    "pick_character": ("character",),
    "roll": (),
    "step": ("to",),
    "cure": (),
    "gate": ("gate", "by"),
    "trials_again": (),
    "dark_pact": (),
    "first_step": ("to",),
    "branch": ("to",),
    "explore": (),
    "attack": ("target", "psychic"),
    "ability": ("ability", "target"),
    "go_on": (),
    "split_draw": ("cave", "adventure"),
    "order_cards": ("cards",),
    "fight": (),
    "evade": ("ability",),
    "cast": ("spell",),
    "cast_at": ("spell", "target"),
    "cast_on_deck": ("spell", "deck"),
    "cancel": (),
    "pass": (),
    "again": (),
    "accept": (),
    "claim": ("prize",),
    "keep": (),
    "reroll": (),
    "choose": ("option",),
    "pay": (),
    "decline": (),
    "take": (),
    "take_instead": ("leaving",),
    "leave": (),
    "drop_excess": ("cards",),
    "discard_spell": ("spell",),
    "discard_card": ("card",),
    "use_map": (),
    "roll_kind": (),
    "attempt": (),
    "exchange_trophies": ("cards",),
    "drop_object": ("card",),
    "leave_friend": ("card",),
}


def _label(move: str) -> Texts:
    named = ", ".join(f"{{{name}}}" for name in FIELDS[move])
    return {language: NAMES[move][language] + (f": {named}" if named else "") for language in LANGUAGES}


QUESTIONS: Table = {**KINDS, "before_fight": NAMES["before_fight"]}
LABELS: Table = {move: _label(move) for move in FIELDS}
REASONS: Table = {reason: NAMES[reason] for reason in ("crystal", "last_survivor", "max_rounds")}
