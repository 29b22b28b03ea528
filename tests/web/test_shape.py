"""The limits of the page's code: how long a function and a line may be, and which way imports point."""

import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from posixpath import dirname, join, normpath

WEB = Path(__file__).parents[2] / "web"
LONGEST_FUNCTION, LONGEST_LINE = 60, 140
# Where a function begins: by its word, as an arrow, or as a method of a class.
FUNCTION = re.compile(r"\bfunction\b|=>|^\s+(?:(?:static|async|get|set) )*#?\w+\([^;]*\) \{$")
NO_FUNCTION = re.compile(r"^\s*(?:\*|//|/\*|(?:\} )?(?:if|else|for|while|switch|catch)\b)")
IMPORT = re.compile(r'^(?:import|export) [^;]*?"(\.[^"]+)"|\bimport\("(\.[^"]+)"\)', re.MULTILINE)
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
# From top to bottom: a module imports of its own row and of those below.
ROWS = ("app.js", "rooms", "verify", "parts", "games", "live.js")
BELOW = (
    "followed.js",
    "patched.js",
    "installed.js",
    "api.js",
    "saved.js",
    "paths.js",
    "messages.js",
    "words.js",
    "vendor",
    "worker.js",
)


def test_no_function_of_the_page_is_longer_than_a_screen() -> None:
    long = [f"{where}: {lines} lines" for where, lines in _functions() if lines > LONGEST_FUNCTION]
    assert not long, "\n".join(long)


def test_no_line_of_the_page_is_longer_than_a_reader_sees() -> None:
    long = [
        f"{path}:{number}: {len(line)} characters"
        for path in _texts(".js", ".ts", ".css", ".html")
        for number, line in enumerate((WEB / path).read_text().splitlines(), start=1)
        if len(line) > LONGEST_LINE
    ]
    assert not long, "\n".join(long)


def test_whoever_is_handed_the_app_says_that_it_is_the_app() -> None:
    untyped = re.compile(r"app: any\b|\{any\} app\b")
    assert not [path for path in _texts(".js") if untyped.search((WEB / path).read_text())]


def test_imports_of_the_page_point_from_top_to_bottom() -> None:
    wrong = [
        f"{path} imports {other}"
        for path in _texts(".js")
        for other in _imports(path)
        if other != path and _row(other) < _row(path)
    ]
    assert not wrong, "\n".join(wrong)


def _texts(*suffixes: str) -> list[str]:
    found = (path for path in WEB.rglob("*") if path.suffix in suffixes)
    return sorted(name for path in found if not (name := path.relative_to(WEB).as_posix()).startswith("vendor/"))


def _functions() -> Iterator[tuple[str, int]]:
    """Where each function is, and how many lines it has: until the next line that stands no further in."""
    for path in _texts(".js"):
        lines = (WEB / path).read_text().splitlines()
        for number, line in enumerate(lines):
            if FUNCTION.search(line) and not NO_FUNCTION.search(line):
                yield f"{path}:{number + 1}", _lines_of_block(lines[number:])


def _lines_of_block(lines: list[str]) -> int:
    indent = _indent(lines[0])
    for number, line in enumerate(lines[1:], start=1):
        if line.strip() and _indent(line) <= indent:
            return number + 1 if line.lstrip().startswith(("}", ")", "`", "]")) else number
    return len(lines)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _imports(path: str) -> Iterator[str]:
    """What a module loads; types that it only names are in comments."""
    text = COMMENT.sub("", (WEB / path).read_text())
    for groups in IMPORT.findall(text):
        yield normpath(join(dirname(path), next(filter(None, groups))))


def _row(path: str) -> int:
    top = PurePosixPath(path).parts[0]
    return ROWS.index(top) if top in ROWS else len(ROWS) + (top not in BELOW)
