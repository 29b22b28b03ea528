"""What one match tells of the balance of its game."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any


@dataclass(frozen=True, kw_only=True)
class Result:
    """One match: its end, its rounds, the moves it took, what its events tell.

    - A game without rounds counts turns for `rounds`.
    - `prompts` counts by seat what was asked; `forced` those among them that standing orders answer; `single` those
      that one move alone answers; `sensible` those that are either.
    - `first` is the seat that began.
    - `characters` has each seat's last one, empty in a game without; `cards` how often each seat showed each card,
      where all show theirs at once.
    - `out` has the eliminated seats, each with the round.
    - `at_once` counts the rounds in which seats showed cards at once, `alike` those in which all showed the same.
    """

    reason: str
    rounds: int
    moves: int
    won: tuple[int, ...]
    prompts: tuple[int, ...]
    forced: int
    single: int
    events: Counter[str]
    crystal_round: int | None
    first: int | None
    characters: tuple[str, ...]
    cards: tuple[Mapping[str, int], ...]
    out: tuple[tuple[int, int], ...]
    at_once: int
    alike: int
    sensible: int = 0

    def noted(self) -> Mapping[str, Any]:
        """As JSON has it; `asdict` would count the pairs of the counter."""
        return {part.name: getattr(self, part.name) for part in fields(self)}

    @classmethod
    def read(cls, noted: Mapping[str, Any]) -> "Result":
        """One that was written as JSON."""
        lists = {name: tuple(noted[name]) for name in ("won", "prompts", "characters", "cards")}
        out = tuple((seat, round) for seat, round in noted["out"])
        return cls(**{**noted, **lists, "out": out, "events": Counter(noted["events"])})

    def share(self, seat: int) -> float:
        """What the seat has won; tied winners share a win."""
        return 1 / len(self.won) if seat in self.won else 0.0
