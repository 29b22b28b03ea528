"""What each seat remembers of the run, from what it was shown alone.

Nothing here may depend on a card that the seat was not shown: `view` tells a seat its memory.
"""

from collections.abc import Iterable, Mapping

from games.core.events import Event
from games.core.records import replace
from games.spell_a_spell.components.laying import FOG
from games.spell_a_spell.events import course as e
from games.spell_a_spell.knowledge import Fact, Lying, Memory
from games.spell_a_spell.state import State, Table

BLANK = Memory()


def memory_of(table: Table, seat: int) -> Memory:
    """The memory of a seat; without one, that of a seat that has seen nothing."""
    kept = table.memories[seat] if table.memories else None
    return kept or BLANK


def remembered(before: State | None, after: State, event: Event) -> State:
    """The state after an event, with what each seat remembers of it."""
    table = after.table
    if isinstance(event, e.RunStarted):
        return replace(after, table=replace(table, memories=(BLANK,) * table.seats))
    if before is None or not table.memories or type(event) not in SHOWN:
        return after
    memories = tuple(
        memory and _updated(memory, before.table, table, seat, event) for seat, memory in enumerate(table.memories)
    )
    return after if memories == table.memories else replace(after, table=replace(table, memories=memories))


# The events by which cards change places, or show what is on them.
SHOWN = frozenset(
    {e.CardsDealt, e.CardsDrawn, e.WordProposed, e.WordCast, e.EffectPlayed, e.HandsRotated, e.CardsStolen}
)


def _updated(memory: Memory, before: Table, after: Table, seat: int, event: Event) -> Memory:
    if before.options.open_hands:
        return _with_open_hands(memory, seat, event)
    match event:
        case e.EffectPlayed() if event.seat == seat:
            return replace(memory, lying=(*memory.lying, Lying(event.card, None)))
        case e.WordCast() if event.seat != seat:
            memory = _without_its_proposal(memory, event)
    fact = _fact(before, after, seat, event)
    if fact is None or not (memory.facts or _tells(fact, seat)):
        return memory
    if memory.facts:
        return replace(memory, facts=(*memory.facts, fact))
    sizes = tuple(0 if other == seat else len(player.hand) for other, player in enumerate(before.players))
    return replace(memory, sizes=sizes, facts=(fact,))


def _with_open_hands(memory: Memory, seat: int, event: Event) -> Memory:
    """Where hands lie open, who looks on sees which card leaves which hand for where."""
    match event:
        case e.WordCast() if event.seat != seat:
            seen, place = event.cards, event.seat
        case e.EffectPlayed():
            seen, place = (event.card,), None
        case _:
            return memory
    return replace(memory, lying=(*memory.lying, *(Lying(card, place) for card in seen)))


def _without_its_proposal(memory: Memory, event: e.WordCast) -> Memory:
    """A word that is accepted says all that its proposal said."""
    proposed = Fact(kind="shown", seat=event.seat, faces=faces_of(event.key, event.fogs))
    if not memory.facts or memory.facts[-1] != proposed:
        return memory
    return replace(memory, facts=memory.facts[:-1]) if len(memory.facts) > 1 else Memory(lying=memory.lying)


def _fact(before: Table, after: Table, seat: int, event: Event) -> Fact | None:
    """What the event tells the seat; its own hand is in its sight, so that what it draws and lays is nothing new."""
    match event:
        case e.HandsRotated():
            return _storm(before, after, seat, dict(zip(event.givers, event.receivers, strict=True)))
        case e.CardsStolen():
            cards = event.cards if seat in event.told else ()
            return Fact(kind="taken", seat=event.seat, target=event.target, count=event.count, cards=cards)
    if event.seat == seat:
        return None
    match event:
        case e.CardsDealt() | e.CardsDrawn():
            return Fact(kind="drawn", seat=event.seat, count=event.count)
        case e.WordProposed():
            return Fact(kind="shown", seat=event.seat, faces=faces_of(event.key, event.fogs))
        case e.WordCast():
            return Fact(kind="laid", seat=event.seat, faces=faces_of(event.key, event.fogs))
        case e.EffectPlayed():
            return Fact(kind="laid", seat=event.seat, faces=(event.effect,))
        case _:
            return None


def _storm(before: Table, after: Table, seat: int, moves: Mapping[int, int]) -> Fact:
    to = tuple(moves.get(other, other) for other in range(before.seats))
    if seat not in moves:
        return Fact(kind="passed", to=to)
    return Fact(kind="passed", to=to, cards=before.players[seat].hand, got=after.players[seat].hand)


def _tells(fact: Fact, seat: int) -> bool:
    """Whether it tells of cards out of sight to who knew of none."""
    match fact.kind:
        case "shown":
            return True
        case "passed":
            return fact.to[seat] != seat
        case "taken":
            return fact.target == seat
        case _:
            return False


def faces_of(key: str, fogs: Iterable[int]) -> tuple[str, ...]:
    """What the cards of a word show, in reading order."""
    return tuple(FOG if place in fogs else letter for place, letter in enumerate(key))
