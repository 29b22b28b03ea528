"""What one seat, or a spectator, may know: built up from nothing."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, TypedDict, cast

from games.core.definition import ShownOutcome, shown_outcome
from games.spell_a_spell.cards import FIREWALL, SANDSTORM, SNOWBALL, faces
from games.spell_a_spell.knowledge import HAND, WHOLE, Kind, Known, Place
from games.spell_a_spell.memory import memory_of
from games.spell_a_spell.options import Options
from games.spell_a_spell.scoring import outcome
from games.spell_a_spell.snowballs import takes_at_most
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


class KnownPlace(TypedDict):
    """A hand or score pile of `seat`, or the discard pile, which is no seat's."""

    kind: Kind
    seat: int | None


class LikelyPlace(KnownPlace):
    """`odds` say how likely the card lies there, in thousandths."""

    odds: int


class KnownCard(TypedDict):
    """A card that the viewer has seen and does not see any more, and the places where it may lie now."""

    card: str
    places: Sequence[LikelyPlace]


class KnownFaces(TypedDict):
    """The hands of `seats` together hold at least `count` cards with this face."""

    face: str
    seats: Sequence[int]
    count: int


class KnownAmong(TypedDict):
    """At least `count` of these known cards lie in these places together."""

    cards: Sequence[str]
    places: Sequence[KnownPlace]
    count: int


class ShownUnseen(TypedDict):
    """How many cards of a hand the viewer has never seen, at least and at most."""

    least: int
    most: int


class ShownKnown(TypedDict):
    """What the viewer remembers of this run beyond what it sees now, from what it was shown.

    `unseen` is by seat. Cards that lie open for a vote count to the hand that they came from.
    """

    cards: Sequence[KnownCard]
    faces: Sequence[KnownFaces]
    among: Sequence[KnownAmong]
    unseen: Sequence[ShownUnseen]


class ShownOptions(TypedDict):
    """What the match is played with: its options, `hand_sizes` worked out by seat."""

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
    """What the seat remembers; a word that it sees laid, its own or from an open hand, is of the cards it knows."""
    table = state.table
    memory, cards = memory_of(table, seat), list(memory_of(table, seat).cards)
    if isinstance(state, Voting) and (table.options.open_hands or state.proposed.seat == seat):
        cards += [Known(card, ((Place(HAND, state.proposed.seat), WHOLE),)) for card in state.cards]
    return {
        "cards": [{"card": known.card, "places": [_place(*one) for one in known.odds]} for known in cards],
        "faces": [{"face": one.face, "seats": sorted(one.seats), "count": one.count} for one in memory.least],
        "among": [
            {"cards": sorted(one.cards), "places": _places(one.places), "count": one.count} for one in memory.among
        ],
        "unseen": [{"least": one.least, "most": one.most} for one in memory.unseen],
    }


def _places(places: Iterable[Place]) -> Sequence[KnownPlace]:
    in_order = sorted(places, key=lambda place: (place.kind, place.seat or 0))
    return [{"kind": place.kind, "seat": place.seat} for place in in_order]


def _place(place: Place, odds: int) -> LikelyPlace:
    return {"kind": place.kind, "seat": place.seat, "odds": odds}


def _options(options: Options) -> ShownOptions:
    return cast(ShownOptions, {name: getattr(options, name) for name in ShownOptions.__annotations__})


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
