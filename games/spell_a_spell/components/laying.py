"""Which cards of a hand spell a word.

A card is known here by its face: a letter, `FOG`, or anything else for a card that lays no letter.
"""

from collections.abc import Sequence

FOG = "fog"


def lay(key: str, faces: Sequence[str]) -> tuple[int, ...] | None:
    """The places in `faces` of the cards that spell `key` in reading order, or None when they cannot (SAS-10).

    Letter cards go before fog cards, and the first fitting card of the hand before the later ones.
    """
    left = list(range(len(faces)))
    laid: list[int] = []
    for letter in key:
        place = next((p for face in (letter, FOG) for p in left if faces[p] == face), None)
        if place is None:
            return None
        left.remove(place)
        laid.append(place)
    return tuple(laid)


def spells(key: str, faces: Sequence[str]) -> bool:
    """Whether these cards, in this order, spell `key`: one card for each letter, fog for any (SAS-10, SAS-13)."""
    return len(key) == len(faces) and all(face in (letter, FOG) for letter, face in zip(key, faces, strict=True))
