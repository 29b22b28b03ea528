"""What Cave hides from a seat, as pools: the contract suite counts by them whether samples are fair."""

from collections.abc import Iterator

from games.cave.state import State
from games.core.testing import Pool


def unseen(state: State, seat: int) -> Iterator[Pool]:
    """The spells in other hands and on their stack. The other stacks hold cards alike, which `test_resample.py` counts."""
    board = state.board
    hands = [who.spells for other, who in enumerate(board.adventurers) if who is not None and other != seat]
    yield Pool(cards=sorted([*board.spells.stack, *(card for hand in hands for card in hand)]), places=hands)
