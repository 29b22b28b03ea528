"""Fights and psychic fights against enemies (CAVE-R14, CAVE-R15), and what may come before any fight (CAVE-R17)."""

from games.cave.agenda.jobs import Chain, Clash, Defeat, Duel, Fight, KeepTrophies, StopTurn, Strike
from games.cave.agenda.questions import BeforeFight, SecondWind
from games.cave.chapters import sums
from games.cave.chapters.changes import heal, lose
from games.cave.chapters.exploration import pass_spirits
from games.cave.chapters.totals import has_ability
from games.cave.components import ownership
from games.cave.components.cards import BY_ID as CARDS
from games.cave.components.cards import steps_of_kind
from games.cave.draft import Draft
from games.cave.effects.steps import OnDefeat, OnVictory
from games.cave.effects.writer import unparse
from games.cave.events.addends import addend, sum_of
from games.cave.events.incidents import AbilityUsed, ArmourRolled, CardDiscarded, Evaded, FightDecided, TrophiesWon
from games.cave.moves import Accept, Evade, FightAgain, StandAndFight
from games.cave.state import Board
from games.core.moves import Move
from games.core.records import replace

BEAST_SPEECH, SLIP_AWAY, SECOND_WIND = "beast_speech", "slip_away", "second_wind"
SLIPS_FROM = 4
WON, LOST, DRAWN = "won", "lost", "drawn"


def begin(draft: Draft, fight: Fight) -> None:
    """Ask the adventurer for evasion and spells before the dice fall (CAVE-R14.2, CAVE-R14.2a)."""
    draft.push(BeforeFight(seat=fight.seat, fight=fight), Strike(seat=fight.seat, fight=fight))


def before_stands(board: Board, question: BeforeFight) -> bool:
    fight = question.fight
    both = (fight.attacker, fight.defender) if isinstance(fight, Duel) else (fight.seat,)
    return all(board.adventurers[seat] is not None for seat in both)


def before_moves(board: Board, question: BeforeFight, seat: int) -> list[Move]:
    """Fight, or evade by an ability (CAVE-R17.1)."""
    return [StandAndFight(), *(Evade(ability=ability) for ability in evasions(board, question))]


def evasions(board: Board, question: BeforeFight) -> list[str]:
    """The abilities that can evade here: beast speech (CAVE-R27.12), slipping away (CAVE-R27.16)."""
    fight, seat = question.fight, question.seat
    if isinstance(fight, Duel):
        may_slip = seat == fight.defender and not question.slipped and has_ability(board, seat, SLIP_AWAY)
        return [SLIP_AWAY] if may_slip else []
    speaks = animals(fight.cards) and has_ability(board, seat, BEAST_SPEECH)
    return [BEAST_SPEECH] if speaks else []


def before_default(board: Board, question: BeforeFight, seat: int) -> Move:
    """Fight; but slipping away is used (CAVE-R23.9)."""
    return Evade(ability=SLIP_AWAY) if SLIP_AWAY in evasions(board, question) else StandAndFight()


def before_answer(draft: Draft, question: BeforeFight, seat: int, move: Move) -> None:
    match move:
        case Evade(ability="slip_away"):
            slip_away(draft, question, seat)
        case Evade():
            evade_animals(draft, question, seat)


def slip_away(draft: Draft, question: BeforeFight, seat: int) -> None:
    """A die of 4 or more evades the attacker; it is tried once (CAVE-R27.16, CAVE-R17.1b)."""
    rules = ("CAVE-R27.16",)
    draft.write(AbilityUsed(seat=seat, ability=SLIP_AWAY, rules=rules))
    if draft.roll(seat, SLIP_AWAY, rules) >= SLIPS_FROM:
        evade_all(draft, question, SLIP_AWAY)
    else:
        draft.push(replace(question, slipped=True))


def evade_animals(draft: Draft, question: BeforeFight, seat: int) -> None:
    """The animals are evaded, the rest is fought in the same fight (CAVE-R17.1b)."""
    fight = question.fight
    assert isinstance(fight, Fight)
    beasts = animals(fight.cards)
    others = tuple(card for card in fight.cards if card not in beasts)
    draft.write(Evaded(seat=seat, cards=beasts, opponent=None, by=BEAST_SPEECH))
    draft.agenda.pop()
    if others:
        left = replace(fight, cards=others)
        draft.push(replace(question, fight=left), Strike(seat=seat, fight=left))


def evade_all(draft: Draft, question: BeforeFight, by: str) -> None:
    """The two sides leave each other alone: the dice that were due do not fall (CAVE-R17.1).

    The agenda holds them next; with the attacker the defender's question goes too, with animals and monsters the
    spirits on the same area.
    """
    fight = question.fight
    if isinstance(fight, Duel):
        opponent = fight.attacker if question.seat == fight.defender else fight.defender
        draft.write(Evaded(seat=question.seat, cards=(), opponent=opponent, by=by))
        draft.agenda = [task for task in draft.agenda if not isinstance(task, Clash | BeforeFight)]
    else:
        cards = (*fight.cards, *pass_spirits(draft))
        draft.write(Evaded(seat=question.seat, cards=cards, opponent=None, by=by))
        draft.agenda = [task for task in draft.agenda if not isinstance(task, Strike)]


def strengthened(draft: Draft, question: BeforeFight, plus: int) -> None:
    """The spell adds to the side that cast it: change the dice that are due and the questions (CAVE-R25.24a)."""
    old = question.fight
    if isinstance(old, Duel) and question.seat == old.defender:
        new: Fight | Duel = replace(old, defence=old.defence + plus)
    else:
        new = replace(old, plus=old.plus + plus)
    for place, task in enumerate(draft.agenda):
        if isinstance(task, BeforeFight) and task.fight == old:
            draft.agenda[place] = replace(task, fight=new)
        elif isinstance(task, Strike) and task.fight == old:
            draft.agenda[place] = replace(task, fight=new) if isinstance(new, Fight) else task
        elif isinstance(task, Clash) and task.duel == old:
            draft.agenda[place] = replace(task, duel=new) if isinstance(new, Duel) else task


