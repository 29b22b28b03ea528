"""What differs by game: the shape that an answer has for each game, and the unions of them.

Every union can be told apart by one word: of answers `game`, of events and moves `type`, of prompts `kind`. Both the
generators that `clients` are made with take this form, see docs/decisions/030-unions.md.
"""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, Literal, get_type_hints, is_typeddict

from api.openapi import shapes
from api.openapi.shapes import REFERENCE, Shape, ref
from games.core.definition import GameDefinition
from games.core.description import camel, describe, names_of, options_of
from games.core.schemas import Definitions, doc, record_type
from games.registry import GAMES, newest
from games.table.events import ENVELOPE, MatchCreated, OriginsPart, SeedPart, TableEvent, TimedOut
from games.table.features.autopilot.events import AutopilotOff
from games.table.registry import CLASSES

# The answers of which each game has a shape of its own, with what is said of them all.
BY_GAME = {
    "View": "All that the caller may know.",
    "ViewOfAll": "All that anybody may know, once the match has ended.",
    "PromptList": "The caller's open prompts.",
    "EventPage": "A page of events in their order.",
    "MoveAnswer": "A move that was played.",
    "Match": "A match as the caller may see it.",
    "TableMatch": "A match as the caller may see it, but for the service's clock.",
    "Content": "Cards, board, terms and names in en, he and pl.",
}
# What only builds them, and has a shape for each type or kind.
INNER = ("Event", "Prompt", "PromptMove", "ListedMove")
# A timeout stands before the move that the clock makes, the end of an autopilot before the move of who is back.
AHEAD = (TimedOut, AutopilotOff)
# The sealed parts of the table's own events.
PARTS: Mapping[type[TableEvent], tuple[type, ...]] = {MatchCreated: (SeedPart, OriginsPart)}
_ALL = Definitions(REFERENCE)
_BASE = shapes.SHAPES


def const(word: str) -> Shape:
    return {"type": "string", "const": word}


def narrowed(shape: Shape, description: str = "", **properties: Shape) -> Shape:
    """The shape with some of its properties said more closely."""
    return {
        **shape,
        "description": description or shape["description"],
        "properties": {**shape["properties"], **properties},
        "required": [*dict.fromkeys((*shape["required"], *properties))],
    }


def union(tag: str, members: Mapping[str, Shape]) -> Shape:
    return next(iter(members.values())) if len(members) == 1 else _ALL.one_of(tag, members)


def array(items: Shape, **more: Any) -> Shape:
    return {"type": "array", "items": items, **more}


def or_null(shape: Shape) -> Shape:
    return {"anyOf": [shape, {"type": "null"}]}


class Game:
    """The shapes of one game, under names that begin with its own."""

    def __init__(self, game: GameDefinition) -> None:
        self.slug = game.slug
        self.prefix = camel(game.slug)
        self._found = Definitions(REFERENCE.format(name=self.prefix + "{name}"), names_of(game))
        self._game = game
        self._index = describe(game, self._found)
        # A match of earlier rules shows fewer options.
        options = self._found.shapes["Options"]
        of_each = [options_of(rules)["properties"] for rules in GAMES[game.slug].values()]
        old = [name for name in options["properties"] if all(name in shown for shown in of_each)]
        self._found.shapes["Options"] = {**options, "required": old}
        self._moves()
        self._prompts()
        self._events()
        self._answers()

    @property
    def shapes(self) -> Mapping[str, Shape]:
        return {self.prefix + name: shape for name, shape in self._found.shapes.items()}

    def _own(self, name: str, base: str, description: str = "", **properties: Shape) -> Shape:
        return self._found.add(name, narrowed(_BASE[base], description, **properties))

    def _moves(self) -> None:
        """Each type of move as it is listed and posted, and the list of those that a prompt has of it."""
        asked = {type for prompt in self._index["prompts"].values() for type in prompt["moves"]}
        for type, reference in self._index["moves"].items():
            name = self._game.move_classes[type].__name__
            made = self._found.shapes[f"{name}Move"]
            self._found.shapes[f"{name}Move"] = _listed(made)
            if type in asked:
                legal = array(reference, description="At most 500.")
                self._own(f"{name}Moves", "PromptMove", type=const(type), legal=legal)
        self._found.add("Move", union("type", self._index["moves"]))

    def _prompts(self) -> None:
        kinds = {kind: self._prompt(kind, asked) for kind, asked in self._index["prompts"].items()}
        self._found.add("Prompt", union("kind", kinds))

    def _prompt(self, kind: str, asked: Shape) -> Shape:
        moves = {type: self._found.ref(f"{self._game.move_classes[type].__name__}Moves") for type in asked["moves"]}
        about = {"about": asked["about"]} if "about" in _BASE["Prompt"]["properties"] else {}
        said = f"`{kind}`: an open question to one seat."
        return self._own(
            f"{camel(kind)}Prompt", "Prompt", said, kind=const(kind), **about, moves=array(union("type", moves))
        )

    def _events(self) -> None:
        # A move as it was sent, in the first event that it made; a resignation answers no prompt.
        sent = self._found.add(
            "SentMove",
            {
                "type": "object",
                "description": "The move as it was sent.",
                "properties": {
                    "move": {"anyOf": [self._found.ref("Move"), ref("Resignation")]},
                    "bots": {"type": "string", "description": "Of a bot's move: the version of the bots."},
                    "signed": {**ref("MoveSignature"), "description": "Of a move that its player has signed."},
                },
                "required": ["move"],
            },
        )
        opening = self._own("SentMoveOpening", "Opening", part=sent)
        kernel = {type: self._event(type, told, sent) for type, told in self._index["events"].items()}
        self._found.add(
            "Event",
            union(
                "type",
                {
                    **{type: ref(_name(type)) for type in sorted(CLASSES)},
                    **self._created(),
                    **self._ahead(opening),
                    **kernel,
                },
            ),
        )

    def _event(self, type: str, told: Shape, sent: Shape) -> Shape:
        made = self._game.event_classes[type]
        name = made.__name__
        opening = self._found.ref("SentMoveOpening")
        if told["private"]:
            opening = self._own(f"{name}Opening", "Opening", part={"anyOf": [*told["private"], sent]})
        said = doc(made) or f"`{type}`."
        return self._own(f"{name}Event", "Event", said, type=const(type), data=told["data"], private=array(opening))

    def _created(self) -> Mapping[str, Shape]:
        """The table's first event, which holds the game's options."""
        told = {"game": const(self.slug), "options": self._index["options"]}
        data = self._found.add("MatchCreatedData", narrowed(_TABLE["MatchCreatedData"], **told))
        return {
            MatchCreated.type: self._found.add("MatchCreatedEvent", narrowed(_TABLE["MatchCreatedEvent"], data=data))
        }

    def _ahead(self, opening: Shape) -> Mapping[str, Shape]:
        """The table's events that may stand before the rules' own of a move: the first has the move sealed in it."""
        names = {made.type: f"{made.__name__}Event" for made in AHEAD}
        return {
            type: self._found.add(name, narrowed(_TABLE[name], private=array(opening))) for type, name in names.items()
        }

    def _answers(self) -> None:
        own, game = self._own, const(self.slug)
        state, prompts = self._index["state"], array(self._found.ref("Prompt"))
        events = array(self._found.ref("Event"))
        number = {"type": "integer", "minimum": 0}
        own("View", "View", game=game, seat=or_null(number), state=or_null(state), prompts=prompts)
        everybody = self._found.add(
            "States",
            {
                "type": "object",
                "description": "What every seat, by its number, and a spectator may know.",
                "properties": {"seats": array(state), "spectator": state},
                "required": ["seats", "spectator"],
            },
        )
        own(
            "ViewOfAll",
            "View",
            "All that anybody may know, once the match has ended.",
            game=game,
            seat=const("all"),
            state=everybody,
            prompts=prompts,
        )
        own("PromptList", "PromptList", game=game, items=prompts)
        own("EventPage", "EventPage", game=game, items=events)
        own("MoveAnswer", "MoveAnswer", game=game, events=events, prompts=prompts)
        own("Match", "Match", game=game, options=self._index["options"])
        own("TableMatch", "TableMatch", game=game, options=self._index["options"])


