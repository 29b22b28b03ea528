"""Shapes about chance: what all draws of a game, or of a match, look like together."""

from typing import Annotated, TypedDict

from msgspec import Meta

from api.answers.parts import Next
from games.luck.fit import TEST
from games.matches.presentation.shapes import ID, Count, Hex32, OpenedDraw, Positive, Version, doc, words

Share = Annotated[float, Meta(ge=0, le=1)]


class Fit(TypedDict):
    """How well counts fit to what chance alone would do."""

    chi_squared: Annotated[float, Meta(ge=0)]
    degrees: Annotated[Positive, doc("Of freedom.")]
    p_value: Annotated[Share, doc("How likely chance alone is to be this far off, or further.")]


class DrawCounts(TypedDict):
    """Draws made for one type of event, of so many values that are equally likely."""

    event: str
    of: Annotated[int, Meta(ge=2)]
    counts: Annotated[list[Count], doc("How often each value came up: as many numbers as there are values.")]
    fit: Annotated[Fit | None, doc("Null while there are too few draws.")]


class Spread(TypedDict):
    """What a tenth, half and nine tenths of the newest 1,000 matches do not exceed."""

    tenth: Count
    half: Count
    nine_tenths: Count


class SizeStatistics(TypedDict):
    """Matches of a game with so many players."""

    seats: Positive
    matches: Positive
    wins_by_seat: Annotated[list[Share], doc("What part of the wins fell to each seat.")]
    wins_after_opener: Annotated[
        list[Share], doc("To the one who began, and to those who sit next to them in the order of the seats.")
    ]
    moves: Spread
    seconds: Spread


class GameStatistics(TypedDict):
    """All public matches of a game that have ended."""

    game: str
    matches: Count
    sizes: list[SizeStatistics]
    test: Annotated[str, words(TEST)]
    together: Annotated[Fit | None, doc("All tests as one.")]
    draws: list[DrawCounts]


class MatchLuck(TypedDict):
    """Every draw of a match that has ended."""

    match: ID
    test: Annotated[str, words(TEST)]
    together: Annotated[Fit | None, doc("All tests as one; null where there are too few draws.")]
    draws: list[DrawCounts]


class DrawPage(TypedDict):
    """Draws of a match that can be checked while it runs, in their order."""

    match: ID
    version: Annotated[Version, doc("How far the match has come for you.")]
    root: Annotated[Hex32 | None, doc("As event 1 has it; null where the match has no open draws.")]
    items: Annotated[list[OpenedDraw], doc("Those of the events that this page has looked through.")]
    next: Next
