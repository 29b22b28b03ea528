"""The Mighty Gates (CAVE-R18)."""

from typing import cast

from games.cave.agenda.jobs import Arrive, StopTurn
from games.cave.chapters import sums
from games.cave.chapters.totals import spend_bonus
from games.cave.components import ownership
from games.cave.components.areas import GATES
from games.cave.draft import Draft
from games.cave.effects.passives import Key
from games.cave.effects.values import OwnStat
from games.cave.events.addends import sum_of
from games.cave.events.course import GateOpened, GateTried, StepTaken
from games.cave.moves import TryGate
from games.cave.state import Board
from games.core.moves import Move

EDGE = {gate.id: gate.edge for gate in GATES}
OPEN = "open"


def gates_at(board: Board, seat: int) -> tuple[str, ...]:
    """The closed gates next to the adventurer."""
    area = board.hero(seat).area
    return tuple(gate.id for gate in GATES if area in gate.edge and gate.id not in board.gates_open)


def beyond(board: Board, seat: int, gate: str) -> str:
    """The area on the other side of a gate next to the adventurer."""
    one, other = EDGE[gate]
    return other if board.hero(seat).area == one else one


def gate_moves(board: Board, seat: int) -> list[Move]:
    """One attempt at a closed gate next door, or a step through the one that a spell has just opened (CAVE-R23.7)."""
    by = ["strength", "power", *(["key"] if ownership.has(board.hero(seat).owned, Key) else [])]
    moves: list[Move] = [TryGate(gate=gate, by=way) for gate in gates_at(board, seat) for way in by]
    opened = board.turn.opened if board.turn else None
    if opened is not None and board.hero(seat).area in EDGE[opened]:
        moves.append(TryGate(gate=opened, by=OPEN))
    return moves


def try_gate(draft: Draft, seat: int, move: TryGate) -> None:
    """Open the gate by strength, power or key and step through; to fail costs the turn (CAVE-R18.2, R18.4)."""
    if move.by == OPEN:
        step_through(draft, seat, move.gate)
    elif move.by == "key":
        draft.write(GateOpened(seat=seat, gate=move.gate, by="key", rules=("CAVE-R18.2", "CAVE-R18.3")))
        step_through(draft, seat, move.gate)
    else:
        force(draft, seat, move.gate, cast(OwnStat, move.by))


def force(draft: Draft, seat: int, gate: str, by: OwnStat) -> None:
    addends = sums.of_gate(draft.board, seat, by)
    spend_bonus(draft, seat)
    dice, total = draft.roll(seat, "gate", ("CAVE-R18.2",), count=2, source=gate), sum_of(addends)
    passed = dice <= total
    draft.write(GateTried(seat=seat, gate=gate, by=by, total=total, addends=addends, dice_sum=dice, passed=passed))
    if not passed:
        draft.push(StopTurn(seat=seat))
        return
    draft.write(GateOpened(seat=seat, gate=gate, by=by, rules=("CAVE-R18.2", "CAVE-R18.3")))
    step_through(draft, seat, gate)


def step_through(draft: Draft, seat: int, gate: str) -> None:
    here, there = draft.board.hero(seat).area, beyond(draft.board, seat, gate)
    draft.write(StepTaken(seat=seat, before=here, after=there, rules=("CAVE-R18.4",)))
    draft.push(Arrive(seat=seat))
