"""What spectators see of a match that is told to them later, so that a friend who watches is no second pair of eyes.

The delay is in events or in seconds and holds while the match is played: before the start there is nothing to hide, and
after the end everything is open. What is seen ends where an append does.
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta

from events import store
from games.matches.stream.history import at_version
from games.matches.stream.loading import Loaded, seated
from games.table.state import ACTIVE

MOST_EVENTS, MOST_SECONDS = 1_000, 24 * 3600

Delay = Mapping[str, int]


def seen(loaded: Loaded, delay: Delay) -> Loaded:
    """The match as somebody without a seat sees it now."""
    table, head = loaded.match.table, loaded.match.head.version
    if table.status != ACTIVE or table.started_at is None:
        return loaded
    if "seconds" in delay:
        until = store.version_before(loaded.match.id, loaded.now - timedelta(seconds=delay["seconds"]))
    else:
        until = store.version_before_append_of(loaded.match.id, head + 1 - delay["events"])
    # Who has sat down in the lobby is no secret; the seat that starts the match is taken in the append of the start.
    until = max(until, store.version_before(loaded.match.id, table.started_at))
    if until >= head:
        return loaded
    match = at_version(loaded, until)
    read = tuple(event for event in loaded.read if event.version <= until)
    return replace(loaded, match=match, holders=seated(match), read=read)
