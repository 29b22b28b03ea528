"""States set by a test, moves made in them, and short ways to read what came of it.

A hand is written as its letters, `*` for a fog card, and the names of its effect cards: "קופ* snowball".
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from games.core.chance import Chance
from games.core.definition import GameDefinition
from games.core.errors import RuleBroken
from games.core.events import Event
from games.core.moves import Move, Resign
from games.core.testing import StackedChance
from games.spell_a_spell import GAME
from games.spell_a_spell.components.cards import DECKS, EFFECTS, FACE, NEWEST_DECK, canonical
from games.spell_a_spell.components.laying import FOG
from games.spell_a_spell.components.spelling import normal
from games.spell_a_spell.knowledge import Memory
from games.spell_a_spell.moves import CastWord, Decline, EndTurn, PlayEffect, Vote
from games.spell_a_spell.options import options_of
from games.spell_a_spell.refusals import REFUSALS
from games.spell_a_spell.state import Finished, Player, Spell, State, Table, Turn

ALL = tuple(DECKS[NEWEST_DECK])
# The options of rules version 2 by which a match goes as one of version 1.
RULEBOOK = {"rounds": "rulebook", "windows": "all"}
END = EndTurn()
DECLINE = Decline()
ACCEPT, CHALLENGE = Vote(vote="accept"), Vote(vote="challenge")
SANDSTORM, FIREWALL, SNOWBALL = (PlayEffect(effect=effect) for effect in EFFECTS)


@dataclass(frozen=True)
class Played:
    """The events that were made and the state they lead to."""

    events: tuple[Event, ...]
    state: State

    @property
    def table(self) -> Table:
        return self.state.table

    @property
    def types(self) -> list[str]:
        return [event.type for event in self.events]

    def of(self, type: str) -> list[Any]:
        return [event for event in self.events if event.type == type]

    def one(self, type: str) -> Any:
        (event,) = self.of(type)
        return event

    def sizes(self) -> list[int]:
        return [len(player.hand) for player in self.table.players]

    def scores(self) -> list[int]:
        return [player.score for player in self.table.players]

    def faces(self, seat: int) -> str:
        """The seat's hand as a test writes it."""
        return written(self.table.players[seat].hand)


def written(cards: Sequence[str]) -> str:
    faces = [FACE[card] for card in canonical(cards)]
    letters = "".join("*" if face == FOG else face for face in faces if face not in EFFECTS)
    return " ".join([letters, *(face for face in faces if face in EFFECTS)]).strip()


def scene(
    *hands: str,
    on: int = 0,
    spell: str | None = None,
    deck: str | None = None,
    refused: int = 0,
    passes: Sequence[int] = (),
    resigned: Sequence[int] = (),
    **options: Any,
) -> Turn:
    """The turn of seat `on`, under `spell` by its right neighbour; `deck` is written like a hand, else all the rest.

    The run ends and windows open as in the rulebook, unless `options` say otherwise.
    """
    left = list(ALL)
    held = [_taken(left, hand) for hand in hands]
    rest = _taken(left, deck) if deck is not None else tuple(left)
    settings = options_of(GAME.options({**RULEBOOK, **options}), len(hands))
    players = tuple(
        Player(hand=hand, hand_size=size, resigned=seat in resigned)
        for seat, (hand, size) in enumerate(zip(held, settings.hand_sizes, strict=True))
    )
    standing = Spell(caster=(on - 1) % len(hands), on=on, word=spell, key=normal(spell).key) if spell else None
    table = Table(
        options=settings,
        players=players,
        run=1,
        dealer=(on - 1) % len(hands),
        deck=canonical(rest),
        spell=standing,
        passes=tuple(passes),
        questions=1,
        memories=(Memory(),) * len(players),
    )
    return Turn(table, on, refused)


def _taken(left: list[str], hand: str) -> tuple[str, ...]:
    letters, *effects = hand.split(" ") if hand else [""]
    if letters in EFFECTS:
        letters, effects = "", [letters, *effects]
    faces = [FOG if letter == "*" else letter for letter in letters] + effects
    cards = []
    for face in faces:
        card = next(card for card in left if FACE[card] == face)
        left.remove(card)
        cards.append(card)
    return canonical(cards)


