"""What anybody may ask of a word before it is cast: is it in the lexicon, and why."""

from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files

from games.core.json import JSONObject
from games.spell_a_spell.components.spelling import MIN_LENGTH, normal
from games.spell_a_spell.lexicon.entries import Entry, lexicon, licence, newest, polish

WHY: Mapping[str, Mapping[str, str]] = {
    "special": {
        "en": "A special word: always in.",
        "he": "מילת קסם מיוחדת: תמיד מתקבלת.",
        "pl": "Specjalne zaklęte słowo: zawsze przyjmowane.",
    },
    "listed": {
        "en": "In: the lexicon lists it.",
        "he": "מתקבלת: היא מופיעה במילון.",
        "pl": "Przyjmowane: jest w słowniku.",
    },
    "imaginary": {
        "en": "In, but not in a match without creatures of fancy.",
        "he": "מתקבלת, אבל לא במשחק בלי יצורים דמיוניים.",
        "pl": "Przyjmowane, ale nie w partii bez istot z wyobraźni.",
    },
    "too_short": {
        "en": "Out: a word has two letters or more.",
        "he": "לא מתקבלת: במילה שתי אותיות או יותר.",
        "pl": "Odrzucane: słowo ma dwie litery lub więcej.",
    },
    "not_tangible": {
        "en": "Out: it does not name a tangible thing.",
        "he": "לא מתקבלת: היא אינה מתארת עצם מוחשי.",
        "pl": "Odrzucane: nie nazywa niczego namacalnego.",
    },
    "proper_name": {
        "en": "Out: it is a proper or brand name.",
        "he": "לא מתקבלת: זה שם פרטי או שם מותג.",
        "pl": "Odrzucane: to nazwa własna lub marka.",
    },
    "unfit": {
        "en": "Out: it does not suit a family table.",
        "he": "לא מתקבלת: היא אינה מתאימה לשולחן משפחתי.",
        "pl": "Odrzucane: nie pasuje do rodzinnego stołu.",
    },
    "not_listed": {
        "en": "Out: the lexicon does not list it.",
        "he": "לא מתקבלת: היא אינה מופיעה במילון.",
        "pl": "Odrzucane: nie ma go w słowniku.",
    },
}


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
        "why": WHY[reason],
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
        "gloss": {"en": entry.gloss, "he": entry.word, "pl": polish()[entry.key]},
        "flags": entry.flags,
    }


@lru_cache(maxsize=1)
def _left_out() -> Mapping[str, str]:
    """Words that were thought of and left out, by key, and the reason: it tells, and decides nothing."""
    _, *lines = files(__package__).joinpath("data", "left-out-1.tsv").read_text("utf-8").splitlines()
    rows = [line.split("\t") for line in lines]
    return {normal(word).key: reason for word, reason, _ in rows}
