"""A good bot for Spell-a-Spell: it knows the whole lexicon, and casts the longest word that its cards lay."""

import math
import unicodedata
from collections.abc import Collection, Sequence
from typing import Any

from tabularium_client import Tabularium
from tabularium_client.playing import Choose, moves
from tabularium_client.shapes import AnyView, GameData, Prompt

FOG = "fog"
FINALS = str.maketrans("ךםןףץ", "כמנפצ")
# A special word is worth more than any length.
SPECIAL = 100


def good(client: Tabularium) -> Choose:
    """The bot, which has read cards and words."""
    content: Any = client.get_content("spell-a-spell")
    lexicon: Any = client.get_lexicon("spell-a-spell")
    faces = {card["id"]: card["face"] for deck in content["decks"].values() for card in deck}
    speller = Speller(lexicon["items"], {one["word"] for one in content["special_words"]})

    def choose(view: AnyView, prompt: Prompt) -> GameData:
        state: Any = view["state"]
        about: Any = prompt["about"]
        if prompt["kind"] == "word_vote":
            known = speller.has(about["word"])
            return {"prompt": prompt["prompt"], "type": "vote", "vote": "accept" if known else "challenge"}
        held = [faces[card] for card in state["players"][prompt["seat"]]["hand"] or ()]
        word = speller.longest(state, held, about) if about.get("may_cast") else None
        could_cast_free = speller.longest(state, held, {**about, "least": 2}) is not None
        return _chosen(prompt, word, could_cast_free=could_cast_free)

    return choose


def _chosen(prompt: Prompt, word: str | None, *, could_cast_free: bool) -> GameData:
    """A snowball first: an effect card kept is a letter less. Then the word; without one, what frees of the spell."""
    listed = moves(prompt)
    effects = {move["effect"]: move for move in reversed(listed) if "effect" in move}
    if "snowball" in effects:
        return effects["snowball"]
    if word is not None:
        return {"prompt": prompt["prompt"], "type": "cast_word", "word": word}
    if "firewall" in effects and (prompt["kind"] != "turn" or could_cast_free):
        return effects["firewall"]
    return effects.get("sandstorm", listed[-1])


class Speller:
    """The words that a hand lays."""

    def __init__(self, words: Sequence[Any], special: Collection[str]) -> None:
        self._keys = {one["key"] for one in words}
        self._special = special
        # The special ones before the longest ones.
        self._words = sorted(words, key=lambda one: -len(one["key"]) - SPECIAL * (one["key"] in special))

    def has(self, word: str) -> bool:
        return key_of(word) in self._keys

    def longest(self, state: Any, held: Sequence[str], about: Any) -> str | None:
        """The best word that is long enough and may be cast; of those as long, one that spares the fog."""
        options = state["options"]
        cast = [one["word"] for one in state["words"]] if options["repeat"] == "never" else []
        gone = {key_of(word) for word in (about.get("word") or "", *cast)}
        found, fogs = None, math.inf
        for one in self._words:
            key = one["key"]
            if found is not None and (found["key"] in self._special or len(key) < len(found["key"])):
                break
            if len(key) < about["least"] and key not in self._special:
                continue
            if key in gone or ("imaginary" in one["flags"] and not options["allow_imaginary"]):
                continue
            if (used := fogs_for(key, held)) < fogs:
                found, fogs = one, used
        return None if found is None else str(found["word"])


def fogs_for(key: str, held: Sequence[str]) -> float:
    """How many fog cards it takes to lay a word; infinitely many where the hand cannot."""
    left, fogs = list(held), 0
    for letter in key:
        if letter in left:
            left.remove(letter)
        else:
            fogs += 1
    return fogs if fogs <= left.count(FOG) else math.inf


def key_of(word: str) -> str:
    """The letters that a word takes: without points, and with no final forms."""
    letters = unicodedata.normalize("NFKC", word).translate(FINALS)
    return "".join(letter for letter in letters if "א" <= letter <= "ת")
