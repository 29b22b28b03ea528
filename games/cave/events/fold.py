"""What each fact does to the board. Nothing is judged or drawn here."""

from collections.abc import Callable, Iterable
from typing import Any, cast

from games.cave.components.board import ENTRANCE
from games.cave.components.card import Deck
from games.cave.components.cards import BY_ID as CARDS
from games.cave.components.cards import stack_of
from games.cave.components.characters import CHARACTERS, START_ENDURANCE, characters_of
from games.cave.components.ownership import is_object
from games.cave.events import course, incidents
from games.cave.meta import RULEBOOK
from games.cave.state import (
    ELIMINATED,
    RESIGNED,
    Adventurer,
    Board,
    Counted,
    Ground,
    Pile,
    Seen,
    Shuffled,
    Turn,
    discarded,
    less,
    question_of,
    spent,
    with_ground,
    with_hero,
    with_pile,
    without,
)
from games.core.events import Event
from games.core.records import replace


def cave_prepared(event: course.CavePrepared, rules: int) -> Board:
    return Board(
        rules=rules,
        orders=() if rules == 1 else ((),) * event.seats,
        max_rounds=event.max_rounds,
        picking=event.character_selection == "pick",
        eliminates=event.elimination == RULEBOOK,
        adventurers=(None,) * event.seats,
        out=(None,) * event.seats,
        pool=tuple(character.id for character in CHARACTERS),
        cave=Pile(stack_of("cave")),
        adventure=Pile(stack_of("adventure")),
        spells=Pile(stack_of("spells")),
    )


def first_seat_drawn(board: Board, event: course.FirstSeatDrawn) -> Board:
    return replace(board, first_seat=event.first_seat)


def character_dealt(board: Board, event: course.CharacterDealt) -> Board:
    who = characters_of(board.rules)[event.character]
    hero = Adventurer(
        character=who.id,
        strength=who.strength,
        power=who.power,
        endurance=START_ENDURANCE,
        cap=START_ENDURANCE,
        gold=who.gold,
        area=ENTRANCE,
    )
    return replace(with_hero(board, _seat(event), hero), pool=without(board.pool, who.id))


def turn_started(board: Board, event: course.TurnStarted) -> Board:
    held = tuple(len(hero.spells) if hero else 0 for hero in board.adventurers)
    turn = Turn(seat=_seat(event), held=held, cast=(0,) * board.seats)
    return replace(board, turn=turn, round=event.round)


def turn_skipped(board: Board, event: course.TurnSkipped) -> Board:
    return replace(_hero(board, event, lose_turn=event.left), round=event.round)


def turn_ended(board: Board, event: course.TurnEnded) -> Board:
    return replace(board, turn=None)


def step_taken(board: Board, event: course.StepTaken) -> Board:
    turn = _turn(board)
    path = turn.path or (event.before,)
    moved = _hero(board, event, area=event.after, entered_from=event.before)
    return replace(moved, turn=replace(turn, path=(*path, event.after)))


def carried(board: Board, event: course.Carried) -> Board:
    moved = _hero(board, event, area=event.after, entered_from=None)
    return replace(moved, turn=replace(_turn(board), carried=_turn(board).carried + 1))


def gate_opened(board: Board, event: course.GateOpened) -> Board:
    opened = replace(board, gates_open=(*board.gates_open, event.gate))
    return replace(opened, turn=replace(_turn(board), opened=event.gate)) if event.by == "spell" else opened


def crystal_chamber_found(board: Board, event: course.CrystalChamberFound) -> Board:
    return replace(board, crystal_area=event.area)


def adventurer_died(board: Board, event: course.AdventurerDied) -> Board:
    """Objects, friends and gold lie on the area, spells and trophies are discarded (CAVE-4.3)."""
    seat = _seat(event)
    hero = board.hero(seat)
    ground = board.ground(hero.area)
    lying = Ground((*ground.cards, *hero.objects, *hero.friends), ground.gold + hero.gold)
    board = with_ground(with_hero(board, seat, None), hero.area, lying)
    board = discarded(spent(board, seat, *hero.spells), *hero.trophies, *hero.spells)
    order = [character.id for character in CHARACTERS]
    return replace(board, pool=tuple(sorted((*board.pool, hero.character), key=order.index)))


