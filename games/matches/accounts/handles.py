"""Names that others see: what may be a handle, when two handles are the same, and what no name may hold."""

import unicodedata

MIN_HANDLE, MAX_HANDLE = 3, 24
DIGITS_AND_LINE = "0123456789_"
# By Unicode category: control and format characters (bidi controls, zero-width, tags), surrogates, private use,
# unassigned, ends of lines and paragraphs.
UNSEEN_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
# And what is a letter, a mark or a sign by category and shows nothing: fillers, joiners, variation selectors, a blank.
UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\u180b\u180c\u180d\u180f") | {
    chr(code) for code in (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))
}


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
    if any(map(_is_unseen, handle + plain)):
        return "Every letter of a handle can be seen."
    if len({_script(letter) for letter in plain if letter not in DIGITS_AND_LINE}) > 1:
        return "The letters of a handle are of one script."
    return None


def name_fault(name: str) -> str | None:
    """Why this cannot be shown as a name, in English; None when it can. Points, accents and any punctuation can."""
    composed = unicodedata.normalize("NFC", name)
    if any(map(_is_unseen, composed + unicodedata.normalize("NFKC", name))):
        return "A name holds no invisible, directional or unassigned characters."
    if composed and (unicodedata.category(composed[0])[0] == "M" or all(map(_is_bare, composed))):
        return "A name has something to be seen, and does not begin with a combining mark."
    return None


def _is_unseen(character: str) -> bool:
    return character in UNSEEN or unicodedata.category(character) in UNSEEN_CATEGORIES


def _is_bare(character: str) -> bool:
    return unicodedata.category(character)[0] in "MZ"


def _script(letter: str) -> str:
    # The first word of a letter's Unicode name is its script: LATIN, HEBREW, CYRILLIC, CJK …
    return unicodedata.name(letter, "UNKNOWN").split()[0]
