"""How a game is shown: who sits down, with which options, and what the public events say in lines."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from clients.api import Api


class Narrator(Protocol):
    """Tells one match."""

    def tell(self, event: dict[str, Any]) -> Iterator[str]:
        """The lines that an event is worth."""
        ...


@dataclass(frozen=True, kw_only=True)
class Show:
    """One game for the demo. `narrator` gets the server, for names and content, and the handles by seat."""

    game: str
    narrator: Callable[[Api, Sequence[str]], Narrator]
    players: tuple[str, ...] = ("Alicja", "Boaz", "Charlie")
    options: Mapping[str, Any] = field(default_factory=dict)


def together(names: Sequence[str]) -> str:
    """The names in one phrase; nobody's is `nobody`."""
    return " and ".join(names) or "nobody"
