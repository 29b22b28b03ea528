"""The dictionary of steps: which function carries out which word (CAVE-R25)."""

from games.cave.agenda.jobs import CarryTo, Chain, Fight
from games.cave.agenda.questions import Choosing, ChoosingDiscard, Eye, Paying, Praying
from games.cave.chapters import changes, choices, decks, discards, sums
from games.cave.chapters.totals import character, has_ability, spell_limit, spend_bonus
from games.cave.draft import Draft
from games.cave.effects import steps as s
from games.cave.effects.parser import parse
from games.cave.effects.writer import term_of, unparse
from games.cave.events.addends import sum_of
from games.cave.events.incidents import AbilityUsed, EffectApplied, StatTested
from games.cave.state import clockwise, living
from games.core.records import replace

TEMPLE, CAVE_IN = "temple", "J20"
# Why a stat cannot fall (CAVE-1.3, CAVE-2.3); that gold and endurance end at 0 is in the step's own clause.
FLOORS = {"strength": ("CAVE-1.3",), "power": ("CAVE-2.3",)}
GOLD_OF_THE_ROCK = ("D2", "J31")
PEEKING = ("CAVE-R25.17", "CAVE-R25.17a")


def carry_on(draft: Draft, chain: Chain) -> None:
    """Carry out the first step of a text; the rest comes after it and all that it brings about."""
    first, *rest = parse(chain.text)
    if rest:
        draft.push(replace(chain, text=unparse(tuple(rest))))
    _apply(draft, replace(chain, text=unparse((first,))), first)


# A branch for each step, and nothing else: longer than a screen because the vocabulary has that many words.
def _apply(draft: Draft, chain: Chain, step: s.Step) -> None:
    match step:
        case s.Gain():
            _gain(draft, chain, step)
        case s.Lose():
            _lose(draft, chain, step)
        case s.Heal(n):
            rules = (step.clause, "CAVE-4.6")
            _trace(draft, chain, rules, "not_wounded", changed=changes.heal(draft, chain.seat, n, rules, chain.source))
        case s.RaiseEndurance(n):
            changes.raise_cap(draft, chain.seat, n, (step.clause, "CAVE-4.6d"), chain.source)
        case s.LoseTurn():
            _lose_turn(draft, chain, step)
        case s.Slow(n):
            slowed = changes.slow(draft, chain.seat, n, (step.clause, "CAVE-R22.7"), chain.source)
            _trace(draft, chain, (step.clause, "CAVE-R22.7a"), "immune", changed=slowed)
        case s.ForceDieMovement(n):
            changes.force_die(draft, chain.seat, n, (step.clause, "CAVE-R22.7"), chain.source)
        case s.BonusNextTest(n):
            changes.set_bonus(draft, chain.seat, n, chain.source)
        case s.DrawSpells():
            _draw_spells(draft, chain, step)
        case s.DiscardCards():
            _discard_cards(draft, chain, step)
        case s.Peek(deck, n):
            _trace(draft, chain, PEEKING, "stack_empty", changed=decks.peek(draft, chain.seat, deck, n) > 0)
        case s.PeekReorder(n):
            _peek_reorder(draft, chain, n)
        case s.Go():
            draft.divert(CarryTo(seat=chain.seat, to=step.to, area=step.area))
        case s.Fight(by, n, win):
            win_text, source = unparse(win), chain.source
            draft.push(Fight(seat=chain.seat, by=by, value=n, win=win_text, source=source, origin=chain.origin))
        case s.Roll():
            _roll(draft, chain)
        case s.StatTest():
            _test(draft, chain, step)
        case s.Choose():
            draft.push(Choosing(seat=chain.seat, chain=chain))
        case s.Pay():
            _pay(draft, chain, step)
        case s.If():
            _if(draft, chain, step)
        case s.EachAll(steps):
            _each_all(draft, chain, unparse(steps))
        case s.Target(steps):
            assert chain.target is not None
            draft.push(replace(chain, seat=chain.target, text=unparse(steps)))
        case s.Stay() | s.Discard():
            draft.fate(step.op)
        case s.Nothing():
            _trace(draft, chain, (step.clause,), None)
        case _:
            raise TypeError(f"{step.op} is no step that a text carries out by itself")


def _trace(draft: Draft, chain: Chain, rules: tuple[str, ...], ignored: str | None, *, changed: bool = False) -> None:
    """Leave a line for a step that changed nothing: why, by the step's own clause and the one that stopped it."""
    if not changed:
        (first,) = parse(chain.text)
        draft.write(
            EffectApplied(
                seat=chain.seat,
                source=chain.source,
                origin=chain.origin,
                op=first.op,
                effect=term_of(first, chain.origin),
                ignored=ignored,
                rules=rules,
            )
        )


def _gain(draft: Draft, chain: Chain, step: s.Gain) -> None:
    """More of a stat; the Miner finds 1 gold more in the rock (CAVE-R27.10)."""
    if step.stat == "gold" and chain.source in GOLD_OF_THE_ROCK and has_ability(draft.board, chain.seat, "prospector"):
        draft.write(AbilityUsed(seat=chain.seat, ability="prospector", rules=("CAVE-R27.10",)))
        changes.gain(draft, chain.seat, step.stat, step.n + 1, (step.clause, "CAVE-R27.10"), chain.source)
    else:
        changes.gain(draft, chain.seat, step.stat, step.n, (step.clause,), chain.source)


