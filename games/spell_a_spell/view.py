"""What one seat, or a spectator, may know: built up from nothing."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Literal, NotRequired, TypedDict, cast

from games.core.definition import ShownOutcome, shown_outcome
from games.spell_a_spell.chapters.snowballs import takes_at_most
from games.spell_a_spell.components.cards import FIREWALL, SANDSTORM, SNOWBALL, faces
from games.spell_a_spell.knowledge import Fact, Kind
from games.spell_a_spell.memory import memory_of
from games.spell_a_spell.options import LATER, Options
from games.spell_a_spell.outcome import outcome
from games.spell_a_spell.state import (
    Dealing,
    Defending,
    Finished,
    Replying,
    RunOver,
    Spelling,
    State,
    Table,
    Thrown,
    Turn,
    Voting,
    on_turn,
)

Phase = Literal[
    "dealing", "turn", "word_vote", "snowball", "snowball_defence", "snowball_reply", "run_over", "finished"
]
PHASES: Mapping[type[State], Phase] = {
    Dealing: "dealing",
    Turn: "turn",
    Voting: "word_vote",
    Thrown: "snowball",
    Defending: "snowball_defence",
    Replying: "snowball_reply",
    RunOver: "run_over",
    Finished: "finished",
}


class ShownPlayer(TypedDict):
    """A seat; only a hand that the viewer may see is a `hand`, only the viewer's own score pile a `score_pile`.

    `hand_size` is how many cards the seat holds and `hand_limit` up to how many it fills up.
    """

    seat: int
    hand: Sequence[str] | None
    hand_size: int
    hand_limit: int
    score_pile: Sequence[str] | None
    score_pile_size: int
    score: int
    bewitched: bool
    resigned: bool


class ShownSpell(TypedDict):
    """The standing spell: the word of `caster` that `on` must resist, of so many letters."""

    word: str
    length: int
    caster: int
    on: int


class ShownWord(TypedDict):
    """A word as the seat has cast it; `fogs` are the places of the fog cards in it, from 0."""

    seat: int
    word: str
    length: int
    fogs: Sequence[int]


class ShownProposal(ShownWord):
    """The word that the table votes on, who votes, and who has voted."""

    voters: Sequence[int]
    voted: Sequence[int]


class ShownSnowball(TypedDict):
    """The `number`-th snowball of a round that `initiator` began: `thief` will take up to `takes` cards of `target`."""

    initiator: int
    thief: int
    target: int
    number: int
    takes: int


class ShownDiscard(TypedDict):
    """How many of each effect card lie in the discard pile."""

    sandstorm: int
    firewall: int
    snowball: int


class LyingCard(TypedDict):
    """A card that the viewer saw laid: on the score pile of `seat`, or on the discard pile, which is no seat's."""

    card: str
    seat: int | None


class KnownFact(TypedDict):
    """What one event told the viewer; what does not belong to its `kind` is null, 0 or empty.

    - `drawn`: `seat` drew `count` cards of the deck.
    - `shown`: the hand of `seat` held cards of these `faces`, and keeps them.
    - `laid`: cards of these `faces` went from the hand of `seat` to its score pile, or effects to the discard pile.
    - `passed`: each hand went `to` another seat's, by seat; the viewer gave `cards` and `got` others.
    - `taken`: `seat` took `count` cards of `target`; `cards` are those of a theft that the viewer was a part of.
    """

    kind: Kind
    seat: int | None
    target: int | None
    count: int
    faces: Sequence[str]
    cards: Sequence[str]
    got: Sequence[str]
    to: Sequence[int]


class ShownKnown(TypedDict):
    """What the viewer remembers of this run beyond what it sees now, from what it was shown.

    `facts` are in order, from the first that told of a card out of sight; `sizes` are the other hands before it, by
    seat. `open_word` are the cards of the word that lies open for the vote, where the viewer has seen them. A word
    that lies open counts to the hand that it came from.
    """

    lying: Sequence[LyingCard]
    sizes: Sequence[int]
    facts: Sequence[KnownFact]
    open_word: Sequence[str]


class ShownOptions(TypedDict):
    """What the match is played with: its options, `hand_sizes` worked out by seat.

    Matches of rules version 1 have neither `rounds` nor `windows`.
    """

    adjudication: Literal["lexicon", "lexicon_vote", "free"]
    word_scope: Literal["tangible", "any"]
    allow_imaginary: bool
    max_refused_words: int
    repeat: Literal["not_standing", "any", "never"]
    refill: Literal["to_hand_size", "by_word_length"]
    special_refill: Literal["to_hand_size", "letters_plus_one"]
    free_pass_draw: Literal["fill_plus_one", "one_card"]
    bewitched_hand_cap: bool
    snowball_growth: Literal["linear", "capped_at_2"]
    sandstorm: Literal["receive_from_left", "pass_to_left"]
    end_check: Literal["passes", "solver"]
    runs: int
    hand_sizes: Sequence[int]
    open_hands: bool
    hints: bool
    deck: str
    lexicon: str
    rounds: NotRequired[Literal["even", "rulebook"]]
    windows: NotRequired[Literal["needed", "all"]]


