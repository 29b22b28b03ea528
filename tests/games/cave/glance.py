"""The board of Cave in a few lines, for recorded matches."""

from collections.abc import Iterator

from games.cave.state import RESIGNED, Adventurer, Asking, State


def glance(state: State) -> Iterator[str]:
    board = state.board
    turn = "-" if board.turn is None else str(board.turn.seat)
    kind = state.question.kind if isinstance(state, Asking) else "-"
    piles = "/".join(str(board.pile(deck).size) for deck in ("cave", "adventure", "spells"))
    yield f"round {board.round}, turn of {turn}, {kind}, stacks {piles}, gates {' '.join(board.gates_open) or '-'}"
    for seat, hero in enumerate(board.adventurers):
        out = board.out[seat]
        yield f"{seat}: {_hero(hero) if hero else 'resigned' if out == RESIGNED else out or 'no character yet'}"


def _hero(hero: Adventurer) -> str:
    values = f"strength {hero.strength} power {hero.power} endurance {hero.endurance} gold {hero.gold}"
    return f"{hero.character} on {hero.area}, {values}, owns {' '.join(hero.owned) or '-'}, spells {len(hero.spells)}"
