"""Who is asked what now, and what the clock answers for a seat that does not."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, TypedDict

from games.core.moves import Move, shape
from games.core.prompts import MAX_LISTED, Prompt, PromptMove, listed, prompt_id
from games.core.schemas import PromptShape
from games.spell_a_spell.chapters.effects import playable
from games.spell_a_spell.chapters.snowballs import takes_at_most
from games.spell_a_spell.chapters.words import barred
from games.spell_a_spell.components.cards import faces, lays
from games.spell_a_spell.components.spelling import MIN_LENGTH
from games.spell_a_spell.lexicon.entries import lexicon
from games.spell_a_spell.moves import (
    ACCEPT,
    VOTES,
    CastWord,
    Decline,
    EndTurn,
    PlayEffect,
    Vote,
    one_of,
    word_shape,
)
from games.spell_a_spell.state import Defending, Replying, State, Table, Turn, Voting, left_of

TURN, VOTE, DEFENCE, REPLY = "turn", "word_vote", "snowball_defence", "snowball_reply"


class TurnAbout(TypedDict):
    """The word to resist, if any, the letters that a word needs, and what may be played at all any more.

    No effect card may be played after a word was refused (SAS-7).
    """

    word: str | None
    least: int
    may_cast: bool
    may_play_effects: bool


class DefenceAbout(TypedDict):
    """Who throws the snowball, and how many cards it takes."""

    by: int
    takes: int


class ReplyAbout(TypedDict):
    """Whom the next snowball would hit, and how many cards it would take."""

    target: int
    takes: int


class VoteAbout(TypedDict):
    """The word to be judged, and who lays it."""

    by: int
    word: str


SHAPES: Mapping[str, PromptShape] = {
    TURN: PromptShape(moves=(CastWord, PlayEffect, EndTurn), about=TurnAbout),
    VOTE: PromptShape(moves=(Vote,), about=VoteAbout),
    DEFENCE: PromptShape(moves=(PlayEffect, Decline), about=DefenceAbout),
    REPLY: PromptShape(moves=(PlayEffect, Decline), about=ReplyAbout),
}
# What a standing order may answer. Not a vote, because its default accepts the word.
DECLINABLE = frozenset({DEFENCE, REPLY})


def prompts(state: State) -> Mapping[int, Prompt]:
    """The open questions by seat; whether, when and whom they ask is told by public facts alone."""
    match state:
        case Turn(table=table, seat=seat):
            return {seat: _asked(table, seat, TURN, tuple(_turn_moves(state)), _about_turn(state))}
        case Defending(table=table, throw=throw):
            thrown: DefenceAbout = {"by": throw.thief, "takes": takes_at_most(table.options, throw.number)}
            return {throw.target: _asked(table, throw.target, DEFENCE, _window_moves(state, throw.target), thrown)}
        case Replying(table=table, throw=throw):
            takes = takes_at_most(table.options, throw.number + 1)
            next_one: ReplyAbout = {"target": left_of(table, throw.target), "takes": takes}
            return {throw.target: _asked(table, throw.target, REPLY, _window_moves(state, throw.target), next_one)}
        case Voting(table=table, proposed=proposed):
            about: VoteAbout = {"by": proposed.seat, "word": proposed.word}
            return {seat: _asked(table, seat, VOTE, (_vote_moves(),), about) for seat in state.missing}
        case _:
            return {}


def default_move(state: State, seat: int) -> Move:
    """What the clock plays: no word, no effect card, and an accept, as silence at a table is consent (section 6)."""
    match state:
        case Voting():
            return Vote(vote=ACCEPT)
        case Defending() | Replying():
            return Decline()
        case _:
            return EndTurn()


def _asked(table: Table, seat: int, kind: str, moves: tuple[PromptMove, ...], about: Mapping[str, Any]) -> Prompt:
    return Prompt(id=prompt_id(table.questions, seat), seat=seat, kind=kind, moves=moves, about=about)


def _about_turn(turn: Turn) -> TurnAbout:
    """The word to resist, of how many letters, and what may be played at all any more."""
    spell = turn.table.spell
    return {
        "word": None if spell is None else spell.word,
        "least": shortest(turn.table),
        "may_cast": turn.refused < turn.table.options.max_refused_words,
        "may_play_effects": not turn.refused,
    }


def shortest(table: Table) -> int:
    """How many letters a word needs at least, unless it is a special one (SAS-12, SAS-18)."""
    return len(table.spell.key) if table.spell else MIN_LENGTH


def _turn_moves(turn: Turn) -> Iterator[PromptMove]:
    options = turn.table.options
    if turn.refused < options.max_refused_words:
        yield _word_moves(turn.table, turn.seat)
    yield from _effect_moves(turn, turn.seat)
    yield listed(EndTurn.type, [{}], shape(EndTurn.type))


def _window_moves(state: Defending | Replying, seat: int) -> tuple[PromptMove, ...]:
    return (*_effect_moves(state, seat), listed(Decline.type, [{}], shape(Decline.type)))


def _effect_moves(state: State, seat: int) -> Iterator[PromptMove]:
    if effects := playable(state, seat):
        schema = shape(PlayEffect.type, effect=one_of(effects))
        yield listed(PlayEffect.type, [{"effect": effect} for effect in effects], schema)


def _vote_moves() -> PromptMove:
    return listed(Vote.type, [{"vote": vote} for vote in VOTES], shape(Vote.type, vote=one_of(VOTES)))


def _word_moves(table: Table, seat: int) -> PromptMove:
    """The form of a word; the list is empty without hints and never complete: a word has many forms (section 6)."""
    hand = table.players[seat].hand
    least = shortest(table)
    note = f"The word in any form, of {least} letters or more, or a special word (SAS-12, SAS-18, SAS-19)."
    schema = word_shape(tuple(card for card in hand if lays(card)), note)
    legal = tuple({"type": CastWord.type, "word": word} for word in hints(table, seat))
    return PromptMove(type=CastWord.type, schema=schema, legal=legal, complete=False)


def hints(table: Table, seat: int) -> tuple[str, ...]:
    """The lexicon's words that the seat could cast now, longest first; none without the option."""
    return castable(table, seat, shortest(table))[:MAX_LISTED] if table.options.hints else ()


def castable(table: Table, seat: int, least: int) -> tuple[str, ...]:
    """The lexicon's words of so many letters, and special ones, that the seat's cards can lay, longest first."""
    options, held = table.options, faces(table.players[seat].hand)
    found, gone = _words(options.lexicon, held, least, options.allow_imaginary), barred(table)
    return tuple(word for word, key in found if key not in gone)


# Prompts are asked for several times per request while a hand stays the same.
@lru_cache(maxsize=256)
def _words(version: str, held: tuple[str, ...], least: int, imaginary: bool) -> tuple[tuple[str, str], ...]:
    return tuple((entry.word, entry.key) for entry in lexicon(version).words(held, least=least, imaginary=imaginary))
