"""What good play is, for the graded bots: how well a seat stands, and which moves are worth a look.

An adventurer is counted in points: what it has towards the three trials (CAVE-R20.5), and what keeps it alive until
then. A seat stands as well as its adventurer compares to the others. All is counted in whole numbers.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import islice

from games.cave import decisions
from games.cave import moves as m
from games.cave.agenda import questions as q
from games.cave.agenda.jobs import Duel, Fight
from games.cave.agenda.tasks import Question
from games.cave.chapters import belongings, choices, sums
from games.cave.chapters.gates import beyond
from games.cave.chapters.totals import spell_limit, total
from games.cave.components.areas import GATES
from games.cave.components.board import BY_ID as AREAS
from games.cave.components.board import CHAMBERS, ENTRANCE, distances
from games.cave.components.cards import BY_ID as CARDS
from games.cave.components.cards import steps_of_kind
from games.cave.effects import passives, values
from games.cave.effects import steps as s
from games.cave.events.addends import sum_of
from games.cave.imagined import after
from games.cave.state import Asking, Board, Finished, State, in_play, ordered
from games.core.bots import EASY, HARD, MEDIUM, WON, BotKit, Grade
from games.core.chance import Chance
from games.core.moves import Move

# Of 36 throws of two dice, how many come to no more than the number.
TWO_DICE = (0, 0, 1, 3, 6, 10, 15, 21, 26, 30, 33, 35, 36)
# Points, of which a thousand more make e times as likely to win: as 420 matches of such bots had it, by and large.
STRENGTH, POWER, TROPHY_POINT, CAVE_CARD, SPELL, BONUS = 230, 80, 25, 40, 60, 60
CARD, LOST_TURN, HINDERED_MOVE = 4, 200, 60
# While the dead come back, and when they do not, or may be kept from the Crystal: gold, endurance, and the chance to be
# strong and mighty enough, for certain.
GOLD, GOLD_AT_LAST = 50, 80
ENDURANCE, ENDURANCE_AT_LAST = (0, 340, 540, 620, 660, 760, 860), (0, 1200, 1800, 2000, 2150, 2450, 2800)
ABLE, ABLE_AT_LAST = 1000, 1800
# To be sure of all trials, in the Crystal Chamber; so many areas away that is worth half.
CRYSTAL, HALF_WAY = 2000, 8
# For each area nearer to where it wants to go than so many.
ON_THE_WAY, FAR = 10, 8
# How much better or worse than others a move can look at first sight, in thousandths of a match.
MOST_HUNCH = 30
# The weight of an adventurer grows by a hundredth for so many points.
STEP, MOST_STEPS = 10, 1200
# With so much gold nobody fails the third trial.
GOLD_FOR_TRIAL = 6
# The chance in the trials, in thousandths, with which an adventurer looks for the Crystal.
READY = 250


def value(state: State, seat: int) -> int:
    """How well the seat stands: what its adventurer comes to, against all that are in play."""
    if isinstance(state, Finished):
        return WON if seat in state.winners else 0
    board = state.board
    if board.out[seat] is not None:
        return 0
    weights = {other: WEIGHTS[min(points(board, other) // STEP, MOST_STEPS)] for other in in_play(board)}
    return max(1, min(WON - 1, WON * weights[seat] // sum(weights.values())))


def _weights() -> Sequence[int]:
    weights = [10**9]
    for _ in range(MOST_STEPS):
        weights.append(weights[-1] * 101 // 100)
    return weights


WEIGHTS = _weights()


def points(board: Board, seat: int) -> int:
    """What the adventurer of a seat comes to; 0 before there is one."""
    hero = board.adventurers[seat]
    if hero is None:
        return 0
    at_last = board.crystal_area is not None
    strength, power = (min(total(board, seat, stat, "trial"), 12) for stat in ("strength", "power"))
    found = STRENGTH * strength + POWER * power + _at(ENDURANCE_AT_LAST if at_last else ENDURANCE, hero.endurance)
    found += (ABLE_AT_LAST if at_last else ABLE) * TWO_DICE[strength] * TWO_DICE[power] // (36 * 36)
    found += (GOLD_AT_LAST if at_last else GOLD) * min(hero.gold, 8) + BONUS * hero.bonus
    found += TROPHY_POINT * belongings.points(hero.trophies) + CAVE_CARD * hero.cave_cards + SPELL * len(hero.spells)
    found += CARD * sum(worth_of_card(card) for card in hero.owned)
    found -= LOST_TURN * hero.lose_turn + HINDERED_MOVE * (hero.slow + hero.force_die)
    found += ON_THE_WAY * max(0, FAR - _distance(board, hero.area, goals(board, seat)))
    if board.crystal_area is not None:
        away = _distance(board, hero.area, (board.crystal_area,))
        found += CRYSTAL * prospects(board, seat) * HALF_WAY // (HALF_WAY + away) // 1000
    return max(0, found)


def _at(table: Sequence[int], count: int) -> int:
    return table[min(count, len(table) - 1)]


def prospects(board: Board, seat: int) -> int:
    """How likely the adventurer passes all three trials in one attempt, in thousandths (CAVE-R20.5)."""
    strength, power = (TWO_DICE[min(total(board, seat, stat, "trial"), 12)] for stat in ("strength", "power"))
    gold = min(board.hero(seat).gold, GOLD_FOR_TRIAL)
    return strength * power * gold * 1000 // (36 * 36 * GOLD_FOR_TRIAL)


@cache
def worth_of_card(card: str) -> int:
    """What an object or friend is good for, beside what it adds to the totals of the trials."""
    found = 10
    for step in CARDS[card].steps:
        match step:
            case passives.Bonus(n=n, when="fight" | "psychic"):
                found += 50 * n
            case passives.Bonus(n=n):
                found += 10 * n
            case passives.Armour(low=low, high=high):
                found += 25 * (high - low + 1)
            case passives.Map():
                found += 60
            case passives.Key() | passives.Guide() | passives.Limit() | passives.Immune():
                found += 20
    return found


def asked(state: State) -> Sequence[int]:
    """The seats that owe an answer."""
    return state.question.seats if isinstance(state, Asking) else ()


def settled(before: State, state: State) -> bool:
    """Whether the turn is over: what comes of a move is seen by then, and the turns of others tell little of it."""
    then, now = before.board, state.board
    return then.turn is not None and now.turn is not None and (then.turn.seat, then.round) != (now.turn.seat, now.round)


def order(state: State, seat: int, grade: Grade) -> Sequence[Move]:
    """The answers, and the best exchange of trophies; belongings are not thrown away."""
    return _sorted(state, seat)[: max(1, grade.moves)]


def hunch(state: State, seat: int, move: Move) -> int:
    """What the order thinks of a move, in thousandths of a match: a point of strength is some fifty of them."""
    assert isinstance(state, Asking)
    return max(-MOST_HUNCH, min(MOST_HUNCH, liking(state.board, state.question, seat, move) // 2))


def rollout(state: State, seat: int, chance: Chance) -> Move:
    """The first of the order; now and then another answer."""
    moves = _sorted(state, seat)
    return chance.one_of(moves) if len(moves) > 1 and chance.below(6) == 0 else moves[0]


def _sorted(state: State, seat: int) -> list[Move]:
    assert isinstance(state, Asking)
    board, question = state.board, state.question
    answers = [*decisions.answers(board, question, seat), *_exchange(board, question, seat)]
    answers += _outgrown(board, question, seat)
    return sorted(answers, key=lambda move: -liking(board, question, seat, move)) if len(answers) > 1 else answers


def _exchange(board: Board, question: Question, seat: int) -> list[Move]:
    """The smallest exchange of trophies that wastes least, when it wastes little."""
    if not decisions.has_free_actions(board, question, seat):
        return []
    sets = islice(belongings.trophy_sets(board.hero(seat).trophies), 60)
    wasted = [(belongings.points(cards) % 7, cards) for cards in sets]
    best = min(wasted, key=lambda found: found[0], default=None)
    return [m.ExchangeTrophies(cards=best[1])] if best and best[0] < 2 else []


def _outgrown(board: Board, question: Question, seat: int) -> list[Move]:
    """To be asked again which stack to draw from, or about an area's offer, once an order does not suit any more."""
    if not isinstance(question, q.StartingTurn):
        return []
    orders = ordered(board, seat)
    unfit = "cave" if _is_weak(board, seat) else "adventure"
    stack = [m.AskAgain(kind=q.SplittingDraw.kind)] if unfit in orders else []
    offered = any(one in AREAS and _can_spare(board, seat, AREAS[one].steps) for one in orders)
    return [*stack, *([m.AskAgain(kind=q.Paying.kind)] if offered else [])]


