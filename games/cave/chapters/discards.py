"""Cards that a text takes from their owner (CAVE-R25.6)."""

from games.cave.draft import Draft
from games.cave.events.incidents import BelongingDiscarded
from games.cave.state import Board
from games.core.events import Draws


def losable(board: Board, seat: int, what: str) -> tuple[str, ...]:
    """The seat's cards of a kind (`object`, `friend` or `spell`), the newest last."""
    hero = board.hero(seat)
    return {"object": hero.objects, "friend": hero.friends, "spell": hero.spells}[what]


def discard(draft: Draft, seat: int, card: str, draws: Draws | None = None) -> None:
    """Put one of the seat's cards on the discard of its own deck (CAVE-6.3)."""
    draft.write(BelongingDiscarded(seat=seat, card=card, draws=draws, rules=("CAVE-R25.6",)))


def discard_at_random(draft: Draft, seat: int, what: str, count: int) -> None:
    """Discard `count` of the seat's cards of a kind, or all there are, each drawn evenly from what is left."""
    for _ in range(min(count, len(losable(draft.board, seat, what)))):
        mark = draft.chance.next_draw
        card = draft.chance.one_of(sorted(losable(draft.board, seat, what)))
        discard(draft, seat, card, draft.chance.since(mark))
