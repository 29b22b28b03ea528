"""What each game hides from a seat, as pools: the contract suite counts by them whether samples are fair."""

from collections.abc import Iterator

from games.cave import state as cave_state
from games.core.testing import Pool
from games.rock_paper_wizard import state as rpw
from games.spell_a_spell import state as sas
from games.spell_a_spell.cards import FACE


def rock_paper_wizard(state: rpw.State, seat: int) -> Iterator[Pool]:
    """The deck and the wild cards that wizards point unseen; the choices of others until the reveal."""
    board = state.board
    wild = [gesture.card for gesture in board.gestures if gesture.source is rpw.Source.WILD and gesture.live]
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
    """Hands and deck; which of the same cards lie open by their faces; the votes of others until they close."""
    table = state.table
    hidden = [player.hand for other, player in enumerate(table.players) if other != seat]
    if table.options.open_hands:
        hidden = []
    yield _by_number([table.deck, *hidden])
    yield from _same_cards([*table.deck, *(card for hand in hidden for card in hand)], _laid_open(state, seat))
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


def _laid_open(state: sas.State, seat: int) -> list[str]:
    """The cards that others have scored, or that were played or proposed: shown is what is on them."""
    piles = [card for other, player in enumerate(state.table.players) if other != seat for card in player.pile]
    return [*piles, *state.table.discard, *(state.cards if isinstance(state, sas.Voting) else ())]


def _same_cards(hidden: list[str], laid: list[str]) -> Iterator[Pool]:
    for face in sorted({FACE[card] for card in laid}):
        shown = [card for card in laid if FACE[card] == face]
        alike = sorted([*shown, *(card for card in hidden if FACE[card] == face)])
        yield Pool(cards=alike, places=[shown])


def cave(state: cave_state.State, seat: int) -> Iterator[Pool]:
    """The spells in other hands and on their stack. The other stacks hold cards alike, which `test_resample.py` counts."""
    board = state.board
    hands = [who.spells for other, who in enumerate(board.adventurers) if who is not None and other != seat]
    yield Pool(cards=sorted([*board.spells.stack, *(card for hand in hands for card in hand)]), places=hands)