def _can_spare(board: Board, seat: int, offer: s.Steps) -> bool:
    """Whether the gold for the third trial stays, whoever buys (CAVE-R20.5)."""
    return board.hero(seat).gold - choices.price(offer) >= GOLD_FOR_TRIAL


# A branch for each kind of move, and nothing else.
def liking(board: Board, question: Question, seat: int, move: Move) -> int:
    """How good a move looks beside the others of its prompt; 0 is to go on as usual."""
    hero = board.hero(seat) if board.adventurers[seat] else None
    match move:
        case m.PickCharacter(character=character):
            return -1 if character == "random" else 0
        case m.ExchangeTrophies():
            return 1000
        case m.Step(to=to) | m.FirstStep(to=to) | m.TakeBranch(to=to) | m.WalkTo(to=to):
            return _towards(board, seat, to) if to in AREAS else 0
        case m.TryGate(gate=gate, by=by):
            return _towards(board, seat, beyond(board, seat, gate)) - _gate_risk(board, seat, by)
        case m.Cure():
            assert hero is not None
            return 50 * (hero.cap - hero.endurance) - 40
        case m.TrialsAgain() | m.Attempt():
            assert hero is not None
            return prospects(board, seat) - (100 if hero.endurance > 1 else 500)
        case m.Attack(target=target, psychic=psychic):
            return _attack(board, seat, target, "power" if psychic else "strength")
        case m.UseAbility():
            return 10
        case m.SplitDraw(adventure=adventure):
            return adventure if _is_weak(board, seat) else -adventure
        case m.Evade() | m.Cast(spell="Z01"):
            return -1 if _odds(board, question) >= 0 else 20 - _odds(board, question)
        case m.Cast(spell="Z05"):
            return 10 if -6 < _odds(board, question) < 3 else -10
        case m.Cast() | m.CastAt() | m.CastOnDeck():
            return 5
        case m.Cancel():
            return 5
        case m.Claim(prize=prize):
            return {"devour": 500, "endurance": 90, "gold": 60}.get(prize) or _worth(prize)
        case m.Reroll():
            assert isinstance(question, q.Praying)
            return 1 if question.face < 4 else -1
        case m.Choose(option=option):
            assert isinstance(question, q.Choosing)
            return worth_of(choices.options_of(question.chain)[option], board, seat)
        case m.Pay():
            assert isinstance(question, q.Paying)
            return worth_of((choices.offer_of(question),), board, seat)
        case m.TakeInstead(leaving=leaving):
            assert isinstance(question, q.Taking)
            return _worth(question.card) - _worth(leaving)
        case m.Take():
            return 10
        case m.AlwaysTake():
            return 11
        case m.AlwaysDecline(area=area):
            return -1 if _can_spare(board, seat, AREAS[area].steps) else 1
        case m.AlwaysDraw(deck=deck):
            return 10 if (deck == "adventure") == _is_weak(board, seat) else -10
        case m.AskAgain():
            return 1000
        case m.DropExcess(cards=cards):
            return -sum(map(_worth, cards))
        case m.DiscardCard(card=card):
            return -_worth(card)
        case m.UseMap():
            return prospects(board, seat) - READY
    return 0


