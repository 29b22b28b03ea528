"""What a person or a language model reads of a match: states, questions with numbered moves, and events as lines."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from tabularium_client.shapes import AnyView, GameData, Match, Prompt

OVER = frozenset({"finished", "cancelled", "quarantined", "imported"})
# More numbered moves than anybody reads; the others can be given as JSON.
SHOWN_MOVES = 100
# A list inside of a list inside of a list holds how a figure came about, which nobody needs for a move.
DEEPEST_LIST = 2
# What only a client that draws the texts itself needs.
TEXTS = frozenset({"label", "text", "labels", "texts"})


class Questions(NamedTuple):
    """The open questions of a seat: their lines, and the move behind each number, the first under index 0."""

    lines: list[str]
    moves: list[GameData]
    prompts: Sequence[Prompt] = ()

    def prompt_for(self, kind: str) -> str:
        """The id of the question that a move of this type answers; of the first one, where none names the type."""
        fitting = (one for one in self.prompts if any(form["type"] == kind for form in one["moves"]))
        return next(fitting, self.prompts[0])["prompt"]


class Names:
    """The names of what a game's content holds: cards, areas, characters, terms."""

    def __init__(self, content: Mapping[str, Any], language: str = "en") -> None:
        self.language = language
        self._names = dict(_named(content, language))

    def bare(self, value: str) -> str:
        """The name of an id; the id itself, where it has none."""
        return self._names.get(value, value)

    def of(self, value: str) -> str:
        """An id with its name behind it, where it has one that says more."""
        name = self._names.get(value)
        return value if name is None or name.casefold() == value.casefold() else f"{value} ({name})"


def joined(pieces: Sequence[Mapping[str, Any]] | None) -> str:
    """The sentence that a text's pieces make."""
    return "".join(piece["text"] for piece in pieces or ())


def is_asked(view: AnyView) -> bool:
    """Whether the match waits for an answer of the seat that looks."""
    return any(not prompt["optional"] for prompt in view["prompts"])


def heading(match: Match, view: AnyView) -> list[str]:
    """Which match it is, who sits where, and how it stands."""
    seat = view["seat"]
    you = f"you are seat {seat}" if isinstance(seat, int) else "you only watch"
    head = f"match {view['match']}, {view['game']}, version {view['version']}, {view['status']}, {you}"
    return [head, joined(match["text"]), *(joined(one.get("text")) for one in match["seats"])]


def outline(state: Mapping[str, Any], names: Names) -> list[str]:
    """A state as lines, one for each field. What is empty, null or false is left out."""
    lines = []
    for key, value in state.items():
        if _is_empty(value):
            continue
        if isinstance(value, list) and any(isinstance(one, dict | list) for one in value):
            lines.append(f"{key}:")
            lines += [f"- {_short(one, names, 1)}" for one in value]
        elif isinstance(value, dict) and any(isinstance(one, dict) for one in value.values()):
            lines.append(f"{key}:")
            lines += [f"- {names.of(inner)}: {_short(one, names, 0)}" for inner, one in value.items()]
        else:
            lines.append(f"{key}: {_short(value, names, 0)}")
    return lines


def questions(prompts: Sequence[Prompt]) -> Questions:
    """The open questions and their listed moves, numbered from 1 through all of them."""
    lines: list[str] = []
    moves: list[GameData] = []
    for prompt in prompts:
        due = f", until {prompt['due_at']}" if prompt["due_at"] else ""
        lines.append(f"{'may answer' if prompt['optional'] else 'question'}{due}: {joined(prompt['text'])}")
        for form in prompt["moves"]:
            for legal in form["legal"]:
                moves.append({"prompt": prompt["prompt"], **_bare(legal)})
                if len(moves) <= SHOWN_MOVES:
                    lines.append(f"{len(moves)}. {joined(legal.get('text')) or joined(legal.get('label'))}")
            if not form["complete"]:
                lines.append(f"also as JSON, by this schema: {json.dumps(form['schema'], ensure_ascii=False)}")
    if len(moves) > SHOWN_MOVES:
        lines.append(f"and {len(moves) - SHOWN_MOVES} more moves, by their numbers")
    return Questions(lines, moves, prompts)


def happenings(events: Sequence[Mapping[str, Any]]) -> list[str]:
    """A line for each event that has a sentence: its version and what happened."""
    return [f"{one['version']}: {said}" for one in events if (said := joined(one.get("text")))]


def _named(value: Any, language: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, list):
        for one in value:
            yield from _named(one, language)
    elif isinstance(value, dict):
        if isinstance(value.get("id"), str) and isinstance(value.get("names"), dict):
            yield value["id"], value["names"][language]
        for key, one in value.items():
            if key == "terms" and isinstance(one, dict):
                yield from ((term, said[language]) for term, said in one.items())
            else:
                yield from _named(one, language)


def _is_empty(value: Any) -> bool:
    if isinstance(value, dict):
        return all(map(_is_empty, value.values()))
    return value is None or value is False or value in ("", [])


def _short(value: Any, names: Names, lists: int) -> str:
    """A value in one line; `lists` says how many lists it is in."""
    if isinstance(value, dict):
        kept = {key: one for key, one in value.items() if not _is_empty(one) and not _is_too_deep(one, lists)}
        return ", ".join(f"{key} {_enclosed(one, names, lists)}" for key, one in kept.items())
    if isinstance(value, list):
        between = "; " if any(isinstance(one, dict) for one in value) else ", "
        return between.join(_enclosed(one, names, lists + 1) for one in value)
    if isinstance(value, bool):
        return "yes"
    return names.of(value) if isinstance(value, str) else str(value)


def _enclosed(value: Any, names: Names, lists: int) -> str:
    text = _short(value, names, lists)
    return f"[{text}]" if isinstance(value, dict | list) else text


def _is_too_deep(value: Any, lists: int) -> bool:
    return isinstance(value, list) and lists >= DEEPEST_LIST


def _bare(move: Mapping[str, Any]) -> GameData:
    return {name: value for name, value in move.items() if name not in TEXTS}
