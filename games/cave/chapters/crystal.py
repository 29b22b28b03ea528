"""Instructions of areas, kinds of chamber, the Crystal Chamber and its trials (CAVE-12.4, CAVE-R19, CAVE-R20)."""

from games.cave.agenda.jobs import AttemptTrials, Chain, Instruct, StopTurn
from games.cave.agenda.questions import FacingTrials, UsingMap
from games.cave.chapters import sums
from games.cave.chapters.changes import lose
from games.cave.chapters.totals import has_ability, spend_bonus
from games.cave.components import ownership
from games.cave.components.board import BY_ID as AREAS
from games.cave.components.chambers import CRYSTAL_CHAMBER, KINDS, SECOND_KINDS, SECOND_TABLE_FROM, Chamber
from games.cave.draft import Draft
from games.cave.effects.passives import Map
from games.cave.effects.steps import Infirmary
from games.cave.effects.values import OwnStat
from games.cave.effects.writer import unparse
from games.cave.events.addends import addend, sum_of
from games.cave.events.course import ChamberIdentified, CrystalChamberFound, CrystalTaken, TrialDecided
from games.cave.events.incidents import AbilityUsed, BelongingDiscarded
from games.cave.moves import Attempt, Decline, RollKind, UseMap
from games.cave.state import Board
from games.core.moves import Move

# Crevasse and Stone Bridge, where the Caver does not slip (CAVE-R27.6).
SLIPPERY = ("U6", "N5")
TRIAL_STATS: tuple[OwnStat, ...] = ("strength", "power")


def instruct(draft: Draft, task: Instruct) -> None:
    """Carry out what the area says (CAVE-12.3), or find out what chamber it is (CAVE-12.4)."""
    seat = task.seat
    area = AREAS[draft.board.hero(seat).area]
    if area.kind == "chamber":
        enter_chamber(draft, seat)
    elif area.id in SLIPPERY and has_ability(draft.board, seat, "sure_foot"):
        draft.write(AbilityUsed(seat=seat, ability="sure_foot", rules=("CAVE-R27.6",)))
    elif area.steps and area.steps != (Infirmary(),):
        draft.push(Chain(seat=seat, text=unparse(area.steps), source=area.id, origin="area"))


def enter_chamber(draft: Draft, seat: int) -> None:
    """The Crystal Chamber stays what it is; elsewhere the Map may be used before the die (CAVE-R20.1, CAVE-R20.3)."""
    board = draft.board
    if board.hero(seat).area == board.crystal_area:
        draft.push(FacingTrials(seat=seat))
    elif board.crystal_area is None and ownership.has(board.hero(seat).owned, Map):
        draft.push(UsingMap(seat=seat))
    else:
        roll_kind(draft, seat)


def map_moves(board: Board, question: UsingMap, seat: int) -> list[Move]:
    has_map = ownership.has(board.hero(seat).owned, Map)
    return [UseMap(), RollKind()] if has_map else [RollKind()]


def map_default(board: Board, question: UsingMap, seat: int) -> Move:
    return RollKind()


def map_answer(draft: Draft, question: UsingMap, seat: int, move: Move) -> None:
    if isinstance(move, UseMap):
        use_map(draft, seat)
    else:
        roll_kind(draft, seat)


def use_map(draft: Draft, seat: int) -> None:
    """The Map is discarded: here the Crystal is (CAVE-12.5a, CAVE-R20.1)."""
    rules = ("CAVE-12.5", "CAVE-12.5a", "CAVE-R20.1")
    card = next(card for card in draft.board.hero(seat).owned if ownership.has([card], Map))
    draft.write(BelongingDiscarded(seat=seat, card=card, rules=rules))
    find_crystal(draft, seat, "a", rules)


def roll_kind(draft: Draft, seat: int) -> None:
    """The die of the chamber table; on a 6 a second one while the Crystal Chamber is unknown (CAVE-R19.3, R20.2)."""
    face = draft.roll(seat, "chamber_kind", ("CAVE-12.4", "CAVE-R19.2"), source=draft.board.hero(seat).area)
    kind = KINDS[face]
    if face == SECOND_TABLE_FROM and draft.board.crystal_area is None:
        kind = SECOND_KINDS[draft.roll(seat, "second_table", ("CAVE-R20.2",))]
    if kind is CRYSTAL_CHAMBER:
        find_crystal(draft, seat, "b", ("CAVE-12.5", "CAVE-12.5b", "CAVE-R20.2"))
    else:
        enter_kind(draft, seat, kind)


def enter_kind(draft: Draft, seat: int, kind: Chamber) -> None:
    area = draft.board.hero(seat).area
    draft.write(ChamberIdentified(seat=seat, area=area, chamber=kind.id))
    draft.push(Chain(seat=seat, text=unparse(kind.steps), source=kind.id, origin="chamber"))


def find_crystal(draft: Draft, seat: int, way: str, rules: tuple[str, ...]) -> None:
    """This chamber is the Crystal Chamber to the end; the finder may attempt the trials at once (CAVE-R20.3, R20.4)."""
    area = draft.board.hero(seat).area
    draft.write(CrystalChamberFound(seat=seat, area=area, way=way, rules=(*rules, "CAVE-R20.3")))
    draft.push(FacingTrials(seat=seat))


def trials_moves(board: Board, question: FacingTrials, seat: int) -> list[Move]:
    return [Attempt(), Decline()]


def trials_default(board: Board, question: FacingTrials, seat: int) -> Move:
    return Decline()


def trials_answer(draft: Draft, question: FacingTrials, seat: int, move: Move) -> None:
    if isinstance(move, Attempt):
        draft.push(AttemptTrials(seat=seat))


def attempt_trials(draft: Draft, task: AttemptTrials) -> None:
    """Strength, power and wealth in one go; failing one ends this turn (CAVE-R20.5, CAVE-R20.6)."""
    seat = task.seat
    for stat in TRIAL_STATS:
        if not stand_trial(draft, seat, stat):
            draft.push(StopTurn(seat=seat))
            lose(draft, seat, "endurance", 1, ("CAVE-R20.5",), f"trial_of_{stat}")
            return
    if pay_price(draft, seat):
        draft.write(CrystalTaken(seat=seat))
    else:
        draft.push(StopTurn(seat=seat))


def stand_trial(draft: Draft, seat: int, stat: OwnStat) -> bool:
    """Two dice against the total (context trial)."""
    addends = sums.of_trial(draft.board, seat, stat)
    spend_bonus(draft, seat)
    dice, total = draft.roll(seat, f"trial_of_{stat}", ("CAVE-R20.5",), count=2), sum_of(addends)
    passed = dice <= total
    draft.write(TrialDecided(seat=seat, trial=stat, total=total, addends=addends, dice_sum=dice, passed=passed))
    return passed


def pay_price(draft: Draft, seat: int) -> bool:
    """The die names the price; it is paid only if there is enough gold."""
    price = draft.roll(seat, "trial_of_wealth", ("CAVE-R20.5",))
    gold = draft.board.hero(seat).gold
    passed, addends = gold >= price, addend("gold", gold, "CAVE-R20.5")
    draft.write(TrialDecided(seat=seat, trial="wealth", total=gold, addends=addends, dice_sum=price, passed=passed))
    if passed:
        lose(draft, seat, "gold", price, ("CAVE-R20.5", "CAVE-3.3"), "trial_of_wealth")
    return passed
