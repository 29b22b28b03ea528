"""The door for events: books one fact. Nothing is judged or drawn here."""

from games.core.events import Event
from games.rock_paper_wizard import resignation
from games.rock_paper_wizard.chapters import (
    dealing,
    gestures,
    learning,
    payments,
    refreshment,
    resolution,
    reveal,
    scoring,
    spells,
)
from games.rock_paper_wizard.events import course as e
from games.rock_paper_wizard.state import State


def evolve(state: State | None, event: Event) -> State:
    """The state after `event`; an event that is not of this game, or comes before the first, is an error."""
    if state is None:
        if isinstance(event, e.LairPrepared):
            return dealing.lair_prepared(event)
        raise TypeError(f"{event.type} cannot be the first event")
    return _booked(state, event)


# One branch for each event, and nothing else: longer than a screen because the game has that many facts.
def _booked(state: State, event: Event) -> State:
    match event:
        case e.EffectApplied():
            return spells.effect_applied(state, event)
        case e.SpellBegun():
            return resolution.spell_begun(state, event)
        case e.ChoiceMade():
            return learning.choice_made(state, event)
        case e.ChoiceDefaulted():
            return learning.choice_defaulted(state, event)
        case e.WizardReentered():
            return refreshment.wizard_reentered(state, event)
        case e.GesturesRevealed():
            return reveal.gestures_revealed(state, event)
        case e.WildPairFormed():
            # The pair is named for the readers; its gestures change as each card is drawn.
            return state
        case e.WildCardDrawn():
            return gestures.wild_card_drawn(state, event)
        case e.GestureRedirected():
            return gestures.gesture_redirected(state, event)
        case e.GestureCancelled():
            return gestures.gesture_cancelled(state, event)
        case e.GestureMadeWild():
            return gestures.gesture_made_wild(state, event)
        case e.WildCardDiscarded():
            return resolution.wild_card_discarded(state, event)
        case e.ReceiverAsked():
            return payments.receiver_asked(state, event)
        case e.ReceiverChosen():
            return payments.receiver_chosen(state)
        case e.GoldScored():
            return scoring.gold_scored(state, event)
        case e.WinChecked():
            return scoring.win_checked(state, event)
        case e.BookCardRetired():
            return refreshment.book_card_retired(state, event)
        case e.CardPlaced():
            return dealing.card_placed(state, event)
        case e.CardRejected():
            return dealing.card_rejected(state, event)
        case e.DiscardBecameDeck():
            return dealing.discard_became_deck(state)
        case e.FirstPlayerDrawn():
            return dealing.first_player_drawn(state, event)
        case e.MarkerPassed():
            return refreshment.marker_passed(state, event)
        case e.RoundBegun():
            return dealing.round_begun(state, event)
        case e.SeatResigned():
            return resignation.seat_resigned(state, event)
        case e.LastSeatRemained():
            return resignation.last_seat_remained(state, event)
        case _:
            raise TypeError(f"unknown event {event.type}")
