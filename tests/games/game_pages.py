"""`python -m tests.games.game_pages` (`make docs-examples`) writes parts of the games' pages for programmers anew.

A page is `docs/api/<game>.md`. The text below the headings in `PARTS` is made: types and meanings from the code,
examples from the whole matches under `tests/playthroughs/`, and from some that are played by chance for what these
lack. Everything else on a page is written by hand.
"""

import hashlib
import json
import re
import sys
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from games.core import description
from games.core.chance import Chance
from games.core.codec import Fact, encode, move_from_json, move_to_json
from games.core.definition import GameDefinition, ShownOutcome, State, shown_outcome
from games.core.json import JSONObject
from games.core.messages import Book, of_event
from games.core.prompts import Prompt
from games.registry import GAMES, newest
from tests.games import playthroughs

PAGES = Path(__file__).parents[2] / "docs/api"
# Of a line of text, and of a line of an example.
WIDEST, WIDTH = 120, 112
ENGLISH = "en"
# Matches by chance: the number that all their draws follow from, seats, options, and moves that nobody makes there, so
# that hands fill up. Found by trying numbers until what the recorded matches lack had come up.
_LONG: JSONObject = {"max_rounds": 100, "character_selection": "random", "elimination": "none"}
BESIDE: Mapping[str, Sequence[tuple[int, int, JSONObject, Sequence[str]]]] = {
    "cave": (
        (3, 4, _LONG, ("drop_object", "leave_friend", "leave", "always_take", "always_decline")),
        (6, 4, _LONG, ("leave", "ask_again", "always_decline")),
    ),
}


@dataclass
class Asked:
    """A prompt as it came, with what the clock would have played."""

    prompt: Prompt
    default: Mapping[str, Any]


@dataclass
class Found:
    """What whole matches of a game show: of each kind one example, and which fields of the state viewers saw differ."""

    game: GameDefinition
    events: dict[str, Fact] = field(default_factory=dict)
    prompts: dict[str, Asked] = field(default_factory=dict)
    moves: dict[str, Mapping[str, Any]] = field(default_factory=dict)
    state: Mapping[str, Any] = field(default_factory=dict)
    differing: set[str] = field(default_factory=set)
    outcomes: dict[str, ShownOutcome] = field(default_factory=dict)

    def see(self, state: State, seats: int) -> None:
        views = [self.game.view(state, seat) for seat in (None, *range(seats))]
        self.differing |= {name for name in views[0] if any(view[name] != views[0][name] for view in views)}
        prompts = self.game.prompts(state)
        for seat, prompt in prompts.items():
            if prompt.kind not in self.prompts:
                default = move_to_json(self.game.default_move(state, seat))
                self.prompts[prompt.kind] = Asked(prompt, default)
            for asked in prompt.moves:
                if asked.legal:
                    self.moves.setdefault(asked.type, asked.legal[0])
        if prompts and not self.state:
            self.state = views[1 + min(prompts)]
        if ended := shown_outcome(self.game.outcome(state)):
            self.outcomes.setdefault(ended["reason"], ended)

    def note(self, fact: Fact) -> None:
        """Keep the shortest example: a reader looks at its fields, not at a long list of cards."""
        if fact.type not in self.events or _size(fact) < _size(self.events[fact.type]):
            self.events[fact.type] = fact


@cache
def examined(slug: str) -> Found:
    """All matches of the game's newest rules under `tests/playthroughs/`, played again."""
    game = newest(slug)
    found = Found(game)
    for path in playthroughs.files():
        text = path.read_text(encoding="utf-8")
        header = playthroughs.header_of(text)
        if (header["game"], header["rules"]) == (game.slug, game.rules):
            _play(found, header, text)
    for number, seats, options, left_alone in BESIDE.get(game.slug, ()):
        _play_by_chance(found, number, seats, options, left_alone)
    return found


