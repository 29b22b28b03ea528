"""Reads the match file byte by byte (`docs/api/secrets.md`)."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, overload

import orjson

from events.format.canon import canon
from games.table.claims import Broken, is_count, need
from games.table.features.agreed_take_back.feature import FEATURE as AGREED_TAKE_BACK
from games.table.features.signing.events import KeyBound
from games.verify.report import CHAIN, Flaw

# Each came with types and fields that the one before has not: a file is of the first that knows all that it holds.
FORMATS = FIRST, SECOND, THIRD, FOURTH, FIFTH = tuple(f"tabularium/{number}" for number in range(1, 6))
NEW_TYPES = frozenset(made.type for made in AGREED_TAKE_BACK.events)
# What the third brought to event 1, and to the older keys that a fork seals there.
BEACON = "beacon"
# What the fifth brought to the same places.
OPEN_DRAWS = "open_draws"
HEADER = {"format", "match", "game", "rules", "redacted_for"}
ENTRY = {"envelope", "hash", "openings"}
FOOTER = {"version", "head", "complete"}
# Far beyond any match that was played (a few thousand events of half a kilobyte, each of some thirty values), and near
# enough that no file takes more than seconds and a few hundred megabytes, whatever stands in it.
LARGEST = 64 * 1024 * 1024
LONGEST_LINE = 1024 * 1024
MOST_EVENTS = 30_000
MOST_VALUES = 4_000_000
# So many events are at hand at once; a move is judged by those of its append.
AT_HAND = 64


def format_of(types: Collection[str], first: Any, parts: Iterable[Any]) -> str:
    """The format of a file with events of these types, from its `first` event's data and that event's opened `parts`.

    Their shapes have not been checked yet.
    """
    sealed = [part["origins"] for part in parts if isinstance(part, dict) and isinstance(part.get("origins"), list)]
    told = [one for one in (first, *(one for origins in sealed for one in origins)) if isinstance(one, dict)]
    if any(OPEN_DRAWS in one for one in told):
        return FIFTH
    if KeyBound.type in types:
        return FOURTH
    if any(BEACON in one for one in told):
        return THIRD
    return FIRST if NEW_TYPES.isdisjoint(types) else SECOND


@dataclass(frozen=True, kw_only=True)
class Entry:
    """One event: its envelope, the hash that the file states for it, and the sealed parts that the file opens."""

    envelope: dict[str, Any]
    hash: str
    openings: Sequence[dict[str, Any]]


@dataclass(frozen=True, kw_only=True)
class MatchFile:
    """The content of a file, of which only the form has been checked."""

    match: str
    game: str
    rules: str
    redacted_for: int | str | None
    entries: Sequence[Entry]
    version: int
    head: str
    complete: bool


class Lines(Sequence[Entry]):
    """The events of a file, each read from its line when it is used: all at once would fill the memory."""

    def __init__(self, lines: Sequence[bytes]) -> None:
        self._lines = lines
        self._at_hand = lru_cache(AT_HAND)(lambda index: Entry(**orjson.loads(lines[index])))

    def __len__(self) -> int:
        return len(self._lines)

    @overload
    def __getitem__(self, index: int) -> Entry: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Entry]: ...
    def __getitem__(self, index: int | slice) -> Entry | Sequence[Entry]:
        found = range(len(self._lines))[index]
        return [self._at_hand(one) for one in found] if isinstance(found, range) else self._at_hand(found)


class NotAMatchFile(Exception):
    """The bytes are no match file; `flaw` says where they fail."""

    def __init__(self, flaw: Flaw) -> None:
        super().__init__(flaw.reason)
        self.flaw = flaw


class Unreadable(Exception):
    """A file cannot be checked, because it cannot be read or is too large."""


def content(path: Path) -> bytes:
    """The bytes of a file, at most `LARGEST`; `Unreadable`."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError as error:
        raise Unreadable(f"{path}: {error.strerror}") from None
    if len(data) > LARGEST:
        raise Unreadable(f"{path}: larger than any match, {LARGEST} bytes")
    return data


