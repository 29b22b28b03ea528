"""What is added up in fights, at gates, in trials and tests: each amount with its source and the clause that counts it.

A sum is complete but for the dice, which are still to fall.
"""

from games.cave.agenda.jobs import Duel, Fight
from games.cave.chapters.totals import has_ability
from games.cave.components import ownership
from games.cave.components.cards import BY_ID as CARDS
from games.cave.components.cards import DECKS, steps_of_kind
from games.cave.effects.steps import AddPowerToStrength, OwnStat, Weapon, When
from games.cave.events.addends import Addends, addend
from games.cave.state import Board

DIE = "die"
GATEBREAKER, MONSTER_SLAYER, BANISH = "gatebreaker", "monster_slayer", "banish"
BROKEN_BY = 2
NEXT_TEST = "next_test_bonus"
PSYCHIC_BLOW = next(card.id for card in DECKS["spells"] if steps_of_kind(card.id, AddPowerToStrength))
OWN: dict[OwnStat, str] = {"strength": "CAVE-1.6", "power": "CAVE-2.5"}


def of_adventurer(board: Board, seat: int, stat: OwnStat, context: When) -> Addends:
    """Own strength or power, and what each card adds to it in this context (CAVE-1.6a, CAVE-2.5a)."""
    hero = board.hero(seat)
    own = hero.strength if stat == "strength" else hero.power
    cards = ownership.bonuses(hero.owned, stat, context)
    return (
        *addend(stat, own, OWN[stat]),
        *(found for card, amount in cards for found in addend(card, amount, _clause(card, context))),
    )


def of_fight(board: Board, fight: Fight) -> Addends:
    """The adventurer's side against enemies (CAVE-R14.2, CAVE-R15.1, CAVE-R27.7, CAVE-R27.13)."""
    blow = addend(PSYCHIC_BLOW, fight.plus, "CAVE-R25.24a")
    if fight.by == "power":
        banished = addend(BANISH, int(has_ability(board, fight.seat, BANISH)), "CAVE-R27.7")
        return (*of_adventurer(board, fight.seat, "power", "psychic"), *banished, *blow)
    monstrous = any(CARDS[card].type == "monster" for card in fight.cards)
    slain = addend(MONSTER_SLAYER, int(monstrous and has_ability(board, fight.seat, MONSTER_SLAYER)), "CAVE-R27.13")
    return (*of_adventurer(board, fight.seat, "strength", "fight"), *slain, *blow)


def of_enemies(fight: Fight) -> Addends:
    """The values of all enemies together (CAVE-R14.5), or that of the one without a card (CAVE-R25.8)."""
    rule = "CAVE-R14.5" if len(fight.cards) > 1 else "CAVE-R14.2" if fight.by == "strength" else "CAVE-R15.1"
    cards = (found for card in fight.cards for found in addend(card, CARDS[card].value or 0, rule))
    return (*addend(fight.source or fight.by, fight.value, "CAVE-R25.8"), *cards)


def of_side(board: Board, duel: Duel, seat: int) -> Addends:
    """One side of a fight between adventurers (CAVE-R16.1)."""
    blow = addend(PSYCHIC_BLOW, duel.plus if seat == duel.attacker else duel.defence, "CAVE-R25.24a")
    if duel.by == "power":
        return (*of_adventurer(board, seat, "power", "psychic"), *blow)
    return (*of_adventurer(board, seat, "strength", "fight"), *blow)


def of_gate(board: Board, seat: int, stat: OwnStat) -> Addends:
    """What two dice are held against at a gate (CAVE-R18.2, CAVE-R27.9, CAVE-R25.18)."""
    breaker = addend(GATEBREAKER, BROKEN_BY if has_ability(board, seat, GATEBREAKER) else 0, "CAVE-R27.9")
    return (*of_adventurer(board, seat, stat, "gate"), *breaker, *of_bonus(board, seat))


def of_test(board: Board, seat: int, stat: OwnStat) -> Addends:
    """What two dice are held against in a test that a text wants (CAVE-R25.11, CAVE-R25.18)."""
    return (*of_adventurer(board, seat, stat, "test"), *of_bonus(board, seat))


def of_trial(board: Board, seat: int, stat: OwnStat) -> Addends:
    """What two dice are held against in a trial; the bonus for the next test counts in the first (CAVE-R20.5)."""
    bonus = of_bonus(board, seat) if stat == "strength" else ()
    return (*of_adventurer(board, seat, stat, "trial"), *bonus)


def of_bonus(board: Board, seat: int) -> Addends:
    return addend(NEXT_TEST, board.hero(seat).bonus, "CAVE-R25.18")


def _clause(card: str, context: When) -> str:
    return "CAVE-R14.3" if context == "fight" and steps_of_kind(card, Weapon) else "CAVE-R25.20"
