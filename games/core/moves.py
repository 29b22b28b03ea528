"""The base of a kernel's moves, and their schemas."""

from dataclasses import dataclass
from typing import Any, ClassVar

from games.core.json import JSONObject


@dataclass(frozen=True, kw_only=True)
class Move:
    """An intention, which may be refused. A subclass sets `type` and adds fields that hold JSON values."""

    type: ClassVar[str]


@dataclass(frozen=True, kw_only=True)
class Resign(Move):
    """Leave the match for good: a move of every game, legal until the match ends, never in a prompt."""

    type = "resign"


def shape(type: str, **properties: JSONObject) -> dict[str, Any]:
    """The strict schema of a move: its type and exactly these properties."""
    return {
        "type": "object",
        "properties": {"type": {"const": type}, **properties},
        "required": ["type", *properties],
        "additionalProperties": False,
    }
