"""How a typed word is brought to its normal form (section 5 of the rules of record)."""

import re
import unicodedata
from dataclasses import dataclass

from games.core.errors import RuleBroken

LETTERS = "אבגדהוזחטיכלמנסעפצקרשת"
MIN_LENGTH = 2
MAX_TYPED = 64

_FINALS = str.maketrans("ךםןףץ", "כמנפצ")
# NFKC leaves the Yiddish digraphs whole, but they are two letters each.
_DIGRAPHS = str.maketrans({"\u05f0": "וו", "\u05f1": "וי", "\u05f2": "יי"})
_POINTS = re.compile("[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]")
_GERESH = re.compile("[\u05f3\u2019']")
_KEY = re.compile(f"[{LETTERS}]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """A word as it is shown, and its `key`: the letters in reading order, one for each card that it takes."""

    shown: str
    key: str


def normal(typed: str) -> Word:
    """The word that was typed; `RuleBroken` when it holds anything but letters, points and geresh (SAS-10).

    Points and geresh have no cards and fall out of the key; a final letter has the card of its letter (SAS-3).
    """
    shown = unicodedata.normalize("NFKC", typed[: MAX_TYPED + 1]).translate(_DIGRAPHS)
    key = _GERESH.sub("", _POINTS.sub("", shown)).translate(_FINALS)
    if len(typed) > MAX_TYPED or not _KEY.fullmatch(key):
        raise RuleBroken("word_malformed", clause="SAS-10")
    return Word(shown=shown, key=key)
