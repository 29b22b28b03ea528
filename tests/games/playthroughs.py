"""Whole matches as text: what was played, every event it made, and what each seat could see after it.

A file is a header (`name value` lines: game, rules, seats, options, key) and then, for each move, a line
`> SEAT MOVE` with what came of it below. Header and `>` lines are the input; everything else is recorded. To record
anew after a wanted change, or to fill in a new file of header and moves alone:
`python -m tests.games.playthroughs FILE …`, then read the difference.
"""

import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from events.format.canon import canon
from games.core.chance import Chance
from games.core.codec import encode, move_from_json
from games.core.definition import GameDefinition, State
from games.core.events import Event
from games.core.prompts import Prompt
from games.registry import find
from tests.games.cave.glance import glance as glance_at_cave
from tests.games.rock_paper_wizard.glance import glance as glance_at_rock_paper_wizard
from tests.games.spell_a_spell.glance import glance as glance_at_spell_a_spell

FOLDER = Path(__file__).parents[1] / "playthroughs"
MOVE, START = "> ", "> start"

# What a reader wants to see of a game's state after each move, a line each; a game without one shows its views' digests.
GLANCES: Mapping[str, Callable[[State], Iterator[str]]] = {
    "cave": glance_at_cave,
    "rock-paper-wizard": glance_at_rock_paper_wizard,
    "spell-a-spell": glance_at_spell_a_spell,
}


def files() -> list[Path]:
    return sorted(FOLDER.glob("*/*.txt"))


def header_of(text: str) -> dict[str, str]:
    lines = text.splitlines()
    return dict(line.split(" ", 1) for line in lines[: lines.index(START)] if line)


def game_of(header: Mapping[str, str]) -> GameDefinition:
    return find(header["game"], header["rules"])


def moves_of(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith(MOVE) and line != START]


def rendered(text: str) -> str:
    """The file that the header and the moves of `text` lead to."""
    header = header_of(text)
    return (
        "\n".join([*(f"{name} {value}" for name, value in header.items()), "", *_played(header, moves_of(text))]) + "\n"
    )


def record(path: Path) -> None:
    path.write_text(rendered(path.read_text(encoding="utf-8")), encoding="utf-8")


def move_of(game: GameDefinition, line: str) -> tuple[int, Any]:
    """The seat and the move of a `>` line."""
    seat, body = line.removeprefix(MOVE).split(" ", 1)
    return int(seat), move_from_json(game.move_classes, json.loads(body))


def _played(header: Mapping[str, str], moves: Sequence[str]) -> Iterator[str]:
    game, seats = game_of(header), int(header["seats"])
    chance = Chance(bytes.fromhex(header["key"]))
    state: State | None = None
    version = 0
    for line in (START, *moves):
        yield line
        if line == START:
            events = game.start(json.loads(header["options"]), seats, chance)
        else:
            events = game.decide(state, *move_of(game, line), chance)
        for event in events:
            version += 1
            state = game.evolve(state, event)
            yield f"  {version} {_event(event)}"
        yield from (f"  = {shown}" for shown in _seen(game, state, seats))


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


def _asked(prompt: Prompt) -> str:
    """The prompt and a digest of its legal moves in their order: bots pick by it, so it belongs to the rules version."""
    legal = [body for asked in prompt.moves for body in asked.legal]
    return f"{prompt.id}:{sha256(canon(legal)).hexdigest()[:12]}"


def _seen(game: GameDefinition, state: State, seats: int) -> Iterator[str]:
    if game.slug in GLANCES:
        yield from GLANCES[game.slug](state)
    yield f"asked {' '.join(map(_asked, game.prompts(state).values())) or 'nobody'}"
    views = {str(seat): game.view(state, seat) for seat in range(seats)} | {"spectator": game.view(state, None)}
    digests = {viewer: sha256(canon(view)).hexdigest()[:12] for viewer, view in views.items()}
    yield f"views {' '.join(f'{viewer}:{digest}' for viewer, digest in digests.items())}"
    outcome = game.outcome(state)
    if outcome is not None:
        yield f"ended {outcome.reason}, ranking {outcome.ranking}, winners {outcome.winners}"


if __name__ == "__main__":
    for name in sys.argv[1:]:
        record(Path(name))
        sys.stdout.write(f"recorded {name}\n")
