"""The grammar of effect strings (CAVE-R25): text to a tree of words, which mean nothing yet."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

TOKEN = re.compile(
    r"\s*(?:(?P<name>[a-z_]+)|(?P<range>[0-9]+-[0-9]+)|(?P<number>[0-9]+)|(?P<area>[A-Z][0-9]*)|(?P<mark>[(),|+:=]))"
)
ATOMS = ("number", "range", "area")


class EffectError(ValueError):
    """An effect string that is not of the grammar, or uses a word wrongly."""


@dataclass(frozen=True, slots=True)
class Token:
    """One word or mark of the text; `kind` is "end" behind the last."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class Call:
    """A word with what stands in its brackets."""

    name: str
    items: "tuple[Item, ...]" = ()


@dataclass(frozen=True, slots=True)
class Item:
    """One thing in brackets: an atom (number, range, area), or words joined by "+"; `label` stands before a colon."""

    label: str | None = None
    atom: str | None = None
    calls: tuple[Call, ...] = ()


def tree_of(text: str) -> tuple[Call, ...]:
    """The words of an effect string, in order; raises EffectError."""
    reader = _Reader(text)
    calls = reader.calls()
    reader.take("end")
    return calls


class _Reader:
    """Recursive descent over the tokens, one method for each rule of the grammar."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens = list(_tokens(text))
        self._at = 0

    def calls(self) -> tuple[Call, ...]:
        calls = [self._call()]
        while self._next_is("+"):
            self.take("+")
            calls.append(self._call())
        return tuple(calls)

    def take(self, *kinds: str) -> str:
        token = self._tokens[self._at]
        if token.kind not in kinds:
            raise EffectError(f"{' or '.join(kinds)} expected, not {token.text!r}, in {self._text!r}")
        self._at += 1
        return token.text

    def _call(self) -> Call:
        name = self.take("name")
        if not self._next_is("("):
            return Call(name)
        self.take("(")
        items = [self._item()]
        while not self._next_is(")"):
            self.take(",", "|")
            items.append(self._item())
        self.take(")")
        return Call(name, tuple(items))

    def _item(self) -> Item:
        label = self._label()
        if self._next_is(*ATOMS):
            return Item(label=label, atom=self.take(*ATOMS))
        return Item(label=label, calls=self.calls())

    def _label(self) -> str | None:
        if self._kinds(2) in (["name", ":"], ["number", ":"], ["range", ":"]):
            label = self.take("name", "number", "range")
        elif self._kinds(4) == ["name", "=", "name", ":"]:
            label = "".join((self.take("name"), self.take("="), self.take("name")))
        else:
            return None
        self.take(":")
        return label

    def _next_is(self, *kinds: str) -> bool:
        return self._tokens[self._at].kind in kinds

    def _kinds(self, count: int) -> list[str]:
        return [token.kind for token in self._tokens[self._at : self._at + count]]


def _tokens(text: str) -> Iterator[Token]:
    at = 0
    while text[at:].strip():
        found = TOKEN.match(text, at)
        if found is None or found.lastgroup is None:
            raise EffectError(f"{text[at:].strip()[0]!r} is of no effect string: {text!r}")
        word = found[found.lastgroup]
        yield Token(word if found.lastgroup == "mark" else found.lastgroup, word)
        at = found.end()
    yield Token("end", "the end")