def strike(draft: Draft, task: Strike) -> None:
    """Both dice, and the higher sum (CAVE-R14.2, CAVE-R14.4, CAVE-R15.1)."""
    fight, seat = task.fight, task.seat
    rules = ("CAVE-R14.2",) if fight.by == "strength" else ("CAVE-R15.1",)
    addends = (*sums.of_fight(draft.board, fight), *addend(sums.DIE, draft.roll(seat, "fight", rules), *rules))
    enemy_addends = (*sums.of_enemies(fight), *addend(sums.DIE, draft.roll(seat, "enemy", rules), *rules))
    own, enemy = sum_of(addends), sum_of(enemy_addends)
    result = WON if own > enemy else LOST if own < enemy else DRAWN
    draft.write(
        FightDecided(
            seat=seat,
            by=fight.by,
            cards=fight.cards,
            source=fight.source,
            sum=own,
            addends=addends,
            enemy_sum=enemy,
            enemy_addends=enemy_addends,
            result=result,
            rules=(*rules, "CAVE-R14.4", *(("CAVE-R14.5",) if len(fight.cards) > 1 else ())),
        )
    )
    if result == WON:
        win(draft, fight)
    elif result == DRAWN:
        draft.push(StopTurn(seat=seat))
    elif may_fight_again(draft.board, fight):
        draft.push(SecondWind(seat=seat, fight=fight))
    else:
        draft.push(Defeat(seat=seat, fight=fight))


def animals(cards: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(card for card in cards if CARDS[card].type == "animal")


def may_fight_again(board: Board, fight: Fight) -> bool:
    """Once a turn, after a lost strength fight (CAVE-R27.14)."""
    unused = board.turn is not None and not board.turn.second_wind
    return fight.by == "strength" and unused and has_ability(board, fight.seat, SECOND_WIND)


def wind_moves(board: Board, question: SecondWind, seat: int) -> list[Move]:
    """Again or not; by rules 2 always again, for the loss is certain already and may not happen (CAVE-R23.1a)."""
    return [FightAgain(), Accept()] if board.rules == 1 else [FightAgain()]


def wind_default(board: Board, question: SecondWind, seat: int) -> Move:
    """Again: the loss is certain already."""
    return FightAgain()


def wind_answer(draft: Draft, question: SecondWind, seat: int, move: Move) -> None:
    if isinstance(move, FightAgain):
        draft.write(AbilityUsed(seat=seat, ability=SECOND_WIND, rules=("CAVE-R27.14",)))
        draft.push(Strike(seat=seat, fight=question.fight))
    else:
        draft.push(Defeat(seat=seat, fight=question.fight))


def win(draft: Draft, fight: Fight) -> None:
    """Feast, what the enemies bring besides, trophies; the turn goes on (CAVE-R14.8, CAVE-R27.4)."""
    if animals(fight.cards) and has_ability(draft.board, fight.seat, "feast"):
        heal(draft, fight.seat, 1, ("CAVE-R27.4",), "feast")
    besides = [
        Chain(seat=fight.seat, text=unparse(step.steps), source=card, origin="enemy")
        for card in fight.cards
        for step in steps_of_kind(card, OnVictory)
    ]
    prize = (
        [Chain(seat=fight.seat, text=fight.win, source=fight.source, origin=fight.origin)]
        if fight.win and fight.source
        else []
    )
    draft.push(*besides, *prize, KeepTrophies(seat=fight.seat, cards=fight.cards))


def keep_trophies(draft: Draft, task: KeepTrophies) -> None:
    """Animals and monsters become trophies, spirits are discarded (CAVE-R14.4, CAVE-R15.2)."""
    area = draft.board.hero(task.seat).area
    spirits = tuple(card for card in task.cards if CARDS[card].type == "spirit")
    trophies = tuple(card for card in task.cards if card not in spirits)
    for card in spirits:
        draft.write(CardDiscarded(seat=task.seat, area=area, card=card, rules=("CAVE-R15.2",)))
    if trophies:
        draft.write(TrophiesWon(seat=task.seat, area=area, cards=trophies))


def defeat(draft: Draft, task: Defeat) -> None:
    """Lose 1 endurance unless armour holds, then what the enemies do besides; the turn ends (CAVE-R14.4, R14.8)."""
    fight, seat = task.fight, task.seat
    besides = [
        Chain(seat=seat, text=unparse(step.steps), source=card, origin="enemy")
        for card in fight.cards
        for step in steps_of_kind(card, OnDefeat)
    ]
    draft.push(*besides, StopTurn(seat=seat))
    if fight.by == "power" or not armour_holds(draft, seat):
        lose(draft, seat, "endurance", 1, ("CAVE-R14.4",) if fight.by == "strength" else ("CAVE-R15.1",))


def armour_holds(draft: Draft, seat: int) -> bool:
    """The best armour's die after a lost strength fight (CAVE-R14.6)."""
    best = ownership.armour_of(draft.board.hero(seat).objects)
    if best is None:
        return False
    card, armour = best
    die = draft.roll(seat, "armour", ("CAVE-R14.6",), source=card)
    held = armour.low <= die <= armour.high
    draft.write(ArmourRolled(seat=seat, card=card, die=die, low=armour.low, high=armour.high, held=held))
    return held


def stop_turn(draft: Draft, task: StopTurn) -> None:
    """The turn ends before all was done (CAVE-R14.4, CAVE-R16.6)."""
    draft.drop()
