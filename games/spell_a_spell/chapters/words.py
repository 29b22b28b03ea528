"""From a typed word to a word that is laid: its form, its cards, its judge (SAS-10 to SAS-12, SAS-17, SAS-18)."""

from games.spell_a_spell.chapters import casting, voting
from games.spell_a_spell.chapters.casting import Laid
from games.spell_a_spell.chapters.ending import cast_for_good
from games.spell_a_spell.chapters.turns import require_turn
from games.spell_a_spell.components.cards import faces, lays
from games.spell_a_spell.components.laying import FOG, lay, spells
from games.spell_a_spell.components.spelling import MIN_LENGTH, Word, normal
from games.spell_a_spell.draft import Draft
from games.spell_a_spell.lexicon.entries import SPECIAL, lexicon
from games.spell_a_spell.moves import CastWord
from games.spell_a_spell.refusals import refusal
from games.spell_a_spell.state import Spelling, Table


def cast_word(draft: Draft, seat: int, move: CastWord) -> None:
    """Lay a word: refused for its form, accepted, put to the vote, or refused for what it names (SAS-11)."""
    turn = require_turn(draft, seat)
    table = draft.table
    if turn.refused >= table.options.max_refused_words:
        raise refusal("no_more_words", refused=turn.refused)
    laid = _laid(table, seat, move)
    check_fits(table, laid.spelling.key)
    if is_accepted(table, laid.spelling.key):
        casting.carry_out(draft, laid)
    elif table.options.adjudication == "lexicon_vote":
        voting.propose(draft, laid)
    else:
        raise refusal("word_not_in_lexicon")


def check_fits(table: Table, key: str) -> None:
    """Refuse a word that is too short for the standing spell, or cast before; never a special one (SAS-17, SAS-18)."""
    if key in SPECIAL:
        return
    if table.spell is not None and len(key) < len(table.spell.key):
        raise refusal("shorter_than_the_spell", letters=len(key), least=len(table.spell.key))
    if key in cast_for_good(table):
        raise refusal("word_was_cast")
    if key in barred(table):
        raise refusal("word_is_standing")


def barred(table: Table) -> frozenset[str]:
    """The words that may not be cast now although they are long enough; no special word is among them (SAS-17)."""
    if table.options.repeat == "any" or table.spell is None:
        return cast_for_good(table)
    return cast_for_good(table) | {table.spell.key}


def is_accepted(table: Table, key: str) -> bool:
    """Whether the word counts without asking anybody (SAS-11, SAS-29)."""
    options = table.options
    if options.adjudication == "free" or key in SPECIAL or key in table.agreed:
        return True
    return lexicon(options.lexicon).accepts(key, imaginary=options.allow_imaginary)


def _laid(table: Table, seat: int, move: CastWord) -> Laid:
    word = normal(move.word)
    if len(word.key) < MIN_LENGTH:
        raise refusal("word_too_short")
    cards = _named_cards(table, seat, word, move.card_ids) if move.card_ids else _picked_cards(table, seat, word)
    fogs = tuple(place for place, face in enumerate(faces(cards)) if face == FOG)
    return Laid(spelling=Spelling(seat=seat, word=word.shown, key=word.key, fogs=fogs), cards=cards)


def _named_cards(table: Table, seat: int, word: Word, cards: tuple[str, ...]) -> tuple[str, ...]:
    """The cards that the client named, if they are in hand and spell the word in this order (SAS-3, SAS-10, SAS-12)."""
    if len({*cards}) != len(cards) or not {*cards} <= {*table.players[seat].hand}:
        raise refusal("card_not_in_hand")
    if not all(lays(card) for card in cards):
        raise refusal("card_lays_no_letter")
    if len(cards) != len(word.key):
        raise refusal("wrong_number_of_cards", letters=len(word.key), cards=len(cards))
    if not spells(word.key, faces(cards)):
        raise refusal("card_is_another_letter")
    return cards


def _picked_cards(table: Table, seat: int, word: Word) -> tuple[str, ...]:
    """The cards that the server picks: letter cards before fog cards (section 6)."""
    hand = table.players[seat].hand
    places = lay(word.key, faces(hand))
    if places is None:
        raise refusal("hand_cannot_lay")
    return tuple(hand[place] for place in places)
