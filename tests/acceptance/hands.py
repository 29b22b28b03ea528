"""Ways in which a person plays on the page: by clicking, by keyboard, and by what a screen reader is told."""

import random
import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from tests.web.browser import Visitor

TooLate = pytest.importorskip("playwright.sync_api").TimeoutError

# What stands there may be gone before it is reached: others play too.
SHORT = 3_000
MOST_TABS = 200
FIELDS = ("textbox", "spinbutton", "combobox")
BOT = {"en": "Bot", "he": "בוט", "pl": "Bot"}
STATE = """() => ({
    buttons: document.querySelectorAll(".ask .prompt .choices button").length,
    taps: [...document.querySelectorAll(".board .may")].filter(one => one.checkVisibility({ visibilityProperty: true })).length,
    few: document.querySelectorAll(".ask.few .moves button").length,
    confirms: Boolean(document.getElementById("confirm")),
    fills: Boolean(document.querySelector(".ask .word input")),
    mayFill: Boolean(document.querySelector(".ask .word button:not(:disabled)")),
    isOver: Boolean(document.querySelector(".ask a[href$=replay]")),
})"""
# The prompts as the page itself may ask for them.
PROMPTS = """async ([match, language]) => {
    const answer = await fetch(`/api/v1/matches/${match}/prompts?language=${language}`, { headers: { "Tabularium-Page": "1" } });
    return (await answer.json()).items;
}"""


class Hand:
    """One person's way of playing. After `tires` acts the last move that is listed is taken, which in a game of words ends the turn."""

    def __init__(self, pick: random.Random, tires: int) -> None:
        self.pick, self.tires = pick, tires
        self.counts: Counter[str] = Counter()

    def act(self, visitor: Visitor, match: str) -> None:
        """Do something about what is asked now, if anything is."""
        raise NotImplementedError

    @property
    def is_tired(self) -> bool:
        return self.counts.total() >= self.tires

    def one_of(self, moves: int) -> int:
        """The place of a move among so many."""
        return moves - 1 if self.is_tired else self.pick.randrange(moves)


class Clicks(Hand):
    """A mouse or a finger: buttons, and what is lit up in the picture."""

    def act(self, visitor: Visitor, match: str) -> None:
        state = visitor.page.evaluate(STATE)
        if not state["buttons"]:
            return
        if state["confirms"]:
            self._do(visitor, "#confirm", 0)
        elif state["mayFill"] and not self.is_tired and self.pick.random() < 0.5:
            self._do(visitor, ".ask .word button", 0)
        elif state["taps"] and not self.is_tired and self.pick.random() < 0.5:
            self._do(visitor, ".board .may >> visible=true", self.pick.randrange(state["taps"]))
        else:
            self._do(visitor, ".ask .prompt .choices button", self.one_of(state["buttons"]))

    def press(self, one: Any) -> None:
        one.click(timeout=SHORT)

    def _do(self, visitor: Visitor, what: str, place: int) -> None:
        try:
            self.press(visitor.page.locator(what).nth(place))
        except TooLate:
            self.counts["too late"] += 1
        else:
            self.counts[what] += 1


class Taps(Clicks):
    """A finger on a phone, which never opens the list of moves: what is lit up in the picture, and the one line below it."""

    def act(self, visitor: Visitor, match: str) -> None:
        state = visitor.page.evaluate(STATE)
        if not state["buttons"] and not state["confirms"]:
            return
        if state["confirms"]:
            self._do(visitor, "#confirm", 0)
        elif state["mayFill"]:
            self._do(visitor, ".ask .word button", 0)
        elif state["few"] and self.pick.random() < 0.5:
            self._do(visitor, ".ask.few .moves button", self.pick.randrange(state["few"]))
        elif state["taps"]:
            ends = visitor.page.locator(".board .tap.may >> visible=true") if self.is_tired else None
            if ends is not None and ends.count():
                self._do(visitor, ".board .tap.may >> visible=true", 0)
            else:
                self._do(visitor, ".board .may >> visible=true", self.pick.randrange(state["taps"]))
        else:
            self._do(visitor, ".ask:not(.folded) .moves button", 0)

    def press(self, one: Any) -> None:
        one.tap(timeout=SHORT)