def seat_eliminated(board: Board, event: course.SeatEliminated) -> Board:
    return _out(board, _seat(event), ELIMINATED)


def seat_resigned(board: Board, event: course.SeatResigned) -> Board:
    seat = _seat(event)
    board = replace(board, resigned=(*board.resigned, seat))
    return board if board.out[seat] is not None else _out(board, seat, RESIGNED)


def crystal_taken(board: Board, event: course.CrystalTaken) -> Board:
    return replace(board, crystal_owner=_seat(event))


def choice_made(board: Board, event: course.ChoiceMade) -> Board:
    """An answer that gives or ends an order is kept (CAVE-R23.15); what else comes of it other events tell."""
    match event.move:
        case {"type": "always_take"}:
            return _ordered(board, event, ended=None, given="take")
        case {"type": "always_draw", "deck": deck}:
            return _ordered(board, event, ended="split_draw", given=deck)
        case {"type": "always_decline", "area": area}:
            return _ordered(board, event, ended=None, given=area)
        case {"type": "ask_again", "kind": kind}:
            return _ordered(board, event, ended=kind, given=None)
    return board


def _ordered(board: Board, event: Event, *, ended: str | None, given: str | None) -> Board:
    """The orders of the seat without those for questions of the kind that is asked again, and with the one given."""
    seat = _seat(event)
    own = tuple(order for order in board.orders[seat] if question_of(order) != ended)
    own = own if given is None else (*own, given)
    return replace(board, orders=(*board.orders[:seat], own, *board.orders[seat + 1 :]))


def spell_drawn(board: Board, event: incidents.SpellDrawn) -> Board:
    pile = replace(board.spells, stack=without(board.spells.stack, event.spell))
    hero = board.hero(_seat(event))
    return _hero(with_pile(board, "spells", pile), event, spells=(*hero.spells, event.spell))


def deck_renewed(board: Board, event: incidents.DeckRenewed) -> Board:
    deck = cast(Deck, event.deck)
    renewed = with_pile(board, deck, Pile(tuple(sorted(board.pile(deck).discard))))
    return replace(renewed, counted=_counted(board)) if deck == "spells" else renewed


def _counted(board: Board) -> tuple[Counted, ...]:
    """With the spells in hands when the stack is empty: all can tell by counting which they are, and not whose."""
    known = {card for one in board.counted for card in one.cards}
    hands = [[spell for spell in who.spells if spell not in known] if who else [] for who in board.adventurers]
    new = Counted(tuple(sorted(spell for hand in hands for spell in hand)), tuple(map(len, hands)))
    return (*board.counted, new) if new.cards else board.counted


def card_drawn(board: Board, event: incidents.CardDrawn) -> Board:
    deck = cast(Deck, event.deck)
    pile = board.pile(deck)
    if pile.top:
        shuffled = _told(Shuffled(one.seat, less(one.cards, event.card), one.depth - 1) for one in pile.shuffled)
        rest = replace(pile, top=pile.top[1:], shuffled=shuffled)
    else:
        rest = replace(pile, stack=without(pile.stack, event.card))
    ground = board.ground(event.area)
    lying = replace(ground, cards=(*ground.cards, event.card))
    return with_ground(with_pile(board, deck, rest), event.area, lying)


def cave_cards_counted(board: Board, event: incidents.CaveCardsCounted) -> Board:
    return _hero(board, event, cave_cards=event.count)


def stat_changed(board: Board, event: incidents.StatChanged) -> Board:
    return _hero(board, event, **{"cap" if event.stat == "healing_cap" else event.stat: event.after})


def penalty_set(board: Board, event: incidents.PenaltySet) -> Board:
    return _hero(board, event, **{event.penalty: event.after})


def bonus_set(board: Board, event: incidents.BonusSet) -> Board:
    return _hero(board, event, bonus=event.after)


def card_taken(board: Board, event: incidents.CardTaken) -> Board:
    return _given(_picked_up(board, event.area, event.card), _seat(event), event.card)


def gold_taken(board: Board, event: incidents.GoldTaken) -> Board:
    board = with_ground(board, event.area, replace(board.ground(event.area), gold=0))
    return _hero(board, event, gold=board.hero(_seat(event)).gold + event.amount)


