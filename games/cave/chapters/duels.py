"""Fights between adventurers (CAVE-R16)."""

from games.cave.agenda.jobs import Clash, Duel, StopTurn
from games.cave.agenda.questions import BeforeFight, ClaimingReward
from games.cave.chapters import arrival, sums
from games.cave.chapters.changes import lose
from games.cave.chapters.death import die
from games.cave.chapters.fights import armour_holds
from games.cave.chapters.totals import has_ability, may_own
from games.cave.draft import Draft
from games.cave.events.addends import addend, sum_of
from games.cave.events.incidents import AbilityUsed, DuelDecided
from games.cave.moves import Claim
from games.cave.state import Board
from games.core.moves import Move

ENDURANCE, DEVOUR = "endurance", "devour"
DEVOURED_UP_TO = 2
REWARD_RULES = ("CAVE-R16.2",)


def begin(draft: Draft, duel: Duel) -> None:
    """Ask the attacker, then the defender, for evasion and spells; then come the dice; the turn ends (CAVE-R16.1)."""
    questions = [BeforeFight(seat=seat, fight=duel) for seat in (duel.attacker, duel.defender)]
    draft.push(*questions, Clash(duel=duel), StopTurn(seat=duel.attacker))


def clash(draft: Draft, task: Clash) -> None:
    """Both dice; the winner chooses the reward (CAVE-R16.1, CAVE-R16.2). With one of them gone nothing happens."""
    duel, board = task.duel, draft.board
    if board.adventurers[duel.attacker] is None or board.adventurers[duel.defender] is None:
        return
    rules = ("CAVE-R16.1",)
    addends, enemy_addends = (
        (*sums.of_side(board, duel, seat), *addend(sums.DIE, draft.roll(seat, "fight", rules), *rules))
        for seat in (duel.attacker, duel.defender)
    )
    own, enemy = sum_of(addends), sum_of(enemy_addends)
    winner = None if own == enemy else duel.attacker if own > enemy else duel.defender
    draft.write(
        DuelDecided(
            seat=duel.attacker,
            by=duel.by,
            defender=duel.defender,
            sum=own,
            addends=addends,
            enemy_sum=enemy,
            enemy_addends=enemy_addends,
            winner=winner,
            rules=rules,
        )
    )
    if winner is not None:
        loser = duel.defender if winner == duel.attacker else duel.attacker
        draft.push(ClaimingReward(seat=winner, loser=loser, by=duel.by))


def reward_stands(board: Board, question: ClaimingReward) -> bool:
    return board.adventurers[question.seat] is not None and board.adventurers[question.loser] is not None


def reward_moves(board: Board, question: ClaimingReward, seat: int) -> list[Move]:
    """Endurance, 1 gold, an object that the winner may own, or the whole adventurer (CAVE-R16.2a, CAVE-R27.3)."""
    loser = board.hero(question.loser)
    gold = [arrival.GOLD] if loser.gold else []
    objects = [card for card in loser.objects if may_own(board, seat, card)]
    eats = question.by == "strength" and loser.endurance <= DEVOURED_UP_TO and has_ability(board, seat, DEVOUR)
    return [Claim(prize=prize) for prize in (*gold, ENDURANCE, *objects, *([DEVOUR] if eats else []))]


def reward_default(board: Board, question: ClaimingReward, seat: int) -> Move:
    """1 gold if there is any, else endurance."""
    return reward_moves(board, question, seat)[0]


def reward_answer(draft: Draft, question: ClaimingReward, seat: int, move: Claim) -> None:
    loser = question.loser
    if move.prize == DEVOUR:
        draft.write(AbilityUsed(seat=seat, ability=DEVOUR, rules=("CAVE-R27.3",)))
        die(draft, loser, ("CAVE-R27.3",))
    elif move.prize == ENDURANCE:
        if question.by == "power" or not armour_holds(draft, loser):
            lose(draft, loser, "endurance", 1, REWARD_RULES)
    else:
        arrival.seize(draft, seat, loser, move.prize, REWARD_RULES)
