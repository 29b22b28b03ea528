"""What a picture is drawn from: the state that a seat sees, with the names of those who sit there."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tabularium_client.shapes import GameData
from tabularium_client.terminal.lettering import Line, glyphs
from tabularium_client.terminal.sayings import Sayings
from tabularium_client.words import Names

# By seat, as the page has them; a seat's number stands beside its colour everywhere.
COLOURS = ("#ff8a80", "#7cc0ff", "#f5d56b", "#7fd99b", "#d0a2f7", "#f2f2f2")
NAME_STYLE = "bold {}"


@dataclass(frozen=True, kw_only=True)
class Told:
    """One look at a match. `width` and `height` are the cells that the picture may take at most."""

    game: str
    content: Mapping[str, Any]
    state: Mapping[str, Any]
    people: Sequence[str]
    me: int | None
    waiting_for: Sequence[int]
    moves: Sequence[GameData]
    names: Names
    says: Sayings
    width: int
    height: int

    def term(self, key: str) -> str:
        """The name of a thing of the game."""
        return self.names.bare(key)

    def person(self, seat: int) -> str:
        """The name of who sits there."""
        return self.people[seat] if 0 <= seat < len(self.people) else str(seat)


def colour_of(seat: int) -> str:
    """The colour of a seat."""
    return COLOURS[seat % len(COLOURS)]


def people_of(match: Mapping[str, Any], bots: Mapping[str, str], says: Sayings) -> list[str]:
    """A name for every seat of a match: a handle, or a bot's name with the seat's number, so that no two are alike."""
    return [_name(seat, bots, says) for seat in match["seats"]]


def in_words(pieces: Sequence[Mapping[str, Any]] | None, people: Sequence[str]) -> Line:
    """A text of the service in logical order, with the names of people in place of seats' numbers, in their colours."""
    line: Line = []
    for piece in pieces or ():
        seat = piece.get("seat")
        if seat is None or seat >= len(people):
            line += glyphs(piece["text"], "bold" if piece.get("term") else "")
        else:
            line += glyphs(people[seat], NAME_STYLE.format(colour_of(seat)))
    return line


def _name(seat: Mapping[str, Any], bots: Mapping[str, str], says: Sayings) -> str:
    if seat["bot"]:
        return f"{bots.get(seat['bot'], seat['bot'])}-{seat['seat']}"
    if seat["player"] and seat["player"]["handle"]:
        return str(seat["player"]["handle"])
    return f"{says('nobody')}-{seat['seat']}"
