"""Automatic players. A bot gets what its seat may see, never a state."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.core.chance import Chance
from games.core.moves import Move

# The `BotKit.value` of a won match.
WON = 1000


@dataclass(frozen=True, kw_only=True)
class Mixing:
    """How a grade draws its move where seats answer at once (`games/bots/mixing.py`).

    - `nodes`: how many courses (one move of each seat) are valued at most. With more, seats keep their best moves.
    - `looks`: how many courses of the others are tried to find these moves.
    - `lucks`: with how many draws a course is played that depends on luck.
    - `thinks`: how likely, in thousandths, others are thought to play as these grades do; else as this grade itself.
    - `spread`: by how many thousandths of a match a kind of moves has to be the best so that no other is played.
    """

    nodes: int
    looks: int
    lucks: int
    thinks: Mapping[str, int]
    spread: int


@dataclass(frozen=True, kw_only=True)
class Grade:
    """How hard a bot thinks, in counts and never in time, so that its pick can be judged again.

    - `samples`: how many states are drawn that fit what the seat knows; with 0 the first move of `order` is played.
    - `lucks`: how many playouts begin at each sample, each with its own draws, where one seat is asked alone.
    - `nodes`: how many playouts there are at most, so that a question with many answers takes no longer than others.
    - `moves`: how many moves of `order` are considered.
    - `depth`: how many moves a playout makes before its state is valued.
    - `halving`: whether the worse half of the moves is dropped repeatedly, so that most samples go to the best moves.
    - `trust`: how many samples the first estimate of a move (`BotKit.hunch`) counts as.
    - `strategic`: where seats answer at once, whether the bot expects the others to choose well; else it expects any
      choice of them.
    - `mixing`: where seats answer at once, how the bot draws its move; without it, it plays the move that does best.
    - `knowledge`: the share of the game's knowledge (a vocabulary, say) that this grade has, in thousandths.
    - `slips`: how often, in thousandths, the bot does not think and plays any legal move, so that beginners may win.
    """

    samples: int = 0
    lucks: int = 1
    nodes: int = 1000
    moves: int = 1
    depth: int = 0
    halving: bool = False
    trust: int = 0
    strategic: bool = False
    mixing: Mixing | None = None
    knowledge: int = 1000
    slips: int = 0


@dataclass(frozen=True, kw_only=True)
class BotKit:
    """A game's functions by which its bots play well. All states here come from `resample`; none is the real one.

    - `version`: changes whenever a change of the code may change a bot's pick.
    - `retired`: the earlier versions whose code is gone, so that nobody can compute their picks again.
    - `grades`: by name.
    - `value(state, seat)`: how well the seat stands, from 0 (lost) to `WON`. A whole number, because sums of fractions
      may differ between versions of Python.
    - `asked(state)`: the seats that the state waits for; a playout calls this instead of making prompts.
    - `order(state, seat, grade)`: the moves worth considering for a seat that is asked, best first; also moves that its
      prompt does not list. At least one.
    - `rollout(state, seat, chance)`: the move of a fair player who does not think long, for playouts.
    - `unlisted(state, seat)`: the legal moves that the prompt does not list, as far as the game can list them.
    - `afresh(state)`: where seats answer at once, the state before the answers that are still hidden; else the state
      itself. It may leave out what playouts do not need.
    - `outlook(state, moves, chance, seat)`: how well the seat stands after the moves of all seats that are asked at
      once: the result of `decide` and `value`, for a game that can compute it faster.
    - `outlooks(state, moves, chance)`: the outlook of every seat, by seat. A grade with `mixing` needs both.
    - `kind(move)`: where seats answer at once, what makes two moves alike; `mixing` spreads its chances over kinds.
    - `hunch(state, seat, move)`: the estimated worth of a move before it is tried, on the scale of `value`.
    - `settled(before, state)`: whether a playout that began with `before` may stop and be valued before its full depth.
    - `after(state, seat, move, chance)`: the state after a move of `order` or `rollout`: the result of `decide`, for a
      game that can compute it faster.
    - `resample(view, seat, chance)`: how an earlier version draws states, where it differs from the game's function.
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
    outlooks: Callable[[Any, Mapping[int, Any], Chance], Sequence[int]] | None = None
    kind: Callable[[Any], object] = lambda move: move
    hunch: Callable[[Any, int, Any], int] = lambda state, seat, move: 0
    settled: Callable[[Any, Any], bool] = lambda before, state: False
    after: Callable[[Any, int, Any, Chance], Any] | None = None
    resample: Callable[[Mapping[str, Any], int, Chance], Any] | None = None


RANDOM, STEADY, EASY, MEDIUM, HARD = "random", "steady", "easy", "medium", "hard"
GRADES = (EASY, MEDIUM, HARD)
# Those that do not look ahead, and all.
PLAIN = (RANDOM, STEADY)
BOTS = (*PLAIN, *GRADES)
