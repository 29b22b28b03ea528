"""A turn from its start to its end without a word, and what follows any turn (SAS-6 to SAS-9, SAS-20 to SAS-25)."""

from games.core.records import replace
from games.spell_a_spell.chapters import drawing
from games.spell_a_spell.chapters.ending import why_over, why_over_after
from games.spell_a_spell.chapters.runs import end_run, start_turn
from games.spell_a_spell.draft import Draft
from games.spell_a_spell.events.course import ExtraTurn, FreePass, SeatBewitched, SpellEnded, TurnStarted
from games.spell_a_spell.refusals import refusal
from games.spell_a_spell.state import Spell, State, Table, Turn, left_of, with_player


def require_turn(draft: Draft, seat: int) -> Turn:
    """The seat's own turn, with nobody else to answer first, or a refusal (SAS-6)."""
    state = draft.state
    if not isinstance(state, Turn) or state.seat != seat:
        raise refusal("not_your_turn")
    return state


def end_turn(draft: Draft, seat: int) -> None:
    """End one's turn without a word: bewitched under a spell, else a free pass (SAS-9, SAS-20, SAS-24)."""
    require_turn(draft, seat)
    if draft.table.spell is None:
        pass_free(draft, seat)
    else:
        be_bewitched(draft, seat, draft.table.spell)
    finish_turn(draft, seat)


def be_bewitched(draft: Draft, seat: int, spell: Spell) -> None:
    """The spell ends with the seat, which fills up and takes one more, whatever it holds (SAS-20, SAS-23)."""
    draft.write(SeatBewitched(seat=seat, word=spell.word))
    draft.write(SpellEnded(seat=seat, reason="bewitched", rules=("SAS-20", "SAS-21")))
    due = drawing.missing(draft.table, seat) + 1
    if draft.table.options.bewitched_hand_cap:
        player = draft.table.players[seat]
        due = max(0, player.hand_size + 1 - len(player.hand))
    drawing.draw(draft, seat, due, reason=drawing.BEWITCHED, rules=("SAS-20", "SAS-23"))


def pass_free(draft: Draft, seat: int) -> None:
    """No spell, no word: fill up and take one more; the next player is free too (SAS-24)."""
    idle = not draft.table.deck
    draft.write(FreePass(seat=seat, idle=idle, rules=("SAS-24", "SAS-42") if idle else ("SAS-24",)))
    due = 1 if draft.table.options.free_pass_draw == "one_card" else drawing.missing(draft.table, seat) + 1
    drawing.draw(draft, seat, due, reason=drawing.FREE_PASS, rules=("SAS-24",))


def finish_turn(draft: Draft, seat: int) -> None:
    """After the turn of `seat`: the end of the run if it is over, else the turn of the left neighbour."""
    reason = why_over_after(draft.table, seat)
    if reason is not None:
        end_run(draft, reason)
    else:
        start_turn(draft, left_of(draft.table, seat))


def extra_turn(draft: Draft, seat: int) -> None:
    """A whole turn more for the seat, with no spell standing, if the run is not over (SAS-27, SAS-30)."""
    reason = why_over(draft.table)
    if reason is not None:
        end_run(draft, reason)
    else:
        draft.write(ExtraTurn(seat=seat))


def end_spell(draft: Draft, seat: int, reason: str, *rules: str) -> None:
    """Write that the standing spell is gone, if there is one."""
    if draft.table.spell is not None:
        draft.write(SpellEnded(seat=seat, reason=reason, rules=rules))


def asking(table: Table) -> Table:
    """The table with one question more put."""
    return replace(table, questions=table.questions + 1)


def turn_started(state: State, event: TurnStarted) -> State:
    """The label of the bewitched is off again (SAS-22)."""
    assert event.seat is not None
    active = replace(state.table.players[event.seat], bewitched=False)
    return Turn(asking(with_player(state.table, event.seat, active)), event.seat)


def extra_turn_begun(state: State, event: ExtraTurn) -> State:
    assert event.seat is not None
    return Turn(asking(state.table), event.seat)


def seat_bewitched(state: State, event: SeatBewitched) -> State:
    assert event.seat is not None
    player = replace(state.table.players[event.seat], bewitched=True)
    return replace(state, table=with_player(state.table, event.seat, player))


def spell_ended(state: State) -> State:
    return replace(state, table=replace(state.table, spell=None))


def free_pass(state: State, event: FreePass) -> State:
    """Only a pass that found the deck empty counts towards the end, and one that did not breaks the row (SAS-42)."""
    assert event.seat is not None
    passes = (*state.table.passes, event.seat) if event.idle else ()
    return replace(state, table=replace(state.table, passes=passes))
