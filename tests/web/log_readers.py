"""The page's reading of the log of all heads, run by node: what a browser finds in what a service answers."""

import json
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from games.verify.match_file import MatchFile, read
from tests.games.headlog.logs import Log, encoded
from tests.games.verify.files import Scribe

SCRIPT = Path(__file__).parent / "headlog.mjs"
SEEN_AT = "2026-11-21T12:00:00.000Z"
Case = dict[str, Any]


def findings(cases: Sequence[Case], *more: str) -> list[dict[str, Any]]:
    """What the page finds in each of these."""
    ran = subprocess.run(
        ["node", str(SCRIPT), *more], input=json.dumps(cases), capture_output=True, text=True, timeout=300, check=False
    )
    assert ran.returncode == 0, ran.stderr
    found: list[dict[str, Any]] = json.loads(ran.stdout)
    return found


def finding(case: Case, *more: str) -> dict[str, Any]:
    (found,) = findings([case], *more)
    return found


def match_of(file: MatchFile) -> dict[str, Any]:
    """A match as the page has it, once its file was judged."""
    heads = [entry.hash for entry in file.entries]
    return {"match": file.match, "version": len(heads), "complete": file.complete, "heads": heads}


def played_match(scribe: Scribe, *, seat: int | None = None) -> dict[str, Any]:
    return match_of(read(scribe.file(seat)))


def of_log(log: Log, old: int | None = None, *, keys: Sequence[str] | None = None) -> dict[str, Any]:
    """What `GET /log?from=` answers."""
    path = None if old is None else encoded(log.consistency(old))
    told = [str(log.key.public)] if keys is None else list(keys)
    return {"keys": told, "size": len(log.entries), "checkpoint": log.note(), "consistency": path}


def asked(match: dict[str, Any], log: Log, *, seen: Log | None = None, other: str = "") -> Case:
    """A reader asks an honest service of this log; the browser saw another one, or an earlier state of it, before."""
    old = len(seen.entries) if seen else None
    answers = {"": of_log(log)}
    for size in range(len(log.entries) + 1) if other else [old] if old is not None and old <= len(log.entries) else []:
        answers[str(size)] = of_log(log, size)
    told = {"match": json.loads(log.of_match(match["match"])), "log": answers}
    case: Case = {"match": match, "answers": told, "other": other}
    return case | ({"known": memory(seen)} if seen else {})


def memory(log: Log) -> dict[str, Any]:
    """What a browser remembers of a log."""
    return {"note": log.note(), "keys": [str(log.key.public)], "at": SEEN_AT}
