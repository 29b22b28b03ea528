"""Effect cards: sandstorm and firewall, and who may play which when (SAS-7, SAS-8, SAS-31 to SAS-34, SAS-40)."""

from games.core.records import replace
from games.spell_a_spell.chapters import snowballs, turns
from games.spell_a_spell.components.cards import EFFECTS, FIREWALL, SANDSTORM, SNOWBALL, faces, of_kind
from games.spell_a_spell.draft import Draft
from games.spell_a_spell.events.course import EffectPlayed, HandPassed, HandsRotated
from games.spell_a_spell.refusals import refusal
from games.spell_a_spell.state import (
    Defending,
    Replying,
    State,
    Table,
    Turn,
    left_of,
    parted_from,
    still_in,
    with_player,
)


def play(draft: Draft, seat: int, effect: str) -> None:
    """Play an effect card on one's own turn, or in the window that is open for the seat."""
    state = draft.state
    if isinstance(state, Defending | Replying) and state.throw.target == seat:
        _answer(draft, state, seat, effect)
        return
    turn = turns.require_turn(draft, seat)
    if turn.refused:
        raise refusal("effects_come_first")
    _require_held(draft.table, seat, effect)
    if effect == FIREWALL and draft.table.spell is None:
        raise refusal("nothing_to_stop")
    match effect:
        case "sandstorm":
            _discard(draft, seat, effect, "SAS-7", "SAS-8", "SAS-31", "SAS-32")
            _rotate(draft)
        case "firewall":
            _discard(draft, seat, effect, "SAS-7", "SAS-8", "SAS-31", "SAS-34")
            turns.end_spell(draft, seat, "firewall", "SAS-34")
        case _:
            _discard(draft, seat, effect, "SAS-7", "SAS-8", "SAS-31", "SAS-35")
            snowballs.throw(draft, seat)


def playable(state: State, seat: int) -> tuple[str, ...]:
    """The effects that the seat may play now, as far as its own cards and the public state tell."""
    held = faces(state.table.players[seat].hand)
    return tuple(effect for effect in _wanted(state) if effect in held)


def _wanted(state: State) -> tuple[str, ...]:
    match state:
        case Turn(refused=0):
            return EFFECTS if state.table.spell else (SANDSTORM, SNOWBALL)
        case Defending():
            return (FIREWALL,)
        case Replying():
            return (SNOWBALL,)
        case _:
            return ()


def _answer(draft: Draft, state: Defending | Replying, seat: int, effect: str) -> None:
    """A firewall before the theft stops the whole round, a snowball after it goes on (SAS-38, SAS-40)."""
    if isinstance(state, Defending):
        if effect != FIREWALL:
            raise refusal("only_a_firewall_now")
        _require_held(draft.table, seat, effect)
        _discard(draft, seat, effect, "SAS-31", "SAS-38", "SAS-40")
        snowballs.end_round(draft, "firewall", "SAS-37", "SAS-40")
    else:
        if effect != SNOWBALL:
            raise refusal("only_a_snowball_now")
        _require_held(draft.table, seat, effect)
        _discard(draft, seat, effect, "SAS-31", "SAS-36", "SAS-38")
        snowballs.throw(draft, seat)


def _require_held(table: Table, seat: int, effect: str) -> None:
    if effect not in faces(table.players[seat].hand):
        raise refusal("effect_not_in_hand")


def _discard(draft: Draft, seat: int, effect: str, *rules: str) -> None:
    card = of_kind(draft.table.players[seat].hand, effect)[0]
    draft.write(EffectPlayed(seat=seat, effect=effect, card=card, rules=rules))


def _rotate(draft: Draft) -> None:
    """Whole hands change places along the table, at once and with no refill (SAS-32, SAS-33)."""
    table, direction = draft.table, draft.table.options.sandstorm
    right = still_in(table)
    left = tuple(left_of(table, seat) for seat in right)
    givers, receivers = (left, right) if direction == "receive_from_left" else (right, left)
    for giver, receiver in zip(givers, receivers, strict=True):
        cards = table.players[giver].hand
        told = (giver, receiver)
        draft.write(HandPassed(seat=giver, receiver=receiver, count=len(cards), told=told, cards=cards))
    draft.write(HandsRotated(direction=direction, givers=givers, receivers=receivers))


def effect_played(state: State, event: EffectPlayed) -> State:
    """The card lies beside the deck and scores for nobody (SAS-31); a row of passes is broken (SAS-42)."""
    assert event.seat is not None
    table = state.table
    player = parted_from(table.players[event.seat], (event.card,))
    played = replace(
        with_player(table, event.seat, player),
        discard=(*table.discard, event.card),
        passes=(),
    )
    return replace(state, table=turns.asking(played))


def hands_rotated(state: State, event: HandsRotated) -> State:
    table, hands = state.table, {seat: state.table.players[seat].hand for seat in event.givers}
    for giver, receiver in zip(event.givers, event.receivers, strict=True):
        table = with_player(table, receiver, replace(table.players[receiver], hand=hands[giver]))
    return replace(state, table=table)