def card_left(board: Board, event: incidents.CardLeft) -> Board:
    ground = board.ground(event.area)
    lying = replace(ground, cards=(*ground.cards, event.card))
    board = with_ground(_taken_from(board, _seat(event), event.card), event.area, lying)
    if board.turn is None or board.turn.seat != event.seat:
        return board
    return replace(board, turn=replace(board.turn, left=(*board.turn.left, event.card)))


def card_discarded(board: Board, event: incidents.CardDiscarded) -> Board:
    return discarded(_picked_up(board, event.area, event.card), event.card)


def belonging_discarded(board: Board, event: incidents.BelongingDiscarded) -> Board:
    return discarded(_taken_from(board, _seat(event), event.card), event.card)


def trophies_won(board: Board, event: incidents.TrophiesWon) -> Board:
    hero = board.hero(_seat(event))
    return _hero(_picked_up(board, event.area, *event.cards), event, trophies=(*hero.trophies, *event.cards))


def trophies_exchanged(board: Board, event: incidents.TrophiesExchanged) -> Board:
    hero = board.hero(_seat(event))
    kept = without(hero.trophies, *event.cards)
    paid = _hero(board, event, trophies=kept, strength=hero.strength + event.strength)
    return discarded(paid, *event.cards)


def spell_cast(board: Board, event: incidents.SpellCast) -> Board:
    return replace(_one_cast(board, _seat(event), event.spell), being_cast=event.spell)


def spell_cancelled(board: Board, event: incidents.SpellCancelled) -> Board:
    board = _one_cast(board, _seat(event), event.spell)
    return replace(discarded(board, event.cancelled, event.spell), being_cast=None)


def spell_resolved(board: Board, event: incidents.SpellResolved) -> Board:
    return replace(discarded(board, event.spell), being_cast=None)


def object_seized(board: Board, event: incidents.ObjectSeized) -> Board:
    return _given(_taken_from(board, event.loser, event.card), _seat(event), event.card)


def gold_seized(board: Board, event: incidents.GoldSeized) -> Board:
    loser = board.hero(event.loser)
    board = with_hero(board, event.loser, replace(loser, gold=loser.gold - event.amount))
    return _hero(board, event, gold=board.hero(_seat(event)).gold + event.amount)


def ability_used(board: Board, event: incidents.AbilityUsed) -> Board:
    if event.ability not in ("dark_pact", "second_wind"):
        return board
    return replace(board, turn=replace(_turn(board), **cast(Any, {event.ability: True})))


def cards_peeked(board: Board, event: incidents.CardsPeeked) -> Board:
    deck = cast(Deck, event.deck)
    pile = board.pile(deck)
    known = {place: seen.seats for place, seen in enumerate(pile.top)}
    seen = tuple(
        Seen(card, tuple(sorted({*known.get(place, ()), _seat(event)}))) for place, card in enumerate(event.cards)
    )
    stack = without(pile.stack, *event.cards[len(pile.top) :])
    # Those that lie among no more than these the seat sees in their places now.
    shuffled = _told(
        Shuffled(one.seat, less(one.cards, *event.cards) if one.depth > len(seen) else (), one.depth)
        if one.seat == _seat(event)
        else one
        for one in pile.shuffled
    )
    top = (*seen, *pile.top[len(seen) :])
    return with_pile(board, deck, replace(pile, stack=stack, top=top, shuffled=shuffled))


def stack_ordered(board: Board, event: incidents.StackOrdered) -> Board:
    """Other seats that had seen these cards know which they are and no longer in which order (CAVE-R25.17a)."""
    deck = cast(Deck, event.deck)
    pile, depth = board.pile(deck), len(event.order)
    ordered = tuple(Seen(card, (_seat(event),)) for card in event.order)
    new = (_mixed(pile, seat, depth) for seat in range(board.seats) if seat != _seat(event))
    shuffled = _told((*(one for one in pile.shuffled if one.depth > depth), *new))
    return with_pile(board, deck, replace(pile, top=(*ordered, *pile.top[depth:]), shuffled=shuffled))


def _mixed(pile: Pile, seat: int, depth: int) -> Shuffled:
    """What the seat knows of the top cards after another has put so many of them in order."""
    seen = [one.card for one in pile.top[:depth] if seat in one.seats]
    heard = [card for one in pile.shuffled if one.seat == seat and one.depth <= depth for card in one.cards]
    return Shuffled(seat, tuple(sorted((*seen, *heard))), depth)


