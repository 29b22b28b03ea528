"""The messages of streams, which their `type` tells apart; a player's own stream tells those of matches too."""

from collections.abc import Mapping

from api.openapi.shapes import SHAPES as BASE
from api.openapi.shapes import Shape, ref
from api.openapi.unions import array, const, narrowed, union
from games.core.description import camel
from games.registry import GAMES


def _of_any_game(name: str) -> Shape:
    return {"anyOf": [ref(camel(slug) + name) for slug in GAMES]}


# By the type of the message what its `data` is.
DATA: Mapping[str, Shape] = {
    "event": _of_any_game("Event"),
    "prompts": ref("StreamPrompts"),
    "deadline": ref("StreamDeadline"),
    "status": ref("StreamStatus"),
    "table": ref("StreamTable"),
    "presence": ref("StreamPresence"),
    "chat": ref("StreamChat"),
    "end": ref("StreamEnd"),
    "match": ref("Match"),
    "left": ref("StreamLeft"),
    "notice": ref("Notice"),
    "clock": ref("StreamClock"),
    "match_end": ref("StreamMatchEnd"),
}
_ID: Shape = {"type": "string", "pattern": "^[0-9]+(-[0-9]+)*$", "description": "The stream goes on behind it."}


def _message(type: str, data: Shape) -> Shape:
    return {
        "type": "object",
        "description": f"`{type}` on a stream.",
        "properties": {"id": _ID, "type": const(type), "data": data},
        "required": ["id", "type", "data"],
    }


_NAMES: Mapping[str, str] = {type: f"{camel(type)}Message" for type in DATA}
SHAPES: Mapping[str, Shape] = {
    "StreamPrompts": narrowed(BASE["StreamPrompts"], items=array(_of_any_game("Prompt"))),
    **{_NAMES[type]: _message(type, data) for type, data in DATA.items()},
    "StreamMessage": {
        "description": "A message of a stream; `match`, `left`, `notice`, `clock`, `match_end` on one's own alone.",
        **union("type", {type: ref(name) for type, name in _NAMES.items()}),
    },
}
