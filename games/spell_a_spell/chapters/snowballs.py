"""The snowball round: each snowball's defence, theft and reply (SAS-35 to SAS-40)."""

from games.core.records import replace
from games.spell_a_spell.chapters import drawing
from games.spell_a_spell.chapters.turns import asking
from games.spell_a_spell.components.cards import EFFECT_CARDS, FIREWALL, SNOWBALL, faces
from games.spell_a_spell.draft import Draft
from games.spell_a_spell.events.course import (
    CardsStolen,
    SnowballRoundEnded,
    SnowballThrown,
    WindowDeclined,
    WindowOpened,
)
from games.spell_a_spell.options import NEEDED, Options
from games.spell_a_spell.refusals import refusal
from games.spell_a_spell.state import (
    Defending,
    Replying,
    Snowballing,
    State,
    Table,
    Throw,
    Thrown,
    Turn,
    given,
    left_of,
    parted_from,
    with_player,
)

DEFENCE, REPLY = "defence", "reply"


def throw(draft: Draft, seat: int) -> None:
    """A snowball of the seat flies at its left neighbour; a window opens for any target that holds a card.

    The target is asked whether or not it holds what would answer, so that the question tells nothing (section 6). Only
    a question that nobody at the table could answer is left out (SAS-52).
    """
    number = draft.state.throw.number + 1 if isinstance(draft.state, Replying) else 1
    target = left_of(draft.table, seat)
    takes = takes_at_most(draft.table.options, number)
    draft.write(SnowballThrown(seat=seat, number=number, takes=takes, target=target, rules=_thrown_rules(number)))
    if not draft.table.players[target].hand:
        end_round(draft, "empty_hand", "SAS-37", "SAS-39")
    elif may_be_held(draft.table, target, FIREWALL):
        draft.write(WindowOpened(seat=target, window=DEFENCE))
    else:
        _take_cards(draft, _flying(draft.state).throw, "SAS-52")


def may_be_held(table: Table, seat: int, effect: str) -> bool:
    """Whether the seat may hold a card of this effect, as far as everybody can see (SAS-52).

    It looks at public facts alone: at open hands, and at how many such cards lie beside the deck. So a window tells
    nothing of a hand, whether it opens or not. Where every window opens, the answer is always yes.
    """
    if table.options.windows != NEEDED:
        return True
    if table.options.open_hands:
        return effect in faces(table.players[seat].hand)
    return faces(table.discard).count(effect) < EFFECT_CARDS[effect]


def decline(draft: Draft, seat: int) -> None:
    """Play nothing: the theft is made, or the round ends (SAS-37, SAS-38)."""
    state = require_window(draft, seat)
    if isinstance(state, Defending):
        draft.write(WindowDeclined(seat=seat, window=DEFENCE))
        _take_cards(draft, state.throw)
    else:
        draft.write(WindowDeclined(seat=seat, window=REPLY))
        end_round(draft, "declined", "SAS-37")


def require_window(draft: Draft, seat: int) -> Defending | Replying:
    """The window that is open for the seat, or a refusal."""
    state = draft.state
    if not isinstance(state, Defending | Replying) or state.throw.target != seat:
        raise refusal("nothing_to_decline")
    return state


def end_round(draft: Draft, reason: str, *rules: str) -> None:
    """The turn goes back to the initiator, whose spell, if any, still stands (SAS-37, SAS-40)."""
    state = draft.state
    assert isinstance(state, Thrown | Defending | Replying)
    draft.write(SnowballRoundEnded(seat=state.throw.initiator, reason=reason, rules=rules))


def takes_at_most(options: Options, number: int) -> int:
    """How many cards the snowball of this number in its round takes (SAS-36)."""
    return min(number, 2) if options.snowball_growth == "capped_at_2" else number


def _thrown_rules(number: int) -> tuple[str, ...]:
    return ("SAS-35",) if number == 1 else ("SAS-36",)


def _take_cards(draft: Draft, thrown: Throw, *rules: str) -> None:
    """Take the cards, all if there are fewer than due; a target with some left may answer (SAS-38, SAS-39)."""
    thief, target = thrown.thief, thrown.target
    due = takes_at_most(draft.table.options, thrown.number)
    count = min(due, len(draft.table.players[target].hand))
    cards, draws = drawing.steal(draft, target, count)
    draft.write(
        CardsStolen(
            seat=thief,
            target=target,
            count=count,
            told=(thief, target),
            open_cards=drawing.open_to_all(draft.table, cards),
            cards=cards,
            draws=draws,
            rules=("SAS-35", "SAS-36", "SAS-38", "SAS-39", *rules),
        )
    )
    if not draft.table.players[target].hand:
        end_round(draft, "empty_hand", "SAS-37", "SAS-39")
    elif may_be_held(draft.table, target, SNOWBALL):
        draft.write(WindowOpened(seat=target, window=REPLY))
    else:
        end_round(draft, "no_answer", "SAS-37", "SAS-52")


def snowball_thrown(state: State, event: SnowballThrown) -> State:
    assert event.seat is not None
    initiator = state.throw.initiator if isinstance(state, Replying) else event.seat
    thrown = Throw(initiator=initiator, number=event.number, thief=event.seat, target=event.target)
    return Thrown(state.table, thrown)


def window_opened(state: State, event: WindowOpened) -> State:
    flying = _flying(state)
    opened = Defending if event.window == DEFENCE else Replying
    return opened(asking(flying.table), flying.throw)


def window_declined(state: State) -> State:
    flying = _flying(state)
    return Thrown(flying.table, flying.throw)


def cards_stolen(state: State, event: CardsStolen) -> State:
    """The stolen cards join the thief's hand, and nobody refills (SAS-39)."""
    assert event.seat is not None
    table = state.table
    robbed = with_player(table, event.target, parted_from(table.players[event.target], event.cards))
    return replace(state, table=with_player(robbed, event.seat, given(robbed.players[event.seat], event.cards)))


def snowball_round_ended(state: State) -> State:
    flying = _flying(state)
    return Turn(asking(flying.table), flying.throw.initiator)


def _flying(state: State) -> Snowballing:
    assert isinstance(state, Thrown | Defending | Replying)
    return state
