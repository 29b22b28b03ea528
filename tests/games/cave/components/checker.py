"""The checker of the components: which words may stand where, beyond what the grammar says (CAVE-R25)."""

from typing import get_args

from games.cave.components import board
from games.cave.components.area import Area
from games.cave.components.card import Card, CardType
from games.cave.effects import passives
from games.cave.effects import steps as s
from games.cave.effects.grammar import EffectError
from games.cave.effects.nesting import inner

ACTIVE: tuple[type[s.Step], ...] = get_args(s.Active)
AFTER_FIGHT: tuple[type[s.Step], ...] = get_args(s.AfterFight)
PASSIVE: tuple[type[s.Step], ...] = get_args(passives.Passive)
SPELL: tuple[type[s.Step], ...] = (*get_args(s.SpellStep), s.Target, s.Heal, s.PeekReorder, s.SetAside)
# Only the caster of a spell names anybody or any deck (CAVE-R25.16, CAVE-R25.17).
NAMED_WITH_THE_CAST = (s.Target, s.PeekReorder)
# Only a place has a choice between lying on and being discarded; other cards follow CAVE-R13.4.
FATES = (s.Stay, s.Discard)

OUTERMOST: dict[CardType, tuple[type[s.Step], ...]] = {
    "event": ACTIVE,
    "animal": AFTER_FIGHT,
    "monster": AFTER_FIGHT,
    "spirit": AFTER_FIGHT,
    "stranger": ACTIVE,
    "object": PASSIVE,
    "magic_object": PASSIVE,
    "friend": PASSIVE,
    "gold": (),
    "place": ACTIVE,
    "spell": SPELL,
    "crystal": (s.SetAside,),
    "unknown": (s.SetAside,),
}


def check_card(card: Card) -> None:
    """Raise EffectError for a card whose steps cannot stand on a card of its type, or without the value it needs."""
    fates = () if card.type == "place" else FATES
    named = () if card.type == "spell" else NAMED_WITH_THE_CAST
    _check(card.id, card.steps, OUTERMOST[card.type], fates + named)
    if (card.value is not None) != (card.type in ("animal", "monster", "spirit", "gold")):
        raise EffectError(f"{card.id}: enemies and gold have a value, other cards have none")
    if (card.when is not None) != (card.type == "spell" and not card.set_aside):
        raise EffectError(f"{card.id}: a spell in play says when it is cast, other cards do not")


def check_area(area: Area) -> None:
    """Raise EffectError for an area whose steps cannot be an area's instruction."""
    allowed = (s.Infirmary,) if area.kind == "entrance" else ACTIVE
    _check(area.id, area.steps, allowed, FATES + NAMED_WITH_THE_CAST)


def check_chamber(id: str, steps: s.Steps) -> None:
    """Raise EffectError for a kind of chamber whose steps cannot be an instruction."""
    _check(id, steps, ACTIVE, FATES + NAMED_WITH_THE_CAST)


def _check(id: str, steps: s.Steps, allowed: tuple[type[s.Step], ...], forbidden: tuple[type[s.Step], ...]) -> None:
    for step in steps:
        if not isinstance(step, allowed) or isinstance(step, forbidden):
            raise EffectError(f"{id}: {step.op!r} cannot stand here")
        if isinstance(step, s.Go) and step.area is not None and step.area not in board.BY_ID:
            raise EffectError(f"{id}: there is no area {step.area}")
        for steps_within in inner(step):
            _check(id, steps_within, ACTIVE, forbidden)