class Shown(TypedDict):
    """The table as a seat sees it; only `your_vote` tells of a vote before it closes.

    `known_cards` is what the viewer remembers, null for a spectator.
    `questions` counts those put so far, as the ids of prompts do.

    `deck_size`, the hands, the score piles of this run, `discard` and a proposed word are all 90 cards.
    """

    phase: Phase
    options: ShownOptions
    questions: int
    run: int
    runs: int
    dealer: int
    turn: int | None
    spell: ShownSpell | None
    players: Sequence[ShownPlayer]
    deck_size: int
    discard: ShownDiscard
    words: Sequence[ShownWord]
    agreed: Sequence[str]
    idle_passes: int
    refused_words: int
    proposed: ShownProposal | None
    your_vote: str | None
    snowball: ShownSnowball | None
    known_cards: ShownKnown | None
    outcome: ShownOutcome | None


def view(state: State, seat: int | None) -> Shown:
    """The table as `seat` sees it."""
    table = state.table
    return {
        "phase": PHASES[type(state)],
        "options": _options(table.options),
        "questions": table.questions,
        "run": table.run,
        "runs": table.options.runs,
        "dealer": table.dealer,
        "turn": on_turn(state),
        "spell": _spell(table),
        "players": [_player(table, owner, seat) for owner in range(table.seats)],
        "deck_size": len(table.deck),
        "discard": _discard(table),
        "words": [_word(cast) for cast in table.casts],
        "agreed": table.agreed,
        "idle_passes": len(table.passes),
        "refused_words": state.refused if isinstance(state, Turn | Voting) else 0,
        "proposed": _proposed(state),
        "your_vote": _own_vote(state, seat),
        "snowball": _snowball(state),
        "known_cards": None if seat is None else _known(state, seat),
        "outcome": shown_outcome(outcome(state)),
    }


def _known(state: State, seat: int) -> ShownKnown:
    """What the seat remembers, and the cards of a word that it sees laid, its own or from an open hand."""
    table, memory = state.table, memory_of(state.table, seat)
    seen = isinstance(state, Voting) and (table.options.open_hands or state.proposed.seat == seat)
    return {
        "lying": [{"card": one.card, "seat": one.seat} for one in memory.lying],
        "sizes": memory.sizes,
        "facts": [_fact(fact) for fact in memory.facts],
        "open_word": state.cards if seen and isinstance(state, Voting) else (),
    }


def _fact(fact: Fact) -> KnownFact:
    return {
        "kind": fact.kind,
        "seat": fact.seat,
        "target": fact.target,
        "count": fact.count,
        "faces": fact.faces,
        "cards": fact.cards,
        "got": fact.got,
        "to": fact.to,
    }


def _options(options: Options) -> ShownOptions:
    values = {name: getattr(options, name) for name in ShownOptions.__annotations__}
    return cast(ShownOptions, {name: value for name, value in values.items() if name not in LATER or value is not None})


def _player(table: Table, owner: int, viewer: int | None) -> ShownPlayer:
    player = table.players[owner]
    open_here = table.options.open_hands or owner == viewer
    return {
        "seat": owner,
        "hand": player.hand if open_here else None,
        "hand_size": len(player.hand),
        "hand_limit": player.hand_size,
        "score_pile": player.pile if owner == viewer else None,
        "score_pile_size": len(player.pile),
        "score": player.score,
        "bewitched": player.bewitched,
        "resigned": player.resigned,
    }


def _spell(table: Table) -> ShownSpell | None:
    spell = table.spell
    if spell is None:
        return None
    return {"word": spell.word, "length": len(spell.key), "caster": spell.caster, "on": spell.on}


def _discard(table: Table) -> ShownDiscard:
    """How many of each effect card lie in the discard pile: which of the same ones would tell too much."""
    lying = Counter(faces(table.discard))
    return {"sandstorm": lying[SANDSTORM], "firewall": lying[FIREWALL], "snowball": lying[SNOWBALL]}


def _word(cast: Spelling) -> ShownWord:
    return {"seat": cast.seat, "word": cast.word, "length": len(cast.key), "fogs": cast.fogs}


def _proposed(state: State) -> ShownProposal | None:
    if not isinstance(state, Voting):
        return None
    voted = [seat for seat in state.voters if seat not in state.missing]
    return {**_word(state.proposed), "voters": state.voters, "voted": voted}


def _own_vote(state: State, seat: int | None) -> str | None:
    if not isinstance(state, Voting) or seat not in state.voters:
        return None
    return state.votes[state.voters.index(seat)]


def _snowball(state: State) -> ShownSnowball | None:
    if not isinstance(state, Thrown | Defending | Replying):
        return None
    throw = state.throw
    return {
        "initiator": throw.initiator,
        "thief": throw.thief,
        "target": throw.target,
        "number": throw.number,
        "takes": takes_at_most(state.table.options, throw.number),
    }
