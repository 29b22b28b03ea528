"""The page's sheet and the pictures': neither reaches into the other."""

import re
from collections.abc import Iterator
from pathlib import Path

WEB = Path(__file__).parents[2] / "web"
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
SELECTORS = re.compile(r"([^{}]+)\{")
CLASS = re.compile(r"\.([a-z][\w-]*)")
# What pictures share with the page on purpose: people's names and signs, and what was refused.
SHARED = {"name", "sign", "refused"}
OUTSIDE = ":where(:not(.board *))"


def test_no_rule_of_the_page_reaches_into_a_picture() -> None:
    drawn = _classes_of_pictures() - SHARED
    reaching = [
        one
        for one in _selectors(WEB / "style.css")
        if not re.search(r"[ >+~]", one.replace(OUTSIDE, "")) and OUTSIDE not in one and drawn & set(CLASS.findall(one))
    ]
    # What a rule of the page names besides its class no picture has: an element, or a state.
    assert not [one for one in reaching if re.fullmatch(r"\.[\w-]+", one)]


def test_every_rule_of_a_picture_stays_within_it() -> None:
    for sheet in WEB.glob("games/*/picture.css"):
        within = f".{sheet.parent.name}"
        assert not [one for one in _selectors(sheet) if within not in one or ".board" not in one], sheet


def _selectors(sheet: Path) -> Iterator[str]:
    text = COMMENT.sub("", sheet.read_text())
    # Frames of an animation have no selectors.
    text = re.sub(r"@keyframes [^{]+\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", "", text)
    for several in SELECTORS.findall(text):
        if not several.strip().startswith("@"):
            yield from (one.strip() for one in re.split(r",(?![^(]*\))", several))


def _classes_of_pictures() -> set[str]:
    found = {
        name for sheet in WEB.glob("games/*/picture.css") for one in _selectors(sheet) for name in CLASS.findall(one)
    }
    return found - {"board", "at-table", *(path.name for path in (WEB / "games").iterdir())}
