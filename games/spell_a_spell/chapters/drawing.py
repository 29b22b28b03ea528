"""Dealing and drawing: each card comes uniformly from what is left when it is drawn (SAS-5)."""

from games.core.events import Draws
from games.core.records import replace
from games.spell_a_spell.draft import Draft
from games.spell_a_spell.events.course import CardsDealt, CardsDrawn
from games.spell_a_spell.options import EVEN, HAND_SIZE
from games.spell_a_spell.state import State, Table, given, left_of, still_in, with_player, without

WORD, SPECIAL, BEWITCHED, FREE_PASS = "word", "special", "bewitched", "free_pass"


def deal(draft: Draft) -> None:
    """Deal every seat still in its hand, seat by seat (SAS-5, SAS-46, SAS-51)."""
    for seat in still_in(draft.table):
        size, more = draft.table.players[seat].hand_size, handicap(draft.table, seat)
        count = size + more
        cards, draws = _drawn(draft, draft.table.deck, count)
        rules = ("SAS-5", *(("SAS-46",) if size != HAND_SIZE else ()), *(("SAS-51",) if more else ()))
        shown = open_to_all(draft.table, cards)
        draft.write(CardsDealt(seat=seat, count=count, open_cards=shown, cards=cards, draws=draws, rules=rules))


def handicap(table: Table, seat: int) -> int:
    """With even rounds: how many cards more than its hand size the seat is dealt (SAS-51).

    Who begins casts a first word under no spell, and who comes last is bewitched more often. Between two seats one card
    is enough to make up for it.
    """
    if table.options.rounds != EVEN:
        return 0
    first = left_of(table, table.dealer)
    if seat == first:
        return -1
    return int(left_of(table, seat) == first and len(still_in(table)) > 2)


def draw(draft: Draft, seat: int, due: int, *, reason: str, rules: tuple[str, ...]) -> None:
    """Give the seat `due` cards, or what the deck has left (SAS-25); of none at all there is no event."""
    count = min(due, len(draft.table.deck))
    if count <= 0:
        return
    cards, draws = _drawn(draft, draft.table.deck, count)
    if count < due:
        rules = (*rules, "SAS-25")
    shown = open_to_all(draft.table, cards)
    draft.write(
        CardsDrawn(seat=seat, count=count, reason=reason, open_cards=shown, cards=cards, draws=draws, rules=rules)
    )


def steal(draft: Draft, target: int, count: int) -> tuple[tuple[str, ...], Draws | None]:
    """`count` random cards of the target's hand (SAS-35)."""
    return _drawn(draft, draft.table.players[target].hand, count)


def missing(table: Table, seat: int) -> int:
    """How many cards the seat's hand lacks of its size (SAS-15, SAS-46)."""
    player = table.players[seat]
    return max(0, player.hand_size - len(player.hand))


def open_to_all(table: Table, cards: tuple[str, ...]) -> tuple[str, ...] | None:
    """The cards where hands lie open, else None (SAS-47)."""
    return cards if table.options.open_hands else None


def cards_dealt(state: State, event: CardsDealt | CardsDrawn) -> State:
    """Drawn cards are booked as dealt ones are: out of the deck, into the hand."""
    assert event.seat is not None
    table = state.table
    holding = given(table.players[event.seat], event.cards)
    return replace(state, table=with_player(replace(table, deck=without(table.deck, event.cards)), event.seat, holding))


def _drawn(draft: Draft, pile: tuple[str, ...], count: int) -> tuple[tuple[str, ...], Draws | None]:
    mark, left = draft.chance.next_draw, list(pile)
    cards = []
    for _ in range(count):
        card = draft.chance.one_of(left)
        left.remove(card)
        cards.append(card)
    return tuple(cards), draft.chance.since(mark)
