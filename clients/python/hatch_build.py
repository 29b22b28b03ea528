"""Puts the service's offline verifier into the wheel and the source archive, as files of `tabularium_client/verifier`.

Made from the source archive, the wheel has them already.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# What `python -m games.verify` imports: rules, the table, the form of history, the names of languages.
PARTS = (
    "events/__init__.py",
    "events/format",
    "games/__init__.py",
    "games/registry.py",
    "games/bots",
    "games/cave",
    "games/core",
    "games/headlog",
    "games/rock_paper_wizard",
    "games/spell_a_spell",
    "games/table",
    "games/verify",
    "languages/__init__.py",
    "languages/en.json",
    "languages/he.json",
    "languages/pl.json",
)
TARGET = "tabularium_client/verifier"
# Pages for people, and what Python has compiled.
LEFT_OUT = (".md", ".pyc")


def files(repository: Path) -> Iterator[Path]:
    """The verifier's files, from the root of the service's repository."""
    for part in PARTS:
        whole = repository / part
        for found in [whole] if whole.is_file() else sorted(whole.rglob("*")):
            if found.is_file() and found.suffix not in LEFT_OUT:
                yield found.relative_to(repository)


class Verifier(BuildHookInterface):  # type: ignore[type-arg]
    """Adds the files that lie outside of this folder."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called by hatchling before a build; `editable` ones find the verifier in the repository."""
        repository = Path(self.root).parents[1]
        if version == "standard" and not (Path(self.root) / TARGET).is_dir():
            for name in files(repository):
                build_data["force_include"][str(repository / name)] = f"{TARGET}/{name.as_posix()}"
