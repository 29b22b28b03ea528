"""What one owns beyond the limit, and what one may do with it at any time (CAVE-1.4, CAVE-5.3 to CAVE-6.4)."""

from collections.abc import Iterator
from itertools import combinations, islice

from games.cave.agenda.questions import DiscardingSpell, DroppingExcess
from games.cave.chapters.totals import object_limit, spell_limit
from games.cave.components import ownership
from games.cave.components.cards import BY_ID as CARDS
from games.cave.draft import Draft
from games.cave.effects.passives import Immune
from games.cave.events.incidents import BelongingDiscarded, CardLeft, PenaltySet, TrophiesExchanged
from games.cave.meta import TROPHY_POINTS
from games.cave.moves import DiscardSpell, DropExcess, DropObject, ExchangeTrophies, LeaveFriend
from games.cave.refusals import refusal
from games.cave.state import Board, clockwise, living
from games.core.moves import Move
from games.core.prompts import MAX_LISTED


def enforce_limits(draft: Draft) -> None:
    """Ask the first seat, from the one on turn, that holds more than it may (CAVE-2.8, CAVE-5.5, CAVE-10.1a).

    Adventurers that have been judged are not judged again: most tasks leave most of them as they are.
    """
    board, judged = draft.board, draft.within_limits
    if board.adventurers is judged:
        return
    alive = living(board)
    first = board.turn.seat if board.turn else board.first_seat
    for seat in (seat for seat in clockwise(board, first) if seat in alive):
        if judged is not None and board.adventurers[seat] is judged[seat]:
            continue
        strike_slow_off(draft, seat)
        if excess(board, seat):
            draft.push(DroppingExcess(seat=seat))
            return
        if len(board.hero(seat).spells) > spell_limit(board, seat):
            draft.push(DiscardingSpell(seat=seat))
            return
    draft.within_limits = draft.board.adventurers


def strike_slow_off(draft: Draft, seat: int) -> None:
    """With light in hand nobody is slowed (CAVE-R22.7a)."""
    hero, rules = draft.board.hero(seat), ("CAVE-R22.7a",)
    light = next((card for card in hero.owned if ownership.has([card], Immune)), None)
    if hero.slow and light:
        draft.write(PenaltySet(seat=seat, penalty="slow", before=hero.slow, after=0, source=light, rules=rules))


def excess(board: Board, seat: int) -> int:
    """How many objects are too many (CAVE-5.3)."""
    return max(0, len(board.hero(seat).objects) - object_limit(board, seat))


def excess_stands(board: Board, question: DroppingExcess) -> bool:
    return board.adventurers[question.seat] is not None and excess(board, question.seat) > 0


def excess_moves(board: Board, question: DroppingExcess, seat: int) -> list[Move]:
    """Each set that brings the owner to the limit; the default, what was gained last, is the first named."""
    objects = board.hero(seat).objects[::-1]
    return [*dict.fromkeys(DropExcess(cards=cards) for cards in combinations(objects, excess(board, seat)))]


def excess_default(board: Board, question: DroppingExcess, seat: int) -> Move:
    return excess_moves(board, question, seat)[0]


def excess_answer(draft: Draft, question: DroppingExcess, seat: int, move: DropExcess) -> None:
    for card in move.cards:
        leave(draft, seat, card, ("CAVE-5.5", "CAVE-5.3"))


def spell_stands(board: Board, question: DiscardingSpell) -> bool:
    hero = board.adventurers[question.seat]
    return hero is not None and len(hero.spells) > spell_limit(board, question.seat)


def spell_moves(board: Board, question: DiscardingSpell, seat: int) -> list[Move]:
    """Each spell in hand; the default, the newest, is the first named."""
    return [DiscardSpell(spell=spell) for spell in board.hero(seat).spells[::-1]]


def spell_default(board: Board, question: DiscardingSpell, seat: int) -> Move:
    return spell_moves(board, question, seat)[0]


def spell_answer(draft: Draft, question: DiscardingSpell, seat: int, move: DiscardSpell) -> None:
    draft.write(BelongingDiscarded(seat=seat, card=move.spell, rules=("CAVE-2.8", "CAVE-2.8a")))


def free_moves(board: Board, seat: int) -> list[Move]:
    """Objects and friends may be left at any of the owner's decisions (CAVE-5.4, CAVE-6.4, CAVE-R23.4)."""
    hero = board.hero(seat)
    drops: list[Move] = [DropObject(card=card) for card in hero.objects]
    return [*drops, *(LeaveFriend(card=card) for card in hero.friends)]


def exchanges(board: Board, seat: int) -> tuple[list[Move], bool]:
    """Sets of trophies that buy strength, smallest first, and whether these are all (CAVE-1.4, CAVE-R23.4)."""
    found = list(islice(trophy_sets(board.hero(seat).trophies), MAX_LISTED + 1))
    moves: list[Move] = [ExchangeTrophies(cards=cards) for cards in found[:MAX_LISTED]]
    return moves, len(found) <= MAX_LISTED


def trophy_sets(trophies: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Each set worth a point of strength once, smallest first, its cards in the order of their ids."""
    if points(trophies) < TROPHY_POINTS:
        return
    ordered = tuple(sorted(trophies))
    for size in range(1, len(ordered) + 1):
        met: set[tuple[str, ...]] = set()
        for cards in combinations(ordered, size):
            if cards not in met and points(cards) >= TROPHY_POINTS:
                met.add(cards)
                yield cards


def points(cards: tuple[str, ...]) -> int:
    """The printed strength of beaten enemies."""
    return sum(CARDS[card].value or 0 for card in cards)


def require_exchange(board: Board, seat: int, move: ExchangeTrophies) -> None:
    """Refuse a set that the seat does not have, or that buys nothing (CAVE-1.4a)."""
    held = list(board.hero(seat).trophies)
    for card in move.cards:
        if card not in held:
            raise refusal("not_offered")
        held.remove(card)
    if points(move.cards) < TROPHY_POINTS:
        raise refusal("too_few_trophy_points", points=points(move.cards))
    listed, complete = exchanges(board, seat)
    if complete and move not in listed:
        raise refusal("not_offered")


def act_freely(draft: Draft, seat: int, move: Move) -> None:
    """Leave a card, or exchange trophies, at one's own decision (CAVE-R23.4)."""
    match move:
        case DropObject(card=card):
            leave(draft, seat, card, ("CAVE-5.4", "CAVE-5.4a"))
        case LeaveFriend(card=card):
            leave(draft, seat, card, ("CAVE-6.4", "CAVE-6.4a"))
        case ExchangeTrophies(cards=cards):
            value = points(cards)
            gained = value // TROPHY_POINTS
            draft.write(TrophiesExchanged(seat=seat, cards=cards, points=value, strength=gained))


def leave(draft: Draft, seat: int, card: str, rules: tuple[str, ...]) -> None:
    area = draft.board.hero(seat).area
    draft.write(CardLeft(seat=seat, area=area, card=card, rules=rules))
