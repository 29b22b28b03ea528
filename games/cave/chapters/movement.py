"""Moving: distance, first step, forks, what stops a move (CAVE-11, CAVE-R22)."""

from collections.abc import Iterator
from itertools import pairwise

from games.cave.agenda.jobs import Arrive, SetOff, WalkOn
from games.cave.agenda.questions import ChoosingBranch, ChoosingFirstStep
from games.cave.chapters.changes import tick
from games.cave.chapters.totals import has_ability, moves_freely
from games.cave.components import ownership
from games.cave.components.board import BY_ID as AREAS
from games.cave.components.board import branches
from games.cave.draft import Draft
from games.cave.effects.passives import Guide
from games.cave.events.course import MoveStopped, StepTaken
from games.cave.moves import FirstStep, Roll, Step, TakeBranch, WalkTo
from games.cave.state import Board, open_way
from games.core.moves import Move

DICE, FREE, STEP = "dice", "free", "step"
FORWARD, BACK = "forward", "back"
CHAMBER_STOPS_FROM = 5
MOVE_RULES = ("CAVE-11.2", "CAVE-R22.3")
FORK_RULES = ("CAVE-11.2a", "CAVE-R22.1", "CAVE-R22.4")


def ways(board: Board, seat: int) -> list[Move]:
    """How the adventurer may move: by the die; by one step to any exit, the default's first (CAVE-R23.7, CAVE-R22.3a).

    Of two penalties slow comes first (CAVE-R22.7).
    """
    hero = board.hero(seat)
    may_step = hero.slow or not (hero.force_die or moves_freely(board, seat))
    steps: list[Move] = [Step(to=to) for to in neighbours(board, seat)] if may_step else []
    return steps if hero.slow else [Roll(), *steps]


def take_step(draft: Draft, seat: int, to: str) -> None:
    """Move one area without the die; slow alone is served by it (CAVE-11.2b, CAVE-R22.7)."""
    if draft.board.hero(seat).slow:
        tick(draft, seat, "slow")
    step(draft, seat, to, 1, STEP)


def roll(draft: Draft, seat: int) -> None:
    """Roll the distance; power is read here, once (CAVE-R22.3, CAVE-R22.7)."""
    hero, board = draft.board.hero(seat), draft.board
    mode = FREE if steers(board, seat) and not hero.force_die else DICE
    if hero.force_die:
        tick(draft, seat, "force_die")
    distance = draft.roll(seat, "distance", MOVE_RULES)
    draft.push(SetOff(seat=seat, left=distance, mode=mode))


def steers(board: Board, seat: int) -> bool:
    """Whether an adventurer who rolls turns at will at forks (CAVE-R22.2a, CAVE-R22.9)."""
    guided = ownership.has(board.hero(seat).owned, Guide) or has_ability(board, seat, "pathfinder")
    return guided or moves_freely(board, seat)


def exits(board: Board, seat: int) -> tuple[str, ...]:
    """The ways forward, left to right, that a first step can take: none behind a closed gate (CAVE-R22.3b)."""
    hero = board.hero(seat)
    return tuple(to for to in branches(hero.area, hero.entered_from) if open_way(board, hero.area, to))


def neighbours(board: Board, seat: int) -> tuple[str, ...]:
    """The exits, left to right, and last the one entered by."""
    back = board.hero(seat).entered_from
    return (*exits(board, seat), *(() if back is None else (back,)))


def set_off(draft: Draft, task: SetOff) -> None:
    """The first step: any exit, or with little power forward, where the die picks, and back (CAVE-R22.3a)."""
    draft.push(ChoosingFirstStep(seat=task.seat, left=task.left, mode=task.mode))


def first_step_moves(board: Board, question: ChoosingFirstStep, seat: int) -> list[Move]:
    if board.rules > 1 and question.mode == FREE:
        return [*walks(board, seat, question.left)]
    if question.mode == DICE and board.hero(seat).entered_from is not None:
        return [FirstStep(to=FORWARD), FirstStep(to=BACK)] if exits(board, seat) else [FirstStep(to=BACK)]
    return [FirstStep(to=to) for to in neighbours(board, seat)]


def first_step_default(board: Board, question: ChoosingFirstStep, seat: int) -> Move:
    """Forward, or the leftmost exit, which is named first; back only when there is nothing else."""
    return first_step_moves(board, question, seat)[0]


def walks(board: Board, seat: int, left: int) -> list[WalkTo]:
    """The ways that a free mover can go, the leftmost first (CAVE-R22.10).

    Of ways to one area over the same chambers, all entered from the same sides, the leftmost stands for all: nothing
    else can happen on the way.
    """
    turn = board.turn
    assert turn is not None
    here = board.hero(seat).area
    found: dict[object, WalkTo] = {}
    for path in _paths(board, turn.path or (here,), neighbours(board, seat), left):
        way = (here, *path)
        stops = tuple(step for step in pairwise(way) if step[1] == way[-1] or AREAS[step[1]].kind == "chamber")
        found.setdefault(stops, WalkTo(to=path[-1], over=path[:-1]))
    return [*found.values()]


