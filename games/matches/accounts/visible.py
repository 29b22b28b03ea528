"""What of a text that others read can be seen, with what joins signs to a picture or a word."""

import re
import unicodedata
from itertools import groupby

# By Unicode category: control and format characters (bidi controls, zero-width, tags), surrogates, private use,
# unassigned, ends of lines and paragraphs.
UNSEEN_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
# And what is a letter, a mark or a sign by category and shows nothing: fillers, joiners, variation selectors, a blank.
UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\u180b\u180c\u180d\u180f\ufffc\U0001d159") | {
    chr(code) for code in (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))
}
# More on one letter would cover the lines around it; Vietnamese and pointed Hebrew have two, chanted Hebrew three,
# Burmese four besides those that have room of their own.
MOST_MARKS = 4
NO_ROOM = frozenset({"Mn", "Me"})
# Blocks of Unicode with emoji. Newer emoji than this Python knows are in the last one, so it counts as seen as a whole.
NEW_PICTURE = "\U0001f000-\U0001faff"
PICTURE = (
    "\u00a9\u00ae\u203c\u2049\u2122\u2139\u2190-\u21ff\u2300-\u23ff\u24c2\u25a0-\u27bf\u2900-\u297f\u2b00-\u2bff"
    f"\u3030\u303d\u3297\u3299{NEW_PICTURE}"
)
# Scripts in which a joiner, or its opposite, decides how a word is spelt: Arabic, and those of India and Sri Lanka.
JOINED = "\u0620-\u06ff\u0900-\u0dff"
# Those of Thailand, Laos, Burma and Cambodia, which have no blanks between words: what may break a line is not seen.
UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"
# Of which there are several forms, told apart by a selector.
HAN = "\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
# England, Scotland and Wales: the only flags of tags that are in use. Other tags would be text that nobody sees.
FLAGS = "|".join("".join(chr(0xE0000 + ord(letter)) for letter in f"gb{part}\x7f") for part in ("eng", "sct", "wls"))
JOINERS = re.compile(
    f"(?<=[{PICTURE}0-9#*])[\ufe0e\ufe0f]"
    f"|(?<=[{PICTURE}\ufe0f])\u200d(?=[{PICTURE}])"
    f"|(?<=[{JOINED}])[\u200c\u200d](?![\u200c\u200d])"
    f"|(?<=[{UNSPACED}])\u200b(?=[{UNSPACED}])"
    f"|(?<=[{HAN}])[\ufe00-\ufe0f\U000e0100-\U000e01ef]"
    f"|(?<=\U0001f3f4)(?:{FLAGS})"
)
PICTURES = re.compile(f"[{NEW_PICTURE}]")


def without_joiners(text: str) -> str:
    """The text without what joins its signs, where it does."""
    return JOINERS.sub("", text)


def unseen_fault(text: str, what: str) -> str | None:
    """Why this text is not only what can be seen and what joins it, in English; `what` it is: a name, a text."""
    seen = PICTURES.sub("\u263a", without_joiners(text))
    composed = unicodedata.normalize("NFC", seen)
    if any(map(is_unseen, composed + unicodedata.normalize("NFKC", seen))):
        return f"A {what} holds no invisible, directional or unassigned characters."
    if composed and (_is_mark(composed[0]) or all(map(_is_bare, composed))):
        return f"A {what} has something to be seen, and does not begin with a combining mark."
    if any(len(list(marks)) > MOST_MARKS for takes_none, marks in groupby(composed, _takes_no_room) if takes_none):
        return f"A {what} has at most {MOST_MARKS} marks on one letter."
    return None


def is_unseen(character: str) -> bool:
    """Whether nothing is seen of a character by itself."""
    return character in UNSEEN or unicodedata.category(character) in UNSEEN_CATEGORIES


def _takes_no_room(character: str) -> bool:
    return unicodedata.category(character) in NO_ROOM


def _is_mark(character: str) -> bool:
    return unicodedata.category(character)[0] == "M"


def _is_bare(character: str) -> bool:
    return unicodedata.category(character)[0] in "MZ"
