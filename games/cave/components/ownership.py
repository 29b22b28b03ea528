"""What owned cards bring without being used: bonuses, armour, limits (CAVE-R25.20 to CAVE-R25.22)."""

from collections.abc import Iterable
from functools import cache, lru_cache

from games.cave.components.cards import BY_ID, steps_of_kind
from games.cave.effects.passives import Armour, Bonus, Limit, Passive, Restrict, Weapon
from games.cave.effects.values import Alignment, OwnStat, When


def has(cards: Iterable[str], kind: type[Passive]) -> bool:
    """Whether one of the cards says the word."""
    return any(steps_of_kind(card, kind) for card in cards)


@lru_cache(maxsize=4096)
def bonus(cards: tuple[str, ...], stat: OwnStat, context: When) -> int:
    """What the cards add to a total together."""
    return sum(adds for _, adds in bonuses(cards, stat, context))


def bonuses(cards: Iterable[str], stat: OwnStat, context: When) -> list[tuple[str, int]]:
    """The cards that add to a total, and how much: what always counts and what does in the context (CAVE-1.6a, 2.5a).

    In a fight only the weapon that adds most counts, the one named first of equals (CAVE-R14.3).
    """
    weapons: list[tuple[str, int]] = []
    others: list[tuple[str, int]] = []
    for card in cards:
        if adds := _adds(card, stat, context):
            armed = context == "fight" and steps_of_kind(card, Weapon)
            (weapons if armed else others).append((card, adds))
    best = sorted(weapons, key=lambda found: -found[1])[:1]
    return [*best, *others]


@cache
def _adds(card: str, stat: OwnStat, context: When) -> int:
    return sum(step.n for step in steps_of_kind(card, Bonus) if step.stat == stat and step.when in ("always", context))


def armour_of(cards: Iterable[str]) -> tuple[str, Armour] | None:
    """The armour that saves on most faces, and its card; the one named first of equals (CAVE-R14.6)."""
    armours = [(card, step) for card in cards for step in steps_of_kind(card, Armour)]
    return max(armours, key=lambda found: found[1].high - found[1].low, default=None)


@lru_cache(maxsize=4096)
def extra_objects(cards: tuple[str, ...]) -> int:
    """How far the cards raise the object limit (CAVE-5.3a)."""
    return sum(step.n for card in cards for step in steps_of_kind(card, Limit))


def may_own(card: str, alignment: Alignment) -> bool:
    """Whether an adventurer of this alignment may have the card (CAVE-5.2)."""
    return all(alignment in step.alignments for step in steps_of_kind(card, Restrict))


def is_object(card: str) -> bool:
    """Objects and magic objects alike (CAVE-5.0)."""
    return BY_ID[card].type in ("object", "magic_object")
