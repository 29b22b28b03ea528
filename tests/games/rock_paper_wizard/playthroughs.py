"""Whole matches as text: what was played, every event it made, and what each seat could see after it.

A file is a header (`name value` lines) and then, for each move, a line `> SEAT MOVE` with what came of it below. Header
and `>` lines are the input; everything else is recorded. To record anew after a wanted change, or to fill in a new file
of header and moves alone: `python -m tests.games.rock_paper_wizard.playthroughs FILE …`, then read the difference.
"""

import json
import sys
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from games.core.chance import Chance
from games.core.codec import canon, encode, move_from_json
from games.core.events import Event
from games.core.moves import Resign
from games.rock_paper_wizard import GAME
from games.rock_paper_wizard.state import State

FOLDER = Path(__file__).parents[2] / "playthroughs" / "rock_paper_wizard"
MOVE, START = "> ", "> start"


def files() -> list[Path]:
    return sorted(FOLDER.glob("*.txt"))


def rendered(text: str) -> str:
    """The file that the header and the moves of `text` lead to."""
    lines = text.splitlines()
    header = dict(line.split(" ", 1) for line in lines[: lines.index(START)] if line)
    moves = [line for line in lines if line.startswith(MOVE) and line != START]
    return "\n".join([*(f"{name} {value}" for name, value in header.items()), "", *_played(header, moves)]) + "\n"


def record(path: Path) -> None:
    path.write_text(rendered(path.read_text(encoding="utf-8")), encoding="utf-8")


def _played(header: dict[str, str], moves: Sequence[str]) -> Iterator[str]:
    seats, chance = int(header["seats"]), Chance(bytes.fromhex(header["key"]))
    state: State | None = None
    version = 0
    for line in (START, *moves):
        yield line
        events = (
            GAME.start(json.loads(header["options"]), seats, chance) if state is None else _decided(state, line, chance)
        )
        for event in events:
            version += 1
            state = GAME.evolve(state, event)
            yield f"  {version} {_event(event)}"
        assert state is not None
        yield from _seen(state)


def _decided(state: State, line: str, chance: Chance) -> Sequence[Event]:
    seat, body = line.removeprefix(MOVE).split(" ", 1)
    fields: dict[str, Any] = json.loads(body)
    move = Resign() if fields["type"] == "resign" else move_from_json(GAME.move_classes, fields)
    return GAME.decide(state, int(seat), move, chance)


def _event(event: Event) -> str:
    fact = encode(event)
    data = {name: value for name, value in fact.data.items() if name != "rules"}
    parts = [event.type, f"({' '.join(event.rules)})"]
    if fact.seat is not None:
        parts.append(f"seat {fact.seat}")
    if fact.draws is not None:
        parts.append(f"draw {fact.draws.first}")
    parts.append(canon(data).decode())
    for audience, part in fact.parts:
        parts.append(f"sealed for {' '.join(map(str, audience)) or 'the server'}: {canon(part).decode()}")
    return " ".join(parts)


def _seen(state: State) -> Iterator[str]:
    board = state.board
    shown = GAME.view(state, None)
    yield f"  = round {board.round} {shown['step']}, first player {board.first_player}, deck {len(board.deck)}"
    yield f"  = pos {' '.join(str(w.pos) for w in board.wizards)}, gold {' '.join(str(w.gold) for w in board.wizards)}"
    yield f"  = book {' '.join(board.book)}; discard {' '.join(board.discard) or '-'}"
    yield f"  = asked {' '.join(prompt.id for prompt in GAME.prompts(state).values()) or 'nobody'}"
    digests = {str(seat): sha256(canon(GAME.view(state, seat))).hexdigest()[:12] for seat in range(board.seats)}
    digests["spectator"] = sha256(canon(shown)).hexdigest()[:12]
    yield f"  = views {' '.join(f'{viewer}:{digest}' for viewer, digest in digests.items())}"
    outcome = GAME.outcome(state)
    if outcome is not None:
        yield f"  = ended {outcome.reason}, ranking {outcome.ranking}, winners {outcome.winners}"


if __name__ == "__main__":
    for name in sys.argv[1:]:
        record(Path(name))
        sys.stdout.write(f"recorded {name}\n")
