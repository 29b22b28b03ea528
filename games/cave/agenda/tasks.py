"""What can be on the agenda of a match: small records whose fields are JSON, or records again."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, ClassVar

from games.core.json import JSON, JSONObject

TASKS: dict[str, type["Task"]] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """One thing still to be done. Each kind is a class of its own and enters itself in `TASKS` by its word, `do`.

    The word is a question's kind; else it is that of the class, as events tell it: `BeginTurn` is `begin_turn`.
    `stays` marks what is still done when the turn has to end before its time (CAVE-R13.5, CAVE-R24.1).
    """

    do: ClassVar[str]
    stays: ClassVar[bool] = False

    def __init_subclass__(cls) -> None:
        cls.do = getattr(cls, "kind", re.sub(r"(?<=[a-z])(?=[A-Z])", "_", cls.__name__).lower())
        TASKS[cls.do] = cls


@dataclass(frozen=True, slots=True, kw_only=True)
class Question(Task):
    """A decision that a seat has to make before the rest goes on; `kind` is its name on the rules page (CAVE-R23.9).

    `casts` are the spells' moments that fit it (CAVE-R23.6); `cast_done` closes them after one cast (CAVE-R23.5).
    `clause` is the rule that asks. The answer to a `secret` one is written by its chapter.
    """

    kind: ClassVar[str]
    clause: ClassVar[str] = "CAVE-R23.9"
    casts: ClassVar[tuple[str, ...]] = ()
    secret: ClassVar[bool] = False

    seat: int
    cast_done: bool = False

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that are asked."""
        return (self.seat,)


def to_json(task: Task) -> JSONObject:
    """`{"do": word, field: value, …}`, records within it alike."""
    return {"do": task.do, **{item.name: _plain(getattr(task, item.name)) for item in fields(task)}}


def from_json(value: Mapping[str, Any]) -> Any:
    """The task that `to_json` made `value` of."""
    return TASKS[value["do"]](**{name: _rich(inner) for name, inner in value.items() if name != "do"})


def _plain(value: Any) -> JSON:
    if is_dataclass(value):
        assert isinstance(value, Task)
        return to_json(value)
    return tuple(_plain(item) for item in value) if isinstance(value, tuple) else value


def _rich(value: Any) -> Any:
    if isinstance(value, Mapping):
        return from_json(value)
    return tuple(_rich(item) for item in value) if isinstance(value, list | tuple) else value
