"""Leaving the match for good (SAS-49)."""

from games.core.records import replace
from games.spell_a_spell.chapters import snowballs, turns, voting
from games.spell_a_spell.draft import Draft
from games.spell_a_spell.events.course import LastSeatRemained, SeatResigned
from games.spell_a_spell.moves import ACCEPT
from games.spell_a_spell.outcome import LAST_SEAT
from games.spell_a_spell.state import Defending, Finished, Replying, State, Voting, on_turn, still_in, with_player


def resign(draft: Draft, seat: int) -> None:
    """Leave the circle; what the seat was needed for ends or is done without it, and the last seat left wins."""
    was_on_turn = on_turn(draft.state) == seat
    draft.write(SeatResigned(seat=seat))
    left = still_in(draft.table)
    if len(left) == 1:
        draft.write(LastSeatRemained(winner=left[0]))
        return
    if _carries_the_round(draft.state, seat):
        snowballs.end_round(draft, "resigned", "SAS-49")
    voting.close_when_all_have_voted(draft)
    if was_on_turn:
        turns.end_spell(draft, seat, "resigned", "SAS-49")
        turns.finish_turn(draft, seat)


def _carries_the_round(state: State, seat: int) -> bool:
    """Whether the snowball round cannot go on without the seat: initiator, target, or thief of a pending theft."""
    match state:
        case Defending(throw=throw):
            return seat in (throw.initiator, throw.thief, throw.target)
        case Replying(throw=throw):
            return seat in (throw.initiator, throw.target)
        case _:
            return False


def seat_resigned(state: State, event: SeatResigned) -> State:
    """A proposed word of the seat goes back to its hand, an open vote of its own is an accept; its passes go."""
    assert event.seat is not None
    seat = event.seat
    if isinstance(state, Voting) and state.proposed.seat == seat:
        state = voting.taken_back(state, refused=state.refused)
    elif isinstance(state, Voting) and seat in state.missing:
        state = voting.with_vote(state, seat, ACCEPT)
    gone = replace(state.table.players[seat], resigned=True, bewitched=False)
    passes = tuple(other for other in state.table.passes if other != seat)
    return replace(state, table=with_player(replace(state.table, passes=passes), seat, gone))


def last_seat_remained(state: State) -> State:
    """The match ends at once: a word of the last seat that lies open is judged by nobody and goes back to its hand."""
    if isinstance(state, Voting):
        state = voting.taken_back(state, refused=state.refused)
    return Finished(state.table, LAST_SEAT)