def _paths(board: Board, crossed: tuple[str, ...], ways: tuple[str, ...], left: int) -> Iterator[tuple[str, ...]]:
    """Each way on: as long as the distance, or to a dead end, a crossing of itself or a closed gate (CAVE-R22.5)."""
    for to in ways:
        onward = [area for area in branches(to, crossed[-1]) if area not in crossed]
        if left == 1 or not onward:
            yield (to,)
            continue
        for area in onward:
            on = _paths(board, (*crossed, to), (area,), left - 1) if open_way(board, to, area) else [()]
            yield from ((to, *rest) for rest in on)


def first_step_answer(draft: Draft, question: ChoosingFirstStep, seat: int, move: FirstStep | WalkTo) -> None:
    if isinstance(move, WalkTo):
        first, *rest = (*move.over, move.to)
        step(draft, seat, first, question.left, question.mode, tuple(rest))
        return
    to = move.to
    if to == BACK:
        to = draft.board.hero(seat).entered_from or to
    elif to == FORWARD:
        to = fork(draft, seat, exits(draft.board, seat))
    step(draft, seat, to, question.left, question.mode)


def fork(draft: Draft, seat: int, ways: tuple[str, ...]) -> str:
    """What the die picks at a fork: left, (straight,) right in equal parts; it is not rolled for one way."""
    if len(ways) == 1:
        return ways[0]
    face = draft.roll(seat, "fork", FORK_RULES)
    return ways[(face - 1) * len(ways) // 6]


def step(draft: Draft, seat: int, to: str, left: int, mode: str, path: tuple[str, ...] | None = None) -> None:
    rules = {DICE: ("CAVE-11.2a",), FREE: ("CAVE-11.2",), STEP: ("CAVE-11.2b",)}[mode]
    draft.write(StepTaken(seat=seat, before=draft.board.hero(seat).area, after=to, rules=rules))
    draft.push(WalkOn(seat=seat, left=left - 1, mode=mode, path=path))


def walk_on(draft: Draft, task: WalkOn) -> None:
    """Go on, unless the distance is done, a chamber holds the mover or there is no way on (CAVE-R22.6)."""
    seat, board = task.seat, draft.board
    hero = board.hero(seat)
    onward = branches(hero.area, hero.entered_from)
    if not task.left:
        draft.push(Arrive(seat=seat))
    elif not onward:
        stop(draft, seat, "dead_end", ("CAVE-R22.5",))
    elif AREAS[hero.area].kind == "chamber" and held_by_chamber(draft, seat):
        stop(draft, seat, "chamber", ("CAVE-11.4",))
    elif task.mode == FREE:
        steer(draft, task)
    else:
        go(draft, seat, fork(draft, seat, onward), task.left, task.mode)


def held_by_chamber(draft: Draft, seat: int) -> bool:
    """The roll of a chamber on the way (CAVE-11.4, CAVE-11.4a)."""
    rules, here = ("CAVE-11.4", "CAVE-11.4a"), draft.board.hero(seat).area
    return draft.roll(seat, "chamber_on_the_way", rules, source=here) >= CHAMBER_STOPS_FROM


def steer(draft: Draft, task: WalkOn) -> None:
    """A free mover picks a way not gone yet; without one the move ends (CAVE-R22.5, CAVE-R22.6).

    A way that was chosen as a whole ends before its time where a way not gone yet is behind a closed gate.
    """
    ways = open_branches(draft.board, task.seat)
    if ways and task.path is not None:
        to, *rest = task.path or next((way,) for way in ways if not open_way(draft.board, _here(draft, task.seat), way))
        go(draft, task.seat, to, task.left, task.mode, tuple(rest))
    elif ways:
        draft.push(ChoosingBranch(seat=task.seat, left=task.left, mode=task.mode))
    else:
        stop(draft, task.seat, "crossed", ("CAVE-R22.5",))


def open_branches(board: Board, seat: int) -> tuple[str, ...]:
    """The branches not crossed in this turn, left to right."""
    hero, turn = board.hero(seat), board.turn
    assert turn is not None
    return tuple(to for to in branches(hero.area, hero.entered_from) if to not in turn.path)


def branch_moves(board: Board, question: ChoosingBranch, seat: int) -> list[Move]:
    return [TakeBranch(to=to) for to in open_branches(board, seat)]


def branch_default(board: Board, question: ChoosingBranch, seat: int) -> Move:
    return branch_moves(board, question, seat)[0]


def branch_answer(draft: Draft, question: ChoosingBranch, seat: int, move: TakeBranch) -> None:
    go(draft, seat, move.to, question.left, question.mode)


def _here(draft: Draft, seat: int) -> str:
    return draft.board.hero(seat).area


def go(draft: Draft, seat: int, to: str, left: int, mode: str, path: tuple[str, ...] | None = None) -> None:
    """Take a further step, unless a closed gate or an area already crossed lies that way (CAVE-R18.1, CAVE-R22.5)."""
    turn = draft.board.turn
    assert turn is not None
    if to in turn.path:
        stop(draft, seat, "crossed", ("CAVE-R22.5",))
    elif not open_way(draft.board, draft.board.hero(seat).area, to):
        stop(draft, seat, "gate", ("CAVE-11.3", "CAVE-R18.1"))
    else:
        step(draft, seat, to, left, mode, path)


def stop(draft: Draft, seat: int, cause: str, rules: tuple[str, ...]) -> None:
    draft.write(MoveStopped(seat=seat, area=draft.board.hero(seat).area, cause=cause, rules=rules))
    draft.push(Arrive(seat=seat))
