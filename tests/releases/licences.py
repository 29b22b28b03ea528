"""`python -m tests.releases.licences`: under which terms the packages are that the service needs, and whether they may be.

A package tells its terms by an expression of SPDX, by a classifier, or in words of its own; the words that are used are
in `WORDS`. A package whose words nobody has read is refused, until somebody has.
"""

import re
import sys
from collections.abc import Iterator, Mapping
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

HOME = Path(__file__).parents[2]
LOCKS = ("requirements.txt", "requirements-telemetry.txt")

# Terms under which a package may be used beside this project's own (MIT): permissive ones, and those that ask for the
# source of the package alone. The LGPL's are used unchanged, as packages that anybody can replace.
ALLOWED = frozenset(
    {
        *("0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT", "MIT-0", "PSF-2.0", "Python-2.0"),
        *("MPL-2.0", "LGPL-3.0-only", "LGPL-3.0-or-later"),
    }
)
# What packages without an expression say, in classifiers and words. "BSD" alone is one of the two.
WORDS: Mapping[str, str] = {
    "3-Clause BSD License": "BSD-3-Clause",
    "Apache 2.0": "Apache-2.0",
    "Apache Software License": "Apache-2.0",
    "BSD": "BSD-3-Clause",
    "BSD License": "BSD-3-Clause",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "New BSD": "BSD-3-Clause",
    "Python Software Foundation License": "PSF-2.0",
}
PINNED = re.compile(r"^([a-z0-9][a-z0-9._-]*)==(\S+)", re.MULTILINE)
TERM = re.compile(r"[A-Za-z0-9.+-]+")


def pinned(*locks: str) -> dict[str, str]:
    """The version of each package in lock files, by name."""
    return {name: version for lock in locks for name, version in PINNED.findall((HOME / lock).read_text())}


def terms_of(package: Distribution) -> str:
    """A package's terms as an expression of SPDX, or the words that it uses for them; empty where it has none."""
    # A message with headers; the type that is written down for it lacks `get`.
    told: Any = package.metadata
    if expression := told.get("License-Expression"):
        return str(expression)
    classifiers = [one.rpartition(" :: ")[2] for one in told.get_all("Classifier", []) if one.startswith("License ::")]
    # "OSI Approved" alone says nothing.
    known = sorted({WORDS[one] for one in classifiers if one in WORDS})
    if known and len(known) == len(set(classifiers)):
        return " OR ".join(known)
    if classifiers:
        return ", ".join(classifiers)
    words = str(told.get("License") or "").strip().partition("\n")[0]
    return WORDS.get(words, words)


def may_be_used(terms: str) -> bool:
    """Whether every licence that an expression names is allowed, whichever of them one could choose."""
    named = [one for one in TERM.findall(terms) if one not in ("AND", "OR", "WITH")]
    return bool(named) and all(one in ALLOWED for one in named)


def looked_at() -> Iterator[tuple[str, str]]:
    """Each package of the lock files that is installed here, and its terms; others are for other systems."""
    for name in sorted(pinned(*LOCKS)):
        try:
            yield name, terms_of(distribution(name))
        except PackageNotFoundError:
            print(f"licences: {name} is not installed here and was not looked at", file=sys.stderr)


def main() -> int:
    found = dict(looked_at())
    refused = {name: terms for name, terms in found.items() if not may_be_used(terms)}
    for name, terms in refused.items():
        print(f"licences: {name} is under {terms or 'no terms that it names'}, which nobody has allowed")
    print(f"licences: {len(found)} packages, {len(refused)} refused")
    return 1 if refused else 0


if __name__ == "__main__":
    sys.exit(main())
