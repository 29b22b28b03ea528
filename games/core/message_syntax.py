"""The syntax of messages: a subset of ICU MessageFormat, which clients have libraries for (`docs/api/words.md`).

The forms are `{name}`, `{name, plural, =0 {…} one {…} other {…}}` with `#` for the number, and `{name, select, key {…}
other {…}}`. We added one form: `{name, seat}` stands for a seat.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from games.core.languages import OTHER


class Argument(NamedTuple):
    """`{name}`, or `{name, seat}`."""

    name: str
    is_seat: bool


class Choice(NamedTuple):
    """`{name, plural, …}` or `{name, select, …}`."""

    name: str
    is_plural: bool
    variants: Mapping[str, "Text"]


class Count(NamedTuple):
    """`#`: the number of the plural that it stands in."""

    name: str


Part: TypeAlias = str | Argument | Choice | Count
Text: TypeAlias = tuple[Part, ...]

# A quoted brace; two apostrophes for one; a brace; a number sign.
_MARK = re.compile(r"'([{}#][^']*)'|('')|([{}#])")
_HEAD = re.compile(r"\s*(\w+)\s*(?:(\})|,\s*(seat)\s*\}|,\s*(plural|select)\s*,)")
_VARIANT = re.compile(r"\s*(=?\w+)\s*\{|\s*\}")


def parse(message: str) -> Text:
    """The parts of a message; a ValueError if it is none."""
    text, end = _text(message, 0, None)
    if end != len(message):
        raise ValueError(f"the message {message!r} has a brace too many at {end}")
    return text


def _text(message: str, at: int, counted: str | None) -> tuple[Text, int]:
    """The parts from `at` to the closing brace or to the end of the message, and the place where they end."""
    parts: list[Part] = []
    while found := _MARK.search(message, at):
        parts.append(message[at : found.start()] + (found[1] or (found[2] and "'") or ""))
        at = found.end()
        if found[3] == "}":
            return _merged(parts), found.start()
        if found[3] == "{":
            part, at = _placeholder(message, at)
            parts.append(part)
        elif found[3] == "#":
            parts.append("#" if counted is None else Count(counted))
    return _merged([*parts, message[at:]]), len(message)


def _placeholder(message: str, at: int) -> tuple[Part, int]:
    head = _HEAD.match(message, at)
    if head is None:
        raise ValueError(f"the message {message!r} has no placeholder at {at}")
    name, plain_end, seat, kind = head.groups()
    if plain_end or seat:
        return Argument(name, bool(seat)), head.end()
    variants, at = _variants(message, head.end(), name if kind == "plural" else None)
    if OTHER not in variants:
        raise ValueError(f"{name} in the message {message!r} has no variant for all others")
    return Choice(name, kind == "plural", variants), at


def _variants(message: str, at: int, counted: str | None) -> tuple[Mapping[str, Text], int]:
    variants: dict[str, Text] = {}
    while found := _VARIANT.match(message, at):
        if found[1] is None:
            return variants, found.end()
        variants[found[1]], end = _text(message, found.end(), counted)
        at = end + 1
    raise ValueError(f"the message {message!r} has no variant at {at}")


def _merged(parts: Sequence[Part]) -> Text:
    """The parts without empty texts, and with neighbouring ones as one."""
    merged: list[Part] = []
    for part in parts:
        if isinstance(part, str) and merged and isinstance(merged[-1], str):
            merged[-1] += part
        elif part != "":
            merged.append(part)
    return tuple(merged)


def choices(text: Text) -> Iterator[Choice]:
    """Every plural and select of a message, also inside another."""
    for part in text:
        if isinstance(part, Choice):
            yield part
            for variant in part.variants.values():
                yield from choices(variant)


def names(text: Text) -> set[str]:
    """The arguments that a message names."""
    inner = {name for choice in choices(text) for variant in choice.variants.values() for name in names(variant)}
    return inner | {part.name for part in text if isinstance(part, Argument | Choice)}
