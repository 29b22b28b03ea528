"""From a move to what it appends: the table's own events, the kernel's, and the end of the match if it is one."""

from collections.abc import Sequence

from events.store import NewEvent
from games.core.definition import Outcome
from games.core.json import JSONObject
from games.core.moves import Move
from games.matches.stream import quarantine
from games.matches.stream.drafts import Plan, of_kernel, of_table, with_move
from games.matches.stream.loading import Loaded
from games.matches.stream.state import Match
from games.table import folding
from games.table.events import BOT, MatchEnded, TableEvent
from games.table.seat_signatures import SignedPart
from games.table.state import abandoned


def decide(
    loaded: Loaded,
    seat: int,
    move: Move,
    *,
    by: str,
    body: JSONObject,
    ahead: Sequence[TableEvent] = (),
    signed: SignedPart | None = None,
) -> Plan:
    """The events of an accepted move of `seat`, after the table's events `ahead`; `RuleBroken` if it is refused.

    `signed` is its player's signature.
    """
    match = loaded.match

    def judge() -> tuple[list[NewEvent], Match, Outcome | None]:
        decision = match.game.decide(match.state, seat, move, match.chance())
        after = folding.decided(_told(loaded, ahead), decision, move=match.moves + 1, at=loaded.next_at)
        after = folding.moved(after, seat, by=by)
        drafts = [*map(of_table, ahead), *of_kernel(decision.events, by=by, move=match.moves + 1)]
        bots = match.game.bots if by == BOT else None
        return with_move(drafts, seat=seat, move=body, bots=bots, signed=signed), after, _outcome(after)

    drafts, after, outcome = quarantine.judged(match.id, match.head.version, "decide", judge)
    if outcome is None:
        return Plan(drafts=drafts, after=after)
    end = MatchEnded.of(outcome, knowing=after.table.knowing)
    return Plan(drafts=[*drafts, of_table(end)], after=_told_one(after, end, loaded))


def _told(loaded: Loaded, events: Sequence[TableEvent]) -> Match:
    match = loaded.match
    for event in events:
        match = _told_one(match, event, loaded)
    return match


def _told_one(match: Match, event: TableEvent, loaded: Loaded) -> Match:
    # Only an event that seats a player or a bot needs its version, and none of them is part of a move.
    return folding.told(match, event, version=match.head.version + 1, at=loaded.next_at)


def _outcome(after: Match) -> Outcome | None:
    """The outcome by the game's rules, or by the table if nobody is left to play."""
    return after.game.outcome(after.state) or abandoned(after.table, after.gone)