def read(data: bytes) -> MatchFile:
    """Read `data` as a match file with every line in canonical form; `NotAMatchFile` if it is none, or too large to be
    one.
    """
    if (flaw := _too_large(data)) is not None:
        raise NotAMatchFile(flaw)
    *lines, rest = data.split(b"\n")
    if rest or len(lines) < 3:
        raise NotAMatchFile(Flaw(check=CHAIN, version=max(len(lines) - 1, 0), reason="the file ends in mid-line"))
    last = len(lines) - 1
    header = _line(lines[0], 0, last)
    types = {str(_line(lines[number], number, last)["envelope"].get("type")) for number in range(1, last)}
    first = _line(lines[1], 1, last)
    expected = format_of(types, first["envelope"].get("data"), [one.get("part") for one in first["openings"]])
    if header["format"] != expected:
        raise NotAMatchFile(Flaw(check=CHAIN, version=0, reason=f"the format is not {expected}"))
    footer = _line(lines[last], last, last)
    return MatchFile(
        **{name: header[name] for name in HEADER - {"format"}},
        **footer,
        entries=Lines(lines[1:-1]),
    )


def _too_large(data: bytes) -> Flaw | None:
    """The place where a file exceeds the size of any match, found by counting bytes before it is read as JSON."""
    if data.count(b"\n") > MOST_EVENTS + 2:
        return Flaw(check=CHAIN, version=MOST_EVENTS, reason=f"a match has at most {MOST_EVENTS} events")
    version = start = 0
    while (end := data.find(b"\n", start)) >= 0 and end - start <= LONGEST_LINE:
        version, start = version + 1, end + 1
    if max(end, len(data)) - start > LONGEST_LINE:
        return Flaw(check=CHAIN, version=version, reason=f"a line has at most {LONGEST_LINE} bytes")
    # A text may hold these characters too; then it counts for more than it is.
    if sum(map(data.count, (b",", b"[", b"{"))) > MOST_VALUES:
        return Flaw(check=CHAIN, version=0, reason=f"a match has at most {MOST_VALUES} values")
    return None


def _line(line: bytes, number: int, last: int) -> dict[str, Any]:
    try:
        value = _canonical(line)
        if number == 0:
            _check_header(value)
        elif number == last:
            _check_footer(value)
        else:
            _check_entry(value)
    except Broken as broken:
        # The last line belongs to the last event.
        version = min(number, last - 1)
        raise NotAMatchFile(Flaw(check=CHAIN, version=version, reason=broken.reason)) from None
    return value


def _canonical(line: bytes) -> dict[str, Any]:
    try:
        value = orjson.loads(line)
        same = canon(value) == line
    except (TypeError, ValueError, RecursionError):
        raise Broken("the line is not canonical JSON") from None
    need(same, "the line is not in its canonical form")
    need(isinstance(value, dict), "the line is no object")
    return value  # type: ignore[no-any-return]


def _check_header(value: dict[str, Any]) -> None:
    need(value.keys() == HEADER, "the first line is not that of a match file")
    need(value["format"] in FORMATS, f"the format is not {FIRST}")
    need(all(isinstance(value[name], str) for name in ("match", "game", "rules")), "match, game and rules are texts")
    redacted = value["redacted_for"]
    need(redacted is None or redacted == "spectator" or is_count(redacted), "redacted_for is a seat or spectator")


def _check_entry(value: dict[str, Any]) -> None:
    need(value.keys() == ENTRY, "an event's line has envelope, hash and openings")
    need(isinstance(value["envelope"], dict) and isinstance(value["hash"], str), "an event's line is misshapen")
    openings = value["openings"]
    need(isinstance(openings, list) and all(isinstance(one, dict) for one in openings), "openings are objects")


def _check_footer(value: dict[str, Any]) -> None:
    need(value.keys() == FOOTER, "the last line is not that of a match file")
    need(is_count(value["version"]), "the last line's version is no number")
    need(isinstance(value["head"], str) and isinstance(value["complete"], bool), "the last line is misshapen")
