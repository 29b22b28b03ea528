"""The door for moves: judges one and answers with its events, or refuses."""

from collections.abc import Sequence

from games.core.chance import Chance
from games.core.definition import Decision
from games.core.errors import require_in_play
from games.core.events import Event
from games.core.json import JSONObject
from games.core.moves import Move, Resign
from games.spell_a_spell import resignation
from games.spell_a_spell.chapters import effects, runs, snowballs, turns, voting, words
from games.spell_a_spell.draft import Draft
from games.spell_a_spell.evolve import evolve
from games.spell_a_spell.moves import CastWord, Decline, EndTurn, PlayEffect, Vote
from games.spell_a_spell.options import check_options
from games.spell_a_spell.refusals import REFUSALS, refusal
from games.spell_a_spell.state import Finished, State, still_in


def start(options: JSONObject, seats: int, chance: Chance) -> Sequence[Event]:
    """Set a match up for 2 to 5 seats, as far as the first turn; refuses options that contradict each other."""
    check_options(options, seats)
    mark = chance.next_draw
    dealer = chance.one_of(range(seats))
    first = runs.first_run(options, seats, dealer, chance.since(mark))
    draft = Draft.begun(first, chance, evolve)
    runs.set_up(draft)
    return draft.events


def decide(state: State, seat: int, move: Move, chance: Chance) -> Decision:
    """The events that `move` of `seat` makes, down to the next question or the end; RuleBroken from `REFUSALS`."""
    over, table = isinstance(state, Finished), state.table
    require_in_play(REFUSALS, seat, over=over, seats=table.seats, playing=still_in(table))
    draft = Draft(state, chance, evolve)
    match move:
        case CastWord():
            words.cast_word(draft, seat, move)
        case PlayEffect(effect=effect):
            effects.play(draft, seat, effect)
        case EndTurn():
            turns.end_turn(draft, seat)
        case Decline():
            snowballs.decline(draft, seat)
        case Vote(vote=vote):
            voting.vote(draft, seat, vote)
        case Resign():
            resignation.resign(draft, seat)
        case _:
            raise refusal("unknown_move")
    return draft.decision
