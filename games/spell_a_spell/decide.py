"""The door for moves: judges one and answers with its events, or refuses."""

from collections.abc import Sequence

from games.core.chance import Chance
from games.core.events import Event
from games.core.json import JSONObject
from games.core.moves import Move, Resign
from games.spell_a_spell import effects, resigning, runs, snowballs, turns, voting, wording
from games.spell_a_spell.draft import Draft
from games.spell_a_spell.evolve import evolve
from games.spell_a_spell.moves import CastWord, Decline, EndTurn, PlayEffect, Vote
from games.spell_a_spell.options import check_options
from games.spell_a_spell.refusals import refusal
from games.spell_a_spell.state import Finished, State


def start(options: JSONObject, seats: int, chance: Chance) -> Sequence[Event]:
    """Set a match up for 2 to 5 seats, as far as the first turn; refuses options that contradict each other."""
    check_options(options, seats)
    mark = chance.next_draw
    dealer = chance.one_of(range(seats))
    first = runs.first_run(options, seats, dealer, chance.since(mark))
    draft = Draft(evolve(None, first), chance, evolve)
    runs.set_up(draft)
    return [first, *draft.events]


def decide(state: State, seat: int, move: Move, chance: Chance) -> Sequence[Event]:
    """The events that `move` of `seat` makes, down to the next question or the end; RuleBroken from `REFUSALS`."""
    _require_in_play(state, seat)
    draft = Draft(state, chance, evolve)
    match move:
        case CastWord():
            wording.cast_word(draft, seat, move)
        case PlayEffect(effect=effect):
            effects.play(draft, seat, effect)
        case EndTurn():
            turns.end_turn(draft, seat)
        case Decline():
            snowballs.decline(draft, seat)
        case Vote(vote=vote):
            voting.vote(draft, seat, vote)
        case Resign():
            resigning.resign(draft, seat)
        case _:
            raise refusal("unknown_move")
    return draft.events


def _require_in_play(state: State, seat: int) -> None:
    if isinstance(state, Finished):
        raise refusal("match_is_over")
    if not 0 <= seat < state.table.seats:
        raise refusal("no_such_seat")
    if state.table.players[seat].resigned:
        raise refusal("seat_resigned")
