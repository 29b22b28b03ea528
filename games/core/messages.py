"""Messages: the texts of events, questions, moves and endings, as data that is compiled once for each language.

`games/core/message_syntax.py` has the syntax of a message. The result of a message is a list of pieces, so that clients
can distinguish seats and named ids from the words around them.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeAlias

import orjson

from games.core.json import JSON
from games.core.languages import BY_CODE, OTHER, Language
from games.core.message_syntax import Argument, Choice, Count, Part, Text, names, parse

# A text in each language.
Texts: TypeAlias = Mapping[str, str]
# Messages by their key, each in all languages.
Table: TypeAlias = Mapping[str, Texts]
# `text`, and for a seat `seat`, for an id that has a name `term`.
Piece: TypeAlias = Mapping[str, Any]
Arguments: TypeAlias = Mapping[str, JSON]
# Writes its part of a message: a text, or a piece of its own.
Writer: TypeAlias = Callable[[Arguments, list[str | Piece]], None]

HIDDEN, NOTHING = "?", "–"
YES, NO = "yes", "no"
# What a `select` looks for where there is no variant for the value itself: it is there, it is nothing, it is sealed.
KNOWN, NONE = "known", "none"


def plain(pieces: Sequence[Piece]) -> str:
    """The pieces joined to a sentence."""
    return "".join(piece["text"] for piece in pieces)


def of_event(event: Mapping[str, Any]) -> Arguments:
    """The arguments for the message of an event, for a reader to whom `event` is shown.

    `event` has `seat`, `data` and `private` (the sealed parts that the reader may open, each with its `part`), as in
    the API's responses: a field that stays sealed is absent.
    """
    opened = {name: value for opening in event["private"] for name, value in opening["part"].items()}
    return compared({"seat": event["seat"], **event["data"], **opened})


def of_moves(asked: Arguments, moves: Sequence[Arguments]) -> list[Arguments]:
    """The arguments for the labels of the listed moves of one type; `asked` are the arguments of their question.

    The computed field `alike` says how many of the moves are the same but for their lists, this one included.
    """
    if not any(isinstance(one, list | tuple) for move in moves for one in move.values()):
        return [{**asked, **move, "alike": 1} for move in moves]
    told = [
        orjson.dumps({name: one for name, one in move.items() if not isinstance(one, list | tuple)}) for move in moves
    ]
    counts = Counter(told)
    return [{**asked, **move, "alike": counts[one]} for move, one in zip(moves, told, strict=True)]


def compared(fields: Arguments) -> Arguments:
    """The fields, with further ones that are computed from them.

    With a `before` and an `after`, the field `same` says whether they are equal. Daily hours (`from_seconds`,
    `to_seconds`) get `from` and `to`, a span (`starts_at`, `ends_at`) gets `starts` and `ends`: to the minute, in UTC.
    """
    if "before" in fields and "after" in fields:
        return {**fields, "same": fields["before"] == fields["after"]}
    if "from_seconds" in fields:
        return {**fields, "from": _hour(fields["from_seconds"]), "to": _hour(fields["to_seconds"])}
    if "starts_at" in fields:
        return {**fields, "starts": _minute(fields["starts_at"]), "ends": _minute(fields["ends_at"])}
    return fields


def _hour(seconds: JSON) -> str:
    minutes = _number(seconds) // 60
    return f"{minutes // 60:02}:{minutes % 60:02}"


def _minute(at: JSON) -> str:
    # 2027-07-01T00:00:00.000000Z
    return str(at)[:16].replace("T", " ")


@dataclass(frozen=True, kw_only=True)
class Tables:
    """All messages of a game and of its table.

    `messages` has a table for each subject: `events`, `questions`, `labels`, `sayings`, `reasons`, `statuses`. `terms`
    name the ids that may stand in them.
    """

    messages: Mapping[str, Table]
    terms: Table


# So many sentences a book remembers, of arguments that are no longer than this: a megabyte or two.
MOST_REMEMBERED, LONGEST_REMEMBERED = 1_000, 300


class Book:
    """The messages of one game in one language; each is compiled when it is first used."""

    def __init__(self, tables: Tables, language: str, *, gap: str | None = None) -> None:
        self._tables, self._language, self._grammar = tables, language, BY_CODE[language]
        self.hidden, self.nothing = (HIDDEN, NOTHING) if gap is None else (gap, gap)
        self._terms: Mapping[str, Piece] = {
            term: {"text": names[language], "term": term} for term, names in tables.terms.items()
        }
        self._written: dict[tuple[str, str], Writer] = {}
        self._names: dict[tuple[str, str], tuple[str, ...]] = {}
        self._remembered = lru_cache(MOST_REMEMBERED)(self._said)

    def has(self, of: str, key: str) -> bool:
        """Whether there is a message of this kind with this key."""
        return key in self._tables.messages[of]

    def say(self, of: str, key: str, arguments: Arguments) -> list[Piece]:
        """The message of this kind with this key; neighbouring words are one piece. No such message is a KeyError.

        The pieces are cached, because most messages come again with the same arguments. So callers must not change
        them.
        """
        named = self._names.get((of, key))
        if named is None:
            named = self._named(of, key)
        told = {name: arguments[name] for name in named if name in arguments}
        try:
            written = orjson.dumps(told)
        except TypeError:
            # Not from JSON, as a client's own table may be.
            return self._pieces(of, key, told)
        return self._pieces(of, key, told) if len(written) > LONGEST_REMEMBERED else self._remembered(of, key, written)

    def say_once(self, of: str, key: str, arguments: Arguments) -> list[Piece]:
        """The same without the cache: for arguments that are secret, or that hardly ever come twice."""
        return self._pieces(of, key, arguments)

    def _said(self, of: str, key: str, written: bytes) -> list[Piece]:
        return self._pieces(of, key, orjson.loads(written))

    def _pieces(self, of: str, key: str, arguments: Arguments) -> list[Piece]:
        out: list[str | Piece] = []
        (self._written.get((of, key)) or self._writer(of, key))(arguments, out)
        return _joined(out)

    def _named(self, of: str, key: str) -> tuple[str, ...]:
        """The arguments that a message names, in one order."""
        named = tuple(sorted(names(parse(self._tables.messages[of][key][self._language]))))
        return self._names.setdefault((of, key), named)

    def _writer(self, of: str, key: str) -> Writer:
        written = _Compiler(self, of, key).sequence(parse(self._tables.messages[of][key][self._language]))
        return self._written.setdefault((of, key), written)

    def seat(self, seat: JSON, out: list[str | Piece]) -> None:
        """A seat, or several."""
        if isinstance(seat, list | tuple):
            self._list(seat, out, self.seat)
        else:
            out.append(self.hidden if seat is None else {"text": f"{self._grammar.seat} {seat}", "seat": seat})

    def value(self, of: str, place: str, value: JSON, out: list[str | Piece]) -> None:
        """A value in a message at `place`: a number, the name of an id, or an object by its own message."""
        if value is True or value is False:
            value = YES if value else NO
        if isinstance(value, str):
            out.append(self._terms.get(value, value))
        elif isinstance(value, list | tuple):
            self._items(of, place, value, out)
        elif isinstance(value, Mapping) and self.has(of, place):
            (self._written.get((of, place)) or self._writer(of, place))(compared(value), out)
        else:
            out.append(self.nothing if value is None or isinstance(value, Mapping) else str(value))

    def _items(self, of: str, place: str, items: Sequence[JSON], out: list[str | Piece]) -> None:
        if not self.has(of, place):
            self._list(items, out, lambda item, out: self.value(of, place, item, out))
            return
        own = self._tables.messages[of].get(f"{place}.between")
        between = self._grammar.between if own is None else own[self._language]
        for number, item in enumerate(items):
            out.append(between if number else "")
            fields = item if isinstance(item, Mapping) else {"value": item}
            self.value(of, place, {"index": number, **fields}, out)

    def _list(self, items: Sequence[JSON], out: list[str | Piece], write: Callable[..., None]) -> None:
        for number, item in enumerate(items):
            place, is_last = len(out), number > 0 and number == len(items) - 1
            out.append(", " if number else "")
            write(item, out)
            if is_last:
                out[place] = self._grammar.joined(_words(out[place + 1]))
        if not items:
            out.append(self.nothing)

    @property
    def grammar(self) -> Language:
        """The language that the book is in."""
        return self._grammar


class _Compiler:
    """Compiles one message into a function that writes it; messages under `<key>.<name>` describe its objects."""

    def __init__(self, book: Book, of: str, key: str) -> None:
        self._book, self._of, self._key = book, of, key

    def sequence(self, text: Text) -> Writer:
        writers = tuple(self._part(part) for part in text)
        if len(writers) == 1:
            return writers[0]

        def write(arguments: Arguments, out: list[str | Piece]) -> None:
            for writer in writers:
                writer(arguments, out)

        return write

    def _part(self, part: Part) -> Writer:
        match part:
            case str():
                return lambda arguments, out: out.append(part)
            case Count(name):
                return lambda arguments, out: out.append(str(_number(arguments[name])))
            case Argument(name, True):
                return self._seat(name)
            case Argument(name, _):
                return self._value(name)
            case Choice(name, True, variants):
                return self._plural(name, variants)
            case Choice(name, _, variants):
                return self._select(name, variants)

    def _seat(self, name: str) -> Writer:
        seat = self._book.seat
        return lambda arguments, out: seat(arguments.get(name), out)

    def _value(self, name: str) -> Writer:
        value, of, place, hidden = self._book.value, self._of, f"{self._key}.{name}", self._book.hidden

        def write(arguments: Arguments, out: list[str | Piece]) -> None:
            if name in arguments:
                value(of, place, arguments[name], out)
            else:
                out.append(hidden)

        return write

    def _plural(self, name: str, variants: Mapping[str, Text]) -> Writer:
        writers = {key: self.sequence(variant) for key, variant in variants.items()}
        other, category = writers[OTHER], self._book.grammar.category

        def write(arguments: Arguments, out: list[str | Piece]) -> None:
            number = _number(arguments.get(name))
            (writers.get(f"={number}") or writers.get(category(number)) or other)(arguments, out)

        return write

    def _select(self, name: str, variants: Mapping[str, Text]) -> Writer:
        writers = {key: self.sequence(variant) for key, variant in variants.items()}

        def write(arguments: Arguments, out: list[str | Piece]) -> None:
            return writers[selected(name, writers, arguments)](arguments, out)

        return write


def selected(name: str, variants: Mapping[str, object], arguments: Arguments) -> str:
    """The variant of a `select` that these arguments pick."""
    if name not in arguments:
        return OTHER
    value = arguments[name]
    return next((key for key in (_key(value), _kind(value)) if key in variants), OTHER)


def _words(item: str | Piece) -> str:
    words: str = item if isinstance(item, str) else item["text"]
    return words


def _number(value: JSON) -> int:
    """The number that a plural counts: a number, or the length of a list."""
    if isinstance(value, list | tuple):
        return len(value)
    return value if isinstance(value, int) else 0


def _key(value: JSON) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, str | int) else ""


def _kind(value: JSON) -> str:
    return NONE if value is None or value == () or value == [] else KNOWN


def _joined(out: Sequence[str | Piece]) -> list[Piece]:
    pieces: list[Piece] = []
    words = ""
    for item in out:
        if isinstance(item, str):
            words += item
            continue
        if words:
            pieces.append({"text": words})
            words = ""
        pieces.append(item)
    if words or not pieces:
        pieces.append({"text": words})
    return pieces
