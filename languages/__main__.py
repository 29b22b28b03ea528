"""`python -m languages` writes the types of all keys anew, and lists what a language lacks and what is left over.

`make languages` calls it. It exits with 1 where a translation has keys that English has not, or where no code uses a
key. A language that is not finished is no error: English stands in for what it lacks.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

import orjson

from games.core.languages import ENGLISH, LANGUAGES
from languages import catalogues, keys

ROOT = Path(__file__).parents[1]
TYPES = "keys.py"


def main(root: Path = ROOT, codes: Sequence[str] = LANGUAGES) -> int:
    """Write and list, of the project at `root`."""
    words, is_clean = catalogues.words_of(root), True
    for folder in catalogues.folders(root):
        _write_types(folder)
        for found in catalogues.findings(folder, codes):
            _tell(f"{found.file.relative_to(root)} lacks", found.lacking)
            _tell(f"{found.file.relative_to(root)} has left over", found.left_over)
            is_clean = is_clean and not found.left_over
        if unused := catalogues.unused(folder, words):
            _tell(f"no code uses of {folder.relative_to(root)}", unused)
            is_clean = False
    return 0 if is_clean else 1


def _write_types(folder: Path) -> None:
    """`keys.py`, of a catalogue that Python reads by its keys."""
    if catalogues.is_typed(folder):
        (folder / TYPES).write_text(keys.module(orjson.loads((folder / f"{ENGLISH}.json").read_bytes())))


def _tell(what: str, found: Sequence[str]) -> None:
    if found:
        print(f"{what} ({len(found)}):", *found, sep="\n  ")


if __name__ == "__main__":
    sys.exit(main())
