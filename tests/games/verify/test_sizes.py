"""A file of any content is judged within bounds: what is larger than any match is refused before it is read as JSON."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import orjson
import pytest

from games.registry import GAMES
from games.verify import match_file
from games.verify.match_file import LARGEST, Lines, NotAMatchFile, read
from games.verify.verifier import verify_bytes
from tests.games.verify.files import played

PROJECT = Path(__file__).parents[3]
HEADER = b'{"format":"tabularium/1","game":"cave","match":"x","redacted_for":null,"rules":"1"}\n'
FOOTER = b'{"complete":true,"head":"x","version":1}\n'
MOST_MEGABYTES = 512


def filled(unit: bytes) -> bytes:
    return HEADER + unit * ((LARGEST - len(HEADER) - len(FOOTER)) // len(unit)) + FOOTER


HUGE: dict[str, Callable[[], bytes]] = {
    "one line": lambda: filled(b"x")[:-1],
    "tiny lines": lambda: filled(b"{}\n"),
    "small events": lambda: filled(b'{"envelope":{},"hash":"","openings":[]}\n'),
    "one event of many openings": lambda: HEADER + b'{"openings":[' + b"{}," * (LARGEST // 3 - 100) + b"]}\n" + FOOTER,
    "long lines of many lists": lambda: filled(b'{"a":[' + b"[]," * 300_000 + b"[]]}\n"),
    "deep": lambda: filled(b"[" * 1_000 + b"]" * 1_000 + b"\n"),
    "many digits": lambda: filled(b'{"a":' + b"1" * 2_000_000 + b"}\n"),
}


@pytest.mark.parametrize("kind", HUGE)
def test_what_is_larger_than_any_match_is_refused_unread(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.verify.match_file.orjson.loads", None)
    with pytest.raises(NotAMatchFile, match=r"(match|line) has at most"):
        read(HUGE[kind]())


@pytest.mark.parametrize("limit", ["MOST_EVENTS", "LONGEST_LINE", "MOST_VALUES"])
def test_the_limits_hold_to_the_last_one(limit: str, monkeypatch: pytest.MonkeyPatch) -> None:
    data = played("cave", seed=1, moves=20).file()
    sizes = {
        "MOST_EVENTS": data.count(b"\n") - 2,
        "LONGEST_LINE": max(map(len, data.split(b"\n"))),
        "MOST_VALUES": sum(map(data.count, (b",", b"[", b"{"))),
    }
    monkeypatch.setattr(match_file, limit, sizes[limit])
    assert verify_bytes(data).flaw is None
    monkeypatch.setattr(match_file, limit, sizes[limit] - 1)
    with pytest.raises(NotAMatchFile, match="at most"):
        read(data)


@pytest.mark.parametrize("slug", GAMES)
def test_a_match_is_a_tenth_of_every_limit(slug: str) -> None:
    data = played(slug, seed=1).file()
    assert 10 * data.count(b"\n") < match_file.MOST_EVENTS
    assert 10 * max(map(len, data.split(b"\n"))) < match_file.LONGEST_LINE
    # Of as many events as there can be.
    assert (
        sum(map(data.count, (b",", b"[", b"{"))) / data.count(b"\n") * match_file.MOST_EVENTS < match_file.MOST_VALUES
    )


def test_only_a_few_events_are_in_memory_at_once() -> None:
    file = read(played("cave", seed=1).file())
    assert isinstance(file.entries, Lines)
    assert len(file.entries) > 2 * match_file.AT_HAND
    assert [entry.envelope["version"] for entry in file.entries] == [*range(1, len(file.entries) + 1)]
    assert file.entries._at_hand.cache_info().currsize == match_file.AT_HAND
    assert file.entries[-1].envelope["version"] == len(file.entries)
    assert [entry.envelope["version"] for entry in file.entries[3:5]] == [4, 5]


# Linux counts for `ru_maxrss` what the process held that it was started from, which may be a pytest of half a gigabyte.
MEASURED = """
import resource, sys
from pathlib import Path
from games.verify.__main__ import main
status = main(sys.argv[1:])
own = Path("/proc/self/status")
kilobytes = [line.split()[1] for line in own.read_text().splitlines() if "VmHWM" in line] if own.exists() else []
print(status, int(kilobytes[0] if kilobytes else resource.getrusage(resource.RUSAGE_SELF).ru_maxrss) // 1024)
"""


def event(number: int) -> dict[str, Any]:
    texts = {"data": {"x": "y" * 1_600}, "type": "match_created", "by": "system", "match": "x"}
    numbers = {"version": number, "schema": 1, "seat": None, "move": None, "draws": None}
    return {"at": "2026-11-21T12:00:00.000000Z", "seals": [], **texts, **numbers}


@pytest.mark.parametrize("kind", ["as many events as there can be", "one event of many openings"])
def test_a_file_of_64_mib_takes_less_than_512_mib(kind: str, tmp_path: Path) -> None:
    lines = (
        orjson.dumps({"envelope": event(number), "hash": "", "openings": []}, option=orjson.OPT_SORT_KEYS)
        for number in range(1, match_file.MOST_EVENTS + 1)
    )
    data = HUGE[kind]() if kind in HUGE else HEADER + b"\n".join(lines) + b"\n" + FOOTER
    file = tmp_path / "match.ndjson"
    file.write_bytes(data)
    assert len(data) > LARGEST * 0.8
    done = subprocess.run([sys.executable, "-c", MEASURED, str(file)], cwd=PROJECT, capture_output=True, text=True)
    status, megabytes = map(int, done.stdout.splitlines()[-1].split())
    assert status == 1, done.stdout
    assert megabytes < MOST_MEGABYTES