def _play_by_chance(found: Found, number: int, seats: int, options: JSONObject, left_alone: Sequence[str]) -> None:
    game = found.game
    key = hashlib.sha256(f"{game.slug} {number}".encode()).digest()
    chance, pick, state = Chance(key), Chance(hashlib.sha256(key).digest()), None
    events = game.start(options, seats, chance)
    while True:
        for event in events:
            state = game.evolve(state, event)
        found.see(state, seats)
        asked = game.prompts(state)
        if not asked:
            return
        seat = pick.one_of(sorted(asked))
        legal = [move for form in asked[seat].moves for move in form.legal]
        move = pick.one_of([one for one in legal if one["type"] not in left_alone] or legal)
        events = game.decide(state, seat, move_from_json(game.move_classes, move), chance).events


def _play(found: Found, header: Mapping[str, str], text: str) -> None:
    game, seats, state = found.game, int(header["seats"]), None
    chance = Chance(bytes.fromhex(header["key"]))
    for line in (None, *playthroughs.moves_of(text)):
        if line is None:
            events = game.start(json.loads(header["options"]), seats, chance)
        else:
            seat, move = playthroughs.move_of(game, line)
            # Also what no list holds, as a word that somebody has thought of.
            found.moves.setdefault(move.type, move_to_json(move))
            events = game.decide(state, seat, move, chance).events
        for event in events:
            state = game.evolve(state, event)
            found.note(encode(event))
        found.see(state, seats)


def options(found: Found) -> Iterator[str]:
    yield "| option | default | values | meaning |"
    yield "| --- | --- | --- | --- |"
    properties: Any = found.game.options_schema["properties"]
    for name, schema in properties.items():
        yield _row(f"`{name}`", _code(schema["default"]), _values(schema), schema.get("description", ""))


def prompts(found: Found) -> Iterator[str]:
    schema = description.document(found.game)
    for kind, asked in schema["prompts"].items():
        about, example = _definition(schema, asked["about"]), found.prompts.get(kind)
        yield f"### `{kind}`"
        if about.get("properties"):
            yield from _paragraph(_sentence(about.get("description")))
            yield from _paragraph(f"`about`: {_fields(about)}.")
        by_order = " A standing order may answer it." if kind in found.game.declinable | found.game.skippable else ""
        if example is None:
            yield from _paragraph(
                f"Answered by {_names(asked['moves'])}.{by_order} No match that was looked at has one."
            )
            continue
        yield from _paragraph(
            f"Answered by {_names(asked['moves'])}. The clock plays {_code(example.default)}.{by_order}"
        )
        yield "```json"
        yield _laid_out(_shown(example.prompt))
        yield "```"
        yield ""


def _shown(prompt: Prompt) -> Mapping[str, Any]:
    """The prompt as a seat gets it, but for texts and schemas, with at most two moves of each type."""
    moves = [
        {
            "type": asked.type,
            "legal": [{"prompt": prompt.id, **move} for move in asked.legal[:2]],
            "complete": asked.complete,
        }
        for asked in prompt.moves
    ]
    shown = {"prompt": prompt.id, "seat": prompt.seat, "kind": prompt.kind, "optional": prompt.optional}
    return {**shown, "about": prompt.about, "moves": moves}


def moves(found: Found) -> Iterator[str]:
    schema = description.document(found.game)
    yield "| move | fields | meaning | as it is posted, besides `prompt` |"
    yield "| --- | --- | --- | --- |"
    for type, reference in schema["moves"].items():
        shape = _definition(schema, reference)
        told = {name: of for name, of in shape["properties"].items() if name != "type"}
        meaning = _sentence(shape.get("description")) or _labelled(found.game, type)
        example = _code(found.moves[type]) if type in found.moves else ""
        yield _row(f"`{type}`", _fields({"properties": told}) or "none", meaning, example)


def state(found: Found) -> Iterator[str]:
    schema = description.document(found.game)
    shape = _definition(schema, schema["state"])
    yield "| field | type | who sees it |"
    yield "| --- | --- | --- |"
    for name, of in shape["properties"].items():
        # A name that speaks to the viewer says so itself, also where no match has shown it.
        is_own = name in found.differing or name.startswith("you")
        yield _row(f"`{name}`", _type(of), "differs by viewer" if is_own else "all alike")
    yield ""
    yield from _paragraph(_sentence(shape["description"]))
    yield from _shapes(schema, shape)
    yield "The state that a seat saw at its first prompt in one match:"
    yield ""
    yield "```json"
    yield _laid_out(found.state)
    yield "```"


