"""A plain player of Cave for measuring.

It gains strength in the south, heals when wounded, and seeks the Crystal when strong.
"""

from collections.abc import Mapping
from typing import Any

from games.cave.components.areas import GATES
from games.cave.components.board import CHAMBERS, ENTRANCE, distances
from games.core.chance import Chance

STRONG = 6
WOUNDED = 2
SOUTH = ("S1", "S2", "S4", "S6", "S7", "U1", "U2", "U3", "D1", "M2", "M3", "M5", "M6")
# What answers a prompt best, in this order, where nothing else decides.
LIKED = (
    *("exchange_trophies", "cure", "use_map", "take", "again", "evade", "cast", "pay", "explore", "go_on", "fight"),
    *("pass", "keep", "claim", "leave", "roll_kind", "decline"),
)

Body = dict[str, Any]


def choose(view: Mapping[str, Any], prompt: Any, chance: Chance) -> Body:
    """The move of the seat that is asked, from its own view and its legal moves."""
    moves: dict[str, list[Body]] = {asked.type: list(asked.legal) for asked in prompt.moves if asked.legal}
    me = view["adventurers"][prompt.seat]
    if "exchange_trophies" in moves:
        return moves["exchange_trophies"][-1]
    match prompt.kind:
        case "start_action":
            return start(view, me, moves, chance)
        case "first_step" | "branch":
            return step(view, me, moves, chance)
        case "split_draw":
            return moves["split_draw"][-1 if is_strong(me) else 0]
        case "trials":
            return (moves["attempt"] if dares(me) else moves["decline"])[0]
        case "choose":
            return moves["choose"][0]
    return next(moves[kind][0] for kind in (*LIKED, *moves) if kind in moves)


def start(view: Mapping[str, Any], me: Mapping[str, Any], moves: dict[str, list[Body]], chance: Chance) -> Body:
    if "cure" in moves:
        return moves["cure"][0]
    if "trials_again" in moves and dares(me):
        return moves["trials_again"][0]
    if "gate" in moves and is_strong(me):
        best = "power" if me["total_power"] > me["total_strength"] else "strength"
        return next((move for move in moves["gate"] if move["by"] in ("key", "open")), None) or next(
            move for move in moves["gate"] if move["by"] == best
        )
    ways = [way for way in ("roll", "step") if way in moves]
    return step(view, me, moves, chance) if chance.one_of(ways) == "step" else moves["roll"][0]


def step(view: Mapping[str, Any], me: Mapping[str, Any], moves: dict[str, list[Body]], chance: Chance) -> Body:
    """The way that leads nearest to the goal; forward where the die decides."""
    ways = [move for kind in ("step", "first_step", "branch") for move in moves.get(kind, [])]
    if any(move["to"] in ("forward", "back") for move in ways):
        return ways[0]
    closed = frozenset(gate.id for gate in GATES if gate.id not in view["gates_open"])
    wanted = goals(view, me)
    near = [(min(distances(move["to"], closed).get(goal, 99) for goal in wanted), move) for move in ways]
    least = min(found for found, _ in near)
    return chance.one_of([move for found, move in near if found == least])


def goals(view: Mapping[str, Any], me: Mapping[str, Any]) -> tuple[str, ...]:
    if me["endurance"] <= WOUNDED and me["gold"]:
        return (ENTRANCE,)
    if not is_strong(me):
        return tuple(area for area in SOUTH if area != me["area"])
    if view["crystal_area"]:
        return (view["crystal_area"],)
    return tuple(chamber for chamber in CHAMBERS if chamber != me["area"])


def is_strong(me: Mapping[str, Any]) -> bool:
    return bool(me["total_strength"] >= STRONG and me["total_power"] >= STRONG)


def dares(me: Mapping[str, Any]) -> bool:
    return is_strong(me) and me["endurance"] > 1 and me["gold"] > 1
