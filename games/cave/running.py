"""What is on the agenda is done, one task after the other, down to the next question or the end."""

from collections.abc import Callable, Mapping
from typing import Any

from games.cave import agenda as a
from games.cave import (
    arriving,
    asking,
    belongings,
    casting,
    crystal,
    dealing,
    duels,
    effects,
    exploring,
    fighting,
    movement,
    turns,
)
from games.cave.draft import Draft
from games.cave.state import Asking, Finished
from games.cave.tasks import Question, Task


def _carry_on(draft: Draft, chain: a.Chain) -> None:
    """A text goes on as long as the one it works on lives (CAVE-R24.1)."""
    if draft.board.adventurers[chain.seat] is not None:
        effects.carry_on(draft, chain)


TASKS: Mapping[type[Task], Callable[[Draft, Any], None]] = {
    a.BeginTurn: turns.begin,
    a.EndTurn: turns.end,
    a.Deal: dealing.deal,
    a.SetOff: movement.set_off,
    a.WalkOn: movement.walk_on,
    a.CarryTo: arriving.carry,
    a.Arrive: arriving.arrive,
    a.ExploreArea: exploring.explore,
    a.DrawCards: exploring.draw_cards,
    a.MeetCards: exploring.meet_cards,
    a.Instruct: crystal.instruct,
    a.CountCards: exploring.count_cards,
    a.Dispose: exploring.dispose,
    a.Chain: _carry_on,
    a.Fight: fighting.begin,
    a.Strike: fighting.strike,
    a.Defeat: fighting.defeat,
    a.KeepTrophies: fighting.keep_trophies,
    a.StopTurn: fighting.stop_turn,
    a.Duel: duels.begin,
    a.Clash: duels.clash,
    a.ResolveSpell: casting.resolve,
    a.SpellDone: casting.spell_done,
    a.AttemptTrials: crystal.attempt_trials,
}


def run(draft: Draft) -> None:
    """Do what is due; limits are judged before each task, wherever they were passed (CAVE-10.1a)."""
    while not isinstance(draft.state, Asking | Finished):
        belongings.enforce_limits(draft)
        task = draft.agenda.pop()
        if isinstance(task, Question):
            asking.ask(draft, task)
        else:
            TASKS[type(task)](draft, task)
