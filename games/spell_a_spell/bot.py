"""What good play of Spell-a-Spell is, for the graded bots: long words, and cards kept that lay others."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from games.core.bots import EASY, HARD, MEDIUM, WON, BotKit, Grade
from games.core.chance import Chance
from games.core.moves import Move
from games.core.records import replace
from games.spell_a_spell.chapters.effects import playable
from games.spell_a_spell.chapters.words import is_accepted
from games.spell_a_spell.components.cards import FIREWALL, SNOWBALL, faces
from games.spell_a_spell.components.laying import FOG
from games.spell_a_spell.components.spelling import MIN_LENGTH, normal
from games.spell_a_spell.lexicon.commonness import CHILD, EVERYBODY, RARE, commonness
from games.spell_a_spell.lexicon.entries import SPECIAL
from games.spell_a_spell.moves import ACCEPT, CHALLENGE, CastWord, Decline, EndTurn, PlayEffect, Vote
from games.spell_a_spell.outcome import outcome
from games.spell_a_spell.prompts import castable, shortest
from games.spell_a_spell.state import Defending, Replying, State, Turn, Voting

# Worth in thousandths of a match: a card scored, one held, and what fog and effects are worth more than a letter.
SCORED, HELD = 22, 3
KEPT = {FOG: 12, FIREWALL: 6, SNOWBALL: 4}
MOST = 480
# So many words are looked at before effect cards are.
WORDS_FIRST = 4
# From which knowledge on, in thousandths, a grade knows a word.
KNOWN_FROM: Mapping[str, int] = {CHILD: 1, EVERYBODY: 500, RARE: 1000}
# A grade that knows no more than a child does not look for the longest word either: it takes one from so far down the
# list of those it knows, in thousandths, so that beginners win now and then.
CHILDS_REACH = 500

# Whether a grade knows a word.
Vocabulary = Callable[[Grade, str], bool]


def value(state: State, seat: int) -> int:
    """A share of the match: what the winners share, and before the end the lead over the best of the others."""
    if ended := outcome(state):
        return WON // len(ended.winners) if seat in ended.winners else 0
    players = state.table.players
    if players[seat].resigned:
        return 0
    others = [player.score for other, player in enumerate(players) if other != seat]
    lead = SCORED * (players[seat].score - max(others)) + _held(state, seat)
    return WON // 2 + max(-MOST, min(MOST, lead))


def _held(state: State, seat: int) -> int:
    return sum(KEPT.get(face, HELD) for face in faces(state.table.players[seat].hand))


def asked(state: State) -> Sequence[int]:
    """The seats that owe an answer."""
    match state:
        case Turn(seat=seat):
            return (seat,)
        case Defending(throw=throw) | Replying(throw=throw):
            return (throw.target,)
        case Voting():
            return state.missing
        case _:
            return ()


def order(state: State, seat: int, grade: Grade) -> Sequence[Move]:
    """The moves worth a look, best first; one at least."""
    moves = ordered(state, seat, grade, knows)
    return _childlike(moves) if grade.knowledge < KNOWN_FROM[EVERYBODY] else moves


def _childlike(moves: Sequence[Move]) -> Sequence[Move]:
    """The same moves, but where a word comes first, one from the middle of the list, where special words lead too."""
    words = [move for move in moves if isinstance(move, CastWord)]
    if not words or moves[0] != words[0]:
        return moves
    taken = words[len(words) * CHILDS_REACH // 1000]
    return [taken, *(move for move in moves if move != taken)]


def ordered(state: State, seat: int, grade: Grade, vocabulary: Vocabulary) -> Sequence[Move]:
    """The moves worth a look to a grade with this vocabulary."""
    match state:
        case Voting(proposed=proposed):
            honest = is_accepted(state.table, proposed.key) or state.table.options.word_scope == "any"
            return [Vote(vote=ACCEPT if honest else CHALLENGE)]
        case Defending() | Replying():
            return [*_effects(state, seat), Decline()]
        case Turn():
            return _turn(state, seat, _words(state, seat, grade, vocabulary))
        case _:
            return [EndTurn()]


def forgetful(state: State) -> State:
    """The state without what its seat remembers: its cards are dealt by that, and a playout need not go on with it."""
    return replace(state, table=replace(state.table, memories=()))


def rollout(state: State, seat: int, chance: Chance) -> Move:
    """The longest word at hand, be it short of the best."""
    return order(state, seat, Grade())[0]


def unlisted(state: State, seat: int) -> Sequence[Move]:
    """The lexicon's words that the seat can lay, which only a match with hints lists."""
    if not isinstance(state, Turn) or state.table.options.hints or not _may_cast(state):
        return ()
    return [CastWord(word=word) for word in castable(state.table, seat, shortest(state.table))]


