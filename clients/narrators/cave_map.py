"""The board of Cave in characters, as the server's content gives it: x runs east, y north."""

from collections.abc import Collection, Mapping
from typing import Any

CELL = 8


def drawing(board: Mapping[str, Any], at: Mapping[int, str], opened: Collection[str], crystal: str | None) -> list[str]:
    """The map, north on top: the seats on an area stand behind its id, `*` marks the Crystal Chamber.

    A closed gate is `#`, an open one `:`.
    """
    places = {(area["x"], area["y"]): area["id"] for area in board["areas"]}
    ways = {frozenset(edge): "" for edge in board["edges"]}
    ways.update({frozenset(gate["edge"]): ":" if gate["id"] in opened else "#" for gate in board["gates"]})
    wide, high = max(x for x, _ in places) + 1, max(y for _, y in places) + 1
    lines = []
    for y in reversed(range(high)):
        lines.append("".join(_cell(places, ways, (x, y), at, crystal) for x in range(wide)).rstrip())
        lines.append("".join(_below(places, ways, (x, y)) for x in range(wide)).rstrip())
    return lines[:-1]


def _cell(
    places: Mapping[tuple[int, int], str],
    ways: Mapping[frozenset[str], str],
    place: tuple[int, int],
    at: Mapping[int, str],
    crystal: str | None,
) -> str:
    area = places.get(place)
    if area is None:
        return " " * CELL
    seats = "".join(str(seat) for seat in sorted(at) if at[seat] == area)
    label = area + ("*" if area == crystal else "") + (f"[{seats}]" if seats else "")
    way = ways.get(frozenset((area, places.get((place[0] + 1, place[1]), ""))))
    return label.ljust(CELL) if way is None else label.ljust(CELL - 1, "-") + (way or "-")


def _below(places: Mapping[tuple[int, int], str], ways: Mapping[frozenset[str], str], place: tuple[int, int]) -> str:
    x, y = place
    way = ways.get(frozenset((places.get(place, ""), places.get((x, y - 1), ""))))
    return ("" if way is None else way or "|").ljust(CELL)
