"""Lines of a terminal, cell by cell, with right-to-left letters in the order in which they are seen.

Terminals differ. Most put each sign into the next cell, whatever its script, so Hebrew has to be handed to them turned:
that is the *visual* order, which everything here is drawn in. Others turn right-to-left text themselves; for them
`for_terminal` turns each line back, so that they turn it forth again. Who sees words backwards flips the switch.

The order is that of Unicode's bidirectional algorithm (UAX 9), without embeddings and isolates, which no text of a
service holds, and with one difference: in a line from left to right a number after a Hebrew word stays behind that word
unless more Hebrew follows (`Resist “…”: 5 letters`). Terminals that turn text are given a mark there.
"""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text

MIRRORED = {**dict(zip("()[]{}<>«»", ")(][}{><»«", strict=True))}
# GNOME's terminals turn text since VTE 0.58.
TURNING_VTE = 5800
LEFT_TO_RIGHT_MARK = "\u200e"


class Glyph(NamedTuple):
    """What stands in a cell: a sign with the points on it, how it looks, and what a click on it means."""

    text: str
    style: str = ""
    meta: tuple[tuple[str, Any], ...] = ()


Line = list[Glyph]


def glyphs(text: str, style: str = "", meta: Mapping[str, Any] | None = None) -> Line:
    """The signs of a text in its logical order; a combining mark stays with its sign."""
    line: Line = []
    tapped = tuple((meta or {}).items())
    for sign in text:
        if line and (unicodedata.combining(sign) or unicodedata.category(sign) == "Mn"):
            line[-1] = line[-1]._replace(text=line[-1].text + sign)
        elif unicodedata.category(sign) != "Cf":
            # No control of direction and no invisible sign: they would take part in the terminal's own turning.
            line.append(Glyph(" " if sign in "\n\r\t" else sign, style, tapped))
    return line


def columns(line: Sequence[Glyph]) -> int:
    """How many cells a line takes."""
    return sum(cell_len(one.text) for one in line)


def cut(line: Line, width: int) -> Line:
    """A line in logical order that is not wider; `…` stands for what is left off."""
    if columns(line) <= width:
        return line
    kept: Line = []
    for one in line:
        if columns(kept) + cell_len(one.text) > width - 1:
            break
        kept.append(one)
    return [*kept, Glyph("…", kept[-1].style if kept else "")] if width > 0 else []


def padded(line: Line, width: int, *, right: bool = False) -> Line:
    """A line made as wide as this by spaces, before it (`right`) or after it."""
    space = glyphs(" " * max(0, width - columns(line)))
    return space + line if right else line + space


def wrapped(line: Line, width: int) -> list[Line]:
    """A line in logical order, broken at spaces into lines that are not wider."""
    lines: list[Line] = [[]]
    for word in _words(line):
        room = width - columns(lines[-1])
        if columns(word) > room and lines[-1]:
            lines.append([])
            word = word if word[0].text != " " else word[1:]
        while columns(word) > width:
            head = _first(word, width)
            lines[-1] = head
            word = word[len(head) :]
            lines.append([])
        lines[-1].extend(word)
    return lines


def is_right_to_left(line: Sequence[Glyph]) -> bool:
    """Whether the first letter of a line that has a direction is of a right-to-left script."""
    kinds = (_kind(one) for one in line)
    return next((kind for kind in kinds if kind in "LR"), "L") == "R"


def visual(line: Sequence[Glyph], *, right_to_left: bool | None = None) -> Line:
    """A line as it is seen, from left to right. The whole has the direction of its first letter, if none is given."""
    base = is_right_to_left(line) if right_to_left is None else right_to_left
    levels = _levels([_kind(one) for one in line], int(base))
    shown = [
        one._replace(text=MIRRORED.get(one.text, one.text)) if level % 2 else one for one, level in _pairs(line, levels)
    ]
    for level in range(max(levels, default=0), 0, -1):
        shown, levels = _turned(shown, levels, level)
    return shown


def for_terminal(line: Sequence[Glyph], *, turns: bool) -> Line:
    """A line in visual order as the terminal has to be given it: as it is, or turned back where it `turns` text."""
    if not turns:
        return list(line)
    given = visual(line, right_to_left=False)
    stays = _staying([_kind(one) for one in given])
    given = [one._replace(text=LEFT_TO_RIGHT_MARK + one.text) if at in stays else one for at, one in enumerate(given)]
    if any(_kind(one) == "R" for one in given):
        # What stands to the right of this line in the same row is turned for itself.
        given[-1] = given[-1]._replace(text=given[-1].text + LEFT_TO_RIGHT_MARK)
    return given


def field(
    text: str, width: int, style: str = "", *, right: bool = False, meta: Mapping[str, Any] | None = None
) -> Line:
    """A text in visual order in a field of so many cells."""
    return padded(visual(cut(glyphs(text, style, meta), width)), width, right=right)


