"""Exploring an area: cards are drawn and met in order of rank (CAVE-12.3, CAVE-R13)."""

from games.cave.agenda.jobs import (
    Chain,
    CountCards,
    Dispose,
    DrawCards,
    ExploreArea,
    Fight,
    Instruct,
    MeetCards,
)
from games.cave.agenda.questions import AboutToExplore, Paying, SplittingDraw, Taking
from games.cave.agenda.tasks import Question
from games.cave.chapters.changes import gain
from games.cave.chapters.decks import available, draw_card
from games.cave.chapters.totals import may_own, object_limit
from games.cave.components.board import BY_ID as AREAS
from games.cave.components.card import Deck
from games.cave.components.cards import BY_ID as CARDS
from games.cave.components.ownership import is_object
from games.cave.draft import Draft
from games.cave.effects.writer import unparse
from games.cave.events.incidents import CardDiscarded, CardLeft, CardTaken, CaveCardsCounted, GoldTaken
from games.cave.meta import CAVE_CARDS_FOR_POWER
from games.cave.moves import AlwaysDraw, AlwaysTake, AskAgain, Decline, GoOn, LeaveLying, SplitDraw, Take, TakeInstead
from games.cave.state import Board, ordered, question_of, without
from games.core.moves import Move
from games.core.records import replace

EVENT, BEASTS, SPIRITS, STRANGER, FIND, PLACE = range(1, 7)
DECKS_OF_SPLITS: tuple[Deck, ...] = ("adventure", "cave")
TAKE_RULES = ("CAVE-R13.4", "CAVE-R13.4a")


def explore(draft: Draft, task: ExploreArea) -> None:
    """Ask how the draw is split where that is the explorer's choice, or whether a spell comes first (CAVE-R23.9)."""
    seat = task.seat
    if len(splits(draft.board, seat)) > 1 and draw_order(draft.board, seat) is None:
        draft.push(SplittingDraw(seat=seat))
    else:
        draft.push(AboutToExplore(seat=seat))


def lying_here(board: Board, seat: int) -> tuple[str, ...]:
    """The cards on the area without those that the explorer left there in this turn (CAVE-5.4b)."""
    assert board.turn is not None
    lying = list(board.ground(board.hero(seat).area).cards)
    for card in board.turn.left:
        if card in lying:
            lying.remove(card)
    return tuple(lying)


def cards_to_draw(board: Board, seat: int) -> int:
    """As many as bring the cards on the area to its number, if the stacks can serve them (CAVE-12.3, CAVE-R13.6)."""
    area = AREAS[board.hero(seat).area]
    wanted = max(0, area.draw - len(lying_here(board, seat)))
    there = available(board, "cave") + (available(board, "adventure") if area.deck == "either" else 0)
    return min(wanted, there)


def splits(board: Board, seat: int) -> list[tuple[int, int]]:
    """The (Cave, Adventure) numbers that the explorer may name, most Adventure cards first (CAVE-12.3a, CAVE-R23.9)."""
    count = cards_to_draw(board, seat)
    if AREAS[board.hero(seat).area].deck != "either" or not count:
        return [(count, 0)]
    most = min(count, available(board, "adventure"))
    least = max(0, count - available(board, "cave"))
    return [(count - adventure, adventure) for adventure in range(most, least - 1, -1)]


def draw_order(board: Board, seat: int) -> Deck | None:
    """The stack that the seat has ordered to draw from (CAVE-R23.15)."""
    return next((deck for deck in DECKS_OF_SPLITS if deck in ordered(board, seat)), None)


def by_order(board: Board, question: Question) -> Move | None:
    """What the seat has ordered for this question; None where it has to be asked (CAVE-R23.15).

    Over the limit taking a card is a choice of what stays for it, which no order makes.
    """
    if isinstance(question, Taking) and Taking.kind in ordered(board, question.seat):
        return Take() if Take() in taking_moves(board, question, question.seat) else None
    if isinstance(question, Paying) and question.chain.source in ordered(board, question.seat):
        return Decline()
    return None


def ends_of_orders(board: Board, seat: int) -> list[Move]:
    """To be asked again, by each kind of question that the seat has an order for."""
    return [AskAgain(kind=kind) for kind in dict.fromkeys(map(question_of, ordered(board, seat)))]


