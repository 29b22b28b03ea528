"""Automatic players. A bot gets what its seat may see, never a state."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.core.chance import Chance
from games.core.moves import Move

# The `BotKit.value` of a won match.
WON = 1000


@dataclass(frozen=True, kw_only=True)
class Grade:
    """How hard a bot thinks, in counts and never in time, so that its pick can be judged again.

    - `samples`: how many states are drawn of what the seat may know; with none the first move of `order` is played.
    - `lucks`: how many playouts begin at each sample, each with its own luck, where one seat is asked alone.
    - `nodes`: how many playouts there are at most, so that a question with many answers takes no longer than others.
    - `moves`: how many moves of `order` are looked at.
    - `depth`: how many moves a playout makes before its state is valued.
    - `halving`: whether the worse half of the moves is dropped again and again, so that most samples go to the best.
    - `trust`: how many samples the first estimate of a move (`BotKit.hunch`) counts as.
    - `strategic`: where seats answer at once, whether the bot expects the others to choose well too, or anything.
    - `knowledge`: how much of what the game has to know this grade knows, in thousandths (a vocabulary, say).
    """

    samples: int = 0
    lucks: int = 1
    nodes: int = 1000
    moves: int = 1
    depth: int = 0
    halving: bool = False
    trust: int = 0
    strategic: bool = False
    knowledge: int = 1000


@dataclass(frozen=True, kw_only=True)
class BotKit:
    """What a game tells its bots about good play. All states here come from `resample`; none is the real one.

    - `version`: changes whenever any bot may pick otherwise.
    - `retired`: the versions before it whose code is gone. Nobody can ask them again what they picked.
    - `grades`: by name.
    - `value(state, seat)`: how well the seat stands, from 0 (lost) to `WON`. A whole number: sums of fractions come out
      otherwise in another version of Python.
    - `asked(state)`: the seats that the state waits for, which a playout asks for without making prompts.
    - `order(state, seat, grade)`: the moves of a seat that is asked which are worth a look, best first, those included
      that its prompt's lists leave out. One at least.
    - `rollout(state, seat, chance)`: what a fair player answers at once, in playouts.
    - `unlisted(state, seat)`: the legal moves that the prompt's lists leave out, as far as they can be told.
    - `afresh(state)`: where seats answer at once, the state before the answers that are hidden still; else the state.
      What playouts have no need of may be left out.
    - `outlook(state, moves, chance, seat)`: how well the seat stands after the moves of all that are asked at once, in
      a game that can tell what `decide` and `value` would, and faster.
    - `hunch(state, seat, move)`: what a move is thought to be worth beside the others before it is tried, as `value`
      counts.
    - `settled(before, state)`: whether a playout that began with `before` may be valued before its depth is reached.
    - `after(state, seat, move, chance)`: the state after a move of `order` or `rollout`, in a game that can tell what
      `decide` would come to, and faster.
    - `resample(view, seat, chance)`: how an earlier version draws states, where it does so otherwise than the game.
    """

    version: str
    retired: frozenset[str] = frozenset()
    grades: Mapping[str, Grade]
    value: Callable[[Any, int], int]
    asked: Callable[[Any], Sequence[int]]
    order: Callable[[Any, int, Grade], Sequence[Move]]
    rollout: Callable[[Any, int, Chance], Move]
    unlisted: Callable[[Any, int], Sequence[Move]] = lambda state, seat: ()
    afresh: Callable[[Any], Any] = lambda state: state
    outlook: Callable[[Any, Mapping[int, Any], Chance, int], int] | None = None
    hunch: Callable[[Any, int, Any], int] = lambda state, seat, move: 0
    settled: Callable[[Any, Any], bool] = lambda before, state: False
    after: Callable[[Any, int, Any, Chance], Any] | None = None
    resample: Callable[[Mapping[str, Any], int, Chance], Any] | None = None


RANDOM, STEADY, EASY, MEDIUM, HARD = "random", "steady", "easy", "medium", "hard"
GRADES = (EASY, MEDIUM, HARD)
# Those that do not look ahead, and all.
PLAIN = (RANDOM, STEADY)
BOTS = (*PLAIN, *GRADES)
