"""What is asked over a screen: yes or no, a line of text, a word from the hand; and what is told there: help."""

import json
from collections.abc import Sequence
from typing import ClassVar

from tabularium_client.shapes import GameData
from tabularium_client.terminal.laying import ALPHABET, KEYS, Laying
from tabularium_client.terminal.lettering import Line, field, glyphs, padded
from tabularium_client.terminal.parts import Entry, Keys, Lines, Manner
from tabularium_client.terminal.pictures.tiles import EFFECT, FOGGED, LETTER, SIGNS, row_of
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.events import Key
from textual.screen import ModalScreen
from textual.widgets import Input, Static

CANCEL = Binding("escape", "cancel", show=False)
LEFT_OF_TILES = 14
WIDEST_PAGE, AROUND_PAGE, KEY_WIDTH = 92, 8, 12


class Confirm(ModalScreen[bool]):
    """A question that is answered by yes or no."""

    BINDINGS: ClassVar[list[BindingType]] = [
        CANCEL,
        Binding("n", "cancel", show=False),
        Binding("y,enter", "agree", show=False),
    ]

    def __init__(self, question: str, manner: Manner) -> None:
        super().__init__()
        self._question, self._manner = question, manner

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(self._manner.text(self._question), classes="title")
            yield Keys()

    def on_mount(self) -> None:
        says = self._manner.says
        keys = [("y", "screen.agree", says("yes")), ("n", "screen.cancel", says("no"))]
        self.query_one(Keys).show(keys, self._manner)

    def action_agree(self) -> None:
        self.dismiss(True)

    def action_cancel(self) -> None:
        self.dismiss(False)


class AskLine(ModalScreen[str | None]):
    """Asks for a line of text."""

    BINDINGS: ClassVar[list[BindingType]] = [CANCEL]

    def __init__(self, question: str, manner: Manner, *, note: str = "") -> None:
        super().__init__()
        self._question, self._manner, self._note = question, manner, note

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(self._manner.text(self._question), classes="title")
            if self._note:
                yield Static(self._manner.text(self._note), classes="note", markup=False)
            yield Entry()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.dismiss(event.value.strip() or None)

    def action_cancel(self) -> None:
        self.dismiss(None)


def as_json(line: str) -> GameData | None:
    """A move that was typed as JSON; None for what is no object."""
    try:
        move = json.loads(line)
    except ValueError:
        return None
    return move if isinstance(move, dict) else None


class Page(ModalScreen[None]):
    """A text to read, such as the help or an invitation's address: lines, each with a key before it or none."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q,enter,question_mark,f1", "leave", show=False)]

    def __init__(self, title: str, lines: Sequence[tuple[str, str]], manner: Manner) -> None:
        super().__init__()
        self._title, self._lines, self._manner = title, lines, manner

    def compose(self) -> ComposeResult:
        with Vertical(classes="page"):
            yield Static(self._manner.text(self._title), classes="title")
            with VerticalScroll():
                yield Lines()
            yield Keys()

    def on_mount(self) -> None:
        lines = self._drawn(min(self.app.size.width - 10, WIDEST_PAGE))
        self.query_one(Lines).show(lines, self._manner)
        scroll = self.query_one(VerticalScroll)
        scroll.styles.height = max(1, min(len(lines), self.app.size.height - AROUND_PAGE))
        self.query_one(Keys).show([("Esc", "screen.leave", self._manner.says("close"))], self._manner)
        scroll.focus()

    def _drawn(self, width: int) -> list[Line]:
        drawn: list[Line] = []
        for key, text in self._lines:
            left = KEY_WIDTH if key else 0
            told = self._manner.paragraph(glyphs(text), width - left) or [[]]
            drawn += [field(key if not at else "", left, "bold") + line for at, line in enumerate(told)]
        return drawn

    def action_leave(self) -> None:
        self.dismiss(None)


class LayWord(ModalScreen[GameData | None]):
    """Lay a word of Spell-a-Spell from the hand: a key for each card, or the letters of a Hebrew keyboard."""

    BINDINGS: ClassVar[list[BindingType]] = [
        CANCEL,
        Binding("enter", "cast", show=False, priority=True),
        Binding("backspace", "undo", show=False),
    ]

    def __init__(self, laying: Laying, prompt: str, question: Line, manner: Manner) -> None:
        super().__init__()
        self._laying, self._prompt, self._question, self._manner = laying, prompt, question, manner

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog laying"):
            yield Lines(classes="title", id="laying-question")
            yield Lines(id="laid")
            yield Lines(id="laying-hand")
            yield Keys()

    def on_mount(self) -> None:
        self._draw()

    def on_key(self, event: Key) -> None:
        sign = event.character or ""
        if self._laying.press(sign.lower()):
            event.stop()
            self._draw()

    def on_lines_tapped(self, event: Lines.Tapped) -> None:
        self._laying.press(event.part["key"])
        self._draw()

    def action_undo(self) -> None:
        self._laying.take_back()
        self._draw()

    def action_cast(self) -> None:
        if self._laying.laid and self._laying.wants is None:
            self.dismiss(self._laying.move(self._prompt))

    def action_cancel(self) -> None:
        self.dismiss(None)

    def _draw(self) -> None:
        says, laying = self._manner.says, self._laying
        question = says("fog_for") if laying.wants is not None else None
        asked = glyphs(question) if question else self._question
        self.query_one("#laying-question", Lines).show(
            self._manner.paragraph(asked, self.app.size.width - 6), self._manner
        )
        self.query_one("#laid", Lines).show(self._row(says("word"), self._laid()), self._manner)
        self.query_one("#laying-hand", Lines).show(self._offered(), self._manner)
        keys = [
            ("Enter", "screen.cast", says("cast")),
            ("⌫", "screen.undo", says("undo")),
            ("Esc", "screen.cancel", says("back")),
        ]
        self.query_one(Keys).show(keys, self._manner)

    def _laid(self) -> list[tuple[str, str]]:
        laid = [(letter, FOGGED if card.kind == "fog" else LETTER) for card, letter in self._laying.laid]
        return [*laid, ("_", EFFECT)]

    def _offered(self) -> list[Line]:
        """The cards that may be laid, or the letters that fog may be, each above its key."""
        says, laying = self._manner.says, self._laying
        if laying.wants is not None:
            signs = [(letter, LETTER) for letter in ALPHABET]
            half = len(signs) // 2
            first = self._row(says("fog_card"), signs[:half], KEYS[:half])
            return [*first, *self._row("", signs[half:], KEYS[half:])]
        signs = [self._sign(place) for place in range(len(laying.hand))]
        return self._row(says("hand"), signs, KEYS)

    def _sign(self, place: int) -> tuple[str, str]:
        card = self._laying.hand[place]
        if self._laying.is_laid(card):
            return "·", "dim"
        return (SIGNS["fog"], FOGGED) if card.kind == "fog" else (card.face, LETTER)

    def _row(self, label: str, signs: Sequence[tuple[str, str]], keys: str = "") -> list[Line]:
        boxes: list[Line] = row_of(signs)
        labels = ["", label, ""]
        rows = [field(one, LEFT_OF_TILES, "bold") + box for one, box in zip(labels, boxes, strict=True)]
        if keys:
            under = glyphs(" ")
            for place in reversed(range(len(signs))):
                under += glyphs(f" {keys[place]}  ", "bold reverse", {"part": {"key": keys[place]}})[:3] + glyphs(" ")
            rows.append(padded([], LEFT_OF_TILES) + under)
        return rows