def about_moves(board: Board, question: AboutToExplore, seat: int) -> list[Move]:
    return [GoOn()]


def about_default(board: Board, question: AboutToExplore, seat: int) -> Move:
    return GoOn()


def about_answer(draft: Draft, question: AboutToExplore, seat: int, move: Move) -> None:
    """Draw, by an order where there is one; one that has ended meanwhile leaves the choice to the explorer."""
    board = draft.board
    ways, order = splits(board, seat), draw_order(board, seat)
    if board.rules > 1 and len(ways) > 1 and order is None:
        draft.push(SplittingDraw(seat=seat, cast_done=question.cast_done))
        return
    cave, adventure = ways[-1] if order == "cave" else ways[0]
    draft.push(DrawCards(seat=seat, cave=cave, adventure=adventure))


def split_moves(board: Board, question: SplittingDraw, seat: int) -> list[Move]:
    moves: list[Move] = [SplitDraw(cave=cave, adventure=adventure) for cave, adventure in splits(board, seat)]
    return moves if board.rules == 1 else [*moves, *(AlwaysDraw(deck=deck) for deck in DECKS_OF_SPLITS)]


def split_default(board: Board, question: SplittingDraw, seat: int) -> Move:
    return split_moves(board, question, seat)[0]


def split_answer(draft: Draft, question: SplittingDraw, seat: int, move: SplitDraw | AlwaysDraw) -> None:
    if isinstance(move, AlwaysDraw):
        about_answer(draft, AboutToExplore(seat=seat), seat, move)
        return
    draft.push(DrawCards(seat=seat, cave=move.cave, adventure=move.adventure))


def draw_cards(draft: Draft, task: DrawCards) -> None:
    """Turn up the Cave cards, then the Adventure cards, and meet all that lies there (CAVE-R23.9)."""
    seat, area = task.seat, draft.board.hero(task.seat).area
    lying = lying_here(draft.board, seat)
    cave = [draw_card(draft, seat, area, "cave") for _ in range(task.cave)]
    adventure = [draw_card(draft, seat, area, "adventure") for _ in range(task.adventure)]
    drawn = tuple(card for card in (*cave, *adventure) if card is not None)
    draft.push(MeetCards(seat=seat, lying=lying, drawn=drawn))


def meet_cards(draft: Draft, task: MeetCards) -> None:
    """Meet what is next in order of rank; the instruction of the area comes after its enemies (CAVE-R13.1, R13.7)."""
    ranks = [rank_of(card) for card in (*task.lying, *task.drawn)]
    rank = min(ranks, default=PLACE + 1)
    if rank > SPIRITS and not task.instructed:
        draft.push(Instruct(seat=task.seat), replace(task, instructed=True))
    elif rank in (BEASTS, SPIRITS):
        meet_enemies(draft, task, rank)
    elif rank >= FIND and take_gold(draft, task.seat):
        draft.push(task)
    elif rank <= PLACE:
        meet_one(draft, task, rank)


def meet_enemies(draft: Draft, task: MeetCards, rank: int) -> None:
    """All enemies of one rank fight together (CAVE-R13.2)."""
    lying, drawn = of_rank(task.lying, rank), of_rank(task.drawn, rank)
    by = "strength" if rank == BEASTS else "power"
    fight = Fight(seat=task.seat, by=by, cards=(*lying, *drawn))
    rest = replace(task, lying=without(task.lying, *lying), drawn=without(task.drawn, *drawn))
    draft.push(fight, count_of(task.seat, drawn), rest)


def pass_spirits(draft: Draft) -> tuple[str, ...]:
    """To evade all attackers is to pass the spirits that would come next as well; they count as carried out.

    Returns their cards (CAVE-R17.1, CAVE-12.3b).
    """
    for place, task in enumerate(draft.agenda):
        if isinstance(task, MeetCards):
            lying, drawn = of_rank(task.lying, SPIRITS), of_rank(task.drawn, SPIRITS)
            rest = replace(task, lying=without(task.lying, *lying), drawn=without(task.drawn, *drawn))
            draft.agenda[place : place + 1] = [rest, count_of(task.seat, drawn)]
            return (*lying, *drawn)
    return ()


