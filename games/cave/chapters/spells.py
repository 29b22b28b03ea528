"""Spells: what may be cast when, the answer to a cast, and what a spell does (CAVE-9, CAVE-R23.5, CAVE-R28.3)."""

from games.cave.agenda.jobs import Chain, Duel, ResolveSpell, SpellDone
from games.cave.agenda.questions import BeforeFight, Counterspell
from games.cave.agenda.tasks import Question
from games.cave.chapters.exploration import cards_to_draw
from games.cave.chapters.fights import evade_all, strengthened
from games.cave.chapters.gates import gates_at
from games.cave.chapters.totals import total
from games.cave.components.card import Card, Deck
from games.cave.components.cards import BY_ID as CARDS
from games.cave.components.cards import DECKS
from games.cave.draft import Draft
from games.cave.effects.steps import AddPowerToStrength, Evade, GateOpen, PeekReorder, Target
from games.cave.effects.writer import unparse
from games.cave.events.course import GateOpened, ReactionPassed
from games.cave.events.incidents import SpellCancelled, SpellCast, SpellResolved
from games.cave.moves import Cancel, Cast, CastAt, CastOnDeck, Pass
from games.cave.state import Board, clockwise, living
from games.core.moves import Move
from games.core.records import replace

SPELLS = tuple(card for card in DECKS["spells"] if not card.set_aside)
REACTION = "reaction"
COUNTERSPELL = next(card.id for card in SPELLS if card.when == REACTION)
DECK_CHOICES: tuple[Deck, ...] = ("cave", "adventure")


def may_cast(board: Board, question: Question) -> bool:
    """Whether by public facts the seat asked might cast in this prompt, whatever it holds (CAVE-R23.1)."""
    return has_cast_left(board, question.seat) and any(
        card.id not in board.spells.discard for card in fitting(board, question)
    )


def cast_moves(board: Board, question: Question, seat: int) -> list[Move]:
    """The casts of the spells in hand that fit the prompt (CAVE-R23.6)."""
    if not has_cast_left(board, seat):
        return []
    hand = board.hero(seat).spells
    return [move for card in fitting(board, question) if card.id in hand for move in casts_of(board, seat, card)]


def has_cast_left(board: Board, seat: int) -> bool:
    """Whether the seat holds a spell and has not cast as many in this turn as it held when it began (CAVE-R23.5)."""
    hero, turn = board.adventurers[seat], board.turn
    return hero is not None and turn is not None and bool(hero.spells) and turn.cast[seat] < turn.held[seat]


def fitting(board: Board, question: Question) -> list[Card]:
    """The spells of the game whose moment this prompt is (CAVE-R28.3, CAVE-R23.6)."""
    own_turn = board.turn is not None and board.turn.seat == question.seat
    if question.cast_done or not (own_turn or isinstance(question, BeforeFight)):
        return []
    return [card for card in SPELLS if card.when in question.casts and fits(board, question, card)]


def fits(board: Board, question: Question, card: Card) -> bool:
    """Whether what the spell needs is there: a closed gate, a card to be drawn, a fight of the right kind."""
    match card.steps[0]:
        case GateOpen():
            return bool(gates_at(board, question.seat))
        case PeekReorder():
            return cards_to_draw(board, question.seat) > 0
        case Evade():
            return isinstance(question, BeforeFight) and (
                isinstance(question.fight, Duel) or bool(question.fight.cards)
            )
        case AddPowerToStrength():
            return isinstance(question, BeforeFight) and question.fight.by == "strength"
        case _:
            return True


def casts_of(board: Board, seat: int, card: Card) -> list[Move]:
    """One move for each target, or stack, that the spell can name (CAVE-R28.4)."""
    match card.steps[0]:
        case Target():
            others = [other for other in clockwise(board, seat) if other != seat and other in living(board)]
            return [CastAt(spell=card.id, target=other) for other in others]
        case PeekReorder():
            return [CastOnDeck(spell=card.id, deck=deck) for deck in DECK_CHOICES]
        case _:
            return [Cast(spell=card.id)]


def cast(draft: Draft, question: Question, seat: int, move: Cast | CastAt | CastOnDeck) -> None:
    """Cast: others may answer, then the spell works, then the prompt stands again without spells (CAVE-R23.5)."""
    target = move.target if isinstance(move, CastAt) else None
    deck = move.deck if isinstance(move, CastOnDeck) else None
    draft.write(SpellCast(seat=seat, spell=move.spell, target=target, deck=deck))
    waiting = reactors(draft.board, seat)
    answers = [Counterspell(seat=seat, waiting=waiting)] if waiting else []
    resolve = ResolveSpell(seat=seat, spell=move.spell, target=target, deck=deck)
    draft.push(*answers, resolve, replace(question, cast_done=True))


def reactors(board: Board, caster: int) -> tuple[int, ...]:
    """The seats asked for a Counterspell: all others with a spell card, unless it lies face up (CAVE-R23.1)."""
    if COUNTERSPELL in board.spells.discard:
        return ()
    return tuple(seat for seat in living(board) if seat != caster and has_cast_left(board, seat))


def counterspell_moves(board: Board, question: Counterspell, seat: int) -> list[Move]:
    return [Pass(), *([Cancel()] if COUNTERSPELL in board.hero(seat).spells else [])]


def counterspell_default(board: Board, question: Counterspell, seat: int) -> Move:
    return Pass()


def counterspell_answer(draft: Draft, question: Counterspell, seat: int, move: Move) -> None:
    """A pass leaves the others asked; a cancel ends the spell and all questions about it (CAVE-R23.12)."""
    if isinstance(move, Pass):
        draft.write(ReactionPassed(seat=seat))
        return
    cancelled = draft.board.being_cast
    assert cancelled is not None
    draft.write(SpellCancelled(seat=seat, spell=COUNTERSPELL, cancelled=cancelled))


def resolve(draft: Draft, task: ResolveSpell) -> None:
    """Do what the spell says, unless it was cancelled or its target is gone (CAVE-9.6, CAVE-9.6a).

    The prompt in which it was cast is next on the agenda.
    """
    seat, spell = task.seat, task.spell
    if draft.board.being_cast != spell:
        return
    done = SpellDone(seat=seat, spell=spell)
    prompt = draft.agenda[-1]
    match CARDS[spell].steps[0]:
        case Evade() if isinstance(prompt, BeforeFight):
            draft.agenda.pop()
            evade_all(draft, prompt, spell)
            draft.push(done)
        case AddPowerToStrength() if isinstance(prompt, BeforeFight):
            strengthened(draft, prompt, total(draft.board, seat, "power", "always"))
            draft.push(done)
        case GateOpen():
            gate = gates_at(draft.board, seat)[0]
            draft.write(GateOpened(seat=seat, gate=gate, by="spell", rules=("CAVE-R18.2a", "CAVE-R18.3")))
            draft.push(done)
        case _:
            text = unparse(CARDS[spell].steps)
            draft.push(
                Chain(seat=seat, text=text, source=spell, origin="spell", target=task.target, deck=task.deck), done
            )


def spell_done(draft: Draft, task: SpellDone) -> None:
    """The card goes to the used spells (CAVE-9.6a)."""
    if draft.board.being_cast == task.spell:
        draft.write(SpellResolved(seat=task.seat, spell=task.spell))
