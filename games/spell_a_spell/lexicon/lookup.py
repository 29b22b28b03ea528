"""What anybody may ask of a word before it is cast: is it in the lexicon, and why."""

from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files

from games.core.json import JSONObject
from games.core.languages import LANGUAGES
from games.spell_a_spell.components.spelling import MIN_LENGTH, normal
from games.spell_a_spell.lexicon.entries import Entry, glosses, lexicon, licence, newest
from games.spell_a_spell.texts import TEXTS

HEBREW = "he"


def download() -> JSONObject:
    """The newest lexicon as a whole: its version, the licences of its rows, and every word by its key."""
    found = lexicon(newest())
    return {
        "version": found.version,
        "licences": [
            {"spdx": "Unicode-3.0", "applies_to": "Words whose `source` names cldr.", "text": licence()},
            {"spdx": "MIT", "applies_to": "All other words.", "text": None},
        ],
        "items": [{"key": entry.key, "source": entry.source, **_shown(entry)} for entry in found.entries.values()],
    }


def look_up(typed: str) -> JSONObject:
    """A word in the newest lexicon: in or out under the default options, and why; `RuleBroken` for what is no word."""
    word = normal(typed)
    entry = lexicon(newest()).entries.get(word.key)
    reason = _reason(word.key, entry)
    return {
        "word": word.shown,
        "key": word.key,
        "length": len(word.key),
        "lexicon": newest(),
        "in": entry is not None,
        "reason": reason,
        "why": TEXTS.table("why")[reason],
        "entry": None if entry is None else _shown(entry),
    }


def _reason(key: str, entry: Entry | None) -> str:
    if entry is None:
        return "too_short" if len(key) < MIN_LENGTH else _left_out().get(key, "not_listed")
    if entry.special:
        return "special"
    return "imaginary" if entry.imaginary else "listed"


def _shown(entry: Entry) -> JSONObject:
    return {
        "word": entry.word,
        "category": entry.category,
        "emoji": entry.emoji or None,
        "gloss": {language: _gloss(entry, language) for language in LANGUAGES},
        "flags": entry.flags,
    }


def _gloss(entry: Entry, language: str) -> str:
    """What a word names: in Hebrew the word itself, and in English where a language has no glosses."""
    return entry.word if language == HEBREW else glosses(language).get(entry.key, entry.gloss)


@lru_cache(maxsize=1)
def _left_out() -> Mapping[str, str]:
    """Words that were thought of and left out, by key, and the reason: it tells, and decides nothing."""
    _, *lines = files(__package__).joinpath("data", "left-out-1.tsv").read_text("utf-8").splitlines()
    rows = [line.split("\t") for line in lines]
    return {normal(word).key: reason for word, reason, _ in rows}
