"""What is added up in fights, at gates, in trials and tests: each amount with its source and the clause that counts it.

A sum is complete but for the dice, which are still to fall.
"""

from functools import lru_cache
from typing import Literal, TypedDict

from games.cave.agenda.jobs import Duel, Fight
from games.cave.chapters.totals import has_ability
from games.cave.components import ownership
from games.cave.components.cards import BY_ID as CARDS
from games.cave.components.cards import DECKS, steps_of_kind
from games.cave.effects.passives import Weapon
from games.cave.effects.steps import AddPowerToStrength
from games.cave.effects.values import OwnStat, When
from games.cave.events.addends import Addends, addend, sum_of
from games.cave.state import Board

Kind = Literal["fight", "monster_fight", "psychic_fight", "psychic_duel", "gate", "trial", "test"]


class Total(TypedDict):
    """What an adventurer's side comes to before dice, and why: in which `kind` of fight or roll, by which stat.

    In a `fight` there is no monster, but there may be an adventurer; a `psychic_duel` is one with power against an
    adventurer. Two dice are held against totals at gates, in trials and in tests.
    """

    kind: Kind
    stat: OwnStat
    total: int
    addends: Addends


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
    return _with_cards(stat, own, hero.owned, context)


# A view asks for ten of these of each adventurer, and few of them change from one event to the next.
@lru_cache(maxsize=4096)
def _with_cards(stat: OwnStat, own: int, owned: tuple[str, ...], context: When) -> Addends:
    cards = ownership.bonuses(owned, stat, context)
    return (
        *addend(stat, own, OWN[stat]),
        *(found for card, amount in cards for found in addend(card, amount, _clause(card, context))),
    )


def of_fight(board: Board, fight: Fight) -> Addends:
    """The adventurer's side against enemies (CAVE-R14.2, CAVE-R15.1, CAVE-R27.7, CAVE-R27.13)."""
    blow = addend(PSYCHIC_BLOW, fight.plus, "CAVE-R25.24a")
    if fight.by == "power":
        return (*against_spirits(board, fight.seat), *blow)
    monstrous = any(CARDS[card].type == "monster" for card in fight.cards)
    return (*against_beasts(board, fight.seat, monstrous=monstrous), *blow)


def against_beasts(board: Board, seat: int, *, monstrous: bool) -> Addends:
    """Strength against enemies, among which there may be a monster (CAVE-R27.13)."""
    slayer = addend(MONSTER_SLAYER, int(monstrous and has_ability(board, seat, MONSTER_SLAYER)), "CAVE-R27.13")
    return (*of_adventurer(board, seat, "strength", "fight"), *slayer)


def against_spirits(board: Board, seat: int) -> Addends:
    """Power against spirits, and enemies without a card that are fought with power (CAVE-R27.7)."""
    banished = addend(BANISH, int(has_ability(board, seat, BANISH)), "CAVE-R27.7")
    return (*of_adventurer(board, seat, "power", "psychic"), *banished)


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


def totals(board: Board, seat: int) -> list[Total]:
    """The totals that fights, gates, trials and tests would use now; all of it is public (CAVE-R23.13)."""
    found: tuple[tuple[Kind, OwnStat, Addends], ...] = (
        ("fight", "strength", against_beasts(board, seat, monstrous=False)),
        ("monster_fight", "strength", against_beasts(board, seat, monstrous=True)),
        ("psychic_fight", "power", against_spirits(board, seat)),
        ("psychic_duel", "power", of_adventurer(board, seat, "power", "psychic")),
        ("gate", "strength", of_gate(board, seat, "strength")),
        ("gate", "power", of_gate(board, seat, "power")),
        ("trial", "strength", of_trial(board, seat, "strength")),
        ("trial", "power", of_trial(board, seat, "power")),
        ("test", "strength", of_test(board, seat, "strength")),
        ("test", "power", of_test(board, seat, "power")),
    )
    return [{"kind": kind, "stat": stat, "total": sum_of(addends), "addends": addends} for kind, stat, addends in found]


def _clause(card: str, context: When) -> str:
    return "CAVE-R14.3" if context == "fight" and steps_of_kind(card, Weapon) else "CAVE-R25.20"