def _told(shuffled: Iterable[Shuffled]) -> tuple[Shuffled, ...]:
    """Those that say something."""
    return tuple(one for one in shuffled if one.cards and one.depth > 0)


def unchanged(board: Board, event: Event) -> Board:
    return board


def _seat(event: Event) -> int:
    assert event.seat is not None
    return event.seat


def _turn(board: Board) -> Turn:
    assert board.turn is not None
    return board.turn


def _hero(board: Board, event: Event, **changes: Any) -> Board:
    seat = _seat(event)
    return with_hero(board, seat, replace(board.hero(seat), **changes))


def _out(board: Board, seat: int, why: str) -> Board:
    return replace(board, out=(*board.out[:seat], why, *board.out[seat + 1 :]), gone=(*board.gone, seat))


def _picked_up(board: Board, area: str, *cards: str) -> Board:
    ground = board.ground(area)
    return with_ground(board, area, replace(ground, cards=without(ground.cards, *cards)))


def _given(board: Board, seat: int, card: str) -> Board:
    hero = board.hero(seat)
    if is_object(card):
        return with_hero(board, seat, replace(hero, objects=(*hero.objects, card)))
    return with_hero(board, seat, replace(hero, friends=(*hero.friends, card)))


def _taken_from(board: Board, seat: int, card: str) -> Board:
    hero = board.hero(seat)
    board = spent(board, seat, card)
    place = "spells" if CARDS[card].deck == "spells" else "objects" if is_object(card) else "friends"
    return with_hero(board, seat, replace(hero, **cast(Any, {place: without(getattr(hero, place), card)})))


def _one_cast(board: Board, seat: int, spell: str) -> Board:
    turn = _turn(board)
    cast_by = (*turn.cast[:seat], turn.cast[seat] + 1, *turn.cast[seat + 1 :])
    return replace(_taken_from(board, seat, spell), turn=replace(turn, cast=cast_by))


Fold = Callable[[Board, Any], Board]
FOLDS: dict[type[Event], Fold] = {
    course.FirstSeatDrawn: first_seat_drawn,
    course.CharacterDealt: character_dealt,
    course.TurnStarted: turn_started,
    course.TurnSkipped: turn_skipped,
    course.TurnEnded: turn_ended,
    course.QuestionClosed: unchanged,
    course.ChoiceMade: choice_made,
    course.DieRolled: unchanged,
    course.StepTaken: step_taken,
    course.MoveStopped: unchanged,
    course.Carried: carried,
    course.GateTried: unchanged,
    course.GateOpened: gate_opened,
    course.ChamberIdentified: unchanged,
    course.CrystalChamberFound: crystal_chamber_found,
    course.TrialDecided: unchanged,
    course.AdventurerDied: adventurer_died,
    course.SeatEliminated: seat_eliminated,
    course.SeatResigned: seat_resigned,
    incidents.SpellDrawn: spell_drawn,
    incidents.DeckRenewed: deck_renewed,
    incidents.CardDrawn: card_drawn,
    incidents.CaveCardsCounted: cave_cards_counted,
    incidents.StatChanged: stat_changed,
    incidents.PenaltySet: penalty_set,
    incidents.BonusSet: bonus_set,
    incidents.CardTaken: card_taken,
    incidents.GoldTaken: gold_taken,
    incidents.CardLeft: card_left,
    incidents.CardDiscarded: card_discarded,
    incidents.BelongingDiscarded: belonging_discarded,
    incidents.TrophiesWon: trophies_won,
    incidents.TrophiesExchanged: trophies_exchanged,
    incidents.SpellCast: spell_cast,
    incidents.SpellCancelled: spell_cancelled,
    incidents.SpellResolved: spell_resolved,
    incidents.FightDecided: unchanged,
    incidents.DuelDecided: unchanged,
    incidents.Evaded: unchanged,
    incidents.ArmourRolled: unchanged,
    incidents.ObjectSeized: object_seized,
    incidents.GoldSeized: gold_seized,
    incidents.AbilityUsed: ability_used,
    incidents.CardsPeeked: cards_peeked,
    incidents.StackOrdered: stack_ordered,
    incidents.StatTested: unchanged,
    incidents.EffectApplied: unchanged,
}
