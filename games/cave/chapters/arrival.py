"""Where a move ends or an effect carries somebody: meet an adventurer or explore (CAVE-12.1, CAVE-12.2)."""

from games.cave.agenda.jobs import Arrive, CarryTo, Duel, ExploreArea, StopTurn
from games.cave.agenda.questions import Engaging, PickingPocket
from games.cave.chapters.totals import has_ability, may_own
from games.cave.components.board import CORRIDORS, ENTRANCE, nearest_chambers
from games.cave.components.ownership import is_object
from games.cave.draft import Draft
from games.cave.events.course import Carried
from games.cave.events.incidents import AbilityUsed, GoldSeized, ObjectSeized
from games.cave.meta import MOST_CARRIED
from games.cave.moves import Attack, Claim, Explore, UseAbility
from games.cave.state import Board, others_here
from games.core.moves import Move

PICKPOCKET, PICKPOCKET_RULES = "pickpocket", ("CAVE-R27.15", "CAVE-12.2b")
GOLD = "gold"


def arrive(draft: Draft, task: Arrive) -> None:
    """Choose between an adventurer here and the area; with nobody here it is the area (CAVE-12.1, CAVE-12.1a)."""
    here = others_here(draft.board, task.seat)
    draft.push(Engaging(seat=task.seat) if here else ExploreArea(seat=task.seat))


def carry(draft: Draft, task: CarryTo) -> None:
    """Move the adventurer where the effect wants, and act there; after the third time only move (CAVE-12.1b)."""
    seat, mark = task.seat, draft.chance.next_draw
    after = destination(draft, task)
    before = draft.board.hero(seat).area
    draft.write(Carried(seat=seat, before=before, after=after, draws=draft.chance.since(mark)))
    assert draft.board.turn is not None
    draft.push(Arrive(seat=seat) if draft.board.turn.carried <= MOST_CARRIED else StopTurn(seat=seat))


def destination(draft: Draft, task: CarryTo) -> str:
    """The area that is meant, by chance among those that are meant alike (CAVE-R25.7a)."""
    here = draft.board.hero(task.seat).area
    match task.to:
        case "entrance":
            return ENTRANCE
        case "random_corridor":
            return draft.chance.one_of([area for area in CORRIDORS if area != here])
        case "nearest_chamber":
            nearest = nearest_chambers(here)
            return nearest[0] if len(nearest) == 1 else draft.chance.one_of(nearest)
    assert task.area is not None
    return task.area


def engage_moves(board: Board, question: Engaging, seat: int) -> list[Move]:
    """Explore, attack somebody here, or use an ability on somebody here (CAVE-12.2)."""
    here = others_here(board, seat)
    minds = (False, True) if has_ability(board, seat, "psychic_attack") else (False,)
    attacks = [Attack(target=other, psychic=psychic) for other in here for psychic in minds]
    thefts = [UseAbility(ability=PICKPOCKET, target=other) for other in here if has_ability(board, seat, PICKPOCKET)]
    return [Explore(), *attacks, *thefts]


def engage_default(board: Board, question: Engaging, seat: int) -> Move:
    return Explore()


def engage_answer(draft: Draft, question: Engaging, seat: int, move: Move) -> None:
    match move:
        case Explore():
            draft.push(ExploreArea(seat=seat))
        case Attack(target=target, psychic=psychic):
            draft.push(Duel(attacker=seat, defender=target, by="power" if psychic else "strength"))
        case UseAbility(target=target):
            pick_pocket(draft, seat, target)


def pick_pocket(draft: Draft, seat: int, victim: int) -> None:
    """The Thief's die: nothing, 1 gold, or an object of choice; her turn ends (CAVE-R27.15, CAVE-R16.6)."""
    draft.write(AbilityUsed(seat=seat, ability=PICKPOCKET, rules=PICKPOCKET_RULES))
    face = draft.roll(seat, PICKPOCKET, PICKPOCKET_RULES)
    if face == 6 and pocket_moves(draft.board, PickingPocket(seat=seat, victim=victim), seat):
        draft.push(PickingPocket(seat=seat, victim=victim))
    elif face in (4, 5) and draft.board.hero(victim).gold:
        seize_gold(draft, seat, victim, PICKPOCKET_RULES)


def pocket_moves(board: Board, question: PickingPocket, seat: int) -> list[Move]:
    victim = board.hero(question.victim)
    objects = [card for card in victim.objects if may_own(board, seat, card)]
    return [Claim(prize=prize) for prize in ([GOLD] if victim.gold else []) + objects]


def pocket_default(board: Board, question: PickingPocket, seat: int) -> Move:
    """1 gold if there is any, else the first object."""
    return pocket_moves(board, question, seat)[0]


def pocket_stands(board: Board, question: PickingPocket) -> bool:
    if board.adventurers[question.seat] is None or board.adventurers[question.victim] is None:
        return False
    return bool(pocket_moves(board, question, question.seat))


def pocket_answer(draft: Draft, question: PickingPocket, seat: int, move: Claim) -> None:
    seize(draft, seat, question.victim, move.prize, PICKPOCKET_RULES)


def seize(draft: Draft, seat: int, loser: int, prize: str, rules: tuple[str, ...]) -> None:
    """Take 1 gold or an object from another adventurer (CAVE-3.4, CAVE-R16.4)."""
    if is_object_id(prize):
        draft.write(ObjectSeized(seat=seat, loser=loser, card=prize, rules=rules))
    else:
        seize_gold(draft, seat, loser, rules)


def seize_gold(draft: Draft, seat: int, loser: int, rules: tuple[str, ...]) -> None:
    draft.write(GoldSeized(seat=seat, loser=loser, amount=1, rules=("CAVE-3.4", *rules)))


def is_object_id(prize: str) -> bool:
    return prize != GOLD and is_object(prize)
