"""The keys of a catalogue as Python types, so that mypy finds a key that there is not: `keys.py` beside `en.json`."""

from collections.abc import Iterable, Mapping

WIDTH = 120


def module(sections: Mapping[str, Mapping[str, str]]) -> str:
    """The text of `keys.py` for what `en.json` holds."""
    keys = [f"{section}.{key}" for section, table in sections.items() for key in table]
    return (
        '"""The keys of `en.json`, for mypy: `make languages` writes this file."""\n\n'
        "from typing import Literal\n\n"
        f"# fmt: off\n{_literal('Section', sections)}{_literal('Key', keys)}"
    )


def _literal(name: str, words: Iterable[str]) -> str:
    lines = [""]
    for word in (f'"{word}",' for word in words):
        if lines[-1] and len(lines[-1]) + len(word) + 5 > WIDTH:
            lines.append("")
        lines[-1] += f" {word}" if lines[-1] else word
    return f"{name} = Literal[\n" + "".join(f"    {line}\n" for line in lines) + "]\n"
