"""What a chat message, a report or an appeal may hold: what a name may, and what joins signs to a picture or word.

Directions that run on beyond the text are taken out of it, because texts that are copied often bring them along.
"""

import re

from games.matches.accounts.handles import unseen_fault

# Characters that turn the direction of all that follows, up to another one; and marks that stand for one letter.
DIRECTIONS = re.compile("[\u202a-\u202e\u2066-\u2069]")
DIRECTION_MARKS = "\u061c\u200e\u200f"
# Blocks of Unicode with emoji. Newer emoji than this Python knows are in the last one, so it counts as seen as a whole.
NEW_PICTURE = "\U0001f000-\U0001faff"
PICTURE = (
    "\u00a9\u00ae\u203c\u2049\u2122\u2139\u2190-\u21ff\u2300-\u23ff\u24c2\u25a0-\u27bf\u2900-\u297f\u2b00-\u2bff"
    f"\u3030\u303d\u3297\u3299{NEW_PICTURE}"
)
# Scripts in which a joiner, or its opposite, decides how a word is spelt: Arabic, and those of India and Sri Lanka.
JOINED = "\u0620-\u06ff\u0900-\u0dff"
# England, Scotland and Wales: the only flags of tags that are in use. Other tags would be text that nobody sees.
FLAGS = "|".join("".join(chr(0xE0000 + ord(letter)) for letter in f"gb{part}\x7f") for part in ("eng", "sct", "wls"))
JOINERS = re.compile(
    f"[{DIRECTION_MARKS}]"
    f"|(?<=[{PICTURE}0-9#*])[\ufe0e\ufe0f]"
    f"|(?<=[{PICTURE}\ufe0f])\u200d(?=[{PICTURE}])"
    f"|(?<=[{JOINED}])[\u200c\u200d](?=[{JOINED}])"
    f"|(?<=\U0001f3f4)(?:{FLAGS})"
)
PICTURES = re.compile(f"[{NEW_PICTURE}]")


def kept(text: str) -> str:
    """The text as it is stored."""
    return DIRECTIONS.sub("", text).strip()


def is_blank(text: str) -> bool:
    """Whether nothing of it can be seen."""
    return not _seen(text)


def fault(text: str) -> str | None:
    """Why others cannot be shown this text, in English; None when they can, or when it is blank."""
    return unseen_fault(PICTURES.sub("\u263a", _seen(text)), "text")


def _seen(text: str) -> str:
    return JOINERS.sub("", kept(text)).strip()
