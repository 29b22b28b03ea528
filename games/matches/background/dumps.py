"""Dumps for research: all public matches that have ended, by month, as files that anybody may read and serve.

A month has a file of match files, one after the other, and an index with a line for each match; `index.json` has a line
for each month. All of them are the same whenever they are written of the same matches.
"""

import gzip
import hashlib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import IO, Any
from uuid import UUID

import orjson

from games.matches import access
from games.matches.errors import MatchNotFound, MatchQuarantined
from games.matches.models.service import Listing
from games.matches.presentation import export
from games.matches.stream.loading import Loaded
from games.table.state import FINISHED

FORMAT = "tabularium-dump/1"
INDEX = "index.json"
# So many matches are looked up at a time.
AT_ONCE = 500


@dataclass(kw_only=True)
class Month:
    """The files of a month while they are written; `offset` counts the bytes of matches before compression."""

    name: str
    folder: Path
    matches: int = 0
    offset: int = 0
    hash: Any = field(default_factory=hashlib.sha256)
    file: gzip.GzipFile = field(init=False)
    index: IO[bytes] = field(init=False)

    def __post_init__(self) -> None:
        self._raw = self._part(f"{self.name}.ndjson.gz").open("wb")
        # Without a time and a name in it: the same matches make the same bytes.
        self.file = gzip.GzipFile(filename="", mode="wb", fileobj=self._raw, mtime=0)
        self.index = self._part(f"{self.name}.index.ndjson").open("wb")

    def add(self, loaded: Loaded, text: bytes) -> None:
        """Write one match."""
        match, table = loaded.match, loaded.match.table
        self.file.write(text)
        self.hash.update(text)
        line = {
            "match": match.id,
            "game": table.game,
            "rules": table.rules,
            "finished_at": table.finished_at.isoformat() if table.finished_at else None,
            "seats": table.seats,
            "bots": len(table.bots),
            "events": match.head.version,
            "head": match.head.hash.hex(),
            "offset": self.offset,
            "bytes": len(text),
        }
        self.index.write(orjson.dumps(line) + b"\n")
        self.matches += 1
        self.offset += len(text)

    def close(self) -> dict[str, Any]:
        """The month's line of the index; from now on its files are there under their names."""
        for one in (self.file, self._raw, self.index):
            one.close()
        file, index = f"{self.name}.ndjson.gz", f"{self.name}.index.ndjson"
        for name in (file, index):
            self._part(name).replace(self.folder / name)
        return {
            "month": self.name,
            "file": file,
            "file_sha256": _sha256(self.folder / file),
            "index": index,
            "index_sha256": _sha256(self.folder / index),
            "matches": self.matches,
            "bytes": self.offset,
            "sha256": self.hash.hexdigest(),
        }

    def _part(self, name: str) -> Path:
        return self.folder / f".{name}.part"


def write(folder: Path, *, before: str, licence: str) -> list[dict[str, Any]]:
    """Write the dumps of all months before this one (`YYYY-MM`) into a folder; the months' lines of the index.

    `licence` says under which terms they may be used.
    """
    folder.mkdir(parents=True, exist_ok=True)
    months: dict[str, Month] = {}
    for loaded in ended():
        at = loaded.match.table.finished_at
        assert at is not None
        name = _month(at)
        if name >= before:
            continue
        if name not in months:
            months[name] = Month(name=name, folder=folder)
        text = b"".join(export.lines(loaded.match, loaded.events, None))
        months[name].add(loaded, text)
    told = [months[name].close() for name in sorted(months)]
    index = {"format": FORMAT, "licence": licence, "months": told}
    part = folder / f".{INDEX}.part"
    part.write_bytes(orjson.dumps(index, option=orjson.OPT_INDENT_2) + b"\n")
    part.replace(folder / INDEX)
    return told


def ended() -> Iterator[Loaded]:
    """All matches that have ended and that a stranger may know to their end, in the order in which they were made."""
    after = UUID(int=0)
    while True:
        rows = Listing.objects.filter(visibility="public", status=FINISHED, match_id__gt=after).order_by("match_id")
        found = list(rows.values_list("match_id", flat=True)[:AT_ONCE])
        if not found:
            return
        for match_id in found:
            with suppress(MatchNotFound, MatchQuarantined):
                loaded = access.known(str(match_id), None).load()
                # The lists may lag behind.
                if loaded.match.table.status == FINISHED and not loaded.is_set_aside and not loaded.is_imported:
                    yield loaded
        after = found[-1]


def _sha256(file: Path) -> str:
    with file.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()


def _month(at: datetime) -> str:
    return f"{at:%Y-%m}"