def _worth(card: str) -> int:
    """All that a card is good for; a point in the totals of the trials counts 100."""
    bonuses = (step for step in steps_of_kind(card, passives.Bonus) if step.when in ("always", "trial"))
    return worth_of_card(card) + sum(100 * step.n for step in bonuses)


def _is_weak(board: Board, seat: int) -> bool:
    return total(board, seat, "strength", "fight") + total(board, seat, "power", "psychic") < 10


def _odds(board: Board, question: Question) -> int:
    """By how much the side that is asked is ahead in the fight, before the dice."""
    assert isinstance(question, q.BeforeFight)
    fight, seat = question.fight, question.seat
    if isinstance(fight, Duel):
        other = fight.attacker if seat == fight.defender else fight.defender
        return sum_of(sums.of_side(board, fight, seat)) - sum_of(sums.of_side(board, fight, other))
    return sum_of(sums.of_fight(board, fight)) - sum_of(sums.of_enemies(fight))


def _attack(board: Board, seat: int, target: int, by: values.OwnStat) -> int:
    context: values.When = "fight" if by == "strength" else "psychic"
    own, other = (sum_of(sums.of_adventurer(board, at, by, context)) for at in (seat, target))
    return 20 * (own - other) - 40


def _gate_risk(board: Board, seat: int, by: str) -> int:
    if by in ("key", "open"):
        return 0
    stat: values.OwnStat = "strength" if by == "strength" else "power"
    return 36 - TWO_DICE[min(12, sum_of(sums.of_gate(board, seat, stat)))]


