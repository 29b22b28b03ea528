"""The door for events: books one fact. Nothing is judged or drawn here."""

from games.core.events import Event
from games.spell_a_spell import resignation
from games.spell_a_spell.chapters import casting, drawing, effects, runs, snowballs, turns, voting
from games.spell_a_spell.events import course as e
from games.spell_a_spell.memory import remembered
from games.spell_a_spell.state import State


def evolve(state: State | None, event: Event) -> State:
    """The state after `event`; an event that is not of this game, or comes before the first, is an error."""
    if state is None:
        if isinstance(event, e.RunStarted):
            return remembered(None, runs.run_started(None, event), event)
        raise TypeError(f"{event.type} cannot be the first event")
    return remembered(state, _booked(state, event), event)


# One branch for each event, and nothing else: longer than a screen because the game has that many facts.
def _booked(state: State, event: Event) -> State:
    match event:
        case e.TurnStarted():
            return turns.turn_started(state, event)
        case e.CardsDrawn() | e.CardsDealt():
            return drawing.cards_dealt(state, event)
        case e.WordCast():
            return casting.word_cast(state, event)
        case e.SpellStanding():
            return casting.spell_standing(state, event)
        case e.SpellEnded():
            return turns.spell_ended(state)
        case e.SeatBewitched():
            return turns.seat_bewitched(state, event)
        case e.FreePass():
            return turns.free_pass(state, event)
        case e.ExtraTurn():
            return turns.extra_turn_begun(state, event)
        case e.EffectPlayed():
            return effects.effect_played(state, event)
        case e.HandsRotated():
            return effects.hands_rotated(state, event)
        case e.HandPassed():
            # The hands change places all at once, after all are told, so that every card is somewhere at every version.
            return state
        case e.SnowballThrown():
            return snowballs.snowball_thrown(state, event)
        case e.WindowOpened():
            return snowballs.window_opened(state, event)
        case e.WindowDeclined():
            return snowballs.window_declined(state)
        case e.CardsStolen():
            return snowballs.cards_stolen(state, event)
        case e.SnowballRoundEnded():
            return snowballs.snowball_round_ended(state)
        case e.WordProposed():
            return voting.word_proposed(state, event)
        case e.VoteCast():
            return voting.vote_cast(state, event)
        case e.VoteClosed():
            return voting.vote_closed(state, event)
        case e.WordRefused():
            return voting.word_refused(state)
        case e.RunStarted():
            return runs.run_started(state, event)
        case e.RunEnded():
            return runs.run_ended(state, event)
        case e.SeatResigned():
            return resignation.seat_resigned(state, event)
        case e.LastSeatRemained():
            return resignation.last_seat_remained(state)
        case _:
            raise TypeError(f"unknown event {event.type}")