def events(found: Found) -> Iterator[str]:
    said, schema = Book(found.game.tables, ENGLISH), description.document(found.game)
    yield "| event | meaning; one of them in words | fields of `data` | its `data`; its part that is sealed until the end |"
    yield "| --- | --- | --- | --- |"
    for type, shapes in schema["events"].items():
        fact = found.events[type]
        data = _definition(schema, shapes["data"])
        told = {"properties": {name: of for name, of in data.get("properties", {}).items() if name != "rules"}}
        private = [{"index": place, "salt": "", "part": part} for place, (_, part) in enumerate(fact.parts)]
        shown = {"type": type, "seat": fact.seat, "data": fact.data, "private": private}
        words = "".join(str(piece["text"]) for piece in said.say("events", type, of_event(shown)))
        sealed = "; ".join(f"for {_audience(audience)}: {_code(part)}" for audience, part in fact.parts)
        public = {name: value for name, value in fact.data.items() if name != "rules"}
        meaning = f"{_sentence(data.get('description'))} *{words.strip()}*".strip()
        yield _row(f"`{type}`", meaning, _fields(told), "; ".join(filter(None, (_code(public), sealed))))
    yield ""
    yield from _shapes(schema, schema["events"], beside=_definition(schema, schema["state"]))


def outcomes(found: Found) -> Iterator[str]:
    said = Book(found.game.tables, ENGLISH)
    yield "| `reason` | one that was recorded | in words |"
    yield "| --- | --- | --- |"
    for reason in found.game.reasons:
        ended: Any = found.outcomes.get(reason)
        words = "".join(str(piece["text"]) for piece in said.say("reasons", reason, ended)) if ended else ""
        yield _row(f"`{reason}`", _code(ended) if ended else "", words)


PARTS: Mapping[str, Callable[[Found], Iterator[str]]] = {
    "Options": options,
    "Prompts": prompts,
    "Moves": moves,
    "State": state,
    "Events": events,
    "Outcomes": outcomes,
}


def page_of(slug: str) -> Path:
    return PAGES / f"{slug}.md"


def written(slug: str, text: str) -> str:
    """The page with its made parts as they have to be; a KeyError where it lacks the heading of one."""
    found = examined(slug)
    head, *parts = re.split(r"^(?=## )", text, flags=re.MULTILINE)
    by_name = {part.splitlines()[0].removeprefix("## "): part for part in parts}
    for name, make in PARTS.items():
        # What is said by hand above a made part ends with a colon.
        by_hand = by_name[name].split(":\n", 1)[0]
        made = "\n".join(make(found)).strip()
        by_name[name] = f"{by_hand}:\n\n{made}\n\n"
    return (head + "".join(by_name.values())).rstrip() + "\n"


def _shapes(schema: Mapping[str, Any], of: Any, *, beside: Any = None) -> Iterator[str]:
    """What the objects in a shape have for fields, but for those that another shape has told of."""
    known = _reached(schema, beside) if beside else ()
    for name in _reached(schema, of):
        if name not in known:
            inner = schema["$defs"][name]
            told = " ".join(f"- **{name}**: {_sentence(inner.get('description'))} {_fields(inner)}.".split())
            yield _filled(told, indent="  ")
    yield ""


def _reached(schema: Mapping[str, Any], shape: Any) -> Sequence[str]:
    """The shapes that one is made of, in the order in which a reader meets them; not what has a part of its own."""
    met: dict[str, None] = {}
    waiting = [shape]
    while waiting:
        for name in re.findall(r'"#/\$defs/(\w+)"', json.dumps(waiting.pop(0))):
            if name not in met and not name.endswith(("Options", "Outcome", "Asked", "Task", "Question", "Answer")):
                met[name] = None
                waiting.append(schema["$defs"][name])
    return [name for name in met if "properties" in schema["$defs"][name] and not name.endswith(("Data", "Part"))]


