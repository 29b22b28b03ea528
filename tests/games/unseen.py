"""What each game hides from a seat, as pools: the contract suite counts by them whether samples are fair."""

from collections.abc import Collection, Iterator

from games.cave import state as cave_state
from games.core.testing import Pool
from games.rock_paper_wizard import state as rpw
from games.spell_a_spell import state as sas
from games.spell_a_spell.components.cards import FACE
from games.spell_a_spell.memory import memory_of


def rock_paper_wizard(state: rpw.State, seat: int) -> Iterator[Pool]:
    """The deck and the wild cards that wizards point unseen; the choices of others until the reveal."""
    board = state.board
    groups = rpw.known_wild(board)
    for group in groups:
        yield Pool(cards=group.cards, places=[[board.gestures[seat].card] for seat in group.seats])
    new = [seat for seat in rpw.hidden_wild(board) if not any(seat in group.seats for group in groups)]
    wild = [board.gestures[seat].card for seat in new]
    yield Pool(cards=[*board.deck, *wild], places=[board.deck, *([card] for card in wild)])
    if isinstance(state, rpw.Learning):
        for other, answer in enumerate(state.answers):
            if other != seat:
                chosen = [answer] if isinstance(answer, rpw.Choice) else []
                yield Pool(cards=_choices(board, other), places=[chosen])


def _choices(board: rpw.Board, seat: int) -> list[rpw.Choice]:
    targets = [other for other in range(board.seats) if other != seat]
    return [rpw.Choice(spell, target) for spell in board.book for target in targets]


def spell_a_spell(state: sas.State, seat: int) -> Iterator[Pool]:
    """Hands and deck; which of the same cards lie open by their faces; the votes of others until they close.

    Cards that the seat has seen before are none of them; where it is not sure of one's place, nothing is counted.
    """
    table, memory = state.table, memory_of(state.table, seat)
    if memory.facts:
        return
    seen = {one.card for one in memory.lying}
    hidden = [
        tuple(card for card in player.hand if card not in seen)
        for other, player in enumerate(table.players)
        if other != seat
    ]
    if table.options.open_hands:
        hidden = []
    yield _by_number([table.deck, *hidden])
    yield from _same_cards([*table.deck, *(card for hand in hidden for card in hand)], _laid_open(state, seat, seen))
    if isinstance(state, sas.Voting):
        for voter, vote in zip(state.voters, state.votes, strict=True):
            if voter != seat:
                yield Pool(cards=["accept", "challenge"], places=[[] if vote is None else [vote]])


def _by_number(places: list[tuple[str, ...]]) -> Pool:
    """Of the same cards that are left it counts which comes first, not which have gone."""
    left = sorted(card for place in places for card in place)
    met: dict[str, int] = {}
    number: dict[str, str] = {}
    for card in left:
        met[FACE[card]] = met.get(FACE[card], 0) + 1
        number[card] = f"{FACE[card]} {met[FACE[card]]}"
    return Pool(cards=sorted(number.values()), places=[[number[card] for card in place] for place in places])


def _laid_open(state: sas.State, seat: int, seen: Collection[str]) -> list[str]:
    """The cards that others have scored, or that were played or proposed: shown is what is on them."""
    piles = [card for other, player in enumerate(state.table.players) if other != seat for card in player.pile]
    laid = [*piles, *state.table.discard, *(state.cards if isinstance(state, sas.Voting) else ())]
    return [card for card in laid if card not in seen]


def _same_cards(hidden: list[str], laid: list[str]) -> Iterator[Pool]:
    for face in sorted({FACE[card] for card in laid}):
        shown = [card for card in laid if FACE[card] == face]
        alike = sorted([*shown, *(card for card in hidden if FACE[card] == face)])
        yield Pool(cards=alike, places=[shown])


def cave(state: cave_state.State, seat: int) -> Iterator[Pool]:
    """The spells in other hands, those that all know of apart, and on their stack. The other stacks hold cards alike, which `test_resample.py` counts."""
    board = state.board
    hands = [who.spells for other, who in enumerate(board.adventurers) if who is not None and other != seat]
    for group in board.counted:
        places = [[card for card in hand if card in group.cards] for hand in hands]
        yield Pool(cards=sorted(card for place in places for card in place), places=places)
    counted = {card for group in board.counted for card in group.cards}
    new = [[card for card in hand if card not in counted] for hand in hands]
    yield Pool(cards=sorted([*board.spells.stack, *(card for hand in new for card in hand)]), places=new)
