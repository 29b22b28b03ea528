"""Cave: the map, north on top, with the adventurers on it, and a sheet for each of them beside it."""

from collections.abc import Mapping
from typing import Any

from tabularium_client.terminal.lettering import Line, cut, field, glyphs, padded, visual, wrapped
from tabularium_client.terminal.told import Told, colour_of

# A room and the way to the next one; the sheets beside the map need no less.
CELL, WIDE_CELL, SHEET = 6, 9, 25
KINDS = {"entrance": "bold", "chamber": "#d0a2f7", "special": "#7fd99b", "corridor": "#c8c8c8"}
CRYSTAL, TARGET, ROCK = "bold #7cf0ff", "bold underline #ffe066", "#8a7a66"
STATS = ("strength", "power", "endurance", "gold")
SHORT = 3
LEAST_TEXTS = 2


def picture(told: Told) -> list[Line]:
    """The map and the sheets, side by side."""
    drawn, sheets = _map(told), _sheets(told)
    wide = _cell(told) * _size(told)[0]
    high = min(max(len(drawn), len(sheets)), max(told.height, len(drawn)))
    empty = glyphs(" " * wide)
    left = [padded(line, wide) for line in drawn] + [empty] * (high - len(drawn))
    right = (sheets + [[]] * high)[:high]
    lines = [one + glyphs(" ") + other for one, other in zip(left, right, strict=True)]
    room = told.height - len(lines)
    return [*lines, *_texts(told)[:room]] if room >= LEAST_TEXTS else lines


def _size(told: Told) -> tuple[int, int]:
    areas = told.content["board"]["areas"]
    return max(area["x"] for area in areas) + 1, max(area["y"] for area in areas) + 1


def _cell(told: Told) -> int:
    return WIDE_CELL if told.width >= WIDE_CELL * _size(told)[0] + SHEET + 1 else CELL


def _ways(told: Told) -> dict[frozenset[str], str]:
    """The ways between two areas, each with what bars it: nothing, an open gate, a closed one."""
    board, opened = told.content["board"], told.state["gates_open"]
    ways = {frozenset(edge): "" for edge in board["edges"]}
    return ways | {frozenset(gate["edge"]): "open" if gate["id"] in opened else "shut" for gate in board["gates"]}


def _map(told: Told) -> list[Line]:
    wide, high = _size(told)
    places = {(area["x"], area["y"]): area for area in told.content["board"]["areas"]}
    ways, at = _ways(told), _people(told)
    targets = {str(move["to"]) for move in told.moves if "to" in move}
    lines: list[Line] = []
    for y in reversed(range(high)):
        rooms: Line = []
        below: Line = []
        for x in range(wide):
            area = places.get((x, y))
            east, south = places.get((x + 1, y)), places.get((x, y - 1))
            rooms += _room(told, area, _way(ways, area, east), targets, at if y == 0 else {})
            below += _under(told, area, _way(ways, area, south), at)
        lines += [rooms, below] if y else [rooms]
    return lines


def _way(
    ways: Mapping[frozenset[str], str], one: Mapping[str, Any] | None, other: Mapping[str, Any] | None
) -> str | None:
    return ways.get(frozenset((one["id"], other["id"]))) if one and other else None


def _people(told: Told) -> dict[str, list[int]]:
    at: dict[str, list[int]] = {}
    for one in told.state["adventurers"]:
        if one["area"]:
            at.setdefault(one["area"], []).append(one["seat"])
    return at


def _room(
    told: Told, area: Mapping[str, Any] | None, east: str | None, targets: set[str], at: Mapping[str, list[int]]
) -> Line:
    wide = _cell(told)
    if area is None:
        return glyphs(" " * wide)
    name, crystal = area["id"], told.state["crystal"]
    lying = told.state["areas"].get(name) or {"lying": [], "gold": 0}
    look = KINDS.get(area["kind"], "")
    if name == crystal["area"]:
        look = CRYSTAL
    if name in targets:
        look = TARGET
    line = glyphs(name, look, {"part": {"to": name}})
    line += glyphs("*", CRYSTAL) if name == crystal["area"] else []
    line += glyphs("+", "bold #f5d56b") if lying["lying"] or lying["gold"] else []
    # Nothing is east of the lowest room, and nothing below it.
    line += glyphs(" ") + _figures(told, at[name], wide) if name in at else []
    bar = {None: " ", "": "─", "open": "┄", "shut": "╫"}[east]
    way = glyphs(("─" if east == "shut" else bar) * (wide - len(line)), ROCK)
    if east == "shut" and way:
        way[-1] = glyphs(bar, "bold #ff8a80")[0]
    return (line + way)[:wide]