def rich_text(lines: Iterable[Sequence[Glyph]]) -> Text:
    """Lines as the screen draws them."""
    text = Text(no_wrap=True, end="")
    for number, line in enumerate(lines):
        if number:
            text.append("\n")
        for piece, style, meta in _runs(line):
            look = Style.parse(style) if style else Style()
            text.append(piece, look + Style.from_meta(dict(meta)) if meta else look)
    return text


def turns_text(environment: Mapping[str, str]) -> bool:
    """Whether this terminal is known to turn right-to-left text itself."""
    vte = environment.get("VTE_VERSION", "")
    return (
        (vte.isdecimal() and int(vte) >= TURNING_VTE)
        or "KONSOLE_VERSION" in environment
        or environment.get("TERM_PROGRAM") == "Apple_Terminal"
        or environment.get("TERM", "").startswith("mlterm")
    )


def _words(line: Line) -> list[Line]:
    """A line in words, each with the space before it."""
    words: list[Line] = []
    for one in line:
        if not words or one.text == " ":
            words.append([])
        words[-1].append(one)
    return words


def _first(word: Line, width: int) -> Line:
    kept: Line = []
    for one in word:
        if kept and columns(kept) + cell_len(one.text) > width:
            break
        kept.append(one)
    return kept


def _kind(one: Glyph) -> str:
    """L, R, a number N, what goes with numbers S (within) or T (beside), or neutral."""
    kind = unicodedata.bidirectional(one.text[0])
    return {"L": "L", "R": "R", "AL": "R", "EN": "N", "AN": "N", "ES": "S", "CS": "S", "ET": "T"}.get(kind, " ")


def _levels(kinds: list[str], base: int) -> list[int]:
    """How deep each sign is in turned text (rules W4 to W7, N1, N2, I1, I2 of UAX 9)."""
    kinds = _with_numbers(kinds)
    strong, stays = "R" if base else "L", frozenset[int]() if base else _staying(kinds)
    for at, kind in enumerate(kinds):
        if kind in "LR":
            strong = kind
        elif at in stays:
            kinds[at] = strong = "L"
        elif kind == "N" and strong == "L":
            kinds[at] = "L"
    kinds = _settled(kinds, "R" if base else "L")
    deeper = {0: {"L": 0, "R": 1, "N": 2}, 1: {"L": 2, "R": 1, "N": 2}}[base]
    return [deeper[kind] for kind in kinds]


def _staying(kinds: Sequence[str]) -> frozenset[int]:
    """Where numbers begin that follow right-to-left letters with none of those after them."""
    found, strong = set(), "L"
    for at, kind in enumerate(kinds):
        if kind == "N" and strong == "R" and next((one for one in kinds[at:] if one in "LR"), "L") == "L":
            found.add(at)
        strong = "L" if at in found else kind if kind in "LR" else strong
    return frozenset(found)


def _with_numbers(kinds: list[str]) -> list[str]:
    """Signs between two digits, and those beside a number, become part of it."""
    found = list(kinds)
    for at, kind in enumerate(kinds):
        if kind == "S" and 0 < at < len(kinds) - 1 and kinds[at - 1] == kinds[at + 1] == "N":
            found[at] = "N"
    for places in (range(len(found)), reversed(range(len(found)))):
        before = " "
        for at in places:
            if found[at] == "T" and before == "N":
                found[at] = "N"
            before = found[at]
    return [" " if kind in "ST" else kind for kind in found]


def _settled(kinds: list[str], base: str) -> list[str]:
    """What is neutral goes with both its neighbours where they agree, and with the whole otherwise."""
    found = list(kinds)
    start = 0
    while start < len(found):
        if found[start] != " ":
            start += 1
            continue
        end = next((at for at in range(start, len(found)) if found[at] != " "), len(found))
        before = _side(found[start - 1]) if start else base
        after = _side(found[end]) if end < len(found) else base
        found[start:end] = [before if before == after else base] * (end - start)
        start = end
    return found


def _side(kind: str) -> str:
    return "L" if kind == "L" else "R"


def _pairs(line: Sequence[Glyph], levels: list[int]) -> Iterable[tuple[Glyph, int]]:
    return zip(line, levels, strict=True)


def _turned(line: Line, levels: list[int], least: int) -> tuple[Line, list[int]]:
    """Every run of signs that are at least so deep, turned (rule L2)."""
    shown: Line = []
    depths: list[int] = []
    at = 0
    while at < len(line):
        end = next((place for place in range(at, len(line)) if levels[place] < least), len(line))
        if end > at:
            shown.extend(reversed(line[at:end]))
            depths.extend(reversed(levels[at:end]))
        else:
            end = at + 1
            shown.append(line[at])
            depths.append(levels[at])
        at = end
    return shown, depths


def _runs(line: Sequence[Glyph]) -> Iterable[tuple[str, str, tuple[tuple[str, Any], ...]]]:
    run = ""
    look: tuple[str, tuple[tuple[str, Any], ...]] = ("", ())
    for one in line:
        if (one.style, one.meta) != look and run:
            yield run, *look
            run = ""
        look = (one.style, one.meta)
        run += one.text
    if run:
        yield run, *look
