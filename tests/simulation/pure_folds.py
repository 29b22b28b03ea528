"""Folds that several simulated processes would make of the same events, made once.

A fold is a pure function of the match and the events, and matches never change. So what one process has folded serves
the others; now and then it is folded anew and compared.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from random import Random

from events.store import StoredEvent
from games.matches.stream.state import Match

Advance = Callable[[Match, Iterable[StoredEvent]], Match]
# One in so many is folded anew.
COMPARED = 50


class PureFolds:
    """By match what each append makes of it."""

    def __init__(self, advance: Advance, differs: Callable[[str], None]) -> None:
        self._advance, self._differs = advance, differs
        # Which are folded anew is no draw of the simulation's own.
        self._chance = Random(1)
        self._known: defaultdict[str, dict[tuple[bytes, bytes], Match]] = defaultdict(dict)

    def __call__(self, match: Match, events: Iterable[StoredEvent]) -> Match:
        for append in _appends(events):
            known = self._known[match.id]
            place = match.head.hash, append[-1].hash
            found = known.get(place)
            if found is None:
                found = known[place] = self._advance(match, append)
            elif self._chance.random() * COMPARED < 1 and self._advance(match, append) != found:
                self._differs(f"match {match.id} is another at version {append[-1].version}, folded once more")
            match = found
        return match

    def forget(self, match: str) -> None:
        self._known.pop(match, None)


def _appends(events: Iterable[StoredEvent]) -> Iterator[list[StoredEvent]]:
    """The events, append by append: those of one share their time."""
    together: list[StoredEvent] = []
    for event in events:
        if together and event.envelope["at"] != together[0].envelope["at"]:
            yield together
            together = []
        together.append(event)
    if together:
        yield together
