"""`python -m tests.support.names`: names of modules and public classes that stand in more than one room.

A room is a folder. Rooms that carry the same names on purpose count as one (`ALIKE`).
"""

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

from config.local_stack.stack import PROJECT

ROOTS = ("api", "config", "events", "games")
# What Python, Django and the way a folder is run want to be called so.
EVERYWHERE = frozenset({"__init__", "__main__", "apps", "urls", "errors"})
# Folders whose modules mirror each other: a reader of one finds the same in the others.
ALIKE: Mapping[str, tuple[str, ...]] = {
    "kernels": ("games/cave", "games/rock_paper_wizard", "games/spell_a_spell"),
    "games/table/features": ("games/table/features",),
    "api by subject": ("api/answers", "api/openapi", "api/views"),
    "operators' commands": ("games/matches/management/commands",),
}
# Where classes are named for what clients read in OpenAPI, which stays.
PUBLISHED = ("api/answers/", "games/matches/presentation/shapes.py")


def collisions() -> dict[str, list[str]]:
    """Where each name stands that more than one room has: a module by its name, a class by its own."""
    found: dict[str, dict[str, str]] = {}
    for path in _modules():
        for name in (path.stem, *_classes(path)):
            found.setdefault(name, {}).setdefault(_room(path), str(path))
    return {name: sorted(places.values()) for name, places in sorted(found.items()) if len(places) > 1}


def floors(places: list[str]) -> frozenset[str]:
    """The parts of the project that files stand in: a package at the root, or one of `games`."""
    return frozenset("/".join(place.split("/")[: 2 if place.startswith("games/") else 1]) for place in places)


def _modules() -> Iterator[Path]:
    for root in ROOTS:
        for path in sorted((PROJECT / root).rglob("*.py")):
            # Migrations are numbered, and the keys of texts are made from catalogues.
            if path.stem not in EVERYWHERE and path.parent.name not in ("migrations", "texts"):
                yield path.relative_to(PROJECT)


def _room(path: Path) -> str:
    folder = path.parent.as_posix()
    alike = (name for name, rooms in ALIKE.items() if any(f"{folder}/".startswith(f"{room}/") for room in rooms))
    return next(alike, folder)


def _classes(path: Path) -> Iterator[str]:
    if path.as_posix().startswith(PUBLISHED):
        return
    for node in ast.parse((PROJECT / path).read_text()).body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield node.name


def main() -> None:
    for name, places in collisions().items():
        print(name, *places)


if __name__ == "__main__":
    main()
