"""The lair's track and the other numbers of the game, in one table (RPW-7, RPW-12, RPW-51, RPW-57, RPW-67)."""

EXIT_END = 0
EXIT_AREA_LAST = 2
REENTRY_FROM_EXIT = 3
START = 5
REENTRY_FROM_TREASURE = 7
TREASURE_AREA_FIRST = 8
HOARD_END = 10

STARTING_GOLD = 3
MAX_BOOK = 5
MAX_OF_A_COLOUR = 2
GOLD_FOR_CLOSEST, GOLD_FOR_SECOND = 5, 3
GOAL = 25
IDLE_ROUNDS_TO_ABANDON = 3


def on_track(pos: int) -> int:
    """The space nearest to `pos` that exists: nobody leaves the track at either end (RPW-34)."""
    return max(EXIT_END, min(HOARD_END, pos))


def reentry(pos: int) -> int:
    """Where a wizard at `pos` stands after the refresh: just outside an end area, else where it was (RPW-57)."""
    if pos <= EXIT_AREA_LAST:
        return REENTRY_FROM_EXIT
    if pos >= TREASURE_AREA_FIRST:
        return REENTRY_FROM_TREASURE
    return pos
