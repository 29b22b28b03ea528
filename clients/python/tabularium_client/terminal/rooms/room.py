"""What all screens share: the session, refusals in words, and the line of keys."""

from collections.abc import Awaitable
from contextlib import suppress
from typing import ClassVar, TypeVar

from tabularium_client.problem import Problem, Unanswered
from tabularium_client.terminal.dialogs import Page
from tabularium_client.terminal.lettering import Line, columns, cut, field, glyphs, padded, visual
from tabularium_client.terminal.parts import Keys, Lines, Manner
from tabularium_client.terminal.sayings import Sayings
from tabularium_client.terminal.session import Session
from textual.binding import Binding, BindingType
from textual.css.query import NoMatches
from textual.screen import Screen

T = TypeVar("T")
LONGEST_NAME = 24
NOTICE = 48


class Room(Screen[None]):
    """A screen with a head, and its keys at the bottom."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark,f1", "help", show=False),
        Binding("f4", "turn_text", show=False),
    ]

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session

    @property
    def manner(self) -> Manner:
        """How texts are put on the screen."""
        return self.session.manner

    @property
    def says(self) -> Sayings:
        """The client's own texts."""
        return self.session.manner.says

    async def attempt(self, call: Awaitable[T]) -> T | None:
        """What a call gives; where it is refused or gets no answer, None, and the reason is told with its code."""
        try:
            return await call
        except Problem as problem:
            self.tell_problem(problem)
        except Unanswered:
            self.tell(self.says("no_answer"), title="no_answer")
        return None

    def tell_problem(self, problem: Problem) -> None:
        """Say why the service refused."""
        self.tell(problem.detail or problem.title, title=problem.code or str(problem.status))

    def tell(self, text: str, *, title: str = "") -> None:
        """Say what went wrong, over the screen for a while."""
        # A notice breaks lines by itself, which turned text must not be left to.
        shown = self.manner.seen(self.manner.paragraph(glyphs(text), NOTICE)).plain
        self.app.notify(shown, title=title, severity="error", timeout=8, markup=False)

    def draw_head(self, left: Line, right: Line | None = None) -> None:
        """The first line: where one is and how it stands; a lost connection goes before all."""
        width = self.size.width or self.app.size.width
        if not self.session.is_linked:
            left = glyphs(f" {self.says('no_link')} ", "bold reverse #ff8a80") + glyphs(" ") + left
        end = right or []
        room = width - columns(end) - 1
        line = cut(left, room)
        self.query_one("#head", Lines).show([padded(line, room) + end + glyphs(" ")], self.manner)

    def draw_keys(self, keys: list[tuple[str, str, str]]) -> None:
        """The last line."""
        self.query_one("#keys", Keys).show(keys, self.manner)

    def title_of(self, text: str) -> Line:
        """A title in the head."""
        return glyphs(" ") + visual(glyphs(text, "bold"))

    def person(self, name: str, width: int = LONGEST_NAME) -> Line:
        """A player's name in a field."""
        return field(name, width)

    def linked(self) -> None:
        """The connection was lost, or stands again."""

    def action_turn_text(self) -> None:
        """Flip the switch for right-to-left text."""
        self.session.manner = Manner(self.says, turns=not self.manner.turns)
        self.redraw()

    def redraw(self) -> None:
        """Draw everything again, if there is something to draw on."""
        if self.is_attached:
            # A screen that is being left loses its parts one by one, while news may still come in.
            with suppress(NoMatches):
                self.draw()

    def draw(self) -> None:
        """Draw everything."""

    def action_help(self) -> None:
        """Tell the keys."""
        self.app.push_screen(Page(self.says("help").capitalize(), self.help_lines(), self.manner))

    def help_lines(self) -> list[tuple[str, str]]:
        """Keys of this screen and what they do."""
        return self.common_help()

    def common_help(self) -> list[tuple[str, str]]:
        """Keys that every screen has."""
        says = self.says
        return [("? F1", says("help")), ("F4", says("help_turn")), ("Ctrl+Q", says("quit"))]
