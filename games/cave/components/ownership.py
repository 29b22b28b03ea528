"""What owned cards bring without being used: bonuses, armour, limits (CAVE-R25.20 to CAVE-R25.22)."""

from collections.abc import Iterable

from games.cave.components.cards import BY_ID, steps_of_kind
from games.cave.effects.steps import Alignment, Armour, Bonus, Limit, OwnStat, Passive, Restrict, Weapon, When


def has(cards: Iterable[str], kind: type[Passive]) -> bool:
    """Whether one of the cards says the word."""
    return any(steps_of_kind(card, kind) for card in cards)


def bonus(cards: Iterable[str], stat: OwnStat, context: When) -> int:
    """What the cards add to a total: their `always` bonuses and those of the context (CAVE-1.6a, CAVE-2.5a).

    In a fight only the weapon that adds most counts (CAVE-R14.3).
    """
    weapons, others = [0], 0
    for card in cards:
        adds = sum(
            step.n for step in steps_of_kind(card, Bonus) if step.stat == stat and step.when in ("always", context)
        )
        if context == "fight" and steps_of_kind(card, Weapon):
            weapons.append(adds)
        else:
            others += adds
    return max(weapons) + others


def armour_of(cards: Iterable[str]) -> tuple[str, Armour] | None:
    """The armour that saves on most faces, and its card; the one named first of equals (CAVE-R14.6)."""
    armours = [(card, step) for card in cards for step in steps_of_kind(card, Armour)]
    return max(armours, key=lambda found: found[1].high - found[1].low, default=None)


def extra_objects(cards: Iterable[str]) -> int:
    """How far the cards raise the object limit (CAVE-5.3a)."""
    return sum(step.n for card in cards for step in steps_of_kind(card, Limit))


def may_own(card: str, alignment: Alignment) -> bool:
    """Whether an adventurer of this alignment may have the card (CAVE-5.2)."""
    return all(alignment in step.alignments for step in steps_of_kind(card, Restrict))


def is_object(card: str) -> bool:
    """Objects and magic objects alike (CAVE-5.0)."""
    return BY_ID[card].type in ("object", "magic_object")
