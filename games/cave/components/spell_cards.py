"""The 10 Spell cards, 2 of them set aside when Cave stands alone (CAVE-0.9, CAVE-R28)."""

from games.cave.components.card import Card
from games.cave.effects.parser import parse

SPELL_CARDS = (
    Card(
        id="Z01",  # Invisibility
        deck="spells",
        type="spell",
        when="before_fight",
        steps=parse("evade(all)"),
    ),
    Card(
        id="Z02",  # Immobility
        deck="spells",
        type="spell",
        when="own_turn_start",
        steps=parse("target(adventurer: lose_turn(1))"),
    ),
    Card(
        id="Z03",  # Healing
        deck="spells",
        type="spell",
        when="own_turn_any",
        steps=parse("heal(all)"),
    ),
    Card(
        id="Z04",  # Counterspell
        deck="spells",
        type="spell",
        when="reaction",
        steps=parse("cancel_spell"),
    ),
    Card(
        id="Z05",  # Psychic Blow
        deck="spells",
        type="spell",
        when="before_fight",
        steps=parse("add_power_to_strength"),
    ),
    Card(
        id="Z06",  # Rock Parting
        deck="spells",
        type="spell",
        when="own_turn_start",
        steps=parse("gate_open"),
    ),
    Card(
        id="Z07",  # Will-o'-the-wisp
        deck="spells",
        type="spell",
        when="own_turn_any",
        steps=parse("target(adventurer: force_die_movement(1))"),
    ),
    Card(
        id="Z08",  # Eye of the Cave
        deck="spells",
        type="spell",
        when="before_draw",
        steps=parse("peek_reorder(choice,3)"),
    ),
    Card(
        id="Z09",  # Providence
        deck="spells",
        type="spell",
        steps=parse("set_aside"),
    ),
    Card(
        id="Z10",  # Riotous Life
        deck="spells",
        type="spell",
        steps=parse("set_aside"),
    ),
)