def _definition(schema: Mapping[str, Any], reference: Mapping[str, str]) -> Any:
    return schema["$defs"][reference["$ref"].rsplit("/", 1)[1]]


def _fields(shape: Mapping[str, Any]) -> str:
    return ", ".join(f"`{name}` {_type(of)}" for name, of in shape.get("properties", {}).items())


def _type(of: Any) -> str:
    """A JSON Schema in a few words."""
    if "$ref" in of:
        return str(of["$ref"].rsplit("/", 1)[1])
    if "anyOf" in of or "oneOf" in of:
        return " or ".join(dict.fromkeys(map(_type, of.get("anyOf") or of["oneOf"])))
    if "const" in of:
        return _code(of["const"])
    if words := of.get("x-extensible-enum"):
        return f"one of {_names(words)}"
    if isinstance(of.get("type"), list):
        return " or ".join(_type({**of, "type": one}) for one in of["type"])
    if of.get("type") == "array":
        return f"list of {_type(of['items'])}" if "items" in of else "list"
    if of.get("type") == "object" and isinstance(of.get("additionalProperties"), dict):
        return f"object of {_type(of['additionalProperties'])}"
    return str(of.get("type", "any"))


def _values(schema: Mapping[str, Any]) -> str:
    if "enum" in schema:
        return _names(schema["enum"])
    if "minimum" in schema:
        return f"{schema['minimum']} to {schema['maximum']}"
    return _type(schema)


def _names(words: Sequence[Any]) -> str:
    return ", ".join(f"`{word}`" if isinstance(word, str) else _code(word) for word in words)


def _labelled(game: GameDefinition, type: str) -> str:
    """The words on the button of a move."""
    keys = [key for key in game.labels if key == type or key.endswith(f".{type}")]
    return f"{game.labels[keys[0]][ENGLISH]}." if keys and "{" not in game.labels[keys[0]][ENGLISH] else ""


def _audience(audience: Sequence[int]) -> str:
    return f"seat {', '.join(map(str, audience))}" if audience else "the server alone"


def _sentence(text: str | None) -> str:
    """A docstring as one paragraph, lists included, without what is for readers of the code."""
    return " ".join((text or "").split())


def _row(*cells: str) -> str:
    told = (cell.replace("|", "\\|").replace("\n", " ") for cell in cells)
    return f"| {' | '.join(told)} |"


def _code(value: Any) -> str:
    return f"`{json.dumps(value, ensure_ascii=False)}`"


def _size(fact: Fact) -> tuple[int, str]:
    text = json.dumps([fact.data, fact.parts], ensure_ascii=False)
    return len(text), text


def _paragraph(text: str) -> Iterator[str]:
    yield _filled(text)
    yield ""


def _filled(text: str, indent: str = "") -> str:
    return textwrap.fill(text, WIDEST, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def _laid_out(value: Any, indent: int = 0) -> str:
    """JSON of lines that fit into a screen, as few as that takes."""
    flat = json.dumps(value, ensure_ascii=False)
    if len(flat) + indent <= WIDTH or not value or not isinstance(value, Mapping | list | tuple):
        return flat
    is_object = isinstance(value, Mapping)
    names = [f"{json.dumps(name)}: " for name in value] if is_object else [""] * len(value)
    inner: Any = value.values() if isinstance(value, Mapping) else value
    pad = " " * (indent + 1)
    lines = [""]
    for name, one in zip(names, inner, strict=True):
        laid = name + _laid_out(one, indent + 1)
        joined = f"{lines[-1]}, {laid}" if lines[-1] else laid
        if "\n" in joined or len(joined) + indent + 2 > WIDTH:
            lines.append(laid)
        else:
            lines[-1] = joined
    first, last = "{}" if is_object else "[]"
    return f"{first}\n" + ",\n".join(pad + line for line in lines if line) + last


def main() -> None:
    for slug in GAMES:
        page = page_of(slug)
        page.write_text(written(slug, page.read_text(encoding="utf-8")), encoding="utf-8")
        sys.stdout.write(f"wrote {page.name}\n")


if __name__ == "__main__":
    main()