def cast(word: str, *cards: str) -> CastWord:
    return CastWord(word=word, card_ids=cards or None)


def play(state: State, *moves: tuple[int, Move], chance: Chance | None = None) -> Played:
    """The moves one after the other, all with one chance."""
    chance = chance or Chance(bytes(32))
    made: list[Event] = []
    for seat, move in moves:
        for event in GAME.decide(state, seat, move, chance).events:
            made.append(event)
            state = GAME.evolve(state, event)
    return Played(tuple(made), state)


def stacked(*cards: str) -> StackedChance:
    """Chance that draws these cards next."""
    return StackedChance(*cards)


def assert_refused(state: State, seat: int, move: Move, code: str, clause: str) -> RuleBroken:
    """The move is refused with this code and clause, and nothing was drawn."""
    chance, before = Chance(bytes(32)), hash(state)
    with pytest.raises(RuleBroken) as caught:
        GAME.decide(state, seat, move, chance)
    assert (caught.value.code, caught.value.clause) == (code, clause)
    assert REFUSALS[code].clause == clause
    assert (chance.next_draw, hash(state)) == (0, before)
    return caught.value


def started(seats: int, *stacked: object, key: bytes = bytes(32), **options: Any) -> Played:
    """A new match, with its first draws stacked: the dealer, then the cards."""
    events = tuple(GAME.start(GAME.options({**RULEBOOK, **options}), seats, StackedChance(*stacked, key=key)))
    return Played(events, folded(events))


def folded(events: Sequence[Event]) -> State:
    state: State | None = None
    for event in events:
        state = GAME.evolve(state, event)
    assert state is not None
    return state


def listed(state: State, seat: int) -> list[Any]:
    """Every move that the seat's prompt lists."""
    return [body for asked in GAME.prompts(state)[seat].moves for body in asked.legal]


def types_asked(state: State, seat: int) -> list[str]:
    return [asked.type for asked in GAME.prompts(state)[seat].moves]


def random_move(state: State, rng: random.Random) -> tuple[int, Move]:
    """A uniform seat among those asked, and a uniform legal move of its prompt."""
    asked = GAME.prompts(state)
    seat = rng.choice(sorted(asked))
    body = rng.choice(listed(state, seat))
    return seat, GAME.move_classes[body["type"]](**{name: value for name, value in body.items() if name != "type"})


def proposal(state: Turn, rng: random.Random) -> Move | None:
    """A word of two or three letters from the hand, which the lexicon may not know."""
    letters = [FACE[card] for card in state.table.players[state.seat].hand if FACE[card] not in (*EFFECTS, FOG)]
    count = max(2, len(state.table.spell.key) if state.table.spell else rng.choice((2, 3)))
    return cast("".join(rng.sample(letters, count))) if len(letters) >= count else None


def random_match(
    seats: int,
    seed: int,
    *,
    resigning: float = 0.0,
    idling: float = 0.0,
    proposing: float = 0.0,
    game: GameDefinition = GAME,
    **options: Any,
) -> Played:
    """A whole match of uniform legal moves, with the odd seat that resigns, lets its time pass or tries a word."""
    rng = random.Random(f"{seats}/{seed}/{resigning}/{idling}/{proposing}/{sorted(options.items())}")
    chance = Chance(rng.randbytes(32))
    events: list[Event] = list(game.start(game.options(options), seats, chance))
    state = folded(events)
    while not isinstance(state, Finished):
        seat, move = random_move(state, rng)
        if rng.random() < resigning:
            seat = rng.choice([s for s in range(seats) if not state.table.players[s].resigned])
            move = Resign()
        elif rng.random() < idling:
            move = GAME.default_move(state, seat)
        elif isinstance(state, Turn) and rng.random() < proposing:
            move = proposal(state, rng) or move
        try:
            made = GAME.decide(state, seat, move, chance).events
        except RuleBroken:
            made = GAME.decide(state, seat, GAME.default_move(state, seat), chance).events
        for event in made:
            events.append(event)
            state = GAME.evolve(state, event)
    return Played(tuple(events), state)
