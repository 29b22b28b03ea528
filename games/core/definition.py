"""The definition of a game: its facts and its functions, as the registry finds them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, TypedDict, cast

from games.core.bots import BotKit
from games.core.chance import Chance
from games.core.errors import Refusal
from games.core.events import Event
from games.core.json import JSON, JSONObject
from games.core.messages import Table, Tables, Texts
from games.core.moves import Move
from games.core.options import OptionTexts
from games.core.prompts import CompiledSchema, Prompt
from games.core.public_draws import DrawReader
from games.core.schemas import Shapes

# A kernel's state is its own union of frozen dataclasses; outside the kernel no code looks into it.
State = Any


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """How a match ended: `ranking` lists the places, best first, seats level in one place together."""

    reason: str
    ranking: tuple[tuple[int, ...], ...]
    winners: tuple[int, ...]


class ShownOutcome(TypedDict):
    """How the match ended: `ranking` lists the places, best first, seats level in one place together."""

    reason: str
    ranking: Sequence[Sequence[int]]
    winners: Sequence[int]


def shown_outcome(outcome: Outcome | None) -> ShownOutcome | None:
    """An outcome as views show it; None before the end."""
    if outcome is None:
        return None
    return {"reason": outcome.reason, "ranking": outcome.ranking, "winners": outcome.winners}


@dataclass(frozen=True, kw_only=True)
class Decision:
    """The result of a move: its `events`, and the `state` after `evolve` has folded them one by one."""

    events: Sequence[Event]
    state: State


@dataclass(frozen=True, kw_only=True)
class GameDefinition:
    """One version of one game's rules.

    Facts:
    - `slug`, `min_seats` and `max_seats`; `rules` is the version that a match pins.
    - `names`, `duration_hint`, `content` and `clauses` (one-line paraphrases by id) in en, he, pl.
    - `options_schema`, in which every property has a default; `option_texts`: name and meaning of each option.
    - `move_classes` and `move_schemas` by type of move, `event_classes` by type of event.
    - `clock_only`: types of moves that no client may send, with the clause that forbids it.
    - `refusals`: every code with which `start` and `decide` refuse.
    - `declinable`: kinds of prompts whose `default_move` declines and is listed. A standing order may answer them.
    - `skippable`: kinds of prompts that are asked whatever the seat has. A standing order may answer those `forced`.
    - `skipped`: those of them that are answered where `forced` unless the player orders otherwise.
    - `retractable`: types of events that draw, open and show nothing. A move with no others may be taken back.
    - `public_draws`: types of events whose public part tells all that they drew, with how to read it. Their draws may
      be opened while the match runs.

    Texts in each language, as messages for `games.core.messages`, with the same arguments in all languages:
    - `lines`: each type of event in a sentence; `{seat}` is the seat that acts, its fields are the other arguments.
      Where a field has objects, the message `<type>.<field>` describes one of them; `{index}` is its place in a list.
    - `questions`: by kind of prompt, what is asked, a whole sentence about `seat` and the prompt's `about`.
    - `labels`: the text of a button, a verb and its object; by type of move, or by `<kind>.<type>` where moves of one
      type answer several kinds of prompts. Arguments are the move's fields and the prompt's `about`.
    - `sayings`, by the same keys: the long form, where a button and a sentence differ.
    - `reasons`: the ways a match can end, each a sentence about `winners` and `ranking`.
    - `terms`: names of the ids that a placeholder may get.

    `shapes` are the types of the game's output: `games.core.schemas` makes JSON Schemas from them.

    Functions:
    - `start(options, seats, chance)`: the events that set a match up.
    - `decide(state, seat, move, chance)`: judges a move; a `Decision`, or `RuleBroken`.
    - `evolve(state, event)`: the state after one event; before the first event the state is None. Never refuses, never
      draws.
    - `prompts(state)`: the open questions by seat.
    - `view(state, seat)`: all that a seat may know now; None is a spectator.
    - `default_move(state, seat)`: the move that the clock plays for a seat that has a prompt.
    - `outcome(state)`: None while the match goes on.
    - `resample(view, seat, chance)`: a full state that this seat cannot distinguish from the real one, drawn fairly
      over all that it does not know. `view` is a result of the function `view` for this seat, as plain JSON, of a state
      in which somebody is asked.
    - `look_up(word)`: only for games with words: what the rules say about a word; raises `RuleBroken` for anything
      else.
    - `lexicon()`: only for games with words: all words, with their licences.

    `bot` has the functions of the graded bots (`games.core.bots`). `earlier_bots` are kits of earlier versions: moves
    in stored matches name them, and verifiers judge such moves by them.
    """

    slug: str
    rules: str
    names: Mapping[str, str]
    min_seats: int
    max_seats: int
    duration_hint: Texts
    options_schema: JSONObject
    option_texts: Mapping[str, OptionTexts]
    move_classes: Mapping[str, type[Move]]
    move_schemas: Mapping[str, JSONObject]
    event_classes: Mapping[str, type[Event]]
    clauses: Table
    clock_only: Mapping[str, str]
    refusals: Mapping[str, Refusal]
    declinable: frozenset[str] = frozenset()
    skippable: frozenset[str] = frozenset()
    skipped: frozenset[str] = frozenset()
    retractable: frozenset[str] = frozenset()
    public_draws: Mapping[str, DrawReader] = field(default_factory=dict)
    lines: Table
    questions: Table
    labels: Table
    sayings: Table = field(default_factory=dict)
    reasons: Table
    terms: Table
    content: Mapping[str, Any]
    shapes: Shapes

    start: Callable[[JSONObject, int, Chance], Sequence[Event]]
    decide: Callable[[State, int, Move, Chance], Decision]
    evolve: Callable[[State | None, Event], State]
    prompts: Callable[[State], Mapping[int, Prompt]]
    view: Callable[[State, int | None], Mapping[str, Any]]
    default_move: Callable[[State, int], Move]
    outcome: Callable[[State], Outcome | None]
    resample: Callable[[Mapping[str, Any], int, Chance], State]
    bot: BotKit | None = None
    earlier_bots: Sequence[BotKit] = ()
    look_up: Callable[[str], JSONObject] | None = None
    lexicon: Callable[[], JSONObject] | None = None

    @cached_property
    def compiled_moves(self) -> Mapping[str, CompiledSchema]:
        """`move_schemas`, compiled."""
        return {type: CompiledSchema(schema) for type, schema in self.move_schemas.items()}

    @property
    def bots(self) -> str:
        """The version of the bots that pick new moves. A verifier judges a pick by the version that made it."""
        return "0" if self.bot is None else self.bot.version

    @property
    def kits(self) -> Mapping[str, BotKit | None]:
        """The bots whose code exists, by version, newest first; a game without grades has only version 0."""
        return {self.bots: self.bot} | {kit.version: kit for kit in self.earlier_bots}

    @property
    def known_bots(self) -> frozenset[str]:
        """Every version of the bots that ever existed; no move can name another one."""
        return frozenset(self.kits) | (frozenset() if self.bot is None else self.bot.retired)

    def with_bots(self, version: str) -> "GameDefinition":
        """The game with the bots of this version instead of the newest; a KeyError for one that is not in `kits`."""
        kit = self.kits[version]
        if kit is self.bot:
            return self
        return replace(self, bot=kit, resample=(kit and kit.resample) or self.resample)

    @property
    def tables(self) -> Tables:
        """All texts of the game."""
        messages = {
            "events": self.lines,
            "questions": self.questions,
            "labels": self.labels,
            "sayings": self.sayings,
            "reasons": self.reasons,
        }
        return Tables(messages=messages, terms=self.terms)

    def options(self, given: JSONObject) -> dict[str, JSON]:
        """`given` with the defaults of `options_schema` filled in, so that a match pins them in its first event."""
        properties = cast(Mapping[str, JSONObject], self.options_schema.get("properties", {}))
        return {name: given.get(name, schema["default"]) for name, schema in properties.items()}
