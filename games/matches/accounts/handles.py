"""Handles: what may be one, and when two are the same."""

import unicodedata

MIN_HANDLE, MAX_HANDLE = 3, 24
DIGITS_AND_LINE = "0123456789_"


def handle_key(handle: str) -> str:
    """What is equal for two handles that count as the same."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", handle).casefold())


def handle_fault(handle: str) -> str | None:
    """Why this cannot be a handle, in English; None when it can."""
    if not MIN_HANDLE <= len(handle) <= MAX_HANDLE:
        return f"A handle has {MIN_HANDLE} to {MAX_HANDLE} characters."
    # Some single letters stand for whole words with spaces; what they stand for is judged as well.
    plain = unicodedata.normalize("NFKC", handle)
    if not all(character.isalpha() or character in DIGITS_AND_LINE for character in handle + plain):
        return "A handle is made of letters, digits and _."
    if len({_script(letter) for letter in plain if letter not in DIGITS_AND_LINE}) > 1:
        return "The letters of a handle are of one script."
    return None


def _script(letter: str) -> str:
    # The first word of a letter's Unicode name is its script: LATIN, HEBREW, CYRILLIC, CJK …
    return unicodedata.name(letter, "UNKNOWN").split()[0]