def meet_one(draft: Draft, task: MeetCards, rank: int) -> None:
    """An event, stranger, place or find, those that lay there first (CAVE-R13.2)."""
    lying, drawn = of_rank(task.lying, rank), of_rank(task.drawn, rank)
    card = (*lying, *drawn)[0]
    if lying:
        rest, count = replace(task, lying=without(task.lying, card)), count_of(task.seat, ())
    else:
        rest, count = replace(task, drawn=without(task.drawn, card)), count_of(task.seat, (card,))
    if rank == FIND:
        find = [Taking(seat=task.seat, card=card)] if may_own(draft.board, task.seat, card) else []
        draft.push(*find, count, rest)
        return
    area = draft.board.hero(task.seat).area
    chain = Chain(seat=task.seat, text=unparse(CARDS[card].steps), source=card, origin=CARDS[card].type)
    draft.push(chain, Dispose(seat=task.seat, card=card, area=area), count, rest)


def take_gold(draft: Draft, seat: int) -> bool:
    """Take all gold that lies on the area, unasked (CAVE-12.3d); whether there was any."""
    area = draft.board.hero(seat).area
    amount = draft.board.ground(area).gold
    if amount:
        draft.write(GoldTaken(seat=seat, area=area, amount=amount))
    return bool(amount)


def count_of(seat: int, drawn: tuple[str, ...]) -> CountCards:
    """The Cave cards among those drawn and carried out now."""
    return CountCards(seat=seat, cards=sum(CARDS[card].deck == "cave" for card in drawn))


def count_cards(draft: Draft, task: CountCards) -> None:
    """Count them; every 7 make 1 power (CAVE-12.3, CAVE-12.3b)."""
    if not task.cards:
        return
    paid, count = divmod(draft.board.hero(task.seat).cave_cards + task.cards, CAVE_CARDS_FOR_POWER)
    draft.write(CaveCardsCounted(seat=task.seat, cards=task.cards, count=count))
    if paid:
        gain(draft, task.seat, "power", paid, ("CAVE-2.4", "CAVE-12.3"), "cave_cards")


def dispose(draft: Draft, task: Dispose) -> None:
    """What is used is discarded; what its text lets stay remains (CAVE-R13.4, CAVE-R25.19)."""
    if task.fate != "stay":
        draft.write(CardDiscarded(seat=task.seat, area=task.area, card=task.card, rules=("CAVE-R13.4",)))


def taking_moves(board: Board, question: Taking, seat: int) -> list[Move]:
    """Take or leave; over the limit another object may stay in its place (CAVE-R13.4, CAVE-5.5)."""
    objects = board.hero(seat).objects
    if not is_object(question.card) or len(objects) < object_limit(board, seat):
        always: list[Move] = [] if board.rules == 1 else [AlwaysTake()]
        return [Take(), *always, LeaveLying()]
    return [LeaveLying(), *(TakeInstead(leaving=card) for card in objects)]


def taking_default(board: Board, question: Taking, seat: int) -> Move:
    """Take if there is room, else leave."""
    return taking_moves(board, question, seat)[0]


def taking_answer(draft: Draft, question: Taking, seat: int, move: Move) -> None:
    area, card = draft.board.hero(seat).area, question.card
    match move:
        case Take() | AlwaysTake() if CARDS[card].type == "gold":
            draft.write(CardDiscarded(seat=seat, area=area, card=card, rules=TAKE_RULES))
            gain(draft, seat, "gold", CARDS[card].value or 0, TAKE_RULES, card)
        case Take() | AlwaysTake():
            draft.write(CardTaken(seat=seat, area=area, card=card))
        case TakeInstead(leaving=leaving):
            draft.write(CardLeft(seat=seat, area=area, card=leaving, rules=("CAVE-R13.4", "CAVE-5.5")))
            draft.write(CardTaken(seat=seat, area=area, card=card))


def of_rank(cards: tuple[str, ...], rank: int) -> tuple[str, ...]:
    return tuple(card for card in cards if rank_of(card) == rank)


def rank_of(card: str) -> int:
    rank = CARDS[card].rank
    assert rank is not None
    return rank
