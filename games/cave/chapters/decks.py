"""Drawing, renewing and looking into the three stacks (CAVE-R23.11)."""

from games.cave.chapters.totals import spell_limit
from games.cave.components.card import Deck
from games.cave.draft import Draft
from games.cave.events.incidents import CardDrawn, CardsPeeked, DeckRenewed, SpellDrawn
from games.cave.state import Board


def available(board: Board, deck: Deck) -> int:
    """How many cards the stack and, after it, the discard can serve (CAVE-R13.6)."""
    return board.pile(deck).size + len(board.pile(deck).discard)


def draw_card(draft: Draft, seat: int, area: str, deck: Deck) -> str | None:
    """Turn a card of the stack up on the area; None when stack and discard are empty (CAVE-12.3, CAVE-R13.6).

    A card that somebody has seen on top comes first, without a draw of chance.
    """
    if not available(draft.board, deck):
        return None
    renew(draft, deck)
    pile, mark = draft.board.pile(deck), draft.chance.next_draw
    card = pile.top[0].card if pile.top else draft.chance.one_of(pile.stack)
    draft.write(CardDrawn(seat=seat, area=area, deck=deck, card=card, draws=draft.chance.since(mark)))
    return card


def draw_spells(draft: Draft, seat: int, count: int) -> int:
    """Draw up to `count` spells, within the limit; how many there were (CAVE-9.5, CAVE-9.5a)."""
    drawn = 0
    while drawn < count and _room_for_spell(draft.board, seat) and available(draft.board, "spells"):
        renew(draft, "spells")
        mark = draft.chance.next_draw
        spell = draft.chance.one_of(draft.board.spells.stack)
        draft.write(SpellDrawn(seat=seat, spell=spell, draws=draft.chance.since(mark)))
        drawn += 1
    return drawn


def peek(draft: Draft, seat: int, deck: Deck, count: int) -> int:
    """Show the seat the top cards of a stack, at most as many as there are; how many that is (CAVE-R25.17a)."""
    pile = draft.board.pile(deck)
    count = min(count, pile.size)
    if not count:
        return 0
    known = tuple(seen.card for seen in pile.top[:count])
    mark = draft.chance.next_draw
    fresh = draft.chance.some_of(pile.stack, count - len(known))
    draws = draft.chance.since(mark)
    draft.write(CardsPeeked(seat=seat, deck=deck, count=count, cards=(*known, *fresh), draws=draws))
    return count


def renew(draft: Draft, deck: Deck) -> None:
    """An empty stack is made of its discard (CAVE-R13.6, CAVE-9.5)."""
    pile = draft.board.pile(deck)
    if not pile.size:
        draft.write(DeckRenewed(deck=deck, count=len(pile.discard)))


def _room_for_spell(board: Board, seat: int) -> bool:
    return len(board.hero(seat).spells) < spell_limit(board, seat)
