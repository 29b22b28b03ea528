"""A small picture as PNG, drawn of rectangles, discs, polygons and square letters with the standard library alone."""

import math
import struct
import zlib
from collections.abc import Iterable, Sequence

Point = tuple[float, float]

# Five columns to seven rows each, a row a number whose bits are the columns.
LETTERS = {
    "A": (14, 17, 17, 31, 17, 17, 17),
    "B": (30, 17, 17, 30, 17, 17, 30),
    "C": (14, 17, 16, 16, 16, 17, 14),
    "D": (30, 17, 17, 17, 17, 17, 30),
    "E": (31, 16, 16, 30, 16, 16, 31),
    "F": (31, 16, 16, 30, 16, 16, 16),
    "G": (14, 17, 16, 23, 17, 17, 14),
    "H": (17, 17, 17, 31, 17, 17, 17),
    "I": (14, 4, 4, 4, 4, 4, 14),
    "J": (7, 2, 2, 2, 2, 18, 12),
    "K": (17, 18, 20, 24, 20, 18, 17),
    "L": (16, 16, 16, 16, 16, 16, 31),
    "M": (17, 27, 21, 21, 17, 17, 17),
    "N": (17, 25, 21, 19, 17, 17, 17),
    "O": (14, 17, 17, 17, 17, 17, 14),
    "P": (30, 17, 17, 30, 16, 16, 16),
    "Q": (14, 17, 17, 17, 21, 18, 13),
    "R": (30, 17, 17, 30, 20, 18, 17),
    "S": (15, 16, 16, 14, 1, 1, 30),
    "T": (31, 4, 4, 4, 4, 4, 4),
    "U": (17, 17, 17, 17, 17, 17, 14),
    "V": (17, 17, 17, 17, 17, 10, 4),
    "W": (17, 17, 17, 21, 21, 27, 17),
    "X": (17, 17, 10, 4, 10, 17, 17),
    "Y": (17, 17, 10, 4, 4, 4, 4),
    "Z": (31, 1, 2, 4, 8, 16, 31),
    "-": (0, 0, 0, 14, 0, 0, 0),
    "1": (4, 12, 4, 4, 4, 4, 14),
    "2": (14, 17, 1, 6, 8, 16, 31),
    "3": (30, 1, 1, 14, 1, 1, 30),
    "4": (2, 6, 10, 18, 31, 2, 2),
    "5": (31, 16, 30, 1, 1, 17, 14),
    "6": (14, 16, 16, 30, 17, 17, 14),
}
COLUMNS, ROWS = 5, 7


class Drawing:
    """Colours are numbers of the palette; 0 is the ground."""

    def __init__(self, width: int, height: int, palette: Sequence[str]) -> None:
        self.width, self.palette = width, palette
        self.rows = [bytearray(width) for _ in range(height)]

    def box(self, x: float, y: float, width: float, height: float, colour: int) -> None:
        for row in range(max(0, round(y)), min(len(self.rows), round(y + height))):
            self._span(row, x, x + width, colour)

    def polygon(self, points: Sequence[Point], colour: int) -> None:
        """The inside, by the even-odd rule at the middle of each row."""
        pairs = list(zip(points, [*points[1:], points[0]], strict=True))
        top, bottom = min(y for _, y in points), max(y for _, y in points)
        for row in range(max(0, math.floor(top)), min(len(self.rows), math.ceil(bottom))):
            at = row + 0.5
            cut = sorted(x + (at - y) * (u - x) / (v - y) for (x, y), (u, v) in pairs if (y <= at) != (v <= at))
            for left, right in zip(cut[::2], cut[1::2], strict=True):
                self._span(row, left, right, colour)

    def text(self, middle: float, top: float, size: int, text: str, colour: int) -> None:
        """Letters of `size` dots a square, centred; what has no letter here is a gap."""
        left = middle - ((COLUMNS + 1) * len(text) - 1) * size / 2
        for place, letter in enumerate(text.upper()):
            for row, bits in enumerate(LETTERS.get(letter, ())):
                for column in (one for one in range(COLUMNS) if bits >> (COLUMNS - 1 - one) & 1):
                    x = left + ((COLUMNS + 1) * place + column) * size
                    self.box(x, top + row * size, size, size, colour)

    def png(self) -> bytes:
        colours = b"".join(bytes.fromhex(colour) for colour in self.palette)
        # Eight bits a dot, each a number of the palette; no row is filtered.
        head = struct.pack(">IIBBBBB", self.width, len(self.rows), 8, 3, 0, 0, 0)
        dots = zlib.compress(b"".join(b"\0" + row for row in self.rows), 6)
        chunks = ((b"IHDR", head), (b"PLTE", colours), (b"IDAT", dots), (b"IEND", b""))
        return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in chunks)

    def _span(self, row: int, left: float, right: float, colour: int) -> None:
        first, last = max(0, round(left)), min(self.width, round(right))
        if last > first:
            self.rows[row][first:last] = bytes((colour,)) * (last - first)


def regular(x: float, y: float, radius: float, corners: int, *, inner: float = 1.0) -> list[Point]:
    """A regular polygon that stands on a side, or with a smaller radius for every other corner a star."""
    turns = (math.pi * (2 * one / corners - 0.5) for one in range(corners))
    radii = (radius * (inner if one % 2 else 1) for one in range(corners))
    return [(x + r * math.cos(turn), y + r * math.sin(turn)) for turn, r in zip(turns, radii, strict=True)]


def box_around(x: float, y: float, half: float) -> list[Point]:
    return [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]


def cross(x: float, y: float, half: float) -> Iterable[tuple[float, float, float, float]]:
    """The two beams of a cross, as boxes."""
    third = half / 3
    return (x - half, y - third, 2 * half, 2 * third), (x - third, y - half, 2 * third, 2 * half)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
