"""The client's own texts, in the languages that the service speaks; all others come from the service."""

import json
from collections.abc import Mapping
from importlib.resources import files

LANGUAGES = ("en", "he", "pl")
RIGHT_TO_LEFT = frozenset({"he"})


class Sayings:
    """The texts of one language, by key; an argument stands in braces."""

    def __init__(self, language: str = "en") -> None:
        self.language = language if language in LANGUAGES else "en"
        self.right_to_left = self.language in RIGHT_TO_LEFT
        text = files("tabularium_client.terminal").joinpath("texts", f"{self.language}.json").read_text("utf-8")
        self._texts: Mapping[str, str] = json.loads(text)

    def __call__(self, key: str, **values: object) -> str:
        return self._texts[key].format(**values)


def spoken(environment: Mapping[str, str]) -> str:
    """The language of a terminal's user, by the variables of its locale; English where it is none that is spoken."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := environment.get(name):
            code = value.split(".")[0].split("_")[0].lower()
            return {"iw": "he"}.get(code, code) if {"iw": "he"}.get(code, code) in LANGUAGES else "en"
    return "en"
