"""What an accepted word does (SAS-13 to SAS-18, SAS-26 to SAS-30)."""

from dataclasses import dataclass

from games.core.records import replace
from games.spell_a_spell.chapters import drawing, turns
from games.spell_a_spell.draft import Draft
from games.spell_a_spell.events.course import SpellStanding, WordCast
from games.spell_a_spell.lexicon.entries import SPECIAL
from games.spell_a_spell.state import Spell, Spelling, State, Turn, Voting, left_of, parted_from, with_player


@dataclass(frozen=True, slots=True, kw_only=True)
class Laid:
    """A word with the cards that it is laid from, in reading order."""

    spelling: Spelling
    cards: tuple[str, ...]


def carry_out(draft: Draft, laid: Laid) -> None:
    """Score the word and do what it does: a special word clears the way, any other is the spell on the next seat."""
    special = SPECIAL.get(laid.spelling.key)
    _write_cast(draft, laid, special)
    if special is None:
        _cast_on_neighbour(draft, laid.spelling)
    else:
        _take_another_turn(draft, laid.spelling)


def _write_cast(draft: Draft, laid: Laid, special: str | None) -> None:
    word = laid.spelling
    fog = ("SAS-13",) if word.fogs else ()
    kind = ("SAS-16",) if special is None else ("SAS-26", "SAS-29")
    draft.write(
        WordCast(
            seat=word.seat,
            word=word.word,
            key=word.key,
            fogs=word.fogs,
            special=special,
            cards=laid.cards,
            rules=("SAS-10", "SAS-11", *fog, "SAS-14", *kind),
        )
    )


def _cast_on_neighbour(draft: Draft, word: Spelling) -> None:
    """Resist what stood, fill up, and the word stands on the left neighbour (SAS-15, SAS-16, SAS-18)."""
    turns.end_spell(draft, word.seat, "resisted", "SAS-18")
    by_length = draft.table.options.refill == "by_word_length"
    due = len(word.key) if by_length else drawing.missing(draft.table, word.seat)
    drawing.draw(draft, word.seat, due, reason=drawing.WORD, rules=("SAS-15",))
    draft.write(SpellStanding(seat=word.seat, on=left_of(draft.table, word.seat), word=word.word, key=word.key))
    turns.finish_turn(draft, word.seat)


def _take_another_turn(draft: Draft, word: Spelling) -> None:
    """A special word removes any spell, becomes none itself, and its caster is on turn again (SAS-27 to SAS-30)."""
    turns.end_spell(draft, word.seat, "special", "SAS-19", "SAS-27")
    plus_one = draft.table.options.special_refill == "letters_plus_one"
    due = len(word.key) + 1 if plus_one else drawing.missing(draft.table, word.seat)
    drawing.draw(draft, word.seat, due, reason=drawing.SPECIAL, rules=("SAS-27",))
    turns.extra_turn(draft, word.seat)


def word_cast(state: State, event: WordCast) -> State:
    """The cards are scored at once and for good (SAS-14); any word breaks a row of passes (SAS-42).

    Cards that lay open for a vote have left the hand already.
    """
    assert event.seat is not None
    table, player = state.table, state.table.players[event.seat]
    if not isinstance(state, Voting):
        player = parted_from(player, event.cards)
    scored = with_player(table, event.seat, replace(player, pile=(*player.pile, *event.cards)))
    word = Spelling(seat=event.seat, word=event.word, key=event.key, fogs=event.fogs)
    return Turn(replace(scored, casts=(*table.casts, word), passes=()), event.seat)


def spell_standing(state: State, event: SpellStanding) -> State:
    assert event.seat is not None
    spell = Spell(caster=event.seat, on=event.on, word=event.word, key=event.key)
    return replace(state, table=replace(state.table, spell=spell))
