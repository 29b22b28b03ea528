"""A move as bots imagine it: the state that it leads to, by the same draws, without events that can be told again.

The rules are those of `decide`. Left out is what keeps a match on paper and judges a player: events that change
nothing, the agenda as JSON and back, whether the move is legal. A test holds it against `decide`.
"""

from games.cave import loop
from games.cave.agenda.questions import Counterspell, DiscardingSpell, DroppingExcess
from games.cave.agenda.tasks import Question
from games.cave.decide import answer
from games.cave.decisions import QUESTIONS
from games.cave.draft import Draft
from games.cave.events.fold import FOLDS, unchanged
from games.cave.evolve import evolve
from games.cave.moves import ORDERS, Cast, CastAt, CastOnDeck, ExchangeTrophies
from games.cave.state import Asking, Running, State
from games.core.chance import Chance
from games.core.events import Event
from games.core.moves import Move
from games.core.records import replace


class Imagined(Draft):
    """A draft of which only the state is wanted."""

    def __init__(self, state: Asking, chance: Chance) -> None:
        super().__init__(state, chance, evolve)
        # Whoever is asked anything else holds no more than they may, and so does everybody.
        if not isinstance(state.question, DiscardingSpell | DroppingExcess):
            self.within_limits = state.board.adventurers

    def write(self, event: Event) -> None:
        fold = FOLDS.get(type(event))
        if fold is None or not isinstance(self.state, Running):
            self.state = evolve(self.state, event)
        elif fold is not unchanged:
            self.state = Running(fold(self.state.board, event))

    def roll(
        self, seat: int, purpose: str, rules: tuple[str, ...], *, count: int = 1, source: str | None = None
    ) -> int:
        return sum(self.chance.die() for _ in range(count))

    def put(self, question: Question) -> None:
        board = replace(self.board, questions=self.board.questions + 1)
        self.state = Asking(board, question, tuple(self.agenda))


def after(state: State, seat: int, move: Move, chance: Chance) -> State:
    """The state after one of the answers that bots look at."""
    assert isinstance(state, Asking)
    draft, question = Imagined(state, chance), state.question
    if isinstance(move, (ExchangeTrophies, Cast, CastAt, CastOnDeck, *ORDERS)):
        answer(draft, state, seat, move)
    else:
        if not (question.secret or isinstance(question, Counterspell)):
            draft.state = Running(state.board)
        QUESTIONS[type(question)].answer(draft, question, seat, move)
    loop.run(draft)
    return draft.state