def _turn(turn: Turn, seat: int, known: Sequence[str]) -> Sequence[Move]:
    """Snowballs before words, because an effect card kept is a letter less; the other effects in need of a word."""
    words = [CastWord(word=word) for word in known]
    effects = _effects(turn, seat)
    thrown = [effect for effect in effects if effect.effect == SNOWBALL]
    others = [effect for effect in effects if effect.effect != SNOWBALL]
    if words:
        return [*thrown, *words[:WORDS_FIRST], *others, EndTurn(), *words[WORDS_FIRST:]]
    if PlayEffect(effect=FIREWALL) in effects and castable(turn.table, seat, MIN_LENGTH):
        return [PlayEffect(effect=FIREWALL), *thrown, EndTurn(), *others]
    return [*thrown, *others, EndTurn()]


def _words(turn: Turn, seat: int, grade: Grade, vocabulary: Vocabulary) -> Sequence[str]:
    """The words that this grade knows: special ones first, then the longest, of those the ones that spare the fog."""
    if not _may_cast(turn):
        return ()
    held = Counter(faces(turn.table.players[seat].hand))
    known = [word for word in castable(turn.table, seat, shortest(turn.table)) if vocabulary(grade, word)]
    return sorted(known, key=lambda word: _rank(word, held))


def _rank(word: str, held: Counter[str]) -> tuple[bool, int, int]:
    ordinary, length, letters = _counted(word)
    return ordinary, -length, sum(max(0, count - held[letter]) for letter, count in letters)


@lru_cache(maxsize=16384)
def _counted(word: str) -> tuple[bool, int, tuple[tuple[str, int], ...]]:
    """Whether a word is none of the special ones, its length, and how many of each letter it has."""
    key = normal(word).key
    return key not in SPECIAL, len(key), tuple(Counter(key).items())


def _may_cast(turn: Turn) -> bool:
    return turn.refused < turn.table.options.max_refused_words


def knows(grade: Grade, word: str) -> bool:
    """Whether a word is in the vocabulary of a grade, which is the same in every match; so are the special words."""
    return _known_from(word) <= grade.knowledge


@lru_cache(maxsize=8192)
def _known_from(word: str) -> int:
    """From which knowledge on a word is known: one that the file of commonness lacks is rare."""
    key = normal(word).key
    return 0 if key in SPECIAL else KNOWN_FROM[commonness().get(key, RARE)]


def _effects(state: State, seat: int) -> Sequence[PlayEffect]:
    return [PlayEffect(effect=effect) for effect in playable(state, seat)]


GRADES = {
    EASY: Grade(knowledge=KNOWN_FROM[CHILD]),
    MEDIUM: Grade(knowledge=KNOWN_FROM[EVERYBODY]),
    HARD: Grade(samples=16, moves=5, depth=4),
}
BOT = BotKit(
    version="4",
    grades=GRADES,
    value=value,
    asked=asked,
    order=order,
    rollout=rollout,
    unlisted=unlisted,
    afresh=forgetful,
)
