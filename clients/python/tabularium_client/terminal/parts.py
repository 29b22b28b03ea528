"""What screens are made of: lines, the story of a match, a list of moves, a row that turns through values, keys."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from rich.text import Text
from tabularium_client.terminal.lettering import (
    Glyph,
    Line,
    columns,
    field,
    for_terminal,
    glyphs,
    padded,
    rich_text,
    visual,
    wrapped,
)
from tabularium_client.terminal.sayings import Sayings
from textual.binding import Binding, BindingType
from textual.events import Click, Key, Resize
from textual.message import Message
from textual.widgets import Input, OptionList, RichLog, Static
from textual.widgets.option_list import Option

LABEL = 26


class Manner:
    """How texts are put on the screen: in which language, and whether the terminal turns right-to-left text itself."""

    def __init__(self, says: Sayings, *, turns: bool) -> None:
        self.says, self.turns = says, turns

    def seen(self, lines: Sequence[Sequence[Glyph]]) -> Text:
        """Lines in visual order, for this terminal."""
        return rich_text([for_terminal(line, turns=self.turns) for line in lines])

    def text(self, text: str, style: str = "") -> Text:
        """A short text in one line."""
        return self.seen([visual(glyphs(text, style))])

    def paragraph(self, line: Line, width: int) -> list[Line]:
        """A text in logical order as lines in visual order; on the right in a language that begins there."""
        rtl = self.says.right_to_left
        turned = [visual(one, right_to_left=rtl) for one in wrapped(line, max(1, width))]
        return [padded(one, width, right=True) for one in turned] if rtl else turned


class Lines(Static):
    """Lines in visual order; drawn again only where they have changed."""

    class Tapped(Message):
        """A click on a thing that belongs to a move: the fields that the move has."""

        def __init__(self, part: Mapping[str, Any]) -> None:
            super().__init__()
            self.part = part

    _shown: tuple[list[Line], bool] | None = None

    def show(self, lines: list[Line], manner: Manner) -> None:
        """Show these instead of what is there."""
        if self._shown != (lines, manner.turns):
            self._shown = (lines, manner.turns)
            self.update(manner.seen(lines))

    def on_click(self, event: Click) -> None:
        if part := event.style.meta.get("part"):
            self.post_message(self.Tapped(part))


class Story(RichLog):
    """What has happened, a sentence each, the newest at the bottom."""

    def __init__(self, **wishes: Any) -> None:
        super().__init__(wrap=False, min_width=1, **wishes)
        self._entries: list[Line] = []
        self._manner: Manner | None = None
        self._told: tuple[int, int, bool] = (0, 0, False)

    def show(self, entries: list[Line], manner: Manner) -> None:
        """Tell these lines; those that were told already stay as they are."""
        is_longer = self._entries == entries[: len(self._entries)]
        self._entries, self._manner = entries, manner
        self._tell(anew=not is_longer)

    def on_resize(self, event: Resize) -> None:
        self._tell(anew=False)

    def _tell(self, *, anew: bool) -> None:
        width = self.scrollable_content_region.width
        if self._manner is None or width < 1:
            return
        told, as_wide, turned = self._told
        if anew or as_wide != width or turned != self._manner.turns:
            self.clear()
            told = 0
        for entry in self._entries[told:]:
            for line in self._manner.paragraph(entry, width):
                self.write(self._manner.seen([line]), width=width)
        self._told = (len(self._entries), width, self._manner.turns)


class Moves(OptionList):
    """What one may do, numbered. Digits go to a line, Enter takes it."""

    def __init__(self, **wishes: Any) -> None:
        super().__init__(**wishes)
        self._typed = ""
        self._labels: list[Line] = []

    def show(self, labels: list[Line], manner: Manner) -> None:
        """List these, in logical order; the same list again keeps its place."""
        if labels == self._labels and self.option_count == len(labels):
            return
        self._labels, self._typed = labels, ""
        wide = len(str(len(labels)))
        rows = []
        for number, label in enumerate(labels, 1):
            rows.append(Option(manner.seen([glyphs(f"{number:>{wide}} ", "bold") + visual(label)])))
        self.clear_options()
        self.add_options(rows)
        self.highlighted = 0 if rows else None

    def on_key(self, event: Key) -> None:
        if event.character and event.character.isdecimal() and event.character.isascii():
            event.stop()
            self._go_to(event.character)
        elif event.key not in ("enter",):
            self._typed = ""

    def _go_to(self, digit: str) -> None:
        for typed in (self._typed + digit, digit):
            if 1 <= int(typed) <= self.option_count:
                self._typed, self.highlighted = typed, int(typed) - 1
                return
        self._typed = ""


class Entry(Input):
    """A line to type in; its cursor stands still."""

    def __init__(self, value: str = "", **wishes: Any) -> None:
        super().__init__(value, compact=True, **wishes)
        self.cursor_blink = False


class Turner(Static, can_focus=True):
    """A choice in one line: the arrows, Space or a click turn through its values."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "turn(-1)", show=False),
        Binding("right,space", "turn(1)", show=False),
        Binding("up", "app.focus_previous", show=False),
        Binding("down", "app.focus_next", show=False),
    ]

    class Turned(Message):
        """Another value was chosen."""

        def __init__(self, turner: "Turner") -> None:
            super().__init__()
            self.turner = turner

    def __init__(self, label: str, values: Sequence[tuple[Any, str]], manner: Manner, **wishes: Any) -> None:
        super().__init__(**wishes)
        self._label, self._values, self._manner, self._at = label, list(values), manner, 0

    @property
    def value(self) -> Any:
        """The one that is chosen."""
        return self._values[self._at][0]

    def offer(self, values: Sequence[tuple[Any, str]], at: int = 0) -> None:
        """Other values, of which this one is chosen."""
        self._values, self._at = list(values), at
        self._draw()

    def on_mount(self) -> None:
        self._draw()

    def watch_has_focus(self, has_focus: bool) -> None:
        super().watch_has_focus(has_focus)
        self._draw()

    def on_click(self) -> None:
        self.action_turn(1)

    def action_turn(self, step: int) -> None:
        """Choose the next value, or the one before."""
        self._at = (self._at + step) % len(self._values)
        self._draw()
        self.post_message(self.Turned(self))

    def _draw(self) -> None:
        mark = "►" if self.has_focus else " "
        label = field(self._label, LABEL)
        value = visual(glyphs(self._values[self._at][1], "bold reverse" if self.has_focus else "bold"))
        ends = ("‹ ", " ›") if len(self._values) > 1 else ("  ", "  ")
        self.update(self._manner.seen([glyphs(f"{mark} ") + label + glyphs(ends[0]) + value + glyphs(ends[1])]))


class Keys(Static):
    """The keys of a screen, in one line; a click on one is as good."""

    _shown: tuple[list[tuple[str, str, str]], bool, int] | None = None

    def show(self, keys: list[tuple[str, str, str]], manner: Manner) -> None:
        """Each a key, the action that it is bound to, and what it does; as many as there is room for."""
        width = self.app.size.width
        if self._shown == (keys, manner.turns, width):
            return
        self._shown = (keys, manner.turns, width)
        line: Line = []
        for key, action, label in keys:
            meta = {"act": action} if action else None
            piece = glyphs(f" {key} ", "bold reverse", meta) + visual(glyphs(label, "", meta))
            if columns(line) + columns(piece) + 2 > width:
                break
            line += [*piece, Glyph("  ")]
        self.update(manner.seen([line]))

    async def on_click(self, event: Click) -> None:
        if action := event.style.meta.get("act"):
            await self.run_action(action)
