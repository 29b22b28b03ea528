"""Strength and power with what objects and friends add, and the limits that hang on them (CAVE-1.6, CAVE-2.5)."""

from games.cave.components import ownership
from games.cave.components.characters import Character, characters_of
from games.cave.draft import Draft
from games.cave.effects.values import OwnStat, When
from games.cave.events.incidents import BonusSet
from games.cave.meta import FREE_MOVEMENT_POWER, OBJECT_LIMIT, SPELL_LIMITS
from games.cave.state import Board


def character(board: Board, seat: int) -> Character:
    """The character that the seat plays."""
    return characters_of(board.rules)[board.hero(seat).character]


def has_ability(board: Board, seat: int, ability: str) -> bool:
    return ability in character(board, seat).abilities


def total(board: Board, seat: int, stat: OwnStat, context: When) -> int:
    """Own strength or power and the bonuses that count in this context (CAVE-1.6a, CAVE-2.5a)."""
    hero = board.hero(seat)
    own = hero.strength if stat == "strength" else hero.power
    return own + ownership.bonus(hero.owned, stat, context)


def moves_freely(board: Board, seat: int) -> bool:
    """Whether total power lets the adventurer turn at will at forks (CAVE-11.2)."""
    return total(board, seat, "power", "always") >= FREE_MOVEMENT_POWER


def spell_limit(board: Board, seat: int) -> int:
    """How many spells one may hold, by total power; the Cannibal none (CAVE-2.6, CAVE-2.7a)."""
    if has_ability(board, seat, "no_spells"):
        return 0
    return SPELL_LIMITS[min(total(board, seat, "power", "always"), len(SPELL_LIMITS) - 1)]


def object_limit(board: Board, seat: int) -> int:
    """How many objects an adventurer may hold (CAVE-5.3, CAVE-5.3a); friends have no limit (CAVE-6.2)."""
    return OBJECT_LIMIT + ownership.extra_objects(board.hero(seat).owned)


def may_own(board: Board, seat: int, card: str) -> bool:
    """Whether the adventurer's alignment lets it own the card (CAVE-5.2)."""
    return ownership.may_own(card, character(board, seat).alignment)


def spend_bonus(draft: Draft, seat: int) -> None:
    """What the next test gets on top is gone with it (CAVE-R25.18)."""
    bonus = draft.board.hero(seat).bonus
    if bonus:
        draft.write(BonusSet(seat=seat, before=bonus, after=0))
