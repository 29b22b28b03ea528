"""The board as a map: branches, gates and distances (CAVE-R22.1, CAVE-R26)."""

from functools import cache

from games.cave.components.areas import AREAS, GATES

BY_ID = {area.id: area for area in AREAS}
ENTRANCE = "E"
CORRIDORS = tuple(area.id for area in AREAS if area.kind == "corridor")
CHAMBERS = tuple(area.id for area in AREAS if area.kind == "chamber")
GATE_ON = {edge: gate.id for gate in GATES for edge in (gate.edge, gate.edge[::-1])}
EDGES = tuple((area.id, exit) for area in AREAS for exit in area.exits if area.id < exit)


def branches(area: str, entered_from: str | None) -> tuple[str, ...]:
    """The ways on from left to right for who came from a neighbour (CAVE-R22.1).

    They are the other exits, clockwise from the one entered by; all exits in the area's order for who came from none.
    """
    exits = BY_ID[area].exits
    if entered_from is None:
        return exits
    at = exits.index(entered_from)
    return (*exits[at + 1 :], *exits[:at])


@cache
def nearest_chambers(area: str) -> tuple[str, ...]:
    """The chambers fewest steps away from an area, itself never, whatever gates lie between (CAVE-R25.7a)."""
    steps = distances(area)
    others = [chamber for chamber in CHAMBERS if chamber != area]
    nearest = min(steps[chamber] for chamber in others)
    return tuple(chamber for chamber in others if steps[chamber] == nearest)


def distances(start: str, closed: frozenset[str] = frozenset()) -> dict[str, int]:
    """How many steps each area is away that can be reached without passing the gates of `closed`."""
    steps, edge = {start: 0}, [start]
    while edge:
        here = edge.pop(0)
        for exit in BY_ID[here].exits:
            if exit not in steps and GATE_ON.get((here, exit)) not in closed:
                steps[exit] = steps[here] + 1
                edge.append(exit)
    return steps
