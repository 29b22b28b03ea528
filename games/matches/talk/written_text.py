"""What a chat message, a report or an appeal may hold: what can be seen, what joins it, and marks of direction.

Directions that run on beyond the text are taken out of it, and what else texts that are copied often bring along.
"""

import re

from games.core.prompts import Violation
from games.matches.accounts.visible import unseen_fault, without_joiners
from games.matches.errors import NotAllowed

# Characters that turn the direction of all that follows, up to another one; and a soft hyphen, a word joiner, a BOM.
TAKEN_OUT = re.compile("[\u202a-\u202e\u2066-\u2069\u00ad\u2060\ufeff]")
# Marks that stand for one letter. One says as much as many.
DIRECTION_MARKS = re.compile("[\u061c\u200e\u200f]")
RUNS = re.compile(f"({DIRECTION_MARKS.pattern}){DIRECTION_MARKS.pattern}+")


def kept(text: str) -> str:
    """The text as it is stored."""
    return RUNS.sub(r"\1", TAKEN_OUT.sub("", text)).strip()


def is_blank(text: str) -> bool:
    """Whether nothing of it can be seen."""
    return not without_joiners(_plain(text)).strip()


def fault(text: str) -> str | None:
    """Why others cannot be shown this text, in English; None when they can, or when it is blank."""
    return unseen_fault(_plain(text), "text")


def _plain(text: str) -> str:
    return DIRECTION_MARKS.sub("", kept(text)).strip()


def require_seen(text: str, what: str) -> None:
    """Raise `NotAllowed` for a text of nothing that can be seen; `what` it is: a message, an appeal."""
    if is_blank(text):
        raise NotAllowed([Violation(pointer="/text", code="blank", detail=f"{what} has something that can be seen.")])
