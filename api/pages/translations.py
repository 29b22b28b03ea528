"""The texts of the page: a file for each language, which its scripts fetch, and what its document says itself.

`web/texts/` holds them, checked and completed like every catalogue (`games/core/catalogues.py`).
"""

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import orjson

from games.core import catalogues
from games.core.catalogues import Catalogue
from games.core.languages import BY_CODE, Language

FOLDER = Path(__file__).parents[2] / "web" / "texts"
# What only the proof of a match says: the page fetches it with the first proof that somebody opens.
OF_PROOFS = ("verify", "reasons", "headlog")


@cache
def catalogue() -> Catalogue[Any, Any]:
    """The texts in all languages; `NotAlike` where they do not fit together."""
    return catalogues.read(FOLDER, BY_CODE)


def file_name(code: str) -> str:
    """Where the page finds the texts of a language."""
    return f"texts/{code}.json"


def proofs_file_name(code: str) -> str:
    """Where the page finds the texts of proofs in a language."""
    return f"texts/proof.{code}.json"


def files(told: Catalogue[Any, Any], languages: Mapping[str, Language] = BY_CODE) -> Mapping[str, bytes]:
    """What the page fetches for each language, by name: what `languages/` says of it and its texts, in two files."""
    always = [name for name in told.tables if name not in OF_PROOFS]
    return {
        name_of(code): orjson.dumps({"language": _told(language), "texts": _texts(told, sections, code)})
        for code, language in languages.items()
        for name_of, sections in ((file_name, always), (proofs_file_name, OF_PROOFS))
    }


def _texts(told: Catalogue[Any, Any], sections: Iterable[str], code: str) -> Mapping[str, Mapping[str, str]]:
    return {name: {key: one[code] for key, one in told.table(name).items()} for name in sections}


def manifests(manifest: bytes) -> Mapping[str, bytes]:
    """The manifest of the installed page in each language, by name."""
    about = catalogue().table("document")["about"]
    return {
        f"{code}.webmanifest": orjson.dumps(
            {**orjson.loads(manifest), "lang": code, "dir": language.direction, "description": about[code]}
        )
        for code, language in BY_CODE.items()
    }


def _told(language: Language) -> Mapping[str, object]:
    """What the page is told of a language, by the names that its file has for it."""
    return {
        "code": language.code,
        "direction": language.direction,
        "seat": language.seat,
        "and": language.conjunction,
        "and_joins": language.joins,
        "plurals": language.plurals,
    }
