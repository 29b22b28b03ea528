"""The languages that the service speaks: one file each in `languages/`, and nothing else lists them."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Literal, TypeAlias

import orjson

# The language in which every text exists. Its texts stand in for what another language lacks.
ENGLISH = "en"
OTHER = "other"
# Languages may leave these plural categories out of a text, where `other` stands for them.
SPARED = frozenset({"two", "many"})

# Whether a whole number is of a plural category.
Rule: TypeAlias = Callable[[int], bool]

# `n % 10 = 2..4,7`
_RELATION = re.compile(r"n(?: % (\d+))? (=|!=) (\d+(?:\.\.\d+)?(?:,\d+(?:\.\.\d+)?)*)")


@dataclass(frozen=True, kw_only=True)
class Language:
    """One language: what its file says, and its plural rule.

    - `name` is its own name, `english` the English one.
    - `direction` is that of its script.
    - `seat` names a seat before its number, where no player's name is known.
    - `conjunction` stands between the last two items of a list. Before a word that does not begin with a letter from
      `joins[0]` to `joins[1]` it takes a hyphen; None: it never does.
    - `between` stands between two items that are messages of their own.
    - `plurals` has the condition of each plural category but `other`, in CLDR's notation for whole numbers.
    """

    code: str
    name: str
    english: str
    direction: Literal["ltr", "rtl"]
    seat: str
    conjunction: str
    joins: tuple[str, str] | None
    between: str
    plurals: Mapping[str, str]

    @cached_property
    def _rules(self) -> Mapping[str, Rule]:
        return {name: rule(condition) for name, condition in self.plurals.items()}

    @property
    def needed(self) -> frozenset[str]:
        """The plural categories that a text of this language must tell apart."""
        return frozenset(self.plurals.keys() - SPARED | {OTHER})

    def category(self, number: int) -> str:
        """The plural category of a whole number."""
        return next((name for name, holds in self._rules.items() if holds(number)), OTHER)

    def joined(self, text: str) -> str:
        """The conjunction in its form before this text, with a hyphen where it takes one."""
        # A letter by itself would run into the conjunction.
        hyphen = self.joins is not None and not (len(text) > 1 and self.joins[0] <= text[0] <= self.joins[1])
        return f"{self.conjunction}-" if hyphen else self.conjunction


def rule(condition: str) -> Rule:
    """A plural condition: `n % 10 = 2..4 and n % 100 != 12..14 or n = 0`. A ValueError for anything else."""
    ways = [[_relation(part) for part in way.split(" and ")] for way in condition.split(" or ")]
    return lambda number: any(all(holds(number) for holds in way) for way in ways)


def _relation(text: str) -> Rule:
    found = _RELATION.fullmatch(text.strip())
    if found is None:
        raise ValueError(f"{text!r} is no condition of a plural rule")
    modulus, is_equal = int(found[1] or 0), found[2] == "="
    spans = [span.partition("..") for span in found[3].split(",")]
    ranges = [range(int(first), int(last or first) + 1) for first, _, last in spans]

    def holds(number: int) -> bool:
        rest = number % modulus if modulus else number
        return any(rest in span for span in ranges) == is_equal

    return holds


def read(folder: Traversable) -> Mapping[str, Language]:
    """The languages of a folder by code, English first and the others by their codes."""
    codes = sorted(file.name.removesuffix(".json") for file in folder.iterdir() if file.name.endswith(".json"))
    return {code: _language(code, folder) for code in sorted(codes, key=lambda code: code != ENGLISH)}


def _language(code: str, folder: Traversable) -> Language:
    told = orjson.loads(folder.joinpath(f"{code}.json").read_bytes())
    joins = told.get("and_joins")
    return Language(
        code=code,
        name=told["name"],
        english=told["english"],
        direction=told["direction"],
        seat=told["seat"],
        conjunction=told["and"],
        joins=None if joins is None else (joins[0], joins[1]),
        between=told["between"],
        plurals=told["plurals"],
    )


BY_CODE: Mapping[str, Language] = read(files("languages"))
# The codes, English first.
LANGUAGES: tuple[str, ...] = tuple(BY_CODE)