def _under(told: Told, area: Mapping[str, Any] | None, south: str | None, at: Mapping[str, list[int]]) -> Line:
    wide = _cell(told)
    sign = {None: " ", "": "│", "open": "┊", "shut": "╪"}[south]
    line = glyphs(sign, "bold #ff8a80" if south == "shut" else ROCK)
    if area is not None and area["id"] in at:
        line += _figures(told, at[area["id"]], wide - 1)
    return padded(line, wide)


def _figures(told: Told, seats: list[int], room: int) -> Line:
    """Who stands there: the seats' numbers, one's own turned dark on light."""
    line: Line = []
    for seat in seats:
        line += glyphs(str(seat), f"bold {colour_of(seat)}{' reverse' if seat == told.me else ''}")
    return cut(line, room)


def _sheets(told: Told) -> list[Line]:
    room = told.width - _cell(told) * _size(told)[0] - 1
    lines: list[Line] = []
    for one in told.state["adventurers"]:
        lines += _sheet(told, one, room)
    if told.me is not None and told.me < len(told.state["adventurers"]):
        lines += _held(told, told.state["adventurers"][told.me], room)
    return [*lines, *_ground(told, room)]


def _sheet(told: Told, one: Mapping[str, Any], room: int) -> list[Line]:
    seat, state = one["seat"], told.state
    look = f"bold {colour_of(seat)}{' reverse' if seat == told.me else ''}"
    turn = "►" if state["turn"] == seat else " "
    name = glyphs(f"{turn}{seat}", look) + glyphs(" ")
    if one["out"] or one["character"] is None:
        gone = told.says("out") if one["out"] else "…"
        return [name + field(f"{told.person(seat)} – {gone}", room - 3, "dim")]
    who = field(f"{told.person(seat)}, {told.term(one['character'])}", room - 3, f"bold {colour_of(seat)}")
    values = {
        "strength": str(one["total_strength"]),
        "power": str(one["total_power"]),
        "endurance": f"{one['endurance']}/{one['healing_cap']}",
        "gold": str(one["gold"]),
    }
    line = glyphs(" ")
    for stat in STATS:
        line += visual(glyphs(told.term(stat)[:SHORT].capitalize(), "dim")) + glyphs(values[stat], "bold") + glyphs(" ")
    line += glyphs("!", "bold #ff8a80") if any(one["penalties"].values()) else []
    return [name + who, cut(line, room)]


def _held(told: Told, mine: Mapping[str, Any], room: int) -> list[Line]:
    """What one holds: objects, friends, spells, and how many trophies."""
    cards = [*(mine["objects"] or ()), *(mine["friends"] or ()), *(told.state.get("your_spells") or ())]
    parts = [told.term(card) for card in cards]
    if mine["trophies"]:
        parts.append(f"{told.term('trophy')} ×{len(mine['trophies'])}")
    if mine["character"] is None or not parts:
        return []
    text = glyphs(", ".join(parts))
    return [glyphs("─" * room, "dim"), *(visual(line) for line in wrapped(text, room))]


def _ground(told: Told, room: int) -> list[Line]:
    """What lies on the areas that have a `+` on the map."""
    lines: list[Line] = []
    for area, found in told.state["areas"].items():
        parts = [told.term(card) for card in found["lying"]]
        parts += [f"{told.term('gold')} {found['gold']}"] if found["gold"] else []
        if parts:
            lines += [visual(line) for line in wrapped(glyphs(f"{area}+ ", "bold") + glyphs(", ".join(parts)), room)]
    return [glyphs("─" * room, "dim"), *lines] if lines else []


def _texts(told: Told) -> list[Line]:
    """Where there is room: what one's area, character and cards say, and the cards that lie there."""
    mine = next((one for one in told.state["adventurers"] if one["seat"] == told.me), None)
    if mine is None or mine["character"] is None:
        return []
    language = told.says.language
    found: list[tuple[str, str]] = []
    area = next((one for one in told.content["board"]["areas"] if one["id"] == mine["area"]), None)
    if area is not None and area["instruction"]:
        found.append((f"{area['names'][language]} {area['id']}", area["instruction"]["words"][language]))
    character = next((one for one in told.content["characters"] if one["id"] == mine["character"]), None)
    for ability in told.content["abilities"]:
        if character is not None and ability["id"] in character["abilities"]:
            found.append((ability["names"][language], ability["texts"][language]))
    lying = (told.state["areas"].get(mine["area"]) or {"lying": []})["lying"]
    held = [*mine["objects"], *mine["friends"], *(told.state.get("your_spells") or ())]
    for card in told.content["cards"]:
        if card["id"] in {*lying, *held} and card["effect"]:
            found.append((card["names"][language], card["effect"]["words"][language]))
    lines = [glyphs("─" * told.width, "dim")] if found else []
    for name, text in found:
        whole = glyphs(f"{name}: ", "bold") + glyphs(text)
        lines += [visual(line, right_to_left=told.says.right_to_left) for line in wrapped(whole, told.width)]
    return lines