def _lose(draft: Draft, chain: Chain, step: s.Lose) -> None:
    """Less of a stat, down to its floor; a Cave-in takes no endurance from the Caver (CAVE-R27.6)."""
    if step.stat == "endurance" and chain.source == CAVE_IN and has_ability(draft.board, chain.seat, "sure_foot"):
        draft.write(AbilityUsed(seat=chain.seat, ability="sure_foot", rules=("CAVE-R27.6",)))
        return
    rules = (step.clause, *FLOORS.get(step.stat, ()))
    changed = changes.lose(draft, chain.seat, step.stat, step.n, (step.clause,), chain.source)
    _trace(draft, chain, rules, "at_the_floor", changed=changed)


def _lose_turn(draft: Draft, chain: Chain, step: s.LoseTurn) -> None:
    """Turns to come are booked as a penalty; where the present one is all, a line says so (CAVE-10.2)."""
    rules = (step.clause, "CAVE-10.2" if chain.origin == "event" else "CAVE-10.2a")
    mark = len(draft.events)
    changes.lose_turn(draft, chain.seat, step.n, chain.origin, rules, chain.source)
    _trace(draft, chain, rules, None, changed=len(draft.events) > mark)


def _draw_spells(draft: Draft, chain: Chain, step: s.DrawSpells) -> None:
    full = len(draft.board.hero(chain.seat).spells) >= spell_limit(draft.board, chain.seat)
    drawn = decks.draw_spells(draft, chain.seat, step.n)
    _trace(draft, chain, (step.clause, "CAVE-9.5a"), "spell_limit" if full else "no_spell_left", changed=drawn > 0)


def _discard_cards(draft: Draft, chain: Chain, step: s.DiscardCards) -> None:
    cards = discards.losable(draft.board, chain.seat, step.what)
    if not cards:
        _trace(draft, chain, (step.clause,), "nothing_to_discard")
    elif step.who == "random":
        discards.discard_at_random(draft, chain.seat, step.what, step.n)
    else:
        draft.push(ChoosingDiscard(seat=chain.seat, left=min(step.n, len(cards)), chain=chain))


def _peek_reorder(draft: Draft, chain: Chain, n: int) -> None:
    """See the top of the stack named with the cast; two cards or more can be put in another order."""
    assert chain.deck is not None
    count = decks.peek(draft, chain.seat, chain.deck, n)
    _trace(draft, chain, PEEKING, "stack_empty", changed=count > 0)
    if count > 1:
        draft.push(Eye(seat=chain.seat, deck=chain.deck, count=count))


def _roll(draft: Draft, chain: Chain) -> None:
    """Roll, and go on with the branch; in the Temple the Priestess may pray first (CAVE-R27.8)."""
    face = draft.roll(chain.seat, "effect", ("CAVE-R25.10",), source=chain.source)
    if chain.source == TEMPLE and has_ability(draft.board, chain.seat, "prayer"):
        draft.push(Praying(seat=chain.seat, face=face, chain=chain))
    else:
        choices.take_branch(draft, chain, face)


def _test(draft: Draft, chain: Chain, step: s.StatTest) -> None:
    """Two dice against the total, with the bonus there may be for it (CAVE-R25.11, CAVE-R25.18)."""
    addends = sums.of_test(draft.board, chain.seat, step.stat)
    spend_bonus(draft, chain.seat)
    dice = draft.roll(chain.seat, "test", ("CAVE-R25.11",), count=2, source=chain.source)
    total = sum_of(addends)
    passed = dice <= total
    draft.write(
        StatTested(
            seat=chain.seat,
            source=chain.source,
            stat=step.stat,
            total=total,
            addends=addends,
            dice_sum=dice,
            passed=passed,
            rules=("CAVE-R25.11",),
        )
    )
    draft.push(replace(chain, text=unparse(step.ok if passed else step.fail)))


def _pay(draft: Draft, chain: Chain, step: s.Pay) -> None:
    """Offer something for gold, unless that is pointless by public facts (CAVE-R25.13a)."""
    why_not = choices.why_not_offered(draft.board, chain.seat, step)
    if why_not is None:
        draft.push(Paying(seat=chain.seat, chain=chain))
    else:
        _trace(draft, chain, (step.clause, *choices.NOT_OFFERED[why_not]), why_not)


def _if(draft: Draft, chain: Chain, step: s.If) -> None:
    alignment = character(draft.board, chain.seat).alignment
    for case in step.cases:
        if case.alignment == alignment:
            draft.push(replace(chain, text=unparse(case.steps)))
            return
    _trace(draft, chain, (step.clause,), "no_case")


def _each_all(draft: Draft, chain: Chain, text: str) -> None:
    """Every living adventurer in turn order, beginning with the one on turn (CAVE-R25.15)."""
    turn = draft.board.turn
    first = chain.seat if turn is None else turn.seat
    alive = living(draft.board)
    draft.push(*(replace(chain, seat=seat, text=text) for seat in clockwise(draft.board, first) if seat in alive))
