"""The beginning and the end of a run; a match is one run or several (SAS-45)."""

from typing import cast

from games.core.codec import frozen
from games.core.events import Draws
from games.core.json import JSONObject
from games.spell_a_spell.chapters.drawing import deal
from games.spell_a_spell.chapters.ending import clauses_of_end
from games.spell_a_spell.components.cards import DECKS
from games.spell_a_spell.components.spelling import MIN_LENGTH
from games.spell_a_spell.draft import Draft
from games.spell_a_spell.events.course import RunEnded, RunStarted, TurnStarted
from games.spell_a_spell.options import options_of
from games.spell_a_spell.state import Dealing, Finished, Player, RunOver, State, Table, left_of

FIRST_RULES = ("SAS-1", "SAS-2", "SAS-4", "SAS-5", "SAS-6")
LATER_RULES = ("SAS-5", "SAS-45")


def first_run(given: JSONObject, seats: int, dealer: int, draws: Draws | None) -> RunStarted:
    """The first event of a match (SAS-1 to SAS-6), which names all that it is played with."""
    options = cast(JSONObject, frozen(given))
    return RunStarted(run=1, dealer=dealer, seats=seats, options=options, draws=draws, rules=FIRST_RULES)


def set_up(draft: Draft) -> None:
    """Deal, and give the turn to the player on the dealer's left (SAS-5, SAS-6)."""
    deal(draft)
    start_turn(draft, left_of(draft.table, draft.table.dealer))


def start_turn(draft: Draft, seat: int) -> None:
    """Put the seat on turn, under the standing spell or free (SAS-7, SAS-18, SAS-21)."""
    spell = draft.table.spell
    if spell is None:
        draft.write(TurnStarted(seat=seat, word=None, least=MIN_LENGTH, rules=("SAS-6", "SAS-7", "SAS-21")))
    else:
        rules = ("SAS-6", "SAS-7", "SAS-16", "SAS-18")
        draft.write(TurnStarted(seat=seat, word=spell.word, least=len(spell.key), rules=rules))


def end_run(draft: Draft, reason: str) -> None:
    """End the run; the next one, if there is one, begins with the next dealer (SAS-42 to SAS-45)."""
    table = draft.table
    scores = tuple(len(player.pile) for player in table.players)
    draft.write(RunEnded(run=table.run, reason=reason, scores=scores, rules=clauses_of_end(table.options, reason)))
    if isinstance(draft.state, RunOver):
        dealer = left_of(table, table.dealer)
        draft.write(RunStarted(run=table.run + 1, dealer=dealer, seats=table.seats, options=None, rules=LATER_RULES))
        set_up(draft)


def run_started(state: State | None, event: RunStarted) -> State:
    """All 90 cards are the deck again; scores, resignations and what the table voted in stay."""
    if state is None:
        assert event.options is not None
        options = options_of(event.options, event.seats)
        players = tuple(Player(hand_size=size) for size in options.hand_sizes)
        deck = tuple(DECKS[options.deck])
        return Dealing(Table(options=options, players=players, run=event.run, dealer=event.dealer, deck=deck))
    before = state.table
    fresh = Table(
        options=before.options,
        players=tuple(_for_a_new_run(player) for player in before.players),
        run=event.run,
        dealer=event.dealer,
        deck=tuple(DECKS[before.options.deck]),
        agreed=before.agreed,
        questions=before.questions,
    )
    return Dealing(fresh)


def _for_a_new_run(player: Player) -> Player:
    return Player(hand_size=player.hand_size, earlier=player.score, resigned=player.resigned)


def run_ended(state: State, event: RunEnded) -> State:
    last = event.run == state.table.options.runs
    return Finished(state.table, event.reason) if last else RunOver(state.table)