def _towards(board: Board, seat: int, area: str) -> int:
    """By how much an area is nearer to where the adventurer wants to go."""
    wanted = goals(board, seat)
    return 10 * (_distance(board, board.hero(seat).area, wanted) - _distance(board, area, wanted))


def goals(board: Board, seat: int) -> tuple[str, ...]:
    """Where an adventurer wants to go: to be healed, to the Crystal, into chambers that may hold it, or to grow."""
    hero = board.hero(seat)
    if hero.endurance < 3 and hero.endurance < hero.cap:
        return (ENTRANCE, "M1") if hero.gold else ("M1",)
    if board.crystal_area is not None and prospects(board, seat) >= READY:
        return (board.crystal_area,)
    if hero.gold >= 3 and total(board, seat, "strength", "trial") < 10:
        return ("S5",)
    if board.crystal_area is None and prospects(board, seat) >= READY:
        return tuple(chamber for chamber in CHAMBERS if chamber != hero.area)
    return ("S4", "S6", "S7", "U2", "U3", "S2") if _is_weak(board, seat) else ("M2", "M6", "D1", "D3", "N3", "N6")


@lru_cache(maxsize=4096)
def _ways(area: str, gates_open: tuple[str, ...]) -> dict[str, int]:
    return distances(area, frozenset(gate.id for gate in GATES if gate.id not in gates_open))


def _distance(board: Board, area: str, wanted: tuple[str, ...]) -> int:
    ways = _ways(area, board.gates_open)
    return min(ways[goal] for goal in wanted)


# A branch for each step of a text that a choice can hold.
def worth_of(text: s.Steps, board: Board, seat: int) -> int:
    """What a text brings the seat, by and large; a point of strength or power counts 100."""
    hero = board.hero(seat)
    found = 0
    for step in text:
        match step:
            case s.Gain(stat="strength" | "power", n=n):
                found += 100 * n
            case s.Gain(stat="gold", n=n):
                found += 45 * n
            case s.Lose(stat="endurance", n=n):
                found -= 120 * n if hero.endurance > n else 800
            case s.Lose(n=n):
                found -= 45 * n
            case s.Heal(n=n):
                wounds = max(0, hero.cap - hero.endurance)
                found += 100 * (wounds if n is None else min(n, wounds))
            case s.RaiseEndurance(n=n):
                found += 90 * n
            case s.DrawSpells(n=n):
                found += 40 * min(n, max(0, spell_limit(board, seat) - len(hero.spells)))
            case s.BonusNextTest(n=n):
                found += 10 * n
            case s.LoseTurn(n=n):
                found -= 50 * n
            case s.Pay(n=n, steps=bought):
                found += worth_of(bought, board, seat) - 45 * n
            case s.Fight(by=by, n=n, win=win):
                own = sum_of(sums.of_fight(board, Fight(seat=seat, by=by, value=n)))
                ahead = max(-6, min(6, own - n))
                found += (6 + ahead) * worth_of(win, board, seat) // 12 - (6 - ahead) * 12
            case s.Roll(branches=branches):
                found += sum(worth_of(each.steps, board, seat) * (each.high - each.low + 1) for each in branches) // 6
    return found


GRADES = {
    EASY: Grade(slips=850),
    MEDIUM: Grade(samples=1, lucks=3, moves=5, depth=8, trust=3),
    HARD: Grade(samples=6, lucks=3, moves=6, depth=8, halving=True, trust=12),
}
BOT = BotKit(
    version="4",
    retired=frozenset({"1"}),
    grades=GRADES,
    value=value,
    asked=asked,
    order=order,
    rollout=rollout,
    hunch=hunch,
    settled=settled,
    after=after,
)