def _listed(move: Shape) -> Shape:
    """A move with the prompt that it answers and its words."""
    listed = _BASE["ListedMove"]
    properties = {**listed["properties"], **move["properties"]}
    in_order = {name: properties[name] for name in (*move["properties"], *listed["properties"])}
    return {**move, "properties": in_order, "required": [*dict.fromkeys((*move["required"], *listed["required"]))]}


def _name(type: str) -> str:
    return f"{CLASSES[type].__name__}Event"


def _table() -> Mapping[str, Shape]:
    """The table's own events, the same for every game."""
    found = Definitions(REFERENCE)
    for type, made in sorted(CLASSES.items()):
        _table_event(found, type, made)
    found.add("Resignation", found.record("A seat leaves the match.", {"type": Literal["resign"]}))
    return found.shapes


def _table_event(found: Definitions, type: str, made: type[TableEvent]) -> None:
    private = array(ref("Opening"), maxItems=0)
    if made in PARTS:
        parts = {"anyOf": [found.of(part) for part in PARTS[made]]}
        private = array(found.add(f"{made.__name__}Opening", narrowed(_BASE["Opening"], part=parts)))
    data = found.of(_data_of(made))
    found.add(_name(type), narrowed(_BASE["Event"], doc(made), type=const(type), data=data, private=private))


def _data_of(made: type[TableEvent]) -> Any:
    told = get_type_hints(vars(made).get("data", TableEvent.data).fget)["return"]
    if is_typeddict(told):
        return told
    hints = get_type_hints(made)
    own = {item.name: hints[item.name] for item in fields(made) if item.name not in ENVELOPE}
    return record_type(f"{made.__name__}Data", own)


def _shapes() -> Mapping[str, Shape]:
    unions = {name: {"description": said, **by_game(name)} for name, said in BY_GAME.items()}
    inner = {name: shape for name, shape in _BASE.items() if name not in BY_GAME and name not in INNER}
    own = {name: shape for slug in GAMES for name, shape in Game(newest(slug)).shapes.items()}
    # The one of all seats first: told by its word `all`, where the other takes any seat.
    either = {"description": BY_GAME["View"], "anyOf": [ref("ViewOfAll"), ref("View")]}
    # Each game has its own of these.
    games_own = {f"{MatchCreated.__name__}Data", *(f"{made.__name__}Event" for made in (MatchCreated, *AHEAD))}
    table = {name: shape for name, shape in _TABLE.items() if name not in games_own}
    return {**inner, **table, **own, **unions, "AnyView": either}


def by_game(name: str) -> Shape:
    """The union of the shapes that each game has of this name."""
    return union("game", {slug: ref(camel(slug) + name) for slug in GAMES})


_TABLE = _table()
SHAPES = _shapes()
# A type of move may be of several games.
MOVE: Shape = {
    "description": "One of the moves that a prompt lists, or another of its `schema`.",
    "anyOf": [ref(f"{camel(slug)}Move") for slug in GAMES],
}
