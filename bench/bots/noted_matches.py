"""Matches played in processes of low priority, each noted as a line of a file: a stopped run goes on where it was."""

import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any, TypeVar

Key = TypeVar("Key")
Result = TypeVar("Result")


def read(path: Path, known: Callable[[Mapping[str, Any]], tuple[Key, Result]]) -> dict[Key, Result]:
    """What was played before, as `known` reads a line; a last line that was cut off is played again."""
    found: dict[Key, Result] = {}
    for line in path.read_text().splitlines() if path.exists() else ():
        try:
            noted = json.loads(line)
        except json.JSONDecodeError:
            continue
        key, result = known(noted)
        found[key] = result
    return found


def run(
    play: Callable[[Key], Result],
    due: Sequence[Key],
    note: Callable[[Key, Result], Mapping[str, Any]],
    path: Path,
    processes: int,
    *,
    nice: int = 10,
) -> dict[Key, Result]:
    """Play what is due and note each match as soon as it is over."""
    found: dict[Key, Result] = {}
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a") as notes, ProcessPoolExecutor(processes, initializer=os.nice, initargs=(nice,)) as pool:
        playing = {pool.submit(play, key): key for key in due}
        for done in as_completed(playing):
            key = playing[done]
            found[key] = done.result()
            notes.write(json.dumps(note(key, found[key])) + "\n")
            notes.flush()
            sys.stderr.write(f"\r{len(found)} of {len(due)} matches")
    sys.stderr.write("\n" if due else "")
    return found
