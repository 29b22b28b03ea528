"""What is on the agenda is done, one task after the other, down to the next question or the end."""

from collections.abc import Callable, Mapping
from typing import Any

from games.cave import decisions
from games.cave.agenda import jobs as a
from games.cave.agenda.tasks import Question, Task
from games.cave.chapters import (
    arrival,
    belongings,
    crystal,
    duels,
    exploration,
    fights,
    interpreter,
    movement,
    setup,
    spells,
    turns,
)
from games.cave.draft import Draft
from games.cave.state import Asking, Finished


def _carry_on(draft: Draft, chain: a.Chain) -> None:
    """A text goes on as long as the one it works on lives (CAVE-R24.1)."""
    if draft.board.adventurers[chain.seat] is not None:
        interpreter.carry_on(draft, chain)


TASKS: Mapping[type[Task], Callable[[Draft, Any], None]] = {
    a.BeginTurn: turns.begin,
    a.EndTurn: turns.end,
    a.Deal: setup.deal,
    a.SetOff: movement.set_off,
    a.WalkOn: movement.walk_on,
    a.CarryTo: arrival.carry,
    a.Arrive: arrival.arrive,
    a.ExploreArea: exploration.explore,
    a.DrawCards: exploration.draw_cards,
    a.MeetCards: exploration.meet_cards,
    a.Instruct: crystal.instruct,
    a.CountCards: exploration.count_cards,
    a.Dispose: exploration.dispose,
    a.Chain: _carry_on,
    a.Fight: fights.begin,
    a.Strike: fights.strike,
    a.Defeat: fights.defeat,
    a.KeepTrophies: fights.keep_trophies,
    a.StopTurn: fights.stop_turn,
    a.Duel: duels.begin,
    a.Clash: duels.clash,
    a.ResolveSpell: spells.resolve,
    a.SpellDone: spells.spell_done,
    a.AttemptTrials: crystal.attempt_trials,
}


def run(draft: Draft) -> None:
    """Do what is due; limits are judged before each task, wherever they were passed (CAVE-10.1a)."""
    while not isinstance(draft.state, Asking | Finished):
        belongings.enforce_limits(draft)
        task = draft.agenda.pop()
        if isinstance(task, Question):
            decisions.ask(draft, task)
        else:
            TASKS[type(task)](draft, task)
