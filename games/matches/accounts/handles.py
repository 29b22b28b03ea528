"""Names that others see: what may be a handle, when two handles are the same, and what no name may hold."""

import unicodedata

from games.matches.accounts.visible import is_unseen, unseen_fault

MIN_HANDLE, MAX_HANDLE = 3, 24
DIGITS_AND_LINE = "0123456789_"
# Letters of the scripts that are in daily use, each without those that a normal form writes otherwise.
SCRIPTS = (
    "A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u0131\u0134-\u013e\u0141-\u0148\u014a-\u017e\u0180-\u01bf"
    "\u01cd-\u01f0\u01f4-\u024f\u1e00-\u1e99\u1ea0-\u1ef9",
    "\u0388-\u038a\u038c\u038e-\u03a1\u03a3-\u03ce",
    "\u0400-\u0481\u048a-\u052f",
    "\u0531-\u0556\u0561-\u0586",
    "\u10d0-\u10f0",
    "\u05d0-\u05ea",
    "\u0620-\u063a\u0641-\u064a\u0671-\u0674\u0679-\u06d3\u06d5",
    "\u0904-\u0939",
    "\u0985-\u098c\u0993-\u09a8\u09aa-\u09b0",
    "\u0a93-\u0aa8\u0aaa-\u0ab0",
    "\u0b85-\u0b8a\u0bae-\u0bb9",
    "\u0c05-\u0c0c\u0c12-\u0c28\u0c2a-\u0c39",
    "\u0c92-\u0ca8\u0caa-\u0cb3",
    "\u0d05-\u0d0c\u0d12-\u0d39",
    "\u0d85-\u0d96\u0d9a-\u0db1",
    "\u0e01-\u0e30\u0e40-\u0e46",
    "\u1000-\u102a",
    "\u1200-\u1248\u1260-\u1288",
    "\u1780-\u17b3",
    "\uac00-\ud7a3",
    "\u3041-\u3096",
    "\u30a1-\u30fa",
    "\u3400-\u4dbf\u4e00-\u9ffc",
)
# As a pattern of JSON Schema, so that a form can say beforehand what `handle_fault` says.
HANDLE = f"^({'|'.join(f'[{letters}0-9_]+' for letters in SCRIPTS)})$"
# Phonetic letters that look like the plain ones, which no normal form says.
SMALL_CAPITAL = "SMALL CAPITAL"
DOTLESS_I = "\u0131"


def handle_key(handle: str) -> str:
    """What is equal for two handles that count as the same."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", handle).casefold())
    return folded.replace(DOTLESS_I, "i")


def handle_fault(handle: str) -> str | None:
    """Why this cannot be a handle, in English; None when it can."""
    if not MIN_HANDLE <= len(handle) <= MAX_HANDLE:
        return f"A handle has {MIN_HANDLE} to {MAX_HANDLE} characters."
    # Some single letters stand for whole words with spaces; what they stand for is judged as well.
    plain = unicodedata.normalize("NFKC", handle)
    if not all(character.isalpha() or character in DIGITS_AND_LINE for character in handle + plain):
        return "A handle is made of letters, digits and _."
    if any(map(is_unseen, handle + plain)):
        return "Every letter of a handle can be seen."
    if any(SMALL_CAPITAL in unicodedata.name(letter, "") for letter in plain):
        return "A handle has no small capitals."
    if len({_script(letter) for letter in plain if letter not in DIGITS_AND_LINE}) > 1:
        return "The letters of a handle are of one script."
    return None


def name_fault(name: str) -> str | None:
    """Why this cannot be shown as a name, in English; None when it can. Points, accents and any punctuation can."""
    return unseen_fault(name, "name")


def _script(letter: str) -> str:
    # The first word of a letter's Unicode name is its script: LATIN, HEBREW, CYRILLIC, CJK …
    return unicodedata.name(letter, "UNKNOWN").split()[0]
