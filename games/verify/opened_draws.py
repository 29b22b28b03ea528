"""Draws that were opened while a match runs, held against its events: what `GET /matches/{match}/draws` answers."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson

from games import registry
from games.core.chance import OPEN_DRAWS as MOST
from games.core.chance import Chance, derive_key
from games.core.public_draws import DrawReader
from games.table.claims import Broken, is_count, is_written, need
from games.table.events import MatchStarted
from games.verify.chain import DIGEST
from games.verify.draw_tree import HEIGHT, root_over
from games.verify.match_file import OPEN_DRAWS, MatchFile, Unreadable, content
from games.verify.report import CHANCE, Flaw

FIELDS = {"version", "number", "secret", "path"}


@dataclass(frozen=True, kw_only=True)
class PublicDraw:
    """A draw that everybody sees: by the event of this `version` one of `n` values came up."""

    version: int
    number: int
    n: int
    value: int


class Unshown(Exception):
    """The event of this version shows other draws than it has made."""

    def __init__(self, version: int) -> None:
        super().__init__(version)
        self.version = version


@dataclass(frozen=True, kw_only=True)
class Proved:
    """How many of the public draws are proved, and the first that is not, because nobody has opened it."""

    proved: int
    public: int
    missing: PublicDraw | None


def public_draws(file: MatchFile) -> Iterator[PublicDraw]:
    """The public draws of a match, in their order; `Unshown` where an event shows more, or fewer, than it has made."""
    public, seats = registry.find(file.game, file.rules).public_draws, file.entries[0].envelope["data"]["seats"]
    seen = set[str]()
    for version, entry in enumerate(file.entries, 1):
        envelope, type = entry.envelope, entry.envelope["type"]
        if type not in public:
            continue
        draws, is_later = envelope["draws"] or {"first": 0, "count": 0}, public[type].only_first and type in seen
        shown = [] if is_later else _shown(public[type], envelope["data"], seats)
        seen.add(type)
        # A die that was not drawn could show anything.
        if len(shown) != draws["count"] or not (shown or is_later):
            raise Unshown(version)
        for number, (n, value) in enumerate(shown, draws["first"]):
            yield PublicDraw(version=version, number=number, n=n, value=value)


def check(file: MatchFile, opened: Iterable[Any]) -> Proved | Flaw:
    """Whether these are draws of this match, whose chain has been checked; the flaw where one is not."""
    version = 1
    try:
        keys = _keys(file)
        root, found = file.entries[0].envelope["data"][OPEN_DRAWS], dict[int, Any]()
        for one in opened:
            found.setdefault(_number(one), one)
        public = [one for one in public_draws(file) if one.number < MOST]
        for draw in public:
            version = draw.version
            if draw.number in found:
                _check_draw(draw, found[draw.number], root, keys)
        version = len(file.entries)
        others = found.keys() - {one.number for one in public}
        need(not others, f"draw {min(others, default=0)} is none that everybody sees")
    except Unshown as unshown:
        return Flaw(check=CHANCE, version=unshown.version, reason="the draws are others")
    except Broken as broken:
        return Flaw(check=CHANCE, version=version, reason=broken.reason)
    missing = [one for one in public if one.number not in found]
    return Proved(proved=len(public) - len(missing), public=len(public), missing=missing[0] if missing else None)


def read(paths: Sequence[Path]) -> list[Any]:
    """The opened draws of saved answers of the call, one after the other; `Unreadable`."""
    opened: list[Any] = []
    for saved in paths:
        try:
            answer = orjson.loads(content(saved))
            opened += answer["items"]
        except (KeyError, TypeError, ValueError):
            raise Unreadable(f"{saved}: no answer of GET /matches/{{match}}/draws") from None
    return opened


def _keys(file: MatchFile) -> "_Keys":
    first = file.entries[0].envelope["data"]
    need(OPEN_DRAWS in first, "the match has no open draws")
    started = next((one.envelope for one in file.entries if one.envelope["type"] == MatchStarted.type), None)
    data: Mapping[str, Any] = {} if started is None else started["data"]
    return _Keys(file.match, data.get("entropies", []), data.get("beacon"))


@dataclass(frozen=True)
class _Keys:
    match: str
    entropies: Sequence[str | None]
    beacon: str | None

    def drawn(self, draw: PublicDraw, secret: bytes) -> int:
        """What the draw has to be, by its secret."""
        return Chance(derive_key(secret, self.match, self.entropies, self.beacon), draw.number).below(draw.n)


def _shown(reading: DrawReader, data: Mapping[str, Any], seats: int) -> Sequence[tuple[int, int]]:
    """What the event shows, nothing where it shows no draw at all."""
    try:
        return list(reading.shown(data, seats))
    except (KeyError, TypeError):
        return []


def _number(one: Any) -> int:
    shaped = isinstance(one, dict) and one.keys() >= FIELDS and is_count(one["number"]) and is_count(one["version"])
    shaped = shaped and is_written(DIGEST, one["secret"]) and isinstance(one["path"], list)
    need(shaped and all(is_written(DIGEST, up) for up in one["path"]), "an opened draw is not of its shape")
    return int(one["number"])


def _check_draw(draw: PublicDraw, one: Any, root: str, keys: _Keys) -> None:
    need(one["version"] == draw.version, f"draw {draw.number} was opened for another event")
    secret, up = bytes.fromhex(one["secret"]), [bytes.fromhex(hash) for hash in one["path"]]
    fits = len(up) == HEIGHT and root_over(secret, draw.number, up) == root
    need(fits, f"the secret of draw {draw.number} is not the one that was committed to")
    drawn = keys.drawn(draw, secret)
    need(type(draw.value) is int and drawn == draw.value, f"draw {draw.number} gives another value than the event says")
