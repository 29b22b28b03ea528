"""The events of one move while they are being made, and what is still to be done."""

from collections.abc import Callable

from games.cave.agenda.jobs import CarryTo, Chain, Dispose, EndTurn
from games.cave.agenda.tasks import Question, Task, to_json
from games.cave.effects.parser import parse
from games.cave.effects.steps import Discard, Stay
from games.cave.events.course import DieRolled, QuestionPut
from games.cave.events.incidents import SpellResolved
from games.cave.state import Adventurer, Asking, Board, State
from games.core import draft
from games.core.chance import Chance
from games.core.events import Event
from games.core.records import replace


class Draft(draft.Draft[State]):
    """Events made so far, the state they lead to, and the agenda, whose last task is done next.

    The agenda is kept between moves by the event that puts the next question. `within_limits` are the
    adventurers that were last found to hold no more than they may.
    """

    def __init__(self, state: State, chance: Chance, evolve: Callable[[State | None, Event], State]) -> None:
        super().__init__(state, chance, evolve)
        self.agenda: list[Task] = list(state.then) if isinstance(state, Asking) else []
        self.within_limits: tuple[Adventurer | None, ...] | None = None

    @property
    def board(self) -> Board:
        return self.state.board

    def push(self, *tasks: Task) -> None:
        """Put tasks on the agenda, the first of them to be done next."""
        self.agenda.extend(reversed(tasks))

    def roll(
        self, seat: int, purpose: str, rules: tuple[str, ...], *, count: int = 1, source: str | None = None
    ) -> int:
        """Roll `count` dice, which `source` wants, and write down what they showed; their sum."""
        mark = self.chance.next_draw
        dice = tuple(self.chance.die() for _ in range(count))
        draws = self.chance.since(mark)
        self.write(DieRolled(seat=seat, purpose=purpose, dice=dice, source=source, rules=rules, draws=draws))
        return sum(dice)

    def put(self, question: Question) -> None:
        """Ask: nothing more is done in this decision."""
        then = tuple(to_json(task) for task in self.agenda)
        terms = to_json(question)
        self.write(QuestionPut(seats=question.seats, kind=question.kind, question=terms, then=then))

    def drop(self) -> None:
        """End the turn before its time: only what stays is still done (CAVE-R13.5, CAVE-R24.1).

        A dropped text still says whether its card stays lying, and a spell in the air is over.
        """
        if self.board.being_cast is not None and self.board.turn is not None:
            self.write(SpellResolved(seat=self.board.turn.seat, spell=self.board.being_cast))
        dropped = [task for task in self.agenda if not task.stays]
        self.agenda = [task for task in self.agenda if task.stays]
        for task in dropped:
            if isinstance(task, Chain):
                self._leave_fate(task)

    def divert(self, away: CarryTo) -> None:
        """Put this in the place of all that was still to come here, texts and cards under way apart (CAVE-R25.7a)."""
        kept = [task for task in self.agenda if task.stays or isinstance(task, Chain)]
        base = next((place + 1 for place, task in enumerate(kept) if isinstance(task, EndTurn)), 0)
        self.agenda = [*kept[:base], away, *kept[base:]]

    def fate(self, wanted: str) -> None:
        """Note what becomes of the card whose text is being carried out: `stay` or `discard` (CAVE-R25.19)."""
        for place in reversed(range(len(self.agenda))):
            task = self.agenda[place]
            if isinstance(task, Dispose):
                self.agenda[place] = replace(task, fate=wanted)
                return

    def _leave_fate(self, chain: Chain) -> None:
        for step in parse(chain.text):
            if isinstance(step, Stay | Discard):
                self.fate(step.op)