class Keys(Hand):
    """A keyboard alone: `m` to the moves, Tab, Enter."""

    def act(self, visitor: Visitor, match: str) -> None:
        state, keyboard = visitor.page.evaluate(STATE), visitor.page.keyboard
        if not state["buttons"]:
            return
        keyboard.press("m")
        if state["fills"] and not self.is_tired and self.pick.random() < 0.3 and (word := self._word(visitor)):
            tab_to(visitor, ".ask .word input")
            keyboard.insert_text(word)
            self.counts["typed"] += 1
        else:
            for _ in range(self.one_of(state["buttons"])):
                keyboard.press("Tab")
            self.counts["chosen"] += 1
        # A match that has ended meanwhile has other buttons there: one begins a rematch, and a link leads to the replay.
        if visitor.page.evaluate("() => document.activeElement?.closest('.ask .prompt') !== null"):
            keyboard.press("Enter")

    def _word(self, visitor: Visitor) -> str | None:
        """Some word that is on a button."""
        words = [found[1] for said in visitor.choices() if (found := re.search('["“„]([א-ת]+)', said))]
        return self.pick.choice(words) if words else None


def tab_to(visitor: Visitor, what: str) -> None:
    """Press Tab until what matches has the focus."""
    for _ in range(MOST_TABS):
        if visitor.page.evaluate("what => document.activeElement?.matches(what) ?? false", what):
            return
        visitor.page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not come to {what}")


class Reader(Hand):
    """What a screen reader is told: the accessibility tree names each question and each legal move, as the API does."""

    def act(self, visitor: Visitor, match: str) -> None:
        asked = visitor.page.evaluate(PROMPTS, [match, visitor.language])
        tree = Tree(visitor)
        wanted = [self._wanted(prompt, tree.names) for prompt in asked]
        if not asked or visitor.page.evaluate(PROMPTS, [match, visitor.language]) != asked:
            return
        missing = [name for one in wanted for name in one if tree.places(*name) == 0]
        # The page may be behind the API for a moment, and it says so by naming nothing of the question.
        if missing and not any(tree.places(*name) for one in wanted for name in one if name[0] == "heading"):
            return
        assert not missing, f"the tree does not name {missing}"
        assert self._can_fill(asked, tree), "the tree names no field to fill in"
        moves = [one for one in wanted[0] if one[0] == "button"]
        tree.press(*moves[self.one_of(len(moves))])
        self.counts["read"] += 1

    def _wanted(self, prompt: Any, names: Mapping[int, str]) -> list[tuple[str, str]]:
        """Role and name of what has to be there: the question, its moves, and a field for what is not listed."""
        listed = [
            ("button", spoken(move["label"], names)) for kind in prompt["moves"] for move in kind["legal"][:MOST_TABS]
        ]
        return [("heading", spoken(prompt["text"], names)), *listed]

    def _can_fill(self, prompts: Any, tree: "Tree") -> bool:
        """Whether what is not listed can be filled in."""
        return all(kind["complete"] for prompt in prompts for kind in prompt["moves"]) or tree.has_field()


class Tree:
    """The accessibility tree of a page, by role and name; ignored nodes are none."""

    def __init__(self, visitor: Visitor) -> None:
        self.session = visitor.context.new_cdp_session(visitor.page)
        self.names = names_of(visitor)
        nodes = self.session.send("Accessibility.getFullAXTree")["nodes"]
        self.nodes = [node for node in nodes if not node["ignored"] and "name" in node]

    def _found(self, role: str, name: str) -> list[Any]:
        return [one for one in self.nodes if one["role"]["value"] == role and bare(one["name"]["value"]) == name]

    def places(self, role: str, name: str) -> int:
        return len(self._found(role, name))

    def has_field(self) -> bool:
        return any(one["role"]["value"] in FIELDS and one["name"]["value"] for one in self.nodes)

    def press(self, role: str, name: str) -> None:
        """As a screen reader does what the node offers."""
        found = self._found(role, name)[0]
        node = self.session.send("DOM.resolveNode", {"backendNodeId": found["backendDOMNodeId"]})
        click = {"objectId": node["object"]["objectId"], "functionDeclaration": "function () { this.click(); }"}
        self.session.send("Runtime.callFunctionOn", click)
        self.session.detach()


def names_of(visitor: Visitor) -> Mapping[int, str]:
    """Who sits where, as the page's line of seats has it."""
    names = visitor.page.locator(".seats li .name").all_inner_texts()
    return dict(enumerate(names))


def spoken(pieces: Any, names: Mapping[int, str]) -> str:
    """A sentence of the API with the page's names for seats."""
    return bare("".join(names.get(piece["seat"], "") if "seat" in piece else piece["text"] for piece in pieces))


def bare(text: str) -> str:
    """Without spaces and hyphens, which the page sets between the letters of two languages."""
    return re.sub(r"[\s\u2066-\u2069\u200e\u200f-]", "", text)
