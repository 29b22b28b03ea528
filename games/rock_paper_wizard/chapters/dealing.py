"""Set-up, deck, discard pile and spell book (RPW-3 to RPW-16)."""

from games.core.events import Draws
from games.core.records import replace
from games.rock_paper_wizard.components.cards import CARDS, COLOUR
from games.rock_paper_wizard.components.track import MAX_BOOK, MAX_OF_A_COLOUR, START, STARTING_GOLD
from games.rock_paper_wizard.draft import Draft
from games.rock_paper_wizard.events.course import (
    CardPlaced,
    CardRejected,
    DiscardBecameDeck,
    FirstPlayerDrawn,
    LairPrepared,
    RoundBegun,
)
from games.rock_paper_wizard.state import (
    Board,
    Counted,
    Learning,
    Preparing,
    State,
    Wizard,
    canonical,
    hidden_wild,
    known_wild,
)


def set_up(draft: Draft) -> None:
    """Deal the book card by card, draw the first player, open round 1 (RPW-12 to RPW-15)."""
    for _ in range(min(draft.board.seats, MAX_BOOK)):
        fill_slot(draft, placing=("RPW-12", "RPW-14"), rejecting=("RPW-13", "RPW-14"))
    mark = draft.chance.next_draw
    first = draft.chance.one_of(range(draft.board.seats))
    draft.write(FirstPlayerDrawn(first_player=first, draws=draft.chance.since(mark)))
    begin_round(draft)


def begin_round(draft: Draft) -> None:
    draft.write(RoundBegun(round=draft.board.round + 1))


def fill_slot(draft: Draft, *, placing: tuple[str, ...], rejecting: tuple[str, ...]) -> None:
    """Draw for the slot next to the deck until a card fits: a third one of a colour is discarded (RPW-13, RPW-60).

    It ends, because enough cards of every colour that is not full lie in deck and discard pile (RPW-61).
    """
    while True:
        card, draws = draw(draft)
        if fits(draft.board.book, card):
            draft.write(CardPlaced(rules=placing, card=card, draws=draws))
            return
        draft.write(CardRejected(rules=rejecting, card=card, colour=COLOUR[card], draws=draws))


def fits(book: tuple[str, ...], card: str) -> bool:
    """Whether the book may hold `card` besides what it holds: at most two of a colour (RPW-13)."""
    return [COLOUR[other] for other in book].count(COLOUR[card]) < MAX_OF_A_COLOUR


def draw(draft: Draft) -> tuple[str, Draws | None]:
    """A uniform card of the deck; an empty one is renewed from the discard pile at this moment (RPW-10).

    Deck and discard pile are never both empty: at most 11 of the 23 cards are elsewhere (RPW-11).
    """
    if not draft.board.deck:
        draft.write(DiscardBecameDeck(count=len(draft.board.discard)))
    mark = draft.chance.next_draw
    card = draft.chance.one_of(draft.board.deck)
    return card, draft.chance.since(mark)


def without(deck: tuple[str, ...], card: str) -> tuple[str, ...]:
    """The deck after `card` was drawn from it."""
    return tuple(other for other in deck if other != card)


def lair_prepared(event: LairPrepared) -> State:
    wizards = (Wizard(pos=START, gold=STARTING_GOLD),) * event.seats
    return Preparing(Board(max_rounds=event.max_rounds, wizards=wizards, deck=tuple(card.id for card in CARDS)))


def card_placed(state: State, event: CardPlaced) -> State:
    board = state.board
    changed = replace(board, deck=without(board.deck, event.card), book=(event.card, *board.book))
    return replace(state, board=changed)


def card_rejected(state: State, event: CardRejected) -> State:
    board = state.board
    changed = replace(board, deck=without(board.deck, event.card), discard=(*board.discard, event.card))
    return replace(state, board=changed)


def discard_became_deck(state: State) -> State:
    """The cards out of sight are those that wizards point unseen now; none of the new deck is among them."""
    board = state.board
    known = known_wild(board)
    new = tuple(seat for seat in hidden_wild(board) if not any(seat in group.seats for group in known))
    cards = canonical(tuple(card for seat in new if (card := board.gestures[seat].card) is not None))
    counted = (*known, Counted(new, cards)) if new else known
    return replace(state, board=replace(board, deck=canonical(board.discard), discard=(), counted=counted))


def first_player_drawn(state: State, event: FirstPlayerDrawn) -> State:
    return replace(state, board=replace(state.board, first_player=event.first_player))


def round_begun(state: State, event: RoundBegun) -> State:
    board = replace(state.board, round=event.round, questions=state.board.questions + 1)
    return Learning(board=board, answers=(None,) * board.seats)
